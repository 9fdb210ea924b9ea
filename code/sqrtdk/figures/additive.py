"""Still figure of the additive score beside the dot product."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from sqrtdk import plots
from sqrtdk.dot_products import sample_dot_products
from sqrtdk.explorer import Explorer
from sqrtdk.figures._still import still
from sqrtdk.style import new_axes

__all__ = ["additive_and_dot", "additive_spread"]

WIDTHS = 4 ** np.arange(1, 6)
N_DRAWS = 2_000
NODES = 80


def additive_spread() -> float:
    """Return the standard deviation of the additive score before training, for every width.

    Returns
    -------
    float
        Root of E[tanh²(√2 X)] for a standard normal X, by Gauss–Hermite quadrature: inputs of
        variance 2 and weights of variance one over the width.

    Examples
    --------
    >>> round(additive_spread(), 3)
    0.721
    """
    nodes, weights = np.polynomial.hermite_e.hermegauss(NODES)
    mean_square = np.sum(weights * np.tanh(np.sqrt(2) * nodes) ** 2) / np.sum(weights)
    return float(np.sqrt(mean_square))


def _simulated_additive(width: int, rng: np.random.Generator) -> float:
    inside = np.sqrt(2) * rng.standard_normal((N_DRAWS, width))
    outer = rng.standard_normal((N_DRAWS, width)) / np.sqrt(width)
    return float(np.std(np.sum(outer * np.tanh(inside), axis=1)))


def additive_and_dot(rng: np.random.Generator) -> Explorer:
    """Show the spread of the additive score beside that of the dot product, against the width.

    Parameters
    ----------
    rng : numpy.random.Generator

    Returns
    -------
    Explorer
        Without controls.

    Examples
    --------
    >>> additive_and_dot(np.random.default_rng(17)).name
    'additive_and_dot'
    """
    widths = WIDTHS.tolist()
    additive = [_simulated_additive(width, rng) for width in widths]
    dot = [float(np.std(sample_dot_products(width, N_DRAWS, rng))) for width in widths]

    def draw(figure: Figure) -> None:
        axes = new_axes(
            figure,
            xlabel="number of components",
            ylabel="standard deviation of the score",
            xlim=(3.2, 14_000),
            ylim=(0.3, 60),
            xscale="log",
            yscale="log",
            xticks=tuple(widths),
            xticklabels=[f"{width:,}" for width in widths],
            yticks=(1, 8, 32),
            yticklabels=("1", "8", "32"),
        )
        plots.line(axes, WIDTHS, np.sqrt(WIDTHS))
        plots.line(axes, WIDTHS, np.full(len(WIDTHS), additive_spread()))
        plots.dots(axes, WIDTHS, dot)
        plots.dots(axes, WIDTHS, additive)
        plots.words(axes, 1_250, 29, "dot product")
        plots.words(axes, 1_250, 0.66, "additive")
        plots.key(axes, [("simulation", "simulation"), ("theory", "theory")])

    words = (
        "On logarithmic axes the standard deviation of the dot product rises with slope one half. "
        "That of the additive score is a level line below one. Simulated dots lie on both."
    )
    pictures = {"Spread of two scores": (words, draw)}
    return still("additive_and_dot", "Spread of two scores", pictures, size=(400, 260))
