"""The argument checks that every module shares, and what importing the package does."""

import math
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import sqrtdk
from sqrtdk import _checks


@pytest.mark.parametrize("value", [1, np.int64(3), 10**30])
def test_whole_number_accepts_integers(value):
    result = _checks.whole_number(value, "n")
    assert result == value
    assert type(result) is int


@pytest.mark.parametrize("value", [0, -2, True, 1.0, "3", None, np.array([1, 2])])
def test_whole_number_refuses_the_rest(value):
    with pytest.raises(ValueError, match=r"n is .*; allowed is an integer of at least 1"):
        _checks.whole_number(value, "n")


def test_whole_number_names_both_limits():
    assert _checks.whole_number(4, "order", minimum=0, maximum=4) == 4
    with pytest.raises(ValueError, match="order is 5; allowed is an integer from 0 to 4"):
        _checks.whole_number(5, "order", minimum=0, maximum=4)


@pytest.mark.parametrize(("size", "shape"), [(3, (3,)), ((2, 5), (2, 5)), (np.int32(2), (2,))])
def test_sample_size(size, shape):
    assert _checks.sample_size(size) == shape


@pytest.mark.parametrize(
    ("size", "message"),
    [
        ((), r"size is \(\); allowed is a positive integer or a tuple of them"),
        ((2, 0), "an entry of size is 0; allowed is an integer of at least 1"),
        ([2, 3], r"size is \[2, 3\]; allowed is an integer of at least 1"),
    ],
)
def test_sample_size_refusals(size, message):
    with pytest.raises(ValueError, match=message):
        _checks.sample_size(size)


def test_generator():
    rng = np.random.default_rng(0)
    assert _checks.generator(rng) is rng
    with pytest.raises(ValueError, match=r"rng is RandomState.*; allowed is a numpy.random.Gener"):
        _checks.generator(np.random.RandomState(0))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.1, Fraction(1, 10)),
        (np.float64(0.1), Fraction(1, 10)),
        (np.float32(0.1), Fraction(1, 10)),
        (1e-30, Fraction(1, 10**30)),
        (2**70, Fraction(2**70)),
        (np.uint8(200), Fraction(200)),
        (True, Fraction(1)),
        (np.False_, Fraction(0)),
        (Fraction(22, 7), Fraction(22, 7)),
    ],
)
def test_rational(value, expected):
    result = _checks.rational(value, "x")
    assert result == expected
    assert type(result.numerator) is int


@pytest.mark.parametrize("value", [math.nan, np.inf, "1/2", None, 1j, [1]])
def test_rational_refusals(value):
    with pytest.raises(ValueError, match=r"x is .*; allowed is a finite int, Fraction or float"):
        _checks.rational(value, "x")


def test_one_of_lists_the_choices():
    assert _checks.one_of("a", "word", ("a", "b")) == "a"
    with pytest.raises(ValueError, match="word is 'c'; allowed are 'a', 'b'"):
        _checks.one_of("c", "word", ("a", "b"))


@pytest.mark.parametrize("values", [[1, 2], (True, False), np.array([1, 2], dtype=np.float32)])
def test_finite_vector_gives_float64(values):
    assert _checks.finite_vector(values, "x").dtype == np.float64


def test_finite_vector_does_not_share_memory():
    values = np.array([1.0, 2.0])
    assert not np.shares_memory(_checks.finite_vector(values, "x"), values)


@pytest.mark.parametrize("value", ["a", None, math.nan, -math.inf])
def test_finite_number_refusals(value):
    with pytest.raises(ValueError, match=r"x is .*; allowed is a finite number"):
        _checks.finite_number(value, "x")


def test_public_names_exist_and_are_listed_once():
    assert len(set(sqrtdk.__all__)) == len(sqrtdk.__all__)
    assert all(hasattr(sqrtdk, name) for name in sqrtdk.__all__)
    assert sqrtdk.__version__


@pytest.mark.parametrize(
    "name", ["COMPONENTS", "FiniteDistribution", "JointDistribution", "component", "draw"]
)
def test_names_of_the_exact_and_simulated_layer_are_public(name):
    assert name in sqrtdk.__all__


def test_importing_changes_no_global_state():
    source = Path(sqrtdk.__file__).parents[1]
    program = (
        f"import sys; sys.path.insert(0, {str(source)!r})\n"
        "import random, numpy as np\n"
        "random.seed(1); np.random.seed(1)\n"
        "before = random.getstate(), np.random.get_state()[1].tolist(), np.geterr()\n"
        "import sqrtdk\n"
        "after = random.getstate(), np.random.get_state()[1].tolist(), np.geterr()\n"
        "assert before == after\n"
        "assert 'matplotlib.pyplot' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
