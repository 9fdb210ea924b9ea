"""The density of the dot product of two normal vectors, a Bessel function K in disguise.

With ``v = (d_k - 1) / 2`` and ``R = hypot(x, v)`` the density is

    exp(v * log((v + R) / 2) - R) / (2 * sqrt(pi) * Gamma(v + 1/2)) * I,

    I = integral over s of exp(-(R - v) * (cosh(s) - 1) - v * (exp(s) - 1 - s)),

which is ``K_v(x) = 1/2 * integral of exp(v * t - x * cosh(t)) dt`` with t measured from the peak
of the integrand. Nothing in it cancels or overflows, at x = 0 neither, and the trapezoidal rule
finds the integral to rounding error, for the integrand is analytic and falls off at both ends.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_DEPTH = 42.0
"""The integrand is followed down to exp(-42) of its peak."""
_STEP = 0.16
"""Longest step of the trapezoidal rule: the aliasing error is about exp(-pi**2 / step)."""
_STEP_AT_PEAK = 0.55
"""Longest step in units of the width of the peak."""
_BLOCK = 2**17
"""How many values of the integrand are in memory at a time."""
_NEAR_ZERO = 1e-8
"""Below this, K_0(x) is -log(x / 2) - gamma to rounding error."""


def density(x: Floats, d_k: int) -> Floats:
    """Return the density at `x`, of any shape; inf at 0 for d_k = 1."""
    distance = np.abs(x).ravel()
    order = (d_k - 1) / 2
    result = np.zeros(distance.size)
    regular = np.isfinite(distance)
    if order == 0:
        tiny = distance < _NEAR_ZERO
        regular &= ~tiny
        result[tiny] = _logarithm_at_zero(distance[tiny])
    result[regular] = _regular(distance[regular], order)
    return result.reshape(x.shape)


def absolute_mean(d_k: int) -> float:
    """Return 2 * Gamma((d_k + 1) / 2) / (sqrt(pi) * Gamma(d_k / 2))."""
    if d_k == 1:
        return 2 / math.pi
    order, half = (d_k - 1) / 2, d_k / 2
    logarithm = order * math.log1p(0.5 / order) - 0.5 + _log_constant(half) - _log_constant(order)
    return 2 / math.sqrt(math.pi) * math.sqrt(half) * math.exp(logarithm)


def _logarithm_at_zero(x: Floats) -> Floats:
    result = np.full(x.size, np.inf)
    inside = x > 0
    result[inside] = (math.log(2) - np.log(x[inside]) - np.euler_gamma) / math.pi
    return result


def _regular(x: Floats, order: float) -> Floats:
    radius = np.hypot(x, order)
    excess = x * (x / (radius + order))
    logarithm = -excess - _log_constant(order)
    if order > 0:
        logarithm += order * np.log1p(excess / (2 * order))
    return np.exp(logarithm) * _integral(radius, excess, order) / (2 * math.sqrt(math.pi))


def _log_constant(order: float) -> float:
    """Return lgamma(v + 1/2) - v * log(v) + v, by Stirling's series where it would cancel."""
    if order == 0:
        return math.lgamma(0.5)
    if order < 16:
        return math.lgamma(order + 0.5) - order * math.log(order) + order
    inverse = 1 / order**2
    series = 1 / 24 - inverse * (7 / 2880 - inverse * (31 / 40320 - inverse * 127 / 215040))
    return 0.5 * math.log(2 * math.pi) - series / order


def _integral(radius: Floats, excess: Floats, order: float) -> Floats:
    step = np.minimum(_STEP, _STEP_AT_PEAK / np.sqrt(radius))
    right = 2 * np.arcsinh(np.sqrt(_DEPTH / 2 / radius))
    left = 2 * np.arcsinh(np.sqrt(_DEPTH / 2 / np.maximum(excess, 1e-300)))
    if order > 0:
        depth = _DEPTH / order  # exp(-s) - 1 + s >= s**2 / (2 + s), so this s is deep enough
        left = np.minimum(left, (depth + math.sqrt(depth**2 + 8 * depth)) / 2)
    result = np.empty(radius.size)
    points = np.arange(-math.ceil((left / step).max(initial=0)),
                       math.ceil((right / step).max(initial=0)) + 1)  # fmt: skip
    rows = max(1, _BLOCK // points.size)
    for start in range(0, radius.size, rows):
        block = slice(start, start + rows)
        s = step[block, np.newaxis] * points
        drop = excess[block, np.newaxis] * (2 * np.sinh(s / 2) ** 2)
        if order > 0:
            drop += order * (np.expm1(s) - s)
        result[block] = step[block] * np.exp(-drop).sum(axis=1)
    return result
