"""Ace Odd Even missetting: the other side, or a side that leaves out a card."""

from fractions import Fraction

import numpy as np

from feltlab.cards import RANKS
from feltlab.exact.measure import house_edge
from feltlab.exact.protection import Finding, finding, percent
from feltlab.exact.seven_card import DEALS, Showdown
from feltlab.games.ace_odd_even.classes import BEST, choices, not_qualified, showdown
from feltlab.games.ace_odd_even.rules import AceOddEven
from feltlab.hands.parity import lowest_strength
from feltlab.kernels.lattice import Ints, sweep
from feltlab.rules.game import Terms


def one_card_short() -> Ints:
    """The strength of the best side of each class without its lowest card."""
    lowest = np.zeros_like(BEST)
    for rank in reversed(range(len(RANKS))):
        lowest = np.where(BEST >> 3 * rank & 7, lowest_strength(1, rank), lowest)
    return BEST - lowest


def badly_set(terms: Terms) -> dict[str, Fraction]:
    """The edge by how a hand that best play keeps is set."""
    numbers: AceOddEven = terms.numbers
    weaker_and_equal = sweep(BEST, np.arange(len(BEST)), one_card_short())
    by_set = {
        "best": showdown(numbers),
        "short": Showdown.build(not_qualified(numbers.qualifier), *weaker_and_equal),
        "other": showdown(numbers, best=False),
    }
    played = choices("optimal", numbers)
    return {
        name: -sum((outcome.net * outcome.combinations for outcome in set_so.outcomes(played, numbers)), Fraction(0))
        / DEALS
        for name, set_so in by_set.items()
    }


def concerns(terms: Terms) -> list[Finding]:
    edges = badly_set(terms)
    said = {name: percent(float(edge)) for name, edge in edges.items()}
    words = (
        "The hand in the Play box is the one that counts. If every hand left out the lowest card of its best side, the"
        f" edge would go from {said['best']} to {said['short']}; with the other side set, to {said['other']}."
    )
    procedure = (
        "a shorter or lower hand never wins more on Ante and Play, so nobody gains by setting one on purpose; if a"
        " seat names no side, the best one is set, with all of its cards"
    )
    measures = (
        house_edge("edge with the best side set", edges["best"]),
        house_edge("edge with its lowest card left out", edges["short"]),
        house_edge("edge with the other side set", edges["other"]),
    )
    return [finding("a card left out, or the other side set", False, words, procedure, measures)]
