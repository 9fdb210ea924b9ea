"""Summaries of a sample of gradient sizes, each with its standard error."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from sqrtdk import _checks
from sqrtdk.estimates import Estimate

Floats = NDArray[np.float64]


def root_mean_square(sizes: Floats) -> Estimate:
    """Return the root mean square; the standard error is that of the mean square, carried over."""
    squares, n = sizes**2, sizes.size
    root = math.sqrt(float(squares.mean()))
    error = float(squares.std(ddof=1)) / math.sqrt(n) / (2.0 * root) if root else 0.0
    return Estimate(root, error, n)


def median(values: Floats) -> Estimate:
    """Return the median of independent values, with an error from their order statistics."""
    n = values.size
    return Estimate(float(np.median(values)), _median_error(values, 0.5 / math.sqrt(n)), n)


def clustered_median(values: Floats) -> Estimate:
    """Return the median of all entries where those of one row, along axis 1, are dependent."""
    middle = float(np.median(values))
    below = (values < middle).mean(axis=1)
    spread = float(below.std(ddof=1)) / math.sqrt(below.size)
    return Estimate(middle, _median_error(values, spread), values.size)


def _median_error(values: Floats, spread: float) -> float:
    """Return a quarter of the distance between the quantiles 1/2 - 2 and 1/2 + 2 spreads."""
    ends = np.clip([0.5 - 2.0 * spread, 0.5 + 2.0 * spread], 0.0, 1.0)
    low, high = np.quantile(values, ends)
    return float(high - low) / 4.0


def share(hits: NDArray[np.bool_]) -> Estimate:
    """Return a share; its standard error counts two more hits and two more misses."""
    n = hits.size
    cautious = (np.count_nonzero(hits) + 2.0) / (n + 4.0)
    error = math.sqrt(cautious * (1.0 - cautious) / (n + 4.0))
    return Estimate(float(hits.mean()), error, n)


def top_share(sizes: Floats, fraction: float) -> Estimate:
    """Return the share of the sum of squares that the largest `fraction` of the sizes carries."""
    fraction = _checks.finite_number(fraction, "fraction")
    if not 0 < fraction < 1:
        raise ValueError(f"fraction is {fraction!r}; allowed is a number between 0 and 1")
    squares = np.sort(sizes**2)[::-1]
    n, total = squares.size, float(squares.mean())
    count = max(1, round(fraction * n))
    if not total:
        raise ValueError("all sizes are 0; allowed are sizes of which one at least is above 0")
    value = float(squares[:count].sum()) / n / total
    influence = (np.maximum(squares - squares[count - 1], 0.0) - value * squares) / total
    return Estimate(value, float(influence.std(ddof=1)) / math.sqrt(n), n)
