"""Every stop of the exact law against quadrature, inversion of transforms, and binomial sums."""

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
from scipy import integrate, special, stats
from sqrtdk.explorer.states import MAX_BYTES, MAX_STATES, every_state
from sqrtdk.explorers import exact_law
from sqrtdk.explorers.exact_law_of_scores import exact_law_state

from explorers.test_unit_variance_dot_product import density

EXPLORER = exact_law()
STATES = list(every_state(EXPLORER.controls))
WIDTHS = [2**i for i in range(11)]
LAWS = ("normal", "uniform", "coin")
REACH = {"linear": 4, "logarithmic": 5}
STEP = 0.005
AT = np.arange(0, 3 + STEP, STEP)
"""Where distances are compared, in standard deviations; all are largest below 3."""
KURTOSIS = {"normal": 3.0, "uniform": 9 / 5, "coin": 1.0}


def normal_tail(deviations: np.ndarray, d_k: int) -> np.ndarray:
    """Upper tail of |q| Z: the trapezoidal rule over the logarithm of the length."""
    low, high = stats.chi(d_k).ppf(1e-17), stats.chi(d_k).isf(1e-17)
    t = np.linspace(math.log(low), math.log(high), 4_001)
    masses = stats.chi(d_k).pdf(np.exp(t)) * np.exp(t)
    ratios = deviations[:, np.newaxis] * math.sqrt(d_k) / np.exp(t)
    return np.asarray(integrate.trapezoid(stats.norm.sf(ratios) * masses, t, axis=1))


def one_uniform_tail(x: float) -> float:
    if x >= 3:
        return 0.0
    return 0.5 - (x * (1 + math.log(3 / x)) / 6 if x > 0 else 0.0)


def uniform_tail(deviations: np.ndarray, d_k: int) -> np.ndarray:
    """Upper tail of a sum of products of uniform numbers."""
    x = deviations * math.sqrt(d_k)
    if d_k == 1:
        return np.array([one_uniform_tail(one) for one in x])
    if d_k == 2:
        return np.array([two_uniform_tail(one) for one in x])
    end = 400.0 if d_k == 4 else 60.0 / math.sqrt(d_k)
    t = np.linspace(1e-12, end, 40_001)
    transform = (special.sici(3 * t)[0] / (3 * t)) ** d_k / t
    waves = [integrate.trapezoid(np.sin(one * t) * transform, t) for one in x]
    return 0.5 - np.array(waves) / math.pi


def two_uniform_tail(x: float) -> float:
    """Average the tail of one product over the other, one smooth piece at a time."""

    def integrand(y: float) -> float:
        rest = x - y
        tail = one_uniform_tail(rest) if rest >= 0 else 1 - one_uniform_tail(-rest)
        return math.log(3 / abs(y)) / 6 * tail

    cuts = sorted({-3.0, 0.0, 3.0, *(c for c in (x - 3, x) if -3 < c < 3)})
    pieces = [integrate.quad(integrand, a, b)[0] for a, b in itertools.pairwise(cuts)]
    return math.fsum(pieces)


@cache
def distance(d_k: int, components: str) -> float:
    if components == "coin":
        heads = np.arange(d_k + 1)
        normal = stats.norm.cdf((2 * heads - d_k) / math.sqrt(d_k))
        sides = [stats.binom.cdf(heads - shift, d_k, 0.5) - normal for shift in (0, 1)]
        return float(np.abs(sides).max())
    tail = normal_tail if components == "normal" else uniform_tail
    return float(np.abs(tail(AT, d_k) - stats.norm.sf(AT)).max())


@cache
def far(d_k: int, components: str) -> float:
    """Probability beyond three standard deviations."""
    if components == "coin":
        values = 2 * np.arange(d_k + 1) - d_k
        beyond = np.abs(values) > 3 * math.sqrt(d_k)
        return float(stats.binom.pmf(np.arange(d_k + 1), d_k, 0.5)[beyond].sum())
    tail = normal_tail if components == "normal" else uniform_tail
    return 2 * float(tail(np.array([3.0]), d_k)[0])


def test_the_stops_are_those_of_the_design() -> None:
    d_k, axes, components = (control.stops for control in EXPLORER.controls)
    assert list(d_k) == WIDTHS
    assert axes == ("linear", "logarithmic")
    assert components == LAWS


def test_every_stop_draws_the_exact_density() -> None:
    for values in STATES:
        d_k, axis, law = values["d_k"], values["axis"], values["components"]
        state = EXPLORER.numbers(values)
        EXPLORER.update(EXPLORER.artists, state)
        shown, hidden = ("atoms", "law") if law == "coin" else ("law", "atoms")
        artist = EXPLORER.artists[f"{axis}_{shown}"]
        assert artist.get_visible()
        assert not EXPLORER.artists[f"{axis}_{hidden}"].get_visible()
        x, y = artist.get_data()
        root = math.sqrt(d_k)
        places = tuple(np.round(x * root, 12).tolist())
        exact = density(law, d_k, places) * root
        # The density of uniform components is documented to 1e-8 in this unit, not relatively.
        loose = 2e-8 if law == "uniform" else 0
        assert np.allclose(state.density, exact, rtol=1e-9, atol=loose)
        low, high = EXPLORER.artists[f"{axis}_law"].axes.get_ylim()
        inside = (exact > low) & (exact < high)
        assert np.allclose(y[inside], exact[inside], rtol=1e-9, atol=loose)
        assert np.all(y[exact >= high] >= high)
        assert np.all(y[exact <= low] <= low + loose)
        if law != "coin":
            assert (x[0], x[-1]) == (-REACH[axis], REACH[axis])
        arrow = EXPLORER.artists[f"{axis}_arrow"].get_visible()
        assert arrow == (d_k == 1 and law != "coin")


def test_coins_stand_evenly_on_their_values() -> None:
    for values in (v for v in STATES if v["components"] == "coin"):
        d_k, reach = values["d_k"], REACH[values["axis"]]
        places = EXPLORER.numbers(values).places * math.sqrt(d_k)
        whole = np.rint(places).astype(int)
        assert np.allclose(places, whole, rtol=0, atol=1e-9)
        assert np.all((whole - d_k) % 2 == 0)
        assert sorted(-whole) == whole.tolist()
        steps = set(np.diff(whole).tolist())
        assert len(steps) == 1
        all_of_them = [s for s in range(-d_k, d_k + 1, 2) if abs(s) <= reach * math.sqrt(d_k)]
        if d_k <= 64:
            assert whole.tolist() == all_of_them
        else:
            assert all_of_them[-1] - whole[-1] < steps.pop()


def test_every_stop_has_the_distance_the_tail_and_the_kurtosis() -> None:
    for values in STATES:
        d_k, law = values["d_k"], values["components"]
        state = EXPLORER.numbers(values)
        EXPLORER.update(EXPLORER.artists, state)
        # At the maximum the second derivative is at most 10 times the height, by differences of
        # the curves here; so the height half a step off is lower by 10/2 (STEP/2)² of it.
        loose = 0 if law == "coin" else 5 * (STEP / 2) ** 2
        assert state.distance == pytest.approx(distance(d_k, law), rel=loose + 1e-9, abs=2e-9)
        assert state.tail == pytest.approx(far(d_k, law), rel=1e-7, abs=2e-8)
        assert state.kurtosis == pytest.approx(3 + (KURTOSIS[law] ** 2 - 3) / d_k, rel=1e-14)
        assert np.ravel(EXPLORER.artists["distance"].get_data()).tolist() == [d_k, state.distance]
        x, y = EXPLORER.artists["chosen"].get_data()
        assert list(x) == WIDTHS
        wanted = [distance(one, law) for one in WIDTHS]
        assert np.allclose(y, wanted, rtol=loose + 1e-9, atol=2e-9)


def test_the_still_curves_are_those_of_the_three_laws_and_of_the_normal_one() -> None:
    moving = set(EXPLORER.artists.values())
    thin = [c for c in EXPLORER.artists["distance"].axes.lines if c not in moving]
    assert len(thin) == 3
    for law, curve in zip(LAWS, thin, strict=True):
        wanted = [distance(d_k, law) for d_k in WIDTHS]
        assert np.allclose(curve.get_ydata(), wanted, rtol=1e-4, atol=2e-9)
    for axis in REACH:
        still = [c for c in EXPLORER.artists[f"{axis}_law"].axes.lines if c not in moving]
        assert len(still) == 1
        x, y = still[0].get_data()
        assert np.allclose(y, stats.norm.pdf(x), rtol=1e-12, atol=0)
        assert (x[0], x[-1]) == (-REACH[axis], REACH[axis])


@pytest.mark.parametrize(
    ("law", "d_k", "published", "half_unit"),
    [
        # From large simulations and closed forms; half a unit of the last digit.
        ("normal", 1, 0.1075, 5e-5),
        ("normal", 2, 0.0620, 5e-5),
        ("normal", 4, 0.0333, 5e-5),
        ("normal", 16, 0.00860, 5.1e-6),
        ("normal", 64, 0.002152, 5e-7),
        ("normal", 512, 0.000269, 5e-7),
        ("uniform", 64, 8.90e-5, 5e-8),
        ("coin", 64, 0.04967, 5e-6),
        ("coin", 512, 0.01762, 5e-6),
    ],
)
def test_the_audited_distances(law: str, d_k: int, published: float, half_unit: float) -> None:
    assert abs(exact_law_state(d_k, "linear", law).distance - published) <= half_unit


@pytest.mark.parametrize(("d_k", "ratio"), [(4, 3.67), (64, 1.224), (512, 1.029)])
def test_the_audited_tails(d_k: int, ratio: float) -> None:
    tail = exact_law_state(d_k, "linear", "normal").tail
    assert tail / (2 * stats.norm.sf(3)) == pytest.approx(ratio, abs=0.005)


def test_two_components_have_straight_tails_and_many_have_a_parabola() -> None:
    """Slopes of the logarithm of the density, as drawn at rest."""
    for d_k, curvature in ((2, 0.0), (1024, -1.0)):
        state = exact_law_state(d_k, "logarithmic", "normal")
        x, y = (a[state.places > 0.5] for a in (state.places, np.log(state.density)))
        slopes = np.diff(y) / np.diff(x)
        change = (slopes[-1] - slopes[0]) / (x[-2:].mean() - x[:2].mean())
        assert change == pytest.approx(curvature, abs=0.03)
    assert EXPLORER.resting_values == {"d_k": 2, "axis": "logarithmic", "components": "normal"}


def test_the_sentence_says_the_state() -> None:
    words = {"normal": "standard normal", "uniform": "uniform (±√3)", "coin": "fair coins (±1)"}
    for values in STATES:
        d_k, law = values["d_k"], values["components"]
        sentence = EXPLORER.readout.format(**EXPLORER.fields(EXPLORER.numbers(values)))
        opening = f"dₖ = {d_k:,}, components {words[law]}, density on a {values['axis']} axis. "
        assert sentence.startswith(opening)
        kurtosis, apart = re.search(
            r"Kurtosis ([\d.]+); the normal law.* functions ([\d.]+(?:·10⁻[⁵⁶])?)\. Beyond",
            sentence,
        ).groups()
        wanted = 3 + (KURTOSIS[law] ** 2 - 3) / d_k
        assert abs(float(kurtosis) - wanted) <= 5.0001e-5
        number, _, power = apart.partition("·10⁻")
        found = float(number) * {"": 1, "⁵": 1e-5, "⁶": 1e-6}[power]
        # Three significant digits, and the grid of this test.
        assert found == pytest.approx(distance(d_k, law), rel=5.1e-3)
        if far(d_k, law) < 1e-12:
            assert "lies nothing, against the 0.270\u00a0% of the normal law" in sentence
            continue
        tail, ratio = re.search(
            r"lies ([\d.]+)\u00a0%, ([\d.]+) times the 0\.270\u00a0%", sentence
        ).groups()
        assert float(tail) == pytest.approx(100 * far(d_k, law), rel=5.1e-3)
        assert float(ratio) == pytest.approx(far(d_k, law) / (2 * stats.norm.sf(3)), rel=5.1e-3)
    assert f"{200 * stats.norm.sf(3):.3f}" == "0.270"


def test_any_width_has_a_state() -> None:
    for d_k in (3, 7, 1000):
        for law in LAWS:
            state = exact_law_state(d_k, "logarithmic", law)
            assert state.kurtosis == pytest.approx(3 + (KURTOSIS[law] ** 2 - 3) / d_k)
            places = tuple(np.round(state.places * math.sqrt(d_k), 12).tolist())
            if law == "uniform" and d_k < 8:
                continue  # the plain trapezoidal rule would need millions of points
            exact = density(law, d_k, places) * math.sqrt(d_k)
            assert np.allclose(state.density, exact, rtol=1e-9, atol=2e-8)


@pytest.mark.parametrize(
    ("wrong", "name"),
    [
        ((0, "linear", "normal"), "d_k"),
        ((1025, "linear", "normal"), "d_k"),
        ((2, "log", "normal"), "axis"),
        ((2, "linear", "die"), "components"),
    ],
)
def test_a_value_outside_the_range_is_refused(wrong: Any, name: str) -> None:
    with pytest.raises(ValueError, match=name):
        exact_law_state(*wrong)


def test_only_the_chosen_axis_is_drawn() -> None:
    for axis in REACH:
        values = EXPLORER.resting_values | {"axis": axis}
        EXPLORER.update(EXPLORER.artists, EXPLORER.numbers(values))
        for other in REACH:
            assert EXPLORER.artists[f"{other}_law"].get_visible() == (other == axis)
        panels = [panel.name for panel in EXPLORER.panels if panel.is_shown(values)]
        assert panels == [f"{axis}_density", "distances"]


def test_each_control_moves_its_artists() -> None:
    for control in EXPLORER.controls:
        for name in control.moves:
            frame = {"axis": name.split("_")[0]} if name.split("_")[0] in REACH else {}
            places = []
            for stop in (control.stops[0], control.stops[-1]):
                values = EXPLORER.resting_values | frame | {control.name: stop}
                EXPLORER.update(EXPLORER.artists, EXPLORER.numbers(values))
                found = expected_points(EXPLORER.artists[name])
                size = EXPLORER.artists[name].figure.get_size_inches() * 72
                places.append(np.clip(found, 0, size))
            if min(map(len, places)) == 0:
                assert max(map(len, places)) > 0, name
                continue
            assert np.hypot(*(places[1] - places[0]).T).max() >= 10, f"{control.name}: {name}"


def test_the_budget() -> None:
    assert len(STATES) == 11 * 2 * 3 <= MAX_STATES
    assert len(gzip.compress(EXPLORER.html().encode(), mtime=0)) <= MAX_BYTES
