"""Every stop of the explorer of scores against closed forms, quadrature and plain loops."""

from __future__ import annotations

import gzip
import itertools
import math
import random
import re
from collections import Counter
from functools import cache
from typing import Any

import mpmath
import numpy as np
import pytest
from matplotlib.lines import Line2D
from scipy import integrate, special, stats
from sqrtdk import sample_dot_products
from sqrtdk.explorer.states import every_state
from sqrtdk.explorers import unit_variance_dot_product
from sqrtdk.explorers.scores import SEED, unit_variance_state

EXPLORER = unit_variance_dot_product()
STATES = list(every_state(EXPLORER.controls))
WIDTHS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]
KURTOSIS = {"normal": 3.0, "uniform": 1.8, "coin": 1.0}
LIMIT = {"raw": 100.5, "root": 4.02, "full": 4.02}
NAMES = ("histogram", "law", "atoms", "normal", "spread", "sample_spread")


def divide_by(d_k: int, scale: str) -> float:
    return {"raw": 1.0, "root": math.sqrt(d_k), "full": float(d_k)}[scale]


def exact_spread(d_k: int, scale: str) -> float:
    return {"raw": math.sqrt(d_k), "root": 1.0, "full": 1 / math.sqrt(d_k)}[scale]


@cache
def draws(d_k: int, components: str, sample: int) -> list[float]:
    rng, found = np.random.default_rng([SEED, sample]), []
    for count in (100, 900, 19_000):  # a run of 100 is the start of one of 1,000 and so on
        found += sample_dot_products(d_k, count, rng, components).tolist()
    return found


def bessel(x: float, d_k: int) -> float:
    if x == 0:
        if d_k == 1:
            return math.inf
        half = mpmath.mpf(d_k) / 2
        value = mpmath.gamma(half - 0.5) / (2 * mpmath.sqrt(mpmath.pi) * mpmath.gamma(half))
    else:
        v, y = mpmath.mpf(d_k - 1) / 2, abs(mpmath.mpf(x))
        scale = mpmath.sqrt(mpmath.pi) * mpmath.gamma(mpmath.mpf(d_k) / 2) * 2**v
        value = y**v * mpmath.besselk(v, y) / scale
    return float(value)


def one_product(x: float) -> float:
    if x == 0:
        return math.inf
    return math.log(3 / abs(x)) / 6 if abs(x) < 3 else 0.0


def two_products(x: float) -> float:
    """Convolve the density of one product with itself, one smooth piece at a time."""
    low, high = max(-3.0, x - 3), min(3.0, x + 3)
    if low >= high:
        return 0.0
    cuts = sorted({low, high, *(c for c in (0.0, x) if low < c < high)})
    total = 0.0
    for start, end in itertools.pairwise(cuts):
        middle = (start + end) / 2
        for a, b in ((start, middle), (middle, end)):
            total += integrate.quad(lambda y: one_product(y) * one_product(x - y), a, b)[0]
    return total


def many_products(x: np.ndarray, d_k: int) -> np.ndarray:
    """Invert the characteristic function (Si(3t)/(3t))**d_k by the trapezoidal rule."""
    end = 400.0 if d_k == 4 else 60.0 / math.sqrt(d_k)
    t = np.linspace(1e-12, end, 60_001)
    transform = (special.sici(3 * t)[0] / (3 * t)) ** d_k
    waves = np.cos(np.outer(x, t)) * transform
    return np.asarray(integrate.trapezoid(waves, t, axis=1) / math.pi)


@cache
def density(components: str, d_k: int, places: tuple[float, ...]) -> np.ndarray:
    """Density at undivided places; for coins, probability over the distance of the values."""
    if components == "normal":
        return np.array([bessel(x, d_k) for x in places])
    if components == "coin":
        return np.asarray(stats.binom.pmf((np.array(places) + d_k) / 2, d_k, 0.5) / 2)
    if d_k == 1:
        return np.array([one_product(x) for x in places])
    if d_k == 2:
        return np.array([two_products(x) for x in places])
    return many_products(np.array(places), d_k)


def counted(values: dict[str, Any], edges: np.ndarray) -> tuple[list[int], int]:
    """Count the draws of a state bin by bin, and those inside the frame."""
    d_k, scale = values["d_k"], values["scale"]
    found = draws(d_k, values["components"], values["sample"])[: values["n_draws"]]
    divisor = divide_by(d_k, scale)
    start, width = edges[0] * divisor, (edges[-1] - edges[0]) / (len(edges) - 1) * divisor
    counts = Counter(math.floor((x - start) / width) for x in found)
    # A draw can lie inside the frame, or outside it but still in the last bin that reaches in.
    inside = sum(abs(x) < LIMIT[scale] * divisor for x in found)
    return [counts[i] for i in range(len(edges) - 1)], inside


@pytest.mark.parametrize("d_k", WIDTHS)
def test_numbers_and_artists_at_every_stop(d_k: int) -> None:
    for values in (v for v in STATES if v["d_k"] == d_k):
        state = EXPLORER.numbers(values)
        EXPLORER.update(EXPLORER.artists, state)
        part = {name: EXPLORER.artists[f"{values['scale']}_{name}"] for name in NAMES}
        check_histogram(values, state, part["histogram"])
        check_law(values, state, part)
        check_spreads(values, part)


def check_histogram(values: dict[str, Any], state: Any, artist: Any) -> None:
    d_k, n_draws = values["d_k"], values["n_draws"]
    spread = exact_spread(d_k, values["scale"])
    counts, inside = counted(values, state.edges)
    width = state.edges[1] - state.edges[0]
    assert np.allclose(np.diff(state.edges), width)
    assert inside <= sum(counts) <= n_draws
    assert counts[0] > 0
    assert counts[-1] > 0
    peak = 1 / (math.sqrt(2 * math.pi) * spread)
    wanted = [count / n_draws / width / peak for count in counts]
    assert np.allclose(state.heights, wanted, rtol=1e-12, atol=0)
    vertices = artist.get_path().vertices
    assert np.array_equal(vertices[1:-2:2, 1], state.heights)
    assert np.array_equal(vertices[0:-2:2, 0], state.edges)
    assert vertices[[0, -2, -1], 1].tolist() == [0, 0, 0]


def check_law(values: dict[str, Any], state: Any, part: dict[str, Any]) -> None:
    d_k, components = values["d_k"], values["components"]
    divisor, spread = divide_by(d_k, values["scale"]), exact_spread(d_k, values["scale"])
    places = tuple(np.round(state.places * divisor, 12).tolist())
    wanted = density(components, d_k, places) * math.sqrt(2 * math.pi * d_k)
    assert np.allclose(state.law, wanted, rtol=1e-9, atol=0 if components != "uniform" else 1e-6)
    shown, hidden = ("atoms", "law") if components == "coin" else ("law", "atoms")
    assert part[shown].get_visible()
    assert not part[hidden].get_visible()
    assert np.array_equal(part[shown].get_xdata(), state.places)
    in_view = np.minimum(state.law, 3.7)
    assert np.allclose(part[shown].get_ydata(), in_view, rtol=0, atol=0)
    x, y = part["normal"].get_data()
    assert np.allclose(y, stats.norm.pdf(x, 0, spread) / stats.norm.pdf(0, 0, spread))


def check_spreads(values: dict[str, Any], part: dict[str, Any]) -> None:
    d_k, scale = values["d_k"], values["scale"]
    found = np.array(draws(d_k, values["components"], values["sample"])[: values["n_draws"]])
    found /= divide_by(d_k, scale)
    spread, sampled = exact_spread(d_k, scale), float(np.std(found, ddof=1))
    artists = EXPLORER.artists
    assert np.allclose(part["spread"].get_xdata(), [-spread, spread])
    ends = [found.mean() - sampled, found.mean() + sampled]
    assert np.allclose(part["sample_spread"].get_xdata(), ends)
    assert np.allclose(np.ravel(artists["exact"].get_data()), [d_k, spread])
    assert np.allclose(np.ravel(artists["simulated"].get_data()), [d_k, sampled])
    line = [exact_spread(1, scale), exact_spread(1024, scale)]
    assert np.allclose(artists["chosen"].get_ydata(), line)
    assert list(artists["chosen"].get_xdata()) == [1, 1024]
    kurtosis = 3 + (KURTOSIS[values["components"]] ** 2 - 3) / d_k
    error = math.sqrt((kurtosis - 1) / len(found)) / 2
    # The second term is the square of a mean that is five standard errors off.
    assert abs(sampled / spread - 1) <= 5 * error + 12.5 / len(found)


def test_only_the_chosen_frame_is_drawn() -> None:
    for scale in LIMIT:
        state = EXPLORER.numbers(EXPLORER.resting_values | {"scale": scale})
        EXPLORER.update(EXPLORER.artists, state)
        for other in LIMIT:
            visible = [EXPLORER.artists[f"{other}_{name}"].get_visible() for name in NAMES]
            assert any(visible) == (other == scale)
        shown = [p.name for p in EXPLORER.panels if p.is_shown({"scale": scale})]
        assert shown == [f"{scale}_scores", "spreads"]


@pytest.mark.parametrize("scale", LIMIT)
@pytest.mark.parametrize("d_k", [*WIDTHS, 3, 33, 100, 777, 1023])
def test_bins_of_coins_hold_equally_many_values(d_k: int, scale: str) -> None:
    for n_draws in (100, 1_000, 20_000):
        state = unit_variance_state(d_k, scale, "coin", n_draws, 0)
        edges = state.edges * divide_by(d_k, scale)
        values = np.arange(-d_k - 4000, d_k + 4001, 2)
        held = np.histogram(values, edges)[0]
        assert len(set(held)) == 1
        # Rounding aside, 0 is an edge or the middle of a bin.
        halves = 2 * edges[0] / (edges[1] - edges[0])
        assert halves == pytest.approx(round(halves), abs=1e-9)
        # No value lies on an edge.
        assert np.abs(np.subtract.outer(values, edges)).min() > 0.5


@pytest.mark.parametrize("components", KURTOSIS)
def test_any_width_has_its_law(components: str) -> None:
    for d_k in (3, 5, 77, 1000):
        if components == "uniform" and d_k == 3:
            continue  # the plain trapezoidal rule would need millions of points
        values = EXPLORER.resting_values | {"d_k": d_k, "components": components}
        state = EXPLORER.numbers(values)
        EXPLORER.update(EXPLORER.artists, state)
        part = {name: EXPLORER.artists[f"raw_{name}"] for name in NAMES}
        check_histogram(values, state, part["histogram"])
        check_law(values, state, part)
        check_spreads(values, part)


def test_a_shorter_run_is_the_start_of_a_longer_one() -> None:
    for components in KURTOSIS:
        few = unit_variance_state(16, "raw", components, 100, 3)
        found = draws(16, components, 3)
        assert few.sample_mean == pytest.approx(sum(found[:100]) / 100)


def test_the_sentence_says_the_state() -> None:
    for values in random.Random(3).sample(STATES, 60):
        d_k, scale = values["d_k"], values["scale"]
        sentence = EXPLORER.readout.format(**EXPLORER.frame(values)[1])
        assert sentence.startswith(f"dₖ = {d_k:,}, components ")
        law = {"normal": "standard normal", "uniform": "uniform", "coin": "fair coins"}
        assert f"components {law[values['components']]}" in sentence
        by = {"raw": "the score:", "root": "divided by √dₖ:", "full": "divided by dₖ:"}
        assert by[scale] in sentence
        theory, count, mean, sampled = re.search(
            r"mean 0, standard deviation ([\d.]+)\. These ([\d,]+) draws: "
            r"mean (−?[\d.]+), standard deviation ([\d.]+)\.$",
            sentence,
        ).groups()
        assert float(theory) == pytest.approx(exact_spread(d_k, scale), rel=5e-4)
        assert int(count.replace(",", "")) == values["n_draws"]
        found = np.array(draws(d_k, values["components"], values["sample"])[: values["n_draws"]])
        found /= divide_by(d_k, scale)
        half = 0.5 * 10.0 ** -len(sampled.partition(".")[2]) * (1 + 1e-9)
        assert abs(float(sampled) - np.std(found, ddof=1)) <= half
        assert len(sampled.replace(".", "").lstrip("0")) == 3
        assert abs(float(mean.replace("−", "-")) - found.mean()) <= half
        assert not re.fullmatch(r"−0\.?0*", mean)


def points(artist: Any) -> np.ndarray:
    """Return the points of an artist as drawn, none outside its picture."""
    if not artist.get_visible():
        return np.empty((0, 2))
    data = artist.get_xydata() if isinstance(artist, Line2D) else artist.get_path().vertices
    size = artist.figure.get_size_inches() * 72
    return np.clip(artist.axes.transData.transform(data), 0, size)


def moved(name: str, first: dict[str, Any], last: dict[str, Any]) -> float:
    seen = []
    for values in (first, last):
        EXPLORER.update(EXPLORER.artists, EXPLORER.numbers(values))
        seen.append(points(EXPLORER.artists[name]))
    if min(map(len, seen)) == 0:
        return math.inf if max(map(len, seen)) else 0.0
    boxes = [np.concatenate([p.min(axis=0), p.max(axis=0)]) for p in seen]
    if len(seen[0]) == len(seen[1]):
        return float(np.abs(seen[1] - seen[0]).max())
    return float(np.abs(boxes[1] - boxes[0]).max())


@pytest.mark.parametrize("control", EXPLORER.controls, ids=lambda control: control.name)
def test_each_control_moves_what_it_says(control: Any) -> None:
    for name in control.moves:
        frame = {"scale": name.split("_")[0]} if name.split("_")[0] in LIMIT else {}
        ends = [
            EXPLORER.resting_values | frame | {control.name: control.stops[at]} for at in (0, -1)
        ]
        least = 1 if control.kind == "draw" else 10
        assert moved(name, *ends) >= least, name


def test_the_root_keeps_the_spread_in_place() -> None:
    ends = [EXPLORER.resting_values | {"scale": "root", "d_k": d_k} for d_k in (1, 1024)]
    assert moved("root_spread", *ends) == 0
    assert moved("root_sample_spread", *ends) < 10


def test_budget() -> None:
    assert len(STATES) == 1_485
    assert len(gzip.compress(EXPLORER.html().encode(), mtime=0)) <= 60_000
