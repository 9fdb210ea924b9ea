"""The time to close a gap, against the flow itself and against SciPy."""

import math
import warnings

import numpy as np
import pytest
from scipy import integrate, special, stats
from sqrtdk import sample_dot_products
from sqrtdk.experiments import escape_ratio, escape_time, median_gap

SE = 4.0


def slope(gap):
    return 0.25 / math.cosh(gap / 2.0) ** 2


def flow(start, time, n_steps):
    """Where the fourth-order Runge-Kutta method takes a gap of -start in `time`."""
    gap, step = -start, time / n_steps
    for _ in range(n_steps):
        first = slope(gap)
        second = slope(gap + step * first / 2)
        third = slope(gap + step * second / 2)
        gap += step * (first + 2 * second + 2 * third + slope(gap + step * third)) / 6
    return gap


@pytest.mark.parametrize("start", [0.5, 2.0, 4.0, 6.0])
def test_the_flow_reaches_zero_at_the_escape_time(start):
    time = float(escape_time(start))
    coarse, fine = (flow(start, time, n) for n in (5_000, 10_000))
    # The error of the method falls by 16 when the step is halved; 2e-12 is left for rounding.
    assert abs(fine) <= abs(coarse - fine) + 2e-12
    assert abs(flow(start, 1.01 * time, 10_000)) > 0.001 * time


def test_the_time_is_the_integral_of_one_over_the_slope():
    for gap in (0.1, 1.0, 8.0, 12.0):
        whole, error = integrate.quad(lambda x: 1.0 / slope(x), 0.0, gap, epsrel=1e-12)
        assert abs(float(escape_time(gap)) - whole) <= error + 1e-12 * whole


def test_stated_times():
    assert escape_time([2.0, 4.0, 8.0, 12.0]) == pytest.approx(
        [11.25, 62.6, 2997, 1.63e5], rel=0.002
    )
    assert escape_time(np.zeros((2, 0, 3))).shape == (2, 0, 3)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert escape_time([0.0, 709.0, 2000.0])[[0, 2]].tolist() == [0.0, math.inf]


@pytest.mark.parametrize("gap", [-1.0, [1.0, -1e-9], math.nan, "far"])
def test_a_gap_that_is_none_is_refused(gap):
    with pytest.raises(ValueError, match="gap"):
        escape_time(gap)


def share_below(gap, d_k):
    """P(|gap| < gap) by integrating the normal law over the law of the query's length."""

    def part(length):
        return stats.chi.pdf(length, d_k) * special.erf(gap / (2.0 * length))

    spread = 12.0
    low, high = max(0.0, math.sqrt(d_k) - spread), math.sqrt(d_k) + spread
    return integrate.quad(part, low, high, epsabs=1e-13, epsrel=1e-12, limit=200)[0]


@pytest.mark.parametrize("d_k", [1, 2, 3, 8, 16, 64, 256, 1024])
def test_half_of_the_gaps_are_below_the_median(d_k):
    assert share_below(median_gap(d_k), d_k) == pytest.approx(0.5, abs=1e-10)


def test_median_gaps_known_in_closed_form():
    # With two components a score has the Laplace law, and the gap is sqrt(2) times one.
    assert median_gap(2) == pytest.approx(math.sqrt(2.0) * math.log(2.0), rel=1e-12)
    # With many components the query's length is sqrt(d_k), up to a relative 1 / d_k.
    normal = stats.norm.ppf(0.75) * math.sqrt(2.0)
    assert median_gap(2**20) / 2**10 == pytest.approx(normal, rel=2.0**-20)


def test_the_median_gap_halves_drawn_gaps():
    n, rng = 40_000, np.random.default_rng(5)
    query, *keys = rng.standard_normal((3, n, 16))
    gaps = abs((query * (keys[0] - keys[1])).sum(axis=1))
    assert abs(np.mean(gaps < median_gap(16)) - 0.5) <= SE * 0.5 / math.sqrt(n)
    independent = abs(np.subtract(*sample_dot_products(16, (2, n), rng)))
    assert np.median(independent) != pytest.approx(median_gap(16), rel=1e-6)


def test_stated_ratios():
    equal = {16: 0.74, 64: 7.4, 256: 3890, 512: 1.1e6}
    matched = {16: 11.8, 64: 473, 256: 1.0e6, 512: 5.6e8}
    for d_k, ratio in equal.items():
        assert escape_ratio(d_k) == pytest.approx(ratio, rel=0.01)
        assert escape_ratio(d_k, matched=True) == pytest.approx(matched[d_k], rel=0.01)


def test_ratios_agree_with_steps_of_a_query():
    """Gradient descent on a query with two keys whose difference has its mean squared length."""
    d_k, rate = 16, 0.001
    difference = np.zeros(d_k)
    difference[0] = math.sqrt(2.0 * d_k)
    counts = []
    for scale in (1.0, d_k**-0.5):
        query = difference * median_gap(d_k) / (2.0 * d_k)
        count = 0
        while query[0] > 0:
            query -= rate * scale * slope(scale * float(query[0] * difference[0])) * difference
            count += 1
        counts.append(count)
    # The slope changes within a step by at most the relative length of the step, which is at
    # most rate * 2 * d_k * scale**2 / 4; the last step overshoots by at most itself.
    allowed = rate * d_k / 2.0 * (1.0 + 1.0 / d_k) + sum(1.0 / count for count in counts)
    assert allowed < 0.015
    assert counts[0] / counts[1] == pytest.approx(escape_ratio(d_k), rel=allowed)


@pytest.mark.parametrize("d_k", [0, -1, 1.5, True, 2**20 + 1])
def test_a_dimension_that_is_none_is_refused(d_k):
    with pytest.raises(ValueError, match="d_k"):
        median_gap(d_k)
    with pytest.raises(ValueError, match="d_k"):
        escape_ratio(d_k)
