"""Numbers quoted on the page ``chapters/dot_product``."""

from __future__ import annotations

from ledger.entry import Entry

PAGE = "chapters/dot_product"

ENTRIES: list[Entry] = []
