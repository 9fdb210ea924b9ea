"""Numbers behind the two flattening curves: the weight of one of two keys, and tanh."""

from __future__ import annotations

import math
from dataclasses import dataclass

from sqrtdk.explorers._numerals import fixed, plain, significant
from sqrtdk.sensitivity import sigmoid_slope
from sqrtdk.weights import softmax

__all__ = ["TanhState", "TwoKeyState", "tanh_fields", "tanh_state", "two_key_fields"]
__all__ += ["two_key_state"]


@dataclass(frozen=True)
class TwoKeyState:
    """Numbers behind one gap between two scores.

    Parameters
    ----------
    gap : float
        Score of the first key less the score of the second.
    weights : tuple of float
        Of the two keys.
    slope : float
        How fast the first weight grows with the gap.
    near : float
        ``exp(-abs(gap))``.
    ratio : float
        Slope at a gap of 0 over the slope here.
    """

    gap: float
    weights: tuple[float, float]
    slope: float
    near: float
    ratio: float


def two_key_state(gap: float) -> TwoKeyState:
    """Compute the weights of two keys, and how far they still answer.

    Parameters
    ----------
    gap : float
        Difference of the scores.

    Returns
    -------
    TwoKeyState

    Examples
    --------
    >>> round(two_key_state(8.0).ratio, 1)
    745.7
    """
    first, second = softmax([gap, 0.0]).tolist()
    slope, steepest = float(sigmoid_slope(gap)), float(sigmoid_slope(0.0))
    return TwoKeyState(gap, (first, second), slope, math.exp(-abs(gap)), steepest / slope)


def two_key_fields(state: TwoKeyState) -> dict[str, str]:
    """Write the numbers of a gap as words.

    Parameters
    ----------
    state : TwoKeyState

    Returns
    -------
    dict of str to str
    """
    return {
        "at": plain(state.gap),
        "first": fixed(state.weights[0], 6),
        "second": fixed(state.weights[1], 6),
        "slope": significant(state.slope, 4),
        "near": significant(state.near, 4),
        "ratio": fixed(state.ratio, 1),
    }


@dataclass(frozen=True)
class TanhState:
    """Numbers behind one value of tanh.

    Parameters
    ----------
    x : float
    rise, fall : float
        ``exp(x)`` and ``exp(-x)``.
    value : float
        Their difference over their sum.
    missing : float
        ``1 - abs(value)``, without cancellation.
    near : float
        ``2 * exp(-2 * abs(x))``.
    """

    x: float
    rise: float
    fall: float
    value: float
    missing: float
    near: float


def tanh_state(x: float) -> TanhState:
    """Compute tanh from two exponentials, and how much it misses to 1 or to -1.

    Parameters
    ----------
    x : float

    Returns
    -------
    TanhState

    Examples
    --------
    >>> round(tanh_state(1.8).value, 4)
    0.9468
    """
    rise, fall = math.exp(x), math.exp(-x)
    missing = 2 / (math.exp(2 * abs(x)) + 1)
    value = (rise - fall) / (rise + fall)
    return TanhState(x, rise, fall, value, missing, 2 * math.exp(-2 * abs(x)))


def _exponential(value: float) -> str:
    return significant(value, 4) if value < 0.1 else fixed(value, 4)


def tanh_fields(state: TanhState) -> dict[str, str]:
    """Write the numbers of tanh as words.

    Parameters
    ----------
    state : TanhState

    Returns
    -------
    dict of str to str
    """
    return {
        "at": plain(state.x),
        "rise": _exponential(state.rise),
        "fall": _exponential(state.fall),
        "value": fixed(state.value, 6),
        "bound": "−1" if state.x < 0 else "1",
        "missing": significant(state.missing, 3),
        "near": significant(state.near, 3),
    }
