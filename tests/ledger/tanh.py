"""Numbers quoted on the page ``chapters/tanh``."""

from __future__ import annotations

from ledger.entry import Entry

PAGE = "chapters/tanh"

ENTRIES: list[Entry] = []
