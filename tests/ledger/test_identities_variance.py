"""Identities of the chapters on expectation and variance, as expressions."""

from __future__ import annotations

import sympy as sp

X = sp.symbols("x", real=True)
DENSITY = sp.exp(-(X**2) / 2) / sp.sqrt(2 * sp.pi)


def whole_line(expression: sp.Expr) -> sp.Expr:
    """Integral over the real line."""
    return sp.simplify(sp.integrate(expression, (X, -sp.oo, sp.oo)))


def test_second_moment_form_for_any_law_on_three_values() -> None:
    values = sp.symbols("a b c", real=True)
    p, r = sp.symbols("p r", positive=True)
    chances = (p, r, 1 - p - r)
    mean = sum(v * w for v, w in zip(values, chances, strict=True))
    centred = sum((v - mean) ** 2 * w for v, w in zip(values, chances, strict=True))
    raw = sum(v**2 * w for v, w in zip(values, chances, strict=True)) - mean**2
    assert sp.expand(centred - raw) == 0


def test_moments_of_the_standard_normal_law() -> None:
    assert whole_line(DENSITY) == 1
    assert whole_line(X * DENSITY) == 0
    assert whole_line(X**2 * DENSITY) == 1
    assert whole_line(X**4 * DENSITY) == 3
    assert sp.simplify(whole_line(sp.Abs(X) * DENSITY) - sp.sqrt(2 / sp.pi)) == 0


def test_integration_by_parts() -> None:
    """The derivative of the density is −x times the density, which is what the proof uses."""
    assert sp.simplify(sp.diff(DENSITY, X) + X * DENSITY) == 0
    assert sp.limit(X * DENSITY, X, sp.oo) == 0
    assert sp.limit(X * DENSITY, X, -sp.oo) == 0


def test_moments_of_the_uniform_component() -> None:
    root = sp.sqrt(3)
    moments = [sp.integrate(X**n / (2 * root), (X, -root, root)) for n in (1, 2, 4)]
    assert [sp.simplify(m) for m in moments] == [0, 1, sp.Rational(9, 5)]


def test_scaling_multiplies_the_variance_by_the_square() -> None:
    a, b, v, w, p = sp.symbols("a b v w p", real=True)

    def variance(one: sp.Expr, other: sp.Expr) -> sp.Expr:
        mean = p * one + (1 - p) * other
        return p * (one - mean) ** 2 + (1 - p) * (other - mean) ** 2

    assert sp.expand(variance(a * v + b, a * w + b) - a**2 * variance(v, w)) == 0


def test_two_estimators_at_two_draws() -> None:
    x, y = sp.symbols("x y", real=True)
    mean = (x + y) / 2
    assert sp.expand((x - mean) ** 2 + (y - mean) ** 2 - (x - y) ** 2 / 2) == 0
