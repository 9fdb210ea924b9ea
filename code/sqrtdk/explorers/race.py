"""Three scales learn the same task: at one learning rate, and each at its own best one."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from sqrtdk import plots
from sqrtdk.experiments.race import N_SEEDS
from sqrtdk.explorer import Choice, Explorer, Panel, Range
from sqrtdk.explorers._race_numbers import (
    DIMENSIONS,
    LEARNING_RATES,
    SCALES,
    SHOWN_STEPS,
    STEPS,
    TrainingRaceState,
    training_race_state,
)
from sqrtdk.style import PALETTE, new_axes

__all__ = ["TrainingRaceState", "training_race", "training_race_state"]

WORDS = {"raw": "1", "root": "1/√dₖ", "full": "1/dₖ"}
STYLES: dict[str, dict[str, Any]] = {
    "raw": {"width": 2.5},
    "root": {"width": 2.5, "dashed": True},
    "full": {"width": 1.5},
}
FRAME = (0.0035, 60.0)
ROWS = {"raw": 0.0088, "root": 0.0043, "full": 0.0088}
"""Heights of the words below the best rates; neighbours stand in different rows."""
STEP_PLACES = {steps: place for place, steps in enumerate(SHOWN_STEPS)}


def _rate(rate: float) -> str:
    return f"{rate:,.0f}" if rate >= 1 else f"1/{1 / rate:,.0f}"


def _loss_axes(figure: Figure, words: str, **rest: Any) -> Axes:
    axes = new_axes(
        figure,
        xlabel=words,
        ylabel="loss",
        ylim=FRAME,
        yscale="log",
        yticks=(0.01, 0.1, 1, 10),
        yticklabels=("0.01", "0.1", "1", "10"),
        **rest,
    )
    plots.key(axes, [("simulation", "simulation")])
    return axes


def _draw_rates(figure: Figure) -> dict[str, Any]:
    shown = (1 / 256, 1 / 16, 1, 16, 256)
    axes = _loss_axes(
        figure,
        "learning rate",
        xlim=(LEARNING_RATES[0] / 1.3, LEARNING_RATES[-1] * 1.3),
        xscale="log",
        xticks=shown,
        xticklabels=[_rate(rate) for rate in shown],
    )
    moving: dict[str, Any] = {
        "chosen": plots.line(axes, [1, 1], (0.018, FRAME[1]), name="muted", width=1.5, dashed=True)
    }
    flat = np.ones(len(LEARNING_RATES))
    for scale, style in STYLES.items():
        moving[f"rates_{scale}"] = plots.line(
            axes, LEARNING_RATES, flat, name="simulation", **style
        )
        moving[f"drop_{scale}"] = plots.line(
            axes, [1, 1], [1, 2 * ROWS[scale]], name="muted", width=1
        )
        moving[f"best_{scale}"] = plots.words(
            axes, 1, ROWS[scale], WORDS[scale], name="simulation", align="center"
        )
    moving["crossings"] = plots.dots(axes, [1] * 3, [1] * 3, size=9)
    return moving


def _draw_steps(figure: Figure) -> dict[str, Any]:
    axes = _loss_axes(
        figure,
        "steps",
        xlim=(-0.3, len(SHOWN_STEPS) - 0.7),
        xticks=list(STEP_PLACES.values()),
        xticklabels=[str(steps) for steps in SHOWN_STEPS],
    )
    moving: dict[str, Any] = {
        "now": plots.line(axes, [1, 1], (0.05, FRAME[1]), name="muted", width=1.5, dashed=True)
    }
    places, flat = list(STEP_PLACES.values()), np.ones(len(SHOWN_STEPS))
    for (scale, style), height in zip(STYLES.items(), (0.03, 0.0145, 0.007), strict=True):
        moving[f"steps_{scale}"] = plots.line(axes, places, flat, name="simulation", **style)
        plots.line(axes, [0, 0.9], [height] * 2, name="simulation", **style)
        plots.words(axes, 1.15, height / 1.2, f"scale {WORDS[scale]}", name="simulation")
    moving["stands"] = plots.dots(axes, [1] * 3, [1] * 3, size=9)
    return moving


def _update(artists: dict[str, Any], state: TrainingRaceState) -> None:
    losses = list(state.losses.values())
    for scale in SCALES:
        artists[f"rates_{scale}"].set_ydata(state.by_rate[scale])
        artists[f"steps_{scale}"].set_ydata(state.by_steps[scale])
        rate, loss = state.best_rates[scale], state.best_losses[scale]
        artists[f"best_{scale}"].set_x(rate)
        artists[f"drop_{scale}"].set_data([rate, rate], [loss, 1.8 * ROWS[scale]])
    artists["chosen"].set_xdata([state.learning_rate] * 2)
    artists["crossings"].set_data([state.learning_rate] * 3, losses)
    place = STEP_PLACES[state.steps]
    artists["now"].set_xdata([place, place])
    artists["stands"].set_data([place] * 3, losses)


def _loss(loss: float) -> str:
    if math.isnan(loss):
        return "an overflow"
    return f"{loss:.1f}" if loss >= 9.95 else f"{loss:.2f}"


def _count(steps: float) -> str:
    return f"{steps:g}" if math.isfinite(steps) else "never"


def _fields(state: TrainingRaceState) -> dict[str, str]:
    ahead = min(SCALES, key=lambda scale: np.nan_to_num(state.losses[scale], nan=np.inf))
    fields = {
        "d_k": str(state.d_k),
        "learning_rate": _rate(state.learning_rate),
        "steps": "1 step" if state.steps == 1 else f"{state.steps} steps",
        "ahead": "scale 1" if ahead == "raw" else WORDS[ahead],
    }
    least = state.best_rates["raw"]
    for scale in SCALES:
        rate = state.best_rates[scale]
        fields[f"loss_{scale}"] = _loss(state.losses[scale])
        fields[f"rate_{scale}"] = _rate(rate)
        fields[f"times_{scale}"] = f"{rate / least:,.0f}"
        fields[f"solve_{scale}"] = _count(state.steps_to_solve[scale])
    return fields


PANELS = (
    Panel(
        "rates",
        "Loss against the learning rate",
        "On logarithmic axes, the loss after the chosen number of steps for three scales. Each "
        "curve starts level where the rate is too small to learn, dips, and climbs above its "
        "start where the rate is too large. The dips stand far apart: scale 1 at the smallest "
        "rate, then 1/√dₖ, then 1/dₖ at the largest. A dashed line and three dots mark the "
        "chosen rate.",
        _draw_rates,
    ),
    Panel(
        "steps",
        "Loss against the steps at the chosen learning rate",
        "On logarithmic axes, the same three scales step by step, all at the chosen rate. A "
        "dashed line and three dots mark the chosen number of steps.",
        _draw_steps,
    ),
)
CONTROLS = (
    Range(
        "steps",
        "Steps",
        STEPS,
        rest=16,
        moves=("rates_raw", "rates_root", "rates_full", "now", "stands", "crossings"),
    ),
    Range(
        "learning_rate",
        "Learning rate",
        LEARNING_RATES,
        rest=0.5,
        show=_rate,
        moves=("chosen", "crossings", "steps_raw", "steps_root", "steps_full", "stands"),
    ),
    Choice(
        "d_k",
        "Dimension dₖ",
        [(d_k, str(d_k)) for d_k in DIMENSIONS],
        rest=64,
        moves=("rates_raw", "rates_root", "rates_full", "steps_root", "best_full"),
    ),
)
READOUT = (
    "dₖ = {d_k}, learning rate {learning_rate} for all three, after {steps}: loss {loss_raw} with "
    "scale 1, {loss_root} with 1/√dₖ, {loss_full} with 1/dₖ; lowest with {ahead}. Best rates for "
    "that many steps: {rate_raw}, {rate_root} and {rate_full}, which is {times_raw} : "
    "{times_root} : {times_full}. Steps until 95 % of the targets are found, each at its own "
    f"fastest rate: {{solve_raw}}, {{solve_root}} and {{solve_full}} (median of {N_SEEDS} runs)."
)


def training_race() -> Explorer:
    """Return the explorer of three scales in training.

    Returns
    -------
    Explorer
        Controls ``steps``, ``learning_rate`` and ``d_k``.

    Examples
    --------
    >>> training_race().resting_values
    {'steps': 16, 'learning_rate': 0.5, 'd_k': 64}
    """
    return Explorer(
        name="training_race",
        title="Three scales in training",
        panels=PANELS,
        palette=PALETTE,
        controls=CONTROLS,
        state=training_race_state,
        update=_update,
        readout=READOUT,
        fields=_fields,
        table=[
            {"steps": steps, "learning_rate": rate}
            for steps in (16, 128)
            for rate in (1 / 32, 0.5, 8)
        ],
        columns=[
            ("steps", ""),
            ("learning_rate", ""),
            ("loss_raw", "Loss with scale 1"),
            ("loss_root", "With 1/√dₖ"),
            ("loss_full", "With 1/dₖ"),
        ],
    )
