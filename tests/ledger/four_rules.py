"""Numbers quoted on the page ``chapters/four_rules``."""

from __future__ import annotations

from ledger.entry import Entry

PAGE = "chapters/four_rules"

ENTRIES: list[Entry] = []
