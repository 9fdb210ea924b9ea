"""Scaled dot-product attention and its gradients, both written out.

The gradients follow the chain rule by hand: from the output to the values and the weights,
through the softmax to the scores, and from there to queries and keys.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from sqrtdk import _softmax
from sqrtdk._scales import scale_or_default
from sqrtdk._softmax import Floats
from sqrtdk.weights import softmax, softmax_vjp


@dataclass(frozen=True, eq=False)
class AttentionGradients:
    """Gradients of a loss by everything that enters attention.

    Parameters
    ----------
    q, k, v : numpy.ndarray of float64
        The gradients by the queries, keys and values, each in the shape of what it belongs to.
    scores : numpy.ndarray of float64, shape (..., n_queries, n_keys)
        The gradient by the scaled scores, which are what the softmax receives. Each of its rows
        sums to 0.

    Examples
    --------
    >>> from sqrtdk import attention_gradients
    >>> found = attention_gradients([[1.0]], [[0.0], [0.0]], [[1.0], [3.0]], [[2.0]])
    >>> found.scores.tolist(), found.v.tolist()
    ([[-1.0, 1.0]], [[1.0], [1.0]])
    """

    q: Floats
    k: Floats
    v: Floats
    scores: Floats


def attention(
    q: ArrayLike, k: ArrayLike, v: ArrayLike, scale: float | None = None
) -> tuple[Floats, Floats]:
    """Return the output and the weights of scaled dot-product attention.

    Parameters
    ----------
    q : array_like of float, shape (..., n_queries, d_k)
        Queries.
    k : array_like of float, shape (..., n_keys, d_k)
        Keys.
    v : array_like of float, shape (..., n_keys, d_v)
        Values. The leading axes of `q`, `k` and `v` are broadcast against each other.
    scale : float, optional
        What the scores are multiplied with, above 0; ``1 / sqrt(d_k)`` if omitted.

    Returns
    -------
    output : numpy.ndarray of float64, shape (..., n_queries, d_v)
        For each query, the mean of the values under its weights.
    weights : numpy.ndarray of float64, shape (..., n_queries, n_keys)
        For each query, the softmax of its scaled scores. The leading axes are those of `q` and
        `k`.

    Raises
    ------
    ValueError
        If an argument is empty, not numeric or not finite, has fewer than two axes or a shape
        that does not fit the others, `scale` is not a finite number above 0, or a score is
        beyond the range of float64.

    References
    ----------
    .. [1] A. Vaswani et al., "Attention is all you need", *Advances in Neural Information
       Processing Systems* 30 (2017), section 3.2.1.

    Examples
    --------
    >>> from sqrtdk import attention
    >>> q, k, v = [[8.0]], [[1.0], [0.0]], [[1.0, 0.0], [0.0, 1.0]]
    >>> output, weights = attention(q, k, v, scale=0.125)
    >>> weights.round(4).tolist()
    [[0.7311, 0.2689]]
    >>> output.round(4).tolist()
    [[0.7311, 0.2689]]
    """
    queries, keys, values = _matrices(q, k, v)
    weights = softmax(_scaled_scores(queries, keys, scale_or_default(scale, queries.shape[-1])))
    return np.asarray(weights @ values), weights


def attention_gradients(
    q: ArrayLike, k: ArrayLike, v: ArrayLike, upstream: ArrayLike, scale: float | None = None
) -> AttentionGradients:
    """Return the gradients of a loss by the queries, keys, values and scaled scores.

    Parameters
    ----------
    q : array_like of float, shape (..., n_queries, d_k)
        Queries.
    k : array_like of float, shape (..., n_keys, d_k)
        Keys.
    v : array_like of float, shape (..., n_keys, d_v)
        Values. The leading axes of `q`, `k` and `v` are broadcast against each other.
    upstream : array_like of float, shape (..., n_queries, d_v)
        The gradient of the loss by the output of `attention`, in its shape.
    scale : float, optional
        What the scores are multiplied with, above 0; ``1 / sqrt(d_k)`` if omitted.

    Returns
    -------
    AttentionGradients
        Arrays `q`, `k`, `v` and `scores`. Where an input was broadcast, its gradient is the sum
        over the copies.

    Raises
    ------
    ValueError
        As for `attention`, or if `upstream` does not have the shape of the output.

    Notes
    -----
    With the weights P, the gradient U by the scaled scores and the scale c, the gradients are
    ``c * U @ k`` by the queries and ``c * U.T @ q`` by the keys: the scale enters twice, in the
    scores and again in the way back. In U itself it enters through the weights alone.

    Examples
    --------
    >>> from sqrtdk import attention_gradients
    >>> q, k, v, upstream = [[1.0]], [[1.0], [0.0]], [[1.0], [0.0]], [[1.0]]
    >>> found = attention_gradients(q, k, v, upstream, scale=0.5)
    >>> found.q.round(4).tolist(), found.k.round(4).tolist()
    ([[0.1175]], [[0.1175], [-0.1175]])
    """
    queries, keys, values = _matrices(q, k, v)
    factor = scale_or_default(scale, queries.shape[-1])
    weights = softmax(_scaled_scores(queries, keys, factor))
    outer = np.broadcast_shapes(weights.shape[:-2], values.shape[:-2])
    gradient = _softmax.finite(upstream, "upstream")
    expected = (*outer, queries.shape[-2], values.shape[-1])
    if gradient.shape != expected:
        raise ValueError(
            f"upstream has shape {gradient.shape}; allowed is {expected}, the shape of the output"
        )
    by_weight = _summed(gradient @ values.swapaxes(-1, -2), weights.shape)
    by_score = softmax_vjp(weights, by_weight)
    return AttentionGradients(
        q=_summed(factor * (by_score @ keys), queries.shape),
        k=_summed(factor * (by_score.swapaxes(-1, -2) @ queries), keys.shape),
        v=_summed(weights.swapaxes(-1, -2) @ gradient, values.shape),
        scores=by_score,
    )


def _matrices(q: ArrayLike, k: ArrayLike, v: ArrayLike) -> tuple[Floats, Floats, Floats]:
    queries = _matrix(q, "q", "(..., n_queries, d_k)")
    keys = _matrix(k, "k", "(..., n_keys, d_k)")
    values = _matrix(v, "v", "(..., n_keys, d_v)")
    if queries.shape[-1] != keys.shape[-1]:
        raise ValueError(
            f"q has shape {queries.shape} and k has shape {keys.shape}; allowed is the same d_k, "
            "the length of the last axis, in both"
        )
    if keys.shape[-2] != values.shape[-2]:
        raise ValueError(
            f"k has shape {keys.shape} and v has shape {values.shape}; allowed is the same number "
            "of keys, the length of the second axis from the end, in both"
        )
    leading = [array.shape[:-2] for array in (queries, keys, values)]
    try:
        np.broadcast_shapes(*leading)
    except ValueError:
        raise ValueError(
            f"the leading axes of q, k and v are {leading[0]}, {leading[1]} and {leading[2]}; "
            "allowed are lengths that can be broadcast, equal or 1 at each place"
        ) from None
    return queries, keys, values


def _matrix(values: ArrayLike, name: str, shape: str) -> Floats:
    array = _softmax.finite(values, name)
    if array.ndim < 2 or array.size == 0:
        raise ValueError(
            f"{name} has shape {array.shape}; allowed is {shape}, with no axis of length 0"
        )
    return array


def _scaled_scores(queries: Floats, keys: Floats, scale: float) -> Floats:
    with np.errstate(over="ignore", invalid="ignore"):
        scores = np.asarray(scale * (queries @ keys.swapaxes(-1, -2)))
    if not np.isfinite(scores).all():
        raise ValueError(
            "a score of q and k is beyond the range of float64; allowed are scores below 1.8e308"
        )
    return scores


def _summed(gradient: Floats, shape: tuple[int, ...]) -> Floats:
    """Return `gradient` summed over the axes along which an array of `shape` was repeated."""
    added = gradient.ndim - len(shape)
    total = gradient.sum(axis=tuple(range(added)))
    repeated = tuple(i for i, length in enumerate(shape) if length < total.shape[i])
    return np.asarray(total.sum(axis=repeated, keepdims=True))
