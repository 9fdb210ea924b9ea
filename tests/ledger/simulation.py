"""Numbers quoted on the page ``chapters/simulation``."""

from __future__ import annotations

from ledger.entry import Entry

PAGE = "chapters/simulation"

ENTRIES: list[Entry] = []
