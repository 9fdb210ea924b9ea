"""Every page of the built site as a reader meets it: two widths, two themes, no network."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from browser import page_checks
from browser.places import BOOK, PUBLISHED
from browser.visits import Visit, visit

pytestmark = [pytest.mark.slow, pytest.mark.browser]

WIDTHS = (1280, 390)
THEMES = ("light", "dark")


@dataclass(frozen=True)
class View:
    """A page in a width and a theme."""

    page: str
    width: int
    theme: str

    def __str__(self) -> str:
        return f"{self.page}-{self.width}-{self.theme}"


REDIRECT = "index"
SEEN = [page for page in PUBLISHED if page != REDIRECT]
VIEWS = [View(*view) for view in product(SEEN, WIDTHS, THEMES)]


@pytest.fixture(scope="module", params=VIEWS, ids=str)
def view(request: pytest.FixtureRequest) -> View:
    found: View = request.param
    return found


@pytest.fixture(scope="module")
def window(browser: Any, address: str, view: View) -> Iterator[Visit]:
    """The page, open for all tests of this view."""
    where = f"{address}/{view.page}.html"
    with visit(browser, where, theme=view.theme, width=view.width) as opened:
        yield opened


def test_published_pages(site: Path) -> None:
    found = {file.relative_to(site).with_suffix("").as_posix() for file in site.rglob("*.html")}
    assert found == set(PUBLISHED)


def test_width_icon_names(window: Visit, view: View) -> None:
    page_checks.check_width(window.page)
    page_checks.check_favicon(window.page)
    page_checks.check_names(window.page)


def test_theme(window: Visit, view: View) -> None:
    paper = window.page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    shades = [int(shade) for shade in paper.strip("rgba()").split(",")[:3]]
    assert (max(shades) < 80) if view.theme == "dark" else (min(shades) > 200), paper


def test_formulas(window: Visit, view: View) -> None:
    count = page_checks.check_formulas(window.page)
    source = BOOK.page(view.page)
    assert (count > 0) == (source is not None and "$" in source.text)


def test_figures(window: Visit, view: View) -> None:
    count = page_checks.check_figures(window.page)
    source = BOOK.page(view.page)
    assert count == (0 if source is None else sum(bool(cell.figure) for cell in source.cells))


def test_folds(window: Visit, view: View) -> None:
    opened = page_checks.open_folds(window.page)
    source = BOOK.page(view.page)
    if source is not None and source.is_notebook:
        names = [block.name for block in source.blocks]
        assert opened >= names.count("dropdown") + names.count("solution-start")
    page_checks.check_width(window.page)
    page_checks.check_formulas(window.page)


def test_axe(window: Visit, view: View, say: Callable[[str], None]) -> None:
    page_checks.open_folds(window.page)
    violations, undecided, in_pictures = page_checks.axe(window.page)
    assert not violations, "\n".join(violations)
    assert not undecided, "axe could not decide:\n" + "\n".join(undecided)
    if in_pictures:
        say(f"{view}: axe leaves open the contrast of text in pictures: {dict(in_pictures)}")


def test_quiet(window: Visit, view: View) -> None:
    assert window.faults == []


def test_search_finds(browser: Any, address: str) -> None:
    with visit(browser, f"{address}/search.html?q=variance") as opened:
        results = opened.page.locator("#search-results ul.search li a")
        results.first.wait_for(timeout=5_000)
        links = results.evaluate_all("all => all.map(one => one.href)")
        assert any("chapters/variance" in link for link in links)


def test_start_leads_to_the_book(browser: Any, address: str) -> None:
    with visit(browser) as opened:
        opened.page.goto(f"{address}/")
        opened.page.wait_for_url("**/intro.html", timeout=5_000)


def test_wrong_address_leads_home(browser: Any, address: str) -> None:
    with visit(browser, f"{address}/404.html") as opened:
        opened.page.locator("#home").click()
        opened.page.wait_for_url("**/intro.html", timeout=5_000)
