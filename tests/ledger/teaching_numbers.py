"""What the numbers of the page ``chapters/teaching`` are computed with.

Most of them are what a class sees in the state that a link of the page opens.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any

from book_pages import ROOT
from browser.places import BOOK, explorer_called, shown
from sqrtdk import explorers
from sqrtdk.examples import DIE
from sqrtdk.explorers._exponent_numbers import DIMENSIONS
from sqrtdk.explorers.dice import TILTS
from state_links import StateLink, state_links


@cache
def links() -> dict[str, StateLink]:
    """The links to states on the page, by their figure and query."""
    page = BOOK.page("chapters/teaching")
    return {f"{link.figure}?{link.query}": link for link in state_links(page)}


@cache
def seen(target: str) -> Any:
    """Numbers of the state that a link of the page opens."""
    link = links()[target]
    explorer = getattr(explorers, link.explorer(BOOK))()
    return explorer.numbers(link.state(BOOK))


def largest(d_k: int, target: str) -> float:
    """Mean of the largest weight for a number of components, in the picture of the exponents."""
    return float(seen(target).largest[DIMENSIONS.index(d_k)])


def times_an_even_share(target: str) -> float:
    """Mean of the largest weight in the map, over the weight that all keys would share evenly."""
    state = seen(target)
    return float(state.largest * state.n_keys)


def step_of_the_mean() -> Fraction:
    """What one stop of the tilt towards face 6 adds to the mean of the die."""
    return (Fraction(TILTS[1]) - Fraction(TILTS[0])) * (6 - DIE.expectation())


def shown_steps() -> set[Decimal]:
    """By what the mean in the sentence changes from one stop of the tilt to the next."""
    explorer = explorer_called("loaded_die")
    means = []
    for tilt in TILTS:
        sentence = shown(explorer, explorer.resting_values | {"face": 6, "tilt": tilt})
        means.append(Decimal(sentence.partition("Theory: mean ")[2].partition(",")[0]))
    return {after - before for before, after in pairwise(means)}


def tilt_for_a_mean_of_5() -> Fraction:
    """The tilt towards face 6 at which the mean of the die is 5."""
    return (5 - DIE.expectation()) / (6 - DIE.expectation())


def tilt_for_every_second_six() -> Fraction:
    """The tilt towards face 6 at which half of the throws show it."""
    fair = DIE.probability(lambda face: face == 6)
    return (Fraction(1, 2) - fair) / (1 - fair)


def python_of_binder() -> Fraction:
    """The version of Python that Binder takes, read as a number."""
    said = (ROOT / "runtime.txt").read_text(encoding="utf-8")
    return Fraction(said.strip().removeprefix("python-"))
