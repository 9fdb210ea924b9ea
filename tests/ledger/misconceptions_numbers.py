"""What the numbers of the page ``chapters/misconceptions`` are computed with."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

import numpy as np
from sqrtdk import (
    Estimate,
    component,
    dot_product_moments,
    effective_keys,
    sample_mean,
    score_moments,
    softmax,
)
from sqrtdk.examples import CORRELATION, D_K
from sqrtdk.experiments.gradients import expected_query_gradient, query_gradients

from ledger.attention_scaling_numbers import against_one_key_at_zero

NORMAL = component("normal")
FEATURES = 300


def spread(d_k: int, divisor: float = 1.0) -> float:
    """Standard deviation of a score, divided."""
    return math.sqrt(dot_product_moments(d_k).variance) / divisor


def share_of_the_width() -> Fraction:
    """Variance of a score of one of 8 heads, over that of a score of the whole width."""
    return Fraction(dot_product_moments(D_K).variance) / dot_product_moments(8 * D_K).variance


def square_of_the_variance() -> Fraction:
    """Variance of numbers whose spread is the variance of a score."""
    return Fraction(dot_product_moments(D_K).variance) ** 2


def cosine_spread(d_k: int) -> float:
    """Standard deviation of a score of vectors of length 1, from the mean square of a score."""
    lengths = d_k * NORMAL.variance
    return math.sqrt(dot_product_moments(d_k).variance) / lengths


def growth(d_k: int, larger: int) -> float:
    """Exponent with which the spread of a score grows from one number of components on."""
    return math.log(spread(larger) / spread(d_k)) / math.log(larger / d_k)


def up_to(end: float) -> float:
    """What queries of one component up to a size contribute to the mean of exp(q * k).

    Given q the mean is exp(q * q / 2), which times the density is the density at 0.
    """
    return 2 * end * float(NORMAL.pdf(0.0))


def rows(d_k: int, n_keys: int, n_rows: int, seed: int) -> np.ndarray:
    """Rows of raw scores as the cells of the page draw them, from the length of the query."""
    rng = np.random.default_rng(seed)
    lengths = np.sqrt(rng.chisquare(d_k, (n_rows, 1)))
    return np.asarray(lengths * NORMAL.sample((n_rows, n_keys), rng))


def largest_divided_by_features() -> Estimate:
    """Mean of the largest of 8 weights after division by the number of features."""
    rng = np.random.default_rng(174)
    q = NORMAL.sample((4_000, 1, FEATURES), rng)
    k = NORMAL.sample((4_000, 8, FEATURES), rng)
    return sample_mean(softmax(np.sum(q * k, axis=2), FEATURES).max(axis=1))


@cache
def keys_in_effect(power: float) -> Estimate:
    """Mean of the effective number of 64 keys after division by a power of their components."""
    return sample_mean(effective_keys(softmax(rows(D_K, 64, 20_000, 54), D_K**power)))


def one_hot_share() -> Estimate:
    """Share of raw rows of 8 keys whose largest weight is that of a gap of 8 to zero."""
    limit = round(against_one_key_at_zero(), 4)
    return sample_mean(softmax(rows(D_K, 8, 100_000, 97)).max(axis=1) >= limit)


def keys_for_half() -> Estimate:
    """Share of 1,000 keys that is needed for half of the weight of a scaled row."""
    weights = softmax(rows(D_K, 1_000, 2_000, 7), spread(D_K))
    best_first = -np.sort(-weights, axis=1)
    too_few = np.sum(np.cumsum(best_first, axis=1) < 1 / 2, axis=1)
    return sample_mean((1 + too_few) / best_first.shape[1])


@cache
def raw_gradient(d_k: int) -> Estimate:
    """Root mean square of the gradient at a query without a scale, with 64 keys."""
    return query_gradients(d_k, 64, np.random.default_rng(16), scale=1.0).root_mean_square


@cache
def raw_gradient_in_theory(d_k: int) -> float:
    """The same from the mean square length that the formula gives."""
    rng = np.random.default_rng(61)
    square = expected_query_gradient(d_k, 64, rng, scale=1.0, n_rows=200_000)
    return math.sqrt(square.value)


def growth_of_the_mean() -> float:
    """How the mean of a score of correlated components grows from 64 to 256 components."""
    means = [score_moments(d_k, correlation=CORRELATION).mean for d_k in (64, 256)]
    return float(means[1] / means[0])
