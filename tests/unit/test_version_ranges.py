"""The ends of the ranges in ``pyproject.toml`` as pins for a trial."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import version_ranges
from book_pages import ROOT
from newest_pins import FILES

DEPENDENCIES = ["numpy>=2.0", "Matplotlib>=3.9"]


def test_ends_of_ranges():
    oldest = version_ranges.wanted(DEPENDENCIES, "oldest")
    assert oldest == {"numpy": "numpy==2.0", "matplotlib": "Matplotlib==3.9"}
    newest = version_ranges.wanted(DEPENDENCIES, "newest")
    assert newest == {"numpy": "numpy>=2.0", "matplotlib": "Matplotlib>=3.9"}


@pytest.mark.parametrize("dependency", ["numpy", "numpy<3", "numpy>=2.0,<3", "numpy ~= 2.0"])
def test_other_ranges_are_refused(dependency):
    with pytest.raises(ValueError, match="is no range of the form name>=version"):
        version_ranges.wanted([dependency], "oldest")


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in (*FILES, "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    monkeypatch.setattr(version_ranges, "ROOT", tmp_path)
    return tmp_path


@pytest.mark.parametrize(("end", "sign"), [("oldest", "=="), ("newest", ">=")])
def test_pins_of_the_package_alone_are_moved(copied: Path, end: str, sign: str):
    assert version_ranges.main([end]) == 0
    moved = {
        (before.partition("==")[0], after)
        for name in FILES
        for before, after in zip(
            (ROOT / name).read_text("utf-8").splitlines(),
            (copied / name).read_text("utf-8").splitlines(),
            strict=True,
        )
        if before != after
    }
    assert {name for name, _ in moved} == {"numpy", "matplotlib", "ipywidgets", "tqdm"}
    assert all(after.startswith(f"{name}{sign}") for name, after in moved)


def test_range_without_a_pin_is_said(copied: Path, capsys: pytest.CaptureFixture[str]):
    path = copied / "pyproject.toml"
    path.write_text(path.read_text("utf-8").replace('"tqdm>=4.60"', '"other>=1"'), "utf-8")
    assert version_ranges.main(["oldest"]) == 1
    assert "No pin to move for other." in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["middle"], ["oldest", "newest"]])
def test_one_end_must_be_named(arguments: list[str], capsys: pytest.CaptureFixture[str]):
    assert version_ranges.main(arguments) == 2
    assert "oldest or newest" in capsys.readouterr().err
