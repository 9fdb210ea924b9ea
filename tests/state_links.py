"""Links of the pages to one state of a picture, and the questions that a slider answers."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from book_pages import Book, Page
from book_site.states import explorers
from browser.places import called, explorer_called, question_called
from sqrtdk.explorer import Question


@dataclass(frozen=True)
class StateLink:
    """A link to one state: the page it leads to, the figure and the values it names."""

    page: str
    figure: str
    query: str

    def __str__(self) -> str:
        return f"{self.page}#{self.figure}?{self.query}"

    @property
    def values(self) -> dict[str, str]:
        return dict(parse_qsl(self.query, keep_blank_values=True))

    def explorer(self, book: Book) -> str:
        """Return the name of the explorer that the figure shows, or nothing."""
        page = book.page(self.page)
        return explorers(page.text).get(self.figure, "") if page else ""

    def state(self, book: Book) -> dict[str, Any]:
        """Return the values of all controls in the state that the link opens."""
        explorer = explorer_called(self.explorer(book))
        named = {
            control.name: control.stops[control.keys.index(self.values[control.name])]
            for control in explorer.controls
            if control.name in self.values
        }
        return explorer.resting_values | named


def state_links(page: Page, text: str | None = None) -> list[StateLink]:
    """Return the links to states in a page, or in a part of its text."""
    found = []
    for link in page.links if text is None else Page(page.name, text).links:
        path, _, fragment = link.target.partition("#")
        figure, mark, query = fragment.partition("?")
        if mark:
            target = posixpath.normpath(posixpath.join(posixpath.dirname(page.name), path))
            found.append(StateLink(target.removesuffix(".md"), figure, query))
    return found


def problem(link: StateLink, book: Book) -> str:
    """Return what is wrong with a link to a state."""
    name = link.explorer(book)
    if not name:
        return f"{link}: no explorer in a figure of that name"
    controls = {control.name: control for control in explorer_called(name).controls}
    for key, value in link.values.items():
        if key not in controls:
            return f"{link}: {name} has no control {key!r}"
        if value not in controls[key].keys:
            return f"{link}: {value!r} is no stop of {key}"
    return "" if link.values else f"{link}: names no control"


@dataclass(frozen=True)
class SliderQuestion:
    """A question whose cell follows the explorer that answers it, in the same section."""

    page: str
    figure: str
    name: str

    def __str__(self) -> str:
        return f"{self.page}-{self.name}"

    @property
    def question(self) -> Question:
        return question_called(self.name)


def slider_questions(book: Book) -> list[SliderQuestion]:
    """Return the questions that a slider answers, in the order of the book."""
    found = []
    for page in book.pages:
        shown = explorers(page.text)
        figure, section = "", [""]
        for cell in page.cells:
            name = str((cell.figure or {}).get("name", ""))
            if name in shown:
                figure, section = name, page.section_of(cell.line)
            if figure and page.section_of(cell.line) == section:
                asked = called(cell.code, "questions")
                found += [SliderQuestion(page.name, figure, one) for one in asked]
    return found


def opening_guesses(book: Book) -> list[tuple[str, Question]]:
    """Return the guess that opens each chapter, with the name of its page."""
    return [
        (page.name, question_called(name))
        for page in book.pages
        for cell in page.cells
        if "Commit to a guess" in page.section_of(cell.line)
        for name in called(cell.code, "questions")
    ]
