"""How long two keys need to change places, in closed form.

Two keys have the scores s1 and s2, and the loss is the weight of the wrong one. Where its lead is
``gap``, gradient flow moves the gap at the speed of the slope of the sigmoid there.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sqrtdk import _checks

_POINTS = 2001
_HALVINGS = 80
_LARGEST = 2**20


def escape_time(gap: ArrayLike) -> NDArray[np.float64]:
    """Return the time in which gradient flow closes a gap between two scores.

    Parameters
    ----------
    gap : array_like of float
        By how much the wrong key leads, at least 0.

    Returns
    -------
    numpy.ndarray of float64, shape of `gap`
        ``2 * (gap + sinh(gap))``, in units of 1 over the learning rate of the gap; infinity
        where that is above the range of float64, at a gap of about 710.

    Raises
    ------
    ValueError
        If `gap` is not numeric, contains NaN or is negative somewhere.

    Notes
    -----
    The flow is ``d gap / dt = -sigmoid'(gap)``, and ``1 / sigmoid'(gap)`` is
    ``2 + 2 * cosh(gap)``. Its integral from 0 to the gap is the time: about linear for a small
    gap, exponential for a large one.

    Examples
    --------
    >>> from sqrtdk.experiments import escape_time
    >>> escape_time([2.0, 4.0, 8.0]).round(1).tolist()
    [11.3, 62.6, 2997.0]
    """
    gaps = _checks.real_array(gap, "gap")
    if (gaps < 0).any():
        raise ValueError(f"gap contains {gaps.min()}; allowed are numbers of at least 0")
    with np.errstate(over="ignore"):
        return np.asarray(2.0 * (gaps + np.sinh(gaps)))


def median_gap(d_k: int) -> float:
    """Return the median distance between the raw scores of two keys.

    Parameters
    ----------
    d_k : int
        Number of components of the query and of the keys, which are independent and standard
        normal; at most 1,048,576.

    Returns
    -------
    float
        The median of ``abs(q . (k1 - k2))``, to ten digits.

    Raises
    ------
    ValueError
        If `d_k` is not an integer from 1 to 1,048,576.

    Notes
    -----
    The gap is the length of the query times a normal number of variance 2. Its distribution
    function is the mean of ``erf(x / (2 * length))`` over the law of the length, computed by the
    trapezoidal rule in the logarithm of the length; the median is found by bisection.

    Examples
    --------
    >>> from sqrtdk.experiments import median_gap
    >>> round(median_gap(64), 3)
    7.555
    """
    return _median_gap(_checks.whole_number(d_k, "d_k", maximum=_LARGEST))


@cache
def _median_gap(d_k: int) -> float:
    root = math.sqrt(d_k)
    logarithms = np.linspace(-(40.0 / d_k + 9.0 / root), 9.0 / root, _POINTS)
    masses = np.exp(d_k * (logarithms - np.expm1(2.0 * logarithms) / 2.0))
    masses /= masses.sum()
    lengths = root * np.exp(logarithms)
    kept = masses > 0
    masses, lengths = masses[kept], lengths[kept]
    low, high = 0.0, 2.0 * root
    for _ in range(_HALVINGS):
        middle = (low + high) / 2.0
        below = [math.erf(ratio) for ratio in middle / (2.0 * lengths)]
        low, high = (middle, high) if masses @ below < 0.5 else (low, middle)
    return (low + high) / 2.0


def escape_ratio(d_k: int, matched: bool = False) -> float:
    """Return how much longer raw scores need to close the median gap than scaled ones.

    Parameters
    ----------
    d_k : int
        Number of components of the query and of the keys, at most 1,048,576.
    matched : bool, optional
        False: the query learns at the same rate in both cases, by which raw scores move d_k
        times as far in a step. True: the rates are such that the scores move equally far.

    Returns
    -------
    float
        The time with raw scores over the time with scores divided by sqrt(d_k); infinity where
        the first is above the range of float64.

    Raises
    ------
    ValueError
        If `d_k` is not an integer from 1 to 1,048,576.

    Notes
    -----
    A step of gradient descent on the query moves the gap by the learning rate times
    ``scale**2 * norm(k1 - k2)**2``, which is ``2 * scale**2 * d_k`` on average, times the slope
    of the sigmoid. Hence the quotient of times at equal rates is that at matched rates over d_k.

    Examples
    --------
    >>> from sqrtdk.experiments import escape_ratio
    >>> [f"{escape_ratio(d_k):.2g}" for d_k in (16, 64, 256)]
    ['0.74', '7.4', '3.9e+03']
    >>> f"{escape_ratio(64, matched=True):.0f}"
    '473'
    """
    gap = median_gap(d_k)
    raw, scaled = escape_time([gap, gap / math.sqrt(d_k)]).tolist()
    return float(raw / scaled if matched else raw / scaled / d_k)
