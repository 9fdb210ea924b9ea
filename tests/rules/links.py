"""Links lead to pages of the book, to anchors that exist and to files that exist."""

from __future__ import annotations

import posixpath
import re

from book_pages import Book, Link, Page

from rules.finding import Finding, at

EXTERNAL = re.compile(r"^(?:https?:|mailto:|doi:)")


def _anchor_problem(page: Page, fragment: str) -> str:
    """Return what is wrong with a link to a place of a page; a state follows a question mark."""
    anchor = fragment.split("?")[0]
    known = page.anchors
    if anchor in known or anchor.lower() in {name.lower() for name in known}:
        return ""
    return f"{page.file} has no anchor {anchor!r}"


def _problem(link: Link, page: Page, book: Book) -> str:
    path, _, fragment = link.target.partition("#")
    if not path:
        return _anchor_problem(page, fragment) if fragment else "link leads nowhere"
    if path.startswith("/") or ":" in path:
        return f"link {link.target} is not relative"
    target = posixpath.normpath(posixpath.join(posixpath.dirname(page.name), path))
    if not path.endswith(".md"):
        return "" if (book.root / target).is_file() else f"file {target} does not exist"
    other = book.page(target.removesuffix(".md"))
    if other is None:
        return f"link to {target}, which is not in the table of contents"
    return _anchor_problem(other, fragment) if fragment else ""


def targets(page: Page, book: Book) -> list[Finding]:
    """Every relative link has its page in the table of contents and its anchor on that page."""
    found = []
    for link in page.links:
        if EXTERNAL.match(link.target):
            continue
        if problem := _problem(link, page, book):
            found.append(at(page, link.line, problem))
        elif not link.words.strip():
            found.append(at(page, link.line, f"link to {link.target} without words"))
    return found
