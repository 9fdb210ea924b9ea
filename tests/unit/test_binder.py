"""The path to Binder: repo2docker's own build pack for this checkout, and what it would run."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import binder
import build_pack
import pytest
import yaml
from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).resolve().parents[2]
# What repo2docker reads besides the files that this book has.
STRANGERS = {
    "binder", ".binder", "Dockerfile", "environment.yml", "Pipfile", "Pipfile.lock", "setup.py",
    "requirements3.txt", "apt.txt", "start", "default.nix", "Project.toml", "JuliaProject.toml",
    "REQUIRE", "install.R", "DESCRIPTION", "nbextensions", "conda-lock.yml",
}  # fmt: skip
COPY_ALL = "COPY --chown=1000:1000 src/ ${REPO_DIR}/"
COPY_ONE = re.compile(r"COPY --chown=1000:1000 src/(\S+) \$\{REPO_DIR\}/\1")
PIP = "${KERNEL_PYTHON_PREFIX}/bin/pip"


def checkout(folder: Path) -> Path:
    """Copy what stands at the root, and of the folders the package alone."""
    folder.mkdir()
    for path in ROOT.iterdir():
        if path.is_file():
            shutil.copy(path, folder)
        elif path.name in STRANGERS:
            shutil.copytree(path, folder / path.name)
    shutil.copytree(ROOT / "code/sqrtdk", folder / "code/sqrtdk")
    return folder


def rendered(folder: Path) -> dict[str, str]:
    done = subprocess.run(
        [sys.executable, build_pack.__file__],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, str] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return rendered(checkout(tmp_path_factory.mktemp("binder") / "book"))


def needed(root: Path) -> set[str]:
    """The files that installing requirements.txt reads, the package's own among them."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    readme = project["project"]["readme"]
    (folder,) = project["tool"]["setuptools"]["packages"]["find"]["where"]
    return {"requirements.txt", "pyproject.toml", readme, f"{folder}/sqrtdk/__init__.py"}


def faults(dockerfile: str, root: Path) -> list[str]:
    """Say what keeps a Dockerfile from running Binder's steps on the files they need."""
    there: set[str] = set()
    present = {name for name in needed(root) if (root / name).is_file()}
    ran, user, found = [], "root", []
    for line in dockerfile.splitlines():
        if line == COPY_ALL:
            there |= present
        elif one := COPY_ONE.fullmatch(line):
            there.add(one[1])
        elif line.startswith("USER "):
            user = line.removeprefix("USER ")
        elif line.startswith(("RUN " + PIP, "RUN ./")):
            command = line.removeprefix("RUN ").replace(PIP, "pip")
            ran.append(tuple(w for w in shlex.split(command) if w != "--no-cache-dir"))
            found += [f"{command}: {name} is missing" for name in sorted(needed(root) - there)]
            if user != "${NB_USER}":
                found.append(f"{command} is run by {user}")
    if tuple(ran) != binder.STEPS:
        found.append(f"it runs {ran}")
    return found


def test_the_python_pack_is_taken_with_the_python_of_runtime_txt(pack):
    wanted = (ROOT / "runtime.txt").read_text("utf-8").strip()
    assert pack["pack"] == "PythonBuildPack"
    assert f"python-{pack['python']}" == wanted
    assert f"environment-2epy-2d{pack['python'].replace('.', '-2e')}-2d" in pack["dockerfile"]


def test_its_python_is_allowed_and_tested(pack):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert pack["python"] in SpecifierSet(project["requires-python"])
    ci = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text("utf-8"))
    assert pack["python"] in ci["jobs"]["package"]["strategy"]["matrix"]["python"]


def test_the_pins_are_installed_from_files_that_are_there_then_postbuild_runs(pack):
    assert faults(pack["dockerfile"], ROOT) == []


def test_nothing_at_the_root_changes_the_pack():
    assert {path.name for path in ROOT.iterdir()} & STRANGERS == set()


def moved_up(dockerfile: str) -> str:
    install = f'RUN {PIP} install --no-cache-dir -r "requirements.txt"\n'
    assert install in dockerfile
    return dockerfile.replace(install, "").replace(COPY_ALL, f"{install}{COPY_ALL}")


@pytest.mark.parametrize(
    ("plant", "expected"),
    [
        (moved_up, "pyproject.toml is missing"),
        (lambda text: text.replace("RUN ./postBuild\n", ""), "it runs"),
        (lambda text: text.replace("USER ${NB_USER}", "USER root"), "is run by root"),
    ],
    ids=["install before copy", "no postBuild", "as root"],
)
def test_planted_dockerfile_is_found(plant: Callable[[str], str], expected, pack):
    assert any(expected in fault for fault in faults(plant(pack["dockerfile"]), ROOT))


def test_missing_readme_is_found(pack, tmp_path):
    book = checkout(tmp_path / "book")
    (book / "README.md").unlink()
    assert any("README.md is missing" in fault for fault in faults(pack["dockerfile"], book))


@pytest.mark.parametrize(
    ("name", "text", "kind", "python"),
    [
        ("environment.yml", "dependencies: [python=3.11]\n", "CondaBuildPack", "3.11"),
        ("Dockerfile", "FROM debian:12\n", "DockerBuildPack", ""),
        ("binder/requirements.txt", "numpy\n", "PythonBuildPack", "3.10"),
        ("runtime.txt", "python-3.12", "PythonBuildPack", "3.12"),
    ],
)
def test_planted_file_changes_what_repo2docker_says(name, text, kind, python, tmp_path):
    book = checkout(tmp_path / "book")
    (book / name).parent.mkdir(exist_ok=True)
    (book / name).write_text(text)
    found = rendered(book)
    assert (found["pack"], found["python"]) == (kind, python)


def test_a_pip_install_without_a_package_comes_before_the_copy(tmp_path):
    """What repo2docker does with pins alone: the order that would break this book."""
    book = checkout(tmp_path / "book")
    (book / "pyproject.toml").unlink()
    pins = (book / "requirements.txt").read_text("utf-8").replace("-e .\n", "")
    (book / "requirements.txt").write_text(pins)
    assert any("is missing" in fault for fault in faults(rendered(book)["dockerfile"], ROOT))


def test_postbuild_is_executable_also_in_git():
    assert os.access(ROOT / "postBuild", os.X_OK)
    if (ROOT / ".git").exists():
        staged = ["git", "-C", str(ROOT), "ls-files", "--stage", "postBuild"]
        said = subprocess.run(staged, capture_output=True, text=True, check=True)
        assert said.stdout.startswith("100755 ")


@pytest.mark.parametrize("code", [0, 3])
def test_postbuild_ends_as_its_command_does(code, tmp_path):
    program = tmp_path / "jupytext-config"
    program.write_text(f"#!/bin/sh\nexit {code}\n")
    program.chmod(0o755)
    environment = {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "HOME": str(tmp_path)}
    done = subprocess.run([str(ROOT / "postBuild")], cwd=ROOT, env=environment, check=False)
    assert done.returncode == code


def test_downloads_are_added_up():
    said = "Collecting a\n  Downloading a.whl.metadata (500 bytes)\n  Downloading a.whl (1.5 MB)\n"
    assert binder.downloaded(said + "Downloading b.whl (2 kB)\n") == 1_502_500
    with pytest.raises(ValueError, match=r"no size of c\.whl"):
        binder.downloaded(f"{said}  Downloading c.whl\n")
    with pytest.raises(ValueError, match="no download"):
        binder.downloaded("Using cached a.whl (1.5 MB)\n")


def test_size_counts_a_file_with_two_names_once(tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder/one").write_bytes(b"12345")
    os.link(tmp_path / "folder/one", tmp_path / "two")
    assert binder.size_of(tmp_path) == 5
