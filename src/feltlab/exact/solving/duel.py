"""Cards against the dealer's cards, suits and all, without dealing every pair of hands.

Along the dealer's values an answer may change where the dealer passes the player's own value, and at a few fixed values
such as a qualifier: these are found by asking the rules about every pair of values. Only the zones between them matter,
and one sweep counts how many dealer hands are in each. One of the dealer's cards may be face up when the player
decides. Pays are not part of the counts.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from feltlab.errors import RulesError
from feltlab.exact.solving.different import different
from feltlab.exact.solving.duel_view import DuelView, cuts_of
from feltlab.exact.solving.keeping import kept
from feltlab.exact.solving.paths import paths
from feltlab.exact.solving.seeing import Seeing
from feltlab.exact.solving.tabulating import answers_of, asked, changes_of, rows_of, values_of, values_of_sets
from feltlab.exact.solving.union_view import BothSides, UnionView
from feltlab.kernels.duels import OUT, Counts, Sorted, facing_zones, zones
from feltlab.kernels.subsets import Ints
from feltlab.kernels.unions import union_zones
from feltlab.rules.settling import Bound

Bools = npt.NDArray[np.bool_]

MOST_OWN: Final = 6
MOST_OTHER: Final = 6
MOST_TOGETHER: Final = 6
"""Cards of a hand made of all cards of both sides."""
MOST_FLOORS: Final = 64
MOST_KINDS: Final = 64
"""The limit on dealer hands that side bets distinguish, if all bets are counted together."""
MOST_COUNTS: Final = 150_000_000
"""The limit on states times zones, four bytes each."""
MOST_STATES: Final = 10_000_000


class Duel:
    name = "duel"

    def __init__(self, seeing: Seeing) -> None:
        self.seeing = seeing
        self.game = seeing.game
        self._sorted: dict[str, Sorted] = {}
        self._joined: dict[str, BothSides] = {}

    @staticmethod
    def unfit(seeing: Seeing) -> str:
        sizes = list(seeing.groups.values())
        up = len(sizes) == 3 and sizes[1] == 1 and set(seeing.seen) == {2}
        if not up and (len(sizes) > 2 or set(seeing.seen) != {1}):
            return (
                "it is not one player's hand against one dealer's hand of which nobody sees more than one card"
                " before all have decided"
            )
        if sizes[0] > MOST_OWN or sum(sizes[1:]) > MOST_OTHER:
            return f"its hands are larger than {MOST_OWN} cards against {MOST_OTHER}"
        if why := _unfit_hands(seeing, sizes):
            return why
        if up and seeing.states(0) > MOST_STATES:
            return f"it has {seeing.states(0):,} states; the limit is {MOST_STATES:,}"
        return ""

    @property
    def up(self) -> bool:
        """Whether one of the dealer's cards is face up when the player decides."""
        return len(self.seeing.groups) == 3

    @cached_property
    def _units(self) -> list[dict[str, int]]:
        """The possible units of raises, by the names that rules use."""
        ways = {path.units for path in paths(self.game)}
        return [{slug.replace("-", "_"): made for slug, made in way} for way in sorted(ways)]

    @property
    def other_size(self) -> int:
        return sum(list(self.seeing.groups.values())[1:])

    def own_values(self, name: str) -> Ints:
        """Of a hand that the player sees: by first state, or by last one if the open card is part of it."""
        hand, seeing = self.game.hands[name], self.seeing
        if self._in_first(name):
            return values_of(hand.ranking.value, seeing.first[:, seeing.columns(hand)])
        return seeing.values_at(hand, 0)

    def seen_values(self, name: str, ask: int) -> Ints:
        """By state of a question, of a hand seen there."""
        return self.seeing.values_at(self.game.hands[name], ask)

    def _in_first(self, name: str) -> bool:
        size = next(iter(self.seeing.groups.values()))
        return max(self.seeing.columns(self.game.hands[name])) < size

    @cached_property
    def own_places(self) -> Ints:
        """Places in the deck, ascending, by first state."""
        return np.sort(np.searchsorted(self.seeing.cards, self.seeing.first), axis=1)

    @property
    def compared(self) -> str:
        """The player's hand that the rules compare with the dealer's."""
        return next(iter(self._looks_at(self.game.bound_settle)[0]), "")

    def sorted(self, name: str) -> Sorted:
        """All hands the dealer may have; without a name they all have the same value."""
        if name not in self._sorted:
            value = self.game.hands[name].ranking.value if name else None
            self._sorted[name] = values_of_sets(value, self.seeing.cards, self.other_size, self.seeing.by_suit)
        return self._sorted[name]

    def _others(self, name: str) -> Ints:
        """The different values of a dealer's hand."""
        return self.sorted(name).values

    def _looks_at(self, bound: Bound) -> tuple[tuple[str, ...], str]:
        """The player's hands that a rule looks at, and the dealer's; empty if it looks at none.

        The hand compared with the dealer's comes first: a hand of the player's own cards.
        """
        own = sorted((name for name in bound.hands if self.is_own(name)), key=lambda name: not self._in_first(name))
        return tuple(own), next((name for name in bound.hands if name not in own), "")

    def _rows(self, own: Sequence[str]) -> Ints:
        """The values of these hands by first state, or by last one if a hand has the open card."""
        columns = [self.own_values(name) for name in own] or [np.zeros(len(self.seeing.first), np.int64)]
        most = max(map(len, columns))
        return np.stack([np.repeat(column, most // len(column)) for column in columns], axis=1)

    def _both(self, bound: Bound) -> BothSides | None:
        """The hand of all cards of both sides that a rule looks at."""
        if len(bound.hands) != 1 or len(self.seeing.groups) != 2:
            return None
        (name,) = bound.hands
        if len(self.seeing.columns(self.game.hands[name])) != sum(self.seeing.groups.values()):
            return None
        if name not in self._joined:
            self._joined[name] = BothSides(self.seeing, name)
        return self._joined[name]

    def view(self, bound: Bound, fixed: dict[str, int]) -> DuelView | UnionView:
        if both := self._both(bound):
            return UnionView(bound, fixed, both, self.own_places, self.sorted("").sets)
        own, other = self._looks_at(bound)
        if bound is self.game.bound_settle:  # the options of a hand are known by its combination too
            own = tuple(dict.fromkeys([*own, *(name for allow in self.game.allows.values() for name in allow.hands)]))
        owns, own_of = different(self._rows(own))
        if not other:
            counts = np.broadcast_to(np.array([[self.seeing.ends]]), (self.seeing.states(-1), 1))
            nothing = np.empty(0, np.int64)
            return DuelView(bound, fixed, own, "", owns, own_of, nothing, nothing, counts)
        floors = self._floors(bound, fixed, own, other, owns, self._others(other))
        counts = self._zoned(self._first_values(own), other, floors)
        return DuelView(bound, fixed, own, other, owns, own_of, floors, self._others(other), counts)

    def _first_values(self, own: Sequence[str]) -> Ints:
        """By first state, of the hand compared."""
        if own and self._in_first(own[0]):
            return self.own_values(own[0])
        return np.full(len(self.seeing.first), -1)

    def together(self, settle: Bound, sides: Sequence[Bound], fixed: dict[str, int]) -> list[DuelView]:
        """Views that answer for all these rules at once, one for each kind of dealer hand that side bets distinguish.

        What the rules look at in the dealer's hand is in a zone of the hand that `settle` looks at, or fixed by the
        kind.
        """
        own, other = self._looks_at(settle)
        unions = [(bound, both) for bound in sides if (both := self._both(bound))]
        sides = [bound for bound in sides if not self._both(bound)]
        own = tuple(dict.fromkeys([*own, *(name for bound in sides for name in self._looks_at(bound)[0])]))
        owns, own_of = different(self._rows(own))
        floors = np.empty(0, np.int64)
        if other:
            alike = [bound for bound in (settle, *sides) if self._looks_at(bound)[1] == other]
            floors = np.unique(np.concatenate([self._changes(bound, fixed, own[:1]) for bound in alike]))
        others, found = self._others(other), []
        kinds = list(self._kinds([bound for bound in sides if self._looks_at(bound)[1] != other], fixed))
        labels, samples = _labelled(unions, fixed)
        self._check_size(len(kinds) * len(samples) * (len(floors) + 3))
        for kind, sample in kinds:
            every = (
                [self._zoned(self._first_values(own), other, floors, kind)]
                if not unions
                else (self._labelled_zones(self._first_values(own), other, floors, kind, labels, len(samples)))
            )
            for counts, label in zip(every, samples, strict=True):
                known = fixed | sample | label
                found.append(DuelView(settle, known, own, other, owns, own_of, floors, others, counts))
        return found

    def _labelled_zones(
        self, owns: Ints, other: str, floors: Ints, kind: Bools, labels: Any, many: int
    ) -> npt.NDArray[Any]:
        """The same once for each label of the two sides' combined cards."""
        sorted_ = self.sorted(other)
        cuts = np.sort(cuts_of(owns, sorted_.values, floors), axis=1)[:, : None if other else 0]
        counts = np.zeros((many, len(owns), cuts.shape[1] + 1), np.int32)
        others = np.where(kind, sorted_.places, np.uint16(OUT))
        union_zones(self.own_places, sorted_.sets, others, np.ascontiguousarray(cuts), labels, counts)
        return counts

    def _kinds(self, sides: Sequence[Bound], fixed: dict[str, int]) -> Iterator[tuple[Bools, dict[str, int]]]:
        """Dealer hands that these rules do not distinguish, as a mask, with a value for each hand looked at."""
        looked_at = {name: self.other_values(name) for bound in sides if (name := self._looks_at(bound)[1])}
        labels = [np.zeros(len(self.other_values("")), np.int64)]
        for bound in sides:
            if name := self._looks_at(bound)[1]:
                labels.append(np.searchsorted(self._changes(bound, fixed, ()), looked_at[name], side="right"))
        kinds, kind_of = different(np.stack(labels, axis=1))
        if len(kinds) > MOST_KINDS:
            raise RulesError(
                f"{self.game.slug}: its side bets tell {len(kinds)} kinds of dealer hands apart; bets are counted"
                f" together with up to {MOST_KINDS}"
            )
        for kind in range(len(kinds)):
            mask = kind_of == kind
            yield mask, {name: int(values[mask][0]) for name, values in looked_at.items()}

    def other_values(self, name: str) -> Ints:
        """For all hands the dealer may have."""
        sorted_ = self.sorted(name)
        return sorted_.values[sorted_.places]

    def _changes(self, bound: Bound, fixed: dict[str, int], compared: tuple[str, ...]) -> Ints:
        """The dealer's values at which the answer of a rule changes, except where the dealer passes `compared`."""
        own, other = self._looks_at(bound)
        owns, _ = different(self._rows(own))
        return self._floors(bound, fixed, own, other, owns, self._others(other), passes=own[:1] == compared != ())

    def is_own(self, name: str) -> bool:
        return _is_own(self.seeing, name)

    def _check_size(self, columns: int) -> None:
        if self.seeing.states(-1) * columns > MOST_COUNTS:
            raise RulesError(
                f"{self.game.slug}: {self.seeing.states(-1):,} states times {columns} zones of the dealer's values are"
                f" counted; the limit is {MOST_COUNTS:,}"
            )

    def _zoned(self, owns: Ints, other: str, floors: Ints, kind: Bools | None = None) -> npt.NDArray[Any]:
        """Dealer hands by last state and zone: all of them, or those of a kind."""
        sorted_ = self.sorted(other)
        cuts = cuts_of(owns, sorted_.values, floors)
        self._check_size(cuts.shape[1] + 1)
        if kind is not None:
            sorted_ = sorted_._replace(places=np.where(kind, sorted_.places, np.uint16(OUT)))
            cuts = np.concatenate([cuts, np.full((len(cuts), 1), len(sorted_.values))], axis=1)
        if not other:
            cuts = cuts[:, -1:]
        deck, own, total = len(self.seeing.deck), self.own_places, self.seeing.ends

        def counted() -> Counts:
            if self.up:
                return facing_zones(deck, own, cuts, sorted_, total, self.seeing.by_suit)
            return zones(deck, own, cuts, sorted_, total)

        asked_for = deck, own, cuts, *sorted_[:2], self.up, total
        found = kept("zones", asked_for, lambda: {"counts": counted()})["counts"]
        return found if kind is None else found[:, :-1]

    def _floors(
        self, bound: Bound, fixed: dict[str, int], own: Sequence[str], other: str, owns: Ints, others: Ints,
        passes: bool = True,
    ) -> Ints:  # fmt: skip
        """Where answers change, except where the dealer passes the player's first value, if known separately."""
        found: set[int] = set()
        nobody = np.full(len(owns), others[0] - 1)
        passes = passes and bool(own) and self._in_first(own[0])
        for units in self._units:
            for row in _blocks(owns):
                known = fixed | units | dict(zip(own[1:], row[0, 1:].tolist(), strict=True))
                asks = asked(bound, known, own[0] if own else "", other)
                compared = row[:, 0] if passes else nobody[: len(row)]
                found |= set(changes_of(asks, compared, row[:, 0], others).tolist())
        if len(found) > MOST_FLOORS:
            raise RulesError(
                f"{self.game.slug}: the rules change at {len(found)} of the dealer's values, besides where the"
                f" dealer passes the player: the limit of the duel plan is {MOST_FLOORS}"
            )
        return np.array(sorted(found), np.int64)


def _labelled(unions: list[tuple[Bound, BothSides]], fixed: dict[str, int]) -> tuple[Any, list[dict[str, int]]]:
    """By number of a set of both sides' cards, the sample here that ends all those bets the same way."""
    if not unions:
        return np.zeros(0, np.uint16), [{}]
    grades = [
        answers_of(bound, rows_of(bound.names, {both.name: both.values}, fixed, len(both.values)))[:, 0]
        for bound, both in unions
    ]
    by_set = [grade[both.sorted.places] for grade, (_, both) in zip(grades, unions, strict=True)]
    rows, labels = different(np.stack(by_set, axis=1))
    samples = []
    for row in rows.tolist():
        firsts = [int(np.flatnonzero(grade == made)[0]) for grade, made in zip(grades, row, strict=True)]
        samples.append({both.name: int(both.values[at]) for at, (_, both) in zip(firsts, unions, strict=True)})
    return labels.astype(np.uint16), samples


def _blocks(owns: Ints) -> list[Ints]:
    """Rows that agree in all values but the first, the one compared with the dealer's."""
    _, block = different(owns[:, 1:]) if owns.shape[1] > 1 else (owns, np.zeros(len(owns), np.int64))
    return [owns[block == number] for number in range(block.max() + 1)]


def _unfit_hands(seeing: Seeing, sizes: list[int]) -> str:
    """Hands are the player's, the dealer's, or all cards of both for a side bet that looks at nothing else."""
    both = set()
    for name, hand in seeing.game.hands.items():
        columns = seeing.columns(hand)
        if len(sizes) == 2 and sorted(columns) == list(range(sum(sizes))) and sum(sizes) <= MOST_TOGETHER:
            both.add(name)
        elif not _is_own(seeing, name) and sorted(columns) != list(range(sizes[0], sum(sizes))):
            return f"the hand {name!r} has cards of both sides, or only some of the dealer's cards"
    if both & set(seeing.game.bound_settle.hands):
        return "settle looks at a hand that combines both sides"
    for bound in (seeing.game.bound_settle, *seeing.game.grades.values()):
        looked_at = [name for name in bound.hands if not _is_own(seeing, name)]
        if len(looked_at) > 1 or (both & set(looked_at) and len(bound.hands) > 1):
            return "a rule looks at two of the dealer's hands, or at another hand beside one that combines both sides"
    return ""


def _is_own(seeing: Seeing, name: str) -> bool:
    """Whether the player sees all of it in time."""
    seen = sum(list(seeing.groups.values())[: seeing.seen[0]])
    return max(seeing.columns(seeing.game.hands[name])) < seen
