"""Every stop of the map of the largest weight against other integrals and simulated rows."""

from __future__ import annotations

import gzip
import itertools
import math
import re
from functools import cache
from typing import Any

import numpy as np
import pytest
from browser.pictures import expected_points
from scipy import stats
from scipy.special import expit
from sqrtdk.explorer.states import MAX_BYTES, MAX_STATES, every_state
from sqrtdk.explorers import saturation_map
from sqrtdk.explorers.saturation import saturation_map_state

EXPLORER = saturation_map()
STATES = list(every_state(EXPLORER.controls))
DIMENSIONS = tuple(2**i for i in range(11))
KEY_COUNTS = tuple(2**i for i in range(1, 11))
POWERS = {"raw": 0.0, "root": 0.5, "full": 1.0}
ROWS = 2_000
SPARSE = 5e-5
"""Error of the rule with 24 quantiles of the length, seen where the exact value is known."""


@cache
def gauss(count: int, low: float, high: float) -> tuple[np.ndarray, np.ndarray]:
    """Places and weights of Gauss and Legendre."""
    x, w = np.polynomial.legendre.leggauss(count)
    return low + (high - low) * (x + 1) / 2, w * (high - low) / 2


HEIGHT, HEIGHT_WEIGHTS = gauss(96, -6, 7)
LOG_T, LOG_T_WEIGHTS = gauss(96, -18, 3.7)
PARTS = [gauss(40, low, high) for low, high in ((0, 0.3), (0.3, 3), (3, 13))]
DROP, DROP_WEIGHTS = (np.concatenate(part) for part in zip(*PARTS, strict=True))
HEIGHT_DENSITY = stats.norm.pdf(HEIGHT) * HEIGHT_WEIGHTS
BELOW = stats.norm.pdf(HEIGHT - DROP[:, np.newaxis]) * DROP_WEIGHTS[:, np.newaxis]


@cache
def at_spread(spread: float) -> np.ndarray:
    """Mean of one over the sum of exp(σ(z_j − largest z)) for each n, as an integral over t."""
    t = np.exp(LOG_T)
    other = np.exp(-t[:, np.newaxis] * np.exp(-spread * DROP)) @ BELOW
    found, others = [], other
    for n_keys in KEY_COUNTS:
        found.append(n_keys * (LOG_T_WEIGHTS * t * np.exp(-t)) @ others @ HEIGHT_DENSITY)
        others = others**2 * other  # one key fewer than twice as many
    return np.array(found)


@cache
def by_quantiles(scale: str, d_k: int) -> np.ndarray:
    """Mean over the length of the query, at its quantiles."""
    p, weights = gauss(24, 0, 1)
    spreads = stats.chi.ppf(p, d_k) * d_k ** -POWERS[scale]
    return weights @ np.array([at_spread(float(spread)) for spread in spreads])


def two_keys(spread: float) -> float:
    """Mean larger weight of two keys: the sigmoid of the size of a normal gap."""
    total = 0.0
    for low, high in ((0, 0.2), (0.2, 2), (2, 12)):
        x, weights = gauss(60, low, high)
        total += float(weights @ (2 * stats.norm.pdf(x) * expit(math.sqrt(2) * spread * x)))
    return total


def three_keys(spread: float) -> float:
    """The same for three keys, in polar coordinates of the plane without their mean."""
    size, size_weights = gauss(120, 0, 10)
    angle, angle_weights = gauss(60, 0, math.pi / 3)
    directions = np.cos(angle[:, np.newaxis] - 2 * math.pi / 3 * np.arange(3))
    gaps = (directions - directions[:, :1]) * math.sqrt(2 / 3) * spread
    largest = 1 / np.exp(size[:, np.newaxis, np.newaxis] * gaps).sum(axis=-1)
    density = size_weights * size * np.exp(-(size**2) / 2)
    return float(density @ largest @ angle_weights) * 3 / math.pi


def over_lengths(at: Any, scale: str, d_k: int) -> float:
    """Integrate over the density of the length of the query."""
    divisor = d_k ** POWERS[scale]
    middle = math.sqrt(d_k)
    parts = [max(0.0, middle - 7), max(0.0, middle - 1), middle + 1, middle + 7]
    total = 0.0
    for low, high in itertools.pairwise(parts):
        lengths, weights = gauss(30, low, high)
        values = np.array([at(float(length) / divisor) for length in lengths])
        total += float((weights * stats.chi.pdf(lengths, d_k)) @ values)
    return total


@cache
def simulated() -> dict[tuple[str, int], tuple[np.ndarray, np.ndarray]]:
    """Mean largest weight and its standard error for each n, from simulated rows."""
    rng = np.random.default_rng(5)
    found = {}
    for d_k in DIMENSIONS:
        z = rng.standard_normal((ROWS, max(KEY_COUNTS)))
        lengths = np.sqrt(rng.chisquare(d_k, ROWS))
        for scale, power in POWERS.items():
            terms = np.exp((lengths / d_k**power)[:, np.newaxis] * z)
            firsts = [terms[:, :n] for n in KEY_COUNTS]
            rows = np.array([part.max(axis=1) / part.sum(axis=1) for part in firsts])
            found[scale, d_k] = rows.mean(axis=1), rows.std(axis=1, ddof=1) / math.sqrt(ROWS)
    return found


def oracle_map(scale: str) -> np.ndarray:
    return np.array([by_quantiles(scale, d_k) for d_k in DIMENSIONS]).T


def test_the_stops_are_those_of_the_design() -> None:
    scales, dimensions, n_keys = (control.stops for control in EXPLORER.controls)
    assert scales == ("raw", "root", "full")
    assert dimensions == DIMENSIONS
    assert n_keys == KEY_COUNTS
    assert saturation_map_state(**EXPLORER.resting_values).largest > 0.75


def test_every_stop_is_drawn_as_another_integral_finds_it() -> None:
    artists = EXPLORER.artists
    maps = {scale: oracle_map(scale) for scale in POWERS}
    for values in STATES:
        scale, d_k, n_keys = values["scale"], values["d_k"], values["n_keys"]
        row, column = KEY_COUNTS.index(n_keys), DIMENSIONS.index(d_k)
        state = EXPLORER.numbers(values)
        EXPLORER.update(artists, state)
        shown = np.asarray(artists["map"].get_array())[::-1]
        assert np.abs(shown - maps[scale]).max() < SPARSE
        assert abs(state.largest - maps[scale][row, column]) < SPARSE
        for name in POWERS:
            for ending, wanted in (("d", maps[name][row]), ("n", maps[name][:, column])):
                line = artists[f"{name}_{ending}"]
                assert tuple(line.get_xdata()) == (DIMENSIONS if ending == "d" else KEY_COUNTS)
                assert np.abs(line.get_ydata() - wanted).max() < SPARSE, (name, values)
                if name == scale:
                    thick = artists[f"chosen_{ending}"].get_ydata()
                    assert np.array_equal(thick, line.get_ydata())
        for ending, place in (("d", d_k), ("n", n_keys)):
            at = artists[f"dot_{ending}"].get_xydata()[0]
            assert at[0] == place
            assert abs(at[1] - maps[scale][row, column]) < SPARSE


def test_the_cells_stand_where_the_axes_say() -> None:
    left, right, bottom, top = EXPLORER.artists["map"].get_extent()
    assert (right - left) / len(DIMENSIONS) == (top - bottom) / len(KEY_COUNTS) == 1
    for values in STATES:
        EXPLORER.update(EXPLORER.artists, EXPLORER.numbers(values))
        x, y = EXPLORER.artists["here"].get_xydata()[0]
        assert 2**x == values["d_k"]
        assert 2**y == values["n_keys"]
        column, row = math.floor(x - left), math.floor(top - y)
        state = EXPLORER.numbers(values)
        cell = float(np.asarray(EXPLORER.artists["map"].get_array())[row, column])
        assert cell == state.largest


@pytest.mark.parametrize("scale", POWERS)
@pytest.mark.parametrize("d_k", DIMENSIONS)
def test_two_and_three_keys_are_exact(scale: str, d_k: int) -> None:
    for n_keys, at in ((2, two_keys), (3, three_keys)):
        wanted = over_lengths(at, scale, d_k)
        assert saturation_map_state(scale, d_k, n_keys).largest == pytest.approx(wanted, abs=1e-7)
        if n_keys == 2:
            assert abs(by_quantiles(scale, d_k)[0] - wanted) < SPARSE


def test_every_stop_is_within_four_standard_errors_of_simulated_rows() -> None:
    for values in STATES:
        means, errors = simulated()[values["scale"], values["d_k"]]
        row = KEY_COUNTS.index(values["n_keys"])
        found = saturation_map_state(**values).largest
        assert abs(found - means[row]) < 4 * errors[row], values


def test_whole_queries_and_keys_give_the_same() -> None:
    rng = np.random.default_rng(9)
    for scale, d_k, n_keys in (("raw", 4, 8), ("raw", 16, 5), ("root", 3, 6), ("full", 8, 4)):
        rows = []
        for _ in range(2_000):
            query, keys = rng.standard_normal(d_k), rng.standard_normal((n_keys, d_k))
            scores = (keys @ query / d_k ** POWERS[scale]).tolist()
            terms = [math.exp(score - max(scores)) for score in scores]
            rows.append(1 / math.fsum(terms))
        error = np.std(rows, ddof=1) / math.sqrt(len(rows))
        found = saturation_map_state(scale, d_k, n_keys).largest
        assert abs(np.mean(rows) - found) < 4 * error


@pytest.mark.parametrize(
    ("scale", "n_keys", "published"),
    [
        # For d_k = 64, from 250,000 rows.
        ("raw", 2, "0.951"),
        ("raw", 8, "0.875"),
        ("raw", 16, "0.8445"),
        ("raw", 64, "0.791"),
        ("raw", 128, "0.768"),
        ("raw", 512, "0.725"),
        ("raw", 1024, "0.7055"),
        ("root", 2, "0.724"),
        ("root", 8, "0.360"),
        ("root", 64, "0.107"),
        ("root", 512, "0.027"),
        ("root", 1024, "0.0164"),
        ("full", 8, "0.1485"),
        ("full", 64, "0.0208"),
        ("full", 1024, "0.0015"),
    ],
)
def test_the_audited_values(scale: str, n_keys: int, published: str) -> None:
    half_unit = 10.0 ** -len(published.partition(".")[2]) / 2
    found = saturation_map_state(scale, 64, n_keys).largest
    # No variance of a number between 1/n and 1 is above (1 - mean)(mean - 1/n).
    error = math.sqrt((1 - found) * (found - 1 / n_keys) / 250_000)
    assert abs(found - float(published)) < 4 * error + half_unit


def test_the_freezing_line_is_where_the_spread_is_the_root_of_two_ln_n() -> None:
    artists = EXPLORER.artists
    for values in STATES:
        state = EXPLORER.numbers(values)
        EXPLORER.update(artists, state)
        freezing = 2 * math.log(values["n_keys"])
        assert artists["freezing"].get_xdata() == pytest.approx([freezing, freezing])
        assert state.freezing_spread**2 == pytest.approx(freezing)
        assert state.spread == pytest.approx(values["d_k"] ** (0.5 - POWERS[values["scale"]]))
        for name in ("line", "line_edge"):
            x, y = (np.asarray(part, dtype=float) for part in artists[name].get_data())
            if values["scale"] == "raw":
                assert np.allclose(2**x, 2 * np.log(2**y), rtol=1e-12, atol=0)
                assert (y.min(), y.max()) == (0.5, 10.5)
            else:
                assert np.isnan(x).all()
        assert bool(artists["line_words"].get_text()) == (values["scale"] == "raw")


def test_the_root_makes_the_map_level_and_nothing_else_does() -> None:
    raw, root, full = (saturation_map_state(scale, 64, 64).grid for scale in POWERS)
    assert np.all(np.diff(raw, axis=1) > 0)
    assert np.all(np.diff(full, axis=1) < 0)
    assert np.abs(root[:, 4:] / root[:, -1:] - 1).max() < 0.05
    assert all(np.all(np.diff(grid, axis=0) < 0) for grid in (raw, root, full))


def test_no_name_covers_another_and_none_leaves_the_picture() -> None:
    for values in STATES:
        EXPLORER.update(EXPLORER.artists, EXPLORER.numbers(values))
        for ending in ("d", "n"):
            words = [EXPLORER.artists[f"{scale}_{ending}_words"] for scale in POWERS]
            heights = sorted(float(expected_points(word)[0, 1]) for word in words)
            assert np.diff(heights).min() > 12
            assert heights[0] > 20
            assert heights[-1] < words[0].figure.get_figheight() * 72 - 40


@pytest.mark.parametrize(
    ("wrong", "name"),
    [
        (("half", 64, 64), "scale"),
        (("raw", 0, 64), "d_k"),
        (("raw", 1025, 64), "d_k"),
        (("raw", 64, 1), "n_keys"),
        (("raw", 64, 1025), "n_keys"),
        (("raw", 64, 2.5), "n_keys"),
    ],
)
def test_a_value_outside_the_range_is_refused(wrong: Any, name: str) -> None:
    with pytest.raises(ValueError, match=name):
        saturation_map_state(*wrong)


def test_the_sentence_says_the_state() -> None:
    pattern = re.compile(
        r"dₖ = ([\d,]+), ([\d,]+) keys, scores (not divided|divided by √dₖ|divided by dₖ): the "
        r"largest weight is ([\d.]+) on average, where an even share is ([\d.]+)\. The standard "
        r"deviation of the scores is ([\d.]+), (beyond|short of) the freezing point "
        r"√\(2 ln n\) = ([\d.]+): the row is (frozen|not frozen)\."
    )
    words = {"raw": "not divided", "root": "divided by √dₖ", "full": "divided by dₖ"}
    for values in STATES:
        sentence = EXPLORER.readout.format(**EXPLORER.fields(EXPLORER.numbers(values)))
        said = pattern.fullmatch(sentence)
        assert said, sentence
        scale, d_k, n_keys = values["scale"], values["d_k"], values["n_keys"]
        assert int(said[1].replace(",", "")) == d_k
        assert int(said[2].replace(",", "")) == n_keys
        assert said[3] == words[scale]
        wanted = by_quantiles(scale, d_k)[KEY_COUNTS.index(n_keys)]
        half_unit = 10.0 ** -len(said[4].partition(".")[2]) / 2
        assert abs(float(said[4]) - wanted) < half_unit + SPARSE
        assert float(said[5]) == pytest.approx(1 / n_keys, rel=5e-3)
        spread, freezing = d_k ** (0.5 - POWERS[scale]), math.sqrt(2 * math.log(n_keys))
        assert float(said[6]) == pytest.approx(spread, abs=0.005001 if spread >= 1 else 0.000501)
        assert float(said[8]) == pytest.approx(freezing, abs=0.005001)
        beyond = scale == "raw" and d_k > 2 * math.log(n_keys)
        assert said[7] == ("beyond" if beyond else "short of")
        assert said[9] == ("frozen" if beyond else "not frozen")


def test_each_control_moves_its_artists() -> None:
    for control in EXPLORER.controls:
        places = []
        for stop in (control.stops[0], control.stops[-1]):
            values = EXPLORER.resting_values | {control.name: stop}
            EXPLORER.update(EXPLORER.artists, EXPLORER.numbers(values))
            cells = np.asarray(EXPLORER.artists["map"].get_array()).copy()
            moving = [name for name in control.moves if name != "map"]
            places.append(({n: expected_points(EXPLORER.artists[n]) for n in moving}, cells))
        for name in places[0][0]:
            before, after = places[0][0][name], places[1][0][name]
            if len(before) == 0 or len(after) == 0:
                assert len(before) != len(after), name
                continue
            moved = np.hypot(*(after - before).T).max()
            assert moved >= 10, f"{control.name} moves {name} by {moved:.1f}"
        if "map" in control.moves:
            assert np.abs(places[0][1] - places[1][1]).max() > 0.1


def test_the_rows_of_the_table() -> None:
    assert len(EXPLORER.table) == 9
    for values in EXPLORER.table:
        fields = EXPLORER.fields(EXPLORER.numbers(EXPLORER.resting_values | values))
        wanted = by_quantiles(values["scale"], values["d_k"])
        found = float(fields["largest"])
        assert found == pytest.approx(wanted[KEY_COUNTS.index(values["n_keys"])], abs=6e-4)


def test_the_budget() -> None:
    assert len(STATES) == 3 * 11 * 10 <= MAX_STATES
    assert len(gzip.compress(EXPLORER.html().encode(), mtime=0)) <= MAX_BYTES
