"""Ways of writing an answer to a question that asks for a number."""

from __future__ import annotations

from fractions import Fraction

UNREADABLE = ("", "  ", "abc", "0.6.0", "1/2/3", "five", "3/", "/3", "1/0", "Infinity", "NaN")
ELSEWHERE = ("0.123", "-7", "1e6", "22/7")


def spellings(value: float) -> list[str]:
    """Return ways in which a reader may write a number.

    Examples
    --------
    >>> "3/5" in spellings(0.6), "0,60" in spellings(0.6), ".60" in spellings(0.6)
    (True, True, True)
    """
    plain, fraction = f"{value:.2f}", Fraction(value).limit_denominator(100)
    ways = [plain, plain.replace(".", ","), f" {plain} ", f"{plain}0", str(fraction)]
    ways.append(f"{2 * fraction.numerator} / {2 * fraction.denominator}")
    if 0 < value < 1:
        ways += [plain.lstrip("0"), f"+{plain}"]
    if value < 0:
        ways.append(plain.replace("-", "−"))
    return ways
