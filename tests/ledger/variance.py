"""Numbers quoted on the page ``chapters/variance``."""

from __future__ import annotations

from ledger.entry import Entry

PAGE = "chapters/variance"

ENTRIES: list[Entry] = []
