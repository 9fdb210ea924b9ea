"""The exact law of a score: its shape, its tails, and how soon it is normal."""

from __future__ import annotations

from sqrtdk.components import COMPONENTS
from sqrtdk.explorer import Choice, Explorer, LogRange
from sqrtdk.explorers._exact_law_drawing import PANELS, update
from sqrtdk.explorers._exact_law_numbers import (
    AXES,
    D_K,
    NORMAL_TAIL,
    ExactLawState,
    exact_law_state,
)
from sqrtdk.explorers._numerals import plain, significant
from sqrtdk.style import PALETTE

__all__ = ["ExactLawState", "exact_law", "exact_law_state"]

WORDS = {"normal": "standard normal", "uniform": "uniform (±√3)", "coin": "fair coins (±1)"}
PERCENT = 100


def _fields(state: ExactLawState) -> dict[str, str]:
    ratio = state.tail / NORMAL_TAIL
    tail = f"{significant(PERCENT * state.tail, 3)}\u00a0%" if state.tail else "nothing"
    return {
        "width": f"{state.d_k:,}",
        "axis": state.axis,
        "law": WORDS[state.components],
        "kurtosis": plain(state.kurtosis),
        "distance": significant(state.distance, 3),
        "tail": tail,
        "ratio": f"{significant(ratio, 3)} times" if state.tail else "against",
    }


CONTROLS = (
    LogRange(
        "d_k",
        "Dimension dₖ",
        D_K,
        rest=2,
        show="{:,}".format,
        moves=("linear_law", "logarithmic_law", "distance"),
        whole=True,
    ),
    Choice(
        "axis",
        "Axis of the density",
        [(name, name) for name in AXES],
        rest="logarithmic",
        moves=("linear_law", "logarithmic_law"),
    ),
    Choice(
        "components",
        "Components",
        [(name, name) for name in COMPONENTS],
        rest="normal",
        moves=("linear_law", "linear_atoms", "logarithmic_law", "chosen", "distance"),
    ),
)
READOUT = (
    "dₖ = {width}, components {law}, density on a {axis} axis. Kurtosis {kurtosis}; the normal "
    "law has 3. Largest distance of the distribution functions {distance}. Beyond three standard "
    "deviations lies {tail}, {ratio} the 0.270\u00a0% of the normal law."
)


def exact_law() -> Explorer:
    """Return the explorer of the exact law of a score.

    Returns
    -------
    Explorer
        Controls ``d_k``, ``axis`` and ``components``.

    Examples
    --------
    >>> exact_law().resting_values
    {'d_k': 2, 'axis': 'logarithmic', 'components': 'normal'}
    """
    return Explorer(
        name="exact_law",
        title="The exact law of a score beside the normal law",
        panels=PANELS,
        palette=PALETTE,
        controls=CONTROLS,
        state=exact_law_state,
        update=update,
        readout=READOUT,
        fields=_fields,
        table=[
            {"components": components, "d_k": d_k}
            for components in COMPONENTS
            for d_k in (1, 4, 64, 1_024)
        ],
        columns=[
            ("components", ""),
            ("d_k", ""),
            ("kurtosis", "Kurtosis"),
            ("distance", "Largest distance"),
            ("tail", "Beyond three standard deviations"),
        ],
    )
