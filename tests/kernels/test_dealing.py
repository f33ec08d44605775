"""A row has room for what is written into it: plain Python notices where it has not, machine code does not."""

import numpy as np
import pytest

from feltlab.kernels.dealing import MOST_DRAWN, SPARE, SPARE_OF_THREE, draw

ROUNDS = 300


@pytest.mark.parametrize(
    ("size", "count", "spare"),
    [(15, 3, SPARE_OF_THREE), (4, 3, SPARE_OF_THREE), (52, 7, SPARE), (22, MOST_DRAWN, SPARE)],
)
def test_a_row_has_room(size: int, count: int, spare: int) -> None:
    cards = np.empty((ROUNDS, count + spare), np.uint8)
    draw(np.uint64(7), np.uint64(0), 0, size, count, np.empty((4, 64), np.uint32), cards)
    assert all(len({*row}) == count and max(row) < size for row in cards[:, :count].tolist())


def test_words_of_a_few_rounds_at_a_time_deal_the_same_cards() -> None:
    dealt = []
    for at_once in (1, 64, ROUNDS, 2 * ROUNDS):
        cards = np.empty((ROUNDS, 7 + SPARE), np.uint8)
        draw(np.uint64(7), np.uint64(2**40), 0, 52, 7, np.empty((4, at_once), np.uint32), cards)
        dealt.append(cards[:, :7].tolist())
    assert all(rows == dealt[0] for rows in dealt)
