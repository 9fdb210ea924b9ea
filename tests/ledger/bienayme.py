"""Numbers quoted on the page ``chapters/bienayme``."""

from __future__ import annotations

from ledger.entry import Entry

PAGE = "chapters/bienayme"

ENTRIES: list[Entry] = []
