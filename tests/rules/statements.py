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
CLAIMS = ("theorem", "simulation", "literature", "conjecture")
CLAIM = re.compile(r"\[(?P<word>[^\[\]]*)\]\{(?P<attributes>[^}]*\.claim[\w-]*[^}]*)\}")
NEEDS = re.compile(r"^[ \t>]*\*\*Needs\.\*\*", re.MULTILINE)


def _is_claim(match: re.Match[str]) -> bool:
    word = match["word"]
    return word in CLAIMS and match["attributes"].split() == [f".claim-{word}"]


def _claims(text: str) -> list[re.Match[str]]:
    return [match for match in CLAIM.finditer(text) if _is_claim(match)]


def labels(page: Page, book: Book) -> list[Finding]:
    """Every theorem-like directive has a label."""
    return [
        at(page, block.first, f"{{{block.name}}} without :label:")
        for block in page.blocks
        if block.name in LABELLED and not block.options.get("label")
    ]


def claim_spans(page: Page, book: Book) -> list[Finding]:
    """A claim label is one of four words, with the class of that word."""
    allowed = ", ".join(f"[{word}]{{.claim-{word}}}" for word in CLAIMS)
    text = page.text
    return [
        at(page, page.line_of(match.start()), f"claim label {match.group()}; allowed: {allowed}")
        for match in CLAIM.finditer(text)
        if not _is_claim(match)
    ]


def claimed_page(page: Page, book: Book) -> list[Finding]:
    """Every notebook page says of at least one claim what kind it is."""
    if _claims(page.text):
        return []
    return [at(page, 1, "page without a claim label, such as [theorem]{.claim-theorem}")]


def claimed_statements(page: Page, book: Book) -> list[Finding]:
    """Every statement that is proved shows its claim label."""
    return [
        at(page, block.first, f"{{{block.name}}} without a claim label in it")
        for block in page.blocks
        if block.name in PROVED and not _claims(page.body(block))
    ]


def hypotheses(page: Page, book: Book) -> list[Finding]:
    """Every statement that is proved has a line that starts with **Needs.**"""
    return [
        at(page, block.first, f"{{{block.name}}} without a line that starts with **Needs.**")
        for block in page.blocks
        if block.name in PROVED and not NEEDS.search(page.body(block))
    ]
