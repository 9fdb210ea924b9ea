"""Two curves that flatten: the weight of one of two keys, and the hyperbolic tangent.

Beside each, on a logarithmic axis, stands what is left of its motion far from the middle.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from numpy.typing import NDArray

from sqrtdk import plots
from sqrtdk.explorer import Drag, Explorer, Panel, Range
from sqrtdk.explorers._curve_numbers import (
    TanhState,
    TwoKeyState,
    tanh_fields,
    tanh_state,
    two_key_fields,
    two_key_state,
)
from sqrtdk.explorers._numerals import fixed, power_of_ten
from sqrtdk.sensitivity import sigmoid_slope
from sqrtdk.style import PALETTE, QUARTERS, TICK, new_axes
from sqrtdk.weights import softmax

__all__ = ["tanh_and_score", "two_key_gap"]

GAPS = tuple(i / 4 for i in range(-48, 49))
X = tuple(i / 10 for i in range(-60, 61))
TANGENT = np.array([-2.0, 2.0])
N_DRAWN = 241


def _fine(stops: Sequence[float]) -> NDArray[np.float64]:
    """Return where a curve over all stops is drawn."""
    return np.linspace(stops[0], stops[-1], N_DRAWN)


def _axes_over(
    figure: Figure, stops: Sequence[float], xlabel: str, ylabel: str, **more: Any
) -> Axes:
    """Add axes as wide as the stops, with a tick at each sixth of the way."""
    ticks = np.linspace(stops[0], stops[-1], 7).tolist()
    room = (stops[-1] - stops[0]) / 40
    limits = (stops[0] - room, stops[-1] + room)
    return new_axes(figure, xlabel=xlabel, ylabel=ylabel, xlim=limits, xticks=ticks, **more)


def _curve_with_dot(
    axes: Axes, stops: Sequence[float], curve: NDArray[np.float64]
) -> tuple[Line2D, Line2D]:
    """Draw a curve with a straight line and a dot that the state places on it."""
    plots.line(axes, _fine(stops), curve)
    straight = plots.line(axes, [0, 0], [0, 1], name="ink")
    return straight, plots.dots(axes, [0], [0], name="theory", size=13)


def _decades(exponents: range) -> dict[str, Any]:
    """Return what makes axes logarithmic upwards, with a tick at each decade."""
    return {
        "yscale": "log",
        "yticks": [10.0**exponent for exponent in exponents],
        "yticklabels": [power_of_ten(exponent) for exponent in exponents],
    }


def _exact_and_near(
    axes: Axes, stops: Sequence[float], exact: NDArray[np.float64], near: NDArray[np.float64]
) -> dict[str, Artist]:
    """Draw an exact curve with its dot over a simpler one with a larger dot."""
    plots.line(axes, _fine(stops), near, name="muted", width=1.6, dashed=True)
    plots.line(axes, _fine(stops), exact)
    return {
        "near": plots.dots(axes, [0], [1], name="muted", size=15),
        "exact": plots.dots(axes, [0], [1], name="theory", size=9),
    }


def _draw_weight(figure: Figure) -> dict[str, Artist]:
    axes = _axes_over(
        figure,
        GAPS,
        "score gap Δ",
        "weight p₁ of the first key",
        ylim=(-0.06, 1.06),
        **QUARTERS,
    )
    curve = np.array([softmax([gap, 0.0])[0] for gap in _fine(GAPS)])
    tangent, weight = _curve_with_dot(axes, GAPS, curve)
    return {"tangent": tangent, "weight": weight}


def _draw_slope(figure: Figure) -> dict[str, Artist]:
    upwards = {"ylim": (2e-6, 2), **_decades(range(-6, 1))}
    axes = _axes_over(figure, GAPS, "score gap Δ", "slope of p₁", **upwards)
    plots.key(axes, [("muted", "exp(−|Δ|)"), ("theory", "p₁(1 − p₁)")])
    top = float(sigmoid_slope(0.0))
    plots.line(axes, GAPS[:: len(GAPS) - 1], [top, top], name="muted", width=1)
    plots.words(axes, GAPS[0], 1.25 * top, "¼", name="muted", size=TICK)
    drop = plots.line(axes, [0, 0], [top, top], name="ink")
    gaps = _fine(GAPS)
    artists = _exact_and_near(axes, GAPS, sigmoid_slope(gaps), np.exp(-np.abs(gaps)))
    return {"drop": drop, **artists}


def _update_two_keys(artists: dict[str, Any], state: TwoKeyState) -> None:
    gap, weight, slope = state.gap, state.weights[0], state.slope
    artists["weight"].set_data([gap], [weight])
    artists["tangent"].set_data(gap + TANGENT, weight + slope * TANGENT)
    artists["exact"].set_data([gap], [slope])
    artists["near"].set_data([gap], [state.near])
    artists["drop"].set_data([gap, gap], [slope, slope * state.ratio])


TWO_KEY_PANELS = (
    Panel(
        "weight",
        "Weight of the first key",
        "The weight of the first key against the gap between the two scores: a curve that rises "
        "from 0 to 1 and is steepest at a gap of 0. A dot marks the present gap, and a short "
        "line through it has the slope of the curve there.",
        _draw_weight,
    ),
    Panel(
        "slope",
        "Slope of the weight",
        "The slope against the gap, on a logarithmic axis. It is one quarter at a gap of 0 and "
        "falls to both sides, soon along the straight lines of the exponential. Dots mark both "
        "at the present gap. An upright line reaches from the slope there up to one quarter; "
        "its length tells the ratio of the two.",
        _draw_slope,
    ),
)
TWO_KEY_READOUT = (
    "At the gap Δ = {at} the two keys have the weights p₁ = {first} and p₂ = {second}. The slope "
    "p₁(1 − p₁) is {slope}, and exp(−|Δ|) is {near}. At Δ = 0 the slope is ¼, which is {ratio} "
    "times the slope here."
)
GAP = Range(
    "gap",
    "Score gap Δ",
    GAPS,
    rest=8.0,
    show=lambda gap: fixed(gap, 2),
    bounds=(GAPS[0], GAPS[-1], 0.01),
    moves=("weight", "tangent", "exact", "near"),
)


def two_key_gap() -> Explorer:
    """Return the explorer of two keys and the gap between their scores.

    Returns
    -------
    Explorer
        Control ``gap``; the dot on the curve can be dragged.

    Examples
    --------
    >>> two_key_gap().name
    'two_key_gap'
    """
    return Explorer(
        name="two_key_gap",
        title="Two keys and the gap between their scores",
        panels=TWO_KEY_PANELS,
        palette=PALETTE,
        controls=(GAP,),
        drags=(Drag("weight", ("gap",), lambda gap: (gap, two_key_state(gap).weights[0])),),
        state=two_key_state,
        update=_update_two_keys,
        readout=TWO_KEY_READOUT,
        fields=two_key_fields,
        table=[{"gap": gap} for gap in (0.0, 2.0, 4.0, 8.0, 12.0)],
        columns=[
            ("gap", ""),
            ("first", "p₁"),
            ("slope", "p₁(1 − p₁)"),
            ("near", "exp(−|Δ|)"),
            ("ratio", "¼ over the slope"),
        ],
    )


def _draw_tanh(figure: Figure) -> dict[str, Artist]:
    axes = _axes_over(
        figure,
        X,
        "x",
        "tanh x",
        ylim=(-1.15, 1.15),
        yticks=(-1, -0.5, 0, 0.5, 1),
        yticklabels=("−1", "−½", "0", "½", "1"),
    )
    for bound in (-1, 1):
        plots.line(axes, axes.get_xlim(), [bound] * 2, name="muted", width=1.6, dashed=True)
    missing, value = _curve_with_dot(axes, X, np.tanh(_fine(X)))
    return {"missing": missing, "value": value}


def _draw_missing(figure: Figure) -> dict[str, Artist]:
    upwards = {"ylim": (5e-6, 4), **_decades(range(-5, 1))}
    axes = _axes_over(figure, X, "x", "1 − |tanh x|", **upwards)
    plots.key(axes, [("muted", "2·exp(−2|x|)"), ("theory", "exact")])
    x = _fine(X)
    exact = np.array([tanh_state(one).missing for one in x])
    return _exact_and_near(axes, X, exact, 2 * np.exp(-2 * np.abs(x)))


def _update_tanh(artists: dict[str, Any], state: TanhState) -> None:
    x, value = state.x, state.value
    artists["value"].set_data([x], [value])
    artists["missing"].set_data([x, x], [value, -1 if x < 0 else 1])
    artists["exact"].set_data([x], [state.missing])
    artists["near"].set_data([x], [state.near])


TANH_PANELS = (
    Panel(
        "tanh",
        "The hyperbolic tangent",
        "The curve of tanh rises through 0 at x = 0 and flattens towards the horizontal lines at "
        "minus one and one. A dot marks the present x, and an upright line reaches from the dot "
        "to the nearer of the two.",
        _draw_tanh,
    ),
    Panel(
        "missing",
        "What tanh misses to 1",
        "The length of that upright line against x, on a logarithmic axis. It is 1 at x = 0 and "
        "falls to both sides, soon along the straight lines of twice an exponential. Dots mark "
        "both at the present x.",
        _draw_missing,
    ),
)
TANH_READOUT = (
    "At x = {at} the two exponentials are eˣ = {rise} and e⁻ˣ = {fall}. Their difference over "
    "their sum is tanh x = {value}. It misses {bound} by 2/(exp(2|x|) + 1) = {missing}; the "
    "straight line 2·exp(−2|x|) says {near}."
)
ARGUMENT = Range(
    "x",
    "x",
    X,
    rest=1.8,
    show=lambda x: fixed(x, 1),
    bounds=(X[0], X[-1], 0.01),
    moves=("value", "exact", "near"),
)


def tanh_and_score() -> Explorer:
    """Return the explorer of tanh and of its approach to 1.

    Returns
    -------
    Explorer
        Control ``x``; the dot on the curve can be dragged.

    Examples
    --------
    >>> tanh_and_score().name
    'tanh_and_score'
    """
    return Explorer(
        name="tanh_and_score",
        title="tanh, and what it misses to 1",
        panels=TANH_PANELS,
        palette=PALETTE,
        controls=(ARGUMENT,),
        drags=(Drag("value", ("x",), lambda x: (x, tanh_state(x).value)),),
        state=tanh_state,
        update=_update_tanh,
        readout=TANH_READOUT,
        fields=tanh_fields,
        table=[{"x": x} for x in (-1.8, 0.0, 1.8, 4.0, 6.0)],
        columns=[
            ("x", ""),
            ("rise", "eˣ"),
            ("fall", "e⁻ˣ"),
            ("value", "tanh x"),
            ("missing", "1 − |tanh x|"),
            ("near", "2·exp(−2|x|)"),
        ],
    )
