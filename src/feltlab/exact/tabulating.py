"""A game's rules run once on everything that they can be asked: what is left is a small table of numbers.

A rule is compiled for its game alone, in about a second; the large kernels never call it, they work on its table.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba.cpython.unsafe.tuple import tuple_setitem

Ints = npt.NDArray[np.int64]


def values_of(value: Callable[[Any], int], hands: Ints) -> Ints:
    """A ranking's value of every hand."""

    def fill(hands: Any, found: Any) -> None:
        for number in range(len(hands)):
            found[number] = value(hands[number])

    found = np.empty(len(hands), np.int64)
    numba.njit(nogil=True)(fill)(hands, found)
    return found


def tabulated(rule: Callable[..., Any], asked: Sequence[int], places: tuple[int, int], owns: Ints, others: Ints) -> Ints:
    """A rule's answers by own value, other value and wager; `asked` has its other arguments in their places."""

    def fill(asked: Any, first: int, second: int, owns: Any, others: Any, found: Any) -> None:
        for row in range(len(owns)):
            with_own = tuple_setitem(asked, first, owns[row]) if first >= 0 else asked
            for column in range(len(others)):
                given = tuple_setitem(with_own, second, others[column]) if second >= 0 else with_own
                answer = rule(*given)
                for wager in range(found.shape[2]):
                    found[row, column, wager] = answer[wager]

    def fill_one(asked: Any, first: int, second: int, owns: Any, others: Any, found: Any) -> None:
        for row in range(len(owns)):
            with_own = tuple_setitem(asked, first, owns[row]) if first >= 0 else asked
            for column in range(len(others)):
                given = tuple_setitem(with_own, second, others[column]) if second >= 0 else with_own
                found[row, column, 0] = rule(*given)

    sample = rule(*asked)
    wagers = len(sample) if isinstance(sample, tuple) else 1
    found = np.empty((len(owns), len(others), wagers), np.int64)
    made = numba.njit(nogil=True)(fill if isinstance(sample, tuple) else fill_one)
    made(tuple(np.int64(value) for value in asked), *places, owns, others, found)
    return found
