"""Questions of the chapter on what saturates."""

from __future__ import annotations

import math

import numpy as np

from sqrtdk.experiments import query_gradients, stored_experiment
from sqrtdk.explorer import Option, Question
from sqrtdk.questions._choose import by_value

__all__ = ["fair_race", "gradient_without_scale", "temperature_of_the_largest_median"]

D_K, N_KEYS, N_TOKENS, N_STEPS = 64, 8, 64, 16
N_ROWS = 20_000
RAW, ROOT, FULL = "1", "1/sqrt(d_k)", "1/d_k"


def gradient_without_scale() -> Question:
    """Return the guess that opens the chapter.

    Returns
    -------
    Question
        Right: the ratio of the stored gradients of a layer without and with the scale.

    Examples
    --------
    >>> gradient_without_scale().answer.words
    'About 11 times as large'
    """
    rms = {
        row["scale"]: row["rms"]
        for row in stored_experiment("gradient_table")
        if row["n_tokens"] == N_TOKENS and row["d_k"] == D_K
    }
    return by_value(
        "gradient_without_scale",
        "A layer with 64 tokens and 64 components, before training. Its divisor is taken out. "
        "What happens to the root-mean-square gradient of its query matrix?",
        rms[RAW] / rms[ROOT],
        {
            1 / 746: (
                "It all but vanishes",
                "That is the slope of one sigmoid at a gap of 8. Most gaps are not that one.",
            ),
            1 / 8: ("It falls to an eighth", "The divisor also shortens the gradient."),
            1.0: ("It stays the same", "Two effects work against each other, unequally."),
            11.05: (
                "About 11 times as large",
                "The divisor multiplies the gradient as well, and a few rows pass on very much.",
            ),
        },
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
        ROOT: ("Divided by √dₖ", "At this rate it has hardly moved: it needs a larger one."),
        FULL: ("Divided by dₖ", "It needs the largest rate of the three."),
    }
    return Question(
        "fair_race",
        "64 components, 16 steps. Set the learning rate at which the model without a divisor is "
        "best. Which model is ahead there?",
        [Option(words, why, scale == ahead) for scale, (words, why) in options.items()],
    )
