"""The result of a wager as a small number: all that a game's `settle` returns.

A code, a stake and the terms give cents; counts of codes give figures and tallies.
"""

from typing import Final

from feltlab.hands.jit import written

NONE: Final = 0
"""The wager is not live: never made, or not part of this end of the round."""
LOSE: Final = 1
PUSH: Final = 2
WIN: Final = 3
"""Paid at the first of the wager's odds; WIN + 1 at the second, and so on."""
PAID: Final = 8
"""The lowest grade of the wager's pay table; higher codes are higher grades."""


@written
def paid(grade: int) -> int:
    """The code for a hand of that grade, paid by the pay table."""
    return PAID + grade


rule = written
"""A rule of a game: plain Python to read, compiled into the loops that call it."""
