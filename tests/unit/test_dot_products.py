"""The laws and the samplers of the dot product, against independent oracles."""

import dataclasses
import functools
import math
import tracemalloc
import warnings
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from scipy import integrate, special, stats
from sqrtdk import (
    COMPONENTS,
    coin_dot_product_pmf,
    component,
    dot_product_moments,
    dot_product_pdf,
    sample_dot_products,
    sample_mean,
    sample_variance,
    uniform_dot_product_pdf,
)

EVERY_SMALL = range(1, 41)
THINNED = [47, 64, 65, 99, 128, 191, 256, 333, 512, 513, 768, 1000, 1023, 1024]
DEVIATIONS = 12
TOLERANCE = 1e-12
SAMPLERS = [
    ("normal", "exact"),
    ("normal", "components"),
    ("coin", "exact"),
    ("coin", "components"),
    ("uniform", "components"),
]


def draws_of(d_k, size, components="normal", method="auto", seed=0):
    return sample_dot_products(d_k, size, np.random.default_rng(seed), components, method)


def bessel_density(x, d_k):
    """Density of the dot product of two normal vectors, with 30 digits."""
    with mpmath.workdps(30):
        x, order, half = mpmath.mpf(x), mpmath.mpf(d_k - 1) / 2, mpmath.mpf(d_k) / 2
        if x == 0:
            return mpmath.gamma(order) / (2 * mpmath.sqrt(mpmath.pi) * mpmath.gamma(half))
        scale = mpmath.sqrt(mpmath.pi) * mpmath.gamma(half) * 2**order
        return x**order * mpmath.besselk(order, x) / scale


def largest_error(density, x, d_k):
    """Largest relative error of the density against 30 digits."""
    pairs = zip(x, density(x, d_k), strict=True)
    with mpmath.workdps(30):
        return max(float(abs(mpmath.mpf(f) / bessel_density(v, d_k) - 1)) for v, f in pairs)


def places(d_k):
    deviation = math.sqrt(d_k)
    inside = np.random.default_rng(d_k).uniform(0, DEVIATIONS * deviation, 5)
    fixed = [1e-12, 1e-8, 0.01, 1.0, deviation, DEVIATIONS * deviation]
    return np.array([*fixed, *inside] if d_k == 1 else [0.0, *fixed, *inside])


class TestNormalDensity:
    @pytest.mark.parametrize("d_k", [*EVERY_SMALL, *THINNED])
    def test_against_high_precision(self, d_k):
        assert largest_error(dot_product_pdf, places(d_k), d_k) <= TOLERANCE

    def test_one_point_of_dimensions_between(self):
        for d_k in range(41, 1025, 37):
            x = np.random.default_rng(d_k).uniform(0, DEVIATIONS * math.sqrt(d_k), 1)
            assert largest_error(dot_product_pdf, x, d_k) <= TOLERANCE

    def test_truncated_fourier_inversion_fails_in_the_tail(self):
        def inverted(x, d_k):
            t = np.linspace(0, 6, 20_001)
            values = np.cos(np.outer(x, t)) * (1 + t**2) ** (-d_k / 2)
            return integrate.simpson(values, x=t, axis=1) / math.pi

        centre, tail = np.array([0.0, 8.0]), np.array([DEVIATIONS * 8.0])
        assert largest_error(inverted, centre, 64) < 1e-13
        assert largest_error(inverted, tail, 64) > 1e3
        assert largest_error(dot_product_pdf, tail, 64) <= TOLERANCE

    def test_closed_forms(self):
        x = np.linspace(-40, 40, 801)
        r = np.abs(x)
        forms = {
            2: np.exp(-r) / 2,
            4: (1 + r) * np.exp(-r) / 4,
            6: (3 + 3 * r + r**2) * np.exp(-r) / 16,
        }
        for d_k, expected in forms.items():
            np.testing.assert_allclose(dot_product_pdf(x, d_k), expected, rtol=TOLERANCE)
        x = x[x != 0]
        expected = special.k0(np.abs(x)) / math.pi
        np.testing.assert_allclose(dot_product_pdf(x, 1), expected, rtol=TOLERANCE)

    def test_one_component_near_zero(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert dot_product_pdf([0, -0.0, 0.0], 1).tolist() == [math.inf] * 3
        for x in [5e-324, 1e-300, 9.99e-9, 1.01e-8, 2e-8]:
            exact = float(mpmath.besselk(0, x) / mpmath.pi)
            assert dot_product_pdf(-x, 1) == pytest.approx(exact, rel=TOLERANCE)

    def test_the_value_at_zero(self):
        assert dot_product_pdf(0, 64) == pytest.approx(0.050462, abs=5e-7)
        d_k = np.arange(2, 1025)
        logarithms = special.gammaln((d_k - 1) / 2) - special.gammaln(d_k / 2)
        expected = np.exp(logarithms) / (2 * math.sqrt(math.pi))
        found = [float(dot_product_pdf(0, d)) for d in d_k]
        np.testing.assert_allclose(found, expected, rtol=2e-12)

    @pytest.mark.parametrize("d_k", [1, 2, 3, 8, 64, 513, 1024])
    def test_integrates_to_its_moments(self, d_k):
        # With x = u**3 the logarithm at 0 of d_k = 1 is harmless.
        edge = (40 + 20 * math.sqrt(d_k)) ** (1 / 3)
        nodes, weights = np.polynomial.legendre.leggauss(400)
        u = edge * (nodes + 1) / 2
        density = 2 * dot_product_pdf(u**3, d_k) * 3 * u**2 * weights * edge / 2
        moments = dot_product_moments(d_k)
        assert density.sum() == pytest.approx(1, rel=1e-9)
        assert density @ u**6 == pytest.approx(float(moments.variance), rel=1e-9)
        assert density @ u**12 == pytest.approx(float(moments.kurtosis) * d_k**2, rel=1e-9)
        assert density @ u**3 == pytest.approx(moments.absolute_mean, rel=1e-9)

    def test_shape_symmetry_and_far_values(self):
        assert dot_product_pdf(1.0, 3).shape == ()
        assert dot_product_pdf(np.zeros((2, 0)), 3).shape == (2, 0)
        x = np.linspace(0, 5, 12).reshape(3, 4)
        np.testing.assert_array_equal(dot_product_pdf(-x, 5), dot_product_pdf(x, 5))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for d_k in (1, 2, 3, 1024):
                assert not dot_product_pdf([math.inf, -math.inf, 1e300, 1.7e308], d_k).any()

    def test_many_points_are_those_of_one(self):
        x = np.linspace(-100, 100, 3001)
        for d_k in (1, 2, 64):
            found = dot_product_pdf(x, d_k)[::500]
            np.testing.assert_allclose(found, [dot_product_pdf(v, d_k) for v in x[::500]], 1e-14)

    def test_memory_is_bounded(self):
        x = np.linspace(0, 10, 100_000)
        tracemalloc.start()
        dot_product_pdf(x, 2)
        uniform_dot_product_pdf(x[:2000], 3)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 24e6


def two_uniform_products(x):
    def factor(y):
        return mpmath.log(3 / abs(y)) / 6 if 0 < abs(y) < 3 else mpmath.mpf(0)

    low, high = max(-3, x - 3), min(3, x + 3)
    cuts = sorted({low, high, *(cut for cut in (0, x) if low < cut < high)})
    return float(mpmath.quad(lambda y: factor(y) * factor(x - y), cuts))


@functools.cache
def inverted_uniform(x, d_k):
    """Density of d_k >= 3 uniform products: adaptive inversion of the characteristic function."""

    def power(t):
        return (special.sici(3 * t)[0] / (3 * t)) ** d_k if t else 1.0

    options = {"epsabs": 1e-12, "limit": 2000}
    near = integrate.quad(lambda t: power(t) * math.cos(t * x), 0, 40, **options)[0]
    if x == 0:
        return (near + integrate.quad(power, 40, math.inf, **options)[0]) / math.pi
    far = integrate.quad(power, 40, math.inf, weight="cos", wvar=x, epsabs=1e-12, limlst=500)[0]
    return (near + far) / math.pi


class TestUniformDensity:
    def test_one_product(self):
        x = np.array([-2.9, -1.0, 1e-300, 0.5, 2.0])
        expected = np.log(3 / np.abs(x)) / 6
        np.testing.assert_allclose(uniform_dot_product_pdf(x, 1), expected, rtol=1e-14)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found = uniform_dot_product_pdf([0.0, 3.0, -3.0, 3.1, math.inf], 1)
        assert found.tolist() == [math.inf, 0, 0, 0, 0]
        assert uniform_dot_product_pdf(0.0, 1) == math.inf

    @pytest.mark.parametrize("x", [0, 1e-9, 0.1, 1, 1.5, 2.99, 3, 3.01, 4.5, 5.9, 5.9999])
    def test_two_products_against_their_convolution(self, x):
        assert uniform_dot_product_pdf(x, 2) == pytest.approx(two_uniform_products(x), abs=1e-14)
        assert uniform_dot_product_pdf(-x, 2) == uniform_dot_product_pdf(x, 2)

    def test_three_products_against_a_convolution(self):
        for x in [0.0, 0.3, 1.0, 3.0, 5.0, 8.5]:
            cuts = sorted({cut for cut in (0, x - 6, x - 3, x, x + 3) if -3 < cut < 3})
            expected = integrate.quad(
                lambda y, x=x: math.log(3 / abs(y)) / 6 * uniform_dot_product_pdf(x - y, 2),
                -3, 3, points=cuts, limit=300, epsabs=1e-10,
            )[0]  # fmt: skip
            assert abs(uniform_dot_product_pdf(x, 3) - expected) < 1e-8 / math.sqrt(3)

    @pytest.mark.parametrize("d_k", [4, 5, 7, 16, 63, 64, 65, 256, 1024])
    def test_against_adaptive_inversion(self, d_k):
        x = np.array([0, 0.1, 0.5, 1, 2, 3.3, 5, 8]) * math.sqrt(d_k)
        expected = [inverted_uniform(float(v), d_k) for v in x]
        found = uniform_dot_product_pdf(x, d_k)
        assert np.abs(found - expected).max() < 1e-8 / math.sqrt(d_k)

    @pytest.mark.parametrize("d_k", [2, 3, 4, 8, 64, 1024, 2**20])
    def test_integrates_to_its_moments(self, d_k):
        edge = min(3 * d_k, 10 * math.sqrt(d_k))
        nodes, weights = np.polynomial.legendre.leggauss(200)
        x = edge * (nodes + 1) / 2
        density = edge * weights * uniform_dot_product_pdf(x, d_k)
        moments = dot_product_moments(d_k, "uniform")
        assert density.sum() == pytest.approx(1, rel=2e-5)
        assert density @ x**2 == pytest.approx(float(moments.variance), rel=2e-6)
        assert density @ x**4 == pytest.approx(float(moments.kurtosis) * d_k**2, rel=2e-6)
        assert density @ x == pytest.approx(moments.absolute_mean, rel=1e-5)

    def test_is_zero_outside_and_never_negative(self):
        for d_k in (2, 3, 4, 9):
            assert not uniform_dot_product_pdf([3.0 * d_k, -4.0 * d_k, math.inf], d_k).any()
        for d_k in (2, 3, 4, 64):
            assert (uniform_dot_product_pdf(np.linspace(-100, 100, 501), d_k) >= 0).all()

    def test_shape(self):
        for d_k in (1, 2, 3):
            assert uniform_dot_product_pdf(1.0, d_k).shape == ()
            assert uniform_dot_product_pdf(np.ones((2, 3)), d_k).shape == (2, 3)
            assert uniform_dot_product_pdf([], d_k).shape == (0,)

    def test_draws_follow_it(self):
        for d_k in (2, 8):
            draws = draws_of(d_k, 20_000, "uniform", seed=d_k)
            edge = 3.0 * d_k
            grid = np.linspace(-edge, edge, 2001)
            cdf = integrate.cumulative_simpson(uniform_dot_product_pdf(grid, d_k), x=grid)
            result = stats.kstest(draws, lambda v, g=grid, c=cdf: np.interp(v, g[1:], c))
            assert result.pvalue > 1e-4


class TestCoins:
    @pytest.mark.parametrize("d_k", [1, 2, 3, 10, 63, 64, 511, 1024])
    def test_is_correctly_rounded(self, d_k):
        support, probabilities = coin_dot_product_pmf(d_k)
        exact = [float(Fraction(math.comb(d_k, (d_k + int(s)) // 2), 2**d_k)) for s in support]
        assert probabilities.tolist() == exact
        assert support.tolist() == list(range(-d_k, d_k + 1, 2))
        assert (support.dtype, probabilities.dtype) == (np.int64, np.float64)

    def test_equals_scipy_and_has_its_moments(self):
        for d_k in (4, 65, 1024):
            support, p = coin_dot_product_pmf(d_k)
            expected = stats.binom.pmf((support + d_k) // 2, d_k, 0.5)
            np.testing.assert_allclose(p, expected, rtol=1e-9)
            moments = dot_product_moments(d_k, "coin")
            assert p.sum() == pytest.approx(1, abs=1e-13)
            assert p @ support == pytest.approx(0, abs=1e-12)
            assert p @ support**2 == pytest.approx(float(moments.variance), rel=1e-12)
            fourth = float(moments.kurtosis * d_k**2)
            assert p @ support.astype(float) ** 4 == pytest.approx(fourth, rel=1e-12)
            assert p @ np.abs(support) == pytest.approx(moments.absolute_mean, rel=1e-12)

    def test_equals_an_enumeration(self):
        law = component("coin").distribution
        values = [q * k for q in law.outcomes for k in law.outcomes]
        sums = [sum(pair) for pair in ((a, b) for a in values for b in values)]
        support, p = coin_dot_product_pmf(2)
        assert [sums.count(s) / 16 for s in support] == p.tolist()

    def test_the_largest(self):
        p = coin_dot_product_pmf(2**14)[1]
        assert p.sum() == pytest.approx(1, abs=1e-12)
        assert p[0] == 0


class TestMoments:
    @pytest.mark.parametrize("components", COMPONENTS)
    def test_equal_the_formulas(self, components):
        kappa = {"normal": 3, "uniform": Fraction(9, 5), "coin": 1}[components]
        for d_k in (1, 2, 64, 2**20):
            moments = dot_product_moments(d_k, components)
            assert (moments.mean, moments.variance) == (0, d_k)
            assert moments.kurtosis == 3 + (kappa * kappa - 3) / Fraction(d_k)
            assert all(type(m) is Fraction for m in dataclasses.astuple(moments)[:3])

    def test_exact_kurtoses(self):
        kurtoses = [dot_product_moments(4, name).kurtosis for name in COMPONENTS]
        assert kurtoses == [Fraction(9, 2), Fraction(153, 50), Fraction(5, 2)]

    def test_kurtosis_of_coins_by_enumeration(self):
        for d_k in (1, 2, 3, 5):
            support, p = coin_dot_product_pmf(d_k)
            atoms = [(int(s), Fraction(float(q))) for s, q in zip(support, p, strict=True)]
            fourth = sum(s**4 * q for s, q in atoms)
            assert dot_product_moments(d_k, "coin").kurtosis == fourth / d_k**2

    def test_absolute_mean_of_normals(self):
        for d_k in [*range(1, 70), 1023, 1024, 2**20 - 1, 2**20]:
            with mpmath.workdps(30):
                half = mpmath.mpf(d_k) / 2
                ratio = mpmath.gammaprod([half + 0.5], [half])
                exact = float(2 * ratio / mpmath.sqrt(mpmath.pi))
            assert dot_product_moments(d_k).absolute_mean == pytest.approx(exact, rel=1e-14)
        assert [dot_product_moments(d).absolute_mean for d in (1, 2, 4)] == pytest.approx(
            [2 / math.pi, 1, 1.5], rel=1e-14
        )

    def test_absolute_mean_of_coins(self):
        for d_k in [*range(1, 70), 1023, 1024]:
            atoms = (abs(2 * h - d_k) * math.comb(d_k, h) for h in range(d_k + 1))
            exact = float(Fraction(sum(atoms), 2**d_k))
            found = dot_product_moments(d_k, "coin").absolute_mean
            assert found == pytest.approx(exact, rel=1e-14)

    def test_absolute_mean_of_uniforms(self):
        assert dot_product_moments(1, "uniform").absolute_mean == 0.75
        two = 2 * integrate.quad(lambda x: x * uniform_dot_product_pdf(x, 2), 0, 6, points=[3])[0]
        assert dot_product_moments(2, "uniform").absolute_mean == pytest.approx(two, rel=1e-10)
        for d_k in (3, 4, 5, 63, 64, 1024):
            # E|S| is the integral of (1 - phi(t)) / t**2 from 0 on, times 2 / pi.
            def integrand(t, d_k=d_k):
                return (1 - (special.sici(3 * t)[0] / (3 * t)) ** d_k) / t**2

            cuts = [1e-3, 0.1, 0.5, 2, 50]
            total = d_k / 2 * 1e-3 + sum(
                integrate.quad(integrand, low, high, limit=500, epsabs=1e-11)[0]
                for low, high in zip(cuts, [*cuts[1:], math.inf], strict=True)
            )
            found = dot_product_moments(d_k, "uniform").absolute_mean
            # The first stretch is a Taylor term, right to d_k**2 * t**3 / 24.
            assert found == pytest.approx(2 / math.pi * total, rel=1e-9, abs=d_k**2 * 3e-11)

    def test_is_a_value(self):
        assert dot_product_moments(8) == dot_product_moments(8, "normal")


class TestSamplers:
    @pytest.mark.parametrize(("components", "method"), SAMPLERS)
    @pytest.mark.parametrize("d_k", [1, 2, 5, 64, 1024])
    def test_moments(self, components, method, d_k):
        size = 4000 if d_k == 1024 else 20_000
        draws = draws_of(d_k, size, components, method, seed=d_k)
        moments = dot_product_moments(d_k, components)
        assert abs(sample_mean(draws).z_score(0)) < 4.5
        variance = sample_variance(draws, kurtosis=moments.kurtosis)
        assert abs(variance.z_score(d_k)) < 4.5
        absolute = sample_mean(np.abs(draws))
        error = max(absolute.standard_error, 1e-12)
        assert abs(absolute.value - moments.absolute_mean) < 4.5 * error
        fourth = sample_mean((draws / math.sqrt(d_k)) ** 4)
        error = max(fourth.standard_error, 1e-12)
        assert abs(fourth.value - moments.kurtosis) < 5 * error

    @pytest.mark.parametrize("d_k", [1, 3, 64])
    def test_two_methods_agree(self, d_k):
        exact = draws_of(d_k, 20_000, method="exact", seed=1)
        summed = draws_of(d_k, 20_000, method="components", seed=2)
        assert stats.ks_2samp(exact, summed).pvalue > 1e-4
        coins = [draws_of(d_k, 20_000, "coin", m, 3) for m in ("exact", "components")]
        support, p = coin_dot_product_pmf(d_k)
        for draws in coins:
            counts = np.array([(draws == s).sum() for s in support])
            kept = p * draws.size > 5
            expected = p[kept] * counts[kept].sum() / p[kept].sum()
            assert counts.sum() == draws.size
            assert stats.chisquare(counts[kept], expected).pvalue > 1e-4

    @pytest.mark.parametrize("d_k", [2, 64])
    def test_normal_draws_follow_the_density(self, d_k):
        grid = np.linspace(-30 * math.sqrt(d_k), 30 * math.sqrt(d_k), 20_001)
        cdf = integrate.cumulative_simpson(dot_product_pdf(grid, d_k), x=grid)
        draws = draws_of(d_k, 50_000, seed=9)
        result = stats.kstest(draws, lambda v: np.interp(v, grid[1:], cdf))
        assert result.pvalue > 1e-4

    @pytest.mark.parametrize(("components", "method"), SAMPLERS)
    @pytest.mark.parametrize(("size", "shape"), [(1, (1,)), (7, (7,)), ((2, 3), (2, 3))])
    def test_shape_and_seed(self, components, method, size, shape):
        draws = draws_of(6, size, components, method)
        assert draws.shape == shape
        assert draws.dtype == np.float64
        np.testing.assert_array_equal(draws, draws_of(6, size, components, method))

    def test_auto_is_exact_where_that_exists(self):
        for components, method in (
            ("normal", "exact"), ("coin", "exact"), ("uniform", "components"),
        ):  # fmt: skip
            expected = draws_of(9, 50, components, method)
            np.testing.assert_array_equal(draws_of(9, 50, components), expected)

    def test_components_are_drawn_multiplied_and_summed(self):
        rng = np.random.default_rng(4)
        q, k = (component("uniform").sample((11, 5), rng) for _ in range(2))
        found = draws_of(5, 11, "uniform", seed=4)
        np.testing.assert_allclose(found, (q * k).sum(axis=1), rtol=1e-13)

    @pytest.mark.parametrize(("size", "d_k"), [(200_000, 1024), (3, 2**20)])
    def test_memory_by_components(self, size, d_k):
        tracemalloc.start()
        draws = draws_of(d_k, size, "coin", "components")
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak <= 64e6
        assert peak - draws.nbytes <= 8e6
        assert abs(sample_mean(draws).z_score(0)) < 4.5

    def test_memory_beyond_the_result_by_the_exact_law(self):
        for components in ("normal", "coin"):
            tracemalloc.start()
            draws = draws_of(512, 1_000_000, components)
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            assert peak - draws.nbytes <= 8e6

    def test_no_exact_law_for_uniform(self):
        with pytest.raises(ValueError, match=r"method is 'exact' with components 'uniform', .*;"):
            draws_of(4, 5, "uniform", "exact")


FUNCTIONS_OF_D_K = [
    lambda d_k: sample_dot_products(d_k, 1, np.random.default_rng(0)),
    dot_product_moments,
    lambda d_k: dot_product_pdf(0.0, d_k),
    lambda d_k: uniform_dot_product_pdf(0.0, d_k),
    coin_dot_product_pmf,
]


class TestRefusals:
    @pytest.mark.parametrize("function", FUNCTIONS_OF_D_K)
    @pytest.mark.parametrize("d_k", [0, -3, 2.0, "8", None, True, 2**20 + 1, [4]])
    def test_d_k(self, function, d_k):
        with pytest.raises(ValueError, match=r"d_k is .*; allowed is an integer from 1 to \d+"):
            function(d_k)

    def test_coins_are_enumerated_up_to_a_limit(self):
        with pytest.raises(
            ValueError, match="d_k is 16385; allowed is an integer from 1 to 16384"
        ):
            coin_dot_product_pmf(2**14 + 1)

    @pytest.mark.parametrize("density", [dot_product_pdf, uniform_dot_product_pdf])
    @pytest.mark.parametrize("x", [math.nan, [1.0, math.nan], "a", None, 1j])
    def test_places(self, density, x):
        with pytest.raises(ValueError, match=r"x (contains nan|has entries of type)"):
            density(x, 4)

    @pytest.mark.parametrize("name", ["Normal", "gaussian", None, 3])
    def test_components(self, name):
        with pytest.raises(ValueError, match=r"components is .*; allowed are 'normal', 'uniform'"):
            draws_of(4, 5, name)
        with pytest.raises(ValueError, match=r"name is .*; allowed are 'normal', 'uniform'"):
            dot_product_moments(4, name)

    @pytest.mark.parametrize("method", ["Auto", "fast", None])
    def test_method(self, method):
        with pytest.raises(ValueError, match=r"method is .*; allowed are 'auto', 'exact', 'comp"):
            draws_of(4, 5, method=method)

    def test_size_and_generator(self):
        for size in (0, -1, 2.5, (), (3, 0)):
            with pytest.raises(ValueError, match=r"size is .*; allowed is"):
                draws_of(4, size)
        for rng in (None, 0, np.random):
            with pytest.raises(ValueError, match=r"rng is .*; allowed is a numpy"):
                sample_dot_products(4, 5, rng)
