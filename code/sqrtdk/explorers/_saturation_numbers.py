"""The numbers of the mean largest weight of a row, by integration."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.polynomial import chebyshev
from numpy.typing import NDArray

from sqrtdk import _checks

__all__ = ["SaturationMapState", "saturation_map_state"]

DIMENSIONS = tuple(2**i for i in range(11))
KEY_COUNTS = tuple(2**i for i in range(1, 11))
SCALES = {"raw": 0.0, "root": 0.5, "full": 1.0}
"""Three scales, each the power of d_k that the scores are divided by."""

Floats = NDArray[np.float64]

LARGEST_SPREAD = 40.0
"""Largest spread of the scores of a row: 11 standard deviations above 32, the root of 1,024."""
DEGREE = 64
"""Degree of the polynomial in arsinh of the spread."""
HEIGHTS = np.arange(-9.0, 9.0, 0.1)
"""Places of the largest z of a row."""
RATES = np.exp(np.arange(-30.0, 4.0, 0.25))
"""Places of t."""
STEPS = np.arange(-4.5, 3.8, 0.06)
DROPS = np.exp(STEPS - np.exp(-STEPS))
"""Places of the distance of another z below the largest one, much closer together near 0."""


@dataclass(frozen=True)
class SaturationMapState:
    """Numbers behind one state of the map of the largest weight.

    Parameters
    ----------
    scale : {"raw", "root", "full"}
        What the scores are divided by: nothing, the square root of d_k, or d_k.
    d_k : int
        How many components the queries and the keys have.
    n_keys : int
        Keys in a row.
    largest : float
        Mean largest weight of a row.
    spread, freezing_spread : float
        Standard deviation of the scores, and √(2 ln n).
    grid : ndarray, shape (len(KEY_COUNTS), len(DIMENSIONS))
        The mean largest weight for each number of keys and each d_k, under `scale`.
    by_dimension : mapping of str to ndarray, shape (len(DIMENSIONS),)
        The same at `n_keys`, for each scale.
    by_keys : mapping of str to ndarray, shape (len(KEY_COUNTS),)
        The same at `d_k`, for each scale.
    """

    scale: str
    d_k: int
    n_keys: int
    largest: float
    spread: float
    freezing_spread: float
    grid: Floats
    by_dimension: Mapping[str, Floats]
    by_keys: Mapping[str, Floats]


def _normal_density(z: Floats) -> Floats:
    return np.asarray(np.exp(-(z**2) / 2) / math.sqrt(2 * math.pi))


@lru_cache(maxsize=1)
def _log_factors() -> tuple[Floats, Floats]:
    """Return the nodes of the polynomial and the logarithm of what each other key contributes.

    At a spread σ, a height z and a rate t that is the mean of exp(−t exp(σ(y − z))) over
    standard normal y below z.
    """
    nodes = chebyshev.chebpts1(DEGREE + 1)
    spreads = np.sinh((nodes + 1) / 2 * math.asinh(LARGEST_SPREAD))
    measure = (STEPS[1] - STEPS[0]) * DROPS * (1 + np.exp(-STEPS))
    density = _normal_density(HEIGHTS - DROPS[:, np.newaxis]) * measure[:, np.newaxis]
    factors = [np.exp(-np.outer(RATES, np.exp(-spread * DROPS))) @ density for spread in spreads]
    return nodes, np.log(np.maximum(np.array(factors), 1e-300))


@lru_cache(maxsize=512)
def _polynomial(n_keys: int) -> Floats:
    """Return Chebyshev coefficients of the mean largest weight, against arsinh of the spread."""
    nodes, log_factors = _log_factors()
    heights = _normal_density(HEIGHTS) * (HEIGHTS[1] - HEIGHTS[0])
    rates = np.exp(-RATES) * RATES * math.log(RATES[1] / RATES[0])
    means = n_keys * (rates @ np.exp((n_keys - 1) * log_factors) @ heights)
    return np.asarray(chebyshev.chebfit(nodes, means, DEGREE))


@lru_cache(maxsize=4096)
def _lengths(d_k: int) -> tuple[Floats, Floats]:
    """Return places for the length of a query, and their weights: chi with d_k degrees."""
    centre, width = math.log(d_k) / 2, 1 / math.sqrt(2 * d_k)
    logs = centre + width * np.arange(-12, 8, 0.05) * (3.5 if d_k < 8 else 1.0)
    log_density = d_k * logs - np.exp(2 * logs) / 2
    weights = np.exp(log_density - log_density.max())
    return np.exp(logs), weights / weights.sum()


@lru_cache(maxsize=8192)
def _largest(d_k: int, n_keys: int, power: float) -> float:
    lengths, weights = _lengths(d_k)
    places = 2 * np.arcsinh(lengths * d_k**-power) / math.asinh(LARGEST_SPREAD) - 1
    return float(weights @ chebyshev.chebval(np.minimum(places, 1), _polynomial(n_keys)))


@lru_cache(maxsize=4)
def _grid(power: float) -> Floats:
    return np.array([[_largest(d_k, n, power) for d_k in DIMENSIONS] for n in KEY_COUNTS])


def saturation_map_state(scale: str, d_k: int, n_keys: int) -> SaturationMapState:
    """Compute the mean largest weight of a row of attention, before training.

    Parameters
    ----------
    scale : {"raw", "root", "full"}
        Divide the scores by nothing, by the square root of d_k, or by d_k.
    d_k : int
        From 1 to 1,024.
    n_keys : int
        From 2 to 1,024.

    Returns
    -------
    SaturationMapState

    Raises
    ------
    ValueError
        If an argument is outside its range.

    Notes
    -----
    Query and keys have independent standard normal components. Given the query, the scores of a
    row are σz_j, with σ = ‖q‖ over the divisor and independent standard normal z_j. If z is the
    largest of them, the largest weight is one over the sum of exp(σ(z_j − z)), and one over a
    sum is the integral of exp(−t · sum) over t above 0. In it the other keys are independent:
    the mean over rows is n times the integral of exp(−t) G(z, t)ⁿ⁻¹ over z and t, where G is
    the mean of exp(−t exp(σ(y − z))) over y below z. The integrals are sums over fine grids; the
    result is a polynomial in arsinh σ, averaged over the length of the query. The error is
    below 10⁻⁸.

    Examples
    --------
    >>> round(saturation_map_state("raw", d_k=64, n_keys=64).largest, 2)
    0.79
    >>> round(saturation_map_state("root", d_k=64, n_keys=64).largest, 2)
    0.11
    """
    power = SCALES[_checks.one_of(scale, "scale", tuple(SCALES))]
    d_k = _checks.whole_number(d_k, "d_k", minimum=1, maximum=max(DIMENSIONS))
    n_keys = _checks.whole_number(n_keys, "n_keys", minimum=2, maximum=max(KEY_COUNTS))
    return SaturationMapState(
        scale=scale,
        d_k=d_k,
        n_keys=n_keys,
        largest=_largest(d_k, n_keys, power),
        spread=math.sqrt(d_k) / d_k**power,
        freezing_spread=math.sqrt(2 * math.log(n_keys)),
        grid=_grid(power),
        by_dimension={
            name: np.array([_largest(d, n_keys, a) for d in DIMENSIONS])
            for name, a in SCALES.items()
        },
        by_keys={
            name: np.array([_largest(d_k, n, a) for n in KEY_COUNTS]) for name, a in SCALES.items()
        },
    )
