"""The gain of a Quick Draw Hold'em player from knowing others' hole cards, or a board card early."""

from typing import Final

import numpy as np

from feltlab.games.quick_draw_holdem.river import COUNT_BITS, GRADES, RIVERS, SEEN, TURNS
from feltlab.hands.jit import compiled, inner
from feltlab.hands.poker import river_grade, seven_card_strength
from feltlab.kernels.dealing import shuffle
from feltlab.kernels.lattice import Ints
from feltlab.kernels.protection import Floats

_DECK: Final = 52


@inner
def _river_nets(cards: Ints, high_pair: int, nets: Ints, table: Ints) -> None:
    """The net of each pair of a turn and a river card after the first five cards."""
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
    """For each sample (rows), the value of knowing 1, 2, … others' hole cards (columns), times the nets' scale."""
    deck = np.empty(_DECK, np.uint8)
    cards, live = np.empty(_DECK, np.int64), np.empty(TURNS, np.bool_)
    sums, bets = np.empty(TURNS, np.int64), np.empty(TURNS, np.bool_)
    table = np.empty((TURNS, TURNS), np.int64)
    for number in range(len(gains)):
        for card in range(_DECK):
            deck[card] = card
        shuffle(key, np.uint64(first + number), 0, deck, _DECK)
        for place in range(_DECK):  # the five seen, then the others' cards, then the rest
            cards[place] = deck[place]
        _river_nets(cards, high_pair, nets, table)
        value = 0
        for turn in range(TURNS):
            live[turn] = True
            sums[turn] = 0
            for river in range(TURNS):
                sums[turn] += table[turn, river]
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
def exposed_board(histograms: Ints, weights: Ints, nets: Ints, fold_flop: int, fold_turn: int) -> Ints:
    """The total over all deals with one card known early: turn on the flop, river on the flop, river on the turn."""
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
