"""Images of small grids as SVG: one rectangle a cell, told apart by how opaque it is."""

from __future__ import annotations

import numpy as np
from matplotlib.colors import to_hex
from matplotlib.image import AxesImage

from sqrtdk.explorer.paths import LEVELS

__all__ = ["cells", "image_colour"]


def image_colour(image: AxesImage) -> str:
    """Return the colour of a cell at the top of the scale.

    Parameters
    ----------
    image : matplotlib.image.AxesImage

    Returns
    -------
    str
        ``#rrggbb``.
    """
    return to_hex(image.get_cmap()(1.0))


def cells(image: AxesImage, levels: str, height: float) -> str:
    """Write the rectangles of an image.

    Parameters
    ----------
    image : matplotlib.image.AxesImage
    levels : str
        As `sqrtdk.explorer.paths.image_string` returns it.
    height : float
        Height of the picture in points.

    Returns
    -------
    str
        One ``rect`` a cell, row by row from the first row of the data.
    """
    values = np.asarray(image.get_array())
    rows, columns = values.shape
    left, right, bottom, top = image.get_extent()
    x = np.linspace(left, right, columns + 1)
    y = np.linspace(top, bottom, rows + 1)
    if image.origin == "lower":
        y = y[::-1]
    transform = image.get_transform() if image.axes is None else image.axes.transData
    across = transform.transform(np.column_stack([x, np.full(columns + 1, y[0])]))[:, 0]
    down = height - transform.transform(np.column_stack([np.full(rows + 1, x[0]), y]))[:, 1]
    out = []
    for row in range(rows):
        for column in range(columns):
            level = LEVELS.index(levels[row * columns + column]) / (len(LEVELS) - 1)
            y0, y1 = sorted((down[row], down[row + 1]))
            x0, x1 = sorted((across[column], across[column + 1]))
            out.append(
                f'<rect x="{x0:.1f}" y="{y0:.1f}" width="{x1 - x0:.1f}" height="{y1 - y0:.1f}" '
                f'fill-opacity="{level:.2f}"/>'
            )
    return "".join(out)
