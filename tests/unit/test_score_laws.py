"""The moments of a score under broken assumptions, against enumeration and quadrature."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from sqrtdk import (
    ScoreMoments,
    correlated_score_moments,
    row_moments,
    score_moments,
    squared_score_correlation,
)

F = Fraction
STANDARD_LAWS = {
    "coin": [(F(-1), F(1, 2)), (F(1), F(1, 2))],
    "three points": [(F(-2), F(1, 8)), (F(0), F(3, 4)), (F(2), F(1, 8))],
    "skewed": [(F(-1, 2), F(4, 5)), (F(2), F(1, 5))],
}


def power_mean(law, power):
    return sum(p * x**power for x, p in law)


def vectors(law, d_k):
    """Every vector of independent components, with its probability."""
    for entries in itertools.product(law, repeat=d_k):
        yield [x for x, _ in entries], math.prod(p for _, p in entries)


def enumerated(law):
    """Mean and variance of a list of pairs (value, probability)."""
    mean = sum(p * s for s, p in law)
    return mean, sum(p * (s - mean) ** 2 for s, p in law)


def all_scores(d_k, query_law, key_law):
    return [
        (sum(a * b for a, b in zip(q, k, strict=True)), pq * pk)
        for q, pq in vectors(query_law, d_k)
        for k, pk in vectors(key_law, d_k)
    ]


def hermite(n_nodes, n_variables):
    """Nodes and weights of the mean over independent standard normal variables."""
    x, w = np.polynomial.hermite_e.hermegauss(n_nodes)
    nodes = np.array(list(itertools.product(x, repeat=n_variables)))
    weights = np.prod(list(itertools.product(w / w.sum(), repeat=n_variables)), axis=1)
    return nodes, weights


class TestScoreMoments:
    @pytest.mark.parametrize("d_k", [1, 2, 3])
    def test_enumeration_of_laws_that_are_not_normal(self, d_k):
        # The formula takes standard deviations: here both variances are made squares.
        query = [(x * 2, p) for x, p in STANDARD_LAWS["skewed"]]
        query = [(x + F(1, 3), p) for x, p in query]
        key = [(x * F(3, 5) - 1, p) for x, p in STANDARD_LAWS["three points"]]
        found = score_moments(d_k, F(1, 3), -1, 2, F(3, 5))
        assert (found.mean, found.variance) == enumerated(all_scores(d_k, query, key))
        assert found.kurtosis is None

    @pytest.mark.parametrize("rho", [-1.0, -0.4, 0.0, 0.3, 1.0])
    def test_normal_pairs_by_quadrature(self, rho):
        (u, v), w = (hermite(6, 2)[0].T, hermite(6, 2)[1])
        q = 0.3 + 1.1 * u
        k = -0.2 + 0.8 * (rho * u + math.sqrt(1 - rho**2) * v)
        mean = w @ (q * k)
        variance = w @ (q * k - mean) ** 2
        found = score_moments(7, 0.3, -0.2, 1.1, 0.8, rho)
        assert found.mean == pytest.approx(7 * mean, rel=1e-12)
        assert found.variance == pytest.approx(7 * variance, rel=1e-12)

    def test_correlated_coins_show_that_normal_pairs_are_needed(self):
        rho = F(1, 2)
        pairs = [(F(1), (1 + rho) / 2), (F(-1), (1 - rho) / 2)]
        assert enumerated(pairs) == (rho, 1 - rho**2)
        assert score_moments(1, correlation=rho).variance == 1 + rho**2

    def test_known_values(self):
        assert score_moments(64) == ScoreMoments(0, 64)
        assert score_moments(64, correlation=F(1, 8)) == ScoreMoments(8, 65)
        found = score_moments(64, correlation=0.3)
        assert (round(found.mean, 1), round(found.variance, 1)) == (19.2, 69.8)
        # Tied weights: the score of a vector with itself has mean and variance d_k and 2 d_k.
        assert score_moments(64, correlation=1) == ScoreMoments(64, 128)

    def test_exact_only_if_every_argument_is(self):
        exact = score_moments(np.int64(3), F(1, 2))
        assert type(exact.mean) is Fraction
        assert type(exact.variance) is Fraction
        for position in range(5):
            arguments = [F(0), F(0), F(1), F(1), F(0)]
            arguments[position] = np.float64(arguments[position])
            found = score_moments(3, *arguments)
            assert type(found.mean) is float
            assert type(found.variance) is float

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ({"d_k": 0}, "d_k is 0; allowed is an integer of at least 1"),
            ({"d_k": 2, "query_mean": math.nan}, "query_mean is nan; allowed is a finite number"),
            ({"d_k": 2, "key_mean": "1"}, "key_mean is '1'; allowed is a finite int"),
            ({"d_k": 2, "query_sd": -1}, "query_sd is -1; allowed is a number of at least 0"),
            ({"d_k": 2, "key_sd": -0.5}, "key_sd is -0.5; allowed is a number of at least 0"),
            ({"d_k": 2, "correlation": 1.1}, "correlation is 1.1; allowed is a number of -1 to 1"),
        ],
    )
    def test_refused(self, arguments, message):
        with pytest.raises(ValueError, match=message):
            score_moments(**arguments)


class TestRowMoments:
    @pytest.mark.parametrize("d_k", [1, 2, 3])
    def test_enumeration_query_by_query(self, d_k):
        query = [(2 * x + F(1, 3), p) for x, p in STANDARD_LAWS["skewed"]]
        key = [(x * F(3, 5) - 1, p) for x, p in STANDARD_LAWS["three points"]]
        rows = []
        for q, pq in vectors(query, d_k):
            scores = [
                (sum(a * b for a, b in zip(q, k, strict=True)), pk) for k, pk in vectors(key, d_k)
            ]
            rows.append((*enumerated(scores), pq))
        found = row_moments(d_k, F(1, 3), -1, 2, F(3, 5))
        assert found.within == sum(p * variance for _, variance, p in rows)
        assert found.offset == enumerated([(mean, p) for mean, _, p in rows])[1]
        assert found.variance == score_moments(d_k, F(1, 3), -1, 2, F(3, 5)).variance

    def test_known_values_and_types(self):
        found = row_moments(64, 0.3, -0.2, 1.1, 0.8)
        assert (round(found.within, 3), round(found.offset, 3)) == (53.248, 3.098)
        assert round(found.variance, 2) == 56.35
        assert type(row_moments(4, query_mean=0.0).offset) is float
        assert type(row_moments(4, key_mean=2).offset) is Fraction

    @pytest.mark.parametrize("name", ["query_sd", "key_sd"])
    def test_refused(self, name):
        with pytest.raises(ValueError, match=f"{name} is -1; allowed is a number of at least 0"):
            row_moments(2, **{name: -1})
        with pytest.raises(ValueError, match=r"d_k is 1\.5; allowed is an integer"):
            row_moments(1.5)


def random_joint(d_k, seed):
    root = np.random.default_rng(seed).standard_normal((2 * d_k, 2 * d_k))
    return root @ root.T / d_k


class TestCorrelatedScoreMoments:
    @pytest.mark.parametrize("seed", [0, 1])
    def test_quadrature_of_four_normal_variables(self, seed):
        joint = random_joint(2, seed)
        nodes, weights = hermite(5, 4)
        x = nodes @ np.linalg.cholesky(joint).T
        s = (x[:, :2] * x[:, 2:]).sum(axis=1)
        mean = weights @ s
        variance = weights @ (s - mean) ** 2
        kurtosis = weights @ (s - mean) ** 4 / variance**2
        found = correlated_score_moments(joint[:2, :2], joint[2:, 2:], joint[:2, 2:])
        assert found.mean == pytest.approx(mean, rel=1e-10)
        assert found.variance == pytest.approx(variance, rel=1e-10)
        assert found.kurtosis == pytest.approx(kurtosis, rel=1e-10)

    def test_entries_by_loops(self):
        d = 5
        joint = random_joint(d, 2)
        q, k, c = joint[:d, :d], joint[d:, d:], joint[:d, d:]
        variance = sum(q[i, j] * k[i, j] + c[i, j] * c[j, i] for i in range(d) for j in range(d))
        found = correlated_score_moments(q, k, c)
        assert found.mean == pytest.approx(sum(c[i, i] for i in range(d)), rel=1e-12)
        assert found.variance == pytest.approx(variance, rel=1e-12)

    def test_independent_components_are_the_plain_case(self):
        found = correlated_score_moments(np.eye(64), np.eye(64))
        assert (found.mean, found.variance, found.kurtosis) == (0, 64, 3 + 6 / 64)
        paired = correlated_score_moments(np.eye(64), np.eye(64), 0.3 * np.eye(64))
        plain = score_moments(64, correlation=0.3)
        assert paired.mean == pytest.approx(plain.mean, rel=1e-12)
        assert paired.variance == pytest.approx(plain.variance, rel=1e-12)

    def test_equal_correlations(self):
        equal = 0.9 * np.eye(64) + 0.1
        one = correlated_score_moments(equal, np.eye(64))
        both = correlated_score_moments(equal, equal)
        assert one.variance == pytest.approx(64, rel=1e-12)
        assert both.variance == pytest.approx(64 + 64 * 63 * 0.01, rel=1e-12)
        assert (round(one.kurtosis, 3), round(both.kurtosis, 3)) == (3.153, 4.588)

    def test_simulation(self):
        # The standard error of a mean is the sample deviation over sqrt(n); 4 of them are allowed.
        d, n = 8, 200_000
        joint = random_joint(d, 3)
        found = correlated_score_moments(joint[:d, :d], joint[d:, d:], joint[:d, d:])
        draws = np.random.default_rng(4).standard_normal((n, 2 * d))
        x = draws @ np.linalg.cholesky(joint).T
        s = (x[:, :d] * x[:, d:]).sum(axis=1)
        for values, truth in ((s, found.mean), ((s - found.mean) ** 2, found.variance)):
            assert abs(values.mean() - truth) < 4 * values.std() / math.sqrt(n)

    def test_no_variance(self):
        found = correlated_score_moments(np.zeros((2, 2)), np.eye(2))
        assert (found.mean, found.variance, found.kurtosis) == (0, 0, None)

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ((np.ones(3), np.eye(3)), r"query_covariance has shape \(3,\); allowed is \(d_k, d_k"),
            ((1.0, np.eye(3)), r"query_covariance has shape \(\); allowed is \(d_k, d_k"),
            ((np.eye(3), np.eye(2)), r"key_covariance has shape \(2, 2\); allowed is \(3, 3\)"),
            ((np.eye(2), np.eye(2), np.ones(2)), r"cross_covariance has shape \(2,\)"),
            (
                (np.full((2, 2), math.inf), np.eye(2)),
                "query_covariance contains an infinite value",
            ),
            ((np.array([[1, 1], [0, 1.0]]), np.eye(2)), "is not symmetric"),
            ((np.diag([1.0, -1.0]), np.eye(2)), "has the eigenvalue -1; allowed"),
            ((np.eye(2), np.eye(2), 1.1 * np.eye(2)), "has the eigenvalue -0.1; allowed"),
        ],
    )
    def test_refused(self, arguments, message):
        with pytest.raises(ValueError, match=message):
            correlated_score_moments(*arguments)


class TestSquaredScoreCorrelation:
    @pytest.mark.parametrize(
        ("query", "key", "d_k"),
        [
            case
            for case in itertools.product(STANDARD_LAWS, STANDARD_LAWS, [1, 2])
            if case != ("coin", "coin", 1)
        ],
    )
    def test_enumeration(self, query, key, d_k):
        query_law, key_law = STANDARD_LAWS[query], STANDARD_LAWS[key]
        product = first = second = F(0)
        for q, pq in vectors(query_law, d_k):
            given = [
                (sum(a * b for a, b in zip(q, k, strict=True)), pk)
                for k, pk in vectors(key_law, d_k)
            ]
            square = sum(pk * s**2 for s, pk in given)
            product += pq * square**2
            first += pq * square
            second += pq * sum(pk * s**4 for s, pk in given)
        truth = (product - first**2) / (second - first**2)
        kurtoses = power_mean(query_law, 4), power_mean(key_law, 4)
        assert squared_score_correlation(d_k, *kurtoses) == truth

    @pytest.mark.parametrize("d_k", [1, 4, 16, 64])
    def test_normal_components(self, d_k):
        assert squared_score_correlation(d_k) == F(1, d_k + 3)

    def test_types(self):
        assert type(squared_score_correlation(4, 1.8, 1.8)) is float
        assert round(squared_score_correlation(4, 1.8, 1.8), 4) == 0.0971
        assert squared_score_correlation(2, 1, 1) == 0

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ((0,), "d_k is 0; allowed"),
            ((4, 0.5), "query_kurtosis is 0.5; allowed is a number of at least 1"),
            ((4, 3, 0), "key_kurtosis is 0; allowed is a number of at least 1"),
            ((1, 1, 1), "d_k is 1 and both kurtoses are 1"),
        ],
    )
    def test_refused(self, arguments, message):
        with pytest.raises(ValueError, match=message):
            squared_score_correlation(*arguments)
