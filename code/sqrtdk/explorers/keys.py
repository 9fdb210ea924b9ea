"""Effective keys against the number of keys, at three scales."""

from __future__ import annotations

from sqrtdk.explorer import Explorer, LogRange, Panel, Range
from sqrtdk.explorers._keys_drawing import draw_effective, draw_row, draw_shares, update
from sqrtdk.explorers._keys_numbers import (
    DIMENSIONS,
    KEY_COUNTS,
    N_ROWS,
    POWERS,
    KeysAndTemperatureState,
    keys_and_temperature_state,
)
from sqrtdk.style import PALETTE

__all__ = ["KeysAndTemperatureState", "keys_and_temperature", "keys_and_temperature_state"]


def _count(value: float) -> str:
    digits = 2 if value < 9.995 else 1 if value < 99.95 else 0
    return f"{value:,.{digits}f}"


def _fields(state: KeysAndTemperatureState) -> dict[str, str]:
    return {
        "d_k": f"{state.d_k:,}",
        "n_keys": f"{state.n_keys:,}",
        "raw": _count(state.effective["raw"]),
        "root": _count(state.effective["root"]),
        "root_law": _count(state.root_law),
        "spread": f"{state.spread['log']:.2f}",
        "log": _count(state.effective["log"]),
        "power": f"{state.power:.2f}",
        "log_law": _count(state.log_law),
    }


PANELS = (
    Panel(
        "effective",
        "Effective keys against the number of keys",
        "On logarithmic axes, three lines. Without a scale and at a large dₖ the effective keys "
        "stay near one or two however many keys there are. Divided by √dₖ they follow n/e, a "
        "dashed line with the slope 1. With the spread that grows with the logarithm of n they "
        "follow a power of n, a dashed line that is less steep. Dots mark the chosen n.",
        draw_effective,
    ),
    Panel(
        "shares",
        "Effective keys as a share of all keys",
        "The same divided by n. Without a scale the share falls towards 0. Divided by √dₖ it "
        "settles near 1/e, a dashed line. With the spread that grows with the logarithm of n it "
        "keeps falling, slowly.",
        draw_shares,
    ),
    Panel(
        "row",
        "The largest weights of one row, added up",
        "For one row with the chosen number of keys and each scale: the sum of the largest "
        "weights against how many are added, on a logarithmic axis. Without a scale the first "
        "few hold nearly all. Divided by √dₖ it takes a good share of all keys.",
        draw_row,
    ),
)
DOTS = ("dots_number", "dots_share")
ROW = ("raw_row", "root_row", "log_row")
CONTROLS = (
    LogRange(
        "n_keys",
        "Keys n",
        KEY_COUNTS,
        rest=1024,
        show="{:,}".format,
        moves=(*DOTS, *ROW),
        whole=True,
    ),
    LogRange(
        "d_k",
        "Dimension dₖ",
        DIMENSIONS,
        rest=64,
        show="{:,}".format,
        moves=(*DOTS, "raw_number", "raw_share", "root_share", "log_share", "raw_row"),
        whole=True,
    ),
    Range(
        "power",
        "Power γ to keep",
        POWERS,
        rest=0.75,
        show="{:.2f}".format,
        moves=("log_number", "log_share", "law_number", "law_share", *DOTS, "log_row"),
        bounds=(POWERS[0], POWERS[-1], 0.01),
    ),
)
READOUT = (
    f"dₖ = {{d_k}}, {{n_keys}} keys, means over {N_ROWS} simulated rows. Effective keys without a "
    "scale: {raw}. Divided by √dₖ: {root}, where n/e is {root_law}. With a spread of "
    "√((1 − γ) ln n) = {spread}: {log}, where n^{power} is {log_law}."
)


def keys_and_temperature() -> Explorer:
    """Return the explorer of the effective keys against the number of keys.

    Returns
    -------
    Explorer
        Controls ``n_keys``, ``d_k`` and ``power``.

    Examples
    --------
    >>> keys_and_temperature().resting_values
    {'n_keys': 1024, 'd_k': 64, 'power': 0.75}
    """
    return Explorer(
        name="keys_and_temperature",
        title="How many keys a row uses",
        panels=PANELS,
        palette=PALETTE,
        controls=CONTROLS,
        state=keys_and_temperature_state,
        update=update,
        readout=READOUT,
        fields=_fields,
        table=[
            {"n_keys": n, "power": power} for n in (8, 64, 1024, 4096) for power in (0.5, 0.75)
        ],
        columns=[
            ("n_keys", ""),
            ("power", ""),
            ("raw", "No scale"),
            ("root", "1/√dₖ"),
            ("root_law", "n/e"),
            ("log", "log n"),
            ("log_law", "n^γ"),
        ],
    )
