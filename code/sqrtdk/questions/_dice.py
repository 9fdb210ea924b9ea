"""Loaded dice, as the questions about them need them."""

from __future__ import annotations

from fractions import Fraction

from sqrtdk.discrete import FiniteDistribution


def loaded(face: int, tilt: Fraction) -> FiniteDistribution:
    """Return the law of a die that is loaded towards a face."""
    even = (1 - tilt) / 6
    weights = [even + tilt * (i == face) for i in range(1, 7)]
    return FiniteDistribution.from_weights(range(1, 7), weights)


def stop_name(tilt: Fraction) -> str:
    """Return a stop of the tilt as its slider shows it."""
    return f"{float(tilt):.2f}"
