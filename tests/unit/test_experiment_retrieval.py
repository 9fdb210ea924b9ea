"""Training of the retrieval layer: its backward, its steps, and what they achieve."""

import math

import numpy as np
import pytest
from sqrtdk._scales import SCALES, named_scale
from sqrtdk.experiments import RetrievalRun, retrieval, train_retrieval
from sqrtdk.experiments.race import N_SEEDS, training_race
from sqrtdk.experiments.retrieval import retrieval_gradients
from sqrtdk.layers import attention, attention_gradients

D_K, FEATURES, KEYS, ROWS = 3, 4, 5, 6
STEP = 1e-5


def small_batch(seed=0, runs=2):
    rng = np.random.default_rng(seed)
    w_q, w_k = rng.standard_normal((2, runs, FEATURES, D_K))
    return w_q, w_k, rng.standard_normal((ROWS, KEYS, FEATURES)), rng.integers(KEYS, size=ROWS)


def plain_loss(w_q, w_k, tokens, targets, scale):
    """The loss of one run, row by row, with keys and values written out."""
    total = 0.0
    for row, target in zip(tokens, targets, strict=True):
        query, keys = row[target] @ w_q, [token @ w_k for token in row]
        terms = [math.exp(scale * float(key @ query)) for key in keys]
        output = sum(term * token for term, token in zip(terms, row, strict=True)) / sum(terms)
        total += 0.5 * float(((output - row[target]) ** 2).sum())
    return total / len(tokens)


def through_the_layer(w_q, w_k, tokens, targets, scale):
    """Gradients of one run from the layer of the package and the chain rule."""
    wanted = tokens[np.arange(len(tokens)), targets][:, np.newaxis]
    q, k = wanted @ w_q, tokens @ w_k
    output, _ = attention(q, k, tokens, scale)
    found = attention_gradients(q, k, tokens, (output - wanted) / len(tokens), scale)
    return np.einsum("rif,rid->fd", wanted, found.q), np.einsum("rjf,rjd->fd", tokens, found.k)


def differences(w_q, w_k, tokens, targets, scale):
    """Central differences of the loss of one run, entry by entry."""
    found = []
    for matrix in (w_q, w_k):
        slopes = np.empty_like(matrix)
        for place in np.ndindex(matrix.shape):
            before, ends = matrix[place], []
            for sign in (1, -1):
                matrix[place] = before + sign * STEP
                ends.append(plain_loss(w_q, w_k, tokens, targets, scale))
            matrix[place] = before
            slopes[place] = (ends[0] - ends[1]) / (2 * STEP)
        found.append(slopes)
    return found


@pytest.mark.parametrize("scale", [1.0, D_K**-0.5, 1.0 / D_K])
def test_backward_against_finite_differences(scale):
    w_q, w_k, *batch = small_batch()
    found = retrieval_gradients(w_q, w_k, *batch, scale)
    for run in range(len(w_q)):
        assert found.losses[run] == pytest.approx(
            plain_loss(w_q[run], w_k[run], *batch, scale), rel=1e-12
        )
        by_query, by_key = differences(w_q[run].copy(), w_k[run].copy(), *batch, scale)
        # Truncation is of order STEP**2, rounding of order 1e-15 / STEP.
        for gradient, slopes in ((found.w_q[run], by_query), (found.w_k[run], by_key)):
            assert gradient == pytest.approx(slopes, rel=1e-7, abs=1e-8)
            without_scale = gradient / scale
            assert scale == 1 or np.abs(without_scale - slopes).max() > 0.1


@pytest.mark.parametrize("name", SCALES)
def test_backward_against_the_layer_at_full_size(name):
    d_k, rng = 64, np.random.default_rng(1)
    scale, width = named_scale(name, d_k), retrieval.N_FEATURES
    w_q, w_k = rng.standard_normal((2, 1, width, d_k)) / math.sqrt(width)
    tokens = rng.standard_normal((retrieval.BATCH_SIZE, retrieval.N_KEYS, width))
    targets = rng.integers(retrieval.N_KEYS, size=retrieval.BATCH_SIZE)
    found = retrieval_gradients(w_q, w_k, tokens, targets, scale)
    for ours, theirs in zip(
        (found.w_q[0], found.w_k[0]),
        through_the_layer(w_q[0], w_k[0], tokens, targets, scale),
        strict=True,
    ):
        assert np.abs(ours - theirs).max() <= 1e-12 * np.abs(theirs).max()


def test_accuracy_counts_largest_weights_at_the_target():
    w_q, _, tokens, targets = small_batch(runs=1)
    for sign, accuracy in ((1.0, 1.0), (-1.0, 0.0)):
        tokens[:] = -1.0
        tokens[np.arange(ROWS), targets] = 1.0
        ones = np.ones_like(w_q)
        found = retrieval_gradients(ones, sign * ones, tokens, targets, 1.0)
        assert found.accuracies.tolist() == [accuracy]


def test_a_run_is_plain_gradient_descent():
    rng, d_k, rate, scale = np.random.default_rng(8), 16, 0.25, 0.25
    width = retrieval.N_FEATURES
    w_q, w_k = (rng.standard_normal((width, d_k)) / math.sqrt(width) for _ in "qk")
    losses = []
    for _ in range(4):
        tokens = rng.standard_normal((retrieval.BATCH_SIZE, retrieval.N_KEYS, width))
        targets = rng.integers(retrieval.N_KEYS, size=retrieval.BATCH_SIZE)
        losses.append(plain_loss(w_q, w_k, tokens, targets, scale))
        gradients = through_the_layer(w_q, w_k, tokens, targets, scale)
        w_q, w_k = w_q - rate * gradients[0], w_k - rate * gradients[1]
    run = train_retrieval(d_k, np.random.default_rng(8), scale, rate, n_steps=3)
    assert run.losses == pytest.approx(losses, rel=1e-12)


def test_rates_do_not_meet():
    several = train_retrieval(16, np.random.default_rng(2), None, [0.125, 1e300, 0.5], 6)
    assert several.losses.shape == several.accuracies.shape == (3, 7)
    for place, rate in ((0, 0.125), (2, 0.5)):
        alone = train_retrieval(16, np.random.default_rng(2), None, rate, 6)
        assert several.losses[place] == pytest.approx(alone.losses, rel=1e-9)
    assert np.isnan(several.losses[1, -1])
    assert several.accuracies[1, -1] == 0.0


@pytest.mark.parametrize("d_k", [64, 256])
def test_raw_scores_need_four_times_the_steps_or_more(d_k):
    """At the best of a few learning rates for each scale; all of them learn the task."""
    rates = {"1": [2.0**-6, 2.0**-5], "1/sqrt(d_k)": [0.25, 0.5, 1.0], "1/d_k": [4.0, 8.0, 32.0]}
    best = {}
    for name in SCALES:
        runs = [
            train_retrieval(d_k, np.random.default_rng(seed), named_scale(name, d_k), rates[name])
            for seed in range(6)
        ]
        best[name] = np.median([run.steps_to_accuracy() for run in runs], axis=0).min()
    assert 13 <= best["1"] <= 31
    assert 2 <= best["1/sqrt(d_k)"] <= 5
    assert best["1"] >= 4 * best["1/sqrt(d_k)"]
    assert best["1"] >= 4 * best["1/d_k"]


def test_too_large_a_rate_fails_at_every_scale():
    for name, rate in (("1", 1.0), ("1/sqrt(d_k)", 16.0), ("1/d_k", 128.0)):
        run = train_retrieval(64, np.random.default_rng(0), named_scale(name, 64), rate)
        assert run.accuracies[-32:].mean() < 0.1


def test_steps_to_accuracy_must_last():
    accuracies = np.array([[0.0, 1.0, 0.9], [0.0, 1.0, 0.1], [0.2, 0.3, 1.0], [1.0, 1.0, 1.0]])
    run = RetrievalRun(np.zeros_like(accuracies), accuracies)
    assert run.steps_to_accuracy().tolist() == [1.0, math.inf, 2.0, 0.0]
    assert run.steps_to_accuracy(0.5).tolist() == [1.0, 1.0, 2.0, 0.0]
    with pytest.raises(ValueError, match="accuracy is nan"):
        run.steps_to_accuracy(math.nan)


def test_runs_depend_on_the_generator_alone():
    twice = [train_retrieval(4, np.random.default_rng(3), n_steps=3).losses for _ in range(2)]
    assert (twice[0] == twice[1]).all()
    assert (train_retrieval(4, np.random.default_rng(4), n_steps=3).losses != twice[0]).all()
    default = train_retrieval(4, np.random.default_rng(3), 0.5, 0.5, 3).losses
    assert (default == twice[0]).all()


def test_without_scores_the_output_is_the_mean_token():
    """Its squared error is that of a mean of tokens, one of which is the target."""
    width, keys = retrieval.N_FEATURES, retrieval.N_KEYS
    seeds, tiny = range(60), 1e-12
    starts = [train_retrieval(1, np.random.default_rng(s), tiny, n_steps=1) for s in seeds]
    losses = np.array([run.losses[0] for run in starts])
    error = losses.std(ddof=1) / math.sqrt(len(losses))
    assert abs(losses.mean() - 0.5 * width * (1 - 1 / keys)) <= 4 * error


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("d_k", 0, "d_k is 0"),
        ("rng", None, "rng is None"),
        ("scale", -1.0, "scale is -1.0"),
        ("learning_rate", 0.0, "learning_rate contains 0.0"),
        ("learning_rate", [0.1, math.inf], "learning_rate contains an infinite"),
        ("learning_rate", [[0.1]], "learning_rate has shape"),
        ("n_steps", 0, "n_steps is 0"),
    ],
)
def test_bad_arguments_are_named(name, value, message):
    arguments = {"d_k": 4, "rng": np.random.default_rng(0)} | {name: value}
    with pytest.raises(ValueError, match=f"{message}.*allowed"):
        train_retrieval(**arguments)


def test_the_table_needs_a_generator():
    assert N_SEEDS > 2
    with pytest.raises(ValueError, match="rng is 7"):
        training_race(7, lambda: None)
