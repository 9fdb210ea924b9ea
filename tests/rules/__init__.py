"""Rules for the text and the repository, each a function that returns what breaks it.

A rule for pages takes a page and the book it belongs to and returns findings. It holds for every
page of the table of contents, or for the executed pages only (`rules.catalogue`). Each has a
planted case that shows it can fail.
"""
