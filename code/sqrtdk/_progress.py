"""The bar that shows how far a long run has come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tqdm import tqdm


@contextmanager
def counted(total: int, unit: str, *, shown: bool) -> Iterator[Callable[[int], object]]:
    """Yield a function that adds to the count; a bar on standard error shows it if `shown`."""
    with tqdm(total=total, unit=f" {unit}", unit_scale=True, disable=not shown) as bar:
        yield bar.update
