"""The book's explorers, one function each."""

from sqrtdk.explorers.attention import attention_temperature
from sqrtdk.explorers.curves import tanh_and_score, two_key_gap
from sqrtdk.explorers.dice import loaded_die
from sqrtdk.explorers.exponent import scale_exponent
from sqrtdk.explorers.scores import unit_variance_dot_product
from sqrtdk.explorers.vectors import dot_product_angle

__all__ = [
    "attention_temperature",
    "dot_product_angle",
    "loaded_die",
    "scale_exponent",
    "tanh_and_score",
    "two_key_gap",
    "unit_variance_dot_product",
]
