"""The words of the objects that code cells show: questions, figures and explorers.

Nothing of a page is executed. The calls are found in the syntax trees of its cells, called with
the arguments written there if these are literals (else with none, where that is allowed), and
asked for their words through `text()`.
"""

from __future__ import annotations

import ast
import importlib
import inspect
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from book_pages import Page

MODULES = ("questions", "figures", "explorers")


def _import(name: str) -> object | None:
    """Return a module, or None if it does not exist (yet)."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name and (name == error.name or name.startswith(f"{error.name}.")):
            return None
        raise


def _imports(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the names that a page imports, with the dotted path each stands for."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield (
                    alias.asname or alias.name.split(".")[0],
                    (alias.name if alias.asname else alias.name.split(".")[0]),
                )
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                yield alias.asname or alias.name, f"{node.module}.{alias.name}"


def _dotted(node: ast.expr) -> list[str]:
    if isinstance(node, ast.Attribute):
        head = _dotted(node.value)
        return [*head, node.attr] if head else []
    return [node.id] if isinstance(node, ast.Name) else []


def _object(path: str) -> object | None:
    """Return the object at a dotted path: the longest module of it, then attributes."""
    parts = path.split(".")
    if parts[0] != "sqrtdk":
        return None
    for length in range(len(parts), 0, -1):
        found = _import(".".join(parts[:length]))
        if found is not None:
            for name in parts[length:]:
                found = getattr(found, name, None)
            return found
    return None


def _is_shown(function: object) -> bool:
    module = str(getattr(function, "__module__", ""))
    return callable(function) and any(
        module == f"sqrtdk.{name}" or module.startswith(f"sqrtdk.{name}.") for name in MODULES
    )


def _literals(call: ast.Call) -> tuple[list[Any], dict[str, Any]] | None:
    try:
        positional = [ast.literal_eval(argument) for argument in call.args]
        named = {word.arg: ast.literal_eval(word.value) for word in call.keywords if word.arg}
    except ValueError:
        return None
    return positional, named


def _build(function: Callable[..., Any], call: ast.Call) -> object | None:
    signature = inspect.signature(function)
    for arguments in (_literals(call), ([], {})):
        if arguments is None:
            continue
        try:
            signature.bind(*arguments[0], **arguments[1])
        except TypeError:
            continue
        return function(*arguments[0], **arguments[1])
    return None


def code_tree(page: Page) -> ast.Module:
    """Return the syntax tree of all code of a page, without lines for the shell or magics."""
    lines = [line for cell in page.cells for line in cell.code.splitlines()]
    return ast.parse("\n".join("" if line.lstrip()[:1] in ("%", "!") else line for line in lines))


@cache
def extra_texts(page: Page) -> tuple[tuple[str, str], ...]:
    """Return (source, words) for each question, figure or explorer shown on a page."""
    tree = code_tree(page)
    paths = {name: path if _import("sqrtdk") else "" for name, path in _imports(tree)}
    found = {}
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        head, *rest = _dotted(call.func) or [""]
        path = ".".join([paths.get(head, ""), *rest])
        function = _object(path) if path else None
        if function is None or not _is_shown(function):
            continue
        shown = _build(function, call)
        words = shown.text() if hasattr(shown, "text") else None
        if isinstance(words, str):
            found[f"{page.file}, {ast.unparse(call)}"] = words
    return tuple(found.items())
