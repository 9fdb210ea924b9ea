"""Numbers quoted on the page ``chapters/attention_scaling``."""

from __future__ import annotations

import math

import numpy as np
from sqrtdk import dot_product_moments, sigmoid_slope, softmax
from sqrtdk.examples import D_K, SHARP_WEIGHT, SMALL_WEIGHT
from sqrtdk.figures.additive import additive_spread

from ledger.attention_scaling_numbers import (
    against_one_key_at_zero,
    at_scores,
    change_by_shift,
    default_gain,
    delta,
    deviations,
    exponential_over_slope,
    gap_beyond,
    gradient,
    gradient_in_theory,
    gradient_ratio,
    keys_in_effect,
    keys_to_reach,
    mean_largest,
    over_rest,
    product_of_coins,
    raw_largest,
    scaled_farthest,
    scaled_largest,
    score,
    score_at_start,
    share_above,
    spread_of_scores,
    top_gap,
    xavier_gain,
)
from ledger.entry import Entry, makers

PAGE = "chapters/attention_scaling"
exact, rounded, simulated = makers(PAGE)


BEFORE = r"Before scaling that is $0.36/\sqrt 2 = 0.255$"
STARTS = "Dv$, the spread of a scaled score |"
DEFAULT = "| uniform between $\\pm 1/\\sqrt{D}$, a common default for linear layers | 0.333 |"
PUBLISHED = "| standard deviation 0.02, $D = 768$ | 0.307 |"
HAND = r"Use $e^{-8} \approx 0.000335$ and $e^{-1} \approx 0.368$"
FIRST = r"Before: $p_1 = 1/1.000335 \approx 0.99966$ and the slope is 0.000335"
SECOND = r"After: $p_1 = 1/1.368 \approx 0.731$ and"
PRODUCT = r"the slope is $0.731 \cdot 0.269 \approx 0.197$"
DELTAS = r"$\delta_{ij}$ is 1 for $i = j$ and 0 otherwise"
VJP = r"and 0 otherwise. As a matrix, $J = \operatorname{diag}(p) - pp^\top$"
BETWEEN = r"The denominator lies between 1 and 4 for $\Delta \ge 0$"

STEPS: list[Entry] = [
    exact(
        r"| 1 | $\mathbb{E}[q_i k_i] = 0$",
        lambda: product_of_coins().expectation(),
        "0",
        ("A24", "B34"),
    ),
    exact(
        r"$\operatorname{Var}(q_i k_i) = 1$",
        lambda: product_of_coins().variance(),
        "1",
        ("A25", "B37", "B36"),
    ),
    exact(
        r"$\operatorname{Var}(q \cdot k/\sqrt{d_k}) = 1$",
        lambda: dot_product_moments(D_K).variance / D_K,
        "1",
        ("A26", "A30", "B46", "B53"),
    ),
    simulated("is then 63.0 of 64", lambda: keys_in_effect(D_K), "63.0", claim=("A32", "A33")),
    exact("with $d_k = 2$, has the score 0.36", score, "0.36", "B18"),
    exact(BEFORE, score, "0.36", ("B54", "B55")),
    rounded(BEFORE, deviations, "0.255", ("B45", "B54", "B55")),
    rounded(
        "After scaling it is $0.255",
        lambda: deviations(math.sqrt(2)),
        "0.255",
        ("B54", "B55", "B56"),
    ),
    rounded(
        "0.721. The dot product has",
        additive_spread,
        "0.721",
        "B12",
    ),
]
START: list[Entry] = [
    rounded(
        r"variance $d_k (D\tau^2)^2$", lambda: math.log2(score_at_start()), "2", ("A22", "B24")
    ),
    exact(
        "which is $2 d_k",
        lambda: score_at_start(gap=True) / score_at_start(),
        "2",
        "B32",
    ),
    rounded("512 to 64 | 1.778 |", lambda: xavier_gain(512, 64), "1.778", ("A23", "B24")),
    exact(
        "| Xavier, square, 512 to 512 | 1 |",
        lambda: xavier_gain(512, 512),
        "1",
        ("A23", "B24"),
    ),
    exact("512 to 1,536 | 0.5 |", lambda: xavier_gain(512, 1536), "0.5", ("A23", "B24")),
    rounded(DEFAULT, lambda: default_gain(512), "0.333", "B24"),
    exact(PUBLISHED, lambda: SMALL_WEIGHT, "0.02", "B24"),
    rounded(PUBLISHED, lambda: 768 * SMALL_WEIGHT**2, "0.307", "B24"),
    exact("unscaled variance is $d_k/9$", lambda: default_gain(64) ** -2, "9", ("A22", "B24")),
]
TWO_KEYS: list[Entry] = [
    exact(r"\le \tfrac14", lambda: sigmoid_slope(0.0), r"\tfrac14", "A36"),
    exact(BETWEEN, lambda: exponential_over_slope(0.0), "4", "A38"),
    rounded(BETWEEN, lambda: exponential_over_slope(8 * math.sqrt(D_K)), "1", "A38"),
    rounded("At a gap of 8 the slope is 0.000335", lambda: sigmoid_slope(8.0), "0.000335", "A37"),
    rounded(
        "by a factor of 746.",
        lambda: sigmoid_slope(0.0) / sigmoid_slope(8.0),
        "746",
        "A37",
    ),
    rounded(
        r"$\sqrt{2 \cdot 64} = 11.3$",
        lambda: math.sqrt(2 * dot_product_moments(D_K).variance),
        "11.3",
    ),
    rounded("and 47.5 % of all gaps are larger than 8", lambda: gap_beyond(8), "47.5"),
    exact(DELTAS, lambda: delta(2, 2), "1", ("A39", "A42")),
    exact(VJP, lambda: delta(2, 1), "0", ("A39", "A42")),
    exact("If one weight is $1 - ", over_rest, "1", "A40"),
    exact(r"add up to $2p_i(1 - p_i) \le 2\varepsilon$", lambda: over_rest(1), "2", "A40"),
    exact(r"\partial p_i/\partial z_j = 0$. As $J$ is", change_by_shift, "0", "A34"),
]
ROWS: list[Entry] = [
    rounded("0.11 against 0.17 in the median", lambda: at_scores(math.sqrt(1))[1], "0.11"),
    rounded("0.11 against 0.17 in the median", lambda: at_scores(math.sqrt(D_K))[1], "0.17"),
    rounded("0.28 against 0.18, because", lambda: at_scores(math.sqrt(1))[0], "0.28"),
    rounded("0.28 against 0.18, because", lambda: at_scores(math.sqrt(D_K))[0], "0.18"),
    simulated(
        "*larger*, 2.18 against",
        lambda: gradient(math.sqrt(1)),
        "2.18",
        lambda: gradient_in_theory(math.sqrt(1)),
        "A42",
    ),
    simulated(
        "2.18 against 0.18, since",
        lambda: gradient(math.sqrt(D_K)),
        "0.18",
        lambda: gradient_in_theory(math.sqrt(D_K)),
        "A42",
    ),
    simulated(
        "about 12 times *larger*, 2.18",
        gradient_ratio,
        "12",
        lambda: gradient_in_theory(math.sqrt(1)) / gradient_in_theory(math.sqrt(D_K)),
    ),
    simulated(
        "the largest weight averages 0.875",
        lambda: raw_largest(8),
        "0.875",
        lambda: mean_largest(8),
    ),
    exact("and it exceeds 0.9", lambda: SHARP_WEIGHT, "0.9"),
    simulated("in 63 % of the rows", lambda: share_above(8, SHARP_WEIGHT), "63"),
    simulated(
        "With 512 keys it averages 0.725",
        lambda: raw_largest(512),
        "0.725",
        lambda: mean_largest(512),
    ),
    exact("and exceeds 0.9 in 32", lambda: SHARP_WEIGHT, "0.9"),
    simulated("0.9 in 32 %.", lambda: share_above(512, SHARP_WEIGHT), "32 %"),
    simulated(
        "the averages are 0.360 and",
        lambda: scaled_largest(8),
        "0.360",
        lambda: mean_largest(8, divisor=math.sqrt(D_K)),
    ),
    simulated(
        "and 0.027.",
        lambda: scaled_largest(512),
        "0.027",
        lambda: mean_largest(512, divisor=math.sqrt(D_K)),
    ),
]
EXERCISES: list[Entry] = [
    rounded(HAND, lambda: math.exp(-8), "0.000335", "A38"),
    rounded(HAND, lambda: math.exp(-1), "0.368"),
    rounded(FIRST, lambda: 1 + math.exp(-8), "1.000335", "A35"),
    rounded(FIRST, lambda: softmax([8.0, 0.0]).max(), "0.99966", "A35"),
    rounded(FIRST, lambda: sigmoid_slope(8.0), "0.000335", ("A36", "A38")),
    rounded(SECOND, lambda: 1 + math.exp(-1), "1.368", "A35"),
    rounded(SECOND, lambda: softmax([8.0, 0.0], 8.0).max(), "0.731", ("A35", "A41")),
    rounded(PRODUCT, lambda: softmax([1.0, 0.0]).max(), "0.731", "A35"),
    rounded(PRODUCT, lambda: softmax([1.0, 0.0]).min(), "0.269", "A35"),
    rounded(PRODUCT, lambda: sigmoid_slope(1.0), "0.197", "A36"),
    rounded(
        "larger by a factor of about 590",
        lambda: round(float(sigmoid_slope(1.0) / sigmoid_slope(8.0)), -1),
        "590",
    ),
    rounded(
        "Scores of standard deviation 8 reach 24",
        lambda: 3 * spread_of_scores(),
        "24",
        ("B46", "B47"),
    ),
    rounded(
        r"$e^{24}$ is about $2.6 \cdot 10^{10}$",
        lambda: math.exp(3 * spread_of_scores()),
        r"2.6 \cdot 10^{10}",
        "B48",
    ),
    rounded("it averages 3.03 for 64", lambda: top_gap(64), "3.03"),
    rounded("keys and 2.42 for 512", lambda: top_gap(512), "2.42"),
    rounded("A gap of 2.42", lambda: top_gap(512), "2.42"),
    rounded("gives weights like 11 to 1", lambda: math.exp(top_gap(512)), "11"),
    exact("some 460 keys", lambda: keys_to_reach(3 * spread_of_scores()), "460", "B47"),
    rounded("stays at about 0.36 for all three", scaled_farthest, "0.36"),
]
QUESTIONS: list[Entry] = [
    rounded(
        "About 0.36 That is the value after division",
        lambda: mean_largest(8, divisor=math.sqrt(D_K)),
        "0.36",
    ),
    simulated("About 0.875", lambda: raw_largest(8), "0.875", lambda: mean_largest(8)),
    rounded("About 0.9997", against_one_key_at_zero, "0.9997"),
    exact("0.125, all alike", lambda: softmax(np.zeros(8)).max(), "0.125"),
    exact(
        "With 64 components the temperature 8 gives scores of spread 1",
        spread_of_scores,
        "8",
        ("A27", "A41"),
    ),
    exact("16 The spread of the scores", lambda: spread_of_scores(256), "16", "A41"),
    simulated(
        "Fewer than 2 That is the raw score. About 28",
        lambda: keys_in_effect(math.sqrt(D_K)),
        "28",
    ),
]
ENTRIES: list[Entry] = [*STEPS, *START, *TWO_KEYS, *ROWS, *EXERCISES, *QUESTIONS]
