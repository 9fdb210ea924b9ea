"""A number estimated from random draws, which carries its standard error."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from sqrtdk import _checks

__all__ = ["Estimate"]


@dataclass(frozen=True, repr=False)
class Estimate:
    """A number estimated from random draws, with its standard error.

    Parameters
    ----------
    value : float
        The estimate.
    standard_error : float
        The standard deviation of the estimate over repetitions, at least 0, in the unit of
        `value`.
    n_draws : int
        How many draws it rests on.

    Raises
    ------
    ValueError
        If `value` is not finite, `standard_error` is negative or `n_draws` is not positive.

    Examples
    --------
    >>> from sqrtdk import Estimate
    >>> Estimate(3.5, 0.25, 1000).z_score(4)
    -2.0
    """

    value: float
    standard_error: float
    n_draws: int

    def __post_init__(self) -> None:
        _checks.finite_number(self.value, "value")
        _checks.finite_number(self.standard_error, "standard_error", minimum=0.0)
        _checks.whole_number(self.n_draws, "n_draws")

    def __repr__(self) -> str:
        if not self.standard_error:
            return f"Estimate({self.value:.6g} ± 0, {self.n_draws:,} draws)"
        digits = max(0, 1 - math.floor(math.log10(self.standard_error)))
        spread = f"{self.value:.{digits}f} ± {self.standard_error:.{digits}f}"
        return f"Estimate({spread}, {self.n_draws:,} draws)"

    def z_score(self, truth: float | Fraction) -> float:
        """Return the distance of the estimate from `truth`, in standard errors.

        Parameters
        ----------
        truth : float or Fraction
            The value that is estimated.

        Returns
        -------
        float
            ``(value - truth) / standard_error``. If the standard error is 0: 0 when the estimate
            is exact, else an infinity with the sign of the difference.

        Raises
        ------
        ValueError
            If `truth` is not finite.

        Examples
        --------
        >>> from sqrtdk import Estimate
        >>> Estimate(1.0, 0.0, 10).z_score(1)
        0.0
        """
        difference = self.value - _checks.finite_number(truth, "truth")
        if self.standard_error > 0:
            return difference / self.standard_error
        return math.copysign(math.inf, difference) if difference else 0.0
