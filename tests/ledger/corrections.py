"""Numbers quoted on the page ``chapters/corrections``."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

import numpy as np
from sqrtdk import (
    Estimate,
    FiniteDistribution,
    JointDistribution,
    component,
    dot_product_moments,
    effective_keys,
    expected_length,
    expected_maximum,
    sample_mean,
    sigmoid_slope,
    softmax,
)
from sqrtdk.examples import CORRELATION, EPSILON, KEY, N_INPUTS, QUERY, SHARP_WEIGHT
from sqrtdk.experiments import escape_time

from ledger.attention_scaling_numbers import mean_largest
from ledger.beyond_numbers import of_keys, stored_estimate
from ledger.entry import Entry, makers
from ledger.simulation_numbers import largest_with_shared_query

PAGE = "chapters/corrections"
exact, rounded, simulated = makers(PAGE)
HEAD = 64
COIN = component("coin").distribution
PRODUCTS = FiniteDistribution.uniform([q * k for q, k in zip(QUERY, KEY, strict=True)])
ARGUMENT = QUERY[0] + KEY[0]


def unbiased() -> Fraction:
    """Variance of the two products, divided by n - 1 in place of n."""
    n = len(PRODUCTS.outcomes)
    return PRODUCTS.variance() * n / (n - 1)


def half_on_average() -> Fraction:
    """What division by n gives on average for two independent products of coins."""
    product = COIN.product(COIN).map(lambda q, k: q * k)
    pair = product.product(product)
    return pair.expectation(lambda x, y: (x - y) ** 2 / 4)


def one_on_average() -> Fraction:
    """What division by n - 1 gives on average for the same."""
    product = COIN.product(COIN).map(lambda q, k: q * k)
    return product.product(product).expectation(lambda x, y: (x - y) ** 2 / 2)


def product_variance() -> Fraction:
    """Variance of one product of standard components, by their moments."""
    law = component("normal")
    return law.moment(2) ** 2 - law.mean**4


def three_at_a_time() -> Fraction:
    """Variance of a score of four coins of which any three are independent."""
    coins = JointDistribution.independent(COIN, COIN, COIN)
    return coins.map(lambda q1, k1, q2: q1 * k1 + q2 * (q1 * k1 * q2)).variance()


def two_components() -> Fraction:
    """Variance of a score of four independent coins."""
    coins = JointDistribution.independent(COIN, COIN, COIN, COIN)
    return coins.map(lambda q1, q2, k1, k2: q1 * k1 + q2 * k2).variance()


def shared_size() -> Fraction:
    """Variance of a product of two signs, each times one shared size."""
    squared = FiniteDistribution.uniform([0, 2])
    signs = JointDistribution.independent(COIN, COIN, squared)
    return signs.map(lambda s1, s2, r2: s1 * s2 * r2).variance()


def bounded_share() -> float:
    """Largest weight that one of 50 scores between -1 and 1 can have."""
    scores = -np.ones(50)
    scores[0] = -scores[0]
    return float(softmax(scores).max())


def smaller_exponential() -> float:
    """Denominator of tanh minus its numerator, at 1.8."""
    x = float(ARGUMENT)
    return 2 * math.cosh(x) - 2 * abs(math.sinh(x))


def xavier() -> Fraction:
    """Factor of the variance in a head of 64 components with Xavier's weights."""
    return Fraction(2 * N_INPUTS, N_INPUTS + HEAD)


def normalised() -> Fraction:
    """Variance of numbers of variance 1 after layer normalisation."""
    v = component("normal").variance
    return v / (v + EPSILON)


def correlation_of_squares(d_k: int) -> Fraction:
    """Correlation of two squared scores with one query, by the moments of the components."""
    law = component("normal")
    together = d_k * law.kurtosis + d_k * (d_k - 1)
    alone = dot_product_moments(d_k).kurtosis * d_k**2
    return (together - d_k**2) / (alone - d_k**2)


def slope_factor() -> float:
    """How much smaller the slope of a two-key softmax is at a gap of 8 than at 0."""
    return float(sigmoid_slope(0) / sigmoid_slope(8))


def excess(gap: int) -> float:
    """How much too large the exponential of minus the gap is, over the slope."""
    return float(math.exp(-gap) / sigmoid_slope(gap)) - 1


def trained_mean() -> Fraction:
    """Mean of a score whose matching components have the correlation of the example."""
    return HEAD * CORRELATION * component("normal").variance


def trained_spread() -> float:
    """Standard deviation of such a score, by the fourth moment of a normal component."""
    law = component("normal")
    noise = 1 - CORRELATION**2
    square = CORRELATION**2 * law.kurtosis + noise * law.variance**2
    return math.sqrt(HEAD * (square - CORRELATION**2))


def running_score() -> Fraction:
    """Score of the running pair."""
    return sum((q * k for q, k in zip(QUERY, KEY, strict=True)), Fraction(0))


def in_deviations(divisor: float = 1.0) -> float:
    """Score of the running pair, before or after a division, in standard deviations."""
    deviation = math.sqrt(dot_product_moments(len(QUERY)).variance) / divisor
    return float(running_score()) / divisor / deviation


def scaled_variance(d_k: int) -> Fraction:
    """Variance of a score divided by the root of its number of components."""
    return dot_product_moments(d_k).variance / d_k


def second_moment() -> float:
    """Second moment of the standard normal law, by a sum over a fine grid of its density."""
    edges = np.linspace(-12, 12, 20_001)
    density = component("normal").pdf(edges)
    return float(np.sum(edges**2 * density) * (edges[1] - edges[0]))


@cache
def rows(n_keys: int) -> np.ndarray:
    """Weights of the rows that the page draws."""
    rng = np.random.default_rng(17)
    for n in (8, 64, 512):
        lengths = np.sqrt(rng.chisquare(HEAD, (4_000, 1)) / HEAD)
        scores = lengths * rng.standard_normal((4_000, n))
        if n == n_keys:
            break
    return softmax(scores)


def used_share(n_keys: int) -> Estimate:
    """Mean share of the keys that a row effectively uses."""
    return sample_mean(effective_keys(rows(n_keys)) / n_keys)


def largest_weight(n_keys: int) -> Estimate:
    """Mean of the largest weight of a row."""
    return sample_mean(rows(n_keys).max(axis=1))


def in_theory(n_keys: int) -> float:
    """The same by numerical integration."""
    return largest_with_shared_query(HEAD, n_keys, math.sqrt(HEAD))


def layer(column: str, n_tokens: int, scale: str) -> Estimate:
    """Estimate of the size of the gradient at W_Q of a layer."""
    where = {"n_tokens": n_tokens, "d_k": HEAD, "scale": scale}
    return stored_estimate("gradient_table", column, **where)


def far_exponential() -> float:
    """Exponential of a score of three standard deviations."""
    return math.exp(3 * math.sqrt(dot_product_moments(HEAD).variance))


TWO = "two products, 0.72 and $-0.36$, have the sample variance 0.2916"
STAND = "so 0.2916 stands against 0.5. Division"
UNBIASED = "gives 0.5832, which stands against 1."
FOUR = "the variance of the score is 4 and not 2."
TANH = r"At 1.8 that is 0.3306, and $1 - \tanh 1.8 = 0.0532$"
SQUARES = "At $d_k = 1$ that is 0.25, at 64 it is 0.0149"
SLOPES = "always too large, by 0.067 % at 8 and by 87 % at 1"
TRAINED = "the mean is 19.2, more than two standard deviations of 8.35"
CHECKS = r'$\operatorname{Var}(X) = 1$ "confirms" $\mathbb{E}[X^2] = 1$'
NOW = 'the score 0.36 is "now 0.254 standard deviations"'
USED = "a row effectively uses 59 % of 8 keys and 39 % of 512"
LARGEST = "the largest weight falls from 0.360 to 0.027"
GRADIENT = "has a root mean square of 273 without the scale and 24.6 with it"
TYPICAL = "over layers of *two* tokens the median is 1.9 without and 6.5 with it"
FAR = r"scores of standard deviation 8 reach 24, that $e^{24}$ is $2.6 \cdot 10^{10}$, and"
LARGEST_OF_512 = "the largest weight averages 0.725, and it exceeds 0.9 in 32 % of the rows"
ESCAPE = (
    "8 needs 2,997 units of time to come back to equal scores, where a gap of 2 needs 11: slow"
)
FOURTH = "the fourth moment 1 where the normal law has 3."

ENTRIES: list[Entry] = [
    exact(FOURTH, lambda: COIN.moment(4), "1", ("A20", "B20")),
    exact(FOURTH, lambda: component("normal").kurtosis, "3", ("A20", "B20")),
    exact(TWO, lambda: PRODUCTS.outcomes[1], "0.72", ("B18", "B35")),
    exact(TWO, lambda: PRODUCTS.outcomes[0], "-0.36", ("B18", "B35")),
    exact(TWO, lambda: PRODUCTS.variance(), "0.2916", ("B38", "B39")),
    exact('"and the theory says 1"', product_variance, "1", ("A25", "B37", "B40")),
    exact(STAND, lambda: PRODUCTS.variance(), "0.2916", ("B38", "B39")),
    exact(STAND, half_on_average, "0.5", "B40"),
    exact(UNBIASED, unbiased, "0.5832", "B39"),
    exact(UNBIASED, one_on_average, "1", "B40"),
    exact(FOUR, three_at_a_time, "4", "B42"),
    exact(FOUR, two_components, "2", ("A26", "B2", "B42", "B43")),
    exact("one shared size give the variance 2.", shared_size, "2", "A25"),
    rounded("50 words at most 13.1 % of the weight", bounded_share, "13.1 %"),
    exact(TANH, lambda: ARGUMENT, "1.8"),
    rounded(TANH, smaller_exponential, "0.3306", "B5"),
    rounded(TANH, lambda: 1 - np.tanh(float(ARGUMENT)), "0.0532", "B6"),
    exact("from 512 inputs gives $16/9$", xavier, "16/9", "A23"),
    rounded("the variance 1 becomes 0.99999", normalised, "0.99999", "A17"),
    exact(SQUARES, lambda: correlation_of_squares(1), "0.25"),
    rounded(SQUARES, lambda: correlation_of_squares(HEAD), "0.0149"),
    exact("About 750 times, and", lambda: round(slope_factor(), -1), "750", "A37"),
    exact('"about 750 times" smaller', lambda: round(slope_factor(), -1), "750", "A37"),
    rounded(r"$\cosh^2 4 = 745.7$", slope_factor, "745.7", ("A36", "A37")),
    rounded(SLOPES, lambda: excess(8), "0.067", "A38"),
    rounded(SLOPES, lambda: excess(1), "87 %", "A38"),
    exact(r"At $\rho = 0.3$ and", lambda: CORRELATION, "0.3"),
    exact(TRAINED, trained_mean, "19.2"),
    rounded(TRAINED, trained_spread, "8.35"),
    rounded(CHECKS, second_moment, "1", "B23"),
    exact('"verifies" the variance 2, and', two_components, "2", ("B43", "B44")),
    exact(NOW, running_score, "0.36", ("B18", "B58")),
    exact(NOW, lambda: Fraction(math.floor(1000 * in_deviations()), 1000), "0.254", "B54"),
    rounded(
        "cannot change, and it rounds to 0.255",
        lambda: in_deviations(math.sqrt(len(QUERY))),
        "0.255",
        ("B45", "B54", "B55"),
    ),
    exact(
        "scores of variance 1 keep softmax",
        lambda: scaled_variance(HEAD),
        "1",
        ("A30", "B52", "B53", "B56"),
    ),
    simulated(GRADIENT, lambda: layer("rms", HEAD, "1"), "273", claim=("A43", "A47", "B50")),
    simulated(
        GRADIENT,
        lambda: layer("rms", HEAD, "1/sqrt(d_k)"),
        "24.6",
        claim=("A43", "A47", "B50", "B51"),
    ),
    simulated(TYPICAL, lambda: layer("median", 2, "1"), "1.9", claim=("A43", "A47", "B50")),
    simulated(TYPICAL, lambda: layer("median", 2, "1/sqrt(d_k)"), "6.5", claim=("A43", "B50")),
    exact(FAR, lambda: math.sqrt(dot_product_moments(HEAD).variance), "8", "B49"),
    rounded(FAR, lambda: expected_maximum(512, expected_length(HEAD)), "24", "B49"),
    rounded(FAR, far_exponential, r"2.6 \cdot 10^{10}", "B49"),
    simulated(
        LARGEST_OF_512,
        lambda: of_keys("largest_weight", 512, "1"),
        "0.725",
        lambda: mean_largest(512),
        ("A44", "A47", "B49", "B51"),
    ),
    exact(LARGEST_OF_512, lambda: SHARP_WEIGHT, "0.9", ("A44", "B49")),
    simulated(
        LARGEST_OF_512, lambda: of_keys("sharp_share", 512, "1"), "32 %", claim=("A44", "B49")
    ),
    rounded(ESCAPE, lambda: escape_time(8.0), "2,997", "A45"),
    rounded(ESCAPE, lambda: escape_time(2.0), "11", "A45"),
    simulated(USED, lambda: used_share(8), "59 %"),
    simulated(USED, lambda: used_share(512), "39 %"),
    simulated(LARGEST, lambda: largest_weight(8), "0.360", lambda: in_theory(8)),
    simulated(LARGEST, lambda: largest_weight(512), "0.027", lambda: in_theory(512)),
]
