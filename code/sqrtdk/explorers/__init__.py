"""The book's explorers, one function each."""

from sqrtdk.explorers.assumptions import break_an_assumption
from sqrtdk.explorers.curves import tanh_and_score, two_key_gap
from sqrtdk.explorers.dice import loaded_die
from sqrtdk.explorers.exact_law_of_scores import exact_law
from sqrtdk.explorers.exponent import scale_exponent
from sqrtdk.explorers.gradients import gradient_distribution
from sqrtdk.explorers.keys import keys_and_temperature
from sqrtdk.explorers.race import training_race
from sqrtdk.explorers.saturation import saturation_map
from sqrtdk.explorers.scores import unit_variance_dot_product
from sqrtdk.explorers.temperatures import attention_temperature
from sqrtdk.explorers.vectors import dot_product_angle

__all__ = [
    "attention_temperature",
    "break_an_assumption",
    "dot_product_angle",
    "exact_law",
    "gradient_distribution",
    "keys_and_temperature",
    "loaded_die",
    "saturation_map",
    "scale_exponent",
    "tanh_and_score",
    "training_race",
    "two_key_gap",
    "unit_variance_dot_product",
]
