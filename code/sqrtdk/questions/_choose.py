"""Questions whose key is a computed number."""

from __future__ import annotations

from collections.abc import Mapping

from sqrtdk.explorer import Option, Question


def by_value(
    name: str, prompt: str, answer: float, options: Mapping[float, tuple[str, str]]
) -> Question:
    """Make a choice whose right option is the one with the computed value.

    Parameters
    ----------
    name, prompt : str
        See `Question`.
    answer : float
        The computed value.
    options : mapping of float to (str, str)
        Value of each option to its words and its feedback.

    Returns
    -------
    Question

    Raises
    ------
    ValueError
        If no option is within one per cent of the answer.
    """
    right = [value for value in options if abs(value - answer) <= 0.01 * abs(answer)]
    if len(right) != 1:
        raise ValueError(
            f"question {name!r} has the options {sorted(options)}; allowed is exactly one within "
            f"one per cent of {answer}"
        )
    return Question(
        name,
        prompt,
        [Option(words, why, value == right[0]) for value, (words, why) in options.items()],
    )
