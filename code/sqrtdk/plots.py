"""Drawing in the book's style: every function takes axes, draws on them, returns its artists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.lines import Line2D
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.text import Text
from numpy.typing import ArrayLike

from sqrtdk.style import LABEL, colour

__all__ = ["band", "band_path", "bars", "bars_path", "dots", "key", "line", "words"]


def bars_path(x: ArrayLike, height: ArrayLike, width: float, bottom: float = 0.0) -> Path:
    """Return upright bars as one path.

    Parameters
    ----------
    x, height : array_like, shape (n,)
        Centres and heights, in data units.
    width : float
        Width of each bar, in data units.
    bottom : float, optional
        Where the bars stand.

    Returns
    -------
    matplotlib.path.Path

    Examples
    --------
    >>> len(bars_path([1, 2], [0.5, 0.5], width=0.8).vertices)
    10
    """
    vertices, codes = [], []
    for centre, tall in zip(np.ravel(x), np.ravel(height), strict=True):
        left, right = centre - width / 2, centre + width / 2
        top = bottom + tall
        vertices += [(left, bottom), (left, top), (right, top), (right, bottom), (left, bottom)]
        codes += [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY]
    return Path(vertices, codes)


def band_path(x: ArrayLike, low: ArrayLike, high: ArrayLike) -> Path:
    """Return the area between two curves as one path.

    Parameters
    ----------
    x, low, high : array_like, shape (n,)
        Points of the two curves, in data units.

    Returns
    -------
    matplotlib.path.Path

    Examples
    --------
    >>> len(band_path([0, 1], [0, 0], [1, 1]).vertices)
    5
    """
    x, low, high = np.ravel(x), np.ravel(low), np.ravel(high)
    forth = np.column_stack([x, low])
    back = np.column_stack([x[::-1], high[::-1]])
    vertices = np.concatenate([forth, back, forth[:1]])
    codes = [Path.MOVETO] + [Path.LINETO] * (2 * len(x) - 1) + [Path.CLOSEPOLY]
    return Path(vertices, codes)


def _patch(axes: Axes, path: Path, name: str, edge: str | None = None) -> PathPatch:
    outline = "none" if edge is None else colour(edge)
    patch = PathPatch(
        path, facecolor=colour(name), edgecolor=outline, linewidth=0 if edge is None else 1
    )
    axes.add_patch(patch)
    return patch


def bars(
    axes: Axes,
    x: ArrayLike,
    height: ArrayLike,
    *,
    width: float = 0.7,
    name: str = "theory",
    bottom: float = 0.0,
) -> PathPatch:
    """Draw upright bars as one artist; see `bars_path`.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    x, height : array_like, shape (n,)
    width : float, optional
    name : str, optional
        Role of the colour.
    bottom : float, optional

    Returns
    -------
    matplotlib.patches.PathPatch
    """
    return _patch(axes, bars_path(x, height, width, bottom), name)


def band(axes: Axes, x: ArrayLike, low: ArrayLike, high: ArrayLike, name: str) -> PathPatch:
    """Fill the area between two curves; see `band_path`.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    x, low, high : array_like, shape (n,)
    name : str
        Role of the colour, one of the soft ones.

    Returns
    -------
    matplotlib.patches.PathPatch
    """
    return _patch(axes, band_path(x, low, high), name)


def line(
    axes: Axes,
    x: ArrayLike,
    y: ArrayLike,
    *,
    name: str = "theory",
    width: float = 2.0,
    dashed: bool = False,
) -> Line2D:
    """Draw a curve.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    x, y : array_like, shape (n,)
    name : str, optional
        Role of the colour.
    width : float, optional
        In points.
    dashed : bool, optional

    Returns
    -------
    matplotlib.lines.Line2D
    """
    style = "--" if dashed else "-"
    (artist,) = axes.plot(np.ravel(x), np.ravel(y), color=colour(name), lw=width, ls=style)
    return artist


def dots(
    axes: Axes, x: ArrayLike, y: ArrayLike, *, name: str = "simulation", size: float = 8.0
) -> Line2D:
    """Draw separate dots.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    x, y : array_like, shape (n,)
    name : str, optional
        Role of the colour.
    size : float, optional
        Diameter in points.

    Returns
    -------
    matplotlib.lines.Line2D
    """
    (artist,) = axes.plot(
        np.ravel(x), np.ravel(y), "o", color=colour(name), ls="none", markersize=size, mew=0
    )
    return artist


def grid_image(
    axes: Axes,
    values: ArrayLike,
    *,
    extent: tuple[float, float, float, float],
    name: str = "theory",
    top: float = 1.0,
) -> AxesImage:
    """Draw a small grid of numbers from 0 to `top` as cells between paper and a colour.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    values : array_like, shape (rows, columns)
        The first row is drawn at the top.
    extent : tuple of float
        Left, right, bottom and top edge, in data units.
    name : str, optional
        Role of the colour at `top`.
    top : float, optional
        Value of a full cell.

    Returns
    -------
    matplotlib.image.AxesImage
    """
    ramp = LinearSegmentedColormap.from_list(name, [colour("paper"), colour(name)])
    return axes.imshow(
        np.asarray(values, dtype=float),
        cmap=ramp,
        norm=Normalize(0.0, top),
        extent=extent,
        aspect="auto",
        interpolation="nearest",
    )


def words(
    axes: Axes,
    x: float,
    y: float,
    text: str,
    *,
    name: str = "ink",
    align: str = "left",
    size: float = LABEL,
) -> Text:
    """Write words at a place given in data units.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    x, y : float
    text : str
    name : str, optional
        Role of the colour.
    align : {"left", "center", "right"}, optional
    size : float, optional
        In points.

    Returns
    -------
    matplotlib.text.Text
    """
    return axes.text(x, y, text, color=colour(name), ha=align, va="baseline", fontsize=size)


def key(axes: Axes, entries: Sequence[tuple[str, str]]) -> list[Text]:
    """Write the meaning of the colours above the right end of the axes.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    entries : sequence of (str, str)
        Role of a colour and the word for it, from right to left.

    Returns
    -------
    list of matplotlib.text.Text
    """
    figure = cast(Figure, axes.figure)
    width, height = figure.get_size_inches() * 72
    right, artists = width - 18, []
    for name, word in entries:
        artists.append(
            axes.text(
                right / width,
                1 - 14 / height,
                word,
                transform=figure.transFigure,
                color=colour(name),
                ha="right",
                va="baseline",
                fontsize=LABEL,
                fontweight="bold",
            )
        )
        right -= 7.8 * len(word) + 12
    return artists
