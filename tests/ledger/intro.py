"""Numbers quoted on the page ``intro``."""

from __future__ import annotations

from ledger.entry import Entry

PAGE = "intro"

ENTRIES: list[Entry] = []
