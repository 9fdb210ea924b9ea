"""Where a row of attention freezes: the mean largest weight against d_k and the number of keys."""

from __future__ import annotations

import math

from sqrtdk.explorer import Choice, Drag, Explorer, LogRange, Panel
from sqrtdk.explorers._numerals import plain
from sqrtdk.explorers._saturation_drawing import (
    draw_by_dimension,
    draw_by_keys,
    draw_map,
    update,
)
from sqrtdk.explorers._saturation_numbers import (
    DIMENSIONS,
    KEY_COUNTS,
    SaturationMapState,
    saturation_map_state,
)
from sqrtdk.style import PALETTE

__all__ = ["SaturationMapState", "saturation_map", "saturation_map_state"]

DIVIDED = {"raw": "not divided", "root": "divided by √dₖ", "full": "divided by dₖ"}


def _weight(value: float) -> str:
    return f"{value:.3f}" if value >= 0.1 else f"{value:#.3g}"


def _spread(value: float) -> str:
    return plain(round(value, 2 if value >= 1 else 3))


def _fields(state: SaturationMapState) -> dict[str, str]:
    frozen = state.spread > state.freezing_spread
    return {
        "d_k": f"{state.d_k:,}",
        "n_keys": f"{state.n_keys:,}",
        "divided": DIVIDED[state.scale],
        "largest": _weight(state.largest),
        "even": f"{1 / state.n_keys:.3g}",
        "spread": _spread(state.spread),
        "side": "beyond" if frozen else "short of",
        "freezing": _spread(state.freezing_spread),
        "verdict": "frozen" if frozen else "not frozen",
    }


def _place(d_k: int, n_keys: int) -> tuple[float, float]:
    return math.log2(d_k), math.log2(n_keys)


PANELS = (
    Panel(
        "map",
        "Mean largest weight by dimension and number of keys",
        "A map with dₖ from 1 to 1,024 to the right and the number of keys from 2 to 1,024 "
        "upwards, both logarithmic. A cell is the darker the larger the mean largest weight. "
        "Without a scale the map darkens to the right, and a line, dₖ = 2 ln n, parts the pale "
        "side from the dark one. Divided by √dₖ the shade hardly depends on dₖ, and there is no "
        "line. A dot marks the present state.",
        draw_map,
    ),
    Panel(
        "by_dimension",
        "Mean largest weight against the dimension",
        "The row of the map at the chosen number of keys, for three scales. Without a scale the "
        "line climbs towards 1, past a mark at 2 ln n; divided by √dₖ it is level; divided by dₖ "
        "it falls towards the even share. The chosen scale is thick and has a dot.",
        draw_by_dimension,
    ),
    Panel(
        "by_keys",
        "Mean largest weight against the number of keys",
        "The column of the map at the chosen dₖ, for three scales, on logarithmic axes. Divided "
        "by √dₖ or by dₖ the line falls nearly as fast as the even share, which is dashed. "
        "Without a scale and at a large dₖ it falls little.",
        draw_by_keys,
    ),
)
MAP = ("here", "edge")
CONTROLS = (
    Choice(
        "scale",
        "Divide the scores by",
        [("raw", "nothing"), ("root", "√dₖ"), ("full", "dₖ")],
        rest="raw",
        moves=("map", "line", "chosen_d", "chosen_n", "dot_d", "dot_n"),
    ),
    LogRange(
        "d_k",
        "Dimension dₖ",
        DIMENSIONS,
        rest=64,
        show="{:,}".format,
        moves=(*MAP, "dot_d", "dot_n", "raw_n", "full_n", "chosen_n"),
        whole=True,
    ),
    LogRange(
        "n_keys",
        "Keys n",
        KEY_COUNTS,
        rest=64,
        show="{:,}".format,
        moves=(*MAP, "dot_n", "dot_d", "raw_d", "root_d", "full_d", "chosen_d", "freezing"),
        whole=True,
    ),
)
READOUT = (
    "dₖ = {d_k}, {n_keys} keys, scores {divided}: the largest weight is {largest} on average, "
    "where an even share is {even}. The standard deviation of the scores is {spread}, {side} the "
    "freezing point √(2 ln n) = {freezing}: the row is {verdict}."
)


def saturation_map() -> Explorer:
    """Return the explorer of the largest weight over dimensions and numbers of keys.

    Returns
    -------
    Explorer
        Controls ``scale``, ``d_k`` and ``n_keys``; the dot on the map can be dragged.

    Examples
    --------
    >>> saturation_map().resting_values
    {'scale': 'raw', 'd_k': 64, 'n_keys': 64}
    """
    return Explorer(
        name="saturation_map",
        title="Where a row freezes",
        panels=PANELS,
        palette=PALETTE,
        controls=CONTROLS,
        drags=(Drag("here", ("d_k", "n_keys"), _place),),
        state=saturation_map_state,
        update=update,
        readout=READOUT,
        fields=_fields,
        table=[
            {"n_keys": n, "d_k": d_k, "scale": scale}
            for n in (8, 64, 1024)
            for d_k, scale in ((4, "raw"), (64, "raw"), (64, "root"))
        ],
        columns=[
            ("scale", ""),
            ("d_k", ""),
            ("n_keys", ""),
            ("largest", "Mean largest weight"),
            ("spread", "SD of the scores"),
            ("freezing", "Freezing point"),
        ],
    )
