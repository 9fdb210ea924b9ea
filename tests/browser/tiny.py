"""A small explorer that is in no chapter: it uses what the engine can do beyond the loaded die.

Two pictures of which a choice shows one, a text that moves, dots that come and go, curved edges,
and stops whose names need escaping in an address.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from sqrtdk import plots
from sqrtdk.explorer import Choice, DrawAgain, Explorer, Panel, Range
from sqrtdk.style import PALETTE, colour, new_axes

CODES = [Path.MOVETO, Path.CURVE3, Path.CURVE3, Path.CURVE4, Path.CURVE4, Path.CURVE4, Path.CLOSEPOLY]


def _drop(size: float) -> Path:
    corners = [(0, 0), (5, size), (0, size), (-3, 2), (-3, 1), (0, 0), (0, 0)]
    return Path(np.array(corners, dtype=float), CODES)


def _axes(figure: Figure) -> Any:
    return new_axes(figure, xlabel="x", ylabel="y", xlim=(-5, 10), ylim=(0, 10))


def _draw_left(figure: Figure) -> dict[str, Artist]:
    axes = _axes(figure)
    drop = PathPatch(_drop(1), facecolor=colour("theory-soft"), edgecolor=colour("theory"))
    axes.add_patch(drop)
    return {"drop": drop, "name": plots.words(axes, 1, 1, "")}


def _draw_right(figure: Figure) -> dict[str, Artist]:
    axes = _axes(figure)
    return {"line": plots.line(axes, [0, 1], [0, 1]), "dots": plots.dots(axes, [0], [0])}


def _state(size: int, side: str, sample: int) -> dict[str, Any]:
    return {"size": size, "side": side, "noise": np.random.default_rng(sample).uniform(0, 9, 3)}


def _update(artists: dict[str, Artist], state: dict[str, Any]) -> None:
    size = state["size"]
    artists["drop"].set_path(_drop(size))
    artists["name"].set_text("" if size == 3 else f"size <{size}> & more")
    artists["name"].set_position((1, size))
    artists["line"].set_data([0, 4, np.nan, 5, 9], [size, 9, 0, size, size])
    artists["dots"].set_visible(size > 1)
    artists["dots"].set_data(state["noise"], [1, size, 8])


def _fields(state: dict[str, Any]) -> dict[str, str]:
    return {
        "size": str(state["size"]), "side": state["side"], "noise": f"{state['noise'].mean():.3f}"
    }


def tiny(name: str = "tiny") -> Explorer:
    """Return the explorer under a name."""
    return Explorer(
        name,
        "Small things that move",
        panels=(
            Panel("left", "Drop", "A drop.", _draw_left, shown_when={"side": "left & one"}),
            Panel("right", "Line", "A line.", _draw_right, shown_when={"side": "right/two+"}),
        ),
        palette=PALETTE,
        controls=(
            Choice(
                "side",
                "Side",
                [("left & one", "left <1>"), ("right/two+", "right & 2")],
                rest="left & one",
                moves=("drop", "line"),
            ),
            DrawAgain(count=4, moves=("dots",)),
            Range("size", "Size & more", (1, 2, 3, 4, 5), rest=2, moves=("drop", "name")),
        ),
        state=_state,
        update=_update,
        readout="Size {size} on the {side}, noise {noise}.",
        fields=_fields,
        table=[{}, {"size": 5}],
        columns=[("size", ""), ("noise", "Noise")],
    )
