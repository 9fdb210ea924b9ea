"""Each link to a state, as it stands on the built page, opens that state."""

from __future__ import annotations

from typing import Any
from urllib.parse import urljoin

import pytest
from state_links import state_links

from browser.places import BOOK, explorer_called, places, shown
from browser.visits import open_page, soon, visit

pytestmark = [pytest.mark.slow, pytest.mark.browser]

PAGES = [page for page in BOOK.pages if state_links(page)]
ROUGHLY_A_LINE = 32
EDGES = """name => {
  const figure = document.querySelector(`figure.sqrtdk-explorer[data-name="${name}"]`);
  const { top, bottom } = figure.getBoundingClientRect();
  const controls = figure.querySelector("form").getBoundingClientRect().bottom;
  const bar = document.querySelector(".bd-header-article").getBoundingClientRect().bottom;
  return [top, bottom, controls, bar, innerHeight];
}"""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_each_link_opens_its_state(browser: Any, address: str, page: Any) -> None:
    wanted = state_links(page)
    base = f"{address}/{page.name}.html"
    with visit(browser, base) as opened:
        hrefs = opened.page.locator("article a:has(.state-link)").evaluate_all(
            "all => all.map(one => one.getAttribute('href'))"
        )
        assert len(hrefs) == len(wanted)
        for href, link in zip(hrefs, wanted, strict=True):
            name = link.explorer(BOOK)
            open_page(opened.page, urljoin(base, href))
            figure = opened.page.locator(f'figure.sqrtdk-explorer[data-name="{name}"]')
            sentence = shown(explorer_called(name), link.state(BOOK))
            readout = figure.locator("output.sqrtdk-readout")
            soon(opened.page, readout.inner_text, sentence, str(link))


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("place", places("explorers"), ids=str)
def test_state_opens_where_the_picture_can_be_seen(
    browser: Any, address: str, place: Any, width: int
) -> None:
    state = f"{address}/{place.page}.html#{place.name}?"
    with visit(browser, state, width=width) as opened:
        top, bottom, controls, bar, window = opened.page.evaluate(EDGES, place.name)
        assert top >= bar, "the bar covers the top of the picture"
        assert controls <= window, "a control is below the window"
        assert bottom <= window or top - bar < ROUGHLY_A_LINE, "part of it is below the window"
