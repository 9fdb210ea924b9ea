"""Every stop of the broken assumptions against quadrature, full vectors and plain counts."""

from __future__ import annotations

import gzip
import math
import random
import re
from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest
from browser.pictures import expected_points
from numpy.polynomial import hermite_e
from scipy import stats
from sqrtdk.explorer.states import MAX_BYTES, MAX_STATES, every_state
from sqrtdk.explorers import break_an_assumption
from sqrtdk.explorers.assumptions import break_an_assumption_state

EXPLORER = break_an_assumption()
STATES = list(every_state(EXPLORER.controls))
SEED, N_SCORES, N_ROWS, N_KEYS = 20_260, 4_000, 1_000, 64
KINDS = ("mean", "variance", "correlation", "shared query")
SHARED = "shared query"
DOTS_AT = [i / 10 for i in range(11)]
NUMBER = r"(−?\d+(?:\.\d+)?)"
ESTIMATE = rf"{NUMBER} ± (\d+(?:\.\d+)?)"


def gauss(power: Any) -> float:
    """Mean of a polynomial of two independent standard normal numbers, of degree at most 11."""
    nodes, weights = hermite_e.hermegauss(6)
    x, y = np.meshgrid(nodes, nodes)
    total = np.outer(weights, weights).sum()
    return float((np.outer(weights, weights) * power(x, y)).sum() / total)


def pair(kind: str, amount: float, x: Any, y: Any) -> tuple[Any, Any]:
    """Turn two independent standard normal numbers into a component of a query and of a key."""
    if kind == "mean":
        return x + amount, y + amount
    if kind == "variance":
        return x * (1 + amount), y * (1 + amount)
    return x, amount * x + math.sqrt(1 - amount * amount) * y


@cache
def formulas(kind: str, amount: float) -> dict[str, float]:
    """Find the moments by exact quadrature over one component."""
    if kind == SHARED:
        # Given the two queries, scores are independent with their squared lengths as variances.
        nodes, weights = hermite_e.hermegauss(6)
        weights = weights / weights.sum()
        common, one, two = np.meshgrid(nodes, nodes, nodes, indexing="ij")
        masses = np.einsum("i,j,k->ijk", weights, weights, weights)
        q1 = math.sqrt(amount) * common + math.sqrt(1 - amount) * one
        q2 = math.sqrt(amount) * common + math.sqrt(1 - amount) * two
        covariance = 4 * float((masses * (q1**2 * q2**2)).sum() - 1)
        fourth = 3 * float(stats.chi2(4).moment(2))
        variance = fourth - 16
        row = (variance + (N_KEYS - 1) * covariance) / N_KEYS / 16
        return {"mean": 1.0, "variance": row, "correlation": covariance / variance}
    first = gauss(lambda x, y: np.multiply(*pair(kind, amount, x, y)))
    second = gauss(lambda x, y: np.multiply(*pair(kind, amount, x, y)) ** 2)
    return {"mean": 64 * first / 8, "variance": second - first**2}


@cache
def vectors(sample: int) -> Any:
    return np.random.default_rng([SEED, sample]).standard_normal((2, N_SCORES, 64))


@cache
def rows(sample: int) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng([SEED, sample, 1])
    shared = rng.standard_normal((N_ROWS, 1, 4))
    own, keys = rng.standard_normal((2, N_ROWS, N_KEYS, 4))
    return shared, own, keys


def squared_scores(amount: float, sample: int) -> np.ndarray:
    shared, own, keys = rows(sample)
    queries = math.sqrt(amount) * shared + math.sqrt(1 - amount) * own
    return np.einsum("rji,rji->rj", queries, keys) ** 2 / 4


@cache
def drawn(kind: str, amount: float, sample: int) -> np.ndarray:
    """Draw the quantity from full vectors."""
    if kind == SHARED:
        return np.array([sum(row) / N_KEYS for row in squared_scores(amount, sample)])
    q, k = pair(kind, amount, *vectors(sample))
    return np.einsum("ij,ij->i", q, k) / 8


def correlation_of_pairs(squares: np.ndarray) -> float:
    """Average the products of all pairs of different keys, row by row."""
    products = np.einsum("ri,rj->ij", squares, squares) / len(squares)
    centre = squares.mean() ** 2
    different = products[~np.eye(N_KEYS, dtype=bool)].mean()
    return float((different - centre) / (np.trace(products) / N_KEYS - centre))


@cache
def estimates(kind: str, amount: float, sample: int) -> dict[str, float]:
    draws = drawn(kind, amount, sample)
    centre = math.fsum(draws) / len(draws)
    variance = math.fsum((draws - centre) ** 2) / (len(draws) - 1)
    found = {"mean": centre, "variance": variance}
    if kind == SHARED:
        found["correlation"] = correlation_of_pairs(squared_scores(amount, sample))
    return found


def name_of(kind: str, part: str) -> str:
    return f"{kind.replace(' ', '_')}_{part}"


def shown(kind: str) -> tuple[str, ...]:
    return ("correlation",) if kind == SHARED else ("mean", "variance")


def test_the_stops_are_those_of_the_design() -> None:
    kinds, amounts, samples = (control.stops for control in EXPLORER.controls)
    assert kinds == KINDS
    assert amounts == tuple(sorted([i / 20 for i in range(21)] + [0.125]))
    assert EXPLORER.controls[1].keys[3] == "0.125"
    assert len(samples) == 5


def test_every_stop_has_the_numbers_of_quadrature_and_of_full_vectors() -> None:
    for values in STATES:
        state = EXPLORER.numbers(values)
        kind, amount = values["assumption"], values["amount"]
        wanted = formulas(kind, amount)
        assert set(state.expected) - {"offset"} == set(wanted)
        assert ("offset" in state.expected) == (kind == "mean")
        for name, value in wanted.items():
            assert state.expected[name] == pytest.approx(value, rel=1e-12, abs=1e-12)
        found = estimates(**values_of(values))
        assert set(state.found) == set(found)
        for name, value in found.items():
            assert state.found[name].value == pytest.approx(value, rel=1e-9, abs=1e-12)


def values_of(values: dict[str, Any]) -> dict[str, Any]:
    return {"kind": values["assumption"], "amount": values["amount"], "sample": values["sample"]}


def test_every_stop_draws_its_numbers() -> None:
    for values in STATES:
        kind, amount, sample = values["assumption"], values["amount"], values["sample"]
        EXPLORER.update(EXPLORER.artists, EXPLORER.numbers(values))
        wanted, found = formulas(kind, amount), estimates(kind, amount, sample)
        part = {
            name.removeprefix(name_of(kind, "")): artist
            for name, artist in EXPLORER.artists.items()
            if name.startswith(name_of(kind, ""))
        }
        for name, numbers in (("spread", wanted), ("sample_spread", found)):
            reach = math.sqrt(numbers["variance"])
            ends = [numbers["mean"] - reach, numbers["mean"] + reach]
            assert np.allclose(part[name].get_xdata(), ends, rtol=1e-9, atol=1e-12)
        for name, numbers in (("exact", wanted), ("simulated", found)):
            assert list(part[name].get_xdata()) == [amount] * len(shown(kind))
            heights = [numbers[quantity] for quantity in shown(kind)]
            assert np.allclose(part[name].get_ydata(), heights, rtol=1e-9, atol=1e-12)
        for quantity in shown(kind):
            dots = [estimates(kind, at, sample)[quantity] for at in DOTS_AT]
            assert list(part[f"dots_{quantity}"].get_xdata()) == DOTS_AT
            heights = part[f"dots_{quantity}"].get_ydata()
            assert np.allclose(heights, dots, rtol=1e-9, atol=1e-12)
        if kind != SHARED:
            x, y = part["normal"].get_data()
            law = stats.norm(wanted["mean"], math.sqrt(wanted["variance"]))
            assert np.allclose(y, law.pdf(x), rtol=1e-9, atol=0)
            assert x[0] < law.ppf(0.001)
            assert x[-1] > law.ppf(0.999)


def test_every_stop_counts_its_draws() -> None:
    for values in STATES:
        kind = values["assumption"]
        EXPLORER.update(EXPLORER.artists, EXPLORER.numbers(values))
        draws = drawn(**values_of(values))
        low, width = {"variance": (-16.0, 0.8), SHARED: (0.0, 0.125)}.get(kind, (-4.0, 0.5))
        counts = Counter(math.floor((x - low) / width) for x in draws)
        inside = {at: count for at, count in counts.items() if 0 <= at < 40}
        assert sum(inside.values()) >= 0.99 * len(draws), "the frame cuts off too much"
        vertices = EXPLORER.artists[name_of(kind, "histogram")].get_path().vertices
        edges, heights = vertices[0:-2:2, 0], vertices[1:-2:2, 1]
        at = np.rint((edges[:-1] - low) / width).astype(int)
        assert np.allclose(edges[:-1], low + width * at, rtol=0, atol=1e-12)
        assert at.tolist() == list(range(min(inside), max(inside) + 1))
        wanted = [inside.get(int(i), 0) / len(draws) / width for i in at]
        assert np.allclose(heights, wanted, rtol=1e-9, atol=0)


def test_the_curves_are_the_formulas() -> None:
    for kind in KINDS:
        axes = EXPLORER.artists[name_of(kind, "exact")].axes
        moving = set(EXPLORER.artists.values())
        curves = [line for line in axes.lines if line not in moving]
        assert len(curves) == len(shown(kind))
        for quantity, curve in zip(shown(kind), curves, strict=True):
            amounts = curve.get_xdata()
            assert (min(amounts), max(amounts)) == (0, 1)
            wanted = [formulas(kind, float(amount))[quantity] for amount in amounts]
            assert np.allclose(curve.get_ydata(), wanted, rtol=1e-12, atol=1e-12)


def test_the_draws_are_within_four_standard_errors_of_the_formulas() -> None:
    for values in STATES:
        wanted = formulas(values["assumption"], values["amount"])
        state = EXPLORER.numbers(values)
        for name, estimate in state.found.items():
            assert abs(estimate.z_score(wanted[name])) < 4, (values, name)


def test_the_standard_errors_are_those_of_leaving_one_row_out() -> None:
    for amount in (0.0, 0.5, 1.0):
        squares = squared_scores(amount, 0)
        products = np.einsum("ri,rj->rij", squares, squares)
        total = products.sum(axis=0)
        left = []
        for r in range(N_ROWS):
            rest = (total - products[r]) / (N_ROWS - 1)
            centre = ((squares.sum() - squares[r].sum()) / (N_ROWS - 1) / N_KEYS) ** 2
            own = np.trace(rest) / N_KEYS
            pairs = (rest.sum() - np.trace(rest)) / N_KEYS / (N_KEYS - 1)
            left.append((pairs - centre) / (own - centre))
        jackknife = math.sqrt((N_ROWS - 1) * np.var(left))
        shown_error = EXPLORER.numbers({"assumption": SHARED, "amount": amount, "sample": 0})
        # The two differ by the second order of the influence of a row: its largest share of Σs⁴.
        second = (squares**2).sum(axis=1).max() / (squares**2).sum()
        error = shown_error.found["correlation"].standard_error
        assert error == pytest.approx(jackknife, rel=second)


def test_a_mean_of_the_keys_is_an_offset_of_the_row() -> None:
    """Given the query, the mean of a score over keys is the mean times the sum of the query."""
    for amount in EXPLORER.controls[1].stops:
        state = EXPLORER.numbers({"assumption": "mean", "amount": amount, "sample": 0})
        one = gauss(lambda x, y, m=amount: (m * (x + m)) ** 2 - m**4)
        assert state.expected["offset"] == pytest.approx(one, abs=1e-14)


@pytest.mark.parametrize(
    ("kind", "amount", "name", "published"),
    [
        ("mean", 0.5, "variance", 96 / 64),
        ("correlation", 0.3, "mean", 2.4),  # the same
        ("correlation", 0.125, "mean", 1.0),
        (SHARED, 1.0, "correlation", 1 / 7),
    ],
)
def test_the_audited_numbers(kind: str, amount: float, name: str, published: float) -> None:
    state = break_an_assumption_state(kind, amount, 0)
    assert state.expected[name] == pytest.approx(published, rel=1e-12)


def test_any_amount_has_a_state() -> None:
    for kind in KINDS:
        state = break_an_assumption_state(kind, 0.335, 9)
        for name, value in estimates(kind, 0.335, 9).items():
            assert state.found[name].value == pytest.approx(value, rel=1e-9)


@pytest.mark.parametrize(
    ("wrong", "name"),
    [(("median", 0.5, 0), "assumption"), (("mean", 1.1, 0), "amount")]
    + [(("mean", amount, 0), "amount") for amount in (-0.1, math.nan)],
)
def test_a_value_outside_the_range_is_refused(wrong: Any, name: str) -> None:
    with pytest.raises(ValueError, match=name):
        break_an_assumption_state(*wrong)


def number(words: str) -> float:
    return float(words.replace("−", "-"))


def half_unit(words: str) -> float:
    return 0.5 * 10.0 ** -len(words.partition(".")[2]) * (1 + 1e-9)


def test_the_sentence_says_the_state() -> None:
    sample = random.Random(4).sample(STATES, 120)
    for values in [*sample, *(v for v in STATES if v["amount"] in (0, 1))]:
        kind, amount = values["assumption"], values["amount"]
        sentence = EXPLORER.readout.format(**EXPLORER.fields(EXPLORER.numbers(values)))
        assert ("so nothing is broken." in sentence) == (amount == 0)
        said = re.search(rf"(mean|deviation|correlation|share) {NUMBER}", sentence)
        assert said
        meant = {"variance": 1 + amount, SHARED: 100 * amount}.get(kind, amount)
        assert number(said[2]) == pytest.approx(meant, abs=5e-5)
        theory, simulation = sentence.split("Theory")[1].split("Simulation")
        names = ("correlation", "variance") if kind == SHARED else ("mean", "variance")
        before = {
            "correlation": "correlation of two squared scores of a row ",
            "variance": "variance of the mean square of a row " if kind == SHARED else "variance ",
            "mean": "mean ",
        }
        state = EXPLORER.numbers(values)
        for name in names:
            exact = re.search(before[name] + NUMBER, theory)[1]
            assert abs(number(exact) - formulas(kind, amount)[name]) <= 5.0001e-5
            value, error = re.search(before[name] + ESTIMATE, simulation).groups()
            wanted = estimates(**values_of(values))[name]
            assert abs(number(value) - wanted) <= half_unit(value)
            assert abs(float(error) - state.found[name].standard_error) <= half_unit(error)
            assert not re.fullmatch(r"−0\.?0*", value)
        offset = re.search(rf"of which {NUMBER} is an offset", theory)
        assert (offset is not None) == (kind == "mean" and amount > 0)
        if offset:
            assert abs(number(offset[1]) - amount**2) <= 5.0001e-5


def test_only_the_chosen_assumption_is_drawn() -> None:
    for kind in KINDS:
        values = EXPLORER.resting_values | {"assumption": kind}
        EXPLORER.update(EXPLORER.artists, EXPLORER.numbers(values))
        for name, artist in EXPLORER.artists.items():
            assert artist.get_visible() == name.startswith(name_of(kind, ""))
        panels = [panel.name for panel in EXPLORER.panels if panel.is_shown(values)]
        assert panels == [name_of(kind, "scores"), name_of(kind, "trend")]


def test_each_control_moves_its_artists() -> None:
    for control in EXPLORER.controls:
        for name in control.moves:
            kind = next(kind for kind in KINDS if name.startswith(name_of(kind, "")))
            places = []
            for stop in (control.stops[0], control.stops[-1]):
                values = EXPLORER.resting_values | {"assumption": kind, control.name: stop}
                EXPLORER.update(EXPLORER.artists, EXPLORER.numbers(values))
                places.append(expected_points(EXPLORER.artists[name]))
            if control.kind == "choice":
                assert sorted(map(bool, map(len, places))) == [False, True], name
                continue
            same = len(places[0]) == len(places[1])
            boxes = places if same else [[p.min(axis=0), p.max(axis=0)] for p in places]
            moved = np.hypot(*(np.array(boxes[1]) - np.array(boxes[0])).T).max()
            assert moved >= (1 if control.kind == "draw" else 10), f"{control.name}: {name}"


def test_the_budget() -> None:
    assert len(STATES) == 4 * 22 * 5 <= MAX_STATES
    assert len(gzip.compress(EXPLORER.html().encode(), mtime=0)) <= MAX_BYTES
