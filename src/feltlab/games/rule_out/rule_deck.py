"""Rule Out! when something is known about the coming Rule Cards: best play for that knowledge."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb, lcm
from typing import Final

import numpy as np

from feltlab.cards import joker_shoe
from feltlab.games.rule_out.counting_kernels import Small, returns_by_rules, totals_by_rules
from feltlab.games.rule_out.trades import DRAWN, RULES, Ints, rule_masks
from feltlab.kernels.dealing import Cards
from feltlab.rules.game import Terms

ALL_RULES: Final = (1 << RULES) - 1


def main_pays(terms: Terms) -> tuple[Ints, int]:
    """The return of a Main bet by survivors, times the scale that makes it whole."""
    lines = terms.pays["main"].by_grade
    returned = [line.pays.multiple if line else Fraction(0) for line in lines]  # type: ignore[union-attr]
    scale = lcm(*(value.denominator for value in returned))
    return np.array([int(value * scale) for value in returned], np.int64), scale


def deck_of(terms: Terms) -> Cards:
    """Every card of the shoe."""
    return np.array(joker_shoe(terms.numbers.decks, terms.numbers.jokers), np.uint8)


@dataclass(frozen=True)
class RuleDeck:
    returns: Small
    masks: Ints
    shoe: Ints
    scale: int

    @classmethod
    def build(cls, terms: Terms) -> "RuleDeck":
        pays, scale = main_pays(terms)
        masks = rule_masks()
        return cls(returns_by_rules(masks, pays), masks, np.bincount(deck_of(terms)).astype(np.int64), scale)

    def edge(self, known: list[int], left: list[int]) -> Fraction:
        """The mean edge over equally likely cases: rules sure to be dealt, and rules that may be, as masks."""
        totals = totals_by_rules(self.returns, self.masks, np.array(known), np.array(left), self.shoe)
        deals = comb(left[0].bit_count() - known[0].bit_count(), DRAWN - known[0].bit_count())
        cards = int(self.shoe.sum())
        every = comb(cards, DRAWN) * (cards - DRAWN) * deals * self.scale * len(known)
        return 1 - Fraction(sum(map(int, totals)), every)


def rule_sets(size: int) -> list[int]:
    """Every set of that many Rule Cards, as a mask."""
    return [sum(1 << rule for rule in rules) for rules in combinations(range(RULES), size)]
