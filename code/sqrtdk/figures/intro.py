"""The still figure of the opening page."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from sqrtdk import plots
from sqrtdk.components import component
from sqrtdk.explorer import Explorer
from sqrtdk.figures._still import still
from sqrtdk.style import new_axes

__all__ = ["growth_of_scores", "score_spreads"]

WIDTHS = 4 ** np.arange(6)
N_DRAWS = 2_000


def score_spreads(rng: np.random.Generator) -> list[float]:
    """Simulate the standard deviation of q·k for each of a range of widths.

    Parameters
    ----------
    rng : numpy.random.Generator

    Returns
    -------
    list of float
        One standard deviation of 2,000 dot products for each d_k of `WIDTHS`.

    Examples
    --------
    >>> len(score_spreads(np.random.default_rng(1)))
    6
    """
    spreads = []
    for d_k in WIDTHS.tolist():
        q, k = component("normal").sample((2, N_DRAWS, d_k), rng)
        spreads.append(float(np.std(np.sum(q * k, axis=1))))
    return spreads


def growth_of_scores(rng: np.random.Generator) -> Explorer:
    """Show how the spread of a dot product grows with d_k, and what dividing does to it.

    Parameters
    ----------
    rng : numpy.random.Generator

    Returns
    -------
    Explorer
        Without controls.

    Examples
    --------
    >>> growth_of_scores(np.random.default_rng(1)).name
    'growth_of_scores'
    """
    found = np.array(score_spreads(rng))

    def draw(figure: Figure) -> None:
        axes = new_axes(
            figure,
            xlabel="dₖ, number of components",
            ylabel="standard deviation of the score",
            xlim=(0.8, 14_000),
            ylim=(0.02, 50),
            xscale="log",
            yscale="log",
            xticks=tuple(WIDTHS.tolist()),
            xticklabels=[f"{d:,}" for d in WIDTHS.tolist()],
            yticks=(1 / 32, 1, 32),
            yticklabels=("1/32", "1", "32"),
        )
        for power, label in ((0.0, "q·k"), (0.5, "q·k / √dₖ"), (1.0, "q·k / dₖ")):
            plots.line(axes, WIDTHS, WIDTHS ** (0.5 - power))
            plots.dots(axes, WIDTHS, found / WIDTHS**power)
            plots.words(axes, 1_250, 0.9 * 1024.0 ** (0.5 - power), label)
        plots.key(axes, [("simulation", "simulation"), ("theory", "theory")])

    words = (
        "On logarithmic axes, the standard deviation of the raw score rises with slope one half, "
        "from 1 at one component to 32 at 1,024. Divided by the root of d_k it stays at 1. "
        "Divided by d_k it falls with slope minus one half. Simulated dots lie on the three lines."
    )
    pictures = {"Spread of a score against dₖ": (words, draw)}
    return still("growth_of_scores", "Spread of a score against dₖ", pictures, size=(400, 260))
