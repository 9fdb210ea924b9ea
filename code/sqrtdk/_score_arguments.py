"""Checks of the arguments of the laws of a score."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from sqrtdk import _checks

Number = Fraction | float
"""An exact number, or a float where an argument was one."""

_SYMMETRY = 1e-9
"""By how much, relative to the largest entry, symmetry and signs of eigenvalues may be off."""


def number(
    value: object, name: str, minimum: float = -math.inf, maximum: float = math.inf
) -> Number:
    """Return a Fraction from an exact number, a float from a float, between the limits."""
    found: Number
    if isinstance(value, (float, np.floating)):
        found = _checks.finite_number(value, name)
    else:
        found = _checks.rational(value, name)
    if not minimum <= found <= maximum:
        limits = f"at least {minimum}" if maximum == math.inf else f"{minimum} to {maximum}"
        raise ValueError(f"{name} is {value!r}; allowed is a number of {limits}")
    return found


def square(values: object, name: str, size: int | None = None) -> NDArray[np.float64]:
    """Return a finite square matrix, of `size` rows if that is given."""
    matrix = _checks.real_array(values, name)
    n = matrix.shape[0] if size is None and matrix.ndim else size
    if not n or matrix.shape != (n, n):
        wanted = "(d_k, d_k)" if size is None else f"({size}, {size})"
        raise ValueError(f"{name} has shape {matrix.shape}; allowed is {wanted}")
    if not np.isfinite(matrix).all():
        raise ValueError(f"{name} contains an infinite value; allowed are finite numbers")
    return matrix


def refuse_no_covariance(joint: NDArray[np.float64]) -> None:
    """Refuse a matrix that is not symmetric or has a negative eigenvalue."""
    allowed = _SYMMETRY * max(1.0, float(np.abs(joint).max()))
    if np.abs(joint - joint.T).max() > allowed:
        raise ValueError("a covariance matrix is not symmetric; allowed are symmetric ones")
    smallest = float(np.linalg.eigvalsh(joint)[0])
    if smallest < -allowed:
        raise ValueError(
            f"the covariance matrix of query and key has the eigenvalue {smallest:.6g}; allowed "
            "are eigenvalues of at least 0"
        )
