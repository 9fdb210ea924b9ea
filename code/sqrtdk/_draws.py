"""Draws of dot products in blocks, so that the memory does not grow with their number."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from sqrtdk.components import Component

Floats = NDArray[np.float64]

BLOCK = 2**17
"""How many numbers are drawn at a time."""


def in_blocks(
    draw: Callable[[int], Floats], shape: tuple[int, ...], block_size: int = BLOCK
) -> Floats:
    """Return an array of `shape` that is filled by calls of ``draw(count)``."""
    result = np.empty(math.prod(shape))
    for start in range(0, result.size, block_size):
        block = result[start : start + block_size]
        block[:] = draw(block.size)
    return result.reshape(shape)


def by_components(
    d_k: int, shape: tuple[int, ...], law: Component, rng: np.random.Generator
) -> Floats:
    """Draw every component of every query and key, multiply and sum."""

    def draw(count: int) -> Floats:
        sums = np.zeros(count)
        for done in range(0, d_k, BLOCK):
            part = (count, min(BLOCK, d_k - done))
            sums += np.einsum("ij,ij->i", law.sample(part, rng), law.sample(part, rng))
        return sums

    return in_blocks(draw, shape, max(1, BLOCK // d_k))


def _normal(d_k: int, count: int, rng: np.random.Generator) -> Floats:
    return np.sqrt(rng.chisquare(d_k, count)) * rng.standard_normal(count)


def _coin(d_k: int, count: int, rng: np.random.Generator) -> Floats:
    return (2 * rng.binomial(d_k, 0.5, count) - d_k).astype(np.float64)


EXACT: dict[str, Callable[[int, int, np.random.Generator], Floats]] = {
    "normal": _normal,
    "coin": _coin,
}
"""Samplers of the law of the dot product, for the components that have one."""
