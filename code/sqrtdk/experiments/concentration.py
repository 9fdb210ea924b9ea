"""How concentrated the weights of a row of attention are, before any training.

Query and keys have independent standard normal components; the keys of a row share the query.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from itertools import product

import numpy as np

from sqrtdk import _checks
from sqrtdk._scales import SCALES, named_scale, scale_or_default
from sqrtdk.estimates import Estimate
from sqrtdk.experiments import _sizes
from sqrtdk.experiments._rows import METHODS, largest_weights, measures, score_blocks
from sqrtdk.experiments.two_keys import TwoKeyConcentration, two_key_concentration
from sqrtdk.simulate import sample_mean

__all__ = [
    "DIMENSIONS",
    "DIMENSION_ROWS",
    "KEYS_ROWS",
    "MAP_ROWS",
    "METHODS",
    "N_KEYS",
    "Concentration",
    "TwoKeyConcentration",
    "concentration_by_dimension",
    "concentration_by_keys",
    "largest_weight_map",
    "two_key_concentration",
    "weight_concentration",
]

Row = dict[str, int | float | str]

SHARP, NEAR_ONE_HOT = 0.9, 0.99
"""Largest weights above which a row counts as sharp and as nearly one-hot."""

N_KEYS = (2, 5, 8, 16, 48, 64, 128, 512, 1024)
"""The numbers of keys of the table at 64 components."""

DIMENSIONS = (1, 4, 16, 64, 256, 512, 1024)
"""The d_k of the table at 64 keys."""

POWERS = tuple(2**power for power in range(11))
"""The d_k of the map; its numbers of keys are the same from 2 on."""

KEYS_ROWS = len(N_KEYS) * len(SCALES)
DIMENSION_ROWS = len(DIMENSIONS) * len(SCALES)
MAP_ROWS = len(POWERS) * (len(POWERS) - 1) * len(SCALES)
"""Numbers of rows of the three tables, for a bar that shows how far a run has come."""

_TABLE_ROWS = 40_000
_MAP_ROWS = 12_000
_LARGEST = 2**20


@dataclass(frozen=True)
class Concentration:
    """Measures of how concentrated the weights of a row are, over many independent rows.

    Parameters
    ----------
    largest_weight : Estimate
        Mean of the largest weight.
    median_largest : Estimate
        Median of the largest weight.
    sharp_share : Estimate
        Share of the rows with a weight above 0.9.
    near_one_hot_share : Estimate
        Share of the rows with a weight above 0.99.
    entropy : Estimate
        Mean entropy, in nats.
    perplexity : Estimate
        Mean of the exponential of the entropy.
    effective_keys : Estimate
        Mean number of effective keys.
    sum_of_squares : Estimate
        Mean sum of the squared weights.
    jacobian_mean : Estimate
        Mean Frobenius norm of the Jacobian of the softmax.
    jacobian_median : Estimate
        Median of that norm.

    Notes
    -----
    The standard error of a share counts two more rows of either kind, so that it is not 0 where
    all rows agree. That of a median is a quarter of the distance between the order statistics
    ``sqrt(n_rows)`` places to either side of it.
    """

    largest_weight: Estimate
    median_largest: Estimate
    sharp_share: Estimate
    near_one_hot_share: Estimate
    entropy: Estimate
    perplexity: Estimate
    effective_keys: Estimate
    sum_of_squares: Estimate
    jacobian_mean: Estimate
    jacobian_median: Estimate


def weight_concentration(
    d_k: int,
    n_keys: int,
    rng: np.random.Generator,
    scale: float | None = None,
    n_rows: int = 20_000,
    method: str = "exact",
) -> Concentration:
    """Measure how concentrated the weights are in rows of attention, before any training.

    Parameters
    ----------
    d_k : int
        Number of components of the query and of the keys, at most 1,048,576.
    n_keys : int
        Number of keys of a row, from 2 to 1,048,576.
    rng : numpy.random.Generator
        The source of randomness.
    scale : float, optional
        What the scores are multiplied with, above 0; ``1 / sqrt(d_k)`` if omitted.
    n_rows : int, optional
        Number of independent rows, at least 2.
    method : {"exact", "components"}, optional
        "exact" draws the scores of a row as the length of the query times independent normal
        numbers. "components" draws every component of the query and the keys.

    Returns
    -------
    Concentration
        Means, shares and medians over the rows, with their standard errors.

    Raises
    ------
    ValueError
        If an integer is outside its range, `scale` is not a finite number above 0, `rng` is not a
        Generator or `method` is none of the above.

    Notes
    -----
    Given the query, its dot products with normal keys are independent and normal, with the length
    of the query as their standard deviation. The rows are drawn in blocks of bounded memory.

    Examples
    --------
    >>> import numpy as np
    >>> from sqrtdk.experiments import weight_concentration
    >>> found = weight_concentration(64, 64, np.random.default_rng(0), scale=1.0, n_rows=2_000)
    >>> abs(found.largest_weight.z_score(0.791)) < 4
    True
    """
    d_k = _checks.whole_number(d_k, "d_k", maximum=_LARGEST)
    n_keys = _checks.whole_number(n_keys, "n_keys", minimum=2, maximum=_LARGEST)
    rng = _checks.generator(rng)
    factor = scale_or_default(scale, d_k)
    n_rows = _checks.whole_number(n_rows, "n_rows", minimum=2)
    method = _checks.one_of(method, "method", METHODS)
    blocks = [measures(factor * raw) for raw in score_blocks(d_k, n_keys, n_rows, rng, method)]
    largest, entropies, squares, norms = np.concatenate(blocks, axis=1)
    return Concentration(
        largest_weight=sample_mean(largest),
        median_largest=_sizes.median(largest),
        sharp_share=_sizes.share(largest > SHARP),
        near_one_hot_share=_sizes.share(largest > NEAR_ONE_HOT),
        entropy=sample_mean(entropies),
        perplexity=sample_mean(np.exp(entropies)),
        effective_keys=sample_mean(1.0 / squares),
        sum_of_squares=sample_mean(squares),
        jacobian_mean=sample_mean(norms),
        jacobian_median=_sizes.median(norms),
    )


def concentration_by_keys(rng: np.random.Generator, step: Callable[[], object]) -> list[Row]:
    """Return the table of concentration at 64 components against the number of keys.

    Parameters
    ----------
    rng : numpy.random.Generator
        The source of randomness.
    step : function without arguments
        Called after each row.

    Returns
    -------
    list of dict
        One row for each number of keys and each scale: ``d_k``, ``n_keys``, ``scale``,
        ``n_rows``, and each field of `Concentration` with its standard error under the same name
        with ``_se`` at the end.

    Raises
    ------
    ValueError
        If `rng` is not a Generator.

    Examples
    --------
    >>> from sqrtdk.experiments.concentration import KEYS_ROWS
    >>> KEYS_ROWS
    27
    """
    return _table([(64, n_keys) for n_keys in N_KEYS], rng, step)


def concentration_by_dimension(rng: np.random.Generator, step: Callable[[], object]) -> list[Row]:
    """Return the table of concentration at 64 keys against the number of components.

    Parameters
    ----------
    rng : numpy.random.Generator
        The source of randomness.
    step : function without arguments
        Called after each row.

    Returns
    -------
    list of dict
        One row for each d_k and each scale, as in ``concentration_by_keys``.

    Raises
    ------
    ValueError
        If `rng` is not a Generator.

    Examples
    --------
    >>> from sqrtdk.experiments.concentration import DIMENSION_ROWS
    >>> DIMENSION_ROWS
    21
    """
    return _table([(d_k, 64) for d_k in DIMENSIONS], rng, step)


def largest_weight_map(rng: np.random.Generator, step: Callable[[], object]) -> list[Row]:
    """Return the mean of the largest weight over d_k and the number of keys.

    Parameters
    ----------
    rng : numpy.random.Generator
        The source of randomness.
    step : function without arguments
        Called after each row.

    Returns
    -------
    list of dict
        One row for each scale, d_k and number of keys, powers of two to 1,024: ``d_k``,
        ``n_keys``, ``scale``, ``n_rows``, ``largest_weight``, ``largest_weight_se``.

    Raises
    ------
    ValueError
        If `rng` is not a Generator.

    Examples
    --------
    >>> from sqrtdk.experiments.concentration import MAP_ROWS
    >>> MAP_ROWS
    330
    """
    rng = _checks.generator(rng)
    rows = []
    for name, d_k, n_keys in product(SCALES, POWERS, POWERS[1:]):
        factor = named_scale(name, d_k)
        blocks = score_blocks(d_k, n_keys, _MAP_ROWS, rng, "exact")
        found = np.concatenate([largest_weights(factor * raw) for raw in blocks])
        largest = _with_error("largest_weight", sample_mean(found))
        rows.append(_head(d_k, n_keys, name, _MAP_ROWS) | largest)
        step()
    return rows


def _head(d_k: int, n_keys: int, scale: str, n_rows: int) -> Row:
    return {"d_k": d_k, "n_keys": n_keys, "scale": scale, "n_rows": n_rows}


def _with_error(name: str, estimate: Estimate) -> Row:
    return {name: estimate.value, f"{name}_se": estimate.standard_error}


def _table(
    cells: list[tuple[int, int]], rng: np.random.Generator, step: Callable[[], object]
) -> list[Row]:
    rng = _checks.generator(rng)
    rows = []
    for (d_k, n_keys), name in product(cells, SCALES):
        found = weight_concentration(d_k, n_keys, rng, named_scale(name, d_k), _TABLE_ROWS)
        row = _head(d_k, n_keys, name, _TABLE_ROWS)
        for field in fields(found):
            row |= _with_error(field.name, getattr(found, field.name))
        rows.append(row)
        step()
    return rows
