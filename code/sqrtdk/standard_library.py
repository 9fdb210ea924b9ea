"""The table and the softmax example of the first note, from Python's own generator.

This is the only module that draws from the standard library, and it does so to reproduce printed
digits: no other generator gives these numbers. Python promises the same uniform numbers for a
seed in every version, but not the same normal ones, so the stored table names the version that
made it. The generator is always passed or made here; the global one is never touched. Everything
else in the package draws from a ``numpy.random.Generator``.
"""

from __future__ import annotations

import math
import random
import statistics
from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sqrtdk import _checks
from sqrtdk._progress import counted
from sqrtdk.sensitivity import weight_sensitivity
from sqrtdk.tables import TableRow
from sqrtdk.weights import softmax


@dataclass(frozen=True)
class SoftmaxExample:
    """One row of scores, its weights, and the steepest slope among them.

    Parameters
    ----------
    scores : tuple of float
        One score per key.
    weights : tuple of float
        Their softmax.
    largest_slope : float
        The largest p * (1 - p) of the weights: how fast the most responsive weight moves with
        its own score.
    """

    scores: tuple[float, ...]
    weights: tuple[float, ...]
    largest_slope: float


def standard_library_row(
    d_k: int, n_draws: int, source: random.Random, progress: bool = False
) -> TableRow:
    """Draw dot products of normal vectors one by one and return one row of the table.

    Parameters
    ----------
    d_k : int
        Number of components of a query and of a key.
    n_draws : int
        How many dot products to draw, at least 2.
    source : random.Random
        The source of randomness. It is left where the next row goes on.
    progress : bool, optional
        Whether to show a bar on standard error.

    Returns
    -------
    TableRow
        The row; its statistics are computed exactly and rounded once.

    Raises
    ------
    ValueError
        If `d_k` or `n_draws` is no such integer, or `source` is not a random.Random.

    Notes
    -----
    For each dot product the source gives a component of the query, then one of the key, and so
    on. The products are added from left to right by a plain loop: the built-in ``sum`` adds
    floats in another way from Python 3.12 on, which can change the last digit.

    Examples
    --------
    >>> import random
    >>> from sqrtdk import standard_library_row
    >>> row = standard_library_row(4, 20_000, random.Random(0))
    >>> round(row.mean, 8), round(row.variance, 8)
    (0.00754405, 3.99886449)
    """
    d_k = _checks.whole_number(d_k, "d_k")
    n_draws = _checks.whole_number(n_draws, "n_draws", minimum=2)
    if not isinstance(source, random.Random):
        raise ValueError(
            f"source is {source!r}; allowed is a random.Random, for example random.Random(0)"
        )
    with counted(d_k * n_draws, "products", shown=progress) as advance:
        return _row(d_k, n_draws, source, advance)


def standard_library_table(
    d_ks: Iterable[int] = (4, 64, 512),
    n_draws: int = 20_000,
    seed: int = 0,
    progress: bool = False,
) -> tuple[TableRow, ...]:
    """Return the table of the first note, digit for digit, from the standard library.

    Parameters
    ----------
    d_ks : iterable of int, optional
        Numbers of components, one row each. All rows share one stream of random numbers, so a
        row depends on those before it.
    n_draws : int, optional
        How many dot products to draw for a row, at least 2.
    seed : int, optional
        The seed of the stream, at least 0.
    progress : bool, optional
        Whether to show a bar on standard error.

    Returns
    -------
    tuple of TableRow
        One row per entry of `d_ks`. The defaults take ten seconds to a minute; `stored_table`
        returns the same rows at once.

    Raises
    ------
    ValueError
        If `d_ks` is empty, or one of the numbers is no such integer.

    Examples
    --------
    >>> from sqrtdk import format_table, standard_library_table
    >>> print(format_table(standard_library_table((4, 16), n_draws=2_000)))
      d_k     mean       var     std  scaled var
        4   +0.009      3.97    1.99       0.993
       16   +0.058     16.37    4.05       1.023
    """
    widths = [
        _checks.whole_number(d_k, "an entry of d_ks") for d_k in _checks.listed(d_ks, "d_ks")
    ]
    n_draws = _checks.whole_number(n_draws, "n_draws", minimum=2)
    source = random.Random(_checks.whole_number(seed, "seed", minimum=0))
    with counted(sum(widths) * n_draws, "products", shown=progress) as advance:
        return tuple(_row(d_k, n_draws, source, advance) for d_k in widths)


def softmax_examples(
    seed: int = 1, d_k: int = 64, n_keys: int = 5
) -> tuple[SoftmaxExample, SoftmaxExample]:
    """Return the softmax of a few random scores, raw and divided by sqrt(d_k).

    Parameters
    ----------
    seed : int, optional
        The seed of the standard library's generator, at least 0.
    d_k : int, optional
        Number of components of a query and of a key.
    n_keys : int, optional
        Number of scores.

    Returns
    -------
    raw : SoftmaxExample
        The scores as drawn.
    scaled : SoftmaxExample
        The same scores divided by sqrt(d_k).

    Raises
    ------
    ValueError
        If one of the numbers is no such integer.

    Notes
    -----
    Each score has a query of its own, so the scores are independent. In a row of attention all
    keys share one query.

    Examples
    --------
    >>> from sqrtdk import softmax_examples
    >>> raw, scaled = softmax_examples()
    >>> [round(weight, 3) for weight in raw.weights]
    [0.0, 0.0, 0.0, 0.004, 0.996]
    >>> [round(weight, 3) for weight in scaled.weights]
    [0.142, 0.069, 0.067, 0.242, 0.481]
    """
    gauss = random.Random(_checks.whole_number(seed, "seed", minimum=0)).gauss
    d_k = _checks.whole_number(d_k, "d_k")
    n_keys = _checks.whole_number(n_keys, "n_keys")
    scores = tuple(_dot_product(d_k, gauss) for _ in range(n_keys))
    root = math.sqrt(d_k)
    return _example(scores), _example(tuple(score / root for score in scores))


def _example(scores: tuple[float, ...]) -> SoftmaxExample:
    weights = tuple(softmax(scores).tolist())
    return SoftmaxExample(scores, weights, float(weight_sensitivity(scores).max()))


def _dot_product(d_k: int, gauss: Callable[[], float]) -> float:
    total = 0.0
    for _ in range(d_k):
        query_component = gauss()
        total += query_component * gauss()
    return total


def _row(
    d_k: int, n_draws: int, source: random.Random, advance: Callable[[int], object]
) -> TableRow:
    products = array("d")
    for _ in range(n_draws):
        products.append(_dot_product(d_k, source.gauss))
        advance(d_k)
    root = math.sqrt(d_k)
    return TableRow(
        d_k=d_k,
        mean=statistics.mean(products),
        variance=statistics.pvariance(products),
        standard_deviation=statistics.pstdev(products),
        scaled_variance=statistics.pvariance(array("d", (x / root for x in products))),
    )
