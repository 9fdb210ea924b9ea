"""The whole book as a clone with a public origin builds it: every page, no cell run."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from html import unescape
from pathlib import Path

import book
from book_pages import ROOT

OWNER_AND_NAME = "an-owner/a-fork"
REPOSITORY = f"https://github.com/{OWNER_AND_NAME}"
BRANCH = "autumn"
LEFT_OUT = shutil.ignore_patterns(
    "_build", ".venv", ".git", ".*_cache", "__pycache__", "*.egg-info"
)
HREF = re.compile(r'href="([^"]+)"')
HEADER = re.compile(r'<div class="article-header-buttons">.*?<div id="jb-print', re.DOTALL)
MARKDOWN_LINK = re.compile(r"\]\((https://[^()\s]+)\)")


def without_workflow() -> dict[str, str]:
    """Return the environment without what a workflow says of its own repository."""
    return {name: said for name, said in os.environ.items() if not name.startswith("GITHUB_")}


def run_build(folder: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run the documented build command in a folder."""
    program = Path(sys.executable).parent / book.BUILD[0]
    return subprocess.run(
        [str(program), *book.BUILD[1:]],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )


@dataclass(frozen=True)
class LinkedSite:
    """A built site, its source folder and what the build printed."""

    source: Path
    output: str

    @property
    def folder(self) -> Path:
        return self.source / "_build/html"

    def html(self, name: str) -> str:
        return (self.folder / f"{name}.html").read_text(encoding="utf-8")

    def words(self, name: str) -> str:
        return unescape(re.sub(r"<[^>]+>", "", self.html(name)))

    def links(self, name: str) -> list[str]:
        return [unescape(url) for url in HREF.findall(self.html(name))]

    def header_links(self, name: str) -> list[str]:
        (header,) = HEADER.findall(self.html(name))
        return [unescape(url) for url in HREF.findall(header) if url.startswith("https:")]

    def notebook(self, name: str) -> Path:
        return self.folder / "_sources" / f"{name}.ipynb"

    def links_of_notebook(self, name: str) -> list[str]:
        if not self.notebook(name).exists():
            return []
        cells = json.loads(self.notebook(name).read_text(encoding="utf-8"))["cells"]
        text = "\n".join("".join(cell["source"]) for cell in cells)
        return MARKDOWN_LINK.findall(text)

    def tracked(self) -> set[str]:
        said = subprocess.run(
            ["git", "-C", str(self.source), "ls-files"], capture_output=True, text=True, check=True
        )
        return set(said.stdout.splitlines())


def build_linked(folder: Path) -> LinkedSite:
    """Copy the book, make it a clone with a public origin and build it with execution off."""
    shutil.copytree(ROOT, folder, ignore=LEFT_OUT)
    config = folder / "_config.yml"
    text = config.read_text(encoding="utf-8")
    assert text.count("execute_notebooks: force") == 1
    config.write_text(text.replace("execute_notebooks: force", 'execute_notebooks: "off"'))
    name = ["-c", "user.name=Test", "-c", "user.email=test@localhost"]
    for arguments in (
        ["init", "-q", "-b", BRANCH],
        ["add", "--all"],
        ["commit", "-q", "-m", "all"],
        ["remote", "add", "origin", f"{REPOSITORY}.git"],
    ):
        subprocess.run(["git", "-C", str(folder), *name, *arguments], check=True)
    done = run_build(folder, without_workflow())
    output = done.stdout + done.stderr
    assert done.returncode == 0, output
    return LinkedSite(folder, output)
