"""Exact laws, simulations and explorers behind the square root in scaled dot-product attention.

Importing the package draws nothing and seeds nothing: every function that needs randomness takes
a ``numpy.random.Generator``.
"""

from sqrtdk.components import COMPONENTS, Component, component
from sqrtdk.discrete import FiniteDistribution
from sqrtdk.dot_products import (
    DotProductMoments,
    coin_dot_product_pmf,
    dot_product_moments,
    dot_product_pdf,
    sample_dot_products,
    uniform_dot_product_pdf,
)
from sqrtdk.estimates import Estimate
from sqrtdk.joint import JointDistribution
from sqrtdk.sensitivity import jacobian_norm, sigmoid_slope, weight_sensitivity
from sqrtdk.simulate import (
    draw,
    naive_variance,
    running_mean,
    sample_mean,
    sample_variance,
)
from sqrtdk.standard_library import (
    SoftmaxExample,
    softmax_examples,
    standard_library_row,
    standard_library_table,
)
from sqrtdk.tables import GeneratorRow, TableRow, format_table, generator_table, stored_table
from sqrtdk.weights import (
    effective_keys,
    entropy,
    log_softmax,
    perplexity,
    softmax,
    softmax_jacobian,
    softmax_vjp,
)

__version__ = "0.1.0"

__all__ = [
    "COMPONENTS",
    "Component",
    "DotProductMoments",
    "Estimate",
    "FiniteDistribution",
    "GeneratorRow",
    "JointDistribution",
    "SoftmaxExample",
    "TableRow",
    "coin_dot_product_pmf",
    "component",
    "dot_product_moments",
    "dot_product_pdf",
    "draw",
    "effective_keys",
    "entropy",
    "format_table",
    "generator_table",
    "jacobian_norm",
    "log_softmax",
    "naive_variance",
    "perplexity",
    "running_mean",
    "sample_dot_products",
    "sample_mean",
    "sample_variance",
    "sigmoid_slope",
    "softmax",
    "softmax_examples",
    "softmax_jacobian",
    "softmax_vjp",
    "standard_library_row",
    "standard_library_table",
    "stored_table",
    "uniform_dot_product_pdf",
    "weight_sensitivity",
]
