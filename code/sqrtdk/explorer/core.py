"""An explorer: one definition that lives on a static page and, with a kernel, as a widget."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from matplotlib.figure import Figure

from sqrtdk.explorer.controls import Control, Drag
from sqrtdk.explorer.live import Live
from sqrtdk.explorer.page import static_html
from sqrtdk.explorer.states import check_budget
from sqrtdk.explorer.svg import Picture, draw_picture

__all__ = ["Explorer", "Panel"]

Artists = dict[str, Any]
BUILDING_SITE = "SQRTDK_BUILDING_SITE"


@dataclass(frozen=True)
class Panel:
    """One picture of an explorer.

    Parameters
    ----------
    name : str
        Identifier within the explorer.
    title : str
        Name of the picture.
    description : str
        What the picture shows, for readers who do not see it.
    draw : callable
        Takes an empty figure, draws once, and returns its moving artists by name.
    size : tuple of float, optional
        Width and height in points.
    shown_when : mapping, optional
        Values of controls for which this picture is shown; empty means always.
    """

    name: str
    title: str
    description: str
    draw: Callable[[Figure], Artists]
    size: tuple[float, float] = (330.0, 255.0)
    shown_when: Mapping[str, Any] = field(default_factory=dict)

    def is_shown(self, values: Mapping[str, Any]) -> bool:
        """Tell whether the panel is visible at the given control values.

        Parameters
        ----------
        values : mapping of str to object

        Returns
        -------
        bool
        """
        return all(values.get(name) == wanted for name, wanted in self.shown_when.items())


@dataclass(frozen=True)
class Explorer:
    """A picture with controls; without controls, a still figure.

    Parameters
    ----------
    name : str
        Identifier, unique on a page, also its address.
    title : str
        Name for readers.
    panels : sequence of Panel
        Pictures, side by side where there is room.
    palette : mapping of str to str
        Colour as ``#rrggbb`` to the name of its theme variable; the first is the text colour.
    controls : sequence of Control, optional
        Inputs; their stops multiply to the states stored on the page.
    state : callable, optional
        Turns control values, given by keyword, into numbers.
    update : callable, optional
        Takes the artists and the numbers, and moves the artists.
    readout : str, optional
        Sentence with named fields that says the current state.
    fields : callable, optional
        Turns the numbers into the words that fill the readout.
    table : sequence of mapping, optional
        Control values of the rows of the table shown without script.
    columns : sequence of (str, str), optional
        Columns of that table: a control's or a field's name, and the heading.
    extras : sequence of Control, optional
        Inputs that exist only with a kernel.
    link : callable, optional
        Turns control values, given by keyword, into the values of `extras`.
    drags : sequence of Drag, optional
        Artists that can be moved by hand on the page.
    coarse : sequence of str, optional
        Moving artists whose paths are rounded to whole points, for shapes that come in
        thousands.

    Raises
    ------
    ValueError
        If there are too many states, the page part is too heavy, or a colour is unknown.
    """

    name: str
    title: str
    panels: Sequence[Panel]
    palette: Mapping[str, str]
    controls: Sequence[Control] = ()
    state: Callable[..., Any] = dict
    update: Callable[[Artists, Any], None] = lambda artists, state: None
    readout: str = ""
    fields: Callable[[Any], dict[str, str]] = lambda state: {}
    table: Sequence[Mapping[str, Any]] = ()
    columns: Sequence[tuple[str, str]] = ()
    extras: Sequence[Control] = ()
    link: Callable[..., dict[str, Any]] = lambda **values: {}
    drags: Sequence[Drag] = ()
    coarse: Sequence[str] = ()

    def __post_init__(self) -> None:
        check_budget(self.name, self.controls)

    @property
    def resting_values(self) -> dict[str, Any]:
        """Value of each control at rest."""
        return {control.name: control.resting_value for control in self.controls}

    @cached_property
    def _drawn(self) -> tuple[dict[str, Picture], Artists]:
        pictures, everything = {}, {}
        for panel in self.panels:
            width, height = panel.size
            figure = Figure(figsize=(width / 72, height / 72), dpi=72)
            artists = panel.draw(figure)
            everything.update(artists)
            prefix = f"{self.name}-{panel.name}"
            words = (panel.title, panel.description)
            pictures[panel.name] = draw_picture(
                figure, artists, prefix, *words, self.palette, frozenset(self.coarse)
            )
        return pictures, everything

    @property
    def pictures(self) -> dict[str, Picture]:
        """The pictures by panel name, drawn on first use."""
        return self._drawn[0]

    @property
    def artists(self) -> Artists:
        """The moving artists by name, in the state last computed."""
        return self._drawn[1]

    def numbers(self, values: Mapping[str, Any]) -> Any:
        """Compute the state at given control values; extras follow unless given.

        Parameters
        ----------
        values : mapping of str to object

        Returns
        -------
        object
            What the state function returns.
        """
        main = {c.name: values[c.name] for c in self.controls}
        extra = self.link(**main) | {
            c.name: values[c.name] for c in self.extras if c.name in values
        }
        return self.state(**main, **extra)

    def frame(self, values: Mapping[str, Any]) -> tuple[dict[str, str], dict[str, str]]:
        """Move the artists to a state and write it down.

        Parameters
        ----------
        values : mapping of str to object

        Returns
        -------
        data : dict of str to str
            Data string of each moving artist.
        fields : dict of str to str
            Words that fill the readout.
        """
        if not self.controls:
            return {k: v for p in self.pictures.values() for k, v in p.data().items()}, {}
        numbers = self.numbers(values)
        self.update(self.artists, numbers)
        data: dict[str, str] = {}
        for picture in self.pictures.values():
            data |= picture.data()
        return data, self.fields(numbers)

    def html(self) -> str:
        """Return the static life of the explorer.

        Returns
        -------
        str
        """
        html = static_html(self)
        check_budget(self.name, self.controls, html)
        return html

    def live(self) -> Live:
        """Return a new widget with its controls.

        Returns
        -------
        Live
        """
        return Live(self)

    def text(self) -> str:
        """Return the words a reader meets whatever the state: titles and descriptions.

        Returns
        -------
        str
        """
        parts = [self.title]
        parts += [words for panel in self.panels for words in (panel.title, panel.description)]
        parts += [control.label for control in (*self.controls, *self.extras)]
        return "\n".join(parts)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        bundle: dict[str, Any] = {"text/plain": f"{self.title} ({self.name})"}
        # A notebook application shows the widget and would wait for the states in vain.
        on_site = bool(os.environ.get(BUILDING_SITE))
        bundle["text/html"] = self.html() if on_site else static_html(self, with_states=False)
        if self.controls:
            bundle |= self.live().view()
            bundle["text/plain"] = f"{self.title} ({self.name})"
        return bundle
