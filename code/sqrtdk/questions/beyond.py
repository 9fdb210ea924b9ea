"""Questions of the chapter on where the argument fails."""

from __future__ import annotations

import math

from sqrtdk.convergence import tail_ratio
from sqrtdk.experiments import stored_experiment
from sqrtdk.explorer import Option, Question
from sqrtdk.questions._choose import by_value
from sqrtdk.score_laws import score_moments

__all__ = [
    "correlation_for_a_mean_of_two",
    "effective_keys_of_a_long_row",
    "frozen_row",
    "power_of_the_keys",
    "tail_of_a_small_head",
]

D_K, MANY_KEYS, MOST_KEYS = 64, 1_024, 4_096


def effective_keys_of_a_long_row() -> Question:
    """Return the guess that opens the chapter.

    Returns
    -------
    Question
        Right: the stored mean number of effective keys.

    Examples
    --------
    >>> effective_keys_of_a_long_row().answer.words
    'About 390'
    """
    (effective,) = (
        row["effective_keys"]
        for row in stored_experiment("concentration_by_keys")
        if row["n_keys"] == MANY_KEYS and row["scale"] == "1/sqrt(d_k)"
    )
    return by_value(
        "effective_keys_of_a_long_row",
        "1,024 keys, scores divided by √dₖ, before training. On how many keys does a query "
        "effectively look?",
        effective,
        {
            1.0: ("One", "Not even the raw row is that sharp."),
            28.0: ("About 28", "That is right for 64 keys. The root does not look at the number."),
            392.0: ("About 390", "Long rows use a fixed share of their keys."),
            1024.0: ("All of them", "Scores with spread 1 are not all alike."),
        },
    )


def tail_of_a_small_head() -> Question:
    """Return the question on the tails of a score.

    Returns
    -------
    Question
        Right: the probability beyond three standard deviations over that of the normal law.

    Examples
    --------
    >>> tail_of_a_small_head().answer.words
    '3.7 times as often'
    """
    return by_value(
        "tail_of_a_small_head",
        "Four normal components. How often is a score beyond three standard deviations, "
        "compared with a normal law?",
        tail_ratio(4, 3),
        {
            1.0: ("As often", "With four components the law is far from normal in its tails."),
            1.224: ("1.2 times as often", "That is right for 64 components."),
            3.67: ("3.7 times as often", "The tails are exponential."),
            26.5: ("26 times as often", "That is right beyond four standard deviations."),
        },
    )


def correlation_for_a_mean_of_two() -> Question:
    """Return the question on correlated queries and keys.

    Returns
    -------
    Question
        Right: the correlation at which the scaled score averages 2.

    Examples
    --------
    >>> correlation_for_a_mean_of_two().answer.words
    '0.25'
    """
    values = (0.05, 0.25, 0.5, 1.0)
    mean = {
        rho: float(score_moments(D_K, correlation=rho).mean) / math.sqrt(D_K) for rho in values
    }
    right = min(values, key=lambda rho: abs(mean[rho] - 2))
    reasons = {
        0.05: "There the mean is 0.4.",
        0.25: "The mean of the scaled score is the correlation times the root of 64.",
        0.5: "There the mean is 4. The root of 64 multiplies, not the root of 16.",
        1.0: "There every key is a copy of the query, and the mean is 8.",
    }
    return Question(
        "correlation_for_a_mean_of_two",
        "Choose the correlation. At which one is the mean of the scaled scores 2?",
        [Option(f"{rho:g}", reasons[rho], rho == right) for rho in values],
    )


def frozen_row() -> Question:
    """Return the question on the map.

    Returns
    -------
    Question
        Right: the first stop at which the stored mean of the largest weight exceeds one half.

    Examples
    --------
    >>> frozen_row().answer.words
    '32'
    """
    sharp = [
        row["d_k"]
        for row in stored_experiment("largest_weight_map")
        if row["n_keys"] == MANY_KEYS and row["scale"] == "1" and row["largest_weight"] > 1 / 2
    ]
    return by_value(
        "frozen_row",
        "1,024 keys, no scale. At which stop of dₖ does the largest weight first average more "
        "than one half?",
        float(min(sharp)),
        {
            4.0: ("4", "There the row is spread over many keys."),
            16.0: ("16", "Just past the line, where a few keys begin to take over."),
            32.0: (
                "32",
                "The line dₖ = 2 ln n is near 14. Past it the weight gathers slowly.",
            ),
            256.0: ("256", "The row froze long before."),
        },
    )


def power_of_the_keys() -> Question:
    """Return the question on a scale that knows the number of keys.

    Returns
    -------
    Question
        Right: the number of keys to the power three quarters.

    Examples
    --------
    >>> power_of_the_keys().answer.words
    '512'
    """
    return by_value(
        "power_of_the_keys",
        "4,096 keys and the power 3/4. How many effective keys does the law give?",
        MOST_KEYS**0.75,
        {
            2.0: ("About 2", "That is a raw row."),
            64.0: ("64", "That is the power one half."),
            512.0: ("512", "The number of keys to the power three quarters."),
            MOST_KEYS / math.e: ("1,507", "That is the share of all keys under the root."),
        },
    )
