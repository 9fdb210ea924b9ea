"""Read the ``d`` attribute of an SVG path back into points."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

Point = tuple[float, float]
Subpath = list[Point]

PIECE = re.compile(r"([MLHVQCZmlhvqcz])|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|[\s,]+|(.)")
TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6, "Z": 0}


def read_path(text: str) -> list[Subpath]:
    """Return the points of each subpath, control points of curves included.

    Examples
    --------
    >>> read_path("M0 100h10v-5.2")
    [[(0.0, 100.0), (10.0, 100.0), (10.0, 94.8)]]
    """
    subpaths: list[Subpath] = []
    here = (0.0, 0.0)
    for letter, numbers in _steps(text):
        if letter.upper() == "Z":
            here = subpaths[-1][0]
            continue
        points = _absolute(letter, numbers, here)
        if letter.upper() == "M":
            subpaths.append([])
        elif not subpaths:
            raise ValueError(f"a path starts with M or m, not {letter!r}: {text!r}")
        subpaths[-1].extend(points)
        here = points[-1]
    return subpaths


def all_points(text: str) -> list[Point]:
    """Return the points of all subpaths in their order."""
    return list(chain.from_iterable(read_path(text)))


def _steps(text: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Yield each step, written out: one letter and just the numbers that it takes."""
    for letter, numbers in _commands(text):
        takes = TAKES[letter.upper()]
        if takes == 0:
            if numbers:
                raise ValueError(f"{letter} takes no numbers: {text!r}")
            yield letter, ()
            continue
        if not numbers or len(numbers) % takes:
            raise ValueError(f"{letter} takes {takes} numbers, not {len(numbers)}: {text!r}")
        for start in range(0, len(numbers), takes):
            repeated = start > 0 and letter in "Mm"
            step = ("L" if letter == "M" else "l") if repeated else letter
            yield step, tuple(numbers[start : start + takes])


def _commands(text: str) -> Iterator[tuple[str, list[float]]]:
    letter, numbers = "", []
    for match in PIECE.finditer(text):
        command, number, strange = match.groups()
        if strange or (number and not letter):
            raise ValueError(f"{match[0]!r} cannot stand at {match.start()} in {text!r}")
        if number:
            numbers.append(float(number))
        if command:
            if letter:
                yield letter, numbers
            letter, numbers = command, []
    if letter:
        yield letter, numbers


def _absolute(letter: str, numbers: tuple[float, ...], here: Point) -> list[Point]:
    x, y = here if letter.islower() else (0.0, 0.0)
    if letter in "Hh":
        return [(x + numbers[0], here[1])]
    if letter in "Vv":
        return [(here[0], y + numbers[0])]
    return [(x + dx, y + dy) for dx, dy in zip(numbers[::2], numbers[1::2], strict=True)]
