"""Random rows of attention: their raw scores, and what is measured of their weights."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sqrtdk.sensitivity import jacobian_norm
from sqrtdk.weights import effective_keys, entropy, softmax

Floats = NDArray[np.float64]

METHODS = ("exact", "components")
"""Ways to draw the scores of a row."""

_NUMBERS_AT_ONCE = 2**17


def score_blocks(
    d_k: int, n_keys: int, n_rows: int, rng: np.random.Generator, method: str
) -> Iterator[Floats]:
    """Yield raw scores, one row of attention in each row, in blocks."""
    width = n_keys if method == "exact" else n_keys * d_k
    size = max(1, _NUMBERS_AT_ONCE // width)
    for start in range(0, n_rows, size):
        count = min(size, n_rows - start)
        if method == "exact":
            lengths = np.sqrt(rng.chisquare(d_k, (count, 1)))
            yield lengths * rng.standard_normal((count, n_keys))
            continue
        raw = np.zeros((count, n_keys))
        part = max(1, _NUMBERS_AT_ONCE // n_keys)
        for done in range(0, d_k, part):
            query = rng.standard_normal((count, min(part, d_k - done), 1))
            keys = rng.standard_normal((count, n_keys, query.shape[1]))
            raw += (keys @ query)[..., 0]
        yield raw


def measures(z: Floats) -> Floats:
    """Return the largest weight, the entropy, the sum of squares and the norm of each row."""
    p = softmax(z)
    return np.stack([p.max(axis=-1), entropy(p), 1.0 / effective_keys(p), jacobian_norm(z)])


def largest_weights(z: Floats) -> Floats:
    """Return the largest weight of each row."""
    return np.asarray(1.0 / np.exp(z - z.max(axis=-1, keepdims=True)).sum(axis=-1))
