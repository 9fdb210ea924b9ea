"""The softmax of many runs at once, forward and backward, for training loops.

Keys lie along axis 1 and runs along the last axis. Nothing is checked here: the scores of a run
that diverges become NaN and stay so, without harm to the other runs.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def weights_of_keys(scores: Floats) -> Floats:
    """Return the softmax of `scores` along axis 1."""
    terms = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(terms / terms.sum(axis=1, keepdims=True))


def gradient_by_scores(weights: Floats, by_weight: Floats) -> Floats:
    """Return the gradient by the scores from that by the weights."""
    mean = (weights * by_weight).sum(axis=1, keepdims=True)
    return np.asarray(weights * (by_weight - mean))
