"""Softmax, its derivative and the scores before training, as expressions."""

from __future__ import annotations

import sympy as sp

from ledger.polynomial_means import covariance, mean, moments, variance

Z = sp.symbols("z1:4", real=True)
G = sp.Matrix(sp.symbols("g1:4", real=True))
W = sp.symbols("w1:4", positive=True)
TOTAL = sum(sp.exp(z) for z in Z)
P = sp.Matrix([sp.exp(z) / TOTAL for z in Z])
GAP, SHIFT, SHARE = sp.symbols("Delta t p", real=True)
TEMPERATURE, TAU = sp.symbols("T tau", positive=True)
SIGMOID = 1 / (1 + sp.exp(-GAP))
J = sp.diag(*P) - P * P.T


def is_zero(expression: sp.Expr | sp.Matrix) -> bool:
    """Whether all entries vanish, with the exponentials of the scores as variables."""
    names = {sp.exp(z): w for z, w in zip(Z, W, strict=True)}
    entries = expression if isinstance(expression, sp.MatrixBase) else [expression]
    return all(sp.simplify(sp.expand(entry).subs(names)) == 0 for entry in entries)


def score(query: sp.Matrix, key: sp.Matrix, d: int, laws: dict) -> sp.Expr:
    """Score of two tokens under random weights, whose laws are noted down."""
    w_q, w_k = (sp.Matrix(2, d, sp.symbols(f"{name}1:{2 * d + 1}")) for name in "ab")
    weights = [*w_q, *w_k]
    laws.update(dict.fromkeys(weights, moments(sp.Integer(0), TAU, "m")))
    return (query.T * w_q).dot(key.T * w_k)


def test_a_constant_changes_no_weight():
    moved = P.subs({z: z + SHIFT for z in Z}, simultaneous=True)
    assert all(sp.simplify(entry) == 0 for entry in moved - P)
    assert is_zero(J * sp.ones(3, 1))


def test_the_jacobian():
    assert is_zero(P.jacobian(Z) - J)
    assert is_zero(J - J.T)


def test_the_gradient_with_respect_to_the_scores():
    loss = sp.Function("L")(*G)
    gradient = [sp.diff(loss, g) for g in G]
    by_chain = P.jacobian(Z).T * sp.Matrix(gradient)
    average = sum(p * g for p, g in zip(P, gradient, strict=True))
    product = [p * (g - average) for p, g in zip(P, gradient, strict=True)]
    assert is_zero(by_chain - sp.Matrix(product))


def test_dividing_the_scores_divides_the_derivative():
    divided = P.subs({z: z / TEMPERATURE for z in Z}, simultaneous=True)
    slope = sp.diff(divided[0], Z[0]) - divided[0] * (1 - divided[0]) / TEMPERATURE
    assert sp.simplify(slope) == 0


def test_two_keys_are_a_sigmoid():
    first = sp.exp(Z[0]) / (sp.exp(Z[0]) + sp.exp(Z[1]))
    assert sp.simplify(first - SIGMOID.subs(GAP, Z[0] - Z[1])) == 0
    slope = sp.diff(SIGMOID, GAP)
    assert sp.simplify(slope - SIGMOID * (1 - SIGMOID)) == 0
    half = sp.Rational(1, 2)
    assert sp.expand(half**2 - SHARE * (1 - SHARE) - (SHARE - half) ** 2) == 0
    assert sp.simplify(sp.exp(-GAP) / slope - (1 + sp.exp(-GAP)) ** 2) == 0
    factor = slope.subs(GAP, 0) / slope - sp.cosh(GAP / 2) ** 2
    assert sp.simplify(factor.rewrite(sp.exp)) == 0


def test_the_entries_of_a_jacobian_near_a_single_key():
    rest, share = sp.symbols("epsilon s", positive=True)
    others = [share * rest, (1 - share) * rest]
    p = sp.Matrix([1 - rest, *others])
    matrix = sp.diag(*p) - p * p.T
    assert sp.expand(matrix[0, 0] - rest * (1 - rest)) == 0
    assert all(sp.rem(entry, rest, rest) == 0 for entry in matrix.expand())
    sizes = matrix[1, 1] - matrix[1, 0] - matrix[1, 2]
    assert sp.expand(sizes - 2 * p[1] * (1 - p[1])) == 0


def test_scores_before_training():
    x, y, other = (sp.Matrix(sp.symbols(f"{name}1:3")) for name in "xyu")
    for d in (1, 2):
        laws: dict = {}
        one, two = score(x, y, d, laws), score(x, other, d, laws)
        length = x.dot(x)
        assert mean(one, laws) == 0
        assert sp.expand(variance(one, laws) - d * TAU**4 * length * y.dot(y)) == 0
        shared = covariance(one, two, laws) - d * TAU**4 * length * y.dot(other)
        assert sp.expand(shared) == 0
        gap = variance(one - two, laws) - d * TAU**4 * length * (y - other).dot(y - other)
        assert sp.expand(gap) == 0
        itself = variance(score(x, x, d, laws), laws) - d * TAU**4 * length**2
        assert sp.expand(itself) == 0


def test_a_weight_uniform_up_to_one_over_the_root():
    w, fan_in = sp.symbols("w D", positive=True)
    end = 1 / sp.sqrt(fan_in)
    square = sp.integrate(w**2 / (2 * end), (w, -end, end))
    assert sp.simplify(fan_in * square - sp.Rational(1, 3)) == 0
