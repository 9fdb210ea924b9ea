"""What the tests in a browser share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

pytest.register_assert_rewrite("browser.checks", "browser.timed_checks", "browser.visits")


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """Print a measured figure, also when the test passes."""

    def aloud(line: str) -> None:
        with capsys.disabled():
            print(f"\n  {line}", flush=True)

    return aloud
