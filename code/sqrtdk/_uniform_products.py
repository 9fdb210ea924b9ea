"""The law of a sum of products of variables that are uniform between -sqrt(3) and sqrt(3).

One product has the density log(3 / abs(x)) / 6 between -3 and 3 and the characteristic function
Si(3 * t) / (3 * t). The sum of d_k of them lies within 3 * d_k; its density is the Fourier series
whose coefficients are the characteristic function to the power d_k. Two products decay too slowly
for that and have a closed form with the dilogarithm.
"""

from __future__ import annotations

import functools
import math

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_TOLERANCE = 4e-9
"""Bound on the error of the truncated series, in units of 1 / sqrt(d_k)."""
_DEVIATIONS = 12.0
"""The density is taken as 0 beyond this many standard deviations (it is below exp(-70))."""
_LARGEST_SINE_INTEGRAL = 1.8519370519824661
_ASYMPTOTIC_FROM = 40.0
_TERMS_OF_SLOW_MEANS = 4000
_MANY = 64
_BLOCK = 2**17


def density(x: Floats, d_k: int) -> Floats:
    """Return the density at `x`, of any shape; inf at 0 for d_k = 1."""
    distance = np.abs(x).ravel()
    reach = _reach(d_k)
    inside = distance < reach
    result = np.zeros(distance.size)
    if d_k == 1:
        result[inside & (distance == 0)] = np.inf
        inside &= distance > 0
        result[inside] = (math.log(3) - np.log(distance[inside])) / 6
    elif d_k == 2:
        result[inside] = _two_products(distance[inside] / 3) / 3
    else:
        result[inside] = np.maximum(_series(distance[inside], d_k, reach), 0.0)
    return result.reshape(x.shape)


def absolute_mean(d_k: int) -> float:
    """Return the mean distance of the sum from 0."""
    if d_k == 1:
        return 0.75
    reach = _reach(d_k)
    n_terms = _n_terms(d_k, reach) if d_k > 3 else _TERMS_OF_SLOW_MEANS
    odd = np.arange(1, 2 * n_terms, 2, dtype=np.float64)
    terms = characteristic(math.pi * odd / reach) ** d_k / odd**2
    return reach / 2 - 4 * reach / math.pi**2 * float(terms.sum())


def characteristic(t: Floats) -> Floats:
    """Return the characteristic function of one product at t > 0."""
    return sine_integral(3 * t) / (3 * t)


def sine_integral(z: Floats) -> Floats:
    """Return Si(z), the integral of sin(u) / u from 0 to z, for z >= 0."""
    nodes, weights = _gauss_rule()
    result = np.empty(z.shape)
    near = z <= _ASYMPTOTIC_FROM
    result[near] = z[near] * (np.sinc(z[near, np.newaxis] * nodes / math.pi) @ weights)
    w = z[~near]
    cosine, sine = np.zeros(w.size), np.zeros(w.size)
    for n in range(12, -1, -1):
        cosine = 1 - (2 * n + 1) * (2 * n + 2) / w**2 * cosine
        sine = 1 - (2 * n + 2) * (2 * n + 3) / w**2 * sine
    result[~near] = math.pi / 2 - cosine * np.cos(w) / w - sine * np.sin(w) / w**2
    return result


@functools.cache
def _gauss_rule() -> tuple[Floats, Floats]:
    nodes, weights = np.polynomial.legendre.leggauss(56)
    return (nodes + 1) / 2, weights / 2


def _reach(d_k: int) -> float:
    return min(3.0 * d_k, _DEVIATIONS * math.sqrt(d_k))


def _n_terms(d_k: int, reach: float) -> int:
    """Return how many terms leave out less than the tolerance.

    The characteristic function is at most ``a / t``, so that the terms beyond t add up to at most
    ``a**d * t**(1 - d) / (pi * (d - 1))``. For many products t is small, where the function is
    below ``exp(-0.45 * t**2)``.
    """
    if d_k >= _MANY:
        return math.ceil(7.5 / math.sqrt(d_k) * reach / math.pi)
    a = _LARGEST_SINE_INTEGRAL / 3
    allowed = math.pi * (d_k - 1) * _TOLERANCE / math.sqrt(d_k)
    t = a * math.pow(a / allowed, 1 / (d_k - 1))
    return math.ceil(t * reach / math.pi)


def _series(x: Floats, d_k: int, reach: float) -> Floats:
    numbers = np.arange(1, _n_terms(d_k, reach) + 1, dtype=np.float64)
    frequencies = math.pi / reach * numbers
    coefficients = characteristic(frequencies) ** d_k / reach
    result = np.full(x.shape, 0.5 / reach)
    rows = max(1, _BLOCK // frequencies.size)
    for start in range(0, x.size, rows):
        block = slice(start, start + rows)
        result[block] += np.cos(x[block, np.newaxis] * frequencies) @ coefficients
    return result


def _two_products(w: Floats) -> Floats:
    """Return the density of u1 * v1 + u2 * v2, each uniform on (-1, 1), at 0 <= w < 2."""
    result = 4 - 2 * w
    near = w < 1
    v = w[near]
    result[near] -= 2 * (1 - v) * np.log1p(-v) - 2 * v * _dilogarithm(v) + math.pi**2 / 2 * v
    far = w > 1
    v = w[far]
    logarithm = np.log(v - 1)
    result[far] += 2 * (v - 1) * logarithm - v * np.log(v) * logarithm
    result[far] += v * (_dilogarithm((v - 1) / v) - _dilogarithm(1 / v))
    result[w == 1] -= math.pi**2 / 6
    return np.maximum(result, 0.0) / 4


def _dilogarithm(z: Floats) -> Floats:
    """Return Li2(z) for 0 <= z < 1, from its power series at min(z, 1 - z)."""
    small = np.minimum(z, 1 - z)
    total = np.zeros(z.shape)
    for n in range(52, 0, -1):
        total = small * (1 / n**2 + total)
    mirrored = z > 0.5
    y = z[mirrored]
    total[mirrored] = math.pi**2 / 6 - np.log(y) * np.log1p(-y) - total[mirrored]
    return total
