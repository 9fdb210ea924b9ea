"""The words of the pages, and of the questions, figures and explorers shown on them."""

from __future__ import annotations

import re

from book_markdown import blank, plain_words
from book_pages import Book, Page
from ledger.page_objects import extra_texts

from rules.finding import Finding, each_match
from rules.spelling import AMERICAN, british

BELITTLING = re.compile(r"\b(?:simply|obviously|trivially)\b|\bclearly,", re.IGNORECASE)
FIRST_PERSON = re.compile(r"\b(?:I|[Ww]e|[Oo]urs?|[Uu]s|[Mm]y|[Ll]et\s+us|[Ll]et['’]s)\b(?!\.\w)")
UNFINISHED = re.compile(r"\b(?:TO[D]O|FIX[M]E)\b|\bcoming\s+soon\b", re.IGNORECASE)
CONFUSED = re.compile(
    r"\battention\s+scores?\s+after\b|\bsoftmax\s+scores?\b|\bweights?\s+before\s+the\s+softmax\b",
    re.IGNORECASE,
)
EXCLAMATION = re.compile(r"\S*!")
QUOTED = re.compile(r'"[^"]{1,400}"|“[^”]{1,400}”')


def _without_quotations(text: str) -> str:
    return QUOTED.sub(lambda match: blank(match.group()), text)


def _without_block_quotes(page: Page) -> str:
    own = page.prose.split("\n")
    for number, line in enumerate(page.lines):
        if page.kinds[number] == "text" and line.lstrip().startswith(">"):
            own[number] = " " * len(own[number])
    return "\n".join(own)


def _search(page: Page, pattern: re.Pattern[str], message: str) -> list[Finding]:
    """Search the prose of a page and the words of the objects on it."""
    found = list(each_match(page, pattern, page.prose, message))
    for name, text in extra_texts(page):
        found += _in_object(page, pattern, plain_words(text), f"{message} ({name})")
    return found


def _in_object(page: Page, pattern: re.Pattern[str], text: str, message: str) -> list[Finding]:
    found = each_match(page, pattern, text, message)
    return [Finding(finding.file, 0, finding.message) for finding in found]


def belittling(page: Page, book: Book) -> list[Finding]:
    """Nothing is simple, obvious, clear or trivial to every reader."""
    return _search(page, BELITTLING, "belittling word")


def exclamations(page: Page, book: Book) -> list[Finding]:
    """No exclamation mark outside maths and code."""
    return _search(page, EXCLAMATION, "exclamation mark")


def spelling(page: Page, book: Book) -> list[Finding]:
    """British spelling in prose."""
    texts = [page.prose, *(plain_words(text) for _, text in extra_texts(page))]
    found = _search(page, AMERICAN, "American spelling")
    words = [match.group() for text in texts for match in AMERICAN.finditer(text)]
    return [
        Finding(finding.file, finding.line, f"{finding.message} (write {british(word)})")
        for finding, word in zip(found, words, strict=True)
    ]


def first_person(page: Page, book: Book) -> list[Finding]:
    """No I, we, our, us, my; the words of others in quotation marks or block quotes may."""
    own = _without_quotations(_without_block_quotes(page))
    found = list(each_match(page, FIRST_PERSON, own, "first person"))
    for name, text in extra_texts(page):
        words = _without_quotations(plain_words(text))
        found += _in_object(page, FIRST_PERSON, words, f"first person ({name})")
    return found


def unfinished(page: Page, book: Book) -> list[Finding]:
    """Nothing unfinished, in comments and code neither."""
    return list(each_match(page, UNFINISHED, page.text, "unfinished"))


def terms(page: Page, book: Book) -> list[Finding]:
    """A score is before the softmax, a weight after it."""
    return _search(page, CONFUSED, "score is before the softmax, weight after it")
