"""Expectations and moments of exact laws: what can be read off a distribution."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import overload

from sqrtdk import _checks
from sqrtdk._law import Law, Number


class RationalLaw(Law[Fraction]):
    """The numbers that can be read off the law of one rational random variable."""

    @overload
    def expectation(self, g: None = None) -> Fraction: ...
    @overload
    def expectation(self, g: Callable[[Fraction], Fraction | int]) -> Fraction: ...
    @overload
    def expectation(self, g: Callable[[Fraction], Number]) -> Fraction | float: ...
    def expectation(self, g: Callable[[Fraction], Number] | None = None) -> Fraction | float:
        """Return E[g(X)], the sum of g(x) P(X = x) over the outcomes.

        Parameters
        ----------
        g : callable, optional
            A function of one outcome (a Fraction). The identity if omitted. A function that
            returns True or False gives the probability that it is True.

        Returns
        -------
        Fraction or float
            Exact if every value of `g` is an int or a Fraction. If any is a float, the sum is
            done in floating point and a float is returned.

        Raises
        ------
        ValueError
            If `g` is not callable or gives something else than a finite real number.

        Examples
        --------
        >>> from sqrtdk import FiniteDistribution
        >>> die = FiniteDistribution(range(1, 7))
        >>> die.expectation(lambda x: x**2)
        Fraction(91, 6)
        """
        if g is None:
            return self.moment(1)
        _checks.function(g, "g")
        return self._mean(g(x) for x in self.outcomes)

    def probability(self, event: Callable[[Fraction], bool]) -> Fraction:
        """Return the probability of the outcomes for which `event` is true.

        Parameters
        ----------
        event : callable
            A predicate of one outcome (a Fraction).

        Returns
        -------
        Fraction
            P(event(X)).

        Raises
        ------
        ValueError
            If `event` is not callable.

        Examples
        --------
        >>> from sqrtdk import FiniteDistribution
        >>> FiniteDistribution(range(1, 7)).probability(lambda x: x > 4)
        Fraction(1, 3)
        """
        _checks.function(event, "event")
        return self._exact_mean(Fraction(bool(event(x))) for x in self.outcomes)

    def moment(self, order: int) -> Fraction:
        """Return the moment E[X**order].

        Parameters
        ----------
        order : int
            Order of at least 0.

        Returns
        -------
        Fraction
            The exact moment.

        Raises
        ------
        ValueError
            If `order` is not a non-negative integer.

        Examples
        --------
        >>> from sqrtdk import FiniteDistribution
        >>> FiniteDistribution([-1, 1]).moment(4)
        Fraction(1, 1)
        """
        order = _checks.whole_number(order, "order", minimum=0)
        return self._exact_mean(x**order for x in self.outcomes)

    def central_moment(self, order: int) -> Fraction:
        """Return the central moment E[(X - E[X])**order].

        Parameters
        ----------
        order : int
            Order of at least 0.

        Returns
        -------
        Fraction
            The exact central moment.

        Raises
        ------
        ValueError
            If `order` is not a non-negative integer.

        Examples
        --------
        >>> from sqrtdk import FiniteDistribution
        >>> FiniteDistribution([-1, 2], [Fraction(2, 3), Fraction(1, 3)]).central_moment(3)
        Fraction(2, 1)
        """
        order = _checks.whole_number(order, "order", minimum=0)
        mean = self.expectation()
        return self._exact_mean((x - mean) ** order for x in self.outcomes)

    def variance(self) -> Fraction:
        """Return the variance E[(X - E[X])**2], in the square of the unit of X.

        Returns
        -------
        Fraction
            The exact variance.

        Examples
        --------
        >>> from sqrtdk import FiniteDistribution
        >>> FiniteDistribution(range(1, 7)).variance()
        Fraction(35, 12)
        """
        return self.central_moment(2)

    def standard_deviation(self) -> float:
        """Return the square root of the variance, in the unit of X.

        Returns
        -------
        float
            The standard deviation, rounded to a float because it is irrational in general.

        Examples
        --------
        >>> from sqrtdk import FiniteDistribution
        >>> round(FiniteDistribution(range(1, 7)).standard_deviation(), 4)
        1.7078
        """
        return math.sqrt(self.variance())

    def kurtosis(self) -> Fraction:
        """Return the kurtosis, the fourth central moment over the squared variance.

        Returns
        -------
        Fraction
            The exact kurtosis (3 for a normal law; the 3 is not subtracted).

        Raises
        ------
        ValueError
            If the variance is 0.

        Examples
        --------
        >>> from sqrtdk import FiniteDistribution
        >>> FiniteDistribution([-1, 1]).kurtosis()
        Fraction(1, 1)
        """
        variance = self.variance()
        if variance == 0:
            raise ValueError("the variance is 0; allowed is a law with a positive variance")
        return self.central_moment(4) / variance**2


class JointLaw(Law[tuple[Fraction, ...]]):
    """The numbers that can be read off the joint law of several rational random variables."""

    @overload
    def expectation(self, g: Callable[..., Fraction | int]) -> Fraction: ...
    @overload
    def expectation(self, g: Callable[..., Number]) -> Fraction | float: ...
    def expectation(self, g: Callable[..., Number]) -> Fraction | float:
        """Return E[g(X, Y, ...)].

        Parameters
        ----------
        g : callable
            A function of as many arguments as there are variables. A function that returns True
            or False gives the probability that it is True.

        Returns
        -------
        Fraction or float
            Exact if every value of `g` is an int or a Fraction. If any is a float, the sum is
            done in floating point and a float is returned.

        Raises
        ------
        ValueError
            If `g` is not callable or gives something else than a finite real number.

        Examples
        --------
        >>> from sqrtdk import JointDistribution
        >>> joint = JointDistribution([(-1, 1), (0, 0), (1, 1)])
        >>> joint.expectation(lambda x, y: x**2 * y)
        Fraction(2, 3)
        """
        _checks.function(g, "g")
        return self._mean(g(*point) for point in self.outcomes)

    def _column(self, i: int, name: str) -> list[Fraction]:
        last = len(self.outcomes[0]) - 1
        index = _checks.whole_number(i, name, minimum=0, maximum=last)
        return [point[index] for point in self.outcomes]

    def covariance(self, i: int = 0, j: int = 1) -> Fraction:
        """Return the covariance E[XY] - E[X] E[Y] of two of the variables.

        Parameters
        ----------
        i, j : int, optional
            The positions of the variables, counted from 0. The same position twice gives the
            variance.

        Returns
        -------
        Fraction
            The exact covariance.

        Raises
        ------
        ValueError
            If there is no variable `i` or `j`.

        Examples
        --------
        >>> from sqrtdk import FiniteDistribution
        >>> die = FiniteDistribution(range(1, 7))
        >>> die.product(die).covariance()
        Fraction(0, 1)
        """
        first, second = self._column(i, "i"), self._column(j, "j")
        mean_of_product = self._exact_mean(x * y for x, y in zip(first, second, strict=True))
        return mean_of_product - self._exact_mean(first) * self._exact_mean(second)

    def correlation(self, i: int = 0, j: int = 1) -> float:
        """Return the correlation, the covariance over both standard deviations.

        Parameters
        ----------
        i, j : int, optional
            The positions of the variables, counted from 0.

        Returns
        -------
        float
            The correlation, between -1 and 1.

        Raises
        ------
        ValueError
            If there is no variable `i` or `j`, or if one of them has variance 0.

        Examples
        --------
        >>> from sqrtdk import JointDistribution
        >>> JointDistribution([(1, 4), (2, 2), (3, 0)]).correlation()
        -1.0
        """
        for index, name in ((i, "i"), (j, "j")):
            if self.covariance(index, index) == 0:
                raise ValueError(
                    f"variable {name} = {index} has variance 0; allowed is a positive variance"
                )
        covariance = self.covariance(i, j)
        squared = covariance**2 / (self.covariance(i, i) * self.covariance(j, j))
        return math.copysign(math.sqrt(squared), covariance)
