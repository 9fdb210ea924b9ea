"""The gradient that reaches the matrix W_Q of a whole layer of self-attention."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sqrtdk import _checks
from sqrtdk._scales import scale_or_default
from sqrtdk.estimates import Estimate
from sqrtdk.experiments import _sizes
from sqrtdk.experiments._row_gradients import blocks
from sqrtdk.layers import attention_gradients
from sqrtdk.simulate import sample_mean

Floats = NDArray[np.float64]

_LARGEST = 2**11


@dataclass(frozen=True, eq=False)
class LayerGradients:
    """Sizes of the gradient at W_Q over independent layers.

    Parameters
    ----------
    sizes : numpy.ndarray of float64, shape (n_draws,)
        Frobenius norm of the gradient of each layer.

    Examples
    --------
    >>> import numpy as np
    >>> from sqrtdk.experiments import LayerGradients
    >>> LayerGradients(np.array([1.0, 7.0])).root_mean_square.value
    5.0
    """

    sizes: Floats

    @property
    def root_mean_square(self) -> Estimate:
        """The root mean square of the sizes."""
        return _sizes.root_mean_square(self.sizes)

    @property
    def mean(self) -> Estimate:
        """The mean size."""
        return sample_mean(self.sizes)

    @property
    def median(self) -> Estimate:
        """The median size."""
        return _sizes.median(self.sizes)


def layer_gradients(
    d_k: int,
    n_tokens: int,
    rng: np.random.Generator,
    scale: float | None = None,
    width: int = 256,
    n_draws: int = 100,
) -> LayerGradients:
    """Draw layers of self-attention and measure the gradients at their matrices W_Q.

    Parameters
    ----------
    d_k : int
        Number of components of a query, a key and a value, at most 2,048.
    n_tokens : int
        Tokens of a layer, each a query and a key, at most 2,048.
    rng : numpy.random.Generator
        The source of randomness. Calls that differ in `scale` alone, from generators in the same
        state, see the same layers.
    scale : float, optional
        What the scores are multiplied with, above 0; ``1 / sqrt(d_k)`` if omitted.
    width : int, optional
        Number of components of a token, from 2 to 2,048.
    n_draws : int, optional
        Number of layers, at least 2.

    Returns
    -------
    LayerGradients
        A size for each layer.

    Raises
    ------
    ValueError
        If an integer is out of its range, `scale` is not a finite number above 0, or `rng` is
        not a Generator.

    Notes
    -----
    The tokens are normal vectors, normalised as a layer norm does it: mean 0 and variance 1 over
    the `width` components of each. The matrices W_Q, W_K and W_V have `width` rows, `d_k` columns
    and independent normal entries with variance ``1 / width``. The gradient of the loss by the
    output of each token is a random direction, a vector of length 1, so that each gradient at a
    weight has variance 1.

    The matrices act on no more than the space that the tokens span. Where the tokens are few,
    only the entries in an orthonormal basis of that space are drawn, which is the same law.

    Examples
    --------
    >>> import numpy as np
    >>> from sqrtdk.experiments import layer_gradients
    >>> raw = layer_gradients(64, 8, np.random.default_rng(0), scale=1.0)
    >>> scaled = layer_gradients(64, 8, np.random.default_rng(0))
    >>> raw.root_mean_square.value > scaled.root_mean_square.value
    True
    """
    d_k = _checks.whole_number(d_k, "d_k", maximum=_LARGEST)
    n_tokens = _checks.whole_number(n_tokens, "n_tokens", maximum=_LARGEST)
    rng = _checks.generator(rng)
    factor = scale_or_default(scale, d_k)
    width = _checks.whole_number(width, "width", minimum=2, maximum=_LARGEST)
    n_draws = _checks.whole_number(n_draws, "n_draws", minimum=2)
    row_size = n_tokens * max(width, d_k, n_tokens)
    parts = [
        _block((count, n_tokens, width), d_k, factor, rng) for count in blocks(n_draws, row_size)
    ]
    return LayerGradients(np.concatenate(parts))


def _block(
    shape: tuple[int, int, int], d_k: int, scale: float, rng: np.random.Generator
) -> Floats:
    count, n_tokens, width = shape
    tokens = _normalised(rng.standard_normal(shape))
    coordinates = _coordinates(tokens)
    inside = (count, coordinates.shape[-1], d_k)
    q, k, v = (coordinates @ rng.standard_normal(inside) / math.sqrt(width) for _ in range(3))
    directions = rng.standard_normal((count, n_tokens, d_k))
    upstream = directions / np.linalg.norm(directions, axis=-1, keepdims=True)
    by_query = attention_gradients(q, k, v, upstream, scale).q
    return np.asarray(np.linalg.norm(coordinates.swapaxes(1, 2) @ by_query, axis=(1, 2)))


def _normalised(tokens: Floats) -> Floats:
    centred = tokens - tokens.mean(axis=-1, keepdims=True)
    return np.asarray(centred / centred.std(axis=-1, keepdims=True))


def _coordinates(tokens: Floats) -> Floats:
    """Return the tokens in an orthonormal basis, that of their span if they are few."""
    if 2 * tokens.shape[-2] > tokens.shape[-1]:
        return tokens
    return np.asarray(np.linalg.cholesky(tokens @ tokens.swapaxes(1, 2)))
