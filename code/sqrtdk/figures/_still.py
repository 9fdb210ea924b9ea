"""What the still figures share."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from sqrtdk import plots
from sqrtdk.explorer import Explorer, Panel
from sqrtdk.style import PALETTE, new_axes

RUN = 10_000
SHOWN_AT = np.unique(np.geomspace(1, RUN, 140).round().astype(int))


def still(
    name: str,
    title: str,
    pictures: Mapping[str, tuple[str, Callable[[Figure], object]]],
    size: tuple[float, float] = (320.0, 230.0),
) -> Explorer:
    """Make a still figure of pictures given as title to (description, drawing)."""

    def only_drawn(draw: Callable[[Figure], object]) -> Callable[[Figure], dict[str, Artist]]:
        def drawn(figure: Figure) -> dict[str, Artist]:
            draw(figure)
            return {}

        return drawn

    panels = [
        Panel(f"part{index}", heading, words, only_drawn(draw), size=size)
        for index, (heading, (words, draw)) in enumerate(pictures.items(), start=1)
    ]
    return Explorer(name, title, panels, PALETTE)


def run_axes(figure: Figure, ylabel: str, ylim: tuple[float, float]) -> Axes:
    """Add axes for a quantity that develops over a run of draws."""
    return new_axes(
        figure,
        xlabel="number of draws",
        ylabel=ylabel,
        xlim=(1, 1.3 * RUN),
        ylim=ylim,
        xscale="log",
        xticks=(1, 10, 100, 1000, 10_000),
        xticklabels=("1", "10", "100", "1,000", "10,000"),
    )


def run_panel(
    ylabel: str,
    ylim: tuple[float, float],
    curves: NDArray[np.float64],
    truth: float | None,
) -> Callable[[Figure], None]:
    """Return a drawing of several runs, with the value they should settle at, if there is one."""

    def draw(figure: Figure) -> None:
        axes = run_axes(figure, ylabel, ylim)
        for curve in curves:
            plots.line(axes, SHOWN_AT, curve[SHOWN_AT - 1], name="simulation", width=1.3)
        entries = [("simulation", "simulation")]
        if truth is not None:
            plots.line(axes, [1, RUN], [truth, truth])
            entries.append(("theory", "theory"))
        plots.key(axes, entries)

    return draw
