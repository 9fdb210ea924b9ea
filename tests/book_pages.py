"""The pages of the book as the tests see them, in the order of ``_toc.yml``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import yaml
from book_markdown import TARGET, Block, Scanner, prose_text, visible_text
from myst_parser.mdit_to_docutils.base import default_slugify

ROOT = Path(__file__).resolve().parents[1]
HIDING_TAGS = {"hide-input", "hide-cell", "remove-input", "remove-cell"}
LINK = re.compile(r"(?<!!)\[(?P<words>(?:\\.|[^\[\]\\]|\[[^\]]*\])*)\]\((?P<target>[^()\s]+)\)")


@dataclass(frozen=True)
class Cell:
    """A code cell: the line of its header, its metadata and its code."""

    line: int
    code: str
    block: Block

    @property
    def metadata(self) -> dict[str, object]:
        """Return what the YAML block of the header holds."""
        return self.block.metadata

    @property
    def figure(self) -> dict[str, object] | None:
        """Return the ``mystnb: figure:`` entry, if the cell has one."""
        mystnb = self.metadata.get("mystnb")
        figure = mystnb.get("figure") if isinstance(mystnb, dict) else None
        return figure if isinstance(figure, dict) else None

    @property
    def source_hidden(self) -> bool:
        """Return whether ``jupyter: {source_hidden: true}`` is set."""
        jupyter = self.metadata.get("jupyter")
        return isinstance(jupyter, dict) and jupyter.get("source_hidden") is True

    @property
    def hidden(self) -> bool:
        """Return whether the code is folded or absent on the page."""
        tags = self.metadata.get("tags")
        return self.source_hidden or bool(isinstance(tags, list) and HIDING_TAGS & set(tags))

    @property
    def n_lines(self) -> int:
        """Return the number of lines of code that are not empty."""
        return sum(bool(line.strip()) for line in self.code.splitlines())


@dataclass(frozen=True)
class Heading:
    """A heading of a page."""

    level: int
    text: str
    line: int


@dataclass(frozen=True)
class Link:
    """A Markdown link of a page."""

    words: str
    target: str
    line: int


class Page:
    """One page: its text, its blocks and cells, and its masks."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text.rstrip("\n") + "\n"
        self.lines = self.text.split("\n")
        self._scanner = Scanner(self.lines)

    def __repr__(self) -> str:
        return f"Page({self.name!r})"

    @property
    def file(self) -> str:
        """Return the file of the page, from the root of the book."""
        return f"{self.name}.md"

    @property
    def front_matter(self) -> str:
        """Return the front matter with its marks, or an empty string."""
        return "\n".join(self.lines[: self._scanner.front_lines])

    @property
    def is_notebook(self) -> bool:
        """Return whether the page is executed."""
        return "jupytext:" in self.front_matter

    @property
    def blocks(self) -> list[Block]:
        """Return directives and fences in the order of their openings."""
        return self._scanner.blocks

    @property
    def kinds(self) -> list[str]:
        """Return the kind of each line."""
        return self._scanner.kinds

    @property
    def unclosed(self) -> list[Block]:
        """Return the blocks without an end."""
        return self._scanner.unclosed

    @cached_property
    def cells(self) -> list[Cell]:
        """Return the code cells."""
        found = (block for block in self.blocks if block.name == "code-cell")
        return [Cell(block.first, self.body(block), block) for block in found]

    @cached_property
    def visible(self) -> str:
        """Return the page with all blanked that no reader sees."""
        return visible_text(self._scanner)

    @cached_property
    def prose(self) -> str:
        """Return the page with all blanked that is not words."""
        return prose_text(self._scanner, self.visible)

    @cached_property
    def headings(self) -> list[Heading]:
        """Return the headings."""
        found = []
        for number, (line, kind) in enumerate(zip(self.lines, self.kinds, strict=True), 1):
            match = re.match(r"^(#{1,6})[ \t]+(.*?)[ \t#]*$", line)
            if match and kind == "text":
                found.append(Heading(len(match[1]), match[2], number))
        return found

    @cached_property
    def links(self) -> list[Link]:
        """Return the Markdown links outside code, maths and comments."""
        shown = [
            line if kind in ("text", "option", "yaml") else ""
            for line, kind in zip(self.lines, self.kinds, strict=True)
        ]
        text = re.sub(r"(?<!`)`[^`\n]+`(?!`)", lambda m: "x" * len(m[0]), "\n".join(shown))
        return [
            Link(match["words"], match["target"], text.count("\n", 0, match.start()) + 1)
            for match in LINK.finditer(text)
        ]

    @cached_property
    def anchors(self) -> set[str]:
        """Return what a link may name: slugs of headings, labels and names."""
        anchors = {m[1] for line in self.lines if (m := TARGET.match(line))}
        slugs: list[str] = []
        for heading in (h for h in self.headings if h.level <= 3):
            slugs.append(_unique(_slug(heading.text), slugs))
        for block in self.blocks:
            anchors.update(block.options[key] for key in ("label", "name") if key in block.options)
        names = (cell.figure.get("name") for cell in self.cells if cell.figure)
        return anchors | set(slugs) | {str(name) for name in names if name}

    def line_of(self, offset: int) -> int:
        """Return the line number of a position in the text or one of its masks."""
        return self.text.count("\n", 0, offset) + 1

    def body(self, block: Block) -> str:
        """Return the lines between the opening of a block and its end."""
        return "\n".join(self.lines[block.body_first - 1 : block.last - 1])

    def section_of(self, line: int) -> list[str]:
        """Return the headings a line stands under, outermost first."""
        path: list[Heading] = []
        for heading in (h for h in self.headings if h.line <= line):
            path = [*(h for h in path if h.level < heading.level), heading]
        return [heading.text for heading in path]


def _slug(heading: str) -> str:
    words = re.sub(r"\$[^$]*\$|\{[\w:+.-]+\}`[^`]*`", "", heading)
    words = re.sub(r"\[([^\]]*)\](?:\([^)]*\)|\{[^}]*\})", r"\1", words)
    return str(default_slugify(re.sub(r"[`*]", "", words)))


def _unique(slug: str, taken: list[str]) -> str:
    number = 1
    while slug in taken:
        slug = f"{slug}-{number}"
        number += 1
    return slug


@dataclass(frozen=True)
class Book:
    """The pages listed in the table of contents, and the folder they live in."""

    root: Path
    pages: tuple[Page, ...]

    @classmethod
    def read(cls, root: Path = ROOT) -> Book:
        """Read every page of ``_toc.yml``."""
        toc = yaml.safe_load((root / "_toc.yml").read_text(encoding="utf-8"))
        names = [name.removesuffix(".md") for name in _files(toc)]
        return cls(root, tuple(read_page(root, name) for name in names))

    @property
    def notebooks(self) -> tuple[Page, ...]:
        """Return the pages that are executed."""
        return tuple(page for page in self.pages if page.is_notebook)

    def page(self, name: str) -> Page | None:
        """Return the page of that name, if it is in the table of contents."""
        return next((page for page in self.pages if page.name == name), None)


def read_page(root: Path, name: str) -> Page:
    """Read one page."""
    return Page(name, (root / f"{name}.md").read_text(encoding="utf-8"))


def _files(toc: dict[str, object]) -> Iterator[str]:
    for key in ("root", "file"):
        if isinstance(toc.get(key), str):
            yield str(toc[key])
    for key in ("parts", "chapters", "sections"):
        entries = toc.get(key)
        for entry in entries if isinstance(entries, list) else []:
            yield from _files(entry)
