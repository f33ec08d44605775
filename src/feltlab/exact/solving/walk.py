"""Every deal of a game, one by one; deals with the same end are counted together.

It needs nothing from the rules but answers, so other plans are checked against it; it is for games with few cards, or
with nearly all cards seen. Pays are not part of the counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np

from feltlab.exact.solving.different import DifferentRows
from feltlab.exact.solving.keeping import kept
from feltlab.exact.solving.seeing import Seeing
from feltlab.exact.solving.tabulating import answers_of, rows_of, valued, values_of
from feltlab.kernels.subsets import Ids, Ints, all_sets, counted, extended, summed
from feltlab.rules.settling import Bound

MOST_LEAVES: Final = 120_000_000
SUIT_NAMES: Final = 24
_AT_A_TIME: Final = 400_000


@dataclass(frozen=True)
class WalkView:
    """How one rule ends the deals: by key, a row of the values it looks at."""

    walk: "Walk"
    bound: Bound
    fixed: dict[str, int]

    def answers(self, units: dict[str, int]) -> Ints:
        known = self.walk.known
        columns = {name: known[:, place] for place, name in enumerate(self.walk.names) if name in self.bound.hands}
        return answers_of(self.bound, rows_of(self.bound.names, columns, self.fixed | units, len(known)))

    def totals(self, by_key: Ints) -> Ints:
        return summed(self.walk.ids, by_key)

    def by(self, bound: Bound) -> "WalkView":
        return replace(self, bound=bound)

    def tally(self, weights: Ints) -> Ints:
        counts = np.zeros(len(self.walk.known), np.int64)
        counted(self.walk.ids, weights, counts)
        return counts


class Walk:
    name = "walk"

    def __init__(self, seeing: Seeing) -> None:
        self.seeing = seeing
        self.names = seeing.hands

    @staticmethod
    def unfit(seeing: Seeing) -> str:
        least = seeing.deals // SUIT_NAMES  # known before it is known whether suits may be renamed
        needed = least if least > MOST_LEAVES else seeing.leaves
        if needed > MOST_LEAVES:
            return f"{needed:,} deals or more would be visited one by one; the limit is {MOST_LEAVES:,}"
        return ""

    @property
    def compared(self) -> str:
        """The player's own hand, if the player sees nothing else."""
        size = next(iter(self.seeing.groups.values()))
        hands = self.seeing.game.bound_settle.hands if self.seeing.seen == (1,) else ()
        return next((name for name in hands if max(self._columns(name)) < size), "")

    def _columns(self, name: str) -> list[int]:
        return self.seeing.columns(self.seeing.game.hands[name])

    def own_values(self, name: str) -> Ints:
        value = self.seeing.game.hands[name].ranking.value
        return values_of(value, self.seeing.first[:, self._columns(name)])

    def seen_values(self, name: str, ask: int) -> Ints:
        return self.seeing.values_at(self.seeing.game.hands[name], ask)

    def view(self, bound: Bound, fixed: dict[str, int]) -> WalkView:
        return WalkView(self, bound, fixed)

    def together(self, settle: Bound, _: Sequence[Bound], fixed: dict[str, int]) -> list[WalkView]:
        """One view: the result of a deal has the value of every hand."""
        return [self.view(settle, fixed)]

    @property
    def ids(self) -> Ids:
        """By last state and what follows it, a deal's row of known values."""
        return self._walked[0]

    @property
    def known(self) -> Ints:
        return self._walked[1]

    @cached_property
    def _walked(self) -> tuple[Ids, Ints]:
        seeing = self.seeing
        named = [seeing.game.hands[name] for name in self.names]
        hands = [(hand.ranking.value, seeing.columns(hand)) for hand in named]
        key = hands, seeing.deck, list(seeing.groups.values()), seeing.seen[-1], seeing.by_suit
        found = kept("deals", key, lambda: dict(zip(("ids", "known"), self._walk(), strict=True)))
        return found["ids"], found["known"]

    def _walk(self) -> tuple[Ids, Ints]:
        seeing = self.seeing
        ids = np.empty(seeing.leaves, np.uint32)
        per_first = seeing.leaves // len(seeing.first)
        step = max(1, _AT_A_TIME // per_first)
        known = DifferentRows(len(self.names))
        for first in range(0, len(seeing.first), step):
            rows = self._values(seeing.first[first : first + step])
            known.number(rows, ids[first * per_first : first * per_first + len(rows)])
        return ids.reshape(seeing.states(-1), seeing.ends), known.rows[: known.count].copy()

    def _values(self, hands: Ints) -> Ints:
        """The value of every hand for each deal that begins like this."""
        seeing = self.seeing
        states, left = hands, len(seeing.deck) - hands.shape[1]
        for size in list(seeing.groups.values())[1:]:
            states = extended(seeing.cards, states, all_sets(left, size))
            left -= size
        rows = np.empty((len(states), len(self.names)), np.int64)
        for place, name in enumerate(self.names):
            hand = seeing.game.hands[name]
            columns = seeing.columns(hand)
            if max(columns) < hands.shape[1]:  # the same whatever follows
                rows[:, place] = np.repeat(valued(hand.ranking.value, hands[:, columns]), len(states) // len(hands))
            else:
                whole = columns == list(range(states.shape[1]))
                rows[:, place] = valued(hand.ranking.value, states if whole else states[:, columns])
        return rows
