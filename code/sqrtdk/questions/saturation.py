"""Questions of the chapter on what saturates."""

from __future__ import annotations

import math

import numpy as np

from sqrtdk._scales import SCALES
from sqrtdk.experiments import query_gradients, stored_experiment
from sqrtdk.explorer import Option, Question
from sqrtdk.questions._choose import by_value

__all__ = ["fair_race", "temperature_of_the_largest_median", "typical_gradient_without_scale"]

D_K, WIDE, N_KEYS, N_STEPS = 64, 1_024, 8, 16
N_ROWS = 20_000
RAW, ROOT, FULL = SCALES


def typical_gradient_without_scale() -> Question:
    """Return the guess that opens the chapter.

    Returns
    -------
    Question
        Right: the band that holds the ratio of the stored medians without and with the scale.

    Examples
    --------
    >>> typical_gradient_without_scale().answer.words
    'Under a thousandth of it'
    """
    median = {
        row["scale"]: row["median"]
        for row in stored_experiment("row_gradient_table")
        if row["n_keys"] == N_KEYS and row["d_k"] == WIDE
    }
    ratio = median[RAW] / median[ROOT]
    options = {
        (2.0, math.inf): (
            "Several times as large",
            "That is the mean and, more so, the root mean square. A few rows carry them.",
        ),
        (0.5, 2.0): (
            "About the same",
            "Nothing stays the same here: mean and root mean square grow, the median falls.",
        ),
        (0.001, 0.5): ("Less than half of it", "So it is with a few hundred components."),
        (0.0, 0.001): (
            "Under a thousandth of it",
            "Two scores rarely tie, and a row without a tie passes on next to nothing.",
        ),
    }
    return Question(
        "typical_gradient_without_scale",
        "8 keys and 1,024 components, before training. The divisor is taken out. How large is "
        "the gradient that reaches a typical query, compared with before?",
        [Option(words, why, low <= ratio < high) for (low, high), (words, why) in options.items()],
    )


def temperature_of_the_largest_median() -> Question:
    """Return the question on the temperature with the largest typical gradient.

    Returns
    -------
    Question
        Right: the stop of the slider at which a simulated median is largest.

    Examples
    --------
    >>> temperature_of_the_largest_median().answer.words
    '2.83'
    """
    stops = [2 ** (j / 2) for j in range(13)]
    medians = [
        query_gradients(
            D_K, N_KEYS, np.random.default_rng(8), scale=1 / stop, n_rows=N_ROWS
        ).median.value
        for stop in stops
    ]
    return by_value(
        "temperature_of_the_largest_median",
        "Take 8 keys and 64 components and move the temperature. Where is the median of the "
        "gradient at the query largest?",
        stops[int(np.argmax(medians))],
        {
            1.0: (
                "1",
                "There the root mean square is large, and the median less than half of its peak.",
            ),
            2 * math.sqrt(2): ("2.83", "Colder than the root: about twice the median at 8."),
            8.0: ("8", "The root makes rows alike. It does not make the typical one largest."),
            64.0: ("64", "There nearly all weights are alike, and the factor 1/T is small."),
        },
    )


def fair_race() -> Question:
    """Return the question on the race at one learning rate.

    Returns
    -------
    Question
        Right: the scale with the lowest stored loss at the best rate of the raw model.

    Examples
    --------
    >>> fair_race().answer.words
    'No divisor'
    """
    rows = [row for row in stored_experiment("training_race") if row["d_k"] == D_K]
    place = list(rows[0]["steps"]).index(N_STEPS)
    loss = {(row["scale"], row["learning_rate"]): row["loss"][place] for row in rows}
    finite = {at: value for at, value in loss.items() if value is not None}
    best = min((at for at in finite if at[0] == RAW), key=lambda at: finite[at])[1]
    ahead = min((RAW, ROOT, FULL), key=lambda scale: finite.get((scale, best), math.inf))
    options = {
        RAW: (
            "No divisor",
            "Each scale wins at its own rate. So a race at one rate shows little.",
        ),
        ROOT: ("Divided by √dₖ", "At this rate it is halfway: it needs a larger one."),
        FULL: (
            "Divided by dₖ",
            "At this rate it has hardly moved: it needs the largest one.",
        ),
    }
    return Question(
        "fair_race",
        "64 components, 16 steps. Set the learning rate at which the model without a divisor is "
        "best. Which model is ahead there?",
        [Option(words, why, scale == ahead) for scale, (words, why) in options.items()],
    )
