"""How concentrated random rows are, against known values, quadrature and plain loops."""

import dataclasses
import math
import tracemalloc

import numpy as np
import pytest
from scipy import integrate, special, stats
from sqrtdk.experiments import concentration, stored_experiment, weight_concentration
from sqrtdk.experiments import two_key_concentration as two_keys
from sqrtdk.experiments.concentration import Concentration

RAW, ROOT = 1.0, None
KNOWN_ROWS = 250_000
"""Rows behind a known value at 64 components."""

# d_k, n_keys, scale: measure -> (known value, unit of its last digit)
KNOWN = {
    (64, 2, RAW): {
        "largest_weight": (0.951, 1e-3), "sharp_share": (0.844, 1e-3),
        "near_one_hot_share": (0.681, 1e-3), "entropy": (0.115, 1e-3),
        "effective_keys": (1.11, 1e-2), "jacobian_mean": (0.0704, 1e-4),
        "jacobian_median": (1.05e-3, 1e-5),
    },
    (64, 2, ROOT): {"largest_weight": (0.724, 1e-3), "entropy": (0.540, 1e-3)},
    (64, 8, RAW): {
        "largest_weight": (0.875, 1e-3), "sharp_share": (0.629, 1e-3), "entropy": (0.318, 1e-3),
        "effective_keys": (1.33, 1e-2), "jacobian_median": (0.0622, 1e-4),
    },
    (64, 64, RAW): {
        "largest_weight": (0.791, 1e-3), "sharp_share": (0.439, 1e-3),
        "near_one_hot_share": (0.193, 1e-3), "entropy": (0.584, 1e-3),
        "effective_keys": (1.68, 1e-2), "sum_of_squares": (0.709, 1e-3),
        "jacobian_mean": (0.2114, 1e-4), "jacobian_median": (0.199, 1e-3),
    },
    (64, 64, ROOT): {
        "largest_weight": (0.107, 1e-3), "effective_keys": (28.1, 0.1), "entropy": (3.685, 1e-3),
        "jacobian_mean": (0.1835, 5e-4),
    },
    (64, 512, RAW): {
        "largest_weight": (0.725, 1e-3), "median_largest": (0.759, 1e-3),
        "sharp_share": (0.323, 1e-3), "near_one_hot_share": (0.113, 1e-3),
        "effective_keys": (2.08, 1e-2), "sum_of_squares": (0.622, 1e-3),
        "jacobian_mean": (0.243, 1e-3),
    },
    (16, 64, RAW): {
        "largest_weight": (0.578, 1e-3), "effective_keys": (3.27, 1e-2),
        "jacobian_mean": (0.294, 1e-3), "jacobian_median": (0.329, 1e-3),
    },
    (256, 64, RAW): {
        "largest_weight": (0.897, 1e-3), "jacobian_mean": (0.1246, 1e-4),
        "jacobian_median": (0.0240, 1e-4),
    },
    (4, 5, RAW): {"largest_weight": (0.609, 1e-3)},
}  # fmt: skip


def measured(d_k, n_keys, scale=None, n_rows=20_000, seed=0, method="exact"):
    rng = np.random.default_rng(seed)
    return weight_concentration(d_k, n_keys, rng, scale, n_rows, method)


def names():
    return [field.name for field in dataclasses.fields(Concentration)]


def apart(one, other):
    """The distance of two estimates in their joint standard error."""
    error = math.hypot(one.standard_error, other.standard_error)
    return abs(one.value - other.value) / error if error else 0.0


class TestKnownValues:
    @pytest.mark.parametrize("cell", KNOWN)
    def test_within_four_standard_errors(self, cell):
        found = measured(*cell, n_rows=10_000 if cell[1] > 64 else 40_000)
        for name, (known, unit) in KNOWN[cell].items():
            estimate = getattr(found, name)
            both = math.sqrt(1 + estimate.n_draws / KNOWN_ROWS) * estimate.standard_error
            assert abs(estimate.value - known) < 4 * both + unit / 2, name

    def test_a_fresh_query_for_each_key_is_told_apart(self):
        # Drawn so, four components and five keys give 0.636 for the mean largest weight.
        rng, rows = np.random.default_rng(1), 40_000
        s = np.sqrt(rng.chisquare(4, (rows, 5))) * rng.standard_normal((rows, 5))
        fresh = special.softmax(s, axis=1).max(axis=1)
        error = fresh.std() / math.sqrt(rows)
        assert abs(fresh.mean() - 0.636) < 4 * error + 5e-4
        shared = measured(4, 5, RAW, rows).largest_weight
        assert fresh.mean() - shared.value > 8 * math.hypot(error, shared.standard_error)

    def test_the_means_of_the_jacobian_cross_near_48_keys(self):
        def difference(n_keys):
            raw = measured(64, n_keys, RAW, seed=2).jacobian_mean
            root = measured(64, n_keys, ROOT, seed=3).jacobian_mean
            error = math.hypot(raw.standard_error, root.standard_error)
            return (raw.value - root.value) / error

        assert difference(36) < -4
        assert abs(difference(48)) < 4
        assert difference(64) > 4

    def test_the_median_crosses_later(self):
        raw, root = measured(64, 48, RAW), measured(64, 48, ROOT)
        assert apart(raw.jacobian_median, root.jacobian_median) > 4
        assert raw.jacobian_median.value < root.jacobian_median.value


class TestRoutes:
    @pytest.mark.parametrize(("d_k", "n_keys"), [(1, 3), (3, 5), (64, 8)])
    @pytest.mark.parametrize("scale", [RAW, ROOT])
    def test_components_agree_with_the_exact_law(self, d_k, n_keys, scale):
        exact = measured(d_k, n_keys, scale, 10_000, seed=4)
        plain = measured(d_k, n_keys, scale, 10_000, seed=5, method="components")
        for name in names():
            assert apart(getattr(exact, name), getattr(plain, name)) < 4, name

    def test_rows_longer_than_a_block(self):
        # 512 keys of 1,024 components do not fit into one block and are summed in parts.
        exact = measured(1024, 512, n_rows=2_000, seed=6)
        plain = measured(1024, 512, n_rows=40, seed=7, method="components")
        for name in ("largest_weight", "entropy", "effective_keys", "jacobian_mean"):
            assert apart(getattr(exact, name), getattr(plain, name)) < 4, name

    def test_measures_by_plain_loops(self):
        n, keys, rng = 60, 6, np.random.default_rng(8)
        lengths, normals = np.sqrt(rng.chisquare(5, (n, 1))), rng.standard_normal((n, keys))
        largest, entropies, squares, norms = [], [], [], []
        for z in 0.7 * lengths * normals:
            p = np.exp(z) / np.exp(z).sum()
            jacobian = [[p[i] * ((i == j) - p[j]) for j in range(keys)] for i in range(keys)]
            largest.append(max(p))
            entropies.append(-sum(w * math.log(w) for w in p))
            squares.append(sum(w * w for w in p))
            norms.append(math.sqrt(sum(entry**2 for line in jacobian for entry in line)))
        truth = {
            "largest_weight": np.mean(largest), "median_largest": np.median(largest),
            "sharp_share": np.mean(np.array(largest) > 0.9),
            "near_one_hot_share": np.mean(np.array(largest) > 0.99),
            "entropy": np.mean(entropies), "perplexity": np.mean(np.exp(entropies)),
            "effective_keys": np.mean(1 / np.array(squares)), "sum_of_squares": np.mean(squares),
            "jacobian_mean": np.mean(norms), "jacobian_median": np.median(norms),
        }  # fmt: skip
        found = measured(5, keys, 0.7, n, seed=8)
        assert set(truth) == set(names())
        for name, value in truth.items():
            assert getattr(found, name).value == pytest.approx(value, rel=1e-10), name
        error = np.std(entropies, ddof=1) / math.sqrt(n)
        assert found.entropy.standard_error == pytest.approx(error, rel=1e-10)

    def test_standard_errors_are_the_spread_over_repetitions(self):
        # 200 repetitions give a standard deviation to 5 %: 4 standard errors are 20 %.
        runs = [measured(16, 8, RAW, 400, seed=100 + run) for run in range(200)]
        for name in names():
            values = np.array([getattr(run, name).value for run in runs])
            errors = np.array([getattr(run, name).standard_error for run in runs])
            assert values.std(ddof=1) == pytest.approx(errors.mean(), rel=0.2), name

    def test_memory_is_bounded(self):
        measured(64, 1024, n_rows=2)
        tracemalloc.start()
        measured(64, 1024, n_rows=3_000)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < 3_000 * 1024 * 8

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ({"d_k": 0}, "d_k is 0; allowed is an integer from 1 to 1048576"),
            ({"n_keys": 1}, "n_keys is 1; allowed is an integer from 2 to 1048576"),
            ({"rng": 0}, "rng is 0; allowed is a numpy.random.Generator"),
            ({"scale": 0.0}, "scale is 0.0; allowed is a finite number above 0"),
            ({"n_rows": 1}, "n_rows is 1; allowed is an integer of at least 2"),
            ({"method": "fast"}, "method is 'fast'; allowed are 'exact', 'components'"),
        ],
    )
    def test_refused(self, arguments, message):
        usual = {"d_k": 4, "n_keys": 3, "rng": np.random.default_rng(0)}
        with pytest.raises(ValueError, match=message):
            weight_concentration(**(usual | arguments))


def by_scipy(d_k, scale):
    """Mean larger weight and mean slope of two keys: two nested integrals over length and gap."""

    def given_length(measure):
        def inner(length):
            spread = scale * length * math.sqrt(2)
            breaks = [x / spread for x in (2.0, 20.0) if x / spread < 10]
            value, _ = integrate.quad(
                lambda z: 2 * stats.norm.pdf(z) * measure(spread * z), 0, 10, points=breaks
            )
            return value * stats.chi.pdf(length, d_k)

        root = math.sqrt(d_k)
        return integrate.quad(inner, max(0.0, root - 7), root + 8, epsrel=1e-9)[0]

    return (
        given_length(special.expit),
        given_length(lambda gap: special.expit(gap) * special.expit(-gap)),
    )


class TestTwoKeys:
    @pytest.mark.parametrize(("d_k", "scale"), [(1, 1.0), (3, 0.4), (64, 1.0), (64, 1 / 8)])
    def test_nested_integrals(self, d_k, scale):
        largest, slope = by_scipy(d_k, scale)
        found = two_keys(d_k, scale)
        assert found.largest_weight == pytest.approx(largest, rel=1e-7)
        assert found.slope_mean == pytest.approx(slope, rel=1e-7)

    @pytest.mark.parametrize(("d_k", "scale"), [(1, RAW), (4, RAW), (64, RAW), (64, ROOT)])
    def test_simulation(self, d_k, scale):
        exact, found = two_keys(d_k, scale), measured(d_k, 2, scale, seed=9)
        pairs = [
            (found.largest_weight, exact.largest_weight),
            (found.sharp_share, exact.sharp_share),
            (found.near_one_hot_share, exact.near_one_hot_share),
            (found.jacobian_mean, 2 * exact.slope_mean),
            (found.jacobian_median, 2 * exact.slope_median),
        ]
        for estimate, truth in pairs:
            assert abs(estimate.z_score(truth)) < 4

    def test_known_values(self):
        dimensions = (1, 4, 16, 64, 256, 512)
        raw = [two_keys(d, RAW) for d in dimensions]
        largest = [round(found.largest_weight, 4) for found in raw]
        assert largest == [0.6686, 0.8065, 0.9019, 0.9510, 0.9755, 0.9827]
        slopes = [round(found.slope_mean, 4) for found in raw]
        assert slopes == [0.2005, 0.1322, 0.0700, 0.0352, 0.0176, 0.0125]
        scaled = [round(two_keys(d).slope_mean, 4) for d in dimensions]
        assert scaled == [0.2005, 0.1881, 0.1834, 0.1820, 0.1817, 0.1816]
        medians = [f"{found.slope_median:.1e}" for found in raw[3:]]
        assert medians == ["5.2e-04", "2.4e-07", "4.3e-10"]
        assert round(two_keys(64).slope_median, 4) == 0.2016
        assert (round(raw[3].sharp_share, 4), round(raw[3].near_one_hot_share, 4)) == (
            0.8442,
            0.6813,
        )
        assert two_keys(512, 1 / 512).slope_mean == pytest.approx(0.25, abs=1 / 512)

    def test_mean_slope_of_large_dimensions(self):
        # The density of the gap at 0 is 1 / sqrt(4 pi d_k) to a relative 3 / (4 d_k).
        for d_k in (256, 4096):
            density = 1 / math.sqrt(4 * math.pi * d_k)
            assert two_keys(d_k, RAW).slope_mean == pytest.approx(density, rel=2 / d_k)

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [((16_385,), "d_k is 16385; allowed is"), ((4, -1.0), "scale is -1.0; allowed is")],
    )
    def test_refused(self, arguments, message):
        with pytest.raises(ValueError, match=message):
            two_keys(*arguments)


class TestTables:
    @pytest.mark.parametrize(
        ("name", "count"),
        [
            ("concentration_by_keys", concentration.KEYS_ROWS),
            ("concentration_by_dimension", concentration.DIMENSION_ROWS),
            ("largest_weight_map", concentration.MAP_ROWS),
        ],
    )
    def test_makers(self, name, count, monkeypatch):
        monkeypatch.setattr(concentration, "_TABLE_ROWS", 20)
        monkeypatch.setattr(concentration, "_MAP_ROWS", 20)
        maker, steps = getattr(concentration, name), []
        rows = maker(np.random.default_rng(0), lambda: steps.append(1))
        assert len(rows) == len(steps) == count
        assert len({(row["d_k"], row["n_keys"], row["scale"]) for row in rows}) == count
        measures = ["largest_weight"] if name == "largest_weight_map" else names()
        both = [key for measure in measures for key in (measure, f"{measure}_se")]
        for row in rows:
            assert list(row) == ["d_k", "n_keys", "scale", "n_rows", *both]
        assert rows == maker(np.random.default_rng(0), lambda: None)
        with pytest.raises(ValueError, match="rng is None; allowed is"):
            maker(None, lambda: None)

    def test_the_map_is_known_to_three_thousandths(self):
        rows = stored_experiment("largest_weight_map")
        assert len(rows) == concentration.MAP_ROWS
        assert max(row["largest_weight_se"] for row in rows) <= 0.003
