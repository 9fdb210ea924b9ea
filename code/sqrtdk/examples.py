"""Numbers that run through the book, each in one place."""

from __future__ import annotations

from fractions import Fraction

from sqrtdk.discrete import FiniteDistribution

__all__ = [
    "CORRELATION",
    "DEVIATIONS_ABOVE",
    "DIE",
    "D_K",
    "EPSILON",
    "FOUND_VARIANCE",
    "GAME",
    "KEY",
    "LONG_KEY",
    "N_INPUTS",
    "PUZZLE_VARIANCE",
    "PYRAMID",
    "QUERY",
    "SHARP_WEIGHT",
    "SHIFTED_MEAN",
    "SHORT_QUERY",
    "SMALL_CORRELATION",
    "SMALL_WEIGHT",
    "STRANGER",
    "TARGET_ERROR",
    "TICKET",
    "UNIT_QUERY",
]

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

#: Components of a query in one head of the 2017 paper.
D_K = 64

#: A value of the chapter on the rules, in standard deviations above its mean.
DEVIATIONS_ABOVE = Fraction(3, 2)

#: A query, and a key at 45 degrees that scores higher with it than the query itself.
UNIT_QUERY, LONG_KEY = (1, 0), (10, 10)

#: Another such pair, almost at a right angle.
SHORT_QUERY, STRANGER = (0, 2), (30, 3)

#: Correlation of matching components in the example of training.
CORRELATION = Fraction(3, 10)

#: Correlation of components in the chapter on where the argument fails.
SMALL_CORRELATION = Fraction(1, 10)

#: What layer normalisation adds to a variance.
EPSILON = Fraction(1, 10**5)

#: Simulated variance of coin scores with 64 components, in an exercise.
FOUND_VARIANCE = Fraction(649, 10)

#: What the puzzle from the web found for the variance of four scores.
PUZZLE_VARIANCE = Fraction(16, 10)

#: Mean of all components in the exercise on means that are not zero.
SHIFTED_MEAN = Fraction(1, 2)

#: Relative standard error asked for in the exercise on the number of draws.
TARGET_ERROR = Fraction(1, 100)

#: From this largest weight on, a row of attention counts as sharp.
SHARP_WEIGHT = Fraction(9, 10)
