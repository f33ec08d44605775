"""Protection where each seat has seven cards against the dealer's seven: hands known to others, a dealer card seen."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, lcm
from typing import Any, Final

import numpy as np

from feltlab.cards import RANKS
from feltlab.exact.protection import Draw, Exposed, Samples, kept_face_down
from feltlab.exact.seven_card import DEALS, Showdown
from feltlab.kernels.lattice import COPIES, HAND, HANDS, WEIGHTS, Ints
from feltlab.kernels.protection import Floats, by_multiset, exposed_sweep, seven_card_gains

PREVENTS_EXPOSURE: Final = kept_face_down("the dealer's cards")


@dataclass(frozen=True)
class AgainstDealer:
    strengths: Ints
    """Of each class; larger is stronger."""
    qualifier: int
    """The dealer's least strength that qualifies."""
    showdown: Showdown
    numbers: Any

    @cached_property
    def _whole_nets(self) -> tuple[Ints, int]:
        nets = self.showdown.nets(self.numbers)
        scale = lcm(*(net.denominator for net in nets))
        return np.array([int(net * scale) for net in nets], np.int64), scale

    def samples(self, seed: int, wanted: Sequence[int]) -> Iterator[Samples]:
        return (Samples((known,), self.draw(seed, known + 1)) for known in wanted)

    def draw(self, seed: int, hands: int) -> Draw:
        """Each hand of a deal in turn is the player's: all know the same cards, so one walk serves them all."""
        ordered, plays = by_multiset(self.strengths), by_multiset(self.showdown.best(self.numbers))
        nets, scale = self._whole_nets

        def drawn(first: int, count: int) -> Floats:
            gains = np.empty((count, hands))
            seven_card_gains(np.uint64(seed), first, ordered, plays, self.qualifier, nets, -scale, gains)
            return gains / scale

        return drawn

    def dealer_card(self, alone: Fraction) -> Exposed:
        """Any of the dealer's seven cards is as likely to show. Dealer hands count once for each card of the rank."""
        weaker, equal = exposed_sweep(self.strengths, self.strengths)
        no_qualify, _ = exposed_sweep(self.strengths, np.full_like(self.strengths, self.qualifier))
        every = (COPIES - HANDS.astype(np.int64)) * comb(len(RANKS) * COPIES - HAND - 1, HAND - 1)
        win = np.maximum(weaker - no_qualify, 0)
        tie = np.maximum(weaker + equal - np.maximum(weaker, no_qualify), 0)
        nets, scale = self._whole_nets
        columns = (no_qualify, win, tie, every - no_qualify - win - tie)
        play = sum(net * column for net, column in zip(nets, columns, strict=True))
        best = WEIGHTS @ np.maximum(play, -scale * every)
        seen = WEIGHTS @ every
        by_rank = {
            rank: -Fraction(int(value), scale * int(count))
            for rank, value, count in zip(RANKS, best, seen, strict=True)
        }
        edge = -Fraction(sum(map(int, best)), scale * HAND * DEALS)
        return Exposed("one of the dealer's seven cards, seen before the decision", edge, alone, by_rank)
