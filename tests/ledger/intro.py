"""Numbers quoted on the page ``intro``."""

from __future__ import annotations

import math

import numpy as np
from sqrtdk import Estimate, component

from ledger.entry import Entry, makers

PAGE = "intro"
exact, _, simulated = makers(PAGE)
HEAD = 64


def score_spread(divisor: float = 1.0) -> Estimate:
    """Standard deviation of the simulated scores, as the page draws them."""
    q, k = component("normal").sample((2, 2_000, HEAD), np.random.default_rng(HEAD))
    scores = np.sum(q * k, axis=1) / divisor
    kurtosis = 3 + (component("normal").kurtosis ** 2 - 3) / HEAD
    error = float(np.std(scores)) * math.sqrt((float(kurtosis) - 1) / scores.size) / 2
    return Estimate(float(np.std(scores)), error, scores.size)


def spread_in_theory() -> float:
    """Root of the sum of the variances of the products."""
    return math.sqrt(HEAD * float(component("normal").moment(2) ** 2))


ENTRIES: list[Entry] = [
    exact("the theory says 8", spread_in_theory, "8", "A27"),
    simulated("The 2,000 pairs drawn here give 8.2", score_spread, "8.2", spread_in_theory),
    simulated(
        "and 1.02 after division by the root",
        lambda: score_spread(math.sqrt(HEAD)),
        "1.02",
        lambda: spread_in_theory() / math.sqrt(HEAD),
    ),
]
