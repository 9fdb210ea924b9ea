"""The ledger against the pages: every number has an entry, and every entry is right."""

from __future__ import annotations

import pytest

from ledger import entry as checks
from ledger import registry
from ledger.broken import PATCHES, broken_package

ENTRIES = registry.all_entries()


def test_every_notebook_page_has_a_ledger_module():
    missing = [page.name for page in registry.BOOK.notebooks if page.name not in registry.PAGES]
    assert not missing, f"pages without a module in tests/ledger: {missing}"


@pytest.mark.parametrize("name", registry.PAGES)
def test_every_number_has_an_entry_and_every_entry_its_place(name):
    page = registry.BOOK.page(name)
    problems = registry.page_problems(page, registry.entries(name))
    assert not problems, "\n" + "\n".join(problems)


@pytest.mark.parametrize("entry", ENTRIES, ids=str)
def test_entry_computes_what_the_page_prints(entry):
    problems = checks.problems(entry)
    assert not problems, "\n".join(problems)


def test_entries_are_not_repeated():
    keys = [(entry.page, entry.text, entry.shown) for entry in ENTRIES]
    twice = sorted({key for key in keys if keys.count(key) > 1})
    assert not twice, f"entries written twice: {twice}"


@pytest.mark.parametrize("name", registry.PAGES)
def test_a_changed_package_breaks_an_entry_of_each_page(name):
    entries = registry.entries(name)
    if not entries:
        pytest.skip(f"no entry for {name} yet")
    for patch in PATCHES:
        with broken_package(patch) as there:
            if there and any(checks.is_broken(entry) for entry in entries):
                return
    pytest.fail(f"no change of the package breaks an entry of {name}")
