"""The weights of many keys, from spread out to frozen on a few of them.

The scores are independent normal numbers of one spread. The laws are those of many keys; how far
off they are for the keys of practice is said with each.
"""

from __future__ import annotations

import math
from statistics import NormalDist

from sqrtdk import _checks

_MOST_KEYS = 10**18


def freezing_spread(n_keys: int) -> float:
    """Return the spread of the scores beyond which few keys take a fixed share of the weight.

    Parameters
    ----------
    n_keys : int
        Number of keys, at least 2.

    Returns
    -------
    float
        ``sqrt(2 * log(n_keys))``.

    Raises
    ------
    ValueError
        If `n_keys` is not an integer of at least 2.

    Notes
    -----
    Independent normal scores make the weights of a random energy model, whose sum of squared
    weights tends to 0 below this spread and to ``1 - freezing_spread / spread`` above it, as the
    number of keys grows [1]_. For the keys of practice the change is gradual.

    References
    ----------
    .. [1] M. Mézard and A. Montanari, *Information, Physics, and Computation*, Oxford University
       Press, 2009, chapter 5.

    Examples
    --------
    >>> from sqrtdk import freezing_spread
    >>> round(freezing_spread(64), 2)
    2.88
    """
    return math.sqrt(freezing_dimension(n_keys))


def freezing_dimension(n_keys: int) -> float:
    """Return the d_k at which raw scores reach the freezing spread.

    Parameters
    ----------
    n_keys : int
        Number of keys, at least 2.

    Returns
    -------
    float
        ``2 * log(n_keys)``: raw scores have the spread ``sqrt(d_k)``.

    Raises
    ------
    ValueError
        If `n_keys` is not an integer of at least 2.

    Examples
    --------
    >>> from sqrtdk import freezing_dimension
    >>> round(freezing_dimension(64), 1), round(freezing_dimension(1024), 1)
    (8.3, 13.9)
    """
    return 2.0 * math.log(_checks.whole_number(n_keys, "n_keys", minimum=2))


def frozen_sum_of_squares(n_keys: int, spread: float) -> float:
    """Return what the sum of squared weights is close to when the scores spread far.

    Parameters
    ----------
    n_keys : int
        Number of keys, from 2 to 10**18.
    spread : float
        Standard deviation of the scores, at least ``freezing_spread(n_keys)``.

    Returns
    -------
    float
        ``1 - b / spread`` with ``b = n * phi(u)``, where u is exceeded by one normal number of n
        on average.

    Raises
    ------
    ValueError
        If `n_keys` is not an integer in that range or `spread` is below the freezing spread.

    Notes
    -----
    The number b tends to the freezing spread, slowly, and below it stays nearer to the truth: for
    64, 512 and 1,024 keys and raw scores of 64 components the law gives 0.686, 0.603 and 0.578,
    simulation 0.709, 0.622 and 0.597.

    Examples
    --------
    >>> from sqrtdk import frozen_sum_of_squares
    >>> [round(frozen_sum_of_squares(n, 8.0), 3) for n in (64, 512, 1024)]
    [0.686, 0.603, 0.578]
    """
    n = _checks.whole_number(n_keys, "n_keys", minimum=2, maximum=_MOST_KEYS)
    sigma = _checks.finite_number(spread, "spread")
    if sigma < freezing_spread(n):
        raise ValueError(
            f"spread is {spread!r}; allowed for {n} keys is a number of at least "
            f"{freezing_spread(n):.6g}, the freezing spread"
        )
    normal = NormalDist()
    return 1.0 - n * normal.pdf(normal.inv_cdf(1 / n)) / sigma


def spread_for_power(n_keys: int, power: float) -> float:
    """Return the spread of the scores at which n keys act like a power of n.

    Parameters
    ----------
    n_keys : int
        Number of keys, at least 2.
    power : float
        The power, from 1/2 to 1.

    Returns
    -------
    float
        ``sqrt((1 - power) * log(n_keys))``, at which ``effective_keys_law`` is ``n_keys**power``.

    Raises
    ------
    ValueError
        If `n_keys` is not an integer of at least 2 or `power` is not in its range.

    Examples
    --------
    >>> from sqrtdk import effective_keys_law, spread_for_power
    >>> round(effective_keys_law(4096, spread_for_power(4096, 0.75)), 6)
    512.0
    """
    n = _checks.whole_number(n_keys, "n_keys", minimum=2)
    gamma = _checks.finite_number(power, "power")
    if not 0.5 <= gamma <= 1:
        raise ValueError(f"power is {power!r}; allowed is a number from 1/2 to 1")
    return math.sqrt((1.0 - gamma) * math.log(n))


def effective_keys_law(n_keys: int, spread: float) -> float:
    """Return the number of effective keys of many keys with scores of a given spread.

    Parameters
    ----------
    n_keys : int
        Number of keys, at least 2.
    spread : float
        Standard deviation of the scores, from 0 to ``sqrt(log(n_keys) / 2)``.

    Returns
    -------
    float
        ``n_keys * exp(-spread**2)``.

    Raises
    ------
    ValueError
        If `n_keys` is not an integer of at least 2 or `spread` is not in its range.

    Notes
    -----
    A law for n to infinity, from the means of ``exp(z)`` and ``exp(2 * z)``. It is too low for
    the keys of practice, and at its upper end by far: at spread 1 it gives 23.5 of 64 keys,
    simulation 27.8; at spread 2, outside its range for 64 keys, it would give 1.2 against 8.8.

    Examples
    --------
    >>> from sqrtdk import effective_keys_law
    >>> round(effective_keys_law(1024, 1.0), 1)
    376.7
    """
    n, sigma = _law_arguments(n_keys, spread, 0.5, "sqrt(log(n_keys) / 2)")
    return n * math.exp(-(sigma**2))


def perplexity_law(n_keys: int, spread: float) -> float:
    """Return the perplexity of the weights of many keys with scores of a given spread.

    Parameters
    ----------
    n_keys : int
        Number of keys, at least 2.
    spread : float
        Standard deviation of the scores, from 0 to ``sqrt(2 * log(n_keys))``.

    Returns
    -------
    float
        ``n_keys * exp(-spread**2 / 2)``.

    Raises
    ------
    ValueError
        If `n_keys` is not an integer of at least 2 or `spread` is not in its range.

    Notes
    -----
    A law for n to infinity. At spread 1 it is near already for 64 keys; at spread 2 it gives 8.7
    of them, while the exponential of the mean entropy is 14.1 in simulation.

    Examples
    --------
    >>> from sqrtdk import perplexity_law
    >>> round(perplexity_law(1024, 1.0), 1)
    621.1
    """
    n, sigma = _law_arguments(n_keys, spread, 2.0, "sqrt(2 * log(n_keys))")
    return n * math.exp(-(sigma**2) / 2)


def _law_arguments(
    n_keys: object, spread: float, factor: float, formula: str
) -> tuple[int, float]:
    n = _checks.whole_number(n_keys, "n_keys", minimum=2)
    sigma = _checks.finite_number(spread, "spread")
    limit = math.sqrt(factor * math.log(n))
    if not 0 <= sigma <= limit:
        raise ValueError(
            f"spread is {spread!r}; allowed for {n} keys is a number from 0 to {limit:.6g}, "
            f"which is {formula}"
        )
    return n, sigma
