"""Exact laws: the numbers of the book's first chapters, by enumeration."""

import itertools
import math
import pickle
from dataclasses import FrozenInstanceError
from fractions import Fraction

import numpy as np
import pytest
from sqrtdk import FiniteDistribution, JointDistribution, sample_mean

DIE = FiniteDistribution(range(1, 7))
COIN = FiniteDistribution([-1, 1])
TWO_DICE = DIE.product(DIE)
DIE_AND_MAX = JointDistribution.from_function(TWO_DICE, lambda x, y: x, max)
SIGN_AND_SQUARE = JointDistribution.from_function(
    FiniteDistribution([-1, 0, 1]), lambda x: x, lambda x: x**2
)
XOR = JointDistribution.from_function(
    COIN.product(COIN), lambda x, y: x, lambda x, y: y, lambda x, y: x * y
)


class TestDie:
    def test_expectation_and_variance(self):
        assert DIE.expectation() == Fraction(7, 2)
        assert DIE.expectation(lambda x: x**2) == DIE.moment(2) == Fraction(91, 6)
        assert DIE.variance() == Fraction(35, 12)
        assert DIE.moment(2) == DIE.variance() + DIE.expectation() ** 2

    def test_standard_deviation_and_mean_distance(self):
        assert DIE.standard_deviation() == pytest.approx(1.707825, abs=5e-7)
        assert DIE.expectation(lambda x: abs(x - Fraction(7, 2))) == Fraction(3, 2)

    def test_rule_4(self):
        assert DIE.scale(2, -3).expectation() == 4
        assert DIE.scale(2, -3).variance() == Fraction(35, 3)

    def test_standardised_square_has_exact_mean_one(self):
        centred = DIE.scale(1, -DIE.expectation())
        assert centred.expectation() == 0
        assert centred.moment(2) / DIE.variance() == 1

    @pytest.mark.parametrize("n", [1, 2, 3, 10, 37])
    def test_variance_of_a_sum_of_dice(self, n):
        assert DIE.sum_of(n).variance() == Fraction(35 * n, 12)
        assert DIE.sum_of(n).expectation() == Fraction(7 * n, 2)

    @pytest.mark.parametrize("n", [2, 3, 4])
    def test_sum_of_equals_enumeration(self, n):
        law = FiniteDistribution([-1, Fraction(1, 3), 2], [0.5, 0.2, 0.3])
        assert law.sum_of(n) == JointDistribution.independent(*[law] * n).sum()

    def test_sum_of_one_is_the_law_itself(self):
        assert DIE.sum_of(1) == DIE


class TestRules:
    def test_rule_1_for_dependent_variables(self):
        assert DIE_AND_MAX.expectation(lambda x, y: 2 * x - 3 * y + 5) == Fraction(-17, 12)

    def test_rule_2(self):
        assert TWO_DICE.expectation(lambda x, y: x * y) == Fraction(49, 4)

    def test_rule_3_for_dependent_variables(self):
        assert DIE_AND_MAX.marginal(1).variance() == Fraction(2555, 1296)
        assert DIE_AND_MAX.covariance() == Fraction(35, 24)
        parts = Fraction(35, 12) + Fraction(2555, 1296) + 2 * Fraction(35, 24)
        assert DIE_AND_MAX.sum().variance() == parts == Fraction(10115, 1296)

    def test_variance_of_a_product_of_dice(self):
        variance, mean = DIE.variance(), DIE.expectation()
        formula = variance**2 + 2 * mean**2 * variance
        assert TWO_DICE.map(lambda x, y: x * y).variance() == formula == Fraction(11515, 144)

    def test_mean_zero_does_not_mean_equally_likely_signs(self):
        skewed = FiniteDistribution([-1, 2], [Fraction(2, 3), Fraction(1, 3)])
        assert skewed.expectation() == 0
        assert skewed.probability(lambda x: x > 0) == Fraction(1, 3)

    @pytest.mark.parametrize(("ddof", "expected"), [(0, Fraction(1, 2)), (1, Fraction(1))])
    def test_mean_of_the_variance_of_two_draws(self, ddof, expected):
        product = COIN.product(COIN).map(lambda x, y: x * y)
        pair = product.product(product)
        estimate = pair.map(lambda x, y: ((x - y) ** 2 / 2) / (2 - ddof))
        assert estimate.expectation() == expected


class TestCounterexamples:
    def test_uncorrelated_but_dependent(self):
        assert SIGN_AND_SQUARE.covariance() == 0
        assert SIGN_AND_SQUARE.sum().variance() == Fraction(8, 9)
        assert SIGN_AND_SQUARE.expectation(lambda x, y: x == 0 and y == 0) == Fraction(1, 3)
        assert not SIGN_AND_SQUARE.is_independent()
        at_zero = [SIGN_AND_SQUARE.marginal(i).probability(lambda x: x == 0) for i in (0, 1)]
        assert math.prod(at_zero) == Fraction(1, 9)

    def test_pairwise_but_not_mutually_independent(self):
        assert XOR.are_pairwise_independent()
        assert not XOR.is_independent()
        assert XOR.sum().variance() == 3
        assert XOR.expectation(lambda x, y, z: x * y * z) == 1

    def test_three_wise_independence_is_not_enough(self):
        coins = JointDistribution.independent(COIN, COIN, COIN)
        joint = JointDistribution.from_function(
            coins,
            lambda q1, k1, q2: q1,
            lambda q1, k1, q2: k1,
            lambda q1, k1, q2: q2,
            lambda q1, k1, q2: q1 * k1 * q2,
        )
        for kept in itertools.combinations(range(4), 3):
            three = JointDistribution.from_function(
                joint, *(lambda *point, i=i: point[i] for i in kept)
            )
            assert three.is_independent()
        assert not joint.is_independent()
        assert joint.map(lambda q1, k1, q2, k2: q1 * k1 + q2 * k2).variance() == 4

    @pytest.mark.parametrize("d_k", [2, 3, 4])
    def test_one_shared_sign_gives_variance_d_squared(self, d_k):
        coins = JointDistribution.independent(*[COIN] * (d_k + 1))
        scores = coins.map(lambda sign, *q: sum(q_i * sign * q_i for q_i in q))
        assert scores == FiniteDistribution([-d_k, d_k])
        assert scores.variance() == d_k**2

    def test_uncorrelated_components_can_have_a_product_of_variance_two(self):
        # The radius R is 0 or sqrt(2), so the law is written with R**2, which is rational.
        base = JointDistribution.independent(COIN, COIN, FiniteDistribution([0, 2]))
        assert base.expectation(lambda s, t, r2: r2) == 1
        product = base.map(lambda s, t, r2: s * t * r2)
        assert product.expectation() == 0
        assert product.variance() == 2

    def test_variances_can_add_although_pairs_are_correlated(self):
        joint = JointDistribution.from_function(
            JointDistribution.independent(*[COIN] * 4),
            lambda a, b, c, d: a + b,
            lambda a, b, c, d: a + c,
            lambda a, b, c, d: d - b,
        )
        covariances = [[joint.covariance(i, j) for j in range(3)] for i in range(3)]
        assert covariances == [[2, 1, -1], [1, 2, 0], [-1, 0, 2]]
        assert joint.sum().variance() == 6


class TestCoinDotProduct:
    @pytest.mark.parametrize("d_k", [1, 2, 3, 4])
    def test_variance_and_kurtosis(self, d_k):
        joint = JointDistribution.independent(*[COIN] * (2 * d_k))
        score = joint.map(lambda *x: sum(q * k for q, k in zip(x[:d_k], x[d_k:], strict=True)))
        assert score == COIN.sum_of(d_k)
        assert (score.expectation(), score.variance()) == (0, d_k)
        assert score.kurtosis() == 3 - Fraction(2, d_k)

    def test_binomial_law_at_the_largest_size_of_the_book(self):
        score = COIN.sum_of(1024)
        assert score.variance() == 1024
        central = score.probability(lambda x: x == 0)
        assert central == Fraction(math.comb(1024, 512), 2**1024)


class TestFiniteDistribution:
    def test_equal_laws_are_equal_objects(self):
        written = FiniteDistribution([2, -1], [Fraction(1, 3), Fraction(2, 3)])
        other = FiniteDistribution([-1, 2, 7], [Fraction(2, 3), Fraction(1, 3), 0])
        assert written == other
        assert hash(written) == hash(other)
        assert written.outcomes == (-1, 2)
        assert written != COIN
        assert COIN != "coin"

    def test_everything_is_a_fraction(self):
        law = FiniteDistribution([np.int64(3), True, np.float64(0.1)], [0.1, 0.2, 0.7])
        assert law.outcomes == (Fraction(1, 10), 1, 3)
        assert all(type(number) is Fraction for number in law.outcomes + law.probabilities)
        assert all(type(x.numerator) is int for x in law.outcomes)

    def test_is_immutable(self):
        with pytest.raises(FrozenInstanceError):
            DIE.outcomes = (1,)

    def test_survives_pickling(self):
        assert pickle.loads(pickle.dumps(DIE)) == DIE

    def test_constructors_agree(self):
        assert FiniteDistribution.uniform([1, 2]) == FiniteDistribution([1, 2])
        weighted = FiniteDistribution.from_weights([0, 1, 2], [1, 2, 1])
        assert weighted == COIN.sum_of(2).scale(0.5, 1)
        tenths = FiniteDistribution.from_weights([0, 1], [0.1, 0.2])
        assert tenths.probabilities == (Fraction(1, 3), Fraction(2, 3))

    def test_map_merges_equal_images(self):
        assert DIE.map(lambda x: x % 2) == FiniteDistribution([0, 1])
        assert DIE.scale(0, 5) == FiniteDistribution([5])

    def test_moments(self):
        skewed = FiniteDistribution([-1, 2], [Fraction(2, 3), Fraction(1, 3)])
        assert [skewed.moment(order) for order in range(5)] == [1, 0, 2, 2, 6]
        assert [skewed.scale(1, 10).central_moment(order) for order in range(4)] == [1, 0, 2, 2]
        assert skewed.kurtosis() == Fraction(3, 2)

    def test_float_valued_function_gives_a_float(self):
        value = DIE.expectation(lambda x: math.sqrt(x))
        assert type(value) is float
        assert value == pytest.approx(sum(math.sqrt(x) for x in range(1, 7)) / 6, rel=1e-15)
        assert type(DIE.expectation(lambda x: 0.5 if x > 3 else 1)) is float

    def test_boolean_function_gives_a_probability(self):
        assert DIE.expectation(lambda x: x > 4) == DIE.probability(lambda x: x > 4)

    def test_sample_follows_the_law(self):
        law = FiniteDistribution([-1, 2], [Fraction(2, 3), Fraction(1, 3)])
        draws = law.sample(40_000, np.random.default_rng(1))
        assert draws.dtype == np.float64
        assert set(draws) == {-1.0, 2.0}
        assert abs(sample_mean(draws).z_score(0)) < 4
        assert abs(sample_mean(draws == 2).z_score(Fraction(1, 3))) < 4

    def test_sample_shape_and_repeatability(self):
        first = DIE.sample((3, 4), np.random.default_rng(7))
        assert first.shape == (3, 4)
        assert np.array_equal(first, DIE.sample((3, 4), np.random.default_rng(7)))

    @pytest.mark.parametrize(
        ("law", "text"),
        [
            (COIN, "FiniteDistribution({-1: 1/2, 1: 1/2})"),
            (FiniteDistribution([0.5]), "FiniteDistribution({1/2: 1})"),
            (DIE.sum_of(2), "FiniteDistribution({2: 1/36, 3: 1/18, 4: 1/12, ..., 12: 1/36}; 11 "),
            (COIN.sum_of(99), "FiniteDistribution({-99: ~1.58e-30, -97: ~1.56e-28, "),
            (SIGN_AND_SQUARE, "JointDistribution({(-1, 1): 1/3, (0, 0): 1/3, (1, 1): 1/3})"),
        ],
    )
    def test_repr(self, law, text):
        assert repr(law).startswith(text)


class TestJointDistribution:
    def test_equality_ignores_order(self):
        shuffled = JointDistribution([(1, 1), (0, 0), (-1, 1)])
        assert shuffled == SIGN_AND_SQUARE
        assert hash(shuffled) == hash(SIGN_AND_SQUARE)
        with pytest.raises(FrozenInstanceError):
            shuffled.probabilities = ()

    def test_marginals_and_pairs(self):
        assert TWO_DICE.marginal(0) == TWO_DICE.marginal(1) == DIE
        assert XOR.pair(2, 0) == COIN.product(COIN)
        assert SIGN_AND_SQUARE.pair(1, 0).marginal(0) == SIGN_AND_SQUARE.marginal(1)

    def test_covariance_of_a_variable_with_itself_is_its_variance(self):
        assert DIE_AND_MAX.covariance(0, 0) == DIE.variance()
        assert DIE_AND_MAX.covariance(1, 0) == DIE_AND_MAX.covariance(0, 1)

    @pytest.mark.parametrize(("slope", "expected"), [(3, 1.0), (Fraction(-1, 7), -1.0)])
    def test_correlation_of_a_line_is_exactly_one(self, slope, expected):
        line = JointDistribution.from_function(DIE, lambda x: x, lambda x: slope * x + 2)
        assert line.correlation() == expected

    def test_correlation(self):
        assert SIGN_AND_SQUARE.correlation() == 0.0
        expected = (35 / 24) / math.sqrt(35 / 12 * 2555 / 1296)
        assert DIE_AND_MAX.correlation() == pytest.approx(expected, rel=1e-14)

    def test_independence_is_checked_on_every_outcome(self):
        law = FiniteDistribution([0, 1], [0.3, 0.7])
        assert law.product(COIN).is_independent()
        nearly = JointDistribution([(0, 0), (0, 1), (1, 0), (1, 1)], [0.25, 0.25, 0.2499, 0.2501])
        assert not nearly.is_independent()

    def test_from_function_of_a_joint_law(self):
        law = JointDistribution.from_function(TWO_DICE, min, max)
        assert law.sum() == DIE.sum_of(2)
        assert law.expectation(lambda low, high: low == high) == Fraction(1, 6)

    def test_float_valued_function_gives_a_float(self):
        value = COIN.product(COIN).expectation(lambda x, y: math.exp(x * y))
        assert value == pytest.approx(math.cosh(1), rel=1e-15)


BIG = FiniteDistribution(range(1025))

REFUSED = [
    (lambda: FiniteDistribution([]), "outcomes is empty; allowed is a non-empty"),
    (lambda: FiniteDistribution(5), "outcomes is 5; allowed is a non-empty sequence"),
    (lambda: FiniteDistribution("12"), "outcomes is '12'; allowed is a non-empty sequence"),
    (lambda: FiniteDistribution(["1"]), "an outcome is '1'; allowed is a finite int, Fraction"),
    (lambda: FiniteDistribution([math.nan]), "an outcome is nan; allowed is a finite int"),
    (lambda: FiniteDistribution([-math.inf]), "an outcome is -inf; allowed is a finite int"),
    (lambda: FiniteDistribution([1j]), "an outcome is 1j; allowed is a finite int"),
    (lambda: FiniteDistribution([(1, 2)]), r"an outcome is \(1, 2\); allowed is a finite int"),
    (lambda: FiniteDistribution([1, 0.5, 0.5]), "outcome 1/2 is repeated; allowed are distinct"),
    (lambda: FiniteDistribution([1, 2], [1]), "probabilities has length 1; allowed is .* 2 out"),
    (lambda: FiniteDistribution([1, 2], [1.5, -0.5]), "probabilities is -1/2; allowed .* least 0"),
    (lambda: FiniteDistribution([1, 2], [0.5, 0.4]), "sum to 9/10; allowed is a sum of exactly 1"),
    (lambda: FiniteDistribution([1, 2], [math.nan, 1]), "probabilities is nan; allowed"),
    (lambda: FiniteDistribution([1, 2, 3], [1 / 3] * 3), r"sum to 9{16}/10{16}; .*Fraction\(1, 3"),
    (lambda: FiniteDistribution(range(2**20 + 1)), "enumeration of 1048577 .* at most 1048576"),
    (lambda: FiniteDistribution(itertools.count()), "enumeration of 1048577 .* at most 1048576"),
    (lambda: FiniteDistribution.from_weights([1, 2], [0, 0]), "sum to 0; allowed is .* than 0"),
    (lambda: FiniteDistribution.from_weights([1, 2], [1, -2]), "weights is -2; allowed"),
    (lambda: FiniteDistribution.from_weights([1, 2], [1]), "weights has length 1; allowed"),
    (lambda: FiniteDistribution.from_weights([1, 1], [1, 1]), "outcome 1 is repeated; allowed"),
    (lambda: DIE.expectation(3), "g is 3; allowed is a function"),
    (lambda: DIE.expectation(lambda x: "six"), "g gave 'six'; allowed is a finite int"),
    (lambda: DIE.expectation(lambda x: math.inf), "g gave inf; allowed is a finite int"),
    (lambda: DIE.probability(6), "event is 6; allowed is a function"),
    (lambda: DIE.moment(-1), "order is -1; allowed is an integer of at least 0"),
    (lambda: DIE.moment(1.5), "order is 1.5; allowed is an integer of at least 0"),
    (lambda: DIE.central_moment("two"), "order is 'two'; allowed is an integer"),
    (lambda: FiniteDistribution([3]).kurtosis(), "variance is 0; allowed .* positive variance"),
    (lambda: DIE.map(math.sqrt), r"g gave 1\.0; allowed is an exact int or Fraction"),
    (lambda: DIE.map(None), "g is None; allowed is a function"),
    (lambda: DIE.scale(math.nan), "a is nan; allowed is a finite int, Fraction or float"),
    (lambda: DIE.scale(1, "b"), "b is 'b'; allowed is a finite int, Fraction or float"),
    (lambda: DIE.sample(0, np.random.default_rng(0)), "size is 0; allowed is an integer"),
    (lambda: DIE.sample(3, 0), "rng is 0; allowed is a numpy.random.Generator"),
    (lambda: DIE.product(6), "a marginal is 6; allowed is a FiniteDistribution"),
    (lambda: BIG.product(BIG), "enumeration of 1050625 outcomes; allowed are at most 1048576"),
    (lambda: DIE.sum_of(0), "n is 0; allowed is an integer of at least 1"),
    (lambda: BIG.sum_of(2), "enumeration of 1050625 outcomes; allowed are at most 1048576"),
    (lambda: JointDistribution([]), "outcomes is empty; allowed"),
    (lambda: JointDistribution([(1,)]), r"an outcome is \(1,\); allowed is a tuple of at least 2"),
    (lambda: JointDistribution([[1, 2]]), r"an outcome is \[1, 2\]; allowed is a tuple"),
    (lambda: JointDistribution([(1, 2), (1, 2, 3)]), r"\(1, 2, 3\) has 3 .* allowed are 2 entr"),
    (lambda: JointDistribution([(1, math.nan)]), "outcome .* is nan; allowed is a finite int"),
    (lambda: JointDistribution([(1, 2), (1, 2.0)]), r"\(1, 2\) is repeated; allowed are distinct"),
    (lambda: JointDistribution([(1, 2), (2, 1)], [1, 1]), "sum to 2; allowed is a sum of exac"),
    (lambda: JointDistribution.independent(DIE), "1 marginals were given; allowed are at least 2"),
    (
        lambda: JointDistribution.independent(*[COIN] * 21),
        "of 2097152 outcomes; allowed .* 104857",
    ),
    (lambda: JointDistribution.from_function(5, max, min), "base is 5; allowed is a FiniteDistri"),
    (lambda: JointDistribution.from_function(DIE, abs), "1 functions were given; allowed are at"),
    (lambda: JointDistribution.from_function(DIE, abs, 2), "a function is 2; allowed is a func"),
    (lambda: JointDistribution.from_function(DIE, abs, float), "function gave 1.0; allowed is an"),
    (lambda: TWO_DICE.expectation(None), "g is None; allowed is a function"),
    (lambda: TWO_DICE.expectation(lambda x, y: None), "g gave None; allowed is a finite int"),
    (lambda: TWO_DICE.marginal(2), "i is 2; allowed is an integer from 0 to 1"),
    (lambda: TWO_DICE.marginal(-1), "i is -1; allowed is an integer from 0 to 1"),
    (lambda: TWO_DICE.covariance(0, 5), "j is 5; allowed is an integer from 0 to 1"),
    (lambda: TWO_DICE.pair(1, 1), "i and j are both 1; allowed are two different positions"),
    (lambda: JointDistribution([(0, 1), (0, 2)]).correlation(), "i = 0 has variance 0; allowed"),
    (lambda: JointDistribution([(1, 0), (2, 0)]).correlation(), "j = 1 has variance 0; allowed"),
    (lambda: TWO_DICE.map(lambda x, y: 0.5 * x), r"g gave 0\.5; allowed is an exact int"),
    (lambda: TWO_DICE.map("sum"), "g is 'sum'; allowed is a function"),
]


@pytest.mark.parametrize(("call", "message"), REFUSED)
def test_refusal_says_what_was_received_and_what_is_allowed(call, message):
    with pytest.raises(ValueError, match=message):
        call()
