"""Still figures of the chapter on what saturates."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from matplotlib.figure import Figure

from sqrtdk import plots
from sqrtdk._scales import SCALES
from sqrtdk.experiments import query_gradients, stored_experiment
from sqrtdk.explorer import Explorer
from sqrtdk.figures._still import still
from sqrtdk.style import QUARTERS, new_axes

__all__ = ["jacobian_by_keys", "layer_gradient", "one_row_by_steps"]

D_K, N_TOKENS, N_ROWS = 64, 64, 20_000
RAW, ROOT, FULL = SCALES
NAMES = {RAW: "scale 1", ROOT: "1/√dₖ", FULL: "1/dₖ"}
SOLVED_AT = (200, 2_000, 20_000)
SIZES_OF_J = {
    "mean": "Against the number of keys from 2 to 1,024: without a scale the mean rises from "
    "below 0.1 to about 0.25; divided by the root it falls from 0.36 towards 0.05. They cross "
    "near 48 keys.",
    "median": "The same for the median: without a scale it starts near zero at two keys and rises "
    "to 0.3; divided by the root it falls from 0.4 towards 0.05.",
}


def jacobian_by_keys() -> Explorer:
    """Show the size of the softmax Jacobian against the number of keys, with and without scale.

    Returns
    -------
    Explorer
        Without controls.

    Examples
    --------
    >>> jacobian_by_keys().name
    'jacobian_by_keys'
    """
    rows = stored_experiment("concentration_by_keys")

    def draw(field: str) -> Callable[[Figure], None]:
        def drawn(figure: Figure) -> None:
            axes = new_axes(
                figure,
                xlabel="number of keys",
                ylabel=f"{field} size of J",
                xlim=(1.7, 1_300),
                ylim=(0, 0.45),
                xscale="log",
                xticks=(2, 8, 64, 512),
                xticklabels=("2", "8", "64", "512"),
                yticks=(0, 0.1, 0.2, 0.3, 0.4),
            )
            for scale, place in ((RAW, (200, 0.31)), (ROOT, (17, 0.345))):
                found = [row for row in rows if row["scale"] == scale]
                keys = [row["n_keys"] for row in found]
                sizes = [row[f"jacobian_{field}"] for row in found]
                plots.line(axes, keys, sizes, name="simulation", width=1.3)
                plots.dots(axes, keys, sizes, size=6)
                plots.words(axes, *place, NAMES[scale])
            plots.key(axes, [("simulation", "simulation")])

        return drawn

    pictures = {
        f"{field.capitalize()} size of the Jacobian": (words, draw(field))
        for field, words in SIZES_OF_J.items()
    }
    return still("jacobian_by_keys", "Size of the softmax Jacobian", pictures)


def _draw_layer(figure: Figure) -> None:
    rows = [r for r in stored_experiment("gradient_table") if r["n_tokens"] == N_TOKENS]
    axes = new_axes(
        figure,
        xlabel="dimension dₖ",
        ylabel="rms gradient of W_Q",
        xlim=(3, 1_500),
        ylim=(0.7, 900),
        xscale="log",
        yscale="log",
        xticks=(4, 16, 64, 256),
        xticklabels=("4", "16", "64", "256"),
        yticks=(1, 10, 100),
        yticklabels=("1", "10", "100"),
    )
    for scale in (RAW, ROOT, FULL):
        found = [row for row in rows if row["scale"] == scale]
        widths, sizes = [row["d_k"] for row in found], [row["rms"] for row in found]
        plots.line(axes, widths, sizes, name="simulation", width=1.3)
        plots.dots(axes, widths, sizes, size=6)
        plots.words(axes, 310, 0.93 * sizes[-1], NAMES[scale])
    plots.key(axes, [("simulation", "simulation")])


def _draw_shares(rng: np.random.Generator) -> Callable[[Figure], None]:
    share = np.linspace(0, 1, 101)
    curves = {}
    for scale in (RAW, ROOT):
        factor = 1.0 if scale == RAW else D_K**-0.5
        sizes = query_gradients(D_K, N_TOKENS, rng, scale=factor, n_rows=N_ROWS).at_query
        squares = np.sort(sizes**2)[::-1]
        carried = np.concatenate([[0.0], np.cumsum(squares) / squares.sum()])
        curves[scale] = np.interp(share * N_ROWS, np.arange(N_ROWS + 1), carried)

    def draw(figure: Figure) -> None:
        axes = new_axes(
            figure,
            xlabel="share of rows, those with most first",
            ylabel="share of the squared gradient",
            xlim=(0, 1),
            ylim=(0, 1.03),
            xticks=(0, 0.25, 0.5, 0.75, 1),
            xticklabels=("0", "¼", "½", "¾", "1"),
            **QUARTERS,
        )
        for scale, place in ((RAW, (0.03, 0.9)), (ROOT, (0.42, 0.56))):
            plots.line(axes, share, curves[scale], name="simulation", width=1.6)
            plots.words(axes, *place, NAMES[scale])
        plots.key(axes, [("simulation", "simulation")])

    return draw


def layer_gradient(rng: np.random.Generator) -> Explorer:
    """Show the gradient of the query matrix for three scales, and how rows share it.

    Parameters
    ----------
    rng : numpy.random.Generator

    Returns
    -------
    Explorer
        Without controls.

    Examples
    --------
    >>> layer_gradient(np.random.default_rng(12)).name
    'layer_gradient'
    """
    pictures = {
        "Gradient of the query matrix": (
            "On logarithmic axes, against the dimension: without a scale the root-mean-square "
            "gradient rises, divided by the root it is level, divided by the dimension it falls.",
            _draw_layer,
        ),
        "Who carries it": (
            "The rows sorted by their gradient, those with most first, and the share of the "
            "squared gradient that they carry. Without a scale a tenth of the rows carries more "
            "than half; divided by the root about a quarter.",
            _draw_shares(rng),
        ),
    }
    return still("layer_gradient", "Gradient of a layer before training", pictures)


def one_row_by_steps() -> Explorer:
    """Show how many single rows are solved after so many steps, without a scale and with one.

    Returns
    -------
    Explorer
        Without controls.

    Examples
    --------
    >>> one_row_by_steps().name
    'one_row_by_steps'
    """
    rows = stored_experiment("one_row_table")

    def draw(figure: Figure) -> None:
        axes = new_axes(
            figure,
            xlabel="number of steps",
            ylabel="share of rows solved",
            xlim=(130, 130_000),
            ylim=(0, 1.06),
            xscale="log",
            xticks=SOLVED_AT,
            xticklabels=("200", "2,000", "20,000"),
            **QUARTERS,
        )
        for d_k in (16, 64, 256):
            found = [row for row in rows if row["scale"] == RAW and row["d_k"] == d_k]
            solved = [row["solved"] for row in found]
            plots.line(axes, SOLVED_AT, solved, name="simulation", width=1.3)
            plots.dots(axes, SOLVED_AT, solved, size=6)
            plots.words(axes, 26_000, solved[-1] - 0.02, f"dₖ = {d_k}")
        with_root = min(row["solved"] for row in rows if row["scale"] == ROOT)
        plots.dots(axes, SOLVED_AT[:1], [with_root], size=9)
        plots.words(axes, 240, 0.98, "1/√dₖ")
        plots.key(axes, [("simulation", "simulation")])

    words = (
        "Without a scale the share of solved rows rises with the logarithm of the number of "
        "steps, and is lower for larger dₖ. Divided by the root, 200 steps solve all rows."
    )
    pictures = {"Rows solved by so many steps": (words, draw)}
    return still("one_row_by_steps", "Rows solved by so many steps", pictures, size=(400, 260))
