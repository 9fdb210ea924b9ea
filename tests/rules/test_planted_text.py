"""Planted cases: each rule for the text finds the fault it is for, and passes a good page."""

from __future__ import annotations

import pytest
from book_pages import Book, Page

from rules import words
from rules.catalogue import RULES
from rules.page_format import median_cell

FRONT = """---
jupytext:
  text_representation: {extension: .md, format_name: myst, format_version: 0.13}
kernelspec: {display_name: Python 3, language: python, name: python3}
---
"""
GOOD = """
# Variance of a die

Squares of colours, $n! + |x|$ and `color!`; see [Rule 2](other.md#rule-two),
[below](#ex-one), [the state](#thm-one?d_k=64) and [the site](https://color.org/we).
As it says, "we suspect" it.

> We quote a paper.

| size | value |
| --- | --- |
| $\\lvert x \\rvert$ | $2$ |

```{code-cell}
---
mystnb:
  figure:
    caption: |
      A die.
    name: fig-die
---
1 + 1
```

:::{prf:theorem} Sums
:label: thm-one

It holds, see {prf:ref}`thm-one`.

**Needs.** Nothing.
:::

::::{exercise}
:label: ex-one

Compute.

:::{dropdown} Hint 1
Square.
:::
::::

:::{dropdown} Hint 2
Add.
:::

```{solution-start} ex-one
:class: dropdown
```

```{code-cell}
---
jupyter: {source_hidden: true}
---
2 + 2
```

```{solution-end}
```

## Sources

{cite}`vaswani2017`
"""
OTHER = FRONT + "# Other\n\n## Rule two\n\n**Literature.** Known.\n"
LONG_CELL = "```{code-cell}\n" + "x = 1\n" * 16 + "```\n"
TWO_HINTS = ":::{dropdown} Hint 2\nAdd.\n:::\n"
SOLUTION = GOOD[GOOD.index("```{solution-start}") : GOOD.index("## Sources")]
PLANTED = [
    ("unclosed_blocks", "## Sources", ":::{note}\n\n## Sources", "never closed"),
    ("table_bars", "| $2$ |", "| $|y|$ |", "bar in a table cell"),
    ("glue", "# Variance", "{glue:text}`x`\n\n# Variance", "glue"),
    ("foreign_roles", "{prf:ref}`thm-one`", "{prf:ref}`thm-two`", "another page"),
    ("foreign_roles", "{prf:ref}`thm-one`", "{numref}`words <thm-two>`", "another page"),
    ("foreign_roles", "{prf:ref}`thm-one`", "{ref}`thm-two`", "another page"),
    ("foreign_roles", "Compute.", "{cite:p}`vaswani2017`", "outside the section Sources"),
    ("folded_proofs", "## Sources", ":::{prf:proof}\n:class: dropdown\n:::\n\n", "kills"),
    ("link_targets", "other.md#rule-two", "other.md#rule-three", "no anchor"),
    ("link_targets", "other.md#rule-two", "third.md", "table of contents"),
    ("link_targets", "other.md#rule-two", "../_static/none.svg", "does not exist"),
    ("link_targets", "#ex-one", "#ex-two", "no anchor"),
    ("belittling", "As it says", "Obviously", "Obviously"),
    ("belittling", "As it says", "Clearly", "Clearly,"),
    ("belittling", "A die.", "Simply a die.", "Simply"),
    ("belittling", "Hint 1", "Trivially", "Trivially"),
    ("exclamations", "Compute.", "Compute!", "Compute!"),
    ("spelling", "colours", "colors", "write colours"),
    ("spelling", "A die.", "A gray die, normalized.", "write normalised"),
    ("spelling", "Squares of", "Modeling neighbors of", "write modelling"),
    ("first_person", "As it says", "As we say", "'we'"),
    ("first_person", "As it says", "Let us see", "'Let us'"),
    ("first_person", "As it says", "Let's see", '"Let\'s"'),
    ("first_person", "A die.", "I roll a die.", "'I'"),
    ("first_person", "Compute.", "Use our rule.", "'our'"),
    ("unfinished", "1 + 1", "1 + 1  # TO" + "DO", "unfinished"),
    ("unfinished", "Compute.", "Coming soon", "unfinished"),
    ("terms", "As it says", "The softmax score", "score is before"),
    ("terms", "As it says", "The weights\nbefore the softmax", "score is before"),
    ("statement_labels", ":label: thm-one\n", "", "without :label:"),
    ("claim_spans", "It holds", "[fact]{.claim-fact} It holds", "[fact]"),
    ("hypotheses", "**Needs.**", "Needs", "**Needs.**"),
    ("front_matter", "language: python, name", "language: r, name", "differs"),
    (
        "cell_headers",
        "```{code-cell}\n---\nmyst",
        "```{code-cell} ipython3\n---\nmyst",
        "ipython3",
    ),
    (
        "cell_headers",
        "```{code-cell}\n---\njupyter",
        "```{code-cell}\n:tags: [x]\n---\n",
        "colons",
    ),
    ("cell_lengths", "## Sources", LONG_CELL, "16 lines; at most 15"),
    ("cell_lengths", "2 + 2", "2 + 2\n" * 26, "26 lines; at most 25"),
    ("figures", "    name: fig-die\n", "", "without name"),
    ("figures", "    caption: |\n      A die.\n", "", "without caption"),
    ("narrow_cells", "1 + 1", "1 + " * 20 + "1", "columns"),
    ("claimed_page", "{prf:theorem}", "{prf:remark}", "without a claim label"),
    ("exercise_labels", ":label: ex-one\n", "", "without :label:"),
    ("exercise_hints", TWO_HINTS, "", "expected ['Hint 1', 'Hint 2']"),
    ("exercise_hints", "Hint 2", "Hint 3", "expected ['Hint 1', 'Hint 2']"),
    ("exercise_solutions", SOLUTION, "", "has 0 solutions"),
    ("exercise_solutions", "{solution-start} ex-one", "{solution-start} ex-two", "unknown"),
    ("exercise_solutions", "## Sources", ":::{solution} ex-one\n:::\n", "is not used"),
    ("solution_pairs", "```{solution-end}\n```\n", "", "come in pairs"),
    ("hidden_solutions", "jupyter: {source_hidden: true}", "tags: [x]", "source_hidden"),
]


def book_of(text, root):
    pages = (Page("intro", OTHER), Page("chapters/good", text), Page("chapters/other", OTHER))
    return Book(root, pages)


@pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
def test_a_good_page_passes(rule, tmp_path):
    book = book_of(FRONT + GOOD, tmp_path)
    assert rule(book.pages[1], book) == []


@pytest.mark.parametrize(("name", "old", "new", "expected"), PLANTED)
def test_planted_fault_is_found(name, old, new, expected, tmp_path):
    text = FRONT + GOOD
    assert old in text
    book = book_of(text.replace(old, new), tmp_path)
    findings = RULES[name](book.pages[1], book)
    assert any(expected in str(finding) for finding in findings), findings


def test_every_rule_has_a_planted_fault():
    assert {case[0] for case in PLANTED} == set(RULES)


@pytest.mark.parametrize("lines", [3, 4])
def test_median_of_the_cells(lines, tmp_path):
    page = Page("intro", "```{code-cell}\n" + "x = 1\n\n" * lines + "```\n")
    assert bool(median_cell(Book(tmp_path, (page,)))) == (lines > 3)


def test_a_cell_inside_a_block_is_found(tmp_path):
    nested = "::::{note}\n```{code-cell}\n1\n```\n::::\n"
    book = book_of(FRONT + GOOD + nested, tmp_path)
    findings = RULES["cell_headers"](book.pages[1], book)
    assert any("not executed" in str(finding) for finding in findings)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("belittling", "It is simply 2."),
        ("exclamations", "Right!"),
        ("spelling", "Which color?"),
        ("first_person", "What do we see?"),
        ("terms", "A softmax score."),
    ],
)
def test_the_words_of_objects_are_read_too(name, said, tmp_path, monkeypatch):
    book = book_of(FRONT + GOOD, tmp_path)
    monkeypatch.setattr(words, "extra_texts", lambda page: (("questions.one()", said),))
    (finding,) = RULES[name](book.pages[1], book)
    assert "(questions.one())" in str(finding)
