"""The softmax, its derivative, and the measures of concentration, against independent oracles."""

import math
import warnings
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from scipy import special
from sqrtdk import (
    effective_keys,
    entropy,
    jacobian_norm,
    log_softmax,
    perplexity,
    sigmoid_slope,
    softmax,
    softmax_jacobian,
    softmax_vjp,
    weight_sensitivity,
)

OF_SCORES = [softmax, log_softmax, weight_sensitivity, jacobian_norm]
OF_WEIGHTS = [entropy, effective_keys, perplexity, softmax_jacobian]
EXTREMES = [
    [1000.0, 1.0],
    [1e300, -1e300],
    [-1e300, 1e300, 1e300],
    [1.7e308, -1.7e308, 0.0],
    [5e-324, 0.0],
    [-800.0, -800.0],
    [3.0],
]
SATURATED = [[20.0, 0.0], [40.0, 0.0, -1.0], [300.0, 3.0, 2.0, -250.0], [690.0, 0.0]]


def dirichlet(n_draws, n_keys, concentration=0.3, seed=0):
    return np.random.default_rng(seed).dirichlet([concentration] * n_keys, n_draws)


def exact_weights(z, temperature=1.0):
    """Weights with 400 digits, of which the smallest one keeps at least 90."""
    with mpmath.workdps(400):
        powers = [mpmath.exp(mpmath.mpf(score) / mpmath.mpf(temperature)) for score in z]
        total = mpmath.fsum(powers)
        return [power / total for power in powers]


class TestSoftmax:
    @pytest.mark.parametrize("shape", [(1,), (2,), (5, 8), (3, 2, 64)])
    @pytest.mark.parametrize("temperature", [0.125, 1.0, math.sqrt(64)])
    def test_equals_scipy(self, shape, temperature):
        z = np.random.default_rng(0).normal(0, 8, shape)
        for axis in range(-len(shape), len(shape)):
            expected = special.softmax(z / temperature, axis=axis)
            np.testing.assert_allclose(softmax(z, temperature, axis), expected, rtol=1e-12)
            expected = special.log_softmax(z / temperature, axis=axis)
            np.testing.assert_allclose(
                log_softmax(z, temperature, axis), expected, rtol=1e-12, atol=1e-13
            )

    @pytest.mark.parametrize("temperature", [1e-6, 5e-324, 1.0, 1e300])
    @pytest.mark.parametrize("z", EXTREMES)
    def test_any_size_is_finite_and_silent(self, z, temperature):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            p = softmax(z, temperature)
            found = [p, log_softmax(z, temperature), entropy(p), effective_keys(p), perplexity(p)]
            found += [weight_sensitivity(z, temperature), jacobian_norm(z, temperature)]
            found += [softmax_jacobian(p), softmax_vjp(p, np.arange(p.size))]
        assert all(np.isfinite(values).all() for values in found)
        assert p.sum() == pytest.approx(1, abs=1e-15)
        assert set(p[np.array(z) == max(z)]) == {p.max()}

    def test_known_values(self):
        assert softmax([1000, 1]).tolist() == [1.0, 0.0]
        assert softmax([math.log(3), 0]).tolist() == pytest.approx([0.75, 0.25])
        assert log_softmax([1000, 1], 1e-6).tolist() == [0.0, -999 / 1e-6]
        assert log_softmax([1e308, -1e308], 1e-6)[1] == -np.finfo(np.float64).max

    @pytest.mark.parametrize("z", SATURATED)
    def test_logarithms_near_one_have_all_their_digits(self, z):
        exact = [float(mpmath.log(p)) for p in exact_weights(z)]
        np.testing.assert_allclose(log_softmax(z), exact, rtol=1e-14)

    def test_a_constant_changes_nothing(self):
        z = np.random.default_rng(1).integers(-50, 50, (4, 9)).astype(float)
        assert np.array_equal(softmax(z + 4096), softmax(z))

    def test_temperature_divides_the_scores(self):
        z = np.random.default_rng(2).normal(size=(4, 9))
        np.testing.assert_allclose(softmax(z, 8.0), softmax(z / 8.0), rtol=1e-15)

    @pytest.mark.parametrize("function", OF_SCORES)
    def test_integers_and_low_precision_give_float64(self, function):
        for z in ([3, 1], np.array([3, 1], np.float16), np.array([3, 1], np.int8)):
            result = function(z)
            assert result.dtype == np.float64
            np.testing.assert_array_equal(result, function([3.0, 1.0]))

    def test_input_is_left_alone(self):
        z = np.array([2.0, 1.0])
        softmax(z), log_softmax(z), weight_sensitivity(z), jacobian_norm(z)
        assert z.tolist() == [2.0, 1.0]


class TestJacobian:
    def test_is_the_covariance_of_one_draw(self):
        for p in dirichlet(20, 5):
            one_hot = np.eye(5)
            covariance = np.einsum("k,ki,kj->ij", p, one_hot - p, one_hot - p)
            np.testing.assert_allclose(softmax_jacobian(p), covariance, atol=1e-16)

    @pytest.mark.parametrize("n_keys", [1, 2, 5, 64])
    def test_equals_central_differences(self, n_keys):
        z = np.random.default_rng(n_keys).normal(0, 2, n_keys)
        step = 1e-5 * np.eye(n_keys)
        differences = (softmax(z + step) - softmax(z - step)) / 2e-5
        assert np.abs(softmax_jacobian(softmax(z)) - differences).max() < 1e-9

    def test_works_on_the_last_axis(self):
        p = dirichlet(6, 4).reshape(2, 3, 4)
        jacobian = softmax_jacobian(p)
        assert jacobian.shape == (2, 3, 4, 4)
        np.testing.assert_array_equal(jacobian[1, 2], softmax_jacobian(p[1, 2]))

    @pytest.mark.parametrize("z", SATURATED)
    def test_rows_sum_to_zero_also_when_saturated(self, z):
        jacobian = softmax_jacobian(softmax(z))
        assert np.abs(jacobian.sum(axis=-1) / np.diag(jacobian)).max() < 1e-15
        exact = exact_weights(z)
        diagonal = [float(p * mpmath.fsum(exact[:i] + exact[i + 1 :]))
                    for i, p in enumerate(exact)]  # fmt: skip
        np.testing.assert_allclose(np.diag(jacobian), diagonal, rtol=1e-13)

    @pytest.mark.parametrize("concentration", [0.03, 0.3, 3.0])
    def test_bounds(self, concentration):
        p = dirichlet(2000, 6, concentration, seed=7)
        p /= p.sum(axis=-1, keepdims=True)
        jacobian = softmax_jacobian(p)
        largest = np.linalg.eigvalsh(jacobian)[:, -1]
        diagonal = np.einsum("kii->ki", jacobian)
        norm = np.linalg.norm(jacobian, axis=(1, 2))
        squares = (p**2).sum(axis=-1)
        ordered = np.sort(p, axis=-1)
        slack = 1e-12
        assert (largest <= np.minimum(0.5, 2 * diagonal.max(-1)) + slack).all()
        assert (largest <= ordered[:, -1] + slack).all()
        assert (largest >= np.maximum(diagonal.max(-1), ordered[:, -2]) - slack).all()
        assert (norm**2 <= squares * (1 - squares) + slack).all()
        assert np.abs(np.trace(jacobian, axis1=1, axis2=2) - (1 - squares)).max() < slack
        rows = np.abs(jacobian).sum(axis=-1).max(axis=-1)
        assert np.abs(rows - 2 * diagonal.max(-1)).max() < slack

    def test_bound_for_a_near_winner(self):
        p = dirichlet(2000, 6, 0.1, seed=8)
        p = p[p.max(axis=-1) > 0.5]
        short = 1 - p.max(axis=-1)
        jacobian = softmax_jacobian(p)
        assert (np.abs(jacobian).max(axis=(1, 2)) <= short + 1e-15).all()
        assert (np.linalg.norm(jacobian, axis=(1, 2)) <= 2 * short + 1e-15).all()
        assert (np.linalg.eigvalsh(jacobian)[:, -1] <= 2 * short * (1 - short) + 1e-15).all()


class TestVjp:
    def test_equals_the_product_with_the_jacobian(self):
        p = dirichlet(50, 7)
        g = np.random.default_rng(1).normal(size=(50, 7))
        expected = np.einsum("kij,kj->ki", softmax_jacobian(p), g)
        np.testing.assert_allclose(softmax_vjp(p, g), expected, atol=1e-15)
        naive = p * (g - (p * g).sum(axis=-1, keepdims=True))
        np.testing.assert_allclose(softmax_vjp(p, g), naive, atol=1e-15)

    def test_equals_central_differences_of_a_loss(self):
        rng = np.random.default_rng(2)
        z, g = rng.normal(size=8), rng.normal(size=8)
        step = 1e-5 * np.eye(8)
        differences = (softmax(z + step) @ g - softmax(z - step) @ g) / 2e-5
        assert np.abs(softmax_vjp(softmax(z), g) - differences).max() < 1e-9

    @pytest.mark.parametrize("z", SATURATED)
    def test_keeps_its_digits_when_saturated(self, z):
        g = np.random.default_rng(3).normal(size=len(z))
        exact = exact_weights(z)
        mean = mpmath.fsum(p * value for p, value in zip(exact, g, strict=True))
        with mpmath.workdps(400):
            expected = [float(p * mpmath.fsum(q * (value - other)
                                              for q, other in zip(exact, g, strict=True)))
                        for p, value in zip(exact, g, strict=True)]  # fmt: skip
        np.testing.assert_allclose(softmax_vjp(softmax(z), g), expected, rtol=1e-12)
        assert float(mean) == pytest.approx(g[0], abs=1e-7)

    def test_one_gradient_for_many_rows(self):
        p = dirichlet(3, 4)
        g = np.array([1.0, 0.0, 2.0, -1.0])
        np.testing.assert_array_equal(softmax_vjp(p, g)[2], softmax_vjp(p[2], g))
        assert softmax_vjp(p[0], np.tile(g, (5, 1))).shape == (5, 4)

    def test_a_constant_gradient_gives_zero(self):
        assert not softmax_vjp(dirichlet(3, 4), np.full(4, 0.1)).any()

    @pytest.mark.parametrize("g", [[1.0], 1.0, [[1.0, 2.0, 3.0]], [[1.0, 2.0]] * 3])
    def test_shapes_that_do_not_fit(self, g):
        with pytest.raises(ValueError, match=r"g has shape .*; allowed is a shape like \(2, 2\)"):
            softmax_vjp([[0.5, 0.5], [0.25, 0.75]], g)

    @pytest.mark.parametrize(("g", "message"), [
        ([1.0, math.nan], "g contains nan"),
        ([1.0, math.inf], "g contains an infinite value; allowed are finite numbers"),
        (["a", "b"], "g has entries of type"),
    ])  # fmt: skip
    def test_gradients_that_are_no_numbers(self, g, message):
        with pytest.raises(ValueError, match=message):
            softmax_vjp([0.5, 0.5], g)


class TestConcentration:
    @pytest.mark.parametrize("n_keys", [1, 2, 8, 1024])
    def test_equal_weights_and_one_winner(self, n_keys):
        even, one = np.full(n_keys, 1 / n_keys), np.eye(n_keys)[0]
        assert entropy(even) == pytest.approx(math.log(n_keys), abs=1e-15)
        assert perplexity(even) == pytest.approx(n_keys)
        assert effective_keys(even) == pytest.approx(n_keys)
        assert [entropy(one), perplexity(one), effective_keys(one)] == [0, 1, 1]
        assert not np.signbit(entropy(one))

    def test_equal_the_definitions(self):
        p = dirichlet(200, 9)
        assert np.allclose(entropy(p), special.entr(p).sum(axis=-1), rtol=1e-13, atol=0)
        assert np.allclose(perplexity(p), np.exp(special.entr(p).sum(axis=-1)), rtol=1e-13)
        assert np.allclose(effective_keys(p), 1 / np.square(p).sum(axis=-1), rtol=1e-14)

    def test_exact_fractions(self):
        p = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]
        assert effective_keys([float(q) for q in p]) == pytest.approx(
            float(1 / sum(q * q for q in p)), rel=1e-15
        )

    @pytest.mark.parametrize("z", [*SATURATED, [0.1, 0.0], [2.0, 1.5, -3.0]])
    def test_entropy_has_all_its_digits_when_saturated(self, z):
        expected = float(-mpmath.fsum(p * mpmath.log(p) for p in exact_weights(z)))
        assert entropy(softmax(z)) == pytest.approx(expected, rel=1e-13)

    def test_perplexity_is_at_least_the_effective_keys(self):
        p = dirichlet(500, 5)
        assert (perplexity(p) >= effective_keys(p) * (1 - 1e-14)).all()

    def test_entropy_falls_by_the_variance_of_the_scores(self):
        z, beta, step = np.random.default_rng(5).normal(size=12), 1.3, 1e-5
        slope = (entropy(softmax((beta + step) * z)) - entropy(softmax((beta - step) * z))) / 2e-5
        p = softmax(beta * z)
        assert slope == pytest.approx(-beta * (p @ z**2 - (p @ z) ** 2), abs=1e-9)

    @pytest.mark.parametrize("function", [entropy, effective_keys, perplexity])
    def test_axis(self, function):
        p = np.moveaxis(dirichlet(6, 4).reshape(2, 3, 4), -1, 1)
        assert function(p, axis=1).shape == (2, 3)
        np.testing.assert_array_equal(function(p, axis=-2)[1, 2], function(p[1, :, 2]))


class TestSensitivity:
    def test_slope_against_high_precision(self):
        gaps = np.r_[0.0, 1e-300, np.geomspace(1e-8, 708, 400), -np.geomspace(0.1, 708, 50)]
        with mpmath.workdps(50):
            for gap, slope in zip(gaps, sigmoid_slope(gaps), strict=True):
                exact = 1 / (4 * mpmath.cosh(mpmath.mpf(gap) / 2) ** 2)
                assert abs(mpmath.mpf(slope) / exact - 1) <= 1e-14

    def test_slope_equals_scipy(self):
        gaps = np.linspace(-700, 700, 1401)
        expected = special.expit(gaps) * special.expit(-gaps)
        np.testing.assert_allclose(sigmoid_slope(gaps), expected, rtol=1e-13)

    def test_slope_beyond_the_range_of_floats(self):
        assert sigmoid_slope([[1e4, math.inf], [-1e300, -math.inf]]).tolist() == [[0, 0], [0, 0]]
        assert sigmoid_slope(0).shape == ()

    def test_ratio_of_the_notes(self):
        assert sigmoid_slope(0) / sigmoid_slope(8) == pytest.approx(math.cosh(4) ** 2, rel=1e-14)

    def test_the_naive_product_fails_the_tolerance(self):
        p = special.expit(20.0)
        assert abs(p * (1 - p) / sigmoid_slope(20.0) - 1) > 1e-9
        assert special.expit(40.0) * (1 - special.expit(40.0)) == 0

    @pytest.mark.parametrize("temperature", [0.5, 1.0])
    @pytest.mark.parametrize("z", [*SATURATED, [0.0, 0.0, 0.0], [1.0, 1.0, -30.0], [4.0]])
    def test_weights_and_norm_against_high_precision(self, z, temperature):
        z = [temperature * score for score in z]
        p = exact_weights(z, temperature)
        n = range(len(p))
        with mpmath.workdps(400):
            diagonal = [p[i] * mpmath.fsum(p[j] for j in n if j != i) for i in n]
            squares = [value**2 for value in diagonal]
            squares += [(p[i] * p[j]) ** 2 for i in n for j in n if i != j]
            norm = float(mpmath.sqrt(mpmath.fsum(squares)))
        expected = [float(value) for value in diagonal]
        np.testing.assert_allclose(weight_sensitivity(z, temperature), expected, rtol=2e-14)
        assert jacobian_norm(z, temperature) == pytest.approx(norm, rel=2e-14)

    def test_norm_equals_that_of_the_matrix(self):
        z = np.random.default_rng(3).normal(0, 3, (40, 3, 9))
        matrix = np.linalg.norm(softmax_jacobian(softmax(z)), axis=(-2, -1))
        np.testing.assert_allclose(jacobian_norm(z), matrix, rtol=1e-13)
        s, cubes = (softmax(z) ** 2).sum(-1), (softmax(z) ** 3).sum(-1)
        np.testing.assert_allclose(jacobian_norm(z) ** 2, s - 2 * cubes + s**2, atol=1e-14)

    def test_norm_is_small_at_both_ends(self):
        assert jacobian_norm(np.zeros(1024)) == pytest.approx(math.sqrt(1023) / 1024)
        assert jacobian_norm([0.0, 0.0]) == 0.5
        assert jacobian_norm([500.0, 0.0]) == pytest.approx(2 * math.exp(-500), rel=1e-13)

    def test_axis_and_two_keys(self):
        z = np.random.default_rng(4).normal(0, 5, (2, 6))
        np.testing.assert_allclose(
            weight_sensitivity(z, 2.0, axis=0)[0], sigmoid_slope((z[0] - z[1]) / 2), rtol=1e-13
        )
        np.testing.assert_allclose(
            jacobian_norm(z, axis=0), 2 * sigmoid_slope(z[0] - z[1]), rtol=1e-13
        )


class TestRefusals:
    @pytest.mark.parametrize("function", OF_SCORES)
    @pytest.mark.parametrize("temperature", [
        0, -1, 0.0, -0.0, math.nan, math.inf, -math.inf, "1", None, True, 1j, [1.0], b"2",
        10**400, np.array([1.0, 2.0]),
    ])  # fmt: skip
    def test_temperature(self, function, temperature):
        with pytest.raises(
            ValueError, match=r"temperature is .*; allowed is a finite number above 0"
        ):
            function([1.0, 2.0], temperature)

    @pytest.mark.parametrize("temperature", [2, Fraction(2), np.float32(2), np.int64(2)])
    def test_temperatures_of_other_types(self, temperature):
        assert np.array_equal(softmax([3, 1], temperature), softmax([3, 1], 2.0))

    @pytest.mark.parametrize("function", OF_SCORES)
    @pytest.mark.parametrize(("z", "message"), [
        ([], r"z is empty, with shape \(0,\); allowed are non-empty arrays"),
        (np.zeros((0, 3)), r"z is empty, with shape \(0, 3\)"),
        (3.0, "z is a single number; allowed is an array with at least one axis"),
        ([1.0, math.nan], "z contains nan; allowed is an array of real numbers without nan"),
        ([1.0, math.inf], "z contains an infinite value; allowed are finite numbers"),
        ([1.0, -math.inf], "z contains an infinite value; allowed are finite numbers"),
        (["a", "b"], "z has entries of type <U1; allowed is an array of real numbers"),
        ([1j, 2], "z has entries of type complex128"),
        (None, "z has entries of type object"),
        ([[1.0], [1.0, 2.0]], r"z is \[\[1.0\], .*; allowed is an array of real numbers"),
    ])  # fmt: skip
    def test_scores(self, function, z, message):
        with pytest.raises(ValueError, match=message):
            function(z)

    @pytest.mark.parametrize("function", OF_WEIGHTS)
    @pytest.mark.parametrize(("p", "message"), [
        ([], "p is empty"),
        (1.0, "p is a single number"),
        ([0.5, math.nan], "p contains nan"),
        ([1.5, -0.5], "p contains -0.5; allowed are numbers of at least 0"),
        ([0.5, 0.6], "p sums to 1.1 along its axis; allowed is a sum within 1e-09 of 1"),
        ([[0.5, 0.5], [0.5, 0.4]], "p sums to 0.9 along its axis"),
        ([math.inf, 0.0], "p sums to inf"),
        (["a"], "p has entries of type"),
    ])  # fmt: skip
    def test_weights(self, function, p, message):
        with pytest.raises(ValueError, match=message):
            function(p)
        with pytest.raises(ValueError, match=message):
            softmax_vjp(p, np.ones(np.shape(p)))

    @pytest.mark.parametrize("function", [*OF_SCORES, entropy, effective_keys, perplexity])
    @pytest.mark.parametrize("axis", [2, -3, 0.0, None, "last"])
    def test_axis(self, function, axis):
        with pytest.raises(ValueError, match=r"axis is .*; allowed is an integer from -2 to 1"):
            function([[0.5, 0.5]], axis=axis)

    @pytest.mark.parametrize("gap", [math.nan, "a", None, [1j]])
    def test_gap(self, gap):
        with pytest.raises(ValueError, match="gap "):
            sigmoid_slope(gap)

    def test_sums_within_rounding_are_accepted(self):
        assert entropy([0.5, 0.5 + 9e-10]) == pytest.approx(math.log(2), abs=1e-8)
        with pytest.raises(ValueError, match="p sums to"):
            entropy([0.5, 0.5 + 2e-9])
