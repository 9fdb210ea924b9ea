"""The law of a score, its moments without the assumptions, and many keys, as expressions."""

from __future__ import annotations

import pytest
import sympy as sp

from ledger.polynomial_means import covariance, mean, moments, variance

MU_Q, MU_K, THIRD, X = sp.symbols("mu_q mu_k m_3 x", real=True)
SIGMA_Q, SIGMA_K, SIGMA, N, LENGTH = sp.symbols("sigma_q sigma_k sigma n l", positive=True)
KAPPA_Q, KAPPA_K = sp.symbols("kappa_q kappa_k", positive=True)
D, RHO = sp.symbols("d rho", positive=True)
T = sp.Symbol("t", positive=True)
GAMMA = sp.Symbol("gamma", positive=True)
NORMAL = sp.exp(-(X**2) / 2) / sp.sqrt(2 * sp.pi)
NORMAL_MOMENTS = [1, 0, 1, 0, 3, 0, 15, 0, 105]


def is_zero(expression: sp.Expr) -> bool:
    return sp.simplify(expression) == 0


def standard(kappa: sp.Expr, name: str) -> list[sp.Expr]:
    """Moments of a law of mean 0 and variance 1, whose third one is free."""
    return [1, 0, 1, sp.Symbol(f"{name}3"), kappa, *sp.symbols(f"{name}5:9")]


def one_query(d: int, n_keys: int) -> tuple[list[sp.Expr], dict]:
    """Scores of a query with its keys, and the moments of all components."""
    q = sp.symbols(f"q1:{d + 1}")
    keys = [sp.symbols(f"k{j}_1:{d + 1}") for j in range(n_keys)]
    laws = dict.fromkeys(q, standard(KAPPA_Q, "m"))
    for key in keys:
        laws |= dict.fromkeys(key, standard(KAPPA_K, "n"))
    return [sum(a * b for a, b in zip(q, key, strict=True)) for key in keys], laws


@pytest.mark.parametrize("d", [1, 2, 3])
def test_the_kurtosis_of_a_score(d):
    (score,), laws = one_query(d, 1)
    kurtosis = mean(score**4, laws) / mean(score**2, laws) ** 2
    assert is_zero(kurtosis - 3 - (KAPPA_Q * KAPPA_K - 3) / d)


@pytest.mark.parametrize("d", [1, 2, 3])
def test_the_correlation_of_two_squares_of_one_row(d):
    (first, second), laws = one_query(d, 2)
    assert covariance(first, second, laws) == 0
    together = covariance(first**2, second**2, laws)
    assert is_zero(together - d * (KAPPA_Q - 1))
    alone = variance(first**2, laws)
    assert is_zero(together / alone - (KAPPA_Q - 1) / (KAPPA_Q * KAPPA_K + 2 * d - 3))


@pytest.mark.parametrize("d", [1, 2, 3])
def test_the_variance_with_means_and_its_two_parts(d):
    q, k = sp.symbols(f"q1:{d + 1}"), sp.symbols(f"k1:{d + 1}")
    of_query = dict.fromkeys(q, moments(MU_Q, SIGMA_Q, "m"))
    of_key = dict.fromkeys(k, moments(MU_K, SIGMA_K, "n"))
    score = sum(a * b for a, b in zip(q, k, strict=True))
    within = mean(variance(score, of_key), of_query)
    offset = variance(mean(score, of_key), of_query)
    assert is_zero(within - d * SIGMA_K**2 * (SIGMA_Q**2 + MU_Q**2))
    assert is_zero(offset - d * MU_K**2 * SIGMA_Q**2)
    whole = variance(score, of_query | of_key)
    assert is_zero(whole - within - offset)
    assert is_zero(mean(score, of_query | of_key) - d * MU_Q * MU_K)


def mixed(matrix: sp.Matrix, laws: dict, name: str, law: list) -> sp.Matrix:
    """Vector with the given mixture of independent entries, whose law is noted down."""
    entries = sp.symbols(f"{name}1:{matrix.cols + 1}")
    laws |= dict.fromkeys(entries, law)
    return matrix * sp.Matrix(entries)


def free(name: str) -> sp.Matrix:
    return sp.Matrix(2, 2, sp.symbols(f"{name}1:5"))


def test_the_variance_is_a_trace_whatever_the_shape():
    a, b, laws = free("a"), free("b"), {}
    law = standard(KAPPA_Q, "m")
    q, k = mixed(a, laws, "x", law), mixed(b, laws, "y", law)
    trace = (a * a.T * b * b.T).trace()
    assert is_zero(variance(q.dot(k), laws) - trace)


def test_query_and_key_that_are_jointly_normal():
    a, b, c, laws = free("a"), free("b"), free("c"), {}
    q = mixed(a, laws, "x", NORMAL_MOMENTS)
    k = mixed(b, laws, "y", NORMAL_MOMENTS) + c * sp.Matrix(sp.symbols("x1:3"))
    of_query, of_key, cross = a * a.T, b * b.T + c * c.T, a * c.T
    score = q.dot(k)
    assert is_zero(mean(score, laws) - cross.trace())
    trace = (of_query * of_key).trace() + (cross * cross).trace()
    assert is_zero(variance(score, laws) - trace)


@pytest.mark.parametrize("d", [2, 3, 5])
def test_correlations_of_one_size(d):
    alike = (1 - RHO) * sp.eye(d) + RHO * sp.ones(d)
    assert is_zero((alike**2).trace() - d - d * (d - 1) * RHO**2)
    assert (alike * sp.eye(d)).trace() == d
    matching = RHO * sp.eye(d)
    assert is_zero(matching.trace() - d * RHO)
    assert is_zero((sp.eye(d) + matching**2).trace() - d * (1 + RHO**2))


def test_where_the_mean_of_correlated_scores_is_one_deviation():
    roots = sp.solve(sp.Eq((D * RHO) ** 2, D * (1 + RHO**2)), D)
    assert [is_zero(root - 1 / RHO**2 - 1) for root in roots] == [True]
    start = sp.sqrt(D) * RHO
    assert is_zero(D * RHO / sp.sqrt(D) - start)
    assert start.subs(RHO, 1 / sp.sqrt(D)) == 1


def test_the_transform_of_a_score():
    given_query = sp.integrate(sp.exp(LENGTH * X) * NORMAL, (X, -sp.oo, sp.oo))
    assert is_zero(given_query - sp.exp(LENGTH**2 / 2))
    rest = sp.Symbol("r", positive=True)
    one = sp.integrate(sp.exp(-rest * X**2 / 2) / sp.sqrt(2 * sp.pi), (X, -sp.oo, sp.oo))
    assert is_zero(one - rest ** sp.Rational(-1, 2))
    of_one, of_square = one.subs(rest, 1 - T**2), one.subs(rest, 1 - 2 * T)
    halves = of_square.subs(T, T / 2) * of_square.subs(T, -T / 2)
    assert is_zero(halves**-2 - of_one**-2)
    assert is_zero(of_one**2 - 1 / (1 - T**2))
    assert one.subs(rest, 1 - T**2).subs(T, 1) == sp.zoo


def test_the_cumulants_of_a_score():
    series = sp.series(-D / 2 * sp.log(1 - T**2), T, 0, 6).removeO()
    second, fourth = (series.coeff(T, n) * sp.factorial(n) for n in (2, 4))
    assert is_zero(second - D)
    assert is_zero(3 + fourth / second**2 - 3 - 6 / D)


@pytest.mark.parametrize("d", [2, 4, 6])
def test_the_density_has_the_transform(d):
    x = sp.Symbol("x", positive=True)
    nu = sp.Rational(d - 1, 2)
    bessel = sp.besselk(nu, x).expand(func=True)
    density = x**nu * bessel / (sp.sqrt(sp.pi) * sp.gamma(sp.Rational(d, 2)) * 2**nu)
    rest = sp.simplify(density * sp.exp(x))
    if d == 2:
        assert is_zero(rest - sp.Rational(1, 2))
    terms = sp.Poly(rest, x).terms()
    sides = [
        sum(c * sp.factorial(n) / (1 + sign * T) ** (n + 1) for (n,), c in terms)
        for sign in (1, -1)
    ]
    assert is_zero(sum(sides) - (1 - T**2) ** (-sp.Rational(d, 2)))


def test_the_scaled_exponential_has_a_mean_near_the_root_of_e():
    assert sp.limit((1 - 1 / D) ** (-D / 2), D, sp.oo) == sp.sqrt(sp.E)


def test_the_share_of_many_keys():
    first, second = (sp.exp((m * SIGMA) ** 2 / 2) for m in (1, 2))
    assert is_zero(first**2 / second - sp.exp(-(SIGMA**2)))
    weighted = sp.integrate(SIGMA * X * sp.exp(SIGMA * X) * NORMAL, (X, -sp.oo, sp.oo))
    assert is_zero(weighted / first - SIGMA**2)
    entropy = sp.log(N) + sp.log(first) - SIGMA**2
    assert is_zero(sp.exp(entropy) - N * sp.exp(-(SIGMA**2) / 2))


def test_a_power_of_the_keys():
    square = (1 - GAMMA) * sp.log(N)
    assert is_zero(sp.log(N) - square - GAMMA * sp.log(N))
    assert is_zero(square.subs(GAMMA, sp.Rational(1, 2)) - sp.log(N) / 2)
    assert is_zero((N * sp.exp(-square)).subs({GAMMA: sp.Rational(3, 4), N: 16}) - 8)
