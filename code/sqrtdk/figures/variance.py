"""Still figures of the chapter on variance."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from sqrtdk import plots
from sqrtdk.components import component
from sqrtdk.examples import DIE
from sqrtdk.explorer import Explorer
from sqrtdk.figures._still import RUN, run_panel, still
from sqrtdk.simulate import running_mean
from sqrtdk.style import new_axes

__all__ = ["running_variances", "squared_deviations", "three_laws", "two_estimators"]

ESTIMATED_AT = np.array([2, 3, 4, 5, 7, 10, 14, 20])
REPETITIONS = 20_000
TAIL = 1.5


def squared_deviations() -> Explorer:
    """Show the squared deviation of each face of a fair die, and their average, the variance.

    Returns
    -------
    Explorer
        Without controls.

    Examples
    --------
    >>> squared_deviations().name
    'squared_deviations'
    """
    mean, spread = float(DIE.expectation()), DIE.standard_deviation()
    outcomes = np.array([float(x) for x in DIE.outcomes])

    def draw(figure: Figure) -> None:
        low, high = outcomes.min() - 0.7, outcomes.max() + 0.7
        top = 1.12 * float(np.max((outcomes - mean) ** 2))
        axes = new_axes(
            figure,
            xlabel="outcome",
            ylabel="squared deviation from the mean",
            xlim=(low, high),
            ylim=(-0.24 * top, top),
            yticks=(0, 2, 4, 6),
            xticks=tuple(outcomes),
        )
        plots.bars(axes, outcomes, (outcomes - mean) ** 2, width=0.6, name="theory-soft")
        plots.line(axes, [low, high], [spread**2] * 2)
        plots.words(axes, mean, spread**2 + 0.03 * top, "variance", name="theory", align="center")
        plots.line(axes, [mean - spread, mean + spread], [-0.07 * top] * 2, width=4)
        label = "mean ± standard deviation"
        plots.words(axes, mean, -0.19 * top, label, name="theory", align="center")

    words = (
        "Bars show the squared deviation of each outcome from the mean. A horizontal line marks "
        "their average, the variance. A thick line below the axis reaches one standard deviation "
        "to each side of the mean."
    )
    pictures = {"Squared deviations": (words, draw)}
    return still("squared_deviations", "Squared deviations", pictures, size=(400, 250))


def _law_axes(figure: Figure, ylabel: str) -> Axes:
    axes = new_axes(
        figure,
        xlabel="value",
        ylabel=ylabel,
        xlim=(-3, 3),
        ylim=(-0.09, 0.6),
        xticks=(-3, -2, -1, 0, 1, 2, 3),
        yticks=(0, 0.25, 0.5),
        yticklabels=("0", "¼", "½"),
    )
    plots.line(axes, [-1, 1], [-0.04, -0.04], width=4)
    return axes


def _density(name: str) -> Callable[[Figure], None]:
    def draw(figure: Figure) -> None:
        x = np.linspace(-3, 3, 241)
        plots.line(_law_axes(figure, f"{name}: density"), x, component(name).pdf(x))

    return draw


def _coin(figure: Figure) -> None:
    law = component("coin").distribution
    outcomes, heights = [float(x) for x in law.outcomes], [float(p) for p in law.probabilities]
    plots.bars(_law_axes(figure, "coin: probability"), outcomes, heights, width=0.16)


def three_laws() -> Explorer:
    """Show the three component laws that share mean 0 and variance 1.

    Returns
    -------
    Explorer
        Without controls.

    Examples
    --------
    >>> len(three_laws().panels)
    3
    """
    same = "A thick line under it reaches from minus one to one, one standard deviation each side."
    flat = "A flat density between minus and plus the square root of three."
    pictures = {
        "Standard normal": (f"The bell curve. {same}", _density("normal")),
        "Uniform": (f"{flat} {same}", _density("uniform")),
        "Coin": (f"Two bars of one half at minus one and one. {same}", _coin),
    }
    return still("three_laws", "Three laws, one mean, one variance", pictures, size=(280, 200))


def _mean_estimates(draws: NDArray[np.float64], ddof: int) -> NDArray[np.float64]:
    return np.array([np.mean(np.var(draws[:, :n], axis=1, ddof=ddof)) for n in ESTIMATED_AT])


def two_estimators(rng: np.random.Generator) -> Explorer:
    """Show what the two variance formulas give on average, against the number of draws.

    Parameters
    ----------
    rng : numpy.random.Generator

    Returns
    -------
    Explorer
        Without controls.

    Examples
    --------
    >>> two_estimators(np.random.default_rng(5)).name
    'two_estimators'
    """
    draws = rng.standard_normal((REPETITIONS, int(ESTIMATED_AT[-1])))

    def draw(figure: Figure) -> None:
        axes = new_axes(
            figure,
            xlabel="number of draws n",
            ylabel="average of the estimate",
            xlim=(1, 21),
            ylim=(0.4, 1.15),
            xticks=(2, 5, 10, 15, 20),
            yticks=(0.5, 0.75, 1),
            yticklabels=("½", "¾", "1"),
        )
        n = np.linspace(2, 20, 181)
        plots.line(axes, n, (n - 1) / n)
        plots.line(axes, n, np.ones_like(n))
        plots.dots(axes, ESTIMATED_AT, _mean_estimates(draws, 0))
        plots.dots(axes, ESTIMATED_AT, _mean_estimates(draws, 1))
        plots.words(axes, 20, 1.03, "divide by n − 1", align="right")
        plots.words(axes, 20, 0.86, "divide by n", align="right")
        plots.key(axes, [("simulation", "simulation"), ("theory", "theory")])

    words = (
        "Against the number of draws, from two to twenty: dividing by n minus one averages to the "
        "true variance, one, at every n. Dividing by n averages to one half at two draws and "
        "rises towards one. Simulated dots lie on both curves."
    )
    pictures = {"Two estimators of the variance": (words, draw)}
    return still("two_estimators", "Two estimators of the variance", pictures, size=(400, 250))


def running_variances(rng: np.random.Generator) -> Explorer:
    """Show running variances of normal draws and of draws whose variance is infinite.

    Parameters
    ----------
    rng : numpy.random.Generator

    Returns
    -------
    Explorer
        Without controls.

    Examples
    --------
    >>> running_variances(np.random.default_rng(3)).name
    'running_variances'
    """

    def spread(draws: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.array([running_mean(x**2) - running_mean(x) ** 2 for x in draws])

    normal = spread(rng.standard_normal((3, RUN)))
    heavy = spread(rng.pareto(TAIL, (3, RUN)) * rng.choice([-1, 1], (3, RUN)))
    pictures = {
        "Variance of normal draws": (
            "Three running variances of normal draws settle on the line at one.",
            run_panel("normal: variance", (0, 3), normal, 1.0),
        ),
        "Variance of heavy-tailed draws": (
            "Three running variances of heavy-tailed draws climb in jumps and never settle.",
            run_panel("heavy tail: variance", (0, 120), heavy, None),
        ),
    }
    return still("running_variances", "Running variances, finite and infinite", pictures)
