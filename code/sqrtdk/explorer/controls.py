"""Controls of an explorer: what can be set, at which stops, and how each stop is called."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Choice", "Control", "DrawAgain", "Range", "product_size"]

FORBIDDEN_IN_LABELS = ("$", "\\")


@dataclass(frozen=True)
class Control:
    """One named input with a finite list of stops.

    Parameters
    ----------
    name : str
        Name of the parameter: the keyword of the state function, the ``name`` of the native
        input, and the key in the page's address.
    label : str
        Words beside the input.
    stops : tuple
        Values the control can take without a kernel.
    shown : tuple of str
        What each stop is called, one entry a stop.
    rest : int
        Index of the resting stop.
    kind : {"range", "choice", "draw"}
        Which native input it becomes.
    moves : tuple of str
        Names of the artists that must move between the ends of this control.
    bounds : tuple of float or None
        ``(low, high, step)`` of the continuous range that a kernel offers, if there is one.
    """

    name: str
    label: str
    stops: tuple[Any, ...]
    shown: tuple[str, ...]
    rest: int
    kind: str
    moves: tuple[str, ...] = ()
    bounds: tuple[float, float, float] | None = None

    def __post_init__(self) -> None:
        if not self.name.isidentifier():
            raise ValueError(f"a control's name must be a Python identifier, not {self.name!r}")
        if len(self.stops) != len(self.shown) or not self.stops:
            raise ValueError(
                f"control {self.name!r} has {len(self.stops)} stops and {len(self.shown)} labels; "
                "it needs at least one stop and one label for each"
            )
        if len(set(self.keys)) != len(self.stops):
            raise ValueError(f"control {self.name!r} repeats a stop: {self.stops!r}")
        if not 0 <= self.rest < len(self.stops):
            raise ValueError(
                f"control {self.name!r} rests at index {self.rest}; "
                f"allowed are 0 to {len(self.stops) - 1}"
            )
        for text in (self.label, *self.shown):
            if any(mark in text for mark in FORBIDDEN_IN_LABELS):
                raise ValueError(
                    f"control {self.name!r} has the label {text!r}; labels are plain text, "
                    "without $ and without backslash"
                )

    @property
    def keys(self) -> tuple[str, ...]:
        """How each stop is written in the address."""
        return tuple(str(stop) for stop in self.stops)

    @property
    def resting_value(self) -> Any:
        """Value of the resting stop."""
        return self.stops[self.rest]


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
    >>> Range("tilt", "How much", (0, 1, 2), rest=1).resting_value
    1
    """
    if rest not in stops:
        raise ValueError(f"control {name!r} rests at {rest!r}; allowed are {tuple(stops)!r}")
    shown = tuple(show(stop) for stop in stops)
    rest_index = list(stops).index(rest)
    return Control(name, label, tuple(stops), shown, rest_index, "range", tuple(moves), bounds)


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


def product_size(controls: Sequence[Control]) -> int:
    """Count the states that a set of controls spans.

    Parameters
    ----------
    controls : sequence of Control

    Returns
    -------
    int

    Examples
    --------
    >>> product_size([DrawAgain(count=3), Range("x", "x", (1, 2), rest=1)])
    6
    """
    size = 1
    for control in controls:
        size *= len(control.stops)
    return size
