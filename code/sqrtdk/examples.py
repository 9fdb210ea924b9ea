"""Numbers that run through the book, each in one place."""

from __future__ import annotations

from fractions import Fraction

from sqrtdk.discrete import FiniteDistribution

__all__ = ["DIE", "GAME", "KEY", "N_INPUTS", "PYRAMID", "QUERY", "SMALL_WEIGHT", "TICKET"]

#: The running query and key of both source notes.
QUERY = (Fraction(12, 10), Fraction(-4, 10))
KEY = (Fraction(6, 10), Fraction(9, 10))

#: A fair die.
DIE = FiniteDistribution.uniform(range(1, 7))

#: A game that loses 1 two times out of three and wins 2 otherwise.
GAME = FiniteDistribution.from_weights([-1, 2], [2, 1])

#: A four-sided die that shows 1 half of the time.
PYRAMID = FiniteDistribution.from_weights([1, 2, 3, 4], [3, 1, 1, 1])

#: A lottery ticket: what it costs, what it pays and how often.
TICKET = FiniteDistribution.from_weights([-1, 899_999], [999_999, 1])

#: Standard deviation of initial weights in many published models.
SMALL_WEIGHT = Fraction(2, 100)

#: Inputs of a layer in the example of the chapter on variance.
N_INPUTS = 512
