"""Planted cases: what the claims ledger finds, and what it lets pass."""

from __future__ import annotations

import math
import sys
from types import ModuleType, SimpleNamespace

import pytest
import sqrtdk
from book_pages import Page
from ledger import registry
from ledger.entry import Entry, makers
from ledger.page_objects import extra_texts
from ledger.scan import Source, quoted_numbers, uncovered
from sqrtdk import FiniteDistribution

DIE = FiniteDistribution.uniform(range(1, 7))
NAME = "chapters/sample"


def sigma():
    return math.sqrt(DIE.variance())


def entry(shown, compute, text="", kind="rounded", **options):
    return Entry(NAME, text or shown, compute, shown=shown, kind=kind, **options)


def page_problems(text, *entries):
    return registry.page_problems(Page(NAME, text), list(entries))


def found_in(text):
    visible = Page(NAME, text).visible
    return [visible[found.start : found.end] for found in quoted_numbers(visible)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It is 1.71 units.", ["1.71"]),
        ("It is .575 and $-.5$.", [".575", ".5"]),
        ("About $\\approx1.71$.", ["1.71"]),
        ("| a | 2.5 |\n|---|---|\n| b | 3.25 |", ["2.5", "3.25"]),
        ("$$\nx = 2.92\n$$", ["2.92"]),
        ("```{math}\n:label: eq-1.5\n\nx = 2.92\n```", ["2.92"]),
        (":::{dropdown} Why 1.71\nAs 2.92.\n:::", ["1.71", "2.92"]),
        (":::{note}\n:class: x1.5\n\nAs 2.92.\n:::", ["2.92"]),
        ("Within 68 % of it", ["68"]),
        ("Within $68\\,\\%$, 5 per cent, 4 percent", ["68", "5", "4"]),
        ("It is about 746 times less, and 3-fold", ["746", "3"]),
        ("Some $746$ times or $746\\times$.", ["746", "746"]),
        (
            "$\\tfrac{91}{6}$ and 35/12 and $\\frac1{12}$",
            ["\\tfrac{91}{6}", "35/12", "\\frac1{12}"],
        ),
        ("$\\tfrac{1}{2}$ and 7/2 and 1/6", []),
        ("$2.65\\times10^{10}$ or 1,024.5", ["2.65", "024.5"]),
        ("Python 3.11, CC BY 4.0, §3.2, arXiv:1706.03762 and 3.2.1", []),
        ("[a paper](https://x.org/1.5) <https://x.org/1.5>", []),
        ("% a comment of 1.5\n\n<!-- 1.5 -->\n\n(label-1.5)=\n", []),
        ("```{code-cell}\nx = 1.5\n```\n\n```python\ny = 2.5\n```\n", []),
        ("```\nprinted 2.5\n```\n", ["2.5"]),
        ("> Quoted 2.5\n> here", ["2.5"]),
        ("A quarter, two times, 20,000 draws of $d = 64$.", []),
    ],
)
def test_numbers_that_need_an_entry(text, expected):
    assert found_in(text) == expected


def test_numbers_in_captions_are_seen_and_in_cells_not():
    cell = (
        "```{code-cell}\n---\nmystnb:\n  figure:\n    caption: |\n      The die, with 1.71,\n"
        "      and 2.92 too.\n    name: fig-3.5\n  image: {width: 4.5, alt: at 6.5}\n---\n"
        "x = 7.5\n```\n"
    )
    assert found_in(cell) == ["1.71", "2.92", "6.5"]
    assert found_in(":::{figure} x1.5.svg\n:alt: at 2.5\n:width: 3.5\n:::") == ["2.5"]


def test_front_matter_is_not_seen():
    assert found_in("---\nformat_version: 0.13\n---\n\nText 1.5\n") == ["1.5"]


@pytest.mark.parametrize(
    "number", ["It is 1.71.", "It is 68 % of it.", "It is 746 times less.", "It is $91/6$."]
)
def test_a_number_without_an_entry_fails(number):
    (problem,) = page_problems(f"# Title\n\n{number}\n")
    assert problem.startswith(f"{NAME}.md:3: ")
    assert "has no entry: " in problem


def test_an_entry_covers_its_number_only():
    right = entry("1.71", sigma, text="deviation is\n1.71 units")
    assert page_problems("The deviation   is 1.71\nunits.", right) == []
    assert len(page_problems("The deviation is 1.71 units, not 1.71.", right)) == 1
    assert len(page_problems("The deviation is 1.71 units, not 1.715.", entry("1.71", sigma))) == 1


def test_an_entry_whose_text_is_gone_fails():
    (problem,) = page_problems("It is large.", entry("1.71", sigma))
    assert "text is gone" in problem
    assert page_problems("It is 11.71 or 1.715 or 2.1.71", entry("1.71", sigma))[-1] == problem


def test_an_entry_of_another_page_fails():
    other = Entry("chapters/other", "1.71", sigma)
    assert "is in the ledger of chapters/sample" in page_problems("It is 1.71.", other)[0]


def test_makers_make_one_kind_for_one_page_each():
    exact, rounded, simulated = makers(NAME)
    given = ("It is 1.71", sigma, "1.71")
    assert exact(*given, "A8") == Entry(NAME, *given, kind="exact", claim="A8")
    assert rounded(*given, "A8") == Entry(NAME, *given, kind="rounded", claim="A8")
    said = simulated(*given, sigma, "A8")
    assert said == Entry(NAME, *given, kind="simulated", claim="A8", truth=sigma)
    assert simulated(*given) == Entry(NAME, *given, kind="simulated")


def test_numbers_in_objects_need_an_entry(monkeypatch):
    module = ModuleType("sqrtdk.questions")

    def spread(width=None):
        return SimpleNamespace(text=lambda: f"Is it 2.92 or {width}?")

    def no_text():
        return SimpleNamespace()

    def needs(data):
        raise AssertionError

    for function in (spread, no_text, needs):
        function.__module__ = "sqrtdk.questions"
        setattr(module, function.__name__, function)
    monkeypatch.setitem(sys.modules, "sqrtdk.questions", module)
    monkeypatch.setattr(sqrtdk, "questions", module, raising=False)
    code = (
        "from sqrtdk import questions\nimport sqrtdk as s\n%matplotlib inline\n"
        "questions.spread()\ns.questions.spread(3)\nquestions.spread(x)\n"
        "questions.no_text()\nquestions.needs(y)\nprint(1.5)"
    )
    page = Page(NAME, f"```{{code-cell}}\n{code}\n```\n")
    texts = dict(extra_texts(page))
    assert texts[f"{NAME}.md, questions.spread()"] == "Is it 2.92 or None?"
    assert texts[f"{NAME}.md, s.questions.spread(3)"] == "Is it 2.92 or 3?"
    assert len(texts) == 3
    problems = registry.page_problems(page, [])
    assert len(problems) == 3
    assert all("decimal 2.92 has no entry" in problem for problem in problems)
    assert registry.page_problems(page, [entry("2.92", DIE.variance)]) == []


def test_an_object_that_does_not_exist_is_passed_over():
    code = "from sqrtdk import nothing\nnothing.a()\nimport nowhere\nnowhere.b()"
    assert extra_texts(Page(NAME, f"```{{code-cell}}\n{code}\n```\n")) == ()


def test_a_number_is_counted_once():
    assert uncovered([Source("x", "68.3 % of it")], []) == [
        "x:1: decimal 68.3 has no entry: ... 68.3 % of it ..."
    ]
