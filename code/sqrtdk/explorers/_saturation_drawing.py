"""The pictures of the mean largest weight: a map over d_k and n, and two cuts through it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from sqrtdk import plots
from sqrtdk.explorers._places import name_places
from sqrtdk.explorers._saturation_numbers import (
    DIMENSIONS,
    KEY_COUNTS,
    SCALES,
    Floats,
    SaturationMapState,
)
from sqrtdk.style import LABEL, QUARTERS, colour, new_axes

__all__ = ["draw_by_dimension", "draw_by_keys", "draw_map", "update"]

LABELLED_DIMENSIONS = (1, 4, 16, 64, 256, 1024)
LABELLED_KEYS = (2, 16, 64, 256, 1024)
NAMES = {"raw": "no scale", "root": "÷ √dₖ", "full": "÷ dₖ"}
LOWEST = 5e-4
APART = 0.075
"""Smallest distance of words on an axis from 0 to 1."""
LOWEST_NAME = 0.025
"""Lowest place of words there, so that the axis does not run through them."""
FACTOR_APART = 1.75
"""The same as a factor, on the logarithmic axis."""


def freezing_line() -> tuple[Floats, Floats]:
    """Return where d_k is 2 ln n, as powers of two of both, within the map."""
    keys = np.linspace(0.5, 10.5, 41)
    return np.log2(2 * keys * math.log(2)), keys


def _numerals(values: tuple[int, ...]) -> list[str]:
    return [f"{value:,}" for value in values]


def draw_map(figure: Figure) -> dict[str, Artist]:
    """Draw the map, the freezing line and the mark of the present state.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        Empty.

    Returns
    -------
    dict of str to Artist
        What moves.
    """
    axes = new_axes(
        figure,
        xlabel="dimension dₖ",
        ylabel="keys n",
        xlim=(-0.5, 10.5),
        ylim=(0.5, 10.5),
        xticks=np.log2(LABELLED_DIMENSIONS).tolist(),
        xticklabels=_numerals(LABELLED_DIMENSIONS),
        yticks=np.log2(LABELLED_KEYS).tolist(),
        yticklabels=_numerals(LABELLED_KEYS),
    )
    axes.grid(False)
    cells = np.zeros((len(KEY_COUNTS), len(DIMENSIONS)))
    line = freezing_line()
    return {
        "ramp": _ramp(figure),
        "map": plots.grid_image(axes, cells, extent=(-0.5, 10.5, 0.5, 10.5)),
        "line_edge": plots.line(axes, *line, name="paper", width=6),
        "line": plots.line(axes, *line, width=2.5),
        "line_words": plots.words(axes, 3.35, 9.6, "", align="right"),
        "edge": plots.dots(axes, [0], [1], name="paper", size=17),
        "here": plots.dots(axes, [0], [1], name="ink", size=11),
    }


def _ramp(figure: Figure) -> Artist:
    """Draw the scale of the shades above the right end of the axes."""
    width, height = figure.get_size_inches() * 72
    right, long, wide = 1 - 30 / width, 64 / width, 10 / height
    axes = figure.add_axes((right - long, 1 - 14 / height, long, wide))
    axes.set_axis_off()
    look: dict[str, Any] = {
        "transform": figure.transFigure,
        "color": colour("ink"),
        "fontsize": LABEL,
    }
    axes.text(right - long - 5 / width, 1 - 14 / height, "weight 0", ha="right", **look)
    axes.text(right + 5 / width, 1 - 14 / height, "1", ha="left", **look)
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    return plots.grid_image(axes, [np.linspace(0, 1, 9)], extent=(0, 1, 0, 1))


def _lines(axes: Axes, ending: str, x: tuple[int, ...], at: float) -> dict[str, Artist]:
    """Draw a thin line and its name for each scale, a thick one for the scale chosen, a dot."""
    flat = np.ones(len(x))
    moving: dict[str, Artist] = {}
    for scale, name in NAMES.items():
        moving[f"{scale}_{ending}"] = plots.line(axes, x, flat, width=1.2)
        moving[f"{scale}_{ending}_words"] = plots.words(axes, at, 1, name, name="theory")
    moving[f"chosen_{ending}"] = plots.line(axes, x, flat, width=3.2)
    moving[f"dot_{ending}"] = plots.dots(axes, [1], [1], name="theory", size=13)
    return moving


def draw_by_dimension(figure: Figure) -> dict[str, Artist]:
    """Draw the mean largest weight against d_k for three scales.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        Empty.

    Returns
    -------
    dict of str to Artist
        What moves.
    """
    axes = new_axes(
        figure,
        xlabel="dimension dₖ",
        ylabel="mean largest weight",
        xlim=(0.75, 13_000),
        ylim=(0, 1.06),
        xscale="log",
        xticks=LABELLED_DIMENSIONS,
        xticklabels=_numerals(LABELLED_DIMENSIONS),
        **QUARTERS,
    )
    freezing = {
        "freezing": plots.line(axes, [1, 1], [0, 0.97], width=1.5, dashed=True),
        "freezing_words": plots.words(axes, 1, 1.0, "2 ln n", name="theory", align="center"),
    }
    return {**freezing, **_lines(axes, "d", DIMENSIONS, 1_650)}


def draw_by_keys(figure: Figure) -> dict[str, Artist]:
    """Draw the mean largest weight against the number of keys for three scales.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        Empty.

    Returns
    -------
    dict of str to Artist
        What moves.
    """
    axes = new_axes(
        figure,
        xlabel="keys n",
        ylabel="mean largest weight",
        xlim=(1.6, 12_500),
        ylim=(LOWEST, 1.5),
        xscale="log",
        yscale="log",
        xticks=LABELLED_KEYS,
        xticklabels=_numerals(LABELLED_KEYS),
        yticks=(0.001, 0.01, 0.1, 1),
        yticklabels=("0.001", "0.01", "0.1", "1"),
    )
    plots.line(axes, [2, 1024], [1 / 2, 1 / 1024], name="muted", width=1.5, dashed=True)
    plots.key(axes, [("muted", "even share 1/n")])
    return _lines(axes, "n", KEY_COUNTS, 1_550)


def _update_map(artists: dict[str, Any], state: SaturationMapState) -> None:
    frozen = state.scale == "raw"
    x, y = freezing_line() if frozen else (np.array([np.nan]), np.array([np.nan]))
    artists["map"].set_data(state.grid[::-1])
    for name in ("line", "line_edge"):
        artists[name].set_data(x, y)
    artists["line_words"].set_text("dₖ = 2 ln n" if frozen else "")
    for name in ("here", "edge"):
        artists[name].set_data([math.log2(state.d_k)], [math.log2(state.n_keys)])


def update(artists: dict[str, Any], state: SaturationMapState) -> None:
    """Move the artists of all pictures to a state.

    Parameters
    ----------
    artists : dict of str to Artist
    state : SaturationMapState
    """
    _update_map(artists, state)
    freezing = 2 * math.log(state.n_keys)
    artists["freezing"].set_xdata([freezing, freezing])
    artists["freezing_words"].set_x(freezing)
    for ending, courses, place, apart in (
        ("d", state.by_dimension, state.d_k, APART),
        ("n", state.by_keys, state.n_keys, FACTOR_APART),
    ):
        lowest = LOWEST_NAME if ending == "d" else 0.0
        ends = {scale: max(float(course[-1]), lowest) for scale, course in courses.items()}
        words = name_places(ends, apart, logarithmic=ending == "n")
        for scale in SCALES:
            artists[f"{scale}_{ending}"].set_ydata(courses[scale])
            artists[f"{scale}_{ending}_words"].set_y(words[scale])
        artists[f"chosen_{ending}"].set_ydata(courses[state.scale])
        artists[f"dot_{ending}"].set_data([place], [state.largest])
