"""Rule Out! from a shoe that is not fresh, or with Rule Cards known: best play for any remaining cards and rules."""

from typing import Final

import numpy as np
import numpy.typing as npt

from feltlab.games.rule_out.decisions import look_up
from feltlab.games.rule_out.trades import CARDS, DRAWN, HANDS, JOKER, KEEP, TYPES, Choices, Ints, hand_index, index_of
from feltlab.hands.jit import compiled, inner
from feltlab.hands.survivors import survivors
from feltlab.kernels.dealing import Cards, shuffle

Small = npt.NDArray[np.int32]

_MOST_A_SEAT: Final = DRAWN + 1


@compiled
def returns_by_rules(masks: Ints, pays: Ints) -> Small:
    """The return of each hand (columns) under each deal of Rule Cards (rows), for whole pays by survivors."""
    found = np.empty((len(masks), HANDS), np.int32)
    for place in range(len(masks)):
        for hand in range(HANDS):
            left = survivors(int(CARDS[hand, 0]), int(CARDS[hand, 1]), int(CARDS[hand, 2]), masks[place])
            found[place, hand] = pays[left]
    return found


@inner
def _ways(c0: int, c1: int, c2: int, shoe: Ints) -> int:
    """How many ways the shoe can deal a sorted hand."""
    n0, n1, n2 = shoe[c0], shoe[c1], shoe[c2]
    if c0 == c2:
        return int(n0 * (n0 - 1) * (n0 - 2) // 6)
    if c0 == c1:
        return int(n0 * (n0 - 1) // 2 * n2)
    if c1 == c2:
        return int(n0 * (n1 * (n1 - 1) // 2))
    return int(n0 * n1 * n2)


@inner
def best_total(values: Ints, shoe: Ints) -> int:
    """The total return of best play over all hands of the shoe and all replacements, on the scale of the values.

    `values` has the return of each final hand. The discard is out of play, as are the cards that stay.
    """
    after = np.zeros((TYPES, TYPES), np.int64)
    for high in range(TYPES):
        if shoe[high] == 0:
            continue
        for low in range(high + 1):
            total = -values[hand_index(low, low, high)] - values[hand_index(low, high, high)]
            for card in range(TYPES):
                if shoe[card]:
                    total += shoe[card] * values[index_of(low, high, card)]
            after[low, high] = total
    best_sum = 0
    replacements = -DRAWN
    for card in range(TYPES):
        replacements += shoe[card]
    hand = 0
    for c2 in range(TYPES):
        for c1 in range(c2 + 1):
            if shoe[c2] == 0 or shoe[c1] == 0:
                hand += c1 + 1
                continue
            for c0 in range(c1 + 1):
                ways = _ways(c0, c1, c2, shoe)
                value = values[hand]
                hand += 1
                if ways == 0:
                    continue
                best = value * replacements
                if c0 != JOKER:
                    best = max(best, after[c1, c2] - value)
                if c1 != JOKER:
                    best = max(best, after[c0, c2] - value)
                if c2 != JOKER:
                    best = max(best, after[c0, c1] - value)
                best_sum += ways * best
    return best_sum


@compiled
def totals_by_rules(returns: Small, masks: Ints, known: Ints, left: Ints, shoe: Ints) -> Ints:
    """For each question, the total return of best play over the deals that hold all rules `known` and none outside
    `left`.
    """
    totals = np.empty(len(known), np.int64)
    values = np.empty(HANDS, np.int64)
    for question in range(len(known)):
        values[:] = 0
        for place in range(len(masks)):
            if masks[place] & known[question] == known[question] and masks[place] & ~left[question] == 0:
                row = returns[place]
                for hand in range(HANDS):
                    values[hand] += row[hand]
        totals[question] = best_total(values, shoe)
    return totals


@compiled
def best_totals(values: Ints, shoes: Ints) -> Ints:
    """The same for each of many shoes, a row each."""
    totals = np.empty(len(shoes), np.int64)
    for number in range(len(shoes)):
        totals[number] = best_total(values, shoes[number])
    return totals


@compiled
def deal_shoe(key: np.uint64, number: int, deck: Cards, seats: int, cut: int, choices: Choices, left: Ints) -> int:
    """Deal one shoe down; writes which cards are left at the start of each round, and returns how many rounds there
    were.

    A round starts while fewer than `cut` cards are out and there are enough for a trade at every seat.
    """
    cards = deck.copy()
    shuffle(key, np.uint64(number), len(deck), cards, len(deck))
    counts = np.zeros(TYPES, np.int64)
    for card in deck:
        counts[card] += 1
    out, rounds = 0, 0
    while out < cut and len(deck) - out >= _MOST_A_SEAT * seats:
        for card in range(TYPES):
            left[rounds, card] = counts[card]
        rounds += 1
        hands = out
        out += DRAWN * seats
        for seat in range(seats):
            at = hands + DRAWN * seat
            if look_up(choices, int(cards[at]), int(cards[at + 1]), int(cards[at + 2])) != KEEP:
                out += 1
        for place in range(hands, out):
            counts[cards[place]] -= 1
    return rounds
