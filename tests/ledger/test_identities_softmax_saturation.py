"""Jacobian, gradient at the query and escape of the chapter on what saturates."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from sqrtdk import softmax, softmax_jacobian
from sqrtdk._scales import named_scale
from sqrtdk.examples import D_K
from sqrtdk.experiments import (
    expected_query_gradient,
    query_gradients,
    two_key_concentration,
    two_key_query_gradient,
)

from ledger.attention_scaling_numbers import mean_largest
from ledger.polynomial_means import mean, moments
from ledger.softmax_saturation_numbers import FULL, RAW, ROOT, keys, layer, product_that_settles

P = sp.symbols("p1:5", positive=True)
V = sp.symbols("v1:5", real=True)
X, GAP = sp.symbols("x Delta", positive=True)
SHARE = sp.Symbol("p", positive=True)
RATIONAL_WEIGHTS = [
    tuple(Fraction(part, 7) for part in parts)
    for parts in itertools.product(range(8), repeat=3)
    if sum(parts) == 7
]


def as_diagonal(x):
    return sp.Rational(x.numerator, x.denominator) * sp.eye(3)


def jacobian(p):
    column = sp.Matrix([sp.Rational(x.numerator, x.denominator) for x in p])
    return sp.diag(*column) - column * column.T


def sums(p):
    return tuple(sum(x**power for x in p) for power in (2, 3))


def test_the_jacobian_is_the_covariance_of_a_draw():
    p = sp.Matrix([*P[:3], 1 - sum(P[:3])])
    matrix = sp.diag(*p) - p * p.T
    v = sp.Matrix(V)
    drawn = sum(weight * value for weight, value in zip(p, V, strict=True))
    spread = sum(w * (value - drawn) ** 2 for w, value in zip(p, V, strict=True))
    assert sp.expand((v.T * matrix * v)[0] - spread) == 0


def test_the_sum_of_the_squared_entries():
    p = sp.Matrix(P)
    matrix = sp.diag(*p) - p * p.T
    square, cube = sums(P)
    assert sp.expand(sum(x**2 for x in matrix) - (square - 2 * cube + square**2)) == 0


@pytest.mark.parametrize("p", RATIONAL_WEIGHTS, ids=str)
def test_the_bounds_on_rational_weights(p):
    matrix = jacobian(p)
    square, cube = sums(p)
    size = square - 2 * cube + square**2
    assert sum(x**2 for x in matrix) == size
    assert square**2 <= cube
    assert size <= square * (1 - square) <= Fraction(1, 4)
    assert (square**2 == cube) == (len({x for x in p if x}) == 1)
    own = max(x * (1 - x) for x in p)
    above = min(Fraction(1, 2), 2 * own)
    assert (as_diagonal(above) - matrix).is_positive_semidefinite
    assert not (as_diagonal(own) - matrix).is_positive_definite


def test_equal_weights_and_two_keys():
    n = sp.Symbol("n", positive=True)
    square = n * (1 / n) ** 2
    size = square - 2 * n * (1 / n) ** 3 + square**2
    assert sp.simplify(size - (n - 1) / n**2) == 0
    half, quarter = sp.Rational(1, 2), sp.Rational(1, 4)
    assert sp.expand(quarter - (half - 1 / n) ** 2 - (n - 1) / n**2) == 0
    both = sp.Matrix([SHARE, 1 - SHARE])
    matrix = sp.diag(*both) - both * both.T
    assert sp.expand(sum(x**2 for x in matrix) - (2 * SHARE * (1 - SHARE)) ** 2) == 0
    for count in (2, 5, 1_024):
        norm = np.linalg.norm(softmax_jacobian(np.full(count, 1 / count)))
        assert norm == pytest.approx(math.sqrt(count - 1) / count, rel=1e-12)


def test_the_escape_time():
    slope = sp.exp(-X) / (1 + sp.exp(-X)) ** 2
    assert sp.simplify(1 / slope - (2 + 2 * sp.cosh(X)).rewrite(sp.exp)) == 0
    time = sp.integrate(2 + 2 * sp.cosh(X), (X, -GAP, 0))
    assert sp.simplify((time - 2 * (GAP + sp.sinh(GAP))).rewrite(sp.exp)) == 0


def test_a_logarithm_leaves_the_weights_less_the_target():
    z = sp.symbols("z1:4", real=True)
    total = sum(sp.exp(x) for x in z)
    for target in range(3):
        loss = -sp.log(sp.exp(z[target]) / total)
        for j in range(3):
            wanted = sp.exp(z[j]) / total - (1 if j == target else 0)
            assert sp.simplify(sp.diff(loss, z[j]) - wanted) == 0


def split(u, scores, d):
    """Mean squared length of the sum of u_j k_j for a query along the first axis, given the
    scores, with the components across the query as free normal numbers."""
    laws, across = {}, []
    for axis in range(1, d):
        names = sp.symbols(f"r{axis}_1:{len(u) + 1}")
        laws.update(dict.fromkeys(names, moments(sp.Integer(0), sp.Integer(1), "m")))
        across.append(sum(x * r for x, r in zip(u, names, strict=True)))
    length = sp.Symbol("q", positive=True)
    along = sum(x * s / length for x, s in zip(u, scores, strict=True))
    return sp.expand(along**2 + mean(sum(x**2 for x in across), laws)), length


def test_the_parts_of_the_gradient_along_and_across_the_query():
    u, scores = sp.symbols("u1:4"), sp.symbols("s1:4")
    for d in (2, 4):
        found, length = split(u, scores, d)
        dot = sum(x * s for x, s in zip(u, scores, strict=True))
        claimed = (d - 1) * sum(x**2 for x in u) + dot**2 / length**2
        assert sp.expand(found - claimed) == 0


def test_the_mean_over_gradients_at_the_weights():
    g = sp.symbols("g1:4")
    scores = sp.Matrix(sp.symbols("s1:4"))
    laws = dict.fromkeys(g, moments(sp.Integer(0), sp.Integer(1), "m"))
    p = sp.Matrix(P[:3])
    matrix = sp.diag(*p) - p * p.T
    u = matrix * sp.Matrix(g)
    assert sp.expand(mean(u.dot(u), laws) - sum(x**2 for x in matrix)) == 0
    through = matrix * scores
    assert sp.expand(mean(u.dot(scores) ** 2, laws) - through.dot(through)) == 0


@pytest.mark.parametrize(("d_k", "n_keys", "scale"), [(16, 5, 1.0), (16, 5, None), (8, 2, 0.125)])
def test_the_theorem_against_gradients_from_components(d_k, n_keys, scale):
    rng = np.random.default_rng(20)
    c = 1 / math.sqrt(d_k) if scale is None else scale
    shape = (40_000, n_keys, d_k)
    q, k = rng.standard_normal((40_000, d_k)), rng.standard_normal(shape)
    g = rng.standard_normal((40_000, n_keys))
    p = softmax(c * (k @ q[:, :, np.newaxis])[..., 0])
    at_scores = p * (g - (p * g).sum(axis=1, keepdims=True))
    sizes = c**2 * ((at_scores[:, np.newaxis] @ k) ** 2).sum(axis=(1, 2))
    error = sizes.std(ddof=1) / math.sqrt(sizes.size)
    law = expected_query_gradient(d_k, n_keys, rng, scale, n_rows=40_000)
    assert abs(sizes.mean() - law.value) < 4 * math.hypot(error, law.standard_error)
    if n_keys == 2:
        assert abs(sizes.mean() - two_key_query_gradient(d_k, scale)) < 4 * error


def test_the_only_power_on_two_keys():
    wide, wider = 2**10, 2**14
    growth = {
        power: two_key_query_gradient(wider, wider**-power)
        / two_key_query_gradient(wide, wide**-power)
        for power in (0.25, 0.5, 1.0)
    }
    assert growth[0.25] > 1.5
    assert growth[0.5] == pytest.approx(1, abs=2 / wide)
    assert growth[1.0] == pytest.approx(wide / wider, rel=2 / wide)


def test_the_product_that_settles():
    limit = sp.sqrt(2) / sp.pi
    d = sp.Symbol("d", positive=True)
    product = sp.sqrt(2 * d) / sp.sqrt(4 * sp.pi * d) * 2 / sp.sqrt(sp.pi)
    assert sp.simplify(product - limit) == 0
    assert product_that_settles() == pytest.approx(float(limit), rel=1e-12)
    found = query_gradients(4_096, 2, np.random.default_rng(6), scale=1.0, n_rows=400_000).mean
    assert abs(found.z_score(float(limit))) < 4


def test_the_mean_slope_of_two_keys():
    root = math.sqrt(4 * math.pi * 2**14)
    assert root * two_key_concentration(2**14, 1.0).slope_mean == pytest.approx(1, abs=2**-14)


@pytest.mark.parametrize("n_keys", [2, 8, 64, 512, 1_024])
def test_the_stored_largest_weights_are_those_of_the_integral(n_keys):
    raw, root = (keys(n_keys, scale, "largest_weight") for scale in (RAW, ROOT))
    assert abs(raw.z_score(mean_largest(n_keys))) < 4
    assert abs(root.z_score(mean_largest(n_keys, divisor=math.sqrt(D_K)))) < 4


def formula_of_a_layer(d_k, scale, n_tokens=64, width=256, n_draws=2_000):
    """Root of the mean square by the theorem, over layer-normalised normal tokens, with error."""
    rng = np.random.default_rng([64, d_k, int(1 / scale)])
    squares = np.empty(n_draws)
    for draw in range(n_draws):
        x = rng.standard_normal((n_tokens, width))
        x -= x.mean(axis=1, keepdims=True)
        x *= math.sqrt(width) / np.linalg.norm(x, axis=1, keepdims=True)
        alike = x @ x.T / width
        z = x @ rng.standard_normal(width) / math.sqrt(width)
        p = softmax(scale * math.sqrt(rng.chisquare(d_k)) * z)
        spread = softmax_jacobian(p) @ alike
        along = z @ spread @ softmax_jacobian(p) @ z
        squares[draw] = (d_k - 1) * np.trace(spread @ spread) + along
    mean_square = n_tokens * width * scale**2 * squares.mean()
    error = n_tokens * width * scale**2 * squares.std() / math.sqrt(n_draws)
    return math.sqrt(mean_square), error / (2 * math.sqrt(mean_square))


@pytest.mark.parametrize("d_k", [4, 64])
@pytest.mark.parametrize("name", [RAW, ROOT, FULL])
def test_the_gradient_of_a_layer(d_k, name):
    stored = layer(d_k, name)
    value, error = formula_of_a_layer(d_k, named_scale(name, d_k))
    assert abs(stored.value - value) <= 4 * math.hypot(stored.standard_error, error)
