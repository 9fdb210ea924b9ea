"""Which explorers, questions and figures stand on which page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import sqrtdk.explorers
import sqrtdk.questions
from book_pages import Book, Page
from sqrtdk.explorer import Explorer, Question

BOOK = Book.read()
OTHER_PAGES = ("index", "search", "404")
PUBLISHED = (*(page.name for page in BOOK.pages), *OTHER_PAGES)
FIGURE = re.compile(r'<figure class="sqrtdk-explorer" data-name="(\w+)"')
FORM = re.compile(r'<form class="sqrtdk-question" data-name="(\w+)"')


@dataclass(frozen=True)
class Place:
    """Something that bears a name on a page."""

    page: str
    name: str

    def __str__(self) -> str:
        return f"{self.page}-{self.name}"


def called(code: str, module: str) -> list[str]:
    """Return the names of the functions of a module that some code calls, in order."""
    return list(dict.fromkeys(re.findall(rf"\b{module}\.(\w+)\(", code)))


def mentioned(page: Page, module: str) -> list[str]:
    """Return the names of the functions of a module that the cells of a page call, in order."""
    return called("\n".join(cell.code for cell in page.cells), module)


def places(module: str) -> list[Place]:
    """Return all places of what a module of the package makes."""
    return [Place(page.name, name) for page in BOOK.pages for name in mentioned(page, module)]


def published(site: Path, pattern: re.Pattern[str]) -> list[Place]:
    """Return the places that the pages of the built site really have."""
    found = []
    for file in sorted(site.rglob("*.html")):
        page = file.relative_to(site).with_suffix("").as_posix()
        names = pattern.findall(file.read_text(encoding="utf-8"))
        found += [Place(page, name) for name in names]
    return found


@cache
def explorer_called(name: str) -> Explorer:
    """Return the explorer's definition in Python."""
    made: Explorer = getattr(sqrtdk.explorers, name)()
    return made


@cache
def question_called(name: str) -> Question:
    """Return the question's definition in Python."""
    made: Question = getattr(sqrtdk.questions, name)()
    return made


def shown(explorer: Explorer, values: dict[str, Any]) -> str:
    """Return the sentence that Python says for a state."""
    return explorer.readout.format(**explorer.fields(explorer.numbers(values)))
