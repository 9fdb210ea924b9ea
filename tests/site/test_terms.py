"""The first use of a glossary term on a page is a link, and later uses are not."""

import pytest
from book_site.terms import term_pattern

TERMS = {"score": ("g", "a"), "standard error": ("g", "b"), "error": ("g", "c")}


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("The score of a key", ["score"]),
        ("Scores and scored", ["Scores"]),
        ("a standard error and an error", ["standard error", "error"]),
        ("underscore, score-keeping", []),
    ],
)
def test_terms_are_whole_words(words, found):
    assert [match[0] for match in term_pattern(TERMS).finditer(words)] == found
