"""What scores are multiplied with: the three scales that are compared, and the default."""

from __future__ import annotations

import math
from collections.abc import Callable

from sqrtdk import _checks

_FORMULAS: dict[str, Callable[[int], float]] = {
    "1": lambda d_k: 1.0,
    "1/sqrt(d_k)": lambda d_k: 1.0 / math.sqrt(d_k),
    "1/d_k": lambda d_k: 1.0 / d_k,
}

SCALES = tuple(_FORMULAS)
"""Names of the scales: raw scores, the square root, and the first power."""


def named_scale(name: str, d_k: int) -> float:
    """Return what scores are multiplied with under the scale `name`."""
    return _FORMULAS[_checks.one_of(name, "scale", SCALES)](_checks.whole_number(d_k, "d_k"))


def above_zero(value: float, name: str) -> float:
    """Return `value` as a finite float above 0."""
    number = _checks.finite_number(value, name)
    if number <= 0:
        raise ValueError(f"{name} is {value!r}; allowed is a finite number above 0")
    return number


def scale_or_default(scale: float | None, d_k: int) -> float:
    """Return `scale` as a float above 0; 1 / sqrt(d_k) if it is None."""
    return 1.0 / math.sqrt(d_k) if scale is None else above_zero(scale, "scale")
