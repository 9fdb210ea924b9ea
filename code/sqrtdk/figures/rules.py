"""Still figure of the chapter on the four rules."""

from __future__ import annotations

from collections.abc import Callable

from matplotlib.figure import Figure

from sqrtdk import plots
from sqrtdk.discrete import FiniteDistribution
from sqrtdk.examples import DIE
from sqrtdk.explorer import Explorer
from sqrtdk.figures._still import still
from sqrtdk.style import new_axes

__all__ = ["three_dice"]


def _bars_with_spread(law: FiniteDistribution, ylabel: str) -> Callable[[Figure], None]:
    mean, spread = float(law.expectation()), law.standard_deviation()

    def draw(figure: Figure) -> None:
        axes = new_axes(
            figure,
            xlabel="result",
            ylabel=ylabel,
            xlim=(2, 19),
            ylim=(-0.035, 0.2),
            xticks=(3, 6, 9, 12, 15, 18),
            yticks=(0, 1 / 12, 1 / 6),
            yticklabels=("0", "1/12", "1/6"),
        )
        outcomes = [float(x) for x in law.outcomes]
        plots.bars(axes, outcomes, [float(p) for p in law.probabilities], width=0.7)
        plots.line(axes, [mean - spread, mean + spread], [-0.018] * 2, width=4)

    return draw


def three_dice() -> Explorer:
    """Show the law of one die tripled beside the law of three dice added.

    Returns
    -------
    Explorer
        Without controls.

    Examples
    --------
    >>> three_dice().name
    'three_dice'
    """
    pictures = {
        "One die, tripled": (
            "Six bars of one sixth at 3, 6, 9 and so on to 18. The line of one standard deviation "
            "to each side of the mean reaches from about 5 to about 16.",
            _bars_with_spread(DIE.scale(3), "one die tripled: probability"),
        ),
        "Three dice, added": (
            "Bars for all sums from 3 to 18, highest in the middle. The line of one standard "
            "deviation to each side of the mean reaches from about 8 to about 13.",
            _bars_with_spread(DIE.sum_of(3), "three dice added: probability"),
        ),
    }
    return still("three_dice", "One die tripled, and three dice added", pictures)
