"""The look of every picture: colours with fixed meanings, and axes drawn the same way.

Theory has one colour and simulation another, in figures, text and controls alike. The site swaps
each colour for its dark counterpart through a theme variable of the same name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

__all__ = ["DARK", "LIGHT", "PALETTE", "QUARTERS", "colour", "new_axes"]

LIGHT = {
    "ink": "#1c2530",
    "muted": "#56606d",
    "grid": "#dfe3e8",
    "paper": "#fffffe",
    "theory": "#1f4e9c",
    "theory-soft": "#cfdcf3",
    "simulation": "#a8480f",
    "simulation-soft": "#f4d9c4",
}
DARK = {
    "ink": "#e8eaed",
    "muted": "#a9b3be",
    "grid": "#323b46",
    "paper": "#171c23",
    "theory": "#8ab8ff",
    "theory-soft": "#25406b",
    "simulation": "#f4a862",
    "simulation-soft": "#593a1d",
}
PALETTE = {value: name for name, value in LIGHT.items()}

LABEL = 13.0
TICK = 12.0
QUARTERS: dict[str, Any] = {
    "yticks": (0, 0.25, 0.5, 0.75, 1),
    "yticklabels": ("0", "¼", "½", "¾", "1"),
}
"""Ticks of an upward axis of shares."""


def colour(name: str) -> str:
    """Return the light-theme colour of a role.

    Parameters
    ----------
    name : str
        One of the keys of `LIGHT`.

    Returns
    -------
    str
        ``#rrggbb``; the site replaces it by the theme variable of that name.

    Raises
    ------
    ValueError
        If there is no such role.

    Examples
    --------
    >>> colour("theory")
    '#1f4e9c'
    """
    if name not in LIGHT:
        raise ValueError(f"no colour is called {name!r}; allowed are {sorted(LIGHT)}")
    return LIGHT[name]


def new_axes(
    figure: Figure,
    *,
    xlabel: str,
    ylabel: str,
    xlim: tuple[float, float],
    ylim: tuple[float, float],
    xscale: str = "linear",
    yscale: str = "linear",
    xticks: Sequence[float] | None = None,
    yticks: Sequence[float] | None = None,
    xticklabels: Sequence[str] | None = None,
    yticklabels: Sequence[str] | None = None,
) -> Axes:
    """Add axes in the book's style to a figure: two spines, a faint grid, labels at their ends.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        Without pyplot.
    xlabel, ylabel : str
        Plain words; the label of the vertical axis stands above it.
    xlim, ylim : tuple of float
        Limits, fixed so that only the data moves.
    xscale, yscale : {"linear", "log"}, optional
        Scales.
    xticks, yticks : sequence of float, optional
        Places of ticks.
    xticklabels, yticklabels : sequence of str, optional
        Words at the ticks.

    Returns
    -------
    matplotlib.axes.Axes
    """
    width, height = figure.get_size_inches() * 72
    left, right, bottom, top = 44 / width, 1 - 18 / width, 42 / height, 1 - 30 / height
    axes = figure.add_axes((left, bottom, right - left, top - bottom))
    figure.patch.set_visible(False)
    axes.patch.set_visible(False)
    axes.set_xscale(xscale)
    axes.set_yscale(yscale)
    axes.set_xlim(*xlim)
    axes.set_ylim(*ylim)
    axes.minorticks_off()
    if xticks is not None:
        axes.set_xticks(list(xticks), None if xticklabels is None else list(xticklabels))
    if yticks is not None:
        axes.set_yticks(list(yticks), None if yticklabels is None else list(yticklabels))
    _dress(axes)
    axes.set_xlabel(xlabel, color=LIGHT["ink"], fontsize=LABEL)
    above: dict[str, Any] = {"transform": figure.transFigure, "ha": "left", "va": "baseline"}
    axes.text(4 / width, 1 - 14 / height, ylabel, color=LIGHT["ink"], fontsize=LABEL, **above)
    return axes


def _dress(axes: Axes) -> None:
    axes.grid(True, color=LIGHT["grid"], linewidth=1)
    axes.set_axisbelow(True)
    for side, spine in axes.spines.items():
        spine.set_visible(side in ("left", "bottom"))
        spine.set_color(LIGHT["muted"])
    axes.tick_params(colors=LIGHT["muted"], labelsize=TICK, length=3)
