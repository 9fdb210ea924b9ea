"""One picture as SVG text: drawn once, in theme colours, with named slots for what moves."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from typing import Any
from xml.etree import ElementTree

import matplotlib as mpl
from matplotlib.artist import Artist
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.colors import to_hex, to_rgba
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.text import Text

from sqrtdk.explorer.images import cells, image_colour
from sqrtdk.explorer.paths import artist_data, is_dots
from sqrtdk.explorer.tidy import SVG, prefix_ids, strip

__all__ = ["Picture", "draw_picture", "slot"]

SETTINGS: dict[Any, Any] = {"svg.fonttype": "none", "svg.hashsalt": "sqrtdk"}
ANCHORS = {"left": "start", "center": "middle", "right": "end"}


@dataclass(frozen=True)
class Picture:
    """A picture with its moving parts cut out.

    Parameters
    ----------
    template : str
        SVG text in which ``slot(name)`` stands for the data of each moving artist.
    height : float
        Height in points.
    moving : dict of str to Artist
        The artists whose data fill the slots.
    coarse : frozenset of str
        Names of those whose paths are rounded to whole points.
    """

    template: str
    height: float
    moving: Mapping[str, Artist]
    coarse: frozenset[str] = frozenset()

    def data(self) -> dict[str, str]:
        """Return the present data string of each moving artist.

        Returns
        -------
        dict of str to str
        """
        return {
            name: artist_data(artist, self.height, name in self.coarse)
            for name, artist in self.moving.items()
        }

    def filled(self, data: Mapping[str, str]) -> str:
        """Return the SVG with every slot filled.

        Parameters
        ----------
        data : mapping of str to str
            As `data` returns it.

        Returns
        -------
        str
        """
        out = self.template
        for name, artist in self.moving.items():
            value = data[name]
            if isinstance(artist, Text):
                x, y, words = (*value.split(" ", 2), "", "")[:3] if value else ("0", "0", "")
                out = out.replace(slot(name + ".x"), x).replace(slot(name + ".y"), y)
                value = escape(words)
            elif isinstance(artist, AxesImage):
                value = cells(artist, value, self.height)
            out = out.replace(slot(name), value)
        return out


def slot(name: str) -> str:
    """Return the marker that stands for a moving artist's data in a template.

    Parameters
    ----------
    name : str

    Returns
    -------
    str
    """
    return f"@@{name}@@"


@contextmanager
def _svg_settings() -> Iterator[None]:
    # Not rc_context: that also restores the backend, and then a notebook whose first figure
    # was made inside it shows no later pyplot figure.
    before = {key: mpl.rcParams[key] for key in SETTINGS}
    mpl.rcParams.update(SETTINGS)
    try:
        yield
    finally:
        mpl.rcParams.update(before)


def _saved(figure: Figure) -> ElementTree.Element:
    buffer = io.StringIO()
    with _svg_settings():
        canvas: Any = FigureCanvasSVG(figure)
        canvas.print_svg(buffer, metadata={"Date": None, "Creator": None})
    return ElementTree.fromstring(buffer.getvalue())


def _style(artist: Artist) -> str:
    if isinstance(artist, Text):
        return f"font-size: {artist.get_fontsize():g}px; fill: {to_hex(artist.get_color())}"
    if isinstance(artist, AxesImage):
        return f"fill: {image_colour(artist)}; shape-rendering: crispEdges"
    if isinstance(artist, Line2D) and is_dots(artist):
        width, colour = artist.get_markersize(), artist.get_markerfacecolor()
        parts = ["fill: none", f"stroke: {to_hex(colour)}", f"stroke-width: {width:g}"]
        parts.append("stroke-linecap: round")
    elif isinstance(artist, Line2D):
        parts = ["fill: none", f"stroke: {to_hex(artist.get_color())}"]
        parts += [f"stroke-width: {artist.get_linewidth():g}", "stroke-linejoin: round"]
        dashes = {"--": "6 4", ":": "1.5 3", "-.": "7 3 1.5 3"}.get(str(artist.get_linestyle()))
        if dashes:
            parts.append(f"stroke-dasharray: {dashes}")
    elif isinstance(artist, Patch):
        fill = to_hex(artist.get_facecolor()) if artist.get_fill() else "none"
        parts = [f"fill: {fill}"]
        if artist.get_linewidth() > 0 and to_rgba(artist.get_edgecolor())[3] > 0:
            parts += [f"stroke: {to_hex(artist.get_edgecolor())}"]
            parts += [f"stroke-width: {artist.get_linewidth():g}"]
    alpha = artist.get_alpha()
    return "; ".join(parts if alpha is None else [*parts, f"opacity: {alpha:g}"])


def _moving_element(
    name: str, prefix: str, artist: Artist, clip: str | None
) -> ElementTree.Element:
    shared = {"id": f"{prefix}-{name}", "data-artist": name, "style": _style(artist)}
    if isinstance(artist, Text):
        anchor = ANCHORS[artist.get_horizontalalignment()]
        position = {"x": slot(name + ".x"), "y": slot(name + ".y"), "text-anchor": anchor}
        element = ElementTree.Element(f"{SVG}text", {**shared, **position})
        element.text = slot(name)
        return element
    if isinstance(artist, AxesImage):
        element = ElementTree.Element(f"{SVG}g", shared)
        element.text = slot(name)
    else:
        element = ElementTree.Element(f"{SVG}path", {**shared, "d": slot(name)})
    if clip and artist.get_clip_on():
        element.set("clip-path", f"url(#{clip})")
    return element


def _add_clips(root: ElementTree.Element, figure: Figure, prefix: str, height: float) -> list[str]:
    names = []
    defs = ElementTree.Element(f"{SVG}defs")
    for index, axes in enumerate(figure.axes):
        box = axes.bbox
        clip = ElementTree.SubElement(defs, f"{SVG}clipPath", {"id": f"{prefix}-axes-{index}"})
        corner = {"x": f"{box.x0:.1f}", "y": f"{height - box.y1:.1f}"}
        size = {"width": f"{box.width:.1f}", "height": f"{box.height:.1f}"}
        ElementTree.SubElement(clip, f"{SVG}rect", {**corner, **size})
        names.append(f"{prefix}-axes-{index}")
    root.insert(0, defs)
    return names


def _cut(
    root: ElementTree.Element,
    figure: Figure,
    moving: Mapping[str, Artist],
    prefix: str,
    clips: list[str],
) -> None:
    """Replace the group, or the image, of each moving artist by one element with a slot."""
    missing = set(moving)
    for group in list(root.iter()):
        gid = group.get("id", "").removeprefix(f"{prefix}-")
        if not gid.startswith("moving:"):
            continue
        name = gid.removeprefix("moving:")
        group.clear()
        group.tag = f"{SVG}g"
        axes = moving[name].axes
        clip = clips[figure.axes.index(axes)] if axes in figure.axes else None
        group.append(_moving_element(name, prefix, moving[name], clip))
        missing.discard(name)
    if missing:
        raise ValueError(f"{prefix}: the moving artists {sorted(missing)} are not in the figure")


def _named(root: ElementTree.Element, prefix: str, title: str, description: str) -> None:
    labels = f"{prefix}-title {prefix}-description"
    root.attrib.update({"class": "sqrtdk-picture", "role": "img", "aria-labelledby": labels})
    parts = (("title", "title", title), ("desc", "description", description))
    for index, (tag, ending, text) in enumerate(parts):
        element = ElementTree.Element(f"{SVG}{tag}", {"id": f"{prefix}-{ending}"})
        element.text = text
        root.insert(index, element)


@contextmanager
def _all_drawn(moving: Mapping[str, Artist]) -> Iterator[None]:
    """Make every moving artist visible and non-empty while the figure is saved."""
    hidden = [artist for artist in moving.values() if not artist.get_visible()]
    wordless = [a for a in moving.values() if isinstance(a, Text) and not a.get_text()]
    for artist in hidden:
        artist.set_visible(True)
    for text in wordless:
        text.set_text("-")
    yield
    for artist in hidden:
        artist.set_visible(False)
    for text in wordless:
        text.set_text("")


def draw_picture(
    figure: Figure,
    moving: Mapping[str, Artist],
    prefix: str,
    title: str,
    description: str,
    palette: Mapping[str, str],
    coarse: frozenset[str] = frozenset(),
) -> Picture:
    """Save a figure once and cut its moving artists out.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        Made with 72 dots an inch, so that display units are points.
    moving : mapping of str to Artist
        Artists that change with the state.
    prefix : str
        Put before each id, so that several pictures can share a page.
    title, description : str
        Name and long text of the picture for readers who do not see it.
    palette : mapping of str to str
        Colour as ``#rrggbb`` to the name of its theme variable; the first is the colour of text.
    coarse : frozenset of str, optional
        Names of moving artists whose paths are rounded to whole points.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If a colour is outside the palette.
    """
    height = float(figure.get_figheight() * 72)
    for name, artist in moving.items():
        artist.set_gid(f"moving:{name}")
    with _all_drawn(moving):
        root = _saved(figure)
    prefix_ids(root, prefix)
    clips = _add_clips(root, figure, prefix, height)
    _cut(root, figure, moving, prefix, clips)
    strip(root, palette, prefix)
    for key in ("width", "height", "version"):
        root.attrib.pop(key, None)
    _named(root, prefix, title, description)
    ElementTree.register_namespace("", SVG[1:-1])
    template = ElementTree.tostring(root, encoding="unicode")
    return Picture(template, height, dict(moving), coarse & set(moving))
