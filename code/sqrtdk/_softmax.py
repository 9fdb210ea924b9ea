"""What the functions of the softmax share: checks of their arguments, and one careful pass."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real

import numpy as np
from numpy.typing import NDArray

from sqrtdk import _checks

Floats = NDArray[np.float64]
"""A float64 array of any shape."""

SUM_TOLERANCE = 1e-9
"""How far the sum of given probabilities may be from 1."""

_LOWEST = -float(np.finfo(np.float64).max)


@dataclass(frozen=True)
class Pass:
    """One softmax over the last axis, before its division.

    `gaps` are the scores less the largest one, over the temperature: at most 0. `terms` are
    their exponentials, and `winner` marks one largest score, whose term is 1. `rest` is the sum
    of the other terms, kept apart because ``1 + rest`` would absorb it; it keeps the last axis.
    """

    gaps: Floats
    terms: Floats
    winner: NDArray[np.bool_]
    rest: Floats

    @property
    def others(self) -> Floats:
        """For each key, the sum of the terms of all other keys."""
        return np.where(self.winner, self.rest, 1.0 + (self.rest - self.terms))


def softmax_pass(z: Floats, temperature: float) -> Pass:
    """Return the exponentials of `z` over its last axis."""
    # All that can overflow is a gap below the range of float64, which becomes the lowest one.
    with np.errstate(over="ignore"):
        gaps = (z - z.max(axis=-1, keepdims=True)) / temperature
    gaps = np.maximum(gaps, _LOWEST)
    terms = np.exp(gaps)
    winner = mark_largest(z)
    return Pass(gaps, terms, winner, np.where(winner, 0.0, terms).sum(axis=-1, keepdims=True))


def mark_largest(values: Floats) -> NDArray[np.bool_]:
    """Return True at the first largest entry along the last axis."""
    place = np.expand_dims(values.argmax(axis=-1), -1)
    return np.asarray(np.arange(values.shape[-1]) == place)


def complements(p: Floats) -> Floats:
    """Return the sum of all other probabilities for each one; no 1 - p near p = 1."""
    winner = mark_largest(p)
    rest = np.where(winner, 0.0, p).sum(axis=-1, keepdims=True)
    largest = p.max(axis=-1, keepdims=True)
    return np.asarray(np.where(winner, rest, largest + (rest - p)))


def last_axis(values: Floats, axis: int, name: str) -> Floats:
    """Return `values` with `axis` moved to the end."""
    if values.ndim == 0:
        raise ValueError(f"{name} is a single number; allowed is an array with at least one axis")
    if values.size == 0:
        raise ValueError(
            f"{name} is empty, with shape {values.shape}; allowed are non-empty arrays"
        )
    place = _checks.whole_number(axis, "axis", minimum=-values.ndim, maximum=values.ndim - 1)
    return np.moveaxis(values, place, -1)


def finite(values: object, name: str) -> Floats:
    """Return `values` as a float64 array of finite numbers."""
    array = _checks.real_array(values, name)
    if not np.isfinite(array).all():
        raise ValueError(f"{name} contains an infinite value; allowed are finite numbers")
    return array


def score_array(z: object, axis: int = -1) -> Floats:
    """Return finite scores with `axis` moved to the end."""
    return last_axis(finite(z, "z"), axis, "z")


def distribution(p: object, axis: int = -1) -> Floats:
    """Return probabilities with `axis` moved to the end, along which they sum to 1."""
    array = last_axis(_checks.real_array(p, "p"), axis, "p")
    if (array < 0).any():
        raise ValueError(f"p contains {array.min()}; allowed are numbers of at least 0")
    totals = array.sum(axis=-1)
    worst = float(totals.flat[np.abs(totals - 1.0).argmax()])
    if not abs(worst - 1.0) <= SUM_TOLERANCE:
        raise ValueError(
            f"p sums to {worst!r} along its axis; allowed is a sum within {SUM_TOLERANCE} of 1"
        )
    return array


def positive(temperature: object) -> float:
    """Return a temperature as a finite float above 0."""
    problem = f"temperature is {temperature!r}; allowed is a finite number above 0"
    if not isinstance(temperature, Real) or isinstance(temperature, bool):
        raise ValueError(problem)
    try:
        number = float(temperature)
    except OverflowError:
        raise ValueError(problem) from None
    if not 0 < number < np.inf:
        raise ValueError(problem)
    return number
