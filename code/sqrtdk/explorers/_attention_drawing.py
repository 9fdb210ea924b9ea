"""The pictures of one row of attention: scores, weights, entropy and sensitivities."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.path import Path

from sqrtdk import plots
from sqrtdk.explorers._attention_numbers import (
    CURVE_AT,
    KEY_COUNTS,
    AttentionTemperatureState,
    Floats,
)
from sqrtdk.style import QUARTERS, new_axes

__all__ = ["draw_entropy", "draw_scores", "draw_sensitivities", "draw_weights", "update"]

FRAME = 12.0
ARROW = 1.3
MARGIN = 6 / 256
MANY = 16
ENTROPY_FRAME = (-0.25, 4.9)
EIGHTHS: dict[str, Any] = {"yticks": (0, 0.125, 0.25), "yticklabels": ("0", "⅛", "¼")}


def _stairs_path(heights: Floats) -> Path:
    """Return touching bars that stand on 0, side by side from 0 to 1, as one outline."""
    edges = np.linspace(0, 1, len(heights) + 1)
    along = np.concatenate([[0], np.repeat(edges, 2)[1:-1], [1, 0]])
    up = np.concatenate([[0], np.repeat(heights, 2), [0, 0]])
    codes = [Path.MOVETO] + [Path.LINETO] * (len(along) - 2) + [Path.CLOSEPOLY]
    return Path(np.column_stack([along, up]), codes)


def _gap_places(n_keys: int) -> Floats:
    """Return where two bars touch, three times each; nowhere if there are many bars."""
    edges = range(1, n_keys) if n_keys <= MANY else ()
    return np.repeat(np.array(edges, dtype=float) / n_keys, 3)


def _arrows_path(scores: Floats) -> Path:
    """Return a triangle at the end of each bar that leaves the frame."""
    width = 1 / len(scores)
    half = min(width, 0.06) / 2
    vertices: list[tuple[float, float]] = []
    for place, score in zip((np.arange(len(scores)) + 0.5) * width, scores, strict=True):
        if abs(score) > FRAME:
            foot, tip = math.copysign(FRAME + 0.3, score), math.copysign(FRAME + ARROW, score)
            vertices += [(place - half, foot), (place, tip), (place + half, foot)]
            vertices.append((place - half, foot))
    codes = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY] * (len(vertices) // 4)
    return Path(np.reshape(vertices, (-1, 2)), codes)


def _key_axes(
    figure: Figure, name: str, ylabel: str, limits: tuple[float, float], **ticks: Any
) -> tuple[Axes, dict[str, Any]]:
    """Return axes with one bar a key, and the bars with the gaps between them."""
    axes = new_axes(
        figure,
        xlabel="keys, largest score first",
        ylabel=ylabel,
        xlim=(-MARGIN, 1 + MARGIN),
        ylim=limits,
        xticks=(),
        **ticks,
    )
    bars = plots.bars(axes, [0], [0], name="simulation")
    gaps = plots.line(axes, [0, 1], limits, name="paper", width=1)
    return axes, {name: bars, f"gaps_{name}": gaps}


def draw_scores(figure: Figure) -> dict[str, Any]:
    """Draw one bar a key, of its score over the temperature, and lines at one standard deviation.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        Empty.

    Returns
    -------
    dict of str to Artist
        What moves.
    """
    frame, ticks = (-FRAME - 1.5, FRAME + 1.5), (-12, -8, -4, 0, 4, 8, 12)
    axes, bars = _key_axes(figure, "scores", "score ÷ T", frame, yticks=ticks)
    plots.key(axes, [("simulation", "one row"), ("theory", "± one SD")])
    edges = [plots.line(axes, [-MARGIN, 1 + MARGIN], [0, 0], width=1.5) for _ in range(2)]
    arrows = plots.bars(axes, [0], [0], name="simulation")
    return {**bars, "spread_top": edges[0], "spread_bottom": edges[1], "arrows": arrows}


def draw_weights(figure: Figure) -> dict[str, Any]:
    """Draw one bar a key, of its weight, and the even share.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        Empty.

    Returns
    -------
    dict of str to Artist
        What moves.
    """
    axes, bars = _key_axes(figure, "weights", "weight p", (0, 1.18), **QUARTERS)
    plots.key(axes, [("simulation", "one row"), ("theory", "even share")])
    even = plots.line(axes, [-MARGIN, 1 + MARGIN], [0, 0])
    effective = plots.words(axes, 1, 1.06, "", align="right")
    return {**bars, "even": even, "effective": effective}


def draw_entropy(figure: Figure) -> dict[str, Any]:
    """Draw the entropy against the temperature, and the mark at the root of the dimension.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        Empty.

    Returns
    -------
    dict of str to Artist
        What moves.
    """
    ceilings = [math.log(n) for n in KEY_COUNTS]
    axes = new_axes(
        figure,
        xlabel="temperature T",
        ylabel="entropy (nats)",
        xlim=(0.105, 76),
        ylim=ENTROPY_FRAME,
        xscale="log",
        xticks=(0.125, 0.5, 2, 8, 32),
        xticklabels=("⅛", "½", "2", "8", "32"),
        yticks=(0, *ceilings),
        yticklabels=("0", *(f"ln {n}" for n in KEY_COUNTS)),
    )
    plots.key(axes, [("simulation", "one row")])
    flat = np.zeros(len(CURVE_AT))
    thin = {
        f"curve_{n}": plots.line(axes, CURVE_AT, flat, name="muted", width=1) for n in KEY_COUNTS
    }
    return {
        "root": plots.line(axes, [1, 1], ENTROPY_FRAME, dashed=True),
        "root_words": plots.words(axes, 1, 4.45, "T = √dₖ", name="theory", align="right"),
        **thin,
        "curve": plots.line(axes, CURVE_AT, flat, name="simulation", width=2.5),
        "dot": plots.dots(axes, [1], [0], size=11),
    }


def draw_sensitivities(figure: Figure) -> dict[str, Any]:
    """Draw one bar a key, of p(1 − p).

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        Empty.

    Returns
    -------
    dict of str to Artist
        What moves.
    """
    words = "sensitivity p(1 − p)"
    axes, bars = _key_axes(figure, "sensitivities", words, (0, 0.275), **EIGHTHS)
    plots.key(axes, [("simulation", "one row")])
    return bars


def update(artists: dict[str, Any], state: AttentionTemperatureState) -> None:
    """Move the artists of all four pictures to a state.

    Parameters
    ----------
    artists : dict of str to Artist
    state : AttentionTemperatureState
    """
    heights = {
        "scores": np.clip(state.scores, -FRAME, FRAME),
        "weights": state.weights,
        "sensitivities": state.sensitivities,
    }
    between = _gap_places(len(state.weights))
    for name, values in heights.items():
        artists[name].set_path(_stairs_path(values))
        low, high = artists[name].axes.get_ylim()
        artists[f"gaps_{name}"].set_data(between, np.resize([low, high, np.nan], len(between)))
    artists["arrows"].set_path(_arrows_path(state.scores))
    root = math.sqrt(state.d_k)
    reach = root / state.temperature
    artists["spread_top"].set_ydata([reach, reach])
    artists["spread_bottom"].set_ydata([-reach, -reach])
    artists["even"].set_ydata([1 / len(state.weights)] * 2)
    artists["effective"].set_text(f"effective keys: {state.effective_keys:.2f}")
    artists["root"].set_xdata([root, root])
    artists["root_words"].set_x(root / 1.2)
    for n_keys, curve in state.curves.items():
        artists[f"curve_{n_keys}"].set_ydata(curve)
    artists["curve"].set_ydata(state.curve)
    artists["dot"].set_data([state.temperature], [state.entropy])
