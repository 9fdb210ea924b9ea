"""Tables of simulated dot products: before and after the division by the square root of d_k.

A table has one row per d_k. The first note prints such a table; its rows are stored with the
package. `generator_table` makes the same table from the samplers of the package, with standard
errors. In both, the scaled variance is the variance divided by d_k whatever was drawn: that
column tests the variance a second time and the division not at all.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import resources

import numpy as np

from sqrtdk import _checks, _table_text
from sqrtdk._draws import BLOCK, Floats
from sqrtdk._progress import counted
from sqrtdk._table_text import Column
from sqrtdk.components import COMPONENTS
from sqrtdk.dot_products import dot_product_moments, sample_dot_products
from sqrtdk.estimates import Estimate


@dataclass(frozen=True)
class TableRow:
    """One row of the printed table: statistics of the dot products of random vectors.

    Parameters
    ----------
    d_k : int
        Number of components of a query and of a key.
    mean : float
        The average of the dot products.
    variance : float
        Their variance, the sum of the squared deviations divided by the number of draws.
    standard_deviation : float
        Its root.
    scaled_variance : float
        The variance of the same draws divided by sqrt(d_k). It equals ``variance / d_k`` but for
        rounding, so it is no independent check.
    """

    d_k: int
    mean: float
    variance: float
    standard_deviation: float
    scaled_variance: float


@dataclass(frozen=True)
class GeneratorRow:
    """One row of the table from the samplers of the package, with standard errors.

    Parameters
    ----------
    d_k : int
        Number of components of a query and of a key.
    mean : Estimate
        The average of the dot products; the true value is 0.
    variance : Estimate
        Their variance, the sum of the squared deviations divided by the number of draws; the
        true value is d_k.
    standard_deviation : float
        Its root.
    scaled_variance : Estimate
        The variance divided by d_k, which is the variance of the draws divided by sqrt(d_k). It
        is no independent check.
    """

    d_k: int
    mean: Estimate
    variance: Estimate
    standard_deviation: float
    scaled_variance: Estimate


def generator_table(
    d_ks: Iterable[int] = (4, 64, 512),
    n_draws: int = 2_000_000,
    *,
    rng: np.random.Generator,
    components: str = "normal",
    method: str = "auto",
    progress: bool = False,
) -> tuple[GeneratorRow, ...]:
    """Return the table from the samplers of the package, with standard errors.

    Parameters
    ----------
    d_ks : iterable of int, optional
        Numbers of components, one row each, each at most 1,048,576.
    n_draws : int, optional
        How many dot products to draw for a row, at least 2.
    rng : numpy.random.Generator
        The source of randomness.
    components : {"normal", "uniform", "coin"}, optional
        The law of the components.
    method : {"auto", "exact", "components"}, optional
        How to draw, as in `sample_dot_products`.
    progress : bool, optional
        Whether to show a bar on standard error.

    Returns
    -------
    tuple of GeneratorRow
        One row per entry of `d_ks`. A few megabytes are used at any number of draws.

    Raises
    ------
    ValueError
        If `d_ks` is empty, one of the numbers is no such integer, `rng` is not a Generator, or
        `components` and `method` do not go together.

    Notes
    -----
    The standard error of the variance is the variance times ``sqrt((kappa - (n-3)/(n-1)) / n)``
    with the kurtosis ``kappa = 3 + (kappa_q * kappa_k - 3) / d_k`` of a dot product, where
    kappa_q and kappa_k are those of one component of the query and of the key.

    Examples
    --------
    >>> import numpy as np
    >>> from sqrtdk import generator_table
    >>> row, = generator_table([64], 100_000, rng=np.random.default_rng(0))
    >>> abs(row.variance.z_score(64)) < 4
    True
    """
    widths = [
        _checks.whole_number(d_k, "an entry of d_ks") for d_k in _checks.listed(d_ks, "d_ks")
    ]
    n_draws = _checks.whole_number(n_draws, "n_draws", minimum=2)
    components = _checks.one_of(components, "components", COMPONENTS)
    kurtosis = [dot_product_moments(d_k, components).kurtosis for d_k in widths]

    def draw(d_k: int, size: int) -> Floats:
        return sample_dot_products(d_k, size, rng, components, method)

    rows = []
    with counted(n_draws * len(widths), "dot products", shown=progress) as advance:
        for d_k, kappa in zip(widths, kurtosis, strict=True):
            mean, variance = _mean_and_variance(draw, d_k, n_draws, advance)
            rows.append(_generator_row(d_k, mean, variance, n_draws, kappa))
    return tuple(rows)


def _mean_and_variance(
    draw: Callable[[int, int], Floats],
    d_k: int,
    n_draws: int,
    advance: Callable[[int], object],
) -> tuple[float, float]:
    """Merge the means and the squared deviations of one block of draws after the other."""
    mean = squares = 0.0
    for done in range(0, n_draws, BLOCK):
        block = draw(d_k, min(BLOCK, n_draws - done))
        gap = float(block.mean()) - mean
        share = block.size / (done + block.size)
        mean += gap * share
        squares += float(block.var()) * block.size + gap**2 * done * share
        advance(block.size)
    return mean, squares / n_draws


def _generator_row(
    d_k: int, mean: float, variance: float, n_draws: int, kurtosis: Fraction
) -> GeneratorRow:
    n = n_draws
    error = variance * math.sqrt((float(kurtosis) - (n - 3) / (n - 1)) / n)
    return GeneratorRow(
        d_k=d_k,
        mean=Estimate(mean, math.sqrt(variance / (n - 1)), n),
        variance=Estimate(variance, error, n),
        standard_deviation=math.sqrt(variance),
        scaled_variance=Estimate(variance / d_k, error / d_k, n),
    )


def format_table(rows: Iterable[TableRow] | Iterable[GeneratorRow]) -> str:
    """Return a table as text with aligned columns.

    Parameters
    ----------
    rows : iterable of TableRow, or iterable of GeneratorRow
        The rows, all of one kind.

    Returns
    -------
    str
        The lines of the table. For rows of `generator_table` a column of standard errors follows
        each estimate, in which the smallest error of a column shows two digits.

    Raises
    ------
    ValueError
        If there is no row, or one of another kind.

    Examples
    --------
    >>> from sqrtdk import format_table, stored_table
    >>> print(format_table(stored_table()))
      d_k     mean       var     std  scaled var
        4   +0.008      4.00    2.00       1.000
       64   -0.006     63.73    7.98       0.996
      512   +0.018    516.07   22.72       1.008
    """
    entries = _checks.listed(rows, "rows")
    if all(isinstance(row, TableRow) for row in entries):
        return _table_text.aligned(_printed_columns(entries))
    if all(isinstance(row, GeneratorRow) for row in entries):
        return _table_text.aligned(_estimated_columns(entries)) + "\n± one standard error"
    raise ValueError(
        f"rows is {entries!r}; allowed are rows of one kind, TableRow or GeneratorRow"
    )


def _printed_columns(rows: Sequence[TableRow]) -> list[Column]:
    return [
        ("d_k", 5, [str(row.d_k) for row in rows]),
        ("mean", 8, [f"{row.mean:+.3f}" for row in rows]),
        ("var", 9, [f"{row.variance:.2f}" for row in rows]),
        ("std", 7, [f"{row.standard_deviation:.2f}" for row in rows]),
        ("scaled var", 11, [f"{row.scaled_variance:.3f}" for row in rows]),
    ]


def _estimated_columns(rows: Sequence[GeneratorRow]) -> list[Column]:
    places = _table_text.decimals([row.mean for row in rows])
    return [
        ("d_k", 5, [str(row.d_k) for row in rows]),
        *_table_text.with_errors("mean", 8, [row.mean for row in rows], "+"),
        *_table_text.with_errors("var", 9, [row.variance for row in rows]),
        ("std", 7, [f"{row.standard_deviation:.{places}f}" for row in rows]),
        *_table_text.with_errors("scaled var", 11, [row.scaled_variance for row in rows]),
    ]


def stored_table() -> tuple[TableRow, ...]:
    """Return the stored rows of `standard_library_table` with its default arguments.

    Returns
    -------
    tuple of TableRow
        The rows for d_k = 4, 64 and 512, of 20,000 draws each, to the last digit.

    Notes
    -----
    They are the "rows" of the file ``data/notes_table.json`` of the package, which says with
    which version of Python and with which command it was made:
    ``python -m sqrtdk --draws 20000 --seed 0 --json``.

    Examples
    --------
    >>> from sqrtdk import stored_table
    >>> [round(row.scaled_variance, 3) for row in stored_table()]
    [1.0, 0.996, 1.008]
    """
    file = resources.files("sqrtdk") / "data" / "notes_table.json"
    stored = json.loads(file.read_text(encoding="utf-8"))
    return tuple(TableRow(**row) for row in stored["rows"])
