"""Numbers quoted on the page ``chapters/misconceptions``."""

from __future__ import annotations

import math

import numpy as np
from sqrtdk import score_moments, softmax
from sqrtdk.examples import CORRELATION, D_K, DIE

from ledger.attention_scaling_numbers import against_one_key_at_zero, mean_largest
from ledger.entry import Entry, makers
from ledger.misconceptions_numbers import (
    FEATURES,
    cosine_spread,
    growth,
    growth_of_the_mean,
    keys_for_half,
    keys_in_effect,
    largest_divided_by_features,
    one_hot_share,
    raw_gradient,
    raw_gradient_in_theory,
    share_of_the_width,
    spread,
    square_of_the_variance,
    up_to,
)

PAGE = "chapters/misconceptions"
exact, rounded, simulated = makers(PAGE)

WIDTH = r"a spread of $\sqrt{64/512} = 0.354$ in place of 1"
UNIT = r"a cosine, has the spread $1/\sqrt{64} = 0.125$ already, and the root would make it 0.0156"
FLAT = "the scores 4, 3, 2, 1 is 0.262, and without a scale it is 0.644"
FACTOR = "give the first key the weight 0.665, and four times those scores give it 0.982"
CONTRIBUTE = (
    "up to 8 in size contribute 6.4 to the mean over queries and those up to 32 contribute 25.5"
)
GRADIENT = "goes from 1.23 at $d_k = 16$ *up* to 3.3 at 256"
ONE_HOT = "the largest weight reaches 0.9997 in 16 % of the rows"
AGREE = "have the correlation 0.3, the *mean* of that score is 0.3 of $d_k$"

WHICH: list[Entry] = [
    exact(WIDTH, share_of_the_width, "64/512"),
    rounded(WIDTH, lambda: spread(64, spread(512)), "0.354", "B46"),
    rounded("the roots of 1 and 10 would be 1 and 3.2", lambda: spread(10), "3.2"),
]
ROOT: list[Entry] = [
    rounded("$1/\\sqrt{300} = 0.058$", lambda: spread(FEATURES, FEATURES), "0.058", "A32"),
    simulated(
        "The largest of 8 weights then averages 0.136",
        largest_divided_by_features,
        "0.136",
        lambda: mean_largest(8, FEATURES, float(FEATURES)),
        ("A32", "A33"),
    ),
    exact("equal weights are 0.125", lambda: softmax(np.zeros(8)).max(), "0.125"),
    rounded("gives the exponent 0.5 between 64", lambda: growth(64, 256), "0.5", "A26"),
    exact(
        "With $\\sigma = 2$ and 64 components that is 1,024",
        lambda: score_moments(D_K, query_sd=2, key_sd=2).variance,
        "1,024",
    ),
]
VARIANCE: list[Entry] = [
    exact("the average of the squares is $35/12$", lambda: DIE.variance(), "35/12"),
    exact("draws numbers of variance 4,096", square_of_the_variance, "4,096"),
    rounded(CONTRIBUTE, lambda: up_to(8), "6.4"),
    rounded(CONTRIBUTE, lambda: up_to(32), "25.5"),
]
SPELLINGS: list[Entry] = [
    rounded(FACTOR, lambda: softmax([2.0, 1.0, 0.0]).max(), "0.665"),
    rounded(FACTOR, lambda: softmax([8.0, 4.0, 0.0]).max(), "0.982"),
    exact("A scale of 0.125 and", lambda: 1 / spread(D_K), "0.125", "A41"),
    rounded(r"$64^{1/4} = 2.83$", lambda: spread(D_K, math.sqrt(spread(D_K))), "2.83"),
    simulated("would start with 5.0 in effect", lambda: keys_in_effect(1 / 4), "5.0"),
    simulated("with the root it starts with 28.", lambda: keys_in_effect(1 / 2), "28"),
]
WEIGHTS: list[Entry] = [
    rounded("the largest weight 0.576", lambda: softmax([800.0, 800.0, 801.0]).max(), "0.576"),
    rounded("the largest weight is about 0.9997", against_one_key_at_zero, "0.9997"),
    rounded(ONE_HOT, against_one_key_at_zero, "0.9997"),
    simulated(ONE_HOT, one_hot_share, "16 %"),
    rounded(FLAT, lambda: softmax([4.0, 3.0, 2.0, 1.0], spread(1_024)).max(), "0.262"),
    rounded(FLAT, lambda: softmax([4.0, 3.0, 2.0, 1.0]).max(), "0.644"),
    simulated("the best 16 % hold half", keys_for_half, "16 %"),
]
GRADIENTS: list[Entry] = [
    simulated(
        GRADIENT, lambda: raw_gradient(16), "1.23", lambda: raw_gradient_in_theory(16), "A43"
    ),
    simulated(
        GRADIENT, lambda: raw_gradient(256), "3.3", lambda: raw_gradient_in_theory(256), "A43"
    ),
    rounded(UNIT, lambda: cosine_spread(D_K), "0.125"),
    rounded(UNIT, lambda: cosine_spread(D_K) / spread(D_K), "0.0156"),
    exact(AGREE, lambda: CORRELATION, "0.3"),
    rounded("it grows by the factor 4, and", growth_of_the_mean, "4"),
    rounded("and the root by 2.", lambda: spread(256) / spread(D_K), "2"),
]
ENTRIES: list[Entry] = [*WHICH, *ROOT, *VARIANCE, *SPELLINGS, *WEIGHTS, *GRADIENTS]
