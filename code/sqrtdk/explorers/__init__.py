"""The book's explorers, one function each."""

from sqrtdk.explorers.loaded_die import loaded_die

__all__ = ["loaded_die"]
