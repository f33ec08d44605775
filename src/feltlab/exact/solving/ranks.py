"""Seven cards against the dealer's seven where suits do not matter: like the duel, on the lattice of rank multisets.

The player sets the cards of a hand in the way that the game declares best.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from feltlab.exact.solving.duel import Bools, Duel
from feltlab.exact.solving.seeing import Seeing
from feltlab.exact.solving.tabulating import values_of
from feltlab.kernels.lattice import HAND, HANDS, WEIGHTS, Ints, classes_of, sweep, transform
from feltlab.rules.steps import Set


class RankSeeing(Seeing):
    """The first group is known by its ranks alone."""

    @cached_property
    def _first(self) -> tuple[Ints, Ints]:
        cards = [[4 * rank + copy for rank, held in enumerate(hand) for copy in range(held)] for hand in HANDS.tolist()]
        return np.array(cards, np.int64), WEIGHTS

    def located(self, cards: Any, ask: int) -> Ints:
        return classes_of(np.asarray(cards, np.int64)[:, :HAND])


def settings(seeing: Seeing) -> dict[str, Set]:
    """By place, how its cards are chosen."""
    return {ask.set.name: ask.set for ask in seeing.game.round.asks.values() if ask.set and ask.set.cards}


class Ranks(Duel):
    name = "ranks"

    @staticmethod
    def unfit(seeing: Seeing) -> str:
        if list(seeing.groups.values()) != [HAND, HAND] or seeing.seen != (1,):
            return f"it is not {HAND} cards against the dealer's {HAND}"
        suited = [name for name, hand in seeing.game.hands.items() if not hand.ranking.ranks_alone]
        return f"the hand {suited[0]!r} looks at suits" if suited else ""

    def is_own(self, name: str) -> bool:
        (place,) = self.game.hands[name].places
        return place in settings(self.seeing) or super().is_own(name)

    def seen_values(self, name: str, _: int) -> Ints:
        return self.own_values(name)

    def own_values(self, name: str) -> Ints:
        hand = self.game.hands[name]
        kind = settings(self.seeing).get(hand.places[0])
        first = self.seeing.first
        return values_of(hand.ranking.value, _set(kind.best, first) if kind else first)

    def other_values(self, name: str) -> Ints:
        """By class: the lattice knows how many hands each is."""
        return values_of(self.game.hands[name].ranking.value, self.seeing.first) if name else np.zeros_like(WEIGHTS)

    def _others(self, name: str) -> Ints:
        return np.unique(self.other_values(name))

    def _in_first(self, name: str) -> bool:
        return True

    def _zoned(self, owns: Ints, other: str, floors: Ints, kind: Bools | None = None) -> Ints:
        values = self.other_values(other)
        if kind is not None:
            top = max(int(values.max()), int(owns.max())) + 2
            values, floors = np.where(kind, values, top), np.append(floors, top)
        everybody = np.arange(len(HANDS))
        weaker, equal = sweep(values, everybody, owns)
        below = transform(values[:, None] < floors).astype(np.int64)
        edges = np.concatenate([weaker[:, None], (weaker + equal)[:, None], below], axis=1)
        edges = np.sort(edges if other else edges[:, -1:], axis=1)
        if kind is not None:
            return np.diff(edges, axis=1, prepend=np.zeros((len(edges), 1), np.int64))
        return np.diff(edges, axis=1, prepend=0, append=np.full((len(edges), 1), self.seeing.ends))


def _set(best: Callable[[tuple[int, ...]], Any], hands: Ints) -> Ints:
    return np.array([best(tuple(hand)) for hand in hands.tolist()], np.int64)
