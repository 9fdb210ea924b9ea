"""The three component laws: exact moments, densities and samplers."""

import math
from fractions import Fraction

import numpy as np
import pytest
from sqrtdk import COMPONENTS, Component, FiniteDistribution, component, sample_mean

KURTOSES = {"normal": 3, "uniform": Fraction(9, 5), "coin": 1}


@pytest.mark.parametrize("name", COMPONENTS)
class TestEveryComponent:
    def test_mean_zero_variance_one(self, name):
        law = component(name)
        assert (law.mean, law.variance) == (0, 1)
        assert [law.moment(order) for order in range(5)] == [1, 0, 1, 0, KURTOSES[name]]
        assert law.kurtosis == KURTOSES[name]
        assert all(type(law.moment(order)) is Fraction for order in range(5))

    @pytest.mark.parametrize("order", [1, 2, 3, 4])
    def test_sample_moments(self, name, order):
        law = component(name)
        draws = law.sample(50_000, np.random.default_rng(order))
        estimate = sample_mean(draws**order)
        assert abs(estimate.value - law.moment(order)) <= 4.5 * estimate.standard_error

    def test_sample_mean_distance(self, name):
        draws = component(name).sample(50_000, np.random.default_rng(11))
        assert abs(sample_mean(np.abs(draws)).z_score(component(name).absolute_mean)) < 4.5

    @pytest.mark.parametrize(("size", "shape"), [(5, (5,)), ((2, 3), (2, 3)), ((4, 1, 2),) * 2])
    def test_sample_shape(self, name, size, shape):
        draws = component(name).sample(size, np.random.default_rng(0))
        assert draws.shape == shape
        assert draws.dtype == np.float64

    def test_same_seed_same_draws(self, name):
        first, second = (component(name).sample(9, np.random.default_rng(3)) for _ in range(2))
        assert np.array_equal(first, second)

    def test_is_a_value(self, name):
        assert component(name) == Component(name)
        assert hash(component(name)) == hash(Component(name))
        assert component(name).label

    @pytest.mark.parametrize("order", [-1, 5, 2.0, None])
    def test_moment_refuses_other_orders(self, name, order):
        with pytest.raises(ValueError, match=f"order is {order}; allowed is an integer from 0 to"):
            component(name).moment(order)

    def test_sample_refuses_bad_arguments(self, name):
        with pytest.raises(ValueError, match="size is -1; allowed is an integer of at least 1"):
            component(name).sample(-1, np.random.default_rng(0))
        with pytest.raises(ValueError, match=r"rng is None; allowed is a numpy.random.Generator"):
            component(name).sample(1, None)


@pytest.mark.parametrize("name", ["normal", "uniform"])
def test_density_integrates_to_the_moments(name):
    law = component(name)
    edge = math.sqrt(3) if name == "uniform" else 12.0
    step = 2 * edge / 40_000
    middle = -edge + step * (np.arange(40_000) + 0.5)
    for order in range(5):
        integral = float(np.sum(middle**order * law.pdf(middle)) * step)
        assert integral == pytest.approx(float(law.moment(order)), abs=1e-7)
    integral = float(np.sum(np.abs(middle) * law.pdf(middle)) * step)
    assert integral == pytest.approx(law.absolute_mean, abs=1e-7)


def test_absolute_means():
    assert component("normal").absolute_mean == pytest.approx(0.797885, abs=5e-7)
    assert component("uniform").absolute_mean == pytest.approx(math.sqrt(3) / 2)
    assert component("coin").absolute_mean == component("coin").distribution.expectation(abs)


def test_normal_density_has_68_percent_within_one_unit():
    middle = -1 + (np.arange(2000) + 0.5) / 1000
    assert component("normal").pdf(middle).sum() / 1000 == pytest.approx(0.682689, abs=1e-6)


def test_density_keeps_the_shape_and_is_zero_outside():
    assert component("normal").pdf(0).shape == ()
    assert component("uniform").pdf([[0.0], [2.0]]).shape == (2, 1)
    assert component("uniform").pdf([-1.8, 1.8, math.inf]).tolist() == [0, 0, 0]


def test_coin_has_an_exact_law():
    law = component("coin").distribution
    assert law == FiniteDistribution([-1, 1])
    assert [law.moment(order) for order in range(5)] == [
        component("coin").moment(order) for order in range(5)
    ]
    assert set(component("coin").sample(100, np.random.default_rng(0))) == {-1.0, 1.0}


def test_coin_has_no_density():
    with pytest.raises(ValueError, match=r"name is 'coin', a law with atoms .*use distribution"):
        component("coin").pdf(0.0)


@pytest.mark.parametrize("name", ["normal", "uniform"])
def test_the_others_have_no_exact_law(name):
    with pytest.raises(ValueError, match=f"name is '{name}', .*; allowed is 'coin'"):
        _ = component(name).distribution


@pytest.mark.parametrize("name", ["Normal", "gaussian", "", 3, None, ["coin"]])
def test_unknown_name(name):
    with pytest.raises(ValueError, match=r"name is .*; allowed are 'normal', 'uniform', 'coin'"):
        component(name)


def test_density_refuses_nan():
    with pytest.raises(ValueError, match="x contains nan; allowed is"):
        component("normal").pdf([0.0, math.nan])
