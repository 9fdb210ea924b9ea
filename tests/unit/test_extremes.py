"""The largest of normal numbers and the laws of many keys, against other formulas and draws."""

import math

import numpy as np
import pytest
from scipy import integrate, special, stats
from sqrtdk import (
    effective_keys,
    effective_keys_law,
    entropy,
    expected_length,
    expected_maximum,
    expected_top_gap,
    freezing_dimension,
    freezing_spread,
    frozen_sum_of_squares,
    perplexity,
    perplexity_law,
    softmax,
    spread_for_power,
)

KNOWN = {
    2: (0.564, 1.128),
    5: (1.163, 0.668),
    8: (1.424, 0.571),
    16: (1.766, 0.481),
    64: (2.344, 0.381),
    128: (2.595, 0.349),
    512: (3.044, 0.304),
    1024: (3.248, 0.287),
}


def quadrature_of_maximum(n):
    """The mean of the largest: the mean of its quantile function, by SciPy."""

    def survival(x):
        return -math.expm1(n * special.log_ndtr(x))

    above, _ = integrate.quad(survival, 0, 12, epsabs=1e-13, epsrel=1e-12, limit=200)
    below, _ = integrate.quad(
        lambda x: math.exp(n * special.log_ndtr(x)), -12, 0, epsabs=1e-13, epsrel=1e-12
    )
    return above - below


class TestExtremes:
    @pytest.mark.parametrize("n", KNOWN)
    def test_known_values(self, n):
        maximum, gap = KNOWN[n]
        assert round(expected_maximum(n), 3) == maximum
        assert round(expected_top_gap(n), 3) == gap

    def test_closed_forms(self):
        root = math.sqrt(math.pi)
        exact = {1: 0.0, 2: 1 / root, 3: 1.5 / root}
        exact[4] = 3 / root * (0.5 + math.asin(1 / 3) / math.pi)
        for n, value in exact.items():
            assert expected_maximum(n) == pytest.approx(value, rel=1e-10, abs=1e-300)
        assert expected_top_gap(2) == pytest.approx(2 / root, rel=1e-10)

    @pytest.mark.parametrize("n", [2, 3, 10, 64, 1000, 10**6, 10**9])
    def test_another_quadrature(self, n):
        assert expected_maximum(n) == pytest.approx(quadrature_of_maximum(n), rel=1e-10)

    @pytest.mark.parametrize("n", [2, 3, 7, 64, 1024])
    def test_gap_from_two_maxima(self, n):
        # Removing one of n numbers at random removes the largest with probability 1 / n.
        gap = n * (expected_maximum(n) - expected_maximum(n - 1))
        assert expected_top_gap(n) == pytest.approx(gap, rel=1e-9 * n)

    def test_very_many_numbers(self):
        n = 10**18
        # Between the quantile 1 - 1/n and the bound sqrt(2 log n).
        assert -stats.norm.ppf(1 / n) < expected_maximum(n) < math.sqrt(2 * math.log(n))
        assert expected_top_gap(n) == pytest.approx(1 / math.sqrt(2 * math.log(n)), rel=0.1)

    def test_simulation_of_rows_that_share_a_query(self):
        # The standard error of a mean is the sample deviation over sqrt(rows); 4 are allowed.
        rng, rows = np.random.default_rng(0), 20_000
        q, k = rng.standard_normal((rows, 16, 1)), rng.standard_normal((rows, 8, 16))
        s = np.sort((k @ q)[..., 0], axis=1)
        length = expected_length(16)
        for draws, truth in (
            (s[:, -1], expected_maximum(8, length)),
            (s[:, -1] - s[:, -2], expected_top_gap(8, length)),
        ):
            assert abs(draws.mean() - truth) < 4 * draws.std() / math.sqrt(rows)

    def test_raw_scores_of_64_components(self):
        length = expected_length(64)
        gaps = [round(expected_top_gap(n, length), 2) for n in (2, 5, 64, 512, 1024)]
        assert gaps == [8.99, 5.32, 3.03, 2.42, 2.29]
        largest = [round(expected_maximum(n, length), 1) for n in (3, 64, 512, 1024)]
        assert largest == [6.7, 18.7, 24.3, 25.9]

    def test_expected_length(self):
        d_k = np.array([1, 2, 3, 4, 15, 64, 512, 1024, 2**20])
        exact = math.sqrt(2) * np.exp(special.gammaln((d_k + 1) / 2) - special.gammaln(d_k / 2))
        # At the largest d_k the two logarithms are 7e6 and keep nine digits after the point.
        np.testing.assert_allclose([expected_length(int(d)) for d in d_k], exact, rtol=2e-9)
        assert expected_length(3) == pytest.approx(2 * math.sqrt(2 / math.pi), rel=1e-14)

    @pytest.mark.parametrize(
        ("call", "message"),
        [
            (lambda: expected_maximum(0), "n_keys is 0; allowed is an integer from 1 to"),
            (lambda: expected_maximum(10**19), r"allowed is an integer from 1 to 1(000){6}"),
            (lambda: expected_top_gap(1), "n_keys is 1; allowed is an integer from 2 to"),
            (lambda: expected_maximum(2, -1.0), "spread is -1.0; allowed is a finite number"),
            (lambda: expected_top_gap(2, math.inf), "spread is inf; allowed is a finite number"),
            (lambda: expected_length(0), "d_k is 0; allowed is an integer from 1 to 1048576"),
        ],
    )
    def test_refused(self, call, message):
        with pytest.raises(ValueError, match=message):
            call()


def simulated(measure, n_keys, spread, rows=20_000, seed=0):
    """Mean and standard error of a measure of the weights, at a fixed spread of the scores."""
    z = spread * np.random.default_rng(seed).standard_normal((rows, n_keys))
    values = measure(softmax(z))
    return values.mean(), values.std() / math.sqrt(rows)


class TestFreezing:
    def test_the_freezing_line(self):
        for n in (2, 64, 512, 1024):
            assert freezing_dimension(n) == pytest.approx(2 * math.log(n), rel=1e-15)
            assert freezing_spread(n) ** 2 == pytest.approx(freezing_dimension(n), rel=1e-14)
        assert [round(freezing_dimension(n), 1) for n in (64, 512)] == [8.3, 12.5]
        # Raw scores of 64 components are frozen up to e**32 keys.
        assert freezing_dimension(round(math.exp(32))) == pytest.approx(64, rel=1e-12)

    @pytest.mark.parametrize(("n", "known"), [(64, 0.686), (512, 0.603), (1024, 0.578)])
    def test_frozen_rows(self, n, known):
        found = frozen_sum_of_squares(n, 8.0)
        assert round(found, 3) == known
        u = stats.norm.isf(1 / n)
        assert found == pytest.approx(1 - n * stats.norm.pdf(u) / 8, rel=1e-9)
        mean, error = simulated(lambda p: (p**2).sum(axis=-1), n, 8.0, rows=4_000)
        # Closer than the limit law, and by more than the error of the simulation.
        leading = 1 - freezing_spread(n) / 8
        assert abs(mean - found) < abs(mean - leading) - 4 * error

    def test_a_frozen_row_of_very_many_keys(self):
        n = 10**18
        ratio = (1 - frozen_sum_of_squares(n, 20.0)) * 20 / freezing_spread(n)
        assert 0.97 < ratio < 1

    @pytest.mark.parametrize("n", [2, 64, 4096])
    @pytest.mark.parametrize("power", [0.5, 0.75, 0.95, 1.0])
    def test_powers(self, n, power):
        spread = spread_for_power(n, power)
        assert effective_keys_law(n, spread) == pytest.approx(n**power, rel=1e-12)

    def test_laws_are_quotients_of_moments(self):
        # 1 / sum(p**2) is n E[e^z]^2 / E[e^2z] for many keys, and log n - H is E[z e^z] / E[e^z]
        # less log E[e^z].
        for sigma in (0.3, 1.0, 1.7):
            lognormal = stats.lognorm(sigma)
            first, second = lognormal.moment(1), lognormal.moment(2)
            assert effective_keys_law(1024, sigma) == pytest.approx(1024 * first**2 / second)
            z, w = np.polynomial.hermite_e.hermegauss(80)
            tilted = w @ (sigma * z * np.exp(sigma * z)) / w.sum() / first
            loss = tilted - math.log(first)
            assert perplexity_law(1024, sigma) == pytest.approx(1024 * math.exp(-loss))

    def test_what_the_laws_miss_for_few_keys(self):
        # The simulated values are known to a digit: half of it and 4 standard errors are allowed.
        mean, error = simulated(effective_keys, 64, 1.0)
        assert round(effective_keys_law(64, 1.0), 1) == 23.5
        assert abs(mean - 27.8) < 4 * error + 0.05

    @pytest.mark.parametrize(
        ("n", "sigma", "law", "known"), [(64, 2, 8.7, 14.1), (1024, 3, 11.4, 30.8)]
    )
    def test_what_the_law_of_the_perplexity_misses(self, n, sigma, law, known):
        mean, error = simulated(entropy, n, sigma, 4_000)
        found, found_error = math.exp(mean), math.exp(mean) * error
        assert round(perplexity_law(n, sigma), 1) == law
        assert abs(found - known) < 4 * found_error + 0.05
        assert simulated(perplexity, n, sigma, 4_000)[0] > found > law + 4 * found_error

    def test_the_laws_hold_better_for_more_keys(self):
        misses = []
        for n in (64, 1024, 16_384):
            mean, _ = simulated(effective_keys, n, 1.0, rows=1_000)
            misses.append(mean / effective_keys_law(n, 1.0) - 1)
        assert misses[0] > misses[1] > misses[2] > 0
        mean, _ = simulated(lambda p: np.exp(entropy(p)), 16_384, 1.0, rows=1_000)
        assert mean == pytest.approx(perplexity_law(16_384, 1.0), rel=2e-3)

    @pytest.mark.parametrize(
        ("call", "message"),
        [
            (lambda: freezing_spread(1), "n_keys is 1; allowed is an integer of at least 2"),
            (lambda: freezing_dimension(1.5), "n_keys is 1.5; allowed is an integer"),
            (lambda: frozen_sum_of_squares(64, 2.8), "spread is 2.8; allowed for 64 keys is a nu"),
            (lambda: frozen_sum_of_squares(64, math.nan), "spread is nan; allowed is a finite"),
            (lambda: spread_for_power(64, 0.49), "power is 0.49; allowed is a number from 1/2"),
            (lambda: spread_for_power(64, 1.01), "power is 1.01; allowed is a number from 1/2"),
            (lambda: spread_for_power(1, 0.5), "n_keys is 1; allowed is an integer of at least"),
            (lambda: effective_keys_law(64, 1.5), "spread is 1.5; allowed for 64 keys is a num"),
            (lambda: effective_keys_law(64, -0.1), "spread is -0.1; allowed for 64 keys is"),
            (lambda: perplexity_law(64, 2.9), "spread is 2.9; allowed for 64 keys is a number"),
        ],
    )
    def test_refused(self, call, message):
        with pytest.raises(ValueError, match=message):
            call()
