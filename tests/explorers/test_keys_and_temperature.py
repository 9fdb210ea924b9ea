"""Every stop of the effective keys against plain formulas, and against their expectation."""

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
from scipy import stats
from sqrtdk.explorer.states import MAX_BYTES, MAX_STATES, every_state
from sqrtdk.explorers import keys_and_temperature
from sqrtdk.explorers.keys import keys_and_temperature_state

EXPLORER = keys_and_temperature()
STATES = list(every_state(EXPLORER.controls))
SEED, ROWS, MOST_KEYS, MOST_COMPONENTS = 41_005, 400, 4096, 1024
KEY_COUNTS = tuple(2**i for i in range(1, 13))
DIMENSIONS = tuple(2**i for i in range(11))
POWERS = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)
SCALES = ("raw", "root", "log")


def scale_of(name: str, d_k: int, power: float, n_keys: int) -> float:
    """What the score of a query and a key is multiplied with."""
    if name == "raw":
        return 1.0
    extra = 1.0 if name == "root" else math.sqrt((1 - power) * math.log(n_keys))
    return extra / math.sqrt(d_k)


@cache
def draws() -> tuple[np.ndarray, np.ndarray]:
    """Standard normal z, a row for each query, and the queries themselves."""
    rng = np.random.default_rng(SEED)
    return rng.standard_normal((ROWS, MOST_KEYS)), rng.standard_normal((ROWS, MOST_COMPONENTS))


@cache
def by_rows(scale: float, d_k: int, n_keys: int) -> tuple[float, float]:
    """Mean effective keys of the rows and its standard error, from weights that sum to 1."""
    z, queries = draws()
    lengths = np.linalg.norm(queries[:, :d_k], axis=1)
    scores = scale * lengths[:, np.newaxis] * z[:, :n_keys]
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    rows = 1 / np.square(weights).sum(axis=1)
    return float(rows.mean()), float(rows.std(ddof=1)) / math.sqrt(ROWS)


@cache
def factors(spread: float) -> tuple[np.ndarray, ...]:
    """E exp(−t e^{2σz}) and E e^{σz} exp(−t e^{2σz}) at many t, with the weights of a sum."""
    step = min(0.02, 0.2 / spread)
    z = np.arange(-9.5, 9.5, step)
    density = stats.norm.pdf(z) * step
    log_t = np.arange(-20 * spread - 45, 20 * spread + 6, 0.25)
    with np.errstate(over="ignore", under="ignore"):
        kept = np.exp(-np.exp(log_t[:, np.newaxis] + 2 * spread * z))
    return kept @ density, kept @ (density * np.exp(spread * z)), 0.25 * np.exp(log_t)


def expected_at(spread: float, n_keys: int) -> float:
    """Expected effective keys at a fixed spread.

    One over Σe^{2z} is the integral of exp(−tΣe^{2z}) over t, where every key stands for itself.
    """
    plain, tilted, weights = factors(spread)
    pairs = float((tilted**2 * plain ** (n_keys - 2)) @ weights)
    return 1 + n_keys * (n_keys - 1) * pairs


def expected(scale: float, d_k: int, n_keys: int) -> float:
    """Expected effective keys, over the quantiles of the length of the query."""
    x, weights = np.polynomial.legendre.leggauss(12)
    lengths = stats.chi.ppf((x + 1) / 2, d_k)
    values = [expected_at(float(scale * length), n_keys) for length in lengths]
    return float(weights @ values) / 2


def test_the_stops_are_those_of_the_design() -> None:
    n_keys, dimensions, powers = (control.stops for control in EXPLORER.controls)
    assert n_keys == KEY_COUNTS
    assert dimensions == DIMENSIONS
    assert powers == POWERS
    assert EXPLORER.resting_values == {"n_keys": 1024, "d_k": 64, "power": 0.75}


def test_every_stop_is_drawn_as_plain_formulas_find_it() -> None:
    artists = EXPLORER.artists
    for values in STATES:
        n_keys, d_k, power = values["n_keys"], values["d_k"], values["power"]
        state = EXPLORER.numbers(values)
        EXPLORER.update(artists, state)
        here = []
        for name in SCALES:
            course = [by_rows(scale_of(name, d_k, power, n), d_k, n)[0] for n in KEY_COUNTS]
            here.append(course[KEY_COUNTS.index(n_keys)])
            assert math.isclose(state.effective[name], here[-1], rel_tol=1e-9)
            for ending, unit in (("number", 1.0), ("share", np.array(KEY_COUNTS))):
                line = artists[f"{name}_{ending}"]
                assert tuple(line.get_xdata()) == KEY_COUNTS
                assert np.allclose(line.get_ydata(), course / np.array(unit), rtol=1e-9, atol=0)
        for ending, by in (("number", 1), ("share", n_keys)):
            x, y = artists[f"dots_{ending}"].get_data()
            assert tuple(x) == (n_keys,) * 3
            assert np.allclose(y, np.array(here) / by, rtol=1e-9, atol=0)
            law = [math.exp(power * math.log(n)) for n in KEY_COUNTS]
            law = law if by == 1 else [one / n for one, n in zip(law, KEY_COUNTS, strict=True)]
            assert np.allclose(artists[f"law_{ending}"].get_ydata(), law, rtol=1e-12, atol=0)


def test_the_law_under_the_root_is_n_over_e() -> None:
    for ending, wanted in (("number", (2 / math.e, 4096 / math.e)), ("share", (1 / math.e,) * 2)):
        axes = EXPLORER.artists[f"law_{ending}"].axes
        moving = list(EXPLORER.artists.values())
        still = [line for line in axes.lines if line not in moving]
        assert len(still) == 1
        x, y = still[0].get_data()
        assert (x[0], x[-1]) == (2, 4096)
        assert (y[0], y[-1]) == pytest.approx(wanted)


def test_every_stop_adds_up_the_weights_of_one_row() -> None:
    z = draws()[0][0]
    for values in STATES:
        EXPLORER.update(EXPLORER.artists, EXPLORER.numbers(values))
        for name in SCALES:
            ranks, shares = EXPLORER.artists[f"{name}_row"].get_data()
            scale = scale_of(name, values["d_k"], values["power"], values["n_keys"])
            scores = scale * math.sqrt(values["d_k"]) * z[: values["n_keys"]]
            weights = np.exp(scores - scores.max())
            weights = sorted((weights / weights.sum()).tolist(), reverse=True)
            assert ranks[0] == 1
            assert ranks[-1] == values["n_keys"]
            assert np.all(np.diff(ranks) > 0)
            running = np.array([math.fsum(weights[:rank]) for rank in ranks])
            assert np.allclose(shares, running, rtol=1e-10, atol=0)


@pytest.mark.parametrize("d_k", [1, 4, 64, 1024])
@pytest.mark.parametrize("name", SCALES)
def test_the_means_are_within_four_standard_errors_of_their_expectation(
    d_k: int, name: str
) -> None:
    for n_keys in (2, 8, 64, 1024, 4096):
        for power in (0.5, 0.75, 0.95) if name == "log" else (0.75,):
            scale = scale_of(name, d_k, power, n_keys)
            found = keys_and_temperature_state(d_k, power, n_keys).effective[name]
            error = by_rows(scale, d_k, n_keys)[1]
            assert abs(found - expected(scale, d_k, n_keys)) < 4 * error, (n_keys, power)


def test_the_expectation_is_the_audited_one() -> None:
    # From large simulations and closed forms; half a unit of the last digit.
    assert expected_at(1.0, 64) == pytest.approx(27.8, abs=0.05)
    assert expected_at(1.0, 1024) == pytest.approx(386.5, abs=0.05)
    assert expected_at(2.0, 64) == pytest.approx(8.8, abs=0.05)
    assert expected_at(3.0, 1024) == pytest.approx(13.8, abs=0.1)
    for n_keys, raw in ((8, 1.33), (64, 1.68), (512, 2.08), (1024, 2.22)):
        assert expected(1.0, 64, n_keys) == pytest.approx(raw, abs=0.006)
    assert expected(1 / 8, 64, 1024) == pytest.approx(392.3, abs=0.5)


def test_the_sample_is_as_typical_as_the_docstring_says() -> None:
    for n_keys in KEY_COUNTS:
        for name, within in (("raw", 0.04), ("root", 0.012)):
            wanted = expected(scale_of(name, 64, 0.75, n_keys), 64, n_keys)
            found = keys_and_temperature_state(64, 0.75, n_keys).effective[name]
            assert abs(found / wanted - 1) < within


def test_raw_stays_the_root_keeps_a_share_and_the_logarithm_keeps_a_power() -> None:
    state = keys_and_temperature_state(64, 0.75, 4096)
    raw, root, log = (state.courses[name] for name in SCALES)
    assert raw.max() < 3
    share = root / np.array(KEY_COUNTS)
    assert share[-1] == pytest.approx(1 / math.e, abs=0.02)
    assert abs(share[-1] - share[-3]) < 0.01
    slopes = np.diff(np.log(log)) / math.log(2)
    assert np.abs(slopes[-4:] - 0.75).max() < 0.03


def test_no_name_covers_another_and_none_leaves_the_picture() -> None:
    for values in STATES:
        EXPLORER.update(EXPLORER.artists, EXPLORER.numbers(values))
        for ending in ("number", "share"):
            words = [EXPLORER.artists[f"{name}_{ending}_words"] for name in SCALES]
            heights = sorted(float(expected_points(word)[0, 1]) for word in words)
            assert np.diff(heights).min() > 10.5, values
            assert heights[0] > 30
            assert heights[-1] < words[0].figure.get_figheight() * 72 - 40


def test_any_value_of_the_range_has_a_state() -> None:
    state = keys_and_temperature_state(d_k=37, power=0.613, n_keys=1_000)
    for name in SCALES:
        scale = scale_of(name, 37, 0.613, 1_000)
        assert state.effective[name] == pytest.approx(by_rows(scale, 37, 1_000)[0], rel=1e-9)
    assert state.log_law == pytest.approx(1_000**0.613)


def test_no_exponential_overflows() -> None:
    with np.errstate(over="raise", invalid="raise", divide="raise"):
        for n_keys in (2, 4096):
            state = keys_and_temperature_state(1024, 0.5, n_keys)
            assert all(np.isfinite(course).all() for course in state.courses.values())


@pytest.mark.parametrize(
    ("wrong", "name"),
    [
        ((0, 0.75, 64), "d_k"),
        ((1025, 0.75, 64), "d_k"),
        ((64, 0.49, 64), "power"),
        ((64, 1.0, 64), "power"),
        ((64, math.nan, 64), "power"),
        ((64, 0.75, 1), "n_keys"),
        ((64, 0.75, 4097), "n_keys"),
    ],
)
def test_a_value_outside_the_range_is_refused(wrong: Any, name: str) -> None:
    with pytest.raises(ValueError, match=name):
        keys_and_temperature_state(*wrong)


NUMBER = r"([\d,]+(?:\.\d+)?)"
SENTENCE = re.compile(
    rf"dₖ = {NUMBER}, {NUMBER} keys, means over 400 simulated rows\. Effective keys without a "
    rf"scale: {NUMBER}\. Divided by √dₖ: {NUMBER}, where n/e is {NUMBER}\. With a spread of "
    rf"√\(\(1 − γ\) ln n\) = {NUMBER}: {NUMBER}, where n\^{NUMBER} is {NUMBER}\."
)


def test_the_sentence_says_the_state() -> None:
    for values in random.Random(3).sample(STATES, 200):
        n_keys, d_k, power = values["n_keys"], values["d_k"], values["power"]
        sentence = EXPLORER.readout.format(**EXPLORER.fields(EXPLORER.numbers(values)))
        said = SENTENCE.fullmatch(sentence)
        assert said, sentence
        raw, root, log = (
            by_rows(scale_of(name, d_k, power, n_keys), d_k, n_keys)[0] for name in SCALES
        )
        spread = math.sqrt((1 - power) * math.log(n_keys))
        wanted = (d_k, n_keys, raw, root, n_keys / math.e, spread, log, power, n_keys**power)
        for words, number in zip(said.groups(), wanted, strict=True):
            half_unit = 10.0 ** -len(words.partition(".")[2]) / 2
            assert abs(float(words.replace(",", "")) - number) <= half_unit * 1.0001, sentence


def test_each_control_moves_its_artists() -> None:
    for control in EXPLORER.controls:
        places = []
        for stop in (control.stops[0], control.stops[-1]):
            values = EXPLORER.resting_values | {control.name: stop}
            EXPLORER.update(EXPLORER.artists, EXPLORER.numbers(values))
            places.append({n: expected_points(EXPLORER.artists[n]) for n in control.moves})
        for name in control.moves:
            before, after = places[0][name], places[1][name]
            if len(before) != len(after):
                before, after = (np.array([p.min(axis=0), p.max(axis=0)]) for p in (before, after))
            moved = np.hypot(*(after - before).T).max()
            assert moved >= 10, f"{control.name} moves {name} by {moved:.1f}"


def test_the_rows_of_the_table() -> None:
    assert len(EXPLORER.table) == 8
    for values in EXPLORER.table:
        fields = EXPLORER.fields(EXPLORER.numbers(EXPLORER.resting_values | values))
        for name in SCALES:
            scale = scale_of(name, 64, values["power"], values["n_keys"])
            found = float(fields[name].replace(",", ""))
            wanted = by_rows(scale, 64, values["n_keys"])[0]
            assert found == pytest.approx(wanted, rel=5e-3)


def test_the_budget() -> None:
    assert len(STATES) == 12 * 11 * 10 <= MAX_STATES
    assert len(gzip.compress(EXPLORER.html().encode(), mtime=0)) <= MAX_BYTES
