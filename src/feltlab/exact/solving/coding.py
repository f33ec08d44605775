"""Simulated rounds by the tables of a solved game: which way a seat goes, and the code of each column."""

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from feltlab.exact.solving.duel import Duel
from feltlab.exact.solving.duel_view import DuelView
from feltlab.exact.solving.paths import End, Path, paths
from feltlab.exact.solving.ranks import Ranks
from feltlab.exact.solving.seeing import FULL_DECK
from feltlab.exact.solving.solver import Solved, named_units
from feltlab.exact.solving.tabulating import answers_of, rows_of, values_of
from feltlab.exact.solving.union_view import UnionView
from feltlab.exact.solving.walk import Walk
from feltlab.kernels.coding import key_codes, own_sets, own_states, set_numbers, zone_codes
from feltlab.kernels.dealing import Cards
from feltlab.kernels.subsets import Ints
from feltlab.rules.settling import Bound


class Coder(Protocol):
    @property
    def each(self) -> int:
        """How many consecutive numbers share one last state."""

    def states(self, cards: Cards) -> Any:
        """By round and seat a number that tells its last state."""

    def code(self, cards: Cards, states: Any, actions: Cards, codes: Cards) -> None:
        """A row of columns for each round and seat: how the main game ends, then the grade of each side bet."""


def coder_of(solved: Solved, seats: int, ends: Sequence[End]) -> Coder:
    """The code of the main game is the place of its end among these."""
    plan = solved.counted.plan
    if plan.seeing.deck == FULL_DECK:
        if isinstance(plan, Duel) and not isinstance(plan, Ranks):
            return DuelCoder(solved, plan, seats, ends)
        if isinstance(plan, Walk):
            return WalkCoder(solved, plan, seats, ends)
    return RuleCoder(solved, seats, ends)


def _columns(solved: Solved, seats: int, seat: int) -> list[int]:
    """Where the cards of the lab's groups are in a row: a seat's own, and all shared ones."""
    script = solved.game.round
    at: dict[str, int] = {}
    for deals, place in ((script.seat_deals, script.hand * seat), (script.shared_deals, script.hand * seats)):
        for deal in deals:
            at[deal.place] = place
            for name, size in (deal.parts or {deal.place: deal.cards}).items():
                at[name] = place
                place += size
    return [at[name] + number for name, size in solved.seeing.groups.items() for number in range(size)]


def _numbered(solved: Solved, path: Path, ends: Sequence[End]) -> Ints:
    """By combination of codes, the place of its end; a combination that is missing does not occur."""
    numbers = {end: number for number, end in enumerate(ends)}
    return np.array([numbers.get(end, 0) for end in solved.ends[path]], np.int64)


def _ends_by_key(solved: Solved, ends: Sequence[End]) -> Cards:
    """By path and key the place of the end."""
    found = []
    for path in paths(solved.game):
        numbered = _numbered(solved, path, ends).astype(np.uint8)
        found.append(numbered[solved.counted.codes[path][1]])
    return np.stack(found)


class DuelCoder:
    each = 1

    def __init__(self, solved: Solved, plan: Duel, seats: int, ends: Sequence[End]) -> None:
        self.plan, self.seats, self.hand = plan, seats, solved.game.round.hand
        self.size = plan.seeing.first.shape[1]
        self.other = np.array(_columns(solved, seats, 0)[self.size :], np.int64)
        self.own = own_sets(plan.seeing.first, plan.seeing.by_suit)
        grades = [(view, keyed[None].astype(np.uint8)) for view, keyed in solved.counted.sides.values()]
        self.views = [(solved.counted.main, _ends_by_key(solved, ends)), *grades]

    def states(self, cards: Cards) -> Any:
        found = np.empty(len(cards) * self.seats, np.int32)
        up = int(self.other[0]) if self.plan.up else -1
        own_states(cards, self.seats, self.hand, self.size, up, self.own, found)
        return found

    def code(self, cards: Cards, states: Any, actions: Cards, codes: Cards) -> None:
        numbers = np.zeros(len(states), np.int32)
        if len(self.other):
            set_numbers(cards, self.seats, self.hand, 0, self.other, numbers)
        nothing = np.zeros_like(actions)
        for column, (view, ends) in enumerate(self.views):
            if isinstance(view, UnionView):
                joined = np.empty(len(states), np.int32)
                set_numbers(cards, self.seats, self.hand, self.size, self.other, joined)
                codes[:, column] = ends[0][view.both.sorted.places[joined]]
                continue
            if not isinstance(view, DuelView):
                raise TypeError("only a duel has zones")
            by_zone = np.ascontiguousarray(ends.reshape(len(ends), -1, view.zones))
            taken = actions if column == 0 else nothing
            places = self.plan.sorted(view.other_name).places
            zone_codes(states, view.own_of, view.each, numbers, places, view.starts, by_zone, taken, codes[:, column])


class WalkCoder:
    def __init__(self, solved: Solved, plan: Walk, seats: int, ends: Sequence[End]) -> None:
        self.solved, self.plan, self.seats = solved, plan, seats
        grades = [keyed[None].astype(np.uint8) for _, keyed in solved.counted.sides.values()]
        self.ends = [_ends_by_key(solved, ends), *grades]
        self.each = plan.seeing.ends

    def states(self, cards: Cards) -> Any:
        found = np.empty(len(cards) * self.seats, np.int64)
        for seat in range(self.seats):
            rows = cards[:, _columns(self.solved, self.seats, seat)].astype(np.int64)
            found[seat :: self.seats] = self.plan.seeing.dealt(rows)
        return found

    def code(self, cards: Cards, states: Any, actions: Cards, codes: Cards) -> None:
        nothing, ids = np.zeros_like(actions), self.plan.ids.reshape(-1)
        for column, ends in enumerate(self.ends):
            key_codes(states, ids, ends, nothing if column else actions, codes[:, column])


class RuleCoder:
    """By the rules themselves, called for each round: for plans that know hands by something other than their cards."""

    each = 1

    def __init__(self, solved: Solved, seats: int, ends: Sequence[End]) -> None:
        self.solved, self.game, self.seats = solved, solved.game, seats
        self.numbers = dict(solved.counted.numbers)
        self.ends: list[tuple[dict[str, int], Ints, Ints]] = []
        for path in paths(self.game):
            packed = _packed(solved.counted.codes[path][0])
            order = np.argsort(packed)
            self.ends.append((named_units(path), packed[order], _numbered(solved, path, ends)[order]))

    def _rows(self, cards: Cards, seat: int) -> Ints:
        return cards[:, _columns(self.solved, self.seats, seat)].astype(np.int64)

    def states(self, cards: Cards) -> Any:
        found = np.empty(len(cards) * self.seats, np.int64)
        for seat in range(self.seats):
            found[seat :: self.seats] = self.solved.seeing.located(self._rows(cards, seat), -1)
        return found

    def code(self, cards: Cards, states: Any, actions: Cards, codes: Cards) -> None:
        for seat in range(self.seats):
            rows = self._rows(cards, seat)
            hands = {
                name: values_of(hand.ranking.value, rows[:, self.solved.seeing.columns(hand)])
                for name, hand in self.game.hands.items()
            }
            codes[seat :: self.seats, 0] = self._ended(hands, actions[seat :: self.seats])
            for column, bound in enumerate(self.game.grades.values(), start=1):
                codes[seat :: self.seats, column] = self._answers(bound, hands, {}, len(rows))[:, 0]

    def _answers(self, bound: Bound, hands: dict[str, Ints], units: dict[str, int], length: int) -> Ints:
        return answers_of(bound, rows_of(bound.names, hands, self.numbers | units, length))

    def _ended(self, hands: dict[str, Ints], actions: Cards) -> Ints:
        found = np.empty(len(actions), np.int64)
        for number, (units, known, ends) in enumerate(self.ends):
            which = np.flatnonzero(actions == number)
            if len(which):
                held = {name: values[which] for name, values in hands.items()}
                answers = self._answers(self.game.bound_settle, held, units, len(which))
                found[which] = ends[np.searchsorted(known, _packed(answers))]
        return found


def _packed(codes: Ints) -> Ints:
    """A row of codes as one number."""
    packed = np.zeros(len(codes), np.int64)
    for column in range(codes.shape[1]):
        packed = packed * 1024 + codes[:, column]
    return packed
