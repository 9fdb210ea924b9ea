"""Gradients at queries, keys and W_Q: exact draws against full ones, formulas against draws."""

import math
import tracemalloc

import numpy as np
import pytest
from scipy import integrate, special, stats
from sqrtdk import Estimate, attention, attention_gradients, softmax_jacobian
from sqrtdk.experiments import (
    KeyGradients,
    LayerGradients,
    QueryGradients,
    _layer_gradients,
    _sizes,
    expected_query_gradient,
    gradients,
    key_gradients,
    layer_gradient_law,
    layer_gradients,
    query_gradients,
    two_key_query_gradient,
)

SUMMARIES = ["root_mean_square", "mean", "median"]
SIZES = [(64, 8), (4, 64), (1, 3), (2, 2), (3, 1)]


def rng(seed=0):
    return np.random.default_rng(seed)


def agree(one, other):
    """Whether two estimates lie within four standard errors of their difference."""
    error = math.hypot(one.standard_error, other.standard_error)
    return abs(one.value - other.value) <= 4 * error


def rows_through_the_layer(d_k, n_keys, scale, n_rows, generator):
    """Gradients at a query with values that are one-hot, so that the output is the weights."""
    q = generator.standard_normal((n_rows, 1, d_k))
    k = generator.standard_normal((n_rows, n_keys, d_k))
    g = generator.standard_normal((n_rows, 1, n_keys))
    found = attention_gradients(q, k, np.eye(n_keys), g, scale)
    return QueryGradients(
        np.linalg.norm(found.scores, axis=(1, 2)), np.linalg.norm(found.q, axis=(1, 2))
    )


class TestQueryGradients:
    @pytest.mark.parametrize("scale", [1.0, None])
    @pytest.mark.parametrize(("d_k", "n_keys"), SIZES)
    def test_exact_draws_agree_with_full_ones(self, d_k, n_keys, scale):
        exact = query_gradients(d_k, n_keys, rng(1), scale)
        full = query_gradients(d_k, n_keys, rng(2), scale, 10_000, method="components")
        for name in SUMMARIES:
            assert agree(getattr(exact, name), getattr(full, name))
        at_scores = [_sizes.root_mean_square(found.at_scores) for found in (exact, full)]
        assert agree(*at_scores)
        limit = full.median.value / 10
        assert agree(exact.share_below(limit), full.share_below(limit))
        if n_keys > 1:
            assert agree(exact.top_share(), full.top_share())

    @pytest.mark.parametrize("scale", [1.0, None, 0.01])
    def test_full_draws_are_those_of_the_layer(self, scale):
        found = query_gradients(5, 4, rng(), scale, n_rows=50, method="components")
        generator = rng()
        q, k, g = (generator.standard_normal(shape) for shape in [(50, 5), (50, 4, 5), (50, 4)])
        for i in range(50):
            row = attention_gradients(q[i : i + 1], k[i], np.eye(4), g[i : i + 1], scale)
            assert found.at_query[i] == pytest.approx(np.linalg.norm(row.q), rel=1e-9)
            assert found.at_scores[i] == pytest.approx(np.linalg.norm(row.scores), rel=1e-9)

    def test_a_dropped_scale_is_rejected(self):
        right = query_gradients(16, 8, rng(1))
        layer = rows_through_the_layer(16, 8, 0.25, 10_000, rng(2))
        wrong = QueryGradients(right.at_scores, right.at_query / 0.25)
        for name in SUMMARIES:
            assert agree(getattr(right, name), getattr(layer, name))
            assert not agree(getattr(wrong, name), getattr(layer, name))

    def test_one_key_has_no_gradient(self):
        found = query_gradients(8, 1, rng(), n_rows=10)
        assert not found.at_query.any()
        assert not found.at_scores.any()
        assert found.root_mean_square == Estimate(0.0, 0.0, 10)

    def test_saturated_rows_keep_their_digits(self):
        raw = query_gradients(1024, 2, rng(), scale=1.0)
        assert 0 < raw.at_query.min() < 1e-30

    def test_scales_see_the_same_rows(self):
        small, smaller = (query_gradients(4, 3, rng(), c, 100) for c in (1e-6, 1e-7))
        np.testing.assert_allclose(small.at_query, 10 * smaller.at_query, rtol=1e-4)

    @pytest.mark.parametrize("method", gradients.METHODS)
    def test_the_generator_decides(self, method):
        one, other, third = (
            query_gradients(4, 3, rng(seed), n_rows=100, method=method) for seed in (7, 7, 8)
        )
        np.testing.assert_array_equal(one.at_query, other.at_query)
        assert not np.array_equal(one.at_query, third.at_query)

    def test_memory_is_bounded(self):
        tracemalloc.start()
        query_gradients(64, 4096, rng(), n_rows=1_000)  # 31 MiB for one array of all rows
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 24 * 2**20

    @pytest.mark.parametrize(
        ("d_k", "scale", "share"), [(64, 1.0, 0.606), (256, 1.0, 0.795), (64, None, 0.264)]
    )
    def test_few_rows_carry_most_of_a_raw_gradient(self, d_k, scale, share):
        found = query_gradients(d_k, 64, rng(3), scale).top_share()
        assert abs(found.value - share) <= 4 * found.standard_error + 0.0005


class TestKeyGradients:
    @pytest.mark.parametrize(
        ("n_keys", "scale", "size", "log10_weight"),
        [
            (8, 1.0, (1.25e-5, 5e-7), -4.66),
            (64, 1.0, (5.05e-9, 1e-10), -8.14),
            (512, 1.0, (1.65e-11, 5e-13), -10.63),
            (8, None, (0.0515, 5e-4), -1.05),
            (64, None, (5.85e-3, 5e-5), -2.01),
            (512, None, (7.13e-4, 3e-6), -2.92),
        ],
    )
    def test_medians_over_keys(self, n_keys, scale, size, log10_weight):
        found = key_gradients(64, n_keys, rng(4), scale, n_rows=4_000)
        stated, rounding = size
        error = 4 * found.median_size.standard_error + rounding
        assert abs(found.median_size.value - stated) <= error
        error = 4 * found.median_log10_weight.standard_error + 0.005
        assert abs(found.median_log10_weight.value - log10_weight) <= error

    def test_sizes_are_those_of_the_rows(self):
        keys = key_gradients(16, 8, rng(5), n_rows=5_000)
        rows = query_gradients(16, 8, rng(6))
        lengths = np.sqrt((keys.sizes**2).sum(axis=1))
        assert agree(_sizes.root_mean_square(lengths), _sizes.root_mean_square(rows.at_scores))
        np.testing.assert_allclose((10**keys.log10_weights).sum(axis=1), 1.0, rtol=1e-12)

    def test_the_error_counts_rows_not_keys(self):
        values = np.repeat(rng().standard_normal((400, 1)), 50, axis=1)
        found = KeyGradients(values, values).median_size
        plain = _sizes.median(values[:, 0])
        # Both read quantiles of the same numbers, between which they interpolate differently.
        assert found.standard_error == pytest.approx(plain.standard_error, rel=0.1)


def mean_square_written_out(q, k, scale):
    """The mean square of the gradient at given queries: that of K^T J g, averaged over g."""
    n_rows, n_keys, d_k = k.shape
    _, weights = attention(q, k, np.eye(n_keys), scale)
    pulled = k.swapaxes(1, 2) @ softmax_jacobian(weights[:, 0])
    squares = (pulled**2).sum(axis=(1, 2)) * (1 / d_k if scale is None else scale**2)
    return Estimate(squares.mean(), squares.std(ddof=1) / n_rows**0.5, n_rows)


class TestExpectation:
    @pytest.mark.parametrize("scale", [1.0, None])
    @pytest.mark.parametrize(("d_k", "n_keys"), SIZES)
    def test_formula_agrees_with_keys_and_jacobians_written_out(self, d_k, n_keys, scale):
        generator = rng(9)
        q = generator.standard_normal((4_000, 1, d_k))
        k = generator.standard_normal((4_000, n_keys, d_k))
        formula = expected_query_gradient(d_k, n_keys, rng(10), scale)
        assert agree(formula, mean_square_written_out(q, k, scale))

    @pytest.mark.parametrize("scale", [1.0, None, 1 / 64])
    @pytest.mark.parametrize("n_keys", [2, 64])
    def test_formula_agrees_with_drawn_gradients(self, n_keys, scale):
        formula = expected_query_gradient(64, n_keys, rng(11), scale)
        root = math.sqrt(formula.value)
        expected = Estimate(root, formula.standard_error / (2 * root), formula.n_draws)
        drawn = query_gradients(64, n_keys, rng(12), scale).root_mean_square
        assert agree(drawn, expected)

    @pytest.mark.parametrize(
        ("size", "scale", "n_rows", "per_cent"),
        [(64, 1.0, 4_000, 5), (64, None, 4_000, 4.5), (8, 1.0, 8_000, 9), (8, None, 8_000, 9)],
    )
    def test_formula_is_too_large_for_coins(self, size, scale, n_rows, per_cent):
        generator = rng(13)
        q, k = (generator.choice([-1.0, 1.0], (n_rows, n, size)) for n in (1, size))
        right = mean_square_written_out(q, k, scale)
        formula = expected_query_gradient(size, size, rng(14), scale, n_rows, components="coin")
        excess = formula.value / right.value
        parts = [estimate.standard_error / estimate.value for estimate in (formula, right)]
        error = excess * math.hypot(*parts)
        assert abs(excess - 1 - per_cent / 100) <= 4 * error + 0.005
        if scale is None:
            assert excess - 1 > 4 * error

    @pytest.mark.parametrize(("d_k", "scale"), [(1, 1.0), (2, 0.7), (64, 1.0), (1024, 8.0)])
    def test_two_keys_by_another_integral(self, d_k, scale):
        def given(length):
            slope = scale * math.sqrt(2) * length

            def integrand(x):
                sigmoids = special.expit(slope * x) * special.expit(-slope * x)
                return math.exp(-x * x / 2) * sigmoids**2 * (d_k - 1 + x * x)

            end = min(12.0, 40 / slope) if slope else 12.0
            return integrate.quad(integrand, 0, end, epsrel=1e-8)[0] * math.sqrt(2 / math.pi)

        middle = math.sqrt(d_k)
        low, high = max(0, middle - 8), middle + 8
        expected = integrate.quad(
            lambda r: stats.chi.pdf(r, d_k) * given(r), low, high, points=[middle], epsrel=1e-7
        )[0]
        found = two_key_query_gradient(d_k, scale)
        assert found == pytest.approx(4 * scale**2 * expected, rel=1e-6)

    @pytest.mark.parametrize("scale", [1.0, None])
    @pytest.mark.parametrize("d_k", [1, 4, 256])
    def test_two_keys_agree_with_the_average(self, d_k, scale):
        average = expected_query_gradient(d_k, 2, rng(15), scale)
        assert abs(average.z_score(two_key_query_gradient(d_k, scale))) < 4


def size_in_full_width(x, matrices, upstream, scale):
    """Size of the gradient at W_Q with whole matrices, row by row, and the Jacobian built."""
    w_q, w_k, w_v = matrices
    total = np.zeros_like(w_q)
    for token, direction in zip(x, upstream, strict=True):
        scores = scale * (x @ w_k) @ (token @ w_q)
        terms = np.exp(scores - scores.max())
        by_score = softmax_jacobian(terms / terms.sum()) @ (x @ w_v @ direction)
        total += scale * np.outer(token, by_score @ (x @ w_k))
    return np.linalg.norm(total)


def tokens_and_upstream(n_tokens, width, d_k, generator):
    x = generator.standard_normal((n_tokens, width))
    upstream = generator.standard_normal((n_tokens, d_k))
    return (
        np.array([(token - token.mean()) / token.std() for token in x]),
        np.array([direction / np.linalg.norm(direction) for direction in upstream]),
    )


def layers_in_full_width(d_k, n_tokens, scale, width, n_draws, generator):
    sizes = []
    for _ in range(n_draws):
        x, upstream = tokens_and_upstream(n_tokens, width, d_k, generator)
        matrices = generator.standard_normal((3, width, d_k)) / math.sqrt(width)
        sizes.append(size_in_full_width(x, matrices, upstream, scale))
    return LayerGradients(np.array(sizes))


class TestLayerGradients:
    @pytest.mark.parametrize("scale", [1.0, 0.5])
    @pytest.mark.parametrize("n_tokens", [3, 12])
    def test_agree_with_matrices_in_full_width(self, n_tokens, scale):
        found = layer_gradients(4, n_tokens, rng(20), scale, width=16, n_draws=2_000)
        full = layers_in_full_width(4, n_tokens, scale, 16, 300, rng(21))
        wrong = LayerGradients(found.sizes / 0.5)
        for name in SUMMARIES:
            assert agree(getattr(found, name), getattr(full, name))
            assert not agree(getattr(wrong, name), getattr(full, name))

    @pytest.mark.parametrize("scale", [1.0, 0.5])
    @pytest.mark.parametrize("n_tokens", [3, 12])
    def test_one_layer_equals_its_full_width(self, n_tokens, scale):
        found = layer_gradients(4, n_tokens, rng(26), scale, width=16, n_draws=2).sizes
        generator = rng(26)
        x = _layer_gradients._normalised(generator.standard_normal((2, n_tokens, 16)))
        few = n_tokens < 16 / 2
        basis = np.linalg.solve(_layer_gradients._coordinates(x), x) if few else np.eye(16)
        inside = [generator.standard_normal((2, n_tokens if few else 16, 4)) / 4 for _ in range(3)]
        upstream = generator.standard_normal((2, n_tokens, 4))
        upstream /= np.linalg.norm(upstream, axis=-1, keepdims=True)
        matrices = [np.swapaxes(np.broadcast_to(basis, (2, *basis.shape[-2:])), 1, 2) @ w
                    for w in inside]  # fmt: skip
        for i in range(2):
            expected = size_in_full_width(x[i], [w[i] for w in matrices], upstream[i], scale)
            assert found[i] == pytest.approx(expected, rel=1e-9)

    def test_tokens_are_layer_normalised(self):
        tokens = _layer_gradients._normalised(3 + rng().standard_normal((2, 5, 16)))
        assert np.abs(tokens.mean(axis=-1)).max() < 1e-14
        np.testing.assert_allclose((tokens**2).sum(axis=-1), 16.0, rtol=1e-13)

    def test_coordinates_keep_lengths_and_angles(self):
        tokens = _layer_gradients._normalised(rng().standard_normal((2, 5, 16)))
        kept = _layer_gradients._coordinates(tokens)
        assert kept.shape == (2, 5, 5)
        inner = [x @ x.swapaxes(1, 2) for x in (kept, tokens)]
        np.testing.assert_allclose(*inner, rtol=0, atol=1e-12)

    @pytest.mark.parametrize(
        ("d_k", "scale", "rms", "median"),
        [
            (4, 1.0, 12.9, 7.3), (16, 1.0, 19.1, 6.4), (64, 1.0, 27.7, 1.85),
            (4, None, 8.45, 5.65), (64, None, 8.7, 6.55), (256, None, 8.75, 6.65),
        ],
    )  # fmt: skip
    def test_two_tokens_agree_with_earlier_draws(self, d_k, scale, rms, median):
        """Other code drew 16,000 layers: its errors are those of ours, times a root."""
        found = layer_gradients(d_k, 2, rng(22), scale, n_draws=4_000)
        for ours, theirs in ((found.root_mean_square, rms), (found.median, median)):
            error = 4 * math.sqrt(1 + 4_000 / 16_000) * ours.standard_error + 0.05
            assert abs(ours.value - theirs) <= error

    @pytest.mark.parametrize("scale", [1.0, None, 1 / 16])
    @pytest.mark.parametrize(("n_tokens", "n_draws"), [(2, 4_000), (64, 60)])
    def test_law_is_within_three_per_cent(self, n_tokens, n_draws, scale):
        found = layer_gradients(16, n_tokens, rng(23), scale, n_draws=n_draws).root_mean_square
        law = layer_gradient_law(16, n_tokens, rng(24), scale)
        error = 4 * math.hypot(found.standard_error, law.standard_error)
        assert abs(found.value - law.value) <= 0.03 * law.value + error

    def test_the_root_alone_keeps_the_size(self):
        laws = {
            power: [layer_gradient_law(d, 64, rng(25), d**-power).value for d in (64, 1024)]
            for power in (0, 0.5, 1)
        }
        slopes = {power: math.log(b / a) / math.log(16) for power, (a, b) in laws.items()}
        assert slopes[0] > 0.2
        assert abs(slopes[0.5]) < 0.005
        assert slopes[1] == pytest.approx(-0.5, abs=0.005)

    def test_the_generator_decides(self):
        one, other, third = (layer_gradients(4, 3, rng(s), n_draws=5).sizes for s in (7, 7, 8))
        np.testing.assert_array_equal(one, other)
        assert not np.array_equal(one, third)


class TestSummaries:
    def test_top_share_of_exponential_squares(self):
        found = _sizes.top_share(np.sqrt(rng(30).exponential(size=20_000)), 0.1)
        assert abs(found.z_score(0.1 * (1 - math.log(0.1)))) < 4

    def test_equal_sizes_have_no_top(self):
        assert _sizes.top_share(np.ones(50), 0.1).value == pytest.approx(0.1)

    @pytest.mark.parametrize(
        "summary",
        [
            _sizes.root_mean_square,
            _sizes.median,
            lambda sizes: _sizes.top_share(sizes, 0.1),
            lambda sizes: _sizes.share(sizes < 0.3),
        ],
    )
    def test_standard_errors_are_the_spread_over_repetitions(self, summary):
        found = [summary(row) for row in np.sqrt(rng(31).exponential(size=(1_000, 1_000)))]
        spread = np.std([estimate.value for estimate in found], ddof=1)
        errors = np.array([estimate.standard_error for estimate in found])
        # The spread of 1,000 values is known to a relative 1 / sqrt(2,000); the error of a median
        # from order statistics sqrt(n) apart is a ratio whose mean is off by less than 2 per cent.
        room = spread * 4 / math.sqrt(2_000) + 4 * errors.std() / math.sqrt(1_000)
        assert abs(errors.mean() - spread) <= room + 0.02 * spread

    def test_a_share_of_nothing_has_an_error(self):
        found = _sizes.share(np.zeros(96, dtype=bool))
        assert found.value == 0
        assert found.standard_error == pytest.approx(math.sqrt(0.02 * 0.98 / 100))


class TestTables:
    @pytest.fixture(autouse=True)
    def _few_draws(self, monkeypatch):
        monkeypatch.setattr(gradients, "LAYER_DRAWS", {2: 4, 64: 2, 256: 2})
        monkeypatch.setattr(gradients, "TABLE_ROWS", 50)

    @pytest.mark.parametrize(
        ("maker", "n_rows", "key"),
        [
            (gradients.gradient_table, gradients.GRADIENT_ROWS, "n_tokens"),
            (gradients.row_gradient_table, gradients.ROW_GRADIENT_ROWS, "n_keys"),
        ],
    )
    def test_rows_and_steps(self, maker, n_rows, key):
        steps = []
        table = maker(rng(), lambda: steps.append(1))
        assert len(table) == len(steps) == n_rows
        assert len({(row[key], row["d_k"], row["scale"]) for row in table}) == n_rows
        for row in table:
            assert all(isinstance(value, (int, float, str)) for value in row.values())
            assert all(f"{name}_se" in row for name in ("rms", "median"))

    def test_a_generator_is_needed(self):
        for maker in (gradients.gradient_table, gradients.row_gradient_table):
            with pytest.raises(ValueError, match="rng is 0"):
                maker(0, lambda: None)


SIZED = [query_gradients, key_gradients, expected_query_gradient]
LAYERED = [layer_gradients, layer_gradient_law]


class TestRefusals:
    @pytest.mark.parametrize("function", SIZED + LAYERED)
    @pytest.mark.parametrize(
        ("d_k", "n", "scale", "message"),
        [
            (0, 4, None, "d_k is 0"),
            (2.0, 4, None, "d_k is 2.0"),
            (2**20 + 1, 4, None, "d_k is 1048577"),
            (4, 0, None, "n_(keys|tokens) is 0"),
            (4, 2**20 + 1, None, "n_(keys|tokens) is 1048577"),
            (4, 4, 0.0, "scale is 0.0; allowed is a finite number above 0"),
            (4, 4, math.nan, "scale is nan"),
        ],
    )
    def test_sizes_and_scale(self, function, d_k, n, scale, message):
        with pytest.raises(ValueError, match=message):
            function(d_k, n, rng(), scale)

    @pytest.mark.parametrize("function", SIZED + LAYERED)
    def test_generator(self, function):
        with pytest.raises(ValueError, match="rng is 1; allowed is a numpy"):
            function(4, 4, 1)

    @pytest.mark.parametrize("function", [*SIZED, layer_gradient_law])
    def test_rows(self, function):
        with pytest.raises(ValueError, match="n_rows is 1; allowed is an integer of at least 2"):
            function(4, 4, rng(), n_rows=1)

    def test_layers(self):
        with pytest.raises(ValueError, match="n_draws is 1"):
            layer_gradients(4, 4, rng(), n_draws=1)
        for function in LAYERED:
            with pytest.raises(ValueError, match="width is 1"):
                function(4, 4, rng(), width=1)

    def test_two_keys(self):
        with pytest.raises(ValueError, match="d_k is 0"):
            two_key_query_gradient(0)
        with pytest.raises(ValueError, match="scale is -1"):
            two_key_query_gradient(4, -1)

    def test_components_and_method(self):
        for function in (query_gradients, expected_query_gradient):
            with pytest.raises(ValueError, match="components is 'dice'"):
                function(4, 4, rng(), components="dice")
        with pytest.raises(ValueError, match="method is 'fast'"):
            query_gradients(4, 4, rng(), method="fast")
        with pytest.raises(ValueError, match="method is 'exact' with components 'coin'"):
            query_gradients(4, 4, rng(), components="coin")
        with pytest.raises(ValueError, match="a row have 16777217 components"):
            query_gradients(257, 65281, rng(), method="components")

    @pytest.mark.parametrize("fraction", [0.0, 1.0, -0.1, math.nan, "half"])
    def test_fraction(self, fraction):
        sizes = QueryGradients(np.ones(4), np.ones(4))
        with pytest.raises(ValueError, match="fraction is"):
            sizes.top_share(fraction)

    def test_summaries(self):
        sizes = QueryGradients(np.zeros(4), np.zeros(4))
        with pytest.raises(ValueError, match="threshold is -1"):
            sizes.share_below(-1)
        with pytest.raises(ValueError, match="all sizes are 0"):
            sizes.top_share()
