"""Training one row of attention: the query is free, its keys and values stay as they are.

The keys are independent and standard normal, and so is the query before training. The values are
independent normal vectors of length about 1. One of them is the target, and gradient descent
moves the query to make the output of the row equal to it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sqrtdk import _checks
from sqrtdk._scales import SCALES, above_zero, named_scale, scale_or_default
from sqrtdk.estimates import Estimate
from sqrtdk.experiments import _sizes
from sqrtdk.experiments._descent import gradient_by_scores, weights_of_keys

Floats = NDArray[np.float64]

N_KEYS = 8
"""Keys of a row."""

VALUE_SIZE = 64
"""Components of a value."""

SOLVED = 0.9
"""A row is solved when the weight of its target is above this."""

SCORE_RATES = tuple(2.0**power for power in range(8))
"""The learning rates that are tried for the stored table, over ``1 / (scale**2 * d_k)``."""

BUDGETS = {"1": (200, 2_000, 20_000), "1/sqrt(d_k)": (200,), "1/d_k": (200,)}
"""The numbers of steps of the stored table, by scale."""

DIMENSIONS = (16, 64, 256)
"""The d_k of the stored table."""

N_ROWS = len(DIMENSIONS) * sum(map(len, BUDGETS.values()))
"""Rows of the stored table."""

_USUAL_RATE = 16.0
_PILOT_ROWS = 500
_MEASURED_ROWS = 2_000
_NUMBERS_AT_ONCE = 2**20


@dataclass(frozen=True)
class OneRowFit:
    """What gradient descent on the query achieved, over many independent rows.

    Parameters
    ----------
    solved : Estimate
        The share of rows that are solved after the last step.
    solved_at_start : Estimate
        The share of rows that are solved before the first one.
    start_weight : Estimate
        The median weight of the target before the first step.
    start_gradient : Estimate
        The root mean square, over rows, of the length of the gradient at the query before the
        first step.

    Notes
    -----
    The standard error of a share counts two more rows of either kind, so that it is not 0 where
    all rows agree. That of the median is a quarter of the distance between the order statistics
    ``sqrt(n_rows)`` places to either side of it.
    """

    solved: Estimate
    solved_at_start: Estimate
    start_weight: Estimate
    start_gradient: Estimate


def fit_one_row(
    d_k: int,
    rng: np.random.Generator,
    scale: float | None = None,
    learning_rate: float | None = None,
    n_steps: int = 200,
    n_rows: int = 1_000,
) -> OneRowFit:
    """Train the queries of independent rows and count the rows that find their target.

    Parameters
    ----------
    d_k : int
        Number of components of the query and of the keys.
    rng : numpy.random.Generator
        The source of randomness. Fits that differ in scale, learning rate or steps alone, from
        generators in the same state, see the same rows.
    scale : float, optional
        What the scores are multiplied with; ``1 / sqrt(d_k)`` if omitted.
    learning_rate : float, optional
        What the gradient at the query is multiplied with in a step; ``16 / (scale**2 * d_k)`` if
        omitted.
    n_steps : int, optional
        Number of steps.
    n_rows : int, optional
        Number of rows, at least 2.

    Returns
    -------
    OneRowFit
        Shares of solved rows, and how the rows looked before training.

    Raises
    ------
    ValueError
        If an integer is too small, `scale` or `learning_rate` is not a finite number above 0, or
        `rng` is not a generator.

    Notes
    -----
    The loss is half the squared distance of the output from the value of the target. The query
    enters it through the scores alone, so the steps are taken on the scores: a step of the query
    by ``-learning_rate * scale * K^T u``, with ``u`` the gradient by the scores, moves them by
    ``-learning_rate * scale**2 * K K^T u``.

    Examples
    --------
    >>> import numpy as np
    >>> from sqrtdk.experiments import fit_one_row
    >>> raw = fit_one_row(64, np.random.default_rng(0), scale=1.0, n_rows=100)
    >>> scaled = fit_one_row(64, np.random.default_rng(0), n_rows=100)
    >>> raw.solved.value < 0.6, scaled.solved.value > 0.95
    (True, True)
    """
    d_k = _checks.whole_number(d_k, "d_k")
    rng = _checks.generator(rng)
    factor = scale_or_default(scale, d_k)
    usual = _USUAL_RATE / (factor**2 * d_k)
    rate = usual if learning_rate is None else above_zero(learning_rate, "learning_rate")
    n_steps = _checks.whole_number(n_steps, "n_steps")
    rows = _draw(d_k, _checks.whole_number(n_rows, "n_rows", minimum=2), rng)
    weights, steps = rows.start(factor)
    sizes = np.sqrt((steps * (rows.key_products @ steps)).sum(axis=(1, 2))) * factor
    return OneRowFit(
        solved=_sizes.share(_trained(rows, factor, np.array([rate]), n_steps)[:, 0] > SOLVED),
        solved_at_start=_sizes.share(rows.at_target(weights)[:, 0] > SOLVED),
        start_weight=_sizes.median(rows.at_target(weights)[:, 0]),
        start_gradient=_sizes.root_mean_square(sizes),
    )


@dataclass(frozen=True, eq=False)
class _Rows:
    """Rows by what training depends on: inner products, and the place of the target."""

    scores: Floats
    key_products: Floats
    value_products: Floats
    target: Floats

    def gradient(self, scores: Floats) -> tuple[Floats, Floats]:
        """Return the weights and the gradient of the loss by the scores."""
        weights = weights_of_keys(scores)
        return weights, gradient_by_scores(weights, self.value_products @ (weights - self.target))

    def start(self, scale: float) -> tuple[Floats, Floats]:
        """Return the weights and the gradient by the scores before training."""
        return self.gradient(scale * self.scores)

    def at_target(self, weights: Floats) -> Floats:
        """Return the weight of the target, one column for each learning rate."""
        return np.asarray((weights * self.target).sum(axis=1))


def _draw(d_k: int, n_rows: int, rng: np.random.Generator) -> _Rows:
    block = max(1, _NUMBERS_AT_ONCE // ((d_k + VALUE_SIZE) * N_KEYS))
    parts = [_draw_block(d_k, min(block, n_rows - i), rng) for i in range(0, n_rows, block)]
    return _Rows(*map(np.concatenate, zip(*parts, strict=True)))


def _draw_block(d_k: int, n_rows: int, rng: np.random.Generator) -> tuple[Floats, ...]:
    queries = rng.standard_normal((n_rows, d_k, 1))
    keys = rng.standard_normal((n_rows, N_KEYS, d_k))
    values = rng.standard_normal((n_rows, N_KEYS, VALUE_SIZE)) / VALUE_SIZE**0.5
    targets = rng.integers(N_KEYS, size=n_rows)
    one_hot = np.eye(N_KEYS)[targets][..., np.newaxis]
    return keys @ queries, keys @ keys.swapaxes(1, 2), values @ values.swapaxes(1, 2), one_hot


def _trained(rows: _Rows, scale: float, rates: Floats, n_steps: int) -> Floats:
    """Return the weights of the targets after `n_steps` steps, one column for each rate."""
    scores = np.repeat(scale * rows.scores, rates.size, axis=2)
    answers = -(scale**2) * rows.key_products
    with np.errstate(over="ignore", invalid="ignore"):
        for _ in range(n_steps):
            scores += rates * (answers @ rows.gradient(scores)[1])
        return rows.at_target(weights_of_keys(scores))


def one_row_table(rng: np.random.Generator, step: Callable[[], object]) -> list[dict[str, Any]]:
    """Return the share of solved rows by d_k, scale and number of steps, at the best rate.

    Parameters
    ----------
    rng : numpy.random.Generator
        The source of randomness.
    step : function without arguments
        Called after each row of the table.

    Returns
    -------
    list of dict
        A row for each d_k, scale and number of steps: each estimate of an `OneRowFit` as a
        number and its standard error. The learning rate is the one that solved most of 500 other
        rows, among eight that are a factor of 2 apart.

    Raises
    ------
    ValueError
        If `rng` is not a generator.

    Examples
    --------
    >>> from sqrtdk.experiments.one_row import N_ROWS
    >>> N_ROWS
    15
    """
    _checks.generator(rng)
    table = []
    for d_k in DIMENSIONS:
        for name in SCALES:
            scale = named_scale(name, d_k)
            for n_steps in BUDGETS[name]:
                rates = np.array(SCORE_RATES) / (scale**2 * d_k)
                pilot = _trained(_draw(d_k, _PILOT_ROWS, rng), scale, rates, n_steps)
                rate = float(rates[(pilot > SOLVED).sum(axis=0).argmax()])
                fit = fit_one_row(d_k, rng, scale, rate, n_steps, _MEASURED_ROWS)
                settings = {"d_k": d_k, "scale": name, "n_steps": n_steps, "learning_rate": rate}
                table.append(settings | _record(fit) | {"n_rows": _MEASURED_ROWS})
                step()
    return table


def _record(fit: OneRowFit) -> dict[str, float]:
    record = {}
    for name, estimate in vars(fit).items():
        record[name] = float(f"{estimate.value:.6g}")
        record[f"{name}_se"] = float(f"{estimate.standard_error:.3g}")
    return record
