"""The stored tables, and the number of a seven-card hand in them. `tools/make_tables.py` writes the file."""

from importlib.resources import files
from typing import Final

import numpy as np
import numpy.typing as npt

from feltlab.hands.jit import compiled
from feltlab.hands.layout import COLUMN_BITS, ROW_BITS


def _stored() -> dict[str, npt.NDArray[np.generic]]:
    with (files("feltlab.hands") / "tables.npz").open("rb") as file, np.load(file) as stored:
        return {name: stored[name] for name in stored.files}


_TABLES = _stored()
ROW_START: Final = _TABLES["row_start"]
COLUMN: Final = _TABLES["column"]
POKER: Final = _TABLES["poker"]
POKER_FLUSH: Final = _TABLES["poker_flush"]
LOW: Final = _TABLES["low"]


@compiled
def multiset_index(key: int) -> int:
    """Number of a seven-card rank multiset, 0 to 49,204, from the sum of its cards' keys."""
    row = key >> COLUMN_BITS & (1 << ROW_BITS) - 1
    column = key & (1 << COLUMN_BITS) - 1
    return ROW_START[row] + COLUMN[column]  # type: ignore[no-any-return]
