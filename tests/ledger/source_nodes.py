"""The syntax tree of a function that exists, lambdas in a list included."""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

FunctionNode = ast.FunctionDef | ast.Lambda


def unwrapped(function: Callable[..., Any]) -> FunctionType | None:
    """Return the Python function behind caches and the like, or None if there is none."""
    inner = inspect.unwrap(function)
    return inner if isinstance(inner, FunctionType) else None


@cache
def module_tree(file: str) -> ast.Module:
    """Return the syntax tree of a file."""
    return ast.parse(Path(file).read_text(encoding="utf-8"))


def _positions(code: CodeType) -> list[tuple[int, int]]:
    """Return the starts (line, column) of the instructions of a function that are in its text."""
    return [
        (line, column)
        for line, _, column, end_column in code.co_positions()
        if line is not None and column is not None and (column, end_column) != (0, 0)
    ]


def _encloses(node: ast.Lambda, places: list[tuple[int, int]]) -> bool:
    body = node.body
    first = (body.lineno, body.col_offset)
    last = (body.end_lineno or 0, body.end_col_offset or 0)
    return all(first <= place < last for place in places)


def _extent(node: ast.Lambda) -> tuple[int, int]:
    return ((node.end_lineno or 0) - node.lineno, (node.end_col_offset or 0) - node.col_offset)


def _says_the_same(node: ast.Lambda, code: CodeType) -> bool:
    """Tell whether a lambda of the first line of `code` has its instructions and constants."""
    constants = compile(ast.Expression(node), code.co_filename, "eval").co_consts
    inner = next(one for one in constants if isinstance(one, CodeType))
    same_code = (inner.co_code, repr(inner.co_consts)) == (code.co_code, repr(code.co_consts))
    return node.lineno == code.co_firstlineno and same_code


def node_of(function: FunctionType) -> FunctionNode:
    """Return the syntax tree of a function: its definition, or the very lambda it came from."""
    code = function.__code__
    tree = module_tree(code.co_filename)
    if function.__name__ != "<lambda>":
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name == code.co_name:
                lines = [node.lineno, *(mark.lineno for mark in node.decorator_list)]
                if code.co_firstlineno in lines:
                    return node
    places = _positions(code)
    lambdas = [node for node in ast.walk(tree) if isinstance(node, ast.Lambda)]
    enclosing = [node for node in lambdas if _encloses(node, places)]
    if not places:  # Python 3.12 keeps no place of the instruction that returns a constant
        enclosing = [node for node in lambdas if _says_the_same(node, code)]
    if not enclosing:
        raise ValueError(f"the source of {function.__qualname__} was not found")
    return min(enclosing, key=_extent)


def scope_of(function: FunctionType) -> dict[str, Any]:
    """Return the names a function can see: builtins, globals and the variables around it."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    return {**vars(builtins), **function.__globals__, **{n: c.cell_contents for n, c in cells}}


def _pairs(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    """Return target and value, taken apart where both are tuples: a, b = 1, 2."""
    if isinstance(target, (ast.Tuple, ast.List)):
        if isinstance(value, (ast.Tuple, ast.List)) and len(target.elts) == len(value.elts):
            matched = zip(target.elts, value.elts, strict=True)
            return [pair for t, v in matched for pair in _pairs(t, v)]
        return [(inner, value) for inner in target.elts]
    return [(target, value)]


def assigned(tree: ast.AST, name: str) -> list[ast.expr]:
    """Return what is assigned to `name` anywhere in a tree."""
    pairs: list[tuple[ast.expr, ast.expr]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            pairs += [pair for target in node.targets for pair in _pairs(target, node.value)]
        elif isinstance(node, (ast.AnnAssign, ast.AugAssign, ast.NamedExpr)) and node.value:
            pairs.append((node.target, node.value))
    return [v for target, v in pairs if isinstance(target, ast.Name) and target.id == name]


def top_level(tree: ast.Module) -> ast.Module:
    """Return a module without the bodies of its functions and classes."""
    inner = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return ast.Module([node for node in tree.body if not isinstance(node, inner)], [])


@cache
def imported_from(tree: ast.Module, name: str) -> str:
    """Return the module that a file imports `name` from, or an empty string."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if (alias.asname or alias.name) == name:
                    return node.module or ""
    return ""


def defaults(node: FunctionNode) -> dict[str, ast.expr]:
    """Return the default values of the parameters of a function."""
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    pairs = list(zip(reversed(positional), reversed(arguments.defaults), strict=False))
    pairs += [
        (a, d) for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if d
    ]
    return {argument.arg: default for argument, default in pairs}
