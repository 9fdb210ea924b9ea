"""The buttons that lead from a page to its notebook on Binder and to its source."""

import os
from html import escape
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util import logging

from . import address as addresses
from .address import Address

logger = logging.getLogger(__name__)

NO_ADDRESS = (
    "No remote called origin on a public host: the pages get no Binder, edit and issue buttons."
)


def find_address(app: Sphinx, config: Config) -> None:
    """Keep the address of the book with the settings, and say in one line what it is."""
    config.book_address = addresses.found(Path(app.srcdir), os.environ)
    where = config.book_address
    logger.info(
        f"The buttons of the pages lead to {where.repository}, branch {where.branch}."
        if where
        else NO_ADDRESS
    )


def _button(text: str, tooltip: str, url: str, icon: str) -> dict[str, str]:
    return {
        "type": "link",
        "text": text,
        "tooltip": tooltip,
        "url": escape(url),
        "icon": icon,
        "label": text.lower().replace(" ", "-"),
    }


def _group(tooltip: str, icon: str, label: str, buttons: list[dict[str, str]]) -> dict[str, Any]:
    return {
        "type": "group",
        "tooltip": tooltip,
        "icon": icon,
        "label": label,
        "buttons": buttons,
    }


def launch_group(where: Address, path: str, hub: str = "") -> dict[str, Any]:
    """Return the buttons that open the notebook at `path`; `hub` is a JupyterHub's address."""
    logo = "_static/images/logo_{}.svg"
    buttons = [
        _button(
            "Binder", "Open as a notebook on Binder", where.binder(path), logo.format("binder")
        )
    ]
    if hub:
        url = hub.rstrip("/") + where.pull(path)
        tooltip = "Open as a notebook on your JupyterHub"
        buttons.append(_button("JupyterHub", tooltip, url, logo.format("jupyterhub")))
    return _group("Open as a notebook", "fas fa-rocket", "launch-buttons", buttons)


def source_group(where: Address, path: str, pagename: str) -> dict[str, Any]:
    """Return the buttons that lead to the repository and to the source of a page."""
    buttons = [
        _button("Repository", "The repository of the book", where.repository, "fab fa-github"),
        _button("Suggest edit", "Edit the source of this page", where.edit(path), "fas fa-pencil"),
        _button(
            "Open issue",
            "Report a fault of this page",
            where.issue(f"On the page {pagename}: "),
            "fas fa-lightbulb",
        ),
    ]
    return _group("Source of this page", "fab fa-github", "source-buttons", buttons)


def add_buttons(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Put the buttons of a page before the theme's own."""
    where = app.config.book_address
    if where is None or pagename not in app.env.found_docs:
        return
    path = Path(app.env.doc2path(pagename)).relative_to(app.srcdir).as_posix()
    ours = [source_group(where, path, pagename)]
    if "kernelspec" in app.env.metadata[pagename]:
        launch = app.config.html_theme_options.get("launch_buttons") or {}
        ours.insert(0, launch_group(where, path, launch.get("jupyterhub_url", "")))
    context["header_buttons"][:0] = ours
