"""The command ``python -m sqrtdk``, which prints the table of the first note."""

from __future__ import annotations

import argparse
import dataclasses
import json
import platform
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

import numpy as np

from sqrtdk.standard_library import standard_library_table
from sqrtdk.tables import GeneratorRow, TableRow, format_table, generator_table

_LARGEST = 10**9
_ABOUT = """\
Draw dot products of random queries and keys with 4, 64 and 512 components.
Print their mean, variance and standard deviation, and their variance after
the division by the square root of d_k. A bar on standard error shows how far
the run has come."""
_EXAMPLES = """\
Without options the digits are those of the first note, in ten seconds to a
minute. The copy stored in the package is the output of:
  python -m sqrtdk --draws 20000 --seed 0 --json"""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def _whole_number(minimum: int) -> Callable[[str], int]:
    def convert(text: str) -> int:
        written = text.isascii() and text.isdigit() and len(text) <= len(str(_LARGEST))
        if written and minimum <= int(text) <= _LARGEST:
            return int(text)
        raise argparse.ArgumentTypeError(
            f"{text!r} is not allowed; give an integer from {minimum} to {_LARGEST}"
        )

    return convert


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        "python -m sqrtdk",
        description=_ABOUT,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--draws",
        type=_whole_number(2),
        default=20_000,
        metavar="N",
        help="how many dot products to draw for each d_k (default: %(default)s)",
    )
    parser.add_argument(
        "--seed",
        type=_whole_number(0),
        default=0,
        metavar="N",
        help="the seed of the generator (default: %(default)s)",
    )
    parser.add_argument(
        "--exact",
        action="store_true",
        help="draw from the law of the dot product with NumPy's generator: other digits, much "
        "faster, with standard errors",
    )
    parser.add_argument(
        "--json", action="store_true", help="print JSON with all digits instead of a table"
    )
    return parser


def _rows(options: argparse.Namespace) -> Sequence[TableRow] | Sequence[GeneratorRow]:
    if options.exact:
        rng = np.random.default_rng(options.seed)
        return generator_table(n_draws=options.draws, rng=rng, method="exact", progress=True)
    return standard_library_table(n_draws=options.draws, seed=options.seed, progress=True)


def _record(options: argparse.Namespace, rows: Sequence[TableRow] | Sequence[GeneratorRow]) -> str:
    exact = " --exact" if options.exact else ""
    numpy = {"numpy": np.__version__} if options.exact else {}
    record = {
        "command": f"python -m sqrtdk --draws {options.draws} --seed {options.seed}{exact} --json",
        "python": platform.python_version(),
        **numpy,
        "n_draws": options.draws,
        "seed": options.seed,
        "rows": [dataclasses.asdict(row) for row in rows],
    }
    return json.dumps(record, indent=2)


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
        rows = _rows(options)
    except SystemExit as stop:
        return int(stop.code or 0)
    except KeyboardInterrupt:
        print("\ninterrupted", file=sys.stderr)
        return 130
    print(_record(options, rows) if options.json else format_table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
