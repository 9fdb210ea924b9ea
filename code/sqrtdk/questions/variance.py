"""Questions of the chapter on variance."""

from __future__ import annotations

from fractions import Fraction

from sqrtdk.examples import DIE
from sqrtdk.explorer import Option, Question
from sqrtdk.questions._dice import loaded, stop_name

__all__ = ["doubled_die", "tilt_for_widest_spread"]


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
    right = max(stops, key=lambda t: loaded(6, t).variance())
    return Question(
        "tilt_for_widest_spread",
        "Load face 6 and move the tilt up. At which stop is the standard deviation largest?",
        [
            Option(
                stop_name(right),
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
