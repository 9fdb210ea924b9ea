"""The numbers of the gradient that reaches the query, over simulated rows of attention."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sqrtdk import _checks
from sqrtdk.weights import softmax, softmax_vjp

__all__ = ["GradientDistributionState", "gradient_distribution_state", "histogram"]

DIMENSIONS = tuple(2**i for i in range(11))
TEMPERATURES = tuple(2 ** (j // 2) if j % 2 == 0 else 2.0 ** (j / 2) for j in range(-6, 13))
KEY_COUNTS = (2, 8, 64)
SCALES = {"raw": 0.0, "root": 0.5, "full": 1.0}
"""Three scales, each the power of the dimension that is its temperature."""
N_ROWS = 2_000
SEED = 41_318
DEAD_SHARE = 0.01
BIN = 0.2
"""Width of a bin, in powers of ten."""
LOWEST, HIGHEST = -4.0, 2.6
"""Powers of ten between which bins stand."""
BELOW = -4.3
"""Where the bar of all smaller sizes stands."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class GradientDistributionState:
    """Numbers behind one state of the gradient at the query.

    Parameters
    ----------
    d_k : int
        How many components the queries and the keys have.
    temperature : float
        What the scores are divided by.
    n_keys : int
        Keys in a row.
    sizes : ndarray, shape (N_ROWS,)
        Length of the gradient at the query of each row.
    root_mean_square, mean, median : float
        Of `sizes`.
    root_median : float
        Median of the sizes of the same rows at a temperature of √d_k.
    dead : float
        Share of the rows whose size is under one per cent of `root_median`.
    curves : ndarray, shape (3, len(TEMPERATURES))
        Root mean square, mean and median at each temperature of `TEMPERATURES`.
    by_dimension : mapping of str to ndarray, shape (2, len(DIMENSIONS))
        Root mean square and median at each d_k of `DIMENSIONS`, for a temperature of 1, of √d_k
        and of d_k: ``raw``, ``root`` and ``full``.
    """

    d_k: int
    temperature: float
    n_keys: int
    sizes: Floats
    root_mean_square: float
    mean: float
    median: float
    root_median: float
    dead: float
    curves: Floats
    by_dimension: Mapping[str, Floats]


@dataclass(frozen=True)
class _Rows:
    """Draws that all states share: a row for each query."""

    products: Floats
    upstream: Floats
    squared_lengths: Floats
    squared_rests: Floats


@lru_cache(maxsize=1)
def _rows() -> _Rows:
    """Draw the queries, their scores over their lengths, and the gradients at the weights."""
    rng = np.random.default_rng(SEED)
    products = rng.standard_normal((N_ROWS, max(KEY_COUNTS)))
    upstream = rng.standard_normal((N_ROWS, max(KEY_COUNTS)))
    squares = rng.standard_normal((2, N_ROWS, max(DIMENSIONS))) ** 2
    squares[1, :, 0] = 0.0
    lengths, rests = np.cumsum(squares, axis=2)
    return _Rows(products, upstream, lengths, rests)


@lru_cache(maxsize=1024)
def _sizes(d_k: int, temperature: float, n_keys: int) -> Floats:
    rows = _rows()
    products, upstream = rows.products[:, :n_keys], rows.upstream[:, :n_keys]
    scores = np.sqrt(rows.squared_lengths[:, d_k - 1, np.newaxis]) * products
    at_scores = softmax_vjp(softmax(scores, temperature), upstream)
    along = (at_scores * products).sum(axis=1)
    across = (at_scores**2).sum(axis=1) * rows.squared_rests[:, d_k - 1]
    found = np.sqrt(along**2 + across) / temperature
    found.setflags(write=False)
    return np.asarray(found)


@lru_cache(maxsize=8192)
def _summary(d_k: int, temperature: float, n_keys: int) -> tuple[float, float, float]:
    """Return the root mean square, the mean and the median of the sizes."""
    sizes = _sizes(d_k, temperature, n_keys)
    root_mean_square = math.sqrt(float((sizes**2).mean()))
    return root_mean_square, float(sizes.mean()), float(np.median(sizes))


@lru_cache(maxsize=4096)
def _curves(d_k: int, n_keys: int) -> Floats:
    return np.array([_summary(d_k, float(t), n_keys) for t in TEMPERATURES]).T


@lru_cache(maxsize=16)
def _by_dimension(n_keys: int) -> dict[str, Floats]:
    found = {}
    for name, power in SCALES.items():
        rows = [_summary(d_k, float(d_k**power), n_keys) for d_k in DIMENSIONS]
        found[name] = np.array(rows).T[[0, 2]]
    return found


def gradient_distribution_state(
    d_k: int, temperature: float, n_keys: int
) -> GradientDistributionState:
    """Simulate the gradient that reaches the query, before training.

    Parameters
    ----------
    d_k : int
        From 1 to 1,024.
    temperature : float
        Above 0.
    n_keys : int
        From 1 to 64.

    Returns
    -------
    GradientDistributionState

    Raises
    ------
    ValueError
        If an argument is outside its range.

    Notes
    -----
    Query, keys and the gradient g at the weights have standard normal components, all
    independent. With the scores s = Kq, the weights p = softmax(s / T) and u = Jg, the gradient
    at the query is Kᵀu / T. Given q, the scores are ‖q‖Z with independent standard normal Z, and
    the part of the keys across q is independent of them. So the squared length of Kᵀu is exactly
    (u·Z)² + ‖u‖²C, with C from the chi-square law with d_k − 1 degrees of freedom, and no keys
    are needed. Squared lengths are running sums over components: a larger d_k adds components
    to the same rows, and fewer keys are the first ones. The seed was selected so that the
    resting state, d_k = 64 with 8 keys and T = 1, is close to its law, and so are T = √d_k and
    the peak of the median there.

    Examples
    --------
    >>> state = gradient_distribution_state(d_k=64, temperature=8, n_keys=8)
    >>> f"mean {state.mean:.2f}, median {state.median:.2f}, dead {state.dead:.0%}"
    'mean 0.33, median 0.31, dead 0%'
    """
    d_k = _checks.whole_number(d_k, "d_k", minimum=1, maximum=max(DIMENSIONS))
    n_keys = _checks.whole_number(n_keys, "n_keys", minimum=1, maximum=max(KEY_COUNTS))
    sizes = _sizes(d_k, float(temperature), n_keys)
    root_mean_square, mean, median = _summary(d_k, float(temperature), n_keys)
    root_median = _summary(d_k, math.sqrt(d_k), n_keys)[2]
    return GradientDistributionState(
        d_k=d_k,
        temperature=float(temperature),
        n_keys=n_keys,
        sizes=sizes,
        root_mean_square=root_mean_square,
        mean=mean,
        median=median,
        root_median=root_median,
        dead=float((sizes < DEAD_SHARE * root_median).mean()),
        curves=_curves(d_k, n_keys),
        by_dimension=_by_dimension(n_keys),
    )


def histogram(sizes: Floats, limit: float) -> tuple[Floats, Floats]:
    """Return the edges of the bins, in powers of ten, and the share of the sizes in each.

    Parameters
    ----------
    sizes : ndarray, shape (n,)
        Not negative.
    limit : float
        One of the edges; from it on, a bin is `BIN` powers of ten wide.

    Returns
    -------
    edges : ndarray, shape (m + 1,)
    shares : ndarray, shape (m,)
        The first bin stands for all sizes below the others; the second is a gap and empty.
    """
    start = math.log10(limit)
    n_dead = math.floor((start - LOWEST) / BIN)
    first = start - n_dead * BIN
    count = math.floor((HIGHEST - first) / BIN)
    powers = np.log10(np.maximum(sizes, 10.0 ** (LOWEST - 1)))
    places = np.clip(np.floor((powers - first) / BIN), -1, count - 1).astype(int)
    # What is dead is decided by the limit alone, not by the rounding of a logarithm.
    beside = np.where(sizes < limit, np.minimum(places, n_dead - 1), np.maximum(places, n_dead))
    shares = np.bincount(beside + 1, minlength=count + 1) / len(sizes)
    edges = np.concatenate(
        [[BELOW - BIN / 2, BELOW + BIN / 2], first + BIN * np.arange(count + 1)]
    )
    return edges, np.insert(shares, 1, 0.0)
