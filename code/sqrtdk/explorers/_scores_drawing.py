"""Pictures of the explorer of scores: a histogram in three frames, and the spread against d_k."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from numpy.typing import NDArray

from sqrtdk import plots
from sqrtdk.explorer import Panel
from sqrtdk.style import TICK, colour, new_axes

if TYPE_CHECKING:
    from sqrtdk.explorers.scores import ScoreState

__all__ = ["FRAMES", "PANELS", "Frame", "histogram", "histogram_path", "update"]

Floats = NDArray[np.float64]

TOP, BOTTOM = 1.85, -0.36
THEORY_ROW, SIMULATION_ROW = -0.11, -0.25
STANDARD = 3.6 * np.sign(np.linspace(-1, 1, 33)) * np.abs(np.linspace(-1, 1, 33)) ** 1.4
"""Where the normal curve is computed, in standard deviations: closer together around 0."""
PARTS = ("histogram", "law", "atoms", "normal", "spread", "sample_spread")
WIDTHS = (1, 4, 16, 64, 256, 1024)
FIRST, LAST = 1, 1024


@dataclass(frozen=True)
class Frame:
    """The axis of one way to scale the score; it does not change with d_k.

    Parameters
    ----------
    power : float
        The score is divided by d_k to this power.
    limit : float
        The axis reaches from minus this number to this number.
    narrowest : float
        Width of the narrowest bin that the axis can show.
    label : str
        The quantity on the axis.
    variance : str
        Its variance.
    ticks : tuple of float
        Places of ticks.
    """

    power: float
    limit: float
    narrowest: float
    label: str
    variance: str
    ticks: tuple[float, ...]

    def divisor(self, d_k: float) -> float:
        """Return what the score is divided by.

        Parameters
        ----------
        d_k : float

        Returns
        -------
        float
        """
        return float(d_k**self.power)

    def spread(self, d_k: float) -> float:
        """Return the standard deviation of the scaled score.

        Parameters
        ----------
        d_k : float

        Returns
        -------
        float
        """
        return float(d_k**0.5) / self.divisor(d_k)


FRAMES = {
    "raw": Frame(0.0, 100.5, 1.5, "q · k", "dₖ", (-100, -50, 0, 50, 100)),
    "root": Frame(0.5, 4.02, 0.36, "q · k ÷ √dₖ", "1", (-4, -2, 0, 2, 4)),
    "full": Frame(1.0, 4.02, 0.06, "q · k ÷ dₖ", "1/dₖ", (-4, -2, 0, 2, 4)),
}


def histogram_path(edges: Floats, heights: Floats) -> Path:
    """Return the outline of a histogram as one path that starts and ends on the axis.

    Parameters
    ----------
    edges : ndarray, shape (n + 1,)
    heights : ndarray, shape (n,)

    Returns
    -------
    matplotlib.path.Path
    """
    x = np.repeat(edges, 2)
    y = np.concatenate([[0], np.repeat(heights, 2), [0]])
    codes = [Path.MOVETO] + [Path.LINETO] * (len(x) - 1) + [Path.CLOSEPOLY]
    return Path(np.column_stack([np.append(x, x[0]), np.append(y, 0)]), codes)


def histogram(axes: Axes) -> PathPatch:
    """Draw a histogram of draws, to be moved by `histogram_path`.

    Parameters
    ----------
    axes : matplotlib.axes.Axes

    Returns
    -------
    matplotlib.patches.PathPatch
    """
    outline = histogram_path(np.array([-1.0, 1.0]), np.array([1.0]))
    patch = PathPatch(
        outline, facecolor=colour("simulation-soft"), edgecolor=colour("simulation"), linewidth=1
    )
    axes.add_patch(patch)
    return patch


def _draw_scores(figure: Figure, scale: str) -> dict[str, Any]:
    frame = FRAMES[scale]
    axes = new_axes(
        figure,
        xlabel=frame.label,
        ylabel="density (normal peak 1)",
        xlim=(-frame.limit, frame.limit),
        ylim=(BOTTOM, TOP),
        xticks=frame.ticks,
        xticklabels=[f"{tick:g}".replace("-", "−") for tick in frame.ticks],
        yticks=(0, 0.5, 1, 1.5),
        yticklabels=("0", "½", "1", "1½"),
    )
    plots.key(axes, [("simulation", "simulation"), ("theory", "theory")])
    left, right = -0.98 * frame.limit, 0.98 * frame.limit
    note: dict[str, Any] = {"name": "muted", "size": TICK}
    plots.words(axes, left, 1.72, "dashed: normal law,", **note)
    plots.words(axes, left, 1.555, f"variance {frame.variance}", **note)
    plots.words(axes, right, -0.15, "standard", align="right", **note)
    plots.words(axes, right, -0.29, "deviation", align="right", **note)
    parts: dict[str, Any] = {
        "histogram": histogram(axes),
        "law": plots.line(axes, [0, 0], [0, 1]),
        "atoms": plots.dots(axes, [0], [0], name="theory", size=5),
        "normal": plots.line(axes, [0, 0], [0, 1], name="muted", width=1.3, dashed=True),
        "spread": plots.line(axes, [0, 0], [THEORY_ROW] * 2, width=4),
        "sample_spread": plots.line(
            axes, [0, 0], [SIMULATION_ROW] * 2, name="simulation", width=4
        ),
    }
    return {f"{scale}_{name}": artist for name, artist in parts.items()}


def _draw_spreads(figure: Figure) -> dict[str, Any]:
    axes = new_axes(
        figure,
        xlabel="dₖ",
        ylabel="standard deviation",
        xlim=(0.8, 1280),
        ylim=(1 / 45, 45),
        xscale="log",
        yscale="log",
        xticks=WIDTHS,
        xticklabels=[f"{width:,}" for width in WIDTHS],
        yticks=(1 / 16, 1 / 4, 1, 4, 16),
        yticklabels=("1/16", "¼", "1", "4", "16"),
    )
    plots.key(axes, [("simulation", "simulation"), ("theory", "theory")])
    for frame in FRAMES.values():
        ends = [frame.spread(FIRST), frame.spread(LAST)]
        plots.line(axes, [FIRST, LAST], ends, name="muted", width=1)
    for scale, x, y in (("raw", 110, 17), ("root", 1000, 1.5), ("full", 90, 1 / 22)):
        plots.words(axes, x, y, FRAMES[scale].label, align="right")
    return {
        "chosen": plots.line(axes, [FIRST, LAST], [1, 1], width=3),
        "exact": plots.dots(axes, [1], [1], name="theory", size=13),
        "simulated": plots.dots(axes, [1], [1], size=6.5),
    }


def _show(artist: Any, x: Floats, y: Floats, visible: bool) -> None:
    artist.set_visible(visible)
    if visible:
        artist.set_data(x, y)


def update(artists: dict[str, Any], state: ScoreState) -> None:
    """Move the artists to a state; those of the frames out of view are emptied.

    Parameters
    ----------
    artists : dict of str to Artist
    state : ScoreState
    """
    for scale in FRAMES:
        for name in PARTS:
            artists[f"{scale}_{name}"].set_visible(scale == state.scale)
    part = {name: artists[f"{state.scale}_{name}"] for name in PARTS}
    part["histogram"].set_path(histogram_path(state.edges, state.heights))
    is_coin = state.components == "coin"
    height = np.minimum(state.law, 2 * TOP)
    _show(part["law"], state.places, height, not is_coin)
    _show(part["atoms"], state.places, height, is_coin)
    part["normal"].set_data(state.spread * STANDARD, np.exp(-(STANDARD**2) / 2))
    ends = np.array([-1, 1])
    part["spread"].set_data(state.spread * ends, [THEORY_ROW] * 2)
    found = state.sample_mean + state.sample_spread * ends
    part["sample_spread"].set_data(found, [SIMULATION_ROW] * 2)
    frame = FRAMES[state.scale]
    artists["chosen"].set_data([FIRST, LAST], [frame.spread(FIRST), frame.spread(LAST)])
    artists["exact"].set_data([state.d_k], [state.spread])
    artists["simulated"].set_data([state.d_k], [state.sample_spread])


ABOUT = (
    "A histogram of the draws with the exact law on it, and dashed the normal law with the same "
    "variance. Heights are densities over the peak of that normal law; a higher density is cut "
    "off by the frame. The law of coins is drawn as dots, one for each value or, where values "
    "are close together, for some of them. Below, two lines reach one standard deviation to each "
    "side of the mean: for the law, under it for the draws. "
)
HAPPENS = {
    "raw": "With growing dₖ everything widens, like the square root of dₖ.",
    "root": "With growing dₖ the width stays, and the shape comes close to the normal one.",
    "full": "With growing dₖ everything shrinks to a spike at zero.",
}
TITLES = {
    "raw": "Scores as they are",
    "root": "Scores divided by the square root of dₖ",
    "full": "Scores divided by dₖ",
}
PANELS = (
    *(
        Panel(
            f"{scale}_scores",
            TITLES[scale],
            ABOUT + HAPPENS[scale],
            functools.partial(_draw_scores, scale=scale),
            shown_when={"scale": scale},
        )
        for scale in FRAMES
    ),
    Panel(
        "spreads",
        "Standard deviation against dₖ",
        "Both axes are logarithmic. Three straight lines start at 1: the standard deviation of "
        "the score as it is rises with slope one half, divided by the square root of dₖ it "
        "stays at 1, divided by dₖ it falls with slope minus one half. The thick line is the "
        "chosen one; on it a large dot marks the exact value and a small dot that of the draws.",
        _draw_spreads,
    ),
)
