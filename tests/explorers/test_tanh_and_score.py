"""Every stop of the tanh explorer against a continued fraction and decimals of 40 digits."""

from __future__ import annotations

import gzip
import random
import re
from decimal import Decimal, localcontext

import numpy as np
import pytest
from browser.pictures import expected_points
from sqrtdk.explorer.states import MAX_BYTES, MAX_STATES, every_state
from sqrtdk.explorers import tanh_and_score

EXPLORER = tanh_and_score()
STATES = list(every_state(EXPLORER.controls))
POWER = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-")
NUMBER = re.compile(r"(?:=|misses|says) (−?[\d.,]*\d)(?:·10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?")


def tanh(x: float) -> Decimal:
    """Lambert's continued fraction x / (1 + x² / (3 + x² / (5 + ...)))."""
    with localcontext() as context:
        context.prec = 40
        exact, below = Decimal(x), Decimal(0)
        for odd in range(121, 0, -2):
            below = exact * exact / (odd + below)
        # The last step divided x² by the whole of the fraction.
        return below / exact if exact else exact


def oracle(x: float) -> dict[str, Decimal]:
    """Return everything the explorer shows."""
    with localcontext() as context:
        context.prec = 40
        exact = Decimal(x)
        return {
            "x": exact,
            "rise": exact.exp(),
            "fall": (-exact).exp(),
            "value": tanh(x),
            "missing": 1 - abs(tanh(x)),
            "near": 2 * (-2 * abs(exact)).exp(),
        }


def test_stops_run_from_minus_6_to_6_in_tenths() -> None:
    wanted = [float(Decimal(i) / 10) for i in range(-60, 61)]
    assert [values["x"] for values in STATES] == wanted
    assert EXPLORER.resting_values == {"x": 1.8}


def test_the_numbers_at_every_stop_and_between() -> None:
    xs = [values["x"] for values in STATES]
    xs += np.random.default_rng(2).uniform(-6, 6, 40).tolist()
    for x in xs:
        state = EXPLORER.numbers({"x": x})
        for name, value in oracle(x).items():
            # The difference of two exponentials is off by a few units of 2e-16, not more.
            wanted = pytest.approx(float(value), rel=4e-15, abs=4e-16)
            assert getattr(state, name) == wanted, (x, name)


def test_the_numbers_of_the_notes() -> None:
    state = EXPLORER.numbers({"x": 1.8})
    rounded = [round(v, 4) for v in (state.value, state.rise, state.fall, state.missing)]
    assert rounded == [0.9468, 6.0496, 0.1653, 0.0532]


def test_the_artists_hold_every_stop() -> None:
    artists = EXPLORER.artists
    for values in STATES:
        x = values["x"]
        wanted = {name: float(value) for name, value in oracle(x).items()}
        EXPLORER.frame(values)
        for artist, name in (("value", "value"), ("exact", "missing"), ("near", "near")):
            place = artists[artist].get_xydata()[0]
            assert place == pytest.approx([x, wanted[name]], rel=4e-15, abs=4e-16)
        low, high = sorted(artists["missing"].get_ydata())
        assert high - low == pytest.approx(wanted["missing"], abs=4e-16)
        assert max(abs(low), abs(high)) == 1
        assert list(artists["missing"].get_xdata()) == [x, x]


@pytest.mark.parametrize(
    ("artist", "curves"), [("value", ["value"]), ("exact", ["near", "missing"])]
)
def test_the_standing_curves(artist: str, curves: list[str]) -> None:
    lines = [line for line in EXPLORER.artists[artist].axes.lines if len(line.get_xdata()) > 99]
    assert len(lines) == len(curves)
    for line, name in zip(lines, curves, strict=True):
        for x, height in line.get_xydata():
            assert height == pytest.approx(float(oracle(x)[name]), rel=4e-15, abs=4e-16)


def test_the_bounds_stand_at_minus_1_and_1() -> None:
    lines = EXPLORER.artists["value"].axes.lines
    flat = [set(line.get_ydata()) for line in lines if len(line.get_xdata()) == 2]
    assert {-1} in flat
    assert {1} in flat


def test_the_sentence_says_the_state() -> None:
    for values in [{"x": 1.8}, {"x": 0.0}, {"x": -6.0}, *random.Random(4).sample(STATES, 40)]:
        wanted = oracle(values["x"])
        sentence = EXPLORER.readout.format(**EXPLORER.frame(values)[1])
        said = NUMBER.findall(sentence)
        truth = [wanted[name] for name in ("x", "rise", "fall", "value")]
        truth += [Decimal(-1 if values["x"] < 0 else 1), wanted["missing"], wanted["near"]]
        assert len(said) == len(truth), sentence
        for (digits, power), value in zip(said, truth, strict=True):
            number = Decimal(digits.translate(POWER).replace(",", ""))
            unit = Decimal(1).scaleb(number.as_tuple().exponent)
            scale = Decimal(10) ** int(power.translate(POWER) or 0)
            assert abs(number * scale - value) <= Decimal("0.5001") * unit * scale, sentence


def test_the_control_moves_what_it_names() -> None:
    (control,) = EXPLORER.controls
    places = []
    for stop in (control.stops[0], control.stops[-1]):
        EXPLORER.frame({"x": stop})
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
