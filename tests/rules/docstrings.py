"""Every public function and class of the package says what it takes and gives, in numpydoc."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from rules.finding import Finding
from rules.repository import Module, modules

SECTION = re.compile(r"^\s*(\w[\w ]*)\n\s*-{3,}\s*$", re.MULTILINE)


def _decorators(node: ast.FunctionDef | ast.ClassDef) -> set[str]:
    names = (decorator.func if isinstance(decorator, ast.Call) else decorator
             for decorator in node.decorator_list)  # fmt: skip
    return {ast.unparse(name).rsplit(".", 1)[-1] for name in names}


def public(module: Module) -> Iterator[tuple[ast.FunctionDef | ast.ClassDef, str]]:
    """Yield public functions, classes and methods, with "function", "class" or "method"."""
    for node in module.tree.body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            yield node, "function"
        elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node, "class"
            for inner in [] if _is_protocol(node) else node.body:
                if isinstance(inner, ast.FunctionDef) and not inner.name.startswith("_"):
                    yield inner, "method"


def _is_protocol(node: ast.ClassDef) -> bool:
    bases = (ast.unparse(base).split("[")[0].rsplit(".", 1)[-1] for base in node.bases)
    return "Protocol" in bases


def _parameters(node: ast.FunctionDef) -> list[str]:
    arguments = node.args
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    rest = [extra for extra in (arguments.vararg, arguments.kwarg) if extra]
    return [a.arg for a in [*named, *rest] if a.arg not in ("self", "cls")]


def _takes_arguments(node: ast.ClassDef) -> bool:
    """Return whether a class is built from arguments written in it."""
    fields = any(isinstance(inner, ast.AnnAssign) for inner in node.body)
    if "dataclass" in _decorators(node) and fields:
        return True
    inits = (n for n in node.body if isinstance(n, ast.FunctionDef) and n.name == "__init__")
    return any(_parameters(init) for init in inits)


def _wanted(node: ast.FunctionDef | ast.ClassDef, kind: str, module: Module) -> set[str]:
    examples = {"Examples"} if module.layer == "numbers" else set()
    if isinstance(node, ast.ClassDef):
        return {"Parameters"} if _takes_arguments(node) else set()
    decorators = _decorators(node)
    if decorators & {"property", "cached_property", "setter"}:
        return set()
    wanted = examples
    if _parameters(node):
        wanted = wanted | {"Parameters"}
    if node.returns is not None and ast.unparse(node.returns) not in ("None", "Iterator[None]"):
        yields = any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in ast.walk(node))
        wanted = wanted | {"Yields" if yields else "Returns"}
    return wanted


def _problem(node: ast.FunctionDef | ast.ClassDef, kind: str, module: Module) -> str:
    text = ast.get_docstring(node)
    if not text:
        return f"{kind} {node.name} has no docstring"
    if any(part.startswith("_") for part in module.name.split(".")) and kind != "method":
        return ""
    sections = set(SECTION.findall(text))
    if isinstance(node, ast.ClassDef) and "Attributes" in sections:
        sections.add("Parameters")
    missing = sorted(_wanted(node, kind, module) - sections)
    return f"docstring of {kind} {node.name} lacks {', '.join(missing)}" if missing else ""


def docstrings(root: Path) -> list[Finding]:
    """Docstrings with the sections that apply; examples too where numbers are computed."""
    found = []
    for module in modules(root):
        for node, kind in public(module):
            if "overload" in _decorators(node):
                continue
            if problem := _problem(node, kind, module):
                where = module.path.relative_to(root).as_posix()
                found.append(Finding(where, node.lineno, problem))
    return found
