"""Rules for what else the public host reads: Dependabot and the dev container."""

from __future__ import annotations

import json
import re
from pathlib import Path

import yaml

HELD = re.compile(r"^([\w.-]+)==(\S+)\s+#.*newer ones", re.MULTILINE)
CAPS = {"jupyter-book": ">=2", "sphinx": ">=8"}


def dependabot(root: Path) -> list[str]:
    """Both kinds of pins are renewed weekly, in groups, and what breaks newer is left."""
    updates = yaml.safe_load((root / ".github/dependabot.yml").read_text("utf-8"))["updates"]
    kinds = {update["package-ecosystem"]: update for update in updates}
    found = []
    if set(kinds) != {"pip", "github-actions"}:
        found.append(f"dependabot looks after {sorted(kinds)}")
    for kind, update in kinds.items():
        if update["schedule"]["interval"] != "weekly" or not update.get("groups"):
            found.append(f"dependabot: {kind} is not renewed weekly and in groups")
    ignored = {item["dependency-name"]: item["versions"] for item in kinds["pip"]["ignore"]}
    held = HELD.findall((root / "requirements.txt").read_text("utf-8"))
    wanted = CAPS | {name: f">{version}" for name, version in held}
    return found + [
        f"dependabot would renew {name}, which is to leave {versions}"
        for name, versions in wanted.items()
        if ignored.get(name) != [versions]
    ]


def dev_container(root: Path) -> list[str]:
    """The dev container has the Python of Binder and is made from the same two files."""
    said = json.loads((root / ".devcontainer/devcontainer.json").read_text("utf-8"))
    python = (root / "runtime.txt").read_text("utf-8").strip().removeprefix("python-")
    found = []
    if f"/python:{python}" not in said["image"]:
        found.append(f"the dev container has not the Python of Binder, {python}")
    wanted = "python -m pip install --requirement requirements.txt && ./postBuild"
    if said.get("postCreateCommand") != wanted:
        found.append("the dev container is not made from requirements.txt and postBuild")
    if said.get("forwardPorts") != [8888]:
        found.append("the dev container does not forward 8888")
    return found + [f"{name} is missing" for name in ("requirements.txt", "postBuild")
                    if not (root / name).exists()]  # fmt: skip
