"""Controls of an explorer: what can be set, at which stops, and how each stop is called."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Control", "Drag", "product_size"]

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
    kind : {"range", "choice", "switch", "draw"}
        Which native input it becomes.
    moves : tuple of str
        Names of the artists that must move between the ends of this control.
    bounds : tuple of float or None
        ``(low, high, step)`` of the continuous range that a kernel offers, if there is one.
    logarithmic : bool
        Whether that range is logarithmic; then `bounds` holds ``(low, high, 0)``.
    whole : bool
        Whether a kernel offers whole numbers only.
    """

    name: str
    label: str
    stops: tuple[Any, ...]
    shown: tuple[str, ...]
    rest: int
    kind: str
    moves: tuple[str, ...] = ()
    bounds: tuple[float, float, float] | None = None
    logarithmic: bool = False
    whole: bool = False

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


@dataclass(frozen=True)
class Drag:
    """An artist that can be taken by hand and snaps to the stops of its controls.

    Parameters
    ----------
    artist : str
        Name of the moving artist.
    controls : tuple of str
        Names of the one or two sliders that the hand moves.
    place : callable
        Takes their values by keyword and returns the place in data units, ``(x, y)``.
    """

    artist: str
    controls: tuple[str, ...]
    place: Callable[..., tuple[float, float]]


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
    >>> from sqrtdk.explorer.makers import DrawAgain, Range
    >>> product_size([DrawAgain(count=3), Range("x", "x", (1, 2), rest=1)])
    6
    """
    size = 1
    for control in controls:
        size *= len(control.stops)
    return size
