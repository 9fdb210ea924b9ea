"""All states of an explorer, computed once and written down without repetition."""

from __future__ import annotations

import gzip
import itertools
import json
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from sqrtdk.explorer.controls import Control, product_size

__all__ = ["MAX_BYTES", "MAX_STATES", "check_budget", "encode", "every_state", "to_json"]

MAX_STATES = 3_000
MAX_BYTES = 60_000


def every_state(controls: Sequence[Control]) -> Iterator[dict[str, Any]]:
    """Run through all combinations of stops, the last control fastest.

    Parameters
    ----------
    controls : sequence of Control

    Yields
    ------
    dict of str to object
        Value of each control.

    Examples
    --------
    >>> from sqrtdk.explorer.makers import DrawAgain
    >>> list(every_state([DrawAgain(count=2)]))
    [{'sample': 0}, {'sample': 1}]
    """
    names = [control.name for control in controls]
    for values in itertools.product(*(control.stops for control in controls)):
        yield dict(zip(names, values, strict=True))


def encode(values: Sequence[str], shape: Sequence[int]) -> dict[str, Any]:
    """Write one string per state as unique strings and the controls they depend on.

    Parameters
    ----------
    values : sequence of str
        One entry a state, in the order of `every_state`.
    shape : sequence of int
        Number of stops of each control.

    Returns
    -------
    dict
        ``on``: indices of the controls that matter; ``v``: strings; ``i``: which string belongs
        to each combination of those controls, left out when each has its own.

    Examples
    --------
    >>> encode(["a", "a", "b", "b"], (2, 2))
    {'on': [0], 'v': ['a', 'b']}
    """
    array = np.empty(len(values), dtype=object)
    array[:] = list(values)
    array = array.reshape(tuple(shape))
    matters = []
    for axis in range(array.ndim):
        first = np.take(array, [0], axis=axis)
        if bool(np.all(array == first)):
            array = first
        else:
            matters.append(axis)
    flat = array.ravel().tolist()
    unique = list(dict.fromkeys(flat))
    if len(unique) == len(flat):
        return {"on": matters, "v": flat}
    place = {value: index for index, value in enumerate(unique)}
    return {"on": matters, "v": unique, "i": [place[value] for value in flat]}


def to_json(data: Any) -> str:
    """Write JSON that can stand inside a script element.

    Parameters
    ----------
    data : object

    Returns
    -------
    str
    """
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("</", "<\\/")


def check_budget(name: str, controls: Sequence[Control], html: str | None = None) -> int:
    """Refuse an explorer that has too many states or weighs too much.

    Parameters
    ----------
    name : str
        Name of the explorer, for the message.
    controls : sequence of Control
    html : str, optional
        Its finished static page part.

    Returns
    -------
    int
        Size of `html` in bytes after gzip, 0 without `html`.

    Raises
    ------
    ValueError
        If a budget is exceeded; the message names the explorer and the number.
    """
    count = product_size(controls)
    if count > MAX_STATES:
        raise ValueError(f"explorer {name!r} has {count:,} states; allowed are {MAX_STATES:,}")
    if html is None:
        return 0
    size = len(gzip.compress(html.encode(), mtime=0))
    if size > MAX_BYTES:
        raise ValueError(
            f"explorer {name!r} weighs {size:,} bytes gzipped; allowed are {MAX_BYTES:,}"
        )
    return size
