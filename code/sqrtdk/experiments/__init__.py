"""Measurements of gradients and of training, and the store of their tables."""

from sqrtdk.experiments.concentration import (
    Concentration,
    TwoKeyConcentration,
    two_key_concentration,
    weight_concentration,
)
from sqrtdk.experiments.escape import escape_ratio, escape_time, median_gap
from sqrtdk.experiments.gradients import (
    KeyGradients,
    LayerGradients,
    QueryGradients,
    expected_query_gradient,
    key_gradients,
    layer_gradient_law,
    layer_gradients,
    query_gradients,
    two_key_query_gradient,
)
from sqrtdk.experiments.one_row import OneRowFit, fit_one_row
from sqrtdk.experiments.retrieval import RetrievalRun, train_retrieval
from sqrtdk.experiments.stored import stored_experiment

__all__ = [
    "Concentration",
    "KeyGradients",
    "LayerGradients",
    "OneRowFit",
    "QueryGradients",
    "RetrievalRun",
    "TwoKeyConcentration",
    "escape_ratio",
    "escape_time",
    "expected_query_gradient",
    "fit_one_row",
    "key_gradients",
    "layer_gradient_law",
    "layer_gradients",
    "median_gap",
    "query_gradients",
    "stored_experiment",
    "train_retrieval",
    "two_key_concentration",
    "two_key_query_gradient",
    "weight_concentration",
]
