"""A question with answers that name the mistake behind each: on the page and with a kernel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any

import ipywidgets as widgets

from sqrtdk.explorer.states import to_json

__all__ = ["Option", "Question"]

NOT_A_NUMBER = "That is not a number; write it with digits and a point, or as a fraction."


@dataclass(frozen=True)
class Option:
    """One answer and what is said when it is given.

    Parameters
    ----------
    words : str
        The answer as shown.
    feedback : str
        Why it is right, or the mistake behind it.
    right : bool, optional
        Whether it is the correct one.
    value : float or None, optional
        The number that counts as this answer in a number question.
    """

    words: str
    feedback: str
    right: bool = False
    value: float | None = None

    @property
    def verdict(self) -> str:
        """The feedback, opened by a word that says whether the answer is right."""
        return ("Right. " if self.right else "Not this. ") + self.feedback


@dataclass(frozen=True)
class Question:
    """A question to commit to before reading on.

    Parameters
    ----------
    name : str
        Identifier, unique on a page.
    prompt : str
        The question.
    options : sequence of Option
        Answers; exactly one is right.
    number : bool, optional
        Ask for a number in a field instead of showing the answers.
    otherwise : str, optional
        What is said to a number that matches no option.
    tolerance : float, optional
        Largest distance at which a typed number counts as an option's value.

    Raises
    ------
    ValueError
        If not exactly one option is right, or a number question has an option without value.

    Examples
    --------
    >>> q = Question("two", "1 + 1?", [Option("2", "Count.", True), Option("3", "Too far.")])
    >>> q.answer.words
    '2'
    """

    name: str
    prompt: str
    options: Sequence[Option]
    number: bool = False
    otherwise: str = "That is not it. Try again, or open the answers below."
    tolerance: float = 0.005

    def __post_init__(self) -> None:
        right = sum(option.right for option in self.options)
        if right != 1:
            raise ValueError(f"question {self.name!r} has {right} right answers; allowed is one")
        if self.number and any(option.value is None for option in self.options):
            raise ValueError(
                f"question {self.name!r} asks for a number: each option needs a value"
            )

    @property
    def answer(self) -> Option:
        """The right option."""
        return next(option for option in self.options if option.right)

    def reply(self, given: str | float) -> str:
        """Return what is said to an answer.

        Parameters
        ----------
        given : str or float
            The words of an option, or a number.

        Returns
        -------
        str
        """
        for option in self.options:
            if self.number and option.value is not None:
                if abs(option.value - float(given)) <= self.tolerance:
                    return option.verdict
            elif option.words == given:
                return option.verdict
        return self.otherwise

    def text(self) -> str:
        """Return all words of the question.

        Returns
        -------
        str
        """
        words = [f"{option.words}\n{option.feedback}" for option in self.options]
        return "\n".join([self.prompt, *words, self.otherwise])

    def _inputs(self) -> str:
        ident = f"question-{self.name}"
        if self.number:
            return (
                f'<label for="{ident}">{escape(self.prompt)}</label><span class="sqrtdk-number">'
                f'<input type="text" inputmode="decimal" id="{ident}" name="{self.name}" '
                'autocomplete="off"><button type="submit">Check</button></span>'
            )
        radios = "".join(
            f'<label><input type="radio" name="{self.name}" value="{index}" autocomplete="off">'
            f"<span>{escape(option.words)}</span></label>"
            for index, option in enumerate(self.options)
        )
        return f"<fieldset><legend>{escape(self.prompt)}</legend>{radios}</fieldset>"

    def html(self) -> str:
        """Return the static life of the question.

        Returns
        -------
        str
        """
        answers = "".join(
            f"<dt>{escape(option.words)}</dt><dd>{escape(option.verdict)}</dd>"
            for option in self.options
        )
        data = {
            "verdicts": [option.verdict for option in self.options],
            "values": [option.value for option in self.options],
            "right": [option.right for option in self.options],
            "otherwise": self.otherwise,
            "tolerance": self.tolerance,
            "unreadable": NOT_A_NUMBER,
        }
        return (
            f'<form class="sqrtdk-question" data-name="{self.name}">{self._inputs()}'
            '<p class="sqrtdk-verdict" role="status"></p>'
            f"<details><summary>Answers</summary><dl>{answers}</dl></details>"
            f'<script type="application/json">{to_json(data)}</script></form>'
        )

    def live(self) -> widgets.VBox:
        """Return the question as a widget.

        Returns
        -------
        ipywidgets.VBox
        """
        prompt = widgets.HTML(f"<p><strong>{escape(self.prompt)}</strong></p>")
        verdict = widgets.HTML()
        if not self.number:
            options = [option.words for option in self.options]
            radios = widgets.RadioButtons(options=options, value=None, layout={"width": "auto"})
            radios.observe(lambda change: _say(verdict, self.reply(change.new)), names="value")
            return widgets.VBox([prompt, radios, verdict])
        field = widgets.Text(continuous_update=False)
        field.observe(lambda change: self._typed(verdict, change.new), names="value")
        return widgets.VBox([prompt, field, verdict])

    def _typed(self, verdict: widgets.HTML, words: str) -> None:
        try:
            _say(verdict, self.reply(_read_number(words)))
        except (ValueError, ZeroDivisionError):
            _say(verdict, NOT_A_NUMBER)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        bundle: dict[str, Any] = dict(self.live()._repr_mimebundle_())
        return bundle | {"text/html": self.html(), "text/plain": self.prompt}


def _read_number(words: str) -> float:
    """Read a decimal number or a fraction as the page's script does."""
    parts = words.replace("°", "").replace("−", "-").replace(",", ".").split("/")
    over, under = parts if len(parts) > 1 else (*parts, "1")
    return float(Fraction(over.strip()) / Fraction(under.strip()))


def _say(verdict: widgets.HTML, words: str) -> None:
    verdict.value = f"<p>{escape(words)}</p>"
