"""The links that open a chapter on a JupyterHub, which depend on the address of the repository."""

from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

from .address import Address

PLACE = "on-a-jupyterhub"
FIELD = """\
<div class="hub-links">
<p>Put the address of your hub before one of these, or type it here to get the links.</p>
<p class="hub-address" hidden><label for="hub-address">Address of your hub</label>
<input id="hub-address" type="url" inputmode="url" autocomplete="off" spellcheck="false">
<span role="status"></span></p>
<details>
<summary>{} links, one for each page with code</summary>
<ul>
{}
</ul>
</details>
</div>"""
LINK = '<li><span class="hub-page">{}</span> <code>{}</code></li>'


def links(where: Address, pages: dict[str, str]) -> nodes.raw:
    """Return the list of links; `pages` gives the title of each file."""
    items = [LINK.format(escape(title), escape(where.pull(file))) for file, title in pages.items()]
    return nodes.raw("", FIELD.format(len(items), "\n".join(items)), format="html")


def notebooks(app: Sphinx) -> dict[str, str]:
    """Return the title of each page with code, by its file and in the order of the book."""
    env, root = app.env, app.config.root_doc
    order = [root, *env.toctree_includes.get(root, [])]
    return {
        Path(env.doc2path(page)).relative_to(app.srcdir).as_posix(): env.titles[page].astext()
        for page in order
        if "kernelspec" in env.metadata[page]
    }


def offer_links(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Put the links at the end of their section, if the address is known."""
    where = app.config.book_address
    if where is None or app.builder.format != "html":
        return
    for section in doctree.findall(nodes.section):
        if PLACE in section["ids"]:
            section += links(where, notebooks(app))
