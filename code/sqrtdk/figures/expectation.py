"""Still figures of the chapter on expectation."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from matplotlib.figure import Figure

from sqrtdk import plots
from sqrtdk.discrete import FiniteDistribution
from sqrtdk.examples import GAME
from sqrtdk.explorer import Explorer
from sqrtdk.figures._still import RUN, run_panel, still
from sqrtdk.simulate import running_mean
from sqrtdk.style import new_axes

__all__ = ["balance", "running_means"]


def _law_panel(law: FiniteDistribution, ylabel: str) -> Callable[[Figure], None]:
    def draw(figure: Figure) -> None:
        axes = new_axes(
            figure,
            xlabel="value",
            ylabel=ylabel,
            xlim=(-2, 3),
            ylim=(-0.14, 1.02),
            xticks=(-2, -1, 0, 1, 2, 3),
            yticks=(0, 1 / 3, 2 / 3, 1),
            yticklabels=("0", "⅓", "⅔", "1"),
        )
        outcomes = [float(x) for x in law.outcomes]
        plots.bars(axes, outcomes, [float(p) for p in law.probabilities], width=0.5)
        plots.dots(axes, [float(law.expectation())], [-0.07], name="theory", size=11)
        plots.words(axes, float(law.expectation()) + 0.2, -0.1, "mean", name="theory")

    return draw


def balance() -> Explorer:
    """Show two laws with mean zero, of which one is symmetric.

    Returns
    -------
    Explorer
        Without controls.

    Examples
    --------
    >>> balance().name
    'balance'
    """
    symmetric = FiniteDistribution([-1, 1])
    lopsided = GAME
    pictures = {
        "A symmetric law": (
            "Two bars of equal height at minus one and one. The dot for the mean is at zero.",
            _law_panel(symmetric, "probability"),
        ),
        "A lopsided law": (
            "A bar of two thirds at minus one and a bar of one third at two. The dot for the mean "
            "is at zero as well.",
            _law_panel(lopsided, "probability"),
        ),
    }
    return still("balance", "Two laws that balance at zero", pictures)


def running_means(rng: np.random.Generator) -> Explorer:
    """Show running means of normal and of Cauchy draws, three runs each.

    Parameters
    ----------
    rng : numpy.random.Generator

    Returns
    -------
    Explorer
        Without controls.

    Examples
    --------
    >>> running_means(np.random.default_rng(3)).name
    'running_means'
    """
    normal = np.array([running_mean(run) for run in rng.standard_normal((3, RUN))])
    cauchy = np.array([running_mean(run) for run in rng.standard_cauchy((3, RUN))])
    pictures = {
        "Means of normal draws": (
            "Three running means of normal draws start apart and close in on the line at zero.",
            run_panel("normal: mean", (-6, 6), normal, 0.0),
        ),
        "Means of Cauchy draws": (
            "Three running means of Cauchy draws jump again and again, also late in the run, and "
            "do not settle.",
            run_panel("Cauchy: mean", (-6, 6), cauchy, None),
        ),
    }
    return still("running_means", "Running means, with and without an expectation", pictures)
