"""One entry of the ledger: a number as printed and the code that computes it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational
from typing import Any

from ledger import literal, provenance
from ledger.scan import PERCENT, shown_places

KINDS = ("exact", "rounded", "simulated")
STANDARD_ERRORS = 4
UNARY_MINUS = re.compile(
    r"(?:[=≈≥≤<>(\[{,;:|&$±~]|\\(?:approx|pm|leq?|geq?|sim|to|in|times|cdot|quad|,))\s*[-−]\s?$"
    r"|(?:^|\s)[-−]$"
)
GOES_ON = re.compile(
    r"^(?:[eE][-−+]?\d|\s*(?:\\times|\\cdot|×|·)\s*10(?:\s*\^|[⁰¹²³⁴⁵⁶⁷⁸⁹⁻])|\s?/\s?\d"
    r"|(?:,|\{,\})\d{3}(?!\d))"
)


@dataclass(frozen=True)
class Entry:
    """A number printed on a page.

    Parameters
    ----------
    page : str
        The page without its ending, for example "chapters/variance".
    text : str
        A snippet of the page as printed in its source; white space does not matter.
    compute : callable
        A named function or a lambda without arguments that returns the value: an int, a
        Fraction, a float, or an object with `value` and `standard_error`. It calls the package,
        fractions, math or a stored table, and holds no literal equal to its value.
    shown : str, optional
        The number within `text`, as printed. The whole text if omitted.
    kind : str
        "exact" (equal as fractions), "rounded" (at most half a unit of the last digit shown) or
        "simulated" (rounded, and within 4 standard errors of `truth` if that is given).
    claim : str or tuple of str, optional
        The claims the number answers, for example "A7".
    scale : int, optional
        What the value is multiplied with before it is compared: 100 for a percentage, which is
        the default where `shown` is followed by or holds a percent sign; else 1.
    truth : callable, optional
        What a simulated value estimates, in the same terms as `compute`.
    """

    page: str
    text: str
    compute: Callable[[], Any]
    shown: str = ""
    kind: str = "rounded"
    claim: str | tuple[str, ...] = ()
    scale: int | None = None
    truth: Callable[[], Any] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", " ".join(self.text.split()))
        object.__setattr__(self, "shown", " ".join((self.shown or self.text).split()))
        if self.kind not in KINDS:
            raise ValueError(f"kind is {self.kind!r}; allowed are {', '.join(KINDS)}")
        if not shown_places(self.text, self.shown):
            raise ValueError(f"shown {self.shown!r} is not a number of its own in {self.text!r}")
        if self.truth is not None and self.kind != "simulated":
            raise ValueError(f"truth is given; allowed only for the kind 'simulated' ({self})")

    def __str__(self) -> str:
        return f"{self.page}: {self.shown}"

    @property
    def claims(self) -> tuple[str, ...]:
        """Return the claims the entry answers."""
        return (self.claim,) if isinstance(self.claim, str) else tuple(self.claim)

    @property
    def factor(self) -> int:
        """Return what the value is multiplied with before it is compared."""
        if self.scale is not None:
            return self.scale
        after = self.text[shown_places(self.text, self.shown)[0][1] :]
        percent = re.search(PERCENT, self.shown) or re.match(PERCENT, after)
        return 100 if percent else 1


@dataclass(frozen=True)
class EntriesOf:
    """What makes the entries of one page, one method for each kind."""

    page: str

    def exact(
        self, text: str, compute: Callable[[], Any], shown: str, claim: str | tuple[str, ...] = ()
    ) -> Entry:
        """Entry whose value is exact."""
        return Entry(self.page, text, compute, shown, kind="exact", claim=claim)

    def rounded(
        self, text: str, compute: Callable[[], Any], shown: str, claim: str | tuple[str, ...] = ()
    ) -> Entry:
        """Entry whose value is rounded."""
        return Entry(self.page, text, compute, shown, kind="rounded", claim=claim)

    def simulated(
        self,
        text: str,
        compute: Callable[[], Any],
        shown: str,
        truth: Callable[[], Any] | None = None,
        claim: str | tuple[str, ...] = (),
    ) -> Entry:
        """Entry whose value is simulated."""
        return Entry(self.page, text, compute, shown, kind="simulated", claim=claim, truth=truth)


def makers(page: str) -> tuple[Callable[..., Entry], Callable[..., Entry], Callable[..., Entry]]:
    """Return `exact`, `rounded` and `simulated`, which make the entries of a page.

    Each takes the snippet of the page, what computes the value and the number as printed, then
    the claims; `simulated` takes what it estimates before them.
    """
    made = EntriesOf(page)
    return made.exact, made.rounded, made.simulated


def as_fraction(value: object) -> Fraction:
    """Return a computed number as a Fraction, without rounding."""
    value = getattr(value, "value", value)
    if isinstance(value, Rational) and not isinstance(value, bool):
        return Fraction(int(value.numerator), int(value.denominator))
    number = float(value) if hasattr(value, "__float__") else math.nan
    if isinstance(value, bool) or not math.isfinite(number):
        raise ValueError(f"compute returned {value!r}; allowed is a finite number")
    return Fraction(number)


def _parse(entry: Entry) -> literal.Literal:
    """Read the printed number, refusing one that is cut out of a longer one."""
    number = literal.parse(entry.shown)
    for start, end in shown_places(entry.text, entry.shown):
        if entry.shown[0] not in "-−+" and UNARY_MINUS.search(entry.text[:start]):
            raise ValueError(f"the minus before {entry.shown!r} belongs to the number shown")
        if GOES_ON.match(entry.text[end:]):
            raise ValueError(f"{entry.shown!r} goes on in {entry.text!r}; show the whole number")
    return number


def _compare(entry: Entry, number: literal.Literal, computed: object) -> list[str]:
    value = as_fraction(computed) * entry.factor
    if entry.kind == "exact":
        if value == number.value:
            return []
        return [f"shows {entry.shown}, computed is {value} ({float(value):.10g}), not equal"]
    if number.unit is None:
        return [f"shows the fraction {entry.shown}; its kind is 'exact', not {entry.kind!r}"]
    if abs(value - number.value) <= number.unit / 2:
        return []
    return [f"shows {entry.shown}, computed is {float(value):.10g}, which does not round to it"]


def _compare_with_truth(entry: Entry, computed: object) -> list[str]:
    if entry.truth is None:
        return []
    error = float(getattr(computed, "standard_error", math.nan))
    if not (math.isfinite(error) and error > 0):
        return [f"has a truth, but its standard error is {error}; return an estimate with one"]
    truth = as_fraction(entry.truth())
    distance = abs(as_fraction(computed) - truth)
    if distance <= STANDARD_ERRORS * Fraction(error):
        return []
    return [
        f"estimates {float(truth):.6g} by {float(as_fraction(computed)):.6g}, "
        f"{float(distance) / error:.1f} standard errors away (at most {STANDARD_ERRORS})"
    ]


def value_problems(entry: Entry, computed: object) -> list[str]:
    """Return what is wrong with the value of an entry, or nothing."""
    try:
        number = _parse(entry)
        return _compare(entry, number, computed) + _compare_with_truth(entry, computed)
    except ValueError as error:
        return [str(error)]


def problems(entry: Entry) -> list[str]:
    """Return what is wrong with an entry itself: its value, and how it comes by it."""
    computed = entry.compute()
    found = value_problems(entry, computed)
    if not found:
        number = literal.parse(entry.shown)
        rounding = number.unit if entry.kind != "exact" else None
        stated = (as_fraction(computed), number.value, entry.factor, rounding)
        found = provenance.problems(entry.compute, *stated)
    if not found and entry.truth is not None:
        truth = as_fraction(entry.truth())
        found = provenance.problems(entry.truth, truth, truth * entry.factor, entry.factor, None)
    return [f"{entry}: {problem}" for problem in found]


def is_broken(entry: Entry) -> bool:
    """Return whether the value of an entry is no longer what its page prints."""
    try:
        return bool(value_problems(entry, entry.compute()))
    except Exception:
        return True
