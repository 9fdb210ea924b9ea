"""Questions of the chapter on the four rules."""

from __future__ import annotations

from sqrtdk.discrete import FiniteDistribution
from sqrtdk.examples import DIE
from sqrtdk.explorer import Option, Question
from sqrtdk.joint import JointDistribution
from sqrtdk.questions._choose import by_value

__all__ = ["five_dice", "square_of_x"]


def five_dice() -> Question:
    """Return the guess that opens the chapter on the four rules.

    Returns
    -------
    Question
        Right: the variance of five dice is five times that of one.

    Examples
    --------
    >>> five_dice().answer.words
    '5 of them'
    """
    return by_value(
        "five_dice",
        "The variance of one die is a unit. How many units has the sum of five separate dice?",
        float(DIE.sum_of(5).variance() / DIE.variance()),
        {
            5.0: ("5 of them", "Each die adds its own variance; the mixed terms average to zero."),
            25.0: (
                "25 of them",
                "That is one die multiplied by five. Five separate dice partly cancel.",
            ),
            5**0.5: (
                "The square root of 5",
                "The standard deviation grows by the root. The variance grows by the number.",
            ),
        },
    )


def square_of_x() -> Question:
    """Return the question on the pair of a variable and its square.

    Returns
    -------
    Question
        Right: uncorrelated and dependent, both by enumeration.

    Examples
    --------
    >>> square_of_x().answer.words
    'Uncorrelated, but not independent'
    """
    three = FiniteDistribution.uniform([-1, 0, 1])
    pair = JointDistribution.from_function(three, lambda x: x, lambda x: x**2)
    truth = (pair.covariance() == 0, pair.is_independent())
    options = {
        (True, True): (
            "Independent, and so uncorrelated",
            "Knowing that X is 0 makes its square certain, so the two are not independent.",
        ),
        (True, False): (
            "Uncorrelated, but not independent",
            "The covariance is the mean of the third power, which is 0 by symmetry.",
        ),
        (False, False): (
            "Correlated",
            "For every positive X there is a negative one with the same square, which cancels.",
        ),
    }
    return Question(
        "square_of_x",
        "X is −1, 0 or 1 with equal chances. What are X and its square?",
        [Option(words, why, key == truth) for key, (words, why) in options.items()],
    )
