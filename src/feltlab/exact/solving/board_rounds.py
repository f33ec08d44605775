"""Rounds of a game with a board for the simulation: decisions are looked up by the class of the open cards."""

from functools import cached_property

import numpy as np

from feltlab.errors import FeltlabError
from feltlab.exact.engine import Seating, own_decisions
from feltlab.exact.solving.board_lab import BoardLab
from feltlab.exact.solving.board_solved import OPTIMAL, one_path
from feltlab.exact.solving.board_zones import named_units
from feltlab.exact.solving.paths import paths
from feltlab.exact.solving.rounds import MOST_CODES, GeneralEngine, GeneralRounds, main_paid, packed_codes, put_fields
from feltlab.exact.solving.tabulating import answered, rows_of, valued
from feltlab.kernels.board_paths import taken_ways
from feltlab.kernels.dealing import Cards
from feltlab.kernels.subsets import Ints
from feltlab.rules.settling import Bound


class BoardEngine(GeneralEngine):
    def __init__(self, plan: Seating, lab: BoardLab) -> None:
        self.game, self.lab, self.seats = lab.game, lab, plan.seats
        self.terms, self.board = plan.terms, lab.plan
        if plan.table is not None:
            raise FeltlabError(f"{self.game.slug} is decided in steps: its strategy cannot be read from a file")
        self.deck = np.arange(52, dtype=np.uint8)
        self.cards = self.game.round.cards(plan.seats)
        self.solved = lab.solved(self.terms)  # type: ignore[assignment]
        self.paths = paths(self.game)
        self.strategy = plan.strategy
        self.own = own_decisions(plan.own, self.game.round.hand) if plan.own else None
        counts = self.solved.end_counts(plan.strategy)  # type: ignore[arg-type]
        self._ends = self.solved.all_ends
        if len(self._ends) > MOST_CODES:
            raise FeltlabError(
                f"{self.game.slug}: rounds end in {len(self._ends)} ways; a simulation can tell only {MOST_CODES} apart"
            )
        self.tops = (len(self._ends), *(self.game.book.scales[slug].top + 1 for slug in self.game.sides))
        self.paid = (*main_paid(self.game, self._ends, counts, self.board.deals), *self._sides())

    def _seat_cards(self, cards: Cards, seat: int) -> Ints:
        """A row for each round: a seat's own cards and all shared ones, in the order of the lab's groups."""
        script = self.game.round
        at: dict[str, int] = {}
        place = script.hand * seat
        for deal in script.seat_deals:
            place = put_fields(at, deal, place)
        place = script.hand * self.seats
        for deal in script.shared_deals:
            place = put_fields(at, deal, place)
        groups = self.lab.seeing.groups
        columns = [at[name] + number for name, size in groups.items() for number in range(size)]
        return cards[:, columns].astype(np.int64)

    def decide(self, _: int, cards: Cards) -> Cards:
        actions = np.empty(len(cards) * self.seats, np.uint8)
        if self.own:
            self.own(cards, self.seats, actions)
            return actions
        for seat in range(self.seats):
            actions[seat :: self.seats] = self._path(self._seat_cards(cards, seat))
        return actions

    def grade(self, first: int, cards: Cards, codes: Cards) -> None:
        actions = self.decide(first, cards)
        for seat in range(self.seats):
            rows = self._seat_cards(cards, seat)
            hands = {
                name: valued(hand.ranking.value, rows[:, self.lab.seeing.columns(hand)])
                for name, hand in self.game.hands.items()
            }
            codes[seat :: self.seats, 0] = self._ended(hands, actions[seat :: self.seats])
            for column, bound in enumerate(self.game.grades.values(), start=1):
                codes[seat :: self.seats, column] = self._answers(bound, hands, {}, len(rows))[:, 0]

    def _answers(self, bound: Bound, hands: dict[str, Ints], units: dict[str, int], length: int) -> Ints:
        numbers = {name: int(getattr(self.terms.numbers, name)) for name in self.game.asked_numbers}
        return answered(bound, rows_of(bound.names, hands, numbers | units, length))

    def _ended(self, hands: dict[str, Ints], actions: Cards) -> Ints:
        found = np.empty(len(actions), np.int64)
        for number, path in enumerate(self.paths):
            which = np.flatnonzero(actions == number)
            if len(which):
                held = {name: values[which] for name, values in hands.items()}
                answers = self._answers(self.game.bound_settle, held, named_units(path), len(which))
                known, ends = self._codes[number]
                found[which] = ends[np.searchsorted(known, packed_codes(answers))]
        return found

    def _path(self, rows: Ints) -> Ints:
        if self.strategy != OPTIMAL:
            return np.full(len(rows), self.paths.index(one_path(self.board, self.strategy.removeprefix("always-"))))
        found = np.empty(len(rows), np.uint8)
        whole = self.board.classes(self.board.size)
        own, board, _ = self.board.places
        names = list(self.lab.seeing.groups)
        starts = np.cumsum([0, *self.lab.seeing.groups.values()])
        columns = [at for name in (*own, *board) for at in range(*starts[[names.index(name), names.index(name) + 1]])]
        taken_ways(
            self.board.deck, np.ascontiguousarray(rows[:, columns]), self.board.chains, whole.keys, whole.numbers,
            self.solved.played, found,  # type: ignore[attr-defined]
        )  # fmt: skip
        return found.astype(np.int64)

    @cached_property
    def _codes(self) -> list[tuple[Ints, Ints]]:
        found = []
        for path in self.paths:
            zones = self.solved.counted.zones  # type: ignore[attr-defined]
            packed = packed_codes(zones.codes(self.game.bound_settle, named_units(path)))
            ends = np.array([self._ends.index(end) for end in self.solved.worth.ends[path]])  # type: ignore[attr-defined]
            order = np.argsort(packed)
            found.append((packed[order], ends[order]))
        return found


class BoardRounds(GeneralRounds):
    lab: BoardLab

    def engine(self, plan: Seating) -> BoardEngine:
        return BoardEngine(plan, self.lab)

    def joint_counts(self, plan: Seating) -> Ints:
        return self.lab.solved(plan.terms).joint_counts(plan.strategy)
