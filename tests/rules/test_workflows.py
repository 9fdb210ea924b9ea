"""The workflows against their rules, and a planted fault for each rule."""

from __future__ import annotations

import shutil

import newest_pins
import pytest
from book_pages import ROOT

from rules import hosted, workflows

RULES = {
    "parsed": workflows.parsed,
    "time_limits": workflows.time_limits,
    "permissions": workflows.permissions,
    "pins": workflows.pins,
    "one_commit_for_each_action": workflows.one_commit_for_each_action,
    "shells": workflows.shells,
    "targets": workflows.targets,
    "static_checks": workflows.static_checks,
    "python_versions": workflows.python_versions,
    "ends_of_ranges": workflows.ends_of_ranges,
    "superseded_runs": workflows.superseded_runs,
    "kept_site": workflows.kept_site,
    "publish_builds_nothing": workflows.publish_builds_nothing,
    "no_schedule_in_forks": workflows.no_schedule_in_forks,
    "weekly_reports": workflows.weekly_reports,
    "binder_request": workflows.binder_request,
    "dependabot": hosted.dependabot,
    "dev_container": hosted.dev_container,
}
READ = (
    ".github",
    ".devcontainer",
    "tools/run.sh",
    "Makefile",
    "pyproject.toml",
    "requirements.txt",
    "runtime.txt",
    "postBuild",
)
CI, PUBLISH, WEEKLY = (f".github/workflows/{name}.yml" for name in ("ci", "publish", "weekly"))
BOT, DEV = ".github/dependabot.yml", ".devcontainer/devcontainer.json"
CHECKOUT = "actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2"
DEPLOY = "      - name: Deploy it"
GUARD = "    if: github.event.repository.fork == false\n"
PLANTED = [
    ("parsed", CI, "jobs:", "jobs: [", "is no YAML"),
    ("parsed", CI, "name: ci", "name: tests", "is called tests"),
    ("parsed", CI, "concurrency:", "concurrent:", "lacks"),
    ("time_limits", CI, "    timeout-minutes: 15\n", "", "lint has no time limit"),
    ("time_limits", CI, "timeout-minutes: 90", "timeout-minutes: 360", "browser has no time"),
    ("permissions", CI, "permissions:\n  contents: read\n", "", "ci may do more"),
    ("permissions", CI, "contents: read", "contents: write", "ci may do more"),
    ("permissions", WEEKLY, "contents: read", "issues: write", "weekly may do more"),
    ("permissions", PUBLISH, "permissions: {}", "permissions: write-all", "publish may do more"),
    ("permissions", PUBLISH, "      id-token: write\n", "", "deploy has not the permissions"),
    ("permissions", WEEKLY, "issues: write", "contents: write", "report has not the"),
    ("pins", CI, CHECKOUT, "actions/checkout@v6", "checkout@v6 is not pinned"),
    ("pins", CI, CHECKOUT, "actions/checkout@main", "checkout@main is not pinned"),
    ("pins", CI, CHECKOUT, CHECKOUT.partition(" #")[0], "is not pinned"),
    ("pins", CI, "actionlint:1.7.12", "actionlint:latest", "latest is not pinned"),
    ("pins", CI, "image: debian:12", "image: debian", "debian, which is not pinned"),
    ("one_commit_for_each_action", WEEKLY, CHECKOUT, "actions/checkout@v6.0.1", "2 versions"),
    ("shells", CI, "    shell: bash", "    shell: sh", "does not name bash"),
    ("shells", WEEKLY, "defaults:\n  run:\n    shell: bash", "env:\n  A:\n    b", "not name bash"),
    ("shells", CI, "- run: make book", "- shell: bash {0}\n        run: make book", "of its own"),
    ("targets", CI, "make check", "make checks", "make checks is not in"),
    ("targets", CI, "- run: make test", "- run: make book", "does not run make test"),
    ("static_checks", CI, "ruff format --check .", "ruff format .", "ruff format --check"),
    ("static_checks", CI, "rhysd/actionlint", "rhysd/other", "run actionlint"),
    ("python_versions", CI, '"3.11", "3.12"', '"3.12"', "an older Python is allowed"),
    ("python_versions", CI, '["3.11"', '["3.10", "3.11"', "Python 3.10 is not allowed"),
    ("python_versions", CI, '"3.12", "3.13"', '"3.12"', "tools/run.sh looks for"),
    ("python_versions", CI, '"3.12", "3.13"', '"3.13"', "tools/run.sh looks for"),
    ("python_versions", CI, " PYTHON=python${{ matrix.python }}", "", "is not the one that runs"),
    ("python_versions", "pyproject.toml", ">=3.11", ">=3.12", "Python 3.11 is not allowed"),
    ("ends_of_ranges", CI, "end: [oldest, newest]", "end: [newest]", "both ends"),
    ("ends_of_ranges", CI, "tools/version_ranges.py", "tools/newest_pins.py", "in this order"),
    ("superseded_runs", CI, "${{ github.event_name == 'pull_request' }}", "true", "cancelled are"),
    ("superseded_runs", CI, "github.event.pull_request.number || ", "", "are not apart"),
    ("superseded_runs", PUBLISH, "in-progress: false", "in-progress: true", "half way"),
    ("kept_site", CI, "path: _build/html\n", "path: _build\n", "is not _build/html"),
    ("kept_site", CI, " && github.ref == 'refs/heads/main'", "", "elsewhere than on main"),
    ("kept_site", CI, "- run: make pdf", "- run: make help", "built, printed and kept"),
    ("kept_site", CI, "- run: make book", "- run: make pdf", "built, printed and kept"),
    ("kept_site", CI, "            _build/html/reports\n", "", "no report"),
    ("publish_builds_nothing", PUBLISH, DEPLOY, f"      - run: make book\n{DEPLOY}", "make book"),
    ("publish_builds_nothing", PUBLISH, DEPLOY, f"      - uses: {CHECKOUT}\n{DEPLOY}", "checkout"),
    ("publish_builds_nothing", PUBLISH, "conclusion == 'success'", "id != 0", "conclusion"),
    ("publish_builds_nothing", PUBLISH, "event == 'push'", "id != 1", "event == 'push'"),
    ("publish_builds_nothing", PUBLISH, "full_name ==", "full_name !=", "head_repository"),
    ("publish_builds_nothing", PUBLISH, "branches: [main]", "branches: ['**']", "other branches"),
    ("publish_builds_nothing", PUBLISH, "on:\n", "on:\n  push:\n", "otherwise than after ci"),
    ("no_schedule_in_forks", WEEKLY, GUARD, "", "links runs in forks too"),
    ("no_schedule_in_forks", WEEKLY, "fork == false && (", "id != 0 && (", "report runs in forks"),
    ("no_schedule_in_forks", WEEKLY, "schedule:", "push:", "it has no schedule"),
    ("weekly_reports", WEEKLY, "[links, newest, binder]", "[links, newest]", "every check"),
    ("weekly_reports", WEEKLY, "        continue-on-error: true\n", "", "links turns red"),
    ("weekly_reports", WEEKLY, "        timeout-minutes: 30\n", "", "links turns red, or hangs"),
    ("weekly_reports", WEEKLY, "steps.check.outcome", "steps.check.conclusion", "does not say"),
    ("binder_request", WEEKLY, "gh/${{ github.repository }}", "gh/an-owner/a-book", "asked for"),
    ("binder_request", WEEKLY, '"$ADDRESS")', "https://mybinder.org)", "asked for"),
    ("dependabot", BOT, "package-ecosystem: github-actions", "package-ecosystem: npm", "npm"),
    ("dependabot", BOT, "interval: weekly", "interval: monthly", "pip is not renewed weekly"),
    ("dependabot", BOT, '[">=2"]', '[">=3"]', "would renew jupyter-book"),
    ("dependabot", BOT, "dependency-name: sphinx\n", "dependency-name: s\n", "would renew sphinx"),
    ("dependabot", BOT, '[">1.18.1"]', '[">2"]', "would renew jupytext"),
    ("dev_container", DEV, "python:3.11", "python:3.12", "Python of Binder"),
    ("dev_container", DEV, " && ./postBuild", "", "requirements.txt and postBuild"),
    ("dev_container", DEV, "8888]", "8080]", "forward 8888"),
]


@pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
def test_the_workflows_keep_the_rule(rule):
    assert rule(ROOT) == []


@pytest.mark.parametrize(("name", "file", "old", "new", "expected"), PLANTED)
def test_planted_fault_is_found(name, file, old, new, expected, tmp_path):
    for part in READ:
        copy = tmp_path / part
        copy.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if (ROOT / part).is_dir() else shutil.copy)(ROOT / part, copy)
    text = (tmp_path / file).read_text("utf-8")
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new, 1), "utf-8")
    findings = RULES[name](tmp_path)
    assert any(expected in finding for finding in findings), findings


def test_every_rule_has_a_planted_fault():
    assert {case[0] for case in PLANTED} == set(RULES)


@pytest.mark.parametrize(
    ("line", "loose", "new"),
    [
        ("numpy==2.4.6", "numpy", "numpy==9"),
        ("jupyter-book==1.0.4.post1", "jupyter-book<2", "jupyter-book==9"),
        ("tqdm==4.70.1  # bars", "tqdm", "tqdm==9  # bars"),
        ("jupytext==1.18.1  # newer ones break", None, "jupytext==9  # newer ones break"),
        ("-e .", None, "-e ."),
        ("# A comment: a==1", None, "# A comment: a==1"),
    ],
)
def test_pins_are_loosened_and_raised(line, loose, new):
    versions = dict.fromkeys(["numpy", "jupyter-book", "tqdm", "jupytext"], "9")
    assert newest_pins.loosened(line) == (loose or line)
    assert newest_pins.raised(line, versions) == new
