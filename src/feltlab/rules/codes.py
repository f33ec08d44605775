"""What becomes of a wager, as a small number: the only thing that a game's `settle` gives.

From a code, a stake and the terms follow cents; from counts of codes, figures and tallies.
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
"""From here on a grade of the wager's pay table."""


@written
def paid(grade: int) -> int:
    """By the pay table, for a hand of that grade."""
    return PAID + grade


rule = written
"""A rule of a game: readable as it stands, and compiled into the loops that ask it."""
