"""Odd and even hands: how many cards of one parity, how high, and which poker rank they make.

A hand is two words, each the sum of its cards' words, so dealing a card is one addition:

    ranks   3 bits a rank, the deuce lowest, the ace on top; then the odd count and the even count
    suits   4 bits a suit: the odd cards, then the even cards, then the aces

Aces count on both sides. With equal counts, comparing the rank fields as one number compares the
cards from the highest down, so a side's strength is its count above its rank fields.
"""

from collections.abc import Iterable
from typing import Final

from feltlab.hands.jit import inlined, shared
from feltlab.hands.late import late_array, np
from feltlab.hands.ranking import Cards, Ranking

NEITHER: Final = 0
ODD: Final = 1
EVEN: Final = 2
SIDES: Final = {"odd": ODD, "even": EVEN}

_ACE = 12
_FIELD = 7
_COUNT_SHIFT = 39
_EVEN_SHIFT = 42
_ACE_FIELD = _FIELD << 3 * _ACE
_ODD_FIELDS = sum(_FIELD << 3 * rank for rank in range(1, _ACE, 2))
_EVEN_FIELDS = sum(_FIELD << 3 * rank for rank in range(0, _ACE, 2))
_ODD_SIDE = _ODD_FIELDS | _ACE_FIELD
_EVEN_SIDE = _EVEN_FIELDS | _ACE_FIELD
_ONES = sum(1 << 3 * rank for rank in range(_ACE + 1))
_SUIT_FIELDS = 0xFFFF


def _rank_word(rank: int) -> int:
    sides = (rank == _ACE or rank % 2 == 1) | (rank == _ACE or rank % 2 == 0) << 3
    return 1 << 3 * rank | sides << _COUNT_SHIFT


def _suit_word(rank: int, suit: int) -> int:
    group = 2 if rank == _ACE else 0 if rank % 2 else 1
    return 1 << 16 * group + 4 * suit


_RANK_WORDS = tuple(_rank_word(card >> 2) for card in range(52))
_SUIT_WORDS = tuple(_suit_word(card >> 2, card & 3) for card in range(52))
RANK_WORDS: Final = late_array(lambda: np.array(_RANK_WORDS, np.int64))
SUIT_WORDS: Final = late_array(lambda: np.array(_SUIT_WORDS, np.int64))
_CARDS_OF_SIDE = {
    side: frozenset(card for card in range(52) if card >> 2 == _ACE or (card >> 2) % 2 == (side == ODD))
    for side in SIDES.values()
}


def rank_word(cards: Iterable[int]) -> int:
    return sum([_RANK_WORDS[card] for card in cards])


def suit_word(cards: Iterable[int]) -> int:
    return sum([_SUIT_WORDS[card] for card in cards])


@shared
def side_strength(ranks: int, side: int) -> int:
    """Strength of the hand's odd or even side, with all the aces."""
    if side == ODD:
        return (ranks >> _COUNT_SHIFT & _FIELD) << _COUNT_SHIFT | ranks & _ODD_SIDE
    return (ranks >> _EVEN_SHIFT & _FIELD) << _COUNT_SHIFT | ranks & _EVEN_SIDE


def side_cards(cards: Iterable[int], side: int) -> tuple[int, ...]:
    """The cards of one parity and all the aces, high to low."""
    of_side = _CARDS_OF_SIDE[side]
    return tuple(sorted([card for card in cards if card in of_side], reverse=True))


@shared
def cards_of_side(ranks: int, side: int) -> int:
    """How many cards that side has."""
    return ranks >> (_COUNT_SHIFT if side == ODD else _EVEN_SHIFT) & _FIELD


@shared
def best_side(ranks: int) -> int:
    return ODD if side_strength(ranks, ODD) > side_strength(ranks, EVEN) else EVEN


@shared
def side_of(best: int) -> int:
    """The side of a hand's best strength: it is more than aces, since at least one of seven cards is no ace."""
    return ODD if best & _ODD_FIELDS else EVEN


@shared
def best_strength(ranks: int) -> int:
    return max(side_strength(ranks, ODD), side_strength(ranks, EVEN))


@shared
def side_count(strength: int) -> int:
    return strength >> _COUNT_SHIFT


@shared
def has_ace(strength: int) -> bool:
    return strength & _ACE_FIELD != 0


@shared
def lowest_strength(count: int, rank: int) -> int:
    """A lower bound for every side of `count` cards whose highest is `rank`: a qualifier as one number."""
    return count << _COUNT_SHIFT | 1 << 3 * rank


@shared
def bonus_grade(ranks: int) -> int:
    """The Odd-Even Bonus event: 2 × (cards of the best hand − 5) + 1, and one more without an ace; 0 below five."""
    best = best_strength(ranks)
    count = side_count(best)
    if count < 5:
        return 0
    return 2 * (count - 5) + (1 if has_ace(best) else 2)


@inlined
def set_poker_grade(ranks: int, suits: int) -> int:
    """Poker rank of cards of one parity: 7, 6, 5 card flush = 7, 6, 5; quads 4, full house 3, trips 2, two pair 1."""
    if (suits + 0x3333) & 0x8888:
        return 7 if (suits + 0x1111) & 0x8888 else 6 if (suits + 0x2222) & 0x8888 else 5
    ones = ranks & _ONES
    twos = ranks >> 1 & _ONES
    if ranks >> 2 & _ONES:
        return 4
    trips = twos & ones
    pairs = twos & ~ones
    if trips:
        return 3 if pairs or trips & (trips - 1) else 2
    return 1 if pairs & (pairs - 1) else 0


@inlined
def poker_grade(ranks: int, suits: int, aces_with: int) -> int:
    """The Poker Bonus event: the better of the odd set and the even set.

    Aces serve both sets until the hand is set (`NEITHER`), then only the side they were put with.
    """
    aces = suits >> 32
    odd_ranks, odd_suits = ranks & _ODD_FIELDS, suits & _SUIT_FIELDS
    even_ranks, even_suits = ranks & _EVEN_FIELDS, suits >> 16 & _SUIT_FIELDS
    if aces_with != EVEN:
        odd_ranks |= ranks & _ACE_FIELD
        odd_suits += aces
    if aces_with != ODD:
        even_ranks |= ranks & _ACE_FIELD
        even_suits += aces
    return max(set_poker_grade(odd_ranks, odd_suits), set_poker_grade(even_ranks, even_suits))


@inlined
def held_poker_grade(ranks: int, suits: int, held_ranks: int, held_suits: int) -> int:
    """The Poker Bonus event of a hand set card by card (0 and 0 if none was): the better of the cards held and the
    others.

    Aces stay where they were put; those among the others serve both of their sets.
    """
    held = poker_grade(held_ranks, held_suits, NEITHER)
    return max(held, poker_grade(ranks - held_ranks, suits - held_suits, NEITHER))


def strength_ranks(strength: int) -> list[int]:
    """The ranks of a side from the highest down, for people to read."""
    ranks = []
    for _ in range(side_count(strength)):
        ranks.append(highest_rank(strength))
        strength -= 1 << 3 * ranks[-1]
    return ranks


def highest_rank(strength: int) -> int:
    """The top card of a side that has one."""
    return ((strength & (1 << _COUNT_SHIFT) - 1).bit_length() - 1) // 3


@shared
def _ranks(cards: Cards) -> int:
    """Plain Python: a set hand has any number of cards, and each number would be compiled separately."""
    word = 0
    for card in cards:
        word += _RANK_WORDS[card]
    return word


@shared
def _suits(cards: Cards) -> int:
    word = 0
    for card in cards:
        word += _SUIT_WORDS[card]
    return word


@inlined
def _best(cards: Cards) -> int:
    return int(best_strength(_ranks(cards)))


@inlined
def best_side_of(cards: Cards) -> int:
    return best_side(_ranks(cards))


ranks_of_both = Ranking("ranks of both sides", _ranks, ranks_alone=True)
"""Not a strength but a word that both sides are read from: see `side_strength`."""
suits_of_both = Ranking("suits of both sides", _suits)
better_side = Ranking("better side", _best, ranks_alone=True)
