"""The command ``python -m sqrtdk.experiments``, which makes the stored tables anew."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NoReturn

import numpy as np

from sqrtdk._progress import counted
from sqrtdk.experiments.stored import EXPERIMENTS, experiment_text, maker_of, number_of_rows

_DATA = Path(__file__).resolve().parents[1] / "data"
_ABOUT = """\
Make the stored tables of the experiments, each from its own seed, and write
them into the package or into another folder. Bars on standard error show how
far the run has come; all tables together take some minutes."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def _name(text: str) -> str:
    if text in EXPERIMENTS:
        return text
    raise argparse.ArgumentTypeError(
        f"{text!r} is not a table; allowed are {', '.join(EXPERIMENTS)}"
    )


def _folder(text: str) -> Path:
    if Path(text).is_dir():
        return Path(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a folder; give one that exists")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        "python -m sqrtdk.experiments",
        description=_ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "names", nargs="*", type=_name, metavar="NAME", help="a table (default: all of them)"
    )
    parser.add_argument("--list", action="store_true", help="print the names of the tables")
    parser.add_argument(
        "--output", type=_folder, default=_DATA, metavar="DIR",
        help="the folder for the files (default: that of the package)",
    )  # fmt: skip
    return parser


def _make(names: Sequence[str], folder: Path) -> None:
    for name in names:
        print(name, file=sys.stderr)
        with counted(number_of_rows(name), "rows", shown=True) as add:
            rows = maker_of(name)(np.random.default_rng(EXPERIMENTS[name].seed), partial(add, 1))
        (folder / f"{name}.json").write_text(experiment_text(name, rows))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    Parameters
    ----------
    arguments : sequence of str, optional
        What stands after the command; that of the running program if omitted.

    Returns
    -------
    int
        0, or 2 if an argument is not allowed, or 130 if the run was interrupted.
    """
    try:
        options = _parser().parse_args(arguments)
        if options.list:
            print("\n".join(EXPERIMENTS))
        else:
            _make(options.names or list(EXPERIMENTS), options.output)
    except SystemExit as stop:
        return int(stop.code or 0)
    except KeyboardInterrupt:
        print("\ninterrupted", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
