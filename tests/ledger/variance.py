"""Numbers quoted on the page ``chapters/variance``."""

from __future__ import annotations

import math
from fractions import Fraction
from statistics import NormalDist

import numpy as np
from sqrtdk import Estimate, FiniteDistribution, component, sample_variance
from sqrtdk.examples import DIE, KEY, N_INPUTS, PYRAMID, QUERY, SMALL_WEIGHT
from sqrtdk.explorers.dice import TILTS, loaded_die_state

from ledger.entry import Entry, makers

PAGE = "chapters/variance"
exact, rounded, simulated = makers(PAGE)
COMPONENTS = FiniteDistribution.uniform([*QUERY, *KEY])
READINGS = FiniteDistribution.uniform([q * k for q, k in zip(QUERY, KEY, strict=True)])
N_DRAWS = 100


def mean_distance(law: FiniteDistribution) -> Fraction:
    """E|X - mu| by enumeration."""
    mu = law.expectation()
    return Fraction(law.expectation(lambda x: abs(x - mu)))


def median_distance() -> Fraction:
    """Median of the distance of a die from its mean."""
    distances = sorted(abs(x - DIE.expectation()) for x in DIE.outcomes)
    return (distances[2] + distances[3]) / 2


def within_one() -> float:
    """Chance of a standard normal draw within one standard deviation."""
    spread = math.sqrt(component("normal").variance)
    return math.erf(spread / math.sqrt(2))


def unbiased(law: FiniteDistribution) -> Fraction:
    """Variance of equally likely readings, divided by n - 1 in place of n."""
    n = len(law.outcomes)
    return law.variance() * n / (n - 1)


def readings_spread(law: str) -> float:
    """Scatter of an unbiased variance of n draws, exactly, by its fourth moment."""
    kurtosis = float(component(law).kurtosis)
    n = N_DRAWS
    return math.sqrt(kurtosis / n - (n - 3) / (n * (n - 1)))


def second_moment(law: FiniteDistribution) -> Fraction:
    """E[X^2] by enumeration."""
    return Fraction(law.expectation(lambda x: x**2))


def widest() -> float:
    """Stop of the tilt with the largest spread when face 6 is loaded."""
    return float(max(TILTS, key=lambda t: loaded_die_state(6, t, 0).standard_deviation))


def small_weights() -> Estimate:
    """Variance of a component whose weights have a small standard deviation, as on the page."""
    rng = np.random.default_rng(N_INPUTS)
    weights = float(SMALL_WEIGHT) * rng.standard_normal((20_000, N_INPUTS))
    return sample_variance(weights @ np.sign(rng.standard_normal(N_INPUTS)))


def half_on_average() -> Fraction:
    """What dividing by n gives on average at two draws of variance one."""
    pair = DIE.product(DIE)
    return pair.expectation(lambda x, y: (x - y) ** 2 / 4) / DIE.variance()


DIE_ROW = "| fair die | 1.708 | 1.5 | 1.5 |"
NORMAL_ROW = "| standard normal | 1 | 0.798 | 0.674 |"
FOUR = "Take the four components 1.2, −0.4, 0.6 and 0.9."
TWO = "are 0.72 and −0.36. Their mean is 0.18. The deviations are 0.54"
SMALL = r"$512 \cdot 0.02^2 \approx 0.205$"

ENTRIES: list[Entry] = [
    rounded("the standard deviation, 1.71", lambda: DIE.standard_deviation(), "1.71", "A6"),
    exact("The average distance is 1.5", lambda: mean_distance(DIE), "1.5", "A6"),
    exact("enumeration gives $35/12$", lambda: DIE.variance(), "35/12", "A4"),
    rounded("about 2.92", lambda: DIE.variance(), "2.92", "A8"),
    rounded(r"$\sigma \approx 1.71$", lambda: DIE.standard_deviation(), "1.71", "A9"),
    exact("$91/6 - 49/4 = 35/12$", lambda: second_moment(DIE), "91/6", ("A5", "A7")),
    exact("$91/6 - 49/4 = 35/12$", lambda: DIE.expectation() ** 2, "49/4", "A5"),
    exact("$91/6 - 49/4 = 35/12$", lambda: DIE.variance(), "35/12", ("A4", "B28", "B29")),
    rounded(DIE_ROW, lambda: DIE.standard_deviation(), "1.708", "A9"),
    exact("1.708 | 1.5 | 1.5 |", lambda: mean_distance(DIE), "1.5"),
    exact("| 1.5 |", median_distance, "1.5"),
    rounded(NORMAL_ROW, lambda: component("normal").absolute_mean, "0.798", "B22"),
    rounded(NORMAL_ROW, lambda: NormalDist().inv_cdf(3 / 4), "0.674", "B22"),
    rounded("of its mean 68.3 % of the time", within_one, "68.3", "B31"),
    exact("of variance $1/512$", lambda: Fraction(1) / N_INPUTS, "1/512", "B24"),
    exact("standard deviation 0.02, a common", lambda: SMALL_WEIGHT, "0.02"),
    exact(SMALL, lambda: SMALL_WEIGHT, "0.02"),
    rounded(SMALL, lambda: N_INPUTS * SMALL_WEIGHT**2, "0.205", "B24"),
    exact(FOUR, lambda: QUERY[0], "1.2"),
    exact(FOUR, lambda: QUERY[1], "−0.4"),
    exact(FOUR, lambda: KEY[0], "0.6"),
    exact(FOUR, lambda: KEY[1], "0.9"),
    rounded("Dividing by $n$ gives 0.3619", lambda: COMPONENTS.variance(), "0.3619"),
    exact("dividing by $n - 1$ gives 0.4825", lambda: unbiased(COMPONENTS), "0.4825"),
    exact("the estimate is 0.6925", lambda: second_moment(COMPONENTS), "0.6925"),
    simulated(
        "the variance comes out as 0.206",
        small_weights,
        "0.206",
        lambda: float(N_INPUTS * SMALL_WEIGHT**2),
        "B24",
    ),
    exact(r"\tfrac{29}{6} - 4", lambda: second_moment(PYRAMID) - Fraction(1, 2), r"\tfrac{29}{6}"),
    exact(TWO, lambda: READINGS.outcomes[1], "0.72"),
    exact(TWO, lambda: READINGS.outcomes[0], "−0.36"),
    exact(TWO, lambda: READINGS.expectation(), "0.18", "B35"),
    exact(TWO, lambda: READINGS.outcomes[1] - READINGS.expectation(), "0.54", "B38"),
    exact(
        "are 0.54 and −0.54,",
        lambda: READINGS.outcomes[0] - READINGS.expectation(),
        "−0.54",
        "B38",
    ),
    exact("so the sample variance is 0.2916", lambda: READINGS.variance(), "0.2916", "B39"),
    exact("stand beside 0.2916", lambda: READINGS.variance(), "0.2916"),
    exact("which beside 0.5832", lambda: unbiased(READINGS), "0.5832", "B39"),
    exact("The value 0.2916 divides", lambda: READINGS.variance(), "0.2916", "B39"),
    exact("held against 0.5 and not", half_on_average, "0.5", "B40"),
    exact("is 0.5832, to be held", lambda: unbiased(READINGS), "0.5832", "B39"),
    exact("there is a third: 0.324", lambda: second_moment(READINGS), "0.324", "B39"),
    rounded("by about 0.14 for the normal", lambda: readings_spread("normal"), "0.14"),
    exact(r"$\sqrt{2/100}$", lambda: (component("normal").kurtosis - 1) / N_DRAWS, "2/100"),
    rounded("scatter by about 0.014", lambda: readings_spread("coin"), "0.014"),
    rounded("deviation largest? 0.25", widest, "0.25"),
    exact("gathers everything at 6. 0.00", lambda: float(TILTS[0]), "0.00"),
    exact("a third of its chances. 1.00", lambda: float(TILTS[-1]), "1.00"),
]
