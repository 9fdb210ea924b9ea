import itertools
import json

import numpy as np
import pytest
from matplotlib.artist import Artist
from matplotlib.figure import Figure
from sqrtdk import plots, style
from sqrtdk.explorer import Choice, Control, DrawAgain, Explorer, Panel, Range
from sqrtdk.explorer.states import MAX_BYTES, check_budget, encode, every_state, to_json


def decode(series: dict, shape: tuple[int, ...], at: tuple[int, ...]) -> str:
    """Read one state the way the page's script does."""
    index = 0
    for axis in series["on"]:
        index = index * shape[axis] + at[axis]
    return series["v"][series["i"][index] if "i" in series else index]


@pytest.mark.parametrize("depends_on", [(), (0,), (1,), (2,), (0, 2), (0, 1, 2)])
def test_encoding_keeps_every_state(depends_on: tuple[int, ...]) -> None:
    shape = (2, 3, 4)
    places = list(itertools.product(*(range(n) for n in shape)))
    values = ["-".join(str(at[axis]) for axis in depends_on) for at in places]
    series = encode(values, shape)
    assert tuple(series["on"]) == depends_on
    assert [decode(series, shape, at) for at in places] == values


def test_repeated_values_are_stored_once() -> None:
    series = encode(["a", "b", "a", "b", "c", "c"], (3, 2))
    assert series["v"] == ["a", "b", "c"]
    assert len(series["i"]) == 6


def test_json_cannot_end_its_script_element() -> None:
    words = to_json({"x": "</script><b>"})
    assert "</" not in words
    assert json.loads(words) == {"x": "</script><b>"}


def test_states_run_with_the_last_control_fastest() -> None:
    controls = [Choice("c", "c", [("x", "x"), ("y", "y")], rest="x"), DrawAgain(count=2)]
    assert list(every_state(controls)) == [
        {"c": "x", "sample": 0},
        {"c": "x", "sample": 1},
        {"c": "y", "sample": 0},
        {"c": "y", "sample": 1},
    ]


def toy(points: int = 2, stops: int = 2, noise: bool = False) -> Explorer:
    def draw(figure: Figure) -> dict[str, Artist]:
        axes = style.new_axes(figure, xlabel="x", ylabel="y", xlim=(0, 1), ylim=(0, 1))
        return {"curve": plots.line(axes, [0, 1], [0, 1])}

    def update(artists: dict[str, Artist], height: float) -> None:
        x = np.linspace(0, 1, points)
        rng = np.random.default_rng(int(1e6 * height))
        artists["curve"].set_data(x, rng.random(points) if noise else height * x)

    return Explorer(
        name="toy",
        title="Toy",
        panels=(Panel("main", "Line", "A line.", draw),),
        palette=style.PALETTE,
        controls=(Range("height", "Height", tuple(i / stops for i in range(stops)), rest=0.0),),
        state=lambda height: height,
        update=update,
        readout="The height is {height}.",
        fields=lambda height: {"height": f"{height:.2f}"},
        table=({"height": 0.0},),
        columns=(("height", ""),),
    )


def test_too_many_states_are_refused_with_name_and_number() -> None:
    with pytest.raises(ValueError, match=r"'toy' has 3,001 states; allowed are 3,000"):
        toy(stops=3_001)


def test_too_many_bytes_are_refused_with_name_and_number() -> None:
    heavy = toy(points=400, stops=200, noise=True)
    with pytest.raises(ValueError, match=r"'toy' weighs [\d,]+ bytes gzipped; allowed are 60,000"):
        heavy.html()


def test_the_budget_reports_the_bytes() -> None:
    explorer = toy()
    assert 0 < check_budget("toy", explorer.controls, explorer.html()) < MAX_BYTES


def test_a_colour_outside_the_palette_is_refused() -> None:
    def draw(figure: Figure) -> dict[str, Artist]:
        axes = style.new_axes(figure, xlabel="x", ylabel="y", xlim=(0, 1), ylim=(0, 1))
        axes.plot([0, 1], [0, 1], color="#123456")
        return {}

    panel = Panel("main", "Line", "A line.", draw)
    with pytest.raises(ValueError, match="#123456, which is not in the palette"):
        _ = Explorer("odd", "Odd", (panel,), style.PALETTE).pictures


def test_an_artist_left_out_of_the_figure_is_refused() -> None:
    from matplotlib.lines import Line2D

    def draw(figure: Figure) -> dict[str, Artist]:
        style.new_axes(figure, xlabel="x", ylabel="y", xlim=(0, 1), ylim=(0, 1))
        return {"lost": Line2D([0, 1], [0, 1], color=style.colour("theory"))}

    panel = Panel("main", "Line", "A line.", draw)
    with pytest.raises(ValueError, match=r"\['lost'\] are not in the figure"):
        _ = Explorer("odd", "Odd", (panel,), style.PALETTE).pictures


def test_html_does_not_depend_on_what_was_shown_before() -> None:
    first, second = toy(), toy()
    second.frame({"height": 0.5})
    assert first.html() == second.html()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": "two words"}, "must be a Python identifier, not 'two words'"),
        ({"shown": ("a",)}, "2 stops and 1 labels"),
        ({"stops": (1, 1)}, "repeats a stop"),
        ({"rest": 2}, "rests at index 2; allowed are 0 to 1"),
        ({"label": "$x$"}, "without \\$ and without backslash"),
        ({"shown": ("a", "\\b")}, "without \\$ and without backslash"),
    ],
)
def test_bad_controls_are_refused(change: dict, message: str) -> None:
    good = {"name": "x", "label": "x", "stops": (1, 2), "shown": ("1", "2"), "rest": 0}
    with pytest.raises(ValueError, match=message):
        Control(**(good | {"kind": "range"} | change))


@pytest.mark.parametrize("make", [Range, Choice])
def test_a_resting_value_must_be_a_stop(make) -> None:
    stops = (1, 2) if make is Range else [(1, "1"), (2, "2")]
    with pytest.raises(ValueError, match="rests at 3; allowed are"):
        make("x", "x", stops, rest=3)
