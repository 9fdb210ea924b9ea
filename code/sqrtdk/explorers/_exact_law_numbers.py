"""The numbers of the exact law of a score beside the normal law with the same variance."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sqrtdk import _checks
from sqrtdk.components import COMPONENTS
from sqrtdk.convergence import distance_to_normal, tail_ratio
from sqrtdk.dot_products import (
    coin_dot_product_pmf,
    dot_product_moments,
    dot_product_pdf,
    uniform_dot_product_pdf,
)

__all__ = ["ExactLawState", "exact_law_state"]

D_K = tuple(2**i for i in range(11))
AXES = ("linear", "logarithmic")
REACH = {"linear": 4.0, "logarithmic": 5.0}
"""How far each frame reaches, in standard deviations."""
MOST_ATOMS = 80
FAR = 3.0
"""Where the tail begins, in standard deviations."""
NORMAL_TAIL = math.erfc(FAR / math.sqrt(2))
GAP = 2
"""Distance between neighbouring values of a dot product of coins."""
DENSITIES = {"normal": dot_product_pdf, "uniform": uniform_dot_product_pdf}
N_NODES = 64

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class ExactLawState:
    """Numbers behind one state: the law of a score in units of its standard deviation.

    Parameters
    ----------
    d_k : int
        Number of components of a query and of a key.
    axis : {"linear", "logarithmic"}
        Axis of the density.
    components : {"normal", "uniform", "coin"}
        Law of the components.
    places, density : ndarray, shape (n,)
        Points of the density of q·k/√d_k, which may be infinite at 0, or for coins some of the
        values and their probability over the distance between neighbouring values.
    kurtosis : float
        Fourth moment over the squared variance.
    distance : float
        Largest distance between the distribution function and that of the normal law.
    tail : float
        Probability beyond three standard deviations, on both sides together.
    """

    d_k: int
    axis: str
    components: str
    places: Floats
    density: Floats
    kurtosis: float
    distance: float
    tail: float


def _places(d_k: int, components: str, reach: float) -> Floats:
    """Return where the density is drawn, both sides alike and closer together around 0."""
    places = reach * np.linspace(0, 1, 25) ** 1.5
    edge = 3 * math.sqrt(d_k)
    if components == "uniform" and edge < reach:
        places = np.unique(np.append(places, [0.98 * edge, edge]))
    return np.concatenate([-places[:0:-1], places])


def _coin_law(d_k: int, reach: float) -> tuple[Floats, Floats]:
    values, chances = coin_dot_product_pmf(d_k)
    root = math.sqrt(d_k)
    step = GAP * max(1, math.ceil(2 * reach * root / GAP / MOST_ATOMS))
    start = values[d_k // 2]
    drawn = (np.abs(values) <= reach * root) & ((values - start) % step == 0)
    return values[drawn] / root, chances[drawn] / GAP * root


@lru_cache(maxsize=64)
def _law(d_k: int, components: str, reach: float) -> tuple[Floats, Floats]:
    if components == "coin":
        return _coin_law(d_k, reach)
    root = math.sqrt(d_k)
    places = _places(d_k, components, reach)
    return places, DENSITIES[components](places * root, d_k) * root


def _uniform_tail(d_k: int) -> float:
    """Integrate the density from three standard deviations to its edge, piece by piece."""
    root = math.sqrt(d_k)
    last = min(3 * root, 9.0)
    nodes, weights = np.polynomial.legendre.leggauss(N_NODES)
    total, start = 0.0, FAR
    while start < last:
        end = min(start + 1, last)
        at = (start + end) / 2 + (end - start) / 2 * nodes
        density = uniform_dot_product_pdf(at * root, d_k) * root
        total += float(density @ weights) * (end - start)
        start = end
    return total


@lru_cache(maxsize=64)
def _tail(d_k: int, components: str) -> float:
    if components == "normal":
        return tail_ratio(d_k, FAR) * NORMAL_TAIL
    if components == "uniform":
        return _uniform_tail(d_k)
    values, chances = coin_dot_product_pmf(d_k)
    return math.fsum(chances[values**2 > FAR**2 * d_k])


def exact_law_state(d_k: int, axis: str, components: str) -> ExactLawState:
    """Compute the exact law of a score and how far it is from the normal law.

    Parameters
    ----------
    d_k : int
        Number of components of a query and of a key, from 1 to 1,024.
    axis : {"linear", "logarithmic"}
        Axis of the density; the logarithmic one reaches further.
    components : {"normal", "uniform", "coin"}
        Law of the components.

    Returns
    -------
    ExactLawState

    Raises
    ------
    ValueError
        If an argument is none of the above.

    Examples
    --------
    >>> state = exact_law_state(2, "logarithmic", "normal")
    >>> state.kurtosis, round(state.distance, 4), round(state.tail, 4)
    (6.0, 0.062, 0.0144)
    """
    d_k = _checks.whole_number(d_k, "d_k", maximum=D_K[-1])
    axis = _checks.one_of(axis, "axis", AXES)
    components = _checks.one_of(components, "components", COMPONENTS)
    places, density = _law(d_k, components, REACH[axis])
    return ExactLawState(
        d_k=d_k,
        axis=axis,
        components=components,
        places=places,
        density=density,
        kurtosis=float(dot_product_moments(d_k, components).kurtosis),
        distance=distance_to_normal(d_k, components),
        tail=_tail(d_k, components),
    )
