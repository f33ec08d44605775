"""Cards against the dealer's cards, suits and all, without dealing every pair of hands.

Along the dealer's values an answer may change where the dealer passes the player's own value, and at a few fixed values
such as a qualifier: these are found by asking the rules about every pair of values. The zones between them are all that
matters, and how many dealer hands fall into each is counted by one sweep. Pays are not part of the counts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from feltlab.errors import RulesError
from feltlab.exact.solving.paths import paths
from feltlab.exact.solving.seeing import Seeing
from feltlab.exact.solving.tabulating import answers_of, asked, changes_of, rows_of, values_of
from feltlab.kernels.subsets import Ints, all_sets, sweep
from feltlab.rules.settling import Bound

Bools = npt.NDArray[np.bool_]

MOST_OWN: Final = 6
MOST_OTHER: Final = 5
MOST_FLOORS: Final = 64
MOST_KINDS: Final = 64
"""Of dealer hands that side bets tell apart, where all bets are counted together."""


@dataclass(frozen=True)
class DuelView:
    """How one rule ends the deals. A key is a combination of own values and a zone of the dealer's."""

    bound: Bound
    fixed: dict[str, int]
    own_names: tuple[str, ...]
    other_name: str
    owns: Ints
    """The different combinations of own values."""
    own_of: Ints
    """By first state, which of them it has."""
    floors: Ints
    """The dealer's values from which on another zone begins whatever the player holds."""
    others: Ints
    """The dealer's different values, from the weakest up."""
    counts: Ints
    """By first state and zone, the dealer hands that are in it."""

    @property
    def zones(self) -> int:
        return int(self.counts.shape[1])

    @cached_property
    def starts(self) -> Ints:
        """By combination and zone, where among the dealer's values it begins; an empty one where the next does."""
        first = np.zeros((len(self.owns), 1), np.int64)
        if not self.other_name:
            return first
        own = self.owns[:, :1]
        edges = np.concatenate([np.repeat(self.floors[None, :], len(own), 0), own, own + 1], axis=1)
        return np.concatenate([first, np.searchsorted(self.others, np.sort(edges, axis=1))], axis=1)

    def answers(self, units: dict[str, int]) -> Ints:
        columns = {name: np.repeat(self.owns[:, place], self.zones) for place, name in enumerate(self.own_names)}
        if self.other_name:
            columns[self.other_name] = self.others[np.minimum(self.starts, len(self.others) - 1)].reshape(-1)
        return answers_of(self.bound, rows_of(self.bound.names, columns, self.fixed | units, self.starts.size))

    def totals(self, by_key: Ints) -> Ints:
        found: Ints = (by_key.reshape(-1, self.zones)[self.own_of] * self.counts).sum(axis=1)
        return found

    def by(self, bound: Bound) -> "DuelView":
        """The same deals under another rule."""
        return replace(self, bound=bound)

    def tally(self, weights: Ints) -> Ints:
        found = np.zeros((len(self.owns), self.zones), np.int64)
        np.add.at(found, self.own_of, self.counts * weights[:, None])
        return found.reshape(-1)


class Duel:
    name = "duel"

    def __init__(self, seeing: Seeing) -> None:
        self.seeing = seeing
        self.game = seeing.game

    @staticmethod
    def unfit(seeing: Seeing) -> str:
        sizes = list(seeing.groups.values())
        if len(sizes) > 2 or seeing.seen != (1,):
            return "it is not one hand of the player's against one of the dealer's, unseen until all have decided"
        if sizes[0] > MOST_OWN or max(sizes[1:], default=0) > MOST_OTHER:
            return f"its hands are larger than {MOST_OWN} cards against {MOST_OTHER}"
        for name, hand in seeing.game.hands.items():
            if len({column < sizes[0] for column in seeing.columns(hand)}) > 1:
                return f"the hand {name!r} has cards of both sides"
        for bound in (seeing.game.bound_settle, *seeing.game.grades.values()):
            if len([name for name in bound.hands if not _is_own(seeing, name)]) > 1:
                return "a rule looks at two hands of the dealer's"
        return ""

    @cached_property
    def _units(self) -> list[dict[str, int]]:
        """What raises may come to, by the names that rules use."""
        ways = {path.units for path in paths(self.game)}
        return [{slug.replace("-", "_"): made for slug, made in way} for way in sorted(ways)]

    @cached_property
    def other_hands(self) -> Ints:
        sizes = list(self.seeing.groups.values())
        return all_sets(len(self.seeing.deck), sizes[1] if len(sizes) > 1 else 0)

    def own_values(self, name: str) -> Ints:
        """Of one of the player's hands, by first state."""
        hand = self.game.hands[name]
        return values_of(hand.ranking.value, self.seeing.first[:, self.seeing.columns(hand)])

    @cached_property
    def own_places(self) -> Ints:
        """In the deck, ascending, by first state."""
        return np.sort(np.searchsorted(self.seeing.cards, self.seeing.first), axis=1)

    @property
    def compared(self) -> str:
        """The player's hand that the rules hold against the dealer's."""
        return next((name for name in self.game.bound_settle.hands if self.is_own(name)), "")

    @cached_property
    def _dealt(self) -> Ints:
        return self.seeing.cards[self.other_hands]

    def other_values(self, name: str) -> Ints:
        """Of everything that the dealer may hold."""
        return values_of(self.game.hands[name].ranking.value, self._dealt)

    def _looks_at(self, bound: Bound) -> tuple[tuple[str, ...], str]:
        """The player's hands that a rule looks at, and the dealer's, empty where it looks at none."""
        own = tuple(name for name in bound.hands if self.is_own(name))
        return own, next((name for name in bound.hands if name not in own), "")

    def _rows(self, own: Sequence[str]) -> Ints:
        """By first state, the values of these hands."""
        columns = [self.own_values(name) for name in own] or [np.zeros(len(self.seeing.first), np.int64)]
        return np.stack(columns, axis=1)

    def view(self, bound: Bound, fixed: dict[str, int]) -> DuelView:
        own, other = self._looks_at(bound)
        rows = self._rows(own)
        owns, own_of = np.unique(rows, axis=0, return_inverse=True)
        own_of = own_of.reshape(-1)
        if not other:
            counts = np.full((len(rows), 1), self.seeing.ends)
            nothing = np.empty(0, np.int64)
            return DuelView(bound, fixed, own, "", owns, own_of, nothing, nothing, counts)
        values = self.other_values(other)
        others = np.unique(values)
        floors = self._floors(bound, fixed, own, other, owns, others)
        edges = np.sort(self._swept(rows[:, 0], values, floors), axis=1)
        total = np.full((len(rows), 1), self.seeing.ends)
        counts = np.diff(edges, axis=1, prepend=0, append=total)
        return DuelView(bound, fixed, own, other, owns, own_of, floors, others, counts)

    def together(self, settle: Bound, sides: Sequence[Bound], fixed: dict[str, int]) -> list[DuelView]:
        """Views that answer for all these rules at once, one for each kind of dealer hand that side bets tell apart.

        What they look at of the dealer's is in a zone of the hand that `settle` looks at, or fixed by the kind.
        """
        own, other = self._looks_at(settle)
        own = tuple(dict.fromkeys([*own, *(name for bound in sides for name in self._looks_at(bound)[0])]))
        rows = self._rows(own)
        owns, own_of = np.unique(rows, axis=0, return_inverse=True)
        values, floors = np.zeros(self._dealer_hands, np.int64), np.empty(0, np.int64)
        if other:
            values = self.other_values(other)
            alike = [bound for bound in (settle, *sides) if self._looks_at(bound)[1] == other]
            floors = np.unique(np.concatenate([self._changes(bound, fixed, own[:1]) for bound in alike]))
        others, top = np.unique(values), int(max(values.max(), owns.max())) + 2
        found = []
        for kind, sample in self._kinds([bound for bound in sides if self._looks_at(bound)[1] != other], fixed):
            edges = self._swept(rows[:, 0], np.where(kind, values, top), np.append(floors, top))
            edges = np.sort(edges if other else edges[:, -1:], axis=1)
            counts = np.diff(edges, axis=1, prepend=np.zeros((len(rows), 1), np.int64))
            found.append(DuelView(settle, fixed | sample, own, other, owns, own_of.reshape(-1), floors, others, counts))
        return found

    def _kinds(self, sides: Sequence[Bound], fixed: dict[str, int]) -> Iterator[tuple[Bools, dict[str, int]]]:
        """Dealer hands that these rules do not tell apart, as a mask, with a value of each hand that is looked at."""
        looked_at = {name: self.other_values(name) for bound in sides if (name := self._looks_at(bound)[1])}
        labels = [np.zeros(self._dealer_hands, np.int64)]
        for bound in sides:
            if name := self._looks_at(bound)[1]:
                labels.append(np.searchsorted(self._changes(bound, fixed, ()), looked_at[name], side="right"))
        kinds, kind_of = np.unique(np.stack(labels, axis=1), axis=0, return_inverse=True)
        if len(kinds) > MOST_KINDS:
            raise RulesError(
                f"{self.game.slug}: its side bets tell {len(kinds)} kinds of dealer hands apart; bets are counted"
                f" together with up to {MOST_KINDS}"
            )
        for kind in range(len(kinds)):
            mask = kind_of.reshape(-1) == kind
            yield mask, {name: int(values[mask][0]) for name, values in looked_at.items()}

    @property
    def _dealer_hands(self) -> int:
        """As many as `other_values` has."""
        return len(self.other_hands)

    def _changes(self, bound: Bound, fixed: dict[str, int], compared: tuple[str, ...]) -> Ints:
        """The dealer's values from which on a rule answers otherwise, but for where the dealer passes `compared`."""
        own, other = self._looks_at(bound)
        owns, others = np.unique(self._rows(own), axis=0), np.unique(self.other_values(other))
        return self._floors(bound, fixed, own, other, owns, others, passes=own[:1] == compared != ())

    def is_own(self, name: str) -> bool:
        return _is_own(self.seeing, name)

    def _swept(self, owns: Ints, values: Ints, floors: Ints) -> Ints:
        return sweep(len(self.seeing.deck), self.own_places, owns, self.other_hands, values, floors)

    def _floors(
        self, bound: Bound, fixed: dict[str, int], own: Sequence[str], other: str, owns: Ints, others: Ints,
        passes: bool = True,
    ) -> Ints:  # fmt: skip
        """Where answers change, but for where the dealer passes the player's first value, if that is known apart."""
        found: set[int] = set()
        nobody = np.full(len(owns), others[0] - 1)
        for units in self._units:
            for row in _blocks(owns):
                known = fixed | units | dict(zip(own[1:], row[0, 1:].tolist(), strict=True))
                asks = asked(bound, known, own[0] if own else "", other)
                compared = row[:, 0] if passes else nobody[: len(row)]
                found |= set(changes_of(asks, compared, row[:, 0], others).tolist())
        if len(found) > MOST_FLOORS:
            raise RulesError(
                f"{self.game.slug}: the rules change at {len(found)} of the dealer's values, beside where the dealer"
                f" passes the player: the duel plan knows up to {MOST_FLOORS}"
            )
        return np.array(sorted(found), np.int64)


def _blocks(owns: Ints) -> list[Ints]:
    """Rows that agree in all values but the first, the one that is compared with the dealer's."""
    _, block = np.unique(owns[:, 1:], axis=0, return_inverse=True)
    block = block.reshape(-1)
    return [owns[block == number] for number in range(block.max() + 1)]


def _is_own(seeing: Seeing, name: str) -> bool:
    return max(seeing.columns(seeing.game.hands[name])) < next(iter(seeing.groups.values()))
