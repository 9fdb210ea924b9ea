"""Runs of the retrieval layer at many learning rates, for the three scales."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sqrtdk import _checks
from sqrtdk._scales import SCALES, named_scale
from sqrtdk.experiments.retrieval import RetrievalRun, train_retrieval

Row = dict[str, Any]

DIMENSIONS = (16, 64, 256)
"""The d_k of the stored table."""

LEARNING_RATES = tuple(2.0**power for power in range(-10, 10))
"""The learning rates of the stored table."""

STORED_STEPS = (0, 1, 2, 4, 8, 16, 32, 64, 128)
"""The steps of the stored table."""

N_SEEDS = 32
"""Runs behind each number of the stored table."""

N_ROWS = len(DIMENSIONS) * len(SCALES) * len(LEARNING_RATES)
"""Rows of the stored table."""


def training_race(rng: np.random.Generator, step: Callable[[], object]) -> list[Row]:
    """Return losses, accuracies and steps to 95 % accuracy, by d_k, scale and learning rate.

    Parameters
    ----------
    rng : numpy.random.Generator
        The source of randomness. It seeds the runs, which are the same for all rows.
    step : function without arguments
        Called after each row.

    Returns
    -------
    list of dict
        A row for each d_k, scale and learning rate: "loss", "loss_se" and "accuracy" are means
        over the runs and a standard error, one for each entry of "steps". They are None where a
        run overflowed. "steps_to_95" is the median over the runs; None if half of them or more
        never get there.

    Raises
    ------
    ValueError
        If `rng` is not a generator.

    Examples
    --------
    >>> from sqrtdk.experiments.race import DIMENSIONS, LEARNING_RATES, N_ROWS
    >>> N_ROWS == len(DIMENSIONS) * 3 * len(LEARNING_RATES)
    True
    """
    seeds = _checks.generator(rng).integers(2**63, size=N_SEEDS)
    rows = []
    for d_k in DIMENSIONS:
        for name in SCALES:
            scale = named_scale(name, d_k)
            runs = [
                train_retrieval(
                    d_k, np.random.default_rng(seed), scale, LEARNING_RATES, STORED_STEPS[-1]
                )
                for seed in seeds
            ]
            for place, learning_rate in enumerate(LEARNING_RATES):
                settings = {"d_k": d_k, "scale": name, "learning_rate": learning_rate}
                rows.append(settings | _summary(runs, place))
                step()
    return rows


def _summary(runs: list[RetrievalRun], place: int) -> Row:
    steps = list(STORED_STEPS)
    losses = np.array([run.losses[place, steps] for run in runs])
    accuracies = np.array([run.accuracies[place, steps] for run in runs])
    errors = losses.std(axis=0, ddof=1) / len(runs) ** 0.5
    median = np.median([run.steps_to_accuracy()[place] for run in runs])
    return {
        "steps": steps,
        "loss": [_stored(loss) for loss in losses.mean(axis=0)],
        "loss_se": [_stored(error) for error in errors],
        "accuracy": [_stored(accuracy) for accuracy in accuracies.mean(axis=0)],
        "steps_to_95": _stored(median),
    }


def _stored(number: float) -> float | None:
    return float(f"{number:.6g}") if np.isfinite(number) else None
