"""Numbers quoted on the page ``chapters/attention_scaling``."""

from __future__ import annotations

from ledger.entry import Entry

PAGE = "chapters/attention_scaling"

ENTRIES: list[Entry] = []
