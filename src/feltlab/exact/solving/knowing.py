"""A duel against a seat that knows too much: a card of the dealer's that it has seen, or the hands of other seats.

Zones, and what each option brings in them, are those of the duel itself; only the dealer hands in them are counted
again, those that hold the seen card, or that the known hands leave.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb
from operator import mul
from typing import Final, NamedTuple

import numpy as np

from feltlab.cards import RANKS
from feltlab.exact.protection import Draw, Exposed, workers
from feltlab.exact.solving.duel import Duel
from feltlab.exact.solving.duel_view import DuelView
from feltlab.exact.solving.paths import paths, start
from feltlab.exact.solving.ranks import Ranks
from feltlab.exact.solving.solver import Solved, best
from feltlab.kernels.knowing import DealtHands, Zones, dealt_places, rank_gains, set_gains
from feltlab.kernels.lattice import COPIES, HAND, HANDS, Ints
from feltlab.kernels.protection import Floats, exposed_sweep
from feltlab.kernels.subsets import Ids, sweep

MOST_LOOKUPS: Final = 2_000_000_000
"""Into the counts of a sweep, to price an exposed card: half a minute."""


class Shown(NamedTuple):
    """The dealer's hands that hold a card which has been seen."""

    rank: int
    states: Ints
    """The first states that can meet it."""
    counts: Ints
    """By these states and zone."""


@dataclass(frozen=True)
class BySets:
    """Hands on both sides are sets of cards."""

    plan: Duel
    view: DuelView

    @staticmethod
    def too_long(plan: Duel) -> str:
        """Why an exposed card is not priced; empty where it is."""
        deck, (own, other) = len(plan.seeing.deck), plan.seeing.groups.values()
        lookups = deck * (3 * len(plan.seeing.first) * 2**own + comb(deck, other - 1) * 2**other)
        if lookups <= MOST_LOOKUPS:
            return ""
        return f"it would take {lookups:,} lookups or more, and {MOST_LOOKUPS:,} is the most"

    @cached_property
    def _values(self) -> Ints:
        return self.plan.other_values(self.view.other_name) if self.view.other_name else self._of_no_value

    @property
    def _of_no_value(self) -> Ints:
        return np.zeros(len(self.plan.other_hands), np.int64)

    @cached_property
    def values(self) -> Ids:
        """Of everything that the dealer may hold, by its number: where it stands among the different values."""
        return np.unique(self._values, return_inverse=True)[1].reshape(-1).astype(np.uint32)

    def cases(self) -> range:
        """What may show: places of the deck."""
        return range(len(self.plan.seeing.deck))

    def shown(self, place: int) -> Shown:
        """The duel once more, against the sets that fill a card up to a hand."""
        plan, cards = self.plan, self.plan.seeing.cards
        own, other = plan.own_places.shape[1], plan.other_hands.shape[1]
        states = np.flatnonzero((plan.own_places != place).all(axis=1))
        holding = (plan.other_hands == place).any(axis=1)
        hands = plan.other_hands[holding]
        rest = hands[hands != place].reshape(len(hands), other - 1)
        counts = np.full((len(states), 1), comb(len(cards) - own - 1, other - 1))
        if self.view.other_name:
            owns = self.view.owns[self.view.own_of[states], 0]
            edges = sweep(len(cards), plan.own_places[states], owns, rest, self._values[holding], self.view.floors)
            counts = np.diff(np.sort(edges, axis=1), axis=1, prepend=0, append=counts)
        return Shown(int(cards[place]) >> 2, states, counts)

    def states(self, places: Ints) -> Ints:
        """The first states of hands."""
        return self.plan.seeing.located(self.plan.seeing.cards[places], 0)

    def gains(self, dealt: DealtHands, zones: Zones, gains: Floats) -> None:
        set_gains(len(self.plan.seeing.deck), self.plan.other_hands.shape[1], self.values, dealt, zones, gains)


class ByRanks(BySets):
    """Seven cards on both sides, known by their ranks alone."""

    @staticmethod
    def too_long(plan: Duel) -> str:
        return ""

    @property
    def _of_no_value(self) -> Ints:
        return np.zeros(len(HANDS), np.int64)

    def cases(self) -> range:
        """What may show: ranks."""
        _ = self._edges  # for all ranks at once, before threads ask for them
        return range(len(RANKS))

    @cached_property
    def _edges(self) -> Ints:
        """By class and rank, dealer hands up to the edge of each zone."""
        weaker, equal = exposed_sweep(self._values, self.view.owns[self.view.own_of, 0])
        floors = [np.full_like(self._values, floor) for floor in self.view.floors.tolist()]
        below = [exposed_sweep(self._values, floor)[0] for floor in floors]
        return np.sort(np.stack([weaker, weaker + equal, *below], axis=2), axis=2)

    def shown(self, rank: int) -> Shown:
        """Each hand once for every card of the rank that it holds."""
        ways = (COPIES - HANDS[:, rank, None].astype(np.int64)) * comb(len(RANKS) * COPIES - HAND - 1, HAND - 1)
        counts = np.diff(self._edges[:, rank], axis=1, prepend=0, append=ways) if self.view.other_name else ways
        return Shown(rank, np.arange(len(HANDS)), counts)

    def gains(self, dealt: DealtHands, zones: Zones, gains: Floats) -> None:
        rank_gains(self.values, dealt, zones, gains)


def counting_of(plan: Duel) -> type[BySets]:
    return ByRanks if isinstance(plan, Ranks) else BySets


@dataclass(frozen=True)
class Knowing:
    """A duel solved on some terms, and played by a seat that knows more."""

    solved: Solved
    plan: Duel

    @cached_property
    def _counting(self) -> BySets:
        view = self.solved.counted.main
        if not isinstance(view, DuelView):
            raise TypeError("only a duel has zones")
        return counting_of(self.plan)(self.plan, view)

    @cached_property
    def _zones(self) -> Zones:
        view, nets = self._counting.view, []
        for path in paths(self.solved.game):
            worth = np.array([int(end.net * self.solved.scale) for end in self.solved.ends[path]], np.int64)
            nets.append(worth[self.solved.counted.codes[path][1]].reshape(view.starts.shape))
        return Zones(view.starts, np.stack(nets))

    @cached_property
    def _taken(self) -> Ints:
        """By first state, which path is best without the knowledge; there is one where nothing is asked."""
        decided = self.solved.decisions(best).get((0, start(self.solved.game)))
        return np.zeros(len(self.plan.seeing.first), np.int64) if decided is None else decided.astype(np.int64)

    def exposed(self, card: str, alone: Fraction) -> Exposed:
        """Any of the dealer's cards is as likely to show: each deal counts once for each."""
        totals, ways = [0] * len(RANKS), [0] * len(RANKS)
        zones, counting = self._zones, self._counting
        with workers() as pool:
            for rank, total, many in pool.map(lambda case: self._valued(zones, counting.shown(case)), counting.cases()):
                totals[rank] += total
                ways[rank] += many
        scale = self.solved.scale
        by_rank = {
            rank: -Fraction(total, scale * many) for rank, total, many in zip(RANKS, totals, ways, strict=True) if many
        }
        return Exposed(card, -Fraction(sum(totals), scale * sum(ways)), alone, by_rank)

    def _valued(self, zones: Zones, shown: Shown) -> tuple[int, int, int]:
        """The rank, what best play brings over all deals in which the card shows, and how many they are."""
        nets = zones.nets[:, self._counting.view.own_of[shown.states]]
        play = (nets * shown.counts).sum(axis=2).max(axis=0)
        weights = self.plan.seeing.weights[shown.states].tolist()
        ways = sum(map(mul, weights, shown.counts.sum(axis=1).tolist()))
        return shown.rank, sum(map(mul, weights, play.tolist())), ways

    def draw(self, seed: int, hands: int) -> Draw:
        """Each hand of a deal in turn is the player's: all know the same cards, so one count serves them all."""
        counting, zones, taken, own_of = self._counting, self._zones, self._taken, self._counting.view.own_of
        _ = counting.values  # made before threads ask for it

        def drawn(first: int, count: int) -> Floats:
            places = np.empty((count, hands, self.plan.seeing.first.shape[1]), np.int64)
            dealt_places(np.uint64(seed), first, len(self.plan.seeing.deck), places)
            states = counting.states(places.reshape(count * hands, -1)).reshape(count, hands)
            gains = np.empty((count, hands))
            counting.gains(DealtHands(places, own_of[states], taken[states]), zones, gains)
            return gains / self.solved.scale

        return drawn
