"""What the numbers of the page ``chapters/four_rules`` are computed with."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray
from sqrtdk import Estimate, FiniteDistribution, JointDistribution, component, sample_variance
from sqrtdk.examples import D_K, DEVIATIONS_ABOVE, DIE, EPSILON, N_INPUTS

DICE = DIE.product(DIE)
COIN = component("coin").distribution
FIRST_AND_LARGER = JointDistribution.from_function(DICE, lambda x, y: x, max)
THREE = FiniteDistribution.uniform([-1, 0, 1])
SQUARE = JointDistribution.from_function(THREE, lambda x: x, lambda x: x**2)
COINS = JointDistribution.from_function(
    COIN.product(COIN), lambda x, y: x, lambda x, y: y, lambda x, y: x * y
)
OVERLAPS = JointDistribution.from_function(
    JointDistribution.independent(COIN, COIN, COIN, COIN),
    lambda a, b, c, e: a + b,
    lambda a, b, c, e: a + c,
    lambda a, b, c, e: e - b,
)
PRODUCT = COIN.product(COIN).map(lambda q, k: q * k)


def mixed_terms() -> Fraction:
    """How often the covariance counts in the variance of a sum of two, from the three laws."""
    pieces = FIRST_AND_LARGER.marginal(0).variance() + FIRST_AND_LARGER.marginal(1).variance()
    return (FIRST_AND_LARGER.sum().variance() - pieces) / FIRST_AND_LARGER.covariance()


def standardised_moment(order: int) -> Fraction:
    """First moment of a centred die, or second moment over its variance, by enumeration."""
    mu = DIE.expectation()
    moment = DIE.expectation(lambda x: (x - mu) ** order)
    return moment / DIE.variance() ** (order // 2)


def far_value() -> float:
    """Where a value of a die lies after standardising, in standard deviations."""
    value = float(DIE.expectation()) + float(DEVIATIONS_ABOVE) * DIE.standard_deviation()
    scale, shift = 1 / DIE.standard_deviation(), -float(DIE.expectation())
    outcomes = [(float(x) + shift) * scale for x in DIE.outcomes]
    return ((value + shift) * scale - float(np.mean(outcomes))) / float(np.std(outcomes))


def shared_size() -> Fraction:
    """Variance of qk where q and k are two coins times the same random size."""
    signs = JointDistribution.independent(COIN, COIN, FiniteDistribution.uniform([0, 2]))
    return signs.map(lambda s1, s2, r2: s1 * s2 * r2).variance()


def fan_in_ratio() -> Fraction:
    """Variance of w.x over D Var(w) times the mean square of x, over all coin weights."""
    inputs = (2, -3, 4)
    weights = JointDistribution.independent(COIN, COIN, COIN)
    total = weights.map(lambda *w: sum(a * x for a, x in zip(w, inputs, strict=True)))
    mean_square = Fraction(sum(x**2 for x in inputs), len(inputs))
    return total.variance() / (len(inputs) * COIN.variance() * mean_square)


def xavier_gain() -> Fraction:
    """Sum of the variances of all products at Xavier's variance of a weight."""
    weight = Fraction(2) / (N_INPUTS + D_K)
    return sum((weight * COIN.expectation(lambda x: x**2) for _ in range(N_INPUTS)), Fraction(0))


@cache
def page_draws() -> tuple[Estimate, NDArray[np.float64]]:
    """Variance with Xavier's weights, and normalised tokens, from one stream as on the page."""
    rng = np.random.default_rng(2)
    xavier = rng.normal(0, np.sqrt(2 / (N_INPUTS + D_K)), (20_000, N_INPUTS))
    variance = sample_variance(xavier @ np.sign(rng.standard_normal(N_INPUTS)))
    offset = 3 * rng.standard_normal(N_INPUTS)
    tokens = offset + rng.standard_normal((4_000, N_INPUTS))
    centred = tokens - tokens.mean(axis=1, keepdims=True)
    size = np.sqrt(centred.var(axis=1, keepdims=True) + float(EPSILON))
    return variance, centred / size


def xavier_variance() -> Estimate:
    """Simulated variance with Xavier's weights."""
    return page_draws()[0]


def layer_norm_variance() -> Fraction:
    """Variance of two numbers of variance 1 after the formula of layer normalisation."""
    centred = [x - COIN.expectation() for x in COIN.outcomes]
    size = math.sqrt(COIN.variance() + EPSILON)
    return sum(Fraction(float(x) / size) ** 2 for x in centred) / len(centred)


def centred_correlation() -> Fraction:
    """Correlation of two of D coins less the average of all D, times D - 1."""
    flips = JointDistribution.independent(COIN, COIN, COIN, COIN)
    n = len(flips.outcomes[0])
    pair = JointDistribution.from_function(
        flips,
        lambda *x: x[0] - Fraction(sum(x), n),
        lambda *x: x[1] - Fraction(sum(x), n),
    )
    return pair.covariance() / pair.marginal(0).variance() * (n - 1)


def across_in_theory() -> Fraction:
    """Variance of a feature across tokens over the variance within a token: 1 in 1 + 3^2."""
    noise = component("normal").variance
    return noise / (noise + 3**2)


def within_token() -> float:
    """Simulated variance of the features of one token after layer normalisation."""
    return float(page_draws()[1].var(axis=1).mean())


def across_tokens() -> Estimate:
    """Simulated variance of a feature across tokens.

    Its error comes from the offsets: their variance over the features has a relative error of
    the root of 2/D.
    """
    normalised = page_draws()[1]
    value = float(normalised.var(axis=0).mean())
    error = value * (1 - value) * math.sqrt(2 / normalised.shape[1])
    return Estimate(value, error, normalised.shape[1])


def one_coin_too_many() -> float:
    """Mean square of the scores of the last but one exercise, drawn as in its solution."""
    rng = np.random.default_rng(16)
    q = component("coin").sample((1_000, 4**2), rng)
    k = q * component("coin").sample((1_000, 1), rng)
    return float(np.mean(np.sum(q * k, axis=1) ** 2))
