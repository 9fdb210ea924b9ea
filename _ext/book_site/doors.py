"""What the text says of running the book, where that depends on the address of the repository."""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from .address import Address

PDF = "why-sqrt-dk.pdf"
# `make pdf` takes the marks of this comment away once the file is there.
PDF_OFFER = "<!--book-pdf {} book-pdf-->"
DOORS = "run-it-yourself"
REPOSITORY_WORDS = "the repository"

Inline = list[nodes.Node]


def text(words: str) -> nodes.Node:
    """Return plain words."""
    return nodes.Text(words)


def link(words: str, url: str) -> nodes.Node:
    """Return words that lead out of the book."""
    return nodes.reference("", words, refuri=url, internal=False)


def entry(term: str, *paragraph: nodes.Node) -> nodes.definition_list_item:
    """Return a term and the paragraph that explains it."""
    words = nodes.paragraph("", "", *paragraph)
    return nodes.definition_list_item("", nodes.term("", term), nodes.definition("", words))


def binder(where: Address, path: str) -> nodes.definition_list_item:
    """Return the door with a queue; `path` is the chapter behind it."""
    return entry(
        "Binder",
        text("A public server starts the book, without an account: "),
        link("open the first chapter on Binder", where.binder(path)),
        text(
            ". The rocket at the top of a page does the same for that page. Expect a wait of a "
            "minute or two, and of a quarter of an hour if the book has changed since anyone "
            "asked for it. Binder runs at reduced capacity and often refuses. The ways above have "
            "no queue."
        ),
    )


def codespace(where: Address) -> Inline:
    """Return the end of what is said of the container: a link that starts one."""
    if not where.codespace:
        return []
    return [text(" On GitHub "), link("one click starts it", where.codespace), text(".")]


def name_repository(where: Address, paragraph: nodes.paragraph) -> None:
    """Make of the first mention of the repository a link to it."""
    words = next(
        part for part in paragraph.findall(nodes.Text) if REPOSITORY_WORDS in part.astext()
    )
    before, _, after = words.astext().partition(REPOSITORY_WORDS)
    paragraph.replace(words, [text(before), link(REPOSITORY_WORDS, where.repository), text(after)])


def paper() -> nodes.raw:
    """Return the offer of the PDF, asleep until there is one."""
    said = (
        f"<dt>Paper</dt><dd><p>The whole book in <a href='{PDF}'>one PDF</a>, with every fold "
        "open and every picture at rest.</p></dd>"
    )
    return nodes.raw("", PDF_OFFER.format(said), format="html")


def offer_pdf(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Put the same offer at the foot of each page."""
    url = context["pathto"](PDF, 1)
    context["book_pdf_offer"] = PDF_OFFER.format(f" <a href='{url}'>The book as a PDF</a>")


def open_doors(app: Sphinx, doctree: nodes.document) -> None:
    """Add to the list of doors on the first page those that need an address, and the PDF."""
    where = app.config.book_address
    if app.env.docname != app.config.root_doc:
        return
    for section in doctree.findall(nodes.section):
        if DOORS not in section["ids"]:
            continue
        (doors,) = section.findall(nodes.definition_list)
        if where:
            machine, container = (doors[at].next_node(nodes.paragraph) for at in (1, 2))
            name_repository(where, machine)
            container += codespace(where)
            doors += binder(where, "chapters/expectation.md")
        doors += paper()
