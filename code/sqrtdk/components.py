"""Three laws with mean 0 and variance 1: the components of queries and keys.

They share the first two moments and differ from the fourth on, which is what it takes to see
that the argument for the square root needs only means, variances and independence.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sqrtdk import _checks
from sqrtdk.discrete import FiniteDistribution

COMPONENTS = ("normal", "uniform", "coin")
"""Names of the component laws."""

_HALF_WIDTH = math.sqrt(3)
_LABELS = {
    "normal": "standard normal",
    "uniform": "uniform on ±√3",
    "coin": "fair ±1 coin",
}
_KURTOSES = {"normal": Fraction(3), "uniform": Fraction(9, 5), "coin": Fraction(1)}
_ABSOLUTE_MEANS = {"normal": math.sqrt(2 / math.pi), "uniform": _HALF_WIDTH / 2, "coin": 1.0}


@dataclass(frozen=True)
class Component:
    """A law with mean 0 and variance 1 for one component of a query or a key.

    Parameters
    ----------
    name : {"normal", "uniform", "coin"}
        Standard normal, uniform between -sqrt(3) and sqrt(3), or a fair coin with values -1
        and 1.

    Raises
    ------
    ValueError
        If `name` is none of these.

    Examples
    --------
    >>> from sqrtdk import Component
    >>> Component("uniform").kurtosis
    Fraction(9, 5)
    """

    name: str

    def __post_init__(self) -> None:
        _checks.one_of(self.name, "name", COMPONENTS)

    @property
    def label(self) -> str:
        """The law in words, for a caption or a menu."""
        return _LABELS[self.name]

    @property
    def mean(self) -> Fraction:
        """The mean, which is 0 (Fraction)."""
        return self.moment(1)

    @property
    def variance(self) -> Fraction:
        """The variance, which is 1 (Fraction)."""
        return self.moment(2)

    @property
    def kurtosis(self) -> Fraction:
        """The kurtosis (Fraction): 3, 9/5 or 1. The 3 of the normal law is not subtracted."""
        return self.moment(4)

    @property
    def absolute_mean(self) -> float:
        """The mean distance from zero: sqrt(2/pi), sqrt(3)/2 or 1 (float)."""
        return _ABSOLUTE_MEANS[self.name]

    @property
    def distribution(self) -> FiniteDistribution:
        """The exact law of the coin (FiniteDistribution); a ValueError for the other two."""
        if self.name != "coin":
            raise ValueError(
                f"name is {self.name!r}, a law with a density; allowed is 'coin' (use pdf)"
            )
        return FiniteDistribution([-1, 1])

    def moment(self, order: int) -> Fraction:
        """Return the moment E[X**order].

        Parameters
        ----------
        order : int
            Order from 0 to 4.

        Returns
        -------
        Fraction
            The exact moment.

        Raises
        ------
        ValueError
            If `order` is not an integer from 0 to 4.

        Examples
        --------
        >>> from sqrtdk import component
        >>> [int(component("normal").moment(order)) for order in range(5)]
        [1, 0, 1, 0, 3]
        """
        order = _checks.whole_number(order, "order", minimum=0, maximum=4)
        return _KURTOSES[self.name] if order == 4 else Fraction(1 - order % 2)

    def sample(self, size: int | tuple[int, ...], rng: np.random.Generator) -> NDArray[np.float64]:
        """Draw independent values.

        Parameters
        ----------
        size : int or tuple of int
            The shape of the result.
        rng : numpy.random.Generator
            The source of randomness.

        Returns
        -------
        numpy.ndarray of float64, shape `size`
            The draws.

        Raises
        ------
        ValueError
            If `size` is not positive or `rng` is not a Generator.

        Examples
        --------
        >>> import numpy as np
        >>> from sqrtdk import component
        >>> draws = component("coin").sample((1000, 4), np.random.default_rng(0))
        >>> draws.shape, sorted(set(abs(draws).flat))
        ((1000, 4), [np.float64(1.0)])
        """
        shape = _checks.sample_size(size)
        rng = _checks.generator(rng)
        if self.name == "normal":
            return rng.standard_normal(shape)
        if self.name == "uniform":
            return rng.uniform(-_HALF_WIDTH, _HALF_WIDTH, shape)
        return rng.integers(0, 2, shape, dtype=np.int8).astype(np.float64) * 2 - 1

    def pdf(self, x: ArrayLike) -> NDArray[np.float64]:
        """Return the probability density at `x`.

        Parameters
        ----------
        x : array_like of float
            Where to evaluate the density.

        Returns
        -------
        numpy.ndarray of float64, shape of `x`
            The density.

        Raises
        ------
        ValueError
            If the law is the coin, which has no density, or if `x` contains NaN.

        Examples
        --------
        >>> from sqrtdk import component
        >>> component("uniform").pdf([0.0, 2.0]).round(4).tolist()
        [0.2887, 0.0]
        """
        if self.name == "coin":
            raise ValueError(
                "name is 'coin', a law with atoms at -1 and 1 and no density; allowed are "
                "'normal' and 'uniform' (use distribution)"
            )
        points = _checks.real_array(x, "x")
        if self.name == "normal":
            return np.asarray(np.exp(-0.5 * points**2) / math.sqrt(2 * math.pi))
        return np.where(np.abs(points) <= _HALF_WIDTH, 0.5 / _HALF_WIDTH, 0.0)


def component(name: str) -> Component:
    """Return the component law called `name`.

    Parameters
    ----------
    name : {"normal", "uniform", "coin"}
        One of `COMPONENTS`.

    Returns
    -------
    Component
        The law.

    Raises
    ------
    ValueError
        If `name` is none of these.

    Examples
    --------
    >>> from sqrtdk import component
    >>> component("coin").label
    'fair ±1 coin'
    """
    return Component(name)
