"""Rounds of a game with a board for the simulation: a decision is looked up by the class of what lies open."""

from functools import cached_property

import numpy as np

from feltlab.errors import FeltlabError
from feltlab.exact.engine import Seating, own_decisions
from feltlab.exact.solving.board_lab import BoardLab
from feltlab.exact.solving.board_solved import OPTIMAL, one_path
from feltlab.exact.solving.board_zones import named_units
from feltlab.exact.solving.paths import paths
from feltlab.exact.solving.rounds import MOST_CODES, GeneralEngine, GeneralRounds, packed_codes
from feltlab.kernels.board_paths import taken_ways
from feltlab.kernels.subsets import Ints


class BoardEngine(GeneralEngine):
    def __init__(self, plan: Seating, lab: BoardLab) -> None:
        self.game, self.lab, self.seats = lab.game, lab, plan.seats
        self.terms, self.board = plan.terms, lab.plan
        if plan.table is not None:
            raise FeltlabError(f"{self.game.slug} is decided in steps: its strategy is not read from a file")
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
                f"{self.game.slug}: rounds end in {len(self._ends)} ways; a simulation tells {MOST_CODES} apart"
            )
        self.tops = (len(self._ends), *(self.game.book.scales[slug].top + 1 for slug in self.game.sides))
        self.paid = (*self._main(counts), *self._sides())

    def _deals(self) -> int:
        return self.board.deals

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
