"""Moments of a score when an assumption behind the square root does not hold.

The assumptions are means of 0, variances of 1, independent components, and a query that is
independent of its key. Each function here gives up some of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from sqrtdk import _checks
from sqrtdk._score_arguments import Number, number, refuse_no_covariance, square


@dataclass(frozen=True)
class ScoreMoments:
    """Moments of a raw score, the dot product of a query and a key.

    Parameters
    ----------
    mean : Fraction or float
        The mean.
    variance : Fraction or float
        The variance.
    kurtosis : float, optional
        The fourth central moment over the squared variance; None where the arguments do not
        determine it.

    Examples
    --------
    >>> from sqrtdk import score_moments
    >>> score_moments(64).variance
    Fraction(64, 1)
    """

    mean: Number
    variance: Number
    kurtosis: float | None = None


@dataclass(frozen=True)
class RowMoments:
    """The variance of a raw score, split by what the softmax of a row can see of it.

    Parameters
    ----------
    within : Fraction or float
        The mean variance of a score for a given query: how the scores of a row differ.
    offset : Fraction or float
        The variance of the mean score of a given query, a number that all scores of a row share
        and that no weight depends on.

    Examples
    --------
    >>> from sqrtdk import row_moments
    >>> row_moments(64, key_mean=1).offset
    Fraction(64, 1)
    """

    within: Number
    offset: Number

    @property
    def variance(self) -> Number:
        """The variance of a score, ``within + offset`` (Fraction or float)."""
        return self.within + self.offset


def score_moments(
    d_k: int,
    query_mean: Number = 0,
    key_mean: Number = 0,
    query_sd: Number = 1,
    key_sd: Number = 1,
    correlation: Number = 0,
) -> ScoreMoments:
    """Return mean and variance of a score for components of any mean and variance.

    Parameters
    ----------
    d_k : int
        Number of components of a query and of a key.
    query_mean, key_mean : int, Fraction or float, optional
        Mean of a component.
    query_sd, key_sd : int, Fraction or float, optional
        Standard deviation of a component, at least 0.
    correlation : int, Fraction or float, optional
        Correlation, from -1 to 1, of a component of the query with the component of the key that
        it is multiplied with. The d_k pairs are independent of each other and of one law.

    Returns
    -------
    ScoreMoments
        Mean and variance: Fractions if every argument is exact, else floats.

    Raises
    ------
    ValueError
        If `d_k` is not a positive integer, another argument is not a finite number, a standard
        deviation is negative, or the correlation is outside -1 to 1.

    Notes
    -----
    With means ``m, n``, standard deviations ``s, t`` and correlation ``r`` the mean is
    ``d_k * (m*n + r*s*t)`` and the variance ``d_k * (s**2 * t**2 * (1 + r**2) + m**2 * t**2 +
    n**2 * s**2 + 2*m*n*r*s*t)``. For r = 0 and independent components this holds for every law;
    with correlation the pair of components has to be jointly normal [1]_.

    References
    ----------
    .. [1] G. W. Bohrnstedt and A. S. Goldberger, "On the exact covariance of products of random
       variables", *Journal of the American Statistical Association* 64 (1969), 1439-1442.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from sqrtdk import score_moments
    >>> score_moments(64, correlation=Fraction(1, 8)).mean
    Fraction(8, 1)
    >>> moments = score_moments(64, 0.3, -0.2, 1.1, 0.8)
    >>> round(moments.mean, 2), round(moments.variance, 2)
    (-3.84, 56.35)
    """
    d = Fraction(_checks.whole_number(d_k, "d_k"))
    m, n = number(query_mean, "query_mean"), number(key_mean, "key_mean")
    s, t = number(query_sd, "query_sd", 0), number(key_sd, "key_sd", 0)
    r = number(correlation, "correlation", -1, 1)
    mean = d * (m * n + r * s * t)
    variance = d * (s**2 * t**2 * (1 + r**2) + m**2 * t**2 + n**2 * s**2 + 2 * m * n * r * s * t)
    if all(isinstance(value, Fraction) for value in (m, n, s, t, r)):
        return ScoreMoments(mean, variance)
    return ScoreMoments(float(mean), float(variance))


def row_moments(
    d_k: int,
    query_mean: Number = 0,
    key_mean: Number = 0,
    query_sd: Number = 1,
    key_sd: Number = 1,
) -> RowMoments:
    """Return the variance of a score, split into what a row shares and what it does not.

    Parameters
    ----------
    d_k : int
        Number of components of a query and of a key; all components are independent.
    query_mean, key_mean : int, Fraction or float, optional
        Mean of a component.
    query_sd, key_sd : int, Fraction or float, optional
        Standard deviation of a component, at least 0.

    Returns
    -------
    RowMoments
        ``within = d_k * key_sd**2 * (query_sd**2 + query_mean**2)`` and ``offset = d_k *
        key_mean**2 * query_sd**2``: Fractions if every argument is exact, else floats.

    Raises
    ------
    ValueError
        If `d_k` is not a positive integer, another argument is not a finite number, or a standard
        deviation is negative.

    Notes
    -----
    This is the law of total variance, conditioned on the query. The offset drops out of the
    softmax, for which only differences of scores count.

    Examples
    --------
    >>> from sqrtdk import row_moments
    >>> moments = row_moments(64, 0.3, -0.2, 1.1, 0.8)
    >>> round(moments.within, 3), round(moments.offset, 3)
    (53.248, 3.098)
    """
    d = Fraction(_checks.whole_number(d_k, "d_k"))
    m, n = number(query_mean, "query_mean"), number(key_mean, "key_mean")
    s, t = number(query_sd, "query_sd", 0), number(key_sd, "key_sd", 0)
    within, offset = d * t**2 * (s**2 + m**2), d * n**2 * s**2
    if all(isinstance(value, Fraction) for value in (m, n, s, t)):
        return RowMoments(within, offset)
    return RowMoments(float(within), float(offset))


def correlated_score_moments(
    query_covariance: ArrayLike,
    key_covariance: ArrayLike,
    cross_covariance: ArrayLike | None = None,
) -> ScoreMoments:
    """Return the moments of a score for jointly normal vectors of mean 0.

    Parameters
    ----------
    query_covariance, key_covariance : array_like of float, shape (d_k, d_k)
        Covariance matrices of the components of a query and of a key.
    cross_covariance : array_like of float, shape (d_k, d_k), optional
        The covariance of component i of the query and component j of the key in row i, column
        j; omitted if query and key are independent.

    Returns
    -------
    ScoreMoments
        Mean, variance and kurtosis. A score without variance has no kurtosis (None).

    Raises
    ------
    ValueError
        If a matrix does not have that shape or is not finite, or the three together are not
        the covariance matrix of a query and a key.

    Notes
    -----
    With ``Q``, ``K`` and ``C`` for the matrices, the mean is ``tr C`` and the variance ``tr(Q K)
    + tr(C C)``. A score is a quadratic form of a normal vector, ``x^T A x``, the cumulants of
    which are ``2**(n - 1) * (n - 1)! * tr((A S)**n)``, where S is the covariance matrix of x
    [1]_. For C = 0 the kurtosis is ``3 + 6 * tr((Q K)**2) / tr(Q K)**2``.

    References
    ----------
    .. [1] A. M. Mathai and S. B. Provost, *Quadratic Forms in Random Variables*, Marcel Dekker,
       1992, chapter 3.

    Examples
    --------
    >>> import numpy as np
    >>> from sqrtdk import correlated_score_moments
    >>> equal = 0.9 * np.eye(64) + 0.1
    >>> moments = correlated_score_moments(equal, equal)
    >>> round(moments.variance, 2), round(moments.kurtosis, 3)
    (104.32, 4.588)
    """
    q = square(query_covariance, "query_covariance")
    k = square(key_covariance, "key_covariance", q.shape[0])
    c = np.zeros_like(q)
    if cross_covariance is not None:
        c = square(cross_covariance, "cross_covariance", q.shape[0])
    refuse_no_covariance(np.block([[q, c], [c.T, k]]))
    product = np.block([[c.T, k], [q, c]])
    variance = float(np.vdot(q, k) + np.vdot(c, c.T))
    if not variance > 0:
        return ScoreMoments(float(np.trace(c)), 0.0)
    squared = product @ product
    fourth = float(np.vdot(squared, squared.T))
    return ScoreMoments(float(np.trace(c)), variance, 3.0 + 3.0 * fourth / variance**2)


def squared_score_correlation(
    d_k: int, query_kurtosis: Number = 3, key_kurtosis: Number = 3
) -> Number:
    """Return the correlation of the squares of two scores of one row.

    Parameters
    ----------
    d_k : int
        Number of components of the query and of the two keys.
    query_kurtosis, key_kurtosis : int, Fraction or float, optional
        Kurtosis of a component, at least 1: 3 for normal components, 9/5 for uniform ones, 1 for
        coins. All components are independent, with mean 0 and variance 1.

    Returns
    -------
    Fraction or float
        ``(query_kurtosis - 1) / (query_kurtosis * key_kurtosis + 2 * d_k - 3)``: 1 / (d_k + 3)
        for normal components. A Fraction if both kurtoses are exact.

    Raises
    ------
    ValueError
        If `d_k` is not a positive integer, a kurtosis is not a finite number of at least 1, or
        the squared scores are constant (d_k = 1 with coins).

    Notes
    -----
    The scores themselves are uncorrelated. Their squares are not, for they share the length of
    the query: the covariance of the squares is the variance of its square, ``d_k *
    (query_kurtosis - 1)``.

    Examples
    --------
    >>> from sqrtdk import squared_score_correlation
    >>> squared_score_correlation(64), squared_score_correlation(64, 1, 1)
    (Fraction(1, 67), Fraction(0, 1))
    """
    d = _checks.whole_number(d_k, "d_k")
    q = number(query_kurtosis, "query_kurtosis", 1)
    k = number(key_kurtosis, "key_kurtosis", 1)
    spread = q * k + (2 * d - 3)
    if spread == 0:
        raise ValueError(
            "d_k is 1 and both kurtoses are 1, for which the squared score is constant; allowed "
            "is a larger d_k or a larger kurtosis"
        )
    correlation = (q - 1) / spread
    return correlation if isinstance(correlation, Fraction) else float(correlation)
