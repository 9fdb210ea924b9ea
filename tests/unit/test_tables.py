"""The table of the first note: printed digits, stored rows, and the table with errors."""

import json
import math
import random
import statistics
import time
import tracemalloc
from dataclasses import FrozenInstanceError, astuple
from importlib import resources

import numpy as np
import pytest
from sqrtdk import (
    Estimate,
    GeneratorRow,
    TableRow,
    component,
    format_table,
    generator_table,
    sample_dot_products,
    softmax_examples,
    standard_library_row,
    standard_library_table,
    stored_table,
)
from sqrtdk import __main__ as command

PRINTED = """\
  d_k     mean       var     std  scaled var
    4   +0.008      4.00    2.00       1.000
   64   -0.006     63.73    7.98       0.996
  512   +0.018    516.07   22.72       1.008"""
AUDITED = [
    (4, 0.00754405, 3.99886449, 1.99971610, 0.99971612),
    (64, -0.00580819, 63.72573183, 7.98283983, 0.99571456),
    (512, 0.01807559, 516.07064836, 22.71718839, 1.00795049),
]


def stored_record():
    file = resources.files("sqrtdk") / "data" / "notes_table.json"
    return json.loads(file.read_text(encoding="utf-8"))


def rounded(row):
    return tuple(round(number, 8) for number in astuple(row))


@pytest.fixture(scope="module")
def live():
    return standard_library_row(4, 20_000, random.Random(0))


class TestStandardLibraryRow:
    def test_first_row_has_the_printed_digits(self, live):
        assert format_table([live]) == "\n".join(PRINTED.splitlines()[:2])
        assert rounded(live) == AUDITED[0]

    def test_first_row_is_the_stored_one(self, live):
        assert live == stored_table()[0]

    def test_scaled_variance_repeats_the_variance(self, live):
        assert live.scaled_variance == pytest.approx(live.variance / 4, rel=1e-12)

    def test_statistics_are_those_of_a_plain_computation(self):
        row = standard_library_row(3, 50, random.Random(7))
        numbers = random.Random(7)
        draws = []
        for _ in range(50):
            pairs = [(numbers.gauss(0, 1), numbers.gauss(0, 1)) for _ in range(3)]
            draws.append(math.fsum(q * k for q, k in pairs))
        assert row.mean == pytest.approx(math.fsum(draws) / 50)
        assert row.variance == pytest.approx(statistics.pvariance(draws))
        assert row.variance == pytest.approx(statistics.variance(draws) * 49 / 50)
        assert row.standard_deviation == pytest.approx(math.sqrt(row.variance))

    def test_the_source_is_left_where_the_next_row_goes_on(self):
        source = random.Random(5)
        rows = [standard_library_row(d_k, 100, source) for d_k in (4, 2)]
        assert tuple(rows) == standard_library_table((4, 2), 100, seed=5)
        assert rows[1] != standard_library_row(2, 100, random.Random(5))

    def test_global_generator_is_not_touched(self):
        before = random.getstate()
        standard_library_table((4,), 10)
        softmax_examples()
        assert random.getstate() == before

    def test_row_is_immutable(self, live):
        with pytest.raises(FrozenInstanceError):
            live.mean = 0.0

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ((0, 10, random.Random(0)), "d_k is 0; allowed is an integer of at least 1"),
            ((4, 1, random.Random(0)), "n_draws is 1; allowed is an integer of at least 2"),
            ((4, 2.5, random.Random(0)), "n_draws is 2.5; allowed is an integer"),
            ((4, 10, random), "source is <module 'random'.*; allowed is a random.Random"),
            ((4, 10, np.random.default_rng(0)), "source is Generator.*; allowed is a random.R"),
            ((4, 10, 0), "source is 0; allowed is a random.Random"),
        ],
    )
    def test_refusals(self, arguments, message):
        with pytest.raises(ValueError, match=message):
            standard_library_row(*arguments)


class TestStandardLibraryTable:
    @pytest.mark.slow
    def test_complete_table_is_printed_digit_for_digit_and_equals_the_stored_file(self, capsys):
        assert command.main(["--json"]) == 0
        live = json.loads(capsys.readouterr().out)
        rows = tuple(TableRow(**row) for row in live["rows"])
        assert format_table(rows) == PRINTED
        assert [rounded(row) for row in rows] == AUDITED
        assert rows == stored_table()
        assert live == {**stored_record(), "python": live["python"]}

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ({"d_ks": ()}, "d_ks is empty; allowed is a non-empty sequence"),
            ({"d_ks": 4}, "d_ks is 4; allowed is a non-empty sequence"),
            ({"d_ks": (4, 0)}, "an entry of d_ks is 0; allowed is an integer of at least 1"),
            ({"n_draws": 1}, "n_draws is 1; allowed is an integer of at least 2"),
            ({"seed": -1}, "seed is -1; allowed is an integer of at least 0"),
            ({"seed": None}, "seed is None; allowed is an integer of at least 0"),
        ],
    )
    def test_refusals(self, arguments, message):
        with pytest.raises(ValueError, match=message):
            standard_library_table(**arguments)

    def test_progress_goes_to_standard_error_and_only_on_request(self, capsys):
        standard_library_table((4, 8), 100)
        standard_library_row(4, 100, random.Random(0))
        quiet = capsys.readouterr()
        assert (quiet.out, quiet.err) == ("", "")
        standard_library_table((4, 8), 100, progress=True)
        shown = capsys.readouterr()
        assert shown.out == ""
        assert "100%" in shown.err
        assert "1.20k/1.20k" in shown.err
        standard_library_row(4, 100, random.Random(0), progress=True)
        assert "400/400" in capsys.readouterr().err


class TestStoredTable:
    def test_digits(self):
        assert format_table(stored_table()) == PRINTED
        assert [rounded(row) for row in stored_table()] == AUDITED

    def test_scaled_variance_repeats_the_variance(self):
        for row in stored_table():
            assert row.scaled_variance == pytest.approx(row.variance / row.d_k, rel=1e-12)

    def test_distance_from_theory_in_standard_errors(self):
        distances = [
            (row.scaled_variance - 1) / math.sqrt((2 + 6 / row.d_k) / 20_000)
            for row in stored_table()
        ]
        assert [round(distance, 2) for distance in distances] == [-0.02, -0.42, 0.79]

    def test_origin_is_recorded(self):
        record = stored_record()
        assert record["command"] == "python -m sqrtdk --draws 20000 --seed 0 --json"
        assert (record["n_draws"], record["seed"]) == (20_000, 0)
        assert tuple(map(int, record["python"].split("."))) >= (3, 11)


class TestSoftmaxExamples:
    def test_raw(self):
        raw, _ = softmax_examples()
        scores = (-1.03783150, -6.83168869, -7.02088878, 3.25226788, 8.73675107)
        assert raw.scores == pytest.approx(scores, abs=5e-9)
        assert [round(z, 2) for z in raw.scores] == [-1.04, -6.83, -7.02, 3.25, 8.74]
        weights = (5.664e-5, 1.725e-7, 1.428e-7, 0.00413329, 0.99580976)
        assert raw.weights[:3] == pytest.approx(weights[:3], rel=5e-4)
        assert raw.weights[3:] == pytest.approx(weights[3:], abs=5e-9)
        assert [round(p, 3) for p in raw.weights] == [0.0, 0.0, 0.0, 0.004, 0.996]
        assert raw.largest_slope == pytest.approx(0.0041726852, abs=5e-11)
        assert round(raw.largest_slope, 4) == 0.0042

    def test_scaled(self):
        _, scaled = softmax_examples()
        scores = (-0.12972894, -0.85396109, -0.87761110, 0.40653348, 1.09209388)
        assert scaled.scores == pytest.approx(scores, abs=5e-9)
        assert [round(z, 2) for z in scaled.scores] == [-0.13, -0.85, -0.88, 0.41, 1.09]
        weights = (0.14162225, 0.06864382, 0.06703944, 0.24211813, 0.48057636)
        assert scaled.weights == pytest.approx(weights, abs=5e-9)
        assert [round(p, 3) for p in scaled.weights] == [0.142, 0.069, 0.067, 0.242, 0.481]
        assert scaled.largest_slope == pytest.approx(0.2496227221, abs=5e-11)
        assert round(scaled.largest_slope, 4) == 0.2496

    def test_plain_softmax_agrees(self):
        for example in softmax_examples(seed=3, d_k=16, n_keys=7):
            terms = [math.exp(z) for z in example.scores]
            weights = [term / math.fsum(terms) for term in terms]
            assert example.weights == pytest.approx(weights, rel=1e-12)
            assert example.largest_slope == pytest.approx(max(p * (1 - p) for p in weights))

    def test_scores_are_divided_by_the_root(self):
        raw, scaled = softmax_examples(d_k=9, n_keys=3)
        assert [z / 3 for z in raw.scores] == list(scaled.scores)

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ({"seed": -1}, "seed is -1; allowed is an integer of at least 0"),
            ({"d_k": 0}, "d_k is 0; allowed is an integer of at least 1"),
            ({"n_keys": 0}, "n_keys is 0; allowed is an integer of at least 1"),
        ],
    )
    def test_refusals(self, arguments, message):
        with pytest.raises(ValueError, match=message):
            softmax_examples(**arguments)


class TestGeneratorTable:
    def test_default_table_agrees_with_theory(self):
        rows = generator_table(rng=np.random.default_rng(0))
        assert [row.d_k for row in rows] == [4, 64, 512]
        for row in rows:
            assert row.mean.n_draws == row.variance.n_draws == 2_000_000
            assert abs(row.mean.z_score(0)) < 4.5
            assert abs(row.variance.z_score(row.d_k)) < 4.5
            assert abs(row.scaled_variance.z_score(1)) < 4.5
            assert row.mean.standard_error == pytest.approx(math.sqrt(row.d_k / 2e6), rel=0.01)

    @pytest.mark.parametrize("method", ["auto", "components"])
    @pytest.mark.parametrize("components", ["normal", "uniform", "coin"])
    def test_all_samplers_agree_with_theory(self, components, method):
        rng = np.random.default_rng(1)
        rows = generator_table((1, 3, 64), 40_000, rng=rng, components=components, method=method)
        kappa = float(component(components).kurtosis)
        for row in rows:
            assert abs(row.mean.z_score(0)) < 5
            assert abs(row.variance.value - row.d_k) <= 5 * row.variance.standard_error
            of_product = 3 + (kappa**2 - 3) / row.d_k
            relative = math.sqrt((of_product - 1) / 40_000 + 2 / 40_000**2)
            assert row.variance.standard_error / row.variance.value == pytest.approx(
                relative, rel=1e-3
            )

    def test_blocks_merge_to_the_statistics_of_all_draws(self):
        (row,) = generator_table([8], 300_001, rng=np.random.default_rng(2))
        draws = sample_dot_products(8, 300_001, np.random.default_rng(2))
        assert row.mean.value == pytest.approx(draws.mean(), abs=1e-12)
        assert row.variance.value == pytest.approx(draws.var(), rel=1e-12)
        assert row.standard_deviation == pytest.approx(draws.std(), rel=1e-12)
        scaled = (draws / math.sqrt(8)).var()
        assert row.scaled_variance.value == pytest.approx(scaled, rel=1e-12)

    def test_standard_errors_are_calibrated(self):
        rng = np.random.default_rng(3)
        rows = generator_table([4] * 400, 2_000, rng=rng)
        for scores in (
            [row.mean.z_score(0) for row in rows],
            [row.variance.z_score(4) for row in rows],
        ):
            assert abs(statistics.pstdev(scores) - 1) < 5 / math.sqrt(800)

    def test_memory_is_bounded(self):
        tracemalloc.start()
        try:
            generator_table([512], 1_000_000, rng=np.random.default_rng(0))
            generator_table([512], 10_000, rng=np.random.default_rng(0), method="components")
            assert tracemalloc.get_traced_memory()[1] < 16e6
        finally:
            tracemalloc.stop()

    def test_a_hundred_times_the_draws_in_a_fraction_of_the_time(self):
        start = time.perf_counter()
        standard_library_table((512,), 1_000)
        plain = time.perf_counter() - start
        start = time.perf_counter()
        generator_table((512,), 100_000, rng=np.random.default_rng(0))
        assert time.perf_counter() - start < plain / 4

    def test_progress(self, capsys):
        generator_table([4], 1_000, rng=np.random.default_rng(0))
        assert capsys.readouterr().err == ""
        generator_table([4], 1_000, rng=np.random.default_rng(0), progress=True)
        captured = capsys.readouterr()
        assert captured.out == ""
        assert "100%" in captured.err

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ({"d_ks": []}, "d_ks is empty"),
            ({"d_ks": [2**20 + 1]}, "d_k is 1048577; allowed is an integer from 1 to 1048576"),
            ({"n_draws": 1}, "n_draws is 1; allowed is an integer of at least 2"),
            ({"rng": 0}, "rng is 0; allowed is a numpy.random.Generator"),
            ({"components": "cauchy"}, "components is 'cauchy'; allowed are"),
            ({"method": "fast"}, "method is 'fast'; allowed are"),
            ({"components": "uniform", "method": "exact"}, "method is 'exact' with components"),
        ],
    )
    def test_refusals(self, arguments, message):
        arguments = {"rng": np.random.default_rng(0), "n_draws": 10, **arguments}
        with pytest.raises(ValueError, match=message):
            generator_table(**arguments)


class TestFormatTable:
    def test_estimates_stand_beside_their_errors(self):
        rows = generator_table((4, 64), 20_000, rng=np.random.default_rng(0))
        heading, first, second, note = format_table(rows).splitlines()
        assert heading.split() == ["d_k", "mean", "±", "var", "±", "std", "scaled", "var", "±"]
        assert note == "± one standard error"
        assert len({len(heading), len(first), len(second)}) == 1
        row = rows[0]
        assert first.split() == [
            "4",
            f"{row.mean.value:+.3f}",
            f"{row.mean.standard_error:.3f}",
            f"{row.variance.value:.3f}",
            f"{row.variance.standard_error:.3f}",
            f"{row.standard_deviation:.3f}",
            f"{row.scaled_variance.value:.3f}",
            f"{row.scaled_variance.standard_error:.3f}",
        ]

    def test_wide_numbers_keep_the_columns_aligned(self):
        rows = [TableRow(2**20, 1e9, 1e14, 1e7, 1e8), TableRow(4, 0.0, 4.0, 2.0, 1.0)]
        lines = format_table(rows).splitlines()
        assert len({len(line) for line in lines}) == 1
        assert lines[1].split() == [
            "1048576", "+1000000000.000", "100000000000000.00", "10000000.00", "100000000.000",
        ]  # fmt: skip

    def test_rows_without_any_spread(self):
        one, zero = Estimate(1.0, 0.0, 2), Estimate(0.0, 0.0, 2)
        line = format_table([GeneratorRow(1, one, zero, 0.0, zero)]).splitlines()[1]
        assert line.split() == ["1", "+1.00", *["0.00"] * 6]

    def test_one_kind_of_rows(self):
        estimated = generator_table([4], 10, rng=np.random.default_rng(0))
        assert isinstance(estimated[0], GeneratorRow)
        for rows in ([*stored_table(), *estimated], [1, 2]):
            with pytest.raises(ValueError, match="allowed are rows of one kind"):
                format_table(rows)
        with pytest.raises(ValueError, match="rows is empty"):
            format_table([])
