"""Find on a page the numbers that need an entry, and the places an entry covers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ledger.literal import TEX_FRACTION

PERCENT = r"(?:\$?(?:\\,|[\s~])*(?:\\?%|per\s?cent\b|percentage\s+points?\b))"
PATTERNS = {
    "decimal": re.compile(r"(?<![\d.])\d+\.\d+(?!\d|\.\d)|(?<![\w.)\]}])\.\d+(?!\.?\d)"),
    "percentage": re.compile(rf"(?<![\d.])(\d+(?:\.\d+)?){PERCENT}"),
    "N times": re.compile(
        r"(?<![\d.])(\d[\d,]*(?:\.\d+)?)"
        r"(?:\$?(?:\s|-|~|\\,)*(?:times\b|fold\b)|\s*×(?![\w])(?!\s*[\d\\({$])|\s*\\times\s*\$)"
    ),
    "fraction": re.compile(rf"{TEX_FRACTION}|(?<![\d/.])\d+\s?/\s?\d+(?!\d|/|\.\d)"),
}
NO_QUANTITY = re.compile(
    r"(?:Python|NumPy|Matplotlib|Jupyter(?:Lab| Book)|[Vv]ersions?|CC BY(?:-SA)?|arXiv:|doi:"
    r"|doi\.org/|§|[Ss]ections?)\s*$"
)


@dataclass(frozen=True)
class Source:
    """A text of a page: the page itself, or the words of an object shown on it."""

    name: str
    text: str
    counts_lines: bool = True

    def place(self, offset: int) -> str:
        """Return where a position is, as file and line."""
        if not self.counts_lines:
            return self.name
        return f"{self.name}:{self.text.count(chr(10), 0, offset) + 1}"


@dataclass(frozen=True)
class Found:
    """A number that needs an entry: its place in a text and what it is."""

    start: int
    end: int
    kind: str


def _needs_entry(kind: str, written: str) -> bool:
    if kind != "fraction":
        return True
    numbers = re.findall(r"\d+", written)
    parts = numbers if len(numbers) == 2 else list(numbers[0])
    return any(int(part) >= 10 for part in parts)


def _matches(text: str) -> Iterator[Found]:
    for kind, pattern in PATTERNS.items():
        for match in pattern.finditer(text):
            start, end = match.span(1) if match.lastindex else match.span()
            before = text[max(0, start - 30) : start]
            if _needs_entry(kind, text[start:end]) and not NO_QUANTITY.search(before):
                yield Found(start, end, kind)


def quoted_numbers(text: str) -> list[Found]:
    """Return the decimals, percentages, "N times" and fractions of `text`, each once.

    Fractions count from 10 on in numerator or denominator. Versions, licences, section numbers
    and numbers with two points are no quantities.
    """
    found = sorted(_matches(text), key=lambda f: (f.start - f.end, f.start))
    kept: list[Found] = []
    for one in found:
        if not any(k.start <= one.start and one.end <= k.end for k in kept):
            kept.append(one)
    return sorted(kept, key=lambda f: f.start)


def _pattern(text: str) -> str:
    parts = re.split(r"(\s+)", text)
    return "".join(r"\s+" if part.isspace() else re.escape(part) for part in parts)


def shown_places(text: str, shown: str) -> list[tuple[int, int]]:
    """Return where `shown` stands in `text` as a number of its own, not as part of another."""
    whole = re.compile(rf"(?<!\d)(?<!\d\.){_pattern(shown)}(?!\d)(?!\.\d)")
    return [match.span() for match in whole.finditer(text)]


def occurrences(source: str, text: str) -> list[re.Match[str]]:
    """Return where `text` stands in `source`, whatever the white space between its words."""
    return list(re.finditer(rf"(?<!\d)(?<!\d\.){_pattern(text)}(?!\d)(?!\.\d)", source))


def covered(source: str, text: str, shown: str) -> list[tuple[int, int]]:
    """Return the places of `source` that an entry with `text` and `shown` accounts for."""
    places = []
    for match in occurrences(source, text):
        for start, end in shown_places(match.group(), shown):
            places.append((match.start() + start, match.start() + end))
    return places


def context(text: str, found: Found) -> str:
    """Return the words around a number, on one line."""
    around = text[max(0, found.start - 60) : found.end + 40]
    return " ".join(around.split())


def uncovered(sources: Sequence[Source], pairs: Sequence[tuple[str, str]]) -> list[str]:
    """Return a line for each number that no pair (text, shown) covers."""
    problems = []
    for source in sources:
        spans = [span for text, shown in pairs for span in covered(source.text, text, shown)]
        for found in quoted_numbers(source.text):
            if not any(start <= found.start and found.end <= end for start, end in spans):
                number = source.text[found.start : found.end]
                problems.append(
                    f"{source.place(found.start)}: {found.kind} {number} has no entry: "
                    f"... {context(source.text, found)} ..."
                )
    return problems


def gone(sources: Sequence[Source], texts: Sequence[str]) -> list[str]:
    """Return a line for each text that is no longer in any source."""
    return [
        f"text is gone: {text!r} is not in {', '.join(source.name for source in sources)}"
        for text in texts
        if not any(occurrences(source.text, text) for source in sources)
    ]
