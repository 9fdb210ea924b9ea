"""Numbers quoted on the page ``chapters/tanh``."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache

import numpy as np
from sqrtdk import Estimate, component, dot_product_moments, sample_variance, softmax
from sqrtdk.examples import KEY, N_INPUTS, QUERY
from sqrtdk.explorers.curves import tanh_state
from sqrtdk.figures.additive import additive_spread

from ledger.entry import Entry, makers

PAGE = "chapters/tanh"
exact, rounded, simulated = makers(PAGE)


def first_sum() -> Fraction:
    """Sum of the first components of the running pair."""
    return QUERY[0] + KEY[0]


def up() -> float:
    """Exponential of that sum."""
    return math.exp(first_sum())


def down() -> float:
    """Exponential of minus that sum."""
    return math.exp(-first_sum())


def quotient() -> float:
    """Hyperbolic tangent by its definition."""
    return (up() - down()) / (up() + down())


def distance() -> float:
    """Distance from 1 by the theorem."""
    return 2 / (math.exp(2 * first_sum()) + 1)


def exponentials() -> tuple[Fraction, Fraction]:
    """Exponentials of x and of minus x where the square of the first is 9."""
    rise = Fraction(math.isqrt(3**2))
    return rise, 1 / rise


def above_and_below() -> Fraction:
    """Denominator less numerator of tanh, over the smaller exponential."""
    rise, fall = exponentials()
    return ((rise + fall) - (rise - fall)) / min(rise, fall)


def in_hand() -> Fraction:
    """Hyperbolic tangent of the logarithm of 3."""
    rise, fall = exponentials()
    return (rise - fall) / (rise + fall)


def largest_weight(n: int, bound: float = 1.0) -> float:
    """Weight of one score at a bound while all others are at its negative."""
    scores = np.full(n, -bound)
    scores[0] = bound
    return float(softmax(scores)[0])


def bound_for_focus() -> float:
    """Bound that allows odds of 99 to 1 among 50 words."""
    return math.log((50 - 1) * 99) / 2


def normal_average(function: Callable[[np.ndarray], np.ndarray]) -> float:
    """E[f(X)] of a standard normal by a sum over a fine grid of its density."""
    x = np.linspace(-10, 10, 200_001)
    return float(np.sum(function(x) * component("normal").pdf(x)) * (x[1] - x[0]))


def additive_variance() -> float:
    """Variance of the additive score: inputs of twice the variance of a component."""
    spread = math.sqrt(2 * component("normal").variance)
    return normal_average(lambda x: np.tanh(spread * x) ** 2)


@cache
def simulated_variances() -> tuple[Estimate, ...]:
    """Variance of the additive score at three sizes, from one stream as on the page."""
    rng = np.random.default_rng(4)
    found = []
    for d in (4, 64, 512):
        inside = np.sqrt(2) * rng.standard_normal((10_000, d))
        v = rng.standard_normal((10_000, d)) / np.sqrt(d)
        found.append(sample_variance(np.sum(v * np.tanh(inside), axis=1)))
    return tuple(found)


def dot_product_spread() -> float:
    """Standard deviation of the dot product of two vectors of 512 components."""
    return math.sqrt(dot_product_moments(N_INPUTS).variance)


def mean_slope() -> float:
    """Mean slope of tanh for inputs of standard deviation 10."""
    return normal_average(lambda x: 1 / np.cosh(10 * x) ** 2)


OPENING = "At 1.8 it is already 0.9468, and it never reaches 1."
PAIR = "has $q = (1.2, -0.4)$ and $k = (0.6, 0.9)$."
ADDED = "gives $1.2 + 0.6 = 1.8$."
RISE = r"$e^{1.8} \approx 6.0496$"
FALL = r"$e^{-1.8} \approx 0.1653$"
QUOTIENT = "5.8843, their sum 6.2149, and the quotient is 0.9468. The distance to 1 is 0.0532."
FOCUS = "That is 0.787 for 3 words, 0.451 for 10 and 0.131 for 50."
INTEGRAL = "gives 0.5200, a standard deviation of 0.721."
SIMULATION = "The variance is 0.52, 0.50 and 0.51 at 4, 64 and 512 components."
LN_3 = r"= \frac83/\frac{10}{3} = \frac45$"

ENTRIES: list[Entry] = [
    rounded(r"about $0.80\sqrt d$", lambda: component("normal").absolute_mean, "0.80"),
    exact(OPENING, first_sum, "1.8"),
    rounded(OPENING, lambda: math.tanh(first_sum()), "0.9468", ("B11", "B58")),
    exact("and they meet at 0.", lambda: tanh_state(0.0).value, "0", ("B4", "B7")),
    exact("- (e^x - e^{-x}) = 2e^{-x}$", above_and_below, "2", "B5"),
    exact(PAIR, lambda: QUERY[0], "1.2", "B3"),
    exact(PAIR, lambda: QUERY[1], "-0.4", "B3"),
    exact(PAIR, lambda: KEY[0], "0.6", "B3"),
    exact(PAIR, lambda: KEY[1], "0.9", "B3"),
    exact(ADDED, lambda: QUERY[0], "1.2"),
    exact(ADDED, lambda: KEY[0], "0.6"),
    exact(ADDED, first_sum, "1.8"),
    exact(RISE, first_sum, "1.8"),
    rounded(RISE, up, "6.0496", "B8"),
    exact(FALL, lambda: -first_sum(), "-1.8"),
    rounded(FALL, down, "0.1653", "B9"),
    rounded(QUOTIENT, lambda: up() - down(), "5.8843", "B10"),
    rounded(QUOTIENT, lambda: up() + down(), "6.2149", "B10"),
    rounded(QUOTIENT, quotient, "0.9468", ("B11", "B58")),
    rounded(QUOTIENT, distance, "0.0532", "B6"),
    rounded(FOCUS, lambda: largest_weight(3), "0.787", "B12"),
    rounded(FOCUS, lambda: largest_weight(10), "0.451", "B12"),
    rounded(FOCUS, lambda: largest_weight(50), "0.131", "B12"),
    rounded(INTEGRAL, additive_variance, "0.5200", "B12"),
    rounded(INTEGRAL, additive_spread, "0.721", "B12"),
    rounded("which is 22.6 for", dot_product_spread, "22.6", "B46"),
    simulated(SIMULATION, lambda: simulated_variances()[0], "0.52", additive_variance, "B12"),
    simulated(SIMULATION, lambda: simulated_variances()[1], "0.50", additive_variance, "B12"),
    simulated(SIMULATION, lambda: simulated_variances()[2], "0.51", additive_variance, "B12"),
    exact(LN_3, lambda: sum(exponentials()), r"\frac{10}{3}"),
    exact(LN_3, in_hand, r"\frac45"),
    exact(r"= 2/(9 + 1) = \frac15$", lambda: 1 - in_hand(), r"\frac15", "B6"),
    rounded("a weight of 0.99 is", lambda: largest_weight(50, bound_for_focus()), "0.99"),
    rounded(r"\ln 4851 \approx 4.24$", bound_for_focus, "4.24"),
    rounded("the mean slope is about 0.08", mean_slope, "0.08"),
    rounded("It is divided by about 2.7", lambda: math.exp(1), "2.7"),
    rounded(
        "It is divided by about 7.4",
        lambda: tanh_state(3.0).missing / tanh_state(4.0).missing,
        "7.4",
        "B6",
    ),
]
