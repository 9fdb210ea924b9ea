"""What makes the notebook of a page fit to be run in any folder."""

import re

import pytest
from book_site import downloads
from book_site.address import Address

WHERE = Address("github.com", "an-owner", "a-book", "main")
VIEW = "https://github.com/an-owner/a-book/blob/main"
STATES = '<script type="application/json" class="sqrtdk-data">{}</script>'
CELLS = [
    {"cell_type": "markdown", "id": "x", "metadata": {}, "source": ["# A [page](b.md#c)\n"]},
    {
        "cell_type": "code",
        "id": "y",
        "metadata": {"execution": {"time": 1}, "jupyter": {"source_hidden": True}},
        "source": "a",
        "execution_count": 3,
        "outputs": [
            {"output_type": "stream", "name": "stdout", "text": "said"},
            {
                "output_type": "execute_result",
                "metadata": {},
                "execution_count": 3,
                "data": {
                    downloads.WIDGET_VIEW: {"model_id": "1"},
                    "text/html": ["<svg></svg>", STATES],
                    "text/plain": "a",
                },
            },
        ],
    },
]
NOTEBOOK = {
    "cells": CELLS,
    "metadata": {"kernelspec": {"name": "python3"}, "widgets": {}, "jupytext": {}},
    "nbformat": 4,
    "nbformat_minor": 5,
}


def said_by(guard):
    """Return what the first cell raises where no module is to be had."""
    namespace = {"__builtins__": {**vars(__import__("builtins")), "__import__": refuse}}
    with pytest.raises(ImportError) as stop:
        exec(guard, namespace)
    return stop.value._render_traceback_()


def refuse(name, *arguments):
    raise ModuleNotFoundError(f"No module named {name!r}")


@pytest.mark.parametrize("where", [WHERE, None])
def test_guard_says_one_sentence_in_narrow_lines(where):
    guard = downloads.guard(where)
    assert max(map(len, guard.splitlines())) <= 79
    (sentence,) = said_by(guard)
    assert re.fullmatch(
        r"This notebook needs the Python package of the book: run .*[^.]\.", sentence
    )
    assert "  " not in sentence


def test_guard_names_the_repository_when_it_is_known():
    known, unknown = said_by(downloads.guard(WHERE))[0], said_by(downloads.guard(None))[0]
    assert (
        '%pip install jupyterlab-myst "sqrtdk @ git+https://github.com/an-owner/a-book@main"'
        in known
    )
    assert "://" not in unknown
    assert "in the folder of the book" in unknown


def test_guard_is_silent_where_the_package_is():
    exec(downloads.guard(None), {})


@pytest.mark.parametrize(
    ("text", "known", "unknown"),
    [
        ("[words](b.md)", f"[words]({VIEW}/chapters/b.md)", "words"),
        ("[words](b.md#c)", f"[words]({VIEW}/chapters/b.md#c)", "words"),
        ("[words](../intro.md)", f"[words]({VIEW}/intro.md)", "words"),
        ("[a [b] $c$](b.md)", f"[a [b] $c$]({VIEW}/chapters/b.md)", "a [b] $c$"),
        ("[here](#c)", "[here](#c)", "[here](#c)"),
        ("[out](https://a.b/c.md)", "[out](https://a.b/c.md)", "[out](https://a.b/c.md)"),
        ("x[i](j) and [k]", "x[i](j) and [k]", "x[i](j) and [k]"),
    ],
)
def test_links_lead_to_the_repository_or_lose_their_target(text, known, unknown):
    assert downloads.relinked(text, "chapters/a", WHERE) == known
    assert downloads.relinked(text, "chapters/a", None) == unknown


def test_portable_notebook_keeps_what_any_program_can_show():
    made = downloads.portable(NOTEBOOK, "chapters/a", None)
    assert [cell["id"] for cell in made["cells"]] == ["cell-0", "cell-1", "cell-2"]
    assert set(made["metadata"]) == {"kernelspec"}
    guard, words, code = made["cells"]
    assert guard["source"] == downloads.guard(None)
    assert words["source"] == "# A page\n"
    assert code["metadata"] == {"jupyter": {"source_hidden": True}}
    stream, result = code["outputs"]
    assert stream["text"] == "said"
    assert result["data"] == {"text/html": "<svg></svg>", "text/plain": "a"}


def test_build_leaves_the_executed_notebook_as_it_was():
    before = repr(NOTEBOOK)
    downloads.portable(NOTEBOOK, "chapters/a", WHERE)
    assert repr(NOTEBOOK) == before
