"""Numbers quoted on the page ``chapters/expectation``."""

from __future__ import annotations

from ledger.entry import Entry

PAGE = "chapters/expectation"

ENTRIES: list[Entry] = []
