"""The numbers of scores divided by a power of the dimension, from simulated rows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sqrtdk import _checks
from sqrtdk.weights import softmax

__all__ = ["ScaleExponentState", "scale_exponent_state"]

EXPONENTS = tuple(round(i / 20, 2) for i in range(21))
DIMENSIONS = (1, 4, 16, 64, 256, 1024)
SHOWN_DIMENSIONS = (4, 64, 1024)
KEY_COUNTS = (8, 64)
N_ROWS = 400
N_BARS = 8
SEED = 20_643

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class ScaleExponentState:
    """Numbers behind one state of the power of the dimension.

    Parameters
    ----------
    exponent : float
        The scores are divided by d_k to this power.
    n_keys : int
        Keys in a row.
    largest : ndarray, shape (len(DIMENSIONS),)
        Largest weight of a row, mean over the simulated rows, for each d_k of `DIMENSIONS`.
    sample_spread : ndarray, shape (len(DIMENSIONS),)
        Standard deviation of the divided scores of the simulated rows.
    spread : ndarray, shape (len(DIMENSIONS),)
        The same for the law: d_k to the power of one half less the exponent.
    rows : ndarray, shape (len(SHOWN_DIMENSIONS), N_BARS)
        The largest weights of the first row, in decreasing order.
    """

    exponent: float
    n_keys: int
    largest: Floats
    sample_spread: Floats
    spread: Floats
    rows: Floats


@lru_cache(maxsize=8)
def _scores(sample: int) -> Floats:
    """Draw the scores of `N_ROWS` rows of the most keys for each dimension."""
    rng = np.random.default_rng([SEED, sample])
    normal = rng.standard_normal((N_ROWS, max(KEY_COUNTS)))
    squares = rng.chisquare(DIMENSIONS, (N_ROWS, len(DIMENSIONS)))
    return np.sqrt(squares.T)[:, :, np.newaxis] * normal


def scale_exponent_state(exponent: float, n_keys: int, sample: int) -> ScaleExponentState:
    """Simulate rows of attention whose scores are divided by a power of the dimension.

    Parameters
    ----------
    exponent : float
        From 0, which leaves the scores alone, to 1, which divides them by d_k.
    n_keys : int
        From 8 to 64.
    sample : int
        Number of the draw; the same number gives the same rows for every exponent.

    Returns
    -------
    ScaleExponentState

    Raises
    ------
    ValueError
        If `exponent` or `n_keys` is outside its range.

    Notes
    -----
    For standard normal components the scores of one row are exactly ‖q‖ z_j, with ‖q‖² from the
    chi-square law with d_k degrees of freedom and independent standard normal z_j. The lengths
    are drawn anew for each d_k; the z_j are the same ones for all of them, so that dimensions
    differ by what the dimension does. Fewer keys are the first ones of each row. The seed was
    selected so that in the first sample the row shown is typical: each of its three queries has
    a length within 10 % of √d_k, and its largest weights are close to their means at an
    exponent of one half.

    Examples
    --------
    >>> state = scale_exponent_state(exponent=0.5, n_keys=8, sample=0)
    >>> state.spread.tolist()
    [1.0, 1.0, 1.0, 1.0, 1.0, 1.0]
    """
    if not 0 <= exponent <= 1:
        raise ValueError(f"exponent is {exponent!r}; allowed is a number from 0 to 1")
    n_keys = _checks.whole_number(n_keys, "n_keys", minimum=N_BARS, maximum=max(KEY_COUNTS))
    divisors = np.power(np.array(DIMENSIONS, dtype=float), exponent)
    scores = _scores(sample)[:, :, :n_keys] / divisors[:, np.newaxis, np.newaxis]
    weights = softmax(scores)
    first = weights[[DIMENSIONS.index(d_k) for d_k in SHOWN_DIMENSIONS], 0]
    return ScaleExponentState(
        exponent=exponent,
        n_keys=n_keys,
        largest=weights.max(axis=-1).mean(axis=-1),
        sample_spread=scores.std(axis=(1, 2)),
        spread=np.power(np.array(DIMENSIONS, dtype=float), 0.5 - exponent),
        rows=np.sort(first, axis=-1)[:, : -N_BARS - 1 : -1],
    )
