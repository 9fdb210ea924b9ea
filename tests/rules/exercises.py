"""Exercises: a label, two hints, a solution, folded in the one way that works."""

from __future__ import annotations

from collections import Counter

from book_markdown import Block
from book_pages import Book, Page

from rules.finding import Finding, at

EXERCISES = ("exercise", "exercise-start")


def _blocks(page: Page, *names: str) -> list[Block]:
    return [block for block in page.blocks if block.name in names]


def labels(page: Page, book: Book) -> list[Finding]:
    """Every exercise has a label of its own."""
    found = []
    seen: set[str] = set()
    for block in _blocks(page, *EXERCISES):
        label = block.options.get("label", "")
        if not label:
            found.append(at(page, block.first, "exercise without :label:"))
        elif label in seen:
            found.append(at(page, block.first, f"exercise label {label} is used twice"))
        seen.add(label)
    return found


def hints(page: Page, book: Book) -> list[Finding]:
    """Every exercise has, in it or behind it, dropdowns titled "Hint 1", "Hint 2"."""
    exercises = _blocks(page, *EXERCISES)
    stops = [block.first for block in _blocks(page, *EXERCISES, "solution-start", "solution")]
    found = []
    for block in exercises:
        end = min((stop for stop in stops if stop > block.first), default=len(page.lines) + 1)
        inside = [d for d in _blocks(page, "dropdown") if block.first < d.first < end]
        titles = [d.argument for d in inside if d.argument.lower().startswith("hint")]
        wanted = [f"Hint {number}" for number in range(1, max(2, len(titles)) + 1)]
        if titles != wanted:
            found.append(at(page, block.first, f"hints are {titles}; expected {wanted}"))
    return found


def solutions(page: Page, book: Book) -> list[Finding]:
    """Every exercise has one solution, between {solution-start} and {solution-end}."""
    found = [
        at(page, block.first, "{solution} is not used; use {solution-start} and {solution-end}")
        for block in _blocks(page, "solution")
    ]
    solved = Counter(block.argument for block in _blocks(page, "solution-start"))
    labelled = {block.options.get("label", ""): block for block in _blocks(page, *EXERCISES)}
    for label, block in labelled.items():
        if solved[label] != 1:
            found.append(at(page, block.first, f"exercise {label} has {solved[label]} solutions"))
    for block in _blocks(page, "solution-start"):
        if block.argument not in labelled:
            found.append(
                at(page, block.first, f"solution of an unknown exercise {block.argument!r}")
            )
    return found


def pairs(page: Page, book: Book) -> list[Finding]:
    """Starts and ends of exercises and solutions alternate and are equally many."""
    found = []
    for kind in ("exercise", "solution"):
        marks = _blocks(page, f"{kind}-start", f"{kind}-end")
        for index, block in enumerate(marks):
            expected = f"{kind}-start" if index % 2 == 0 else f"{kind}-end"
            if block.name != expected:
                found.append(
                    at(page, block.first, f"{{{block.name}}} where {{{expected}}} is due")
                )
                break
        if len(marks) % 2:
            message = f"{len(marks)} marks {{{kind}-start}} and {{{kind}-end}}; they come in pairs"
            found.append(at(page, marks[-1].first, message))
    return found


def hidden_solutions(page: Page, book: Book) -> list[Finding]:
    """The cells of a solution hide their source, which JupyterLab would show."""
    starts = [block.first for block in _blocks(page, "solution-start")]
    ends = [block.first for block in _blocks(page, "solution-end")]
    spans = list(zip(starts, ends, strict=False))
    return [
        at(page, cell.line, "cell of a solution without jupyter: {source_hidden: true}")
        for cell in page.cells
        if any(start < cell.line < end for start, end in spans) and not cell.source_hidden
    ]
