"""Links to states, the notes for teachers, and the citation, against what they speak of."""

from __future__ import annotations

import re

import pytest
import yaml
from book_pages import ROOT, Book, Page
from state_links import (
    SliderQuestion,
    StateLink,
    opening_guesses,
    problem,
    slider_questions,
    state_links,
)

BOOK = Book.read()
TEACHING = BOOK.page("chapters/teaching")
QUESTIONS = slider_questions(BOOK)
LINKS = [link for page in BOOK.pages for link in state_links(page)]
BIBTEX = re.compile(r"^  (\w+) += \{+(.*?)\}+,?$", re.MULTILINE)
ROOT_IN_TEX = (r"{$\sqrt{d_k}$}", "√dₖ")


def asked(page: Page) -> list[tuple[str, str]]:
    """Return each question that a page quotes, with the note folded below it."""
    found = []
    for block in page.blocks:
        if block.name == "dropdown" and block.argument.startswith("Note on "):
            above = next(line for line in page.lines[block.first - 2 :: -1] if line.strip())
            prompt = re.fullmatch(r"\[.*?\]\(\S+\): \*(.*)\*", above)
            found.append((prompt[1] if prompt else "", page.body(block)))
    return found


def note_problems(page: Page, questions: list[SliderQuestion]) -> list[str]:
    """Return what is wrong with the notes of a page on the questions that a slider answers."""
    notes = asked(page)
    prompts = [one.question.prompt for one in questions]
    if [prompt for prompt, _ in notes] != prompts:
        return [f"the notes are on {[prompt for prompt, _ in notes]}, not on {prompts}"]
    return [
        f"the note on {one} links to no state of {one.figure}"
        for one, (_, note) in zip(questions, notes, strict=True)
        if (one.page, one.figure) not in {(x.page, x.figure) for x in state_links(page, note)}
    ]


def test_every_link_to_a_state_names_stops_of_its_picture():
    assert LINKS
    found = [said for link in LINKS if (said := problem(link, BOOK))]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("figure", "query", "said"),
    [
        ("fig-nowhere", "x=3.0", "no explorer"),
        ("fig-tanh", "y=3.0", "no control 'y'"),
        ("fig-tanh", "x=3.05", "no stop of x"),
        ("fig-tanh", "", "names no control"),
    ],
)
def test_planted_link_to_no_state_is_found(figure, query, said):
    assert said in problem(StateLink("chapters/tanh", figure, query), BOOK)


def test_right_answer_of_each_opening_guess_is_given():
    (block,) = [one for one in TEACHING.blocks if one.argument == "Right answers"]
    lines = [line for line in TEACHING.body(block).splitlines() if line.startswith("- ")]
    guesses = opening_guesses(BOOK)
    assert len(lines) == len(guesses) > 1
    for line, (page, guess) in zip(lines, guesses, strict=True):
        assert f"]({page.rpartition('/')[2]}.md#commit-to-a-guess)" in line
        assert guess.answer.words.removeprefix("It ").lower() in line.lower(), page


def test_every_question_that_a_slider_answers_has_a_note():
    assert len(QUESTIONS) > len({one.page for one in QUESTIONS}) > 1
    assert note_problems(TEACHING, QUESTIONS) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (":::{dropdown} Note on", ":::{dropdown} Aside on", "the notes are on"),
        ("*Move x from 3 to 4.", "*Move x from 4 to 5.", "the notes are on"),
        ("tanh.md#fig-tanh?", "tanh.md#fig-other?", "links to no state of fig-tanh"),
    ],
)
def test_planted_fault_of_a_note_is_found(old, new, said):
    assert old in TEACHING.text
    changed = Page(TEACHING.name, TEACHING.text.replace(old, new))
    assert any(said in one for one in note_problems(changed, QUESTIONS))


def citation_problems(text: str) -> list[str]:
    """Return where the BibTeX entry of a text differs from CITATION.cff.

    It is a @misc, because BibTeX asks a @book for its publisher.
    """
    cff = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    book = cff["preferred-citation"]
    wanted = {
        "author": book["authors"][0]["name"],
        "title": book["title"],
        "year": str(book["year"]),
        "note": book["license"].replace("-BY-", " BY "),
    }
    entry = re.sub(r"\n {3,}", " ", text.partition("@misc{")[2])
    found = {key: said.replace(*ROOT_IN_TEX) for key, said in BIBTEX.findall(entry)}
    return [f"{key} is {found.get(key)!r}" for key in wanted if found.get(key) != wanted[key]]


def test_bibtex_entry_says_what_the_citation_file_says():
    assert citation_problems(TEACHING.text) == []
    assert citation_problems(TEACHING.text.replace("@misc", "@book"))
    assert citation_problems(TEACHING.text.replace("year   = {2026}", "year   = {2025}"))
