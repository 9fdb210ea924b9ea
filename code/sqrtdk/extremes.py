"""The largest of many scores.

The scores of a row are independent normal numbers of one spread here. For scores that share a
query they are, given the query, and the spread is its length times the scale.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

from sqrtdk import _bessel, _checks
from sqrtdk.freezing import (
    effective_keys_law,
    freezing_dimension,
    freezing_spread,
    frozen_sum_of_squares,
    perplexity_law,
    spread_for_power,
)

__all__ = [
    "effective_keys_law",
    "expected_length",
    "expected_maximum",
    "expected_top_gap",
    "freezing_dimension",
    "freezing_spread",
    "frozen_sum_of_squares",
    "perplexity_law",
    "spread_for_power",
]

Floats = NDArray[np.float64]

_MOST_KEYS = 10**18
_LARGEST = 2**20
_STEP = 0.02
_LEFT = -12.0
_RIGHT = 16.0


def expected_maximum(n_keys: int, spread: float = 1.0) -> float:
    """Return the mean of the largest of independent normal numbers of mean 0.

    Parameters
    ----------
    n_keys : int
        How many numbers there are, at most 10**18.
    spread : float, optional
        Their standard deviation, at least 0. ``expected_length(d_k)`` gives the mean of the
        largest raw score of a row.

    Returns
    -------
    float
        The mean, in the unit of `spread`, to ten digits.

    Raises
    ------
    ValueError
        If `n_keys` is not an integer in that range or `spread` is not a finite number of at
        least 0.

    Notes
    -----
    It is ``n * integral of x * phi(x) * Phi(x)**(n - 1)``, by the trapezoidal rule. It grows more
    slowly than its bound ``sqrt(2 * log(n))`` [1]_.

    References
    ----------
    .. [1] H. A. David and H. N. Nagaraja, *Order Statistics*, 3rd ed., Wiley, 2003, chapters 3
       and 10.

    Examples
    --------
    >>> from sqrtdk import expected_length, expected_maximum
    >>> round(expected_maximum(64), 3), round(expected_maximum(512, expected_length(64)), 1)
    (2.344, 24.3)
    """
    n = _checks.whole_number(n_keys, "n_keys", maximum=_MOST_KEYS)
    return _spread(spread) * _maximum(n)


def expected_top_gap(n_keys: int, spread: float = 1.0) -> float:
    """Return the mean distance between the two largest of independent normal numbers.

    Parameters
    ----------
    n_keys : int
        How many numbers there are, from 2 to 10**18.
    spread : float, optional
        Their standard deviation, at least 0. ``expected_length(d_k)`` gives the gap between the
        two largest raw scores of a row.

    Returns
    -------
    float
        The mean, in the unit of `spread`, to ten digits.

    Raises
    ------
    ValueError
        If `n_keys` is not an integer in that range or `spread` is not a finite number of at
        least 0.

    Notes
    -----
    It is ``n * integral of Phi(x)**(n - 1) * (1 - Phi(x))``: where the largest number is above x
    and all others are below. It shrinks with n, like ``1 / sqrt(2 * log(n))``.

    Examples
    --------
    >>> from sqrtdk import expected_length, expected_top_gap
    >>> [round(expected_top_gap(n, expected_length(64)), 2) for n in (2, 64, 512)]
    [8.99, 3.03, 2.42]
    """
    n = _checks.whole_number(n_keys, "n_keys", minimum=2, maximum=_MOST_KEYS)
    return _spread(spread) * _top_gap(n)


def expected_length(d_k: int) -> float:
    """Return the mean length of a vector of independent standard normal components.

    Parameters
    ----------
    d_k : int
        Number of components, at most 1,048,576.

    Returns
    -------
    float
        ``sqrt(2) * Gamma((d_k + 1) / 2) / Gamma(d_k / 2)``, a little below ``sqrt(d_k)``.

    Raises
    ------
    ValueError
        If `d_k` is not an integer in that range.

    Examples
    --------
    >>> from sqrtdk import expected_length
    >>> round(expected_length(64), 3)
    7.969
    """
    d_k = _checks.whole_number(d_k, "d_k", maximum=_LARGEST)
    return math.sqrt(math.pi / 2) * _bessel.absolute_mean(d_k)


def _spread(spread: float) -> float:
    return _checks.finite_number(spread, "spread", minimum=0.0)


@cache
def _normal_grid() -> tuple[Floats, Floats, Floats]:
    """Return points, the normal probabilities above them, and the logarithms of those below."""
    steps = np.arange(round(_LEFT / _STEP), round(_RIGHT / _STEP) + 1, dtype=np.float64)
    x = _STEP * steps
    tails = np.array([math.erfc(abs(point) / math.sqrt(2.0)) / 2 for point in x])
    above = np.where(x < 0, 1.0 - tails, tails)
    below = np.where(x < 0, np.log(tails), np.log1p(-tails))
    return x, above, below


@cache
def _maximum(n: int) -> float:
    if n == 1:
        return 0.0
    x, _, log_below = _normal_grid()
    density = np.exp((n - 1) * log_below - x**2 / 2) / math.sqrt(2 * math.pi)
    return _STEP * n * float(x @ density)


@cache
def _top_gap(n: int) -> float:
    _, above, log_below = _normal_grid()
    return _STEP * n * float(np.exp((n - 1) * log_below) @ above)
