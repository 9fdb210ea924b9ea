"""The book's questions: each answer and each mistake behind it, computed by the package."""

from sqrtdk.questions.beyond import (
    correlation_for_a_mean_of_two,
    effective_keys_of_a_long_row,
    frozen_row,
    power_of_the_keys,
    tail_of_a_small_head,
)
from sqrtdk.questions.expectation import lopsided_game, tilt_for_mean_five
from sqrtdk.questions.products import score_of_wide_components, variance_of_a_product
from sqrtdk.questions.rules import five_dice, square_of_x
from sqrtdk.questions.saturation import (
    fair_race,
    temperature_of_the_largest_median,
    typical_gradient_without_scale,
)
from sqrtdk.questions.scaling import (
    divide_by_d,
    eight_keys,
    half_the_error,
    independent_column,
    temperature_of_a_larger_head,
)
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
    "correlation_for_a_mean_of_two",
    "divide_by_d",
    "doubled_die",
    "effective_keys_of_a_long_row",
    "eight_keys",
    "fair_race",
    "five_dice",
    "four_times_the_components",
    "frozen_row",
    "half_the_error",
    "independent_column",
    "longer_key",
    "lopsided_game",
    "power_of_the_keys",
    "score_of_wide_components",
    "spread_of_a_score",
    "square_of_x",
    "tail_of_a_small_head",
    "tanh_step",
    "temperature_of_a_larger_head",
    "temperature_of_the_largest_median",
    "tilt_for_mean_five",
    "tilt_for_widest_spread",
    "typical_gradient_without_scale",
    "variance_of_a_product",
    "zero_score",
]
