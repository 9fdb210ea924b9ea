"""The numbers of the training race, read from the stored table of the experiment."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from sqrtdk.experiments.stored import stored_experiment

__all__ = ["TrainingRaceState", "training_race_state"]

STEPS = tuple(2**i for i in range(8))
LEARNING_RATES = tuple(2**i if i >= 0 else 2.0**i for i in range(-10, 10))
DIMENSIONS = (16, 64, 256)
SHOWN_STEPS = (0, *STEPS)
SCALES = {"raw": "1", "root": "1/sqrt(d_k)", "full": "1/d_k"}
"""Names of the scales here, and in the stored table."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class TrainingRaceState:
    """Numbers behind one state of the training race, by scale: ``raw``, ``root``, ``full``.

    Parameters
    ----------
    d_k : int
        How many components the queries and the keys have.
    steps : int
        Steps of training after which the losses of `by_rate` are taken.
    learning_rate : float
        What gradients are multiplied with in a step.
    by_rate : mapping of str to ndarray, shape (len(LEARNING_RATES),)
        Loss after `steps` steps at each learning rate, mean over runs; NaN where a run
        overflowed.
    by_steps : mapping of str to ndarray, shape (len(SHOWN_STEPS),)
        Loss at `learning_rate` after each number of steps of `SHOWN_STEPS`.
    losses : mapping of str to float
        Loss after `steps` steps at `learning_rate`.
    best_rates, best_losses : mapping of str to float
        The learning rate with the lowest loss after `steps` steps, and that loss.
    steps_to_solve : mapping of str to float
        Steps until 95 % of the targets are found, median over runs, at the learning rate that
        takes fewest; infinite if none gets there.
    """

    d_k: int
    steps: int
    learning_rate: float
    by_rate: Mapping[str, Floats]
    by_steps: Mapping[str, Floats]
    losses: Mapping[str, float]
    best_rates: Mapping[str, float]
    best_losses: Mapping[str, float]
    steps_to_solve: Mapping[str, float]


@cache
def _table(d_k: int, scale: str) -> tuple[Floats, float]:
    """Return the losses by learning rate and steps, and the fewest steps to 95 %."""
    rows = {
        row["learning_rate"]: row
        for row in stored_experiment("training_race")
        if row["d_k"] == d_k and row["scale"] == SCALES[scale]
    }
    chosen = [rows[rate] for rate in LEARNING_RATES]
    places = [chosen[0]["steps"].index(steps) for steps in SHOWN_STEPS]
    losses = np.array([row["loss"] for row in chosen], dtype=float)[:, places]
    losses.setflags(write=False)
    solved = [row["steps_to_95"] for row in chosen]
    return losses, min((steps for steps in solved if steps is not None), default=math.inf)


def _place(value: float, name: str, allowed: tuple[float, ...]) -> int:
    if value not in allowed:
        raise ValueError(f"{name} is {value!r}; allowed are the stored values {allowed!r}")
    return allowed.index(value)


def training_race_state(steps: int, learning_rate: float, d_k: int) -> TrainingRaceState:
    """Look up the losses of the three scales.

    Parameters
    ----------
    steps : int
        A power of two from 1 to 128.
    learning_rate : float
        A power of two from 1/1,024 to 512.
    d_k : int
        16, 64 or 256.

    Returns
    -------
    TrainingRaceState

    Raises
    ------
    ValueError
        If an argument is not a stored value.

    Notes
    -----
    The table ``training_race`` of `sqrtdk.experiments.stored` holds the losses of a layer that
    learns to find and copy one of 32 tokens; `sqrtdk.experiments.retrieval` trains it. In each
    run, all scales and learning rates start from the same matrices and see the same tokens.

    Examples
    --------
    >>> state = training_race_state(steps=16, learning_rate=0.5, d_k=64)
    >>> min(state.losses, key=state.losses.get)
    'root'
    """
    at_steps = _place(steps, "steps", STEPS)
    at_rate = _place(learning_rate, "learning_rate", LEARNING_RATES)
    _place(d_k, "d_k", DIMENSIONS)
    tables = {scale: _table(d_k, scale) for scale in SCALES}
    by_rate = {scale: losses[:, at_steps + 1] for scale, (losses, _) in tables.items()}
    best = {scale: int(np.nanargmin(losses)) for scale, losses in by_rate.items()}
    return TrainingRaceState(
        d_k=d_k,
        steps=steps,
        learning_rate=learning_rate,
        by_rate=by_rate,
        by_steps={scale: losses[at_rate] for scale, (losses, _) in tables.items()},
        losses={scale: float(losses[at_rate]) for scale, losses in by_rate.items()},
        best_rates={scale: LEARNING_RATES[place] for scale, place in best.items()},
        best_losses={scale: float(by_rate[scale][place]) for scale, place in best.items()},
        steps_to_solve={scale: solved for scale, (_, solved) in tables.items()},
    )
