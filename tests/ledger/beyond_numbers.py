"""What the numbers of the page ``chapters/beyond`` are computed with."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
from sqrtdk import (
    Estimate,
    coin_dot_product_pmf,
    component,
    correlated_score_moments,
    dot_product_moments,
    effective_keys_law,
    expected_length,
    freezing_dimension,
    score_moments,
    tail_ratio,
)
from sqrtdk.examples import D_K, SMALL_CORRELATION
from sqrtdk.experiments import stored_experiment

NORMAL = component("normal")
MANY_KEYS = 1_024


def stored_estimate(table: str, column: str, **where: object) -> Estimate:
    """Estimate of a column, in the one row of a stored table with these settings."""
    (row,) = (
        row
        for row in stored_experiment(table)
        if all(row[name] == setting for name, setting in where.items())
    )
    n_draws = row["n_rows"] if "n_rows" in row else row["n_draws"]
    return Estimate(row[column], row[f"{column}_se"], n_draws)


def of_keys(column: str, n_keys: int, scale: str = "1/sqrt(d_k)") -> Estimate:
    """Estimate of the stored table by the number of keys, for a head of the 2017 paper."""
    return stored_estimate("concentration_by_keys", column, d_k=D_K, n_keys=n_keys, scale=scale)


def deviation(d_k: int = D_K, correlation: Fraction = NORMAL.mean) -> float:
    """Standard deviation of a raw score."""
    return math.sqrt(score_moments(d_k, correlation=correlation).variance)


def correlation_for(mean: Fraction | int) -> Fraction:
    """Correlation at which a score divided by the root has a mean."""
    return Fraction(mean) / Fraction(score_moments(D_K, correlation=1).mean / deviation())


def scaled_mean(correlation: Fraction | int) -> float:
    """Mean of a score divided by the root, for correlated matching components."""
    return float(score_moments(D_K, correlation=correlation).mean) / deviation()


def mean_of_one_deviation() -> Fraction:
    """Mean of a raw score at the correlation for which the scaled score has mean 1."""
    return score_moments(D_K, correlation=correlation_for(1)).mean


def excess_kurtosis(law: str) -> Fraction:
    """Kurtosis of a score of one component of either vector, less that of the normal law."""
    return component(law).kurtosis ** 2 - NORMAL.kurtosis


def variance_over_rows(d_k: int) -> float:
    """Standard deviation of the squared length of a query over its mean."""
    return math.sqrt(d_k * (NORMAL.moment(4) - NORMAL.moment(2) ** 2)) / (d_k * NORMAL.moment(2))


def spread_over_rows(d_k: int) -> float:
    """Standard deviation of the length of a query over its mean."""
    length = expected_length(d_k)
    return math.sqrt(d_k * NORMAL.moment(2) - length**2) / length


def correlated_variance() -> float:
    """Variance of a score if all components of either vector are correlated alike."""
    apart = float(SMALL_CORRELATION)
    covariance = (1 - apart) * np.eye(D_K) + apart
    return float(correlated_score_moments(covariance, covariance).variance)


def used_share(n_keys: int) -> float:
    """Share of its keys that a row with spread 1 uses in the limit."""
    return effective_keys_law(n_keys, 1.0) / n_keys


def keys_to_thaw() -> float:
    """Number of keys at which a raw row of the head lies on the line of freezing."""
    return math.exp(power_to_thaw())


def power_to_thaw() -> Fraction:
    """Natural logarithm of that number, from the ratio of the line to the logarithm."""
    return D_K / round(Fraction(freezing_dimension(MANY_KEYS) / math.log(MANY_KEYS)), 9)


def first_sharp_dimension() -> int:
    """First stop of the map at which the largest weight of 1,024 raw keys averages over 1/2."""
    return min(
        row["d_k"]
        for row in stored_experiment("largest_weight_map")
        if row["n_keys"] == MANY_KEYS and row["scale"] == "1" and row["largest_weight"] > 1 / 2
    )


def largest_argument(kind: type[np.floating]) -> float:
    """Largest number whose exponential is finite in a format."""
    return math.log(float(np.finfo(kind).max))


def step_at(score: int, digits: int) -> Fraction:
    """Distance of neighbouring numbers near a score, from the binary digits after the first."""
    return Fraction(2) ** (math.frexp(score)[1] - 1 - digits)


def change_of_ratio() -> float:
    """Largest relative change of the ratio of two weights by the rounding of both scores."""
    rounding = step_at(24, 7) / 2
    return math.expm1(2 * float(rounding))


def share_beyond(d_k: int, n_deviations: int) -> float:
    """Chance that a score is farther from 0 than so many standard deviations."""
    return tail_ratio(d_k, n_deviations) * math.erfc(n_deviations / math.sqrt(2))


def components_for_the_mean() -> Fraction:
    """Number of components at which the mean of a score is as large as its deviation."""
    one = score_moments(1, correlation=SMALL_CORRELATION)
    return one.variance / one.mean**2


def greatest_coin_score() -> int:
    """Largest score of four coins."""
    return int(coin_dot_product_pmf(4)[0].max())


def score_spread() -> Fraction:
    """Variance of a score divided by the root."""
    return dot_product_moments(D_K).variance / D_K
