"""Static pages of one explorer, sound or damaged on purpose.

Each damage is one that readers complain of: the slider moves and the picture does not, the picture
belongs to another stop, the sentence does, or a link opens another state.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from sqrtdk.explorer import Explorer

STATIC = Path(__file__).resolve().parents[2] / "_static"
DATA = re.compile(r'(<script type="application/json" class="sqrtdk-data">)(.*?)(</script>)', re.S)
PAGE = """<!DOCTYPE html>
<html lang="en" data-theme="light">
<head><meta charset="utf-8"><title>Explorers</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="sqrtdk.css"><script defer src="sqrtdk.js"></script></head>
<body><main class="bd-article"><h1>Explorers</h1>{}</main></body></html>
"""

Damage = Callable[[dict[str, Any], Explorer], None]


def write_page(folder: Path, explorers: Sequence[Explorer], damage: Damage | None = None) -> None:
    """Write ``page.html`` with the site's own script and style beside it."""
    for name in ("sqrtdk.js", "sqrtdk.css"):
        shutil.copy(STATIC / name, folder)
    parts = []
    for explorer in explorers:
        html = explorer.html()
        parts.append(html if damage is None else damaged(html, explorer, damage))
    (folder / "page.html").write_text(PAGE.format("\n".join(parts)), encoding="utf-8")


def damaged(html: str, explorer: Explorer, damage: Damage) -> str:
    """Return the explorer's HTML with other data in it."""

    def swap(match: re.Match[str]) -> str:
        data = json.loads(match[2])
        damage(data, explorer)
        text = json.dumps(data).replace("</", "<\\/")
        return match[1] + text + match[3]

    changed, count = DATA.subn(swap, html)
    assert count == 1
    assert changed != html
    return changed


def _range_at(explorer: Explorer) -> int:
    return next(at for at, control in enumerate(explorer.controls) if control.kind == "range")


def _moved_artist(explorer: Explorer) -> str:
    return explorer.controls[_range_at(explorer)].moves[0]


def still(data: dict[str, Any], explorer: Explorer) -> None:
    """One artist stays where it is, whatever is moved."""
    series = data["artists"][_moved_artist(explorer)]
    series["v"] = series["v"][:1] * len(series["v"])


def shifted(data: dict[str, Any], explorer: Explorer) -> None:
    """One artist shows the picture of a neighbouring stop."""
    series = data["artists"][_moved_artist(explorer)]
    series["v"] = series["v"][1:] + series["v"][:1]


def renamed(data: dict[str, Any], explorer: Explorer) -> None:
    """The stops of a slider bear each other's names in the address."""
    data["controls"][_range_at(explorer)]["keys"].reverse()


def misquoted(data: dict[str, Any], explorer: Explorer) -> None:
    """The sentence quotes the number of a neighbouring stop."""
    series = next(field for field in data["fields"].values() if field["on"])
    series["v"] = series["v"][1:] + series["v"][:1]


def silent(data: dict[str, Any], explorer: Explorer) -> None:
    """The sentence never changes."""
    for series in data["fields"].values():
        series["v"] = series["v"][:1] * len(series["v"])


def misplaced(data: dict[str, Any], explorer: Explorer) -> None:
    """What is taken by hand snaps to a neighbouring stop."""
    for drag in data["drags"]:
        drag["at"] = drag["at"][1:] + drag["at"][:1]
