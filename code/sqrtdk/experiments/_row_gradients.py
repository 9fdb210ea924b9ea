"""The gradient that reaches one query, over random rows of attention."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sqrtdk import _checks
from sqrtdk._scales import scale_or_default
from sqrtdk.components import COMPONENTS, component
from sqrtdk.estimates import Estimate
from sqrtdk.experiments import _sizes
from sqrtdk.simulate import sample_mean
from sqrtdk.weights import softmax, softmax_vjp

Floats = NDArray[np.float64]

METHODS = ("exact", "components")
"""Ways to draw the gradient at a query."""

_LARGEST = 2**20
_LARGEST_ROW = 2**24
_NUMBERS_AT_ONCE = 2**17


@dataclass(frozen=True, eq=False)
class QueryGradients:
    """Sizes of the gradients of independent rows of attention.

    Parameters
    ----------
    at_scores : numpy.ndarray of float64, shape (n_rows,)
        Length of the gradient by the scaled scores of each row.
    at_query : numpy.ndarray of float64, shape (n_rows,)
        Length of the gradient by the query of each row.

    Notes
    -----
    The summaries are those of `at_query`. The standard error of the root mean square is that of
    the mean square, divided by twice the root. That of the median is a quarter of the distance
    between the order statistics ``sqrt(n_rows)`` places to either side, which are two standard
    deviations of a binomial count away.

    Examples
    --------
    >>> import numpy as np
    >>> from sqrtdk.experiments import QueryGradients
    >>> sizes = QueryGradients(at_scores=np.ones(4), at_query=np.array([0.0, 0.0, 0.0, 2.0]))
    >>> sizes.root_mean_square.value, sizes.median.value, sizes.top_share(0.25).value
    (1.0, 0.0, 1.0)
    """

    at_scores: Floats
    at_query: Floats

    @property
    def root_mean_square(self) -> Estimate:
        """The root mean square of the sizes at the query."""
        return _sizes.root_mean_square(self.at_query)

    @property
    def mean(self) -> Estimate:
        """The mean size at the query."""
        return sample_mean(self.at_query)

    @property
    def median(self) -> Estimate:
        """The median size at the query."""
        return _sizes.median(self.at_query)

    def share_below(self, threshold: float) -> Estimate:
        """Return the share of rows whose gradient at the query is shorter than `threshold`.

        Parameters
        ----------
        threshold : float
            A length, at least 0.

        Returns
        -------
        Estimate
            The share. Its standard error is that of a binomial share with two more rows on
            either side, so that it is not 0 where all rows agree.

        Raises
        ------
        ValueError
            If `threshold` is not a finite number of at least 0.

        Examples
        --------
        >>> import numpy as np
        >>> from sqrtdk.experiments import QueryGradients
        >>> QueryGradients(np.ones(4), np.array([0.0, 0.1, 2.0, 3.0])).share_below(0.5).value
        0.5
        """
        limit = _checks.finite_number(threshold, "threshold", minimum=0.0)
        return _sizes.share(self.at_query < limit)

    def top_share(self, fraction: float = 0.1) -> Estimate:
        """Return the share of the sum of squares that the rows with the longest gradients carry.

        Parameters
        ----------
        fraction : float, optional
            Which part of the rows, between 0 and 1.

        Returns
        -------
        Estimate
            The share, `fraction` if all gradients are equally long. Its standard error is that
            of the linear approximation of the share, the threshold included.

        Raises
        ------
        ValueError
            If `fraction` is not between 0 and 1, or all sizes are 0.

        Examples
        --------
        >>> import numpy as np
        >>> from sqrtdk.experiments import QueryGradients
        >>> QueryGradients(np.ones(4), np.array([1.0, 1.0, 1.0, 3.0])).top_share(0.25).value
        0.75
        """
        return _sizes.top_share(self.at_query, fraction)


def query_gradients(
    d_k: int,
    n_keys: int,
    rng: np.random.Generator,
    scale: float | None = None,
    n_rows: int = 20_000,
    components: str = "normal",
    method: str = "exact",
) -> QueryGradients:
    """Draw rows of attention and measure the gradients at their scores and at their queries.

    Parameters
    ----------
    d_k : int
        Number of components of a query and of a key, at most 1,048,576.
    n_keys : int
        Keys in a row, at most 1,048,576.
    rng : numpy.random.Generator
        The source of randomness. Calls that differ in `scale` alone, from generators in the same
        state, see the same rows.
    scale : float, optional
        What the scores are multiplied with, above 0; ``1 / sqrt(d_k)`` if omitted.
    n_rows : int, optional
        Number of rows, at least 2.
    components : {"normal", "uniform", "coin"}, optional
        The law of the components of queries and keys.
    method : {"exact", "components"}, optional
        "exact" draws no keys, in a time that does not depend on `d_k`; it is for normal
        components only. "components" draws every key; there a row has at most 16,777,216
        numbers, ``n_keys * d_k``.

    Returns
    -------
    QueryGradients
        The two lengths for each row. Beyond them, a few megabytes are used by "exact", and by
        "components" as much as one row needs.

    Raises
    ------
    ValueError
        If an integer is out of its range, `scale` is not a finite number above 0, `rng` is not a
        Generator, `components` or `method` is none of the above, or "exact" is asked of other
        than normal components.

    Notes
    -----
    The gradient g at the weights has independent standard normal entries. With the scores
    ``s = K q``, the scale c and the Jacobian J of the softmax at ``c * s``, the gradient by the
    scaled scores is ``u = J g`` and the gradient by the query is ``c * K^T u``.

    For normal keys the part of K across q is independent of the scores. So the squared length of
    ``K^T u`` is ``(u . s)**2 / |q|**2`` plus ``|u|**2`` times a chi-square variable with
    ``d_k - 1`` degrees of freedom, and given q the scores are ``|q|`` times standard normal
    numbers. That is what "exact" draws.

    Examples
    --------
    >>> import numpy as np
    >>> from sqrtdk.experiments import query_gradients
    >>> raw = query_gradients(64, 8, np.random.default_rng(0), scale=1.0)
    >>> scaled = query_gradients(64, 8, np.random.default_rng(0))
    >>> raw.root_mean_square.value > 4 * scaled.root_mean_square.value
    True
    >>> raw.median.value < scaled.median.value
    True
    """
    d_k = _checks.whole_number(d_k, "d_k", maximum=_LARGEST)
    n_keys = _checks.whole_number(n_keys, "n_keys", maximum=_LARGEST)
    rng = _checks.generator(rng)
    factor = scale_or_default(scale, d_k)
    n_rows = _checks.whole_number(n_rows, "n_rows", minimum=2)
    components = _checks.one_of(components, "components", COMPONENTS)
    if _checks.one_of(method, "method", METHODS) == "exact":
        if components != "normal":
            raise ValueError(
                f"method is 'exact' with components {components!r}; allowed are 'components', or "
                "'exact' with 'normal'"
            )
        parts = [_exact_block(d_k, n_keys, count, factor, rng) for count in blocks(n_rows, n_keys)]
    else:
        parts = [
            _component_block((count, n_keys, d_k), components, factor, rng)
            for count in blocks(n_rows, row_size(d_k, n_keys))
        ]
    return QueryGradients(*map(np.concatenate, zip(*parts, strict=True)))


def blocks(n_rows: int, row_size: int) -> Iterator[int]:
    """Yield how many rows to draw at a time, so that the memory does not grow with `n_rows`."""
    block = max(1, _NUMBERS_AT_ONCE // row_size)
    yield from (min(block, n_rows - start) for start in range(0, n_rows, block))


def row_size(d_k: int, n_keys: int) -> int:
    """Return how many numbers the keys of a row have, if that is few enough to draw them."""
    if d_k * n_keys > _LARGEST_ROW:
        raise ValueError(
            f"the keys of a row have {d_k * n_keys} components; allowed are at most "
            f"{_LARGEST_ROW} where every component is drawn"
        )
    return d_k * n_keys


def draw_products(
    d_k: int, n_keys: int, n_rows: int, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """Return the lengths of normal queries, and scores over these lengths.

    The lengths have shape (n_rows, 1), the scores over them (n_rows, n_keys).
    """
    lengths = np.sqrt(rng.chisquare(d_k, (n_rows, 1)))
    return lengths, rng.standard_normal((n_rows, n_keys))


def _exact_block(
    d_k: int, n_keys: int, n_rows: int, scale: float, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    lengths, products = draw_products(d_k, n_keys, n_rows, rng)
    upstream = rng.standard_normal((n_rows, n_keys))
    across = rng.chisquare(d_k - 1, n_rows) if d_k > 1 else np.zeros(n_rows)
    at_scores = softmax_vjp(softmax(scale * lengths * products), upstream)
    squares = (at_scores**2).sum(axis=1)
    # The entries of at_scores sum to 0. With the largest product taken off, the key that has
    # nearly all the weight drops out, and no digits cancel.
    offsets = products - products.max(axis=1, keepdims=True)
    along = (at_scores * offsets).sum(axis=1)
    return np.sqrt(squares), scale * np.sqrt(along**2 + squares * across)


def draw_components(
    shape: tuple[int, int, int], components: str, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """Return queries of shape (n_rows, d_k) and keys of `shape`, (n_rows, n_keys, d_k)."""
    law = component(components)
    return law.sample((shape[0], shape[2]), rng), law.sample(shape, rng)


def _component_block(
    shape: tuple[int, int, int], components: str, scale: float, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    queries, keys = draw_components(shape, components, rng)
    upstream = rng.standard_normal(shape[:2])
    scores = np.einsum("rjc,rc->rj", keys, queries)
    at_scores = softmax_vjp(softmax(scale * scores), upstream)
    at_query = scale * np.einsum("rjc,rj->rc", keys, at_scores)
    return np.linalg.norm(at_scores, axis=1), np.linalg.norm(at_query, axis=1)
