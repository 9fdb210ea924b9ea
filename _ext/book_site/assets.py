"""The scripts and style sheets that a page may load."""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

_WIDGET_STATE = "application/vnd.jupyter.widget-state+json"


def _file_and_body(asset: Any) -> tuple[str, str]:
    filename = getattr(asset, "filename", asset)
    attributes = getattr(asset, "attributes", {})
    return str(filename or ""), str(attributes.get("body") or "")


def is_wanted(asset: Any) -> bool:
    """Tell whether a page should carry this script or style sheet.

    sphinx-thebe comes with Jupyter Book, is not used here, and declares its constants twice. The
    state of the widgets is for a kernel; the explorers bring their own HTML.
    """
    filename, body = _file_and_body(asset)
    if "thebe" in filename or "THEBE_JS_URL" in body:
        return False
    return getattr(asset, "attributes", {}).get("type") != _WIDGET_STATE


def chosen(assets: list[Any]) -> list[Any]:
    """Return the wanted ones, each once, the first mention kept.

    Jupyter Book adds everything in `_static` a second time, in the order of the file system.
    """
    kept: dict[tuple[str, str], Any] = {}
    for asset in filter(is_wanted, assets):
        kept.setdefault(_file_and_body(asset), asset)
    return list(kept.values())


def choose_assets(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Apply `chosen` to a page."""
    for kind in ("script_files", "css_files"):
        if kind in context:
            context[kind][:] = chosen(context[kind])


def drop_thebe_nodes(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Remove the settings that sphinx-thebe appends to the text of every page."""
    for node in list(doctree.findall(nodes.raw)):
        text = node.astext().strip()
        if "text/x-thebe-config" in text or text.startswith("<script>kernelName"):
            node.parent.remove(node)
