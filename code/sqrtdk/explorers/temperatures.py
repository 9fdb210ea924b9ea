"""One row of attention: what dimension, temperature and number of keys do to its weights."""

from __future__ import annotations

import math

from sqrtdk.explorer import Choice, Explorer, LogRange, Panel
from sqrtdk.explorers._attention_drawing import (
    draw_entropy,
    draw_scores,
    draw_sensitivities,
    draw_weights,
    update,
)
from sqrtdk.explorers._attention_numbers import (
    DIMENSIONS,
    KEY_COUNTS,
    TEMPERATURES,
    AttentionTemperatureState,
    attention_temperature_state,
)
from sqrtdk.style import PALETTE

__all__ = ["AttentionTemperatureState", "attention_temperature", "attention_temperature_state"]


def _small(value: float) -> str:
    return f"{value:.3f}" if value >= 0.0005 or value == 0 else "below 0.001"


def _fields(state: AttentionTemperatureState) -> dict[str, str]:
    n_keys, root = len(state.weights), math.sqrt(state.d_k)
    largest = float(state.weights[0])
    if math.isclose(state.temperature, root):
        relation = "which is √dₖ"
    else:
        side = "below" if state.temperature < root else "above"
        relation = f"{side} √dₖ = {root:.4g}"
    return {
        "n_keys": str(n_keys),
        "d_k": f"{state.d_k:,}",
        "numbers": "number" if state.d_k == 1 else "numbers",
        "temperature": f"{state.temperature:.4g}",
        "relation": relation,
        "largest": "above 0.999" if largest > 0.9995 else f"{largest:.3f}",
        "entropy": _small(state.entropy),
        "ceiling": f"{math.log(n_keys):.3f}",
        "effective": f"{state.effective_keys:.2f}",
        "sensitivity": _small(float(state.sensitivities.max())),
    }


SIZE = (330.0, 210.0)
PANELS = (
    Panel(
        "scores",
        "Scores divided by the temperature",
        "One bar a key, upwards for a positive score and downwards for a negative one, the "
        "largest first. Two lines stand one standard deviation of the law, √dₖ / T, to each "
        "side of zero. A bar that leaves the frame ends in an arrow.",
        draw_scores,
        SIZE,
    ),
    Panel(
        "weights",
        "Weights",
        "The softmax of the bars beside, between 0 and 1, in the same order, with a line at the "
        "even share 1/n. Above them stands the number of effective keys, 1 / Σp².",
        draw_weights,
        SIZE,
    ),
    Panel(
        "entropy",
        "Entropy of the weights against the temperature",
        "The entropy of the weights climbs with the temperature, on a logarithmic axis, from 0, "
        "where one key has all the weight, towards ln n, where all n keys share it evenly. Thin "
        "curves show 2, 8 and 64 keys, the thick one the number chosen; a dot marks the "
        "temperature, a dashed line T = √dₖ.",
        draw_entropy,
        SIZE,
    ),
    Panel(
        "sensitivities",
        "Sensitivity of each weight to its own divided score",
        "p(1 − p) for each weight p, in the same order, at most one quarter. It is small where "
        "one key has nearly all the weight, and also where very many keys share it evenly.",
        draw_sensitivities,
        SIZE,
    ),
)
BARS = ("scores", "weights", "sensitivities")
CONTROLS = (
    LogRange(
        "d_k",
        "Dimension dₖ",
        DIMENSIONS,
        rest=64,
        show=lambda d_k: f"{d_k:,}",
        moves=(*BARS, "spread_top", "curve", "dot", "root"),
        whole=True,
    ),
    LogRange(
        "temperature",
        "Temperature T",
        TEMPERATURES,
        rest=1,
        show=lambda temperature: f"{temperature:.3g}",
        moves=(*BARS, "spread_top", "dot"),
    ),
    Choice(
        "n_keys",
        "Keys n",
        [(n, str(n)) for n in KEY_COUNTS],
        rest=8,
        moves=(*BARS, "even", "curve", "dot"),
    ),
)
READOUT = (
    "One query and {n_keys} keys of dₖ = {d_k} random {numbers} each, drawn once. The scores are "
    "divided by T = {temperature}, {relation}. Largest weight {largest}; {effective} effective "
    "keys; entropy {entropy} of at most {ceiling} nats; largest sensitivity {sensitivity}."
)


def attention_temperature() -> Explorer:
    """Return the explorer of one row of attention.

    Returns
    -------
    Explorer
        Controls ``d_k``, ``temperature`` and ``n_keys``.

    Notes
    -----
    One query and 64 keys are drawn once and for all; see `attention_temperature_state` for how,
    and for how this row was selected.

    Examples
    --------
    >>> attention_temperature().resting_values
    {'d_k': 64, 'temperature': 1, 'n_keys': 8}
    """
    return Explorer(
        name="attention_temperature",
        title="One row of attention",
        panels=PANELS,
        palette=PALETTE,
        controls=CONTROLS,
        state=attention_temperature_state,
        update=update,
        readout=READOUT,
        fields=_fields,
        table=[
            {"d_k": d_k, "temperature": t} for d_k in (4, 64, 1024) for t in (1, math.isqrt(d_k))
        ],
        columns=[
            ("d_k", ""),
            ("temperature", ""),
            ("largest", "Largest weight"),
            ("effective", "Effective keys"),
            ("entropy", "Entropy (nats)"),
            ("sensitivity", "Largest sensitivity"),
        ],
    )
