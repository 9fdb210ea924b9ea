"""Monte Carlo estimates: values, standard errors and their calibration."""

import math
from dataclasses import FrozenInstanceError
from fractions import Fraction

import numpy as np
import pytest
from sqrtdk import (
    COMPONENTS,
    Estimate,
    FiniteDistribution,
    JointDistribution,
    component,
    draw,
    naive_variance,
    running_mean,
    sample_mean,
    sample_variance,
)

FOUR = [2.3 / 4 - 1, 2.3 / 4 + 1, 2.3 / 4 - 2, 2.3 / 4 + 2]


class TestEstimate:
    def test_z_score(self):
        assert Estimate(1.5, 0.25, 10).z_score(1) == 2.0
        assert Estimate(1.5, 0.25, 10).z_score(Fraction(7, 4)) == -1.0

    @pytest.mark.parametrize(("truth", "expected"), [(1, 0.0), (0, math.inf), (2, -math.inf)])
    def test_z_score_without_error(self, truth, expected):
        assert Estimate(1.0, 0.0, 10).z_score(truth) == expected

    def test_is_immutable(self):
        with pytest.raises(FrozenInstanceError):
            Estimate(1.0, 0.1, 10).value = 2.0

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ((math.nan, 0.1, 10), "value is nan; allowed is a finite number"),
            ((1.0, -0.1, 10), "standard_error is -0.1; allowed is .* at least 0"),
            ((1.0, 0.1, 0), "n_draws is 0; allowed is an integer of at least 1"),
        ],
    )
    def test_refusals(self, arguments, message):
        with pytest.raises(ValueError, match=message):
            Estimate(*arguments)

    def test_truth_must_be_finite(self):
        with pytest.raises(ValueError, match="truth is inf; allowed is a finite number"):
            Estimate(1.0, 0.1, 10).z_score(math.inf)


class TestSampleMean:
    def test_mean_of_four_draws(self):
        estimate = sample_mean(FOUR)
        assert estimate.value == pytest.approx(0.575)
        assert estimate.standard_error == pytest.approx(math.sqrt(10 / 3) / 2)
        assert estimate.n_draws == 4

    def test_mean_of_the_two_products(self):
        assert sample_mean([0.72, -0.36]).value == pytest.approx(0.18)

    def test_known_mean_variance_of_the_two_products(self):
        assert sample_mean(np.square([0.72, -0.36])).value == pytest.approx(0.3240)

    @pytest.mark.parametrize("name", COMPONENTS)
    def test_standard_error_is_calibrated(self, name):
        rng = np.random.default_rng(5)
        scores = [sample_mean(draw(component(name), 500, rng)).z_score(0) for _ in range(800)]
        # The mean square of 800 standard scores is 1 with standard error sqrt(2 / 800).
        assert abs(np.mean(np.square(scores)) - 1) < 4.5 * math.sqrt(2 / 800)


class TestSampleVariance:
    @pytest.mark.parametrize(("ddof", "expected"), [(0, 0.2916), (1, 0.5832)])
    def test_the_two_products(self, ddof, expected):
        assert sample_variance([0.72, -0.36], ddof=ddof).value == pytest.approx(expected)

    @pytest.mark.parametrize(("ddof", "expected"), [(0, math.sqrt(5) / 2), (1, math.sqrt(5))])
    def test_standard_error_for_two_products(self, ddof, expected):
        # Two draws of unit unbiased variance stand for the truth 1.
        draws = [-math.sqrt(0.5), math.sqrt(0.5)]
        estimate = sample_variance(draws, ddof=ddof, kurtosis=9)
        assert estimate.standard_error == pytest.approx(expected)

    @pytest.mark.parametrize(
        ("kurtosis", "relative", "digits"),
        [
            (3 + Fraction(6, 4), 0.01323, 5),
            (3 + Fraction(6, 64), 0.01023, 5),
            (3 + Fraction(6, 512), 0.01003, 5),
            (9, 0.0200, 4),
            (3 - Fraction(2, 64), 0.00992, 5),
        ],
    )
    def test_relative_standard_error_at_twenty_thousand_draws(self, kurtosis, relative, digits):
        draws = np.tile([-1.0, 1.0], 10_000)
        estimate = sample_variance(draws, kurtosis=kurtosis)
        ratio = estimate.standard_error / estimate.value
        assert ratio == pytest.approx(relative, abs=0.5 * 10**-digits)

    @pytest.mark.parametrize("n", [2, 3])
    @pytest.mark.parametrize("ddof", [0, 1])
    def test_formula_against_enumeration(self, n, ddof):
        law = FiniteDistribution([-1, 0, 3], [0.5, 0.25, 0.25])
        joint = JointDistribution.independent(*[law] * n)
        exact = joint.map(
            lambda *x: sum((x_i - sum(x) / Fraction(n)) ** 2 for x_i in x) / (n - ddof)
        )
        estimate = sample_variance(np.arange(float(n)), ddof, law.kurtosis())
        # The formula gives the standard error in units of the mean of the estimate.
        relative = estimate.standard_error / estimate.value
        truth = exact.standard_deviation() / float(exact.expectation())
        assert relative == pytest.approx(truth, rel=1e-12)

    def test_kurtosis_is_estimated_when_omitted(self):
        draws = np.array([-1.0, 1.0, -1.0, 1.0])
        assert sample_variance(draws) == sample_variance(draws, kurtosis=1)
        skewed = np.array([0.0, 0.0, 0.0, 4.0])
        expected = sample_variance(skewed, kurtosis=7 / 3).standard_error
        assert sample_variance(skewed).standard_error == pytest.approx(expected)

    @pytest.mark.parametrize("scale", [1e-120, 1.0, 1e120])
    def test_scale_does_not_matter(self, scale):
        estimate = sample_variance(np.array([0.0, 1.0, 3.0]) * scale)
        assert estimate.value / scale**2 == pytest.approx(7 / 3)

    def test_constant_draws(self):
        assert sample_variance([2.0, 2.0, 2.0]) == Estimate(0.0, 0.0, 3)

    @pytest.mark.parametrize("name", COMPONENTS)
    def test_estimate_is_within_its_error(self, name):
        draws = draw(component(name), 20_000, np.random.default_rng(8))
        assert abs(sample_variance(draws).z_score(1)) < 4.5
        known = sample_variance(draws, kurtosis=component(name).kurtosis)
        assert abs(known.z_score(1)) < 4.5

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (([1.0],), "draws has length 1; allowed is a length of at least 2"),
            (([1.0, 2.0], 2), "ddof is 2; allowed is an integer from 0 to 1"),
            (([1.0, 2.0], 0.5), "ddof is 0.5; allowed is an integer from 0 to 1"),
            (([1.0, 2.0], 1, 0.9), "kurtosis is 0.9; allowed is a finite number of at least 1"),
            (([1.0, 2.0], 1, math.inf), "kurtosis is inf; allowed is a finite number"),
        ],
    )
    def test_refusals(self, arguments, message):
        with pytest.raises(ValueError, match=message):
            sample_variance(*arguments)


class TestRunningMean:
    def test_equals_the_mean_of_every_beginning(self):
        draws = component("normal").sample(200, np.random.default_rng(2))
        expected = [draws[: n + 1].mean() for n in range(200)]
        assert running_mean(draws) == pytest.approx(expected, abs=1e-14)

    def test_law_of_large_numbers(self):
        path = running_mean(component("coin").sample(10_000, np.random.default_rng(4)))
        for n in (100, 1_000, 10_000):
            assert abs(path[n - 1]) < 4 / math.sqrt(n)


class TestDraw:
    @pytest.mark.parametrize("variable", [component("normal"), FiniteDistribution([1, 2])])
    def test_draws_what_the_variable_samples(self, variable):
        expected = variable.sample(6, np.random.default_rng(0))
        assert np.array_equal(draw(variable, 6, np.random.default_rng(0)), expected)

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (
                (3, 5, np.random.default_rng(0)),
                "variable is 3; allowed is an object with a method",
            ),
            ((component("coin"), 0, np.random.default_rng(0)), "n_draws is 0; allowed is an int"),
            ((component("coin"), 5, 0), r"rng is 0; allowed is a numpy\.random\.Generator"),
            ((component("coin"), 5, np.random), "rng is <module .*; allowed is a numpy.random.Ge"),
        ],
    )
    def test_refusals(self, arguments, message):
        with pytest.raises(ValueError, match=message):
            draw(*arguments)


class TestNaiveVariance:
    def test_is_right_when_the_mean_is_small(self):
        draws = component("normal").sample(1_000, np.random.default_rng(0))
        assert naive_variance(draws) == pytest.approx(np.var(draws), rel=1e-12)

    @pytest.mark.parametrize(
        ("dtype", "mean", "spacing"),
        [(np.float32, 1e4, 8), (np.float32, 1e6, 65536), (np.float64, 1e8, 2)],
    )
    def test_leaves_only_a_multiple_of_the_spacing(self, dtype, mean, spacing):
        draws = component("normal").sample(5_000, np.random.default_rng(0)) + mean
        assert naive_variance(draws, dtype) % spacing == 0
        assert sample_variance(draws).value == pytest.approx(1, abs=4.5 * math.sqrt(2 / 5_000))

    def test_overflow_is_returned_not_raised(self):
        assert not math.isfinite(naive_variance([1e30, 2e30], np.float32))

    @pytest.mark.parametrize("dtype", [np.int64, complex, "words", object])
    def test_refuses_other_types(self, dtype):
        with pytest.raises(
            ValueError, match=r"dtype is .*; allowed is a real floating-point type"
        ):
            naive_variance([1.0, 2.0], dtype)


@pytest.mark.parametrize("function", [sample_mean, sample_variance, running_mean, naive_variance])
@pytest.mark.parametrize(
    ("draws", "message"),
    [
        ([], "draws has length 0; allowed is a length of at least"),
        ([[1.0, 2.0]], r"draws has shape \(1, 2\); allowed is a one-dimensional array"),
        ([1.0, math.nan], "draws contains nan; allowed"),
        ([1.0, math.inf], "draws contains an infinite value; allowed are finite numbers"),
        (["a", "b"], "draws has entries of type .*; allowed is an array of real numbers"),
        ([1.0, [2.0]], "draws is .*; allowed is an array of real numbers"),
    ],
)
def test_draws_must_be_finite_vectors(function, draws, message):
    with pytest.raises(ValueError, match=message):
        function(draws)


@pytest.mark.parametrize(
    ("estimate", "words"),
    [
        (Estimate(0.20560366, 0.0020532959, 20_000), "Estimate(0.2056 ± 0.0021, 20,000 draws)"),
        (Estimate(123.456, 12.3, 10), "Estimate(123 ± 12, 10 draws)"),
        (Estimate(1.0, 0.0, 3), "Estimate(1 ± 0, 3 draws)"),
    ],
)
def test_an_estimate_shows_the_digits_it_is_sure_of(estimate: Estimate, words: str) -> None:
    assert repr(estimate) == words
