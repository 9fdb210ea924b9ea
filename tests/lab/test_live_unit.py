"""The widgets of every explorer and question, driven from Python without a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import ipywidgets
import matplotlib.pyplot as plt
import numpy as np
import pytest
import sqrtdk.explorers
import sqrtdk.questions
from browser.answers import ELSEWHERE, UNREADABLE, spellings
from browser.places import explorer_called, question_called, shown
from browser.tiny import tiny
from sqrtdk.explorer import Control, Explorer, Question, Range
from sqrtdk.explorer.live import Live
from sqrtdk.explorer.question import NOT_A_NUMBER

EXPLORERS = sorted(sqrtdk.explorers.__all__)
QUESTIONS = sorted(sqrtdk.questions.__all__)


@pytest.fixture(params=[*EXPLORERS, "tiny"])
def explorer(request: pytest.FixtureRequest) -> Explorer:
    return tiny() if request.param == "tiny" else explorer_called(request.param)


@pytest.fixture
def live(explorer: Explorer) -> Live:
    return explorer.live()


@pytest.fixture
def die() -> Live:
    return explorer_called("loaded_die").live()


def words(box: ipywidgets.HTML) -> str:
    return unescape(re.sub("<[^>]*>", "", box.value))


def move(live: Live, control: Control, step: int = 1) -> None:
    """Move an input to another value, as the front end would."""
    box = live.inputs[control.name]
    if isinstance(box, ipywidgets.Button):
        box.click()
    elif control.bounds:
        low, high, _ = control.bounds
        middle = (low + high) / 2
        box.value = low + 0.3 * (high - low) if box.value >= middle else high - 0.2 * (high - low)
    else:
        at = control.stops.index(box.value)
        box.value = control.stops[(at + step) % len(control.stops)]


def every_widget(box: Any) -> Iterator[Any]:
    yield box
    for child in getattr(box, "children", ()):
        yield from every_widget(child)


def test_rest_is_what_the_page_shows(live: Live, explorer: Explorer) -> None:
    assert words(live.readout) == shown(explorer, explorer.resting_values)
    assert live.picture.value.count("<svg") == len(explorer.panels)


def test_each_input_changes_the_picture_and_the_sentence(live: Live, explorer: Explorer) -> None:
    for control in (*explorer.controls, *explorer.extras):
        live.reset()
        picture, sentence = live.picture.value, words(live.readout)
        move(live, control)
        assert live.picture.value != picture, f"{control.name} leaves the picture as it was"
        assert words(live.readout) != sentence, f"{control.name} leaves the sentence as it was"
        assert "alert" not in live.readout.value, live.readout.value


def test_sentence_is_pythons_at_every_stop(live: Live, explorer: Explorer) -> None:
    for control in explorer.controls:
        live.reset()
        for _ in control.stops:
            move(live, control)
            assert words(live.readout) == shown(explorer, live.values)


def test_thirty_moves_leave_no_figure_open(live: Live, explorer: Explorer) -> None:
    for index in range(30):
        move(live, explorer.controls[index % len(explorer.controls)])
    assert plt.get_fignums() == []


def test_reset(live: Live, explorer: Explorer) -> None:
    rest, picture = live.values, live.picture.value
    for control in (*explorer.controls, *explorer.extras):
        move(live, control)
    assert live.values != rest
    live.reset()
    assert live.values == rest
    assert live.picture.value == picture


def test_reset_button_resets(live: Live, explorer: Explorer) -> None:
    rest = live.values
    move(live, explorer.controls[0])
    next(b for b in live.box.children if getattr(b, "description", "") == "Reset").click()
    assert live.values == rest


def test_labels_are_plain(live: Live) -> None:
    for widget in every_widget(live.box):
        labels = [getattr(widget, "description", "")]
        labels += [label for label, _ in getattr(widget, "options", ())]
        assert not any(mark in label for label in labels for mark in "$\\"), labels


def test_two_lives_of_one_definition_are_separate(explorer: Explorer) -> None:
    one, other = explorer.live(), explorer.live()
    before = other.picture.value, other.readout.value
    move(one, explorer.controls[-1])
    assert (other.picture.value, other.readout.value) == before
    move(other, explorer.controls[-1])
    assert other.picture.value == one.picture.value


def test_a_state_that_raises_is_said_in_one_sentence() -> None:
    def state(x: int) -> dict[str, int]:
        if x == 1:
            raise ValueError("x is 1 & <b>that</b> is not allowed")
        return {"x": x}

    controls = [Range("x", "x", (0, 1, 2), 0)]
    live = Explorer("bad", "Bad", [], {}, controls, state=state, readout="All is well.").live()
    live.inputs["x"].value = 1
    said = words(live.readout)
    assert said == "This state cannot be shown: x is 1 & <b>that</b> is not allowed"
    assert "<b>" not in live.readout.value
    assert "Traceback" not in said
    live.inputs["x"].value = 2
    assert words(live.readout) == "All is well."


def weights(live: Live) -> list[float]:
    return [live.inputs[f"weight_{face}"].value for face in range(1, 7)]


def set_weights(live: Live, *values: float) -> None:
    for face, value in enumerate(values, start=1):
        live.inputs[f"weight_{face}"].value = value


def chances(live: Live) -> list[float]:
    law = words(live.readout).split(". Theory")[0]
    return [float(number) for number in re.findall(r"\d\.\d\d", law)]


def test_free_weights_follow_the_main_controls(die: Live) -> None:
    die.inputs["tilt"].value = "1.00"
    assert weights(die) == [0, 0, 0, 0, 0, 1]
    die.inputs["face"].value = 2
    assert weights(die) == [0, 1, 0, 0, 0, 0]
    die.inputs["tilt"].value = "0.00"
    assert weights(die) == pytest.approx([1 / 6] * 6, abs=1e-6)


def test_rounding_by_the_browser_moves_nothing(die: Live) -> None:
    """A slider sends back the value it was given, rounded to its step."""
    for tilt in ("0.50", "0.85", "0.00"):
        die.inputs["tilt"].value = tilt
        picture, sentence = die.picture.value, words(die.readout)
        set_weights(die, *(round(weight, 2) for weight in weights(die)))
        assert words(die.readout) == sentence
        assert die.picture.value == picture


def test_a_state_is_drawn_once(die: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moving one slider moves six others, each of which comes back rounded."""
    drawn: list[Any] = []
    frame = Explorer.frame
    monkeypatch.setattr(
        Explorer, "frame", lambda self, values: (drawn.append(values), frame(self, values))[1]
    )
    die.inputs["tilt"].value = "0.85"
    set_weights(die, *(round(weight, 2) for weight in weights(die)))
    assert len(drawn) == 1


def test_a_stop_rounded_by_the_browser_is_that_stop(live: Live, explorer: Explorer) -> None:
    for control in explorer.controls:
        if control.bounds:
            for stop in control.stops:
                live.inputs[control.name].value = rounded(control, stop)
                assert live.values[control.name] == stop


def rounded(control: Control, value: float) -> float:
    """Return what a slider in the browser makes of a value."""
    assert control.bounds is not None
    low, _, step = control.bounds
    if control.logarithmic:
        return low * 2 ** (round(np.log2(value / low) * 16) / 16)
    return low + round((value - low) / step) * step


def test_free_weights_are_normalised(die: Live) -> None:
    set_weights(die, 1, 1, 0, 0, 0, 0)
    assert chances(die) == [0.5, 0.5, 0, 0, 0, 0]
    set_weights(die, 0.25, 0, 0, 0, 0, 0.75)
    assert chances(die) == [0.25, 0, 0, 0, 0, 0.75]
    assert "mean 4.75" in words(die.readout)


def test_all_weights_zero_says_so_and_the_next_move_recovers(die: Live) -> None:
    set_weights(die, 0, 0, 0, 0, 0, 0)
    assert words(die.readout).startswith("This state cannot be shown")
    assert words(die.readout).count("\n") == 0
    die.inputs["weight_3"].value = 0.4
    assert chances(die) == [0, 0, 1, 0, 0, 0]
    die.reset()
    assert words(die.readout) == shown(die.explorer, die.explorer.resting_values)


@pytest.fixture(params=QUESTIONS)
def question(request: pytest.FixtureRequest) -> Question:
    return question_called(request.param)


def ask(question: Question) -> tuple[Any, ipywidgets.HTML]:
    prompt, field, verdict = question.live().children
    assert question.prompt in words(prompt)
    assert words(verdict) == ""
    return field, verdict


def test_question_answers_like_the_page(question: Question) -> None:
    field, verdict = ask(question)
    for option in question.options:
        given = [option.words] if option.value is None else spellings(option.value)
        for answer in given if question.number else [option.words]:
            field.value = answer
            assert words(verdict) == option.verdict, f"to {answer!r}"


@pytest.mark.parametrize("name", [q for q in QUESTIONS if question_called(q).number])
def test_question_refuses_like_the_page(name: str) -> None:
    question = question_called(name)
    field, verdict = ask(question)
    for answer in ELSEWHERE:
        field.value = answer
        assert words(verdict) == question.otherwise, f"to {answer!r}"
    for answer in UNREADABLE:
        field.value = answer
        assert words(verdict) == NOT_A_NUMBER, f"to {answer!r}"
