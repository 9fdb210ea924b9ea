"""The numbers of scores with one assumption broken: formulas, and draws beside them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sqrtdk import _checks
from sqrtdk.estimates import Estimate
from sqrtdk.score_laws import row_moments, score_moments, squared_score_correlation
from sqrtdk.simulate import sample_mean, sample_variance

__all__ = ["AssumptionState", "break_an_assumption_state"]

ASSUMPTIONS = ("mean", "variance", "correlation", "shared query")
AMOUNTS = tuple(sorted({1 / 8, *(i / 20 for i in range(21))}))
DOTS_AT = tuple(i / 10 for i in range(11))
D_K = 64
N_SCORES = 4_000
SHARED_D_K, SHARED_KEYS = 4, 64
N_ROWS = 1_000
SEED = 20_260
EDGES = {
    "mean": np.linspace(-4, 16, 41),
    "variance": np.linspace(-16, 16, 41),
    "correlation": np.linspace(-4, 16, 41),
    "shared query": np.linspace(0, 5, 41),
}
"""Edges of the bins of each histogram, which fill its frame."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class AssumptionState:
    """Numbers behind one state: one assumption, broken by some amount.

    The quantity is a score over the root of d_k; for a shared query it is the mean square of such
    scores over the keys of one row.

    Parameters
    ----------
    assumption : {"mean", "variance", "correlation", "shared query"}
        Which assumption is broken.
    amount : float
        How far: the mean of every component, its standard deviation less 1, the correlation of
        matching components, or the share of a query's variance that the keys of a row have in
        common.
    expected : dict of str to float
        The formulas: "mean" and "variance" of the quantity; for a mean also "offset", the part of
        the variance that the keys of a row have in common; for a shared query also
        "correlation", that of two squared scores of a row.
    found : dict of str to Estimate
        The same from draws, without "offset".
    heights : ndarray, shape (40,)
        Density of the draws in the bins of `EDGES`.
    dots : dict of str to ndarray, shape (len(DOTS_AT),)
        Estimates at the amounts `DOTS_AT`, from the same draws.
    """

    assumption: str
    amount: float
    expected: dict[str, float]
    found: dict[str, Estimate]
    heights: Floats
    dots: dict[str, Floats]


def expected_numbers(assumption: str, amount: float) -> dict[str, float]:
    """Return what the formulas say of one broken assumption.

    Parameters
    ----------
    assumption : {"mean", "variance", "correlation", "shared query"}
    amount : float

    Returns
    -------
    dict of str to float
        See `AssumptionState`.
    """
    if assumption == "shared query":
        correlation = amount**2 * float(squared_score_correlation(SHARED_D_K))
        one_square = 2 + 6 / SHARED_D_K
        variance = one_square * (1 + (SHARED_KEYS - 1) * correlation) / SHARED_KEYS
        return {"mean": 1.0, "variance": variance, "correlation": correlation}
    settings: dict[str, dict[str, float]] = {
        "mean": {"query_mean": amount, "key_mean": amount},
        "variance": {"query_sd": 1 + amount, "key_sd": 1 + amount},
        "correlation": {"correlation": amount},
    }
    moments = score_moments(D_K, **settings[assumption])
    numbers = {
        "mean": float(moments.mean) / math.sqrt(D_K),
        "variance": float(moments.variance) / D_K,
    }
    if assumption == "mean":
        numbers["offset"] = float(row_moments(D_K, **settings["mean"]).offset) / D_K
    return numbers


@lru_cache(maxsize=8)
def _sums(sample: int) -> tuple[Floats, Floats, Floats]:
    """Return q·k, the sum of all components and q·q of standard normal vectors."""
    rng = np.random.default_rng([SEED, sample])
    q, k = rng.standard_normal((2, N_SCORES, D_K))
    return (q * k).sum(axis=1), (q + k).sum(axis=1), (q * q).sum(axis=1)


def scaled_scores(assumption: str, amount: float, sample: int) -> Floats:
    """Return simulated scores over the root of d_k.

    Parameters
    ----------
    assumption : {"mean", "variance", "correlation"}
    amount : float
    sample : int

    Returns
    -------
    ndarray, shape (N_SCORES,)
    """
    products, sums, squares = _sums(sample)
    if assumption == "mean":
        scores = products + amount * sums + D_K * amount**2
    elif assumption == "variance":
        scores = (1 + amount) ** 2 * products
    else:
        scores = amount * squares + math.sqrt(1 - amount**2) * products
    return scores / math.sqrt(D_K)


@lru_cache(maxsize=8)
def _row_scores(sample: int) -> tuple[Floats, Floats]:
    """Return scores of rows whose keys share one query, and with a query of their own each."""
    rng = np.random.default_rng([SEED, sample, 1])
    shared = rng.standard_normal((N_ROWS, 1, SHARED_D_K))
    own, keys = rng.standard_normal((2, N_ROWS, SHARED_KEYS, SHARED_D_K))
    return (shared * keys).sum(axis=2), (own * keys).sum(axis=2)


def _squares(amount: float, sample: int) -> Floats:
    """Return the squared scaled scores of rows, one row a line."""
    common, own = _row_scores(sample)
    scores = math.sqrt(amount) * common + math.sqrt(1 - amount) * own
    squares: Floats = scores**2 / SHARED_D_K
    return squares


def _pair_correlation(squares: Floats) -> Estimate:
    """Estimate the correlation of two squares of a row from all pairs of its keys.

    The standard error follows from the linear part of the estimate in the three row averages.
    """
    n_rows, n_keys = squares.shape
    mean = squares.mean(axis=1)
    own = (squares**2).mean(axis=1)
    pairs = (n_keys * mean**2 - own) / (n_keys - 1)
    centre = mean.mean()
    covariance, variance = pairs.mean() - centre**2, own.mean() - centre**2
    value = covariance / variance
    linear = (pairs - value * own - 2 * centre * (1 - value) * mean) / variance
    return Estimate(float(value), float(linear.std(ddof=1)) / math.sqrt(n_rows), n_rows)


def _simulate(assumption: str, amount: float, sample: int) -> tuple[Floats, dict[str, Estimate]]:
    """Return draws of the quantity, and the estimates from them."""
    more = {}
    if assumption == "shared query":
        squares = _squares(amount, sample)
        draws: Floats = squares.mean(axis=1)
        more = {"correlation": _pair_correlation(squares)}
    else:
        draws = scaled_scores(assumption, amount, sample)
    return draws, {"mean": sample_mean(draws), "variance": sample_variance(draws)} | more


@lru_cache(maxsize=24)
def _dots(assumption: str, sample: int) -> dict[str, Floats]:
    found = [_simulate(assumption, amount, sample)[1] for amount in DOTS_AT]
    return {name: np.array([one[name].value for one in found]) for name in found[0]}


def break_an_assumption_state(assumption: str, amount: float, sample: int) -> AssumptionState:
    """Compute the formulas for one broken assumption, and simulate it.

    Parameters
    ----------
    assumption : {"mean", "variance", "correlation", "shared query"}
        Which assumption is broken.
    amount : float
        How far, from 0 to 1; see `AssumptionState`.
    sample : int
        Number of the draw; the same number gives the same draws at every amount.

    Returns
    -------
    AssumptionState

    Raises
    ------
    ValueError
        If `assumption` is none of the above or `amount` is outside its range.

    Notes
    -----
    The first three assumptions are shown for 4,000 scores with d_k = 64. The last one is shown
    for 1,000 rows of 64 keys with d_k = 4, where it is largest. The query that meets key j there
    is √a times a query that the row shares, plus √(1 − a) times one of its own. Every score
    keeps the variance d_k, and two of them stay uncorrelated. The covariance of their squares is
    a² times the variance 2 d_k of the squared length of the shared query, so that their
    correlation is a² / (d_k + 3).

    Examples
    --------
    >>> state = break_an_assumption_state("correlation", 0.25, sample=0)
    >>> state.expected
    {'mean': 2.0, 'variance': 1.0625}
    >>> abs(state.found["mean"].z_score(2)) < 4
    True
    """
    assumption = _checks.one_of(assumption, "assumption", ASSUMPTIONS)
    if not 0 <= amount <= 1:
        raise ValueError(f"amount is {amount!r}; allowed is a number from 0 to 1")
    draws, found = _simulate(assumption, amount, sample)
    edges = EDGES[assumption]
    counts = np.histogram(draws, edges)[0]
    return AssumptionState(
        assumption=assumption,
        amount=amount,
        expected=expected_numbers(assumption, amount),
        found=found,
        heights=counts / len(draws) / (edges[1] - edges[0]),
        dots=_dots(assumption, sample),
    )
