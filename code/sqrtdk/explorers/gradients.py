"""The gradient that reaches the query: who gets how much of it, before training."""

from __future__ import annotations

import math

from sqrtdk.explorer import Choice, Explorer, LogRange, Panel
from sqrtdk.explorers._gradient_drawing import (
    draw_courses,
    draw_dimensions,
    draw_sizes,
    percentage,
    update,
)
from sqrtdk.explorers._gradient_numbers import (
    DIMENSIONS,
    KEY_COUNTS,
    N_ROWS,
    TEMPERATURES,
    GradientDistributionState,
    gradient_distribution_state,
)
from sqrtdk.explorers._numerals import power_of_ten, significant
from sqrtdk.style import PALETTE

__all__ = ["GradientDistributionState", "gradient_distribution", "gradient_distribution_state"]

SMALLEST = -10


def _size(value: float) -> str:
    if value < 10.0**SMALLEST:
        return f"below {power_of_ten(SMALLEST)}"
    return significant(value, 2).removesuffix(".")


def _fields(state: GradientDistributionState) -> dict[str, str]:
    return {
        "d_k": f"{state.d_k:,}",
        "n_keys": str(state.n_keys),
        "temperature": f"{state.temperature:.4g}",
        "rms": _size(state.root_mean_square),
        "mean": _size(state.mean),
        "median": _size(state.median),
        "dead": percentage(state.dead),
        "root": f"{math.sqrt(state.d_k):.4g}",
        "root_median": _size(state.root_median),
    }


PANELS = (
    Panel(
        "sizes",
        "Sizes of the gradient at the query",
        f"Histogram of {N_ROWS:,} queries over the size of the gradient, an axis of powers of "
        "ten; all sizes below 10⁻⁴ share the first bar. Three lines mark the root mean square, "
        "the mean and the median. Dark bars left of a dashed line are the dead queries, under "
        "one per cent of the median at T = √dₖ. A bar that leaves the frame ends in an arrow.",
        draw_sizes,
    ),
    Panel(
        "courses",
        "Root mean square, mean and median against the temperature",
        "On logarithmic axes, three curves: the root mean square falls with the temperature "
        "throughout; the median is small on the left, rises to a peak below √dₖ, and falls with "
        "the others beyond it. Dots mark the temperature, dashed lines T = 1, √dₖ and dₖ.",
        draw_courses,
    ),
    Panel(
        "dimensions",
        "Root mean square and median against the dimension",
        "On logarithmic axes, a pair of curves for each of T = 1, √dₖ and dₖ. With T = √dₖ both "
        "settle to a constant as dₖ grows. With T = 1 the root mean square rises while the "
        "median collapses. With T = dₖ both fall. Dots mark the present state.",
        draw_dimensions,
    ),
)
HISTOGRAM = ("rms", "median")
CONTROLS = (
    LogRange(
        "temperature",
        "Temperature T",
        TEMPERATURES,
        rest=1,
        show=lambda temperature: f"{temperature:.3g}",
        moves=("live", "dead", *HISTOGRAM, "dot_rms", "dot_mean", "dot_median", "here"),
    ),
    LogRange(
        "d_k",
        "Dimension dₖ",
        DIMENSIONS,
        rest=64,
        show=lambda d_k: f"{d_k:,}",
        moves=("live", "dead", *HISTOGRAM, "course_rms", "course_median", "at_root", "here"),
        whole=True,
    ),
    Choice(
        "n_keys",
        "Keys n",
        [(n, str(n)) for n in KEY_COUNTS],
        rest=8,
        moves=("live", "median", "course_median", "raw_median"),
    ),
)
READOUT = (
    "dₖ = {d_k}, {n_keys} keys, scores divided by T = {temperature}. The gradient at the query: "
    f"root mean square (rms) {{rms}}, mean {{mean}}, median {{median}}, over {N_ROWS:,} queries. "
    "Dead, with under 1 % of {root_median}, the median at T = √dₖ = {root}: {dead}."
)


def gradient_distribution() -> Explorer:
    """Return the explorer of the size of the gradient at the query.

    Returns
    -------
    Explorer
        Controls ``temperature``, ``d_k`` and ``n_keys``.

    Examples
    --------
    >>> gradient_distribution().resting_values
    {'temperature': 1, 'd_k': 64, 'n_keys': 8}
    """
    return Explorer(
        name="gradient_distribution",
        title="The gradient that reaches the query",
        panels=PANELS,
        palette=PALETTE,
        controls=CONTROLS,
        state=gradient_distribution_state,
        update=update,
        readout=READOUT,
        fields=_fields,
        table=[
            {"d_k": d_k, "temperature": temperature}
            for d_k, root in ((16, 4), (64, 8), (1024, 32))
            for temperature in (1, root)
        ],
        columns=[
            ("d_k", ""),
            ("temperature", ""),
            ("rms", "Root mean square"),
            ("mean", "Mean"),
            ("median", "Median"),
            ("dead", "Dead"),
        ],
        coarse=("live", "dead"),
    )
