"""Move the controls of an explorer on a page, by keyboard or by setting the inputs."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Locator, Page
from sqrtdk.explorer import Control, Explorer

Stops = dict[str, int]


@dataclass
class Hands:
    """An explorer on a page, and the stops its controls were last moved to."""

    page: Page
    explorer: Explorer
    stops: Stops = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.stops = resting_stops(self.explorer)

    @property
    def figure(self) -> Locator:
        return self.page.locator(f'figure.sqrtdk-explorer[data-name="{self.explorer.name}"]')

    @property
    def readout(self) -> str:
        return self.figure.locator("output.sqrtdk-readout").inner_text()

    @property
    def announcement(self) -> str:
        return self.figure.locator("[role=status].sqrtdk-announcement").text_content() or ""

    def inputs(self, control: Control) -> Locator:
        kind = "button" if control.kind == "draw" else "input"
        return self.figure.locator(f'form {kind}[name="{control.name}"]')

    def reset(self) -> None:
        self.figure.locator("button[type=reset]").press("Enter")
        self.stops = resting_stops(self.explorer)

    def press(self, control: Control, stop: int) -> None:
        """Move a control to its first or last stop by keys alone."""
        if control.kind == "range":
            self.inputs(control).press("Home" if stop == 0 else "End")
        elif control.kind == "choice":
            self._press_arrows(control, stop)
        elif control.kind == "switch":
            if self.checked(control) != stop:
                self.inputs(control).press("Space")
        else:
            self._press_button(control, stop)
        self.stops[control.name] = stop

    def _press_arrows(self, control: Control, stop: int) -> None:
        for _ in control.stops:
            now = self.checked(control)
            if now == stop:
                return
            self.inputs(control).nth(now).press("ArrowRight" if now < stop else "ArrowLeft")

    def _press_button(self, control: Control, stop: int) -> None:
        for index in range((stop - self.stops[control.name]) % len(control.stops)):
            self.inputs(control).press("Space" if index % 2 else "Enter")

    def set(self, stops: Stops) -> None:
        """Move all controls through their inputs."""
        for control in self.explorer.controls:
            stop = stops[control.name]
            if control.kind == "range":
                self.inputs(control).fill(str(stop))
            elif control.kind == "choice":
                self.inputs(control).nth(stop).check()
            elif control.kind == "switch":
                self.inputs(control).set_checked(bool(stop))
            else:
                for _ in range((stop - self.stops[control.name]) % len(control.stops)):
                    self.inputs(control).click()
            self.stops[control.name] = stop

    def checked(self, control: Control) -> int:
        """Return the stop that a choice, a switch or a range shows."""
        if control.kind == "switch":
            return int(self.inputs(control).is_checked())
        script = "all => Number((all.find(one => one.checked) ?? all[0]).value)"
        return int(self.inputs(control).evaluate_all(script))

    def shows(self) -> Stops:
        """Return the stop that each control shows, buttons aside."""
        return {c.name: self.checked(c) for c in self.explorer.controls if c.kind != "draw"}


def resting_stops(explorer: Explorer) -> Stops:
    return {control.name: control.rest for control in explorer.controls}


def random_stops(explorer: Explorer, random: Random) -> Stops:
    return {c.name: random.randrange(len(c.stops)) for c in explorer.controls}


def values_at(explorer: Explorer, stops: Stops) -> dict[str, Any]:
    """Return the values of the controls at given stops."""
    return {c.name: c.stops[stops[c.name]] for c in explorer.controls}


def hash_of(explorer: Explorer, stops: Stops) -> str:
    """Return the part of the address from # on that names a state."""
    parts = [f"{c.name}={quote(c.keys[stops[c.name]], safe='')}" for c in explorer.controls]
    return f"#{explorer.name}?{'&'.join(parts)}"


def current_hash(page: Page) -> str:
    found: str = page.evaluate("() => location.hash")
    return found
