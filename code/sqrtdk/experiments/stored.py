"""The stored tables of the experiments: who makes them, from which seed, and how to read them."""

from __future__ import annotations

import importlib
import json
import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any

import numpy as np

from sqrtdk import _checks

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Experiment:
    """A stored table and how it is made.

    Parameters
    ----------
    module : str
        The module of this package that makes the table, in a function of the name of the table.
    rows : str
        The constant of that module that holds the number of rows.
    seed : int
        The seed of the generator that the function receives.
    """

    module: str
    rows: str
    seed: int


EXPERIMENTS: Mapping[str, Experiment] = MappingProxyType(
    {
        "gradient_table": Experiment("gradients", "GRADIENT_ROWS", 1),
        "row_gradient_table": Experiment("gradients", "ROW_GRADIENT_ROWS", 2),
        "concentration_by_keys": Experiment("concentration", "KEYS_ROWS", 3),
        "concentration_by_dimension": Experiment("concentration", "DIMENSION_ROWS", 4),
        "largest_weight_map": Experiment("concentration", "MAP_ROWS", 5),
        "one_row_table": Experiment("one_row", "N_ROWS", 6),
        "training_race": Experiment("race", "N_ROWS", 7),
    }
)
"""The stored tables by name, in the order in which they are made."""


@cache
def stored_experiment(name: str) -> tuple[Row, ...]:
    """Return the rows of a stored table.

    Parameters
    ----------
    name : str
        A key of `EXPERIMENTS`.

    Returns
    -------
    tuple of mapping
        The rows, which cannot be changed: lists of the file come as tuples.

    Raises
    ------
    ValueError
        If there is no such table.

    Notes
    -----
    The files are ``data/<name>.json`` of the package. Each says with which seed and which
    versions of Python and NumPy it was made; ``python -m sqrtdk.experiments`` makes them anew.

    Examples
    --------
    >>> from sqrtdk.experiments.stored import stored_experiment
    >>> row = stored_experiment("training_race")[0]
    >>> row["d_k"], row["scale"], row["steps"][:3]
    (16, '1', (0, 1, 2))
    """
    _checks.one_of(name, "name", tuple(EXPERIMENTS))
    file = resources.files("sqrtdk") / "data" / f"{name}.json"
    return tuple(_frozen(row) for row in json.loads(file.read_text())["rows"])


def number_of_rows(name: str) -> int:
    """Return how many rows a table has when it is whole.

    Parameters
    ----------
    name : str
        A key of `EXPERIMENTS`.

    Returns
    -------
    int
        The number of rows.

    Raises
    ------
    ValueError
        If there is no such table.

    Examples
    --------
    >>> from sqrtdk.experiments.stored import number_of_rows
    >>> number_of_rows("training_race")
    180
    """
    experiment = EXPERIMENTS[_checks.one_of(name, "name", tuple(EXPERIMENTS))]
    return int(getattr(_module(experiment), experiment.rows))


def maker_of(name: str) -> Callable[[np.random.Generator, Callable[[], object]], Sequence[Row]]:
    """Return the function that makes a table.

    Parameters
    ----------
    name : str
        A key of `EXPERIMENTS`.

    Returns
    -------
    function
        It takes a generator and a function to call after each row, and returns the rows.

    Raises
    ------
    ValueError
        If there is no such table.

    Examples
    --------
    >>> from sqrtdk.experiments.stored import maker_of
    >>> maker_of("training_race").__name__
    'training_race'
    """
    experiment = EXPERIMENTS[_checks.one_of(name, "name", tuple(EXPERIMENTS))]
    maker: Callable[..., Sequence[Row]] = getattr(_module(experiment), name)
    return maker


def experiment_text(name: str, rows: Sequence[Row]) -> str:
    """Return the text of the file of a table.

    Parameters
    ----------
    name : str
        A key of `EXPERIMENTS`.
    rows : sequence of mapping
        The rows as the maker of the table returns them.

    Returns
    -------
    str
        JSON: the command, the versions, the seed, and the rows, one on a line.

    Raises
    ------
    ValueError
        If there is no such table, or a number is not finite.

    Examples
    --------
    >>> from sqrtdk.experiments.stored import experiment_text
    >>> text = experiment_text("training_race", [{"d_k": 16, "scale": "1"}])
    >>> text.splitlines()[4:7]
    ['  "seed": 7,', '  "rows": [', '    {"d_k": 16, "scale": "1"}']
    """
    experiment = EXPERIMENTS[_checks.one_of(name, "name", tuple(EXPERIMENTS))]
    head = {
        "command": f"python -m sqrtdk.experiments {name}",
        "python": platform.python_version(),
        "numpy": np.__version__,
        "seed": experiment.seed,
    }
    lines = [f"  {json.dumps(key)}: {json.dumps(value)},\n" for key, value in head.items()]
    body = ",\n".join(f"    {json.dumps(row, allow_nan=False)}" for row in rows)
    return "{\n" + "".join(lines) + f'  "rows": [\n{body}\n  ]\n}}\n'


def _module(experiment: Experiment) -> Any:
    return importlib.import_module(f"sqrtdk.experiments.{experiment.module}")


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return MappingProxyType({key: _frozen(entry) for key, entry in value.items()})
    if isinstance(value, list):
        return tuple(_frozen(entry) for entry in value)
    return value
