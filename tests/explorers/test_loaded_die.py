"""Every stop of the loaded die against a closed form and a plain loop that share no code."""

from __future__ import annotations

import math
import random
import re
from fractions import Fraction

import numpy as np
import pytest
from sqrtdk.explorer.states import every_state
from sqrtdk.explorers import loaded_die
from sqrtdk.explorers.dice import N_THROWS, SEED, SHOWN_AT, loaded_die_state

EXPLORER = loaded_die()
STATES = list(every_state(EXPLORER.controls))


def closed_form(face: int, tilt: str) -> tuple[Fraction, Fraction]:
    """Mean and variance of a mixture of a fair die and a certain face."""
    t, centre = Fraction(tilt), Fraction(7, 2)
    mean = centre + t * (face - centre)
    variance = (1 - t) * Fraction(35, 12) + t * (1 - t) * (face - centre) ** 2
    return mean, variance


def throws(face: int, tilt: str, sample: int) -> list[int]:
    """Throw by walking up the faces until the uniform draw is used up."""
    t = float(tilt)
    out = []
    for u in np.random.default_rng([SEED, sample]).random(N_THROWS).tolist():
        shown, left = 1, u
        while shown < 6:
            chance = round((1 - t) / 6 + (t if shown == face else 0.0), 6)
            chance /= sum(round((1 - t) / 6 + (t if i == face else 0.0), 6) for i in range(1, 7))
            if left < chance:
                break
            left -= chance
            shown += 1
        out.append(shown)
    return out


@pytest.mark.parametrize("face", range(1, 7))
def test_the_law_at_every_stop(face: int) -> None:
    for tilt in EXPLORER.controls[1].stops:
        mean, variance = closed_form(face, tilt)
        state = loaded_die_state(face, tilt, 0)
        assert sum(state.probabilities) == 1
        # The weights are rounded to six decimals, each at most half a unit off.
        assert abs(state.mean - float(mean)) < 6 * 6 * 1e-6
        assert abs(state.standard_deviation**2 - float(variance)) < 6 * 6.25 * 2e-6 + 1e-5


def test_every_state_draws_what_a_plain_loop_finds() -> None:
    for values in STATES:
        found = throws(**values)
        total = np.cumsum(found)
        state = EXPLORER.numbers(values)
        running = [total[n - 1] / n for n in SHOWN_AT.tolist()]
        assert np.allclose(state.running, running, rtol=0, atol=1e-12)
        shares = [found.count(i) / N_THROWS for i in range(1, 7)]
        assert np.allclose(state.frequencies, shares, rtol=0, atol=1e-12)


def test_artists_hold_the_state_at_random_stops() -> None:
    for values in random.Random(8).sample(STATES, 60):
        mean, variance = closed_form(values["face"], values["tilt"])
        EXPLORER.frame(values)
        artists = EXPLORER.artists
        spread = math.sqrt(variance)
        assert artists["mean"].get_xdata()[0] == pytest.approx(float(mean), abs=4e-5)
        ends = artists["spread"].get_xdata()
        assert ends[1] - ends[0] == pytest.approx(2 * spread, abs=2e-3)
        assert artists["running"].get_ydata()[-1] == pytest.approx(np.mean(throws(**values)))
        tops = artists["bars"].get_path().vertices[1::5, 1]
        chance = (1 - float(values["tilt"])) / 6 + float(values["tilt"])
        assert tops[values["face"] - 1] == pytest.approx(chance, abs=2e-6)
        funnel = artists["funnel"].get_path().get_extents()
        assert funnel.height == pytest.approx(4 * spread, abs=4e-3)


def test_the_sentence_says_the_state() -> None:
    for values in random.Random(9).sample(STATES, 40):
        mean, variance = closed_form(values["face"], values["tilt"])
        sentence = EXPLORER.readout.format(**EXPLORER.frame(values)[1])
        said = [float(number) for number in re.findall(r"(\d+\.\d+)", sentence)]
        found = throws(**values)
        wanted = [float(mean), math.sqrt(variance), np.mean(found), np.std(found, ddof=1)]
        # Half a unit of the last decimal, and the six-decimal rounding of the weights.
        half_units = np.array([0.005, 0.0005, 0.005, 0.0005])
        assert np.all(np.abs(np.subtract(said[6:], wanted)) <= half_units + 4e-4)


def test_free_weights_are_normalised() -> None:
    weights = {f"weight_{i}": 0.0 for i in range(1, 7)} | {"weight_1": 0.3, "weight_3": 0.1}
    state = loaded_die_state(6, "0.50", 0, **weights)
    assert state.probabilities[0] == Fraction(3, 4)
    assert state.mean == 1.5


def test_no_weight_at_all_is_refused() -> None:
    nothing = {f"weight_{i}": 0.0 for i in range(1, 7)}
    with pytest.raises(ValueError, match="weights sum to 0"):
        loaded_die_state(6, "0.50", 0, **nothing)
