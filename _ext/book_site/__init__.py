"""What the built site needs beyond the theme.

- ``pages``: every page passes through one function on its way to the disk;
- ``address``: where the book lives on a public host; ``buttons``: the links that follow;
- ``downloads``: the notebook of each page, fit to be run anywhere;
- ``doors``: what the text says of running the book, where it depends on the address;
- ``hub``: the links that open a chapter on a JupyterHub;
- ``states``: links in the text that open one state of a picture;
- ``icons``: the theme's font icons become inline drawings;
- ``assets``: the scripts and style sheets a page may load;
- ``mathjax``: which parts of it;
- ``claims``: the labels that say what kind of claim a statement is;
- ``terms``: the first use of a glossary term on a page links to the glossary;
- ``extra_pages``: the redirect at the root and the page for a wrong address;
- ``shipped``: what no page can load is not published.
"""

import os
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.config import Config

from . import (
    assets,
    buttons,
    claims,
    doors,
    downloads,
    extra_pages,
    hub,
    icons,
    mathjax,
    shipped,
    states,
    terms,
)

TEMPLATES = Path(__file__).parent / "templates"
FIRST = 100  # before the theme makes its buttons
LAST = 900  # after the theme, myst-nb and sphinx-mathjax-offline (all at 500)


def use_own_templates(app: Sphinx, config: Config) -> None:
    """Put our templates before the theme's and our page function behind them."""
    config.templates_path.insert(0, str(TEMPLATES))
    config.template_bridge = "book_site.pages.BookTemplates"


def announce_site(app: Sphinx) -> None:
    """Tell the kernels of this build that their pictures must live without one."""
    os.environ["SQRTDK_BUILDING_SITE"] = "1"


def setup(app: Sphinx) -> dict[str, Any]:
    """Register everything with Sphinx."""
    app.add_config_value("book_address", None, "env")
    app.connect("config-inited", use_own_templates)
    app.connect("config-inited", buttons.find_address)
    app.connect("config-inited", mathjax.configure)
    app.connect("builder-inited", announce_site)
    app.connect("builder-inited", icons.write_stylesheet)
    app.connect("doctree-read", doors.open_doors)
    app.connect("doctree-read", states.open_states)
    app.connect("doctree-resolved", assets.drop_thebe_nodes, priority=LAST)
    app.connect("doctree-resolved", hub.offer_links)
    app.connect("doctree-resolved", claims.mark_claims)
    app.connect("doctree-resolved", terms.link_terms)
    app.connect("html-page-context", downloads.offer, priority=FIRST)
    app.connect("html-page-context", doors.offer_pdf)
    app.connect("html-page-context", buttons.add_buttons, priority=LAST)
    app.connect("html-page-context", assets.choose_assets, priority=LAST)
    app.connect("html-collect-pages", extra_pages.collect)
    app.connect("build-finished", shipped.prune, priority=LAST)
    app.add_css_file(icons.STYLESHEET, priority=700)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
