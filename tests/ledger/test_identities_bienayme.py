"""The variance of a score as an expression: any law of the components, by its moments."""

from __future__ import annotations

import pytest
import sympy as sp

from ledger.polynomial_means import mean, moments, variance

MU_Q, MU_K, C, X = sp.symbols("mu_q mu_k c x", real=True)
SIGMA_Q, SIGMA_K, KAPPA, A = sp.symbols("sigma_q sigma_k kappa a", positive=True)
D, T = sp.symbols("d t", positive=True)


def components(d: int, mu_q=0, mu_k=0, sigma_q=1, sigma_k=1):
    """Score of d independent pairs, and the moments of its components."""
    q, k = sp.symbols(f"q1:{d + 1}"), sp.symbols(f"k1:{d + 1}")
    laws = dict.fromkeys(q, moments(sp.sympify(mu_q), sp.sympify(sigma_q), "m"))
    laws |= dict.fromkeys(k, moments(sp.sympify(mu_k), sp.sympify(sigma_k), "n"))
    return sum(one * other for one, other in zip(q, k, strict=True)), laws


def is_zero(expression: sp.Expr) -> bool:
    return sp.simplify(expression) == 0


def test_the_variance_of_a_product():
    score, laws = components(1, MU_Q, MU_K, SIGMA_Q, SIGMA_K)
    formula = SIGMA_Q**2 * SIGMA_K**2 + MU_Q**2 * SIGMA_K**2 + MU_K**2 * SIGMA_Q**2
    assert is_zero(mean(score, laws) - MU_Q * MU_K)
    assert is_zero(variance(score, laws) - formula)


@pytest.mark.parametrize("d", [1, 2, 3, 4])
def test_bienayme_for_a_dot_product_whatever_the_shape(d):
    score, laws = components(d, sigma_q=SIGMA_Q, sigma_k=SIGMA_K)
    assert mean(score, laws) == 0
    assert is_zero(variance(score, laws) - d * SIGMA_Q**2 * SIGMA_K**2)


@pytest.mark.parametrize("d", [2, 3])
def test_bienayme_with_means(d):
    score, laws = components(d, MU_Q, MU_K)
    assert is_zero(mean(score, laws) - d * MU_Q * MU_K)
    assert is_zero(variance(score, laws) - d * (1 + MU_Q**2 + MU_K**2))


@pytest.mark.parametrize("d", [2, 3, 4])
def test_the_root_is_the_only_power(d):
    score, laws = components(d)
    assert variance(score / sp.sqrt(d), laws) == 1
    assert variance(score / d, laws) == sp.Rational(1, d)
    assert is_zero(variance(C * score / sp.sqrt(d), laws) - C**2)
    assert sp.solve(sp.log(D ** (1 - 2 * A)).expand(force=True), A) == [sp.Rational(1, 2)]


@pytest.mark.parametrize("n", [2, 3])
def test_the_variance_of_an_unbiased_variance(n):
    draws = sp.symbols(f"x1:{n + 1}")
    standard = [1, 0, 1, sp.Symbol("m3"), KAPPA]
    centre = sum(draws) / n
    estimate = SIGMA_Q**2 * sum((x - centre) ** 2 for x in draws) / (n - 1)
    laws = dict.fromkeys(draws, standard)
    formula = SIGMA_Q**4 * (KAPPA / n - sp.Rational(n - 3, n * (n - 1)))
    assert is_zero(mean(estimate, laws) - SIGMA_Q**2)
    assert is_zero(variance(estimate, laws) - formula)


def test_one_product_of_normal_components():
    density = sp.exp(-(X**2) / 2) / sp.sqrt(2 * sp.pi)
    size = 2 * sp.integrate(X * density, (X, 0, sp.oo))
    fourth = sp.integrate(X**4 * density, (X, -sp.oo, sp.oo))
    assert is_zero(size**2 - 2 / sp.pi)
    assert fourth**2 == 9


def test_the_law_of_two_products_of_normal_components():
    density = sp.exp(-(X**2) / 2) / sp.sqrt(2 * sp.pi)
    given_the_query = sp.exp(-(T**2) * X**2 / 2)
    one = sp.integrate(density * given_the_query, (X, -sp.oo, sp.oo))
    laplace = 2 * sp.integrate(sp.exp(-X) / 2 * sp.cos(T * X), (X, 0, sp.oo))
    assert is_zero(one**2 - laplace)
    assert is_zero(2 * sp.integrate(sp.exp(-X) / 2, (X, A, sp.oo)) - sp.exp(-A))


@pytest.mark.parametrize("d", [2, 3, 4])
def test_one_shared_sign_makes_it_the_square(d):
    sign, *query = sp.symbols(f"s q1:{d + 1}")
    coins = dict.fromkeys([sign, *query], (1, 0, 1, 0, 1))
    assert variance(sum(q * (sign * q) for q in query), coins) == d**2
