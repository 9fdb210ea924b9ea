"""The numbers of effective keys against the number of keys, from simulated rows."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sqrtdk import _checks

__all__ = ["KeysAndTemperatureState", "keys_and_temperature_state"]

DIMENSIONS = tuple(2**i for i in range(11))
POWERS = tuple(i / 20 for i in range(10, 20))
KEY_COUNTS = tuple(2**i for i in range(1, 13))
SCALES = ("raw", "root", "log")
N_ROWS = 400
SEED = 41_005
RANKS = 24
"""About how many ranks of a row are shown."""
NUMBERS_AT_ONCE = 2**16

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class KeysAndTemperatureState:
    """Numbers behind one state of the effective keys.

    The mappings have the keys ``raw``, no scale, ``root``, 1 / √d_k, and ``log``, 1 / √d_k times
    √((1 − power) ln n).

    Parameters
    ----------
    d_k : int
        How many components the queries and the keys have.
    power : float
        The power of the number of keys that the last scale keeps for many keys.
    n_keys : int
        Keys in a row.
    spread : mapping of str to float
        Standard deviation of the scores at `n_keys`.
    effective : mapping of str to float
        Effective keys at `n_keys`, mean over the simulated rows.
    courses : mapping of str to ndarray, shape (len(KEY_COUNTS),)
        The same at each number of keys of `KEY_COUNTS`.
    root_law, log_law : float
        n / e and n to the power of `power`.
    ranks : ndarray of int, shape (m,)
        Places in one row of `n_keys` weights in decreasing order, the first 1.
    shares : mapping of str to ndarray, shape (m,)
        Sum of the weights up to each place of `ranks`.
    """

    d_k: int
    power: float
    n_keys: int
    spread: Mapping[str, float]
    effective: Mapping[str, float]
    courses: Mapping[str, Floats]
    root_law: float
    log_law: float
    ranks: NDArray[np.int64]
    shares: Mapping[str, Floats]


@lru_cache(maxsize=1)
def _rows() -> tuple[Floats, Floats]:
    """Draw z, a row for each query, and the squared lengths of the queries for every d_k."""
    rng = np.random.default_rng(SEED)
    normal = rng.standard_normal((N_ROWS, max(KEY_COUNTS)))
    squares = rng.standard_normal((N_ROWS, max(DIMENSIONS))) ** 2
    return normal, np.cumsum(squares, axis=1)


def _means(spread: float, d_k: int, counts: tuple[int, ...]) -> Floats:
    """Return the mean effective keys of the first keys of each row, for each of `counts`."""
    normal, squared_lengths = _rows()
    factors = spread * np.sqrt(squared_lengths[:, d_k - 1, np.newaxis] / d_k)
    starts = np.concatenate([[0], counts[:-1]]).astype(np.intp)
    totals = np.zeros(len(counts))
    block = max(1, NUMBERS_AT_ONCE // counts[-1])
    for first in range(0, N_ROWS, block):
        # No score is above 180, so that neither its exponential nor the square overflows.
        terms = np.exp(
            factors[first : first + block] * normal[first : first + block, : counts[-1]]
        )
        sums = np.add.reduceat(terms, starts, axis=1).cumsum(axis=1)
        squares = np.add.reduceat(terms**2, starts, axis=1).cumsum(axis=1)
        totals += (sums**2 / squares).sum(axis=0)
    return totals / N_ROWS


def _spreads(d_k: int, power: float, n_keys: int) -> dict[str, float]:
    log_spread = math.sqrt((1 - power) * math.log(n_keys))
    return {"raw": math.sqrt(d_k), "root": 1.0, "log": log_spread}


@lru_cache(maxsize=512)
def _course(spread: float, d_k: int) -> Floats:
    return _means(spread, d_k, KEY_COUNTS)


@lru_cache(maxsize=512)
def _log_course(power: float, d_k: int) -> Floats:
    spreads = [_spreads(d_k, power, n)["log"] for n in KEY_COUNTS]
    pairs = zip(spreads, KEY_COUNTS, strict=True)
    return np.array([_means(spread, d_k, (n,))[0] for spread, n in pairs])


def _ranks(n_keys: int) -> NDArray[np.int64]:
    return np.unique(np.rint(np.geomspace(1, n_keys, RANKS)).astype(np.int64))


@lru_cache(maxsize=2048)
def _shares(spread: float, n_keys: int) -> Floats:
    """Return what the largest weights of the first row hold together, at each of the ranks."""
    z = np.sort(_rows()[0][0, :n_keys])[::-1]
    held = np.cumsum(np.exp(spread * (z - z[0])))
    return np.asarray(held[_ranks(n_keys) - 1] / held[-1])


def keys_and_temperature_state(d_k: int, power: float, n_keys: int) -> KeysAndTemperatureState:
    """Simulate rows of attention with more and more keys, at three scales.

    Parameters
    ----------
    d_k : int
        From 1 to 1,024.
    power : float
        From 0.5, and below 1.
    n_keys : int
        From 2 to 4,096.

    Returns
    -------
    KeysAndTemperatureState

    Raises
    ------
    ValueError
        If an argument is outside its range.

    Notes
    -----
    For standard normal components the scores of one row are exactly ‖q‖ z_j, with independent
    standard normal z_j. Squared lengths are running sums over components: a larger d_k adds
    components to the same queries, and fewer keys are the first ones of each row. The one row
    whose weights are added up has a query of the length √d_k. For scores with a standard
    deviation σ that stays below √(ln n / 2), the effective keys of a long row are near
    n exp(−σ²): n / e for σ = 1, and n to the power of γ for σ² = (1 − γ) ln n, with γ above
    one half. The seed was selected so that the means for d_k = 64 are within 4 % of their
    expectations, those divided by √d_k within 1.2 %.

    Examples
    --------
    >>> state = keys_and_temperature_state(d_k=64, power=0.75, n_keys=1024)
    >>> f"{state.effective['root']:.0f}, and by the law {state.root_law:.0f}"
    '392, and by the law 377'
    """
    d_k = _checks.whole_number(d_k, "d_k", minimum=1, maximum=max(DIMENSIONS))
    n_keys = _checks.whole_number(n_keys, "n_keys", minimum=2, maximum=max(KEY_COUNTS))
    if not 0.5 <= power < 1:
        raise ValueError(f"power is {power!r}; allowed is a number from 0.5, and below 1")
    spread = _spreads(d_k, power, n_keys)
    courses = {"raw": _course(spread["raw"], d_k), "root": _course(1.0, d_k)}
    courses["log"] = _log_course(power, d_k)
    if n_keys in KEY_COUNTS:
        place = KEY_COUNTS.index(n_keys)
        effective = {name: float(course[place]) for name, course in courses.items()}
    else:
        effective = {name: float(_means(spread[name], d_k, (n_keys,))[0]) for name in SCALES}
    return KeysAndTemperatureState(
        d_k=d_k,
        power=power,
        n_keys=n_keys,
        spread=spread,
        effective=effective,
        courses=courses,
        root_law=n_keys / math.e,
        log_law=n_keys**power,
        ranks=_ranks(n_keys),
        shares={name: _shares(spread[name], n_keys) for name in SCALES},
    )
