"""What an explorer on a page must do, each a function that raises an AssertionError if not."""

from __future__ import annotations

from itertools import product
from math import isfinite
from random import Random
from typing import Any

from playwright.sync_api import Page
from sqrtdk.explorer import Control, Drag, Explorer

from browser.hands import (
    Hands,
    Stops,
    current_hash,
    hash_of,
    random_stops,
    resting_stops,
    values_at,
)
from browser.pictures import drawn, errors, height_of, moved_by
from browser.places import shown
from browser.visits import open_page, soon

MOVES_AT_LEAST = 10.0  # CSS pixels
MAY_BE_OFF = 0.5  # CSS pixels
N_RANDOM_STATES = 12
N_DRAGS = 6
ODD_VALUES = (
    "",
    "abc",
    "NaN",
    "1e9",
    "-1e9",
    "Infinity",
    "%",
    "%E0%A4%A",
    "null",
    "&&==",
    "1/32",
    "1,024",
)
OPENED_AFRESH = ("", "abc", "1e9", "%E0%A4%A")

ROLES: dict[str, Any] = {
    "range": "slider",
    "choice": "group",
    "switch": "checkbox",
    "draw": "button",
}
IN_VIEW = """figure => {
  const box = figure.getBoundingClientRect();
  return box.bottom > 0 && box.top < innerHeight;
}"""


def check_keyboard(page: Page, explorer: Explorer) -> None:
    """Each control, moved by keys, moves its artists, the sentence and the address."""
    hands = Hands(page, explorer)
    for control in explorer.controls:
        _check_ends(hands, control)
        if control.kind == "range":
            hands.press(control, 0)
            hands.inputs(control).press("ArrowRight")
            assert hands.checked(control) == 1, f"an arrow key does not move {control.name}"


def _check_ends(hands: Hands, control: Control) -> None:
    assert control.moves, f"{control.name} names no artist that it moves"
    for frame, names in _frames(hands.explorer, control).items():
        hands.reset()
        for name, stop in frame:
            hands.set(hands.stops | {name: stop})
        hands.press(control, 0)
        first, said = drawn(hands.figure), hands.readout
        hands.press(control, len(control.stops) - 1)
        last, says = drawn(hands.figure), hands.readout
        least = 0.0 if control.kind == "draw" else MOVES_AT_LEAST
        for name in names:
            distance = moved_by(first[name], last[name])
            moved = f"{control.name} moves {name} by {distance:.1f} px from end to end"
            assert distance > 0, moved
            assert distance >= least, moved
        assert says != said, f"{control.name} leaves the sentence as it was: {says}"
        wanted = hash_of(hands.explorer, hands.stops)
        soon(hands.page, lambda: current_hash(hands.page), wanted, f"after {control.name}")


Frame = tuple[tuple[str, int], ...]


def _frames(explorer: Explorer, control: Control) -> dict[Frame, list[str]]:
    """Return the artists a control must move, by the choices that bring them into view."""
    stops_of = {c.name: c.stops for c in explorer.controls}
    frames: dict[Frame, list[str]] = {}
    for name in control.moves:
        panel = next(p for p in explorer.panels if name in explorer.pictures[p.name].moving)
        when = {key: value for key, value in panel.shown_when.items() if key != control.name}
        frame = tuple((key, stops_of[key].index(value)) for key, value in when.items())
        frames.setdefault(frame, []).append(name)
    return frames


def check_tab_order(page: Page, explorer: Explorer) -> None:
    """The Tab key reaches each control once, and every input has a name for readers."""
    hands = Hands(page, explorer)
    first = explorer.controls[0]
    hands.inputs(first).nth(hands.checked(first) if first.kind == "choice" else 0).focus()
    reached = [page.evaluate("() => document.activeElement.name")]
    for _ in explorer.controls[1:]:
        page.keyboard.press("Tab")
        reached.append(page.evaluate("() => document.activeElement.name"))
    assert sorted(reached) == sorted(control.name for control in explorer.controls)
    for control in explorer.controls:
        named = hands.figure.get_by_role(ROLES[control.kind], name=control.label, exact=True)
        assert named.count() == 1, f"no {control.kind} is called {control.label!r}"


def check_pictures(page: Page, explorer: Explorer, seed: int = 0) -> None:
    """At random states each artist is where Python puts it."""
    hands, random = Hands(page, explorer), Random(f"{explorer.name} {seed}")
    hands.reset()
    for _ in range(N_RANDOM_STATES):
        hands.set(random_stops(explorer, random))
        assert_state(hands, hands.stops)


def assert_state(hands: Hands, stops: Stops) -> None:
    values = values_at(hands.explorer, stops)
    off = errors(hands.figure, hands.explorer, values)
    worst = {name: round(error, 2) for name, error in off.items() if not error <= MAY_BE_OFF}
    assert not worst, f"artists off by so many px at {values}: {worst}"
    shown_panels = hands.figure.locator(".sqrtdk-panel").evaluate_all(
        "all => all.filter(one => one.getClientRects().length).map(one => one.dataset.panel)"
    )
    assert shown_panels == [p.name for p in hands.explorer.panels if p.is_shown(values)]


def check_readout(page: Page, explorer: Explorer, seed: int = 1) -> None:
    """At random states the sentence is the one that Python says."""
    hands, random = Hands(page, explorer), Random(f"{explorer.name} {seed}")
    hands.reset()
    for _ in range(N_RANDOM_STATES):
        hands.set(random_stops(explorer, random))
        assert_sentence(hands, hands.stops)


def assert_sentence(hands: Hands, stops: Stops) -> None:
    values = values_at(hands.explorer, stops)
    assert hands.readout == shown(hands.explorer, values), f"at {values}"


def check_address(page: Page, address: str, explorer: Explorer, seed: int = 2) -> None:
    """A page opened by an address shows that state, and so does a new address in an open page."""
    hands, random = Hands(page, explorer), Random(f"{explorer.name} {seed}")
    for fresh in (True, True, False, False):
        stops = random_stops(explorer, random)
        wanted = hash_of(explorer, stops)
        if fresh:
            open_page(page, address + wanted)
        else:
            hands.reset()
            _follow(page, wanted)
        soon(page, lambda: hands.readout, shown(explorer, values_at(explorer, stops)), wanted)
        assert_state(hands, stops)
        visible = {c.name: stops[c.name] for c in explorer.controls if c.kind != "draw"}
        assert hands.shows() == visible, f"the inputs do not show {wanted}"
        assert hands.figure.evaluate(IN_VIEW), f"{wanted} does not bring the explorer into view"
    page.wait_for_timeout(400)
    assert current_hash(page) == wanted, "an older state came back into the address"


def _follow(page: Page, hash_: str) -> None:
    """Go to an address in the open page, as a link does."""
    page.evaluate(
        """hash => new Promise(done => {
        const before = location.hash;
        addEventListener("hashchange", done, { once: true });
        location.hash = hash;
        if (location.hash === before) done();
    }).then(() => null)""",
        hash_,
    )


def check_odd_addresses(page: Page, address: str, explorer: Explorer) -> None:
    """An address that makes no sense falls back to the nearest stop or to rest, without error."""
    hands = Hands(page, explorer)
    for odd in ODD_VALUES:
        query = "&".join(f"{control.name}={odd}" for control in explorer.controls)
        if odd in OPENED_AFRESH:
            open_page(page, f"{address}#{explorer.name}?{query}")
        else:
            _follow(page, f"#{explorer.name}?{query}")
        assert_sentence(hands, {c.name: _fallback(c, odd) for c in explorer.controls})
    names = (explorer.name, "nobody")
    for name, odd in product(names, ("?", "?nobody=3", "", "?=", "??", "?size=%")):
        hands.reset()
        _follow(page, f"#{name}{odd}")
        assert_sentence(hands, resting_stops(explorer))


def _fallback(control: Control, odd: str) -> int:
    try:
        wanted, stops = float(odd), [float(key) for key in control.keys]
    except ValueError:
        return control.rest
    if not isfinite(wanted):
        return control.rest
    return min(range(len(stops)), key=lambda at: abs(stops[at] - wanted))


def check_reset(page: Page, explorer: Explorer) -> None:
    """Reset brings back the resting state: sentence, inputs, artists and address."""
    hands = Hands(page, explorer)
    hands.set({c.name: (c.rest + 1) % len(c.stops) for c in explorer.controls})
    assert hands.readout != shown(explorer, explorer.resting_values)
    hands.reset()
    assert_sentence(hands, hands.stops)
    assert_state(hands, hands.stops)
    assert hands.shows() == {c.name: c.rest for c in explorer.controls if c.kind != "draw"}
    wanted = hash_of(explorer, hands.stops)
    soon(page, lambda: current_hash(page), wanted, "address after reset")


def check_drags(page: Page, explorer: Explorer, seed: int = 3) -> None:
    """An artist that can be taken by hand snaps to the stops where it is let go."""
    hands, random = Hands(page, explorer), Random(f"{explorer.name} {seed}")
    for drag in explorer.drags:
        hands.reset()
        for _ in range(N_DRAGS):
            stops = random_stops(explorer, random)
            target = hands.stops | {name: stops[name] for name in drag.controls}
            _drag_to(hands, drag, target)
            hands.stops = target
            assert_sentence(hands, target)
            assert_state(hands, target)
            wanted = hash_of(explorer, target)
            soon(page, lambda: current_hash(page), wanted, f"address after {drag.artist}")


def _drag_to(hands: Hands, drag: Drag, stops: Stops) -> None:
    hands.figure.locator(f'[data-artist="{drag.artist}"]').scroll_into_view_if_needed()
    ends = [_pixel_of(hands, drag, hands.stops), _pixel_of(hands, drag, stops)]
    hands.page.mouse.move(*ends[0])
    hands.page.mouse.down()
    hands.page.mouse.move(*ends[1], steps=4)
    hands.page.mouse.up()


def _pixel_of(hands: Hands, drag: Drag, stops: Stops) -> tuple[float, float]:
    """Return where a draggable artist stands in the window, by matplotlib's transform."""
    values = values_at(hands.explorer, stops)
    place = drag.place(**{name: values[name] for name in drag.controls})
    artist = hands.explorer.artists[drag.artist]
    x, y = artist.axes.transData.transform(place)
    return drawn(hands.figure)[drag.artist].in_window(x, height_of(artist) - y)


def check_undisturbed(page: Page, one: Explorer, other: Explorer) -> None:
    """Moving one explorer leaves another on the same page as it was."""
    moving, still = Hands(page, one), Hands(page, other)
    before = {name: artist.d for name, artist in drawn(still.figure).items()}
    sentence, inputs = still.readout, still.shows()
    moving.set({c.name: (c.rest + 1) % len(c.stops) for c in one.controls})
    assert {name: artist.d for name, artist in drawn(still.figure).items()} == before
    assert (still.readout, still.shows()) == (sentence, inputs)
    assert_sentence(moving, moving.stops)
    moving.reset()
