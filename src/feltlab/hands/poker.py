"""Poker hands as these games class them: three cards, the best four of five, the best five of seven.

A five-of-seven strength is its category above its place within the category, from 0 up: one 16-bit number.
"""

from collections.abc import Sequence
from typing import Final

from feltlab.hands.jit import inlined, inner
from feltlab.hands.late import late_array, np
from feltlab.hands.layout import CARD_KEYS, EMPTY_KEY, FLUSH_FLAGS, PLACE_BITS, SUIT_SHIFT
from feltlab.hands.ranking import Cards, Ranking
from feltlab.hands.tables import POKER, POKER_FLUSH, multiset_index

CATEGORIES: Final = (
    "high card", "pair", "two pair", "3 of a kind", "straight", "flush", "full house", "4 of a kind", "straight flush",
)  # fmt: skip
COUNTABLE: Final = frozenset(("pair", "straight", "flush", "full house", "straight flush"))
"""Categories that are called with an article: a pair, but 4 of a kind."""
HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)
ROYAL: Final = STRAIGHT_FLUSH << PLACE_BITS | 9

_RANKS = sum(1 << 3 * rank for rank in range(13))
_SUITS = 40
_HELD = late_array(
    lambda: np.array([1 << 3 * (card >> 2) | 1 << _SUITS + 4 * (card & 3) for card in range(52)], np.int64)
)
"""By card: added up they count ranks, three bits each, and above these suits, four bits each."""
_PLACES = late_array(
    lambda: np.array([((rank == 12) | 2 << rank) << 16 * suit for rank in range(13) for suit in range(4)], np.int64)
)
"""By card: ranks in sixteen bits for each suit, from the deuce in the second bit up; an ace is also below it."""
_JACK_UP = sum(1 << 10 + 16 * suit for suit in range(4))
"""Where a run in one suit from the jack up begins."""
_HIGHEST = late_array(lambda: np.array([events.bit_length() for events in range(1 << 8)], np.int64))


@inner
def _flush_strength(flags: int, c0: int, c1: int, c2: int, c3: int, c4: int, c5: int, c6: int) -> int:
    suit = 0
    while not flags >> SUIT_SHIFT + 4 * suit & 8:
        suit += 1
    mask = 0
    for card in (c0, c1, c2, c3, c4, c5, c6):
        if card & 3 == suit:
            mask |= 1 << (card >> 2)
    return int(POKER_FLUSH[mask])


@inlined
def seven_card_strength(c0: int, c1: int, c2: int, c3: int, c4: int, c5: int, c6: int) -> int:
    """Strength of the best five of seven cards."""
    key = EMPTY_KEY + (
        CARD_KEYS[c0] + CARD_KEYS[c1] + CARD_KEYS[c2] + CARD_KEYS[c3] + CARD_KEYS[c4] + CARD_KEYS[c5] + CARD_KEYS[c6]
    )
    flags = key & FLUSH_FLAGS
    if flags:  # the rare case is separate, so that the usual one is short enough to inline
        return _flush_strength(flags, c0, c1, c2, c3, c4, c5, c6)
    return int(POKER[multiset_index(key)])


@inlined
def two_pair_floor(high_pair: int) -> int:
    """Strength of the weakest two pair whose higher pair is of rank `high_pair`: eleven kickers for each two pair."""
    return TWO_PAIR << PLACE_BITS | 11 * (high_pair * (high_pair - 1) // 2)


@inlined
def river_grade(strength: int, high_pair: int) -> int:
    """The River Bonus event: 1 for two pair with `high_pair` or better on top, up to 8 for the royal; 0 loses.

    No branch: in a loop over random hands it would be guessed wrong too often.
    """
    kind = int(strength) >> PLACE_BITS
    made = int(kind >= TRIPS) * (kind - 1) + int(strength >= ROYAL)
    return max(made, int(strength >= two_pair_floor(high_pair)))


@inlined
def flop_grade(c0: int, c1: int, c2: int) -> int:
    """The 3 Card Flop Bonus event: straight flush 5, three of a kind 4, straight 3, flush 2, pair 1, nothing 0.

    No branch: in a loop over random hands it would be guessed wrong too often.
    """
    r0, r1, r2 = int(c0) >> 2, int(c1) >> 2, int(c2) >> 2
    alike = int(r0 == r1) + int(r0 == r2) + int(r1 == r2)  # three of a kind are three pairs
    flush = ((c0 ^ c1) | (c0 ^ c2)) & 3 == 0
    ranks = 2 << r0 | 2 << r1 | 2 << r2
    ranks |= ranks >> 13  # the ace also below the deuce
    straight = ranks & ranks >> 1 & ranks >> 2 != 0
    return int(alike + (alike == 3) + 2 * flush + 3 * straight)


@inner
def _runs_of_four(places: int) -> int:
    return places & places >> 1 & places >> 2 & places >> 3


@inlined
def best_four_grade(c0: int, c1: int, c2: int, c3: int, c4: int, lowest_pair: int) -> int:
    """The Best 4 of 5 event: royal 8, quads 7, straight flush 6, trips 5, flush 4, straight 3, 2 pair 2, pair 1.

    A bit for each event that is there, the highest counts; no branch, which would be guessed wrong too often in a loop.
    """
    held = _HELD[c0] + _HELD[c1] + _HELD[c2] + _HELD[c3] + _HELD[c4]
    suited = _PLACES[c0] | _PLACES[c1] | _PLACES[c2] | _PLACES[c3] | _PLACES[c4]
    two_suits = suited | suited >> 32
    ones, twos, fours = held & _RANKS, held >> 1 & _RANKS, held >> 2 & _RANKS
    in_suit = _runs_of_four(suited)
    events = (
        (twos >> 3 * lowest_pair != 0)
        | (twos & (twos - 1) != 0) << 1
        | (_runs_of_four((two_suits | two_suits >> 16) & 0xFFFF) != 0) << 2
        | ((held >> _SUITS) + 0x4444 & 0x8888 != 0) << 3
        | (twos & ones != 0) << 4
        | (in_suit != 0) << 5
        | (fours != 0) << 6
        | (in_suit & _JACK_UP != 0) << 7
    )
    return int(_HIGHEST[events])


_NAMES = ("2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "tens", "jacks", "queens", "kings", "aces")
_ONE = ("2", "3", "4", "5", "6", "7", "8", "9", "ten", "jack", "queen", "king", "ace")


def rank_name(rank: int, plural: bool = False) -> str:
    return _NAMES[rank] if plural else _ONE[rank]


_CALLED: dict[int, str] = {}
"""Hands of equal strength are called alike, and there are few thousand strengths."""


def strength_text(strength: int, cards: Sequence[int]) -> str:
    """A seven-card hand in a dealer's words."""
    if strength not in _CALLED:
        _CALLED[strength] = call_of(strength, cards)
    return _CALLED[strength]


def call_of(strength: int, cards: Sequence[int]) -> str:
    """The same for any number of cards, from a strength that may not be theirs alone: only its category counts."""
    counts = [0] * 13
    for card in cards:
        counts[card >> 2] += 1
    by_count = sorted(range(13), key=lambda rank: (counts[rank], rank), reverse=True)
    kind, place = strength >> PLACE_BITS, strength & (1 << PLACE_BITS) - 1
    if strength >= ROYAL:
        return "royal flush"
    if kind in (STRAIGHT, STRAIGHT_FLUSH):
        return f"{CATEGORIES[kind]}, {rank_name(place + 3)} high"
    if kind in (PAIR, TRIPS, QUADS):
        top = by_count[0]
        return f"{'pair' if kind == PAIR else CATEGORIES[kind]} of {rank_name(top, True)}".replace(
            "of a kind of", "of a kind,"
        )
    if kind in (TWO_PAIR, FULL_HOUSE):
        high = by_count[0]
        low = max(rank for rank in range(13) if counts[rank] >= 2 and rank != high)
        joined = "over" if kind == FULL_HOUSE else "and"
        return f"{CATEGORIES[kind]}, {rank_name(high, True)} {joined} {rank_name(low, True)}"
    if kind == FLUSH:
        suits = [card & 3 for card in cards]
        suit = max(range(4), key=suits.count)
        return f"flush, {rank_name(max(card >> 2 for card in cards if card & 3 == suit))} high"
    return f"{rank_name(max(rank for rank in range(13) if counts[rank]))} high"


@inlined
def best_of_seven(cards: Cards) -> int:
    return int(seven_card_strength(cards[0], cards[1], cards[2], cards[3], cards[4], cards[5], cards[6]))


@inlined
def _flop(cards: Cards) -> int:
    return flop_grade(cards[0], cards[1], cards[2])


@inlined
def _four_of_five(cards: Cards) -> int:
    """The event with every pair counted, above the rank of the highest pair."""
    seen = 0
    pairs = 0
    for card in cards:
        rank = 1 << (card >> 2)
        pairs |= seen & rank
        seen |= rank
    pair = 0
    while pairs >> pair > 1:
        pair += 1
    return best_four_grade(cards[0], cards[1], cards[2], cards[3], cards[4], 0) << 4 | pair


three_by_event = Ranking("three cards by event", _flop)
four_of_five = Ranking("best four of five by event", _four_of_five)
