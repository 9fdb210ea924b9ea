"""A number as it is printed on a page, read back: 1.71, 91/6, 68 %, 2.65\\times10^{10}."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

SIGN = r"[-−+]?\s*"
TEX_FRACTION = r"\\[tdc]?frac\s*(?:\{\s*\d+\s*\}|\d)\s*(?:\{\s*\d+\s*\}|\d)"
GROUP_MARK = r"(?:,|\{,\}|\\,|[\u00a0\u2009\u202f])"
DIGITS = rf"(?:\d{{1,3}}(?:{GROUP_MARK}\d{{3}})+(?!\d)|\d+)"
RAISED = r"10\s*\^\s*(?:\{\s*[-−]?\d+\s*\}|\d)"
NUMBER = re.compile(
    rf"(?P<sign>{SIGN})(?:(?P<tex>{TEX_FRACTION})"
    rf"|(?P<top>{DIGITS})\s*/\s*(?P<bottom>{DIGITS})"
    rf"|(?P<ten>{RAISED})"
    rf"|(?:(?P<whole>{DIGITS})(?P<decimals>\.\d+)?|(?P<bare>\.\d+))"
    rf"(?:[eE](?P<exponent>[-−+]?\d+)|\s*(?:\\times|\\cdot|×|·)\s*(?P<power>{RAISED}))?)"
)
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


@dataclass(frozen=True)
class Literal:
    """The value a printed number stands for, and one unit of its last digit (None if exact)."""

    value: Fraction
    unit: Fraction | None


def _whole(digits: str) -> int:
    return int(re.sub(r"\D", "", digits))


def _power(match: re.Match[str]) -> int:
    written = match["exponent"] or (match["power"] or match["ten"] or "^0").partition("^")[2]
    return int(written.strip("{} ").replace("−", "-"))


def _unsigned(match: re.Match[str]) -> Literal:
    if match["tex"]:
        parts = re.findall(r"\d+", match["tex"])
        top, bottom = parts if len(parts) == 2 else parts[0]
        return Literal(Fraction(int(top), int(bottom)), None)
    if match["top"]:
        return Literal(Fraction(_whole(match["top"]), _whole(match["bottom"])), None)
    ten = Fraction(10) ** _power(match)
    if match["ten"]:
        return Literal(ten, None)
    decimals = match["decimals"] or match["bare"] or ""
    digits = str(_whole(match["whole"])) if match["whole"] else "0"
    places = max(len(decimals) - 1, 0)
    return Literal(Fraction(digits + decimals) * ten, ten / 10**places)


def parse(shown: str) -> Literal:
    """Return the one number in `shown`.

    Words around it ("about 746 times"), a percent sign and dollar signs are passed over.

    >>> parse("2.65e10").value, parse("91/6").value, parse("about 746 times").unit
    (Fraction(26500000000, 1), Fraction(91, 6), Fraction(1, 1))
    """
    text = re.sub(
        r"(?<=10)[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+", lambda m: f"^{{{m[0].translate(SUPERSCRIPTS)}}}", shown
    )
    found = list(NUMBER.finditer(text))
    if len(found) != 1:
        raise ValueError(f"{shown!r} holds {len(found)} numbers; an entry shows exactly one")
    number = _unsigned(found[0])
    if found[0]["sign"].strip() in ("-", "−"):
        return Literal(-number.value, number.unit)
    return number
