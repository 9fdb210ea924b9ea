"""Numbers quoted on the page ``chapters/teaching``."""

from __future__ import annotations

import math
from fractions import Fraction

from sqrtdk.convergence import tail_ratio
from sqrtdk.examples import D_K
from sqrtdk.questions import tilt_for_widest_spread

from ledger.attention_scaling_numbers import (
    against_one_key_at_zero,
    keys_in_effect,
    mean_largest,
    raw_largest,
)
from ledger.entry import Entry, makers
from ledger.softmax_saturation_numbers import enough, stop_of_the_peak
from ledger.teaching_numbers import (
    largest,
    python_of_binder,
    seen,
    shown_steps,
    step_of_the_mean,
    tilt_for_a_mean_of_5,
    tilt_for_every_second_six,
    times_an_even_share,
)

PAGE = "chapters/teaching"
exact, rounded, simulated = makers(PAGE)

RAW_8 = "fig-exponent?exponent=0.0&n_keys=8"
RAW_64 = "fig-exponent?exponent=0.0&n_keys=64"
FULL_64 = "fig-exponent?exponent=1.0&n_keys=64"
ROOT_64 = "fig-exponent?exponent=0.5&n_keys=64"
ONE_ROW = "fig-temperature?d_k=64&temperature=1&n_keys=8"
WIDE = "fig-gradient-distribution?temperature=32&d_k=1024&n_keys=8"
WIDE_RAW = "fig-gradient-distribution?temperature=1&d_k=1024&n_keys=8"
PEAK = "fig-gradient-distribution?temperature=2.8284271247461903&d_k=64&n_keys=8"
ROOT = "fig-gradient-distribution?temperature=8&d_k=64&n_keys=8"
RACES = [f"fig-race?steps=16&learning_rate={rate}&d_k=64" for rate in ("0.03125", "0.5", "8")]
MAP = "fig-saturation-map?scale=root&d_k=32&n_keys=1024"
BY_64 = "fig-unit-variance?d_k=64&scale=full"
UNDER_0 = "averages 0.273, 0.799 and 0.953 under the first"
UNDER_1 = "0.045, 0.021 and 0.017 under the second"
UNDER_HALF = "0.104, 0.112 and 0.111"
LOSSES = "3.39 without a divisor, then 0.16 with the root, then 0.23 with $d_k$"
SOLVED = (
    "the steps until 95 % of the targets are found, each at its fastest rate, it is $d_k$: "
    "20 steps, 3 and 2.5"
)
STEP = "By 0.125 from anywhere, which the sentence shows as 0.12 or 0.13"

LESSONS: list[Entry] = [
    exact("#loaded_die?face=6&tilt=0.60", tilt_for_a_mean_of_5, "0.60"),
    exact("`0.03125` and", lambda: seen(RACES[0]).best_rates["raw"], "0.03125"),
    exact("as `1/32`, leaves", lambda: seen(RACES[0]).best_rates["raw"], "1/32"),
    rounded("for 1, 8, 64 and 11.3", lambda: math.sqrt(2 * D_K), "11.3"),
    rounded("standard deviation is 1, and 0.125", lambda: seen(BY_64).spread, "0.125"),
    rounded("averages 0.886 over 400 rows", lambda: largest(D_K, RAW_8), "0.886"),
    rounded("The exact mean is 0.875", lambda: mean_largest(8), "0.875"),
    rounded("where it is 0.983", lambda: seen(ONE_ROW).weights.max(), "0.983"),
    rounded(UNDER_0, lambda: largest(4, RAW_64), "0.273"),
    rounded(UNDER_0, lambda: largest(D_K, RAW_64), "0.799"),
    rounded(UNDER_0, lambda: largest(1_024, RAW_64), "0.953"),
    rounded(UNDER_1, lambda: largest(4, FULL_64), "0.045"),
    rounded(UNDER_1, lambda: largest(D_K, FULL_64), "0.021"),
    rounded(UNDER_1, lambda: largest(1_024, FULL_64), "0.017"),
    rounded(UNDER_HALF, lambda: largest(4, ROOT_64), "0.104"),
    rounded(UNDER_HALF, lambda: largest(D_K, ROOT_64), "0.112"),
    rounded(UNDER_HALF, lambda: largest(1_024, ROOT_64), "0.111"),
    rounded("mean 0.33, median 0.31", lambda: seen(WIDE).mean, "0.33"),
    rounded("mean 0.33, median 0.31", lambda: seen(WIDE).median, "0.31"),
    rounded("has grown to 1.1", lambda: seen(WIDE_RAW).mean, "1.1"),
    rounded(
        r"has fallen to $2.5 \cdot 10^{-5}$", lambda: seen(WIDE_RAW).median, r"2.5 \cdot 10^{-5}"
    ),
    rounded("finds 0.60 at the", lambda: seen(PEAK).median, "0.60"),
    rounded("at the temperature 2.83, where", stop_of_the_peak, "2.83"),
    rounded("the root has 0.31", lambda: seen(ROOT).median, "0.31"),
    exact("[the rate 1/32]", lambda: seen(RACES[0]).best_rates["raw"], "1/32"),
    rounded(LOSSES, lambda: seen(RACES[0]).losses["raw"], "3.39"),
    rounded(LOSSES, lambda: seen(RACES[1]).losses["root"], "0.16"),
    rounded(LOSSES, lambda: seen(RACES[2]).losses["full"], "0.23"),
    rounded(SOLVED, enough, "95 %"),
    rounded(SOLVED, lambda: seen(RACES[0]).steps_to_solve["full"], "2.5"),
    rounded("weight is about 0.9997]", against_one_key_at_zero, "0.9997"),
]

NOTES: list[Entry] = [
    exact("At [the tilt 0.60]", tilt_for_a_mean_of_5, "0.60"),
    exact("The answer 0.40 takes", tilt_for_every_second_six, "0.40"),
    exact(STEP, step_of_the_mean, "0.125"),
    exact(STEP, lambda: Fraction(min(shown_steps())), "0.12"),
    exact(STEP, lambda: Fraction(max(shown_steps())), "0.13"),
    exact("At [the tilt 0.25]", lambda: tilt_for_widest_spread().answer.value, "0.25"),
    rounded(
        "It is divided by about 7.4",
        lambda: (1 - math.tanh(3)) / (1 - math.tanh(4)),
        "7.4",
    ),
    rounded("At [the temperature 2.83]", stop_of_the_peak, "2.83"),
    rounded(
        "The distance is divided by about 54",
        lambda: (1 - math.tanh(3)) / (1 - math.tanh(5)),
        "54",
    ),
    exact("where an even share is 1/64", lambda: Fraction(1, D_K), "1/64"),
    rounded("and 11.3 is the root of 128", lambda: math.sqrt(2 * D_K), "11.3"),
    rounded("The answer 0.9997 sets", against_one_key_at_zero, "0.9997"),
    rounded("Nearly all: 63.0 of them", lambda: keys_in_effect(D_K), "63.0"),
    rounded("The largest weight averages 0.0165", lambda: seen(MAP).largest, "0.0165"),
    rounded("still 17 times an even share", lambda: times_an_even_share(MAP), "17"),
    rounded("averages 0.021 with 64", lambda: mean_largest(D_K, divisor=D_K), "0.021"),
    simulated("about 0.875. The", lambda: raw_largest(8), "0.875", lambda: mean_largest(8)),
    rounded("[3.7 times as often]", lambda: tail_ratio(4, 3), "3.7"),
    rounded("it is still 1.2 times as often", lambda: tail_ratio(D_K, 3), "1.2"),
    exact("At [the correlation 0.25]", lambda: 2 / math.sqrt(D_K), "0.25"),
]

ENTRIES = [*LESSONS, *NOTES, exact("has to say 3.11 or more", python_of_binder, "3.11")]
