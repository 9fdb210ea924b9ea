"""Builds of the fixture book: two pages with the settings, extension and style of the real one."""

import json
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest
from linked import run_build, without_workflow

ROOT = Path(__file__).resolve().parents[2]
FIXTURE = Path(__file__).parent / "fixture_book"
STRAY_NOTEBOOK = {"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


@dataclass(frozen=True)
class Build:
    """A finished build: its source folder, its exit code and all that it printed."""

    source: Path
    code: int
    output: str

    @property
    def site(self) -> Path:
        return self.source / "_build/html"

    def files(self) -> dict[str, bytes]:
        found = (file for file in self.site.rglob("*") if file.is_file())
        return {file.relative_to(self.site).as_posix(): file.read_bytes() for file in found}

    def pages(self) -> dict[str, str]:
        found = self.files().items()
        return {name: data.decode() for name, data in found if name.endswith(".html")}


class Tree:
    """A copy of the fixture book that a test may change."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(FIXTURE, folder)
        for name in ("_ext", "_static", "code/sqrtdk"):
            ignore = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, folder / name, ignore=ignore)
        for name in ("_config.yml", "references.bib"):
            shutil.copy(ROOT / name, folder)

    def edit(self, name: str, old: str, new: str) -> None:
        file = self.folder / name
        text = file.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{name} holds {old!r} {text.count(old)} times"
        file.write_text(text.replace(old, new), encoding="utf-8")

    def append(self, name: str, text: str) -> None:
        with (self.folder / name).open("a", encoding="utf-8") as file:
            file.write(text)

    def add(self, name: str, text: str) -> None:
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def build(self) -> Build:
        """Run the documented command from clean, with the copied package in front."""
        shutil.rmtree(self.folder / "_build", ignore_errors=True)
        environment = without_workflow() | {"PYTHONPATH": str(self.folder / "code")}
        done = run_build(self.folder, environment)
        return Build(self.folder, done.returncode, done.stdout + done.stderr)


@pytest.fixture
def tree(tmp_path):
    """Return a fresh copy of the fixture book."""
    return Tree(tmp_path / "book")


@pytest.fixture(scope="session")
def sound_tree(tmp_path_factory):
    """Return the fixture book among files that are none of the site's business."""
    sound = Tree(tmp_path_factory.mktemp("sound") / "book")
    notebook = json.dumps(STRAY_NOTEBOOK)
    sound.add(".venv/lib/stray.md", "# Stray\n")
    sound.add(".venv/lib/stray.ipynb", notebook)
    sound.add("README.md", "# Readme\n")
    sound.add("chapters/draft.md", "# Draft\n")
    sound.add("tests/stray.md", "# Stray\n")
    sound.add("stray.ipynb", notebook)
    return sound


@pytest.fixture(scope="session")
def sound(sound_tree):
    """Return the build of the fixture book as it stands."""
    build = sound_tree.build()
    assert build.code == 0, build.output
    return build
