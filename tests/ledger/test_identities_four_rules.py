"""The four rules as expressions: for any law of two values, dependent or not."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
import sympy as sp

X = sp.symbols("x1:3", real=True)
Y = sp.symbols("y1:3", real=True)
POINTS = tuple(product(X, Y))
P = sp.symbols("p1:4", nonnegative=True)
MASSES = (*P, 1 - sum(P))
F, G = sp.symbols("f1:3", nonnegative=True), sp.symbols("g1:3", nonnegative=True)
SEPARATE = tuple(f * g for f, g in product((F[0], 1 - F[0]), (G[0], 1 - G[0])))
A, B, C = sp.symbols("a b c", real=True)
SIGMA = sp.Symbol("sigma", positive=True)


def mean(function: Callable[..., sp.Expr], masses: tuple[sp.Expr, ...] = MASSES) -> sp.Expr:
    """E[g(X, Y)] of a pair whose joint probabilities are symbols."""
    pairs = zip(POINTS, masses, strict=True)
    return sp.Add(*(function(*point) * mass for point, mass in pairs))


def variance(function: Callable[..., sp.Expr]) -> sp.Expr:
    """Var(g(X, Y)) by its definition."""
    mu = mean(function)
    return mean(lambda x, y: (function(x, y) - mu) ** 2)


def is_zero(expression: sp.Expr) -> bool:
    return sp.expand(expression) == 0


def covariance() -> sp.Expr:
    mu, nu = mean(lambda x, y: x), mean(lambda x, y: y)
    return mean(lambda x, y: (x - mu) * (y - nu))


def test_rule_1():
    pieces = A * mean(lambda x, y: x) + B * mean(lambda x, y: y) + C
    assert is_zero(mean(lambda x, y: A * x + B * y + C) - pieces)


def test_rule_2_for_independent_variables_and_for_functions_of_each():
    f, g = (sp.Function(name) for name in "fg")
    joint = mean(lambda x, y: f(x) * g(y), SEPARATE)
    factors = mean(lambda x, y: f(x), SEPARATE) * mean(lambda x, y: g(y), SEPARATE)
    assert is_zero(joint - factors)
    assert not is_zero(mean(lambda x, y: x * y) - mean(lambda x, y: x) * mean(lambda x, y: y))


def test_the_two_forms_of_the_covariance():
    short = mean(lambda x, y: x * y) - mean(lambda x, y: x) * mean(lambda x, y: y)
    assert is_zero(covariance() - short)


def test_rule_3():
    pieces = variance(lambda x, y: x) + variance(lambda x, y: y) + 2 * covariance()
    assert is_zero(variance(lambda x, y: x + y) - pieces)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_the_mixed_terms_of_the_centred_sum_are_covariances_and_raw_ones_are_not(n):
    x, mu = sp.symbols(f"x1:{n + 1}"), sp.symbols(f"mu1:{n + 1}")
    centred = [one - its for one, its in zip(x, mu, strict=True)]
    cross = [centred[i] * centred[j] for i in range(n) for j in range(n) if i != j]
    squares = [u**2 for u in centred]
    assert is_zero((sum(x) - sum(mu)) ** 2 - sum(squares) - sum(cross))
    raw = [x[i] * x[j] for i in range(n) for j in range(n) if i != j]
    assert not is_zero(sum(cross) - sum(raw))


def test_rule_4():
    assert is_zero(mean(lambda x, y: A * x + B) - A * mean(lambda x, y: x) - B)
    assert is_zero(variance(lambda x, y: A * x + B) - A**2 * variance(lambda x, y: x))
    assert is_zero(variance(lambda x, y: x / C) - variance(lambda x, y: x) / C**2)


def test_standardising_gives_mean_0_and_variance_1():
    mu, var = mean(lambda x, y: x), variance(lambda x, y: x)
    assert is_zero(mean(lambda x, y: (x - mu) / SIGMA))
    assert is_zero((variance(lambda x, y: (x - mu) / SIGMA) - 1) * SIGMA**2 - (var - SIGMA**2))


def test_the_average_of_measurements_with_one_correlation():
    n, rho = sp.symbols("n rho", positive=True)
    total = n * SIGMA**2 + n * (n - 1) * rho * SIGMA**2
    average = SIGMA**2 * (1 / n + (1 - 1 / n) * rho)
    assert is_zero(total / n**2 - average)
    assert sp.limit(average, n, sp.oo) == rho * SIGMA**2


def test_layer_norm_bounds_the_largest_feature():
    d = sp.Symbol("D", positive=True)
    one_hot = (1 - 1 / d) / sp.sqrt((1 / d) * (1 - 1 / d))
    assert sp.simplify(one_hot**2 - (d - 1)) == 0
