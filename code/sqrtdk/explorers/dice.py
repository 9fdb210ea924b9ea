"""A die that can be loaded: the mean and the standard deviation move, the running mean follows."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from sqrtdk import plots
from sqrtdk.discrete import FiniteDistribution
from sqrtdk.explorer import Choice, DrawAgain, Explorer, Panel, Range
from sqrtdk.simulate import draw, running_mean, sample_mean, sample_variance
from sqrtdk.style import PALETTE, QUARTERS, new_axes

__all__ = ["LoadedDieState", "loaded_die", "loaded_die_state", "loaded_weights"]

FACES = range(1, 7)
TILTS = tuple(f"{i / 20:.2f}" for i in range(21))
N_THROWS = 1_000
SEED = 20_261
SHOWN_AT = np.unique(np.geomspace(1, N_THROWS, 34).round().astype(int))
THEORY_ROW, SIMULATION_ROW = -0.075, -0.15


@dataclass(frozen=True)
class LoadedDieState:
    """Numbers behind one state of the loaded die.

    Parameters
    ----------
    probabilities : tuple of Fraction
        Chance of each face.
    mean, standard_deviation : float
        Of the law.
    frequencies : ndarray, shape (6,)
        Share of each face among the throws.
    running : ndarray, shape (len(SHOWN_AT),)
        Mean of the first n throws, for each n of `SHOWN_AT`.
    sample_mean, sample_standard_deviation : float
        Over all throws.
    """

    probabilities: tuple[Fraction, ...]
    mean: float
    standard_deviation: float
    frequencies: NDArray[np.float64]
    running: NDArray[np.float64]
    sample_mean: float
    sample_standard_deviation: float


def loaded_weights(face: int, tilt: str) -> dict[str, float]:
    """Return the weight of each face when one of them is loaded.

    Parameters
    ----------
    face : int
        The loaded face.
    tilt : str
        Decimal between 0, a fair die, and 1, a die that always shows `face`.

    Returns
    -------
    dict of str to float
        ``weight_1`` to ``weight_6``, summing to 1 up to rounding.

    Examples
    --------
    >>> loaded_weights(6, "1.00")["weight_6"]
    1.0
    """
    even = (1 - float(tilt)) / len(FACES)
    return {f"weight_{i}": round(even + float(tilt) * (i == face), 6) for i in FACES}


def loaded_die_state(face: int, tilt: str, sample: int, **weights: float) -> LoadedDieState:
    """Compute the law of a die with given weights and one simulated run of throws.

    Parameters
    ----------
    face : int
        The loaded face.
    tilt : str
        How much, see `loaded_weights`.
    sample : int
        Number of the run; the same number gives the same uniform draws for every die.
    **weights : float
        ``weight_1`` to ``weight_6``; without them `face` and `tilt` decide.

    Returns
    -------
    LoadedDieState

    Raises
    ------
    ValueError
        If the weights are negative or all zero.

    Examples
    --------
    >>> loaded_die_state(6, "0.00", 0).mean
    3.5
    """
    chosen = loaded_weights(face, tilt) | weights
    law = FiniteDistribution.from_weights(FACES, [chosen[f"weight_{i}"] for i in FACES])
    throws = draw(law, N_THROWS, np.random.default_rng([SEED, sample]))
    chances = dict(zip(law.outcomes, law.probabilities, strict=True))
    return LoadedDieState(
        probabilities=tuple(chances.get(Fraction(i), Fraction(0)) for i in FACES),
        mean=float(law.expectation()),
        standard_deviation=law.standard_deviation(),
        frequencies=np.array([np.mean(throws == i) for i in FACES]),
        running=running_mean(throws)[SHOWN_AT - 1],
        sample_mean=sample_mean(throws).value,
        sample_standard_deviation=float(np.sqrt(sample_variance(throws).value)),
    )


def _draw_faces(figure: Figure) -> dict[str, Any]:
    axes = new_axes(
        figure,
        xlabel="face",
        ylabel="probability",
        xlim=(0.3, 6.7),
        ylim=(-0.2, 1.02),
        xticks=tuple(FACES),
        **QUARTERS,
    )
    plots.key(axes, [("simulation", "simulation"), ("theory", "theory")])
    zeros = np.zeros(len(FACES))
    return {
        "bars": plots.bars(axes, FACES, zeros, name="theory"),
        "frequencies": plots.dots(axes, FACES, zeros),
        "spread": plots.line(axes, [0, 0], [THEORY_ROW] * 2, width=3),
        "mean": plots.dots(axes, [0], [THEORY_ROW], name="theory", size=11),
        "sample_spread": plots.line(
            axes, [0, 0], [SIMULATION_ROW] * 2, name="simulation", width=3
        ),
        "sample_mean": plots.dots(axes, [0], [SIMULATION_ROW], size=11),
    }


def _draw_running(figure: Figure) -> dict[str, Any]:
    axes = new_axes(
        figure,
        xlabel="number of throws",
        ylabel="mean so far",
        xlim=(1, N_THROWS),
        ylim=(0.8, 6.2),
        xscale="log",
        xticks=(1, 10, 100, 1000),
        xticklabels=("1", "10", "100", "1,000"),
        yticks=tuple(FACES),
    )
    flat = np.zeros(len(SHOWN_AT))
    plots.key(axes, [("simulation", "simulation"), ("theory", "theory")])
    return {
        "funnel": plots.band(axes, SHOWN_AT, flat, flat, "theory-soft"),
        "target": plots.line(axes, [1, N_THROWS], [0, 0]),
        "running": plots.line(axes, SHOWN_AT, flat, name="simulation"),
    }


def _update(artists: dict[str, Any], state: LoadedDieState) -> None:
    mean, spread = state.mean, state.standard_deviation
    found, found_spread = state.sample_mean, state.sample_standard_deviation
    heights = [float(p) for p in state.probabilities]
    artists["bars"].set_path(plots.bars_path(FACES, heights, 0.7))
    artists["frequencies"].set_data(FACES, state.frequencies)
    artists["spread"].set_data([mean - spread, mean + spread], [THEORY_ROW] * 2)
    artists["mean"].set_data([mean], [THEORY_ROW])
    artists["sample_spread"].set_data(
        [found - found_spread, found + found_spread], [SIMULATION_ROW] * 2
    )
    artists["sample_mean"].set_data([found], [SIMULATION_ROW])
    error = 2 * spread / np.sqrt(SHOWN_AT)
    artists["funnel"].set_path(plots.band_path(SHOWN_AT, mean - error, mean + error))
    artists["target"].set_data([1, N_THROWS], [mean, mean])
    artists["running"].set_data(SHOWN_AT, state.running)


def _fields(state: LoadedDieState) -> dict[str, str]:
    chances = [f"{float(p):.2f}" for p in state.probabilities]
    return {
        "chances": ", ".join(chances[:-1]) + " and " + chances[-1],
        "mean": f"{state.mean:.2f}",
        "spread": f"{state.standard_deviation:.3f}",
        "sample_mean": f"{state.sample_mean:.2f}",
        "sample_spread": f"{state.sample_standard_deviation:.3f}",
    }


MOVED = ("bars", "mean", "funnel", "target", "running", "frequencies")
PANELS = (
    Panel(
        "faces",
        "Chances of the six faces",
        "Bars give the probability of each face, dots the share of each face in the throws. "
        "Below the bars, a dot marks the mean and a line reaches one standard deviation to "
        "each side: first for the law, under it for the throws.",
        _draw_faces,
    ),
    Panel(
        "running",
        "Running mean of the throws",
        "The mean of the throws so far, against their number on a logarithmic axis. It starts "
        "anywhere and closes in on the horizontal line at the mean of the law, mostly inside "
        "a funnel that narrows like one over the square root of the number of throws.",
        _draw_running,
    ),
)
CONTROLS = (
    Choice("face", "Loaded face", [(i, str(i)) for i in FACES], rest=6, moves=MOVED),
    Range("tilt", "Tilt", TILTS, rest="0.50", moves=MOVED),
    DrawAgain(label="Throw again", moves=("running",)),
)
FREE_WEIGHTS = tuple(
    Range(f"weight_{i}", f"Weight of {i}", (0.0, 1.0), 0.0, bounds=(0.0, 1.0, 0.01)) for i in FACES
)
READOUT = (
    "The faces 1 to 6 have the chances {chances}. Theory: mean {mean}, standard deviation "
    "{spread}. These 1,000 throws: mean {sample_mean}, standard deviation {sample_spread}."
)


def loaded_die() -> Explorer:
    """Return the explorer of the loaded die.

    Returns
    -------
    Explorer
        Controls ``face``, ``tilt`` and ``sample``; with a kernel also six free weights.

    Examples
    --------
    >>> loaded_die().name
    'loaded_die'
    """
    return Explorer(
        name="loaded_die",
        title="A die you can load",
        panels=PANELS,
        palette=PALETTE,
        controls=CONTROLS,
        extras=FREE_WEIGHTS,
        link=lambda face, tilt, sample: loaded_weights(face, tilt),
        state=loaded_die_state,
        update=_update,
        readout=READOUT,
        fields=_fields,
        table=[{"tilt": "0.00"}, {"tilt": "0.50"}, {"tilt": "1.00"}, {"face": 1}],
        columns=[
            ("face", ""),
            ("tilt", ""),
            ("mean", "Mean"),
            ("spread", "Standard deviation"),
            ("sample_mean", "Mean of 1,000 throws"),
        ],
    )
