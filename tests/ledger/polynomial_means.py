"""Means of polynomials in independent variables, as expressions in the moments of their laws."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import sympy as sp

Laws = Mapping[sp.Symbol, Sequence[sp.Expr]]


def moments(mu: sp.Expr, sigma: sp.Expr, name: str) -> list[sp.Expr]:
    """Raw moments of a law from the order 0 on; those from the third on are free symbols."""
    return [sp.Integer(1), mu, sigma**2 + mu**2, *sp.symbols(f"{name}3:9")]


def mean(expression: sp.Expr, laws: Laws) -> sp.Expr:
    """E of a polynomial in independent variables: products of their moments, term by term."""
    terms = sp.Poly(sp.expand(expression), *laws).terms()
    tables = list(laws.values())
    return sp.expand(
        sum(
            factor * math.prod(table[n] for table, n in zip(tables, powers, strict=True))
            for powers, factor in terms
        )
    )


def covariance(one: sp.Expr, other: sp.Expr, laws: Laws) -> sp.Expr:
    """Cov of two polynomials."""
    return sp.expand(mean(one * other, laws) - mean(one, laws) * mean(other, laws))


def variance(expression: sp.Expr, laws: Laws) -> sp.Expr:
    """Var of a polynomial."""
    return covariance(expression, expression, laws)
