"""What all tests share: the built site, a server for it, and a browser."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from find_browser import FLAGS, find_chromium
from linked import LinkedSite, build_linked, run_build
from site_server import serve

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def site() -> Path:
    """Folder of the built site; ``make test`` has built it, otherwise it is built now."""
    if not (ROOT / "_build" / "book.stamp").exists():
        result = run_build(ROOT, dict(os.environ))
        assert result.returncode == 0, result.stdout + result.stderr
    return ROOT / "_build" / "html"


@pytest.fixture(scope="session")
def linked(tmp_path_factory: pytest.TempPathFactory) -> LinkedSite:
    """The site of a clone whose origin is on a public host, without the outputs of cells."""
    return build_linked(tmp_path_factory.mktemp("linked") / "book")


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Address of the built site on this machine."""
    with serve(site) as base:
        yield base


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of a Chromium; without one the test is skipped, and in CI it fails."""
    path = find_chromium()
    if path is None:
        if os.environ.get("CI") == "true":
            pytest.fail("CI needs a Chromium, and none was found")
        pytest.skip("no Chromium found, so nothing was tested in a browser")
    return path


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Any]:
    """A headless Chromium without access to any network but this machine."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=chromium,
            args=[*FLAGS, "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
            ignore_default_args=["--disable-ipc-flooding-protection"],
        )
        yield started
        started.close()
