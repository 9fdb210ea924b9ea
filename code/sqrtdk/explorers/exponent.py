"""Scores divided by a power of the dimension: too little, just enough, and too much."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from sqrtdk import plots
from sqrtdk.explorer import Choice, DrawAgain, Explorer, Panel, Range
from sqrtdk.explorers._exponent_numbers import (
    DIMENSIONS,
    EXPONENTS,
    KEY_COUNTS,
    N_BARS,
    N_ROWS,
    SHOWN_DIMENSIONS,
    Floats,
    ScaleExponentState,
    scale_exponent_state,
)
from sqrtdk.style import PALETTE, QUARTERS, new_axes

__all__ = ["ScaleExponentState", "scale_exponent", "scale_exponent_state"]

LOWEST, HIGHEST = 1 / 50, 50.0
PLAIN = {0.0: " = 1", 0.5: " = √dₖ", 1.0: " = dₖ"}


def _dimension_axes(figure: Figure, ylabel: str, **rest: Any) -> Axes:
    return new_axes(
        figure,
        xlabel="dimension dₖ",
        ylabel=ylabel,
        xlim=(0.7, 1500),
        xscale="log",
        xticks=DIMENSIONS,
        xticklabels=[f"{d_k:,}" for d_k in DIMENSIONS],
        **rest,
    )


def _draw_largest(figure: Figure) -> dict[str, Any]:
    axes = _dimension_axes(figure, "largest weight", ylim=(0, 1.03), **QUARTERS)
    plots.key(axes, [("simulation", "simulation"), ("theory", "even share")])
    flat = np.zeros(len(DIMENSIONS))
    return {
        "even": plots.line(axes, [0.7, 1500], [0, 0]),
        "trend": plots.line(axes, DIMENSIONS, flat, name="simulation", width=1),
        "largest": plots.dots(axes, DIMENSIONS, flat, size=10),
    }


def _draw_rows(figure: Figure) -> dict[str, Any]:
    axes = new_axes(
        figure,
        xlabel=f"the {N_BARS} largest weights of one row",
        ylabel="weight",
        xlim=(0, len(SHOWN_DIMENSIONS)),
        ylim=(0, 1.03),
        xticks=[0.5, 1.5, 2.5],
        xticklabels=[f"dₖ = {d_k:,}" for d_k in SHOWN_DIMENSIONS],
        **QUARTERS,
    )
    axes.grid(False, axis="x")
    plots.key(axes, [("simulation", "simulation"), ("theory", "even share")])
    return {
        "rows": plots.bars(axes, [0], [0], name="simulation"),
        "row_even": plots.line(axes, [0, len(SHOWN_DIMENSIONS)], [0, 0]),
    }


def _draw_spread(figure: Figure) -> dict[str, Any]:
    axes = _dimension_axes(
        figure,
        "SD of divided score",
        ylim=(LOWEST, HIGHEST),
        yscale="log",
        yticks=(1 / 32, 1 / 4, 1, 4, 32),
        yticklabels=("1/32", "¼", "1", "4", "32"),
    )
    plots.key(axes, [("simulation", "simulation"), ("theory", "theory")])
    flat = np.ones(len(DIMENSIONS))
    return {
        "spread": plots.line(axes, DIMENSIONS, flat),
        "sample_spread": plots.dots(axes, DIMENSIONS, flat, size=10),
    }


def _bar_places() -> Floats:
    """Return where the bars of all groups stand, group by group."""
    inside = 0.12 + 0.76 * (np.arange(N_BARS) + 0.5) / N_BARS
    return (np.arange(len(SHOWN_DIMENSIONS))[:, np.newaxis] + inside).ravel()


def _update(artists: dict[str, Any], state: ScaleExponentState) -> None:
    artists["even"].set_ydata([1 / state.n_keys] * 2)
    artists["row_even"].set_ydata([1 / state.n_keys] * 2)
    artists["trend"].set_ydata(state.largest)
    artists["largest"].set_ydata(state.largest)
    artists["rows"].set_path(plots.bars_path(_bar_places(), state.rows, 0.76 / N_BARS - 0.01))
    artists["spread"].set_ydata(state.spread)
    artists["sample_spread"].set_ydata(state.sample_spread)


def _fields(state: ScaleExponentState) -> dict[str, str]:
    at = {d_k: f"{state.largest[i]:.3f}" for i, d_k in enumerate(DIMENSIONS)}
    power = round(0.5 - state.exponent, 2)
    grows = "stays at 1" if power == 0 else f"goes as dₖ^{power:.2f}".replace("-", "−")
    return {
        "n_keys": str(state.n_keys),
        "exponent": f"{state.exponent:.2f}",
        "plain": PLAIN.get(state.exponent, ""),
        "at_4": at[4],
        "at_64": at[64],
        "at_1024": at[1024],
        "grows": grows,
    }


MOVED = ("largest", "rows")
PANELS = (
    Panel(
        "largest",
        "Mean largest weight against the dimension",
        "One dot for each dimension dₖ from 1 to 1,024, on a logarithmic axis: the largest weight "
        f"of a row, mean over {N_ROWS} simulated rows, between the even share 1/n, a line, and 1. "
        "Undivided, the dots climb towards 1; divided by the root of dₖ they are level; divided "
        "by dₖ they fall to the even share.",
        _draw_largest,
    ),
    Panel(
        "rows",
        "The largest weights of one row at three dimensions",
        "Three groups of bars, for dₖ = 4, 64 and 1,024: the eight largest weights of one row, in "
        "decreasing order. Undivided, a single bar is left as dₖ grows; divided by the root of "
        "dₖ the groups look alike; divided by dₖ they grow flat.",
        _draw_rows,
    ),
    Panel(
        "spread",
        "Standard deviation of the divided score against the dimension",
        "On logarithmic axes, a straight line with the slope one half less the exponent, and on "
        "it the standard deviations of the simulated scores.",
        _draw_spread,
    ),
)
CONTROLS = (
    Range(
        "exponent",
        "Exponent a of the divisor dₖ^a",
        EXPONENTS,
        rest=0.0,
        show=lambda exponent: f"{exponent:.2f}",
        moves=(*MOVED, "trend", "spread", "sample_spread"),
        bounds=(0.0, 1.0, 0.01),
    ),
    Choice(
        "n_keys",
        "Keys n",
        [(n, str(n)) for n in KEY_COUNTS],
        rest=8,
        moves=(*MOVED, "even"),
    ),
    DrawAgain(moves=(*MOVED, "sample_spread")),
)
READOUT = (
    "Divided by dₖ^{exponent}{plain}, the largest of {n_keys} weights averages {at_4} at dₖ = 4, "
    "{at_64} at 64 and {at_1024} at 1,024, over 400 simulated rows. The standard deviation of the "
    "divided score {grows}."
)


def scale_exponent() -> Explorer:
    """Return the explorer of the power of the dimension.

    Returns
    -------
    Explorer
        Controls ``exponent``, ``n_keys`` and ``sample``.

    Examples
    --------
    >>> scale_exponent().resting_values
    {'exponent': 0.0, 'n_keys': 8, 'sample': 0}
    """
    return Explorer(
        name="scale_exponent",
        title="Which power of the dimension?",
        panels=PANELS,
        palette=PALETTE,
        controls=CONTROLS,
        state=scale_exponent_state,
        update=_update,
        readout=READOUT,
        fields=_fields,
        table=[{"exponent": a, "n_keys": n} for n in KEY_COUNTS for a in (0.0, 0.5, 1.0)],
        columns=[
            ("exponent", ""),
            ("n_keys", ""),
            ("at_4", "Largest weight at dₖ = 4"),
            ("at_64", "At dₖ = 64"),
            ("at_1024", "At dₖ = 1,024"),
        ],
    )
