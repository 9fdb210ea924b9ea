"""The life with a kernel: ipywidgets controls around the same pictures."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

from sqrtdk.explorer.controls import Control
from sqrtdk.explorer.page import panels_html

if TYPE_CHECKING:
    from sqrtdk.explorer.core import Explorer

__all__ = ["Live"]

WIDE = {"description_width": "14em"}
LOG_STEP = 1 / 16


class _WholeLogSlider(widgets.FloatLogSlider):  # type: ignore[misc]
    """A logarithmic slider whose value counts as the nearest whole number."""


def _free_slider(control: Control, shared: dict[str, Any]) -> Any:
    """Return a slider over every value between the bounds of a control."""
    assert control.bounds is not None
    low, high, step = control.bounds
    value = control.resting_value
    if not control.logarithmic:
        return widgets.FloatSlider(value=value, min=low, max=high, step=step, **shared)
    make = _WholeLogSlider if control.whole else widgets.FloatLogSlider
    ends = {"min": math.log2(low), "max": math.log2(high), "step": LOG_STEP}
    digits = ".0f" if control.whole else ".3g"
    return make(value=value, base=2, readout_format=digits, **ends, **shared)


def _is_near(control: Control, value: float, exact: float) -> bool:
    """Tell whether a slider in the browser would round an exact value to this one.

    It rounds to its step and sends that back, unasked.
    """
    assert control.bounds is not None
    if control.logarithmic:
        return abs(math.log2(value / exact)) <= 0.501 * LOG_STEP
    return abs(value - exact) <= 0.501 * control.bounds[2]


class Live:
    """An explorer as a widget.

    Parameters
    ----------
    explorer : Explorer

    Attributes
    ----------
    inputs : dict of str to ipywidgets.Widget
        Input of each control, by name.
    picture, readout : ipywidgets.HTML
        What is shown for the current state.
    box : ipywidgets.VBox
        Everything together.
    """

    def __init__(self, explorer: Explorer) -> None:
        self.explorer = explorer
        self.inputs: dict[str, Any] = {}
        self._following = False
        self._shown: dict[str, Any] | None = None
        self.picture = widgets.HTML()
        # Under the picture, at a fixed height: the sliders below it must not move.
        self.readout = widgets.HTML(layout={"min_height": "4em"})
        self._controls = {c.name: c for c in (*explorer.controls, *explorer.extras)}
        for control in self._controls.values():
            self.inputs[control.name] = self._input(control)
        reset = widgets.Button(description="Reset")
        reset.on_click(lambda _: self.reset())
        self.box = widgets.VBox([self.picture, self.readout, *self.inputs.values(), reset])
        self.box.add_class("sqrtdk-live")
        self._follow_link()
        self.render()

    def _input(self, control: Control) -> Any:
        if control.kind == "draw":
            button = widgets.Button(description=control.label)
            button.value_index = 0
            button.on_click(lambda _: self._draw_again(button))
            return button
        options = list(zip(control.shown, control.stops, strict=True))
        shared = {"description": control.label, "style": WIDE, "layout": {"width": "36em"}}
        if control.bounds:
            box: Any = _free_slider(control, shared)
        elif control.kind == "switch":
            box = widgets.Checkbox(value=control.resting_value, description=control.label)
        elif control.kind == "choice":
            box = widgets.ToggleButtons(
                options=options,
                value=control.resting_value,
                description=control.label,
                style={**WIDE, "button_width": "auto"},
            )
        else:
            box = widgets.SelectionSlider(options=options, value=control.resting_value, **shared)
        box.observe(lambda change: self._moved(control), names="value")
        return box

    def _draw_again(self, button: Any) -> None:
        button.value_index += 1
        self.render()

    def _moved(self, control: Control) -> None:
        if self._following:
            return
        if control not in self.explorer.extras:
            self._follow_link()
        self.render()

    def _follow_link(self) -> None:
        values = {c.name: self._value(c.name) for c in self.explorer.controls}
        self._following = True
        try:
            for name, value in self.explorer.link(**values).items():
                if name in self.inputs:
                    self.inputs[name].value = value
        finally:
            self._following = False

    def _value(self, name: str) -> Any:
        box = self.inputs[name]
        if isinstance(box, widgets.Button):
            return box.value_index
        if isinstance(box, _WholeLogSlider):
            return round(box.value)
        control = self._controls[name]
        if control.bounds:
            stops = (stop for stop in control.stops if _is_near(control, box.value, stop))
            return next(stops, box.value)
        return box.value

    @property
    def values(self) -> dict[str, Any]:
        """Current value of each control, extras included."""
        values = {name: self._value(name) for name in self.inputs}
        followed = self.explorer.link(**{c.name: values[c.name] for c in self.explorer.controls})
        for control in self.explorer.extras:
            exact = followed.get(control.name)
            if control.bounds and exact is not None:
                value = values[control.name]
                values[control.name] = exact if _is_near(control, value, exact) else value
        return values

    def reset(self) -> None:
        """Put every control back to rest."""
        self._following = True
        for control in self.explorer.controls:
            box = self.inputs[control.name]
            if isinstance(box, widgets.Button):
                box.value_index = 0
            else:
                box.value = control.resting_value
        self._following = False
        self._follow_link()
        self.render()

    def render(self) -> None:
        """Show the current state, or say in one sentence why it cannot be shown."""
        values = self.values
        if values == self._shown:
            return
        self._shown = values
        try:
            data, fields = self.explorer.frame(values)
        except Exception as error:  # an observer that raises would fail silently
            self.readout.value = (
                f"<p role='alert'>This state cannot be shown: {escape(str(error))}</p>"
            )
            return
        self.picture.value = panels_html(self.explorer, data, values)
        sentence = escape(self.explorer.readout.format(**fields))
        self.readout.value = f"<p>{sentence}</p>"

    def view(self) -> dict[str, Any]:
        """Return the widget's part of a mimebundle.

        Returns
        -------
        dict of str to object
        """
        bundle: dict[str, Any] = self.box._repr_mimebundle_()
        return bundle
