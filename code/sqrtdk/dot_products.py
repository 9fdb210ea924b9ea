"""The dot product of a random query and a random key: its law, its moments, its draws.

The 2 * d_k components are independent, all of one law with mean 0 and variance 1. Then the dot
product has mean 0 and variance d_k; its shape depends on the law of the components.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sqrtdk import _bessel, _checks, _draws, _uniform_products
from sqrtdk.components import COMPONENTS, component

METHODS = ("auto", "exact", "components")
"""Ways to draw dot products."""

_LARGEST = 2**20
_LARGEST_ENUMERATED = 2**14


@dataclass(frozen=True)
class DotProductMoments:
    """Moments of a dot product of two random vectors.

    Parameters
    ----------
    mean : Fraction
        The mean, 0.
    variance : Fraction
        The variance, d_k.
    kurtosis : Fraction
        The fourth moment over the squared variance; the 3 of the normal law is not subtracted.
    absolute_mean : float
        The mean distance from 0, in the unit of the dot product.

    Examples
    --------
    >>> from sqrtdk import dot_product_moments
    >>> dot_product_moments(2, "coin").variance
    Fraction(2, 1)
    """

    mean: Fraction
    variance: Fraction
    kurtosis: Fraction
    absolute_mean: float


def sample_dot_products(
    d_k: int,
    size: int | tuple[int, ...],
    rng: np.random.Generator,
    components: str = "normal",
    method: str = "auto",
) -> NDArray[np.float64]:
    """Draw independent dot products, each of a fresh query and a fresh key.

    Parameters
    ----------
    d_k : int
        Number of components of a query and of a key, at most 1,048,576.
    size : int or tuple of int
        The shape of the result.
    rng : numpy.random.Generator
        The source of randomness.
    components : {"normal", "uniform", "coin"}, optional
        The law of the components.
    method : {"auto", "exact", "components"}, optional
        "exact" draws from the law of the dot product, in a time that does not depend on d_k:
        the length of the query times a standard normal number, or a shifted binomial count for
        the coin. "components" draws every component, multiplies and sums. "auto" is "exact"
        where that exists, else "components".

    Returns
    -------
    numpy.ndarray of float64, shape `size`
        The dot products. Beyond the result, a few megabytes are used at any `d_k` and `size`.

    Raises
    ------
    ValueError
        If `d_k` is not an integer in that range, `size` is not positive, `rng` is not a
        Generator, `components` or `method` is none of the above, or "exact" is asked of
        "uniform", for which no such law is known.

    Notes
    -----
    Given the query, the dot product with a normal key is normal with the squared length of the
    query as its variance, and that is a chi-square variable with d_k degrees of freedom.

    Examples
    --------
    >>> import numpy as np
    >>> from sqrtdk import sample_dot_products, sample_variance
    >>> draws = sample_dot_products(64, 20_000, np.random.default_rng(0))
    >>> abs(sample_variance(draws).z_score(64)) < 4
    True
    """
    d_k = _width(d_k)
    shape = _checks.sample_size(size)
    rng = _checks.generator(rng)
    components = _checks.one_of(components, "components", COMPONENTS)
    method = _checks.one_of(method, "method", METHODS)
    draw = _draws.EXACT.get(components)
    if method == "exact" and draw is None:
        raise ValueError(
            f"method is 'exact' with components {components!r}, whose dot product has no known "
            "law to draw from; allowed are 'auto' and 'components'"
        )
    if draw is None or method == "components":
        return _draws.by_components(d_k, shape, component(components), rng)
    return _draws.in_blocks(lambda count: draw(d_k, count, rng), shape)


def dot_product_moments(d_k: int, components: str = "normal") -> DotProductMoments:
    """Return the moments of the dot product of a random query and a random key.

    Parameters
    ----------
    d_k : int
        Number of components of a query and of a key, at most 1,048,576.
    components : {"normal", "uniform", "coin"}, optional
        The law of the components.

    Returns
    -------
    DotProductMoments
        Mean 0, variance d_k, kurtosis ``3 + (kappa**2 - 3) / d_k`` with the kurtosis kappa of
        one component, and the mean distance from 0.

    Raises
    ------
    ValueError
        If `d_k` is not an integer in that range or `components` is none of the above.

    Notes
    -----
    The mean distance is ``2 * Gamma((d_k + 1) / 2) / (sqrt(pi) * Gamma(d_k / 2))`` for normal
    components. For coins it is that of a random walk of d_k steps, which for even d_k is the
    same number. For uniform components it is integrated from the Fourier series of the density,
    to nine digits.

    Examples
    --------
    >>> from sqrtdk import dot_product_moments
    >>> moments = dot_product_moments(64)
    >>> moments.kurtosis, round(moments.absolute_mean, 4)
    (Fraction(99, 32), 6.3582)
    >>> dot_product_moments(64, "coin").kurtosis
    Fraction(95, 32)
    """
    d_k = _width(d_k)
    law = component(components)
    means = {
        "normal": _bessel.absolute_mean,
        "uniform": _uniform_products.absolute_mean,
        "coin": _coin_absolute_mean,
    }
    kurtosis = 3 + (law.kurtosis**2 - 3) / d_k
    return DotProductMoments(Fraction(0), Fraction(d_k), kurtosis, means[law.name](d_k))


def _coin_absolute_mean(d_k: int) -> float:
    if d_k == 1:
        return 1.0
    even = d_k - d_k % 2
    return d_k / even * _bessel.absolute_mean(even)


def dot_product_pdf(x: ArrayLike, d_k: int) -> NDArray[np.float64]:
    """Return the density of the dot product of two standard normal vectors.

    Parameters
    ----------
    x : array_like of float
        Where to evaluate the density; infinities are allowed.
    d_k : int
        Number of components of a vector, at most 1,048,576.

    Returns
    -------
    numpy.ndarray of float64, shape of `x`
        The density. At x = 0 it is inf for d_k = 1 and finite for larger d_k. Its relative error
        is below 1e-12 out to 12 standard deviations, ``12 * sqrt(d_k)``, for d_k to 1,024.

    Raises
    ------
    ValueError
        If `d_k` is not an integer in that range, or `x` is not numeric or contains NaN.

    Notes
    -----
    With ``v = (d_k - 1) / 2`` the density is ``abs(x)**v * K(v, abs(x))`` over ``sqrt(pi) *
    Gamma(d_k / 2) * 2**v``, where K is the modified Bessel function of the second kind [1]_. For
    d_k = 2 it is the Laplace density ``exp(-abs(x)) / 2``. The tails fall off like
    ``exp(-abs(x))``, more slowly than those of the normal density with the same variance.

    References
    ----------
    .. [1] NIST Digital Library of Mathematical Functions, section 10.32,
       https://dlmf.nist.gov/10.32.

    Examples
    --------
    >>> from sqrtdk import dot_product_pdf
    >>> dot_product_pdf([0.0, 8.0], 64).round(5).tolist()
    [0.05046, 0.03]
    >>> float(dot_product_pdf(0.0, 1))
    inf
    """
    return _bessel.density(_checks.real_array(x, "x"), _width(d_k))


def uniform_dot_product_pdf(x: ArrayLike, d_k: int) -> NDArray[np.float64]:
    """Return the density of the dot product of vectors with uniform components.

    Parameters
    ----------
    x : array_like of float
        Where to evaluate the density; infinities are allowed.
    d_k : int
        Number of components, each uniform between -sqrt(3) and sqrt(3), at most 1,048,576.

    Returns
    -------
    numpy.ndarray of float64, shape of `x`
        The density, 0 from ``3 * d_k`` on. At x = 0 it is inf for d_k = 1. Its absolute error is
        below ``1e-8 / sqrt(d_k)``; the relative error is not bounded, and beyond 12 standard
        deviations the density is given as 0.

    Raises
    ------
    ValueError
        If `d_k` is not an integer in that range, or `x` is not numeric or contains NaN.

    Notes
    -----
    One product has the density ``log(3 / abs(x)) / 6`` and the characteristic function
    ``Si(3 * t) / (3 * t)`` with the sine integral Si. Two products have a closed form with the
    dilogarithm; from three on the density is summed as a Fourier series.

    Examples
    --------
    >>> from sqrtdk import uniform_dot_product_pdf
    >>> uniform_dot_product_pdf([0.0, 8.0], 64).round(5).tolist()
    [0.04989, 0.03024]
    """
    return _uniform_products.density(_checks.real_array(x, "x"), _width(d_k))


def coin_dot_product_pmf(d_k: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the law of the dot product of vectors of fair coins with values -1 and 1.

    Parameters
    ----------
    d_k : int
        Number of components, at most 16,384.

    Returns
    -------
    support : numpy.ndarray of int64, shape (d_k + 1,)
        The values -d_k, -d_k + 2, ..., d_k.
    probabilities : numpy.ndarray of float64, shape (d_k + 1,)
        ``C(d_k, (d_k + s) / 2) / 2**d_k`` for each value s, correctly rounded.

    Raises
    ------
    ValueError
        If `d_k` is not an integer from 1 to 16,384.

    Examples
    --------
    >>> from sqrtdk import coin_dot_product_pmf
    >>> support, probabilities = coin_dot_product_pmf(4)
    >>> support.tolist(), probabilities.tolist()
    ([-4, -2, 0, 2, 4], [0.0625, 0.25, 0.375, 0.25, 0.0625])
    """
    d_k = _checks.whole_number(d_k, "d_k", maximum=_LARGEST_ENUMERATED)
    count, total = 1, 2**d_k
    probabilities = np.empty(d_k + 1)
    for heads in range(d_k // 2 + 1):
        probabilities[[heads, d_k - heads]] = count / total
        count = count * (d_k - heads) // (heads + 1)
    return np.arange(-d_k, d_k + 1, 2, dtype=np.int64), probabilities


def _width(d_k: object) -> int:
    return _checks.whole_number(d_k, "d_k", maximum=_LARGEST)
