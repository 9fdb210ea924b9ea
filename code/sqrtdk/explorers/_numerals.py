"""Numbers as words of a readout: a true minus sign, and powers of ten for what is tiny."""

from __future__ import annotations

__all__ = ["fixed", "plain", "power_of_ten", "significant"]

SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def fixed(value: float, digits: int) -> str:
    """Write a number with a fixed count of decimals.

    Parameters
    ----------
    value : float
    digits : int
        Decimals.

    Returns
    -------
    str
        With a true minus sign, and none before a zero.

    Examples
    --------
    >>> fixed(-1.25, 2), fixed(-0.001, 2), fixed(40689.6, 1)
    ('−1.25', '0.00', '40,689.6')
    """
    return f"{value:z,.{digits}f}".replace("-", "−")


def plain(value: float) -> str:
    """Write a number with no more decimals than it needs, at most four.

    Parameters
    ----------
    value : float

    Returns
    -------
    str

    Examples
    --------
    >>> plain(8.0), plain(-7.75), plain(0.1 + 0.2)
    ('8', '−7.75', '0.3')
    """
    words = fixed(value, 4).rstrip("0")
    return words.removesuffix(".")


def power_of_ten(exponent: int) -> str:
    """Write a whole power of ten.

    Parameters
    ----------
    exponent : int

    Returns
    -------
    str

    Examples
    --------
    >>> power_of_ten(-4), power_of_ten(0)
    ('10⁻⁴', '1')
    """
    return "1" if exponent == 0 else "10" + str(exponent).translate(SUPERSCRIPTS)


def significant(value: float, digits: int) -> str:
    """Write a positive number below 10 with a fixed count of significant digits.

    Parameters
    ----------
    value : float
    digits : int
        Significant digits.

    Returns
    -------
    str
        Plain from 0.0001 on, with a power of ten below it.

    Examples
    --------
    >>> significant(0.25, 4), significant(0.00033524, 4), significant(6.1442e-06, 4)
    ('0.2500', '0.0003352', '6.144·10⁻⁶')
    """
    number, _, exponent = f"{value:#.{digits}g}".partition("e")
    return f"{number}·{power_of_ten(int(exponent))}" if exponent else number
