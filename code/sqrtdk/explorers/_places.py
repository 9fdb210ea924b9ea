"""Where the names of lines stand so that none covers another."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["name_places"]


def name_places(
    ends: Mapping[str, float], apart: float, *, logarithmic: bool = False
) -> dict[str, float]:
    """Return heights for the names of lines: the ends of the lines, with room in between.

    Parameters
    ----------
    ends : mapping of str to float
        Where each line ends; above 0 on a logarithmic axis.
    apart : float
        Smallest distance of two names, as a factor above 1 on a logarithmic axis.
    logarithmic : bool, optional
        Whether the axis is logarithmic.

    Returns
    -------
    dict of str to float
        The lowest name stands at the end of its line, a higher one there or further up.

    Examples
    --------
    >>> name_places({"b": 0.5, "a": 0.25, "c": 4.0}, apart=0.5)
    {'a': 0.25, 'b': 0.75, 'c': 4.0}
    """
    places: dict[str, float] = {}
    least: float | None = None
    for name, end in sorted(ends.items(), key=lambda entry: entry[1]):
        places[name] = end if least is None else max(end, least)
        least = places[name] * apart if logarithmic else places[name] + apart
    return places
