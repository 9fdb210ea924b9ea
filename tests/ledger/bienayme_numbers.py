"""What the numbers of the page ``chapters/bienayme`` are computed with."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

import numpy as np
from sqrtdk import (
    COMPONENTS,
    Estimate,
    FiniteDistribution,
    JointDistribution,
    coin_dot_product_pmf,
    component,
    dot_product_moments,
    dot_product_pdf,
)
from sqrtdk.examples import DIE, KEY, QUERY

COIN = component("coin").distribution
PRODUCTS = FiniteDistribution.uniform([q * k for q, k in zip(QUERY, KEY, strict=True)])
N_SCORES = 4


def product_of_coins() -> FiniteDistribution:
    """Law of one product of coins, by enumeration."""
    return COIN.product(COIN).map(lambda q, k: q * k)


def product_of_dice() -> Fraction:
    """Variance of the product of two dice, by enumeration."""
    return DIE.product(DIE).map(lambda x, y: x * y).variance()


def largest_variance() -> Fraction:
    """Largest variance of the three laws of components."""
    return max(component(name).variance for name in COMPONENTS)


def largest_mean() -> Fraction:
    """Mean farthest from zero of the three laws of components."""
    return max((component(name).mean for name in COMPONENTS), key=abs)


def squared_half_width() -> float:
    """Square of the end of the uniform law, from the height of its density."""
    height = float(component("uniform").pdf(np.zeros(())))
    return (1 / (2 * height)) ** 2


def median_size() -> float:
    """Median of the size of a product of two standard normal numbers, by bisection."""
    logarithms = np.linspace(-16, 3, 381)
    x = np.exp(logarithms)
    weights = 2 * (logarithms[1] - logarithms[0]) * x * component("normal").pdf(x)
    low, high = 0.0, 1.0
    for _ in range(30):
        middle = (low + high) / 2
        inside = [math.erf(middle / (at * math.sqrt(2))) for at in x]
        low, high = (middle, high) if weights @ inside < 1 / 2 else (low, middle)
    return low


def score() -> Fraction:
    """Score of the running pair."""
    return sum((q * k for q, k in zip(QUERY, KEY, strict=True)), Fraction(0))


def deviations(divisor: float = 1.0) -> float:
    """Distance of that score from its mean in standard deviations, both divided alike."""
    spread = math.sqrt(dot_product_moments(len(QUERY)).variance) / divisor
    return float(score()) / divisor / spread


def as_large() -> float:
    """Chance of a score at least that large in size, from the density at two components."""
    x = np.linspace(float(score()), 60, 60_001)
    heights = dot_product_pdf(x, len(QUERY))
    return float(2 * (x[1] - x[0]) * (np.sum(heights) - (heights[0] + heights[-1]) / 2))


def unbiased() -> Fraction:
    """Variance of the two products, divided by n - 1 in place of n."""
    n = len(PRODUCTS.outcomes)
    return PRODUCTS.variance() * n / (n - 1)


def variance_of_estimate(n: int) -> Fraction:
    """Variance of the unbiased variance of n products of normal components."""
    kappa = component("normal").kurtosis ** 2
    return kappa / n - Fraction(n - 3, n * (n - 1))


def average_found(ddof: int) -> Fraction:
    """Average variance of the four scores of two queries and two keys."""
    truth = dot_product_moments(2).variance
    return truth * (N_SCORES - 1) / (N_SCORES - ddof)


@cache
def found_variances() -> np.ndarray:
    """Variances of four scores, as the cell of the page draws them, in order."""
    rng = np.random.default_rng(22)
    queries, keys = rng.standard_normal((2, 100_000, 2, 2))
    scores = (queries @ keys.transpose(0, 2, 1)).reshape(-1, N_SCORES)
    return np.sort(scores.var(axis=1))


def found_quantile(twentieths: int) -> Estimate:
    """Quantile of those variances, its error from the order statistics around it."""
    found, share = found_variances(), twentieths / 20
    n = found.size
    reach = math.sqrt(n * share * (1 - share))
    low, high = found[[round(n * share - reach), round(n * share + reach)]]
    return Estimate(float(np.quantile(found, share)), float(high - low) / 2, n)


def three_at_a_time(d: int) -> Fraction:
    """Variance of a score of coins whose keys are the query times one more coin."""
    laws = JointDistribution.independent(*[COIN] * (d + 1))
    return laws.map(lambda sign, *query: sum(sign * q * q for q in query)).variance()


def fourth_coin() -> Fraction:
    """Variance of two products of coins, the fourth coin the product of the other three."""
    laws = JointDistribution.independent(COIN, COIN, COIN)
    return laws.map(lambda q1, k1, q2: q1 * k1 + q2 * (q1 * k1 * q2)).variance()


def growth_with_scale() -> float:
    """Power of sigma by which the variance of a product grows, from coins of twice the size."""
    twice = COIN.scale(2)
    variance = twice.product(twice).map(lambda q, k: q * k).variance()
    return math.log2(variance) / math.log2(twice.standard_deviation())


def walk_spread(steps: int) -> float:
    """Standard deviation of a random walk of coins, from its law."""
    places, chances = coin_dot_product_pmf(steps)
    return math.sqrt(math.fsum(places**2 * chances))


def scaled_variance(d_k: int, query: int = 1, key: int = 1) -> Fraction:
    """Variance of a score whose components have the given variances."""
    return dot_product_moments(d_k).variance * query * key


def shifted_variance(mean: Fraction, d_k: int = 1) -> Fraction:
    """Variance of a score of components of variance 1 and the given mean, by enumeration."""
    shifted = COIN.scale(1, mean)
    return d_k * shifted.product(shifted).map(lambda q, k: q * k).variance()


def excess(d_k: int) -> Fraction:
    """Kurtosis of a score of normal components, less 3."""
    return dot_product_moments(d_k).kurtosis - 3
