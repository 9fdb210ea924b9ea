"""Pictures of the exact law of a score: its density, and its distance from the normal law."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.path import Path
from numpy.typing import NDArray

from sqrtdk import plots
from sqrtdk.components import COMPONENTS
from sqrtdk.convergence import distance_to_normal
from sqrtdk.explorer import Panel
from sqrtdk.explorers._exact_law_numbers import AXES, D_K, REACH, ExactLawState
from sqrtdk.explorers._numerals import power_of_ten
from sqrtdk.style import new_axes

__all__ = ["PANELS", "update"]

Floats = NDArray[np.float64]

FRAMES: dict[str, tuple[float, float]] = {"linear": (0.0, 0.84), "logarithmic": (1e-6, 3.0)}
PARTS = ("law", "atoms", "arrow")
TICKS = (-4, -2, 0, 2, 4)
WIDTHS = (1, 4, 16, 64, 256, 1024)
SMALLEST = 2e-6


def _density_ticks(axis: str) -> dict[str, Any]:
    if axis == "linear":
        return {"yticks": (0, 0.2, 0.4, 0.6, 0.8)}
    powers = (-6, -4, -2, 0)
    return {
        "yscale": "log",
        "yticks": [10.0**power for power in powers],
        "yticklabels": [power_of_ten(power) for power in powers],
    }


def _normal_density(x: Floats) -> Floats:
    density: Floats = np.exp(-(x**2) / 2) / math.sqrt(2 * math.pi)
    return density


def _arrow_path(axes: Axes) -> Path:
    """Return a triangle whose tip touches the top of the frame at 0."""
    to_data = axes.transData.inverted()
    x, top = axes.transData.transform((0.0, axes.get_ylim()[1]))
    corners = to_data.transform([(x - 6, top - 9), (x, top), (x + 6, top - 9), (x - 6, top - 9)])
    return Path(corners, [Path.MOVETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY])


def _draw_density(figure: Figure, axis: str) -> dict[str, Any]:
    reach = REACH[axis]
    axes = new_axes(
        figure,
        xlabel="q · k ÷ √dₖ",
        ylabel="density",
        xlim=(-reach, reach),
        ylim=FRAMES[axis],
        xticks=TICKS,
        xticklabels=[f"{tick}".replace("-", "−") for tick in TICKS],
        **_density_ticks(axis),
    )
    plots.key(axes, [("theory", "exact law"), ("muted", "normal law")])
    x = np.linspace(-reach, reach, 81)
    plots.line(axes, x, _normal_density(x), name="muted", width=1.5, dashed=True)
    parts: dict[str, Any] = {
        "law": plots.line(axes, [0, 0], [1, 1]),
        "atoms": plots.dots(axes, [0], [1], name="theory", size=5),
        "arrow": plots.bars(axes, [0], [0]),
    }
    parts["arrow"].set_path(_arrow_path(axes))
    return {f"{axis}_{name}": artist for name, artist in parts.items()}


def _draw_distance(figure: Figure) -> dict[str, Any]:
    powers = (-5, -4, -3, -2, -1)
    axes = new_axes(
        figure,
        xlabel="dimension dₖ",
        ylabel="largest distance",
        xlim=(0.8, 1280),
        ylim=(SMALLEST, 1.0),
        xscale="log",
        yscale="log",
        xticks=WIDTHS,
        xticklabels=[f"{width:,}" for width in WIDTHS],
        yticks=[10.0**power for power in powers],
        yticklabels=[power_of_ten(power) for power in powers],
    )
    plots.key(axes, [("theory", "theory")])
    for components in COMPONENTS:
        distances = [distance_to_normal(d_k, components) for d_k in D_K]
        plots.line(axes, D_K, distances, name="muted", width=1)
    for components, height in (("coin", 0.04), ("normal", 7e-4), ("uniform", 3.2e-5)):
        plots.words(axes, 1000, height, components, align="right")
    return {
        "chosen": plots.line(axes, D_K, np.ones(len(D_K)), width=3),
        "distance": plots.dots(axes, [1], [1], name="theory", size=13),
    }


def update(artists: dict[str, Any], state: ExactLawState) -> None:
    """Move the artists to a state; those of the other axis are emptied.

    Parameters
    ----------
    artists : dict of str to Artist
    state : ExactLawState
    """
    coin = state.components == "coin"
    for axis in AXES:
        shown = {"law": not coin, "atoms": coin, "arrow": bool(np.isinf(state.density).any())}
        for name in PARTS:
            artists[f"{axis}_{name}"].set_visible(axis == state.axis and shown[name])
    low, high = FRAMES[state.axis]
    density = np.minimum(state.density, 4 * high)
    if state.axis == "logarithmic":
        density = np.maximum(density, low / 100)
    artists[f"{state.axis}_{'atoms' if coin else 'law'}"].set_data(state.places, density)
    distances = [distance_to_normal(d_k, state.components) for d_k in D_K]
    artists["chosen"].set_ydata(distances)
    artists["distance"].set_data([state.d_k], [state.distance])


ABOUT = (
    "The exact density of the score in units of its standard deviation, and dashed the normal "
    "density. For coins, dots stand for the values, or for some of them where they are close "
    "together: the probability over the distance between two values. A density that is infinite "
    "at 0 ends in an arrow. "
)
HAPPENS = {
    "linear": "For small dₖ the law of normal components is pointed; with growing dₖ it comes "
    "close to the normal one.",
    "logarithmic": "The normal density is a parabola. For small dₖ the tails of normal "
    "components are close to straight lines, which lie far above it; with growing dₖ they bend "
    "towards it.",
}
PANELS = (
    *(
        Panel(
            f"{axis}_density",
            f"Density of the score, {axis} axis",
            ABOUT + HAPPENS[axis],
            functools.partial(_draw_density, axis=axis),
            shown_when={"axis": axis},
        )
        for axis in reversed(AXES)  # the one at rest first
    ),
    Panel(
        "distances",
        "Largest distance from the normal law against dₖ",
        "Both axes are logarithmic. The largest difference between the two distribution functions "
        "falls with slope minus one for normal and for uniform components, the latter further "
        "down, and with slope minus one half for coins. The thick curve is the chosen one; a dot "
        "marks dₖ.",
        _draw_distance,
    ),
)
