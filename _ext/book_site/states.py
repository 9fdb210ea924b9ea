"""Links to one state of a picture: ``page.md#figure?control=value`` in the text.

In JupyterLab such a link opens the page. On the site it becomes the address that the page's
script reads: the name of the explorer takes the place of the figure's.
"""

import re
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util import logging

logger = logging.getLogger(__name__)

_CELL = re.compile(r"^```\{code-cell\}\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_NAME = re.compile(r"^ +name: (\S+)$", re.MULTILINE)
_CALL = re.compile(r"\bexplorers\.(\w+)\(")


def explorers(text: str) -> dict[str, str]:
    """Return the explorer of each figure whose cell shows one."""
    found = {}
    for cell in _CELL.findall(text):
        name, call = _NAME.search(cell), _CALL.search(cell)
        if name and call:
            found[name[1]] = call[1]
    return found


def open_states(app: Sphinx, doctree: nodes.document) -> None:
    """Turn the links to states into links to the addresses that open them."""
    page = app.env.docname
    for link in list(doctree.findall(addnodes.pending_xref)):
        figure, mark, state = (link.get("reftargetid") or "").partition("?")
        if not mark:
            continue
        target = link["reftarget"]
        source = Path(app.env.doc2path(target)).read_text(encoding="utf-8")
        explorer = explorers(source).get(figure)
        if explorer is None:
            logger.warning(f"{target} has no explorer in a figure {figure!r}", location=link)
            continue
        url = f"{app.builder.get_relative_uri(page, target)}#{explorer}?{state}"
        words = nodes.inline("", "", *link.children, classes=["state-link"])
        link.replace_self(nodes.reference("", "", words, refuri=url, internal=True))
