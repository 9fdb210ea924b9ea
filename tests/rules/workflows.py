"""Rules for the workflows that run on the public host."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import book
import yaml
from packaging.specifiers import SpecifierSet

FOLDER = ".github/workflows"
NAMES = {"ci", "publish", "weekly"}
LONGEST = 120
PINNED = re.compile(
    r"[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+"
    r"|[\w.-]+/[\w./-]+@v\d+\.\d+\.\d+"
    r"|docker://[\w./-]+:\d+\.\d+\.\d+"
)
USES = re.compile(r"^\s*(?:- )?uses:\s*(.*?)\s*$", re.MULTILINE)
IMAGE = re.compile(r"[\w./-]+:(?!latest$)[\w.-]*\d[\w.-]*")
WRITES = {
    ("publish", "deploy"): {"actions": "read", "pages": "write", "id-token": "write"},
    ("weekly", "report"): {"issues": "write"},
}
PUBLISHING = {"actions/download-artifact", "actions/upload-artifact", "actions/deploy-pages"}
CONDITIONS = (
    "github.event.workflow_run.conclusion == 'success'",
    "github.event.workflow_run.event == 'push'",
    "github.event.workflow_run.head_repository.full_name == github.repository",
)
BINDER = "https://mybinder.org/build/gh/${{ github.repository }}/${{ github.ref_name }}"
NO_FORK = "github.event.repository.fork == false"
ON_MAIN = "github.event_name == 'push' && github.ref == 'refs/heads/main'"

Workflow = dict[Any, Any]


def _text(root: Path, name: str) -> str:
    return (root / FOLDER / f"{name}.yml").read_text("utf-8")


def _workflows(root: Path) -> dict[str, Workflow]:
    found = {}
    for path in sorted((root / FOLDER).iterdir()):
        found[path.stem] = yaml.safe_load(path.read_text("utf-8"))
    return found


def _events(workflow: Workflow) -> dict[str, Any]:
    """Return the events of a workflow; YAML 1.1 reads their key, on, as true."""
    events: dict[str, Any] = workflow[True]
    return events


def _jobs(root: Path) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for name, workflow in _workflows(root).items():
        for job, body in workflow["jobs"].items():
            yield name, job, body


def _steps(root: Path) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for name, job, body in _jobs(root):
        yield from ((name, job, step) for step in body.get("steps", []))


def parsed(root: Path) -> list[str]:
    """Each workflow is YAML, bears the name of its file, and has events and jobs with steps."""
    found = []
    for path in sorted((root / FOLDER).iterdir()):
        try:
            workflow = yaml.safe_load(path.read_text("utf-8"))
        except yaml.YAMLError as fault:
            found.append(f"{path.name} is no YAML: {fault}")
            continue
        keys = {"name", True, "permissions", "concurrency", "jobs"}
        if not (isinstance(workflow, dict) and keys <= workflow.keys()):
            found.append(f"{path.name} lacks name, on, permissions, concurrency or jobs")
        elif workflow["name"] != path.stem:
            found.append(f"{path.name} is called {workflow['name']}")
        elif not all(job.get("steps") for job in workflow["jobs"].values()):
            found.append(f"{path.name} has a job without steps")
    present = {path.stem for path in (root / FOLDER).glob("*.yml")}
    return found + [f"{name}.yml is missing" for name in sorted(NAMES - present)]


def time_limits(root: Path) -> list[str]:
    """Every job ends after at most two hours."""
    return [
        f"{name}: {job} has no time limit of at most {LONGEST} minutes"
        for name, job, body in _jobs(root)
        if not (type(limit := body.get("timeout-minutes")) is int and 0 < limit <= LONGEST)
    ]


def permissions(root: Path) -> list[str]:
    """A workflow may read the contents at most; what a job may do beyond that is listed."""
    found = [
        f"{name} may do more than read the contents"
        for name, workflow in _workflows(root).items()
        if workflow.get("permissions", "all") not in ({}, {"contents": "read"})
    ]
    for name, job, body in _jobs(root):
        if body.get("permissions", {}) != WRITES.get((name, job), {}):
            found.append(f"{name}: {job} has not the permissions it needs, and those alone")
    return found


def pins(root: Path) -> list[str]:
    """Actions are pinned to a commit, with its release beside it, or to a release; images too."""
    found = []
    for name in _workflows(root):
        used = USES.findall(_text(root, name))
        found += [f"{name}: {use} is not pinned" for use in used if not PINNED.fullmatch(use)]
    for name, job, body in _jobs(root):
        image = body.get("container", {}).get("image")
        if image and not IMAGE.fullmatch(image):
            found.append(f"{name}: {job} runs in {image}, which is not pinned")
    return found


def one_commit_for_each_action(root: Path) -> list[str]:
    """An action has the same pin wherever it is used."""
    pinned: dict[str, set[str]] = {}
    for name in _workflows(root):
        for use in USES.findall(_text(root, name)):
            action, _, pin = use.partition("@")
            pinned.setdefault(action, set()).add(pin)
    return [f"{action} is used in {len(all_)} versions" for action, all_ in pinned.items()
            if len(all_) > 1]  # fmt: skip


def shells(root: Path) -> list[str]:
    """Commands run in bash by name, which stops at a failure within a pipe."""
    found = []
    with_commands = {name for name, _, step in _steps(root) if "run" in step}
    for name, workflow in _workflows(root).items():
        default = workflow.get("defaults", {}).get("run", {}).get("shell")
        if name in with_commands and default != "bash":
            found.append(f"{name} does not name bash as its shell")
    others = [(name, job, body.get("defaults")) for name, job, body in _jobs(root)]
    others += [(name, job, step.get("shell")) for name, job, step in _steps(root)]
    return found + [f"{name}: {job} has a shell of its own" for name, job, own in others if own]


def targets(root: Path) -> list[str]:
    """The targets of the Makefile that are called exist, and those of ci are all called."""
    makefile = (root / "Makefile").read_text("utf-8")
    defined = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    called: dict[str, set[str]] = {}
    for name, _, step in _steps(root):
        commands = re.findall(r"^\s*make (\w+)", step.get("run", ""), re.MULTILINE)
        called.setdefault(name, set()).update(commands)
    unknown = set().union(*called.values()) - defined
    found = [f"make {target} is not in the Makefile" for target in sorted(unknown)]
    missing = {"book", "check", "test"} - called.get("ci", set())
    return found + [f"ci does not run make {target}" for target in sorted(missing)]


def static_checks(root: Path) -> list[str]:
    """The job lint runs what make check runs besides pytest, and actionlint."""
    steps = _workflows(root)["ci"]["jobs"]["lint"]["steps"]
    said = [step.get("run", step.get("uses", "")) for step in steps]
    missing = [shlex.join(command) for command in book.STATIC if shlex.join(command) not in said]
    if not any("rhysd/actionlint" in what for what in said):
        missing.append("actionlint")
    return [f"ci: lint does not run {command}" for command in missing]


def python_versions(root: Path) -> list[str]:
    """The package is tested on the Pythons that it allows and that tools/run.sh looks for."""
    project = (root / "pyproject.toml").read_text("utf-8")
    allowed = re.search(r'^requires-python = "(.*)"$', project, re.MULTILINE)
    searched = re.findall(r"python(3\.\d+)", (root / "tools/run.sh").read_text("utf-8"))
    body = _workflows(root)["ci"]["jobs"]["package"]
    tested = body["strategy"]["matrix"]["python"]
    if not allowed:
        return ["pyproject.toml does not say which Pythons it allows"]
    minors = [int(version.split(".")[1]) for version in tested]
    range_ = SpecifierSet(allowed[1])
    found = [f"Python {version} is not allowed" for version in tested if version not in range_]
    if f"3.{min(minors) - 1}" in range_:
        found.append("an older Python is allowed and not tested")
    if set(tested) != set(searched) or minors != list(range(min(minors), max(minors) + 1)):
        found.append(f"tested are {tested}, and tools/run.sh looks for {sorted(set(searched))}")
    if "make check PYTHON=python${{ matrix.python }}" not in _text(root, "ci"):
        found.append("the Python of the matrix is not the one that runs")
    return found


def ends_of_ranges(root: Path) -> list[str]:
    """The package is tested with the oldest and with the newest versions that it allows."""
    body = _workflows(root)["ci"]["jobs"]["ranges"]
    said = "\n".join(step.get("run", "") for step in body["steps"])
    order = ["version_ranges.py ${{ matrix.end }}", "--requirement requirements-dev.txt", "pytest"]
    places = [said.find(words) for words in order]
    found = []
    if body["strategy"]["matrix"] != {"end": ["oldest", "newest"]}:
        found.append("ci: ranges does not run at both ends")
    if -1 in places or places != sorted(places):
        found.append("ci: ranges does not move the pins, install them and test, in this order")
    return found


def superseded_runs(root: Path) -> list[str]:
    """A newer push cancels the run of a pull request; a run on main, or a deployment, never."""
    flows = _workflows(root)
    found = []
    ci, publish = flows["ci"]["concurrency"], flows["publish"]["concurrency"]
    if "github.event.pull_request.number || github.ref" not in ci["group"]:
        found.append("ci: runs of different pull requests are not apart")
    if ci["cancel-in-progress"] != "${{ github.event_name == 'pull_request' }}":
        found.append("ci: the runs that are cancelled are not those of pull requests")
    if publish["cancel-in-progress"] is not False:
        found.append("publish: a deployment may be cancelled half way")
    return found


def kept_site(root: Path) -> list[str]:
    """Ci keeps the built site with its PDF, on pushes to main alone, and reports on a failure."""
    body = _workflows(root)["ci"]["jobs"]["build"]
    made = [step.get("run", step.get("uses", "")).partition("@")[0] for step in body["steps"]]
    made = [what for what in made if what.startswith("make ") or "pages-artifact" in what]
    kept = [s for s in body["steps"] if "upload-pages-artifact" in s.get("uses", "")]
    found = []
    if made != ["make book", "make pdf", "actions/upload-pages-artifact"]:
        found.append(f"ci: the site is not built, printed and kept, in this order: {made}")
    if [step["with"]["path"] for step in kept] != ["_build/html"]:
        found.append("ci: what is kept for publishing is not _build/html")
    if [step.get("if") for step in kept] != [ON_MAIN]:
        found.append("ci: a site is kept for publishing elsewhere than on main")
    reports = [s for s in body["steps"] if s.get("if") == "failure()"]
    if not any("_build/html/reports" in step["with"]["path"] for step in reports):
        found.append("ci: no report of a failed execution is kept")
    return found


def publish_builds_nothing(root: Path) -> list[str]:
    """Publish runs no command; it hands on what a green run of ci on main has kept."""
    workflow = _workflows(root)["publish"]
    found = []
    event = _events(workflow).get("workflow_run", {})
    if len(_events(workflow)) != 1 or event.get("workflows") != ["ci"]:
        found.append("publish: it starts otherwise than after ci")
    if event.get("branches") != ["main"]:
        found.append("publish: it follows other branches than main")
    for job, body in workflow["jobs"].items():
        missing = [said for said in CONDITIONS if said not in body.get("if", "")]
        found += [f"publish: {job} does not ask for {said}" for said in missing]
        for step in body["steps"]:
            action = step.get("uses", "").partition("@")[0]
            if "run" in step or action not in PUBLISHING:
                found.append(f"publish: {job} does more than hand on: {step}")
    return found


def no_schedule_in_forks(root: Path) -> list[str]:
    """A fork does not spend its hours on the checks by the clock."""
    scheduled = {name for name, flow in _workflows(root).items() if "schedule" in _events(flow)}
    found = [] if "weekly" in scheduled else ["weekly: it has no schedule"]
    return found + [
        f"{name}: {job} runs in forks too"
        for name, job, body in _jobs(root)
        if name in scheduled and NO_FORK not in body.get("if", "")
    ]


def weekly_reports(root: Path) -> list[str]:
    """What a check by the clock finds goes into an issue and turns nothing red."""
    jobs = _workflows(root)["weekly"]["jobs"]
    checks = {name: body for name, body in jobs.items() if name != "report"}
    found = []
    if jobs["report"]["needs"] != list(checks):
        found.append("weekly: the report does not wait for every check")
    for name, body in checks.items():
        (step,) = [step for step in body["steps"] if step.get("id") == "check"] or [{}]
        if not (step.get("continue-on-error") and step.get("timeout-minutes")):
            found.append(f"weekly: {name} turns red, or hangs, where it should report")
        if body.get("outputs") != {"check": "${{ steps.check.outcome }}"}:
            found.append(f"weekly: {name} does not say what it found")
    return found


def binder_request(root: Path) -> list[str]:
    """Weekly asks Binder for the repository that it runs in, whatever it is called."""
    steps = [step for name, _, step in _steps(root) if name == "weekly"]
    asking = [step for step in steps if re.search(r'curl .* "\$ADDRESS"', step.get("run", ""))]
    asked = [step.get("env", {}).get("ADDRESS") for step in asking]
    return [] if asked == [BINDER] else [f"weekly: Binder is asked for {asked}"]
