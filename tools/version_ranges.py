"""Put one end of the ranges in ``pyproject.toml`` into the pins, for a trial of the package.

``python tools/version_ranges.py oldest`` pins each package that the book's own needs to the
oldest version that its range allows; ``newest`` takes the pin away. All other pins stay.
"""

import re
import sys
import tomllib
from pathlib import Path

from newest_pins import FILES, PIN, ROOT, normal

RANGE = re.compile(r"([A-Za-z0-9_.-]+)>=([0-9.]+)")


def wanted(dependencies: list[str], end: str) -> dict[str, str]:
    """Return what pip is asked for at one end, by the name of the package.

    A range is a name, ``>=`` and a version; any other is a ValueError.
    """
    found = {}
    for dependency in dependencies:
        parts = RANGE.fullmatch(dependency)
        if parts is None:
            raise ValueError(f"{dependency!r} is no range of the form name>=version")
        oldest = f"{parts[1]}=={parts[2]}"
        found[normal(parts[1])] = {"oldest": oldest, "newest": dependency}[end]
    return found


def changed(line: str, asked: dict[str, str]) -> str:
    """Return a line of requirements with what is asked in place of its pin."""
    pin = PIN.match(line)
    return asked.get(normal(pin[1]), line) if pin else line


def main(arguments: list[str]) -> int:
    """Change the pins and print those that moved."""
    if arguments not in (["oldest"], ["newest"]):
        print("Name one end of the ranges: oldest or newest.", file=sys.stderr)
        return 2
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = wanted(project["dependencies"], arguments[0])
    left = set(asked)
    for path in (Path(ROOT / name) for name in FILES):
        lines = path.read_text("utf-8").splitlines()
        for line in lines:
            if changed(line, asked) != line:
                left.discard(normal(line.partition("==")[0]))
                print(changed(line, asked))
        path.write_text("\n".join(changed(line, asked) for line in lines) + "\n", "utf-8")
    if left:
        print(f"No pin to move for {', '.join(sorted(left))}.", file=sys.stderr)
    return int(bool(left))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
