"""Exact laws, simulations and explorers behind the square root in scaled dot-product attention.

Importing the package draws nothing and seeds nothing: every function that needs randomness takes
a ``numpy.random.Generator``.
"""

from sqrtdk.components import COMPONENTS, Component, component
from sqrtdk.convergence import (
    distance_to_normal,
    dot_product_cdf,
    exponential_moment,
    tail_ratio,
)
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
from sqrtdk.extremes import expected_length, expected_maximum, expected_top_gap
from sqrtdk.freezing import (
    effective_keys_law,
    freezing_dimension,
    freezing_spread,
    frozen_sum_of_squares,
    perplexity_law,
    spread_for_power,
)
from sqrtdk.joint import JointDistribution
from sqrtdk.layers import (
    AttentionGradients,
    attention,
    attention_gradients,
)
from sqrtdk.score_laws import (
    RowMoments,
    ScoreMoments,
    correlated_score_moments,
    row_moments,
    score_moments,
    squared_score_correlation,
)
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
    "AttentionGradients",
    "Component",
    "DotProductMoments",
    "Estimate",
    "FiniteDistribution",
    "GeneratorRow",
    "JointDistribution",
    "RowMoments",
    "ScoreMoments",
    "SoftmaxExample",
    "TableRow",
    "attention",
    "attention_gradients",
    "coin_dot_product_pmf",
    "component",
    "correlated_score_moments",
    "distance_to_normal",
    "dot_product_cdf",
    "dot_product_moments",
    "dot_product_pdf",
    "draw",
    "effective_keys",
    "effective_keys_law",
    "entropy",
    "expected_length",
    "expected_maximum",
    "expected_top_gap",
    "exponential_moment",
    "format_table",
    "freezing_dimension",
    "freezing_spread",
    "frozen_sum_of_squares",
    "generator_table",
    "jacobian_norm",
    "log_softmax",
    "naive_variance",
    "perplexity",
    "perplexity_law",
    "row_moments",
    "running_mean",
    "sample_dot_products",
    "sample_mean",
    "sample_variance",
    "score_moments",
    "sigmoid_slope",
    "softmax",
    "softmax_examples",
    "softmax_jacobian",
    "softmax_vjp",
    "spread_for_power",
    "squared_score_correlation",
    "standard_library_row",
    "standard_library_table",
    "stored_table",
    "tail_ratio",
    "uniform_dot_product_pdf",
    "weight_sensitivity",
]
