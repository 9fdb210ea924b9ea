"""The book's still figures: the engine's pictures without controls, one function each."""

from sqrtdk.figures.expectation import balance, running_means
from sqrtdk.figures.intro import growth_of_scores
from sqrtdk.figures.variance import (
    running_variances,
    squared_deviations,
    three_laws,
    two_estimators,
)

__all__ = [
    "balance",
    "growth_of_scores",
    "running_means",
    "running_variances",
    "squared_deviations",
    "three_laws",
    "two_estimators",
]
