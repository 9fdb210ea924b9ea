"""The mean of the largest weight of a row of scores, by numerical integration.

A weight is 1 / (1 + S) with S the sum of exp(y - x) over the other scores y of a row, x being
its own. As 1 / (1 + S) is the integral of exp(-t (1 + S)) over t > 0, the mean over independent
scores with the density f, all of them below x, is a power: with n keys the largest weight
averages

    n * int f(x) int exp(-t) [int_{y < x} f(y) exp(-t exp(y - x)) dy]^(n - 1) dt dx.

The inner integral is a convolution. Where a row shares its query, f is normal with the length
of the query as its standard deviation, and the result is averaged over that length.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray
from sqrtdk import component, dot_product_pdf

STEP = 1 / 32
SCORES = np.arange(-2048, 2048) * STEP
LOG_STEP = 1 / 4
TIMES = np.exp(np.arange(-72, 16) * LOG_STEP)


def mean_largest(density: NDArray[np.float64], n_keys: int) -> float:
    """Mean of the largest weight among keys with independent scores of this density."""
    size = 2 * SCORES.size
    kernel = np.exp(-TIMES[:, np.newaxis] * np.exp(-STEP * np.arange(SCORES.size)))
    kernel[:, 0] /= 2
    transformed = np.fft.rfft(density, size) * np.fft.rfft(kernel, size)
    below = STEP * np.fft.irfft(transformed, size)[:, : SCORES.size]
    over_scores = (density * np.maximum(below, 0) ** (n_keys - 1)).sum(axis=1) * STEP
    return n_keys * float((TIMES * np.exp(-TIMES) * over_scores).sum()) * LOG_STEP


@cache
def largest_with_shared_query(d_k: int, n_keys: int, divisor: float = 1.0) -> float:
    """Mean of the largest weight of a row of attention before training."""
    lengths = np.arange(1 / 2, 3 / 2, 1 / 16) * math.sqrt(d_k)
    log_shares = (d_k - 1) * np.log(lengths) - lengths**2 / 2
    shares = np.exp(log_shares - log_shares.max())
    shares /= shares.sum()
    means = []
    for length in lengths:
        spread = length / divisor
        means.append(mean_largest(component("normal").pdf(SCORES / spread) / spread, n_keys))
    return float(shares @ np.array(means))


@cache
def largest_with_fresh_queries(d_k: int, n_keys: int) -> float:
    """The same where every key gets a query of its own."""
    return mean_largest(dot_product_pdf(SCORES, d_k), n_keys)
