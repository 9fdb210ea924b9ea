"""Formulas of the chapter on the simulation, checked as expressions."""

from __future__ import annotations

import sympy
from sympy import Rational, oo, pi, sqrt

X = sympy.symbols("x1:5", real=True)
D = sympy.Symbol("d", positive=True)


def variance(numbers):
    """1/n variance of a list of numbers."""
    mean = sum(numbers) / len(numbers)
    return sum((x - mean) ** 2 for x in numbers) / len(numbers)


def test_the_scaled_column_is_the_variance_divided():
    assert sympy.expand(variance([x / sqrt(D) for x in X]) - variance(X) / D) == 0


def test_a_fourth_power_has_squares_and_first_powers():
    fourth = sympy.Poly(sum(X) ** 4, *X)
    pairs = [power for power in fourth.monoms() if sorted(power)[-2:] == [2, 2]]
    assert sum(fourth.coeff_monomial(power) for power in pairs) == 3 * len(X) * (len(X) - 1)
    rest = set(fourth.monoms()) - set(pairs)
    assert all(1 in power or 4 in power for power in rest)
    assert all(fourth.coeff_monomial(x**4) == 1 for x in X)


def test_the_fourth_moment_of_a_score():
    kappa_q, kappa_k = sympy.symbols("kappa_q kappa_k", positive=True)
    moment = (D * kappa_q * kappa_k + 3 * D * (D - 1)) / D**2
    assert sympy.simplify(moment - (3 + (kappa_q * kappa_k - 3) / D)) == 0


def test_the_moments_of_the_three_components():
    x = X[0]
    normal = sympy.exp(-(x**2) / 2) / sqrt(2 * pi)
    uniform = 1 / (2 * sqrt(3))
    laws = {
        3: lambda g: sympy.integrate(g * normal, (x, -oo, oo)),
        Rational(9, 5): lambda g: sympy.integrate(g * uniform, (x, -sqrt(3), sqrt(3))),
        1: lambda g: (g.subs(x, 1) + g.subs(x, -1)) / 2,
    }
    for fourth, mean in laws.items():
        assert [sympy.simplify(mean(x**n)) for n in (1, 2, 4)] == [0, 1, fourth]
