"""A real JupyterLab, set up as Binder does it, in a folder of its own."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import binder

SETTINGS = ".jupyter/lab/user-settings/@jupyterlab/apputils-extension"
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}


class Home(binder.Home):
    """A place as Binder sets it up, with the settings of a user of JupyterLab."""

    def setting(self, plugin: str, **values: object) -> None:
        """Write a setting as a user of JupyterLab has it."""
        folder = self.root / "home" / SETTINGS
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{plugin}.jupyterlab-settings").write_text(json.dumps(values))

    def theme(self, name: str) -> None:
        """Choose the theme of the next window."""
        self.setting("themes", theme=THEMES[name])


def set_up(root: Path) -> Home:
    """Copy the book and run all that Binder runs."""
    home = Home(root)
    home.take_the_book()
    home.take_the_steps(PIP_QUIET="1")
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
