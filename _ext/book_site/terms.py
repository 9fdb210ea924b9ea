"""The first use of each glossary term on a page becomes a link to the glossary.

The text stays plain, so that the same page reads well where no one resolves such links.
"""

import re
from collections.abc import Iterator

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

# Words inside these are not prose, or are links already.
SKIPPED = (
    nodes.literal,
    nodes.literal_block,
    nodes.math,
    nodes.math_block,
    nodes.raw,
    nodes.reference,
    nodes.title,
    nodes.caption,
    nodes.citation,
    nodes.table,
    addnodes.pending_xref,
    addnodes.download_reference,
    addnodes.toctree,
)
PROSE = (nodes.paragraph, nodes.term)
VERBS = {"means"}  # not the plural of a term


def glossary(app: Sphinx) -> dict[str, tuple[str, str]]:
    """Return each term in lower case with its page and its id."""
    objects = app.env.get_domain("std").objects  # type: ignore[attr-defined]
    return {name.lower(): place for (kind, name), place in objects.items() if kind == "term"}


def term_pattern(terms: dict[str, tuple[str, str]]) -> re.Pattern[str]:
    """Return a pattern for any term or its plural, longer terms first."""
    words = "|".join(re.escape(term) for term in sorted(terms, key=len, reverse=True))
    return re.compile(rf"(?<![\w-])({words})(s?)(?![\w-])", re.IGNORECASE)


def prose_texts(doctree: nodes.document) -> Iterator[nodes.Text]:
    """Yield the pieces of text of a page in which a term may be linked."""
    for text in list(doctree.findall(nodes.Text)):
        parents: list[nodes.Node] = []
        node: nodes.Node | None = text.parent
        while node is not None:
            parents.append(node)
            node = node.parent
        if any(isinstance(parent, SKIPPED) for parent in parents):
            continue
        if any(isinstance(parent, PROSE) for parent in parents):
            yield text


def _link(app: Sphinx, page: str, place: tuple[str, str], words: str) -> nodes.reference:
    target = app.builder.get_relative_uri(page, place[0]) + "#" + place[1]
    return nodes.reference("", words, refuri=target, internal=True, classes=["glossary-term"])


def link_terms(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Link the first use of each term on a page, except on the glossary itself."""
    terms = glossary(app)
    if not terms or app.builder.format != "html":
        return
    if any(place[0] == page for place in terms.values()):
        return
    pattern = term_pattern(terms)
    seen: set[str] = set()
    for text in prose_texts(doctree):
        words, pieces, at = str(text), [], 0
        for match in pattern.finditer(words):
            term = match[1].lower()
            if term in seen or match[0].lower() in VERBS:
                continue
            seen.add(term)
            pieces.append(nodes.Text(words[at : match.start()]))
            pieces.append(_link(app, page, terms[term], match[0]))
            at = match.end()
        if pieces:
            pieces.append(nodes.Text(words[at:]))
            text.parent.replace(text, [piece for piece in pieces if piece.astext()])
