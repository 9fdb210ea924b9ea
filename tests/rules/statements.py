"""Theorem-like statements: labels, hypotheses, and what kind of claim they are."""

from __future__ import annotations

import re

from book_pages import Book, Page

from rules.finding import Finding, at

LABELLED = {
    f"prf:{kind}"
    for kind in ("theorem", "lemma", "definition", "proposition", "corollary", "algorithm")
}
PROVED = {f"prf:{kind}" for kind in ("theorem", "lemma", "proposition", "corollary")}
CLAIM = re.compile(r"\*\*(?:Theorem|Simulation|Literature|Conjecture)\.\*\*")
SPAN = re.compile(r"\[[^\[\]]*\]\{[^}]*\.claim[^}]*\}")
NEEDS = re.compile(r"^[ \t>]*\*\*Needs\.\*\*", re.MULTILINE)


def labels(page: Page, book: Book) -> list[Finding]:
    """Every theorem-like directive has a label."""
    return [
        at(page, block.first, f"{{{block.name}}} without :label:")
        for block in page.blocks
        if block.name in LABELLED and not block.options.get("label")
    ]


def claim_spans(page: Page, book: Book) -> list[Finding]:
    """A claim label is a bold word and no attribute span, which JupyterLab shows raw."""
    text = page.text
    return [
        at(page, page.line_of(match.start()), f"{match.group()}; write **Theorem.** and the like")
        for match in SPAN.finditer(text)
    ]


def claimed_page(page: Page, book: Book) -> list[Finding]:
    """Every notebook page says of at least one claim what kind it is."""
    if CLAIM.search(page.text) or any(block.name in PROVED for block in page.blocks):
        return []
    return [at(page, 1, "page without a claim label, such as **Simulation.**")]


def hypotheses(page: Page, book: Book) -> list[Finding]:
    """Every statement that is proved has a line that starts with **Needs.**"""
    return [
        at(page, block.first, f"{{{block.name}}} without a line that starts with **Needs.**")
        for block in page.blocks
        if block.name in PROVED and not NEEDS.search(page.body(block))
    ]
