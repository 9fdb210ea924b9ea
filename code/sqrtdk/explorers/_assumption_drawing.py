"""Pictures of scores with one assumption broken: a histogram, and the numbers by the amount."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from sqrtdk import plots
from sqrtdk.explorer import Panel
from sqrtdk.explorers._assumption_numbers import (
    AMOUNTS,
    ASSUMPTIONS,
    DOTS_AT,
    EDGES,
    AssumptionState,
    expected_numbers,
)
from sqrtdk.explorers._scores_drawing import STANDARD, histogram, histogram_path
from sqrtdk.style import TICK, new_axes

__all__ = ["PANELS", "update"]

AT = (0.0, 0.25, 0.5, 0.75, 1.0)
QUARTERS = ("0", "¼", "½", "¾", "1")


@dataclass(frozen=True)
class View:
    """The frames of one broken assumption; they do not change with its amount.

    Parameters
    ----------
    amount : str
        Label of the axis of the amount.
    amounts : tuple of str
        Words at its ticks.
    ticks : tuple of float
        Ticks of the axis of the quantity.
    top : float
        Largest density that is shown.
    range : tuple of float
        Range of the numbers that are drawn against the amount.
    curves : dict of str to (float, float)
        What is drawn against the amount, and where the word for it ends.
    """

    amount: str
    amounts: tuple[str, ...]
    ticks: tuple[float, ...]
    top: float
    range: tuple[float, float]
    curves: dict[str, tuple[float, float]]


VIEWS = {
    "mean": View(
        "mean μ of every component",
        QUARTERS,
        (-4, 0, 4, 8, 12, 16),
        0.5,
        (0, 9),
        {"mean": (0.7, 4.9), "variance": (1.0, 1.2)},
    ),
    "variance": View(
        "standard deviation σ of every component",
        ("1", "1¼", "1½", "1¾", "2"),
        (-12, -6, 0, 6, 12),
        0.5,
        (-1.5, 17),
        {"mean": (0.9, 0.7), "variance": (0.66, 9.0)},
    ),
    "correlation": View(
        "correlation ρ of qᵢ with kᵢ",
        QUARTERS,
        (-4, 0, 4, 8, 12, 16),
        0.5,
        (0, 9),
        {"mean": (0.55, 4.9), "variance": (1.0, 0.5)},
    ),
    "shared query": View(
        "shared part a of the queries",
        QUARTERS,
        (0, 1, 2, 3, 4, 5),
        2.2,
        (-0.02, 0.18),
        {"correlation": (0.75, 0.11)},
    ),
}
WORDS = {"mean": "mean", "variance": "variance", "correlation": "correlation of two squares"}


def prefix(assumption: str) -> str:
    """Return the assumption as an identifier.

    Parameters
    ----------
    assumption : str

    Returns
    -------
    str
    """
    return assumption.replace(" ", "_")


def _draw_scores(figure: Figure, assumption: str) -> dict[str, Any]:
    view, edges = VIEWS[assumption], EDGES[assumption]
    shared = assumption == "shared query"
    bottom, low, high = -0.19 * view.top, edges[0], edges[-1]
    densities = (0, 0.5, 1, 1.5, 2) if shared else (0, 0.1, 0.2, 0.3, 0.4)
    axes = new_axes(
        figure,
        xlabel="mean square of a row’s scores" if shared else "q · k ÷ √dₖ",
        ylabel="density",
        xlim=(low, high),
        ylim=(bottom, view.top),
        xticks=view.ticks,
        xticklabels=[f"{tick:g}".replace("-", "−") for tick in view.ticks],
        yticks=densities,
        yticklabels=[f"{density:g}" for density in densities],
    )
    plots.key(axes, [("simulation", "simulation"), ("theory", "theory")])
    words: dict[str, Any] = {"name": "muted", "size": TICK, "align": "right"}
    plots.words(axes, high - 0.015 * (high - low), 0.62 * bottom, "mean ± SD", **words)
    parts: dict[str, Any] = {"histogram": histogram(axes)}
    if not shared:
        parts["normal"] = plots.line(axes, [0, 0], [0, 0])
    parts["spread"] = plots.line(axes, [0, 0], [0.32 * bottom] * 2, width=4)
    parts["sample_spread"] = plots.line(
        axes, [0, 0], [0.7 * bottom] * 2, name="simulation", width=4
    )
    return {f"{prefix(assumption)}_{name}": artist for name, artist in parts.items()}


def _draw_trend(figure: Figure, assumption: str) -> dict[str, Any]:
    view = VIEWS[assumption]
    axes = new_axes(
        figure,
        xlabel=view.amount,
        ylabel="correlation" if "correlation" in view.curves else "scaled score",
        xlim=(-0.03, 1.03),
        ylim=view.range,
        xticks=AT,
        xticklabels=view.amounts,
    )
    axes.set_yticks([tick for tick in axes.get_yticks() if 0 <= tick <= view.range[1]])
    plots.key(axes, [("simulation", "simulation"), ("theory", "theory")])
    parts: dict[str, Any] = {}
    numbers = [expected_numbers(assumption, amount) for amount in AMOUNTS]
    for name, (x, y) in view.curves.items():
        plots.line(axes, AMOUNTS, [number[name] for number in numbers])
        plots.words(axes, x, y, WORDS[name], name="theory", align="right")
        parts[f"dots_{name}"] = plots.dots(axes, DOTS_AT, np.zeros(len(DOTS_AT)), size=5)
    flat = np.zeros(len(view.curves))
    parts["exact"] = plots.dots(axes, flat, flat, name="theory", size=13)
    parts["simulated"] = plots.dots(axes, flat, flat, size=6.5)
    return {f"{prefix(assumption)}_{name}": artist for name, artist in parts.items()}


def update(artists: dict[str, Any], state: AssumptionState) -> None:
    """Move the artists to a state; those of the other assumptions are emptied.

    Parameters
    ----------
    artists : dict of str to Artist
    state : AssumptionState
    """
    start = prefix(state.assumption) + "_"
    for name, artist in artists.items():
        artist.set_visible(name.startswith(start))
    part = {n.removeprefix(start): a for n, a in artists.items() if n.startswith(start)}
    filled = np.flatnonzero(state.heights)
    first, last = filled[0], filled[-1] + 1
    edges = EDGES[state.assumption][first : last + 1]
    part["histogram"].set_path(histogram_path(edges, state.heights[first:last]))
    mean, spread = state.expected["mean"], math.sqrt(state.expected["variance"])
    if "normal" in part:
        peak = 1 / (spread * math.sqrt(2 * math.pi))
        part["normal"].set_data(mean + spread * STANDARD, peak * np.exp(-(STANDARD**2) / 2))
    part["spread"].set_xdata([mean - spread, mean + spread])
    found, found_spread = state.found["mean"].value, math.sqrt(state.found["variance"].value)
    part["sample_spread"].set_xdata([found - found_spread, found + found_spread])
    names = VIEWS[state.assumption].curves
    for name in names:
        part[f"dots_{name}"].set_ydata(state.dots[name])
    at = [state.amount] * len(names)
    part["exact"].set_data(at, [state.expected[name] for name in names])
    part["simulated"].set_data(at, [state.found[name].value for name in names])


UNDER = (
    " Below, two lines reach one standard deviation to each side of the mean: by the formulas, "
    "and under it for the draws."
)
OF_SCORES = (
    "A histogram of 4,000 simulated scores, divided by √64, and on it the normal density with "
    "the mean and the variance of the formulas. "
)
SCORES = {
    "mean": (
        "Scores when no component has mean 0",
        OF_SCORES + "With a growing mean μ of all components the scores move to the right and "
        "spread a little." + UNDER,
    ),
    "variance": (
        "Scores when no component has variance 1",
        OF_SCORES + "With a growing standard deviation σ of all components the scores spread "
        "like its square." + UNDER,
    ),
    "correlation": (
        "Scores when matching components are correlated",
        OF_SCORES + "With a growing correlation the scores move to the right, at 1 by eight "
        "standard deviations; there their law is skewed." + UNDER,
    ),
    "shared query": (
        "Mean squares of rows whose keys share a query",
        "A histogram of 1,000 simulated rows of 64 keys with dₖ = 4: the mean square of the "
        "scaled scores of each row. With a query for each key all rows are close to 1. The more "
        "of the query a row shares, the more the rows differ, to both sides." + UNDER,
    ),
}
TREND = {
    "mean": "The mean of a scaled score climbs like 8μ², its variance like 1 + 2μ². ",
    "variance": "The mean of a scaled score stays at 0, its variance climbs like σ⁴. ",
    "correlation": "The mean of a scaled score climbs like 8ρ, its variance like 1 + ρ². ",
    "shared query": "The correlation of two squared scores of a row climbs like a²/7. ",
}
DOTS = (
    "Small dots are estimates from the draws, a large one marks the formula at the chosen amount "
    "and a dot in it the draws there."
)


def _panels(assumption: str) -> tuple[Panel, Panel]:
    title, about = SCORES[assumption]
    start, shown = prefix(assumption), {"assumption": assumption}
    draw = functools.partial(_draw_scores, assumption=assumption)
    draw_trend = functools.partial(_draw_trend, assumption=assumption)
    numbers = " and ".join(WORDS[name] for name in VIEWS[assumption].curves)
    heading = f"{numbers.capitalize()} against the amount"
    return (
        Panel(f"{start}_scores", title, about, draw, shown_when=shown),
        Panel(f"{start}_trend", heading, TREND[assumption] + DOTS, draw_trend, shown_when=shown),
    )


PANELS = tuple(panel for assumption in ASSUMPTIONS for panel in _panels(assumption))
