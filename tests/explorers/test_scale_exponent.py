"""Every stop of the power of the dimension against plain formulas on the same draws."""

from __future__ import annotations

import gzip
import math
import random
import re
from functools import cache
from typing import Any

import numpy as np
import pytest
from browser.pictures import expected_points
from sqrtdk.explorer.states import MAX_BYTES, MAX_STATES, every_state
from sqrtdk.explorers import scale_exponent
from sqrtdk.explorers.exponent import scale_exponent_state

EXPLORER = scale_exponent()
STATES = list(every_state(EXPLORER.controls))
SEED, ROWS, MOST_KEYS = 20_643, 400, 64
DIMENSIONS = (1, 4, 16, 64, 256, 1024)
N_SAMPLES = 5


@cache
def draws(sample: int) -> tuple[np.ndarray, np.ndarray]:
    """Standard normal z, a row for each query, and the lengths of the queries by dimension."""
    rng = np.random.default_rng([SEED, sample])
    z = rng.standard_normal((ROWS, MOST_KEYS))
    return z, np.sqrt(rng.chisquare(DIMENSIONS, (ROWS, len(DIMENSIONS))))


def divided(exponent: float, n_keys: int, sample: int, d_k: int) -> np.ndarray:
    z, lengths = draws(sample)
    length = lengths[:, DIMENSIONS.index(d_k)] * math.exp(-exponent * math.log(d_k))
    return z[:, :n_keys] * length[:, np.newaxis]


def largest_weights(scores: np.ndarray) -> np.ndarray:
    """Of each row: one over the sum of the exponentials of what every score falls short by."""
    return 1 / np.exp(scores - scores.max(axis=1, keepdims=True)).sum(axis=1)


def loop_weights(scores: list[float]) -> list[float]:
    top = max(scores)
    terms = [math.exp(score - top) for score in scores]
    return sorted((term / math.fsum(terms) for term in terms), reverse=True)


def test_the_stops_are_those_of_the_design() -> None:
    exponents, n_keys, samples = (control.stops for control in EXPLORER.controls)
    assert np.allclose(exponents, np.arange(21) / 20, rtol=0, atol=1e-15)
    assert EXPLORER.controls[0].keys[3] == "0.15"
    assert n_keys == (8, 64)
    assert len(samples) == N_SAMPLES


def test_every_stop_is_drawn_as_plain_formulas_find_it() -> None:
    artists = EXPLORER.artists
    for values in STATES:
        scores = [divided(d_k=d, **values) for d in DIMENSIONS]
        state = EXPLORER.numbers(values)
        EXPLORER.update(artists, state)
        largest = [largest_weights(s).mean() for s in scores]
        spread = [math.sqrt((s**2).mean() - s.mean() ** 2) for s in scores]
        theory = [math.sqrt(d) / d ** values["exponent"] for d in DIMENSIONS]
        for name, wanted in (
            ("largest", largest),
            ("trend", largest),
            ("sample_spread", spread),
            ("spread", theory),
        ):
            assert tuple(artists[name].get_xdata()) == DIMENSIONS
            assert np.allclose(artists[name].get_ydata(), wanted, rtol=1e-10, atol=0), name
            if name != "trend":
                numbers = getattr(state, name)
                assert np.allclose(numbers, wanted, rtol=1e-10, atol=0), name
        for name in ("even", "row_even"):
            assert artists[name].get_ydata() == [1 / values["n_keys"]] * 2


def test_every_stop_shows_the_largest_weights_of_one_row() -> None:
    for values in STATES:
        EXPLORER.update(EXPLORER.artists, EXPLORER.numbers(values))
        corners = EXPLORER.artists["rows"].get_path().vertices.reshape(3, 8, 5, 2)
        assert np.all(corners[..., (0, 3, 4), 1] == 0)
        for group, d_k in enumerate((4, 64, 1024)):
            first = divided(d_k=d_k, **values)[0].tolist()
            wanted = loop_weights(first)[:8]
            for side in (1, 2):
                assert np.allclose(corners[group, :, side, 1], wanted, rtol=1e-10, atol=1e-300)
            left, right = corners[group, :, 0, 0], corners[group, :, 3, 0]
            assert np.all(left[1:] > right[:-1]), "two bars overlap"
            assert group < left[0]
            assert right[-1] < group + 1


def test_the_dots_are_within_four_standard_errors_of_the_line() -> None:
    for values in STATES:
        state = EXPLORER.numbers(values)
        n_keys = values["n_keys"]
        # One row's mean square is a chi-square over d times one over n: variance of the product
        # of the two, (1 + 2/d)(1 + 2/n) - 1 for a law of mean 1. Half of it, relatively, for SD.
        for d_k, found, wanted in zip(DIMENSIONS, state.sample_spread, state.spread, strict=True):
            error = math.sqrt(((1 + 2 / d_k) * (1 + 2 / n_keys) - 1) / ROWS) / 2
            assert abs(found / wanted - 1) < 4 * error, values


@pytest.mark.parametrize(
    ("n_keys", "d_k", "exponent", "published", "half_unit"),
    [
        # From large simulations and closed forms; half a unit of the last digit.
        (8, 64, 0.0, 0.875, 5e-4),
        (8, 64, 0.5, 0.360, 5e-4),
        (8, 64, 1.0, 0.1485, 5e-4),
        (64, 1, 0.0, 0.098, 1e-3),
        (64, 4, 0.0, 0.275, 1e-3),
        (64, 16, 0.0, 0.578, 1e-3),
        (64, 64, 0.0, 0.791, 1e-3),
        (64, 256, 0.0, 0.897, 1e-3),
        (64, 4, 0.5, 0.105, 1e-3),
        (64, 64, 0.5, 0.107, 1e-3),
        (64, 256, 0.5, 0.107, 1e-3),
        (64, 64, 1.0, 0.0208, 5e-5),
    ],
)
def test_the_mean_largest_weight_is_the_audited_one(
    n_keys: int, d_k: int, exponent: float, published: float, half_unit: float
) -> None:
    at = DIMENSIONS.index(d_k)
    shown = [
        scale_exponent_state(exponent, n_keys, sample).largest[at] for sample in range(N_SAMPLES)
    ]
    rows = np.concatenate(
        [largest_weights(divided(exponent, n_keys, s, d_k)) for s in range(N_SAMPLES)]
    )
    error = rows.std(ddof=1) / math.sqrt(len(rows))
    assert abs(np.mean(shown) - published) < 4 * error + half_unit


def test_too_little_climbs_the_root_is_level_and_too_much_falls_to_the_even_share() -> None:
    for n_keys in (8, 64):
        for sample in range(N_SAMPLES):
            raw, root, full = (
                scale_exponent_state(a, n_keys, sample).largest for a in (0.0, 0.5, 1.0)
            )
            assert np.all(np.diff(raw) > 0)
            assert np.all(np.diff(full) < 0)
            assert raw[-1] > 0.9
            assert full[-1] < 1.2 / n_keys
            assert abs(root[-1] / root[2] - 1) < 0.12


def test_the_row_shown_first_is_as_typical_as_the_docstring_says() -> None:
    lengths = draws(0)[1][0, [1, 3, 5]] / np.sqrt([4, 64, 1024])
    assert np.all(np.abs(lengths - 1) < 0.1)
    for n_keys, mean, near in ((8, 0.360, 0.04), (64, 0.107, 0.02)):
        shown = scale_exponent_state(0.5, n_keys, 0).rows[:, 0]
        assert np.all(np.abs(shown - mean) < near)


def test_any_value_of_the_range_has_a_state() -> None:
    for values in (
        {"exponent": 0.37, "n_keys": 8, "sample": 11},
        {"exponent": 0.501, "n_keys": 9},
    ):
        full = {"sample": 0} | values
        state = scale_exponent_state(**full)
        wanted = [largest_weights(divided(d_k=d, **full)).mean() for d in DIMENSIONS]
        assert np.allclose(state.largest, wanted)


@pytest.mark.parametrize(
    ("wrong", "name"),
    [
        ((-0.1, 8, 0), "exponent"),
        ((1.1, 8, 0), "exponent"),
        ((math.nan, 8, 0), "exponent"),
        ((0.5, 7, 0), "n_keys"),
        ((0.5, 65, 0), "n_keys"),
    ],
)
def test_a_value_outside_the_range_is_refused(wrong: Any, name: str) -> None:
    with pytest.raises(ValueError, match=name):
        scale_exponent_state(*wrong)


def test_the_sentence_says_the_state() -> None:
    for values in random.Random(6).sample(STATES, 60):
        fields = EXPLORER.fields(EXPLORER.numbers(values))
        sentence = EXPLORER.readout.format(**fields)
        weights = re.findall(
            r"averages (0\.\d+) at dₖ = 4, (0\.\d+) at 64 and (0\.\d+|1\.000) at", sentence
        )
        for said, d_k in zip(weights[0], (4, 64, 1024), strict=True):
            found = largest_weights(divided(d_k=d_k, **values)).mean()
            assert abs(float(said) - found) <= 0.0005000001
        exponent = values["exponent"]
        assert f"Divided by dₖ^{exponent:.2f}" in sentence
        assert f"of {values['n_keys']} weights" in sentence
        assert ("= √dₖ, the" in sentence) == (exponent == 0.5)
        if exponent == 0.5:
            assert sentence.endswith("stays at 1.")
        else:
            power = re.search(r"goes as dₖ\^(−?\d\.\d\d)\.$", sentence)
            assert power
            assert float(power[1].replace("−", "-")) == pytest.approx(0.5 - exponent, abs=1e-9)


def test_each_control_moves_its_artists() -> None:
    for control in EXPLORER.controls:
        places = []
        for stop in (control.stops[0], control.stops[-1]):
            values = EXPLORER.resting_values | {control.name: stop}
            EXPLORER.update(EXPLORER.artists, EXPLORER.numbers(values))
            places.append({n: expected_points(EXPLORER.artists[n]) for n in control.moves})
        least = 0.1 if control.kind == "draw" else 10
        for name in control.moves:
            moved = np.hypot(*(places[1][name] - places[0][name]).T).max()
            assert moved >= least, f"{control.name} moves {name} by {moved:.1f}"


def test_the_budget() -> None:
    assert len(STATES) == 21 * 2 * 5 <= MAX_STATES
    assert len(gzip.compress(EXPLORER.html().encode(), mtime=0)) <= MAX_BYTES
