"""The identities of the chapter on the dot product, as expressions."""

from __future__ import annotations

import pytest
import sympy as sp

T, LENGTH = sp.Symbol("t", real=True), sp.Symbol("lambda", nonnegative=True)


def vectors(d: int) -> tuple[sp.Matrix, sp.Matrix]:
    """A query and a key of symbols."""
    names = (sp.symbols(f"{name}1:{d + 1}", real=True) for name in "qk")
    q, k = (sp.Matrix(symbols) for symbols in names)
    return q, k


@pytest.mark.parametrize("d", [2, 3, 5])
def test_the_law_of_cosines_in_components(d):
    q, k = vectors(d)
    assert sp.expand((q - k).dot(q - k) - q.dot(q) - k.dot(k) + 2 * q.dot(k)) == 0


def test_lengths_and_angle_in_the_plane():
    a, b, alpha, theta = sp.symbols("a b alpha theta", real=True)
    q = a * sp.Matrix([sp.cos(alpha), sp.sin(alpha)])
    k = b * sp.Matrix([sp.cos(alpha + theta), sp.sin(alpha + theta)])
    assert sp.simplify(q.dot(k) - a * b * sp.cos(theta)) == 0
    assert sp.simplify(q.dot(k).subs(theta, sp.pi / 2)) == 0


@pytest.mark.parametrize("d", [2, 3])
def test_parallel_vectors_have_no_negative_product(d):
    q, _ = vectors(d)
    along = [one * other for one, other in zip(q, LENGTH * q, strict=True)]
    against = [one * other for one, other in zip(q, -LENGTH * q, strict=True)]
    assert all(product.is_nonnegative for product in along)
    assert all(product.is_nonpositive for product in against)


@pytest.mark.parametrize("d", [2, 3])
def test_the_parabola_behind_the_bound(d):
    q, k = vectors(d)
    parabola = (q - T * k).dot(q - T * k)
    assert sp.expand(parabola - q.dot(q) + 2 * T * q.dot(k) - T**2 * k.dot(k)) == 0
    lowest = parabola.subs(T, q.dot(k) / k.dot(k))
    assert sp.simplify(lowest - (q.dot(q) - q.dot(k) ** 2 / k.dot(k))) == 0
