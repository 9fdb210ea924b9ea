"""One form of page: front matter, cells, roles, tables, figures."""

from __future__ import annotations

import re
from statistics import median

import yaml
from book_markdown import INLINE_MATHS
from book_pages import Book, Cell, Page

from rules.finding import Finding, at, each_match

HEADER = "```{code-cell}"
FRONT_MATTER_KEYS = {"jupytext", "kernelspec"}
MEDIAN_LINES = 3
VISIBLE_LINES = 15
HIDDEN_LINES = 25
CODE_COLUMNS = 72
ROLE = re.compile(r"\{(?P<name>ref|numref|prf:ref|cite[\w:]*)\}`(?P<target>[^`]+)`")
GLUE = re.compile(r"\{glue[\w:]*\}")


def front_matter(page: Page, book: Book) -> list[Finding]:
    """Every notebook page has exactly the front matter of the root page, which says two things."""
    root = book.pages[0]
    if page is not root and page.front_matter != root.front_matter:
        return [at(page, 1, f"front matter differs from that of {root.file}")]
    try:
        said = yaml.safe_load(page.front_matter.strip().strip("-"))
    except yaml.YAMLError as error:
        return [at(page, 1, f"front matter is no YAML: {error}")]
    if not isinstance(said, dict) or set(said) != FRONT_MATTER_KEYS:
        return [at(page, 1, "front matter holds something else than jupytext and kernelspec")]
    return []


def cell_headers(page: Page, book: Book) -> list[Finding]:
    """A cell opens with ```{code-cell} alone, at the margin and in no other block."""
    found = []
    for cell in page.cells:
        if cell.block.header != HEADER:
            found.append(
                at(page, cell.line, f"cell header is {cell.block.header!r}, not {HEADER!r}")
            )
        if cell.block.option_style == "colons":
            found.append(at(page, cell.line, "cell options stand in colons, not in a YAML block"))
        if cell.block.parents:
            found.append(at(page, cell.line, "a cell inside another block is not executed"))
    return found


def unclosed_blocks(page: Page, book: Book) -> list[Finding]:
    """Every fence has its end."""
    return [
        at(page, block.first, f"{block.header.strip()} is never closed") for block in page.unclosed
    ]


def cell_lengths(page: Page, book: Book) -> list[Finding]:
    """No visible cell has more than 15 lines of code, no folded one more than 25."""
    found = []
    for cell in page.cells:
        limit = HIDDEN_LINES if cell.hidden else VISIBLE_LINES
        if cell.n_lines > limit:
            found.append(at(page, cell.line, f"cell has {cell.n_lines} lines; at most {limit}"))
    return found


def narrow_cells(page: Page, book: Book) -> list[Finding]:
    """No line of code runs out of its box on a wide screen."""
    return [
        at(page, cell.line, f"{len(line)} columns of code, at most {CODE_COLUMNS}: {line}")
        for cell in page.cells
        for line in cell.code.splitlines()
        if len(line) > CODE_COLUMNS
    ]


def median_cell(book: Book) -> list[Finding]:
    """Half of all cells have at most 3 lines."""
    lengths = [cell.n_lines for page in book.pages for cell in page.cells]
    if lengths and median(lengths) > MEDIAN_LINES:
        message = f"median length of a cell is {median(lengths)} lines; at most {MEDIAN_LINES}"
        return [Finding("the book", 0, message)]
    return []


def table_bars(page: Page, book: Book) -> list[Finding]:
    """No bar in the maths of a Markdown table: the cell would be cut."""
    found = []
    for number, (line, kind) in enumerate(zip(page.lines, page.kinds, strict=True), 1):
        if kind != "text" or not line.lstrip(" >").startswith("|"):
            continue
        for match in INLINE_MATHS.finditer(line):
            if re.search(r"(?<!\\)\|", match.group(1)):
                found.append(
                    at(page, number, f"bar in a table cell: {match.group()}; use \\lvert")
                )
    return found


def glue(page: Page, book: Book) -> list[Finding]:
    """No glue: JupyterLab shows its raw key."""
    return list(each_match(page, GLUE, page.text, "glue shows its raw key in JupyterLab"))


def foreign_roles(page: Page, book: Book) -> list[Finding]:
    """References by role stay on the page; citations stand under "Sources"."""
    found = []
    for match in ROLE.finditer(page.visible):
        line = page.line_of(match.start())
        name, target = match["name"], match["target"]
        label = target[target.rindex("<") + 1 : -1] if target.endswith(">") else target
        if name.startswith("cite"):
            if "Sources" not in page.section_of(line):
                found.append(at(page, line, f"{match.group()} outside the section Sources"))
        elif label not in page.anchors:
            found.append(at(page, line, f"{match.group()} leads to another page; use a link"))
    return found


def folded_proofs(page: Page, book: Book) -> list[Finding]:
    """A proof folds with a dropdown around or in place of it, not with its class."""
    return [
        at(page, block.first, "{prf:proof} with class dropdown kills later folds; use {dropdown}")
        for block in page.blocks
        if block.name == "prf:proof" and "dropdown" in block.options.get("class", "").split()
    ]


def _figure_problem(cell: Cell, page: Page) -> str:
    figure = cell.figure or {}
    missing = [key for key in ("caption", "name") if not str(figure.get(key) or "").strip()]
    if missing:
        return f"figure without {' and '.join(missing)}"
    start = " ".join(str(figure["caption"]).split()[:4])
    if set(start) & set("\\\"'") or start in " ".join(page.visible.split()):
        return ""
    return f"caption {start!r} ... is not read; write it in lines of its own"


def figures(page: Page, book: Book) -> list[Finding]:
    """Every figure cell has a caption and a name, and no two the same name."""
    found = []
    names: list[object] = []
    for cell in page.cells:
        mystnb = cell.metadata.get("mystnb")
        if not isinstance(mystnb, dict) or "figure" not in mystnb:
            continue
        if problem := _figure_problem(cell, page):
            found.append(at(page, cell.line, problem))
        name = (cell.figure or {}).get("name")
        if name in names:
            found.append(at(page, cell.line, f"figure name {name!r} is used twice"))
        names.append(name)
    return found
