"""Formulas of the page of corrections, checked as expressions."""

from __future__ import annotations

import sympy
import sympy.stats
from sympy import exp, simplify, sqrt

D = sympy.Symbol("d", positive=True)
DELTA = sympy.Symbol("Delta", positive=True)
RHO = sympy.Symbol("rho", positive=True)


def is_zero(expression):
    return simplify(expression) == 0


def test_variance_is_the_second_moment_less_the_squared_mean():
    values = sympy.symbols("x1:4", real=True)
    first, second = sympy.symbols("p1 p2", positive=True)
    chances = (first, second, 1 - first - second)

    def mean(numbers):
        return sum(p * x for p, x in zip(chances, numbers, strict=True))

    mu = mean(values)
    variance = mean([(x - mu) ** 2 for x in values])
    assert sympy.expand(variance - (mean([x**2 for x in values]) - mu**2)) == 0


def test_twice_the_smaller_exponential_keeps_tanh_below_one():
    x = DELTA
    above, below = exp(x) - exp(-x), exp(x) + exp(-x)
    assert is_zero(below - above - 2 * exp(-x))
    assert is_zero(1 - above / below - 2 / (exp(2 * x) + 1))


def test_the_slope_of_two_keys():
    p = 1 / (1 + exp(-DELTA))
    slope = sympy.diff(p, DELTA)
    assert is_zero(slope - p * (1 - p))
    assert is_zero((slope * 4 * sympy.cosh(DELTA / 2) ** 2 - 1).rewrite(exp))
    assert is_zero(exp(-DELTA) / slope - 1 - ((1 + exp(-DELTA)) ** 2 - 1))
    assert slope.subs(DELTA, 0) == sympy.Rational(1, 4)


def test_the_correlation_of_two_squared_scores():
    lengths = D * (D + 2)
    chi_square = sympy.stats.ChiSquared("r", D)
    assert is_zero(sympy.gammasimp(sympy.stats.E(chi_square**2)) - lengths)
    assert is_zero((lengths - D**2) / (3 * lengths - D**2) - 1 / (D + 3))


def test_the_moments_of_a_score_after_training():
    q, noise = sympy.symbols("q noise", real=True)
    normal = {0: 1, 1: 0, 2: 1, 3: 0, 4: 3}
    product = q * (RHO * q + sqrt(1 - RHO**2) * noise)

    def mean(expression):
        terms = sympy.Poly(sympy.expand(expression), q, noise).terms()
        return sum(c * normal[a] * normal[b] for (a, b), c in terms)

    assert is_zero(D * mean(product) - D * RHO)
    assert is_zero(D * (mean(product**2) - mean(product) ** 2) - D * (1 + RHO**2))


def test_scaling_changes_no_distance_in_standard_deviations():
    score, deviation, divisor = sympy.symbols("s sigma c", positive=True)
    scaled_deviation = sqrt(deviation**2 / divisor**2)
    assert is_zero(score / divisor / scaled_deviation - score / deviation)
    assert is_zero(D / sqrt(D) ** 2 - 1)
