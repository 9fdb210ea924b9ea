"""The score of a random query and a random key: its spread grows like the root of d_k.

This module holds the numbers and the definition; the pictures are in ``_scores_drawing``.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sqrtdk.components import COMPONENTS
from sqrtdk.dot_products import (
    coin_dot_product_pmf,
    dot_product_pdf,
    sample_dot_products,
    uniform_dot_product_pdf,
)
from sqrtdk.explorer import Choice, DrawAgain, Explorer, LogRange
from sqrtdk.explorers._scores_drawing import FRAMES, PANELS, update
from sqrtdk.style import PALETTE

__all__ = ["ScoreState", "unit_variance_dot_product", "unit_variance_state"]

Floats = NDArray[np.float64]

D_K = tuple(2**i for i in range(11))
N_DRAWS = (100, 1_000, 20_000)
SEED = 20_170
WANTED = 0.36
"""Width of a bin, in standard deviations."""
REACH = 4.0
"""How far the drawn laws reach, in standard deviations."""
GRID = np.sign(np.linspace(-1, 1, 41)) * np.abs(np.linspace(-1, 1, 41)) ** 1.5
"""Where the curves are computed, as shares of their reach: closer together around 0."""
DENSITIES = {"normal": dot_product_pdf, "uniform": uniform_dot_product_pdf}
GAP = 2
"""Distance between neighbouring values of a dot product of coins."""
MOST_ATOMS = 100
WORDS = {
    "normal": "standard normal",
    "uniform": "uniform (±√3)",
    "coin": "fair coins (±1)",
}


@dataclass(frozen=True)
class ScoreState:
    """Numbers behind one state: a score, divided or not, as its law and as draws.

    Heights are densities over the peak of the normal density with the same variance.

    Parameters
    ----------
    d_k : int
        Number of components of a query and of a key.
    components : {"normal", "uniform", "coin"}
        Law of the components.
    scale : {"raw", "root", "full"}
        What the score is divided by: nothing, the square root of d_k, or d_k.
    n_draws : int
        Number of draws.
    spread : float
        Standard deviation of the law.
    sample_mean, sample_spread : float
        Mean and standard deviation of the draws.
    edges : ndarray, shape (m + 1,)
        Edges of the bins of the histogram.
    heights : ndarray, shape (m,)
        Height of each bar.
    places, law : ndarray, shape (n,)
        Points of the exact density, or the values of the coins with their probability over
        the distance between neighbouring values.
    """

    d_k: int
    components: str
    scale: str
    n_draws: int
    spread: float
    sample_mean: float
    sample_spread: float
    edges: Floats
    heights: Floats
    places: Floats
    law: Floats


@functools.lru_cache(maxsize=48)
def _draws(d_k: int, components: str, n_draws: int, sample: int) -> Floats:
    """Return the first draws of a run, made in the steps of `N_DRAWS` so that they stay first."""
    rng, parts, done = np.random.default_rng([SEED, sample]), [], 0
    for stop in (*(n for n in N_DRAWS if n < n_draws), n_draws):
        parts.append(sample_dot_products(d_k, stop - done, rng, components))
        done = stop
    found = np.concatenate(parts)
    found.setflags(write=False)
    return found


def _odd(width: float) -> int:
    """Return the odd whole number nearest to a width."""
    return 2 * max(0, round((width - 1) / 2)) + 1


def _bins(d_k: int, components: str, scale: str, n_draws: int) -> tuple[float, float]:
    """Return the width of a bin and the place of one edge, in units of the undivided score.

    A bin is about 0.3 standard deviations wide: a multiple of the narrowest one that the frame
    can show or, for coins, as wide as an odd number of neighbouring values, so that no bin holds
    more of them than another.
    """
    narrowest = FRAMES[scale].narrowest * FRAMES[scale].divisor(d_k)
    wanted = max(WANTED, 3.5 / n_draws ** (1 / 3)) * math.sqrt(d_k)
    if components == "coin":
        width = GAP * _odd(max(wanted, narrowest) / GAP)
        return width, 0.0 if d_k % 2 else width / 2
    return narrowest * max(1, round(wanted / narrowest)), 0.0


def _histogram(draws: Floats, width: float, edge: float, limit: float) -> tuple[Floats, Floats]:
    """Return the edges of the bins and the share of draws in each, from first to last in use."""
    low = math.floor((-limit - edge) / width)
    n_bins = math.ceil((limit - edge) / width) - low
    places = np.floor((draws - edge) / width).astype(int) - low
    places = places[(places >= 0) & (places < n_bins)]
    counts = np.bincount(places, minlength=1)
    first = int(places.min(initial=len(counts) - 1))
    edges = np.float64(edge) + width * np.arange(low + first, low + len(counts) + 1)
    return edges, counts[first:] / len(draws)


@functools.lru_cache(maxsize=16)
def _law(d_k: int, components: str, scale: str) -> tuple[Floats, Floats]:
    """Return where the exact law is drawn and its density there, for the undivided score."""
    reach = REACH * math.sqrt(d_k)
    if components != "coin":
        places = reach * GRID
        return places, DENSITIES[components](places, d_k)
    values, chances = coin_dot_product_pmf(d_k)
    limit = FRAMES[scale].limit * FRAMES[scale].divisor(d_k)
    step = _odd(2 * limit / MOST_ATOMS / GAP)
    drawn = (np.abs(values) <= min(reach, limit)) & (values % step == 0)
    return values[drawn].astype(float), chances[drawn] / GAP


def unit_variance_state(
    d_k: int, scale: str, components: str, n_draws: int, sample: int
) -> ScoreState:
    """Compute the exact law of a score and simulate draws of it.

    Parameters
    ----------
    d_k : int
        Number of components of a query and of a key.
    scale : {"raw", "root", "full"}
        Divide the score by nothing, by the square root of d_k, or by d_k.
    components : {"normal", "uniform", "coin"}
        Law of the components.
    n_draws : int
        Number of draws.
    sample : int
        Number of the run. The draws of a shorter run are the first draws of a longer one.

    Returns
    -------
    ScoreState

    Examples
    --------
    >>> state = unit_variance_state(64, "raw", "normal", 1_000, 0)
    >>> state.spread, abs(state.sample_spread - 8) < 1
    (8.0, True)
    >>> unit_variance_state(64, "full", "coin", 100, 0).spread
    0.125
    """
    frame = FRAMES[scale]
    divisor, spread = frame.divisor(d_k), math.sqrt(d_k)
    peak = 1 / (spread * math.sqrt(2 * math.pi))
    draws = _draws(d_k, components, n_draws, sample)
    width, edge = _bins(d_k, components, scale, n_draws)
    edges, shares = _histogram(draws, width, edge, frame.limit * divisor)
    places, density = _law(d_k, components, scale)
    return ScoreState(
        d_k,
        components,
        scale,
        n_draws,
        spread / divisor,
        float(draws.mean()) / divisor,
        float(draws.std(ddof=1)) / divisor,
        edges / divisor,
        shares / width / peak,
        places / divisor,
        density / peak,
    )


def _three_digits(number: float) -> str:
    return f"{number:#.3g}".rstrip(".")


def _fields(state: ScoreState) -> dict[str, str]:
    found = _three_digits(state.sample_spread)
    digits = len(found.partition(".")[2])
    mean = round(state.sample_mean, digits) + 0.0
    by = {"raw": "", "root": ", divided by √dₖ", "full": ", divided by dₖ"}
    return {
        "width": f"{state.d_k:,}",
        "law": WORDS[state.components],
        "divided": by[state.scale],
        "spread": f"{state.spread:.4g}",
        "draws": f"{state.n_draws:,}",
        "sample_mean": f"{mean:.{digits}f}".replace("-", "−"),
        "sample_spread": found,
    }


CONTROLS = (
    LogRange(
        "d_k",
        "dₖ",
        D_K,
        rest=64,
        show="{:,}".format,
        whole=True,
        moves=(
            *("raw_histogram", "raw_normal", "raw_spread", "raw_sample_spread", "exact"),
            *("full_histogram", "full_normal", "full_spread", "full_sample_spread", "simulated"),
        ),
    ),
    Choice(
        "scale",
        "Divide by",
        [("raw", "nothing"), ("root", "√dₖ"), ("full", "dₖ")],
        rest="raw",
        moves=("chosen", "exact", "simulated"),
    ),
    Choice(
        "components",
        "Components",
        [(name, name) for name in COMPONENTS],
        rest="normal",
        moves=("raw_law", "raw_atoms", "root_law", "root_atoms", "full_law", "full_atoms"),
    ),
    Choice(
        "n_draws",
        "Draws",
        [(count, f"{count:,}") for count in N_DRAWS],
        rest=1_000,
        moves=("root_histogram",),
    ),
    DrawAgain(moves=("raw_histogram", "root_histogram", "full_histogram")),
)
READOUT = (
    "dₖ = {width}, components {law}. Theory for the score{divided}: mean 0, standard deviation "
    "{spread}. These {draws} draws: mean {sample_mean}, standard deviation {sample_spread}."
)


def unit_variance_dot_product() -> Explorer:
    """Return the explorer of the score of a random query and a random key.

    Returns
    -------
    Explorer
        Controls ``d_k``, ``scale``, ``components``, ``n_draws`` and ``sample``.

    Examples
    --------
    >>> unit_variance_dot_product().name
    'unit_variance_dot_product'
    """
    return Explorer(
        name="unit_variance_dot_product",
        title="The score of a random query and a random key",
        panels=PANELS,
        palette=PALETTE,
        controls=CONTROLS,
        state=unit_variance_state,
        update=update,
        readout=READOUT,
        fields=_fields,
        table=[{"scale": scale, "d_k": d_k} for scale in FRAMES for d_k in (4, 64, 1_024)],
        columns=[
            ("scale", ""),
            ("d_k", ""),
            ("spread", "Standard deviation"),
            ("sample_spread", "In 1,000 draws"),
        ],
        coarse=[f"{scale}_{part}" for scale in FRAMES for part in ("histogram", "sample_spread")],
    )
