"""Every explorer of every page, on the built site, without a network and without a kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from browser import checks, timed_checks
from browser.hands import Hands, resting_stops
from browser.pictures import drawn
from browser.places import FIGURE, Place, explorer_called, places, published, shown
from browser.visits import Visit, visit

pytestmark = [pytest.mark.slow, pytest.mark.browser]

PLACES = places("explorers")
ONE_OF_EACH = list({place.name: place for place in PLACES}.values())
SANE_MILLISECONDS = 50.0


@pytest.fixture(scope="module", params=PLACES, ids=str)
def place(request: pytest.FixtureRequest) -> Place:
    found: Place = request.param
    return found


@pytest.fixture(scope="module")
def window(browser: Any, address: str, place: Place) -> Iterator[Visit]:
    """One window for all checks of an explorer; at its end nothing may have gone wrong."""
    with visit(browser, f"{address}/{place.page}.html") as opened:
        yield opened


def test_every_explorer_of_the_site_is_tested(site: Path) -> None:
    assert sorted(map(str, published(site, FIGURE))) == sorted(map(str, PLACES))
    assert PLACES


def test_keys_move_artists_sentence_and_address(window: Visit, place: Place) -> None:
    checks.check_keyboard(window.page, explorer_called(place.name))


def test_tab_reaches_every_control(window: Visit, place: Place) -> None:
    checks.check_tab_order(window.page, explorer_called(place.name))


def test_pictures_at_random_states(window: Visit, place: Place) -> None:
    checks.check_pictures(window.page, explorer_called(place.name))


def test_sentences_at_random_states(window: Visit, place: Place) -> None:
    checks.check_readout(window.page, explorer_called(place.name))


def test_taken_by_hand(window: Visit, place: Place) -> None:
    checks.check_drags(window.page, explorer_called(place.name))


def test_reset(window: Visit, place: Place) -> None:
    checks.check_reset(window.page, explorer_called(place.name))


def test_announcement(window: Visit, place: Place) -> None:
    timed_checks.check_announcement(window.page, explorer_called(place.name))


def test_first_move_is_in_the_address_at_once(window: Visit, place: Place) -> None:
    timed_checks.check_first_write(window.page, explorer_called(place.name))


def test_script_per_move(window: Visit, place: Place, say: Callable[[str], None]) -> None:
    times = timed_checks.script_times(window.page, explorer_called(place.name))
    say(timed_checks.summary(str(place), times))
    every = np.concatenate([np.array(one) for one in times.values()])
    assert np.isfinite(every).all()
    assert np.percentile(every, 95) < SANE_MILLISECONDS


def test_neighbours_are_left_alone(window: Visit, place: Place) -> None:
    others = [other for other in PLACES if other.page == place.page and other != place]
    for other in others:
        mine, theirs = explorer_called(place.name), explorer_called(other.name)
        checks.check_undisturbed(window.page, mine, theirs)


def test_no_fault_so_far(window: Visit, place: Place) -> None:
    assert window.faults == []


def test_address_opens_a_state(browser: Any, address: str, place: Place) -> None:
    with visit(browser) as opened:
        base, explorer = f"{address}/{place.page}.html", explorer_called(place.name)
        checks.check_address(opened.page, base, explorer)


@pytest.mark.parametrize("one", ONE_OF_EACH, ids=lambda one: one.name)
def test_odd_addresses(browser: Any, address: str, one: Place) -> None:
    with visit(browser) as opened:
        base, explorer = f"{address}/{one.page}.html", explorer_called(one.name)
        checks.check_odd_addresses(opened.page, base, explorer)


@pytest.mark.parametrize("one", ONE_OF_EACH, ids=lambda one: one.name)
def test_ten_seconds_of_dragging(
    browser: Any, address: str, one: Place, say: Callable[[str], None]
) -> None:
    with visit(browser, f"{address}/{one.page}.html") as opened:
        say(f"{one}: {timed_checks.check_dragging(opened.page, explorer_called(one.name))}")


def test_without_script(browser: Any, address: str, place: Place) -> None:
    explorer = explorer_called(place.name)
    with visit(browser, java_script_enabled=False) as opened:
        opened.page.goto(f"{address}/{place.page}.html")
        hands = Hands(opened.page, explorer)
        assert hands.readout == shown(explorer, explorer.resting_values)
        assert not hands.figure.locator("form").is_visible()
        rows = hands.figure.locator("details.sqrtdk-states tbody tr")
        assert rows.count() == len(explorer.table) > 0
        assert all(row.is_visible() and row.inner_text().strip() for row in rows.all())
        seen = drawn(hands.figure)
        assert set(seen) == set(explorer.artists)
        assert any(one.d for one in seen.values())
        checks.assert_state(hands, resting_stops(explorer))


def test_on_paper(browser: Any, address: str, place: Place) -> None:
    explorer = explorer_called(place.name)
    with visit(browser, f"{address}/{place.page}.html") as opened:
        hands = Hands(opened.page, explorer)
        opened.page.emulate_media(media="print")
        opened.page.evaluate("() => { dispatchEvent(new Event('beforeprint')); }")
        assert hands.readout == shown(explorer, explorer.resting_values)
        assert hands.figure.locator("output").is_visible()
        assert hands.figure.locator("svg").first.is_visible()
        assert hands.figure.locator("details.sqrtdk-states tbody tr").first.is_visible()
        controls = hands.figure.locator("input, button")
        assert controls.count() > 0
        assert not any(control.is_visible() for control in controls.all())


@pytest.mark.parametrize("one", ONE_OF_EACH, ids=lambda one: one.name)
def test_from_the_disk(browser: Any, site: Path, one: Place) -> None:
    page = (site / f"{one.page}.html").as_uri()
    with visit(browser, page) as opened:
        checks.check_keyboard(opened.page, explorer_called(one.name))
