"""Clean-up of matplotlib's SVG: own ids, theme colours, short numbers, nothing global."""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.etree import ElementTree

__all__ = ["SVG", "prefix_ids", "strip"]

SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}"
COLOUR = re.compile(r"#[0-9a-fA-F]{6}\b")


def _themed(text: str, palette: Mapping[str, str], where: str) -> str:
    def swap(match: re.Match[str]) -> str:
        colour = match.group(0).lower()
        if colour not in palette:
            raise ValueError(
                f"{where} uses the colour {colour}, which is not in the palette; "
                f"allowed are {sorted(palette)}"
            )
        return f"var(--sqrtdk-{palette[colour]}, {colour})"

    return COLOUR.sub(swap, text)


def prefix_ids(root: ElementTree.Element, prefix: str) -> None:
    """Put a prefix before every id and every reference to one, in place.

    Parameters
    ----------
    root : xml.etree.ElementTree.Element
    prefix : str
    """
    for element in root.iter():
        if "id" in element.attrib:
            element.set("id", f"{prefix}-{element.get('id')}")
        target = element.attrib.pop(f"{XLINK}href", None) or element.attrib.pop("href", None)
        if target is not None:
            element.set("href", f"#{prefix}-{target[1:]}")
        clip = element.get("clip-path", "")
        if clip:
            element.set("clip-path", clip.replace("url(#", f"url(#{prefix}-"))


def _tidy_style(element: ElementTree.Element, palette: Mapping[str, str], where: str) -> None:
    style = element.get("style", "")
    style = re.sub(r"font:\s*([\d.]+px)[^;]*", r"font-size: \1", style)
    style = re.sub(r"\s*font-family:[^;]*;?", "", style)
    if element.tag == f"{SVG}text" and "fill:" not in style:
        style += f"; fill: {next(iter(palette))}"
    if style:
        element.set("style", _themed(style, palette, where))


def _tidy_numbers(element: ElementTree.Element) -> None:
    for key in ("d", "x", "y", "transform", "width", "height"):
        value = element.get(key)
        if value is None or value.startswith("@@"):
            continue
        value = re.sub(r"-?\d+\.\d+", lambda m: f"{float(m.group()):.1f}", value)
        element.set(key, re.sub(r"\s+", " ", value).strip())
    if element.get("transform", "").startswith("rotate(-0 "):
        del element.attrib["transform"]


def strip(root: ElementTree.Element, palette: Mapping[str, str], where: str) -> None:
    """Take out what a page does not need and put theme colours in, in place.

    Parameters
    ----------
    root : xml.etree.ElementTree.Element
    palette : mapping of str to str
        Colour to the name of its theme variable; the first is the colour of text.
    where : str
        Named in the error for a colour outside the palette.
    """
    text = ElementTree.tostring(root, encoding="unicode")
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', text))
    for parent in list(root.iter()):
        parent.tail = None
        if parent.tag not in (f"{SVG}text", f"{SVG}tspan") and "data-artist" not in parent.attrib:
            parent.text = None
        for child in list(parent):
            if child.tag.endswith("metadata") or child.tag == f"{SVG}style":
                parent.remove(child)
    for element in root.iter():
        if element.get("id", "") not in used and "data-artist" not in element.attrib:
            element.attrib.pop("id", None)
        _tidy_style(element, palette, where)
        _tidy_numbers(element)
