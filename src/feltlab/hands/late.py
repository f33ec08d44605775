"""Numpy and its arrays, loaded on first use: numpy takes longer to load than a rules card takes to print.

Compiled code knows plain arrays only; `settle_all` puts them everywhere before anything is compiled.
"""

import sys
from collections.abc import Callable, Iterator
from functools import cached_property
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar, cast

Array = TypeVar("Array")


class LateArray:
    """What Python code does with a table: index it, iterate over it, or give it to numpy."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make

    @cached_property
    def settled(self) -> Any:
        return self._make()

    def __getitem__(self, place: Any) -> Any:
        return self.settled[place]

    def __len__(self) -> int:
        return len(self.settled)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.settled)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.array(self.settled, dtype=dtype, copy=copy)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.settled, name)


class LateModule(ModuleType):
    """A module loaded on first use."""

    @cached_property
    def settled(self) -> ModuleType:
        return import_module(self.__name__)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.settled, name)


_SETTLED: list[bool] = []


def late_array(make: Callable[[], Array]) -> Array:
    return make() if _SETTLED else cast(Array, LateArray(make))


def settle_all() -> None:
    """Gives every name that waits for an array or for numpy, in every module, the real one."""
    _SETTLED.append(True)
    for module in list(sys.modules.values()):
        names = vars(module) if isinstance(module, ModuleType) else {}
        late = {name: found.settled for name, found in names.items() if type(found) in (LateArray, LateModule)}
        names.update(late)


def settled(found: Any) -> Any:
    return found.settled if type(found) is LateArray else found


if TYPE_CHECKING:
    import numpy as np
else:
    np = LateModule("numpy")

__all__ = ["late_array", "np", "settle_all", "settled"]
