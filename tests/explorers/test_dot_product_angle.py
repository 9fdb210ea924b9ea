"""Every state of the two arrows against products of complex numbers and sums of components."""

from __future__ import annotations

import cmath
import gzip
import random
import re
from fractions import Fraction

import numpy as np
import pytest
from browser.pictures import expected_points
from sqrtdk.explorer.states import MAX_BYTES, MAX_STATES, every_state
from sqrtdk.explorers import dot_product_angle

EXPLORER = dot_product_angle()
STATES = list(every_state(EXPLORER.controls))
PAIR = ((Fraction(6, 5), Fraction(-2, 5)), (Fraction(3, 5), Fraction(9, 10)))
SMALL = 1e-14


def arrows(q_length: float, k_length: float, angle: float) -> tuple[complex, complex]:
    """Turn the direction 3 - i of the query by multiplying with a unit number."""
    along = (3 - 1j) / abs(3 - 1j)
    return q_length * along, k_length * along * cmath.rect(1, angle * cmath.pi / 180)


def dot(q: complex, k: complex) -> float:
    """Sum the products of the components."""
    return q.real * k.real + q.imag * k.imag


def as_complex(xy: np.ndarray) -> complex:
    return complex(*np.ravel(xy))


def test_stops() -> None:
    stops = {control.name: control.stops for control in EXPLORER.controls}
    assert len(STATES) <= MAX_STATES
    for name, vector in zip(("q_length", "k_length"), PAIR, strict=True):
        assert 1.0 in stops[name]
        rest = EXPLORER.resting_values[name]
        assert rest**2 == pytest.approx(float(sum(x * x for x in vector)), rel=SMALL)
    turned = sorted({*range(-170, 181, 10)} - set(stops["angle"]))
    assert not turned
    assert len(stops["angle"]) == 37
    assert list(stops["angle"]) == sorted(stops["angle"])


def test_the_resting_pair_is_the_pair_of_the_notes() -> None:
    state = EXPLORER.numbers(EXPLORER.resting_values)
    assert state.q == pytest.approx([float(x) for x in PAIR[0]], abs=4e-16)
    assert state.k == pytest.approx([float(x) for x in PAIR[1]], abs=4e-16)
    product = sum(x * y for x, y in zip(*PAIR, strict=True))
    assert product == Fraction(9, 25)
    assert state.dot == pytest.approx(float(product), abs=4e-16)
    assert round(state.angle, 3) == 74.745


def test_the_numbers_at_every_stop_and_between() -> None:
    draws = np.random.default_rng(3).uniform((0.25, 0.25, -179), (1.75, 1.75, 180), (200, 3))
    names = [control.name for control in EXPLORER.controls]
    between = [dict(zip(names, row, strict=True)) for row in draws.tolist()]
    for values in STATES + between:
        state, (q, k) = EXPLORER.numbers(values), arrows(**values)
        assert abs(as_complex(state.q) - q) < SMALL
        assert abs(as_complex(state.k) - k) < SMALL
        assert state.dot == pytest.approx(dot(q, k), abs=SMALL)
        assert state.cosine == pytest.approx(dot(q, k) / abs(q) / abs(k), abs=SMALL)
        assert state.reach == pytest.approx(dot(q, k) / abs(q), abs=SMALL)


def test_right_angles_give_exactly_zero_and_half_a_turn_exactly_minus_one() -> None:
    for values in STATES:
        state = EXPLORER.numbers(values)
        if abs(values["angle"]) == 90:
            assert state.dot == state.cosine == state.reach == 0
        elif abs(values["angle"]) in (0, 180):
            assert abs(state.cosine) == 1
        else:
            assert 0 < abs(state.cosine) < 1


def test_both_axes_of_the_arrows_have_the_same_unit() -> None:
    across, up = np.diff(
        EXPLORER.artists["q"].axes.transData.transform([(0, 0), (1, 0), (1, 1)]), axis=0
    )
    assert across[0] == pytest.approx(up[1], rel=1e-9)


def test_the_artists_hold_every_state() -> None:
    artists = EXPLORER.artists
    for values in STATES:
        EXPLORER.update(artists, EXPLORER.numbers(values))
        q, k = arrows(**values)
        foot = q * dot(q, k) / abs(q) ** 2
        for name, tip in (("q", q), ("k", k)):
            assert abs(as_complex(artists[f"{name}_tip"].get_xydata()) - tip) < SMALL
            _check_arrow(artists[name].get_path().vertices, tip)
        for name, ends in (("projection", (0, foot)), ("upright", (k, foot))):
            drawn = [as_complex(xy) for xy in artists[name].get_xydata()]
            assert np.abs(np.subtract(drawn, ends)).max() < SMALL
        arc = [as_complex(xy) for xy in artists["arc"].get_xydata()]
        assert np.ptp(np.abs(arc)) < SMALL
        turns = np.angle(np.array(arc[1:]) / arc[:-1], deg=True)
        assert turns.sum() == pytest.approx(values["angle"], abs=1e-10)
        assert abs(arc[0] / abs(arc[0]) - q / abs(q)) < SMALL


def _check_arrow(corners: np.ndarray, tip: complex) -> None:
    """The outline is mirrored at the line from the origin to the tip, and ends there."""
    upright = [as_complex(xy) * tip.conjugate() / abs(tip) for xy in corners]
    assert max(corner.real for corner in upright) == pytest.approx(abs(tip), abs=SMALL)
    assert min(corner.real for corner in upright) == pytest.approx(0, abs=SMALL)
    above, below = upright[:3], upright[6:3:-1]
    assert np.abs(np.subtract(above, np.conj(below))).max() < SMALL
    assert abs(upright[3] - abs(tip)) < SMALL
    assert 0.02 < max(corner.imag for corner in upright) < 0.12


def test_curves_and_dots_of_the_second_picture_at_every_state() -> None:
    artists = EXPLORER.artists
    degrees = artists["product"].get_xdata()
    waves = np.array([dot(*arrows(1, 1, angle)) for angle in degrees])
    assert {-180, -90, 0, 90, 180} <= set(degrees)
    fixed = [
        line for line in artists["product"].axes.lines if len(line.get_xdata()) == len(degrees)
    ]
    assert np.abs(fixed[0].get_ydata() - waves).max() < SMALL
    for values in STATES:
        EXPLORER.update(artists, EXPLORER.numbers(values))
        q, k = arrows(**values)
        wanted = values["q_length"] * values["k_length"] * waves
        assert np.abs(artists["product"].get_ydata() - wanted).max() < SMALL
        x, y = artists["value"].get_xydata()[0]
        assert (x, y) == pytest.approx((values["angle"], dot(q, k)), abs=SMALL)
        x, y = artists["cosine"].get_xydata()[0]
        assert (x, y) == pytest.approx((values["angle"], dot(q, k) / abs(q * k)), abs=SMALL)


def test_nothing_that_is_shown_leaves_its_axes() -> None:
    """The dots, the tips and the names stay inside the frame, which no slider changes."""
    artists = EXPLORER.artists
    for values in STATES:
        EXPLORER.update(artists, EXPLORER.numbers(values))
        for name in ("q_tip", "k_tip", "value", "cosine", "q_name", "k_name"):
            artist = artists[name]
            right, top = artist.axes.bbox.max
            left, bottom = artist.axes.bbox.min
            for x, y in expected_points(artist):
                from_below = artist.figure.get_figheight() * 72 - y
                assert left + 4 <= x <= right - 4, (name, values)
                assert bottom + 4 <= from_below <= top - 4, (name, values)


def test_names_and_tips_do_not_cover_each_other() -> None:
    artists = EXPLORER.artists
    for values in STATES:
        EXPLORER.update(artists, EXPLORER.numbers(values))
        q, k = (expected_points(artists[name])[0] for name in ("q_name", "k_name"))
        assert np.abs(q - k).max() >= 8, values


def test_the_sentence_says_the_state() -> None:
    for values in [EXPLORER.resting_values, *random.Random(5).sample(STATES, 60)]:
        q, k = arrows(**values)
        sentence = EXPLORER.readout.format(**EXPLORER.frame(values)[1])
        said = [word.replace("−", "-") for word in re.findall(r"−?\d+\.\d+", sentence)]
        cosine = dot(q, k) / abs(q * k)
        truth = [abs(q), abs(k), values["angle"], cosine, dot(q, k) / abs(q), dot(q, k)]
        assert len(said) == len(truth), sentence
        for word, value in zip(said, truth, strict=True):
            half_a_unit = 0.5001 * 10.0 ** -len(word.partition(".")[2])
            assert abs(float(word) - value) <= half_a_unit, sentence
            assert word != "-0.000"


def test_the_controls_move_what_they_name() -> None:
    for control in EXPLORER.controls:
        places = []
        for stop in (control.stops[0], control.stops[-1]):
            EXPLORER.frame(EXPLORER.resting_values | {control.name: stop})
            places.append({n: expected_points(EXPLORER.artists[n]) for n in control.moves})
        for name in control.moves:
            moved = np.hypot(*(places[1][name] - places[0][name]).T).max()
            assert moved >= 10, f"{control.name} moves {name} by {moved:.1f}"


def test_the_cosine_does_not_see_the_lengths() -> None:
    for name in ("q_length", "k_length"):
        (control,) = (c for c in EXPLORER.controls if c.name == name)
        heights = set()
        for stop in control.stops:
            EXPLORER.frame(EXPLORER.resting_values | {name: stop})
            heights.add(EXPLORER.artists["cosine"].get_ydata()[0])
        assert len(heights) == 1


def test_the_hand_takes_each_tip_where_it_is() -> None:
    for values in random.Random(6).sample(STATES, 200):
        EXPLORER.update(EXPLORER.artists, EXPLORER.numbers(values))
        for drag in EXPLORER.drags:
            place = drag.place(**{name: values[name] for name in drag.controls})
            assert place == tuple(EXPLORER.artists[drag.artist].get_xydata()[0])


def test_budget() -> None:
    assert len(gzip.compress(EXPLORER.html().encode())) <= MAX_BYTES
