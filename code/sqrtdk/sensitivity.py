"""How much the weights of a softmax answer to a change of the scores.

All of it is computed from the scores. A weight close to 1 no longer says by how much it falls
short of 1, and that is what these numbers are about.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from sqrtdk import _checks, _softmax
from sqrtdk._softmax import Floats


def sigmoid_slope(gap: ArrayLike) -> Floats:
    """Return the slope of the sigmoid: how fast the weight of one of two keys can move.

    Parameters
    ----------
    gap : array_like of float
        The score of one key less the score of the other; infinities are allowed.

    Returns
    -------
    numpy.ndarray of float64, shape of `gap`
        ``sigmoid(gap) * sigmoid(-gap)``, which is ``p * (1 - p)``: 1/4 at 0, and close to
        ``exp(-abs(gap))`` far from it. Every digit is right until the value itself falls below
        the normal range of float64, at a gap of about 708.

    Raises
    ------
    ValueError
        If `gap` is not numeric or contains NaN.

    Notes
    -----
    ``p * (1 - p)`` written that way is off by 2e-10 of its value at a gap of 16, and 0 from 37
    on. Here it is ``e / (1 + e)**2`` with ``e = exp(-abs(gap))``.

    Examples
    --------
    >>> from sqrtdk import sigmoid_slope
    >>> slopes = sigmoid_slope([0.0, 8.0, 100.0])
    >>> [f"{slope:.6g}" for slope in slopes]
    ['0.25', '0.000335238', '3.72008e-44']
    >>> round(float(slopes[0] / slopes[1]), 1)
    745.7
    """
    gaps = np.abs(_checks.real_array(gap, "gap"))
    term = np.exp(-gaps)
    return np.asarray(term / (1.0 + term) ** 2)


def weight_sensitivity(z: ArrayLike, temperature: float = 1.0, axis: int = -1) -> Floats:
    """Return p * (1 - p) for every key: how fast its weight moves with its own score.

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
        The diagonal of the Jacobian, at most 1/4: the derivative of each weight by its own score
        over the temperature. By the score itself, it is this over the temperature.

    Raises
    ------
    ValueError
        If `z` is empty, not numeric or not finite, `temperature` is not above 0, or `z` has no
        such axis.

    Examples
    --------
    >>> from sqrtdk import softmax, weight_sensitivity
    >>> weight_sensitivity([50.0, 0.0])
    array([1.92874985e-22, 1.92874985e-22])
    >>> p = softmax([50.0, 0.0])
    >>> p * (1 - p)
    array([0.00000000e+00, 1.92874985e-22])
    """
    found = _softmax.softmax_pass(_softmax.score_array(z, axis), _softmax.positive(temperature))
    total = 1.0 + found.rest
    return np.moveaxis((found.terms / total) * (found.others / total), -1, axis)


def jacobian_norm(z: ArrayLike, temperature: float = 1.0, axis: int = -1) -> Floats:
    """Return the Frobenius norm of the Jacobian of the softmax.

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
    numpy.ndarray of float64, shape of `z` without `axis`
        The root of the sum of the squared entries of ``diag(p) - p p^T``, from 0 to 1/2. It is
        small at both ends: when one key has all the weight, and when many keys share it evenly
        (sqrt(n - 1) / n for n equal weights). By the raw scores, it is this over the
        temperature.

    Raises
    ------
    ValueError
        If `z` is empty, not numeric or not finite, `temperature` is not above 0, or `z` has no
        such axis.

    Notes
    -----
    With ``s = sum(p**2)`` the squared norm is ``s - 2 * sum(p**3) + s**2``, at most
    ``s * (1 - s)``. That form cancels to nothing when one weight is close to 1. Summed here are
    the squares of ``p[i] * (1 - p[i])`` and of ``p[i] * p[j]``, in units of the second largest
    weight, so that small ones do not underflow when they are squared.

    Examples
    --------
    >>> from sqrtdk import jacobian_norm
    >>> jacobian_norm([[0.0, 0.0], [60.0, 0.0]])
    array([5.00000000e-01, 1.75130215e-26])
    """
    found = _softmax.softmax_pass(_softmax.score_array(z, axis), _softmax.positive(temperature))
    total = 1.0 + found.rest
    terms = np.where(found.winner, 0.0, found.terms)
    second = terms.max(axis=-1, keepdims=True)
    units = terms / np.where(second > 0, second, 1.0)
    squares = (units**2).sum(axis=-1)
    largest, runner_up = (1.0 / total)[..., 0], (second / total)[..., 0]
    diagonal = ((units * found.others / total) ** 2).sum(axis=-1)
    diagonal += (largest * units.sum(axis=-1)) ** 2
    products = squares**2 - (units**4).sum(axis=-1)
    crossed = 2.0 * largest**2 * squares + runner_up**2 * products
    return np.asarray(runner_up * np.sqrt(diagonal + crossed))
