"""The package with one of its quantities changed, to see whether the ledger notices.

A patch adds 1 to what a function or method of the package returns, wherever a module has bound
it. Results the package has cached are forgotten before and after.
"""

from __future__ import annotations

import dataclasses
import functools
import importlib
import inspect
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import ModuleType
from typing import Any


@dataclass(frozen=True)
class Patch:
    """What is changed: a function, or a method or property if `owner` names a class."""

    module: str
    name: str
    owner: str = ""

    def __str__(self) -> str:
        return ".".join(part for part in (self.module, self.owner, self.name) if part)


PATCHES = (
    Patch("sqrtdk.discrete", "expectation", "FiniteDistribution"),
    Patch("sqrtdk.discrete", "variance", "FiniteDistribution"),
    Patch("sqrtdk.discrete", "moment", "FiniteDistribution"),
    Patch("sqrtdk.discrete", "probability", "FiniteDistribution"),
    Patch("sqrtdk.joint", "covariance", "JointDistribution"),
    Patch("sqrtdk.components", "moment", "Component"),
    Patch("sqrtdk.components", "kurtosis", "Component"),
    Patch("sqrtdk.components", "absolute_mean", "Component"),
    Patch("sqrtdk.components", "sample", "Component"),
    Patch("sqrtdk.simulate", "sample_mean"),
    Patch("sqrtdk.simulate", "sample_variance"),
)


def target(patch: Patch) -> tuple[object, Any] | None:
    """Return the owner of what is changed and the member itself, or None if it is not there."""
    try:
        owner: object = importlib.import_module(patch.module)
    except ModuleNotFoundError:
        return None
    if patch.owner:
        owner = getattr(owner, patch.owner, None)
    member = inspect.getattr_static(owner, patch.name, None)
    return None if member is None else (owner, member)


def raised(value: Any) -> Any:
    """Return a computed result plus 1."""
    if dataclasses.is_dataclass(value) and hasattr(value, "value"):
        return dataclasses.replace(value, value=value.value + 1)  # type: ignore[type-var]
    return value + 1


def _package_modules() -> Iterator[ModuleType]:
    for name, module in list(sys.modules.items()):
        if module is not None and name.split(".")[0] in ("sqrtdk", "ledger"):
            yield module


def forget_results() -> None:
    """Clear the caches of functions of the package and of the ledger."""
    for module in _package_modules():
        for holder in (module, *(o for o in vars(module).values() if isinstance(o, type))):
            for member in list(vars(holder).values()):
                if callable(clear := getattr(member, "cache_clear", None)):
                    clear()


def _places(patch: Patch) -> list[tuple[object, str, Any]]:
    found = target(patch)
    if found is None:
        return []
    owner, member = found
    if patch.owner:
        return [(owner, patch.name, member)]
    return [
        (module, name, member)
        for module in _package_modules()
        for name, bound in list(vars(module).items())
        if bound is member
    ]


@contextmanager
def broken_package(patch: Patch) -> Iterator[bool]:
    """Change the package for the length of a block; yield whether there was anything to change."""
    places = _places(patch)
    kept = [(owner, name, vars(owner).get(name), name in vars(owner)) for owner, name, _ in places]
    forget_results()
    try:
        for owner, name, member in places:
            setattr(owner, name, _changed(member))
        yield bool(places)
    finally:
        for owner, name, original, was_own in kept:
            if was_own:
                setattr(owner, name, original)
            else:
                delattr(owner, name)
        forget_results()


def _changed(member: Any) -> Any:
    if isinstance(member, property):
        return property(_changed(member.fget))

    @functools.wraps(member)
    def changed(*args: Any, **kwargs: Any) -> Any:
        return raised(member(*args, **kwargs))

    return changed
