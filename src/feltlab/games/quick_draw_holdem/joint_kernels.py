"""Every deal of Quick Draw Hold'em by how all of its bets end together: main game, flop and board.

It goes flop by flop, up to the names of the suits, then holding by holding, up to the names that the flop leaves open.
For each turn and river card that may follow, it counts how many holdings end in each way; only then does it look at
what the board pays for these cards. Unless a flush is made, a holding's grade depends on the river's rank alone: 13
ranks are counted instead of 46 cards. River cards that the holding uses or that make a flush are corrected card by
card.
"""

from itertools import permutations
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from feltlab.games.quick_draw_holdem.river import SEEN, Bools
from feltlab.games.quick_draw_holdem.round_kernels import FOLD_FLOP, FOLD_TURN, RIVER
from feltlab.hands.jit import compiled, inner
from feltlab.hands.layout import RANK_KEYS
from feltlab.hands.poker import best_four_grade, flop_grade
from feltlab.hands.tables import multiset_index
from feltlab.kernels.subsets import key_place, suit_key
from feltlab.kernels.suit_classes import RANKS, SUITS, Ints

Counts = npt.NDArray[np.int32]

DECK: Final = RANKS * SUITS
FLOP: Final = 3
HELD, FOLDS, BETS = -1, 0, 1
"""The decision for five cards after a turn card."""
_NAMES: Final = np.array(list(permutations(range(SUITS))))


class PlayedClasses(NamedTuple):
    """The decisions for every class of five seen cards."""

    keys: Ints
    """Of the classes, sorted."""
    order: Ints
    """The class of each key."""
    flop_bets: Bools
    turn_bets: Bools


class Ways(NamedTuple):
    """Holdings after one flop, by the turn and the river that may follow."""

    folded: Counts
    """By its two cards, a holding that folds on the flop."""
    by_turn: Counts
    """How many fold on the turn."""
    by_rank: Counts
    """By turn, rank of the river and grade, as if no holding had the river card or made a flush."""
    by_card: Counts
    """By turn, river and code, the correction of that."""


@inner
def _on(flop: Ints, card: int) -> bool:
    return bool(card == flop[0] or card == flop[1] or card == flop[2])


@inner
def _kept_names(flop: Ints, names: Ints) -> int:
    """Write the other names of the suits under which a flop is the same three cards; returns how many there are."""
    count = 0
    for other in _NAMES:
        same = True
        for card in flop:
            same &= _on(flop, card - (card & 3) + other[card & 3])
        if same:
            for suit in range(SUITS):
                names[count, suit] = other[suit]
            count += 1
    return count


@inner
def _stands_for(first: int, second: int, names: Ints) -> int:
    """How many holdings are the same under other names of the suits; none if another stands for this one."""
    own, same = DECK * first + second, 0
    for number in range(len(names)):
        one = first - (first & 3) + names[number, first & 3]
        two = second - (second & 3) + names[number, second & 3]
        other = DECK * min(one, two) + max(one, two)
        if other < own:
            return 0
        same += other == own
    return len(names) // same


@inner
def _turns(hand: Ints, number: int, renamed: Ints, turn_bets: Bools, turns: Ints) -> None:
    """By turn card, the decision for five cards; `number` is their class, `renamed` each suit's name in it."""
    suits = np.empty(SUITS, np.int64)
    for suit in range(SUITS):
        suits[renamed[suit]] = suit
    turns[:] = FOLDS
    for card in hand:
        turns[card] = HELD
    place = 0
    for card in range(DECK):  # as the class's own hand has them
        turn = card - (card & 3) + suits[card & 3]
        if turns[turn] != HELD:
            turns[turn] = BETS if turn_bets[number, place] else FOLDS
            place += 1


@inner
def _pair_grades(hand: Ints, rank_grades: Ints, grades: Ints) -> None:
    """By the ranks of turn and river, the grade of the five cards without a flush; 0 if there are no such cards."""
    key, held = 0, np.zeros(RANKS, np.int64)
    for card in hand:
        key += RANK_KEYS[card >> 2]
        held[card >> 2] += 1
    for low in range(RANKS):
        for high in range(low, RANKS):
            grade = 0
            if held[low] < SUITS and held[high] < SUITS and (low != high or held[low] < SUITS - 1):
                grade = rank_grades[multiset_index(key + RANK_KEYS[low] + RANK_KEYS[high])]
            grades[low, high] = grades[high, low] = grade


@inner
def _add_holding(hand: Ints, weight: int, turns: Ints, grades: Ints, ways: Ways) -> None:
    """Five cards, of which the last two are a holding that bets on the flop."""
    by_turn, by_rank, by_card = ways.by_turn, ways.by_rank, ways.by_card
    first, second = hand[FLOP], hand[FLOP + 1]
    for turn in range(DECK):
        rank = turn >> 2
        if turns[turn] == FOLDS:
            by_turn[turn] += weight
            by_card[turn, first, FOLD_TURN] -= weight
            by_card[turn, second, FOLD_TURN] -= weight
        elif turns[turn] == BETS:
            for river in range(RANKS):
                by_rank[turn, river, grades[rank, river]] += weight
            by_card[turn, first, RIVER + grades[rank, first >> 2]] -= weight
            by_card[turn, second, RIVER + grades[rank, second >> 2]] -= weight


@inner
def _add_flushes(hand: Ints, weight: int, turns: Ints, grades: Ints, flush_grades: Ints, ways: Ways) -> None:
    """Move the rivers that make a flush from the grade of their ranks to that of the flush."""
    suit, held, mask, by_card = -1, 0, 0, ways.by_card
    for one in range(SUITS):
        count = 0
        for card in hand:
            count += card & 3 == one
        if count >= SEEN - 2:
            suit, held = one, count
    for card in hand:
        if card & 3 == suit:
            mask |= 1 << (card >> 2)
    for turn in range(DECK if held else 0):
        suited = turn & 3 == suit
        if turns[turn] != BETS or held + suited < SEEN - 1:
            continue
        seen = mask | (1 << (turn >> 2) if suited else 0)
        enough = held + suited >= SEEN
        for river in range(0 if enough else suit, DECK, 1 if enough else SUITS):
            if turns[river] != HELD and river != turn:
                made = flush_grades[seen | (1 << (river >> 2) if river & 3 == suit else 0)]
                by_card[turn, river, RIVER + grades[turn >> 2, river >> 2]] -= weight
                by_card[turn, river, RIVER + made] += weight


@inner
def _add_flop(flop: Ints, weight: int, lowest_pair: int, ways: Ways, joint: Ints) -> None:
    """Adds the counts to the grades of the flop and of every board that may follow."""
    on_flop = flop_grade(flop[0], flop[1], flop[2])
    with_card, all_folded = np.zeros(DECK, np.int64), 0
    for first in range(DECK):
        for second in range(DECK):
            with_card[first] += ways.folded[first, second]
        all_folded += with_card[first]
    all_folded //= 2
    for turn in range(DECK):
        for river in range(DECK):
            if turn == river or _on(flop, turn) or _on(flop, river):
                continue
            four = best_four_grade(flop[0], flop[1], flop[2], turn, river, lowest_pair)
            met = with_card[turn] + with_card[river] - ways.folded[turn, river]
            joint[FOLD_FLOP, on_flop, four] += weight * (all_folded - met)
            folded = ways.by_turn[turn] + ways.by_card[turn, river, FOLD_TURN]
            joint[FOLD_TURN, on_flop, four] += weight * folded
            for code in range(RIVER, len(joint)):
                count = ways.by_rank[turn, river >> 2, code - RIVER] + ways.by_card[turn, river, code]
                joint[code, on_flop, four] += weight * count


@inner
def _count_holdings(hand: Ints, played: PlayedClasses, rank_grades: Ints, flush_grades: Ints, ways: Ways) -> None:
    """Every holding after a flop, which is the first three cards of `hand`; those with the same ranks together."""
    renamed, turns = np.empty(SUITS, np.int64), np.empty(DECK, np.int64)
    grades = np.empty((RANKS, RANKS), np.int64)
    flop, names = hand[:FLOP], np.empty_like(_NAMES)
    names = names[: _kept_names(flop, names)]
    for low in range(RANKS):
        for high in range(low, RANKS):
            graded = False
            for first in range(SUITS * low, SUITS * low + SUITS):
                for second in range(max(SUITS * high, first + 1), SUITS * high + SUITS):
                    weight = _stands_for(first, second, names)
                    if not weight or _on(flop, first) or _on(flop, second):
                        continue
                    hand[FLOP], hand[FLOP + 1] = first, second
                    number = played.order[key_place(played.keys, suit_key(hand, renamed))]
                    if not played.flop_bets[number]:
                        ways.folded[first, second] = ways.folded[second, first] = weight
                        continue
                    if not graded:
                        _pair_grades(hand, rank_grades, grades)
                        graded = True
                    _turns(hand, number, renamed, played.turn_bets, turns)
                    _add_holding(hand, weight, turns, grades, ways)
                    _add_flushes(hand, weight, turns, grades, flush_grades, ways)


@compiled
def count_flops(
    flops: Ints,
    weights: Ints,
    played: PlayedClasses,
    rank_grades: Ints,
    flush_grades: Ints,
    lowest_pair: int,
    joint: Ints,
) -> None:
    """Deals by code of the main bets, grade of the flop and grade of the board."""
    codes = len(joint)
    ways = Ways(
        np.empty((DECK, DECK), np.int32), np.empty(DECK, np.int32), np.empty((DECK, RANKS, codes - RIVER), np.int32),
        np.empty((DECK, DECK, codes), np.int32),
    )  # fmt: skip
    hand = np.empty(SEEN, np.int64)
    for number in range(len(flops)):
        ways.folded[:], ways.by_turn[:], ways.by_rank[:], ways.by_card[:] = 0, 0, 0, 0
        for place in range(FLOP):
            hand[place] = flops[number, place]
        _count_holdings(hand, played, rank_grades, flush_grades, ways)
        _add_flop(flops[number], weights[number], lowest_pair, ways, joint)
