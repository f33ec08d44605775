"""Numbers rows so that equal rows get the same number."""

from typing import Any

import numpy as np

from feltlab.kernels.subsets import Ints, interned


def different(rows: Ints) -> tuple[Ints, Ints]:
    """The different rows in ascending order, and the number of each row among them."""
    known, ids = DifferentRows(rows.shape[1]), np.empty(len(rows), np.uint32)
    known.number(np.ascontiguousarray(rows), ids)
    found = known.rows[: known.count]
    order = np.lexsort(found.T[::-1])
    places = np.empty(len(order), np.int64)
    places[order] = np.arange(len(order))
    return found[order], places[ids]


class DifferentRows:
    """Different rows, in the order they first appeared."""

    def __init__(self, width: int) -> None:
        self.rows = np.empty((1 << 12, width), np.int64)
        self.slots = np.full(1 << 13, -1, np.int64)
        self.count = 0

    def number(self, rows: Ints, ids: Any) -> None:
        done = 0
        while True:
            count = interned(rows[done:], self.rows, self.slots, self.count, ids[done:])
            if count >= 0:
                self.count = count
                return
            done += -1 - count
            self._grow()

    def _grow(self) -> None:
        kept, known = self.rows, int((self.slots >= 0).sum())
        self.rows = np.empty((2 * len(kept), kept.shape[1]), np.int64)
        self.slots = np.full(4 * len(kept), -1, np.int64)
        ids = np.empty(known, np.uint32)
        self.count = interned(kept[:known], self.rows, self.slots, 0, ids)
