"""Numbers quoted on the page ``chapters/teaching``."""

from __future__ import annotations

import math

from sqrtdk.convergence import tail_ratio
from sqrtdk.examples import D_K, DIE
from sqrtdk.questions import tilt_for_widest_spread

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
    rounded("[3.7 times as often]", lambda: tail_ratio(4, 3), "3.7"),
    exact("At [the correlation 0.25]", lambda: 2 / math.sqrt(D_K), "0.25"),
]
