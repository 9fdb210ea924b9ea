"""Numbers quoted on the page ``chapters/dot_product``."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from sqrtdk import component, softmax
from sqrtdk.examples import D_K, KEY, LONG_KEY, N_INPUTS, QUERY, SHORT_QUERY, STRANGER, UNIT_QUERY

from ledger.entry import Entry, makers

PAGE = "chapters/dot_product"
exact, rounded, _ = makers(PAGE)
Number = int | Fraction
HAND = (1, 2, -1)


def products(one: Sequence[Number], other: Sequence[Number]) -> list[Fraction]:
    """Return the products of the components."""
    return [Fraction(a) * b for a, b in zip(one, other, strict=True)]


def dot(one: Sequence[Number], other: Sequence[Number]) -> Fraction:
    """Return the dot product."""
    return Fraction(sum(products(one, other)))


def length(vector: Sequence[Number]) -> float:
    """Return the length of a vector."""
    return math.sqrt(dot(vector, vector))


def angle(one: Sequence[Number], other: Sequence[Number]) -> float:
    """Return the angle of two vectors of the plane in degrees, from their directions."""
    directions = [math.atan2(float(v[1]), float(v[0])) for v in (one, other)]
    return math.degrees(abs(directions[1] - directions[0]))


def cosine() -> float:
    """Return the dot product of the running pair brought to length 1."""
    return float(dot(QUERY, KEY)) / (length(QUERY) * length(KEY))


def cosine_spread() -> float:
    """Return the standard deviation of a cosine: coin vectors all have the length root d."""
    coin = component("coin").distribution
    product = coin.product(coin).map(lambda q, k: q * k)
    return math.sqrt(product.sum_of(D_K).variance()) / D_K


def flattest_focus() -> float:
    """Return the largest weight of 512 keys if all scores are cosines."""
    scores = np.full(N_INPUTS, -1.0)
    scores[0] = 1.0
    return float(softmax(scores)[0])


def n_columns() -> int:
    """Return how many scores a query has with the keys of the exercise."""
    return int((np.ones((10, D_K)) @ np.ones((12, D_K)).T).shape[1])


PAIR = "the running pair $q = (1.2, -0.4)$ and $k = (0.6, 0.9)$"
PRODUCTS = "the products are 0.72 and $-0.36$, and the dot product is 0.36."
Q_LENGTH = r"$\lVert q\rVert = \sqrt{1.6} \approx 1.265$"
K_LENGTH = r"$\lVert k\rVert = \sqrt{1.17} \approx 1.082$"
COSINE = "the cosine is 0.263 and the angle 74.7 degrees"

ENTRIES: list[Entry] = [
    exact("a right angle and scores 6,", lambda: dot(SHORT_QUERY, STRANGER), "6", "B16"),
    exact("and $q$ itself scores 4.", lambda: dot(SHORT_QUERY, SHORT_QUERY), "4", "B16"),
    exact("it is short: the score is 1.", lambda: dot(UNIT_QUERY, UNIT_QUERY), "1", "B16"),
    exact("for that: the score is 10.", lambda: dot(UNIT_QUERY, LONG_KEY), "10", "B16"),
    exact(PAIR, lambda: QUERY[0], "1.2", "B3"),
    exact(PAIR, lambda: QUERY[1], "-0.4", "B3"),
    exact(PAIR, lambda: KEY[0], "0.6", "B3"),
    exact(PAIR, lambda: KEY[1], "0.9", "B3"),
    exact(PRODUCTS, lambda: products(QUERY, KEY)[0], "0.72", "B18"),
    exact(PRODUCTS, lambda: products(QUERY, KEY)[1], "-0.36", "B18"),
    exact("the dot product is 0.36.", lambda: dot(QUERY, KEY), "0.36", ("B13", "B18", "B58")),
    exact(Q_LENGTH, lambda: dot(QUERY, QUERY), "1.6", "B17"),
    rounded(Q_LENGTH, lambda: length(QUERY), "1.265", "B17"),
    exact(K_LENGTH, lambda: dot(KEY, KEY), "1.17", "B17"),
    rounded(K_LENGTH, lambda: length(KEY), "1.082", "B17"),
    rounded(COSINE, cosine, "0.263", "B17"),
    rounded(COSINE, lambda: angle(QUERY, KEY), "74.7", "B17"),
    exact("$2 + 0 - 2 = 0$", lambda: dot(HAND, (2, 0, 2)), "0", "B15"),
    exact(
        "$2 + 8 + 2 = 12$",
        lambda: sum(abs(product) for product in products(HAND, [2 * x for x in HAND])),
        "12",
        "B14",
    ),
    exact("$-1 + 2 - 1 = 0$", lambda: dot(HAND, (-1, 1, 1)), "0", "B15"),
    exact("their shape is $(10, 12)$", n_columns, "12", "B19"),
    rounded("At $d = 64$ its standard deviation is 0.125,", cosine_spread, "0.125"),
    rounded(
        "an angle within about 7 degrees", lambda: math.degrees(math.asin(cosine_spread())), "7"
    ),
    rounded(r"$e^2/(e^2 + 511) \approx 0.014$", flattest_focus, "0.014"),
]
