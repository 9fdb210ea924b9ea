"""The moving artists of an explorer: as the browser shows them, and as Python computes them.

Python's side uses matplotlib's transforms alone and nothing of the engine that writes paths.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.image import AxesImage
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.path import Path
from matplotlib.text import Text
from numpy.typing import NDArray
from playwright.sync_api import Locator
from sqrtdk.explorer import Explorer

from browser.path_reader import all_points, read_path

Points = NDArray[np.float64]
FAR = 5_000.0
SHADE = 0.1  # a difference in opacity that a reader sees
ONE_LEVEL = 0.5 / 63 + 0.006  # 64 levels, written with two decimals
READ = """figure => Object.fromEntries(
  Array.from(figure.querySelectorAll("[data-artist]"), (element) => {
    const { a, b, c, d, e, f } = element.getScreenCTM() ?? new DOMMatrix();
    const svg = element.ownerSVGElement;
    return [element.dataset.artist, {
      d: element.getAttribute("d"),
      at: [element.getAttribute("x"), element.getAttribute("y")].map(Number),
      words: element.textContent,
      cells: Array.from(element.querySelectorAll("rect"), (cell) => [
        ...["x", "y", "width", "height", "fill-opacity"].map((key) => +cell.getAttribute(key)),
      ]),
      shown: svg.getClientRects().length > 0,
      matrix: [a, b, c, d, e, f],
      box: svg.getAttribute("viewBox").split(" ").map(Number),
    }];
  }),
)"""


@dataclass(frozen=True)
class Drawn:
    """A moving artist on the page."""

    d: str | None
    at: Sequence[float]
    words: str
    cells: Sequence[Sequence[float]]
    shown: bool
    matrix: Sequence[float]
    box: Sequence[float]

    @property
    def points(self) -> Points:
        """Its points in units of the picture."""
        if self.cells:
            return np.array([cell[:2] for cell in self.cells])
        if self.d is None:
            return np.array([self.at]) if self.words else np.empty((0, 2))
        return np.array(all_points(self.d), dtype=float).reshape(-1, 2)

    @property
    def shades(self) -> Points:
        """How opaque each cell of an image is."""
        return np.array([cell[4] for cell in self.cells])

    @property
    def dots(self) -> Points:
        """The first point of each subpath, in units of the picture."""
        return np.array([part[0] for part in read_path(self.d or "")]).reshape(-1, 2)

    @property
    def scale(self) -> float:
        """CSS pixels in one unit of the picture."""
        return float(np.hypot(self.matrix[0], self.matrix[1]))

    def in_window(self, x: float, y: float) -> tuple[float, float]:
        """Return the CSS pixel of the window where a point of the picture is."""
        a, b, c, d, e, f = self.matrix
        return a * x + c * y + e, b * x + d * y + f

    @property
    def pixels(self) -> Points:
        """Its points in CSS pixels, none outside the picture; scrolling the page moves none."""
        left, top, width, height = self.box
        inside = np.clip(self.points, (left, top), (left + width, top + height))
        a, b, c, d, *_ = self.matrix
        return inside @ np.array([[a, b], [c, d]])


def drawn(figure: Locator) -> dict[str, Drawn]:
    """Read all moving artists of an explorer on the page."""
    found: dict[str, dict[str, Any]] = figure.evaluate(READ)
    return {name: Drawn(**one) for name, one in found.items()}


def moved_by(before: Drawn, after: Drawn) -> float:
    """Return how many pixels an artist moved; infinitely far if it came, went or changed shade."""
    if not (before.shown or after.shown):
        return 0.0
    if before.shown != after.shown or (len(before.points) == 0) != (len(after.points) == 0):
        return float("inf")
    if len(before.shades) and np.abs(before.shades - after.shades).max() > SHADE:
        return float("inf")
    old, new = before.pixels, after.pixels
    if len(old) == 0:
        return 0.0
    if len(old) == len(new):
        return float(np.hypot(*(new - old).T).max())
    corners = [np.concatenate([p.min(axis=0), p.max(axis=0)]) for p in (old, new)]
    return float(np.abs(corners[1] - corners[0]).max())


def expected_points(artist: Artist) -> Points:
    """Return where matplotlib puts an artist, in points from the top left of its figure."""
    if not artist.get_visible():
        return np.empty((0, 2))
    if isinstance(artist, Text):
        data = np.array([artist.get_position()], dtype=float)
        data = data if artist.get_text() else np.empty((0, 2))
    elif isinstance(artist, Line2D):
        data = np.asarray(artist.get_xydata(), dtype=float)
    elif isinstance(artist, AxesImage):
        return _cells(artist)[:, :2]
    elif isinstance(artist, Patch):
        path = artist.get_path()
        drawing = slice(None) if path.codes is None else path.codes != Path.CLOSEPOLY
        data = np.asarray(path.vertices, dtype=float)[drawing]
    else:
        raise AssertionError(f"no test knows how to read a moving {type(artist).__name__}")
    points = artist.get_transform().transform(data)
    points = points[np.isfinite(points).all(axis=1)]
    return np.column_stack([points[:, 0], height_of(artist) - points[:, 1]])


def _cells(image: AxesImage) -> Points:
    """Return left, top and shade of each cell of an image, row by row as the data are."""
    data = np.asarray(image.get_array(), dtype=float)
    rows, columns = data.shape
    left, right, bottom, top = image.get_extent()
    if image.origin == "lower":
        top, bottom = bottom, top
    found = []
    for (row, column), value in np.ndenumerate(data):
        x = left + (right - left) * np.array([column, column + 1]) / columns
        y = top + (bottom - top) * np.array([row, row + 1]) / rows
        corners = image.axes.transData.transform(np.column_stack([x, y]))
        upper = height_of(image) - corners[:, 1].max()
        found.append((corners[:, 0].min(), upper, float(image.norm(value))))
    return np.array(found)


def _other_shades(seen: Drawn, image: AxesImage) -> bool:
    return bool(np.abs(seen.shades - _cells(image)[:, 2].clip(0, 1)).max() > ONE_LEVEL)


def height_of(artist: Artist) -> float:
    """Return the height of the artist's figure in points."""
    figure = artist.figure
    assert figure is not None
    return float(figure.get_size_inches()[1] * 72)


def is_dotted(artist: Artist) -> bool:
    """Tell whether an artist is a set of separate dots."""
    return isinstance(artist, Line2D) and artist.get_linestyle() == "None"


def error_in_pixels(seen: Drawn, artist: Artist) -> float:
    """Return how far the page's artist is from where Python puts it, at its worst point."""
    wanted = expected_points(artist)
    found = seen.dots if is_dotted(artist) else seen.points
    if len(found) != len(wanted):
        return float("inf")
    if isinstance(artist, Text) and artist.get_text() != seen.words:
        return float("inf")
    if isinstance(artist, AxesImage) and _other_shades(seen, artist):
        return float("inf")
    distance = np.clip(found, -FAR, FAR) - np.clip(wanted, -FAR, FAR)
    return float(np.abs(distance).max(initial=0.0)) * (seen.scale if seen.shown else 1.0)


def errors(figure: Locator, explorer: Explorer, values: Mapping[str, Any]) -> dict[str, float]:
    """Return the error of each moving artist in a state, in pixels.

    Coarse artists are written in whole units of the picture, and count in those.
    """
    seen = drawn(figure)
    artists = explorer.artists
    explorer.update(artists, explorer.numbers(values))
    assert set(seen) == set(artists)
    found = {}
    for name, artist in artists.items():
        error = error_in_pixels(seen[name], artist)
        coarse = name in explorer.coarse and seen[name].shown
        found[name] = error / seen[name].scale if coarse else error
    return found
