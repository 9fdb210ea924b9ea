"""Questions on the variance of a product and of a score whose components are not standard."""

from __future__ import annotations

from sqrtdk.discrete import FiniteDistribution
from sqrtdk.explorer import Question
from sqrtdk.questions._choose import by_value

__all__ = ["score_of_wide_components", "variance_of_a_product"]


def variance_of_a_product() -> Question:
    """Return the question on a product of two variables whose means are not zero.

    Returns
    -------
    Question
        Right: the variance of the product, by enumeration of a pair of that kind.

    Examples
    --------
    >>> variance_of_a_product().answer.words
    '3'
    """
    factor = FiniteDistribution.uniform([0, 2])
    return by_value(
        "variance_of_a_product",
        "Two independent variables have mean 1 and variance 1 each. What is the variance of their "
        "product?",
        float(factor.product(factor).map(lambda x, y: x * y).variance()),
        {
            1.0: ("1", "Variances multiply only if both means are zero."),
            2.0: ("2", "That is the variance of the sum. A product has three terms."),
            3.0: (
                "3",
                "One term for the variances, one for each mean with the other variance.",
            ),
            4.0: (
                "4",
                "This is the mean of the square. The square of the mean, 1, is still to go.",
            ),
        },
    )


def score_of_wide_components() -> Question:
    """Return the question on the score of components whose variance is not 1.

    Returns
    -------
    Question
        Right: both variances count, by the exact law of a sum of products of two such coins.

    Examples
    --------
    >>> score_of_wide_components().answer.words
    '256'
    """
    coin = FiniteDistribution.uniform([-2, 2])
    product = coin.product(coin).map(lambda q, k: q * k)
    return by_value(
        "score_of_wide_components",
        "All components of a query and a key are independent with mean 0 and variance 4. "
        "There are 16 of each. What is the variance of the score?",
        float(product.sum_of(16).variance()),
        {
            16.0: ("16", "That would be variance 1 for every component."),
            64.0: ("64", "A product multiplies two components, so the variance 4 counts twice."),
            256.0: ("256", "Each of the 16 products has variance 16, and they add."),
            512.0: ("512", "There are 32 components, but 16 products."),
        },
    )
