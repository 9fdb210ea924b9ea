"""One JupyterLab for all tests of this folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from lab.server import Home, serving, set_up

pytest.register_assert_rewrite("lab.notebook")


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """The book as Binder sets it up: its pins in a fresh environment, then ``postBuild``."""
    return set_up(tmp_path_factory.mktemp("lab"))


@pytest.fixture(scope="session")
def lab(home: Home) -> Iterator[str]:
    """Address of a running JupyterLab."""
    with serving(home) as address:
        yield address


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """Print a measured figure, also when the test passes."""

    def aloud(line: str) -> None:
        with capsys.disabled():
            print(f"\n  {line}", flush=True)

    return aloud
