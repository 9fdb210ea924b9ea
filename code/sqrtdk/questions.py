"""The book's questions: each answer and each mistake behind it, computed by the package."""

from __future__ import annotations

from fractions import Fraction

from sqrtdk.discrete import FiniteDistribution
from sqrtdk.examples import DIE, GAME
from sqrtdk.explorer import Option, Question

__all__ = ["doubled_die", "lopsided_game", "tilt_for_mean_five", "tilt_for_widest_spread"]


def _loaded(face: int, tilt: Fraction) -> FiniteDistribution:
    even = (1 - tilt) / 6
    weights = [even + tilt * (i == face) for i in range(1, 7)]
    return FiniteDistribution.from_weights(range(1, 7), weights)


def _stop(tilt: Fraction) -> str:
    return f"{float(tilt):.2f}"


def lopsided_game() -> Question:
    """Return the guess that opens the chapter on expectation.

    Returns
    -------
    Question
        Right: nothing is won or lost, by the expectation of the game.

    Examples
    --------
    >>> lopsided_game().answer.words
    'Nothing is won or lost'
    """
    answers = {
        -1: Option(
            "Money is lost, since most rounds are lost",
            "This counts the rounds and forgets their size: a win is worth two losses.",
        ),
        0: Option(
            "Nothing is won or lost",
            "In three average rounds two lose 1 each and one wins 2, which cancels.",
        ),
        1: Option(
            "Money is won, since a win is larger than a loss",
            "This counts the sizes and forgets how often each happens.",
        ),
    }
    mean = GAME.expectation()
    sign = (mean > 0) - (mean < 0)
    options = [
        Option(option.words, option.feedback, right=key == sign) for key, option in answers.items()
    ]
    return Question(
        "lopsided_game",
        "A game loses 1 in two rounds out of three and wins 2 in the third. "
        "What happens on average over a long evening?",
        options,
    )


def tilt_for_mean_five() -> Question:
    """Return the question on the loaded die that only its slider answers.

    Returns
    -------
    Question
        Right: the tilt at which the mean of the die loaded towards 6 is 5.

    Examples
    --------
    >>> tilt_for_mean_five().answer.words
    '0.60'
    """
    stops = [Fraction(i, 20) for i in range(21)]
    right = next(t for t in stops if _loaded(6, t).expectation() == 5)
    half = Fraction(1, 2)
    even_chance = next(t for t in stops if _loaded(6, t).probability(lambda x: x == 6) >= half)
    return Question(
        "tilt_for_mean_five",
        "Load face 6. At which tilt is the mean exactly 5?",
        [
            Option(
                _stop(right),
                "Each step of the tilt moves the mean by the same amount, from the fair mean "
                "towards the face.",
                right=True,
                value=float(right),
            ),
            Option(
                "0.50",
                "Half-way in tilt is half-way between the fair mean and 6, which is below 5.",
                value=0.5,
            ),
            Option(
                _stop(even_chance),
                "Here every second throw is a 6, but the other faces still pull the mean down.",
                value=float(even_chance),
            ),
        ],
        number=True,
        otherwise="Read the mean in the sentence under the sliders, and move until it says 5.00.",
    )


def doubled_die() -> Question:
    """Return the guess that opens the chapter on variance.

    Returns
    -------
    Question
        Right: doubling every face multiplies the variance by four.

    Examples
    --------
    >>> doubled_die().answer.words
    'It becomes four times as large'
    """
    ratio = DIE.scale(2).variance() / DIE.variance()
    feedback = {
        1: "The law keeps its shape, but every deviation from the mean doubles.",
        2: "The standard deviation doubles. The variance averages squares of deviations.",
        4: "Each deviation doubles, so its square, and the average of the squares, is four times "
        "as large.",
    }
    words = {
        1: "It stays the same",
        2: "It doubles",
        4: "It becomes four times as large",
    }
    options = [Option(words[k], feedback[k], right=k == ratio) for k in words]
    return Question(
        "doubled_die",
        "Paint over a die so that every face shows twice its number. "
        "What happens to the variance?",
        options,
    )


def tilt_for_widest_spread() -> Question:
    """Return the question on spread that only the slider of the loaded die answers.

    Returns
    -------
    Question
        Right: the tilt with the largest standard deviation when face 6 is loaded.

    Examples
    --------
    >>> tilt_for_widest_spread().answer.words
    '0.25'
    """
    stops = [Fraction(i, 20) for i in range(21)]
    right = max(stops, key=lambda t: _loaded(6, t).variance())
    return Question(
        "tilt_for_widest_spread",
        "Load face 6 and move the tilt up. At which stop is the standard deviation largest?",
        [
            Option(
                _stop(right),
                "A little loading spreads the die: it makes the far value 6 more frequent while "
                "the low faces are still there. More loading gathers everything at 6.",
                right=True,
                value=float(right),
            ),
            Option(
                "0.00",
                "The fair die treats all faces alike, but it does not have the largest spread: "
                "faces near the middle take up a third of its chances.",
                value=0.0,
            ),
            Option(
                "1.00",
                "Here every throw is a 6. Nothing deviates, and the standard deviation is zero.",
                value=1.0,
            ),
        ],
        number=True,
        otherwise="Move one stop at a time, and look for the largest standard deviation.",
    )
