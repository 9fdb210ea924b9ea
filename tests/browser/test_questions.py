"""Every question of every page: what it says to right, wrong and unreadable answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator
from sqrtdk.explorer import Option
from sqrtdk.explorer.question import NOT_A_NUMBER

from browser.answers import ELSEWHERE, UNREADABLE, spellings
from browser.places import FORM, Place, places, published, question_called
from browser.visits import Visit, visit

pytestmark = [pytest.mark.slow, pytest.mark.browser]

PLACES = places("questions")


@pytest.fixture(scope="module", params=PLACES, ids=str)
def place(request: pytest.FixtureRequest) -> Place:
    found: Place = request.param
    return found


@pytest.fixture(scope="module")
def window(browser: Any, address: str, place: Place) -> Iterator[Visit]:
    with visit(browser, f"{address}/{place.page}.html") as opened:
        yield opened


@pytest.fixture
def form(window: Visit, place: Place) -> Locator:
    return window.page.locator(f'form.sqrtdk-question[data-name="{place.name}"]')


def verdict(form: Locator) -> str:
    return form.get_by_role("status").inner_text()


def give(form: Locator, words: str) -> str:
    form.get_by_role("textbox").fill(words)
    form.get_by_role("textbox").press("Enter")
    return verdict(form)


def test_every_question_of_the_site_is_tested(site: Path) -> None:
    assert sorted(map(str, published(site, FORM))) == sorted(map(str, PLACES))
    assert PLACES


def test_nothing_is_said_or_chosen_at_first(form: Locator, place: Place) -> None:
    assert verdict(form) == ""
    assert form.locator("input:checked").count() == 0


def test_each_answer_has_its_verdict(form: Locator, place: Place) -> None:
    question = question_called(place.name)
    for option in question.options:
        for words in answers(option, question.number):
            said = give(form, words) if question.number else choose(form, words)
            assert said == option.verdict, f"to {words!r}"
            assert said.startswith("Right." if option.right else "Not this.")
            assert option.feedback in said


def answers(option: Option, number: bool) -> list[str]:
    if not number:
        return [option.words]
    assert option.value is not None
    return spellings(option.value)


def choose(form: Locator, words: str) -> str:
    form.get_by_role("radio", name=words, exact=True).check()
    return verdict(form)


def test_what_is_no_number_is_said_to_be_none(form: Locator, place: Place) -> None:
    if not question_called(place.name).number:
        assert form.get_by_role("textbox").count() == 0
        return
    for words in UNREADABLE:
        give(form, ELSEWHERE[0])
        assert give(form, words) == NOT_A_NUMBER, f"to {words!r}"


def test_other_numbers_are_sent_on(form: Locator, place: Place) -> None:
    question = question_called(place.name)
    if not question.number:
        assert form.get_by_role("textbox").count() == 0
        return
    for words in ELSEWHERE:
        assert give(form, words) == question.otherwise, f"to {words!r}"


def test_keyboard_alone_is_enough(form: Locator, place: Place) -> None:
    question = question_called(place.name)
    if question.number:
        field = form.get_by_role("textbox")
        field.fill(question.answer.words)
        field.press("Tab")
        form.page.keyboard.press("Enter")
        assert verdict(form) == question.answer.verdict
        return
    radios = form.get_by_role("radio")
    radios.first.focus()
    form.page.keyboard.press("Space")
    for _ in question.options[1:]:
        form.page.keyboard.press("ArrowDown")
    assert verdict(form) == question.options[-1].verdict


def test_answers_without_script(browser: Any, address: str, place: Place) -> None:
    with visit(browser, java_script_enabled=False) as opened:
        opened.page.goto(f"{address}/{place.page}.html")
        form = opened.page.locator(f'form.sqrtdk-question[data-name="{place.name}"]')
        form.locator("details > summary").click()
        for option in question_called(place.name).options:
            assert form.get_by_text(option.verdict, exact=True).is_visible()


def test_prompt_names_the_field(form: Locator, place: Place) -> None:
    question = question_called(place.name)
    role = "textbox" if question.number else "group"
    assert form.get_by_role(role, name=question.prompt, exact=True).count() == 1


def test_quiet(window: Visit, place: Place) -> None:
    assert window.faults == []
