"""The stored tables: whole, readable, made as they say, and right by another route."""

import inspect
import json
import math
from importlib import resources

import numpy as np
import pytest
from sqrtdk import sample_mean, softmax, softmax_jacobian
from sqrtdk._scales import SCALES, named_scale
from sqrtdk.experiments import __main__ as command
from sqrtdk.experiments import (
    _sizes,
    fit_one_row,
    one_row,
    race,
    retrieval,
    stored_experiment,
    two_key_concentration,
)
from sqrtdk.experiments.stored import EXPERIMENTS, experiment_text, maker_of, number_of_rows
from sqrtdk.layers import attention, attention_gradients

SE = 4.0


def file_of(name):
    return json.loads((resources.files("sqrtdk") / "data" / f"{name}.json").read_text())


def row_of(name, **settings):
    """The one row of a stored table that has these settings."""
    (row,) = (
        row
        for row in stored_experiment(name)
        if all(row[key] == value for key, value in settings.items())
    )
    return row


def agree(first, first_se, second, second_se):
    """Tell whether two estimates are within four standard errors of their difference."""
    return abs(first - second) <= SE * math.hypot(first_se, second_se)


# The files ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_table_is_stored_whole(name):
    record = file_of(name)
    assert record["command"] == f"python -m sqrtdk.experiments {name}"
    assert record["seed"] == EXPERIMENTS[name].seed
    assert set(record) == {"command", "python", "numpy", "seed", "rows"}
    assert len(record["rows"]) == number_of_rows(name) == len(stored_experiment(name))
    assert len({tuple(row) for row in record["rows"]}) == 1
    for row in record["rows"]:
        assert row.get("scale", "1") in SCALES
        for key, value in row.items():
            assert not key.endswith("_se") or key.removesuffix("_se") in row
            assert value is None or isinstance(value, (int, str, list)) or math.isfinite(value)


def test_names_seeds_and_makers_are_distinct():
    assert len({experiment.seed for experiment in EXPERIMENTS.values()}) == len(EXPERIMENTS)
    for name in EXPERIMENTS:
        assert list(inspect.signature(maker_of(name)).parameters) == ["rng", "step"]


def test_stored_rows_cannot_be_changed():
    row = stored_experiment("training_race")[0]
    assert stored_experiment("training_race")[0] is row
    with pytest.raises(TypeError):
        row["d_k"] = 1
    assert isinstance(row["loss"], tuple)


def test_unknown_names_are_refused():
    for function in (stored_experiment, number_of_rows, maker_of):
        with pytest.raises(ValueError, match="name is 'race'; allowed are 'gradient_table'"):
            function("race")
    with pytest.raises(ValueError, match="name is 3"):
        experiment_text(3, [])
    with pytest.raises(ValueError, match="not JSON compliant"):
        experiment_text("training_race", [{"loss": math.nan}])


# The command ----------------------------------------------------------------------------


@pytest.fixture
def few_runs(monkeypatch):
    """A race that is over soon."""
    monkeypatch.setattr(race, "DIMENSIONS", (16,))
    monkeypatch.setattr(race, "LEARNING_RATES", (0.125, 1e300))
    monkeypatch.setattr(race, "N_SEEDS", 3)
    monkeypatch.setattr(race, "N_ROWS", 6)


def test_the_command_writes_the_same_file_twice(few_runs, tmp_path, capsys):
    texts = []
    for _ in range(2):
        assert command.main(["training_race", "--output", str(tmp_path)]) == 0
        texts.append((tmp_path / "training_race.json").read_text())
    assert texts[0] == texts[1]
    assert [file.name for file in tmp_path.iterdir()] == ["training_race.json"]
    rows = json.loads(texts[0])["rows"]
    assert len(rows) == 6
    assert rows[1]["loss"][-1] is None
    assert rows[1]["loss_se"][-1] is None
    assert rows[1]["steps_to_95"] is None
    streams = capsys.readouterr()
    assert not streams.out
    assert "training_race" in streams.err
    assert "6.00/6.00" in streams.err


def test_the_command_lists_the_tables(capsys):
    assert command.main(["--list"]) == 0
    assert capsys.readouterr().out.split() == list(EXPERIMENTS)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["race"], "'race' is not a table; allowed are gradient_table,"),
        (["--output", "/no/such/folder"], "'/no/such/folder' is not a folder"),
        (["--lists"], "unrecognized arguments: --lists"),
    ],
)
def test_bad_arguments_are_one_sentence(arguments, message, capsys):
    assert command.main(arguments) == 2
    streams = capsys.readouterr()
    assert not streams.out
    assert message in streams.err
    assert len(streams.err.splitlines()) == 1


def test_an_interrupted_run_leaves_the_old_file(monkeypatch, tmp_path, capsys):
    def stop(rng, step):
        raise KeyboardInterrupt

    (tmp_path / "training_race.json").write_text("old")
    monkeypatch.setattr(race, "training_race", stop)
    assert command.main(["training_race", "--output", str(tmp_path)]) == 130
    assert (tmp_path / "training_race.json").read_text() == "old"
    assert "interrupted" in capsys.readouterr().err


# Concentration --------------------------------------------------------------------------


def concentration_fields(row):
    return [key for key in row if f"{key}_se" in row]


def plain_concentration(d_k, n_keys, scale, n_rows, rng):
    """Measures of rows whose every component is drawn, by formulas of their own."""
    scores = np.array(
        [
            scale * (rng.standard_normal((n_keys, d_k)) @ rng.standard_normal(d_k))
            for _ in range(n_rows)
        ]
    )
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    logarithms = np.log(np.where(weights > 0, weights, 1.0))
    squares = (weights**2).sum(axis=1)
    jacobian = squares - 2 * (weights**3).sum(axis=1) + squares**2
    return {
        "largest_weight": weights.max(axis=1),
        "sharp_share": weights.max(axis=1) > 0.9,
        "near_one_hot_share": weights.max(axis=1) > 0.99,
        "entropy": -(weights * logarithms).sum(axis=1),
        "perplexity": np.exp(-(weights * logarithms).sum(axis=1)),
        "effective_keys": 1 / squares,
        "sum_of_squares": squares,
        "jacobian_mean": np.sqrt(np.maximum(jacobian, 0.0)),
    }


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize(
    ("table", "d_k", "n_keys"),
    [
        ("concentration_by_keys", 64, 8),
        ("concentration_by_keys", 64, 128),
        ("concentration_by_dimension", 1, 64),
        ("concentration_by_dimension", 16, 64),
        ("concentration_by_dimension", 256, 64),
    ],
)
def test_concentration_by_drawing_every_component(table, d_k, n_keys, scale):
    row = row_of(table, d_k=d_k, n_keys=n_keys, scale=scale)
    factor, n_rows = named_scale(scale, d_k), 1_500
    found = plain_concentration(d_k, n_keys, factor, n_rows, np.random.default_rng(110))
    assert set(concentration_fields(row)) - set(found) == {"median_largest", "jacobian_median"}
    estimates = {
        name: _sizes.share(values) if name.endswith("share") else sample_mean(values)
        for name, values in found.items()
    }
    estimates["median_largest"] = _sizes.median(found["largest_weight"])
    for name, again in estimates.items():
        assert agree(row[name], row[f"{name}_se"], again.value, again.standard_error), name


@pytest.mark.parametrize("scale", SCALES)
def test_two_keys_against_the_exact_law(scale):
    exact = two_key_concentration(64, named_scale(scale, 64))
    row = row_of("concentration_by_keys", n_keys=2, scale=scale)
    for name in ("largest_weight", "sharp_share", "near_one_hot_share"):
        assert agree(row[name], row[f"{name}_se"], getattr(exact, name), 0.0), name
    assert agree(row["jacobian_mean"], row["jacobian_mean_se"], 2 * exact.slope_mean, 0.0)
    assert agree(row["jacobian_median"], row["jacobian_median_se"], 2 * exact.slope_median, 0.0)


def test_two_keys_of_the_map_against_the_exact_law():
    rows = [row for row in stored_experiment("largest_weight_map") if row["n_keys"] == 2]
    assert len(rows) == 33
    for row in rows:
        exact = two_key_concentration(row["d_k"], named_scale(row["scale"], row["d_k"]))
        stated = row["largest_weight"], row["largest_weight_se"]
        assert agree(*stated, exact.largest_weight, 0.0), row
        if row["d_k"] >= 4 and row["scale"] != "1":
            unscaled = two_key_concentration(row["d_k"], 1.0)
            assert not agree(*stated, unscaled.largest_weight, 0.0), row


def test_the_map_agrees_with_the_other_tables():
    shared = 0
    for table in ("concentration_by_keys", "concentration_by_dimension"):
        for row in stored_experiment(table):
            place = {name: row[name] for name in ("d_k", "n_keys", "scale")}
            if row["n_keys"] in (5, 48):
                continue
            other, name = row_of("largest_weight_map", **place), "largest_weight"
            assert agree(row[name], row[f"{name}_se"], other[name], other[f"{name}_se"]), place
            shared += 1
    assert shared == 42


# Gradients ------------------------------------------------------------------------------


def row_gradient_sizes(d_k, n_keys, scale, n_rows, rng):
    """Lengths of gradients at the query, with every component drawn and the matrix J built."""
    sizes = np.empty(n_rows)
    for place in range(n_rows):
        query, keys = rng.standard_normal(d_k), rng.standard_normal((n_keys, d_k))
        jacobian = softmax_jacobian(softmax(scale * (keys @ query)))
        sizes[place] = np.linalg.norm(scale * keys.T @ (jacobian @ rng.standard_normal(n_keys)))
    return sizes


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize(("d_k", "n_keys"), [(64, 2), (64, 8), (256, 8), (16, 64)])
def test_row_gradients_by_drawing_every_component(d_k, n_keys, scale):
    row = row_of("row_gradient_table", d_k=d_k, n_keys=n_keys, scale=scale)
    factor, n_rows = named_scale(scale, d_k), 1_500
    sizes = row_gradient_sizes(d_k, n_keys, factor, n_rows, np.random.default_rng(111))
    usual = row_of("row_gradient_table", d_k=d_k, n_keys=n_keys, scale="1/sqrt(d_k)")["median"]
    for name, found in {
        "rms": _sizes.root_mean_square(sizes),
        "mean": sample_mean(sizes),
        "median": _sizes.median(sizes),
        "dead": _sizes.share(sizes < 0.01 * usual),
        "top_share": _sizes.top_share(sizes, 0.1),
    }.items():
        assert agree(row[name], row[f"{name}_se"], found.value, found.standard_error), name
    forgotten = _sizes.root_mean_square(sizes / factor)
    dropped = agree(row["rms"], row["rms_se"], forgotten.value, forgotten.standard_error)
    assert dropped == (scale == "1")


def layer_gradient_size(d_k, n_tokens, scale, rng):
    """Length of the gradient at W_Q of one layer, with the matrices in full width."""
    width = 256
    tokens = rng.standard_normal((n_tokens, width))
    tokens = (tokens.T - tokens.mean(axis=1)) / tokens.std(axis=1)
    w_q, w_k, w_v = rng.standard_normal((3, width, d_k)) / math.sqrt(width)
    queries, keys, values = tokens.T @ w_q, tokens.T @ w_k, tokens.T @ w_v
    by_query = np.empty_like(queries)
    for place, query in enumerate(queries):
        upstream = rng.standard_normal(d_k)
        by_weight = values @ upstream / np.linalg.norm(upstream)
        jacobian = softmax_jacobian(softmax(scale * (keys @ query)))
        by_query[place] = scale * keys.T @ (jacobian @ by_weight)
    return np.linalg.norm(tokens @ by_query)


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize(
    ("d_k", "n_tokens", "n_draws"), [(16, 2, 250), (64, 2, 250), (64, 64, 30)]
)
def test_layer_gradients_in_full_width(d_k, n_tokens, n_draws, scale):
    row = row_of("gradient_table", d_k=d_k, n_tokens=n_tokens, scale=scale)
    factor, rng = named_scale(scale, d_k), np.random.default_rng(112)
    sizes = np.array([layer_gradient_size(d_k, n_tokens, factor, rng) for _ in range(n_draws)])
    for name, found in {
        "rms": _sizes.root_mean_square(sizes),
        "median": _sizes.median(sizes),
    }.items():
        assert agree(row[name], row[f"{name}_se"], found.value, found.standard_error), name
    forgotten = _sizes.root_mean_square(sizes / factor)
    dropped = agree(row["rms"], row["rms_se"], forgotten.value, forgotten.standard_error)
    assert dropped == (scale == "1")


# One row --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("d_k", "scale", "n_steps"),
    [(16, "1", 200), (64, "1", 200), (64, "1", 2_000), (256, "1", 200), (64, "1/sqrt(d_k)", 200)],
)
def test_one_row_again_from_another_seed(d_k, scale, n_steps):
    row = row_of("one_row_table", d_k=d_k, scale=scale, n_steps=n_steps)
    rate = row["learning_rate"]
    rng = np.random.default_rng(106)
    fit = fit_one_row(d_k, rng, named_scale(scale, d_k), rate, n_steps, n_rows=1_000)
    for name, again in vars(fit).items():
        assert agree(row[name], row[f"{name}_se"], again.value, again.standard_error), name


def starting_gradients(d_k, scale, n_rows, rng):
    """Lengths of the gradient at the query of rows before training, through the layer."""
    q, k = rng.standard_normal((n_rows, 1, d_k)), rng.standard_normal((n_rows, 8, d_k))
    v = rng.standard_normal((n_rows, 8, one_row.VALUE_SIZE)) / math.sqrt(one_row.VALUE_SIZE)
    upstream = attention(q, k, v, scale)[0] - v[:, :1]
    return np.linalg.norm(attention_gradients(q, k, v, upstream, scale).q, axis=(1, 2))


@pytest.mark.parametrize("scale", SCALES)
def test_gradient_of_one_row_through_the_layer(scale):
    d_k, n_rows = 64, 3_000
    row = row_of("one_row_table", d_k=d_k, scale=scale, n_steps=200)
    factor = named_scale(scale, d_k)
    squares = starting_gradients(d_k, factor, n_rows, np.random.default_rng(107)) ** 2
    root = math.sqrt(squares.mean())
    error = squares.std(ddof=1) / math.sqrt(n_rows) / (2 * root)
    stated = row["start_gradient"], row["start_gradient_se"]
    assert agree(*stated, root, error)
    without_scale = root / factor, error / factor
    assert scale == "1" or not agree(*stated, *without_scale)


def test_raw_rows_are_slow_and_not_stuck():
    shares = {
        n: row_of("one_row_table", d_k=64, scale="1", n_steps=n) for n in (200, 2_000, 20_000)
    }
    solved = [row["solved"] for row in shares.values()]
    errors = [row["solved_se"] for row in shares.values()]
    for place in (0, 1):
        gain = solved[place + 1] - solved[place]
        assert gain > SE * math.hypot(*errors[place : place + 2])
    for d_k in one_row.DIMENSIONS:
        for scale in SCALES[1:]:
            row = row_of("one_row_table", d_k=d_k, scale=scale, n_steps=200)
            assert row["solved"] >= 1 - SE * row["solved_se"]


# The race -------------------------------------------------------------------------------


def raced(d_k, scale, rate, seeds):
    """Mean losses at the stored steps with their standard errors, from other seeds."""
    runs = [train_with(d_k, scale, rate, seed) for seed in seeds]
    losses = np.array([run.losses[list(race.STORED_STEPS)] for run in runs])
    return losses.mean(axis=0), losses.std(axis=0, ddof=1) / math.sqrt(len(losses))


def train_with(d_k, scale, rate, seed):
    rng = np.random.default_rng([seed, 108])
    return retrieval.train_retrieval(d_k, rng, scale, rate, race.STORED_STEPS[-1])


@pytest.mark.parametrize(
    ("d_k", "scale", "rate"),
    [
        (16, "1", 2.0**-6),
        (16, "1/d_k", 0.5),
        (64, "1", 2.0**-5),
        (64, "1/sqrt(d_k)", 0.25),
        (64, "1/d_k", 4.0),
        (64, "1/d_k", 256.0),
        (256, "1/sqrt(d_k)", 0.5),
    ],
)
def test_race_again_from_another_seed(d_k, scale, rate):
    row = row_of("training_race", d_k=d_k, scale=scale, learning_rate=rate)
    means, errors = raced(d_k, named_scale(scale, d_k), rate, range(12))
    for place, step in enumerate(row["steps"]):
        stated = row["loss"][place], row["loss_se"][place]
        assert agree(*stated, means[place], errors[place]), step


def losses_through_the_layer(d_k, scale, rate, n_steps, rng, dropped=1.0):
    """Losses of one run whose backward is the layer's; `dropped` divides its gradients."""
    width = retrieval.N_FEATURES
    w_q, w_k = rng.standard_normal((2, width, d_k)) / math.sqrt(width)
    losses = []
    for _ in range(n_steps + 1):
        tokens = rng.standard_normal((retrieval.BATCH_SIZE, retrieval.N_KEYS, width))
        wanted = tokens[:, :1]
        q, k = wanted @ w_q, tokens @ w_k
        error = attention(q, k, tokens, scale)[0] - wanted
        losses.append(0.5 * (error**2).sum(axis=(1, 2)).mean())
        found = attention_gradients(q, k, tokens, error / retrieval.BATCH_SIZE, scale)
        w_q = w_q - rate / dropped * np.einsum("rif,rid->fd", wanted, found.q)
        w_k = w_k - rate / dropped * np.einsum("rjf,rjd->fd", tokens, found.k)
    return losses


def test_race_through_the_layer():
    d_k, name, rate, n_steps = 64, "1/sqrt(d_k)", 0.25, 8
    scale = named_scale(name, d_k)
    row = row_of("training_race", d_k=d_k, scale=name, learning_rate=rate)
    for dropped in (1.0, scale):
        losses = np.array(
            [
                losses_through_the_layer(
                    d_k, scale, rate, n_steps, np.random.default_rng([seed, 109]), dropped
                )
                for seed in range(16)
            ]
        )
        error = losses.std(axis=0, ddof=1) / math.sqrt(len(losses))
        agreed = [
            agree(
                row["loss"][place], row["loss_se"][place], losses.mean(axis=0)[step], error[step]
            )
            for place, step in enumerate(row["steps"])
            if step <= n_steps
        ]
        assert all(agreed) == (dropped == 1.0)


def best(d_k, scale):
    """The row of the rate that needs the fewest steps to 95 % accuracy."""
    rows = [
        row for row in stored_experiment("training_race")
        if (row["d_k"], row["scale"]) == (d_k, scale) and row["steps_to_95"] is not None
    ]  # fmt: skip
    return min(rows, key=lambda row: row["steps_to_95"])


@pytest.mark.parametrize("d_k", race.DIMENSIONS)
def test_each_best_rate_is_inside_the_grid_and_solves_the_task(d_k):
    for scale in SCALES:
        row = best(d_k, scale)
        assert race.LEARNING_RATES[0] < row["learning_rate"] < race.LEARNING_RATES[-1]
        assert row["accuracy"][-1] >= 0.95


def test_race_shows_what_the_text_says():
    for d_k, least in ((16, 1.5), (64, 4.0), (256, 4.0)):
        raw, *others = (best(d_k, scale) for scale in SCALES)
        assert raw["steps_to_95"] >= least * min(row["steps_to_95"] for row in others)
    rates = [best(64, scale)["learning_rate"] for scale in SCALES]
    assert 8 <= rates[1] / rates[0] <= 32
    assert 64 <= rates[2] / rates[0] <= 256
