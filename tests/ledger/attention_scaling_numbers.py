"""What the numbers of the page ``chapters/attention_scaling`` are computed with."""

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
    dot_product_pdf,
    effective_keys,
    jacobian_norm,
    sample_mean,
    sigmoid_slope,
    softmax,
    softmax_jacobian,
    softmax_vjp,
)
from sqrtdk.examples import D_K, KEY, QUERY

COIN = component("coin").distribution
BLOCK = 5_000
ROWS = {8: 250_000, 64: 20_000, 512: 60_000}
SMALL_STEP = 1e-5


def product_of_coins() -> FiniteDistribution:
    """Law of one product of coins, by enumeration."""
    return COIN.product(COIN).map(lambda q, k: q * k)


def score() -> Fraction:
    """Score of the running pair."""
    return sum((q * k for q, k in zip(QUERY, KEY, strict=True)), Fraction(0))


def deviations(divisor: float = 1.0) -> float:
    """Distance of that score from its mean in standard deviations, both divided alike."""
    spread = math.sqrt(dot_product_moments(len(QUERY)).variance) / divisor
    return float(score()) / divisor / spread


def spread_of_scores(d_k: int = D_K) -> float:
    """Standard deviation of a raw score."""
    return math.sqrt(dot_product_moments(d_k).variance)


def against_one_key_at_zero() -> float:
    """Weight of a raw score at its standard deviation against a single score of zero."""
    return float(softmax([spread_of_scores(), 0.0]).max())


def uniform_gain(fan_in: int, squared_end: Fraction) -> Fraction:
    """What a layer does to the variance of its inputs, from the squared end of its weights."""
    return fan_in * squared_end * component("uniform").variance / 3


def xavier_gain(fan_in: int, fan_out: int) -> Fraction:
    """Spread of a scaled score with the initialisation of Glorot and Bengio, uniform."""
    return uniform_gain(fan_in, Fraction(6, fan_in + fan_out))


def default_gain(fan_in: int) -> Fraction:
    """Spread of a scaled score with weights uniform up to one over the root of the inputs."""
    return uniform_gain(fan_in, Fraction(1, fan_in))


def score_at_start(gap: bool = False) -> Fraction:
    """Variance of a score of one component over weights that are coins, two inputs a token.

    With `gap`, of the difference of the scores of two perpendicular keys.
    """
    weights = JointDistribution.independent(*[COIN] * 4)
    other = 1 if gap else 0
    return weights.map(lambda a, b, c, d: (a + b) * (c + d) - other * (a + b) * (c - d)).variance()


def gap_beyond(limit: float) -> float:
    """Chance that the scores of two keys differ by more, from the exact law of a score."""
    x = np.linspace(-limit, limit, 8_001) / math.sqrt(2)
    heights = dot_product_pdf(x, D_K)
    return float(1 - (x[1] - x[0]) * (np.sum(heights) - (heights[0] + heights[-1]) / 2))


def rows_of_scores(n_keys: int, n_rows: int, rng: np.random.Generator) -> np.ndarray:
    """Rows of raw scores of normal components: the length of the query times normal numbers."""
    lengths = np.sqrt(rng.chisquare(D_K, (n_rows, 1)))
    return np.asarray(lengths * component("normal").sample((n_rows, n_keys), rng))


@cache
def largest_weights(n_keys: int) -> tuple[np.ndarray, np.ndarray]:
    """Simulated largest weights of rows, raw and divided by the root."""
    rng = np.random.default_rng(D_K)
    raw, scaled = [], []
    for _ in range(ROWS[n_keys] // BLOCK):
        scores = rows_of_scores(n_keys, BLOCK, rng)
        raw.append(softmax(scores).max(axis=1))
        scaled.append(softmax(scores, math.sqrt(D_K)).max(axis=1))
    return np.concatenate(raw), np.concatenate(scaled)


def raw_largest(n_keys: int) -> Estimate:
    """Simulated mean of the largest weight of a raw row."""
    return sample_mean(largest_weights(n_keys)[0])


def scaled_largest(n_keys: int) -> Estimate:
    """Simulated mean of the largest weight of a row divided by the root."""
    return sample_mean(largest_weights(n_keys)[1])


def share_above(n_keys: int, limit: Fraction) -> Estimate:
    """Simulated share of raw rows whose largest weight exceeds a limit."""
    return sample_mean(largest_weights(n_keys)[0] > float(limit))


def keys_in_effect(temperature: float) -> Estimate:
    """Simulated mean of the effective number of 64 keys."""
    scores = rows_of_scores(64, ROWS[64], np.random.default_rng(D_K))
    return sample_mean(effective_keys(softmax(scores, temperature)))


def lengths_of_queries(d_k: int) -> tuple[np.ndarray, np.ndarray]:
    """Nodes and weights for a mean over the length of a query of normal components."""
    middle = math.sqrt(d_k - 0.5)
    lengths = np.linspace(max(middle - 5.5, 0.02), middle + 5.5, 14)
    logarithms = (d_k - 1) * np.log(lengths) - lengths**2 / 2
    weights = np.exp(logarithms - np.max(logarithms))
    return lengths, weights / np.sum(weights)


@cache
def mean_largest(n_keys: int, d_k: int = D_K, divisor: float = 1.0) -> float:
    """Mean of the largest weight of a row by quadrature, without a simulation.

    With the largest normal number x and the distances w of the others from it, the largest
    weight is 1 / S, S the sum of exp(-length * w), and 1 / S is the integral of exp(-t * S).
    """
    ends, weights = np.polynomial.legendre.leggauss(80)
    x = 4.5 * ends + (1.5 if n_keys < 50 else 2.5)
    at_x = 4.5 * weights * n_keys * component("normal").pdf(x)
    ends, weights = np.polynomial.legendre.leggauss(100)
    w = 9 * ((ends + 1) / 2) ** 2
    density = component("normal").pdf(x[:, np.newaxis] - w) * (weights * 9 * (ends + 1) / 2)
    lengths, chances = lengths_of_queries(d_k)
    total = 0.0
    for length, chance in zip(lengths / divisor, chances, strict=True):
        y = np.linspace(-30, 3.6, 140)
        fading = np.exp(-np.exp(y[:, np.newaxis] - length * w))
        others = (density @ fading.T) ** (n_keys - 1)
        inner = others @ np.exp(y - np.exp(y)) * (y[1] - y[0])
        total += chance * float(at_x @ inner)
    return total


def scaled_farthest() -> float:
    """Mean largest of 8 scaled weights that is farthest from the others, for three heads."""
    means = [mean_largest(8, d_k, math.sqrt(d_k)) for d_k in (16, 64, 256)]
    return max(means, key=lambda mean: abs(mean - float(np.median(means))))


@cache
def normal_grid() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Places, densities and distribution function of the standard normal law."""
    x = np.linspace(-9, 9, 3_601)
    below = np.array([(1 + math.erf(at / math.sqrt(2))) / 2 for at in x])
    return x, component("normal").pdf(x), below


def mean_length() -> float:
    """Mean length of a query of normal components, from the mean size of a score."""
    return dot_product_moments(D_K).absolute_mean / component("normal").absolute_mean


def top_gap(n_keys: int) -> float:
    """Mean gap between the two largest scores of a raw row."""
    x, _, below = normal_grid()
    inside = below ** (n_keys - 1) * (1 - below)
    return mean_length() * n_keys * float(np.sum(inside)) * float(x[1] - x[0])


def largest_score(n_keys: int) -> float:
    """Mean of the largest score of a raw row."""
    x, density, below = normal_grid()
    inside = n_keys * x * density * below ** (n_keys - 1)
    return mean_length() * float(np.sum(inside)) * float(x[1] - x[0])


def keys_to_reach(scores: float) -> int:
    """Tens of keys whose largest score comes closest on average to a value."""
    return min(range(10, 1_000, 10), key=lambda n: abs(largest_score(n) - scores))


def delta(i: int, j: int) -> float:
    """Derivative of a weight by a score, less the rest of its formula, divided by the weight.

    The derivative is a difference quotient, and the formula is read off the product with a
    gradient that has a single entry.
    """
    z = np.linspace(-1, 2, 4)
    step, unit = SMALL_STEP * np.eye(4)[j], np.eye(4)[i]
    p = softmax(z)
    quotient = (softmax(z + step) - softmax(z - step))[i] / (2 * SMALL_STEP)
    by_product = softmax_vjp(p, unit)[j]
    farther = max((quotient / p[i] + p[j], by_product / p[i] + p[j]), key=abs)
    return round(float(farther), 8)


def over_rest(order: float = math.inf) -> int:
    """Least whole number that bounds a Jacobian over 1 less the largest weight.

    Its largest entry in size, or with `order` 1 the largest sum of sizes in a row.
    """
    weights = np.random.default_rng(D_K).dirichlet(np.full(6, 0.1), 5_000)
    rest = np.sort(weights)[:, :-1].sum(axis=1)
    near = (rest > SMALL_STEP) & (rest < 1 / 2)
    rows = np.linalg.norm(softmax_jacobian(weights[near]), order, axis=2)
    return math.ceil(float(np.max(rows / rest[near, np.newaxis])))


@cache
def gradient_sizes(temperature: float) -> tuple[np.ndarray, np.ndarray]:
    """Sizes of the gradient at the scores and at a query, as the cell of the page draws them."""
    rng = np.random.default_rng(1)
    query = component("normal").sample((2_000, 64), rng)
    keys = component("normal").sample((2_000, 64, 64), rng)
    gradient = component("normal").sample((2_000, 64), rng)
    p = softmax(np.einsum("rd,rnd->rn", query, keys), temperature=temperature)
    at_scores = softmax_vjp(p, gradient)
    at_query = np.einsum("rn,rnd->rd", at_scores, keys) / temperature
    return np.linalg.norm(at_scores, axis=1), np.linalg.norm(at_query, axis=1)


def at_scores(temperature: float) -> tuple[float, float]:
    """Root mean square and median of the sizes at the scores."""
    sizes = gradient_sizes(temperature)[0]
    return math.sqrt(float(np.mean(sizes**2))), float(np.median(sizes))


def gradient(temperature: float) -> Estimate:
    """Root mean square of those sizes."""
    square = sample_mean(gradient_sizes(temperature)[1] ** 2)
    root = math.sqrt(square.value)
    return Estimate(root, square.standard_error / (2 * root), square.n_draws)


def gradient_ratio() -> Estimate:
    """How many times as large it is without the scale."""
    raw, scaled = gradient(math.sqrt(1)), gradient(math.sqrt(D_K))
    ratio = raw.value / scaled.value
    error = math.hypot(raw.standard_error / raw.value, scaled.standard_error / scaled.value)
    return Estimate(ratio, ratio * error, raw.n_draws)


@cache
def gradient_in_theory(temperature: float) -> float:
    """Root mean square size of the gradient, from the norm of the Jacobian.

    Given the scores of a row, the part of the normal keys along the query is fixed and the rest
    is free: (d_k - 1) squared norms of J, and that of J times the scores over the length of the
    query.
    """
    rng = np.random.default_rng(2)
    lengths = np.sqrt(rng.chisquare(D_K, (20_000, 1)))
    scores = lengths * component("normal").sample((20_000, 64), rng)
    free = (D_K - 1) * jacobian_norm(scores, temperature) ** 2
    fixed = softmax_vjp(softmax(scores, temperature), scores) / lengths
    mean = np.mean(free + np.sum(fixed**2, axis=1))
    return math.sqrt(float(mean)) / temperature


def change_by_shift() -> float:
    """Derivative of the weights when all scores move together, from an odd row of scores."""
    z = component("normal").sample(6, np.random.default_rng(4))
    quotient = (softmax(z + SMALL_STEP) - softmax(z - SMALL_STEP)) / (2 * SMALL_STEP)
    return round(float(np.max(np.abs(quotient))), 8)


def exponential_over_slope(gap: float) -> float:
    """Approximation of the slope for large gaps, over the slope."""
    return math.exp(-gap) / float(sigmoid_slope(gap))
