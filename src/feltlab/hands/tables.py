"""The stored tables, and a seven-card hand's number in them. `tools/make_tables.py` writes the file."""

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from feltlab.hands.jit import compiled
from feltlab.hands.late import late_array, np
from feltlab.hands.layout import COLUMN_BITS, ROW_BITS

if TYPE_CHECKING:
    import numpy.typing as npt


@cache
def _stored() -> "dict[str, npt.NDArray[np.generic]]":
    with (files("feltlab.hands") / "tables.npz").open("rb") as file, np.load(file) as stored:
        return {name: stored[name] for name in stored.files}


ROW_START: Final = late_array(lambda: _stored()["row_start"])
COLUMN: Final = late_array(lambda: _stored()["column"])
POKER: Final = late_array(lambda: _stored()["poker"])
POKER_FLUSH: Final = late_array(lambda: _stored()["poker_flush"])
LOW: Final = late_array(lambda: _stored()["low"])


@compiled
def multiset_index(key: int) -> int:
    """Number of a seven-card rank multiset, 0 to 49,204, from the sum of its cards' keys."""
    row = key >> COLUMN_BITS & (1 << ROW_BITS) - 1
    column = key & (1 << COLUMN_BITS) - 1
    return ROW_START[row] + COLUMN[column]  # type: ignore[no-any-return]
