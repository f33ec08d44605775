"""Ways to play Quick Draw Hold'em by looking at the cards: bet or fold, on the flop and on the turn.

A card is high if two pair with it on top would win: sevens or better by the documents. A straight draw is classed by
the ranks that complete it: two or more ranks are an eight-out draw, one rank is a gutshot.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from feltlab.hands.jit import compiled, inner
from feltlab.kernels.suit_classes import RANKS, SUITS, Ints

Bools = npt.NDArray[np.bool_]
Small = npt.NDArray[np.uint8]

HUMAN, HUMAN_FULL, NEVER_FOLD, MADE_HANDS, ANY_DRAW, FLOP_ONLY = range(6)
NO_HAND, LOW_PAIR, BETTER = range(3)

SEEN: Final = 5
"""Cards seen on the flop."""
NEVER: Final = 8
"""More cards of one suit than are seen."""

_ONES: Final = sum(1 << 3 * rank for rank in range(RANKS))
_MASKS: Final = np.arange(1 << RANKS)


def _straights() -> Bools:
    """Rank masks that hold five in a row, the ace also below the deuce."""
    run = _MASKS << 1 | _MASKS >> RANKS - 1
    for _ in range(4):
        run &= run >> 1
    straights: Bools = run != 0
    return straights


_STRAIGHT: Final = _straights()
_COMPLETES: Final = np.stack([_STRAIGHT[_MASKS | 1 << rank] & ~_STRAIGHT for rank in range(RANKS)])
_OUT_RANKS: Final = _COMPLETES.sum(axis=0).astype(np.uint8)
"""How many ranks complete a straight."""
_PAIR_WAYS: Final = sum(
    (
        (_STRAIGHT[_MASKS | 1 << low | 1 << high] & ~_STRAIGHT).astype(np.uint8)
        for high in range(RANKS)
        for low in range(high)
    ),
    np.zeros(len(_MASKS), np.uint8),
)
"""How many pairs of different ranks complete a straight."""
_TURNS_TWO_RANKED: Final = np.any([_OUT_RANKS[_MASKS | 1 << rank] >= 2 for rank in range(RANKS)], axis=0)
"""Some turn card makes it a draw to two ranks or more."""


@inner
def _suited(suits: int) -> int:
    """The most cards of one suit, from four counters of four bits."""
    most = 0
    for suit in range(SUITS):
        most = max(most, suits >> 4 * suit & 15)
    return most


@inner
def _kind(ranks: int, high_pair: int) -> int:
    """By pairs alone, from thirteen counters of three bits: nothing, one pair that is not high, or better."""
    pairs, quads = ranks >> 1 & _ONES, ranks >> 2 & _ONES
    if quads or pairs & ranks or pairs & (pairs - 1) or pairs >> 3 * high_pair:  # 3 of a kind: both low bits
        return BETTER
    return LOW_PAIR if pairs else NO_HAND


@inner
def _high_singles(ranks: int, high_pair: int) -> int:
    """Unpaired cards that are high."""
    singles = (ranks & _ONES & ~(ranks >> 1)) >> 3 * high_pair
    count = 0
    while singles:
        singles &= singles - 1
        count += 1
    return count


@inner
def _compact_flop(mask: int, ranks: int, suited: int, high_pair: int) -> bool:
    """The flop rule you can remember, in its four clauses."""
    kind = _kind(ranks, high_pair)
    out_ranks = _OUT_RANKS[mask]
    if kind == BETTER or _STRAIGHT[mask] or suited >= 4 or out_ranks >= 2:
        return True
    high = _high_singles(ranks, high_pair)
    if kind == LOW_PAIR:
        return high != 1 or suited >= 3 or out_ranks >= 1
    return out_ranks == 1 and (suited >= 3 or high >= 3)


@inner
def _full_flop(mask: int, ranks: int, suited: int, high_pair: int) -> bool:
    """The compact rule and the two clauses that it leaves out."""
    if _compact_flop(mask, ranks, suited, high_pair):
        return True
    if _kind(ranks, high_pair) == LOW_PAIR:
        return bool(_PAIR_WAYS[mask] >= 3)
    return bool(_OUT_RANKS[mask] == 1 and _high_singles(ranks, high_pair) == 2 and _TURNS_TWO_RANKED[mask])


@inner
def _bets(play: int, on_flop: bool, mask: int, ranks: int, suited: int, high_pair: int) -> bool:
    made = _kind(ranks, high_pair) != NO_HAND or _STRAIGHT[mask] or suited >= 5
    if play == NEVER_FOLD or (play == FLOP_ONLY and not on_flop):
        return True
    if play == MADE_HANDS:
        return bool(made)
    if play == ANY_DRAW:
        return bool(made or suited >= 4 or _OUT_RANKS[mask] >= 1)
    if not on_flop:
        return bool(made or suited >= 4 or _OUT_RANKS[mask] >= 2)
    if play == HUMAN:
        return _compact_flop(mask, ranks, suited, high_pair)
    return _full_flop(mask, ranks, suited, high_pair)


@inner
def _packed(card: int) -> tuple[int, int]:
    """A card in the counters of ranks and in those of suits."""
    return 1 << 3 * (card >> 2), 1 << 4 * (card & 3)


@inner
def _fewest_suited(play: int, on_flop: bool, mask: int, high_pair: int) -> int:
    """The fewest cards of one suit with which a hand of these ranks bets; a pair, where it has one, is not high."""
    size = SEEN if on_flop else SEEN + 1
    ranks, held, lowest = 0, 0, -1
    for rank in range(RANKS):
        if mask >> rank & 1:
            ranks, held, lowest = ranks + (1 << 3 * rank), held + 1, rank if lowest < 0 else lowest
    if 0 < held <= size:
        ranks += size - held << 3 * lowest
        for suited in range(size + 1):
            if _bets(play, on_flop, mask, ranks, suited, high_pair):
                return suited
    return NEVER


@compiled
def suits_to_bet(play: int, high_pair: int, suits: Small) -> None:
    """What `bets_flop` and `bets_turn` come to, by the mask of the ranks seen: loops over random hands look it up.

    There a branch would be guessed wrong too often. How many ranks there are says how often they are held: of five
    cards in four ranks two are a pair, and unless it is high it does not matter which. What is written is what the
    counter of a suit lacks to eight if there are just enough cards of it: the flop's below, the turn's four bits above.
    """
    for mask in range(len(suits)):
        flop, turn = _fewest_suited(play, True, mask, high_pair), _fewest_suited(play, False, mask, high_pair)
        suits[mask] = NEVER - flop | NEVER - turn << 4


@compiled
def bets_flop(play: int, c0: int, c1: int, c2: int, c3: int, c4: int, high_pair: int) -> bool:
    """Whether a way to play bets the Turn on five cards, in any order."""
    mask, ranks, suits = 0, 0, 0
    for card in (c0, c1, c2, c3, c4):
        rank, suit = _packed(card)
        mask, ranks, suits = mask | 1 << (card >> 2), ranks + rank, suits + suit
    return _bets(play, True, mask, ranks, _suited(suits), high_pair)


@compiled
def bets_turn(play: int, c0: int, c1: int, c2: int, c3: int, c4: int, c5: int, high_pair: int) -> bool:
    """Whether a way to play bets the River on six cards, in any order."""
    mask, ranks, suits = 0, 0, 0
    for card in (c0, c1, c2, c3, c4, c5):
        rank, suit = _packed(card)
        mask, ranks, suits = mask | 1 << (card >> 2), ranks + rank, suits + suit
    return _bets(play, False, mask, ranks, _suited(suits), high_pair)


@compiled
def decisions(play: int, hands: Ints, high_pair: int, flop_bets: Bools, turn_bets: Bools) -> None:
    """Write a way to play's choice for each hand of five cards, and then for each other card, in order, as the turn."""
    for number in range(len(hands)):
        mask, ranks, suits, held = 0, 0, 0, 0
        for card in hands[number]:
            rank, suit = _packed(card)
            mask, ranks, suits, held = mask | 1 << (card >> 2), ranks + rank, suits + suit, held | 1 << card
        flop_bets[number] = _bets(play, True, mask, ranks, _suited(suits), high_pair)
        place = 0
        for card in range(RANKS * SUITS):
            if not held >> card & 1:
                rank, suit = _packed(card)
                seen = mask | 1 << (card >> 2)
                turn_bets[number, place] = _bets(play, False, seen, ranks + rank, _suited(suits + suit), high_pair)
                place += 1
