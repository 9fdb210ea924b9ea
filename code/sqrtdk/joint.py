"""Exact joint laws of several rational random variables, dependent or not."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from typing import Any, Self

from sqrtdk import _checks
from sqrtdk._law import Number
from sqrtdk._moments import JointLaw
from sqrtdk.discrete import FiniteDistribution


@dataclass(frozen=True, init=False, repr=False)
class JointDistribution(JointLaw):
    """The exact joint law of two or more random variables with finitely many outcomes.

    Parameters
    ----------
    outcomes : iterable of tuple
        The distinct joint outcomes, tuples of int, Fraction or float of one length, at least 2.
        A float means the decimal it prints: 0.1 is 1/10.
    probabilities : iterable of int, Fraction or float, optional
        One probability for each outcome, summing to exactly 1. All equal if omitted.

    Attributes
    ----------
    outcomes : tuple of tuple of Fraction
        The outcomes of positive probability in lexicographic order.
    probabilities : tuple of Fraction
        The probability of each outcome, in the same order.

    Raises
    ------
    ValueError
        If there is no outcome, the outcomes are not distinct tuples of rational numbers of one
        length, or the probabilities are negative or do not sum to 1.

    Notes
    -----
    Objects are immutable. Two are equal exactly when they are the same joint law.

    Examples
    --------
    >>> from sqrtdk import JointDistribution
    >>> joint = JointDistribution([(-1, 1), (0, 0), (1, 1)])
    >>> joint.covariance(), joint.is_independent()
    (Fraction(0, 1), False)
    """

    def __init__(
        self, outcomes: Iterable[tuple[Number, ...]], probabilities: Iterable[Number] | None = None
    ) -> None:
        points = [_point(outcome) for outcome in _checks.listed(outcomes, "outcomes")]
        for point in points:
            if len(point) != len(points[0]):
                raise ValueError(
                    f"outcome {_checks.shown(point)} has {len(point)} entries; allowed are "
                    f"{len(points[0])} entries, as in outcome {_checks.shown(points[0])}"
                )
        _checks.distinct(points)
        masses = _checks.probabilities(probabilities, len(points))
        self._set(dict(zip(points, masses, strict=True)))

    @classmethod
    def independent(cls, *marginals: FiniteDistribution) -> Self:
        """Return the joint law of independent variables with the given marginals.

        Parameters
        ----------
        *marginals : FiniteDistribution
            The laws of the variables, at least two.

        Returns
        -------
        JointDistribution
            The product law.

        Raises
        ------
        ValueError
            If there are fewer than two marginals, one is not a FiniteDistribution, or the product
            has more than 2**20 outcomes.

        Examples
        --------
        >>> from sqrtdk import FiniteDistribution, JointDistribution
        >>> coin = FiniteDistribution([-1, 1])
        >>> len(JointDistribution.independent(coin, coin, coin).outcomes)
        8
        """
        if len(marginals) < 2:
            raise ValueError(f"{len(marginals)} marginals were given; allowed are at least 2")
        for marginal in marginals:
            if not isinstance(marginal, FiniteDistribution):
                raise ValueError(f"a marginal is {marginal!r}; allowed is a FiniteDistribution")
        count = math.prod(len(marginal.outcomes) for marginal in marginals)
        _checks.enumerable(count, "the product of the marginals")
        points = product(*(marginal.outcomes for marginal in marginals))
        factors = product(*(marginal.probabilities for marginal in marginals))
        return cls._merged(points, (math.prod(f, start=Fraction(1)) for f in factors))

    @classmethod
    def from_function(
        cls, base: FiniteDistribution | JointDistribution, *functions: Callable[..., Number]
    ) -> Self:
        """Return the joint law of several functions of the same random outcome.

        Parameters
        ----------
        base : FiniteDistribution or JointDistribution
            The law of what the functions are applied to.
        *functions : callable
            At least two functions of one argument for each variable of `base`, with exact values.

        Returns
        -------
        JointDistribution
            The joint law of the values.

        Raises
        ------
        ValueError
            If there are fewer than two functions or one gives no int or Fraction.

        Examples
        --------
        >>> from sqrtdk import FiniteDistribution, JointDistribution
        >>> base = FiniteDistribution([-1, 0, 1])
        >>> JointDistribution.from_function(base, lambda x: x, lambda x: x**2)
        JointDistribution({(-1, 1): 1/3, (0, 0): 1/3, (1, 1): 1/3})
        """
        if not isinstance(base, FiniteDistribution | JointDistribution):
            raise ValueError(
                f"base is {base!r}; allowed is a FiniteDistribution or a JointDistribution"
            )
        if len(functions) < 2:
            raise ValueError(f"{len(functions)} functions were given; allowed are at least 2")
        for g in functions:
            _checks.function(g, "a function")
        arguments = [x if isinstance(x, tuple) else (x,) for x in base.outcomes]
        images = (
            tuple(_checks.exact_value(g(*point), "a function") for g in functions)
            for point in arguments
        )
        return cls._merged(images, base.probabilities)

    def marginal(self, i: int) -> FiniteDistribution:
        """Return the law of one of the variables.

        Parameters
        ----------
        i : int
            The position of the variable, counted from 0.

        Returns
        -------
        FiniteDistribution
            The marginal law.

        Raises
        ------
        ValueError
            If there is no variable `i`.

        Examples
        --------
        >>> from sqrtdk import JointDistribution
        >>> JointDistribution([(-1, 1), (0, 0), (1, 1)]).marginal(1)
        FiniteDistribution({0: 1/3, 1: 2/3})
        """
        return FiniteDistribution._merged(self._column(i, "i"), self.probabilities)

    def pair(self, i: int, j: int) -> Self:
        """Return the joint law of two of the variables.

        Parameters
        ----------
        i, j : int
            Two different positions, counted from 0.

        Returns
        -------
        JointDistribution
            The law of the pair, in the order `i`, `j`.

        Raises
        ------
        ValueError
            If there is no variable `i` or `j`, or if they are the same.

        Examples
        --------
        >>> from sqrtdk import JointDistribution
        >>> JointDistribution([(0, 0, 1), (1, 1, 2)]).pair(2, 0)
        JointDistribution({(1, 0): 1/2, (2, 1): 1/2})
        """
        first, second = self._column(i, "i"), self._column(j, "j")
        if i == j:
            raise ValueError(f"i and j are both {i}; allowed are two different positions")
        return self._merged(zip(first, second, strict=True), self.probabilities)

    def is_independent(self) -> bool:
        """Say whether the variables are mutually independent, by exact comparison.

        Returns
        -------
        bool
            True if every joint probability is the product of the marginal probabilities.

        Examples
        --------
        >>> from sqrtdk import JointDistribution
        >>> xor = JointDistribution([(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)])
        >>> xor.is_independent(), xor.are_pairwise_independent()
        (False, True)
        """
        variables = range(len(self.outcomes[0]))
        marginals = [self.marginal(i) for i in variables]
        if math.prod(len(marginal.outcomes) for marginal in marginals) != len(self.outcomes):
            return False
        masses = [dict(zip(m.outcomes, m.probabilities, strict=True)) for m in marginals]
        return all(
            joint_mass == math.prod(masses[i][point[i]] for i in variables)
            for point, joint_mass in zip(self.outcomes, self.probabilities, strict=True)
        )

    def are_pairwise_independent(self) -> bool:
        """Say whether every two of the variables are independent, by exact comparison.

        Returns
        -------
        bool
            True if each pair is independent. This is weaker than mutual independence.

        Examples
        --------
        >>> from sqrtdk import JointDistribution
        >>> JointDistribution([(-1, 1), (0, 0), (1, 1)]).are_pairwise_independent()
        False
        """
        positions = combinations(range(len(self.outcomes[0])), 2)
        return all(self.pair(i, j).is_independent() for i, j in positions)

    def map(self, g: Callable[..., Number]) -> FiniteDistribution:
        """Return the law of g(X, Y, ...); outcomes with the same image are merged.

        Parameters
        ----------
        g : callable
            A function of one argument for each variable, with exact values.

        Returns
        -------
        FiniteDistribution
            The law of g(X, Y, ...).

        Raises
        ------
        ValueError
            If `g` is not callable or gives something else than an int or a Fraction.

        Examples
        --------
        >>> from sqrtdk import JointDistribution
        >>> JointDistribution([(-1, 1), (0, 0), (1, 1)]).map(lambda x, y: x * y)
        FiniteDistribution({-1: 1/3, 0: 1/3, 1: 1/3})
        """
        _checks.function(g, "g")
        images = (_checks.exact_value(g(*point), "g") for point in self.outcomes)
        return FiniteDistribution._merged(images, self.probabilities)

    def sum(self) -> FiniteDistribution:
        """Return the law of the sum of the variables.

        Returns
        -------
        FiniteDistribution
            The law of X + Y + ...

        Examples
        --------
        >>> from sqrtdk import JointDistribution
        >>> JointDistribution([(-1, 1), (0, 0), (1, 1)]).sum().variance()
        Fraction(8, 9)
        """
        return self.map(lambda *point: sum(point, Fraction(0)))


def _point(outcome: Any) -> tuple[Fraction, ...]:
    if not isinstance(outcome, tuple) or len(outcome) < 2:
        raise ValueError(f"an outcome is {outcome!r}; allowed is a tuple of at least 2 numbers")
    return tuple(_checks.rational(x, f"an entry of outcome {outcome!r}") for x in outcome)
