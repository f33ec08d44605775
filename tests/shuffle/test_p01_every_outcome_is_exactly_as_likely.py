"""All bytes, all words and all ways to draw, through the code that deals."""

from collections import Counter
from itertools import permutations, product
from math import factorial

import numpy as np
import pytest

from feltlab.cards import DECK
from feltlab.cards.shuffle import Stream, shuffled, shuffled_packs
from feltlab.errors import FeltlabError

SEED = bytes(32)
MOST_CARDS = 8 * 56
"""Eight decks with four Jokers each."""


class Exhausted(Exception):  # noqa: N818
    """There are no more bytes."""


class Given(Stream):
    """The dealer's stream, but for the bytes it is given."""

    def __init__(self, given: bytes) -> None:
        super().__init__(SEED, b"")
        self._bytes = given

    def _refill(self) -> None:
        raise Exhausted


class Chosen(Stream):
    """Draws that are given, each below what it is drawn below."""

    def __init__(self, chosen: tuple[int, ...]) -> None:
        super().__init__(SEED, b"")
        self.left = list(chosen)

    def draw(self, n: int) -> int:
        number = self.left.pop(0)
        assert 0 <= number < n
        return number


def drawn(given: bytes, n: int) -> list[int]:
    """All numbers below n that these bytes give."""
    stream, found = Given(given), []
    try:
        while True:
            found.append(stream.draw(n))
    except Exhausted:
        return found


@pytest.mark.parametrize("n", range(2, 55))
def test_p01_each_byte_by_itself_gives_each_number_as_often(n: int) -> None:
    outcomes = [drawn(bytes([byte]), n) for byte in range(256)]
    seen = Counter(outcome[0] for outcome in outcomes if outcome)
    assert seen == dict.fromkeys(range(n), 256 // n)
    assert outcomes.count([]) == 256 % n, "no more bytes are passed over than must be"


def test_p01_all_bytes_in_a_row_for_every_n_of_a_byte() -> None:
    for n in range(1, 257):
        assert Counter(drawn(bytes(range(256)), n)) == dict.fromkeys(range(n), 256 // n)


def test_p01_all_words_for_every_n_of_a_shoe() -> None:
    words = np.arange(65536).astype(">u2").tobytes()
    for n in range(257, MOST_CARDS + 1):
        counts = np.bincount(drawn(words, n), minlength=n)
        assert counts.tolist() == [65536 // n] * n


@pytest.mark.parametrize("cards", range(1, 9))
def test_p01_each_order_comes_from_exactly_one_way_to_draw(cards: int) -> None:
    ways = product(*(range(n) for n in range(cards, 1, -1)))
    orders = [tuple(shuffled(range(cards), Chosen(way))) for way in ways]
    assert len(orders) == factorial(cards)
    assert set(orders) == set(permutations(range(cards)))


def test_p01_bytes_and_words_are_taken_in_turn_across_the_ends_of_blocks() -> None:
    plain = Stream(SEED, b"context").take(4000)
    mixed, place = Stream(SEED, b"context"), 0
    for _ in range(1000):  # 256 and 65,536 pass over nothing
        assert mixed.draw(256) == plain[place]
        assert mixed.draw(65536) == int.from_bytes(plain[place + 1 : place + 3], "big")
        place += 3


def test_p01_a_pack_of_any_size_keeps_its_cards() -> None:
    for size in (0, 1, 2, 15, 52, 256, 257, 258, 448):
        pack, rules = shuffled_packs(SEED, b"", range(size), range(15))
        assert sorted(pack) == list(range(size))
        assert sorted(rules) == list(range(15))
    assert len(shuffled_packs(SEED, b"", DECK)) == 1


@pytest.mark.parametrize("n", [0, -1, 65537])
def test_p01_what_cannot_be_drawn_is_refused(n: int) -> None:
    with pytest.raises(FeltlabError):
        Stream(SEED, b"").draw(n)
