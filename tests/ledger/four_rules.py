"""Numbers quoted on the page ``chapters/four_rules``."""

from __future__ import annotations

from fractions import Fraction

from sqrtdk.examples import D_K, DIE

from ledger.entry import Entry, makers
from ledger.four_rules_numbers import (
    COINS,
    DICE,
    FIRST_AND_LARGER,
    OVERLAPS,
    PRODUCT,
    SQUARE,
    THREE,
    across_in_theory,
    across_tokens,
    centred_correlation,
    fan_in_ratio,
    far_value,
    layer_norm_variance,
    mixed_terms,
    one_coin_too_many,
    shared_size,
    standardised_moment,
    within_token,
    xavier_gain,
    xavier_variance,
)

PAGE = "chapters/four_rules"
exact, rounded, simulated = makers(PAGE)


def dependent_mean() -> Fraction:
    """Mean of 2X - 3Y + 5 for a die and the larger of two, over all throws."""
    return FIRST_AND_LARGER.expectation(lambda x, y: 2 * x - 3 * y + 5)


def independent_law() -> object:
    """Law of 2X - 3Y + 5 for two separate dice."""
    return DICE.map(lambda x, y: 2 * x - 3 * y + 5)


OPENING = """Both have the mean 10.5, yet the variance is 26.25 for the tripled die and 8.75
for the three dice."""
SOLUTION = r"The variance is $(4 + 9) \cdot \frac{35}{12} = \frac{455}{12}$"
STANDARD = r"then $Z = (X - \mu)/\sigma$ has mean 0 and variance 1."
XAVIER = r"where the rule says $16/9 \approx 1.78$"
LAYER = "The variance within a token is 1.00, and across tokens it is 0.10."

ENTRIES: list[Entry] = [
    exact("$91/6$ is not $49/4$", lambda: DIE.expectation(lambda x: x**2), "91/6"),
    exact("$91/6$ is not $49/4$", lambda: DIE.expectation() ** 2, "49/4"),
    exact(OPENING, lambda: DIE.scale(3).expectation(), "10.5", ("A10", "A15")),
    exact(OPENING, lambda: DIE.scale(3).variance(), "26.25", "A15"),
    exact(OPENING, lambda: DIE.sum_of(3).variance(), "8.75", ("A13", "B41")),
    exact("has the mean $-17/12$. The rule", dependent_mean, "-17/12", "A10"),
    exact(
        "Two dice give $49/4$.",
        lambda: DICE.expectation(lambda x, y: x * y),
        "49/4",
        ("A11", "B33", "B36"),
    ),
    exact(
        r"$\mathbb{E}[XY] = \mathbb{E}[X^3] = 0$",
        lambda: THREE.expectation(lambda x: x**3),
        "0",
        "A11",
    ),
    exact(r"+ 2\operatorname{Cov}(X, Y)", mixed_terms, "2", ("A12", "A14")),
    exact(
        "both sides are $10115/1296$",
        lambda: FIRST_AND_LARGER.sum().variance(),
        "10115/1296",
        "A12",
    ),
    exact(
        "the variance is $35n/12$, one share for each die",
        lambda: DIE.sum_of(10).variance() / 10 * 12,
        "35",
        "A13",
    ),
    exact(
        r"$\operatorname{Var}(2X) = 4\operatorname{Var}(X)$",
        lambda: DIE.scale(2, -3).variance() / DIE.variance(),
        "4",
        "A15",
    ),
    exact(STANDARD, lambda: standardised_moment(1), "0", "A16"),
    exact(STANDARD, lambda: standardised_moment(2), "1", ("A16", "B52")),
    rounded("A value that lies 1.5 standard deviations above", far_value, "1.5", "B55"),
    exact("so variances add, to $8/9$", lambda: SQUARE.sum().variance(), "8/9", ("A13", "B41")),
    exact("the variance of the sum is 3.", lambda: COINS.sum().variance(), "3", ("A13", "B42")),
    exact(
        "But $XYZ = X^2 Y^2 = 1$",
        lambda: COINS.expectation(lambda x, y, z: x * y * z),
        "1",
    ),
    exact("It has variance 2, because", shared_size, "2", "B36"),
    exact("and the variances add to 6.", lambda: OVERLAPS.sum().variance(), "6", "A13"),
    exact(r"take $\operatorname{Var}(w) = 1/D$", fan_in_ratio, "1", "B24"),
    exact("it multiplies the variance by $16/9$", xavier_gain, "16/9", "A23"),
    simulated(
        "draws of the weights the variance is 1.76",
        xavier_variance,
        "1.76",
        xavier_gain,
        "A23",
    ),
    exact(XAVIER, xavier_gain, "16/9", "A23"),
    rounded(XAVIER, xavier_gain, "1.78", "A23"),
    rounded("that is 0.99999.", layer_norm_variance, "0.99999", "A17"),
    exact("standard deviations) is $-1/(D - 1)$", centred_correlation, "-1", "A17"),
    exact("across tokens with variance about 0.1.", across_in_theory, "0.1", "A17"),
    simulated(LAYER, within_token, "1.00", claim="A17"),
    simulated(
        LAYER,
        across_tokens,
        "0.10",
        across_in_theory,
        "A17",
    ),
    exact(SOLUTION, lambda: DIE.variance(), r"\frac{35}{12}", "A15"),
    exact(SOLUTION, lambda: independent_law().variance(), r"\frac{455}{12}", ("A13", "A15")),
    exact("The mean above was $-17/12$", dependent_mean, "-17/12", "A10"),
    exact(
        "has the larger mean $161/36$",
        lambda: FIRST_AND_LARGER.marginal(1).expectation(),
        "161/36",
        "A10",
    ),
    exact("$q_i k_i$ have variance 1 each", lambda: PRODUCT.variance(), "1", ("A25", "B37")),
    exact(
        "Rule 3 applies: the variance is 64.",
        lambda: PRODUCT.sum_of(D_K).variance(),
        "64",
        ("A26", "B36", "B46"),
    ),
    exact("with variance $16^2 = 256$, not 16", one_coin_too_many, "256", ("A26", "B42")),
]
