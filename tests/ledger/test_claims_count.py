"""Which claims of the two source notes the ledger answers."""

from __future__ import annotations

from ledger import registry
from ledger.claim_ids import MISSING, N_CLAIMS, NUMERIC_CLAIMS


def place(claim):
    return claim[0], int(claim[1:])


def test_the_claims_are_listed_once_and_in_order():
    assert list(NUMERIC_CLAIMS) == sorted(set(NUMERIC_CLAIMS), key=place)
    assert set(NUMERIC_CLAIMS) >= MISSING


def test_entries_answer_claims_that_exist():
    known = {f"{note}{n}" for note, count in N_CLAIMS.items() for n in range(1, count + 1)}
    unknown = registry.covered_claims() - known
    assert not unknown, f"claims of no note: {sorted(unknown)}"


def test_every_claim_with_a_number_or_formula_is_answered():
    uncovered = set(NUMERIC_CLAIMS) - registry.covered_claims()
    left = sorted(uncovered - MISSING, key=place)
    done = sorted(MISSING - uncovered, key=place)
    assert not left, f"claims without an entry: {', '.join(left)}"
    assert not done, f"claims with an entry, to be taken from MISSING: {', '.join(done)}"
