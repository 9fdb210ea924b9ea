"""How fast the law of a dot product approaches the normal law, and where it does not.

The components of query and key are independent, with mean 0 and variance 1. The dot product of
normal components is the length of the query times a standard normal number, and everything here
about them is a mean over that length.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sqrtdk import _checks, _uniform_products
from sqrtdk.components import COMPONENTS
from sqrtdk.dot_products import coin_dot_product_pmf

Floats = NDArray[np.float64]

_LARGEST = 2**14
_MOST_DEVIATIONS = 35
_GRID = 241
_BLOCK = 2**17
_REACH = 12.0
"""A score of uniform components is farther than this many deviations with less than exp(-70)."""
_MANY = 64
_A = 1.8519370519824661 / 3
_TOLERANCE = 1e-10


def dot_product_cdf(x: ArrayLike, d_k: int) -> Floats:
    """Return the distribution function of the dot product of two standard normal vectors.

    Parameters
    ----------
    x : array_like of float
        Where to evaluate it; infinities are allowed.
    d_k : int
        Number of components of a vector, at most 16,384.

    Returns
    -------
    numpy.ndarray of float64, shape of `x`
        The probability that the dot product is at most `x`. Its relative error is below 1e-11
        down to 35 standard deviations below 0, ``-35 * sqrt(d_k)``.

    Raises
    ------
    ValueError
        If `d_k` is not an integer in that range, or `x` is not numeric or contains NaN.

    Notes
    -----
    It is the mean of the normal distribution function of ``x / length`` over the law of the
    length of the query, a chi law with d_k degrees of freedom. The mean is taken by the
    trapezoidal rule in the logarithm of the length, where the integrand is analytic and falls off
    at both ends.

    Examples
    --------
    >>> from sqrtdk import dot_product_cdf
    >>> dot_product_cdf([-8.0, 0.0, 8.0], 64).round(4).tolist()
    [0.1568, 0.5, 0.8432]
    """
    points = _checks.real_array(x, "x")
    tails = _upper_tail(np.abs(points).ravel(), _width(d_k)).reshape(points.shape)
    return np.where(points > 0, 1.0 - tails, tails)


def distance_to_normal(d_k: int, components: str = "normal") -> float:
    """Return the largest distance of two distribution functions, of the score and the normal one.

    Parameters
    ----------
    d_k : int
        Number of components of a query and of a key, at most 16,384.
    components : {"normal", "uniform", "coin"}, optional
        The law of the components.

    Returns
    -------
    float
        The supremum over x of ``abs(F(x) - Phi(x / sqrt(d_k)))``, where F belongs to the dot
        product and Phi to the standard normal law, to six digits or more.

    Raises
    ------
    ValueError
        If `d_k` is not an integer in that range or `components` is none of the above.

    Notes
    -----
    The third moment of all three laws is 0, so that for normal and uniform components the
    distance falls like 1 / d_k: close to ``0.1377 / d_k`` for normal ones, by the first term of
    the Edgeworth series [1]_. The dot product of coins lives on a lattice, and the distance is
    that at a jump: half the central atom for even d_k, ``Phi(1 / sqrt(d_k)) - 1/2`` for odd d_k.
    Both are close to ``0.399 / sqrt(d_k)``.

    References
    ----------
    .. [1] W. Feller, *An Introduction to Probability Theory and Its Applications*, vol. 2,
       2nd ed., Wiley, 1971, chapter XVI.

    Examples
    --------
    >>> from sqrtdk import distance_to_normal
    >>> [f"{distance_to_normal(64, law):.3g}" for law in ("normal", "uniform", "coin")]
    ['0.00215', '8.9e-05', '0.0497']
    """
    return _distance(_width(d_k), _checks.one_of(components, "components", COMPONENTS))


def tail_ratio(d_k: int, n_deviations: float) -> float:
    """Return how much likelier a far score is than under the normal law.

    Parameters
    ----------
    d_k : int
        Number of normal components of a query and of a key, at most 16,384.
    n_deviations : float
        The distance from 0 in standard deviations, from 0 to 35.

    Returns
    -------
    float
        The probability that a score is farther than ``n_deviations * sqrt(d_k)`` from 0, over
        the probability that a standard normal number is farther than `n_deviations` from 0.

    Raises
    ------
    ValueError
        If `d_k` is not an integer in that range or `n_deviations` is not a number in its range.

    Examples
    --------
    >>> from sqrtdk import tail_ratio
    >>> [round(tail_ratio(4, k), 2) for k in (3, 4)]
    [3.67, 26.48]
    """
    d_k = _width(d_k)
    k = _checks.finite_number(n_deviations, "n_deviations", minimum=0.0)
    if k > _MOST_DEVIATIONS:
        raise ValueError(
            f"n_deviations is {n_deviations!r}; allowed is a number from 0 to {_MOST_DEVIATIONS}"
        )
    tail = float(_upper_tail(np.array([k * math.sqrt(d_k)]), d_k)[0])
    return 2.0 * tail / math.erfc(k / math.sqrt(2.0))


def exponential_moment(d_k: int, scale: float | None = None) -> float:
    """Return the mean of the exponential of a score, over queries and keys.

    Parameters
    ----------
    d_k : int
        Number of normal components of a query and of a key, at most 16,384.
    scale : float, optional
        What scores are multiplied with; ``1 / sqrt(d_k)`` if omitted.

    Returns
    -------
    float
        ``(1 - scale**2)**(-d_k / 2)`` for a scale between -1 and 1, else inf. Also inf where
        that is above the range of float64.

    Raises
    ------
    ValueError
        If `d_k` is not an integer in that range or `scale` is not a finite number.

    Notes
    -----
    Raw scores, with scale 1, have no mean exponential at any d_k: the tails of the dot product
    fall off like ``exp(-abs(x))``. For a given query there is one, ``exp(length**2 / 2)``.

    Examples
    --------
    >>> from sqrtdk import exponential_moment
    >>> round(exponential_moment(64), 4), exponential_moment(64, scale=1.0)
    (1.6552, inf)
    """
    d_k = _width(d_k)
    square = 1.0 / d_k if scale is None else _checks.finite_number(scale, "scale") ** 2
    if square >= 1:
        return math.inf
    try:
        return math.exp(-d_k / 2 * math.log1p(-square))
    except OverflowError:
        return math.inf


def _width(d_k: object) -> int:
    return _checks.whole_number(d_k, "d_k", maximum=_LARGEST)


@cache
def _lengths(d_k: int) -> tuple[Floats, Floats]:
    """Return lengths of a normal vector and their probabilities, a rule of quadrature.

    The density of ``t = log(length / sqrt(d_k))`` is proportional to ``exp(-d_k * drop)`` with
    the drop below. It is followed to exp(-44) on the left, where it is multiplied with a tail
    that vanishes there, and to the end of float64 on the right, where that tail is largest.
    """
    step = min(0.05, 0.25 / math.sqrt(2 * d_k))
    left, right = 44 / d_k + 9 / math.sqrt(d_k), min(3.9, 30 / math.sqrt(d_k))
    t = step * np.arange(-math.ceil(left / step), math.ceil(right / step) + 1)
    drop = np.expm1(2 * t) / 2 - t
    masses = np.exp(-d_k * drop)
    kept = masses > 0
    return math.sqrt(d_k) * np.exp(t[kept]), masses[kept] / masses.sum()


def _upper_tail(x: Floats, d_k: int) -> Floats:
    """Return the probability of a dot product above x, for x >= 0."""
    lengths, probabilities = _lengths(d_k)
    result = np.empty(x.size)
    rows = max(1, _BLOCK // lengths.size)
    for start in range(0, x.size, rows):
        block = slice(start, start + rows)
        ratios = x[block, np.newaxis] / (math.sqrt(2.0) * lengths)
        tails = np.fromiter(map(math.erfc, ratios.flat), np.float64, ratios.size)
        result[block] = tails.reshape(ratios.shape) @ probabilities / 2
    return result


@cache
def _distance(d_k: int, components: str) -> float:
    if components == "coin":
        return _coin_distance(d_k)

    def excess(deviations: Floats) -> Floats:
        x = math.sqrt(d_k) * deviations
        tails = _upper_tail(x, d_k) if components == "normal" else _uniform_tail(x, d_k)
        return np.abs(_normal_tail(deviations) - tails)

    grid = np.linspace(0.0, 6.0, _GRID)
    best = int(excess(grid).argmax())
    low, high = grid[max(best - 1, 0)], grid[min(best + 1, _GRID - 1)]
    return float(excess(np.linspace(low, high, _GRID)).max())


def _normal_tail(deviations: Floats) -> Floats:
    return np.array([math.erfc(k / math.sqrt(2.0)) / 2 for k in deviations])


def _uniform_tail(x: Floats, d_k: int) -> Floats:
    """Return the probability of a dot product above x >= 0, from its Fourier series."""
    if d_k == 1:
        inside = np.clip(x, 1e-300, 3.0)
        return 0.5 - inside * (1.0 + np.log(3.0 / inside)) / 6
    reach = min(3.0 * d_k, _REACH * math.sqrt(d_k))
    frequencies, coefficients = _uniform_series(d_k, reach)
    inside = np.minimum(x, reach)
    result = 0.5 - inside / (2 * reach)
    rows = max(1, _BLOCK // frequencies.size)
    for start in range(0, x.size, rows):
        block = slice(start, start + rows)
        result[block] -= np.sin(inside[block, np.newaxis] * frequencies) @ coefficients
    return result


@cache
def _uniform_series(d_k: int, reach: float) -> tuple[Floats, Floats]:
    """Return the frequencies and coefficients of the sine series of the distribution function.

    The characteristic function of one product is at most ``a / t``, by which the terms beyond t
    add up to at most ``(a / t)**d_k / (pi * d_k)``. For many products t is small, where it is
    below ``exp(-0.45 * t**2)``.
    """
    if d_k >= _MANY:
        last = 8.5 / math.sqrt(d_k)
    else:
        last = _A * (1 / (math.pi * d_k * _TOLERANCE)) ** (1 / d_k)
    numbers = np.arange(1, math.ceil(last * reach / math.pi) + 1, dtype=np.float64)
    frequencies = math.pi / reach * numbers
    coefficients = _uniform_products.characteristic(frequencies) ** d_k / reach / frequencies
    return frequencies, coefficients


def _coin_distance(d_k: int) -> float:
    support, probabilities = coin_dot_product_pmf(d_k)
    below = np.cumsum(probabilities)
    normal = 1.0 - _normal_tail(support / math.sqrt(d_k))
    return float(max(np.abs(below - normal).max(), np.abs(below - probabilities - normal).max()))
