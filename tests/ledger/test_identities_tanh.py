"""The identities of the chapter on tanh, as expressions in e^x."""

from __future__ import annotations

import sympy as sp

X = sp.Symbol("x", real=True)
RISE, FALL = sp.exp(X), sp.exp(-X)
TANH = (RISE - FALL) / (RISE + FALL)
E = sp.Symbol("E", positive=True)


def is_zero(expression: sp.Expr) -> bool:
    return sp.simplify(sp.expand(expression)) == 0


def test_the_definition_is_tanh_and_is_odd():
    assert is_zero((sp.tanh(X) - TANH).rewrite(sp.exp))
    assert is_zero(TANH + TANH.subs(X, -X))
    assert TANH.subs(X, 0) == 0


def test_the_sign_is_that_of_x():
    with_a_square = (E**2 - 1) / E
    assert is_zero((RISE - FALL) - with_a_square.subs(E, RISE))
    assert sp.solveset(E**2 - 1 > 0, E, sp.Interval.open(0, sp.oo)) == sp.Interval.open(1, sp.oo)
    assert (RISE + FALL).subs(RISE, E).subs(FALL, 1 / E).is_positive


def test_the_gap_of_denominator_and_numerator_is_twice_the_smaller_exponential():
    assert is_zero((RISE + FALL) - (RISE - FALL) - 2 * FALL)
    assert is_zero((RISE + FALL) + (RISE - FALL) - 2 * RISE)


def test_the_distance_from_1_and_its_bound():
    missing = 2 / (sp.exp(2 * X) + 1)
    assert is_zero(1 - TANH - missing)
    reciprocal_gap = 1 / missing - sp.exp(2 * X) / 2
    assert is_zero(reciprocal_gap - sp.Rational(1, 2))


def test_the_limits():
    short = (1 - sp.exp(-2 * X)) / (1 + sp.exp(-2 * X))
    assert is_zero(TANH - short)
    assert sp.limit(short, X, sp.oo) == 1
    assert sp.limit(TANH, X, -sp.oo) == -1


def test_tanh_and_the_sigmoid():
    def sigmoid(x: sp.Expr) -> sp.Expr:
        return 1 / (1 + sp.exp(-x))

    assert is_zero(TANH - (2 * sigmoid(2 * X) - 1))
    assert is_zero(1 - sigmoid(X) - (1 - TANH.subs(X, X / 2)) / 2)
    assert is_zero(1 - sigmoid(X) - 1 / (RISE + 1))
    assert is_zero(sp.diff(TANH, X) - (1 - TANH**2))


def test_the_largest_weight_of_bounded_scores_and_its_inverse():
    n, b = sp.symbols("n B", positive=True)
    weight = sp.exp(b) / (sp.exp(b) + (n - 1) * sp.exp(-b))
    assert is_zero(weight - sp.exp(2 * b) / (sp.exp(2 * b) + n - 1))
    p = sp.Symbol("p", positive=True)
    square = (n - 1) * p / (1 - p)
    assert sp.simplify(square / (square + n - 1) - p) == 0
