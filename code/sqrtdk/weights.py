"""From scores to weights: the softmax, its derivative, and how concentrated its weights are.

A score is what stands before the softmax, a weight what comes out of it. Nothing here overflows
or loses digits, whatever the size of the scores: the largest score is subtracted first, and the
weight of the winner is never subtracted from 1.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from sqrtdk import _softmax
from sqrtdk._softmax import Floats


def softmax(z: ArrayLike, temperature: float = 1.0, axis: int = -1) -> Floats:
    """Return the weights exp(z / temperature), divided by their sum.

    Parameters
    ----------
    z : array_like of float
        Scores of any size.
    temperature : float, optional
        What the scores are divided by, above 0. ``math.sqrt(d_k)`` gives scaled attention.
    axis : int, optional
        The axis of the keys, along which the weights sum to 1.

    Returns
    -------
    numpy.ndarray of float64, shape of `z`
        The weights, from 0 to 1. A weight below the smallest float64 is 0.

    Raises
    ------
    ValueError
        If `z` is empty, not numeric or not finite, `temperature` is not above 0, or `z` has no
        such axis.

    Examples
    --------
    >>> from sqrtdk import softmax
    >>> softmax([1000.0, 1.0]).tolist()
    [1.0, 0.0]
    >>> softmax([8.0, 0.0], temperature=8.0).round(4).tolist()
    [0.7311, 0.2689]
    """
    found = _softmax.softmax_pass(_softmax.score_array(z, axis), _softmax.positive(temperature))
    return np.moveaxis(found.terms / (1.0 + found.rest), -1, axis)


def log_softmax(z: ArrayLike, temperature: float = 1.0, axis: int = -1) -> Floats:
    """Return the natural logarithms of the weights.

    Parameters
    ----------
    z : array_like of float
        Scores of any size.
    temperature : float, optional
        What the scores are divided by, above 0.
    axis : int, optional
        The axis of the keys.

    Returns
    -------
    numpy.ndarray of float64, shape of `z`
        The logarithms, at most 0 and always finite: one below the range of float64 is set to
        the lowest float64, about -1.8e308.

    Raises
    ------
    ValueError
        If `z` is empty, not numeric or not finite, `temperature` is not above 0, or `z` has no
        such axis.

    Examples
    --------
    >>> from sqrtdk import log_softmax
    >>> log_softmax([1000.0, 1.0]).tolist()
    [0.0, -999.0]
    >>> float(log_softmax([50.0, 0.0])[0])
    -1.9287498479639178e-22
    """
    found = _softmax.softmax_pass(_softmax.score_array(z, axis), _softmax.positive(temperature))
    return np.moveaxis(found.gaps - np.log1p(found.rest), -1, axis)


def softmax_jacobian(p: ArrayLike) -> Floats:
    """Return the derivatives of the weights by the scores: diag(p) - p p^T.

    Parameters
    ----------
    p : array_like of float, shape (..., n)
        Weights that sum to 1 along the last axis.

    Returns
    -------
    numpy.ndarray of float64, shape (..., n, n)
        The symmetric matrix with the entries ``p[i] * (1 - p[i])`` on the diagonal and
        ``-p[i] * p[j]`` off it. Its rows sum to 0. For scores divided by a temperature, the
        derivatives by the raw scores are this over the temperature.

    Raises
    ------
    ValueError
        If `p` is empty or not numeric, has a negative entry, or does not sum to 1 within 1e-9.

    Notes
    -----
    It is the covariance matrix of one draw of a key, written as a one-hot vector. On the
    diagonal, the sum of the other weights takes the place of ``1 - p[i]``, which has no correct
    digit left where ``p[i]`` is close to 1.

    Examples
    --------
    >>> from sqrtdk import softmax_jacobian
    >>> softmax_jacobian([0.5, 0.5]).tolist()
    [[0.25, -0.25], [-0.25, 0.25]]
    """
    weights = _softmax.distribution(p)
    jacobian = -weights[..., :, np.newaxis] * weights[..., np.newaxis, :]
    diagonal = np.arange(weights.shape[-1])
    jacobian[..., diagonal, diagonal] = weights * _softmax.complements(weights)
    return jacobian + 0.0


def softmax_vjp(p: ArrayLike, g: ArrayLike) -> Floats:
    """Return the gradient by the scores from the gradient by the weights: p * (g - <p, g>).

    Parameters
    ----------
    p : array_like of float, shape (..., n)
        Weights that sum to 1 along the last axis.
    g : array_like of float, shape (..., n)
        Gradient of a loss by the weights. Its other axes are broadcast against those of `p`.

    Returns
    -------
    numpy.ndarray of float64, shape (..., n)
        The product of the Jacobian of the softmax and `g`, in O(n): the matrix is never built.

    Raises
    ------
    ValueError
        If `p` is not a distribution along its last axis, `g` is not numeric or not finite, or
        the shapes do not fit.

    Notes
    -----
    A constant added to `g` changes nothing, so the entry of the largest weight is subtracted
    from `g` first. Then no digits are lost where that weight is close to 1.

    Examples
    --------
    >>> from sqrtdk import softmax_vjp
    >>> softmax_vjp([0.5, 0.25, 0.25], [1.0, 0.0, 0.0]).tolist()
    [0.25, -0.125, -0.125]
    """
    weights = _softmax.distribution(p)
    gradient = _softmax.finite(g, "g")
    fits = gradient.shape[-1:] == weights.shape[-1:]
    try:
        weights, gradient = np.broadcast_arrays(weights, gradient)
    except ValueError:
        fits = False
    if not fits:
        raise ValueError(
            f"g has shape {np.shape(g)}; allowed is a shape like {np.shape(p)}, the shape of p"
        )
    place = np.expand_dims(weights.argmax(axis=-1), -1)
    gradient = gradient - np.take_along_axis(gradient, place, axis=-1)
    return np.asarray(weights * (gradient - (weights * gradient).sum(axis=-1, keepdims=True)))


def entropy(p: ArrayLike, axis: int = -1) -> Floats:
    """Return the entropy of weights, in nats.

    Parameters
    ----------
    p : array_like of float
        Weights that sum to 1 along `axis`.
    axis : int, optional
        The axis of the keys.

    Returns
    -------
    numpy.ndarray of float64, shape of `p` without `axis`
        ``-sum(p * log(p))`` with ``0 * log(0) = 0``: from 0 for one key that has all the weight
        to log(n) for n equal weights.

    Raises
    ------
    ValueError
        If `p` is empty or not numeric, has a negative entry, does not sum to 1 within 1e-9, or
        has no such axis.

    Examples
    --------
    >>> from sqrtdk import entropy
    >>> entropy([[0.5, 0.5, 0.0], [1.0, 0.0, 0.0]]).round(4).tolist()
    [0.6931, 0.0]
    """
    weights = _softmax.distribution(p, axis)
    # A weight above 1/2 is known best from the others, which softmax gives in all their digits.
    others = np.where(weights > 0.5, _softmax.complements(weights), 0.0)
    safe = np.where((weights > 0.5) | (weights == 0), 1.0, weights)
    return np.asarray(-(weights * (np.log(safe) + np.log1p(-others))).sum(axis=-1) + 0.0)


def effective_keys(p: ArrayLike, axis: int = -1) -> Floats:
    """Return the number of effective keys, one over the sum of the squared weights.

    Parameters
    ----------
    p : array_like of float
        Weights that sum to 1 along `axis`.
    axis : int, optional
        The axis of the keys.

    Returns
    -------
    numpy.ndarray of float64, shape of `p` without `axis`
        ``1 / sum(p**2)``: from 1 for one key that has all the weight to n for n equal weights.

    Raises
    ------
    ValueError
        If `p` is empty or not numeric, has a negative entry, does not sum to 1 within 1e-9, or
        has no such axis.

    Examples
    --------
    >>> from sqrtdk import effective_keys
    >>> effective_keys([[0.25, 0.25, 0.25, 0.25], [1.0, 0.0, 0.0, 0.0]]).tolist()
    [4.0, 1.0]
    """
    return np.asarray(1.0 / (_softmax.distribution(p, axis) ** 2).sum(axis=-1))


def perplexity(p: ArrayLike, axis: int = -1) -> Floats:
    """Return the perplexity of weights, the exponential of their entropy.

    Parameters
    ----------
    p : array_like of float
        Weights that sum to 1 along `axis`.
    axis : int, optional
        The axis of the keys.

    Returns
    -------
    numpy.ndarray of float64, shape of `p` without `axis`
        From 1 to n, and never below the number of effective keys.

    Raises
    ------
    ValueError
        If `p` is empty or not numeric, has a negative entry, does not sum to 1 within 1e-9, or
        has no such axis.

    Examples
    --------
    >>> from sqrtdk import perplexity
    >>> float(perplexity([0.5, 0.25, 0.25]).round(4))
    2.8284
    """
    return np.asarray(np.exp(entropy(p, axis)))
