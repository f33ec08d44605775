"""Rule Out! from a shoe dealt to a cut card: shoe j is a pure function of a key and j.

A round starts while the cut card has not come out and the shoe has all the cards the round may need; a round that has
started is finished. Seats receive three cards each, then trade in turn, each for the next card of the shoe.
"""

from typing import Final

import numpy as np

from feltlab.exact.shoe import NET, NET_BY_ROUNDS, NET_SQUARED, ROUNDS, ROUNDS_SQUARED
from feltlab.games.rule_out.decisions import look_up
from feltlab.games.rule_out.round_kernels import HAND, RULES, TRADED
from feltlab.games.rule_out.round_kernels import KEEP as NO_TRADE
from feltlab.games.rule_out.trades import Choices
from feltlab.hands.jit import compiled, inner
from feltlab.hands.survivors import JOKER, survivors
from feltlab.kernels.dealing import Cards, laid, shuffle
from feltlab.kernels.tallies import Ints

SHOE_STREAM: Final = 1 << 8
"""Separate from the streams of rounds from fresh shoes, so that one seed serves both."""
RULE_STREAM: Final = SHOE_STREAM + 1
"""The rule deck as shuffled before round r is in the r-th stream from here on."""
ACTION, NEW, JOKERS, CODE = range(HAND, HAND + 4)
FIELDS: Final = HAND + 4
"""Of one seat: three cards dealt, the action, the replacement if any, Jokers dealt, survivors and whether it traded."""


@inner
def _shuffled_rules(key: np.uint64, shoe: np.uint64, round: int, deck: Cards, count: int) -> None:
    for rule in range(RULES):
        deck[rule] = rule
    shuffle(key, shoe, RULE_STREAM + round, deck, count)


@compiled
def play_shoe(
    key: np.uint64, shoe: np.uint64, fresh: Cards, seats: int, cut: int, keep_rules: bool, choices: Choices,
    deck: Cards, rule_deck: Cards, rules: Cards, hands: Cards,
) -> int:  # fmt: skip
    """Play one shoe and return its number of rounds; `rules` has a row per round, `hands` one per round and seat."""
    most = (HAND + 1) * seats
    laid(fresh, deck)
    shuffle(key, shoe, SHOE_STREAM, deck, min(len(deck), cut + most))
    following, round, rule = 0, 0, RULES
    while following < cut and len(deck) - following >= most:
        if not keep_rules:
            _shuffled_rules(key, shoe, round, rule_deck, HAND)
            rule = 0
        elif RULES - rule < HAND:
            _shuffled_rules(key, shoe, round, rule_deck, RULES)
            rule = 0
        laid(rule_deck[rule : rule + HAND], rules[round])
        rule += HAND
        following = _play_round(deck, following, seats, rules[round], choices, hands[round])
        round += 1
    return round


@inner
def _play_round(deck: Cards, first: int, seats: int, rules: Cards, choices: Choices, hands: Cards) -> int:
    """One round from the card at `first` on; returns the place of the next card after it."""
    mask = 1 << int(rules[0]) | 1 << int(rules[1]) | 1 << int(rules[2])
    following = first + HAND * seats
    for seat in range(seats):
        at = first + HAND * seat
        c0, c1, c2 = int(deck[at]), int(deck[at + 1]), int(deck[at + 2])
        row = hands[seat]
        row[0], row[1], row[2] = c0, c1, c2
        row[JOKERS] = (c0 == JOKER) + (c1 == JOKER) + (c2 == JOKER)
        place = look_up(choices, c0, c1, c2)
        row[ACTION] = NO_TRADE if place < 0 else place
        row[NEW] = 0
        if place >= 0:
            new = int(deck[following])
            following += 1
            row[NEW] = new
            c0, c1, c2 = new if place == 0 else c0, new if place == 1 else c1, new if place == 2 else c2
        row[CODE] = survivors(c0, c1, c2, mask) + (0 if place < 0 else TRADED)
    return following


@compiled
def count_shoes(
    key: np.uint64, first: np.uint64, shoes: int, fresh: Cards, seats: int, cut: int, keep_rules: bool,
    choices: Choices, nets: Ints, counts: Ints, squares: Ints, sums: Ints,
) -> None:  # fmt: skip
    """Add the shoes from `first` on to the tallies.

    `nets` by wager (main, joker) and code. `counts` by round of the shoe, Jokers and code; `squares` by round and wager
    of the net of all seats; `sums` by wager over whole shoes, in the order NET, NET_SQUARED and so on.
    """
    most = len(counts)
    deck, rule_deck = fresh.copy(), np.empty(RULES, np.uint8)
    rules, hands = np.empty((most, HAND), np.uint8), np.empty((most, seats, FIELDS), np.uint8)
    for number in range(shoes):
        shoe = first + np.uint64(number)
        rounds = play_shoe(key, shoe, fresh, seats, cut, keep_rules, choices, deck, rule_deck, rules, hands)
        main_total, joker_total = 0, 0
        for round in range(rounds):
            main, joker = 0, 0
            for seat in range(seats):
                code, jokers = hands[round, seat, CODE], hands[round, seat, JOKERS]
                counts[round, jokers, code] += 1
                main += nets[0, code]
                joker += nets[1, jokers]
            squares[round, 0] += main * main
            squares[round, 1] += joker * joker
            main_total += main
            joker_total += joker
        for wager in range(2):
            net = main_total if wager == 0 else joker_total
            sums[wager, NET] += net
            sums[wager, NET_SQUARED] += net * net
            sums[wager, ROUNDS] += rounds
            sums[wager, ROUNDS_SQUARED] += rounds * rounds
            sums[wager, NET_BY_ROUNDS] += net * rounds
