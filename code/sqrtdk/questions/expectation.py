"""Questions of the chapter on expectation."""

from __future__ import annotations

from fractions import Fraction

from sqrtdk.examples import GAME
from sqrtdk.explorer import Option, Question
from sqrtdk.questions._dice import loaded, stop_name

__all__ = ["lopsided_game", "tilt_for_mean_five"]


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
    right = next(t for t in stops if loaded(6, t).expectation() == 5)
    half = Fraction(1, 2)
    even_chance = next(t for t in stops if loaded(6, t).probability(lambda x: x == 6) >= half)
    return Question(
        "tilt_for_mean_five",
        "Load face 6. At which tilt is the mean exactly 5?",
        [
            Option(
                stop_name(right),
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
                stop_name(even_chance),
                "Here every second throw is a 6, but the other faces still pull the mean down.",
                value=float(even_chance),
            ),
        ],
        number=True,
        otherwise="Read the mean in the sentence under the sliders, and move until it says 5.00.",
    )
