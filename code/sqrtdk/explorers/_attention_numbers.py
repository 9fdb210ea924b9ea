"""The numbers of one row of attention, from one query and its keys, drawn once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sqrtdk import _checks
from sqrtdk.sensitivity import weight_sensitivity
from sqrtdk.weights import effective_keys, entropy, softmax

__all__ = ["AttentionTemperatureState", "attention_temperature_state"]

DIMENSIONS = tuple(2**i for i in range(11))
TEMPERATURES = tuple(2 ** (j // 2) if j % 2 == 0 else 2.0 ** (j / 2) for j in range(-6, 13))
KEY_COUNTS = (2, 8, 64)
SEED = 48_704
CURVE_AT = 2.0 ** (np.arange(-12, 25) / 4)

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class AttentionTemperatureState:
    """Numbers behind one state of the row of attention.

    Parameters
    ----------
    d_k : int
        How many components the query and the keys have.
    temperature : float
        What the scores are divided by.
    scores : ndarray, shape (n,)
        Divided by the temperature, the largest first.
    weights, sensitivities : ndarray, shape (n,)
        Softmax of `scores`, and p(1 − p) for each weight p.
    entropy, effective_keys : float
        Of the weights: in nats, and 1 / Σp².
    curve : ndarray, shape (len(CURVE_AT),)
        Entropy at each temperature of `CURVE_AT`.
    curves : mapping of int to ndarray
        The same for each number of keys of `KEY_COUNTS`.
    """

    d_k: int
    temperature: float
    scores: Floats
    weights: Floats
    sensitivities: Floats
    entropy: float
    effective_keys: float
    curve: Floats
    curves: Mapping[int, Floats]


@lru_cache(maxsize=1)
def _products() -> Floats:
    """Return the running sums of q_i k_ji: row j holds the scores of key j for every d_k."""
    rng = np.random.default_rng(SEED)
    query = rng.standard_normal(max(DIMENSIONS))
    keys = rng.standard_normal((max(KEY_COUNTS), max(DIMENSIONS)))
    return np.cumsum(query * keys, axis=1)


def _scores(d_k: int, n_keys: int) -> Floats:
    return np.sort(_products()[:n_keys, d_k - 1])[::-1]


@lru_cache(maxsize=4096)
def _entropy_curve(d_k: int, n_keys: int) -> Floats:
    return entropy(softmax(_scores(d_k, n_keys) / CURVE_AT[:, np.newaxis]))


def attention_temperature_state(
    d_k: int, temperature: float, n_keys: int
) -> AttentionTemperatureState:
    """Compute scores, weights, entropy and sensitivities of one row of attention.

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
    AttentionTemperatureState

    Raises
    ------
    ValueError
        If an argument is outside its range.

    Notes
    -----
    One query and 64 keys of 1,024 standard normal components are drawn once. The score of a key
    at `d_k` is the sum of its first `d_k` products, so a larger dimension adds terms to the same
    sums; fewer keys are the first ones. The seed was selected so that this one row is typical:
    at every power of two, the standard deviation of the scores over the 64 keys is within 15 %
    of √d_k, at d_k = 64 over the first 8 keys too; and there the largest of 8 weights is close
    to its mean over all rows at T = √d_k, and close to its median at T = 1.

    Examples
    --------
    >>> state = attention_temperature_state(d_k=64, temperature=8.0, n_keys=8)
    >>> f"{state.weights[0]:.2f} of the weight, {state.effective_keys:.1f} effective keys"
    '0.36 of the weight, 4.6 effective keys'
    """
    d_k = _checks.whole_number(d_k, "d_k", minimum=1, maximum=max(DIMENSIONS))
    n_keys = _checks.whole_number(n_keys, "n_keys", minimum=1, maximum=max(KEY_COUNTS))
    raw = _scores(d_k, n_keys)
    weights = softmax(raw, temperature)
    return AttentionTemperatureState(
        d_k=d_k,
        temperature=float(temperature),
        scores=raw / temperature,
        weights=weights,
        sensitivities=weight_sensitivity(raw, temperature),
        entropy=float(entropy(weights)),
        effective_keys=float(effective_keys(weights)),
        curve=_entropy_curve(d_k, n_keys),
        curves={n: _entropy_curve(d_k, n) for n in KEY_COUNTS},
    )
