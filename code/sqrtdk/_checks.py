"""Checks of arguments, shared by the modules of the package.

Each function returns the value it accepted, converted to one type, or raises a ``ValueError``
whose message says what was received and what is allowed.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence, Sized
from fractions import Fraction
from itertools import islice
from numbers import Rational
from typing import Any, SupportsFloat

import numpy as np
from numpy.typing import NDArray

MAX_OUTCOMES = 2**20
"""Largest number of outcomes that is enumerated one by one."""


def whole_number(value: object, name: str, *, minimum: int = 1, maximum: int | None = None) -> int:
    """Return `value` as an int between `minimum` and `maximum` (no upper limit if None)."""
    allowed = f"an integer of at least {minimum}"
    if maximum is not None:
        allowed = f"an integer from {minimum} to {maximum}"
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise ValueError(f"{name} is {value!r}; allowed is {allowed}") from None
    too_large = maximum is not None and number > maximum
    if isinstance(value, bool) or number < minimum or too_large:
        raise ValueError(f"{name} is {value!r}; allowed is {allowed}")
    return number


def generator(rng: object) -> np.random.Generator:
    """Return `rng` if it is a NumPy random generator."""
    if not isinstance(rng, np.random.Generator):
        raise ValueError(
            f"rng is {rng!r}; allowed is a numpy.random.Generator, for example "
            "numpy.random.default_rng(0)"
        )
    return rng


def sample_size(size: object) -> tuple[int, ...]:
    """Return the shape of a sample, given as a positive int or a tuple of positive ints."""
    if not isinstance(size, tuple):
        return (whole_number(size, "size"),)
    if not size:
        raise ValueError("size is (); allowed is a positive integer or a tuple of them")
    return tuple(whole_number(length, "an entry of size") for length in size)


def one_of(value: object, name: str, allowed: Sequence[str]) -> str:
    """Return `value` if it is one of the words in `allowed`."""
    if not isinstance(value, str) or value not in allowed:
        choices = ", ".join(repr(word) for word in allowed)
        raise ValueError(f"{name} is {value!r}; allowed are {choices}")
    return value


def real_array(values: object, name: str) -> NDArray[np.float64]:
    """Return `values` as a float64 array of any shape, free of NaN."""
    try:
        array = np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} is {values!r}; allowed is an array of real numbers") from None
    if array.dtype.kind not in "biuf":
        raise ValueError(
            f"{name} has entries of type {array.dtype}; allowed is an array of real numbers"
        )
    if np.isnan(array).any():
        raise ValueError(f"{name} contains nan; allowed is an array of real numbers without nan")
    return array.astype(np.float64)


def finite_vector(values: object, name: str, *, minimum: int = 1) -> NDArray[np.float64]:
    """Return `values` as a one-dimensional float64 array of at least `minimum` finite numbers."""
    array = real_array(values, name)
    if array.ndim != 1:
        raise ValueError(f"{name} has shape {array.shape}; allowed is a one-dimensional array")
    if array.size < minimum:
        raise ValueError(
            f"{name} has length {array.size}; allowed is a length of at least {minimum}"
        )
    if not np.isfinite(array).all():
        raise ValueError(f"{name} contains an infinite value; allowed are finite numbers")
    return array


def finite_number(value: SupportsFloat, name: str, *, minimum: float = -np.inf) -> float:
    """Return `value` as a finite float of at least `minimum`."""
    allowed = "a finite number" if minimum == -np.inf else f"a finite number of at least {minimum}"
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise ValueError(f"{name} is {value!r}; allowed is {allowed}") from None
    if not np.isfinite(number) or number < minimum:
        raise ValueError(f"{name} is {value!r}; allowed is {allowed}")
    return number


def _exact_or_none(value: object) -> Fraction | None:
    if isinstance(value, (bool, np.bool_)):
        return Fraction(int(value))
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    return None


def rational(value: object, name: str) -> Fraction:
    """Return a number typed by the caller as a Fraction; a float means the decimal it prints."""
    exact = _exact_or_none(value)
    if exact is not None:
        return exact
    if isinstance(value, (float, np.floating)) and np.isfinite(value):
        return Fraction(str(value))
    raise ValueError(f"{name} is {value!r}; allowed is a finite int, Fraction or float")


def exact_value(value: object, name: str) -> Fraction:
    """Return a computed value as a Fraction; floats are refused, for they may be rounded."""
    exact = _exact_or_none(value)
    if exact is None:
        raise ValueError(
            f"{name} gave {value!r}; allowed is an exact int or Fraction "
            "(write Fraction(1, 2) for 0.5)"
        )
    return exact


def exact_or_float(value: object, name: str) -> Fraction | float:
    """Return a computed value as a Fraction if it is exact, else as a finite float."""
    exact = _exact_or_none(value)
    if exact is not None:
        return exact
    if isinstance(value, (float, np.floating)) and np.isfinite(value):
        return float(value)
    raise ValueError(f"{name} gave {value!r}; allowed is a finite int, Fraction or float")


def function(candidate: object, name: str) -> None:
    """Refuse what cannot be called."""
    if not callable(candidate):
        raise ValueError(f"{name} is {candidate!r}; allowed is a function")


def enumerable(count: int, what: str) -> None:
    """Refuse to enumerate more than `MAX_OUTCOMES` outcomes."""
    if count > MAX_OUTCOMES:
        raise ValueError(
            f"{what} needs the enumeration of {count} outcomes; allowed are at most {MAX_OUTCOMES}"
        )


def listed(values: Iterable[Any], name: str) -> list[Any]:
    """Return `values` as a non-empty list of at most `MAX_OUTCOMES` entries."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise ValueError(f"{name} is {values!r}; allowed is a non-empty sequence of numbers")
    if isinstance(values, Sized):
        enumerable(len(values), name)
    entries = list(islice(values, MAX_OUTCOMES + 1))
    enumerable(len(entries), name)
    if not entries:
        raise ValueError(f"{name} is empty; allowed is a non-empty sequence")
    return entries


def distinct(outcomes: Sequence[Any]) -> None:
    """Refuse a list in which an outcome occurs twice."""
    seen = set()
    for outcome in outcomes:
        if outcome in seen:
            raise ValueError(
                f"outcome {shown(outcome)} is repeated; allowed are distinct outcomes"
            )
        seen.add(outcome)


def shown(outcome: object) -> str:
    """Return an outcome as a reader would write it: 7/2 or (1, 7/2)."""
    if isinstance(outcome, tuple):
        return f"({', '.join(map(str, outcome))})"
    return str(outcome)


def masses(values: Iterable[Any], n_outcomes: int, name: str) -> list[Fraction]:
    """Return one non-negative Fraction for each of `n_outcomes` outcomes."""
    numbers = [rational(value, f"an entry of {name}") for value in listed(values, name)]
    if len(numbers) != n_outcomes:
        raise ValueError(
            f"{name} has length {len(numbers)}; allowed is one entry for each of the "
            f"{n_outcomes} outcomes"
        )
    for number in numbers:
        if number < 0:
            raise ValueError(f"an entry of {name} is {number}; allowed are numbers of at least 0")
    return numbers


def probabilities(values: Iterable[Any] | None, n_outcomes: int) -> list[Fraction]:
    """Return exact probabilities that sum to 1 (all equal if `values` is None)."""
    if values is None:
        return [Fraction(1, n_outcomes)] * n_outcomes
    numbers = masses(values, n_outcomes, "probabilities")
    total = sum(numbers, Fraction(0))
    if total != 1:
        raise ValueError(
            f"probabilities sum to {total}; allowed is a sum of exactly 1 "
            "(write Fraction(1, 3) for 1/3, or use from_weights)"
        )
    return numbers
