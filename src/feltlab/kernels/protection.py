"""What a player gains by knowing more: dealt samples for the four games, and dealer hands with one card exposed.

A sample is settled exactly: everything that the cards seen leave open is enumerated. Its gain is what the best choice
given those cards brings over the choice made without them, valued on the same cards, so it is never negative.
"""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from feltlab.hands.jit import compiled
from feltlab.hands.layout import RANK_KEYS
from feltlab.hands.points import POINTS
from feltlab.hands.poker import river_grade, seven_card_strength
from feltlab.hands.tables import multiset_index
from feltlab.kernels.dealing import Cards, shuffle
from feltlab.kernels.lattice import CHOOSE, COPIES, COUNTS, HAND, HANDS, RANKS, Counts, Ints, sub_multisets
from feltlab.kernels.river import COUNT_BITS, GRADES, RIVERS, SEEN, TURNS
from feltlab.kernels.rule_out_decisions import look_up
from feltlab.kernels.trades import DRAWN, JOKER, KEEP, TYPES, Choices, index_of

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

_NODES: Final = len(COUNTS)
_DECK: Final = 52
_POINTS: Final = np.array(POINTS)
_FOUR: Final = 4


def by_multiset(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Values of the seven-card classes, put in the order of `multiset_index`."""
    places = np.array([multiset_index(int(key)) for key in HANDS.astype(np.int64) @ RANK_KEYS])
    ordered = np.empty_like(values)
    ordered[places] = values
    return ordered


@compiled
def against_dealer(
    left: Ints, own: Ints, strengths: Ints, qualifier: int, stack: Ints, counts: Ints
) -> tuple[int, int]:
    """How many hands the cards left make, and how many don't qualify; counts: weaker than each own one, as strong.

    A walk over the rank multisets of the cards left, with the product of the ways to deal each.
    """
    size, hands, no_qualify = 0, 0, 0
    counts[:] = 0
    held, key, after, taken, need, ways, word = stack
    for rank in range(RANKS):
        if left[rank]:
            held[size], key[size] = left[rank], RANK_KEYS[rank]
            size += 1
    after[size - 1] = 0
    for place in range(size - 2, -1, -1):
        after[place] = after[place + 1] + held[place + 1]
    level = 0
    need[0], ways[0], word[0] = HAND, 1, 0
    taken[0] = max(0, HAND - after[0]) - 1
    while level >= 0:
        taken[level] += 1
        count = taken[level]
        if count > held[level] or count > need[level]:
            level -= 1
            continue
        way = ways[level] * CHOOSE[held[level], count]
        cards = word[level] + count * key[level]
        rest = need[level] - count
        if rest:
            level += 1
            need[level], ways[level], word[level] = rest, way, cards
            taken[level] = max(0, rest - after[level]) - 1
            continue
        strength = strengths[multiset_index(cards)]
        hands += way
        if strength < qualifier:
            no_qualify += way
            continue
        for hand in range(len(own)):
            counts[0, hand] += way if strength < own[hand] else 0
            counts[1, hand] += way if strength == own[hand] else 0
    return hands, no_qualify


@compiled
def seven_card_gains(
    key: np.uint64, first: int, strengths: Ints, plays: Bools, qualifier: int, nets: Ints, fold: int, gains: Floats
) -> None:
    """For each deal (rows) and each of its hands of seven (columns) what knowing the others is worth to it.

    In antes times the scale of the nets: of a dealer who does not qualify, of a win, a tie and a loss. `plays` is what
    a player does without knowing, by class; strengths and plays are in the order of `multiset_index`.
    """
    seats = gains.shape[1]
    deck = np.empty(_DECK, np.uint8)
    left = np.empty(RANKS, np.int64)
    stack = np.empty((7, RANKS), np.int64)
    classes, own, counts = np.empty(seats, np.int64), np.empty(seats, np.int64), np.empty((2, seats), np.int64)
    for number in range(len(gains)):
        for card in range(_DECK):
            deck[card] = card
        shuffle(key, np.uint64(first + number), seats, deck, HAND * seats)
        left[:] = COPIES
        for hand in range(seats):
            word = 0
            for place in range(HAND * hand, HAND * (hand + 1)):
                rank = deck[place] >> 2
                left[rank] -= 1
                word += RANK_KEYS[rank]
            classes[hand] = multiset_index(word)
            own[hand] = strengths[classes[hand]]
        hands, no_qualify = against_dealer(left, own, strengths, qualifier, stack, counts)
        for hand in range(seats):
            won, tied = counts[0, hand], counts[1, hand]
            value = no_qualify * nets[0] + won * nets[1] + tied * nets[2] + (hands - no_qualify - won - tied) * nets[3]
            without = value if plays[classes[hand]] else fold * hands
            gains[number, hand] = (max(value, fold * hands) - without) / hands


@compiled
def _river_nets(cards: Ints, high_pair: int, nets: Ints, table: Ints) -> None:
    """What each pair of a turn and a river card brings after the first five cards."""
    c0, c1, c2, c3, c4, others = cards[0], cards[1], cards[2], cards[3], cards[4], cards[SEEN:]
    for one in range(TURNS):
        table[one, one] = 0
        for two in range(one + 1, TURNS):
            strength = seven_card_strength(c0, c1, c2, c3, c4, others[one], others[two])
            table[one, two] = table[two, one] = nets[river_grade(strength, high_pair)]


@compiled
def quick_draw_gains(
    key: np.uint64, first: int, high_pair: int, nets: Ints, fold_flop: int, fold_turn: int, gains: Floats
) -> None:
    """For each sample (rows) what knowing 1, 2, … others' hole cards (columns) is worth, times the nets' scale."""
    deck = np.empty(_DECK, np.uint8)
    cards, live = np.empty(_DECK, np.int64), np.empty(TURNS, np.bool_)
    sums, bets = np.empty(TURNS, np.int64), np.empty(TURNS, np.bool_)
    table = np.empty((TURNS, TURNS), np.int64)
    for number in range(len(gains)):
        for card in range(_DECK):
            deck[card] = card
        shuffle(key, np.uint64(first + number), 0, deck, _DECK)
        cards[:] = deck  # the five seen, then the others' cards, then the rest
        _river_nets(cards, high_pair, nets, table)
        value = 0
        for turn in range(TURNS):
            live[turn] = True
            sums[turn] = table[turn].sum()
            bets[turn] = sums[turn] >= fold_turn * RIVERS
            value += max(sums[turn], fold_turn * RIVERS)
        plays = value >= fold_flop * TURNS * RIVERS
        for known in range(gains.shape[1]):
            for dead in range(2 * known, 2 * known + 2):
                live[dead] = False
                for turn in range(TURNS):
                    sums[turn] -= table[turn, dead]
            turns = TURNS - 2 * (known + 1)
            rivers = turns - 1
            best, same, folded = 0, 0, fold_flop * turns * rivers
            for turn in range(TURNS):
                if live[turn]:
                    best += max(sums[turn], fold_turn * rivers)
                    same += sums[turn] if bets[turn] else fold_turn * rivers
            without = same if plays else folded
            gains[number, known] = (max(best, folded) - without) / (turns * rivers)


@compiled
def rule_out_gains(key: np.uint64, first: int, deck: Cards, values: Ints, choices: Choices, gains: Floats) -> None:
    """For each sample (rows) what seeing 1, 2, … other hands (columns) is worth to a trade, on the scale of the values.

    `values` has what each final hand returns; `choices` the trade made when only the own hand is looked at.
    """
    cards = deck.copy()
    left = np.empty(TYPES, np.int64)
    sums = np.empty(DRAWN, np.int64)
    most = gains.shape[1]
    for number in range(len(gains)):
        cards[:] = deck
        shuffle(key, np.uint64(first + number), 0, cards, DRAWN * (most + 1))
        left[:] = 0
        for card in deck:
            left[card] += 1
        for place in range(DRAWN):
            left[cards[place]] -= 1
        held = (int(cards[0]), int(cards[1]), int(cards[2]))
        keep = values[index_of(held[0], held[1], held[2])]
        chosen = look_up(choices, held[0], held[1], held[2])
        for place in range(DRAWN):
            one, two = held[1 if place == 0 else 0], held[1 if place == 2 else 2]
            sums[place] = 0
            for card in range(TYPES):
                if left[card]:
                    sums[place] += left[card] * values[index_of(one, two, card)]
        replacements = len(deck) - DRAWN
        for known in range(most):
            for dead in range(DRAWN * (known + 1), DRAWN * (known + 2)):
                for place in range(DRAWN):
                    one, two = held[1 if place == 0 else 0], held[1 if place == 2 else 2]
                    sums[place] -= values[index_of(one, two, int(cards[dead]))]
            replacements -= DRAWN
            kept = keep * replacements
            best = kept
            for place in range(DRAWN):
                if held[place] != JOKER:
                    best = max(best, sums[place])
            without = kept if chosen == KEEP else sums[chosen]
            gains[number, known] = (best - without) / replacements


@compiled
def _exposed(
    hands: Counts, strengths: Ints, order: Ints, floors: Ints, asking: Ints, weaker: Ints, equal: Ints
) -> None:
    holding = np.zeros((_NODES, RANKS), np.int64)
    nodes, factors = np.empty(1 << HAND, np.int64), np.empty(1 << HAND, np.int64)
    let_in, first = 0, 0
    while first < len(asking):
        floor = floors[asking[first]]
        last = first
        while last < len(asking) and floors[asking[last]] == floor:
            last += 1
        for column in range(2):
            while let_in < len(order) and strengths[order[let_in]] < floor + column:
                hand = hands[order[let_in]]
                for i in range(sub_multisets(hand, False, nodes, factors)):
                    for rank in range(RANKS):
                        holding[nodes[i], rank] += factors[i] * hand[rank]
                let_in += 1
            counts = equal if column else weaker
            for place in range(first, last):
                question = asking[place]
                for i in range(sub_multisets(hands[question], True, nodes, factors)):
                    for rank in range(RANKS):
                        counts[question, rank] += factors[i] * holding[nodes[i], rank]
        first = last


def exposed_sweep(strengths: Ints, floors: Ints) -> tuple[Ints, Ints]:
    """For each player class and rank: cards of that rank in dealer hands below the class's floor, and level with it.

    Each hand counts once for every card of the rank that it holds: once for each way to have it exposed.
    """
    weaker, equal = np.zeros((len(HANDS), RANKS), np.int64), np.zeros((len(HANDS), RANKS), np.int64)
    order, asking = np.argsort(strengths, kind="stable"), np.argsort(floors, kind="stable")
    _exposed(HANDS, strengths, order, floors, asking, weaker, equal)
    return weaker, equal - weaker


@compiled
def exposed_board(histograms: Ints, weights: Ints, nets: Ints, fold_flop: int, fold_turn: int) -> Ints:
    """What all deals bring when a card is known early: turn on the flop, river on the flop, river on the turn."""
    totals = np.zeros(3, np.int64)
    for number in range(len(histograms)):
        turn_seen, river_seen, seen_on_turn = 0, 0, 0
        for card in range(TURNS):
            packed = histograms[number, card]
            value, knowing = 0, 0
            for grade in range(GRADES):
                count = packed >> COUNT_BITS * grade & (1 << COUNT_BITS) - 1
                value += count * nets[grade]
                knowing += count * max(nets[grade], fold_turn)
            turn_seen += max(value, fold_flop * RIVERS)
            river_seen += max(knowing, fold_flop * RIVERS)
            seen_on_turn += knowing
        totals[0] += weights[number] * turn_seen
        totals[1] += weights[number] * river_seen
        totals[2] += weights[number] * max(seen_on_turn, fold_flop * TURNS * RIVERS)
    return totals


@compiled
def _settable(hands: Counts, totals: Ints) -> None:
    cards = np.empty(HAND, np.int64)
    for number in range(len(hands)):
        place = 0
        for rank in range(RANKS):
            for _ in range(hands[number, rank]):
                cards[place] = rank
                place += 1
        for ways in range(1 << HAND):
            ranks, count, total = 0, 0, 0
            for place in range(HAND):
                if ways >> place & 1:
                    count += 1
                    if not ranks >> cards[place] & 1:
                        total += _POINTS[cards[place]]
                    ranks |= 1 << cards[place]
            if count == _FOUR:
                totals[number] |= 1 << total


def settable_totals() -> Ints:
    """For each seven-card class a mask of the totals that four of its cards can be set to."""
    totals = np.zeros(len(HANDS), np.int64)
    _settable(HANDS, totals)
    return totals
