"""Reading of the book's Markdown, shared by the claims ledger and the rules for the text.

A page is read line by line into blocks (directives, code cells, fences). Two masks of it are
made, of the same length as the page so that positions and line numbers stay true: what a reader
sees (`visible_text`) and the words among it (`prose_text`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import yaml

FENCE = re.compile(r"^(?P<indent>[ \t>]*)(?P<mark>`{3,}|~{3,}|:{3,})[ \t]*(?P<info>.*?)[ \t]*$")
DIRECTIVE = re.compile(r"^\{(?P<name>[\w:.+-]+)\}[ \t]*(?P<argument>.*)$")
OPTION = re.compile(r"^[ \t]*:(?P<key>[\w-]+):[ \t]*(?P<value>.*)$")
WORDED_OPTION = re.compile(r"(?:^|[\s{,:])(?:caption|description|alt|title):[ \t]*")
TARGET = re.compile(r"^[ \t]*\(([^()\s]+)\)=[ \t]*$")
DEFINITION = re.compile(r"^[ \t]*\[[^\]]+\]:[ \t]")
CODE_NAMES = {"code-cell", "code-block", "code", "sourcecode", "raw", "literalinclude", "mermaid"}
ARGUMENT_IS_NO_TEXT = CODE_NAMES | {
    "math", "image", "figure", "include", "bibliography", "solution", "solution-start",
    "solution-end", "exercise-end", "list-table", "grid",
}  # fmt: skip
INLINE_MATHS = re.compile(
    r"(?<![\\$])\$(?=[^\s$])((?:\\.|[^$\\\n]|\n(?![ \t]*\n))*?)(?<=\S)\$(?!\$)", re.DOTALL
)


@dataclass
class Block:
    """A directive (`name` set) or a plain fence (`name` empty, `argument` its language)."""

    name: str
    argument: str
    mark: str
    header: str
    first: int
    last: int = 0
    body_first: int = 0
    options: dict[str, str] = field(default_factory=dict)
    metadata: dict[str, object] = field(default_factory=dict)
    option_style: str = "none"
    parents: tuple[Block, ...] = ()

    @property
    def literal_kind(self) -> str:
        """Return the kind of the lines inside, or "" if they are Markdown."""
        if self.name == "code-cell":
            return "cell"
        if self.name == "math":
            return "math"
        if self.name in CODE_NAMES or not self.name:
            return "code"
        return ""


class Scanner:
    """Find the blocks of a page and the kind of each of its lines.

    The kinds are front, fence, option, yaml, cell, code, math, comment, target and text.
    """

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.kinds = [""] * len(lines)
        self.blocks: list[Block] = []
        self._stack: list[Block] = []
        index = self._front_matter()
        self.front_lines = index
        while index < len(lines):
            index = self._step(index)
        self.unclosed = list(self._stack)
        for block in self.unclosed:
            block.last = len(lines)

    def _front_matter(self) -> int:
        if not self.lines or self.lines[0].rstrip() != "---":
            return 0
        end = next((i for i, x in enumerate(self.lines[1:], 1) if x.rstrip() == "---"), None)
        if end is None:
            return 0
        self.kinds[: end + 1] = ["front"] * (end + 1)
        return end + 1

    def _step(self, index: int) -> int:
        line = self.lines[index]
        top = self._stack[-1] if self._stack else None
        match = FENCE.match(line)
        if top and match and _closes(match, top):
            self.kinds[index] = "fence"
            top.last = index + 1
            self._stack.pop()
        elif top and top.literal_kind:
            self.kinds[index] = top.literal_kind
        elif match and _opens(match):
            return self._open(index, match)
        else:
            self.kinds[index] = _text_kind(line)
        return index + 1

    def _open(self, index: int, match: re.Match[str]) -> int:
        directive = DIRECTIVE.match(match["info"])
        block = Block(
            name=directive["name"] if directive else "",
            argument=(directive["argument"] if directive else match["info"]).strip(),
            mark=match["mark"],
            header=self.lines[index],
            first=index + 1,
            parents=tuple(self._stack),
        )
        self.kinds[index] = "fence"
        self.blocks.append(block)
        self._stack.append(block)
        following = self._options(block, index + 1) if directive else index + 1
        block.body_first = following + 1
        return following

    def _options(self, block: Block, index: int) -> int:
        first = index
        if index < len(self.lines) and self.lines[index].strip() == "---":
            index = self._yaml_options(block, index)
        else:
            while index < len(self.lines) and (match := OPTION.match(self.lines[index])):
                block.options[match["key"]] = match["value"].strip()
                block.option_style = "colons"
                self.kinds[index] = "option"
                index += 1
        self.kinds[first:index] = [kind or "yaml" for kind in self.kinds[first:index]]
        return index

    def _yaml_options(self, block: Block, index: int) -> int:
        rest = enumerate(self.lines[index + 1 :], index + 1)
        end = next((i for i, x in rest if x.strip() == "---"), None)
        if end is None:
            return index
        loaded = yaml.safe_load("\n".join(self.lines[index + 1 : end]))
        block.metadata = loaded if isinstance(loaded, dict) else {}
        block.options = {str(key): str(value) for key, value in block.metadata.items()}
        block.option_style = "yaml"
        return end + 1


def _closes(match: re.Match[str], block: Block) -> bool:
    mark = match["mark"]
    return not match["info"] and mark[0] == block.mark[0] and len(mark) >= len(block.mark)


def _opens(match: re.Match[str]) -> bool:
    if match["mark"][0] == ":":
        return bool(match["info"])
    return "`" not in match["info"]


def _text_kind(line: str) -> str:
    if line.startswith("%"):
        return "comment"
    if TARGET.match(line) or DEFINITION.match(line) or line.startswith("+++"):
        return "target"
    return "text"


def blank(text: str) -> str:
    """Return spaces in place of every character but the line ends."""
    return re.sub(r"[^\n]", " ", text)


def blank_matches(pattern: str | re.Pattern[str], text: str, flags: int = 0) -> str:
    """Return `text` with every match of `pattern` blanked."""
    return re.sub(pattern, lambda match: blank(match.group()), text, flags=flags)


def _keep_from(line: str, start: int) -> str:
    return " " * start + line[start:]


def _worded_options(lines: list[str]) -> list[str]:
    """Keep the captions, descriptions and titles among lines of options."""
    kept = []
    indent = -1
    for line in lines:
        own = len(line) - len(line.lstrip())
        match = WORDED_OPTION.search(line)
        if indent >= 0 and (own > indent or not line.strip()):
            kept.append(line)
        elif match:
            indent = own
            kept.append(_keep_from(line, match.end()))
        else:
            indent = -1
            kept.append(" " * len(line))
    return kept


def visible_text(scanner: Scanner) -> str:
    """Return the page with everything blanked that no reader sees on it.

    Kept are words, tables, maths, titles of directives, captions, descriptions and blocks of
    plain text; blanked are front matter, cells, code in a language, options, comments, labels
    and the targets of links.
    """
    lines = [" " * len(line) for line in scanner.lines]
    for number, (line, kind) in enumerate(zip(scanner.lines, scanner.kinds, strict=True)):
        if kind in ("text", "math"):
            quote = re.match(r"^[ \t]*(?:>[ \t]?)+", line)
            lines[number] = _keep_from(line, quote.end()) if quote else line
    for block in scanner.blocks:
        opening = block.first - 1
        if block.name not in ARGUMENT_IS_NO_TEXT and block.name and block.argument:
            lines[opening] = _keep_from(block.header, block.header.rindex(block.argument))
        options = slice(block.first, block.body_first - 1)
        lines[options] = _worded_options(scanner.lines[options])
        if block.literal_kind == "code" and block.argument in ("", "text"):
            body = slice(block.body_first - 1, block.last - 1)
            lines[body] = scanner.lines[body]
    text = blank_matches(r"<!--.*?-->", "\n".join(lines), re.DOTALL)
    text = blank_matches(r"(?<=\])\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)", text)
    return blank_matches(r"<(?:https?://|mailto:|#|project:)[^>\s]*>", text)


def prose_text(scanner: Scanner, visible: str) -> str:
    """Return the visible page with maths, code, roles and attributes blanked too."""
    lines = visible.split("\n")
    for number, kind in enumerate(scanner.kinds):
        if kind in ("math", "code"):
            lines[number] = " " * len(lines[number])
    return plain_words("\n".join(lines))


def plain_words(text: str) -> str:
    """Return Markdown `text` with maths, code, roles, attributes and tags blanked."""
    text = re.sub(
        r"\{(?:term|abbr|sub|sup)\}`([^`]*)`",
        lambda match: _keep_from(match.group(), match.start(1) - match.start())[:-1] + " ",
        text,
    )
    text = blank_matches(r"\{[\w:+.-]+\}`[^`]*`", text)
    text = blank_matches(r"(?<!`)(`+)(?!`)((?!\n[ \t]*\n).)+?(?<!`)\1(?!`)", text, re.DOTALL)
    text = blank_matches(r"(?<!\\)\$\$.*?\$\$", text, re.DOTALL)
    text = blank_matches(r"\\begin\{(\w+\*?)\}.*?\\end\{\1\}", text, re.DOTALL)
    text = blank_matches(INLINE_MATHS, text)
    text = blank_matches(r"(?<=[\])])\{[^}\n]*\}", text)
    text = blank_matches(r"</?[a-zA-Z][^>\n]*>", text)
    text = blank_matches(r"\[\^[^\]]+\]", text)
    return blank_matches(r"!(?=\[)", text)
