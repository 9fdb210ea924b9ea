"""A query and a key as arrows: their dot product by two lengths and the angle between them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from numpy.typing import NDArray

from sqrtdk import plots
from sqrtdk.explorer import Control, Drag, Explorer, Panel, Range
from sqrtdk.explorers._numerals import fixed
from sqrtdk.explorers._vector_numbers import (
    ANGLE,
    K_LENGTH,
    Q_LENGTH,
    DotProductState,
    cosine_of,
    dot_product_state,
    turned,
)
from sqrtdk.style import PALETTE, colour, new_axes

__all__ = ["dot_product_angle"]

LENGTHS = (0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75)
Q_LENGTHS = tuple(sorted({*LENGTHS, Q_LENGTH} - {1.25}))
K_LENGTHS = tuple(sorted({*LENGTHS, K_LENGTH}))
ANGLES = tuple(sorted([*map(float, range(-170, 181, 10)), ANGLE]))
SHORTEST, LONGEST = LENGTHS[0], LENGTHS[-1]
ARC, NAME_AT = 0.24, 0.33
SHAFT, HEAD, WING = 0.042, 0.2, 0.095
SWEEP = np.arange(-180.0, 181.0, 7.5)


def arrow_path(tip: NDArray[np.float64]) -> Path:
    """Return an arrow from the origin as one closed path.

    Parameters
    ----------
    tip : ndarray, shape (2,)
        Where it ends; units are the same on both axes.

    Returns
    -------
    matplotlib.path.Path

    Examples
    --------
    >>> arrow_path(np.array([1.0, 0.0])).vertices[3].tolist()
    [1.0, 0.0]
    """
    length = math.hypot(*tip)
    along = tip / length
    across = np.array([-along[1], along[0]])
    neck = max(length - HEAD, 0.0)
    right = [(0.0, SHAFT / 2), (neck, SHAFT / 2), (neck, WING)]
    outline = [*right, (length, 0.0), *((x, -y) for x, y in reversed(right)), right[0]]
    codes = [Path.MOVETO, *[Path.LINETO] * (len(outline) - 2), Path.CLOSEPOLY]
    return Path([x * along + y * across for x, y in outline], codes)


def _arrow(axes: Axes, name: str) -> PathPatch:
    path = arrow_path(turned(0.0))
    patch = PathPatch(path, facecolor=colour(name), edgecolor="none", linewidth=0, zorder=3)
    axes.add_patch(patch)
    return patch


def _handle(axes: Axes) -> Line2D:
    """Draw what can be taken by hand: a faint disc that lets the arrow show through."""
    disc = plots.dots(axes, [0], [0], name="ink", size=22)
    disc.set(alpha=0.16, zorder=4)
    return disc


def _draw_arrows(figure: Figure) -> dict[str, Any]:
    width, height = figure.get_size_inches() * 72
    reach = 2.2
    across = reach * (width - 62) / (height - 72)
    axes = new_axes(
        figure,
        xlabel="first component",
        ylabel="second component",
        xlim=(-across, across),
        ylim=(-reach, reach),
        xticks=range(-2, 3),
        yticks=range(-2, 3),
    )
    far = 3 * turned(0.0)
    plots.line(axes, [-far[0], far[0]], [-far[1], far[1]], name="muted", width=1)
    return {
        "arc": plots.line(axes, [0], [0], name="muted", width=1.5),
        "upright": plots.line(axes, [0, 0], [0, 0], name="muted", width=1.5, dashed=True),
        "q": _arrow(axes, "ink"),
        "projection": plots.line(axes, [0, 0], [0, 0], width=6),
        "k": _arrow(axes, "ink"),
        "q_tip": _handle(axes),
        "k_tip": _handle(axes),
        "q_name": plots.words(axes, 0, 0, "q", align="center"),
        "k_name": plots.words(axes, 0, 0, "k", align="center"),
    }


def _draw_product(figure: Figure) -> dict[str, Any]:
    axes = new_axes(
        figure,
        xlabel="angle θ from q to k",
        ylabel="",
        xlim=(-192, 192),
        ylim=(-3.3, 3.3),
        xticks=range(-180, 181, 90),
        xticklabels=("−180°", "−90°", "0°", "90°", "180°"),
        yticks=range(-3, 4),
    )
    plots.key(axes, [("muted", "cos θ"), ("theory", "q · k")])
    plots.line(axes, [-192, 192], [0, 0], name="muted", width=1)
    plots.line(axes, SWEEP, [cosine_of(angle) for angle in SWEEP], name="muted", width=1.6)
    return {
        "product": plots.line(axes, SWEEP, 0 * SWEEP),
        "cosine": plots.dots(axes, [0], [0], name="muted", size=9),
        "value": plots.dots(axes, [0], [0], name="theory", size=13),
    }


def _update(artists: dict[str, Any], state: DotProductState) -> None:
    q, k, angle = state.q, state.k, state.angle
    foot = state.reach * turned(0.0)
    side = math.copysign(1.0, angle)
    artists["q"].set_path(arrow_path(q))
    artists["k"].set_path(arrow_path(k))
    artists["q_tip"].set_data([q[0]], [q[1]])
    artists["k_tip"].set_data([k[0]], [k[1]])
    artists["q_name"].set_position(q + NAME_AT * turned(-45 * side) - (0, 0.06))
    beyond = angle + 45 * side
    artists["k_name"].set_position(k + NAME_AT * turned((beyond + 180) % 360 - 180) - (0, 0.06))
    artists["arc"].set_data(*ARC * np.array([turned(a) for a in np.linspace(0, angle, 13)]).T)
    artists["projection"].set_data([0, foot[0]], [0, foot[1]])
    artists["upright"].set_data([k[0], foot[0]], [k[1], foot[1]])
    heights = state.q_length * state.k_length * np.array([cosine_of(a) for a in SWEEP])
    artists["product"].set_data(SWEEP, heights)
    artists["cosine"].set_data([angle], [state.cosine])
    artists["value"].set_data([angle], [state.dot])


def _fields(state: DotProductState) -> dict[str, str]:
    return {
        "q_says": fixed(state.q_length, 3),
        "k_says": fixed(state.k_length, 3),
        "degrees": fixed(state.angle, 1),
        "cosine": fixed(state.cosine, 3),
        "reach": fixed(state.reach, 3),
        "dot": fixed(state.dot, 3),
    }


PANELS = (
    Panel(
        "arrows",
        "Query and key as arrows",
        "Two arrows from the origin, q and k, with the angle between them. A thick line along "
        "the direction of q is the shadow of k on it: it points the way of q if the angle is "
        "less than a right angle, the other way if it is more, and has no length at a right "
        "angle.",
        _draw_arrows,
        size=(330.0, 290.0),
    ),
    Panel(
        "product",
        "Dot product and cosine against the angle",
        "A wave over all angles: the dot product of arrows of these lengths, highest at 0 "
        "degrees, zero at right angles, lowest at 180. A second wave is the cosine, which no "
        "length changes. Dots mark both at the present angle.",
        _draw_product,
        size=(330.0, 290.0),
    ),
)
READOUT = (
    "q has length {q_says} and k has length {k_says}. The angle from q to k is {degrees}°, and "
    "its cosine is {cosine}. Along q, k reaches {reach}: the thick line. Times the length of q, "
    "that is q · k = {dot}."
)


def _length(name: str, label: str, stops: tuple[float, ...], rest: float, moved: str) -> Control:
    return Range(
        name,
        label,
        stops,
        rest,
        show=lambda length: fixed(length, 2),
        bounds=(SHORTEST, LONGEST, 0.01),
        moves=(moved, f"{moved}_tip", f"{moved}_name", "product", "value"),
    )


TURN = Range(
    "angle",
    "Angle from q to k",
    ANGLES,
    ANGLE,
    show=lambda angle: fixed(angle, 1) + "°",
    bounds=(-179.0, 180.0, 1.0),
    moves=("cosine", "value"),
)


def dot_product_angle() -> Explorer:
    """Return the explorer of the dot product by lengths and angle.

    Returns
    -------
    Explorer
        Controls ``q_length``, ``k_length`` and ``angle``; the tips can be dragged.

    Examples
    --------
    >>> dot_product_angle().name
    'dot_product_angle'
    """
    return Explorer(
        name="dot_product_angle",
        title="Two arrows and their dot product",
        panels=PANELS,
        palette=PALETTE,
        controls=(
            _length("q_length", "Length of q", Q_LENGTHS, Q_LENGTH, "q"),
            _length("k_length", "Length of k", K_LENGTHS, K_LENGTH, "k"),
            TURN,
        ),
        drags=(
            Drag(
                "k_tip",
                ("k_length", "angle"),
                lambda k_length, angle: tuple(k_length * turned(angle)),
            ),
            Drag("q_tip", ("q_length",), lambda q_length: tuple(q_length * turned(0.0))),
        ),
        state=dot_product_state,
        update=_update,
        readout=READOUT,
        fields=_fields,
        table=[{"angle": angle} for angle in (0.0, ANGLE, 90.0, 180.0)] + [{"q_length": 1.0}],
        columns=[
            ("q_length", ""),
            ("k_length", ""),
            ("angle", ""),
            ("cosine", "Cosine"),
            ("dot", "q · k"),
        ],
    )
