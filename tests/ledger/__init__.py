"""The claims ledger: every number quoted on a page, with the code that computes it.

One module a page holds its entries in a list ``ENTRIES`` (`ledger.entry.Entry`). The tests find
the numbers on the pages (`ledger.scan`), ask that an entry covers each, that each entry is still
on its page, that its value rounds to what is printed, and that it computes the value instead of
stating it (`ledger.provenance`).
"""
