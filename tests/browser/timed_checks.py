"""What an explorer must do in time: its announcement, its address while dragged, its script."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
from playwright.sync_api import Page
from sqrtdk.explorer import Control, Explorer

from browser.hands import Hands, current_hash, hash_of
from browser.visits import soon

DRAG_SECONDS = 10.0
WRITES_A_SECOND, WRITES_MORE = 3, 2
ANNOUNCED_AFTER = (380.0, 900.0)  # milliseconds after the last move
BURST = """async ([figure, name, moves, pause]) => {
  const input = figure.querySelector(`input[name="${name}"]`);
  const spoken = figure.querySelector("[role=status]");
  const heard = [];
  new MutationObserver(() => heard.push([performance.now(), spoken.textContent]))
    .observe(spoken, { childList: true, characterData: true, subtree: true });
  let last = 0;
  for (let i = 0; i < moves; i++) {
    input.value = i % 2 ? input.max : input.min;
    last = performance.now();
    input.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise(done => setTimeout(done, pause));
  }
  await new Promise(done => setTimeout(done, 1000));
  const readout = figure.querySelector("output").textContent;
  return { heard: heard.map(([at, words]) => [at - last, words]), readout };
}"""
FIRST_WRITE = """([figure, name]) => {
  const input = figure.querySelector(`input[name="${name}"]`);
  input.value = input.value === input.max ? input.min : input.max;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  return [Number(input.value), location.hash];
}"""
EACH_STOP = """([figure, name]) => Array.from(
  figure.querySelectorAll(`[name="${name}"]`),
  (input) => {
    const stops = input.type === "range" ? Number(input.max) + 1 : 5;
    const took = [];
    for (let stop = 0; stop < stops; stop++) {
      if (input.type === "range") input.value = stop;
      const kind = input.type === "button" ? "click" : "input";
      const event = new Event(kind, { bubbles: true });
      const start = performance.now();
      input.dispatchEvent(event);
      took.push(performance.now() - start);
    }
    return took;
  },
).flat()"""


def first_range(explorer: Explorer) -> Control:
    return next(control for control in explorer.controls if control.kind == "range")


def check_announcement(page: Page, explorer: Explorer) -> None:
    """The announcement comes once, a while after the last move, and repeats the readout."""
    hands, control = Hands(page, explorer), first_range(explorer)
    hands.reset()
    page.wait_for_timeout(600)
    found = page.evaluate(BURST, [hands.figure.element_handle(), control.name, 8, 90])
    assert len(found["heard"]) == 1, f"announced so many times: {len(found['heard'])}"
    after, words = found["heard"][0]
    assert words == found["readout"]
    earliest, latest = ANNOUNCED_AFTER
    assert earliest <= after <= latest, f"announced {after:.0f} ms after the last move"


def check_first_write(page: Page, explorer: Explorer) -> None:
    """After a pause, the first move is in the address before the event is over."""
    hands, control = Hands(page, explorer), first_range(explorer)
    hands.reset()
    page.wait_for_timeout(1200)
    stop, seen = page.evaluate(FIRST_WRITE, [hands.figure.element_handle(), control.name])
    assert seen == hash_of(explorer, hands.stops | {control.name: stop})


@dataclass(frozen=True)
class Drag:
    """A drag that was done: how long it took and how often the address was written."""

    seconds: float
    moves: int
    writes: int

    def __str__(self) -> str:
        return f"{self.moves} moves and {self.writes} writes in {self.seconds:.1f} s"


def check_dragging(page: Page, explorer: Explorer, seconds: float = DRAG_SECONDS) -> Drag:
    """Long dragging writes the address seldom, and the last state always."""
    hands, control = Hands(page, explorer), first_range(explorer)
    hands.reset()
    page.wait_for_timeout(500)
    drag = _drag(page, hands, control, seconds)
    stop = hands.checked(control)
    wanted = hash_of(explorer, hands.stops | {control.name: stop})
    soon(page, lambda: current_hash(page), wanted, f"address after dragging ({drag})", 3.0)
    allowed = WRITES_A_SECOND * drag.seconds + WRITES_MORE
    assert 2 <= drag.writes <= allowed, f"{drag}; allowed are {allowed:.0f} writes"
    assert drag.moves > 10 * seconds, f"too slow to show anything: {drag}"
    return drag


def _drag(page: Page, hands: Hands, control: Control, seconds: float) -> Drag:
    slider = hands.inputs(control)
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    assert box is not None
    y, width = box["y"] + box["height"] / 2, box["width"]
    page.evaluate("() => { window.writesOfAddress = []; }")
    page.mouse.move(box["x"] + width / 2, y)
    page.mouse.down()
    start, moves = time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        moves += 1
        page.mouse.move(box["x"] + width * (0.5 + 0.48 * np.sin(moves / 7)), y)
    page.mouse.move(box["x"] + 0.31 * width, y)
    page.mouse.up()
    page.wait_for_timeout(500)
    writes = page.evaluate("() => window.writesOfAddress.length")
    return Drag(time.perf_counter() - start, moves, writes)


def script_times(page: Page, explorer: Explorer) -> dict[str, list[float]]:
    """Return the milliseconds of script of each move of each control."""
    handle = Hands(page, explorer).figure.element_handle()
    return {c.name: page.evaluate(EACH_STOP, [handle, c.name]) for c in explorer.controls}


def summary(name: str, times: dict[str, list[float]]) -> str:
    """Say the median, the 95th percentile and the largest of all times."""
    every = np.concatenate([np.array(one) for one in times.values()])
    median, high = np.percentile(every, [50, 95])
    return (
        f"{name}: script per move, {len(every)} moves: median {median:.2f} ms, "
        f"p95 {high:.2f} ms, largest {every.max():.2f} ms"
    )
