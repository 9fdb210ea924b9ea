"""What a rule reports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from book_pages import Page


@dataclass(frozen=True)
class Finding:
    """A place that breaks a rule, and how."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        return (
            f"{self.file}:{self.line}: {self.message}"
            if self.line
            else f"{self.file}: {self.message}"
        )


def at(page: Page, line: int, message: str) -> Finding:
    """Return a finding on a line of a page."""
    return Finding(page.file, line, message)


def each_match(page: Page, pattern: re.Pattern[str], text: str, message: str) -> Iterator[Finding]:
    """Yield a finding for each match in a mask of the page, with the match and its context."""
    for match in pattern.finditer(text):
        around = " ".join(text[max(0, match.start() - 30) : match.end() + 30].split())
        words = " ".join(match.group().split())
        yield at(page, page.line_of(match.start()), f"{message}: {words!r} in ... {around} ...")
