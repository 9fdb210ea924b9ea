"""Words in pictures have room in DejaVu Sans, about as wide as the fonts of screens get."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import numpy as np
import pytest
import sqrtdk.explorers
import sqrtdk.figures
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from sqrtdk.explorer import Panel
from sqrtdk.figures._still import run_axes

MODULES = {"explorers": sqrtdk.explorers, "figures": sqrtdk.figures}
NAMES = [f"{module}.{name}" for module in MODULES for name in sorted(MODULES[module].__all__)]


def panels(name: str) -> tuple[Panel, ...]:
    """Return the panels of an explorer or a still figure."""
    module, _, function = name.partition(".")
    make = getattr(MODULES[module], function)
    rng = [np.random.default_rng(1)] if inspect.signature(make).parameters else []
    return tuple(make(*rng).panels)


def cut_words(panel: Panel) -> Iterator[str]:
    """Yield the words of a panel at rest that reach beyond its left or right edge."""
    width, height = panel.size
    figure = Figure(figsize=(width / 72, height / 72), dpi=72)
    canvas = FigureCanvasAgg(figure)
    panel.draw(figure)
    canvas.draw()
    for text in figure.findobj(Text):
        box = text.get_window_extent(canvas.get_renderer())
        if text.get_text() and text.get_visible() and (box.x0 < 0 or box.x1 > width):
            yield f"{text.get_text()} from {box.x0:.1f} to {box.x1:.1f} of {width:.0f}"


@pytest.mark.parametrize("name", NAMES)
def test_no_word_is_cut_off(name: str) -> None:
    assert [word for panel in panels(name) for word in cut_words(panel)] == []


def test_a_long_label_at_the_edge_is_found() -> None:
    def draw(figure: Figure) -> dict[str, Text]:
        run_axes(figure, "mean", (0, 1)).set_xlim(1, 10_000)
        return {}

    (word,) = cut_words(Panel("run", "Run", "A planted fault.", draw, size=(320.0, 230.0)))
    assert word.startswith("10,000 from")
