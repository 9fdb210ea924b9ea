"""Monte Carlo estimates that carry their standard error."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from sqrtdk import _checks
from sqrtdk.estimates import Estimate


class Samplable(Protocol):
    """Anything that can be drawn from: an object with a method ``sample(size, rng)``."""

    def sample(self, size: int, rng: np.random.Generator, /) -> NDArray[np.float64]:
        """Return `size` independent draws."""
        ...


def draw(variable: Samplable, n_draws: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Draw independent values of a random variable.

    Parameters
    ----------
    variable : object with a method ``sample(size, rng)``
        For example a FiniteDistribution or a Component.
    n_draws : int
        How many values to draw.
    rng : numpy.random.Generator
        The source of randomness.

    Returns
    -------
    numpy.ndarray of float64, shape (n_draws,)
        The draws.

    Raises
    ------
    ValueError
        If `variable` has no such method, `n_draws` is not positive or `rng` is not a Generator.

    Examples
    --------
    >>> import numpy as np
    >>> from sqrtdk import component, draw, sample_mean
    >>> draws = draw(component("coin"), 10_000, np.random.default_rng(0))
    >>> abs(sample_mean(draws).z_score(0)) < 4
    True
    """
    if not callable(getattr(variable, "sample", None)):
        raise ValueError(
            f"variable is {variable!r}; allowed is an object with a method sample(size, rng)"
        )
    size = _checks.whole_number(n_draws, "n_draws")
    return variable.sample(size, _checks.generator(rng))


def sample_mean(draws: ArrayLike) -> Estimate:
    """Estimate a mean from independent draws.

    Parameters
    ----------
    draws : array_like of float, shape (n,)
        At least two independent draws.

    Returns
    -------
    Estimate
        The average; its standard error is the sample standard deviation over sqrt(n).

    Raises
    ------
    ValueError
        If `draws` is not a one-dimensional array of at least two finite numbers.

    Examples
    --------
    >>> from sqrtdk import sample_mean
    >>> sample_mean([1.0, 2.0, 3.0, 6.0]).value
    3.0
    """
    x = _checks.finite_vector(draws, "draws", minimum=2)
    error = float(x.std(ddof=1)) / math.sqrt(x.size)
    return Estimate(float(x.mean()), error, x.size)


def sample_variance(
    draws: ArrayLike, ddof: int = 1, kurtosis: float | Fraction | None = None
) -> Estimate:
    """Estimate a variance from independent draws.

    Parameters
    ----------
    draws : array_like of float, shape (n,)
        At least two independent draws.
    ddof : int, optional
        The sum of squares is divided by ``n - ddof``: 1 gives the unbiased estimate, 0 the
        variance of the draws themselves.
    kurtosis : float or Fraction, optional
        The kurtosis of the law the draws come from (3 for a normal law), at least 1. Estimated
        from the draws if omitted, which is too low on average for a heavy-tailed law.

    Returns
    -------
    Estimate
        The variance, in the square of the unit of the draws, and its standard error.

    Raises
    ------
    ValueError
        If `draws` is not a one-dimensional array of at least two finite numbers, `ddof` is not
        an integer from 0 to n - 1, or `kurtosis` is below 1.

    Notes
    -----
    The standard error is the estimated variance times ``sqrt((kurtosis - (n-3)/(n-1)) / n)``,
    exact for independent draws when the true variance and kurtosis are put in [1]_.

    References
    ----------
    .. [1] A. M. Mood, F. A. Graybill and D. C. Boes, *Introduction to the Theory of Statistics*,
       3rd ed., McGraw-Hill, 1974, chapter VI.

    Examples
    --------
    >>> from sqrtdk import sample_variance
    >>> round(sample_variance([0.72, -0.36], ddof=0).value, 4)
    0.2916
    >>> round(sample_variance([0.72, -0.36]).value, 4)
    0.5832
    """
    x = _checks.finite_vector(draws, "draws", minimum=2)
    n = x.size
    ddof = _checks.whole_number(ddof, "ddof", minimum=0, maximum=n - 1)
    value = float(x.var(ddof=ddof))
    if kurtosis is None:
        kappa = _kurtosis(x)
    else:
        kappa = _checks.finite_number(kurtosis, "kurtosis", minimum=1.0)
    return Estimate(value, value * math.sqrt((kappa - (n - 3) / (n - 1)) / n), n)


def _kurtosis(x: NDArray[np.float64]) -> float:
    spread = x.std()
    return float((((x - x.mean()) / spread) ** 4).mean()) if spread > 0 else 1.0


def running_mean(draws: ArrayLike) -> NDArray[np.float64]:
    """Return the average of the first 1, 2, ..., n draws.

    Parameters
    ----------
    draws : array_like of float, shape (n,)
        The draws, in order.

    Returns
    -------
    numpy.ndarray of float64, shape (n,)
        The averages.

    Raises
    ------
    ValueError
        If `draws` is not a non-empty one-dimensional array of finite numbers.

    Examples
    --------
    >>> from sqrtdk import running_mean
    >>> running_mean([2.0, 4.0, 0.0]).tolist()
    [2.0, 3.0, 2.0]
    """
    x = _checks.finite_vector(draws, "draws")
    return np.cumsum(x) / np.arange(1, x.size + 1)


def naive_variance(draws: ArrayLike, dtype: DTypeLike = np.float64) -> float:
    """Return E[X**2] - E[X]**2 computed in one pass, the way not to do it.

    Parameters
    ----------
    draws : array_like of float, shape (n,)
        The draws.
    dtype : dtype, optional
        The floating-point type in which every step is done.

    Returns
    -------
    float
        The difference, equal to ``sample_variance(draws, ddof=0)`` in exact arithmetic. In
        floating point it may be 0, negative or far off; overflow makes it infinite or NaN.

    Raises
    ------
    ValueError
        If `draws` is not a non-empty one-dimensional array of finite numbers, or `dtype` is not
        a real floating-point type.

    Notes
    -----
    This is the trap, kept to be shown. When the mean is large against the standard deviation,
    the two terms agree in almost all their digits and the subtraction removes them: only a
    multiple of the spacing of floating-point numbers near E[X]**2 is left [1]_.

    References
    ----------
    .. [1] T. F. Chan, G. H. Golub and R. J. LeVeque, "Algorithms for computing the sample
       variance: analysis and recommendations", *The American Statistician* 37 (1983), 242-247.

    Examples
    --------
    >>> import numpy as np
    >>> from sqrtdk import naive_variance
    >>> draws = np.array([-1.0, 1.0] * 500)
    >>> naive_variance(draws), naive_variance(draws + 1e9)
    (1.0, 0.0)
    """
    try:
        kind = np.dtype(dtype)
    except TypeError:
        raise ValueError(f"dtype is {dtype!r}; allowed is a real floating-point type") from None
    if kind.kind != "f":
        raise ValueError(f"dtype is {kind}; allowed is a real floating-point type")
    x = _checks.finite_vector(draws, "draws")
    with np.errstate(over="ignore", invalid="ignore"):
        x_low = x.astype(kind)
        mean = x_low.mean(dtype=kind)
        return float((x_low * x_low).mean(dtype=kind) - mean * mean)
