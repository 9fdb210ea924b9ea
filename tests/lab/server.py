"""A real JupyterLab, set up as Binder does it, in a folder of its own."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from book_pages import ROOT

LEFT_OUT = shutil.ignore_patterns(".*", "_build", "__pycache__", "*.egg-info", "tests")
SETTINGS = ".jupyter/lab/user-settings/@jupyterlab/apputils-extension"
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}


@dataclass(frozen=True)
class Home:
    """A copy of the book, the virtual environment for it, and a home folder."""

    root: Path

    @property
    def book(self) -> Path:
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

    def run(self, *command: str, **variables: str) -> None:
        """Run a command in the copy of the book; say what it said if it fails."""
        result = subprocess.run(
            command,
            cwd=self.book,
            env=self.environment | variables,
            capture_output=True,
            text=True,
            check=False,
        )
        assert result.returncode == 0, f"{command}\n{result.stdout}\n{result.stderr}"

    def setting(self, plugin: str, **values: object) -> None:
        """Write a setting as a user of JupyterLab has it."""
        folder = self.root / "home" / SETTINGS
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{plugin}.jupyterlab-settings").write_text(json.dumps(values))

    def theme(self, name: str) -> None:
        """Choose the theme of the next window."""
        self.setting("themes", theme=THEMES[name])


def set_up(root: Path) -> Home:
    """Copy the book, install its pins, run ``postBuild``: all that Binder does."""
    home = Home(root)
    shutil.copytree(ROOT, home.book, ignore=LEFT_OUT)
    (root / "home").mkdir()
    home.run(sys.executable, "-m", "venv", str(root / "venv"))
    pip = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_"))}
    pip |= {"HOME": os.environ.get("HOME", str(root / "home"))}
    home.run(str(root / "venv/bin/pip"), "install", "-q", "-r", "requirements.txt", **pip)
    home.run("./postBuild")
    home.setting("notification", fetchNews="false", checkForUpdates=False)
    return home


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _command(home: Home, port: int) -> list[str]:
    return [
        str(home.root / "venv/bin/jupyter-lab"),
        "--no-browser",
        "--expose-app-in-browser",
        f"--ServerApp.root_dir={home.book}",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        "--IdentityProvider.token=",
        "--LabApp.extension_manager=readonly",
        "--LanguageServerManager.autodetect=False",
        *(["--allow-root"] if os.geteuid() == 0 else []),
    ]


@contextmanager
def serving(home: Home) -> Iterator[str]:
    """Run JupyterLab for as long as a block runs; give its address."""
    port = _free_port()
    with (home.root / "log").open("w") as log:
        process = subprocess.Popen(
            _command(home, port), cwd=home.book, env=home.environment, stdout=log, stderr=log
        )
        try:
            yield _wait(f"http://127.0.0.1:{port}", home, process)
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait(address: str, home: Home, process: subprocess.Popen[bytes]) -> str:
    for _ in range(240):
        assert process.poll() is None, (home.root / "log").read_text()
        try:
            with urlopen(f"{address}/api", timeout=5):
                return address
        except (URLError, ConnectionError, TimeoutError):
            time.sleep(0.25)
    raise AssertionError((home.root / "log").read_text())
