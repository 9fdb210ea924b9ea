"""What the exact laws of the package share: storage, equality, display and merging."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, Self, TypeVar

from sqrtdk import _checks

Number = int | float | Fraction
_Outcome = TypeVar("_Outcome", Fraction, tuple[Fraction, ...])


@dataclass(frozen=True, init=False, repr=False)
class Law(Generic[_Outcome]):
    """Sorted distinct outcomes of positive probability: equal laws are equal objects."""

    outcomes: tuple[_Outcome, ...]
    probabilities: tuple[Fraction, ...]

    def _set(self, masses: Mapping[_Outcome, Fraction]) -> None:
        support = tuple(sorted(x for x, mass in masses.items() if mass))
        object.__setattr__(self, "outcomes", support)
        object.__setattr__(self, "probabilities", tuple(masses[x] for x in support))

    @classmethod
    def _merged(cls, images: Iterable[_Outcome], masses: Iterable[Fraction]) -> Self:
        """Build a law without checks, adding the masses of equal images."""
        total: dict[_Outcome, Fraction] = {}
        for image, mass in zip(images, masses, strict=True):
            total[image] = total[image] + mass if image in total else mass
        law = object.__new__(cls)
        law._set(total)
        return law

    def _mean(self, values: Iterable[object]) -> Fraction | float:
        checked = [_checks.exact_or_float(value, "g") for value in values]
        exact = [value for value in checked if isinstance(value, Fraction)]
        if len(exact) == len(checked):
            return self._exact_mean(exact)
        pairs = zip(checked, self.probabilities, strict=True)
        return math.fsum(float(value) * float(mass) for value, mass in pairs)

    def _exact_mean(self, values: Iterable[Fraction]) -> Fraction:
        pairs = zip(values, self.probabilities, strict=True)
        return sum((value * mass for value, mass in pairs), Fraction(0))

    def __repr__(self) -> str:
        pairs = zip(self.outcomes, self.probabilities, strict=True)
        entries: list[str] = [f"{_checks.shown(x)}: {_short(mass)}" for x, mass in pairs]
        note = f"; {len(entries)} outcomes" if len(entries) > 8 else ""
        if note:
            entries = [*entries[:3], "...", entries[-1]]
        return f"{type(self).__name__}({{{', '.join(entries)}}}{note})"


def _short(mass: Fraction) -> str:
    exact = str(mass)
    return exact if len(exact) <= 16 else f"~{float(mass):.3g}"
