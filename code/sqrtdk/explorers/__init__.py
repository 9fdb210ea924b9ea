"""The book's explorers, one function each."""

from sqrtdk.explorers.dice import loaded_die

__all__ = ["loaded_die"]
