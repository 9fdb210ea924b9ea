"""Raise the pins to the newest versions that go together.

A pin stays where its line says that newer ones break the book, and Jupyter Book stays
below 2. Pins that were raised are for a trial: ``make test`` says whether they hold.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FILES = ("requirements.txt", "requirements-dev.txt")
HELD = "newer ones"
BELOW = {"jupyter-book": "<2"}
PIN = re.compile(r"^([A-Za-z0-9_.-]+)==[^\s#]+")


def normal(name: str) -> str:
    """Return the name of a package as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def loosened(line: str) -> str:
    """Return a line of requirements without its pin, unless it is held."""
    pin = PIN.match(line)
    if not pin or HELD in line:
        return line
    return pin[1] + BELOW.get(normal(pin[1]), "")


def raised(line: str, versions: dict[str, str]) -> str:
    """Return a line of requirements with the pin that `versions` gives."""
    return PIN.sub(lambda pin: f"{pin[1]}=={versions[normal(pin[1])]}", line)


def resolve(lines: list[str]) -> dict[str, str]:
    """Return the versions that pip would install for `lines`."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    with tempfile.TemporaryDirectory() as folder:
        wanted, report = Path(folder) / "wanted.txt", Path(folder) / "report.json"
        wanted.write_text("\n".join(lines))
        dry = ["--dry-run", "--ignore-installed", "--report", str(report), "-r", str(wanted)]
        subprocess.run([*pip, *dry], cwd=ROOT, check=True)
        found = [item["metadata"] for item in json.loads(report.read_text())["install"]]
    return {normal(item["name"]): item["version"] for item in found}


def main() -> None:
    """Raise the pins of both files and print those that moved."""
    old = {name: (ROOT / name).read_text().splitlines() for name in FILES}
    lines = [loosened(line) for name in FILES for line in old[name]]
    versions = resolve([line for line in lines if not line.startswith("-r ")])
    for name in FILES:
        new = [raised(line, versions) for line in old[name]]
        (ROOT / name).write_text("\n".join(new) + "\n")
        for before, after in zip(old[name], new, strict=True):
            if before != after:
                print(f"{before.split()[0]} -> {after.split()[0]}", flush=True)


if __name__ == "__main__":
    main()
