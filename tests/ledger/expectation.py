"""Numbers quoted on the page ``chapters/expectation``."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
from sqrtdk import Estimate, component, draw, questions, sample_mean
from sqrtdk.examples import DIE, GAME, KEY, QUERY, TICKET
from sqrtdk.explorers.dice import TILTS, LoadedDieState, loaded_die_state

from ledger.entry import Entry, makers

PAGE = "chapters/expectation"
exact, rounded, _ = makers(PAGE)
COMPONENTS = (*QUERY, *KEY)
QUERY_TEXT = "the query $q = (1.2, -0.4)$"
KEY_TEXT = "the key $k = (0.6, 0.9)$"


def sample_mean_of_components() -> Fraction:
    """Mean of the four components of the running example."""
    return sum(COMPONENTS) / Fraction(len(COMPONENTS))


def components_away() -> Fraction:
    """Distance of that mean from zero in standard errors, for variance 1."""
    error = Fraction(1) / math.isqrt(len(COMPONENTS))
    return sample_mean_of_components() / (error * component("normal").variance)


def tilt_where(condition: Callable[[LoadedDieState], bool]) -> float:
    """First stop of the tilt at which a die loaded towards 6 meets a condition."""
    return next(float(t) for t in TILTS if condition(loaded_die_state(6, t, 0)))


def reaches_five(state: LoadedDieState) -> bool:
    """Whether the mean is 5; the weights of the die are rounded to six decimals."""
    return state.mean > 5 - 1e-5


def six_half_of_the_time(state: LoadedDieState) -> bool:
    """Whether every second throw is a 6, up to the same rounding."""
    return state.probabilities[-1] > Fraction(1, 2) - Fraction(1, 10**5)


def mean_where_right() -> float:
    """Mean at the stop that the question calls right."""
    right = questions.tilt_for_mean_five().answer.value
    return loaded_die_state(6, f"{right:.2f}", 0).mean


def mean_distance() -> float:
    """E|X| of the standard normal by a sum over a fine grid of its density."""
    edges = np.linspace(-10, 10, 200_001)
    return float(np.sum(np.abs(edges) * component("normal").pdf(edges)) * (edges[1] - edges[0]))


def within_two() -> float:
    """Chance of a normal estimate within two standard errors."""
    return math.erf(math.sqrt(2))


def average_ticket(n_tickets: int) -> float:
    """Standard deviation of the average result of a number of tickets."""
    return TICKET.standard_deviation() / math.sqrt(n_tickets)


def simulated_larger() -> Estimate:
    """Simulated mean of the larger of two dice, as in the solution."""
    rng = np.random.default_rng(11)
    return sample_mean(np.maximum(draw(DIE, 10_000, rng), draw(DIE, 10_000, rng)))


def larger_of_two() -> Fraction:
    """Mean of the larger of two dice, by enumeration."""
    return DIE.product(DIE).map(max).expectation()


ENTRIES: list[Entry] = [
    exact("A fair die shows 3.5 on average", lambda: DIE.expectation(), "3.5", "A2"),
    exact("no face with 3.5 on it", lambda: DIE.expectation(), "3.5"),
    exact("the sum is $21/6 = 7/2$", lambda: sum(DIE.outcomes) / len(DIE.outcomes), "21/6", "A2"),
    exact("this gives $91/6$", lambda: DIE.expectation(lambda x: x**2), "91/6", ("A3", "A7")),
    exact("which is $49/4$", lambda: DIE.expectation() ** 2, "49/4"),
    exact(QUERY_TEXT, lambda: QUERY[0], "1.2", "B3"),
    exact(QUERY_TEXT, lambda: QUERY[1], "-0.4", "B3"),
    exact(KEY_TEXT, lambda: KEY[0], "0.6", "B3"),
    exact(KEY_TEXT, lambda: KEY[1], "0.9", "B3"),
    exact("$23/40 = 0.575$", sample_mean_of_components, "23/40", "B25"),
    exact("$23/40 = 0.575$", sample_mean_of_components, "0.575", "B25"),
    exact("the mean is 1.15 standard errors away", components_away, "1.15", "B25"),
    exact("wins with probability $1/3$", lambda: GAME.probability(lambda x: x > 0), "1/3", "B21"),
    rounded(r"\approx 0.798", mean_distance, "0.798", "B22"),
    exact("$49/120", lambda: DIE.expectation(lambda x: 1 / x), "49/120"),
    rounded(r"\approx 0.408$", lambda: DIE.expectation(lambda x: 1 / x), "0.408"),
    rounded(r"$2/7 \approx 0.286$", lambda: 1 / DIE.expectation(), "0.286"),
    exact(r"$161/36 \approx 4.47$", larger_of_two, "161/36"),
    rounded(r"$161/36 \approx 4.47$", larger_of_two, "4.47"),
    rounded("standard errors about 95 % of the time", within_two, "95 %"),
    rounded(
        "The one below lands 2.06 short",
        lambda: -simulated_larger().z_score(larger_of_two()),
        "2.06",
    ),
    exact("you lose 0.10 a ticket", lambda: -TICKET.expectation(), "0.10"),
    exact("likely to be near 0.10", lambda: -TICKET.expectation(), "0.10"),
    exact("strays from $-0.1$ by", lambda: TICKET.expectation(), "-0.1"),
    rounded("still 0.28 for ten million", lambda: average_ticket(10**7), "0.28"),
    rounded("it reaches 0.01 only", lambda: average_ticket(8 * 10**9), "0.01"),
    exact("= -0.1$", lambda: TICKET.expectation(), "-0.1"),
    rounded("the mean exactly 5? 0.60", lambda: tilt_where(reaches_five), "0.60"),
    rounded("towards the face. 0.50", lambda: np.median(np.float64(TILTS)), "0.50"),
    rounded("which is below 5. 0.40", lambda: tilt_where(six_half_of_the_time), "0.40"),
    rounded("until it says 5.00", mean_where_right, "5.00"),
]
