"""Planted cases: what is found wrong with an entry itself, and what passes."""

from __future__ import annotations

import functools
import json
import math
import statistics
from fractions import Fraction

import numpy as np
import pytest
import sqrtdk
from sqrtdk import FiniteDistribution, sample_mean

from ledger import entry as checks
from ledger.broken import PATCHES, Patch, broken_package
from ledger.entry import Entry
from ledger.literal import parse

DIE = FiniteDistribution.uniform(range(1, 7))
SIGMA = 1.7078
TOP, BOTTOM = 35, 12
TABLE = json.loads('{"score": {"64": 8.25}}')
NAME = "chapters/sample"


def sigma():
    return math.sqrt(DIE.variance())


def stated_sigma():
    return SIGMA


def local_ratio():
    top = 35
    bottom = 12
    return Fraction(top, bottom)


@functools.cache
def cached_sigma():
    return sigma()


def entry(shown, compute, text="", kind="rounded", **options):
    return Entry(NAME, text or shown, compute, shown=shown, kind=kind, **options)


@pytest.mark.parametrize(
    ("shown", "value", "unit"),
    [
        ("1.71", Fraction(171, 100), Fraction(1, 100)),
        ("−0.4", Fraction(-2, 5), Fraction(1, 10)),
        ("\\tfrac{91}{6}", Fraction(91, 6), None),
        ("\\frac{35}{12}", Fraction(35, 12), None),
        ("7/2", Fraction(7, 2), None),
        ("68 %", Fraction(68), Fraction(1)),
        ("about 746 times", Fraction(746), Fraction(1)),
        ("2.65e10", Fraction(26_500_000_000), Fraction(10**8)),
        ("2.65\\times10^{10}", Fraction(26_500_000_000), Fraction(10**8)),
        ("2.65 × 10¹⁰", Fraction(26_500_000_000), Fraction(10**8)),
        ("1,024.5", Fraction(2049, 2), Fraction(1, 10)),
    ],
)
def test_literals(shown, value, unit):
    literal = parse(shown)
    assert (literal.value, literal.unit) == (value, unit)


@pytest.mark.parametrize("shown", ["some", "1.2, 1.3", "(1.2, -0.4)"])
def test_a_literal_is_one_number(shown):
    with pytest.raises(ValueError, match="exactly one"):
        parse(shown)


GOOD = [
    entry("1.71", sigma),
    entry("1.71", cached_sigma),
    entry("1.71", lambda: DIE.standard_deviation()),
    entry("91/6", lambda: DIE.moment(2), kind="exact"),
    entry("\\tfrac{35}{12}", lambda: DIE.variance(), kind="exact", claim="A8"),
    entry("7/2", lambda: sum(Fraction(face, 6) for face in range(1, 7)), kind="exact"),
    entry("0.6745", lambda: statistics.NormalDist().inv_cdf(Fraction(3, 4)), claim=("B22",)),
    entry("68 %", lambda: math.erf(1 / math.sqrt(2)), text="Some 68 % of draws"),
    entry("68", lambda: math.erf(1 / math.sqrt(2)), text="Some $68\\,\\%$ of draws"),
    entry("68.3", lambda: math.erf(1 / math.sqrt(2)), scale=100),
    entry("about 746 times", lambda: math.cosh(4) ** 2, claim="A37"),
    entry("2.65\\times10^{10}", lambda: math.exp(24)),
    entry("0.25", lambda: np.hypot(0.2, 0.15)),
    entry("6 times", lambda: DIE.map(lambda face: 6 * face).outcomes[0], kind="exact"),
    entry("8.25", lambda: TABLE["score"]["64"], kind="exact"),
    entry("-3.5", lambda: DIE.scale(-1).expectation(), kind="exact", text="is -3.5"),
    entry("3.5", lambda: DIE.expectation(), text="$9.5 - 3.5$", kind="exact"),
    entry(
        "3.5",
        lambda: sample_mean([3, 3, 4, 4]),
        kind="simulated",
        truth=lambda: DIE.expectation(),
    ),
]


@pytest.mark.parametrize("good", GOOD, ids=lambda one: one.text)
def test_a_right_entry_passes(good):
    assert checks.problems(good) == []


def test_the_claims_of_an_entry():
    assert [one.claims for one in GOOD[4:7]] == [("A8",), (), ("B22",)]


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        (entry("1.72", sigma), "does not round to it"),
        (entry("1.70", sigma), "does not round to it"),
        (entry("0.254", lambda: 9 / (25 * math.sqrt(2))), "does not round to it"),
        (entry("about 750 times", lambda: math.cosh(4) ** 2), "does not round to it"),
        (entry("69 %", lambda: math.erf(1 / math.sqrt(2))), "does not round to it"),
        (entry("92/6", lambda: DIE.moment(2), kind="exact"), "not equal"),
        (entry("15.17", lambda: DIE.moment(2), kind="exact"), "not equal"),
        (entry("91/6", lambda: DIE.moment(2)), "its kind is 'exact'"),
        (entry("0.6", lambda: DIE.scale(-1, Fraction(29, 10)).moment(1), text="= -0.6"), "minus"),
        (entry("2.65", lambda: math.exp(24), text="$2.65 \\times 10^{10}$"), "goes on"),
        (entry("1.71", lambda: math.nan), "finite number"),
        (entry("1.71", lambda: "1.71"), "finite number"),
    ],
    ids=lambda case: getattr(case, "text", case),
)
def test_a_wrong_value_fails(wrong, expected):
    (problem,) = checks.problems(wrong)
    assert expected in problem
    assert problem.startswith(f"{NAME}: {wrong.shown}: ")


@pytest.mark.parametrize(
    ("truth", "expected"), [(3.5, ""), (3.9, ""), (4.1, "standard errors away")]
)
def test_a_simulated_value_lies_within_four_standard_errors(truth, expected):
    estimate = sqrtdk.Estimate(3.5, 0.125, 100)
    planted = entry("3.5", lambda: estimate, kind="simulated", truth=lambda: truth)
    problems = checks.value_problems(planted, planted.compute())
    assert "".join(problems).count("standard errors away") == bool(expected)


def test_a_truth_needs_a_standard_error():
    planted = entry("3.5", lambda: DIE.moment(1), kind="simulated", truth=lambda: DIE.moment(1))
    assert "return an estimate with one" in checks.problems(planted)[0]


SAME_LINE = [entry("1.71", lambda: 1.7078), entry("1.71", lambda: sigma())]
STATED = [
    SAME_LINE[0],
    entry("2.92", lambda: Fraction(35, 12)),
    entry("2.92", lambda: 35 / 12),
    entry("1.71", lambda: round(1.7078, 2)),
    entry("35/12", lambda: Fraction(35, 12), kind="exact"),
    entry("35/12", lambda: Fraction("35/12"), kind="exact"),
    entry("35/12", lambda: Fraction(TOP, 12) * math.gcd(1, 1), kind="exact"),
    entry("35/12", lambda: Fraction(35) / Fraction(12), kind="exact"),
    entry("35/12", local_ratio, kind="exact"),
    entry("1.71", stated_sigma),
    entry("1.71", lambda: SIGMA),
    entry("1.71", lambda: stated_sigma()),
    entry("1.71", lambda: float("1.7078")),
    entry("1.71", lambda: 1.7078 * math.cos(0)),
    entry("1.71", lambda: 1.7078251 + 0 * sigma()),
    entry("1.71", lambda: math.fsum([1.7, 0.0078])),
    entry("1.71", lambda: np.float64(1.7078).item()),
    entry("1.71", lambda: np.array([1.7078]).mean()),
    entry("1.71", lambda value=1.7078: value),
    entry("1.71", lambda: {"sigma": 1.7078, "n": math.pi}["sigma"]),
    entry("68 %", lambda: 0.68269 * math.cos(0)),
    entry("68 %", lambda: 68.269 * math.cos(0) / 100),
    entry("6 times", lambda: 6 * math.cos(0), kind="exact"),
    entry("746 times", lambda: max(746, math.pi)),
    entry("3.5", lambda: sample_mean([3.5, 3.5]), kind="simulated"),
]


@pytest.mark.parametrize("stated", STATED, ids=lambda one: one.shown)
def test_an_entry_that_states_its_value_fails(stated):
    (problem,) = checks.problems(stated)
    assert "states its value" in problem


def test_two_lambdas_of_one_line_are_told_apart():
    assert [bool(checks.problems(one)) for one in SAME_LINE] == [True, False]


def test_a_stated_truth_fails():
    planted = entry("3.50", lambda: sample_mean([3, 4]), kind="simulated", truth=lambda: 7 / 2)
    assert "states its value" in checks.problems(planted)[0]


@pytest.mark.parametrize(
    "compute",
    [lambda: sum(x * x for x in range(1, 7)) / 6, lambda: max(len("x" * 91), 1) / 6],
)
def test_an_entry_that_calls_nothing_fails(compute):
    (problem,) = checks.problems(entry("15.17", compute))
    assert "calls nothing of the package" in problem


@pytest.mark.parametrize("compute", [functools.partial(round, 1.7078, 2), (1.71).__abs__])
def test_an_entry_needs_a_function_that_can_be_read(compute):
    (problem,) = checks.problems(entry("1.71", compute))
    assert "allowed is a named function or a lambda" in problem


@pytest.mark.parametrize(
    "options", [{"kind": "about"}, {"shown": "1.7"}, {"truth": sigma}, {"shown": "2.5"}]
)
def test_an_entry_refuses_what_it_cannot_check(options):
    with pytest.raises(ValueError, match=r"kind is|of its own|truth is given"):
        Entry(NAME, "is 1.71 units", sigma, **{"shown": "1.71", **options})


def test_a_changed_package_breaks_an_entry_and_is_restored():
    planted = entry("91/6", lambda: DIE.moment(2), kind="exact")
    assert not checks.is_broken(planted)
    with broken_package(Patch("sqrtdk.discrete", "moment", "FiniteDistribution")) as there:
        assert there
        assert checks.is_broken(planted)
    assert not checks.is_broken(planted)
    with broken_package(Patch("sqrtdk.simulate", "sample_mean")):
        assert sqrtdk.sample_mean([3, 4]).value == 4.5
    assert sqrtdk.sample_mean([3, 4]).value == 3.5


def test_a_changed_package_leaves_an_entry_without_it_whole():
    planted = entry("746", lambda: math.cosh(4) ** 2)
    for patch in (*PATCHES, Patch("sqrtdk.nowhere", "nothing")):
        with broken_package(patch) as there:
            assert there == (patch.module != "sqrtdk.nowhere")
            assert not checks.is_broken(planted)
