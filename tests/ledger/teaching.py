"""Numbers quoted on the page ``chapters/teaching``."""

from __future__ import annotations

import math
from fractions import Fraction

from sqrtdk.convergence import tail_ratio
from sqrtdk.examples import D_K, DIE
from sqrtdk.questions import tilt_for_widest_spread

from ledger.attention_scaling_numbers import mean_largest, raw_largest
from ledger.entry import Entry, makers
from ledger.softmax_saturation_numbers import stop_of_the_peak

PAGE = "chapters/teaching"
exact, rounded, simulated = makers(PAGE)

ENTRIES: list[Entry] = [
    exact(
        "At [the tilt 0.60]",
        lambda: (5 - DIE.expectation()) / (6 - DIE.expectation()),
        "0.60",
    ),
    exact("At [the tilt 0.25]", lambda: tilt_for_widest_spread().answer.value, "0.25"),
    rounded(
        "It is divided by about 7.4",
        lambda: (1 - math.tanh(3)) / (1 - math.tanh(4)),
        "7.4",
    ),
    rounded("At [the temperature 2.83]", stop_of_the_peak, "2.83"),
    rounded(
        "Two steps divide by about 54",
        lambda: (1 - math.tanh(3)) / (1 - math.tanh(5)),
        "54",
    ),
    exact("where an even share is 1/64", lambda: Fraction(1, D_K), "1/64"),
    rounded("averages 0.021 with 64", lambda: mean_largest(D_K, divisor=D_K), "0.021"),
    simulated("about 0.875. Many", lambda: raw_largest(8), "0.875", lambda: mean_largest(8)),
    rounded("[3.7 times as often]", lambda: tail_ratio(4, 3), "3.7"),
    rounded("it is still 1.2 times as often", lambda: tail_ratio(D_K, 3), "1.2"),
    exact("At [the correlation 0.25]", lambda: 2 / math.sqrt(D_K), "0.25"),
]
