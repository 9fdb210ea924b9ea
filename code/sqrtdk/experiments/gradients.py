"""Gradients that reach a query and the matrix that makes queries, before any training."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sqrtdk import _checks
from sqrtdk._scales import SCALES, named_scale
from sqrtdk.estimates import Estimate
from sqrtdk.experiments._expected_gradients import (
    expected_query_gradient,
    layer_gradient_law,
    two_key_query_gradient,
)
from sqrtdk.experiments._key_gradients import KeyGradients, key_gradients
from sqrtdk.experiments._layer_gradients import LayerGradients, layer_gradients
from sqrtdk.experiments._row_gradients import METHODS, QueryGradients, query_gradients

__all__ = [
    "GRADIENT_ROWS",
    "METHODS",
    "ROW_GRADIENT_ROWS",
    "KeyGradients",
    "LayerGradients",
    "QueryGradients",
    "expected_query_gradient",
    "gradient_table",
    "key_gradients",
    "layer_gradient_law",
    "layer_gradients",
    "query_gradients",
    "row_gradient_table",
    "two_key_query_gradient",
]

LAYER_DRAWS = {2: 20_000, 64: 300, 256: 100}
"""Layers that are drawn for a row of `gradient_table`, by the number of tokens."""

LAYER_DIMENSIONS = (4, 16, 64, 256)
"""The d_k of `gradient_table`."""

GRADIENT_ROWS = len(LAYER_DRAWS) * len(LAYER_DIMENSIONS) * len(SCALES)
"""Rows of `gradient_table`."""

KEY_COUNTS = (2, 8, 64, 512)
"""Numbers of keys of `row_gradient_table`."""

DIMENSIONS = (16, 64, 256, 512, 1024)
"""The d_k of `row_gradient_table`."""

ROW_GRADIENT_ROWS = len(KEY_COUNTS) * len(DIMENSIONS) * len(SCALES)
"""Rows of `row_gradient_table`."""

DEAD = 0.01
"""A gradient is dead when it is below this share of the median at ``1 / sqrt(d_k)``."""

TABLE_ROWS = 20_000
"""Rows of attention that are drawn for a row of `row_gradient_table`."""

_KEYS_IN_ALL = 2**20

_Row = dict[str, float | int | str]


def gradient_table(rng: np.random.Generator, step: Callable[[], object]) -> list[_Row]:
    """Return the sizes of the gradient at W_Q by the number of tokens, d_k and scale.

    Parameters
    ----------
    rng : numpy.random.Generator
        The source of randomness.
    step : function without arguments
        Called after each row of the table.

    Returns
    -------
    list of dict
        A row for each number of tokens, `d_k` and scale, in layers of width 256: root mean
        square and median over layers with their standard errors, and the number of layers.

    Raises
    ------
    ValueError
        If `rng` is not a generator.

    Examples
    --------
    >>> from sqrtdk.experiments.gradients import GRADIENT_ROWS
    >>> GRADIENT_ROWS
    36
    """
    _checks.generator(rng)
    table: list[_Row] = []
    for n_tokens, n_draws in LAYER_DRAWS.items():
        for d_k in LAYER_DIMENSIONS:
            for name in SCALES:
                scale = named_scale(name, d_k)
                found = layer_gradients(d_k, n_tokens, rng, scale, n_draws=n_draws)
                row: _Row = {"n_tokens": n_tokens, "d_k": d_k, "scale": name}
                estimates = {"rms": found.root_mean_square, "median": found.median}
                table.append(row | _record(estimates) | {"n_draws": n_draws})
                step()
    return table


def row_gradient_table(rng: np.random.Generator, step: Callable[[], object]) -> list[_Row]:
    """Return how the gradients at a query are spread, by the number of keys, d_k and scale.

    Parameters
    ----------
    rng : numpy.random.Generator
        The source of randomness.
    step : function without arguments
        Called after each row of the table.

    Returns
    -------
    list of dict
        A row for each number of keys, `d_k` and scale. ``rms``, ``mean``, ``median``: of the
        size at the query. ``dead``: the share of rows below one per cent of the median that a
        scale of ``1 / sqrt(d_k)`` gives. ``top_share``: what the top tenth of the rows carries
        of the sum of squares. ``key_median`` and ``log10_weight``: medians, over all keys, of
        the gradient by a scaled score and of the logarithm of a weight. Each has a standard
        error, under its name with ``_se``; that of ``dead`` is for the threshold as it is.

    Raises
    ------
    ValueError
        If `rng` is not a generator.

    Examples
    --------
    >>> from sqrtdk.experiments.gradients import ROW_GRADIENT_ROWS
    >>> ROW_GRADIENT_ROWS
    60
    """
    _checks.generator(rng)
    table: list[_Row] = []
    for n_keys in KEY_COUNTS:
        for d_k in DIMENSIONS:
            usual = query_gradients(d_k, n_keys, rng, n_rows=TABLE_ROWS).median.value
            for name in SCALES:
                row: _Row = {"n_keys": n_keys, "d_k": d_k, "scale": name}
                estimates = _row_estimates(d_k, n_keys, named_scale(name, d_k), DEAD * usual, rng)
                table.append(row | _record(estimates) | {"n_rows": TABLE_ROWS})
                step()
    return table


def _row_estimates(
    d_k: int, n_keys: int, scale: float, threshold: float, rng: np.random.Generator
) -> dict[str, Estimate]:
    found = query_gradients(d_k, n_keys, rng, scale, n_rows=TABLE_ROWS)
    n_rows = min(TABLE_ROWS, _KEYS_IN_ALL // n_keys)
    of_keys = key_gradients(d_k, n_keys, rng, scale, n_rows=n_rows)
    return {
        "rms": found.root_mean_square,
        "mean": found.mean,
        "median": found.median,
        "dead": found.share_below(threshold),
        "top_share": found.top_share(),
        "key_median": of_keys.median_size,
        "log10_weight": of_keys.median_log10_weight,
    }


def _record(estimates: dict[str, Estimate]) -> _Row:
    record: _Row = {}
    for name, estimate in estimates.items():
        record[name] = float(f"{estimate.value:.6g}")
        record[f"{name}_se"] = float(f"{estimate.standard_error:.3g}")
    return record
