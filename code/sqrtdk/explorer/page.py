"""The static life of an explorer: HTML that works without a kernel, a server or a network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from sqrtdk.explorer.controls import Control, Drag
from sqrtdk.explorer.states import encode, every_state, to_json

if TYPE_CHECKING:
    from sqrtdk.explorer.core import Explorer

__all__ = ["panels_html", "static_html"]

ROW = "display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; justify-content: center"
CELL = "flex: {basis:g} 1 {basis:g}px; min-width: min(100%, 260px); max-width: {limit:g}px"


def panels_html(explorer: Explorer, data: Mapping[str, str], values: Mapping[str, Any]) -> str:
    """Write the pictures of one state.

    Parameters
    ----------
    explorer : Explorer
    data : mapping of str to str
        Data string of each moving artist.
    values : mapping of str to object
        Value of each control; decides which panels are shown.

    Returns
    -------
    str
    """
    parts = []
    for panel in explorer.panels:
        hidden = "" if panel.is_shown(values) else " hidden"
        width = panel.size[0]
        growth = 1.35 if len(explorer.panels) == 1 else 1.0
        style = CELL.format(basis=0.9 * width, limit=growth * width)
        picture = explorer.pictures[panel.name].filled(data)
        when = escape(to_json({k: str(v) for k, v in panel.shown_when.items()}))
        condition = f" data-when='{when}'" if panel.shown_when else ""
        parts.append(
            f'<div class="sqrtdk-panel" data-panel="{panel.name}"{condition} style="{style}"'
            f"{hidden}>{picture}</div>"
        )
    style = ROW + _ground(explorer)
    return f'<div class="sqrtdk-panels" style="{style}">{"".join(parts)}</div>'


def _ground(explorer: Explorer) -> str:
    """Return the style that lays paper under the pictures.

    The site has paper of the same colour. A dark JupyterLab has not, and knows no theme variables,
    so that the literal colours of a picture would stand on black.
    """
    paper = [colour for colour, role in explorer.palette.items() if role == "paper"]
    return f"; background: var(--sqrtdk-paper, {paper[0]})" if paper else ""


def _range_html(control: Control, ident: str) -> str:
    last = len(control.stops) - 1
    shown = escape(control.shown[control.rest])
    return (
        f'<div class="sqrtdk-control"><label for="{ident}">{escape(control.label)}</label>'
        f'<input type="range" id="{ident}" name="{control.name}" min="0" max="{last}" step="1" '
        f'value="{control.rest}" aria-valuetext="{shown}" autocomplete="off">'
        f'<span class="sqrtdk-value" aria-hidden="true">{shown}</span></div>'
    )


def _choice_html(control: Control, ident: str) -> str:
    options = []
    for index, words in enumerate(control.shown):
        checked = " checked" if index == control.rest else ""
        options.append(
            f'<label><input type="radio" name="{control.name}" value="{index}"{checked} '
            f'autocomplete="off"><span>{escape(words)}</span></label>'
        )
    return (
        f'<fieldset class="sqrtdk-control sqrtdk-choice" id="{ident}">'
        f"<legend>{escape(control.label)}</legend><div>{''.join(options)}</div></fieldset>"
    )


def _switch_html(control: Control, ident: str) -> str:
    checked = " checked" if control.rest else ""
    return (
        f'<div class="sqrtdk-control"><input type="checkbox" id="{ident}" name="{control.name}" '
        f'autocomplete="off"{checked}><label for="{ident}">{escape(control.label)}</label></div>'
    )


def _draw_html(control: Control, ident: str) -> str:
    words = escape(control.label)
    return f'<button type="button" id="{ident}" name="{control.name}">{words}</button>'


def controls_html(name: str, controls: Sequence[Control]) -> str:
    """Write the native inputs, hidden until the script wakes them.

    Parameters
    ----------
    name : str
        Name of the explorer, put before each id.
    controls : sequence of Control

    Returns
    -------
    str
    """
    makers = {
        "range": _range_html,
        "choice": _choice_html,
        "switch": _switch_html,
        "draw": _draw_html,
    }
    inputs = [
        makers[control.kind](control, f"{name}-control-{control.name}")
        for control in sorted(controls, key=lambda control: control.kind == "draw")
    ]
    reset = '<button type="reset">Reset</button>'
    return f'<form class="sqrtdk-controls" hidden>{"".join(inputs)}{reset}</form>'


def table_html(explorer: Explorer) -> str:
    """Write the small table of a few states, for readers without script and for print.

    Parameters
    ----------
    explorer : Explorer

    Returns
    -------
    str
    """
    by_name = {control.name: control for control in explorer.controls}
    head = [by_name[name].label if name in by_name else words for name, words in explorer.columns]
    rows = []
    for values in explorer.table:
        state = explorer.resting_values | dict(values)
        fields = explorer.frame(state)[1]
        cells = []
        for name, _ in explorer.columns:
            control = by_name.get(name)
            if control is None:
                cells.append(fields[name])
            else:
                cells.append(control.shown[control.stops.index(state[name])])
        rows.append("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>")
    header = "".join(f'<th scope="col">{escape(words)}</th>' for words in head)
    return (
        '<details class="sqrtdk-states" open><summary>A few states as a table</summary>'
        f'<div class="sqrtdk-table"><table><thead><tr>{header}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div></details>"
    )


def _drag_data(explorer: Explorer, drag: Drag) -> dict[str, Any]:
    """Write where a draggable artist stands at each combination of the stops of its controls."""
    names = [control.name for control in explorer.controls]
    on = sorted(names.index(name) for name in drag.controls)
    picture = next(p for p in explorer.pictures.values() if drag.artist in p.moving)
    axes = picture.moving[drag.artist].axes
    assert axes is not None
    places = [drag.place(**values) for values in every_state([explorer.controls[i] for i in on])]
    points = axes.transData.transform(np.asarray(places, dtype=float))
    at = [[round(float(x), 1), round(float(picture.height - y), 1)] for x, y in points]
    return {"artist": drag.artist, "on": on, "at": at}


def page_data(explorer: Explorer) -> dict[str, Any]:
    """Compute every state and write what differs between them.

    Parameters
    ----------
    explorer : Explorer

    Returns
    -------
    dict
        What the page's script needs: controls, moving artists and fields of the readout.
    """
    shape = [len(control.stops) for control in explorer.controls]
    frames = [explorer.frame(values) for values in every_state(explorer.controls)]
    series: dict[str, dict[str, Any]] = {}
    for kind, part in (("artists", 0), ("fields", 1)):
        names = frames[0][part]
        columns = {name: encode([frame[part][name] for frame in frames], shape) for name in names}
        series[kind] = {name: column for name, column in columns.items() if column["on"]}
        if kind == "fields":
            series[kind] = columns
    controls = [
        {"name": c.name, "kind": c.kind, "keys": c.keys, "shown": c.shown, "rest": c.rest}
        for c in explorer.controls
    ]
    drags = [_drag_data(explorer, drag) for drag in explorer.drags]
    return {"controls": controls, **series, "readout": explorer.readout, "drags": drags}


def static_html(explorer: Explorer, *, with_states: bool = True) -> str:
    """Write the whole figure for the built site.

    Parameters
    ----------
    explorer : Explorer
    with_states : bool, optional
        Whether to compute all states and the controls for them; without, the resting picture,
        its sentence and the table are left.

    Returns
    -------
    str
    """
    data, fields = explorer.frame(explorer.resting_values)
    label = f' aria-label="{escape(explorer.title)}"'
    kind = "sqrtdk-explorer" if explorer.controls and with_states else "sqrtdk-figure"
    parts = [panels_html(explorer, data, explorer.resting_values)]
    if explorer.controls:
        if with_states:
            parts.append(controls_html(explorer.name, explorer.controls))
        sentence = escape(explorer.readout.format(**fields))
        parts.append(f'<output class="sqrtdk-readout" aria-live="off">{sentence}</output>')
        parts.append('<span class="sqrtdk-announcement" role="status"></span>')
        parts.append(table_html(explorer))
    if explorer.controls and with_states:
        script = to_json(page_data(explorer))
        parts.append(f'<script type="application/json" class="sqrtdk-data">{script}</script>')
    return f'<figure class="{kind}" data-name="{explorer.name}"{label}>{"".join(parts)}</figure>'
