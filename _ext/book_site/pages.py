"""The last hand on the HTML of every page."""

import re
from typing import Any

from sphinx.jinja2glue import BuiltinTemplateLoader
from sphinx.util import logging

from .icons import replace_icons, undrawn_icons

logger = logging.getLogger(__name__)

# What the theme's own markup lacks for a screen reader, or for a reader without scripts.
REPLACEMENTS = {
    'data-theme="auto"': 'data-theme="light"',
    '<form class="bd-search d-flex align-items-center"': (
        '<form class="bd-search d-flex align-items-center" role="search" aria-label="This book"'
    ),
    '<div class="bd-sidebar-primary bd-sidebar">': (
        '<div class="bd-sidebar-primary bd-sidebar" role="region" aria-label="Book">'
    ),
    '<div class="bd-sidebar-primary bd-sidebar hide-on-wide">': (
        '<div class="bd-sidebar-primary bd-sidebar hide-on-wide" role="region" aria-label="Book">'
    ),
    '<summary><span class="toctree-toggle" role="presentation">': (
        '<summary aria-label="Pages below"><span class="toctree-toggle">'
    ),
    'title="light/dark" aria-label="light/dark"': (
        'title="Light, dark or automatic colours" aria-label="Light, dark or automatic colours"'
    ),
}

_BACK_TO_TOP = re.compile(r'<button [^>]*id="pst-back-to-top">.*?</button>', re.DOTALL)

# sphinx-proof and sphinx-exercise give each of their boxes the same id.
_REPEATED_ID = re.compile(r' id="(?:proof|exercise|solution)-content"')
_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_VIEWPORT = re.compile(r'\s*<meta name="viewport"[^>]*>')
# A browser may break the line between a formula and the full stop behind it.
_PUNCTUATED = re.compile(
    r'(?<!<span class="unbroken">)(<span class="math notranslate nohighlight">[^<]*</span>)'
    r"([.,;:?)’”-]+)"
)
_WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


def finish_page(html: str) -> str:
    """Return a rendered page as it is published."""
    for theirs, ours in REPLACEMENTS.items():
        html = html.replace(theirs, ours)
    html = _BACK_TO_TOP.sub(r'<nav aria-label="Top of the page">\g<0></nav>', html)
    html = _REPEATED_ID.sub("", html)
    html = html.replace(' role="doc-biblioentry"', ' role="listitem"')
    html = _PUNCTUATED.sub(r'<span class="unbroken">\1\2</span>', html)
    return replace_icons(_single_viewport(html))


def faults(html: str) -> list[str]:
    """Return what in a finished page the reader would see broken."""
    found = [f"no drawing for the icon {name}" for name in undrawn_icons(html)]
    if _WIDGET_VIEW in html:
        found.append("a widget without an HTML form: it would be dead on the site")
    title = _TITLE.search(html)
    if title and "\\(" in title[1]:
        found.append("a formula in the title: browser tabs and search results show its source")
    return found


def _single_viewport(html: str) -> str:
    first = _VIEWPORT.search(html)
    if first is None:
        return html
    return html[: first.end()] + _VIEWPORT.sub("", html[first.end() :])


class BookTemplates(BuiltinTemplateLoader):
    """Sphinx's templates, with `finish_page` behind each of them."""

    def render(self, template: str, context: dict[str, Any]) -> str:  # type: ignore[override]
        """Render a page and warn of what is broken in it."""
        html = finish_page(super().render(template, context))
        for fault in faults(html):
            logger.warning(fault, location=context.get("pagename"))
        return html
