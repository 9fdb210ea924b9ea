"""Do the work of the Makefile: set up ``.venv``, build, serve, open JupyterLab, test.

Needs the standard library alone, because it runs before anything is installed.
"""

import functools
import hashlib
import http.server
import importlib
import os
import runpy
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

from find_browser import find_chromium

ROOT = Path(__file__).resolve().parents[1]
SOURCES = (
    "intro.md",
    "chapters",
    "code",
    "_ext",
    "_static",
    "_config.yml",
    "_toc.yml",
    "references.bib",
    "requirements.txt",
    "pyproject.toml",
    ".venv/pyvenv.cfg",  # another Python, another build
)
PINS = {"requirements.txt": (), "requirements-dev.txt": ("requirements.txt",)}
IGNORED = {"__pycache__", ".ipynb_checkpoints", ".DS_Store"}
BUILD = ["jupyter-book", "build", ".", "-W", "-n", "--keep-going"]
LAB_HOME = ".venv/lab-home"
PORTS = {"serve": 8000, "lab": 8888}

Run = Callable[[list[str]], int]


class StopError(Exception):
    """Ends the command with one sentence and an exit code."""

    def __init__(self, sentence: str, code: int = 1) -> None:
        super().__init__(sentence)
        self.code = code


def say(line: str) -> None:
    """Print a line at once, so that it stands before what a child prints."""
    print(line, flush=True)


# The stamp ---------------------------------------------------------------------------


def files_under(root: Path, names: tuple[str, ...]) -> Iterator[Path]:
    """Yield the files that `names` stand for, in a fixed order, without what Python leaves."""
    for name in names:
        path = root / name
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            parts = file.relative_to(root).parts
            left = any(part in IGNORED or part.endswith(".egg-info") for part in parts)
            if file.is_file() and not left:
                yield file


def digest(root: Path, names: tuple[str, ...] = SOURCES) -> str:
    """Hash the names and the contents of the files that `names` stand for."""
    whole = hashlib.sha256()
    for file in files_under(root, names):
        content = file.read_bytes()
        whole.update(f"{file.relative_to(root).as_posix()}\0{len(content)}\0".encode())
        whole.update(content)
    return whole.hexdigest()


def holds(stamp: Path, value: str) -> bool:
    """Tell whether the file `stamp` is there and says `value`."""
    return stamp.is_file() and stamp.read_text() == value


# The environment ---------------------------------------------------------------------


def run_in(root: Path) -> Run:
    """Return a function that runs a command of ``.venv`` in `root` and gives its exit code."""

    def run(command: list[str]) -> int:
        program = root / ".venv/bin" / command[0]
        whole = [str(program) if program.exists() else command[0], *command[1:]]
        return subprocess.run(whole, cwd=root, env=environment(root)).returncode

    return run


def environment(root: Path) -> dict[str, str]:
    """Return the variables for a child: ``.venv`` first, and no setting of the user's home."""
    home = root / LAB_HOME
    ours = {
        "PATH": f"{root / '.venv/bin'}{os.pathsep}{os.environ.get('PATH', '')}",
        "VIRTUAL_ENV": str(root / ".venv"),
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
        "IPYTHONDIR": str(home / "ipython"),
        "MPLCONFIGDIR": str(home / "matplotlib"),
        "DEBIAN_FRONTEND": "noninteractive",
    }
    theirs = ("MAKEFLAGS", "MFLAGS", "MAKEOVERRIDES", "MAKELEVEL", "PYTHON", "PORT")
    kept = {name: value for name, value in os.environ.items() if name not in theirs}
    return kept | ours


def venv_fits(root: Path) -> bool:
    """Tell whether ``.venv`` is whole, was made for this folder and by this Python."""
    venv = root / ".venv"
    if not ((venv / "bin/python").exists() and (venv / "bin/pip").exists()):
        return False
    lines = (venv / "pyvenv.cfg").read_text().splitlines()
    said = dict(line.split(" = ", 1) for line in lines if " = " in line)
    made_by = said.get("executable") == os.path.realpath(sys.executable)
    return made_by and said.get("command", "").endswith(str(venv))


def make_venv(root: Path, run: Run) -> None:
    """Make ``.venv``, unless one is there that fits."""
    if venv_fits(root):
        return
    python = getattr(sys, "_base_executable", sys.executable)
    try:
        importlib.import_module("venv")
        importlib.import_module("ensurepip")
    except ImportError:
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        raise StopError(
            f"{python} has no venv module: install it "
            f"(on Debian or Ubuntu: apt install {version}-venv) and run this again.",
            2,
        ) from None
    say("Making .venv …")
    shutil.rmtree(root / ".venv", ignore_errors=True)
    if run([python, "-m", "venv", str(root / ".venv")]):
        shutil.rmtree(root / ".venv", ignore_errors=True)
        raise StopError(f"{python} could not make .venv: what it said stands above.")


def install(root: Path, pins: str, run: Run) -> None:
    """Bring ``.venv`` to the pins of the file `pins`, unless it is there already."""
    make_venv(root, run)
    wanted = {name: digest(root, (name, *PINS[name], "pyproject.toml")) for name in PINS}
    stamps = {name: root / ".venv" / f"{name}.stamp" for name in PINS}
    if holds(stamps[pins], wanted[pins]):
        return
    say(f"Installing the pins of {pins} into .venv …")
    pip = ["python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if run([*pip, "-r", pins]):
        raise StopError(f"pip could not install {pins}: what it said stands above.")
    for name in (pins, *PINS[pins]):
        stamps[name].write_text(wanted[name])


# The site ----------------------------------------------------------------------------


def public_address(root: Path) -> str:
    """Return what the buttons of the site are made from; it changes without a file changing."""
    module = runpy.run_path(str(root / "_ext/book_site/address.py"))
    return str(module["found"](root, os.environ))


def build(root: Path, run: Run) -> Path:
    """Build the site from clean, unless it is there and nothing it is made of has changed."""
    install(root, "requirements.txt", run)
    page = root / "_build/html/index.html"
    stamp = root / "_build/book.stamp"
    wanted = f"{digest(root)} {public_address(root)}"
    if page.is_file() and holds(stamp, wanted):
        say("The book is built, and nothing has changed since:")
    else:
        shutil.rmtree(root / "_build", ignore_errors=True)
        if run(BUILD):
            raise StopError("The build failed: what is wrong stands above.")
        stamp.write_text(wanted)
        say("The book is built:")
    say(f"  {page}")
    return page.parent


def server(folder: Path, port: int) -> http.server.ThreadingHTTPServer:
    """Return a server of `folder` on this machine alone; port 0 takes a free one."""
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(folder))
    try:
        return http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError as fault:
        raise StopError(
            f"Port {port} is not to be had ({fault.strerror}): "
            f"take another, for example make serve PORT={port + 1}."
        ) from None


def port_for(command: str) -> int:
    """Return the port that ``PORT`` names, or the usual one."""
    named = os.environ.get("PORT") or str(PORTS[command])
    if not (named.isdecimal() and 0 < int(named) < 65536):
        raise StopError(f"PORT is a number from 1 to 65535, not {named!r}.", 2)
    return int(named)


def book(root: Path) -> int:
    """Build the site and say how to open it."""
    build(root, run_in(root))
    say("Open that file in a browser, or run: make serve")
    return 0


def serve(root: Path) -> int:
    """Build the site if needed and serve it until interrupted."""
    port = port_for("serve")
    folder = build(root, run_in(root))
    with server(folder, port) as site:
        say(f"Reading it at http://127.0.0.1:{port}/ (Ctrl-C ends this)")
        try:
            site.serve_forever()
        except KeyboardInterrupt:
            say("")
    return 0


def lab_command(root: Path, port: int) -> list[str]:
    """Return the command that starts JupyterLab in `root`."""
    return [
        "jupyter-lab",
        f"--ServerApp.root_dir={root}",
        f"--ServerApp.port={port}",
        *(["--allow-root"] if os.geteuid() == 0 else []),
        "--LabApp.default_url=/lab/tree/intro.md",
        "--LabApp.extension_manager=readonly",
        "--LanguageServerManager.autodetect=False",
    ]


def settle_lab(home: Path) -> None:
    """Let JupyterLab start with the chapter alone, and ask nothing of the network."""
    shutil.rmtree(home / "workspaces", ignore_errors=True)
    news = home / "settings/@jupyterlab/apputils-extension/notification.jupyterlab-settings"
    if not news.exists():
        news.parent.mkdir(parents=True, exist_ok=True)
        news.write_text('{"fetchNews": "false", "checkForUpdates": false}')


def lab(root: Path) -> NoReturn:
    """Become a JupyterLab that opens the chapters as notebooks."""
    port = port_for("lab")
    run = run_in(root)
    install(root, "requirements.txt", run)
    if run(["jupytext-config", "set-default-viewer"]):
        raise StopError("jupytext could not be made the viewer of the chapters.")
    settle_lab(root / LAB_HOME)
    command = lab_command(root, port)
    os.execve(root / ".venv/bin" / command[0], command, environment(root))


# The tests ---------------------------------------------------------------------------

STATIC = (
    ["ruff", "check", "."],
    ["ruff", "format", "--check", "."],
    ["mypy", "code/sqrtdk"],
)
FAST = [
    *["pytest", "-m", "not slow and not browser"],
    *["--numprocesses", "auto", "--maxprocesses", "8", "--dist", "loadfile"],
]
PLAYWRIGHT = [["playwright", "install", "chromium"]]
APT = [
    ["apt-get", "update", "-qq"],
    ["apt-get", "install", "-qq", "-y", "--no-install-recommends", "chromium"],
]


def all_of(commands: list[list[str]], run: Run) -> int:
    """Run every command, even after one has failed, then name those that failed."""
    failed = [shlex.join(command) for command in commands if run(command)]
    if failed:
        say(f"Failed: {'; '.join(failed)}")
    return 1 if failed else 0


def check(root: Path) -> int:
    """Run the fast part of the tests."""
    run = run_in(root)
    install(root, "requirements-dev.txt", run)
    return all_of([*STATIC, FAST], run)


def get_chromium(run: Run) -> str | None:
    """Find a Chromium, or install playwright's, or as root on Debian the system's."""
    found = find_chromium()
    if found or os.environ.get("SQRTDK_CHROMIUM"):
        return found
    say("No Chromium on this machine: installing one …")
    may_apt = os.geteuid() == 0 and shutil.which("apt-get")
    for commands in (PLAYWRIGHT, APT if may_apt else []):
        for command in commands:
            run(command)
        found = find_chromium()
        if found:
            return found
    return None


def test(root: Path) -> int:
    """Run everything, the browser tests included if a browser is to be had."""
    run = run_in(root)
    install(root, "requirements-dev.txt", run)
    chromium = get_chromium(run)
    without = "No Chromium is to be had (SQRTDK_CHROMIUM can name one)"
    if not chromium and os.environ.get("CI") == "true":
        raise StopError(f"{without}, and with CI=true the browser tests may not be skipped.")
    build(root, run)
    pytest = ["pytest"] if chromium else ["pytest", "-m", "not browser"]
    os.environ["SQRTDK_CHROMIUM"] = chromium or ""
    code = all_of([*STATIC, pytest], run)
    if not chromium:
        say(f"{without}: the browser tests were skipped.")
    return code


def in_browser(root: Path, command: list[str], without: str) -> int:
    """Build the site and run a command that looks at it in a browser."""
    run = run_in(root)
    install(root, "requirements-dev.txt", run)
    chromium = get_chromium(run)
    if not chromium:
        raise StopError(f"No Chromium is to be had, and without one there are no {without}.")
    build(root, run)
    os.environ["SQRTDK_CHROMIUM"] = chromium
    return run(command)


def shots(root: Path) -> int:
    """Photograph the pages of the site."""
    return in_browser(root, ["python", "tools/shots.py"], "pictures")


def pdf(root: Path) -> int:
    """Print the whole book into the site as one file."""
    os.environ["PYTHONPATH"] = str(root / "_ext")
    return in_browser(root, ["python", "tools/pdf.py"], "printed pages")


def bench(root: Path) -> int:
    """Measure what the book promises and print it as a table."""
    os.environ["PYTHONPATH"] = str(root / "tools")
    return in_browser(root, ["python", "benchmarks/bench.py"], "times in a browser")


def experiments(root: Path) -> int:
    """Make the stored tables of the package anew."""
    run = run_in(root)
    install(root, "requirements.txt", run)
    return run(["python", "-m", "sqrtdk.experiments"])


COMMANDS = {
    "book": book,
    "serve": serve,
    "lab": lab,
    "test": test,
    "check": check,
    "shots": shots,
    "pdf": pdf,
    "bench": bench,
    "experiments": experiments,
}


def main(arguments: list[str]) -> int:
    """Run the command that `arguments` names."""
    try:
        return COMMANDS[arguments[0]](ROOT)
    except StopError as stop:
        print(stop, file=sys.stderr)
        return stop.code
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
