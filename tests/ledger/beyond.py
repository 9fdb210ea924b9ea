"""Numbers quoted on the page ``chapters/beyond``."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from sqrtdk import (
    distance_to_normal,
    dot_product_moments,
    effective_keys_law,
    expected_length,
    expected_top_gap,
    exponential_moment,
    freezing_dimension,
    score_moments,
    spread_for_power,
    squared_score_correlation,
    tail_ratio,
)
from sqrtdk.examples import D_K, SMALL_CORRELATION

from ledger.attention_scaling_numbers import mean_largest
from ledger.beyond_numbers import (
    change_of_ratio,
    components_for_the_mean,
    correlated_variance,
    correlation_for,
    deviation,
    excess_kurtosis,
    first_sharp_dimension,
    greatest_coin_score,
    keys_to_thaw,
    largest_argument,
    mean_of_one_deviation,
    of_keys,
    power_to_thaw,
    scaled_mean,
    score_spread,
    share_beyond,
    spread_over_rows,
    step_at,
    used_share,
    variance_over_rows,
)
from ledger.entry import Entry, makers

PAGE = "chapters/beyond"
exact, rounded, simulated = makers(PAGE)

EXPONENTIAL = r"which is 1.655 at 64 and tends to $\sqrt e = 1.649$"
DISTANCES = "it is 0.0022 for normal components, 0.00009 for uniform ones and 0.050 for coins"
KURTOSES = "For normal components that is $3 + 6/d_k$, for coins $3 - 2/d_k$"
ROWS = "18 % at $d_k = 64$, and 71 % at $d_k = 4$. For the length itself that is 9 % at 64"
ALIKE = "With a correlation of 0.1 among all components of both it is 104.3 in place of 64."
TRAINED = r"At $\rho = 1/\sqrt{d_k} = 0.125$ the mean is 8, the standard deviation"
SHARE = "At 1,024 keys a simulation gives 393, where $n/e$ is 377"
THAW = r"it would take $e^{32}$ keys, about $8 \cdot 10^{13}$, to thaw it"
FINITE = "the exponential is finite up to 11.09; in 32 bits up to 88.72"
STEPS = "in steps of $1/64$ in half precision, and of $1/8$ in the format of 16 bits with seven"
BEYOND = "about 1 % of the time, 3.67 times as often as"
LONG = "28 of 64 and 393 of 1,024 in a simulation. The largest weight falls from 0.107 to 0.016"
FIRST = "At 64 the mean is 6.4 against a standard deviation of 8.04"
SECOND = "at 256 it is 25.6 against 16.08"

LAW: list[Entry] = [
    exact("have mean 0 and variance 1 before", score_spread, "1", "A30"),
    exact(
        "A correlation of $1/8$ between the components of a query",
        lambda: correlation_for(1),
        "1/8",
    ),
    rounded(EXPONENTIAL, lambda: exponential_moment(D_K), "1.655"),
    rounded(EXPONENTIAL, lambda: exponential_moment(2**14), "1.649"),
    exact(KURTOSES, lambda: excess_kurtosis("normal"), "6"),
    exact(KURTOSES, lambda: -excess_kurtosis("coin"), "2"),
    rounded(DISTANCES, lambda: distance_to_normal(D_K), "0.0022"),
    rounded(DISTANCES, lambda: distance_to_normal(D_K, "uniform"), "0.00009"),
    rounded(DISTANCES, lambda: distance_to_normal(D_K, "coin"), "0.050"),
    exact(
        "For normal components it is $1/(d_k + 3)$",
        lambda: 1 / squared_score_correlation(D_K) - D_K,
        "3",
    ),
    rounded(ROWS, lambda: variance_over_rows(D_K), "18"),
    rounded(ROWS, lambda: spread_over_rows(D_K), "9"),
    rounded(ROWS, lambda: variance_over_rows(4), "71"),
]
BROKEN: list[Entry] = [
    exact(ALIKE, lambda: SMALL_CORRELATION, "0.1"),
    rounded(ALIKE, correlated_variance, "104.3"),
    exact(ALIKE, lambda: score_moments(D_K).variance, "64"),
    exact(TRAINED, lambda: correlation_for(1), "0.125"),
    exact(TRAINED, mean_of_one_deviation, "8"),
]
KEYS: list[Entry] = [
    rounded("$n/e$ or 37 % of them", lambda: used_share(1_024), "37 %"),
    simulated(SHARE, lambda: of_keys("effective_keys", 1_024), "393"),
    rounded(SHARE, lambda: effective_keys_law(1_024, 1.0), "377"),
    exact(THAW, power_to_thaw, "32"),
    rounded(THAW, keys_to_thaw, r"8 \cdot 10^{13}"),
]
PRECISION: list[Entry] = [
    rounded(FINITE, lambda: largest_argument(np.float16), "11.09"),
    rounded(FINITE, lambda: largest_argument(np.float32), "88.72"),
    exact(STEPS, lambda: Fraction(float(np.spacing(np.float16(24)))), "1/64"),
    exact(STEPS, lambda: step_at(24, 7), "1/8"),
    rounded(
        "largest of 512 raw scores is 2.42",
        lambda: expected_top_gap(512, expected_length(D_K)),
        "2.42",
    ),
    exact("An error of up to $1/16$ in each", lambda: step_at(24, 7) / 2, "1/16"),
    rounded("the ratio of their weights by up to 13 %", change_of_ratio, "13 %"),
]
EXERCISES: list[Entry] = [
    exact("= 2.5$. Normal", lambda: dot_product_moments(4, "coin").kurtosis, "2.5"),
    exact("= 4.5$. A score", lambda: dot_product_moments(4).kurtosis, "4.5"),
    exact("A score of four coins is at most 4, two", greatest_coin_score, "4"),
    rounded(BEYOND, lambda: share_beyond(4, 3), "1 %"),
    rounded(BEYOND, lambda: tail_ratio(4, 3), "3.67"),
    simulated(LONG, lambda: of_keys("effective_keys", D_K), "28"),
    simulated(LONG, lambda: of_keys("effective_keys", 1_024), "393"),
    simulated(
        LONG,
        lambda: of_keys("largest_weight", D_K),
        "0.107",
        lambda: mean_largest(D_K, D_K, deviation()),
    ),
    simulated(
        LONG,
        lambda: of_keys("largest_weight", 1_024),
        "0.016",
        lambda: mean_largest(1_024, D_K, deviation()),
    ),
    exact(r"have the correlation $\rho = 0.1$", lambda: SMALL_CORRELATION, "0.1"),
    exact(r"$d_k > 1/\rho^2 + 1 = 101$", components_for_the_mean, "101"),
    exact(FIRST, lambda: score_moments(D_K, correlation=SMALL_CORRELATION).mean, "6.4"),
    rounded(FIRST, lambda: deviation(D_K, SMALL_CORRELATION), "8.04"),
    exact(SECOND, lambda: score_moments(256, correlation=SMALL_CORRELATION).mean, "25.6"),
    rounded(SECOND, lambda: deviation(256, SMALL_CORRELATION), "16.08"),
]
QUESTIONS: list[Entry] = [
    simulated("About 28 That is right", lambda: of_keys("effective_keys", D_K), "28"),
    exact(
        "About 390 Long rows",
        lambda: round(of_keys("effective_keys", 1_024).value, -1),
        "390",
    ),
    rounded("1.2 times as often That", lambda: tail_ratio(D_K, 3), "1.2 times"),
    rounded("3.7 times as often The tails", lambda: tail_ratio(4, 3), "3.7 times"),
    rounded("26 times as often That", lambda: tail_ratio(4, 4), "26 times"),
    exact("0.05 There the mean is", lambda: correlation_for(Fraction(2, 5)), "0.05"),
    rounded("There the mean is 0.4.", lambda: scaled_mean(Fraction(1, 20)), "0.4"),
    exact("0.25 The mean of the scaled score", lambda: correlation_for(2), "0.25"),
    exact("0.5 There the mean is 4.", lambda: correlation_for(4), "0.5"),
    exact("0.5 There the mean is 4.", lambda: scaled_mean(Fraction(1, 2)), "4"),
    exact("a copy of the query, and the mean is 8.", lambda: scaled_mean(1), "8"),
    exact("32 The line", first_sharp_dimension, "32"),
    rounded("is near 14. Past", lambda: freezing_dimension(1_024), "14"),
    rounded("64 That is the power one half", lambda: law_at(1 / 2), "64"),
    rounded("512 The number of keys to the", lambda: law_at(3 / 4), "512"),
    rounded("1,507 That is the share", lambda: effective_keys_law(4_096, 1.0), "1,507"),
]
ENTRIES: list[Entry] = [*LAW, *BROKEN, *KEYS, *PRECISION, *EXERCISES, *QUESTIONS]


def law_at(power: float) -> float:
    """Effective number of 4,096 keys by the law, at the spread for a power."""
    return effective_keys_law(4_096, spread_for_power(4_096, power))
