"""Path strings: what an artist looks like, as the ``d`` attribute of an SVG path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from matplotlib.artist import Artist
from matplotlib.image import AxesImage
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.path import Path
from matplotlib.text import Text

__all__ = ["LEVELS", "artist_data", "image_string", "is_dots", "path_string", "text_string"]

TENTHS = 10
FAR = 20_000.0
CURVES = {int(Path.CURVE3): "q", int(Path.CURVE4): "c"}
LEVELS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def is_dots(artist: Artist) -> bool:
    """Tell whether a line is drawn as separate dots.

    Parameters
    ----------
    artist : matplotlib.artist.Artist

    Returns
    -------
    bool
    """
    if not isinstance(artist, Line2D):
        return False
    return artist.get_linestyle() in ("None", "none", "", " ") and artist.get_marker() == "o"


def _number(tenths: int) -> str:
    sign = "-" if tenths < 0 else ""
    whole, part = divmod(abs(tenths), TENTHS)
    if not part:
        return f"{sign}{whole}"
    return f"{sign}{whole or ''}.{part}"


def _pairs(values: Iterable[int]) -> str:
    out = ""
    for value in values:
        word = _number(value)
        out += word if not out or word[0] == "-" else " " + word
    return out


def _tenths(points: np.ndarray, height: float, coarse: bool = False) -> np.ndarray:
    """Round display points to tenths, or to whole points, with the y axis pointing down."""
    flipped = np.column_stack([points[:, 0], height - points[:, 1]])
    bounded = np.clip(flipped, -FAR, FAR)
    rounded = np.rint(bounded) * TENTHS if coarse else np.rint(bounded * TENTHS)
    return np.where(np.isfinite(flipped), rounded, np.nan)


def _segments(path: Path) -> Iterator[tuple[int, np.ndarray]]:
    for vertices, code in path.iter_segments(simplify=False, curves=True, remove_nans=False):
        yield int(code), np.asarray(vertices).reshape(-1, 2)


def _step(dx: int, dy: int) -> str:
    if dy == 0:
        return "h" + _number(dx)
    if dx == 0:
        return "v" + _number(dy)
    return "l" + _pairs((dx, dy))


def path_string(path: Path, height: float, coarse: bool = False) -> str:
    """Write a path in display units as an SVG path string with relative steps.

    Parameters
    ----------
    path : matplotlib.path.Path
        Path in points, y upwards.
    height : float
        Height of the picture in points; SVG counts y from the top.
    coarse : bool, optional
        Round to whole points instead of tenths, for shapes that come in thousands.

    Returns
    -------
    str
        At most one decimal; points are rounded before differences are taken, so errors do not
        add up.

    Examples
    --------
    >>> path_string(Path([(0, 0), (10, 0), (10, 5.25)]), height=100)
    'M0 100h10v-5.2'
    """
    segments = list(_segments(path))
    if not segments:
        return ""
    # Rounding all vertices in one call is what makes thousands of states affordable.
    tenths = _tenths(np.concatenate([vertices for _, vertices in segments]), height, coarse)
    finite = np.isfinite(tenths).all(axis=1).tolist()
    points = np.nan_to_num(tenths).astype(int).tolist()
    out: list[str] = []
    here, at, pen_up = [0, 0], 0, True
    for code, vertices in segments:
        part, drawn = points[at : at + len(vertices)], all(finite[at : at + len(vertices)])
        at += len(vertices)
        if code == Path.CLOSEPOLY:
            out.append("z")
            continue
        if drawn:
            pen_up = pen_up or code == Path.MOVETO
            out.append(_command(code, part, here, pen_up))
            here = part[-1]
        pen_up = not drawn
    return "".join(out)


def _command(code: int, points: list[list[int]], here: list[int], pen_up: bool) -> str:
    """Write one step of a path, in tenths, relative to where the pen is."""
    (x, y), end = here, points[-1]
    if pen_up:
        return "M" + _pairs(end)
    if code in CURVES:
        return CURVES[code] + _pairs([c for px, py in points for c in (px - x, py - y)])
    return _step(end[0] - x, end[1] - y)


def _dots_string(artist: Line2D, height: float) -> str:
    points = artist.get_transform().transform(np.asarray(artist.get_xydata(), dtype=float))
    tenths = _tenths(points, height)
    keep = tenths[np.all(np.isfinite(tenths), axis=1)].astype(int)
    return "".join(f"M{_pairs(point)}h0" for point in keep)


def text_string(artist: Text, height: float) -> str:
    """Write a text artist as ``x y words``, position in points from the top left.

    Parameters
    ----------
    artist : matplotlib.text.Text
    height : float

    Returns
    -------
    str
    """
    x, y = artist.get_transform().transform(artist.get_position())
    tenths = _tenths(np.array([[x, y]]), height)[0].astype(int)
    return f"{_number(tenths[0])} {_number(tenths[1])} {artist.get_text()}"


def image_string(image: AxesImage) -> str:
    """Write an image of a small grid as one letter for the level of each cell.

    Parameters
    ----------
    image : matplotlib.image.AxesImage
        Values in the range of its norm; 64 levels are told apart.

    Returns
    -------
    str
        Row by row, from the first row of the data.
    """
    values = image.get_array()
    levels = np.ma.getdata(image.norm(np.asarray(values)))
    steps = np.clip(np.rint(levels * (len(LEVELS) - 1)), 0, len(LEVELS) - 1).astype(int)
    return "".join(LEVELS[step] for step in steps.ravel())


def artist_data(artist: Artist, height: float, coarse: bool = False) -> str:
    """Return the string that redraws one moving artist.

    Parameters
    ----------
    artist : matplotlib.artist.Artist
        A line, a set of dots, a patch, a text or an image.
    height : float
        Height of its figure in points.
    coarse : bool, optional
        Round paths to whole points.

    Returns
    -------
    str
        Empty when the artist is invisible.

    Raises
    ------
    ValueError
        If the artist is of a kind that cannot move.
    """
    if not artist.get_visible():
        return ""
    if isinstance(artist, Text):
        return text_string(artist, height)
    if is_dots(artist) and isinstance(artist, Line2D):
        return _dots_string(artist, height)
    if isinstance(artist, AxesImage):
        return image_string(artist)
    if isinstance(artist, Line2D | Patch):
        path = artist.get_transform().transform_path(artist.get_path())
        return path_string(path, height, coarse)
    raise ValueError(
        f"an artist of type {type(artist).__name__} cannot move; allowed are lines, dots, "
        "patches, texts and images"
    )
