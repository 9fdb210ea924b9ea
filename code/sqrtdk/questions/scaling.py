"""Questions of the chapters on attention and on the simulation."""

from __future__ import annotations

import math

import numpy as np

from sqrtdk.explorer import Option, Question
from sqrtdk.questions._choose import by_value
from sqrtdk.weights import effective_keys, softmax

__all__ = [
    "divide_by_d",
    "eight_keys",
    "half_the_error",
    "independent_column",
    "temperature_of_a_larger_head",
]

N_ROWS = 20_000


def _rows(d_k: int, n_keys: int) -> np.ndarray:
    rng = np.random.default_rng([64, d_k, n_keys])
    lengths = np.sqrt(rng.chisquare(d_k, (N_ROWS, 1)))
    return np.asarray(lengths * rng.standard_normal((N_ROWS, n_keys)))


def eight_keys() -> Question:
    """Return the guess that opens the chapter on attention.

    Returns
    -------
    Question
        Right: the simulated mean of the largest of eight weights.

    Examples
    --------
    >>> eight_keys().answer.words
    'About 0.875'
    """
    mean = float(softmax(_rows(64, 8)).max(axis=-1).mean())
    return by_value(
        "eight_keys",
        "Raw scores, 64 components, 8 keys, before training. "
        "How large is the largest weight on average?",
        mean,
        {
            0.36: ("About 0.36", "That is the value after division by the root."),
            0.875: (
                "About 0.875",
                "Sharp, but far from one-hot in many rows: the two largest scores are often near.",
            ),
            0.9997: (
                "About 0.9997",
                "This sets one score of 8 against a single key at 0, and forgets the competitors.",
            ),
            0.125: ("0.125, all alike", "That would be scores without any spread."),
        },
    )


def temperature_of_a_larger_head() -> Question:
    """Return the question on temperature and size.

    Returns
    -------
    Question
        Right: the temperature grows with the root.

    Examples
    --------
    >>> temperature_of_a_larger_head().answer.words
    '16'
    """
    return by_value(
        "temperature_of_a_larger_head",
        "With 64 components the temperature 8 gives scores of spread 1. "
        "Which temperature does that with 256 components?",
        math.sqrt(256),
        {
            8.0: ("8", "The scores have doubled in spread, so this one is too low."),
            16.0: ("16", "The spread of the scores is the root of 256."),
            32.0: ("32", "Four times the components, but the root counts."),
            256.0: ("256", "This is division by the number of components: far too flat."),
        },
    )


def divide_by_d() -> Question:
    """Return the question on division by the number of components.

    Returns
    -------
    Question
        Right: nearly all keys count, by simulation.

    Examples
    --------
    >>> divide_by_d().answer.words
    'Nearly all 64'
    """
    effective = float(effective_keys(softmax(_rows(64, 64) / 64)).mean())
    return by_value(
        "divide_by_d",
        "64 keys, 64 components, scores divided by 64. On how many keys does a query "
        "effectively look?",
        effective,
        {
            1.68: ("Fewer than 2", "That is the raw score."),
            28.1: ("About 28", "That is division by the root."),
            63.0: (
                "Nearly all 64",
                "The scores have spread an eighth, and all weights are alike.",
            ),
        },
    )


def independent_column() -> Question:
    """Return the question on what the printed table checks.

    Returns
    -------
    Question
        Right: the variance; the scaled column follows from it by arithmetic.

    Examples
    --------
    >>> independent_column().answer.words
    'The variance'
    """
    draws = _rows(4, 8)[:, 0]
    follows = math.isclose(float(np.var(draws / 2)), float(np.var(draws)) / 4, rel_tol=1e-12)
    options = {
        "The variance": (True, "It is compared with the number of components, the theorem."),
        "The scaled variance": (
            not follows,
            "It is the variance divided by the number of components, whatever the draws are.",
        ),
        "Both, so there are two checks": (
            False,
            "The second follows from the first by arithmetic, so it cannot fail on its own.",
        ),
    }
    return Question(
        "independent_column",
        "The table has a column for the variance and one for the variance of the scaled scores. "
        "Which of them tests the theory?",
        [Option(words, why, right) for words, (right, why) in options.items()],
    )


def half_the_error() -> Question:
    """Return the question on the number of draws.

    Returns
    -------
    Question
        Right: four times the draws halve the standard error.

    Examples
    --------
    >>> half_the_error().answer.words
    '4 times as many'
    """
    ratio = (math.sqrt(2 / 100) / (math.sqrt(2 / 100) / 2)) ** 2
    return by_value(
        "half_the_error",
        "How many times as many draws halve the standard error of an estimated variance?",
        ratio,
        {
            math.sqrt(2): ("1.4 times as many", "It is the other way round: square, not root."),
            2.0: ("2 times as many", "That divides the error by the root of 2 only."),
            4.0: ("4 times as many", "The error falls like one over the root of the draws."),
        },
    )
