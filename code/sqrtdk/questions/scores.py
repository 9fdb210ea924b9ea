"""Questions of the chapters on tanh, the dot product and the variance of a score."""

from __future__ import annotations

import math

import numpy as np

from sqrtdk.dot_products import dot_product_moments
from sqrtdk.explorer import Option, Question
from sqrtdk.questions._choose import by_value
from sqrtdk.weights import softmax

__all__ = [
    "bounded_scores",
    "four_times_the_components",
    "longer_key",
    "spread_of_a_score",
    "tanh_step",
    "zero_score",
]


def bounded_scores() -> Question:
    """Return the guess that opens the chapter on tanh.

    Returns
    -------
    Question
        Right: about 13 per cent, by a softmax of the extreme scores.

    Examples
    --------
    >>> bounded_scores().answer.words
    'About an eighth'
    """
    extreme = np.full(50, -1.0)
    extreme[0] = 1.0
    return by_value(
        "bounded_scores",
        "Fifty scores all lie between −1 and 1. How much of the weight can softmax give to one?",
        float(8 * softmax(extreme)[0]),
        {
            8.0: ("Nearly all of it", "That needs a large gap, and the gap here is 2 at most."),
            1.05: (
                "About an eighth",
                "The best case is one score of 1 and all others at −1; the ratio is e squared.",
            ),
            8 / 50: (
                "A fiftieth, like all others",
                "A gap of 2 still makes a factor of e squared.",
            ),
        },
    )


def tanh_step() -> Question:
    """Return the question on the rate at which tanh flattens.

    Returns
    -------
    Question
        Right: the distance from 1 shrinks by e squared with every unit.

    Examples
    --------
    >>> tanh_step().answer.words
    'It is divided by about 7.4'
    """
    ratio = (math.exp(2 * 4) + 1) / (math.exp(2 * 3) + 1)
    return by_value(
        "tanh_step",
        "Move x from 3 to 4. What happens to the distance of tanh x from 1?",
        ratio,
        {
            2.0: ("It is halved", "Read the logarithmic picture: one step loses almost a decade."),
            math.e: (
                "It is divided by about 2.7",
                "The distance shrinks like the exponential of 2x, so the factor e counts twice.",
            ),
            math.e**2: ("It is divided by about 7.4", "One unit of x is worth e squared."),
        },
    )


def longer_key() -> Question:
    """Return the guess that opens the chapter on the dot product.

    Returns
    -------
    Question
        Right: the long vector at 45 degrees, by its dot product.

    Examples
    --------
    >>> longer_key().answer.words
    'The vector (10, 10)'
    """
    query = np.array([1.0, 0.0])
    keys = {
        "The query itself": ((1.0, 0.0), "Same direction, but it is short: the score is 1."),
        "The vector (10, 10)": (
            (10.0, 10.0),
            "Its direction is worse and its length more than makes up for that: the score is 10.",
        ),
        "The vector (0, 50)": ((0.0, 50.0), "It is perpendicular, so the score is exactly 0."),
    }
    scores = {words: float(query @ np.array(key)) for words, (key, _) in keys.items()}
    best = max(scores, key=lambda words: scores[words])
    return Question(
        "longer_key",
        "Which key has the largest dot product with the query (1, 0)?",
        [Option(words, why, words == best) for words, (_, why) in keys.items()],
    )


def zero_score() -> Question:
    """Return the question on perpendicular vectors.

    Returns
    -------
    Question
        Right: 90 degrees.

    Examples
    --------
    >>> zero_score().answer.value
    90.0
    """
    right = math.degrees(math.acos(0.0))
    return Question(
        "zero_score",
        "At which positive angle, in degrees, is the score zero whatever the lengths?",
        [
            Option("90", "Perpendicular vectors: the cosine is 0.", True, right),
            Option("180", "Opposite vectors have the most negative score.", value=2 * right),
            Option("0", "Parallel vectors have the largest score.", value=0.0),
        ],
        number=True,
        otherwise="Move the angle and read the dot product in the sentence.",
    )


def spread_of_a_score() -> Question:
    """Return the guess that opens the chapter on the variance of a score.

    Returns
    -------
    Question
        Right: the root of the variance of 64 products.

    Examples
    --------
    >>> spread_of_a_score().answer.words
    '8'
    """
    return by_value(
        "spread_of_a_score",
        "Add 64 products of independent components, each of mean 0 and variance 1. "
        "How large is the standard deviation of the sum?",
        math.sqrt(dot_product_moments(64).variance),
        {
            1.0: ("1", "That is one product. Sums of unrelated terms spread further."),
            8.0: ("8", "Variances add to 64, and the standard deviation is the root."),
            64.0: ("64", "This is the variance, or the size if no signs cancelled."),
            128**0.5: (
                "11.3",
                "This is the root of 128: there are 128 components, but 64 products.",
            ),
        },
    )


def four_times_the_components() -> Question:
    """Return the question on the growth of a score.

    Returns
    -------
    Question
        Right: the spread doubles when the components become four times as many.

    Examples
    --------
    >>> four_times_the_components().answer.words
    'It doubles'
    """
    small, large = dot_product_moments(64), dot_product_moments(256)
    return by_value(
        "four_times_the_components",
        "Move from 64 to 256 components. What happens to the standard deviation of the raw score?",
        math.sqrt(large.variance / small.variance),
        {
            1.0: ("Nothing", "That is what happens after division by the root."),
            2.0: ("It doubles", "The variance grows by four, its root by two."),
            4.0: ("It becomes four times as large", "That happens to the variance."),
        },
    )
