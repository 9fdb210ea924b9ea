"""Which rule holds where."""

from __future__ import annotations

from collections.abc import Callable

from book_pages import Book, Page

from rules import exercises, links, page_format, statements, words
from rules.finding import Finding

PageRule = Callable[[Page, Book], list[Finding]]

ALL_PAGES: dict[str, PageRule] = {
    "unclosed_blocks": page_format.unclosed_blocks,
    "table_bars": page_format.table_bars,
    "glue": page_format.glue,
    "foreign_roles": page_format.foreign_roles,
    "folded_proofs": page_format.folded_proofs,
    "link_targets": links.targets,
    "belittling": words.belittling,
    "exclamations": words.exclamations,
    "spelling": words.spelling,
    "first_person": words.first_person,
    "unfinished": words.unfinished,
    "terms": words.terms,
    "statement_labels": statements.labels,
    "claim_spans": statements.claim_spans,
    "hypotheses": statements.hypotheses,
}

NOTEBOOKS: dict[str, PageRule] = {
    "front_matter": page_format.front_matter,
    "cell_headers": page_format.cell_headers,
    "cell_lengths": page_format.cell_lengths,
    "narrow_cells": page_format.narrow_cells,
    "figures": page_format.figures,
    "claimed_page": statements.claimed_page,
    "exercise_labels": exercises.labels,
    "exercise_hints": exercises.hints,
    "exercise_solutions": exercises.solutions,
    "solution_pairs": exercises.pairs,
    "hidden_solutions": exercises.hidden_solutions,
}

RULES = {**ALL_PAGES, **NOTEBOOKS}
