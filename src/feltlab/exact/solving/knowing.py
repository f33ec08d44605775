"""A duel against a seat that knows too much: a dealer's card it has seen, or the hands of other seats.

Zones, and the results of each option in them, are those of the duel itself; only the dealer hands in them are counted
again: those with the seen card, or those left by the known hands.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb
from operator import mul
from typing import Final

import numpy as np

from feltlab.cards import RANKS
from feltlab.exact.protection import Draw, Exposed
from feltlab.exact.solving.answering import Bools
from feltlab.exact.solving.duel import Duel
from feltlab.exact.solving.duel_view import DuelView, cuts_of
from feltlab.exact.solving.paths import Path, paths, start
from feltlab.exact.solving.ranks import Ranks
from feltlab.exact.solving.solver import Solved, best, whole_sum
from feltlab.exact.solving.tabulating import answers_of, rows_of
from feltlab.kernels.duels import facing_zones, zone_totals
from feltlab.kernels.knowing import DealtHands, Zones, dealt_places, rank_gains, set_gains
from feltlab.kernels.lattice import COPIES, HAND, HANDS, Ints
from feltlab.kernels.protection import Floats, exposed_sweep
from feltlab.kernels.subsets import Ids
from feltlab.rules.allowing import UNITS

MOST_LOOKUPS: Final = 2_000_000_000
"""The limit on counts of a sweep, to price an exposed card: half a minute."""


Priced = tuple[int, int, int]
"""The rank of an exposed card, the result of best play over all deals with it, and how many these are."""


@dataclass(frozen=True)
class BySets:
    """Hands on both sides are sets of cards."""

    plan: Duel
    view: DuelView

    @staticmethod
    def too_long(plan: Duel) -> str:
        """Why an exposed card is not priced; empty if it is."""
        deck, own, other = len(plan.seeing.deck), plan.own_places.shape[1], plan.other_size
        if plan.up:
            return "everyone sees one of the dealer's cards, and a second one is not priced"
        lookups = deck * (3 * len(plan.seeing.first) * 2**own + comb(deck, other - 1) * 2**other)
        if lookups <= MOST_LOOKUPS:
            return ""
        return f"it would take {lookups:,} lookups or more; the limit is {MOST_LOOKUPS:,}"

    @cached_property
    def values(self) -> Ids:
        """For every hand the dealer may have, by number: the place of its value among the different values."""
        return self.plan.sorted(self.view.other_name).places.astype(np.uint32)

    def priced(self, nets: Ints) -> Iterator[Priced]:
        """The duel again, with one of the dealer's cards face up; nets by path, combination and zone."""
        plan, view, cards = self.plan, self.view, self.plan.seeing.cards
        own, other = plan.own_places.shape[1], plan.other_size
        width, ways = len(cards) - own, comb(len(cards) - own - 1, other - 1)
        counts = np.full((len(plan.seeing.first) * width, 1), ways)
        if view.other_name:
            sorted_ = plan.sorted(view.other_name)
            cuts = cuts_of(view.owns[view.own_of, 0], sorted_.values, view.floors)
            counts = facing_zones(len(cards), plan.own_places, cuts, sorted_, ways, plan.seeing.by_suit)
        best = np.full(len(counts), np.iinfo(np.int64).min)
        for worth in nets:
            totals = np.empty(len(counts), np.int64)
            zone_totals(np.ascontiguousarray(worth), view.own_of, width, counts, totals)
            np.maximum(best, totals, out=best)
        left = np.ones((len(plan.seeing.first), len(cards)), np.bool_)
        np.put_along_axis(left, plan.own_places, False, axis=1)
        shown, weights = np.nonzero(left)[1], np.repeat(plan.seeing.weights, width)
        for place, card in enumerate(cards.tolist()):
            at = shown == place
            yield card >> 2, whole_sum(best[at], weights[at]), ways * int(weights[at].sum())

    def states(self, places: Ints) -> Ints:
        """The last states of hands, with the face-up card."""
        return self.plan.seeing.located(self.plan.seeing.cards[places], 0)

    def gains(self, dealt: DealtHands, zones: Zones, gains: Floats) -> None:
        set_gains(len(self.plan.seeing.deck), self.plan.other_size, self.values, dealt, zones, gains)


class ByRanks(BySets):
    """Seven cards on both sides, known by their ranks alone."""

    @staticmethod
    def too_long(plan: Duel) -> str:
        return ""

    @cached_property
    def _values(self) -> Ints:
        return self.plan.other_values(self.view.other_name)

    @cached_property
    def values(self) -> Ids:
        return np.unique(self._values, return_inverse=True)[1].reshape(-1).astype(np.uint32)

    def priced(self, nets: Ints) -> Iterator[Priced]:
        weights = self.plan.seeing.weights
        for rank in range(len(RANKS)):
            counts = self._shown(rank)
            play = (nets[:, self.view.own_of] * counts).sum(axis=2).max(axis=0)
            ways = sum(map(mul, weights.tolist(), counts.sum(axis=1).tolist()))
            yield rank, sum(map(mul, weights.tolist(), play.tolist())), ways

    @cached_property
    def _edges(self) -> Ints:
        """By class and rank, dealer hands up to the edge of each zone."""
        weaker, equal = exposed_sweep(self._values, self.view.owns[self.view.own_of, 0])
        floors = [np.full_like(self._values, floor) for floor in self.view.floors.tolist()]
        below = [exposed_sweep(self._values, floor)[0] for floor in floors]
        return np.sort(np.stack([weaker, weaker + equal, *below], axis=2), axis=2)

    def _shown(self, rank: int) -> Ints:
        """By class and zone: each hand once for every card of the rank it holds."""
        ways = (COPIES - HANDS[:, rank, None].astype(np.int64)) * comb(len(RANKS) * COPIES - HAND - 1, HAND - 1)
        return np.diff(self._edges[:, rank], axis=1, prepend=0, append=ways) if self.view.other_name else ways

    def gains(self, dealt: DealtHands, zones: Zones, gains: Floats) -> None:
        rank_gains(self.values, dealt, zones, gains)


def counting_of(plan: Duel) -> type[BySets]:
    return ByRanks if isinstance(plan, Ranks) else BySets


@dataclass(frozen=True)
class Knowing:
    """A duel solved on some terms, played by a seat that knows more."""

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
        for worth, path in zip(nets, paths(self.solved.game), strict=True):
            worth[~self._may(view, path)] = min(int(each.min()) for each in nets) - 1  # never the best
        return Zones(view.starts, np.stack(nets))

    def _may(self, view: DuelView, path: Path) -> Bools:
        """By combination of own values, whether a hand may go this way."""
        found = np.ones(len(view.owns), np.bool_)
        for ask, option in zip(self.solved.asks, path.options, strict=True):
            units, bound = (
                ask.raises.options[option] if ask.raises and option else 0,
                self.solved.game.allows.get(ask.stage),
            )
            if bound and units:
                columns = {name: view.owns[:, place] for place, name in enumerate(view.own_names)}
                rows = rows_of(bound.names, columns, dict(self.solved.counted.numbers) | {UNITS: units}, len(found))
                found &= answers_of(bound, rows)[:, 0] != 0
        return found

    @cached_property
    def _taken(self) -> Ints:
        """By state, the best path without the knowledge; there is only one if nothing is asked."""
        decided = self.solved.decisions(best).get((0, start(self.solved.game)))
        return np.zeros(self.plan.seeing.states(0), np.int64) if decided is None else decided.astype(np.int64)

    def exposed(self, card: str, alone: Fraction) -> Exposed:
        """Any of the dealer's cards is equally likely to show: each deal counts once for each."""
        totals, ways = [0] * len(RANKS), [0] * len(RANKS)
        for rank, total, many in self._counting.priced(self._zones.nets):
            totals[rank] += total
            ways[rank] += many
        scale = self.solved.scale
        by_rank = {
            rank: -Fraction(total, scale * many) for rank, total, many in zip(RANKS, totals, ways, strict=True) if many
        }
        return Exposed(card, -Fraction(sum(totals), scale * sum(ways)), alone, by_rank)

    def draw(self, seed: int, hands: int) -> Draw:
        """Each hand of a deal in turn is the player's: all know the same cards, so one count serves them all."""
        counting, zones, taken, own_of = self._counting, self._zones, self._taken, self._counting.view.own_of
        _ = counting.values  # made before threads need it

        def drawn(first: int, count: int) -> Floats:
            places = np.empty((count, hands, self.plan.seeing.first.shape[1]), np.int64)
            up = np.full(count, -1, np.int64)
            dealt_places(np.uint64(seed), first, len(self.plan.seeing.deck), self.plan.up, places, up)
            seen = places.reshape(count * hands, -1)
            if self.plan.up:
                seen = np.concatenate([seen, np.repeat(up, hands)[:, None]], axis=1)
            states = counting.states(seen).reshape(count, hands)
            gains = np.empty((count, hands))
            dealt = DealtHands(places, own_of[states // self._counting.view.each], taken[states], up)
            counting.gains(dealt, zones, gains)
            return gains / self.solved.scale

        return drawn
