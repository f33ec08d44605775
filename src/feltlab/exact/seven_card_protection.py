"""Protection for games of seven cards against the dealer's seven: other hands known, a dealer card seen."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from math import comb, lcm
from typing import Any, Final, NamedTuple

import numpy as np

from feltlab.cards import RANKS
from feltlab.exact.protection import Draw, Exposed, Samples, kept_face_down
from feltlab.exact.seven_card import DEALS, Showdown
from feltlab.kernels.lattice import COPIES, HAND, HANDS, WEIGHTS, Ints
from feltlab.kernels.protection import (
    Floats,
    by_multiset,
    exposed_sweep,
    mean_ways,
    seven_card_gains,
    ways_to_take,
)

PREVENTS_EXPOSURE: Final = kept_face_down("the dealer's cards")
_ELSEWHERE: Final = 1 << 40
"""Deals from here on are for fitting and are never samples."""


class Effort(NamedTuple):
    """How to spend the time: with many cards left, counting dealer hands takes long, so few deals are used often."""

    redeals: int
    """How often the cards of the hands are dealt among them again."""
    first: int
    chunk: int
    ranks: int
    """Sequences of up to this many ranks explain a gain; 0 for none."""


EFFORTS: Final = {
    2: Effort(100, 1_500, 250, 0), 3: Effort(100, 2_000, 200, 0), 4: Effort(40, 3_000, 500, 2),
    5: Effort(8, 8_000, 2_000, 3), 6: Effort(1, 8_000, 2_000, 3),
}  # fmt: skip
"""By number of hands known together."""


@dataclass(frozen=True)
class AgainstDealer:
    strengths: Ints
    """For each class; larger is stronger."""
    qualifier: int
    """The dealer's lowest strength that qualifies."""
    showdown: Showdown
    numbers: Any

    @cached_property
    def _whole_nets(self) -> tuple[Ints, int]:
        """Of no qualifying hand, a win, a tie and a loss, and of a fold."""
        nets = self.showdown.nets(self.numbers)
        scale = lcm(*(net.denominator for net in nets))
        return np.array([*(int(net * scale) for net in nets), -scale], np.int64), scale

    def samples(self, seed: int, wanted: Sequence[int]) -> Iterator[Samples]:
        for known in wanted:
            effort = EFFORTS[known + 1]
            control = partial(self.control, seed, known + 1) if effort.ranks else None
            draw = self.draw(seed, known + 1, effort.redeals)
            yield Samples((known,), draw, chunk=effort.chunk, first=effort.first, control=control)

    def draw(self, seed: int, hands: int, redeals: int = 1) -> Draw:
        """Each hand of a deal in turn is the player's: all know the same cards, so one walk serves them all."""
        values, numbers = np.unique(self.strengths, return_inverse=True)
        ordered, plays = by_multiset(numbers.astype(np.int32)), by_multiset(self.showdown.best(self.numbers))
        qualifier = int(np.searchsorted(values, self.qualifier))
        nets, scale = self._whole_nets

        def drawn(first: int, count: int) -> Floats:
            gains = np.empty((count, hands * redeals))
            seven_card_gains(np.uint64(seed), first, hands, ordered, plays, qualifier, nets, gains)
            return gains / scale

        return drawn

    def control(self, seed: int, hands: int) -> Draw:
        """The part of a gain that the remaining cards explain, fitted to separate deals, so it biases no sample."""
        effort = EFFORTS[hands]
        means = mean_ways(hands, effort.ranks)

        def explaining(first: int, count: int) -> Floats:
            ways = np.empty((count, len(means)))
            ways_to_take(np.uint64(seed), first, hands, ways)
            return ways - means

        ways = explaining(_ELSEWHERE, effort.first)
        gains = self.draw(seed, hands, effort.redeals)(_ELSEWHERE, effort.first).mean(axis=1)
        squares = ways.T @ ways
        squares[np.diag_indices_from(squares)] *= 1 + 1e-6
        weights = np.linalg.solve(squares, ways.T @ (gains - gains.mean()))
        return lambda first, count: np.einsum("ij,j->i", explaining(first, count), weights)

    def dealer_card(self, alone: Fraction) -> Exposed:
        """All of the dealer's seven cards are equally likely to show. Dealer hands count once per card of the rank."""
        weaker, equal = exposed_sweep(self.strengths, self.strengths)
        no_qualify, _ = exposed_sweep(self.strengths, np.full_like(self.strengths, self.qualifier))
        every = (COPIES - HANDS.astype(np.int64)) * comb(len(RANKS) * COPIES - HAND - 1, HAND - 1)
        win = np.maximum(weaker - no_qualify, 0)
        tie = np.maximum(weaker + equal - np.maximum(weaker, no_qualify), 0)
        nets, scale = self._whole_nets
        columns = (no_qualify, win, tie, every - no_qualify - win - tie)
        play = sum(net * column for net, column in zip(nets[:4], columns, strict=True))
        best = WEIGHTS @ np.maximum(play, -scale * every)
        seen = WEIGHTS @ every
        by_rank = {
            rank: -Fraction(int(value), scale * int(count))
            for rank, value, count in zip(RANKS, best, seen, strict=True)
        }
        edge = -Fraction(sum(map(int, best)), scale * HAND * DEALS)
        return Exposed("one of the dealer's seven cards, seen before the decision", edge, alone, by_rank)
