"""Numbers behind the two arrows: a query and a key from their lengths and their angle."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sqrtdk.examples import KEY, QUERY

__all__ = ["ANGLE", "K_LENGTH", "Q_LENGTH", "DotProductState", "cosine_of", "dot_product_state"]
__all__ += ["turned"]

Q, K = np.array(QUERY, dtype=float), np.array(KEY, dtype=float)
Q_LENGTH, K_LENGTH = math.hypot(*Q), math.hypot(*K)
ANGLE = math.degrees(math.atan2(K[1], K[0]) - math.atan2(Q[1], Q[0]))


@dataclass(frozen=True)
class DotProductState:
    """Numbers behind a pair of arrows.

    Parameters
    ----------
    q, k : ndarray, shape (2,)
        Query and key.
    q_length, k_length : float
    angle : float
        From q to k, in degrees, counter-clockwise.
    cosine : float
        Of the angle; exactly 0 at a right angle.
    reach : float
        How far k goes along the direction of q; negative if against it.
    dot : float
        The dot product.
    """

    q: NDArray[np.float64]
    k: NDArray[np.float64]
    q_length: float
    k_length: float
    angle: float
    cosine: float
    reach: float
    dot: float


def cosine_of(degrees: float) -> float:
    """Return the cosine of an angle in degrees, exactly 0 at a right angle, -1 at 180.

    Parameters
    ----------
    degrees : float
        From -180 to 180.

    Returns
    -------
    float

    Examples
    --------
    >>> cosine_of(-90.0), cosine_of(180.0)
    (0.0, -1.0)
    """
    return math.sin(math.radians(90 - abs(degrees)))


def _sine_of(degrees: float) -> float:
    sine = math.sin(math.radians(90 - abs(abs(degrees) - 90)))
    return math.copysign(sine, degrees)


def turned(angle: float) -> NDArray[np.float64]:
    """Return the unit vector at an angle from the direction of the query.

    Parameters
    ----------
    angle : float
        In degrees, counter-clockwise, from -180 to 180.

    Returns
    -------
    ndarray, shape (2,)

    Examples
    --------
    >>> turned(90.0).round(3).tolist()
    [0.316, 0.949]
    """
    cosine, sine = cosine_of(angle), _sine_of(angle)
    x, y = Q / Q_LENGTH
    return np.array([cosine * x - sine * y, sine * x + cosine * y])


def dot_product_state(q_length: float, k_length: float, angle: float) -> DotProductState:
    """Compute a query and a key from their lengths and the angle between them.

    Parameters
    ----------
    q_length, k_length : float
        Lengths; the query keeps the direction of the running example.
    angle : float
        From the query to the key, in degrees from -180 to 180.

    Returns
    -------
    DotProductState

    Examples
    --------
    >>> round(dot_product_state(2.0, 0.5, 60.0).dot, 12)
    0.5
    >>> dot_product_state(2.0, 0.5, -90.0).dot
    0.0
    """
    cosine = cosine_of(angle)
    return DotProductState(
        q=q_length * turned(0.0),
        k=k_length * turned(angle),
        q_length=q_length,
        k_length=k_length,
        angle=angle,
        cosine=cosine,
        reach=k_length * cosine,
        dot=q_length * k_length * cosine,
    )
