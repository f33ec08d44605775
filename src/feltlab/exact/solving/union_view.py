"""How a side bet on all cards of both sides ends the deals: a key is a value of their combined hand."""

from dataclasses import dataclass, replace
from math import comb

import numpy as np

from feltlab.exact.solving.different import different
from feltlab.exact.solving.seeing import FULL_DECK, Seeing
from feltlab.exact.solving.tabulating import answers_of, rows_of, values_of, values_of_sets
from feltlab.kernels.duels import Sorted
from feltlab.kernels.subsets import Ints, Small
from feltlab.kernels.suit_classes import suit_classes
from feltlab.kernels.unions import union_tally, union_totals
from feltlab.rules.settling import Bound


class BothSides:
    """A hand made of all cards of both sides."""

    def __init__(self, seeing: Seeing, name: str) -> None:
        self.seeing, self.name = seeing, name
        self.own, self.other = seeing.groups.values()
        self._value = seeing.game.hands[name].ranking.value
        self._sorted: Sorted | None = None
        if seeing.by_suit and seeing.deck == FULL_DECK:
            classes = suit_classes(self.own + self.other)
            rows, which = different(values_of(self._value, classes.hands)[:, None])
            self.values, weights = rows[:, 0], classes.weights
        else:
            self.values, which = self.sorted.values, self.sorted.places.astype(np.int64)
            weights = np.ones(len(which), np.int64)
        self.counts = np.zeros(len(self.values), np.int64)
        """By value, all deals."""
        np.add.at(self.counts, which, weights * comb(self.own + self.other, self.own))

    @property
    def sorted(self) -> Sorted:
        if self._sorted is None:
            size = self.own + self.other
            self._sorted = values_of_sets(self._value, self.seeing.cards, size, self.seeing.by_suit)
        return self._sorted


@dataclass(frozen=True)
class UnionView:
    bound: Bound
    fixed: dict[str, int]
    both: BothSides
    own_places: Ints
    other_sets: Small

    def answers(self, units: dict[str, int]) -> Ints:
        values = self.both.values
        columns = {self.both.name: values}
        return answers_of(self.bound, rows_of(self.bound.names, columns, self.fixed | units, len(values)))

    def totals(self, by_key: Ints) -> Ints:
        found = np.empty(len(self.own_places), np.int64)
        union_totals(self.own_places, self.other_sets, self.both.sorted.places, by_key, found)
        return found

    def by(self, bound: Bound) -> "UnionView":
        return replace(self, bound=bound)

    def tally(self, weights: Ints) -> Ints:
        if np.array_equal(weights, self.both.seeing.weights):
            return self.both.counts
        found = np.zeros(len(self.both.values), np.int64)
        union_tally(self.own_places, self.other_sets, self.both.sorted.places, weights, found)
        return found
