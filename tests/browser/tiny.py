"""A small explorer that is in no chapter: it uses what the engine can do beyond the loaded die.

Two pictures of which a choice shows one, a text that moves, dots that come and go, curved edges,
a small image, a path in whole points, a dot that can be taken by hand, and stops whose names need
escaping in an address.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from sqrtdk import plots
from sqrtdk.explorer import Choice, Drag, DrawAgain, Explorer, LogRange, Panel, Range, Switch
from sqrtdk.style import PALETTE, colour, new_axes

CODES = [Path.MOVETO, *[Path.CURVE3] * 2, *[Path.CURVE4] * 3, Path.CLOSEPOLY]


def _drop(size: float) -> Path:
    corners = [(0, 0), (5, size), (0, size), (-3, 2), (-3, 1), (0, 0), (0, 0)]
    return Path(np.array(corners, dtype=float), CODES)


def _axes(figure: Figure) -> Any:
    return new_axes(figure, xlabel="x", ylabel="y", xlim=(-5, 10), ylim=(0, 10))


def _draw_left(figure: Figure) -> dict[str, Artist]:
    axes = new_axes(figure, xlabel="x", ylabel="y", xlim=(-5, 10), ylim=(0, 10))
    drop = PathPatch(_drop(1), facecolor=colour("theory-soft"), edgecolor=colour("theory"))
    axes.add_patch(drop)
    grid = plots.grid_image(axes, np.zeros((2, 3)), extent=(6, 9, 1, 9))
    tip = plots.dots(axes, [0], [0], name="theory", size=11)
    return {"drop": drop, "name": plots.words(axes, 1, 1, ""), "grid": grid, "tip": tip}


def _draw_right(figure: Figure) -> dict[str, Artist]:
    axes = new_axes(figure, xlabel="x", ylabel="y", xlim=(1, 40), ylim=(0, 10), xscale="log")
    return {
        "line": plots.line(axes, [1, 2], [0, 1]),
        "dots": plots.dots(axes, [1], [0]),
        "coarse": plots.line(axes, [1, 2], [0, 1], name="simulation"),
    }


def _state(size: int, side: str, wide: int, flat: bool, sample: int) -> dict[str, Any]:
    noise = np.random.default_rng(sample).uniform(1, 9, 3)
    return {"size": size, "side": side, "wide": wide, "flat": flat, "noise": noise}


def _update(artists: dict[str, Artist], state: dict[str, Any]) -> None:
    size, wide = state["size"], state["wide"]
    artists["drop"].set_path(_drop(size))
    artists["name"].set_text("" if size == 3 else f"size <{size}> & more")
    artists["name"].set_position((1, size))
    artists["grid"].set_data(np.arange(6).reshape(2, 3) / (7 if state["flat"] else 5 * wide))
    artists["tip"].set_data([np.log2(wide)], [size])
    artists["line"].set_data([1, 4, np.nan, 5, 9 * wide], [size, 9, 0, size, size])
    artists["dots"].set_visible(size > 1)
    artists["dots"].set_data(state["noise"], [1, size, 8])
    artists["coarse"].set_data([1.3, 7.7, 20.1], [0.77, 3.31 if state["flat"] else 6.6, size])


def _fields(state: dict[str, Any]) -> dict[str, str]:
    return {
        "size": str(state["size"]),
        "side": state["side"],
        "wide": f"{state['wide']} wide and {'flat' if state['flat'] else 'not flat'}",
        "noise": f"{state['noise'].mean():.3f}",
    }


SIDES = [("left & one", "left <1>"), ("right/two+", "right & 2")]


def tiny(name: str = "tiny") -> Explorer:
    """Return the explorer under a name."""
    wide = (1, 2, 4)
    return Explorer(
        name,
        "Small things that move",
        panels=(
            Panel("left", "Drop", "A drop.", _draw_left, shown_when={"side": SIDES[0][0]}),
            Panel("right", "Line", "A line.", _draw_right, shown_when={"side": SIDES[1][0]}),
        ),
        palette=PALETTE,
        controls=(
            Choice("side", "Side", SIDES, rest=SIDES[0][0], moves=("drop", "line")),
            DrawAgain(count=4, moves=("dots",)),
            Range("size", "Size & more", (1, 2, 3, 4, 5), rest=2, moves=("drop", "name", "tip")),
            LogRange("wide", "Wide", wide, 2, whole=True, moves=("line", "grid", "tip")),
            Switch("flat", "Flat", moves=("grid", "coarse")),
        ),
        state=_state,
        update=_update,
        readout="Size {size} on the {side}, {wide}, noise {noise}.",
        fields=_fields,
        table=[{}, {"size": 5}],
        columns=[("size", ""), ("noise", "Noise")],
        drags=[Drag("tip", ("size", "wide"), lambda size, wide: (np.log2(wide), size))],
        coarse=["coarse"],
    )
