"""Set the book up as Binder does, without Docker: a fresh environment, then Binder's steps."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# What repo2docker's Dockerfile runs in the checkout, in its order.
STEPS = (
    ("pip", "install", "-r", "requirements.txt"),
    ("pip", "install", "."),
    ("./postBuild",),
)
LEFT_OUT = shutil.ignore_patterns(".*", "_build", "__pycache__", "*.egg-info", "tests")
UNITS = {"bytes": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9}
DOWNLOAD = re.compile(r"^\s*Downloading (\S+)(?: \(([\d.]+) (bytes|kB|MB|GB)\))?", re.MULTILINE)


@dataclass(frozen=True)
class Home:
    """A copy of the book, the virtual environment for it, and a home folder."""

    root: Path

    @property
    def book(self) -> Path:
        """Return the folder of the copy."""
        return self.root / "book"

    @property
    def environment(self) -> dict[str, str]:
        """Variables under which nothing outside of this folder is read or written."""
        bin_ = self.root / "venv/bin"
        kept = {
            name: os.environ[name] for name in ("LANG", "LC_ALL", "TMPDIR") if name in os.environ
        }
        path = f"{bin_}{os.pathsep}{os.environ.get('PATH', '')}"
        return kept | {"PATH": path, "HOME": str(self.root / "home"), "PYTHONUTF8": "1"}

    def run(self, *command: str, **variables: str) -> str:
        """Run a command in the copy of the book; return what it said, and say it if it fails."""
        result = subprocess.run(
            command,
            cwd=self.book,
            env=self.environment | variables,
            capture_output=True,
            text=True,
            check=False,
        )
        if result.returncode:
            raise RuntimeError(f"{command}\n{result.stdout}\n{result.stderr}")
        return result.stdout

    def take_the_book(self) -> None:
        """Copy the book and make the home folder."""
        shutil.copytree(ROOT, self.book, ignore=LEFT_OUT)
        (self.root / "home").mkdir()

    def take_the_steps(self, **variables: str) -> str:
        """Make the environment and run all that Binder runs in it; return what it said."""
        self.run(sys.executable, "-m", "venv", str(self.root / "venv"))
        kept = (name for name in os.environ if name.startswith(("PIP_", "SSL_")))
        pip = {"HOME": os.environ.get("HOME", str(self.root / "home"))}
        pip |= {name: os.environ[name] for name in kept}
        said = ""
        for step in STEPS:
            said += self.run(*step, **(pip | variables if step[0] == "pip" else {}))
        return said


def downloaded(said: str) -> int:
    """Return the bytes that pip says it has downloaded, rounded as it rounds them.

    Raises
    ------
    ValueError
        If pip says nothing of a download, or not how large one is.
    """
    found = DOWNLOAD.findall(said)
    if not found:
        raise ValueError("pip names no download")
    without = [name for name, size, _ in found if not size]
    if without:
        raise ValueError(f"pip gives no size of {', '.join(without)}")
    return round(sum(float(size) * UNITS[unit] for _, size, unit in found))


def size_of(folder: Path) -> int:
    """Return the bytes of the files of a folder, each file once."""
    files = (file.lstat() for file in folder.rglob("*") if not file.is_dir())
    return sum({one.st_ino: one.st_size for one in files}.values())
