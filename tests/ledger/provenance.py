"""Whether an entry computes its value, or merely states it.

The expression behind an entry is read, with the helpers and constants of its module that it
uses. Constants and arithmetic of constants in it are folded; none may equal the value. And it
must call, or use an object of, the package, fractions, math, NumPy, statistics or a JSON table.
"""

from __future__ import annotations

import ast
import math
import operator
import statistics
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from ledger.source_nodes import (
    assigned,
    defaults,
    imported_from,
    module_tree,
    node_of,
    scope_of,
    top_level,
    unwrapped,
)

SMALL_INTEGER = 12
ALLOWED = {"sqrtdk", "fractions", "math", "numpy", "statistics", "json"}
OPERATORS: dict[type, Callable[..., Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
    ast.Pow: operator.pow, ast.USub: operator.neg, ast.UAdd: operator.pos,
}  # fmt: skip
PASSES_ON = [
    Fraction, Decimal, float, int, round, abs, sum, min, max, list, tuple, pow, divmod,
    math.fsum, math.prod, math.fabs, math.floor, math.ceil, math.trunc, math.pow,
    statistics.mean, statistics.fmean, statistics.median,
    np.array, np.asarray, np.float64, np.float32, np.int64, np.sum, np.mean, np.prod, np.round,
    np.max, np.min, np.median, np.abs, np.floor, np.ceil, np.divide, np.multiply, np.add,
]  # fmt: skip


class NotConstantError(Exception):
    """Raised where an expression is more than arithmetic of constants."""


class Piece:
    """A tree to be read, with the names it can see and the file it comes from.

    `read_at_use` marks the one expression a name stands for: it is folded where the name is used.
    """

    def __init__(
        self, tree: ast.AST, scope: dict[str, Any], file: str, *, read_at_use: bool = False
    ) -> None:
        self.tree = tree
        self.scope = scope
        self.file = file
        self.read_at_use = read_at_use
        self.own = defaults(tree) if isinstance(tree, (ast.FunctionDef, ast.Lambda)) else {}
        self.parents = {child: node for node in ast.walk(tree) for child in _children(node)}

    def resolve(self, node: ast.AST) -> object:
        """Return the object a dotted name stands for, or None."""
        if isinstance(node, ast.Attribute):
            return getattr(self.resolve(node.value), node.attr, None)
        return self.scope.get(node.id) if isinstance(node, ast.Name) else None

    def assigned(self, name: str) -> list[ast.expr]:
        """Return the expressions that the function or its module assigns to a name."""
        inside = assigned(self.tree, name)
        if not inside and name in self.own:
            return [self.own[name]]
        return inside or assigned(top_level(module_tree(self.file)), name)

    def origin(self, name: str) -> str:
        """Return the module a name is imported from, or an empty string."""
        return imported_from(module_tree(self.file), name)

    def fold(self, node: ast.AST) -> Any:
        """Return the value of an expression of constants; NotConstantError if it is more."""
        match node:
            case ast.Constant():
                return node.value
            case ast.UnaryOp(op=op, operand=operand) if type(op) in OPERATORS:
                return OPERATORS[type(op)](self.fold(operand))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
                return OPERATORS[type(op)](self.fold(left), self.fold(right))
            case ast.List(elts=elements) | ast.Tuple(elts=elements):
                return [self.fold(element) for element in elements]
            case ast.Subscript(value=value, slice=index):
                return self.fold(value)[self.fold(index)]
            case ast.Name(id=name):
                return self._fold_name(name)
            case ast.Attribute(value=value, attr=attribute):
                return getattr(self.fold(value), attribute)
            case ast.Call():
                return self._fold_call(node)
        raise NotConstantError

    def _fold_name(self, name: str) -> Any:
        expressions = self.assigned(name)
        if len(expressions) == 1:
            return self.fold(expressions[0])
        known = self.scope.get(name)
        from_package = self.origin(name).split(".")[0] in ALLOWED
        if not expressions and not from_package and isinstance(known, (int, float, Fraction)):
            return known
        raise NotConstantError

    def _fold_call(self, node: ast.Call) -> Any:
        if self.passes_on(node):
            function: Any = self.resolve(node.func)
        elif isinstance(node.func, ast.Attribute):
            function = getattr(self.fold(node.func.value), node.func.attr)
        else:
            raise NotConstantError
        named = {word.arg: self.fold(word.value) for word in node.keywords if word.arg}
        return function(*(self.fold(argument) for argument in node.args), **named)

    def passes_on(self, node: ast.Call) -> bool:
        """Return whether a call hands a number on without computing anything new."""
        return any(self.resolve(node.func) is function for function in PASSES_ON)

    def is_argument(self, node: ast.AST) -> bool:
        """Return whether a constant is an argument, an exponent, an index or compared with."""
        child = node
        while (parent := self.parents.get(child)) is not None:
            if isinstance(parent, ast.Call) and child is not parent.func:
                if not self.passes_on(parent):
                    return True
            elif isinstance(parent, ast.Compare):
                return True
            elif isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Pow):
                if child is parent.right:
                    return True
            elif isinstance(parent, ast.Subscript) and child is parent.slice:
                return True
            child = parent
        return False


def _children(node: ast.AST) -> list[ast.AST]:
    return list(ast.iter_child_nodes(node))


def _is_local(function: object, file: str) -> bool:
    """Return whether a function is a helper of the ledger module, or of one beside it."""
    if not isinstance(function, FunctionType):
        return False
    return Path(function.__code__.co_filename).parent == Path(file).parent


def pieces(function: FunctionType) -> Iterator[Piece]:
    """Yield the function, then the helpers and constants of its module that it leads to."""
    waiting = [_piece_of(function)]
    seen = set()
    while waiting:
        piece = waiting.pop()
        if piece.tree in seen:
            continue
        seen.add(piece.tree)
        yield piece
        names = {node.id for node in ast.walk(piece.tree) if isinstance(node, ast.Name)}
        for name in sorted(names):
            trees = piece.assigned(name)
            alone = len(trees) == 1
            waiting += [Piece(t, piece.scope, piece.file, read_at_use=alone) for t in trees]
            named = piece.scope.get(name)
            helper = unwrapped(named) if callable(named) else None
            if helper and _is_local(helper, piece.file):
                waiting.append(_piece_of(helper))


def _piece_of(function: FunctionType) -> Piece:
    return Piece(node_of(function), scope_of(function), function.__code__.co_filename)


def _comes_from_allowed(piece: Piece, name: str) -> bool:
    obj = piece.scope.get(name)
    if isinstance(obj, ModuleType):
        origin = obj.__name__
    else:
        origin = getattr(obj, "__module__", None) or type(obj).__module__
    return bool({str(origin).split(".")[0], piece.origin(name).split(".")[0]} & ALLOWED)


def _as_number(value: object) -> Fraction | None:
    if isinstance(value, (bool, str, bytes, list)) or value is None:
        return None
    try:
        number = float(value)  # type: ignore[arg-type]
        if not math.isfinite(number):
            return None
        exact = isinstance(value, (int, Fraction, Decimal))
        return Fraction(value) if exact else Fraction(number)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return None


def constants(piece: Piece) -> Iterator[tuple[ast.AST, Fraction]]:
    """Yield every expression of a piece that folds to a number, with that number."""
    for node in ast.walk(piece.tree):
        if not isinstance(node, ast.expr) or (node is piece.tree and piece.read_at_use):
            continue
        try:
            number = _as_number(piece.fold(node))
        except Exception:
            continue
        if number is not None:
            yield node, number


def _close(one: Fraction, other: Fraction) -> bool:
    return abs(one - other) <= abs(other) / 10**12


def _is_small(number: Fraction) -> bool:
    return number.denominator == 1 and abs(number) <= SMALL_INTEGER


def _states(
    number: Fraction, value: Fraction, literal: Fraction, factor: int, unit: Fraction | None
) -> bool:
    """Return whether a constant is the value, the number shown, or rounds to it."""
    same = (value, value * factor, literal, literal / factor)
    if any(_close(number, target) for target in same):
        return True
    if unit is None or _is_small(number):
        return False
    return any(abs(scaled - literal) <= unit / 2 for scaled in (number, number * factor))


def problems(
    compute: Callable[[], Any],
    value: Fraction,
    literal: Fraction,
    factor: int,
    unit: Fraction | None,
) -> list[str]:
    """Return why `compute` is no computation of `value`, printed as `literal`, or nothing."""
    function = unwrapped(compute)
    if function is None:
        return [f"compute is {compute!r}; allowed is a named function or a lambda"]
    calls = False
    for piece in pieces(function):
        names = (node for node in ast.walk(piece.tree) if isinstance(node, ast.Name))
        calls = calls or any(_comes_from_allowed(piece, name.id) for name in names)
        for node, number in constants(piece):
            if _is_small(number) and piece.is_argument(node):
                continue
            if _states(number, value, literal, factor, unit):
                return [f"compute states its value: {ast.unparse(node)} is {number}"]
    if not calls:
        return ["compute calls nothing of the package, fractions, math, NumPy or a stored table"]
    return []
