"""What the numbers of the page ``chapters/softmax_saturation`` are computed with."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from sqrtdk import (
    Estimate,
    FiniteDistribution,
    component,
    dot_product_moments,
    jacobian_norm,
    sample_mean,
    softmax,
    softmax_jacobian,
)
from sqrtdk.examples import D_K, SHARP_WEIGHT
from sqrtdk.experiments import (
    QueryGradients,
    expected_query_gradient,
    query_gradients,
    stored_experiment,
)
from sqrtdk.experiments.retrieval import RetrievalRun

from ledger.attention_scaling_numbers import lengths_of_queries

RAW, ROOT, FULL = "1", "1/sqrt(d_k)", "1/d_k"
N_ROWS = 200_000
BLOCK = 4_000


def row_of(table: str, **settings: Any) -> Mapping[str, Any]:
    """Return the row of a stored table that has these settings."""
    rows = stored_experiment(table)
    (row,) = [r for r in rows if all(r[name] == value for name, value in settings.items())]
    return row


def estimate(row: Mapping[str, Any], field: str) -> Estimate:
    """Return a stored number with its standard error."""
    n_draws = row.get("n_draws", row.get("n_rows"))
    return Estimate(row[field], row[f"{field}_se"], int(n_draws or 1))


def keys(n_keys: int, scale: str, field: str) -> Estimate:
    """Return what is stored on the concentration of a row of 64 components."""
    return estimate(row_of("concentration_by_keys", n_keys=n_keys, scale=scale), field)


def tens(value: Estimate | float) -> float:
    """Round to tens."""
    return round(float(getattr(value, "value", value)), -1)


def layer(d_k: int, scale: str, field: str = "rms", n_tokens: int = 64) -> Estimate:
    """Return a stored size of the gradient at the query matrix."""
    settings = {"n_tokens": n_tokens, "d_k": d_k, "scale": scale}
    return estimate(row_of("gradient_table", **settings), field)


def largest_relative_error() -> float:
    """Return the largest standard error of the layers of 64 tokens, over its value."""
    rows = [row for row in stored_experiment("gradient_table") if row["n_tokens"] == D_K]
    return max(float(row["rms_se"] / row["rms"]) for row in rows)


def eight(d_k: int, scale: str, field: str) -> Estimate:
    """Return what is stored on the gradient at the query with eight keys."""
    return estimate(row_of("row_gradient_table", n_keys=8, d_k=d_k, scale=scale), field)


def of_rows(scale: str, field: str) -> Estimate:
    """Return what is stored on the gradient at the query with as many keys as components."""
    return estimate(row_of("row_gradient_table", n_keys=D_K, d_k=D_K, scale=scale), field)


def bound_of_the_median() -> Fraction:
    """Return the smallest power of ten above the median of the widest rows, by 4 errors."""
    median = eight(1024, RAW, "median")
    top = median.value + 4 * median.standard_error
    return Fraction(10) ** math.ceil(math.log10(top))


def rows_of_scores(d_k: int, n_keys: int, n_rows: int, seed: int) -> list[np.ndarray]:
    """Draw blocks of rows of raw scores: the length of the query times normal numbers."""
    rng = np.random.default_rng(seed)
    return [
        np.sqrt(rng.chisquare(d_k, (BLOCK, 1))) * component("normal").sample((BLOCK, n_keys), rng)
        for _ in range(n_rows // BLOCK)
    ]


def sharp_rows(n_keys: int) -> Estimate:
    """Return the simulated share of raw rows with a weight above nine tenths."""
    blocks = rows_of_scores(D_K, n_keys, N_ROWS, n_keys)
    largest = np.concatenate([softmax(z).max(axis=1) for z in blocks])
    return sample_mean(largest > float(SHARP_WEIGHT))


def raw_less_scaled(d_k: int, n_keys: int, n_rows: int) -> float:
    """Return by how much the mean norm of the Jacobian is larger without the scale."""
    blocks = rows_of_scores(d_k, n_keys, n_rows, n_keys)
    divisor = math.sqrt(d_k)
    found = [jacobian_norm(z) - jacobian_norm(z, divisor) for z in blocks]
    return sample_mean(np.concatenate(found)).value


@cache
def meeting(d_k: int, low: int, high: int, n_rows: int = 40_000) -> float:
    """Return the number of keys at which the two means meet, from two numbers of keys near it."""
    below, above = (raw_less_scaled(d_k, n_keys, n_rows) for n_keys in (low, high))
    return low * (high / low) ** (below / (below - above))


@cache
def mean_norms(n_keys: int = D_K) -> dict[int, float]:
    """Return the mean norm of the Jacobian of raw rows for each d_k from 4 to 24.

    Given the length of the query it is a smooth function of that length, which is simulated with
    the same normal numbers throughout and averaged over the law of the length.
    """
    numbers = component("normal").sample((BLOCK, n_keys), np.random.default_rng(n_keys))
    grid = np.linspace(0.05, 10.5, 45)
    norms = [float(np.mean(jacobian_norm(length * numbers))) for length in grid]
    means = {}
    for d_k in range(4, 25):
        lengths, chances = lengths_of_queries(d_k)
        means[d_k] = float(chances @ np.interp(lengths, grid, norms))
    return means


def peak_of_the_norm() -> int:
    """Return the d_k at which that mean is largest."""
    return max(mean_norms(), key=lambda d_k: mean_norms()[d_k])


@cache
def formula(scale: float, d_k: int = D_K, n_keys: int = D_K) -> Estimate:
    """Return the root-mean-square gradient at the query by the theorem."""
    square = expected_query_gradient(d_k, n_keys, np.random.default_rng(1), scale, n_rows=100_000)
    root = math.sqrt(square.value)
    return Estimate(root, square.standard_error / (2 * root), square.n_draws)


@cache
def excess_for_coins(d_k: int, n_keys: int, n_rows: int) -> float:
    """Return how much too large the theorem is for query and keys of coins, with the root.

    The gradient at the weights is averaged in closed form: the squared length of ``K^T J g`` is
    on average the sum of the squared entries of ``K^T J``.
    """
    rng, coin = np.random.default_rng(d_k), component("coin")
    by_formula, by_rows = [], []
    for _ in range(n_rows // 500):
        query, key = coin.sample((500, 1, d_k), rng), coin.sample((500, n_keys, d_k), rng)
        scores = (key * query).sum(axis=2)
        jacobian = softmax_jacobian(softmax(scores, math.sqrt(d_k)))
        along = np.einsum("rij,rj->ri", jacobian, scores)
        squares = (d_k - 1) * (jacobian**2).sum(axis=(1, 2)) + (along**2).sum(axis=1) / d_k
        by_formula.append(sample_mean(squares).value)
        by_rows.append(sample_mean(((jacobian @ key) ** 2).sum(axis=(1, 2))).value)
    return float(np.mean(by_formula) / np.mean(by_rows)) - 1


@cache
def gradients(d_k: int, n_keys: int, scale: float | None, n_rows: int = N_ROWS) -> QueryGradients:
    """Draw gradients at a query, more rows than the stored table has."""
    return query_gradients(d_k, n_keys, np.random.default_rng(d_k + 1), scale, n_rows=n_rows)


def top_share(d_k: int, scale: float | None) -> Estimate:
    """Return what the top tenth of rows of 64 keys carries."""
    return gradients(d_k, D_K, scale, N_ROWS // 2).top_share()


def dead(d_k: int) -> Estimate:
    """Return the share of raw rows of 8 keys under a hundredth of the median with the root."""
    usual = gradients(d_k, 8, None).median.value
    return gradients(d_k, 8, math.sqrt(1)).share_below(usual / 100)


def spread_over_mean(temperature: float) -> float:
    """Return the standard deviation of the gradients of rows of 8 keys over their mean."""
    sizes = gradients(D_K, 8, 1 / temperature).at_query
    return float(sizes.std() / sizes.mean())


def temperature_of_the_peak() -> float:
    """Return the multiple of a half at which the median over rows of 8 keys is largest."""
    halves = [steps / 2 for steps in range(3, 9)]
    return max(halves, key=lambda t: gradients(D_K, 8, 1 / t).median.value)


def stop_of_the_peak() -> float:
    """Return the same among the stops of a slider, half powers of two."""
    stops = [math.sqrt(2.0**power) for power in range(13)]
    return max(stops, key=lambda t: gradients(D_K, 8, 1 / t).median.value)


def peak_of_the_median() -> Estimate:
    """Return that largest median."""
    return gradients(D_K, 8, 1 / temperature_of_the_peak()).median


def spread_of_two() -> Fraction:
    """Return the spread of the values 0 and 1 of equal chance: the mean squared distance."""
    law = FiniteDistribution.uniform([0, 1])
    mean = law.expectation()
    return law.map(lambda x: (x - mean) ** 2).expectation()


def squared_length_of_a_difference() -> Fraction:
    """Return the variance of a difference of two independent normal numbers, over that of one."""
    one = component("normal").variance
    return (one + one) / one


def solved(d_k: int, n_steps: int, scale: str = RAW) -> Estimate:
    """Return the stored share of single rows that are solved."""
    settings = {"d_k": d_k, "scale": scale, "n_steps": n_steps}
    return estimate(row_of("one_row_table", **settings), "solved")


def solved_at_start() -> float:
    """Return the stored share of raw rows of 64 components that are solved before the start."""
    rows = [r for r in stored_experiment("one_row_table") if r["d_k"] == D_K and r["scale"] == RAW]
    return float(np.mean([row["solved_at_start"] for row in rows]))


def fastest(scale: str) -> float:
    """Return the steps to most of the targets for 64 components, at the fastest stored rate."""
    rows = [r for r in stored_experiment("training_race") if r["d_k"] == D_K]
    return min(r["steps_to_95"] for r in rows if r["scale"] == scale and r["steps_to_95"])


def enough() -> float:
    """Return the share of targets after which a training run counts as done."""
    (share,) = RetrievalRun.steps_to_accuracy.__defaults__ or ()
    return float(share)


def product_that_settles(d_k: int = D_K) -> float:
    """Return the product of the three means of the exercise."""
    slope = 1 / math.sqrt(4 * math.pi * d_k)
    apart = math.sqrt(2 * dot_product_moments(d_k).variance)
    return slope * apart * math.sqrt(2) * component("normal").absolute_mean
