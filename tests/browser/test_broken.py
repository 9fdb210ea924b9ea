"""The checks themselves: they pass on sound pages and fail on pages damaged on purpose."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqrtdk.explorers
from playwright.sync_api import Page
from site_server import serve
from sqrtdk.explorer import Explorer

from browser import broken, checks, timed_checks
from browser.broken import Damage, write_page
from browser.places import explorer_called, places
from browser.tiny import tiny
from browser.visits import open_page, visit

pytestmark = [pytest.mark.slow, pytest.mark.browser]

SOUND = {"loaded_die": explorer_called("loaded_die"), "tiny": tiny()}
ON_PAGES = {place.name for place in places("explorers")}
UNPLACED = sorted(set(sqrtdk.explorers.__all__) - ON_PAGES)


@contextmanager
def opened(
    browser: Any, folder: Path, *explorers: Explorer, damage: Damage | None = None
) -> Iterator[tuple[Page, str]]:
    """Write a page, serve it, open it; give the window and the address."""
    write_page(folder, explorers, damage)
    with ExitStack() as stack:
        address = f"{stack.enter_context(serve(folder))}/page.html"
        yield stack.enter_context(visit(browser, address)).page, address


def test_explorers_that_are_on_no_page(browser: Any, tmp_path: Path) -> None:
    for explorer in map(explorer_called, UNPLACED):
        with opened(browser, tmp_path, explorer) as (page, address):
            checks.check_keyboard(page, explorer)
            checks.check_tab_order(page, explorer)
            checks.check_pictures(page, explorer)
            checks.check_readout(page, explorer)
            checks.check_drags(page, explorer)
            checks.check_address(page, address, explorer)


@pytest.mark.parametrize("name", SOUND)
def test_sound_page_passes(browser: Any, tmp_path: Path, name: str) -> None:
    explorer = SOUND[name]
    with opened(browser, tmp_path, explorer) as (page, address):
        checks.check_keyboard(page, explorer)
        checks.check_tab_order(page, explorer)
        checks.check_pictures(page, explorer)
        checks.check_readout(page, explorer)
        checks.check_reset(page, explorer)
        checks.check_drags(page, explorer)
        timed_checks.check_announcement(page, explorer)
        timed_checks.check_first_write(page, explorer)
        checks.check_address(page, address, explorer)
        checks.check_odd_addresses(page, address, explorer)


def test_neighbours_are_left_alone(browser: Any, tmp_path: Path) -> None:
    one, two, third = tiny("one"), tiny("two"), SOUND["loaded_die"]
    with opened(browser, tmp_path, one, two, third) as (page, address):
        for moved, still in ((one, two), (two, third), (third, one)):
            checks.check_undisturbed(page, moved, still)
        for explorer in (two, one):
            checks.check_address(page, address, explorer)


@pytest.mark.parametrize("name", SOUND)
@pytest.mark.parametrize(
    ("damage", "check"),
    [
        (broken.still, checks.check_keyboard),
        (broken.still, checks.check_pictures),
        (broken.shifted, checks.check_pictures),
        (broken.silent, checks.check_keyboard),
        (broken.silent, checks.check_readout),
        (broken.misquoted, checks.check_readout),
        (broken.renamed, checks.check_keyboard),
        (broken.renamed, timed_checks.check_first_write),
    ],
    ids=lambda part: part.__name__,
)
def test_damage_is_found(
    browser: Any, tmp_path: Path, name: str, damage: Damage, check: Any
) -> None:
    found = pytest.raises(AssertionError)
    with opened(browser, tmp_path, SOUND[name], damage=damage) as (page, _), found:
        check(page, SOUND[name])


@pytest.mark.parametrize("name", SOUND)
@pytest.mark.parametrize("damage", [broken.renamed, broken.shifted, broken.misquoted])
def test_damage_is_found_by_address(
    browser: Any, tmp_path: Path, name: str, damage: Damage
) -> None:
    found = pytest.raises(AssertionError)
    with opened(browser, tmp_path, SOUND[name], damage=damage) as (page, address), found:
        checks.check_address(page, address, SOUND[name])


def test_wrong_snapping_is_found(browser: Any, tmp_path: Path) -> None:
    found = pytest.raises(AssertionError)
    with opened(browser, tmp_path, SOUND["tiny"], damage=broken.misplaced) as (page, _), found:
        checks.check_drags(page, SOUND["tiny"])


def test_lost_address_is_found(browser: Any, tmp_path: Path) -> None:
    """A script that writes every move loses the address when the browser throttles it."""
    write_page(tmp_path, [SOUND["tiny"]])
    script = tmp_path / "sqrtdk.js"
    eager = script.read_text().replace("const ADDRESS_EVERY = 340", "const ADDRESS_EVERY = 0")
    assert eager != script.read_text()
    script.write_text(eager)
    with serve(tmp_path) as base, visit(browser, f"{base}/page.html") as window:
        window.faults = []
        with pytest.raises(AssertionError, match="writes"):
            timed_checks.check_dragging(window.page, SOUND["tiny"], seconds=3.0)
        window.faults.clear()


def test_exception_and_foreign_request_are_found(browser: Any, tmp_path: Path) -> None:
    write_page(tmp_path, [SOUND["tiny"]])
    page = tmp_path / "page.html"
    planted = '<script>console.warn("w"); fetch("http://example.org/x"); nothing()</script></body>'
    page.write_text(page.read_text().replace("</body>", planted))
    with serve(tmp_path) as base, pytest.raises(AssertionError) as caught:  # noqa: SIM117
        with visit(browser, f"{base}/page.html") as window:
            window.page.wait_for_timeout(200)
    for words in ("console warning: w", "another host: http://example.org", "exception: nothing"):
        assert words in str(caught.value)


def test_open_page_loads_afresh(browser: Any, tmp_path: Path) -> None:
    with opened(browser, tmp_path, SOUND["tiny"]) as (page, address):
        page.evaluate("() => { window.mark = 1; }")
        open_page(page, address + "#tiny?size=4")
        assert page.evaluate("() => window.mark") is None
