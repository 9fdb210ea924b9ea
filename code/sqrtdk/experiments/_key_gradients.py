"""What reaches single keys: their weights, and the gradients by their scores."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sqrtdk import _checks
from sqrtdk._scales import scale_or_default
from sqrtdk.estimates import Estimate
from sqrtdk.experiments import _sizes
from sqrtdk.experiments._row_gradients import blocks, draw_products
from sqrtdk.weights import log_softmax, softmax_vjp

Floats = NDArray[np.float64]

_LARGEST = 2**20


@dataclass(frozen=True, eq=False)
class KeyGradients:
    """Weights and gradients of all keys of independent rows of attention.

    Parameters
    ----------
    sizes : numpy.ndarray of float64, shape (n_rows, n_keys)
        Absolute values of the gradients by the scaled scores.
    log10_weights : numpy.ndarray of float64, shape (n_rows, n_keys)
        Decimal logarithms of the weights.

    Notes
    -----
    The medians are taken over all keys of all rows. The keys of one row are dependent, so the
    standard errors rest on the rows: on how much the share of keys below the median varies from
    row to row.

    Examples
    --------
    >>> import numpy as np
    >>> from sqrtdk.experiments import KeyGradients
    >>> found = KeyGradients(np.array([[0.0, 1.0], [0.5, 0.5]]), np.zeros((2, 2)))
    >>> found.median_size.value
    0.5
    """

    sizes: Floats
    log10_weights: Floats

    @property
    def median_size(self) -> Estimate:
        """The median of `sizes`."""
        return _sizes.clustered_median(self.sizes)

    @property
    def median_log10_weight(self) -> Estimate:
        """The median of `log10_weights`."""
        return _sizes.clustered_median(self.log10_weights)


def key_gradients(
    d_k: int,
    n_keys: int,
    rng: np.random.Generator,
    scale: float | None = None,
    n_rows: int = 2_000,
) -> KeyGradients:
    """Draw rows of attention and measure what reaches each of their keys.

    Parameters
    ----------
    d_k : int
        Number of components of a query and of a key, at most 1,048,576.
    n_keys : int
        Keys in a row, at most 1,048,576.
    rng : numpy.random.Generator
        The source of randomness.
    scale : float, optional
        What the scores are multiplied with, above 0; ``1 / sqrt(d_k)`` if omitted.
    n_rows : int, optional
        Number of rows, at least 2.

    Returns
    -------
    KeyGradients
        A weight and a gradient for each key. Beyond them, a few megabytes are used.

    Raises
    ------
    ValueError
        If an integer is out of its range, `scale` is not a finite number above 0, or `rng` is
        not a Generator.

    Notes
    -----
    Queries and keys have independent standard normal components, and so has the gradient g at
    the weights. The gradient by the scaled score of a key is its weight times the distance of
    its entry of g from the weighted mean of g.

    Examples
    --------
    >>> import numpy as np
    >>> from sqrtdk.experiments import key_gradients
    >>> raw = key_gradients(64, 64, np.random.default_rng(0), scale=1.0)
    >>> scaled = key_gradients(64, 64, np.random.default_rng(0))
    >>> scaled.median_size.value > 1e5 * raw.median_size.value
    True
    """
    d_k = _checks.whole_number(d_k, "d_k", maximum=_LARGEST)
    n_keys = _checks.whole_number(n_keys, "n_keys", maximum=_LARGEST)
    rng = _checks.generator(rng)
    factor = scale_or_default(scale, d_k)
    n_rows = _checks.whole_number(n_rows, "n_rows", minimum=2)
    found = KeyGradients(np.empty((n_rows, n_keys)), np.empty((n_rows, n_keys)))
    start = 0
    for count in blocks(n_rows, n_keys):
        lengths, products = draw_products(d_k, n_keys, count, rng)
        log_weights = log_softmax(factor * lengths * products)
        part = slice(start, start + count)
        upstream = rng.standard_normal((count, n_keys))
        found.sizes[part] = np.abs(softmax_vjp(np.exp(log_weights), upstream))
        found.log10_weights[part] = log_weights / math.log(10)
        start += count
    return found
