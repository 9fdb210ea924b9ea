"""The pictures of the gradient at the query: its sizes, and its course over T and over d_k."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.text import Text

from sqrtdk import plots
from sqrtdk.explorers._gradient_numbers import (
    BELOW,
    BIN,
    DEAD_SHARE,
    DIMENSIONS,
    LOWEST,
    SCALES,
    TEMPERATURES,
    Floats,
    GradientDistributionState,
    histogram,
)
from sqrtdk.style import LABEL, colour, new_axes

__all__ = ["draw_courses", "draw_dimensions", "draw_sizes", "percentage", "update"]

TALLEST = 0.4
"""Height at which a bar leaves the frame."""
TOP = 0.565
ROWS = {"median": 0.525, "mean": 0.48, "rms": 0.435}
"""Heights of the words, the leftmost line the longest, so that none runs through a word."""
POWERS: dict[float, str] = {-4: "10⁻⁴", -2: "0.01", 0: "1", 2: "100"}
SIZES: dict[str, Any] = {
    "ylim": (1e-4, 10**2.4),
    "yscale": "log",
    "yticks": [10.0**power for power in POWERS],
    "yticklabels": list(POWERS.values()),
}
STYLES: dict[str, dict[str, Any]] = {
    "rms": {"width": 2.5},
    "mean": {"width": 1.2},
    "median": {"width": 2.5, "dashed": True},
}
MARKS = {"raw": "1", "root": "√dₖ", "full": "dₖ"}


def draw_sizes(figure: Figure) -> dict[str, Artist]:
    """Draw the histogram of the sizes, on an axis of powers of ten, and three marks.

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
        xlabel="size of the gradient at the query",
        ylabel="share of queries",
        xlim=(-4.55, 2.7),
        ylim=(0, TOP),
        xticks=(BELOW, -3, -2, -1, 0, 1, 2),
        xticklabels=("less", "0.001", "0.01", "0.1", "1", "10", "100"),
        yticks=(0, 0.1, 0.2, 0.3, 0.4),
    )
    axes.grid(False, axis="x")
    marks: dict[str, Artist] = {}
    bars: dict[str, Artist] = {
        "live": _bars(axes, "simulation-soft", "simulation"),
        "dead": _bars(axes, "muted", "muted"),
    }
    for name, style in STYLES.items():
        row = ROWS[name]
        marks[name] = plots.line(axes, [0, 0], [0, row], name="simulation", **style)
        marks[f"{name}_words"] = plots.words(axes, 0, row, name, name="simulation")
    return {
        **bars,
        "tall": plots.words(axes, 0, 0.36, ""),
        "limit": plots.line(axes, [0, 0], [0, TALLEST], name="muted", width=1.5, dashed=True),
        **marks,
        "dead_words": _corner(figure, axes),
    }


def _bars(axes: Axes, name: str, edge: str) -> PathPatch:
    patch = PathPatch(
        Path(np.zeros((1, 2))), facecolor=colour(name), edgecolor=colour(edge), linewidth=1
    )
    axes.add_patch(patch)
    return patch


def _corner(figure: Figure, axes: Axes) -> Text:
    """Write the share of dead queries above the right end of the axes, as a key."""
    width, height = figure.get_size_inches() * 72
    place: dict[str, Any] = {"transform": figure.transFigure, "ha": "right", "va": "baseline"}
    look: dict[str, Any] = {"color": colour("muted"), "fontsize": LABEL, "fontweight": "bold"}
    return axes.text(1 - 18 / width, 1 - 14 / height, "dead", **place, **look)


def draw_courses(figure: Figure) -> dict[str, Artist]:
    """Draw root mean square, mean and median against the temperature, on logarithmic axes.

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
        xlabel="temperature T",
        ylabel="size of the gradient",
        xlim=(0.11, 74),
        xscale="log",
        xticks=(0.125, 0.5, 2, 8, 32),
        xticklabels=("⅛", "½", "2", "8", "32"),
        **SIZES,
    )
    low = SIZES["ylim"][0]
    _key_of_lines(axes, (7.0, 12.5, 15.0), (90, 29, 9.3), ("rms", "mean", "median"))
    marks: dict[str, Artist] = {}
    for name in MARKS:
        marks[f"at_{name}"] = plots.line(axes, [1, 1], [low, 4], width=1.5, dashed=True)
        height = 1.5e-4 if name == "root" else 4.2e-4
        marks[f"at_{name}_words"] = plots.words(axes, 1, height, "", name="theory")
    flat = np.ones(len(TEMPERATURES))
    curves: dict[str, Artist] = {
        f"course_{name}": plots.line(axes, TEMPERATURES, flat, name="simulation", **style)
        for name, style in STYLES.items()
    }
    dots = {f"dot_{name}": plots.dots(axes, [1], [1], size=9) for name in STYLES}
    return {**marks, **curves, **dots}


def _key_of_lines(
    axes: Axes, across: tuple[float, float, float], heights: tuple[float, ...], names: Any
) -> None:
    """Draw a piece of each kind of line, and its name to the right."""
    left, right, words = across
    for name, height in zip(names, heights, strict=True):
        plots.line(axes, [left, right], [height] * 2, name="simulation", **STYLES[name])
        plots.words(axes, words, height / 1.3, name, name="simulation")


def draw_dimensions(figure: Figure) -> dict[str, Artist]:
    """Draw root mean square and median against the dimension at three scales.

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
        ylabel="size of the gradient",
        xlim=(0.75, 8_000),
        xscale="log",
        xticks=(1, 4, 16, 64, 256, 1024),
        xticklabels=("1", "4", "16", "64", "256", "1,024"),
        **SIZES,
    )
    _key_of_lines(axes, (1.0, 2.6, 3.5), (9e-4, 2.6e-4), ("rms", "median"))
    flat = np.ones(len(DIMENSIONS))
    moving: dict[str, Artist] = {}
    for scale in SCALES:
        for name in ("rms", "median"):
            moving[f"{scale}_{name}"] = plots.line(
                axes, DIMENSIONS, flat, name="simulation", **STYLES[name]
            )
        moving[f"{scale}_words"] = plots.words(
            axes, 1_350, 1, f"T = {MARKS[scale]}", name="theory"
        )
    moving["here"] = plots.dots(axes, [1, 1], [1, 1], size=9)
    return moving


def percentage(share: float) -> str:
    """Return a share in words, to a tenth of one per cent.

    Parameters
    ----------
    share : float

    Returns
    -------
    str

    Examples
    --------
    >>> percentage(0.171), percentage(0.0)
    ('17.1 %', 'none')
    """
    return f"{100 * share:.1f} %" if share > 0 else "none"


def _outline(edges: Floats, shares: Floats) -> Path:
    """Return touching bars as one outline, cut at the frame, with an arrow on a cut one."""
    if not shares.any():
        return Path(np.empty((0, 2)))
    used = np.flatnonzero(shares)
    edges, shares = edges[used[0] : used[-1] + 2], shares[used[0] : used[-1] + 1]
    along = np.concatenate([edges[:1], np.repeat(edges, 2)[1:-1], edges[[-1, 0]]])
    up = np.concatenate([[0], np.repeat(np.minimum(shares, TALLEST), 2), [0, 0]])
    codes = [Path.MOVETO] + [Path.LINETO] * (len(along) - 2) + [Path.CLOSEPOLY]
    outlines = [Path(np.column_stack([along, up]), codes)]
    for bar in np.flatnonzero(shares > TALLEST):
        left, right = edges[bar], edges[bar + 1]
        corners = [(left, 0.405), ((left + right) / 2, 0.425), (right, 0.405), (left, 0.405)]
        outlines.append(Path(corners, [Path.MOVETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY]))
    return Path.make_compound_path(*outlines)


def _update_sizes(artists: dict[str, Any], state: GradientDistributionState) -> None:
    limit = DEAD_SHARE * state.root_median
    edges, shares = histogram(state.sizes, limit)
    n_dead = int((edges[:-1] < math.log10(limit) - BIN / 2).sum())
    artists["dead"].set_path(_outline(edges[: n_dead + 1], shares[:n_dead]))
    artists["live"].set_path(_outline(edges[n_dead:], shares[n_dead:]))
    artists["limit"].set_xdata([math.log10(limit)] * 2)
    artists["dead_words"].set_text(f"dead: {percentage(state.dead)}")
    tallest = int(shares.argmax())
    leaves = shares[tallest] > TALLEST
    artists["tall"].set_text(f"{100 * shares[tallest]:.0f} %" if leaves else "")
    artists["tall"].set_x(edges[tallest + 1] + BIN / 3 if leaves else 0)
    for name, size in _three(state).items():
        power = math.log10(size) if size > 10**LOWEST else BELOW
        artists[name].set_xdata([power, power])
        artists[f"{name}_words"].set_x(power + 0.06)


def _three(state: GradientDistributionState) -> dict[str, float]:
    return {"rms": state.root_mean_square, "mean": state.mean, "median": state.median}


def update(artists: dict[str, Any], state: GradientDistributionState) -> None:
    """Move the artists of all pictures to a state.

    Parameters
    ----------
    artists : dict of str to Artist
    state : GradientDistributionState
    """
    _update_sizes(artists, state)
    for (name, size), course in zip(_three(state).items(), state.curves, strict=True):
        artists[f"course_{name}"].set_ydata(course)
        artists[f"dot_{name}"].set_data([state.temperature], [size])
    for name, power in SCALES.items():
        place = float(state.d_k**power)
        artists[f"at_{name}"].set_xdata([place, place])
        artists[f"at_{name}_words"].set_x(place * 1.06)
        artists[f"at_{name}_words"].set_text(MARKS[name] if place <= TEMPERATURES[-1] else "")
        for statistic, sizes in zip(("rms", "median"), state.by_dimension[name], strict=True):
            artists[f"{name}_{statistic}"].set_ydata(sizes)
        artists[f"{name}_words"].set_y(state.by_dimension[name][0][-1] / 1.25)
    if state.d_k == 1:
        artists["at_raw_words"].set_text("")
        artists["at_full_words"].set_text("")
        artists["at_root_words"].set_text("1 = √dₖ = dₖ")
    artists["here"].set_data([state.d_k] * 2, [state.root_mean_square, state.median])
