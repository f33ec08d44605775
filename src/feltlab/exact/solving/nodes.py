"""Nodes of a tree of deals, all of a step together, and numbers packed into one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from feltlab.kernels.subsets import Ints

_TABLE: Final = 4_000_000
"""Keys up to this one are looked up in a table."""


class NodeValues(NamedTuple):
    """A value for every node, by the number of one of a few different values."""

    levels: Any
    at: Ints


def packed(columns: Any, sizes: Sequence[int], length: int = 1) -> Ints:
    """Rows of small numbers as one number each, below the product of the sizes."""
    found = np.zeros(len(columns[0]) if len(columns) else length, np.int64)
    for column, size in zip(columns, sizes, strict=True):
        found = found * size + column
    return found


def different(keys: Ints, size: int) -> tuple[Ints, Ints]:
    """The different keys below a size, ascending, and the number of each key among them."""
    if size > _TABLE:
        found, which = np.unique(keys, return_inverse=True)
        return found, which.reshape(-1)
    there = np.zeros(size, np.bool_)
    there[keys] = True
    found = np.flatnonzero(there)
    place = np.empty(size, np.int64)
    place[found] = np.arange(len(found))
    return found, place[keys]


def unpacked(keys: Ints, sizes: Sequence[int]) -> list[Ints]:
    columns = []
    for size in reversed(sizes):
        columns.append(keys % size)
        keys = keys // size
    return columns[::-1]


@dataclass(frozen=True)
class Nodes:
    sets: dict[str, Ints]
    """By field, the number of the set that lies there; -1 for none."""
    weight: Any
    """The number of orders in which its cards can come; Python's own numbers if they may be large."""
    info: Ints
    """The number of what was seen at the last question that the round reached."""

    def __len__(self) -> int:
        return len(self.info)

    def taken(self, which: Any) -> "Nodes":
        return Nodes({name: at[which] for name, at in self.sets.items()}, self.weight[which], self.info[which])


def joined(parts: Sequence[Nodes]) -> Nodes:
    if len(parts) == 1:
        return parts[0]
    sets = {name: np.concatenate([part.sets[name] for part in parts]) for name in parts[0].sets}
    weight, info = (np.concatenate([getattr(part, name) for part in parts]) for name in ("weight", "info"))
    return Nodes(sets, weight, info)
