"""The built site in a browser: explorers, questions and every page as a whole.

The checks of an explorer are plain functions of a page, so that they can also be run on pages
damaged on purpose (`browser.broken`), where they must fail.
"""
