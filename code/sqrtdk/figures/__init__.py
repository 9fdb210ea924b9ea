"""The book's still figures: the engine's pictures without controls, one function each."""

from sqrtdk.figures.additive import additive_and_dot
from sqrtdk.figures.expectation import balance, running_means
from sqrtdk.figures.rules import three_dice
from sqrtdk.figures.saturation import jacobian_by_keys, layer_gradient, one_row_by_steps
from sqrtdk.figures.variance import (
    running_variances,
    squared_deviations,
    three_laws,
    two_estimators,
)

__all__ = [
    "additive_and_dot",
    "balance",
    "jacobian_by_keys",
    "layer_gradient",
    "one_row_by_steps",
    "running_means",
    "running_variances",
    "squared_deviations",
    "three_dice",
    "three_laws",
    "two_estimators",
]
