"""Exact random variables with finitely many rational outcomes.

Outcomes and probabilities are ``fractions.Fraction``, so that an identity such as
Var(X) = E[X**2] - E[X]**2 holds with ``==`` and not only up to rounding.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

from sqrtdk import _checks
from sqrtdk._law import Number
from sqrtdk._moments import RationalLaw

if TYPE_CHECKING:
    from sqrtdk.joint import JointDistribution


@dataclass(frozen=True, init=False, repr=False)
class FiniteDistribution(RationalLaw):
    """The exact law of a random variable with finitely many rational outcomes.

    Parameters
    ----------
    outcomes : iterable of int, Fraction or float
        The distinct values of the variable. A float means the decimal it prints: 0.1 is 1/10.
    probabilities : iterable of int, Fraction or float, optional
        One probability for each outcome, summing to exactly 1. All equal if omitted.

    Attributes
    ----------
    outcomes : tuple of Fraction
        The outcomes of positive probability in increasing order.
    probabilities : tuple of Fraction
        The probability of each outcome, in the same order.

    Raises
    ------
    ValueError
        If there is no outcome, an outcome is repeated or is not a finite rational number, the
        lengths differ, or the probabilities are negative or do not sum to 1.

    Notes
    -----
    Objects are immutable. Two are equal exactly when they are the same law, whatever the order
    in which their outcomes were written.

    Examples
    --------
    >>> from sqrtdk import FiniteDistribution
    >>> die = FiniteDistribution(range(1, 7))
    >>> die.expectation(), die.variance()
    (Fraction(7, 2), Fraction(35, 12))
    >>> FiniteDistribution([-1, 2], [Fraction(2, 3), Fraction(1, 3)])
    FiniteDistribution({-1: 2/3, 2: 1/3})
    """

    def __init__(
        self, outcomes: Iterable[Number], probabilities: Iterable[Number] | None = None
    ) -> None:
        values = [_checks.rational(x, "an outcome") for x in _checks.listed(outcomes, "outcomes")]
        _checks.distinct(values)
        masses = _checks.probabilities(probabilities, len(values))
        self._set(dict(zip(values, masses, strict=True)))

    @classmethod
    def uniform(cls, outcomes: Iterable[Number]) -> Self:
        """Return the law that gives every outcome the same probability.

        Parameters
        ----------
        outcomes : iterable of int, Fraction or float
            The distinct values of the variable.

        Returns
        -------
        FiniteDistribution
            The uniform law.

        Examples
        --------
        >>> from sqrtdk import FiniteDistribution
        >>> FiniteDistribution.uniform([-1, 1])
        FiniteDistribution({-1: 1/2, 1: 1/2})
        """
        return cls(outcomes)

    @classmethod
    def from_weights(cls, outcomes: Iterable[Number], weights: Iterable[Number]) -> Self:
        """Return the law whose probabilities are proportional to `weights`.

        Parameters
        ----------
        outcomes : iterable of int, Fraction or float
            The distinct values of the variable.
        weights : iterable of int, Fraction or float
            One non-negative weight for each outcome, not all zero. Integers and Fractions are
            taken exactly, a float as the decimal it prints: 0.1 is 1/10.

        Returns
        -------
        FiniteDistribution
            The law with probabilities ``weight / sum(weights)``.

        Raises
        ------
        ValueError
            If a weight is negative, all are zero, or the lengths differ.

        Examples
        --------
        >>> from sqrtdk import FiniteDistribution
        >>> FiniteDistribution.from_weights([0, 1], [0.1, 0.3])
        FiniteDistribution({0: 1/4, 1: 3/4})
        """
        values = _checks.listed(outcomes, "outcomes")
        masses = _checks.masses(weights, len(values), "weights")
        total = sum(masses, Fraction(0))
        if total == 0:
            raise ValueError("weights sum to 0; allowed is a sum greater than 0")
        return cls(values, [mass / total for mass in masses])

    def map(self, g: Callable[[Fraction], Number]) -> Self:
        """Return the law of g(X); outcomes with the same image are merged.

        Parameters
        ----------
        g : callable
            A function of one outcome (a Fraction) whose values are exact.

        Returns
        -------
        FiniteDistribution
            The law of g(X).

        Raises
        ------
        ValueError
            If `g` is not callable or gives something else than an int or a Fraction. A float is
            refused because it may be rounded; `expectation` accepts it.

        Examples
        --------
        >>> from sqrtdk import FiniteDistribution
        >>> FiniteDistribution([-1, 0, 1]).map(abs)
        FiniteDistribution({0: 1/3, 1: 2/3})
        """
        _checks.function(g, "g")
        images = (_checks.exact_value(g(x), "g") for x in self.outcomes)
        return self._merged(images, self.probabilities)

    def scale(self, a: Number, b: Number = 0) -> Self:
        """Return the law of aX + b.

        Parameters
        ----------
        a, b : int, Fraction or float
            The factor and the shift. A float means the decimal it prints: 0.1 is 1/10.

        Returns
        -------
        FiniteDistribution
            The law of aX + b.

        Raises
        ------
        ValueError
            If `a` or `b` is not a finite rational number.

        Examples
        --------
        >>> from sqrtdk import FiniteDistribution
        >>> FiniteDistribution(range(1, 7)).scale(2, -3).variance()
        Fraction(35, 3)
        """
        factor, shift = _checks.rational(a, "a"), _checks.rational(b, "b")
        return self.map(lambda x: factor * x + shift)

    def sample(self, size: int | tuple[int, ...], rng: np.random.Generator) -> NDArray[np.float64]:
        """Draw independent values of X.

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
        >>> from sqrtdk import FiniteDistribution
        >>> import numpy as np
        >>> FiniteDistribution([-1, 1]).sample((2, 3), np.random.default_rng(0)).shape
        (2, 3)
        """
        shape = _checks.sample_size(size)
        values = np.array(self.outcomes, dtype=np.float64)
        masses = np.array(self.probabilities, dtype=np.float64)
        return _checks.generator(rng).choice(values, size=shape, p=masses)

    def product(self, other: FiniteDistribution) -> JointDistribution:
        """Return the joint law of X and an independent second variable.

        Parameters
        ----------
        other : FiniteDistribution
            The law of the second variable.

        Returns
        -------
        JointDistribution
            The law of the pair.

        Raises
        ------
        ValueError
            If `other` is not a FiniteDistribution or there are more than 2**20 pairs.

        Examples
        --------
        >>> from sqrtdk import FiniteDistribution
        >>> die = FiniteDistribution(range(1, 7))
        >>> die.product(die).expectation(lambda x, y: x * y)
        Fraction(49, 4)
        """
        from sqrtdk.joint import JointDistribution

        return JointDistribution.independent(self, other)

    def sum_of(self, n: int) -> Self:
        """Return the law of the sum of `n` independent copies of X, by exact convolution.

        Parameters
        ----------
        n : int
            The number of copies, at least 1.

        Returns
        -------
        FiniteDistribution
            The law of the sum.

        Raises
        ------
        ValueError
            If `n` is not a positive integer, or if one convolution pairs more than 2**20
            outcomes.

        Examples
        --------
        >>> from sqrtdk import FiniteDistribution
        >>> FiniteDistribution(range(1, 7)).sum_of(10).variance() == 10 * Fraction(35, 12)
        True
        """
        left = _checks.whole_number(n, "n")
        grid = math.lcm(*(x.denominator for x in self.outcomes))
        unit = math.lcm(*(mass.denominator for mass in self.probabilities))
        pairs = zip(self.outcomes, self.probabilities, strict=True)
        power = {int(x * grid): int(mass * unit) for x, mass in pairs}
        total = {0: 1}
        while left:
            if left % 2:
                total = _convolved(total, power)
            left //= 2
            if left:
                power = _convolved(power, power)
        sums = (Fraction(value, grid) for value in total)
        return self._merged(sums, (Fraction(count, unit**n) for count in total.values()))


def _convolved(first: dict[int, int], second: dict[int, int]) -> dict[int, int]:
    """Return the integer masses of the sum of two independent integer variables."""
    _checks.enumerable(len(first) * len(second), "the law of the sum")
    total: dict[int, int] = {}
    for x, mass in first.items():
        for y, other_mass in second.items():
            total[x + y] = total.get(x + y, 0) + mass * other_mass
    return total
