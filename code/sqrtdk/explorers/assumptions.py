"""Scores with one assumption broken: a mean, a variance, a correlation or a shared query."""

from __future__ import annotations

import math

from sqrtdk.estimates import Estimate
from sqrtdk.explorer import Choice, DrawAgain, Explorer, Range
from sqrtdk.explorers._assumption_drawing import PANELS, update
from sqrtdk.explorers._assumption_numbers import (
    AMOUNTS,
    ASSUMPTIONS,
    AssumptionState,
    break_an_assumption_state,
)
from sqrtdk.explorers._numerals import fixed, plain
from sqrtdk.style import PALETTE

__all__ = ["AssumptionState", "break_an_assumption", "break_an_assumption_state"]


def _estimate(estimate: Estimate) -> str:
    digits = max(0, 1 - math.floor(math.log10(estimate.standard_error)))
    return f"{fixed(estimate.value, digits)} ± {fixed(estimate.standard_error, digits)}"


def _setting(state: AssumptionState) -> str:
    amount = plain(state.amount)
    words = {
        "mean": f"every component has mean {amount}",
        "variance": f"every component has standard deviation {plain(1 + state.amount)}",
        "correlation": f"qᵢ and kᵢ have correlation {amount}",
        "shared query": f"the keys of a row share {plain(100 * state.amount)}\u00a0% of the "
        "variance of their queries",
    }[state.assumption]
    return words if state.amount else f"{words}, so nothing is broken"


def _numbers(words: dict[str, str], shared: bool) -> str:
    if shared:
        return (
            f"correlation of two squared scores of a row {words['correlation']}, variance of the "
            f"mean square of a row {words['variance']}"
        )
    return f"mean {words['mean']}, variance {words['variance']}"


def _fields(state: AssumptionState) -> dict[str, str]:
    shared = state.assumption == "shared query"
    theory = _numbers({name: plain(value) for name, value in state.expected.items()}, shared)
    if "offset" in state.expected and state.amount:
        offset = plain(state.expected["offset"])
        theory += f", of which {offset} is an offset that the keys of a row share"
    return {
        "d_k": "4" if shared else "64",
        "setting": _setting(state),
        "theory": theory,
        "draws": "1,000 rows of 64 keys" if shared else "4,000 scores",
        "simulation": _numbers({n: _estimate(e) for n, e in state.found.items()}, shared),
    }


SCORES = ASSUMPTIONS[:-1]
DRAWN = ("histogram", "spread", "sample_spread", "exact", "simulated")
CONTROLS = (
    Choice(
        "assumption",
        "Broken assumption",
        [(name, name) for name in ASSUMPTIONS],
        rest="mean",
        moves=("mean_histogram", "shared_query_histogram", "mean_exact", "shared_query_exact"),
    ),
    Range(
        "amount",
        "How far it is broken",
        AMOUNTS,
        rest=0.5,
        show=plain,
        moves=(
            *(f"{name}_{part}" for name in SCORES for part in (*DRAWN, "normal")),
            *(f"shared_query_{part}" for part in DRAWN),
        ),
        bounds=(0.0, 1.0, 0.005),
    ),
    DrawAgain(moves=[f"{name}_histogram" for name in (*SCORES, "shared_query")]),
)
READOUT = (
    "dₖ = {d_k}, and {setting}. Theory for scores divided by √dₖ: {theory}. Simulation of "
    "{draws}, ± one standard error: {simulation}."
)


def break_an_assumption() -> Explorer:
    """Return the explorer of the assumptions behind the variance of a score.

    Returns
    -------
    Explorer
        Controls ``assumption``, ``amount`` and ``sample``.

    Examples
    --------
    >>> break_an_assumption().resting_values
    {'assumption': 'mean', 'amount': 0.5, 'sample': 0}
    """
    return Explorer(
        name="break_an_assumption",
        title="One assumption broken",
        panels=PANELS,
        palette=PALETTE,
        controls=CONTROLS,
        state=break_an_assumption_state,
        update=update,
        readout=READOUT,
        fields=_fields,
        table=[
            {"assumption": name, "amount": amount}
            for name in ASSUMPTIONS
            for amount in (0.0, 0.25, 0.5, 1.0)
        ],
        columns=[
            ("assumption", ""),
            ("amount", ""),
            ("theory", "Theory"),
            ("simulation", "Simulation"),
        ],
        coarse=[panel.name.replace("_scores", "_histogram") for panel in PANELS[::2]],
    )
