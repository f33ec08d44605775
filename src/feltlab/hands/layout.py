"""The layout of the stored tables of seven-card rank multisets.

Ranks have one base-5 digit each: the six low ranks make the column word, the seven high ranks the row word, and a
hand's key is the sum of its cards' keys. Each row of high ranks needs low ranks of one particular size, so row start +
column number is a perfect index of all 49,205 multisets. Suit counters sit above, started at three, so that the fifth
card of a suit sets a flag.
"""

from typing import Final

from feltlab.hands.late import late_array, np

LOW_RANKS: Final = 6
COLUMN_BITS: Final = 14
ROW_BITS: Final = 17
SUIT_SHIFT: Final = COLUMN_BITS + ROW_BITS
EMPTY_KEY: Final = 0x3333 << SUIT_SHIFT
FLUSH_FLAGS: Final = 0x8888 << SUIT_SHIFT
PLACE_BITS: Final = 12
"""A poker strength is its category above this many bits of place within the category."""


def _rank_key(rank: int) -> int:
    return int(5**rank if rank < LOW_RANKS else 5 ** (rank - LOW_RANKS) << COLUMN_BITS)


_RANKS = [_rank_key(rank) for rank in range(13)]
KEYS: Final = tuple(_RANKS[card >> 2] | 1 << SUIT_SHIFT + 4 * (card & 3) for card in range(52))
"""By card, for plain Python; as arrays:"""
RANK_KEYS: Final = late_array(lambda: np.array(_RANKS, np.int64))
CARD_KEYS: Final = late_array(lambda: np.array(KEYS, np.int64))
