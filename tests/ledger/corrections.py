"""Numbers quoted on the page ``chapters/corrections``."""

from __future__ import annotations

from ledger.entry import Entry

PAGE = "chapters/corrections"

ENTRIES: list[Entry] = []
