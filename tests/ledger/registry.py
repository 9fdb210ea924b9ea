"""All entries of the ledger, by page."""

from __future__ import annotations

import importlib
from pathlib import Path

from book_pages import Book, Page

from ledger.entry import Entry
from ledger.page_objects import extra_texts
from ledger.scan import Source, gone, uncovered

HERE = Path(__file__).parent


def module_name(page: str) -> str:
    """Return the name of the ledger module of a page: its last part."""
    return page.rsplit("/", 1)[-1]


def has_module(page: str) -> bool:
    """Return whether the ledger has a module for a page."""
    return (HERE / f"{module_name(page)}.py").is_file()


BOOK = Book.read()
PAGES = tuple(page.name for page in BOOK.pages if has_module(page.name))


def entries(page: str) -> list[Entry]:
    """Return the entries of a page."""
    found: list[Entry] = importlib.import_module(f"ledger.{module_name(page)}").ENTRIES
    return found


def all_entries() -> list[Entry]:
    """Return the entries of all pages in the order of the book."""
    return [entry for page in PAGES for entry in entries(page)]


def covered_claims() -> set[str]:
    """Return the ids of the claims that some entry answers."""
    return {claim for entry in all_entries() for claim in entry.claims}


def sources(page: Page) -> list[Source]:
    """Return the page and the words of the objects shown on it."""
    shown = [Source(name, text, counts_lines=False) for name, text in extra_texts(page)]
    return [Source(page.file, page.visible), *shown]


def page_problems(page: Page, found: list[Entry]) -> list[str]:
    """Return the numbers of a page without an entry and the entries without a place on it."""
    texts = sources(page)
    strangers = [
        f"{entry} is in the ledger of {page.name}" for entry in found if entry.page != page.name
    ]
    pairs = [(entry.text, entry.shown) for entry in found]
    return [*strangers, *uncovered(texts, pairs), *gone(texts, [entry.text for entry in found])]
