"""Side bets of a game that no plan solves: those that look at few cards are still counted over all of them."""

from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from math import comb
from typing import Final

import numpy as np

from feltlab.errors import RulesError
from feltlab.exact.solving.answering import on_the_scale
from feltlab.exact.solving.seeing import FULL_DECK, Seeing
from feltlab.exact.solving.tabulating import answers_of, rows_of, tells_suits_apart, valued, values_of
from feltlab.exact.solving.tree_lab import TreeLab
from feltlab.exact.solving.walk import Walk
from feltlab.hands.ranking import ClassedRanking
from feltlab.kernels.subsets import Ints
from feltlab.kernels.suit_classes import suit_classes
from feltlab.rules.game import Game, Terms
from feltlab.rules.house import most_of
from feltlab.rules.settling import Bound, Hand

MOST_CARDS: Final = 7
_TRIED: Final = 200
"""Hands laid in different orders, to check that no ranking looks at the order."""


@dataclass(frozen=True)
class SideSeeing(Seeing):
    """Only the places that one side bet looks at."""

    looked_at: tuple[str, ...] = ()
    """Hands by name."""

    @cached_property
    def groups(self) -> dict[str, int]:
        every = Seeing(self.game, self.deck).groups
        used = {name for hand in self.looked_at for place in self.game.hands[hand].places for name in self.parts(place)}
        return {name: size for name, size in every.items() if name in used}

    @property
    def hands(self) -> tuple[str, ...]:
        return self.looked_at

    @cached_property
    def seen(self) -> tuple[int, ...]:
        return (1,)


def counted_side(game: Game, slug: str, terms: Terms) -> list[int] | None:
    """How many deals give a side bet each grade; None if they cannot all be counted."""
    bound = game.grades[slug]
    dealt = {name for deal in game.round.deals for name in (deal.place, *deal.parts)}
    places = {place for name in bound.hands for place in game.hands[name].places}
    if set(bound.names) & game.raise_names or not places <= dealt or game.round.second_deals:
        return None  # it depends on answers, sets or trades
    try:
        if TreeLab.fits(game):
            return TreeLab(game).grade_counts(slug, terms)
        if hasattr(terms.numbers, "decks") or game.conditions or bool(most_of(terms.numbers, "jokers")):
            return None
        fixed = {name: int(getattr(terms.numbers, name)) for name in game.asked_numbers}
        if len(bound.hands) == 1 and _is_a_set(game.hands[bound.hands[0]], cards := _size(game, bound)):
            return _of_one_hand(game, slug, cards, fixed)
        seeing = SideSeeing(game, FULL_DECK, bound.hands)
        if Walk.unfit(seeing):
            return None
        view = Walk(seeing).view(bound, fixed)
        return _graded(game, slug, view.answers({})[:, 0], view.tally(seeing.last_weights))
    except RulesError:
        return None


def _size(game: Game, bound: Bound) -> int:
    parts = [game.round.part(place)[1] for place in game.hands[bound.hands[0]].places]
    return sum(part.stop - part.start for part in parts)


def _is_a_set(hand: Hand, cards: int) -> bool:
    """Whether the order of its cards makes no difference."""
    if cards > MOST_CARDS:
        return False
    chance = np.random.default_rng(1)
    hands = np.stack([chance.permutation(52)[:cards] for _ in range(_TRIED)]).astype(np.int64)
    worth = valued(hand.ranking.value, hands)
    orders = list(permutations(range(cards)))
    tried = orders if len(orders) <= 24 else [orders[at] for at in range(1, len(orders), len(orders) // 24)]
    return all((valued(hand.ranking.value, hands[:, list(order)]) == worth).all() for order in tried)


def _of_one_hand(game: Game, slug: str, cards: int, fixed: dict[str, int]) -> list[int] | None:
    bound = game.grades[slug]
    hand = game.hands[bound.hands[0]]
    value = hand.ranking.value
    if not isinstance(hand.ranking, ClassedRanking) and tells_suits_apart(value, cards):
        return None
    hands, weights = suit_classes(cards)
    worth, which = np.unique(values_of(value, hands), return_inverse=True)
    grades = answers_of(bound, rows_of(bound.names, {bound.hands[0]: worth}, fixed, len(worth)))[:, 0]
    counts = np.zeros(len(worth), np.int64)
    np.add.at(counts, which.reshape(-1), weights)
    found = _graded(game, slug, grades, counts)
    if sum(found) != comb(52, cards):
        raise AssertionError(f"the classes of {cards} cards are not all of their hands")
    return found


def _graded(game: Game, slug: str, grades: Ints, counts: Ints) -> list[int]:
    found = np.zeros(game.book.scales[slug].top + 1, np.int64)
    np.add.at(found, on_the_scale(game, slug, grades), counts)
    return [int(count) for count in found]
