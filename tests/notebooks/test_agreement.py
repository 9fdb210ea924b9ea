"""``pytest`` and ``python -m pytest`` see the same tests."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from book_pages import ROOT

pytestmark = pytest.mark.slow

BIN = Path(sys.executable).parent


def collected(*command: str) -> int:
    """Return how many tests a command collects in the root of the book."""
    asked = [*command, "--collect-only", "-q", "-p", "no:cacheprovider"]
    result = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr
    found = re.search(r"^(\d+) tests collected", result.stdout, re.MULTILINE)
    assert found, result.stdout[-500:]
    return int(found[1])


def test_both_commands_collect_the_same() -> None:
    assert collected(str(BIN / "pytest")) == collected(sys.executable, "-m", "pytest") > 0
