"""Labels that say what kind of claim a statement is: simulation, literature and the like."""

from docutils import nodes
from sphinx.application import Sphinx

KINDS = {"Theorem.", "Simulation.", "Literature.", "Conjecture."}


def mark_claims(app: Sphinx, doctree: nodes.document, name: str) -> None:
    """Give the bold lead-in of a claim the class of its kind."""
    for strong in doctree.findall(nodes.strong):
        words = strong.astext()
        if words in KINDS:
            strong["classes"] += ["claim", f"claim-{words[:-1].lower()}"]
