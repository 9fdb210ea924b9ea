"""Every stop of the training race against plain loops over the file of the stored table."""

from __future__ import annotations

import gzip
import json
import math
import re
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Any

import numpy as np
import pytest
from browser.pictures import expected_points
from sqrtdk.explorer.states import MAX_BYTES, MAX_STATES, every_state
from sqrtdk.explorers import training_race
from sqrtdk.explorers.race import training_race_state

EXPLORER = training_race()
STATES = list(every_state(EXPLORER.controls))
NAMES = {"raw": "1", "root": "1/sqrt(d_k)", "full": "1/d_k"}
WORDS = {"raw": "scale 1", "root": "1/√dₖ", "full": "1/dₖ"}
RATES = [2.0**power for power in range(-10, 10)]
ALL_STEPS = [0, 1, 2, 4, 8, 16, 32, 64, 128]


@cache
def file_rows() -> list[dict[str, Any]]:
    file = resources.files("sqrtdk") / "data" / "training_race.json"
    rows: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))["rows"]
    return rows


def row_of(d_k: int, scale: str, rate: float) -> dict[str, Any]:
    wanted = (d_k, NAMES[scale], rate)
    found = [r for r in file_rows() if (r["d_k"], r["scale"], r["learning_rate"]) == wanted]
    assert len(found) == 1, wanted
    return found[0]


@cache
def loss_of(d_k: int, scale: str, rate: float, steps: int) -> float:
    row = row_of(d_k, scale, rate)
    loss = dict(zip(row["steps"], row["loss"], strict=True))[steps]
    return math.nan if loss is None else float(loss)


def best_of(d_k: int, scale: str, steps: int) -> tuple[float, float]:
    """Return the lowest loss and its learning rate, the smallest one if several share it."""
    lowest, at = math.inf, math.nan
    for rate in RATES:
        if loss_of(d_k, scale, rate, steps) < lowest:
            lowest, at = loss_of(d_k, scale, rate, steps), rate
    return lowest, at


@cache
def fewest_steps(d_k: int, scale: str) -> float:
    fewest = math.inf
    for rate in RATES:
        steps = row_of(d_k, scale, rate)["steps_to_95"]
        if steps is not None and steps < fewest:
            fewest = steps
    return fewest


def same(found: Any, wanted: Any) -> bool:
    return np.array_equal(np.asarray(found, float), np.asarray(wanted, float), equal_nan=True)


def test_the_stops_are_those_of_the_stored_table() -> None:
    steps, rates, d_k = (control.stops for control in EXPLORER.controls)
    assert list(steps) == ALL_STEPS[1:]
    assert list(rates) == RATES == sorted({row["learning_rate"] for row in file_rows()})
    assert list(d_k) == [16, 64, 256] == sorted({row["d_k"] for row in file_rows()})
    assert all(type(rate) is int for rate in rates if rate >= 1), "8 is written 8.0"
    assert {row["scale"] for row in file_rows()} == set(NAMES.values())
    assert all(row["steps"] == ALL_STEPS for row in file_rows())


def test_every_stop_is_what_the_file_says() -> None:
    for values in STATES:
        state, d_k = EXPLORER.numbers(values), values["d_k"]
        steps, chosen = values["steps"], values["learning_rate"]
        for scale in NAMES:
            by_rate = [loss_of(d_k, scale, rate, steps) for rate in RATES]
            by_steps = [loss_of(d_k, scale, chosen, one) for one in ALL_STEPS]
            assert same(state.by_rate[scale], by_rate), values
            assert same(state.by_steps[scale], by_steps), values
            assert same(state.losses[scale], loss_of(d_k, scale, chosen, steps))
            best = (state.best_losses[scale], state.best_rates[scale])
            assert best == best_of(d_k, scale, steps)
            assert state.steps_to_solve[scale] == fewest_steps(d_k, scale)


def test_every_stop_draws_what_the_file_says() -> None:
    artists = EXPLORER.artists
    for values in STATES:
        EXPLORER.update(artists, EXPLORER.numbers(values))
        d_k, steps, chosen = values["d_k"], values["steps"], values["learning_rate"]
        now = []
        for scale in NAMES:
            line = artists[f"rates_{scale}"]
            assert same(line.get_xdata(), RATES)
            assert same(line.get_ydata(), [loss_of(d_k, scale, r, steps) for r in RATES])
            line = artists[f"steps_{scale}"]
            assert same(line.get_xdata(), range(9))
            assert same(line.get_ydata(), [loss_of(d_k, scale, chosen, s) for s in ALL_STEPS])
            lowest, rate = best_of(d_k, scale, steps)
            assert artists[f"best_{scale}"].get_position()[0] == rate
            drop = artists[f"drop_{scale}"].get_xydata()
            assert same(drop[0], [rate, lowest])
            assert drop[1][0] == rate
            assert artists[f"best_{scale}"].get_position()[1] < drop[1][1] < lowest
            now.append(loss_of(d_k, scale, chosen, steps))
        assert same(artists["chosen"].get_xdata(), [chosen] * 2)
        assert same(artists["crossings"].get_xydata(), [[chosen, loss] for loss in now])
        place = ALL_STEPS.index(steps)
        assert same(artists["now"].get_xdata(), [place] * 2)
        assert same(artists["stands"].get_xydata(), [[place, loss] for loss in now])
        for name in ("rates_raw", "steps_raw"):
            low, high = artists[name].axes.get_ylim()
            assert low < min(now) <= max(now) < high


def test_words_at_neighbouring_best_rates_do_not_overlap() -> None:
    # Half the width of the words in points, at 13 points a line: "1", "1/√dₖ", "1/dₖ".
    half = {"raw": 5.0, "root": 19.0, "full": 16.0}
    for values in STATES:
        EXPLORER.update(EXPLORER.artists, EXPLORER.numbers(values))
        places = {s: expected_points(EXPLORER.artists[f"best_{s}"])[0] for s in NAMES}
        for one, other in (("raw", "root"), ("root", "full"), ("raw", "full")):
            beside = abs(places[one][0] - places[other][0]) >= half[one] + half[other]
            above = abs(places[one][1] - places[other][1]) >= 12
            assert beside or above, values


def test_what_the_pictures_are_there_to_show() -> None:
    for d_k in (16, 64, 256):
        for steps in (16, 32, 64, 128):
            rates = training_race_state(steps, 0.5, d_k).best_rates
            assert rates["raw"] < rates["root"] < rates["full"]
    resting = EXPLORER.numbers(EXPLORER.resting_values)
    start = {scale: losses[0] for scale, losses in resting.by_steps.items()}
    # The same rate for all three: one has learnt, one has hardly begun, one only got worse.
    assert resting.losses["root"] < start["root"] / 20
    assert 0.8 * start["full"] < resting.losses["full"] < start["full"]
    assert resting.losses["raw"] > start["raw"]
    # Each at its own best rate: all get there, scale 1 after several times as many steps.
    for d_k, least in ((16, 1.5), (64, 4), (256, 4)):
        solved = training_race_state(128, 0.5, d_k).steps_to_solve
        assert math.isfinite(solved["raw"])
        assert solved["raw"] > least * solved["root"]
    rates = training_race_state(16, 0.5, 64).best_rates
    assert 8 <= rates["root"] / rates["raw"] <= 32
    assert 64 <= rates["full"] / rates["raw"] <= 256


@pytest.mark.parametrize(
    ("wrong", "name"),
    [
        ((3, 0.5, 64), "steps"),
        ((0, 0.5, 64), "steps"),
        ((16, 0.3, 64), "learning_rate"),
        ((16, math.nan, 64), "learning_rate"),
        ((16, 0.5, 32), "d_k"),
    ],
)
def test_a_value_that_is_not_stored_is_refused(wrong: Any, name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} is .*; allowed are the stored values"):
        training_race_state(*wrong)


def number(words: str) -> float:
    over, _, under = words.replace(",", "").partition("/")
    return float(over) / float(under or 1)


def rounds_to(words: str, wanted: float) -> bool:
    digits = len(words.partition(".")[2])
    return abs(float(words) - wanted) <= 0.5000001 * 10**-digits


def test_the_sentence_says_the_state() -> None:
    for values in STATES:
        d_k, steps, rate = values["d_k"], values["steps"], values["learning_rate"]
        sentence = EXPLORER.readout.format(**EXPLORER.fields(EXPLORER.numbers(values)))
        parts = re.fullmatch(
            r"dₖ = (\d+), learning rate (\S+) for all three, after (\d+) (steps?): "
            r"loss (\S+) with scale 1, (\S+) with 1/√dₖ, (\S+) with 1/dₖ; lowest with (.+?)\. "
            r"Best rates for that many steps: (\S+), (\S+) and (\S+), "
            r"which is (\S+) : (\S+) : (\S+)\. "
            r"Steps until 95 % of the targets are found, each at its own fastest rate: "
            r"(\S+), (\S+) and (\S+) \(median of 32 runs\)\.",
            sentence,
        )
        assert parts, sentence
        assert (int(parts[1]), number(parts[2]), int(parts[3])) == (d_k, rate, steps)
        assert (parts[4] == "step") == (steps == 1)
        losses = {scale: loss_of(d_k, scale, rate, steps) for scale in NAMES}
        best = [best_of(d_k, scale, steps)[1] for scale in NAMES]
        for place, scale in enumerate(NAMES):
            assert rounds_to(parts[5 + place], losses[scale]), sentence
            assert number(parts[9 + place]) == best[place]
            assert number(parts[12 + place]) == best[place] / best[0]
            assert float(parts[15 + place]) == fewest_steps(d_k, scale)
        assert losses[{words: s for s, words in WORDS.items()}[parts[8]]] == min(losses.values())


def test_an_overflow_and_a_scale_that_never_gets_there_are_said_in_words() -> None:
    state = EXPLORER.numbers(EXPLORER.resting_values)
    broken = replace(
        state,
        losses=state.losses | {"root": math.nan},
        steps_to_solve=state.steps_to_solve | {"raw": math.inf},
    )
    sentence = EXPLORER.readout.format(**EXPLORER.fields(broken))
    assert "an overflow with 1/√dₖ" in sentence
    assert "lowest with 1/dₖ" in sentence
    assert "fastest rate: never, 3" in sentence


def test_each_control_moves_its_artists_by_ten_points() -> None:
    for control in EXPLORER.controls:
        places = []
        for stop in (control.stops[0], control.stops[-1]):
            values = EXPLORER.resting_values | {control.name: stop}
            EXPLORER.update(EXPLORER.artists, EXPLORER.numbers(values))
            places.append({n: expected_points(EXPLORER.artists[n]) for n in control.moves})
        for name in control.moves:
            moved = np.hypot(*(places[1][name] - places[0][name]).T).max()
            assert moved >= 10, f"{control.name} moves {name} by {moved:.1f}"


def test_the_table_shows_that_at_each_rate_another_scale_is_ahead() -> None:
    rows = [EXPLORER.resting_values | dict(row) for row in EXPLORER.table]
    said = [EXPLORER.fields(EXPLORER.numbers(values)) for values in rows]
    assert set(dict(EXPLORER.columns)) - {"steps", "learning_rate"} <= set(said[0])
    early = [fields["ahead"] for fields, row in zip(said, rows, strict=True) if row["steps"] == 16]
    assert early == list(WORDS.values())


def test_the_budget() -> None:
    assert len(STATES) == 8 * 20 * 3 <= MAX_STATES
    assert len(gzip.compress(EXPLORER.html().encode(), mtime=0)) <= MAX_BYTES
