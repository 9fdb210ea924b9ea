"""What the gradients are expected to be: averages in which no upstream gradient is drawn."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from sqrtdk import _checks
from sqrtdk._scales import scale_or_default
from sqrtdk.components import COMPONENTS
from sqrtdk.estimates import Estimate
from sqrtdk.experiments._row_gradients import (
    blocks,
    draw_components,
    draw_products,
    row_size,
)
from sqrtdk.sensitivity import jacobian_norm, sigmoid_slope, weight_sensitivity
from sqrtdk.simulate import sample_mean
from sqrtdk.weights import softmax, softmax_vjp

Floats = NDArray[np.float64]

_LARGEST = 2**20


def expected_query_gradient(
    d_k: int,
    n_keys: int,
    rng: np.random.Generator,
    scale: float | None = None,
    n_rows: int = 20_000,
    components: str = "normal",
) -> Estimate:
    """Estimate the mean squared length of the gradient at a query from its formula.

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
    components : {"normal", "uniform", "coin"}, optional
        The law of the components of queries and keys. Where it is not normal, every component
        is drawn, and a row has at most 16,777,216 numbers, ``n_keys * d_k``.

    Returns
    -------
    Estimate
        ``c**2 * E[(d_k - 1) * |J|**2 + |J s|**2 / |q|**2]`` with the scale c, the Frobenius norm
        of the Jacobian J of the softmax, and the raw scores s.

    Raises
    ------
    ValueError
        If an integer is out of its range, `scale` is not a finite number above 0, `rng` is not a
        Generator, or `components` is none of the above.

    Notes
    -----
    The formula holds for keys with independent standard normal components and a gradient at the
    weights with mean 0 and the identity as its covariance, independent of query and keys. Then
    the part of the keys across the query is independent of the scores. For other components the
    formula is no more than an approximation: for coins it is too large, by 4 to 9 per cent for
    eight to 64 keys of as many components.

    Examples
    --------
    >>> import numpy as np
    >>> from sqrtdk.experiments import expected_query_gradient, query_gradients
    >>> formula = expected_query_gradient(64, 8, np.random.default_rng(0))
    >>> drawn = query_gradients(64, 8, np.random.default_rng(1)).root_mean_square
    >>> abs(drawn.z_score(formula.value**0.5)) < 4
    True
    """
    d_k = _checks.whole_number(d_k, "d_k", maximum=_LARGEST)
    n_keys = _checks.whole_number(n_keys, "n_keys", maximum=_LARGEST)
    rng = _checks.generator(rng)
    factor = scale_or_default(scale, d_k)
    n_rows = _checks.whole_number(n_rows, "n_rows", minimum=2)
    if _checks.one_of(components, "components", COMPONENTS) == "normal":
        draws = (draw_products(d_k, n_keys, count, rng) for count in blocks(n_rows, n_keys))
    else:
        draws = (
            _products_of(*draw_components((count, n_keys, d_k), components, rng))
            for count in blocks(n_rows, row_size(d_k, n_keys))
        )
    return sample_mean(np.concatenate([_expected_square(d_k, *rows, factor) for rows in draws]))


def _products_of(queries: Floats, keys: Floats) -> tuple[Floats, Floats]:
    lengths = np.linalg.norm(queries, axis=1, keepdims=True)
    return lengths, np.einsum("rjc,rc->rj", keys, queries) / lengths


def _expected_square(d_k: int, lengths: Floats, products: Floats, scale: float) -> Floats:
    """Return the mean squared length at each query, given its length and its scores."""
    scaled = scale * lengths * products
    across = (d_k - 1) * jacobian_norm(scaled) ** 2
    along = (softmax_vjp(softmax(scaled), products) ** 2).sum(axis=-1)
    return np.asarray(scale**2 * (across + along))


def two_key_query_gradient(d_k: int, scale: float | None = None) -> float:
    """Return the mean squared length of the gradient at a query with two keys, by integration.

    Parameters
    ----------
    d_k : int
        Number of components of a query and of a key, at most 1,048,576.
    scale : float, optional
        What the scores are multiplied with, above 0; ``1 / sqrt(d_k)`` if omitted.

    Returns
    -------
    float
        The expectation that `expected_query_gradient` estimates, for ``n_keys = 2``.

    Raises
    ------
    ValueError
        If `d_k` is not an integer in that range, or `scale` is not a finite number above 0.

    Notes
    -----
    The gap of the scores is ``sqrt(2) * |q| * x`` with a standard normal x. The gradient depends
    on the gap through ``p * (1 - p)``, the slope of the sigmoid, and its mean square given |q|
    and x is ``4 * (c * p * (1 - p))**2 * (d_k - 1 + x**2)``.

    Examples
    --------
    >>> from sqrtdk.experiments import two_key_query_gradient
    >>> round(two_key_query_gradient(64, scale=1.0) ** 0.5, 3)
    1.221
    """
    d_k = _checks.whole_number(d_k, "d_k", maximum=_LARGEST)
    factor = scale_or_default(scale, d_k)
    nodes, masses = np.polynomial.legendre.leggauss(256)
    low, high = max(0.0, math.sqrt(d_k) - 9.0), math.sqrt(d_k) + 9.0
    lengths = low + (high - low) * (nodes + 1.0) / 2.0
    log_density = (d_k - 1) * np.log(lengths) - lengths**2 / 2.0
    log_density -= (d_k / 2 - 1) * math.log(2.0) + math.lgamma(d_k / 2)
    weights = masses * (high - low) / 2.0 * np.exp(log_density)
    return float(4.0 * factor**2 * (weights @ _given_length(d_k, factor * lengths)))


def _given_length(d_k: int, spreads: Floats) -> Floats:
    """Return the mean of ``slope**2 * (d_k - 1 + x**2)`` for queries of length spreads / c."""
    steepness = math.sqrt(2.0) * spreads[:, np.newaxis]
    ends = np.minimum(12.0, 40.0 / steepness)
    nodes, masses = np.polynomial.legendre.leggauss(128)
    x = ends * (nodes + 1.0) / 2.0
    density = math.sqrt(2.0 / math.pi) * np.exp(-(x**2) / 2.0)
    values = sigmoid_slope(steepness * x) ** 2 * (d_k - 1 + x**2)
    return np.asarray((values * density) @ masses * ends[:, 0] / 2.0)


def layer_gradient_law(
    d_k: int,
    n_tokens: int,
    rng: np.random.Generator,
    scale: float | None = None,
    width: int = 256,
    n_rows: int = 20_000,
) -> Estimate:
    """Approximate the root mean square of the gradient at the matrix that makes queries.

    Parameters
    ----------
    d_k : int
        Number of components of a query and of a key, at most 1,048,576.
    n_tokens : int
        Tokens of the layer, each a query and a key, at most 1,048,576.
    rng : numpy.random.Generator
        The source of randomness.
    scale : float, optional
        What the scores are multiplied with, above 0; ``1 / sqrt(d_k)`` if omitted.
    width : int, optional
        Number of components of a token.
    n_rows : int, optional
        Number of rows over which the Jacobian is averaged, at least 2.

    Returns
    -------
    Estimate
        ``sqrt(n_tokens * (width * R + c**2 * d_k * E[trace(J)**2]))``, with the mean squared
        length R of `expected_query_gradient`, the Jacobian J of the softmax of a row and the
        scale c.

    Raises
    ------
    ValueError
        If an integer is out of its range, `scale` is not a finite number above 0, or `rng` is
        not a Generator.

    Notes
    -----
    The setting is that of `layer_gradients`, which measures up to 3 per cent less or more at a
    `width` of 256. The term with the trace arises because keys and values are made from the same
    tokens. It is negligible where ``n_tokens`` is far below `width`, and where most of the weight
    of a row is on one key. For large `d_k`, R is close to ``c**2 * d_k`` times the mean squared
    Frobenius norm of J.

    Examples
    --------
    >>> import numpy as np
    >>> from sqrtdk.experiments import layer_gradient_law
    >>> round(layer_gradient_law(64, 64, np.random.default_rng(0)).value)
    25
    """
    d_k = _checks.whole_number(d_k, "d_k", maximum=_LARGEST)
    n_tokens = _checks.whole_number(n_tokens, "n_tokens", maximum=_LARGEST)
    rng = _checks.generator(rng)
    factor = scale_or_default(scale, d_k)
    width = _checks.whole_number(width, "width", minimum=2)
    n_rows = _checks.whole_number(n_rows, "n_rows", minimum=2)
    parts = []
    for count in blocks(n_rows, n_tokens):
        lengths, products = draw_products(d_k, n_tokens, count, rng)
        trace = weight_sensitivity(factor * lengths * products).sum(axis=-1)
        square = _expected_square(d_k, lengths, products, factor)
        parts.append(n_tokens * (width * square + factor**2 * d_k * trace**2))
    mean = sample_mean(np.concatenate(parts))
    root = math.sqrt(mean.value)
    error = mean.standard_error / (2.0 * root) if root else 0.0
    return Estimate(root, error, mean.n_draws)
