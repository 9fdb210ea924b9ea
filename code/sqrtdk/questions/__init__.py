"""The book's questions: each answer and each mistake behind it, computed by the package."""

from sqrtdk.questions.attention import (
    divide_by_d,
    eight_keys,
    half_the_error,
    independent_column,
    temperature_of_a_larger_head,
)
from sqrtdk.questions.expectation import lopsided_game, tilt_for_mean_five
from sqrtdk.questions.products import score_of_wide_components, variance_of_a_product
from sqrtdk.questions.rules import five_dice, square_of_x
from sqrtdk.questions.scores import (
    bounded_scores,
    four_times_the_components,
    longer_key,
    spread_of_a_score,
    tanh_step,
    zero_score,
)
from sqrtdk.questions.variance import doubled_die, tilt_for_widest_spread

__all__ = [
    "bounded_scores",
    "divide_by_d",
    "doubled_die",
    "eight_keys",
    "five_dice",
    "four_times_the_components",
    "half_the_error",
    "independent_column",
    "longer_key",
    "lopsided_game",
    "score_of_wide_components",
    "spread_of_a_score",
    "square_of_x",
    "tanh_step",
    "temperature_of_a_larger_head",
    "tilt_for_mean_five",
    "tilt_for_widest_spread",
    "variance_of_a_product",
    "zero_score",
]
