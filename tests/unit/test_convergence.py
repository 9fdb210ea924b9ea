"""Distances to the normal law and tails, against finite sums, quadrature and known values."""

import functools
import itertools
import math

import mpmath
import numpy as np
import pytest
from scipy import integrate, optimize, special, stats
from sqrtdk import (
    COMPONENTS,
    distance_to_normal,
    dot_product_cdf,
    dot_product_pdf,
    exponential_moment,
    tail_ratio,
)

DEVIATIONS = (0.0, 0.1, 1.0, 3.0, 8.0, 20.0, 35.0)


@functools.cache
def even_tail(x, d_k):
    """P(s > x) for even d_k: the score is the difference of two gamma numbers of shape d_k / 2.

    Given the second, the first exceeds it by x if a Poisson process has too few points by then.
    All terms are positive; the sum is finite and has 30 digits.
    """
    m = d_k // 2
    with mpmath.workdps(30):
        x, half = mpmath.mpf(x), mpmath.mpf(1) / 2
        inner = [mpmath.mpf(0)]
        term = half**m
        for j in range(m):
            inner.append(inner[-1] + term)
            term = term * (m + j) / (j + 1) * half
        total, power = mpmath.mpf(0), mpmath.mpf(1)
        for i in range(m):
            total += power * inner[m - i]
            power = power * x / (i + 1)
        return total * mpmath.exp(-x)


def bessel_tail(x, d_k):
    """P(s > x) as the integral of the density with SciPy's Bessel function."""
    order = (d_k - 1) / 2
    constant = math.sqrt(math.pi) * special.gamma(d_k / 2) * 2**order

    def density(t):
        return (x + t) ** order * special.kve(order, x + t) * math.exp(-t)

    root = math.sqrt(d_k)
    ends = [0.0, 1e-3, 0.1 * root, root, 4 * root, 12 * root + 50, 24 * root + 400]
    parts = [
        integrate.quad(density, a, b, epsabs=0, epsrel=1e-13, limit=200)[0]
        for a, b in itertools.pairwise(ends)
    ]
    return 0.5 if x == 0 else math.exp(-x) * sum(parts) / constant


class TestDistributionFunction:
    @pytest.mark.parametrize("d_k", [2, 4, 6, 8, 16, 64, 256, 512, 1024])
    def test_even_dimensions(self, d_k):
        for k in DEVIATIONS:
            x = k * math.sqrt(d_k)
            assert dot_product_cdf(-x, d_k) == pytest.approx(float(even_tail(x, d_k)), rel=1e-11)
            assert dot_product_cdf(x, d_k) == pytest.approx(
                float(1 - even_tail(x, d_k)), rel=1e-11
            )

    @pytest.mark.parametrize("d_k", [1, 3, 7, 65])
    def test_odd_dimensions(self, d_k):
        for k in DEVIATIONS[:-1]:
            x = k * math.sqrt(d_k)
            assert dot_product_cdf(-x, d_k) == pytest.approx(bessel_tail(x, d_k), rel=1e-11)

    def test_every_even_dimension_at_one_deviation(self):
        for d_k in range(2, 257, 2):
            x = math.sqrt(d_k)
            assert dot_product_cdf(-x, d_k) == pytest.approx(float(even_tail(x, d_k)), rel=1e-11)

    def test_the_largest_dimension_is_nearly_normal(self):
        # The first term of the Edgeworth series is 0.14 / d_k, the next one of order 1 / d_k**2.
        x = np.linspace(-3, 3, 61)
        found = dot_product_cdf(128 * x, 2**14)
        edgeworth = stats.norm.cdf(x) - 6 / 2**14 / 24 * (x**3 - 3 * x) * stats.norm.pdf(x)
        np.testing.assert_allclose(found, edgeworth, atol=100 / 2**28)

    def test_laplace(self):
        x = np.linspace(-30, 30, 121)
        np.testing.assert_allclose(
            dot_product_cdf(x, 2), np.where(x < 0, np.exp(x) / 2, 1 - np.exp(-x) / 2), rtol=1e-12
        )

    def test_its_derivative_is_the_density(self):
        # Central differences of step 1e-3 are off by the third derivative over 6, times 1e-6.
        x = np.linspace(-20, 20, 41)
        slope = (dot_product_cdf(x + 5e-4, 64) - dot_product_cdf(x - 5e-4, 64)) / 1e-3
        np.testing.assert_allclose(slope, dot_product_pdf(x, 64), atol=1e-9)

    def test_shapes_and_infinities(self):
        assert dot_product_cdf(0, 3).shape == ()
        assert dot_product_cdf(np.zeros((2, 0)), 3).shape == (2, 0)
        assert dot_product_cdf([-math.inf, math.inf], 5).tolist() == [0.0, 1.0]
        assert dot_product_cdf([0.0, -0.0], 5) == pytest.approx([0.5, 0.5], rel=1e-14)
        x = np.linspace(-9, 9, 2_000)
        one_by_one = [dot_product_cdf(v, 64) for v in x[::400]]
        np.testing.assert_allclose(dot_product_cdf(x, 64)[::400], one_by_one, rtol=1e-14)


def normal_distance(d_k):
    """The distance for even d_k, at the place where the two densities cross."""
    root = math.sqrt(d_k)

    def difference(k):
        return root * float(dot_product_pdf(k * root, d_k)) - stats.norm.pdf(k)

    k = optimize.brentq(difference, 0.3, 1.2, xtol=1e-13)
    with mpmath.workdps(30):
        return float(mpmath.ncdf(-k) - even_tail(k * root, d_k))


def uniform_excess(k, d_k):
    """P(s <= k sqrt(d_k)) - Phi(k) by inversion of the characteristic function."""
    x = k * math.sqrt(d_k)
    t = np.linspace(0, 40 / math.sqrt(d_k), 20_001)[1:]
    si = special.sici(3 * t)[0]
    integrand = np.concatenate([[x], np.sin(t * x) / t * (si / (3 * t)) ** d_k])
    whole = integrate.simpson(integrand, dx=t[0]) / math.pi
    return 0.5 + whole - stats.norm.cdf(k)


class TestDistance:
    @pytest.mark.parametrize(
        ("components", "d_k", "known", "digits"),
        [
            ("normal", 1, 0.107533, 6),
            ("normal", 2, 0.0620, 4),
            ("normal", 4, 0.0333, 4),
            ("normal", 16, 0.00860, 5),
            ("normal", 64, 0.002152, 6),
            ("normal", 512, 0.000269, 6),
            ("uniform", 64, 8.90e-5, 7),
            ("coin", 64, 0.04967, 5),
            ("coin", 512, 0.01762, 5),
        ],
    )
    def test_known_values(self, components, d_k, known, digits):
        assert round(distance_to_normal(d_k, components), digits) == known

    @pytest.mark.parametrize("d_k", [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024])
    def test_normal_components(self, d_k):
        assert distance_to_normal(d_k) == pytest.approx(normal_distance(d_k), rel=1e-6)

    @pytest.mark.parametrize("d_k", [1, 3, 5, 63])
    def test_normal_components_of_odd_dimension(self, d_k):
        x = np.linspace(0.01, 3, 600)
        scores = [bessel_tail(k * math.sqrt(d_k), d_k) for k in x[::10]]
        coarse = np.abs(stats.norm.sf(x[::10]) - scores).max()
        # The maximum of the coarse grid is below the supremum, by less than 1e-3 of it.
        assert coarse <= distance_to_normal(d_k) * (1 + 1e-9)
        assert coarse == pytest.approx(distance_to_normal(d_k), rel=2e-3)

    @pytest.mark.parametrize("d_k", [8, 16, 63, 64, 65, 256, 1024])
    def test_uniform_components(self, d_k):
        k = np.linspace(0.3, 1.2, 91)
        best = k[np.argmax([abs(uniform_excess(v, d_k)) for v in k])]
        found = optimize.minimize_scalar(
            lambda v: -abs(uniform_excess(v, d_k)), bounds=(best - 0.02, best + 0.02)
        )
        assert distance_to_normal(d_k, "uniform") == pytest.approx(-found.fun, rel=1e-6)

    def test_few_uniform_components(self):
        def one(x):  # the integral of log(3 / t) / 6 from 0 to x
            return x * (math.log(3 / x) + 1) / 6

        k = np.linspace(1e-3, math.sqrt(3), 20_000)
        x = k * 1.0
        exact = np.abs(stats.norm.cdf(k) - 0.5 - [one(min(v, 3.0)) for v in x]).max()
        assert distance_to_normal(1, "uniform") == pytest.approx(exact, rel=1e-6)
        rng = np.random.default_rng(0)
        n = 400_000
        for d_k in (2, 3, 4):
            q, u = rng.uniform(-1, 1, (2, n, d_k)) * math.sqrt(3)
            found = stats.kstest((q * u).sum(axis=1) / math.sqrt(d_k), stats.norm.cdf).statistic
            # The empirical distance is off by at most 1.95 / sqrt(n) with probability 0.999.
            assert abs(found - distance_to_normal(d_k, "uniform")) < 1.95 / math.sqrt(n)

    @pytest.mark.parametrize("d_k", [1, 2, 3, 4, 5, 16, 63, 64, 512, 1023, 1024])
    def test_coins(self, d_k):
        heads = np.arange(d_k + 1)
        normal = stats.norm.cdf((2 * heads - d_k) / math.sqrt(d_k))
        right = np.abs(stats.binom.cdf(heads, d_k, 0.5) - normal)
        left = np.abs(stats.binom.cdf(heads - 1, d_k, 0.5) - normal)
        found = distance_to_normal(d_k, "coin")
        assert found == pytest.approx(max(right.max(), left.max()), rel=1e-9)
        if d_k % 2 == 0:
            assert found == pytest.approx(stats.binom.pmf(d_k // 2, d_k, 0.5) / 2, rel=1e-9)
        else:
            assert found == pytest.approx(stats.norm.cdf(1 / math.sqrt(d_k)) - 0.5, rel=1e-9)

    def test_rates(self):
        x = math.sqrt(3 - math.sqrt(6))
        edgeworth = stats.norm.pdf(x) * abs(x**3 - 3 * x) / 24
        assert round(6 * edgeworth, 4) == 0.1376
        for components, excess in (("normal", 6.0), ("uniform", 0.24)):
            # The next term of the series is of order 1 / d_k relative to the first.
            product = 16_384 * distance_to_normal(16_384, components)
            assert product == pytest.approx(excess * edgeworth, rel=10 / 16_384)
        coin = 128 * distance_to_normal(16_384, "coin")
        assert coin == pytest.approx(1 / math.sqrt(2 * math.pi), rel=10 / 16_384)

    @pytest.mark.parametrize("components", COMPONENTS)
    def test_it_falls(self, components):
        distances = [distance_to_normal(2**j, components) for j in range(15)]
        assert distances == sorted(distances, reverse=True)

    @pytest.mark.parametrize("d_k", [0, 16_385, 2.0, True])
    def test_refused_dimension(self, d_k):
        for function in (
            distance_to_normal,
            exponential_moment,
            lambda d: dot_product_cdf(0.0, d),
            lambda d: tail_ratio(d, 1.0),
        ):
            with pytest.raises(ValueError, match="allowed is an integer from 1 to 16384"):
                function(d_k)

    def test_refused_values(self):
        with pytest.raises(ValueError, match="components is 'cauchy'; allowed are 'normal'"):
            distance_to_normal(4, "cauchy")
        with pytest.raises(ValueError, match="x contains nan"):
            dot_product_cdf([0.0, math.nan], 4)


class TestTailRatio:
    @pytest.mark.parametrize(
        ("d_k", "n_deviations", "known", "digits"),
        [
            (4, 3, 3.67, 2),
            (4, 4, 26.5, 1),
            (64, 3, 1.224, 3),
            (64, 4, 1.963, 3),
            (512, 3, 1.029, 3),
            (512, 4, 1.109, 3),
        ],
    )
    def test_known_values(self, d_k, n_deviations, known, digits):
        assert round(tail_ratio(d_k, n_deviations), digits) == known

    @pytest.mark.parametrize("d_k", [2, 64, 1024])
    @pytest.mark.parametrize("k", [0, 0.5, 3, 12, 35])
    def test_finite_sums(self, d_k, k):
        with mpmath.workdps(30):
            ratio = float(even_tail(k * math.sqrt(d_k), d_k) / mpmath.ncdf(-k))
        assert tail_ratio(d_k, k) == pytest.approx(ratio, rel=1e-10)

    @pytest.mark.parametrize("value", [-0.1, 35.1, math.nan, math.inf, "three"])
    def test_refused(self, value):
        with pytest.raises(ValueError, match=r"n_deviations is .*; allowed is a"):
            tail_ratio(4, value)


class TestExponentialMoment:
    @pytest.mark.parametrize(("d_k", "scale"), [(2, 0.5), (4, -0.5), (64, 0.125), (16, 0.0)])
    def test_integral_over_the_density(self, d_k, scale):
        found = integrate.quad(
            lambda x: math.exp(scale * x) * float(dot_product_pdf(x, d_k)), -200, 200, points=[0]
        )
        assert exponential_moment(d_k, scale) == pytest.approx(found[0], rel=1e-7)

    def test_default_scale(self):
        assert round(exponential_moment(64), 4) == 1.6552
        assert exponential_moment(64) == pytest.approx(exponential_moment(64, 1 / 8), rel=1e-14)
        assert exponential_moment(16_384) == pytest.approx(math.sqrt(math.e), rel=1e-4)

    def test_infinite(self):
        assert exponential_moment(1) == math.inf
        assert [exponential_moment(d, 1.0) for d in (1, 2, 64)] == [math.inf] * 3
        assert exponential_moment(64, -1.5) == math.inf
        assert exponential_moment(1024, 0.99) == math.inf

    @pytest.mark.parametrize("scale", [math.nan, math.inf, "one"])
    def test_refused(self, scale):
        with pytest.raises(ValueError, match=r"scale is .*; allowed is a finite number"):
            exponential_moment(4, scale)
