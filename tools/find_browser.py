"""Find a Chromium on this machine, and say how it is started."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC = ("Chromium.app/Contents/MacOS/Chromium", "Google Chrome.app/Contents/MacOS/Google Chrome")
PLAYWRIGHT = ("chromium-*/chrome-linux*/chrome", "chromium-*/chrome-mac*/*.app/Contents/MacOS/*")
# Headless, as root too, and asking nothing of the network by itself.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def find_chromium() -> str | None:
    """Return the path of a Chromium that starts, or None.

    ``SQRTDK_CHROMIUM`` names one, and then no other is looked for. Without it, the
    machine's own come first, then those that playwright installed.
    """
    named = os.environ.get("SQRTDK_CHROMIUM")
    paths = iter([shutil.which(named)]) if named else _candidates()
    return next((path for path in paths if path and starts(path)), None)


def starts(path: str) -> bool:
    """Tell whether `path` answers ``--version``; some systems ship a stub that does not."""
    try:
        answer = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0 and any(word[0].isdigit() for word in answer.stdout.split())


def _candidates() -> Iterator[str | None]:
    yield from map(shutil.which, NAMES)
    yield from (path for path in (f"/Applications/{app}" for app in MAC) if os.path.exists(path))
    for folder in _playwright_folders():
        for pattern in PLAYWRIGHT:
            yield from map(str, sorted(folder.glob(pattern), reverse=True))


def _playwright_folders() -> list[Path]:
    named = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    if named and named != "0":
        return [Path(named)]
    return [Path.home() / ".cache/ms-playwright", Path.home() / "Library/Caches/ms-playwright"]


if __name__ == "__main__":
    print(find_chromium() or "no Chromium found")
