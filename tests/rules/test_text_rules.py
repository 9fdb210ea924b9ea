"""The pages of the book against the rules for its text."""

from __future__ import annotations

import pytest
from book_pages import Book

from rules.catalogue import ALL_PAGES, NOTEBOOKS
from rules.page_format import median_cell

BOOK = Book.read()


@pytest.mark.parametrize("page", BOOK.pages, ids=lambda page: page.name)
@pytest.mark.parametrize("rule", ALL_PAGES.values(), ids=list(ALL_PAGES))
def test_page(rule, page):
    findings = rule(page, BOOK)
    assert not findings, f"{rule.__doc__}\n" + "\n".join(map(str, findings))


@pytest.mark.parametrize("page", BOOK.notebooks, ids=lambda page: page.name)
@pytest.mark.parametrize("rule", NOTEBOOKS.values(), ids=list(NOTEBOOKS))
def test_notebook_page(rule, page):
    findings = rule(page, BOOK)
    assert not findings, f"{rule.__doc__}\n" + "\n".join(map(str, findings))


def test_half_of_the_cells_are_short():
    findings = median_cell(BOOK)
    assert not findings, "\n".join(map(str, findings))


def test_the_book_has_notebook_pages():
    assert BOOK.notebooks
    assert BOOK.pages[0].is_notebook
