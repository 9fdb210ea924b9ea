"""The executed notebook of each page, made fit to be run in any folder.

As the build leaves it, a notebook holds widgets whose state is gone, states that only the site's
script can show, and links to files that a reader of the download does not have.
"""

import json
import re
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any

from sphinx.application import Sphinx

from .address import Address

Notebook = dict[str, Any]

NEEDS = "This notebook needs the Python package of the book: "
INSTALL_FROM = (
    'run %pip install jupyterlab-myst "{}" in a cell, reload the page and run the notebook again.'
)
INSTALL_HERE = (
    "run pip install jupyterlab-myst . in the folder of the book, reload the page and run the "
    "notebook again."
)
GUARD = """\
try:
    import sqrtdk  # the book's package
except ImportError:
    class Missing(ImportError):
        def _render_traceback_(self):
            return [str(self)]

    raise Missing({}) from None
"""
KEPT_METADATA = ("kernelspec", "language_info")
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
_STATES = re.compile(r'<script type="application/json"[^>]*>.*?</script>', re.DOTALL)
_LINK = re.compile(
    r"(?<![!\w])\[(?P<words>(?:\\.|[^\[\]\\]|\[[^\]]*\])*)\]"
    r"\((?P<path>(?![a-z]+:)[^()\s#]+\.md)(?P<anchor>#[^()\s]*)?\)"
)


def guard(where: Address | None) -> str:
    """Return the first cell: it stops with one sentence where the package is missing."""
    how = INSTALL_FROM.format(where.requirement) if where else INSTALL_HERE
    words = [f"{word} " for word in (NEEDS + how).split(" ")]
    lines = [""]
    for word in words:
        if len(lines[-1]) + len(word) > 62:
            lines.append("")
        lines[-1] += word
    lines[-1] = lines[-1].rstrip()
    return GUARD.format("\n" + "\n".join(f"        {line!r}" for line in lines) + "\n    ")


def relinked(text: str, pagename: str, where: Address | None) -> str:
    """Lead links to other pages to the repository; without one, leave their words."""

    def lead(link: re.Match[str]) -> str:
        if where is None:
            return link["words"]
        path = normpath(join(dirname(pagename), link["path"]))
        return f"[{link['words']}]({where.view(path)}{link['anchor'] or ''})"

    return _LINK.sub(lead, text)


def _portable_output(output: dict[str, Any]) -> dict[str, Any]:
    data = dict(output.get("data", {}))
    if not data:
        return output
    data.pop(WIDGET_VIEW, None)
    if "text/html" in data:
        data["text/html"] = _STATES.sub("", "".join(data["text/html"]))
    return output | {"data": data}


def _portable_cell(cell: dict[str, Any], pagename: str, where: Address | None) -> dict[str, Any]:
    if cell["cell_type"] == "markdown":
        return cell | {"source": relinked("".join(cell["source"]), pagename, where)}
    if cell["cell_type"] == "code":
        metadata = {key: value for key, value in cell["metadata"].items() if key != "execution"}
        return cell | {
            "metadata": metadata,
            "outputs": [_portable_output(output) for output in cell["outputs"]],
        }
    return cell


def portable(notebook: Notebook, pagename: str, where: Address | None) -> Notebook:
    """Return an executed notebook as it is offered for download."""
    first = {
        "cell_type": "code",
        "execution_count": None,
        "metadata": {},
        "outputs": [],
        "source": guard(where),
    }
    cells = [_portable_cell(cell, pagename, where) for cell in notebook["cells"]]
    return notebook | {
        "cells": [cell | {"id": f"cell-{number}"} for number, cell in enumerate([first, *cells])],
        "metadata": {k: v for k, v in notebook["metadata"].items() if k in KEPT_METADATA},
    }


def _executed(app: Sphinx, pagename: str) -> Path:
    return Path(app.outdir).parent / "jupyter_execute" / f"{pagename}.ipynb"


def offer(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Put the notebook of a page beside its source and tell the theme, whose menu offers both."""
    executed = _executed(app, pagename)
    if "kernelspec" not in app.env.metadata.get(pagename, {}) or not executed.is_file():
        return
    notebook = json.loads(executed.read_text(encoding="utf-8"))
    offered = portable(notebook, pagename, app.config.book_address)
    target = Path(app.outdir) / "_sources" / f"{pagename}.ipynb"
    target.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(offered, ensure_ascii=False, indent=1, sort_keys=True)
    target.write_text(text + "\n", encoding="utf-8")
    context["ipynb_source"] = f"{pagename}.ipynb"
