"""The search for a browser, and the files at the root that people and services read."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import find_browser  # noqa: E402

ENTITY = {"name": "The √dₖ book contributors"}


def browser(path: Path, *, works: bool = True) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    answer = "echo Chromium 150.0.1" if works else "echo install me first; exit 1"
    path.write_text(f"#!/bin/sh\n{answer}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with nothing on its PATH and no browser of playwright's."""
    monkeypatch.delenv("SQRTDK_CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "playwright"))
    monkeypatch.setattr(find_browser, "MAC", ())
    return tmp_path


def test_no_browser_is_none(bare: Path) -> None:
    assert find_browser.find_chromium() is None


def test_browser_on_the_path_comes_before_playwrights(bare: Path) -> None:
    theirs = browser(bare / "playwright/chromium-1234/chrome-linux64/chrome")
    assert find_browser.find_chromium() == str(theirs)
    ours = browser(bare / "bin/chromium")
    assert find_browser.find_chromium() == str(ours)


def test_stub_that_does_not_start_is_passed_over(bare: Path) -> None:
    browser(bare / "bin/chromium-browser", works=False)
    assert find_browser.find_chromium() is None
    ours = browser(bare / "bin/google-chrome")
    assert find_browser.find_chromium() == str(ours)


def test_named_browser_is_the_only_one(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    browser(bare / "bin/chromium")
    named = browser(bare / "elsewhere/mine")
    monkeypatch.setenv("SQRTDK_CHROMIUM", str(named))
    assert find_browser.find_chromium() == str(named)
    named.unlink()
    assert find_browser.find_chromium() is None


def test_code_stays_the_module_of_the_standard_library() -> None:
    assert not (ROOT / "code/__init__.py").exists()
    seen = "import code, pdb; print(code.__file__); code.InteractiveConsole; pdb.Pdb"
    answer = subprocess.run(
        [sys.executable, "-c", seen], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert not Path(answer.stdout.strip()).is_relative_to(ROOT / "code")


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_every_pin_is_exact(name: str) -> None:
    lines = [re.sub(r"(^|\s+)#.*", "", line) for line in (ROOT / name).read_text().splitlines()]
    wanted = r"[A-Za-z0-9_.-]+==[0-9][A-Za-z0-9.]*|-e \.|-r requirements\.txt"
    loose = [line for line in lines if line and not re.fullmatch(wanted, line)]
    assert loose == []


def test_book_can_be_cited() -> None:
    said = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert {"cff-version", "message", "title", "authors"} <= said.keys()
    assert said["cff-version"] == "1.2.0"
    assert said["authors"] == said["preferred-citation"]["authors"] == [ENTITY]
    assert said["license"] == "BSD-3-Clause"
    assert said["preferred-citation"]["license"] == "CC-BY-4.0"
    settings = yaml.safe_load((ROOT / "_config.yml").read_text())
    assert said["preferred-citation"]["title"].startswith(settings["title"])
    assert str(said["preferred-citation"]["year"]) == settings["copyright"]
    assert settings["author"] == ENTITY["name"]
    project = (ROOT / "pyproject.toml").read_text()
    assert f'version = "{said["version"]}"' in project


def test_both_licences_are_named() -> None:
    code = (ROOT / "LICENSE").read_text()
    assert code.startswith("BSD 3-Clause License\n")
    assert "LICENSE-TEXT.md" in code
    text = (ROOT / "LICENSE-TEXT.md").read_text()
    assert "https://creativecommons.org/licenses/by/4.0/legalcode" in text
    assert "BSD 3-Clause" in text


def test_tree_of_the_readme_is_true() -> None:
    readme = (ROOT / "README.md").read_text()
    tree = re.search(r"```text\n(.*?)```", readme, re.DOTALL)
    assert tree
    lines = tree[1].splitlines()
    assert len(lines) == 10
    named = [name for line in lines for name in re.split(r"\s{2,}", line)[0].split(", ")]
    assert [name for name in named if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "LICENSE-TEXT.md"])
def test_links_within_the_repository_lead_somewhere(name: str) -> None:
    targets = re.findall(r"\]\(([^)#:]+)\)", (ROOT / name).read_text())
    assert [target for target in targets if not (ROOT / target).exists()] == []


@pytest.mark.parametrize("name", ["logo.svg", "favicon.svg"])
def test_pictures_of_the_book_need_no_font(name: str) -> None:
    picture = ET.parse(ROOT / "_static" / name).getroot()
    assert picture.get("viewBox")
    assert {element.tag.split("}")[1] for element in picture.iter()} == {"svg", "path"}
