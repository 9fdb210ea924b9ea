"""Numbers quoted on the page ``chapters/softmax_saturation``."""

from __future__ import annotations

import math

from sqrtdk.examples import D_K, SHARP_WEIGHT
from sqrtdk.experiments import (
    escape_ratio,
    escape_time,
    two_key_concentration,
)
from sqrtdk.experiments.one_row import SOLVED
from sqrtdk.experiments.race import N_SEEDS

from ledger.attention_scaling_numbers import mean_largest
from ledger.entry import Entry, makers
from ledger.softmax_saturation_numbers import (
    FULL,
    RAW,
    ROOT,
    bound_of_the_median,
    dead,
    eight,
    enough,
    estimate,
    excess_for_coins,
    fastest,
    formula,
    gradients,
    keys,
    largest_relative_error,
    layer,
    mean_norms,
    meeting,
    of_rows,
    peak_of_the_median,
    peak_of_the_norm,
    product_that_settles,
    row_of,
    sharp_rows,
    solved,
    solved_at_start,
    spread_of_two,
    spread_over_mean,
    squared_length_of_a_difference,
    stop_of_the_peak,
    temperature_of_the_peak,
    tens,
    top_share,
)

PAGE = "chapters/softmax_saturation"
exact, rounded, simulated = makers(PAGE)
DIVISOR = math.sqrt(D_K)
MEAN_RAW = "| raw, mean | 0.07 | 0.15 | 0.21 | 0.24 |"
MEDIAN_RAW = "| raw, median | 0.0010 | 0.06 | 0.20 | 0.28 |"
MEAN_ROOT = "mean | 0.36 | 0.37 | 0.18 | 0.07 |"
MEDIAN_ROOT = "median | 0.40 | 0.37 | 0.18 | 0.07 |"
CROSSES = "to about 20 keys at $d_k = 16$ and 220 at $d_k = 512$"
COINS = "by 4 % for 64 keys of 64 components, by 8 % for 8 keys of 8"
SIZE = "the raw root mean square is 2.15, the scaled one 0.185"
LAYER_RAW = "| scale 1 | 65 | 154 | 273 | 414 |"
LAYER_FULL = "| scale $1/d_k$ | 9.9 | 4.5 | 2.2 | 1.1 |"
TWO_TOKENS = "from 13 at $d_k = 4$ to 39 at 256; there the *median* falls from 7.1 to 0.06"
FEW = "get most carry 61 % of the squared gradient without a scale and 26 % with it"
FEW_WIDE = "it is 80 % without and still 25 % with it"
DEAD = "is 17 % at $d_k = 64$, 42 % at 256 and 64 % at 1,024"
KEYS = r"is $5 \cdot 10^{-9}$ without a scale and 0.0058 with it"
BOTH = "larger without the scale, 0.81 against 0.17, and 5 % of the queries are dead"
PEAK = "peaks near $T = 2.5$, at 0.60; at $T = 8$ it is 0.31"
EVEN = "is 0.45 of the mean at $T = 8$, and 1.55 of it at $T = 1$"
SLOPE = "0.0352 at $d_k = 64$, against 0.182 with the scale"
MEDIAN_SLOPE = r"0.00052 at $d_k = 64$ and $4 \cdot 10^{-10}$ at 512, against 0.20 with the scale"
LARGEST_RAW = "| raw: mean largest weight | 0.951 | 0.875 | 0.791 | 0.725 | 0.706 |"
SHARP = "| raw: share of rows with a weight above 0.9 | 84 % | 63 % | 44 % | 32 % | 29 % |"
EFFECTIVE_RAW = "| raw: effective keys | 1.11 | 1.33 | 1.7 | 2.08 | 2.22 |"
LARGEST_ROOT = "mean largest weight | 0.724 | 0.360 | 0.107 | 0.027 | 0.016 |"
EFFECTIVE_ROOT = "effective keys | 1.63 | 4.7 | 28 | 200 | 390 |"
ESCAPES = "From a gap of 8 it takes 2,997 units, from a gap of 2 it takes 11"
MATCHED = "by a factor of 12 at $d_k = 16$, 473 at 64 and a million at 256"
SAME_RATE = "the factors are 0.74, 7.4 and 3,890"
ONE_ROW = "are solved in 88 %, 48 % and 25 % of all cases"
LONGER = "rises to 60 % after 2,000 steps and 78 % after 20,000"
RACE = "the median of 32 runs finds 95 % of the targets"
STEPS = "after 20 steps without a scale, 3 with the root and 2.5 with $1/d_k$"
RISES = "rises from below 0.1 to about 0.25"
FALLS = "divided by the root it falls from 0.36 towards 0.05"
RISES_MEDIAN = "and rises to 0.3; divided by the root it falls from 0.4 towards 0.05"

JACOBIAN: list[Entry] = [
    exact(r"\le S(1 - S) \le \tfrac14", spread_of_two, r"\tfrac14", ("A36", "A40")),
    simulated(
        MEAN_RAW,
        lambda: keys(2, RAW, "jacobian_mean"),
        "0.07",
        lambda: 2 * two_key_concentration(D_K, 1.0).slope_mean,
        "A43",
    ),
    simulated(MEAN_RAW, lambda: keys(8, RAW, "jacobian_mean"), "0.15"),
    simulated(MEAN_RAW, lambda: keys(64, RAW, "jacobian_mean"), "0.21"),
    simulated(MEAN_RAW, lambda: keys(512, RAW, "jacobian_mean"), "0.24", claim="B50"),
    simulated(
        MEDIAN_RAW,
        lambda: keys(2, RAW, "jacobian_median"),
        "0.0010",
        lambda: 2 * two_key_concentration(D_K, 1.0).slope_median,
    ),
    simulated(MEDIAN_RAW, lambda: keys(8, RAW, "jacobian_median"), "0.06"),
    simulated(MEDIAN_RAW, lambda: keys(64, RAW, "jacobian_median"), "0.20"),
    simulated(MEDIAN_RAW, lambda: keys(512, RAW, "jacobian_median"), "0.28", claim="B50"),
    simulated(
        MEAN_ROOT,
        lambda: keys(2, ROOT, "jacobian_mean"),
        "0.36",
        lambda: 2 * two_key_concentration(D_K).slope_mean,
    ),
    simulated(MEAN_ROOT, lambda: keys(8, ROOT, "jacobian_mean"), "0.37"),
    simulated(MEAN_ROOT, lambda: keys(64, ROOT, "jacobian_mean"), "0.18"),
    simulated(MEAN_ROOT, lambda: keys(512, ROOT, "jacobian_mean"), "0.07", claim="B50"),
    simulated(
        MEDIAN_ROOT,
        lambda: keys(2, ROOT, "jacobian_median"),
        "0.40",
        lambda: 2 * two_key_concentration(D_K).slope_median,
    ),
    simulated(MEDIAN_ROOT, lambda: keys(8, ROOT, "jacobian_median"), "0.37"),
    simulated(MEDIAN_ROOT, lambda: keys(64, ROOT, "jacobian_median"), "0.18"),
    simulated(MEDIAN_ROOT, lambda: keys(512, ROOT, "jacobian_median"), "0.07"),
    rounded("At 48 keys the means meet", lambda: meeting(D_K, 44, 52), "48", "B50"),
    rounded(CROSSES, lambda: meeting(16, 18, 22), "20"),
    rounded(CROSSES, lambda: tens(meeting(512, 200, 240)), "220"),
    exact("it peaks near $d_k = 11$", peak_of_the_norm, "11"),
    rounded("at 0.30, and falls", lambda: max(mean_norms().values()), "0.30"),
    simulated(RISES, lambda: keys(2, RAW, "jacobian_mean"), "0.1"),
    simulated(RISES, lambda: keys(1024, RAW, "jacobian_mean"), "0.25"),
    simulated(FALLS, lambda: keys(2, ROOT, "jacobian_mean"), "0.36"),
    simulated(FALLS, lambda: keys(1024, ROOT, "jacobian_mean"), "0.05"),
    simulated(RISES_MEDIAN, lambda: keys(1024, RAW, "jacobian_median"), "0.3"),
    simulated(RISES_MEDIAN, lambda: keys(2, ROOT, "jacobian_median"), "0.4"),
    simulated(RISES_MEDIAN, lambda: keys(1024, ROOT, "jacobian_median"), "0.05"),
    rounded("They cross near 48 keys", lambda: meeting(D_K, 44, 52), "48"),
]
GRADIENT: list[Entry] = [
    rounded(COINS, lambda: excess_for_coins(64, 64, 2_000), "4 %"),
    rounded(COINS, lambda: excess_for_coins(8, 8, 40_000), "8 %"),
    simulated(SIZE, lambda: formula(1.0), "2.15", claim=("A42", "A43")),
    simulated(SIZE, lambda: formula(1 / DIVISOR), "0.185", claim=("A42", "A43")),
    simulated(LAYER_RAW, lambda: layer(4, RAW), "65", claim="A43"),
    simulated(LAYER_RAW, lambda: layer(16, RAW), "154", claim="A43"),
    simulated(LAYER_RAW, lambda: layer(64, RAW), "273", claim=("A43", "A47", "B50")),
    simulated(LAYER_RAW, lambda: layer(256, RAW), "414", claim="A43"),
    simulated("{d_k}$ | 25.0 |", lambda: layer(4, ROOT), "25.0"),
    simulated("| 25.0 | 24.9 |", lambda: layer(16, ROOT), "24.9"),
    simulated("| 24.9 | 24.6 |", lambda: layer(64, ROOT), "24.6", claim=("A43", "B50")),
    simulated("| 24.6 | 24.5 |", lambda: layer(256, ROOT), "24.5"),
    simulated(LAYER_FULL, lambda: layer(4, FULL), "9.9"),
    simulated(LAYER_FULL, lambda: layer(16, FULL), "4.5"),
    simulated(LAYER_FULL, lambda: layer(64, FULL), "2.2", claim="A43"),
    simulated(LAYER_FULL, lambda: layer(256, FULL), "1.1"),
    rounded("about 1 % or less", largest_relative_error, "1 %"),
    simulated(TWO_TOKENS, lambda: layer(4, RAW, n_tokens=2), "13"),
    simulated(TWO_TOKENS, lambda: layer(256, RAW, n_tokens=2), "39"),
    simulated(TWO_TOKENS, lambda: layer(4, RAW, "median", 2), "7.1", claim="B51"),
    simulated(TWO_TOKENS, lambda: layer(256, RAW, "median", 2), "0.06", claim="B51"),
]
THREE: list[Entry] = [
    simulated("| grows, 1.2 to 3.8 |", lambda: eight(16, RAW, "rms"), "1.2", claim="A43"),
    simulated("| grows, 1.2 to 3.8 |", lambda: eight(1024, RAW, "rms"), "3.8", claim="A43"),
    simulated("| settles, 0.8 to 1.1 |", lambda: eight(16, RAW, "mean"), "0.8"),
    simulated("| settles, 0.8 to 1.1 |", lambda: eight(1024, RAW, "mean"), "1.1"),
    simulated("| falls, 0.58 to", lambda: eight(16, RAW, "median"), "0.58", claim="A47"),
    exact("to under 0.0001 |", bound_of_the_median, "0.0001", "A47"),
    simulated("| settles at 0.37 |", lambda: eight(1024, ROOT, "rms"), "0.37"),
    simulated("| settles at 0.33 |", lambda: eight(1024, ROOT, "mean"), "0.33"),
    simulated("| settles at 0.31 |", lambda: eight(1024, ROOT, "median"), "0.31"),
    simulated("| falls, 0.084 to 0.010 |", lambda: eight(16, FULL, "rms"), "0.084"),
    simulated("| falls, 0.084 to 0.010 |", lambda: eight(1024, FULL, "rms"), "0.010"),
    simulated("| falls, 0.079 to 0.010 |", lambda: eight(16, FULL, "mean"), "0.079"),
    simulated("| falls, 0.079 to 0.010 |", lambda: eight(1024, FULL, "mean"), "0.010"),
    simulated("| falls, 0.076 to 0.010 |", lambda: eight(16, FULL, "median"), "0.076"),
    simulated("| falls, 0.076 to 0.010 |", lambda: eight(1024, FULL, "median"), "0.010"),
]
WHO: list[Entry] = [
    simulated(FEW, lambda: top_share(64, 1.0), "61 %"),
    simulated(FEW, lambda: top_share(64, None), "26 %"),
    simulated(FEW_WIDE, lambda: top_share(256, 1.0), "80 %"),
    simulated(FEW_WIDE, lambda: top_share(256, None), "25 %"),
    simulated(DEAD, lambda: dead(64), "17 %", claim="A47"),
    simulated(DEAD, lambda: dead(256), "42 %", claim="A47"),
    simulated(DEAD, lambda: dead(1024), "64 %", claim="A47"),
    simulated(
        KEYS,
        lambda: estimate(
            row_of("row_gradient_table", n_keys=64, d_k=D_K, scale=RAW), "key_median"
        ),
        r"5 \cdot 10^{-9}",
        claim="A45",
    ),
    simulated(
        KEYS,
        lambda: estimate(
            row_of("row_gradient_table", n_keys=64, d_k=D_K, scale=ROOT), "key_median"
        ),
        "0.0058",
        claim="A45",
    ),
    simulated(BOTH, lambda: of_rows(RAW, "median"), "0.81"),
    simulated(BOTH, lambda: of_rows(ROOT, "median"), "0.17"),
    simulated(BOTH, lambda: of_rows(RAW, "dead"), "5 %"),
    exact(PEAK, temperature_of_the_peak, "2.5"),
    simulated(PEAK, peak_of_the_median, "0.60"),
    simulated(PEAK, lambda: gradients(D_K, 8, 1 / DIVISOR).median, "0.31"),
    rounded(EVEN, lambda: spread_over_mean(8), "0.45"),
    rounded(EVEN, lambda: spread_over_mean(1), "1.55"),
    rounded("2.83 Colder than the root", stop_of_the_peak, "2.83"),
]
TWO_KEYS: list[Entry] = [
    exact(r"the gap tends to $\sqrt2$ times", squared_length_of_a_difference, "2"),
    rounded(SLOPE, lambda: two_key_concentration(D_K, 1.0).slope_mean, "0.0352"),
    rounded(SLOPE, lambda: two_key_concentration(D_K).slope_mean, "0.182"),
    rounded(MEDIAN_SLOPE, lambda: two_key_concentration(D_K, 1.0).slope_median, "0.00052"),
    rounded(
        MEDIAN_SLOPE, lambda: two_key_concentration(512, 1.0).slope_median, r"4 \cdot 10^{-10}"
    ),
    rounded(MEDIAN_SLOPE, lambda: two_key_concentration(D_K).slope_median, "0.20"),
    rounded(r"\frac{\sqrt2}{\pi} \approx 0.450", product_that_settles, "0.450"),
]
WEIGHTS: list[Entry] = [
    rounded(LARGEST_RAW, lambda: mean_largest(2), "0.951", "A44"),
    rounded(LARGEST_RAW, lambda: mean_largest(8), "0.875", "A44"),
    rounded(LARGEST_RAW, lambda: mean_largest(64), "0.791", "A44"),
    rounded(LARGEST_RAW, lambda: mean_largest(512), "0.725", ("A44", "B49")),
    rounded(LARGEST_RAW, lambda: mean_largest(1024), "0.706", "A44"),
    exact(SHARP, lambda: SHARP_WEIGHT, "0.9"),
    rounded(SHARP, lambda: two_key_concentration(D_K, 1.0).sharp_share, "84 %", "A44"),
    simulated(SHARP, lambda: keys(8, RAW, "sharp_share"), "63 %", claim="A44"),
    simulated(SHARP, lambda: sharp_rows(64), "44 %", claim="A44"),
    simulated(SHARP, lambda: keys(512, RAW, "sharp_share"), "32 %", claim=("A44", "B49")),
    simulated(SHARP, lambda: keys(1024, RAW, "sharp_share"), "29 %", claim="A44"),
    simulated(EFFECTIVE_RAW, lambda: keys(2, RAW, "effective_keys"), "1.11"),
    simulated(EFFECTIVE_RAW, lambda: keys(8, RAW, "effective_keys"), "1.33"),
    simulated(EFFECTIVE_RAW, lambda: keys(64, RAW, "effective_keys"), "1.7"),
    simulated(EFFECTIVE_RAW, lambda: keys(512, RAW, "effective_keys"), "2.08", claim="B49"),
    simulated(EFFECTIVE_RAW, lambda: keys(1024, RAW, "effective_keys"), "2.22"),
    rounded(LARGEST_ROOT, lambda: mean_largest(2, divisor=DIVISOR), "0.724"),
    rounded(LARGEST_ROOT, lambda: mean_largest(8, divisor=DIVISOR), "0.360"),
    rounded(LARGEST_ROOT, lambda: mean_largest(64, divisor=DIVISOR), "0.107"),
    rounded(LARGEST_ROOT, lambda: mean_largest(512, divisor=DIVISOR), "0.027"),
    rounded(LARGEST_ROOT, lambda: mean_largest(1024, divisor=DIVISOR), "0.016"),
    simulated(EFFECTIVE_ROOT, lambda: keys(2, ROOT, "effective_keys"), "1.63"),
    simulated(EFFECTIVE_ROOT, lambda: keys(8, ROOT, "effective_keys"), "4.7"),
    simulated(EFFECTIVE_ROOT, lambda: keys(64, ROOT, "effective_keys"), "28"),
    rounded(EFFECTIVE_ROOT, lambda: tens(keys(512, ROOT, "effective_keys")), "200"),
    rounded(EFFECTIVE_ROOT, lambda: tens(keys(1024, ROOT, "effective_keys")), "390"),
]
TRAINING: list[Entry] = [
    rounded(ESCAPES, lambda: escape_time(8.0), "2,997", "A45"),
    rounded(ESCAPES, lambda: escape_time(2.0), "11", "A45"),
    rounded(MATCHED, lambda: escape_ratio(16, matched=True), "12"),
    rounded(MATCHED, lambda: escape_ratio(64, matched=True), "473", "A45"),
    rounded(SAME_RATE, lambda: escape_ratio(16), "0.74"),
    rounded(SAME_RATE, lambda: escape_ratio(64), "7.4"),
    rounded(SAME_RATE, lambda: tens(escape_ratio(256)), "3,890"),
    rounded("the target's weight exceeds 0.9", lambda: SOLVED, "0.9"),
    simulated(ONE_ROW, lambda: solved(16, 200), "88 %", claim="A45"),
    simulated(ONE_ROW, lambda: solved(64, 200), "48 %", claim="A45"),
    simulated(ONE_ROW, lambda: solved(256, 200), "25 %", claim="A45"),
    rounded("some 8 % were solved before", solved_at_start, "8 %"),
    simulated(LONGER, lambda: solved(64, 2_000), "60 %", claim="A45"),
    simulated(LONGER, lambda: solved(64, 20_000), "78 %", claim="A45"),
    exact(RACE, lambda: N_SEEDS, "32"),
    rounded(RACE, enough, "95 %"),
    rounded(STEPS, lambda: fastest(RAW), "20", ("A45", "B50")),
    rounded(STEPS, lambda: fastest(ROOT), "3", "A45"),
    rounded(STEPS, lambda: fastest(FULL), "2.5", "A45"),
]
ENTRIES: list[Entry] = [*JACOBIAN, *GRADIENT, *THREE, *WHO, *TWO_KEYS, *WEIGHTS, *TRAINING]
