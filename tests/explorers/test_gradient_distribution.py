"""Every stop of the gradient at the query against other formulas on the same draws."""

from __future__ import annotations

import gzip
import math
import random
import re
from functools import cache
from statistics import median
from typing import Any

import numpy as np
import pytest
from browser.pictures import expected_points
from sqrtdk.explorer.states import MAX_BYTES, MAX_STATES, every_state
from sqrtdk.explorers import gradient_distribution
from sqrtdk.explorers.gradients import gradient_distribution_state

EXPLORER = gradient_distribution()
STATES = list(every_state(EXPLORER.controls))
SEED, ROWS, MOST_KEYS, MOST_COMPONENTS = 41_318, 2_000, 64, 1_024
DIMENSIONS = tuple(2**i for i in range(11))
POWERS = {"raw": 0.0, "root": 0.5, "full": 1.0}
SMALLEST, CAP, LESS = 1e-4, 0.4, (-4.4, -4.2)
TINY = 1e-12


@cache
def draws() -> tuple[np.ndarray, ...]:
    """Products Z, gradients g, and the components along which the squares are summed."""
    rng = np.random.default_rng(SEED)
    products = rng.standard_normal((ROWS, MOST_KEYS))
    upstream = rng.standard_normal((ROWS, MOST_KEYS))
    parts = rng.standard_normal((2, ROWS, MOST_COMPONENTS))
    return products, upstream, parts[0], parts[1]


@cache
def squares(d_k: int) -> tuple[np.ndarray, np.ndarray]:
    _, _, query, rest = draws()
    along = np.einsum("ri,ri->r", query[:, :d_k], query[:, :d_k])
    return along, np.einsum("ri,ri->r", rest[:, 1:d_k], rest[:, 1:d_k])


@cache
def plain_sizes(d_k: int, temperature: float, n_keys: int) -> np.ndarray:
    """Find all sizes by the textbook softmax and u = p(g - <p, g>).

    With the undivided (u.s)^2 / |q|^2. Cancellation leaves errors of about 1e-15 in u, so below
    1e-12 a size is known to be small and no more.
    """
    products, upstream, *_ = draws()
    along, across = squares(d_k)
    scores = np.sqrt(along)[:, np.newaxis] * products[:, :n_keys]
    logits = scores / temperature
    weights = np.exp(logits - logits.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    g = upstream[:, :n_keys]
    u = weights * g - weights * np.einsum("rj,rj->r", weights, g)[:, np.newaxis]
    square = np.einsum("rj,rj->r", u, scores) ** 2 / along
    square += np.einsum("rj,rj->r", u, u) * across
    return np.sqrt(square) / temperature


def loop_size(row: int, d_k: int, temperature: float, n_keys: int) -> float:
    """Find one size, however small, from an explicit matrix of keys and the pairs of keys.

    The part of the keys across q is put where it is largest, along u, with its drawn length.
    """
    products, upstream, query, rest = (draw[row].tolist() for draw in draws())
    q, e = query[:d_k], rest[1:d_k]
    length = math.sqrt(math.fsum(x * x for x in q))
    z, g = products[:n_keys], upstream[:n_keys]
    logits = [length * x / temperature for x in z]
    top = max(logits)
    terms = [math.exp(x - top) for x in logits]
    total = math.fsum(terms)
    p = [term / total for term in terms]
    # Entry j of Jg: p_j times the mean of g_j - g_i under p.
    u = [
        p[j] * math.fsum(p[i] * (g[j] - g[i]) for i in range(n_keys) if i != j)
        for j in range(n_keys)
    ]
    size = max(map(abs, u)) or 1.0
    norm = size * math.sqrt(math.fsum((x / size) ** 2 for x in u))
    # u.Z by pairs: half the sum of p_i p_j (g_i - g_j)(z_i - z_j).
    lift = math.fsum(
        p[i] * p[j] * (g[i] - g[j]) * (z[i] - z[j]) for i in range(n_keys) for j in range(i)
    )
    keys = [lift, *(norm * x for x in e)]
    return math.hypot(*keys) / temperature


def close(found: Any, wanted: Any) -> bool:
    return np.allclose(found, wanted, rtol=1e-9, atol=TINY)


@cache
def three(d_k: int, temperature: float, n_keys: int) -> tuple[float, float, float]:
    """Root mean square, mean and median."""
    ordered = sorted(plain_sizes(d_k, temperature, n_keys).tolist())
    return (
        math.sqrt(math.fsum(x * x for x in ordered) / ROWS),
        math.fsum(ordered) / ROWS,
        median(ordered),
    )


def limit(d_k: int, n_keys: int) -> float:
    return 0.01 * float(np.median(plain_sizes(d_k, math.sqrt(d_k), n_keys)))


def test_the_stops_are_those_of_the_design() -> None:
    temperature, d_k, n_keys = (control.stops for control in EXPLORER.controls)
    assert d_k == DIMENSIONS
    assert n_keys == (2, 8, 64)
    assert np.allclose(np.log2(temperature), np.arange(-6, 13) / 2)
    assert all(any(math.isclose(t, math.sqrt(d)) for t in temperature) for d in d_k)
    assert all(type(t) is int for t in temperature if t == round(t)), "8 is written 8.0"
    assert EXPLORER.resting_values == {"temperature": 1, "d_k": 64, "n_keys": 8}


def test_every_stop_is_what_plain_formulas_find() -> None:
    for values in STATES:
        state, wanted = EXPLORER.numbers(values), plain_sizes(**_key(values))
        assert close(state.sizes, wanted), values
        found = (state.root_mean_square, state.mean, state.median)
        assert close(found, three(**_key(values))), values
        bound = limit(values["d_k"], values["n_keys"])
        assert close(state.root_median, 100 * bound)
        assert state.dead == sum(size < bound for size in wanted.tolist()) / ROWS


def _key(values: dict[str, Any]) -> dict[str, Any]:
    return values | {"temperature": float(values["temperature"])}


def test_single_rows_are_what_loops_over_pairs_of_keys_find_however_small() -> None:
    picked = random.Random(4)
    smallest = 1.0
    for values in picked.sample(STATES, 100):
        sizes = EXPLORER.numbers(values).sizes
        for row in picked.sample(range(ROWS), 4):
            wanted = loop_size(row, **values)
            # Below 1e-290 products of weights leave the range of float64.
            assert sizes[row] == pytest.approx(wanted, rel=1e-8, abs=1e-290), (values, row)
            smallest = min(smallest, wanted or 1.0)
    assert smallest < 1e-20, "no row tests the range that plain formulas cannot reach"


def bars(artist: Any) -> dict[tuple[float, float], float]:
    """Edges and height of each bar of an outline, and a check that it stands on 0."""
    path = artist.get_path()
    if not len(path.vertices):
        return {}
    first = path.vertices[: 1 + int(np.flatnonzero(path.codes == path.CLOSEPOLY)[0])]
    assert np.all(first[[0, -2, -1], 1] == 0)
    sides = first[1:-2].reshape(-1, 2, 2)
    assert np.array_equal(sides[:, 0, 1], sides[:, 1, 1])
    return {(left[0], right[0]): left[1] for left, right in sides}


def test_every_stop_draws_a_histogram_of_the_sizes() -> None:
    artists, leaving = EXPLORER.artists, 0
    for values in STATES:
        bound = math.log10(limit(values["d_k"], values["n_keys"]))
        powers = np.log10(np.maximum(plain_sizes(**_key(values)), TINY))
        EXPLORER.update(artists, EXPLORER.numbers(values))
        assert close(artists["limit"].get_xdata(), [bound, bound])
        first = bound - 0.2 * math.floor((bound + 4) / 0.2)
        assert -4 <= first < -3.8
        left_out, cut = ROWS, {}
        for name in ("dead", "live"):
            for (left, right), height in bars(artists[name]).items():
                assert (right < bound + 1e-9) == (name == "dead")
                inside = count(powers, left, right, first)
                assert height == pytest.approx(min(inside / ROWS, CAP), abs=1e-12), values
                left_out -= inside
                if inside / ROWS > CAP:
                    cut[(left + right) / 2] = inside / ROWS
        assert left_out == 0, values
        assert np.allclose(arrow_tips(), sorted(cut))
        words = artists["tall"].get_text()
        wanted = [f"{100 * share:.0f} %" for share in cut.values()]
        assert words in (wanted or [""])
        assert len(wanted) <= 1 or words == f"{100 * max(cut.values()):.0f} %"
        leaving += bool(cut)
    assert leaving > 100


def count(powers: np.ndarray, left: float, right: float, first: float) -> int:
    """Count what belongs into a bar; the first one stands for all below the first edge."""
    if left < -4.3:
        assert (left, right) == pytest.approx(LESS)
        return int((powers < first).sum())
    if right < first + 1e-9:
        return 0  # the gap
    assert right - left == pytest.approx(0.2)
    return int(((powers >= left - 1e-12) & (powers < right - 1e-12)).sum())


def arrow_tips() -> list[float]:
    """Return where the arrows point up, and check that they do between bar and words."""
    tips = []
    for name in ("dead", "live"):
        path = EXPLORER.artists[name].get_path()
        ends = np.flatnonzero(path.codes == path.CLOSEPOLY) if len(path.vertices) else []
        tips += [path.vertices[end - 2] for end in ends[1:]]
    assert all(CAP < tip[1] < 0.435 for tip in tips)
    return [tip[0] for tip in tips]


def test_every_stop_draws_the_three_marks_and_their_courses() -> None:
    artists, temperatures = EXPLORER.artists, EXPLORER.controls[0].stops
    for values in STATES:
        EXPLORER.update(artists, EXPLORER.numbers(values))
        d_k, n_keys, temperature = values["d_k"], values["n_keys"], values["temperature"]
        wanted = dict(zip(("rms", "mean", "median"), three(**_key(values)), strict=True))
        for name, size in wanted.items():
            place = math.log10(size) if size > SMALLEST else -4.3
            assert close(artists[name].get_xdata(), [place, place]), (values, name)
            assert 0 < artists[f"{name}_words"].get_position()[0] - place < 0.2
            assert close(artists[f"dot_{name}"].get_xydata(), [[temperature, size]])
        assert wanted["median"] <= wanted["mean"] <= wanted["rms"], "words would be crossed"
        pair = [[d_k, wanted["rms"]], [d_k, wanted["median"]]]
        assert close(artists["here"].get_xydata(), pair)
        courses = [three(d_k, float(t), n_keys) for t in temperatures]
        for name, course in zip(wanted, zip(*courses, strict=True), strict=True):
            assert tuple(artists[f"course_{name}"].get_xdata()) == temperatures
            assert close(artists[f"course_{name}"].get_ydata(), course), values
        for name, power in POWERS.items():
            assert close(artists[f"at_{name}"].get_xdata(), [d_k**power] * 2)
            by_d = [three(d, float(d**power), n_keys) for d in DIMENSIONS]
            for statistic, at in (("rms", 0), ("median", 2)):
                line = artists[f"{name}_{statistic}"]
                assert tuple(line.get_xdata()) == DIMENSIONS
                assert close(line.get_ydata(), [one[at] for one in by_d])


def component_sizes(
    d_k: int, temperature: float, n_keys: int, rows: int, rng: np.random.Generator
) -> np.ndarray:
    """Draw queries and keys component by component, and multiply by the Jacobian as a matrix."""
    found = np.empty(rows)
    for row in range(rows):
        q, keys = rng.standard_normal(d_k), rng.standard_normal((n_keys, d_k))
        logits = keys @ q / temperature
        weights = np.exp(logits - logits.max())
        weights /= weights.sum()
        jacobian = np.diag(weights) - np.outer(weights, weights)
        gradient = keys.T @ (jacobian @ rng.standard_normal(n_keys)) / temperature
        found[row] = np.linalg.norm(gradient)
    return found


@pytest.mark.parametrize(
    ("d_k", "temperature", "n_keys"),
    [(64, 1, 8), (64, 8, 8), (4, 1, 2), (16, 0.5, 64), (1, 1, 8), (256, 256, 8)],
)
def test_the_rows_follow_the_law_of_queries_and_keys_drawn_in_full(
    d_k: int, temperature: float, n_keys: int
) -> None:
    other = component_sizes(d_k, temperature, n_keys, 4_000, np.random.default_rng(8))
    shown = gradient_distribution_state(d_k, temperature, n_keys).sizes
    for power in (1, 2):
        one, two = shown**power, other**power
        error = math.hypot(one.std() / len(one) ** 0.5, two.std() / len(two) ** 0.5)
        assert abs(one.mean() - two.mean()) < 4 * error
    # Shares below the quartiles of the second sample: binomial, in both samples.
    for share in (0.25, 0.5, 0.75):
        below = float((shown < np.quantile(other, share)).mean())
        error = math.sqrt(share * (1 - share) * (1 / len(shown) + 1 / len(other)))
        assert abs(below - share) < 4 * error


@pytest.mark.parametrize("values", random.Random(7).sample(STATES, 40), ids=str)
def test_the_mean_square_is_that_of_the_theorem(values: dict[str, Any]) -> None:
    # E|dL/dq|^2 = E[(d_k - 1)|J|^2 + |Js|^2 / |q|^2] / T^2, here on the same rows: what is
    # left is the noise of g and of the keys across q, row by row around its own mean.
    d_k, temperature, n_keys = values["d_k"], values["temperature"], values["n_keys"]
    products = draws()[0][:, :n_keys]
    lengths = np.sqrt(squares(d_k)[0])
    logits = lengths[:, np.newaxis] * products / temperature
    p = np.exp(logits - logits.max(axis=1, keepdims=True))
    p /= p.sum(axis=1, keepdims=True)
    second, third = (p**2).sum(axis=1), (p**3).sum(axis=1)
    lever = p * (products - (p * products).sum(axis=1, keepdims=True))
    means = (
        (d_k - 1) * (second - 2 * third + second**2) + (lever**2).sum(axis=1)
    ) / temperature**2
    rest = EXPLORER.numbers(values).sizes ** 2 - means
    assert abs(rest.mean()) < 4 * rest.std(ddof=1) / math.sqrt(ROWS)


@pytest.mark.parametrize(
    ("d_k", "temperature", "mean", "middle", "dead"),
    [
        # 8 keys: mean, median and share of dead queries; half a unit each.
        (16, 1, (0.83, 0.005), (0.56, 0.005), None),
        (64, 1, (0.98, 0.005), (0.25, 0.005), 0.18),
        (256, 1, (1.06, 0.005), (0.015, 5e-4), 0.42),
        (1024, 1, (1.08, 0.005), (2e-5, 5e-6), 0.65),
        (16, 4, (0.33, 0.005), (0.30, 0.005), None),
        (64, 8, (0.34, 0.005), (0.31, 0.005), None),
        (1024, 32, (0.33, 0.005), (0.31, 0.005), None),
        (64, 64, (0.040, 5e-4), None, None),
        (64, 2**1.5, None, (0.60, 0.01), None),
    ],
)
def test_the_audited_numbers(
    d_k: int,
    temperature: float,
    mean: tuple[float, float] | None,
    middle: tuple[float, float] | None,
    dead: float | None,
) -> None:
    state = gradient_distribution_state(d_k, temperature, 8)
    if mean:
        error = state.sizes.std() / math.sqrt(ROWS)
        assert abs(state.mean - mean[0]) < 4 * error + mean[1]
    if middle:
        # The order statistics n/2 +- 2 sqrt(n) are 4 SE from the median.
        ordered, half = np.sort(state.sizes), round(2 * math.sqrt(ROWS))
        low, high = ordered[ROWS // 2 - half], ordered[ROWS // 2 + half]
        assert low - middle[1] < middle[0] < high + middle[1]
    if dead:
        assert abs(state.dead - dead) < 4 * math.sqrt(dead * (1 - dead) / ROWS) + 0.005


def test_what_the_pictures_are_there_to_show() -> None:
    for n_keys in (2, 8, 64):
        by_d = gradient_distribution_state(64, 1, n_keys).by_dimension
        rms = {name: pair[0] for name, pair in by_d.items()}
        middle = {name: pair[1] for name, pair in by_d.items()}
        assert np.all(np.diff(rms["raw"]) > 0)
        assert np.all(np.diff(rms["full"]) < 0)
        # From d_k = 16 on the root's are level, here within their noise and 10 %.
        for sizes in (rms["root"], middle["root"]):
            assert np.ptp(sizes[4:]) < 0.1 * sizes[-1]
        assert middle["raw"][-1] < middle["root"][-1] / 20
        assert rms["raw"][-1] > 5 * rms["root"][-1]
    temperatures = EXPLORER.controls[0].stops
    peak = temperatures[int(gradient_distribution_state(64, 1, 8).curves[2].argmax())]
    assert 2 <= peak <= 4, "the median peaks elsewhere than near T = 3"


def test_any_value_of_the_range_has_a_state() -> None:
    for values in ((3, 0.2, 2), (777, 63.9, 8), (1000, 1.01, 64), (64, 5.0, 8)):
        state = gradient_distribution_state(*values)
        assert close(state.sizes, plain_sizes(*values))


@pytest.mark.parametrize(
    ("wrong", "name"),
    [
        ((0, 1.0, 8), "d_k"),
        ((1025, 1.0, 8), "d_k"),
        ((2.5, 1.0, 8), "d_k"),
        ((64, 0.0, 8), "temperature"),
        ((64, -1.0, 8), "temperature"),
        ((64, math.nan, 8), "temperature"),
        ((64, 1.0, 65), "n_keys"),
        ((64, 1.0, 0), "n_keys"),
    ],
)
def test_a_value_outside_the_range_is_refused(wrong: Any, name: str) -> None:
    with pytest.raises(ValueError, match=name):
        gradient_distribution_state(*wrong)


NUMBER = r"(?:below 10⁻¹⁰|\d[\d.]*(?:·10⁻[⁰¹²³⁴⁵⁶⁷⁸⁹]+)?)"
DIGITS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


def agrees(said: str, wanted: float) -> bool:
    """Tell whether words with two digits say a number."""
    if said == "below 10⁻¹⁰":
        return wanted < 1e-10
    number, _, power = said.rstrip(".").partition("·10")
    found = float(number) * 10 ** int(power.translate(DIGITS) or 0)
    return abs(found - wanted) <= 0.0501 * 10 ** math.floor(math.log10(wanted))


def test_the_sentence_says_the_state() -> None:
    for values in STATES:
        sizes = plain_sizes(**_key(values))
        sentence = EXPLORER.readout.format(**EXPLORER.fields(EXPLORER.numbers(values)))
        d_k, n_keys, temperature = values["d_k"], values["n_keys"], values["temperature"]
        start = f"dₖ = {d_k:,}, {n_keys} keys, scores divided by T = {temperature:.4g}. "
        assert sentence.startswith(start)
        said = re.search(
            rf"\(rms\) ({NUMBER}), mean ({NUMBER}), median ({NUMBER}), over 2,000 queries",
            sentence,
        )
        assert said, sentence
        for words, wanted in zip(said.groups(), three(**_key(values)), strict=True):
            assert agrees(words, wanted), sentence
        bound = limit(d_k, n_keys)
        found = re.search(
            rf"under 1 % of ({NUMBER}), the median at T = √dₖ = ([\d.]+): (.*)\.$", sentence
        )
        assert found, sentence
        assert agrees(found[1], 100 * bound)
        assert float(found[2]) == pytest.approx(math.sqrt(d_k), rel=5e-4)
        dead = sum(size < bound for size in sizes.tolist())
        if found[3] == "none":
            assert dead == 0
        else:
            assert abs(float(found[3].removesuffix(" %")) - 100 * dead / ROWS) <= 0.0500001
            assert dead
        corner = EXPLORER.artists["dead_words"]
        EXPLORER.update(EXPLORER.artists, EXPLORER.numbers(values))
        assert corner.get_text() == f"dead: {found[3]}"


def test_each_control_moves_its_artists_by_ten_points() -> None:
    for control in EXPLORER.controls:
        places = []
        for stop in (control.stops[0], control.stops[-1]):
            values = EXPLORER.resting_values | {control.name: stop}
            EXPLORER.update(EXPLORER.artists, EXPLORER.numbers(values))
            places.append({n: expected_points(EXPLORER.artists[n]) for n in control.moves})
        for name in control.moves:
            old, new = (place[name] for place in places)
            if len(old) == 0 or len(new) == 0:
                assert len(old) != len(new)
                continue
            if len(old) != len(new):
                old, new = (np.stack([p.min(axis=0), p.max(axis=0)]) for p in (old, new))
            moved = np.hypot(*(np.clip(new, 0, 330) - np.clip(old, 0, 330)).T).max()
            assert moved >= 10, f"{control.name} moves {name} by {moved:.1f}"


def test_the_table_shows_every_scale_that_it_names() -> None:
    rows = [EXPLORER.resting_values | dict(row) for row in EXPLORER.table]
    assert len(rows) == 6
    for values in rows:
        assert values["temperature"] in (1, round(math.sqrt(values["d_k"])))
        assert set(dict(EXPLORER.columns)) <= set(EXPLORER.fields(EXPLORER.numbers(values)))


def test_the_budget() -> None:
    assert len(STATES) == 19 * 11 * 3 <= MAX_STATES
    assert len(gzip.compress(EXPLORER.html().encode(), mtime=0)) <= MAX_BYTES
