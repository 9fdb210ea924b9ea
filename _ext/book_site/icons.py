"""Own drawings in place of the theme's icon font.

The theme marks its icons with Font Awesome classes. They are replaced in the final HTML, so
that they show from the disk, without scripts and without 1.5 MB of font files.
"""

import re
from pathlib import Path
from urllib.parse import quote

from sphinx.application import Sphinx

STYLESHEET = "book_icons.css"

_CIRCLE = '<circle cx="12" cy="12" r="9"/>'
_LENS = '<circle cx="10.5" cy="10.5" r="6.5"/><path d="m15.5 15.5 5 5"/>'
_SHEET = '<path d="M6 3h8l4 4v14H6zM14 3v4h4"/>'

# 24 by 24 units, drawn with a stroke of two units in the colour of the text.
DRAWINGS = {
    "angle-left": '<path d="m15 5-7 7 7 7"/>',
    "angle-right": '<path d="m9 5 7 7-7 7"/>',
    "arrow-up": '<path d="M12 20V4m-7 7 7-7 7 7"/>',
    "arrow-up-right-from-square": '<path d="M13 4h7v7m0-7-9 9m6 1v6H4V7h6"/>',
    "bars": '<path d="M4 6h16M4 12h16M4 18h16"/>',
    "bookmark": '<path d="M7 4h10v16l-5-4-5 4z"/>',
    "chevron-down": '<path d="m5 9 7 7 7-7"/>',
    "circle-exclamation": _CIRCLE + '<path d="M12 7v6m0 3.5v.01"/>',
    "circle-half-stroke": _CIRCLE + '<path d="M12 3a9 9 0 0 1 0 18z" fill="currentColor"/>',
    "circle-info": _CIRCLE + '<path d="M12 11v5.5m0-9v.01"/>',
    "circle-xmark": _CIRCLE + '<path d="m9 9 6 6m0-6-6 6"/>',
    "code": '<path d="m8 7-5 5 5 5m8-10 5 5-5 5M13.5 5l-3 14"/>',
    "code-branch": (
        '<circle cx="6" cy="5" r="2"/><circle cx="6" cy="19" r="2"/><circle cx="18" cy="8" r="2"/>'
        '<path d="M6 7v10m12-7c0 4-4 5-12 5"/>'
    ),
    "download": '<path d="M12 4v11m-4.5-4.5L12 15l4.5-4.5M4 16.5V20h16v-3.5"/>',
    "ellipsis": '<path d="M5 12h.01M12 12h.01M19 12h.01"/>',
    "expand": '<path d="M9 4H4v5m11-5h5v5M9 20H4v-5m11 5h5v-5"/>',
    "file": _SHEET,
    "file-pdf": _SHEET + '<path d="M9 12h6m-6 4h6"/>',
    "house": '<path d="M3 11.5 12 4l9 7.5M5.5 10v10h13V10"/>',
    "lightbulb": (
        '<path d="M9.5 17c-.1-1.1-.4-1.9-1-2.5a6 6 0 1 1 7 0c-.6.6-.9 1.4-1 2.5zm.5 4h4"/>'
    ),
    "list": '<path d="M9 6h11M9 12h11M9 18h11M4.5 6h.01m-.01 6h.01m-.01 6h.01"/>',
    "magnifying-glass": _LENS,
    "magnifying-glass-minus": _LENS + '<path d="M7.5 10.5h6"/>',
    "moon": '<path d="M20 14.5A8.5 8.5 0 1 1 9.5 4 7 7 0 0 0 20 14.5z"/>',
    "pencil": '<path d="m4 20 1-4L16 5l3 3L8 19zM14 7l3 3"/>',
    "play": '<path d="m7 4 13 8-13 8z"/>',
    "rocket": (
        '<path d="M12 3c4 3 5 7 4 12H8C7 10 8 6 12 3zm-4 9-3 4v3l3-2m8-5 3 4v3l-3-2m-4 1v3"/>'
        '<circle cx="12" cy="9" r="1"/>'
    ),
    "share": '<path d="m14 5 6 6-6 6m6-6H9a5 5 0 0 0-5 5v3"/>',
    "sun": (
        '<circle cx="12" cy="12" r="4"/><path d="M12 2.5V5m0 14v2.5M2.5 12H5m14 0h2.5'
        'M5.3 5.3 7 7m10 10 1.7 1.7M5.3 18.7 7 17M17 7l1.7-1.7"/>'
    ),
    "triangle-exclamation": '<path d="M12 3.5 22 20.5H2zM12 10v5m0 2.8v.01"/>',
    "xmark": '<path d="m5 5 14 14M19 5 5 19"/>',
}

# Other names under which Font Awesome knows, or the theme asks for, the same drawing.
ALIASES = {
    "github": "code-branch",
    "gitlab": "code-branch",
    "home": "house",
    "pencil-alt": "pencil",
    "square-github": "code-branch",
    "square-gitlab": "code-branch",
}

_STYLES = {"fa", "fas", "far", "fab", "fa-solid", "fa-regular", "fa-brands"}
_SIZES = {"fa-lg", "fa-fw", "fa-sm", "fa-xs", "fa-xl", "fa-2x"}
_FONT_ICON = re.compile(
    r'<(?P<tag>i|span) class="(?P<classes>[^"]*\bfa-[^"]*)"(?P<rest>[^>]*)>\s*</(?P=tag)>'
)
_CLASSES = re.compile(r'<[a-z][^<>]*\bclass="([^"]*\bfa-[^"]*)"')

# Where the theme writes an icon from a style sheet: selector and drawing.
MASKS = {
    ".admonition > .admonition-title::after": "bookmark",
    ".admonition.note > .admonition-title::after": "circle-info",
    ".admonition.attention > .admonition-title::after": "circle-exclamation",
    ".admonition.important > .admonition-title::after": "circle-exclamation",
    ".admonition.caution > .admonition-title::after": "triangle-exclamation",
    ".admonition.warning > .admonition-title::after": "triangle-exclamation",
    ".admonition.danger > .admonition-title::after": "triangle-exclamation",
    ".admonition.error > .admonition-title::after": "circle-xmark",
    ".admonition.hint > .admonition-title::after": "lightbulb",
    ".admonition.tip > .admonition-title::after": "lightbulb",
    ".admonition.seealso > .admonition-title::after": "share",
    ".admonition.admonition-todo > .admonition-title::after": "pencil",
    "div.exercise.admonition > p.admonition-title::after": "pencil",
    "a.reference.download::before": "download",
    "div#searchbox p.highlight-link a::before": "magnifying-glass-minus",
    ".nav-link.nav-external::after": "arrow-up-right-from-square",
    "nav.bd-links li > a.reference.external::after": "arrow-up-right-from-square",
}

# The variables in which the theme keeps the characters of the font.
_FONT_VARIABLES = [
    "angle-left",
    "angle-right",
    "bell",
    "check-circle",
    "download",
    "exclamation-circle",
    "exclamation-triangle",
    "external-link",
    "github",
    "gitlab",
    "info-circle",
    "lightbulb",
    "pencil",
    "search-minus",
    "share",
    "times-circle",
]


def svg(name: str, attributes: str = "") -> str:
    """Return the inline drawing called `name`."""
    return (
        f'<svg{attributes} viewBox="0 0 24 24" width="1em" height="1em" fill="none" '
        'stroke="currentColor" stroke-width="2" stroke-linecap="round" '
        f'stroke-linejoin="round" aria-hidden="true" focusable="false">{DRAWINGS[name]}</svg>'
    )


def _draw(found: re.Match[str]) -> str:
    classes = found["classes"].split()
    names = [c[3:] for c in classes if c.startswith("fa-") and c not in _STYLES | _SIZES]
    name = ALIASES.get(names[0], names[0]) if names else ""
    if name not in DRAWINGS:
        return found[0]
    others = [c for c in classes if not c.startswith("fa-") and c not in _STYLES]
    kept = " ".join([f"book-icon book-icon-{name}", *others])
    rest = found["rest"].replace(' aria-hidden="true"', "")
    tag = found["tag"]
    return f'<{tag} class="{kept}"{rest} aria-hidden="true">{svg(name)}</{tag}>'


def replace_icons(html: str) -> str:
    """Draw every font icon of a page; one without a drawing stays as it is."""
    return _FONT_ICON.sub(_draw, html)


def undrawn_icons(html: str) -> list[str]:
    """Return the icon classes still in a page, sorted."""
    found = {c for classes in _CLASSES.findall(html) for c in classes.split()}
    return sorted(c for c in found if c.startswith("fa-") and c not in _STYLES | _SIZES)


def stylesheet() -> str:
    """Return the CSS that draws the icons the theme writes from style sheets."""
    empty = "".join(f'--pst-icon-{name}:"";' for name in _FONT_VARIABLES)
    lines = [
        f':root{{{empty}--pst-breadcrumb-divider:"/"}}',
        f"{','.join(MASKS)}{{content:'';display:inline-block;font:inherit;width:1em;height:1em;"
        "background-color:currentColor;-webkit-mask:var(--book-mask) center/contain no-repeat;"
        "mask:var(--book-mask) center/contain no-repeat}",
    ]
    for selector, name in MASKS.items():
        image = svg(name, ' xmlns="http://www.w3.org/2000/svg"').replace("currentColor", "#000")
        lines.append(f'{selector}{{--book-mask:url("data:image/svg+xml,{quote(image)}")}}')
    return "\n".join(lines) + "\n"


def write_stylesheet(app: Sphinx) -> None:
    """Write the icon style sheet beside the theme's."""
    if app.builder.format != "html":
        return
    static = Path(app.outdir) / "_static"
    static.mkdir(parents=True, exist_ok=True)
    (static / STYLESHEET).write_text(stylesheet(), encoding="utf-8")
