"""Every stop of the two-key explorer against hyperbolic functions of 40 digits."""

from __future__ import annotations

import gzip
import random
import re
from typing import Any

import mpmath
import numpy as np
import pytest
from browser.pictures import expected_points
from sqrtdk.explorer.states import MAX_BYTES, MAX_STATES, every_state
from sqrtdk.explorers import two_key_gap

EXPLORER = two_key_gap()
STATES = list(every_state(EXPLORER.controls))
POWER = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-")
NUMBER = re.compile(r"(−?[\d,]*\d(?:\.\d+)?)(?:·10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?(?![\d₁₂])")


def oracle(gap: float) -> dict[str, Any]:
    """Weights by tanh, slope by sech, ratio by cosh."""
    with mpmath.workdps(40):
        half = mpmath.mpf(gap) / 2
        return {
            "weights": ((1 + mpmath.tanh(half)) / 2, (1 - mpmath.tanh(half)) / 2),
            "slope": mpmath.sech(half) ** 2 / 4,
            "near": mpmath.e ** -abs(mpmath.mpf(gap)),
            "ratio": mpmath.cosh(half) ** 2,
        }


def numbers_in(sentence: str) -> list[tuple[float, float]]:
    """Return each number of a sentence with half a unit of its last digit."""
    found = []
    for digits, power in NUMBER.findall(sentence):
        scale = 10.0 ** int(power.translate(POWER) or 0)
        plain = digits.translate(POWER).replace(",", "")
        decimals = len(plain.partition(".")[2])
        found.append((float(plain) * scale, 0.5001 * 10.0**-decimals * scale))
    return found


def test_stops_run_from_minus_12_to_12_in_quarters() -> None:
    assert [values["gap"] for values in STATES] == [-12 + i / 4 for i in range(97)]
    assert EXPLORER.resting_values == {"gap": 8.0}


def test_the_numbers_at_every_stop_and_between() -> None:
    gaps = [values["gap"] for values in STATES]
    gaps += np.random.default_rng(1).uniform(-12, 12, 40).tolist()
    for gap in gaps:
        state, wanted = EXPLORER.numbers({"gap": gap}), oracle(gap)
        for name in ("slope", "near", "ratio"):
            assert getattr(state, name) == pytest.approx(float(wanted[name]), rel=2e-15)
        assert state.weights == pytest.approx([float(w) for w in wanted["weights"]], rel=2e-15)


def test_the_artists_hold_every_stop() -> None:
    artists = EXPLORER.artists
    for values in STATES:
        gap, wanted = values["gap"], oracle(values["gap"])
        EXPLORER.frame(values)
        weight, slope, near = (float(wanted[n]) for n in ("slope", "slope", "near"))
        weight = float(wanted["weights"][0])
        assert artists["weight"].get_xydata()[0] == pytest.approx([gap, weight], rel=1e-14)
        assert artists["exact"].get_xydata()[0] == pytest.approx([gap, slope], rel=1e-14)
        assert artists["near"].get_xydata()[0] == pytest.approx([gap, near], rel=1e-14)
        (x0, y0), (x1, y1) = artists["tangent"].get_xydata()
        assert (y1 - y0) / (x1 - x0) == pytest.approx(slope, abs=1e-15)
        assert ((x0 + x1) / 2, (y0 + y1) / 2) == pytest.approx((gap, weight), rel=1e-13)
        low, high = artists["drop"].get_ydata()
        assert high == pytest.approx(0.25, rel=1e-14)
        assert high / low == pytest.approx(float(wanted["ratio"]), rel=1e-13)


@pytest.mark.parametrize(
    ("artist", "curves"), [("weight", ["weight"]), ("exact", ["near", "slope"])]
)
def test_the_standing_curves(artist: str, curves: list[str]) -> None:
    lines = [line for line in EXPLORER.artists[artist].axes.lines if len(line.get_xdata()) > 99]
    assert len(lines) == len(curves)
    for line, name in zip(lines, curves, strict=True):
        for gap, height in line.get_xydata():
            wanted = oracle(gap)
            value = wanted["weights"][0] if name == "weight" else wanted[name]
            assert height == pytest.approx(float(value), rel=1e-13)


def test_the_sentence_says_the_state() -> None:
    for values in [{"gap": 8.0}, {"gap": 0.0}, *random.Random(3).sample(STATES, 40)]:
        wanted = oracle(values["gap"])
        sentence = EXPLORER.readout.format(**EXPLORER.frame(values)[1])
        sentence = sentence.replace("p₁(1 − p₁)", "").replace("At Δ = 0 the slope", "")
        said = numbers_in(sentence)
        truth = [values["gap"], *wanted["weights"], wanted["slope"], wanted["near"]]
        truth.append(wanted["ratio"])
        assert len(said) == len(truth), sentence
        for (number, half_a_unit), value in zip(said, truth, strict=True):
            assert abs(number - float(value)) <= half_a_unit, sentence


def test_the_resting_sentence_has_the_number_of_the_notes() -> None:
    fields = EXPLORER.frame({"gap": 8.0})[1]
    assert fields["ratio"] == mpmath.nstr(mpmath.cosh(4) ** 2, 4)


def test_the_control_moves_what_it_names() -> None:
    (control,) = EXPLORER.controls
    places = []
    for stop in (control.stops[0], control.stops[-1]):
        EXPLORER.frame({"gap": stop})
        places.append({name: expected_points(EXPLORER.artists[name]) for name in control.moves})
    for name in control.moves:
        assert np.hypot(*(places[1][name] - places[0][name]).T).max() >= 10, name


def test_the_hand_takes_the_dot_where_it_is() -> None:
    (drag,) = EXPLORER.drags
    for values in STATES:
        EXPLORER.frame(values)
        assert drag.place(**values) == tuple(EXPLORER.artists[drag.artist].get_xydata()[0])


def test_budget() -> None:
    assert len(STATES) <= MAX_STATES
    assert len(gzip.compress(EXPLORER.html().encode())) <= MAX_BYTES
