"""The pictures of the effective keys: their number, their share, and one row added up."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from sqrtdk import plots
from sqrtdk.explorers._keys_numbers import (
    KEY_COUNTS,
    SCALES,
    KeysAndTemperatureState,
)
from sqrtdk.explorers._places import name_places
from sqrtdk.style import QUARTERS, new_axes

__all__ = ["draw_effective", "draw_row", "draw_shares", "update"]

NAMES = {"raw": "no scale", "root": "1/√dₖ", "log": "log n"}
WIDTHS = {"raw": 3.2, "root": 2.2, "log": 1.2}
LABELLED = (2, 8, 64, 512, 4096)
KEYS: dict[str, Any] = {
    "xlabel": "keys n",
    "xlim": (1.7, 75_000),
    "xscale": "log",
    "xticks": LABELLED,
    "xticklabels": [f"{n:,}" for n in LABELLED],
}
AT = 5_800.0
"""Where the names of the lines stand."""
FACTOR_APART = 2.4
"""Smallest distance of two names on the logarithmic axis, as a factor."""
APART = 0.075
"""Smallest distance of two names on an axis from 0 to 1."""
LOWEST_NAME = 0.035
"""Lowest place of a name on that axis, so that the axis does not run through it."""


def _key(axes: Axes) -> None:
    plots.key(axes, [("simulation", "simulation"), ("theory", "law")])


def _lines(axes: Axes, ending: str) -> dict[str, Artist]:
    """Draw a dashed line for the law, and a line, a name and a dot for each scale."""
    flat = np.ones(len(KEY_COUNTS))
    law = {f"law_{ending}": plots.line(axes, KEY_COUNTS, flat, width=1.5, dashed=True)}
    lines = {
        f"{scale}_{ending}": plots.line(axes, KEY_COUNTS, flat, name="simulation", width=width)
        for scale, width in WIDTHS.items()
    }
    words = {
        f"{scale}_{ending}_words": plots.words(axes, AT, 1, name, name="simulation")
        for scale, name in NAMES.items()
    }
    return {**law, **lines, **words, f"dots_{ending}": plots.dots(axes, [2] * 3, [1] * 3, size=9)}


def draw_effective(figure: Figure) -> dict[str, Artist]:
    """Draw the effective keys against the number of keys, on logarithmic axes.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        Empty.

    Returns
    -------
    dict of str to Artist
        What moves.
    """
    axes = new_axes(
        figure,
        ylabel="effective keys",
        ylim=(0.6, 12_000),
        yscale="log",
        yticks=(1, 10, 100, 1_000),
        yticklabels=("1", "10", "100", "1,000"),
        **KEYS,
    )
    _key(axes)
    plots.line(axes, KEY_COUNTS, np.array(KEY_COUNTS) / math.e, width=1.5, dashed=True)
    return _lines(axes, "number")


def draw_shares(figure: Figure) -> dict[str, Artist]:
    """Draw the effective keys as a share of all keys, against the number of keys.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        Empty.

    Returns
    -------
    dict of str to Artist
        What moves.
    """
    axes = new_axes(figure, ylabel="effective keys ÷ n", ylim=(0, 1.03), **QUARTERS, **KEYS)
    _key(axes)
    plots.line(axes, [KEY_COUNTS[0], KEY_COUNTS[-1]], [1 / math.e] * 2, width=1.5, dashed=True)
    return _lines(axes, "share")


def draw_row(figure: Figure) -> dict[str, Artist]:
    """Draw what the largest weights of one row hold together, for each scale.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        Empty.

    Returns
    -------
    dict of str to Artist
        What moves.
    """
    axes = new_axes(
        figure,
        xlabel="how many of them",
        ylabel="sum of the largest weights",
        xlim=(0.8, 170_000),
        ylim=(0, 1.06),
        xscale="log",
        xticks=(1, 8, 64, 512, 4096),
        xticklabels=("1", "8", "64", "512", "4,096"),
        **QUARTERS,
    )
    plots.key(axes, [("simulation", "one row")])
    for scale, height in zip(SCALES, (0.6, 0.49, 0.38), strict=True):
        sample = [5_000, 11_000], [height, height]
        plots.line(axes, *sample, name="simulation", width=WIDTHS[scale])
        plots.words(axes, 13_000, height - 0.025, NAMES[scale], name="simulation")
    return {
        f"{scale}_row": plots.line(axes, [1, 2], [0, 1], name="simulation", width=width)
        for scale, width in WIDTHS.items()
    }


def _update_lines(artists: dict[str, Any], state: KeysAndTemperatureState, ending: str) -> None:
    keys = np.array(KEY_COUNTS, dtype=float)
    as_share = ending == "share"
    unit = keys if as_share else np.ones(len(keys))
    artists[f"law_{ending}"].set_ydata(keys**state.power / unit)
    for scale in SCALES:
        artists[f"{scale}_{ending}"].set_ydata(state.courses[scale] / unit)
    by = state.n_keys if as_share else 1
    heights = [state.effective[scale] / by for scale in SCALES]
    artists[f"dots_{ending}"].set_data([state.n_keys] * 3, heights)
    lowest = LOWEST_NAME if as_share else 0.0
    ends = {scale: max(float(state.courses[scale][-1] / unit[-1]), lowest) for scale in SCALES}
    places = name_places(ends, APART if as_share else FACTOR_APART, logarithmic=not as_share)
    for scale, place in places.items():
        artists[f"{scale}_{ending}_words"].set_y(place - 0.02 if as_share else place / 1.2)


def _update_row(artists: dict[str, Any], state: KeysAndTemperatureState) -> None:
    for scale in SCALES:
        artists[f"{scale}_row"].set_data(state.ranks, state.shares[scale])


def update(artists: dict[str, Any], state: KeysAndTemperatureState) -> None:
    """Move the artists of all pictures to a state.

    Parameters
    ----------
    artists : dict of str to Artist
    state : KeysAndTemperatureState
    """
    for ending in ("number", "share"):
        _update_lines(artists, state, ending)
    _update_row(artists, state)
