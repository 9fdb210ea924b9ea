"""Every pin of requirements.txt is needed: by the build, by Binder, or by something of theirs."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, entry_points, packages_distributions, requires
from pathlib import Path

import book
import pytest
import yaml
from newest_pins import PIN, normal
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
# Tools that run with the pins of the book alone; the others need those of the tests.
TOOLS = ("tools/book.py", "tools/find_browser.py")
# Loaded by JupyterLab itself: no line of the book names it.
PLUGINS = {"jupyterlab-myst"}  # theorems, folds and exercises of a chapter opened as a notebook


def pinned(text: str) -> list[str]:
    found = (PIN.match(line) for line in text.splitlines())
    return [normal(pin[1]) for pin in found if pin]


def imported() -> Iterator[str]:
    """The modules that the package, the extension and the tools of the build import."""
    files = [ROOT / name for name in TOOLS]
    for folder in ("code", "_ext"):
        files += (ROOT / folder).rglob("*.py")
    for file in files:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield node.module


def extensions() -> list[str]:
    config = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
    found: list[str] = config["sphinx"]["extra_extensions"]
    return found


def programs() -> list[str]:
    """What the build, JupyterLab and Binder's last step run."""
    last = re.findall(
        r"^([a-z][\w-]*)(?= )", (ROOT / "postBuild").read_text("utf-8"), re.MULTILINE
    )
    return [book.BUILD[0], book.lab_command(ROOT, 0)[0], *(set(last) - {"set"})]


def roots() -> set[str]:
    """The distributions that the book names."""
    homes = packages_distributions()
    modules = {module.partition(".")[0] for module in imported()}
    found = {home for module in modules for home in homes.get(module, [])}
    for extension in extensions():
        found.update(homes.get(extension, [extension]))
    scripts = {one.name: one.dist for one in entry_points(group="console_scripts")}
    found.update(dist.name for name in programs() if (dist := scripts[name]))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    found.update(Requirement(line).name for line in project["dependencies"])
    return {normal(name) for name in found | PLUGINS} - {"sqrtdk"}


def needs(name: str, extras: Iterable[str]) -> Iterator[Requirement]:
    """What a distribution asks for on this machine, for itself and for some extras."""
    for line in requires(name) or []:
        one = Requirement(line)
        marker = one.marker
        if marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            yield one


def closure(names: Iterable[str]) -> set[str]:
    """The distributions that are installed for some, themselves among them."""
    found: set[tuple[str, frozenset[str]]] = set()
    waiting = [(name, frozenset[str]()) for name in names]
    while waiting:
        name, extras = waiting.pop()
        if (name, extras) in found:
            continue
        found.add((name, extras))
        try:
            asked = list(needs(name, extras))
        except PackageNotFoundError:
            continue
        waiting += [(normal(one.name), frozenset(one.extras)) for one in asked]
    return {name for name, _ in found}


def unneeded(text: str) -> list[str]:
    return sorted(set(pinned(text)) - closure(roots()))


def test_every_pin_is_needed():
    assert unneeded((ROOT / "requirements.txt").read_text("utf-8")) == []


@pytest.mark.parametrize("name", ["requests-cache", "scipy", "pytest", "playwright"])
def test_planted_pin_is_found(name):
    text = (ROOT / "requirements.txt").read_text("utf-8")
    assert unneeded(f"{text}{name}==1.0\n") == [name]


def test_no_pin_stands_twice():
    names = [pinned((ROOT / name).read_text("utf-8")) for name in book.PINS]
    both = [name for one in names for name in one]
    assert sorted(both) == sorted(set(both))


def test_the_names_lead_somewhere():
    found = roots()
    named = {"jupyter-book", "jupyterlab", "jupytext", "sphinx-proof", "sphinx-mathjax-offline"}
    assert named < found < closure(found)
