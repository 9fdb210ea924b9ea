"""The kinds of control, each made by a function that reads like a class."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from sqrtdk.explorer.controls import Control

__all__ = ["Choice", "DrawAgain", "LogRange", "Range", "Switch"]


def Range(
    name: str,
    label: str,
    stops: Sequence[Any],
    rest: Any,
    *,
    show: Callable[[Any], str] = str,
    moves: Sequence[str] = (),
    bounds: tuple[float, float, float] | None = None,
) -> Control:
    """Make a slider over ordered stops.

    Parameters
    ----------
    name, label : str
        See `Control`.
    stops : sequence
        Values in the order of the slider.
    rest : object
        The resting value, one of `stops`.
    show : callable, optional
        Turns a stop into the words shown beside the slider.
    moves : sequence of str, optional
        Artists that must move between the ends.
    bounds : tuple of float, optional
        Continuous range ``(low, high, step)`` offered when a kernel computes.

    Returns
    -------
    Control

    Examples
    --------
    >>> Range("tilt", "Tilt", (0, 1, 2), rest=1).resting_value
    1
    """
    if rest not in stops:
        raise ValueError(f"control {name!r} rests at {rest!r}; allowed are {tuple(stops)!r}")
    shown = tuple(show(stop) for stop in stops)
    rest_index = list(stops).index(rest)
    return Control(name, label, tuple(stops), shown, rest_index, "range", tuple(moves), bounds)


def LogRange(
    name: str,
    label: str,
    stops: Sequence[Any],
    rest: Any,
    *,
    show: Callable[[Any], str] = str,
    moves: Sequence[str] = (),
    whole: bool = False,
) -> Control:
    """Make a slider over stops that grow by a factor.

    Parameters
    ----------
    name, label, stops, rest, show, moves
        See `Range`; stops are positive numbers in increasing order.
    whole : bool, optional
        Whether a kernel offers whole numbers only.

    Returns
    -------
    Control
        With a kernel, any number between the first and the last stop.

    Raises
    ------
    ValueError
        If a stop is not positive, or the stops do not increase.

    Examples
    --------
    >>> LogRange("d_k", "d_k", (1, 2, 4), rest=2, whole=True).bounds
    (1, 4, 0.0)
    """
    if stops[0] <= 0 or any(low >= high for low, high in itertools.pairwise(stops)):
        raise ValueError(
            f"control {name!r} has the stops {tuple(stops)!r}; allowed are positive numbers in "
            "increasing order"
        )
    plain = Range(name, label, stops, rest, show=show, moves=moves)
    return replace(plain, bounds=(stops[0], stops[-1], 0.0), logarithmic=True, whole=whole)


def Switch(name: str, label: str, rest: bool = False, *, moves: Sequence[str] = ()) -> Control:
    """Make a switch between off and on.

    Parameters
    ----------
    name, label : str
        See `Control`.
    rest : bool, optional
        The resting position.
    moves : sequence of str, optional
        Artists that must move between off and on.

    Returns
    -------
    Control
        Its value is False or True; in the address it is ``False`` or ``True``.

    Examples
    --------
    >>> Switch("log", "Logarithmic axis").stops
    (False, True)
    """
    return Control(name, label, (False, True), ("off", "on"), int(rest), "switch", tuple(moves))


def Choice(
    name: str,
    label: str,
    options: Sequence[tuple[Any, str]],
    rest: Any,
    *,
    moves: Sequence[str] = (),
) -> Control:
    """Make a choice of one among a few named options.

    Parameters
    ----------
    name, label : str
        See `Control`.
    options : sequence of (value, str)
        Values and the words for each.
    rest : object
        The resting value.
    moves : sequence of str, optional
        Artists that must move between the first and the last option.

    Returns
    -------
    Control

    Examples
    --------
    >>> Choice("scale", "Scale", [("raw", "none"), ("root", "by the root")], rest="raw").keys
    ('raw', 'root')
    """
    stops = tuple(value for value, _ in options)
    if rest not in stops:
        raise ValueError(f"control {name!r} rests at {rest!r}; allowed are {stops!r}")
    shown = tuple(words for _, words in options)
    return Control(name, label, stops, shown, stops.index(rest), "choice", tuple(moves))


def DrawAgain(
    name: str = "sample",
    label: str = "Draw again",
    count: int = 5,
    *,
    moves: Sequence[str] = (),
) -> Control:
    """Make a button that steps through stored samples and starts over after the last.

    Parameters
    ----------
    name, label : str
        See `Control`.
    count : int, optional
        Number of samples stored on the page; a kernel draws without end.
    moves : sequence of str, optional
        Artists that must differ between the first and the last sample.

    Returns
    -------
    Control

    Examples
    --------
    >>> DrawAgain(count=3).stops
    (0, 1, 2)
    """
    stops = tuple(range(count))
    shown = tuple(f"sample {i + 1}" for i in stops)
    return Control(name, label, stops, shown, 0, "draw", tuple(moves))
