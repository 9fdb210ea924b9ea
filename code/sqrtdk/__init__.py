"""Exact laws, simulations and explorers behind the square root in scaled dot-product attention.

Importing the package draws nothing and seeds nothing: every function that needs randomness takes
a ``numpy.random.Generator``.
"""

from sqrtdk.components import COMPONENTS, Component, component
from sqrtdk.discrete import FiniteDistribution
from sqrtdk.estimates import Estimate
from sqrtdk.joint import JointDistribution
from sqrtdk.simulate import (
    draw,
    naive_variance,
    running_mean,
    sample_mean,
    sample_variance,
)

__version__ = "0.1.0"

__all__ = [
    "COMPONENTS",
    "Component",
    "Estimate",
    "FiniteDistribution",
    "JointDistribution",
    "component",
    "draw",
    "naive_variance",
    "running_mean",
    "sample_mean",
    "sample_variance",
]
