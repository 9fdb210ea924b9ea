"""Numbers quoted on the page ``chapters/bienayme``."""

from __future__ import annotations

import math

from sqrtdk import component, dot_product_moments
from sqrtdk.examples import KEY, PUZZLE_VARIANCE, QUERY, SHIFTED_MEAN, TARGET_ERROR

from ledger.bienayme_numbers import (
    PRODUCTS,
    as_large,
    average_found,
    deviations,
    excess,
    found_quantile,
    fourth_coin,
    growth_with_scale,
    largest_mean,
    largest_variance,
    median_size,
    product_of_coins,
    product_of_dice,
    scaled_variance,
    score,
    shifted_variance,
    squared_half_width,
    three_at_a_time,
    unbiased,
    variance_of_estimate,
    walk_spread,
)
from ledger.entry import Entry, makers

PAGE = "chapters/bienayme"
exact, rounded, simulated = makers(PAGE)


ASSUMED = "each has mean 0 and variance 1."
ENDS = r"uniform numbers up to $\sqrt 3$ either way"
PAIR = "For $q = (1.2, -0.4)$ and $k = (0.6, 0.9)$ the score is 0.36"
TWO = "Can the two products 0.72 and $-0.36$ be"
MEANS_PRODUCT = r"$\mathbb{E}[q_i k_i] = 0$"
VARIANCE_PRODUCT = r"$\operatorname{Var}(q_i k_i) = 1$"
MEAN_SCORE = r"\mathbb{E}[q \cdot k] = 0, \qquad"
SCALED = r"\operatorname{Var}\bigl(q \cdot k/\sqrt{d_k}\bigr) = 1$ for every $d_k$"
POWERS = "= d_k^{1 - 2a}$"
DRAWS = r"$n = (2 + 6/64)/0.01^2 \approx 20{,}938$"

ENTRIES: list[Entry] = [
    exact(
        "the sum is of size about 10.",
        lambda: math.sqrt(dot_product_moments(100).variance),
        "10",
        ("A26", "A29"),
    ),
    exact(
        MEANS_PRODUCT,
        lambda: product_of_coins().expectation(),
        "0",
        ("A24", "B34"),
    ),
    exact(
        VARIANCE_PRODUCT,
        lambda: product_of_coins().variance(),
        "1",
        ("A25", "B37", "B36"),
    ),
    exact(ASSUMED, largest_mean, "0", ("A20", "B32")),
    exact(ASSUMED, largest_variance, "1", ("A20", "B32")),
    rounded(ENDS, squared_half_width, "3", "A20"),
    exact("other than zero, give $11515/144$", product_of_dice, "11515/144", ("B33", "B36")),
    exact(
        "root mean square of $q_i k_i$ is 1.",
        lambda: component("normal").variance ** 2,
        "1",
        ("A28", "B22"),
    ),
    rounded(r"\approx 0.637$", lambda: dot_product_moments(1).absolute_mean, "0.637", "A28"),
    rounded("are below 0.365 in size", median_size, "0.365", "A28"),
    exact("the fourth moment is 9.", lambda: dot_product_moments(1).kurtosis, "9", ("A28", "A21")),
    exact(MEAN_SCORE, lambda: dot_product_moments(2, "coin").mean, "0", ("A26", "B34")),
    exact(r"the result is $\sigma^4 d_k$", growth_with_scale, "4", ("A26", "B46")),
    rounded(
        r"$\sqrt{d_k}$: 8 for $d_k = 64$",
        lambda: walk_spread(64),
        "8",
        ("A26", "A27", "A29", "B2", "B46"),
    ),
    exact(SCALED, lambda: dot_product_moments(64).variance / 64, "1", ("A30", "B53", "B56")),
    rounded(
        POWERS,
        lambda: -math.log(scaled_variance(3) / 3**3) / math.log(3),
        "2",
        ("A32", "B52"),
    ),
    exact(
        "for 64 components is 0.015625",
        lambda: dot_product_moments(64).variance / 64**2,
        "0.015625",
        ("A32", "B52"),
    ),
    exact(PAIR, lambda: QUERY[0], "1.2", "B3"),
    exact(PAIR, lambda: QUERY[1], "-0.4", "B3"),
    exact(PAIR, lambda: KEY[0], "0.6", "B3"),
    exact(PAIR, lambda: KEY[1], "0.9", "B3"),
    exact(PAIR, score, "0.36", ("B18", "B58")),
    rounded(
        r"$\sqrt 2 \approx 1.414$",
        lambda: math.sqrt(dot_product_moments(2).variance),
        "1.414",
        ("B43", "B44"),
    ),
    rounded("the score lies 0.255 standard", deviations, "0.255", ("B45", "B54")),
    rounded("About 69.8 % of all", as_large, "69.8", "B45"),
    exact("at least as large as 0.36", score, "0.36", "B45"),
    exact(TWO, lambda: PRODUCTS.outcomes[1], "0.72", "B35"),
    exact(TWO, lambda: PRODUCTS.outcomes[0], "-0.36", "B35"),
    exact("Their mean is 0.18.", lambda: PRODUCTS.expectation(), "0.18", "B35"),
    exact("$n = 2$ gives 0.2916", lambda: PRODUCTS.variance(), "0.2916", ("B38", "B39")),
    exact("$n - 1$ gives 0.5832", unbiased, "0.5832", ("B39", "B40")),
    exact("known mean 0 it is 0.324", lambda: PRODUCTS.moment(2), "0.324", ("B39", "B40")),
    rounded(
        "unbiased estimate is 2.24",
        lambda: math.sqrt(variance_of_estimate(2)),
        "2.24",
        "B40",
    ),
    exact(
        r"components $\kappa = 9$, and",
        lambda: component("normal").kurtosis ** 2,
        "9",
        ("A28", "B40"),
    ),
    exact("$n = 2$ gives 5.", lambda: variance_of_estimate(2), "5", "B40"),
    exact("of the four scores, and gets 1.6", lambda: PUZZLE_VARIANCE, "1.6"),
    exact("Theory says 2.", lambda: dot_product_moments(2).variance, "2", "B43"),
    exact("such experiments is 1.5, and", lambda: average_found(0), "1.5"),
    exact("and 2 if the division is by 3", lambda: average_found(1), "2"),
    simulated("lies between 0.05 and", lambda: found_quantile(1), "0.05"),
    simulated("and 5.5 in nine cases", lambda: found_quantile(19), "5.5"),
    exact("of their sum is 4 instead of 2", fourth_coin, "4", ("A26", "B42")),
    exact(
        "of their sum is 4 instead of 2",
        lambda: dot_product_moments(2, "coin").variance,
        "2",
        ("B42", "B43"),
    ),
    rounded(
        "and its variance is $d^2$",
        lambda: math.log(three_at_a_time(3)) / math.log(3),
        "2",
        ("A26", "B42"),
    ),
    exact(r"$6 \cdot 6 = 36$", lambda: scaled_variance(6, 2, 3), "36", "B46"),
    exact("and both means 0.5?", lambda: SHIFTED_MEAN, "0.5"),
    exact(r"$64 \cdot 1.5 = 96$", lambda: shifted_variance(SHIFTED_MEAN), "1.5"),
    exact(r"$64 \cdot 1.5 = 96$", lambda: shifted_variance(SHIFTED_MEAN, 64), "96"),
    exact("a standard error of 1 %?", lambda: TARGET_ERROR, "1"),
    exact(r"Set $\sqrt{(2 + 6/64)/n}$ equal", lambda: excess(64), "6/64"),
    exact("equal to 0.01.", lambda: TARGET_ERROR, "0.01"),
    exact(DRAWS, lambda: excess(64), "6/64"),
    exact(DRAWS, lambda: TARGET_ERROR, "0.01"),
    rounded(DRAWS, lambda: (2 + excess(64)) / TARGET_ERROR**2, "20{,}938"),
    rounded(
        "That is one product. Sums of unrelated terms spread further. 8",
        lambda: math.sqrt(dot_product_moments(64).variance),
        "8",
        "A27",
    ),
    rounded(
        "11.3 This is the root of 128",
        lambda: math.sqrt(dot_product_moments(2 * 64).variance),
        "11.3",
    ),
]
