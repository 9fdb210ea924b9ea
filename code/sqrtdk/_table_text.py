"""Columns of numbers as text."""

from __future__ import annotations

import math
from collections.abc import Sequence

from sqrtdk.estimates import Estimate

Column = tuple[str, int, Sequence[str]]
"""A heading, the least width and the cells."""


def aligned(columns: Sequence[Column]) -> str:
    """Return the lines of a table: headings and cells, to the right of their columns."""
    lists = [[heading, *cells] for heading, _, cells in columns]
    widths = [
        max(least, *map(len, cells)) for (_, least, _), cells in zip(columns, lists, strict=True)
    ]
    lines = (
        " ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True))
        for line in zip(*lists, strict=True)
    )
    return "\n".join(lines)


def decimals(estimates: Sequence[Estimate]) -> int:
    """Return with how many decimals the smallest standard error shows two digits."""
    errors = [estimate.standard_error for estimate in estimates if estimate.standard_error]
    return max(0, 1 - math.floor(math.log10(min(errors)))) if errors else 2


def with_errors(
    heading: str, least: int, estimates: Sequence[Estimate], sign: str = ""
) -> tuple[Column, Column]:
    """Return a column of estimates and one of their standard errors."""
    places = decimals(estimates)
    values = [f"{estimate.value:{sign}.{places}f}" for estimate in estimates]
    errors = [f"{estimate.standard_error:.{places}f}" for estimate in estimates]
    return (heading, least, values), ("±", 8, errors)
