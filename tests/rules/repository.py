"""Rules for the files of the repository and for the layers and the form of the package."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rules.finding import Finding

PACKAGE = "sqrtdk"
NUMBERS = {
    "_checks", "_law", "_moments", "discrete", "joint", "components", "estimates", "simulate",
    "examples", "_softmax", "weights", "sensitivity", "_scales", "_bessel", "_draws",
    "_uniform_products", "dot_products", "layers", "experiments", "_score_arguments",
    "score_laws", "extremes", "convergence", "freezing", "_progress", "_table_text", "tables",
    "standard_library",
}  # fmt: skip
PICTURES = {"plots", "style"}
ENGINE = "explorer"
SHOWING = {"matplotlib", "ipywidgets", "IPython"}
MODULE_LINES = 300
FUNCTION_LINES = 40
SIZED = {"code", "_ext"}
GENERATED = {"_build", "node_modules", "__pycache__"}
HIDDEN_BUT_KEPT = {".ci", ".devcontainer", ".github", ".gitignore"}
WORDS_OF_FILES = {
    ".py", ".md", ".toml", ".txt", ".yml", ".yaml", ".css", ".js", ".json", ".cff", ".bib",
    ".svg", ".cfg", ".sh", "",
}  # fmt: skip
OWN_MACHINE = re.compile(r"(?<![\w.~-])/(?:work|root)/")
TEMPORARY = re.compile(r"(?<![\w.~-])/(?:tmp)/")


@dataclass(frozen=True)
class Module:
    """One module of the package: its dotted name within the package, its file and its tree."""

    name: str
    path: Path
    tree: ast.Module
    is_package: bool

    @property
    def layer(self) -> str:
        """Return numbers, pictures, engine or explorers; what is unknown is the last."""
        head = self.name.split(".")[0]
        if head in NUMBERS:
            return "numbers"
        if head in PICTURES:
            return "pictures"
        return "engine" if head == ENGINE else "explorers"


def files(root: Path) -> Iterator[Path]:
    """Yield the files of the repository that are kept: nothing generated, nothing hidden."""
    for path in sorted(root.iterdir()):
        name = path.name
        skip = name in GENERATED or name.endswith(".egg-info")
        if skip or (name.startswith(".") and name not in HIDDEN_BUT_KEPT):
            continue
        if path.is_dir():
            yield from files(path)
        elif path.suffix in WORDS_OF_FILES:
            yield path


def modules(root: Path) -> list[Module]:
    """Return the modules of the package."""
    base = root / "code" / PACKAGE
    found = []
    for path in sorted(base.rglob("*.py")):
        parts = list(path.relative_to(base).with_suffix("").parts)
        is_package = parts[-1] == "__init__"
        name = ".".join(parts[:-1] if is_package else parts)
        found.append(Module(name, path, ast.parse(path.read_text("utf-8")), is_package))
    return found


def _finding(root: Path, path: Path, line: int, message: str) -> Finding:
    return Finding(path.relative_to(root).as_posix(), line, message)


def plain_code_folder(root: Path) -> list[Finding]:
    """`code` stays the module of the standard library."""
    path = root / "code" / "__init__.py"
    return [_finding(root, path, 0, "hides the standard library's code")] if path.exists() else []


def machine_paths(root: Path) -> list[Finding]:
    """No file names a folder of one machine; temporary ones may stand in tests."""
    found = []
    for path in files(root):
        in_tests = path.relative_to(root).parts[0] == "tests"
        patterns = [OWN_MACHINE] if in_tests else [OWN_MACHINE, TEMPORARY]
        lines = path.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines, 1):
            if any(pattern.search(line) for pattern in patterns):
                found.append(_finding(root, path, number, f"path of one machine: {line.strip()}"))
    return found


def _absolute(node: ast.ImportFrom, module: Module) -> str:
    if not node.level:
        return node.module or ""
    package = [PACKAGE, *filter(None, module.name.split("."))]
    up = node.level - 1 if module.is_package else node.level
    base = package[: len(package) - up] if up else package
    return ".".join([*base, *filter(None, [node.module])])


def imports(module: Module) -> Iterator[tuple[int, str]]:
    """Yield the line and the full name of everything a module imports, wherever it does."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(node, module)
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def _import_problem(module: Module, name: str) -> str:
    parts = name.split(".")
    if parts[:2] == ["matplotlib", "pyplot"]:
        return "pyplot keeps figures open; use matplotlib.figure.Figure"
    own = parts[1] if parts[0] == PACKAGE and len(parts) > 1 else ""
    inside = parts[0] == PACKAGE
    if module.layer == "engine" and inside and own != ENGINE:
        return f"the engine imports {name}, a part of the book"
    below = {"numbers": NUMBERS, "pictures": NUMBERS | PICTURES}.get(module.layer)
    if below is None:
        return ""
    may_draw = {"matplotlib"} if module.layer == "pictures" else set()
    if parts[0] in SHOWING - may_draw or (inside and own not in below):
        return f"a module of {module.layer} imports {name}"
    return ""


def layers(root: Path) -> list[Finding]:
    """Numbers, pictures, engine and explorers import only what they may."""
    return [
        _finding(root, module.path, line, problem)
        for module in modules(root)
        for line, name in imports(module)
        if (problem := _import_problem(module, name))
    ]


def names_of_modules(root: Path) -> list[Finding]:
    """No public function bears the name of a module of the package."""
    found = []
    taken = {part for module in modules(root) for part in module.name.split(".") if part}
    for module in modules(root):
        for node in module.tree.body:
            public = isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
            if public and node.name in taken:
                message = f"function {node.name} bears the name of a module"
                found.append(_finding(root, module.path, node.lineno, message))
    return found


def _without_docstring(node: ast.FunctionDef) -> int:
    total = (node.end_lineno or node.lineno) - node.lineno + 1
    first = node.body[0]
    if ast.get_docstring(node) is None:
        return total
    return total - ((first.end_lineno or first.lineno) - first.lineno + 1)


def sizes(root: Path) -> list[Finding]:
    """Modules have fewer than 300 lines, functions fewer than 40 without their docstrings."""
    found = []
    sized = (p for p in files(root) if p.relative_to(root).parts[0] in SIZED)
    for path in (p for p in sized if p.suffix == ".py"):
        text = path.read_text(encoding="utf-8")
        if (count := len(text.splitlines())) >= MODULE_LINES:
            found.append(_finding(root, path, 0, f"{count} lines; fewer than {MODULE_LINES}"))
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.FunctionDef):
                continue
            if (count := _without_docstring(node)) >= FUNCTION_LINES:
                message = f"{node.name} has {count} lines; fewer than {FUNCTION_LINES}"
                found.append(_finding(root, path, node.lineno, message))
    return found
