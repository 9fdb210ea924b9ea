"""How concentrated the weights of two keys are, by quadrature instead of draws.

The gap of two scores is ``q . (k1 - k2)``, and ``k1 - k2`` is a key of components with variance
2: the gap is ``sqrt(2)`` times the dot product of two standard normal vectors.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from sqrtdk import _checks
from sqrtdk._scales import scale_or_default
from sqrtdk.convergence import dot_product_cdf
from sqrtdk.dot_products import dot_product_pdf
from sqrtdk.experiments.escape import median_gap
from sqrtdk.sensitivity import sigmoid_slope

_LARGEST = 2**14
_STEP = 0.05
_LEFT = -44.0


@dataclass(frozen=True)
class TwoKeyConcentration:
    """Exact measures of how concentrated the weights of two keys are.

    Parameters
    ----------
    largest_weight : float
        Mean of the larger weight.
    sharp_share : float
        Probability that the larger weight is above 0.9.
    near_one_hot_share : float
        Probability that it is above 0.99.
    slope_mean : float
        Mean of the product of the two weights, the slope of either by its score.
    slope_median : float
        Median of that product.

    Notes
    -----
    The Frobenius norm of the Jacobian of two weights is twice their product.
    """

    largest_weight: float
    sharp_share: float
    near_one_hot_share: float
    slope_mean: float
    slope_median: float


def two_key_concentration(d_k: int, scale: float | None = None) -> TwoKeyConcentration:
    """Return how concentrated the weights of two keys are, before any training.

    Parameters
    ----------
    d_k : int
        Number of components of the query and of the keys, which are independent and standard
        normal; at most 16,384.
    scale : float, optional
        What the scores are multiplied with, above 0; ``1 / sqrt(d_k)`` if omitted.

    Returns
    -------
    TwoKeyConcentration
        Means, probabilities and a median, to nine digits.

    Raises
    ------
    ValueError
        If `d_k` is not an integer in that range or `scale` is not a finite number above 0.

    Notes
    -----
    The means are integrals over the density of the dot product, taken by the trapezoidal rule in
    the logarithm of the gap. For large d_k the mean slope of raw scores is close to the density
    of the gap at 0, ``1 / sqrt(4 * pi * d_k)``: it stems from the rare rows in which the two
    scores nearly agree, and the median is far below it.

    Examples
    --------
    >>> from sqrtdk.experiments import two_key_concentration
    >>> raw = two_key_concentration(64, scale=1.0)
    >>> round(raw.largest_weight, 3), round(raw.slope_mean, 4), f"{raw.slope_median:.1e}"
    (0.951, 0.0352, '5.2e-04')
    """
    d_k = _checks.whole_number(d_k, "d_k", maximum=_LARGEST)
    factor = scale_or_default(scale, d_k) * math.sqrt(2.0)
    right = math.log(50.0 + 12.0 * math.sqrt(d_k))
    x = np.exp(np.arange(_LEFT, right, _STEP))
    masses = 2.0 * _STEP * x * dot_product_pdf(x, d_k)
    term = np.exp(-factor * x)
    lower = masses @ (term / (1.0 + term))
    gaps = np.array([math.log(9.0), math.log(99.0)])
    sharp, near_one_hot = (2.0 * dot_product_cdf(-gaps / factor, d_k)).tolist()
    return TwoKeyConcentration(
        largest_weight=1.0 - float(lower),
        sharp_share=sharp,
        near_one_hot_share=near_one_hot,
        slope_mean=float(masses @ sigmoid_slope(factor * x)),
        slope_median=float(sigmoid_slope(factor / math.sqrt(2.0) * median_gap(d_k))),
    )
