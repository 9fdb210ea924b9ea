"""Attention and its hand-written gradients, against plain loops and finite differences."""

import math

import numpy as np
import pytest
from sqrtdk import attention, attention_gradients, softmax

STEP = 1e-6
# Central differences with this step: the rounding of a loss of size 10 leaves 10 * 2.2e-16 / 1e-6
# = 2e-9, and the cut-off of the series less than that. An error of the gradient is far larger.
TOLERANCE = 1e-7
SHAPES = [
    ((3, 4), (5, 4), (5, 2)),
    ((1, 1), (1, 1), (1, 1)),
    ((2, 3, 4), (2, 5, 4), (2, 5, 2)),
    ((2, 3, 4), (5, 4), (5, 2)),
    ((3, 4), (2, 5, 4), (5, 2)),
    ((3, 4), (5, 4), (2, 5, 2)),
    ((2, 1, 3, 4), (1, 6, 5, 4), (6, 5, 2)),
]


def inputs(shapes, seed=0, spread=1.0):
    rng = np.random.default_rng(seed)
    q, k, v = (spread * rng.standard_normal(shape) for shape in shapes)
    return q, k, v, rng.standard_normal(attention(q, k, v)[0].shape)


def attention_by_loops(q, k, v, scale):
    """One query at a time, one score at a time; for two axes only."""
    output = np.zeros((len(q), v.shape[1]))
    weights = np.zeros((len(q), len(k)))
    for i, query in enumerate(q):
        scores = [scale * math.fsum(a * b for a, b in zip(query, key, strict=True)) for key in k]
        terms = [math.exp(score - max(scores)) for score in scores]
        for j, term in enumerate(terms):
            weights[i, j] = term / math.fsum(terms)
            output[i] += weights[i, j] * v[j]
    return output, weights


def by_differences(loss, values):
    slopes = np.zeros_like(values)
    for place in np.ndindex(values.shape):
        moved = values.copy()
        moved[place] = values[place] + STEP
        up = loss(moved)
        moved[place] = values[place] - STEP
        slopes[place] = (up - loss(moved)) / (2 * STEP)
    return slopes


def differences(q, k, v, upstream, scale):
    """Return the gradients by q, k and v that finite differences of the output give."""

    def loss(q, k, v):
        return float((attention(q, k, v, scale)[0] * upstream).sum())

    return {
        "q": by_differences(lambda x: loss(x, k, v), q),
        "k": by_differences(lambda x: loss(q, x, v), k),
        "v": by_differences(lambda x: loss(q, k, x), v),
    }


def worst_error(found, expected):
    return max(np.abs(found[name] - expected[name]).max() for name in expected)


class TestAttention:
    @pytest.mark.parametrize("scale", [None, 1.0, 0.03])
    def test_equals_a_plain_loop(self, scale):
        q, k, v, _ = inputs(SHAPES[0], spread=3.0)
        expected = attention_by_loops(q, k, v, 0.5 if scale is None else scale)
        for found, want in zip(attention(q, k, v, scale), expected, strict=True):
            np.testing.assert_allclose(found, want, rtol=1e-12, atol=1e-14)

    def test_weights_are_the_softmax_of_the_scaled_scores(self):
        q, k, v, _ = inputs(SHAPES[2])
        scores = np.einsum("bic,bjc->bij", q, k)
        _, weights = attention(q, k, v, scale=0.2)
        np.testing.assert_allclose(weights, softmax(scores, temperature=5.0), rtol=1e-12)

    def test_the_scale_is_one_over_the_root_of_d_k_unless_given(self):
        q, k, v, upstream = inputs(((3, 16), (5, 16), (5, 2)))
        for ours, theirs in zip(
            attention(q, k, v),
            attention(q, k, v, scale=0.25),
            strict=True,
        ):
            np.testing.assert_array_equal(ours, theirs)
        ours, theirs = (attention_gradients(q, k, v, upstream, c) for c in (None, 0.25))
        np.testing.assert_array_equal(ours.q, theirs.q)
        assert np.abs(ours.q - attention_gradients(q, k, v, upstream, 0.5).q).max() > 0.01

    @pytest.mark.parametrize("shapes", SHAPES)
    def test_leading_axes_are_broadcast(self, shapes):
        q, k, v, upstream = inputs(shapes)
        outer = np.broadcast_shapes(*(shape[:-2] for shape in shapes))
        full = [np.broadcast_to(x, (*outer, *x.shape[-2:])) for x in (q, k, v)]
        output, weights = attention(q, k, v)
        assert weights.shape == (
            *np.broadcast_shapes(q.shape[:-2], k.shape[:-2]), q.shape[-2], k.shape[-2],
        )  # fmt: skip
        assert output.shape == upstream.shape == (*outer, q.shape[-2], v.shape[-1])
        for place in np.ndindex(outer):
            alone = attention_by_loops(*(x[place] for x in full), 1 / math.sqrt(q.shape[-1]))[0]
            np.testing.assert_allclose(output[place], alone, rtol=1e-12, atol=1e-14)

    def test_large_scores_stay_finite(self):
        q, k, v, upstream = inputs(((3, 4), (5, 4), (5, 2)), spread=100.0)
        output, weights = attention(q, k, v, scale=1.0)
        assert np.abs(q @ k.T).max() > 1e4
        assert np.isfinite(output).all()
        assert weights.max() == 1.0
        found = attention_gradients(q, k, v, upstream, scale=1.0)
        assert all(np.isfinite(array).all() for array in vars(found).values())

    def test_the_inputs_are_left_alone(self):
        q, k, v, upstream = inputs(SHAPES[0])
        before = [x.copy() for x in (q, k, v, upstream)]
        attention_gradients(q, k, v, upstream)
        for left, right in zip((q, k, v, upstream), before, strict=True):
            np.testing.assert_array_equal(left, right)


class TestGradients:
    @pytest.mark.parametrize("scale", [None, 1.0, 0.1])
    @pytest.mark.parametrize("shapes", SHAPES)
    def test_equal_finite_differences(self, shapes, scale):
        q, k, v, upstream = inputs(shapes)
        found = attention_gradients(q, k, v, upstream, scale)
        assert [found.q.shape, found.k.shape, found.v.shape] == list(shapes)
        assert worst_error(vars(found), differences(q, k, v, upstream, scale)) < TOLERANCE

    @pytest.mark.parametrize("name", ["q", "k"])
    def test_finite_differences_reject_a_gradient_without_the_scale(self, name):
        q, k, v, upstream = inputs(SHAPES[0])
        found = dict(vars(attention_gradients(q, k, v, upstream, 0.5)))
        found[name] = found[name] / 0.5
        assert worst_error(found, differences(q, k, v, upstream, 0.5)) > 1e4 * TOLERANCE

    def test_scores_are_the_scaled_ones(self):
        q, k, v, upstream = inputs(SHAPES[0])
        found = attention_gradients(q, k, v, upstream, 0.3)
        scaled = 0.3 * q @ k.T
        expected = by_differences(lambda z: float((softmax(z) @ v * upstream).sum()), scaled)
        assert np.abs(found.scores - expected).max() < TOLERANCE
        assert np.abs(found.scores.sum(axis=-1)).max() < 1e-15 * 10

    @pytest.mark.parametrize("shapes", SHAPES)
    def test_scores_have_the_shape_of_the_weights(self, shapes):
        q, k, v, upstream = inputs(shapes)
        _, weights = attention(q, k, v)
        assert attention_gradients(q, k, v, upstream).scores.shape == weights.shape


def three_by_four(**changed):
    q, k, v, upstream = inputs(SHAPES[0])
    return {"q": q, "k": k, "v": v, "upstream": upstream} | changed


REFUSED = [
    (
        {"k": np.ones((5, 3))},
        r"q has shape \(3, 4\) and k has shape \(5, 3\); allowed is the same",
    ),
    (
        {"v": np.ones((4, 2))},
        r"k has shape \(5, 4\) and v has shape \(4, 2\); allowed is the same",
    ),
    ({"q": np.ones((2, 3, 4)), "k": np.ones((3, 5, 4))}, r"leading axes .* \(2,\), \(3,\)"),
    ({"v": np.ones((3, 5, 2)), "k": np.ones((2, 5, 4))}, r"leading axes .* \(2,\) and \(3,\)"),
    ({"q": np.ones(4)}, r"q has shape \(4,\); allowed is \(\.\.\., n_queries, d_k\)"),
    ({"k": 1.0}, r"k has shape \(\); allowed is \(\.\.\., n_keys, d_k\)"),
    ({"q": np.ones((0, 4))}, r"q has shape \(0, 4\)"),
    ({"k": np.ones((0, 4))}, r"k has shape \(0, 4\)"),
    ({"q": np.ones((3, 0))}, r"q has shape \(3, 0\)"),
    ({"v": np.ones((5, 0))}, r"v has shape \(5, 0\)"),
    ({"q": [["a"]]}, "q has entries of type"),
    ({"k": [[1.0], [1.0, 2.0]]}, "k is "),
    ({"v": np.full((5, 2), np.nan)}, "v contains nan"),
    ({"q": np.full((3, 4), np.inf)}, "q contains an infinite value"),
    ({"scale": 0.0}, "scale is 0.0; allowed is a finite number above 0"),
    ({"scale": -1.0}, "scale is -1.0"),
    ({"scale": math.inf}, "scale is inf"),
    ({"scale": "one"}, "scale is 'one'"),
    ({"q": np.full((3, 4), 1e200), "k": np.full((5, 4), 1e200)}, "beyond the range of float64"),
]


class TestRefusals:
    @pytest.mark.parametrize(("changed", "message"), REFUSED)
    def test_bad_input(self, changed, message):
        arguments = three_by_four(**changed)
        with pytest.raises(ValueError, match=message):
            attention_gradients(**arguments)
        del arguments["upstream"]
        with pytest.raises(ValueError, match=message):
            attention(**arguments)

    @pytest.mark.parametrize("shape", [(3, 1), (2,), (1, 3, 2)])
    def test_upstream_has_the_shape_of_the_output(self, shape):
        with pytest.raises(ValueError, match=r"upstream has shape .*; allowed is \(3, 2\)"):
            attention_gradients(**three_by_four(upstream=np.ones(shape)))

    def test_upstream_is_finite(self):
        with pytest.raises(ValueError, match="upstream contains an infinite value"):
            attention_gradients(**three_by_four(upstream=np.full((3, 2), np.inf)))
