"""The printed book as the tests read it: its pages, links, bookmarks and pictures."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup, NavigableString, Tag
from pypdf import PdfReader

FORMULA = "\0"
NOT_PRINTED = (
    "script, svg, [hidden], .sqrtdk-announcement, .sqrtdk-states > summary, "
    ".sqrtdk-number, .sqrtdk-verdict, a.headerlink"
)
BLOCKS = "p, li, dt, dd, td, th, pre, summary, figcaption, output, legend, label, h1, h2, h3"


def squeezed(text: str) -> str:
    """Return a text without spaces and ligatures: lines and pages break anywhere."""
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text))


@dataclass(frozen=True)
class Link:
    """A link on a page: where it leads inside the book, or the address it names."""

    page: int
    target: str | None
    address: str | None


class Printed:
    """A PDF of the book; the first page is number 1."""

    def __init__(self, path: Path) -> None:
        self.reader = PdfReader(path)
        self.named = self.reader.named_destinations

    @cached_property
    def sheets(self) -> list[tuple[str, str]]:
        """Return the number that each page carries and the text above it."""
        texts = [page.extract_text() for page in self.reader.pages]
        found = [re.match(r"(\d*)\n?(.*)", text, re.DOTALL) for text in texts]
        return [(match[1], match[2]) for match in found if match]

    def text(self, number: int) -> str:
        return self.texts[number - 1]

    @cached_property
    def texts(self) -> list[str]:
        return [squeezed(text) for _, text in self.sheets]

    def prints(self, run: str) -> bool:
        """Tell whether a run of words is on a page, or begins on one and ends on the next."""
        if any(run in text for text in self.texts):
            return True
        return any(
            run[:cut] in one and run[cut:] in other
            for one, other in pairwise(self.texts)
            for cut in range(1, len(run))
        )

    def number(self, target: Any) -> int:
        found = self.reader.get_destination_page_number(target)
        assert found is not None, target
        return found + 1

    @cached_property
    def links(self) -> list[Link]:
        found = []
        for number, page in enumerate(self.reader.pages, start=1):
            for entry in page.get("/Annots", []):
                note = entry.get_object()
                if note["/Subtype"] == "/Link":
                    address = note.get("/A", {}).get("/URI")
                    found.append(Link(number, note.get("/Dest"), address))
        return found

    @cached_property
    def bookmarks(self) -> list[tuple[int, str, int]]:
        """Return depth, words and page of every bookmark."""

        def walk(entries: list[Any], depth: int) -> Iterator[tuple[int, str, int]]:
            for entry in entries:
                if isinstance(entry, list):
                    yield from walk(entry, depth + 1)
                else:
                    yield depth, entry.title, self.number(entry)

        return list(walk(self.reader.outline, 0))

    @cached_property
    def pictures(self) -> list[tuple[str, set[int], int]]:
        """Return what each picture is called, its pages and the rows of its table."""
        pages = {
            page.indirect_reference.idnum: number
            for number, page in enumerate(self.reader.pages, start=1)
        }
        found: list[tuple[str, set[int], int]] = []

        def walk(node: Any, above: int | None) -> tuple[set[int], int]:
            page = pages[node.raw_get("/Pg").idnum] if "/Pg" in node else above
            if node.get("/Type") in ("/MCR", "/OBJR"):
                return {page}, 0
            on, rows = set(), int(node.get("/S") == "/TR")
            children = node.get("/K", [])
            for child in children if isinstance(children, list) else [children]:
                child = child.get_object()
                below = ({page}, 0) if isinstance(child, int) else walk(child, page)
                on, rows = on | below[0], rows + below[1]
            if node.get("/S") == "/Figure":
                found.append((str(node.get("/Alt", "")), on, rows))
            return on, rows

        walk(self.reader.trailer["/Root"]["/StructTreeRoot"], None)
        return found


class Article:
    """The text of a built page, read as the PDF should repeat it."""

    def __init__(self, html: str, without: str) -> None:
        article = BeautifulSoup(html, "html.parser").select_one("article.bd-article")
        assert article
        self.root = article
        for said in article.select(f'dd:has(a[href="{without}"])'):
            term = said.find_previous_sibling("dt")
            assert term
            term.decompose()
            said.decompose()
        for element in article.select(NOT_PRINTED):
            element.decompose()
        for formula in article.select(".math"):
            formula.replace_with(FORMULA)

    @property
    def headings(self) -> list[tuple[int, str]]:
        """Return level and words of every heading."""
        found = self.root.select("h1, h2, h3")
        return [(int(heading.name[1]), squeezed(heading.get_text())) for heading in found]

    @property
    def addresses(self) -> set[str]:
        found = (str(link["href"]) for link in self.root.select("a[href]"))
        return {address for address in found if re.match(r"[a-z]+:", address)}

    def sentences(self, within: str) -> set[str]:
        """Return the runs of words between formulas, in the boxes that `within` selects."""
        found = set()
        for box in self.root.select(within):
            for block in box.select(BLOCKS):
                whole = "".join(own_words(block))
                found |= {squeezed(run) for run in whole.split(FORMULA)}
        return {run for run in found if run}


def own_words(block: Tag) -> Iterator[str]:
    """Yield the words of a block, without those of the blocks inside it."""
    for child in block.children:
        if isinstance(child, Tag):
            yield from [FORMULA] if child.select_one(BLOCKS) else [child.get_text()]
        elif type(child) is NavigableString:
            yield str(child)
