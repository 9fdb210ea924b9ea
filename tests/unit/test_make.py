"""The commands: make, tools/run.sh and tools/book.py, without installing or building anything."""

import json
import os
import re
import shutil
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import book  # noqa: E402

COMMANDS = ["book", "serve", "lab", "test", "check", "shots", "pdf", "bench", "experiments"]
FROM_OUTSIDE = ("MAKEFLAGS", "MFLAGS", "MAKEOVERRIDES", "MAKELEVEL", "PYTHON", "PORT")


class Runner:
    """Stands in for the runner of commands: records them and does what a command would do."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.commands: list[list[str]] = []
        self.exit_code = 0

    def __call__(self, command: list[str]) -> int:
        self.commands.append(command)
        if command[1:3] == ["-m", "venv"]:
            fake_venv(self.root)
        if command[0] == "jupyter-book" and not self.exit_code:
            (self.root / "_build/html").mkdir(parents=True)
            (self.root / "_build/html/index.html").write_text("<p>page</p>")
        return self.exit_code

    @property
    def kinds(self) -> list[str]:
        names = {"-m": "pip", "build": "build"}
        return ["venv" if c[1:3] == ["-m", "venv"] else names[c[1]] for c in self.commands]


def fake_venv(root: Path, executable: str = os.path.realpath(sys.executable)) -> None:
    (root / ".venv/bin").mkdir(parents=True, exist_ok=True)
    for program in ("python", "pip"):
        (root / ".venv/bin" / program).touch()
    made = f"executable = {executable}\ncommand = {executable} -m venv {root / '.venv'}\n"
    (root / ".venv/pyvenv.cfg").write_text(made)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in ("chapters/variance.md", "code/pkg/a.py", "_ext/e.py", "_static/s.css"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    for name in ("intro.md", "_config.yml", "_toc.yml", "requirements.txt", "pyproject.toml"):
        (tmp_path / name).write_text(name)
    (tmp_path / "requirements-dev.txt").write_text("-r requirements.txt")
    (tmp_path / "_ext/book_site").mkdir()
    shutil.copy(ROOT / "_ext/book_site/address.py", tmp_path / "_ext/book_site")
    return tmp_path


@pytest.fixture
def runner(tree: Path) -> Runner:
    return Runner(tree)


def make(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in FROM_OUTSIDE}
    return subprocess.run(
        ["make", *arguments], cwd=ROOT, env=kept | variables, capture_output=True, text=True
    )


def sentences(answer: subprocess.CompletedProcess[str]) -> list[str]:
    whole = (answer.stdout + answer.stderr).splitlines()
    return [line for line in whole if not line.startswith("make:")]


def script(path: Path, body: str) -> Path:
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


def old_python(path: Path) -> Path:
    return script(path, 'case "$2" in *exit*) exit 1 ;; *) echo 3.9.1 ;; esac')


# make ----------------------------------------------------------------------------------


def test_make_alone_lists_every_target() -> None:
    declared = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert declared
    listed = [line.split()[1] for line in make().stdout.splitlines()]
    assert sorted(listed) == sorted(declared[1].split())
    assert set(COMMANDS) == set(book.COMMANDS) < set(listed)


@pytest.mark.parametrize("command", COMMANDS)
def test_python_too_old_is_one_sentence(command: str, tmp_path: Path) -> None:
    old = old_python(tmp_path / "python3")
    answer = make(command, f"PYTHON={old}")
    assert answer.returncode == 2
    (sentence,) = sentences(answer)
    assert f"make {command} needs Python 3.11 or newer" in sentence
    assert f"{old} is Python 3.9.1" in sentence
    assert "apt install" in sentence


def test_python_that_does_not_run_is_one_sentence(tmp_path: Path) -> None:
    for fake in (script(tmp_path / "shim", "exit 127"), tmp_path / "absent"):
        answer = make("book", f"PYTHON={fake}")
        assert answer.returncode == 2
        (sentence,) = sentences(answer)
        assert f"{fake} does not run" in sentence


def test_first_python_that_is_new_enough_is_taken(tmp_path: Path) -> None:
    old_python(tmp_path / "python3")
    script(tmp_path / "python3.13", "exit 127")
    script(tmp_path / "python3.12", 'case "$1" in -c) exit 0 ;; *) echo "took $0 $*" ;; esac')
    answer = make("book", PATH=f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout == f"took {tmp_path}/python3.12 tools/book.py book\n"


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_missing_venv_is_one_sentence(module: str, tree: Path) -> None:
    shutil.copytree(ROOT / "tools", tree / "tools")
    blocked = f"import sys; sys.modules['{module}'] = None; sys.argv = ['book.py', 'book']"
    body = f"""case "$1" in
    -c) exit 0 ;;
    *) exec '{sys.executable}' -c "{blocked}
import runpy; sys.path.insert(0, 'tools')
runpy.run_path('tools/book.py', run_name='__main__')" ;;
    esac"""
    answer = subprocess.run(
        ["sh", str(tree / "tools/run.sh"), "book"],
        env=os.environ | {"PYTHON": str(script(tree / "python3", body))},
        capture_output=True,
        text=True,
    )
    assert answer.returncode == 2
    (sentence,) = sentences(answer)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    assert "has no venv module" in sentence
    assert f"apt install {version}-venv" in sentence
    assert not (tree / ".venv").exists()


# The environment -------------------------------------------------------------------------


def test_first_build_makes_installs_and_builds(tree: Path, runner: Runner) -> None:
    assert book.build(tree, runner) == tree / "_build/html"
    assert runner.kinds == ["venv", "pip", "build"]
    assert runner.commands[-1] == book.BUILD


def test_pins_are_installed_again_only_when_they_change(tree: Path, runner: Runner) -> None:
    fake_venv(tree)
    for _ in range(2):
        book.install(tree, "requirements-dev.txt", runner)
    book.install(tree, "requirements.txt", runner)
    assert len(runner.commands) == 1
    for name in ("requirements.txt", "pyproject.toml"):
        (tree / name).write_text("changed")
        book.install(tree, "requirements.txt", runner)
        assert runner.commands.pop()[-1] == "requirements.txt"
        book.install(tree, "requirements-dev.txt", runner)
        assert runner.commands.pop()[-1] == "requirements-dev.txt"


def test_failed_install_is_tried_again(tree: Path, runner: Runner) -> None:
    fake_venv(tree)
    runner.exit_code = 1
    for _ in range(2):
        with pytest.raises(book.StopError, match="pip could not install"):
            book.install(tree, "requirements.txt", runner)
    assert runner.kinds == ["pip", "pip"]


def another_python(root: Path) -> None:
    fake_venv(root, "/opt/python3.99")


def moved_folder(root: Path) -> None:
    settings = root / ".venv/pyvenv.cfg"
    settings.write_text(settings.read_text().replace(str(root), "/elsewhere"))


def half_made(root: Path) -> None:
    (root / ".venv/bin/pip").unlink()


@pytest.mark.parametrize("spoil", [another_python, moved_folder, half_made])
def test_venv_that_does_not_fit_is_made_anew(
    spoil: Callable[[Path], None], tree: Path, runner: Runner
) -> None:
    book.build(tree, runner)
    spoil(tree)
    runner.commands.clear()
    book.install(tree, "requirements.txt", runner)
    assert runner.kinds == ["venv", "pip"]


def test_children_see_no_setting_of_the_home(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAKEFLAGS", "w -- PYTHON=python3.12")
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", "/somewhere")
    seen = book.environment(tree)
    assert "MAKEFLAGS" not in seen
    assert seen["PATH"].startswith(str(tree / ".venv/bin") + os.pathsep)
    assert seen["JUPYTER_CONFIG_DIR"].startswith(str(tree / ".venv"))


def test_lab_starts_without_old_tabs_and_asks_for_no_news(tmp_path: Path) -> None:
    (tmp_path / "workspaces").mkdir()
    book.settle_lab(tmp_path)
    assert not (tmp_path / "workspaces").exists()
    (news,) = tmp_path.rglob("*.jupyterlab-settings")
    assert json.loads(news.read_text()) == {"fetchNews": "false", "checkForUpdates": False}
    news.write_text("{}")
    book.settle_lab(tmp_path)
    assert news.read_text() == "{}"


# The stamp ---------------------------------------------------------------------------------


def test_unchanged_builds_nothing(
    tree: Path, runner: Runner, capsys: pytest.CaptureFixture[str]
) -> None:
    book.build(tree, runner)
    runner.commands.clear()
    for name in ("code/pkg/__pycache__/a.pyc", "code/pkg.egg-info/PKG-INFO"):
        (tree / name).parent.mkdir()
        (tree / name).touch()
    (tree / "README.md").touch()
    book.build(tree, runner)
    assert runner.commands == []
    assert str(tree / "_build/html/index.html") in capsys.readouterr().out


@pytest.mark.parametrize(
    "name",
    [
        "intro.md",
        "chapters/variance.md",
        "code/pkg/a.py",
        "code/pkg/new.py",
        "_ext/e.py",
        "_static/s.css",
        "_config.yml",
        "_toc.yml",
        "references.bib",
        "requirements.txt",
    ],
)
def test_changed_source_builds_from_clean(name: str, tree: Path, runner: Runner) -> None:
    book.build(tree, runner)
    old = tree / "_build/html/old.html"
    old.touch()
    (tree / name).write_text("changed")
    book.build(tree, runner)
    assert runner.kinds.count("build") == 2
    assert not old.exists()


def test_removed_and_renamed_sources_build(tree: Path, runner: Runner) -> None:
    book.build(tree, runner)
    (tree / "code/pkg/a.py").rename(tree / "code/pkg/b.py")
    book.build(tree, runner)
    (tree / "code/pkg/b.py").unlink()
    book.build(tree, runner)
    assert runner.kinds.count("build") == 3


def test_another_origin_or_branch_builds(
    tree: Path, runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)

    def git(*arguments: str) -> None:
        subprocess.run(["git", "-C", str(tree), *arguments], check=True)

    git("init", "-q", "-b", "main")
    book.build(tree, runner)
    git("remote", "add", "origin", "https://github.com/one/book.git")
    book.build(tree, runner)
    git("remote", "set-url", "origin", "https://github.com/two/book")
    book.build(tree, runner)
    git("checkout", "-q", "-b", "draft")
    book.build(tree, runner)
    book.build(tree, runner)
    assert runner.kinds.count("build") == 4


def test_missing_site_builds(tree: Path, runner: Runner) -> None:
    book.build(tree, runner)
    shutil.rmtree(tree / "_build/html")
    book.build(tree, runner)
    assert runner.kinds.count("build") == 2


def test_failed_build_leaves_no_stamp(tree: Path, runner: Runner) -> None:
    book.build(tree, runner)
    (tree / "intro.md").write_text("broken")
    runner.exit_code = 1
    for _ in range(2):
        runner.commands = []
        with pytest.raises(book.StopError, match="The build failed") as stopped:
            book.build(tree, runner)
        assert stopped.value.code != 0
        assert runner.kinds == ["build"]
        assert not (tree / "_build/book.stamp").exists()


# Serving, and the tests without a browser ----------------------------------------------------


def test_server_serves_the_folder_on_this_machine(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>page</p>")
    with book.server(tmp_path, 0) as site:
        host, port = site.server_address[:2]
        assert host == "127.0.0.1"
        threading.Thread(target=site.serve_forever, daemon=True).start()
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as answer:
            assert answer.read() == b"<p>page</p>"
        with pytest.raises(book.StopError, match=f"Port {port} is not to be had"):
            book.server(tmp_path, int(port))
        site.shutdown()


@pytest.mark.parametrize("port", ["0", "65536", "http", "-1"])
def test_port_that_is_none_is_refused(port: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", port)
    with pytest.raises(book.StopError, match="from 1 to 65535"):
        book.port_for("serve")


@pytest.fixture
def without_browser(tree: Path, runner: Runner, monkeypatch: pytest.MonkeyPatch) -> Path:
    fake_venv(tree)
    monkeypatch.setattr(book, "run_in", lambda root: runner)
    monkeypatch.setattr(book, "find_chromium", lambda: None)
    monkeypatch.setattr(book, "STATIC", ())
    monkeypatch.setattr(book, "APT", [])
    monkeypatch.setattr(book, "PLAYWRIGHT", [])
    monkeypatch.setenv("SQRTDK_CHROMIUM", "")
    monkeypatch.delenv("CI", raising=False)
    return tree


def test_without_browser_one_line_says_so(
    without_browser: Path, runner: Runner, capsys: pytest.CaptureFixture[str]
) -> None:
    assert book.test(without_browser) == 0
    assert runner.commands[-1] == ["pytest", "-m", "not browser"]
    skipped = [line for line in capsys.readouterr().out.splitlines() if "skipped" in line]
    assert len(skipped) == 1


def test_without_browser_fails_with_ci(
    without_browser: Path, runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(book.StopError, match="may not be skipped") as stopped:
        book.test(without_browser)
    assert stopped.value.code != 0


def test_browser_reaches_pytest(
    without_browser: Path, runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(book, "find_chromium", lambda: "/opt/chromium")
    assert book.test(without_browser) == 0
    assert runner.commands[-1] == ["pytest"]
    assert os.environ["SQRTDK_CHROMIUM"] == "/opt/chromium"


def test_experiments_run_the_module_of_the_package(
    tree: Path, runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(book, "run_in", lambda root: runner)
    assert book.experiments(tree) == 0
    assert runner.commands[-1] == ["python", "-m", "sqrtdk.experiments"]
    assert runner.kinds[:-1] == ["venv", "pip"]


def test_pdf_is_printed_from_the_built_site_and_leaves_the_stamp(
    without_browser: Path, runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(book, "find_chromium", lambda: "/opt/chromium")
    monkeypatch.setenv("PYTHONPATH", "")
    assert book.pdf(without_browser) == 0
    assert runner.commands[-2:] == [book.BUILD, ["python", "tools/pdf.py"]]
    assert os.environ["PYTHONPATH"] == str(without_browser / "_ext")
    page = without_browser / "_build/html/index.html"
    page.write_text("<p>page, its offer awake</p>")
    book.book(without_browser)
    assert runner.commands.count(book.BUILD) == 1


def test_every_check_runs_after_one_fails(capsys: pytest.CaptureFixture[str]) -> None:
    done: list[str] = []

    def run(command: list[str]) -> int:
        done.append(command[0])
        return int(command[0] == "first")

    assert book.all_of([["first", "-x"], ["second"]], run) == 1
    assert done == ["first", "second"]
    assert capsys.readouterr().out == "Failed: first -x\n"
