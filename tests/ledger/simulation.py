"""Numbers quoted on the page ``chapters/simulation``."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from functools import cache

import numpy as np
from sqrtdk import (
    Estimate,
    component,
    dot_product_moments,
    sample_mean,
    softmax,
    softmax_examples,
    standard_library_row,
    stored_table,
)
from sqrtdk.examples import FOUND_VARIANCE
from sqrtdk.tables import TableRow

from ledger.entry import Entry, makers
from ledger.simulation_numbers import largest_with_fresh_queries, largest_with_shared_query

PAGE = "chapters/simulation"
exact, rounded, simulated = makers(PAGE)
N_DRAWS = 20_000
HEAD = 64
N_KEYS = 5
COIN = component("coin").distribution


@cache
def first_row() -> TableRow:
    """First row of the table, drawn again as on the page."""
    return standard_library_row(4, N_DRAWS, random.Random(0))


def relative_error(d_k: int) -> float:
    """Standard error of the variance of a row, over the variance."""
    return math.sqrt((float(dot_product_moments(d_k).kurtosis) - 1) / N_DRAWS)


def scaled(row: TableRow) -> Estimate:
    """Scaled variance of a row, with its standard error."""
    return Estimate(row.scaled_variance, relative_error(row.d_k), N_DRAWS)


def one() -> Fraction:
    """Variance of a score over the number of its components, by the theory."""
    return dot_product_moments(HEAD).variance / HEAD


def divided(row: TableRow) -> float:
    """Variance of a row over its number of components, whatever was drawn."""
    return row.variance / row.d_k


def fresh_divided() -> float:
    """Variance of the first row, drawn again, over its number of components."""
    return divided(first_row())


def million_draws() -> float:
    """Random numbers behind the second and the third row, in millions."""
    return sum(2 * row.d_k * N_DRAWS for row in stored_table()[1:]) / 10**6


@cache
def largest_weights() -> np.ndarray:
    """Largest raw weights of many rows of five keys that share a query."""
    rng = np.random.default_rng(N_KEYS)
    lengths = np.sqrt(rng.chisquare(HEAD, (200_000, 1)))
    return softmax(lengths * rng.standard_normal((200_000, N_KEYS))).max(axis=1)


def shared() -> float:
    """Mean of the largest of five raw weights with one query."""
    return largest_with_shared_query(HEAD, N_KEYS)


def as_extreme() -> Estimate:
    """Share of such rows whose largest weight is at least that of the example."""
    return sample_mean(largest_weights() >= max(softmax_examples()[0].weights))


def coin_kurtosis() -> Fraction:
    """Fourth moment of a standardised coin score, by its exact law."""
    return COIN.sum_of(HEAD).kurtosis()


def coin_error() -> float:
    """Standard error of the variance of the exercise."""
    return math.sqrt((coin_kurtosis() - 1) / N_DRAWS) * COIN.sum_of(HEAD).variance()


def distance() -> Fraction:
    """Distance of the variance of the exercise from the theory."""
    return FOUND_VARIANCE - COIN.sum_of(HEAD).variance()


def kurtosis_step(name: str) -> Fraction:
    """How far the fourth moment is from 3, times the number of components."""
    return abs(dot_product_moments(HEAD, name).kurtosis - 3) * HEAD


def pairs_of_squares() -> Fraction:
    """Ways to get a product of two squares in a fourth power, over d (d - 1), by coins."""
    fourth = COIN.sum_of(HEAD).moment(4)
    return (fourth - HEAD * COIN.moment(4)) / (HEAD * (HEAD - 1))


def draws_for(part: Fraction) -> int:
    """How many times the draws bring the standard error of a mean down to a part of it."""
    variance = component("normal").variance
    return next(n for n in range(1, 12) if variance / n <= part**2)


DIGITS = "the digits of the note: $1.000$, $0.996$ and $1.008$"
UNIT = "the scaled column reads 1.000, 0.996 and 1.008"
ERROR = '"The scaled variances 1.000, 0.996 and 1.008 are all'
RAW = "Raw, the key with the score 8.74 has 0.996 of the weight"
SCALED = "the score is 1.09, the same key has 0.481, and"
FOURTH = "coins have the fourth moment $3 - 2/d_k$ in place of $3 + 6/d_k$"
HAND = r"$\sqrt{(2 - 1/32)/20{,}000} \cdot 64 \approx 0.635$"

ENTRIES: list[Entry] = [
    exact("score is $3 - 2/64$", lambda: 3 - coin_kurtosis(), "2/64"),
    exact(HAND, lambda: 3 - coin_kurtosis(), "1/32"),
    rounded(HAND, coin_error, "0.635"),
    exact("finds the variance 64.9", lambda: FOUND_VARIANCE, "64.9"),
    exact("How many standard errors are 0.9?", distance, "0.9"),
    exact("The distance of 0.9 is 1.42", distance, "0.9"),
    rounded("The distance of 0.9 is 1.42", lambda: distance() / coin_error(), "1.42"),
    exact(FOURTH, lambda: kurtosis_step("coin"), "2", ("A20", "A21", "B20")),
    exact(FOURTH, lambda: kurtosis_step("normal"), "6", ("A20", "A21", "A28", "B20")),
    exact("There are $d_k$ terms $Z_i^4$, and $3 d_k(d_k - 1)$ ways", pairs_of_squares, "3"),
    simulated(DIGITS, lambda: scaled(first_row()), "1.000", one, ("A31", "A49")),
    simulated(DIGITS, lambda: scaled(stored_table()[1]), "0.996", one, ("A31", "A50")),
    simulated(DIGITS, lambda: scaled(stored_table()[2]), "1.008", one, ("A31", "A51")),
    rounded(UNIT, fresh_divided, "1.000", ("A30", "A49")),
    rounded(UNIT, lambda: divided(stored_table()[1]), "0.996", ("A30", "A50", "B52")),
    rounded(UNIT, lambda: divided(stored_table()[2]), "1.008", ("A30", "A51", "B53")),
    rounded(ERROR, fresh_divided, "1.000"),
    rounded(ERROR, lambda: divided(stored_table()[1]), "0.996"),
    rounded(ERROR, lambda: divided(stored_table()[2]), "1.008"),
    rounded("$d_k = 64$ that is 1.0 %", lambda: relative_error(HEAD), "1.0", "A31"),
    rounded("two rows need 23 million more draws", million_draws, "23"),
    rounded(RAW, lambda: max(softmax_examples()[0].scores), "8.74", "A52"),
    rounded(RAW, lambda: max(softmax_examples()[0].weights), "0.996", "A53"),
    rounded(
        "the largest slope $p(1 - p)$ is 0.0042.",
        lambda: softmax_examples()[0].largest_slope,
        "0.0042",
        "A54",
    ),
    exact(
        "before and after division by 8.",
        lambda: math.isqrt(int(dot_product_moments(HEAD).variance)),
        "8",
        ("A27", "B46"),
    ),
    rounded(SCALED, lambda: max(softmax_examples()[1].scores), "1.09", "A55"),
    rounded(SCALED, lambda: max(softmax_examples()[1].weights), "0.481", "A56"),
    rounded(
        "and the largest slope is 0.2496",
        lambda: softmax_examples()[1].largest_slope,
        "0.2496",
        "A57",
    ),
    simulated(
        "the largest raw weight averages 0.898,",
        lambda: sample_mean(largest_weights()),
        "0.898",
        shared,
    ),
    simulated("and 38 % of the rows", as_extreme, "38 %"),
    rounded("the shared query gives 0.8982", shared, "0.8982"),
    rounded(
        "where fresh ones give 0.8991",
        lambda: largest_with_fresh_queries(HEAD, N_KEYS),
        "0.8991",
    ),
    rounded("1.4 times as many", lambda: math.sqrt(draws_for(Fraction(1, 2)) / 2), "1.4"),
    rounded("2 times as many", lambda: math.sqrt(draws_for(Fraction(1, 2))), "2 times"),
    exact("4 times as many", lambda: draws_for(Fraction(1, 2)), "4 times", "B26"),
]
