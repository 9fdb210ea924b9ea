"""Training a layer to find a token: a query and a key matrix that all rows share.

The tokens of a row have independent standard normal features. One of them, the target, is also
the query token, and the layer is to copy it: its output is a weighted sum of the tokens. The
matrices ``W_Q`` and ``W_K`` start independent of each other and are trained by plain gradient
descent, on fresh tokens at every step.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sqrtdk import _checks
from sqrtdk._scales import scale_or_default
from sqrtdk.experiments._descent import gradient_by_scores, weights_of_keys

Floats = NDArray[np.float64]

N_FEATURES = 32
"""Features of a token."""

N_KEYS = 32
"""Tokens of a row; one of them is the target."""

BATCH_SIZE = 32
"""Rows of a batch."""

_ENOUGH = 0.95


@dataclass(frozen=True, eq=False)
class RetrievalRun:
    """What a training run shows, step by step.

    Parameters
    ----------
    losses : numpy.ndarray of float64, shape (..., n_steps + 1)
        Half the squared error of the output, summed over its features, mean over a batch. Entry
        ``t`` is measured on the batch after ``t`` steps, before that batch is learnt from.
        NaN from the step on where the numbers of a run overflowed.
    accuracies : numpy.ndarray of float64, shape (..., n_steps + 1)
        The share of rows of that batch whose largest weight is at the target.

    Examples
    --------
    >>> import numpy as np
    >>> from sqrtdk.experiments.retrieval import RetrievalRun
    >>> RetrievalRun(np.array([9.0, 1.0]), np.array([0.0, 1.0])).steps_to_accuracy()
    array(1.)
    """

    losses: Floats
    accuracies: Floats

    def steps_to_accuracy(self, accuracy: float = _ENOUGH) -> Floats:
        """Return the first step that reaches `accuracy` for good; infinity if none does.

        Parameters
        ----------
        accuracy : float, optional
            The share of rows that is enough.

        Returns
        -------
        numpy.ndarray of float64, shape of `losses` without its last axis
            The first step whose batch has that share right, and all batches from there to the
            end have it right on average.

        Raises
        ------
        ValueError
            If `accuracy` is not a finite number.

        Notes
        -----
        At a learning rate that is too large, a run can find every target after one step and
        lose them all at the next. Without the average it would count as the fastest.

        Examples
        --------
        >>> import numpy as np
        >>> from sqrtdk.experiments.retrieval import RetrievalRun
        >>> run = RetrievalRun(np.array([9.0, 1.0, 9.0]), np.array([0.0, 1.0, 0.5]))
        >>> float(run.steps_to_accuracy(0.75)), float(run.steps_to_accuracy(0.8))
        (1.0, inf)
        """
        enough = _checks.finite_number(accuracy, "accuracy")
        left = np.arange(self.accuracies.shape[-1], 0, -1)
        from_here = np.flip(np.cumsum(np.flip(self.accuracies, -1), axis=-1), -1) / left
        reached = (self.accuracies >= enough) & (from_here >= enough)
        return np.asarray(np.where(reached.any(axis=-1), reached.argmax(axis=-1), np.inf))


@dataclass(frozen=True, eq=False)
class RetrievalGradients:
    """Loss, accuracy and gradients on one batch.

    Parameters
    ----------
    losses, accuracies : numpy.ndarray of float64, shape (n_runs,)
        Half the squared error and the share of rows whose largest weight is at the target.
    w_q, w_k : numpy.ndarray of float64, shape (n_runs, n_features, d_k)
        Derivatives of the loss by the entries of ``W_Q`` and ``W_K``.
    """

    losses: Floats
    accuracies: Floats
    w_q: Floats
    w_k: Floats


def retrieval_gradients(
    w_q: Floats, w_k: Floats, tokens: Floats, targets: NDArray[np.intp], scale: float
) -> RetrievalGradients:
    """Return the loss of several pairs of matrices on one batch, with its gradients.

    Parameters
    ----------
    w_q, w_k : numpy.ndarray of float64, shape (n_runs, n_features, d_k)
        The matrices of queries and of keys, one pair for each run.
    tokens : numpy.ndarray of float64, shape (batch_size, n_keys, n_features)
        The tokens of each row.
    targets : numpy.ndarray of int, shape (batch_size,)
        The place of the target in each row.
    scale : float
        What the scores are multiplied with.

    Returns
    -------
    RetrievalGradients
        One loss, one accuracy and one pair of gradients for each run.

    Notes
    -----
    The score of a token x is ``scale * x . (W_K q)``, so that each row needs one product of a
    matrix and the query instead of one key for each token.

    Examples
    --------
    >>> import numpy as np
    >>> from sqrtdk.experiments.retrieval import retrieval_gradients
    >>> tokens = np.array([[[1.0], [-1.0]]])
    >>> found = retrieval_gradients(np.ones((1, 1, 1)), np.zeros((1, 1, 1)), tokens, [0], 1.0)
    >>> found.losses, found.w_k.ravel()
    (array([0.5]), array([-1.]))
    """
    n_rows = len(tokens)
    wanted = tokens[np.arange(n_rows), targets]
    queries = wanted @ w_q
    directions = np.moveaxis(queries @ w_k.swapaxes(-1, -2), 0, -1)
    scores = scale * (tokens @ directions)
    weights = weights_of_keys(scores)
    features = tokens.swapaxes(1, 2)
    errors = features @ weights - wanted[:, :, np.newaxis]
    by_score = gradient_by_scores(weights, tokens @ errors)
    by_direction = np.moveaxis(features @ by_score, -1, 0) * (scale / n_rows)
    found = scores.argmax(axis=1) == np.asarray(targets)[:, np.newaxis]
    return RetrievalGradients(
        losses=(errors**2).sum(axis=1).mean(axis=0) / 2.0,
        accuracies=found.mean(axis=0),
        w_q=wanted.T @ (by_direction @ w_k),
        w_k=by_direction.swapaxes(-1, -2) @ queries,
    )


def train_retrieval(
    d_k: int,
    rng: np.random.Generator,
    scale: float | None = None,
    learning_rate: ArrayLike = 0.5,
    n_steps: int = 128,
) -> RetrievalRun:
    """Train a query and a key matrix to find the target, and record every step.

    Parameters
    ----------
    d_k : int
        Number of components of a query and of a key.
    rng : numpy.random.Generator
        The source of randomness. Runs that differ in scale or learning rate alone, from
        generators in the same state, start from the same matrices and see the same tokens.
    scale : float, optional
        What the scores are multiplied with; ``1 / sqrt(d_k)`` if omitted.
    learning_rate : float or array_like of float, shape (n_rates,), optional
        What the gradient is multiplied with in a step. For several, one run each.
    n_steps : int, optional
        Number of steps.

    Returns
    -------
    RetrievalRun
        Losses and accuracies before each step and after the last one; with a leading axis of
        length n_rates if `learning_rate` is an array.

    Raises
    ------
    ValueError
        If `d_k` or `n_steps` is not positive, `scale` or a learning rate is not a finite number
        above 0, or `rng` is not a generator.

    Notes
    -----
    The entries of both matrices start as N(0, 1 / n_features), so that the components of the
    first queries and keys have variance 1 on average over the tokens.

    Examples
    --------
    >>> import numpy as np
    >>> from sqrtdk.experiments.retrieval import train_retrieval
    >>> run = train_retrieval(64, np.random.default_rng(0), n_steps=16)
    >>> run.losses.shape, bool(run.losses[-1] < run.losses[0] / 10)
    ((17,), True)
    """
    d_k = _checks.whole_number(d_k, "d_k")
    rng = _checks.generator(rng)
    factor = scale_or_default(scale, d_k)
    rates = _rates(learning_rate)
    n_steps = _checks.whole_number(n_steps, "n_steps")
    shape = (N_FEATURES, d_k)
    deviation = N_FEATURES**-0.5
    w_q, w_k = (np.tile(deviation * rng.standard_normal(shape), (rates.size, 1, 1)) for _ in "qk")
    steps = rates.reshape(-1, 1, 1)
    losses, accuracies = np.empty((2, rates.size, n_steps + 1))
    with np.errstate(over="ignore", invalid="ignore"):
        for step in range(n_steps + 1):
            tokens = rng.standard_normal((BATCH_SIZE, N_KEYS, N_FEATURES))
            targets = rng.integers(N_KEYS, size=BATCH_SIZE)
            found = retrieval_gradients(w_q, w_k, tokens, targets, factor)
            losses[:, step], accuracies[:, step] = found.losses, found.accuracies
            w_q -= steps * found.w_q
            w_k -= steps * found.w_k
    accuracies[np.isnan(losses)] = 0.0
    if np.ndim(learning_rate) == 0:
        return RetrievalRun(losses[0], accuracies[0])
    return RetrievalRun(losses, accuracies)


def _rates(learning_rate: ArrayLike) -> Floats:
    rates = _checks.finite_vector(np.atleast_1d(np.asarray(learning_rate)), "learning_rate")
    if rates.min() <= 0:
        raise ValueError(f"learning_rate contains {rates.min()}; allowed are numbers above 0")
    return rates
