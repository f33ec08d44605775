"""Where along the dealer's strengths the answer of a rule changes, beside a board.

It changes at a few floors and where the dealer passes the player. Deals that all rules end alike are of one kind.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from feltlab.errors import RulesError
from feltlab.exact.solving.board import Board, looked_at
from feltlab.exact.solving.board_ranks import Ranked
from feltlab.exact.solving.paths import Path, paths
from feltlab.exact.solving.tabulating import answers_of, asked, changes_of, rows_of
from feltlab.kernels.subsets import Ints
from feltlab.rules.settling import Bound

MOST_FLOORS: Final = 64


def named_units(path: Path) -> dict[str, int]:
    return {slug.replace("-", "_"): made for slug, made in path.units}


def all_units(board: Board) -> list[dict[str, int]]:
    """The possible units of raises, by the names that rules use."""
    ways = {path.units: path for path in paths(board.game)}
    return [named_units(path) for path in ways.values()]


@dataclass(frozen=True)
class Zoned:
    """Some rules on one ranking: zones of the dealer's strengths between all their floors."""

    board: Board
    ranked: Ranked
    bounds: tuple[Bound, ...]
    numbers: tuple[tuple[str, int], ...]

    @cached_property
    def by_dealer(self) -> bool:
        return any(looked_at(self.board, bound)[1] for bound in self.bounds)

    @cached_property
    def floors(self) -> Ints:
        """By place among the strengths."""
        found: set[int] = set()
        for bound in self.bounds:
            found |= self._changes(bound)
        if len(found) > MOST_FLOORS:
            raise RulesError(
                f"{self.board.game.slug}: the rules change at {len(found)} of the dealer's strengths, besides where the"
                f" dealer passes the player: the limit of the board plan is {MOST_FLOORS}"
            )
        return np.searchsorted(self.ranked.values, sorted(found)).astype(np.int64)

    def _changes(self, bound: Bound) -> set[int]:
        own, other = looked_at(self.board, bound)
        if not other:
            return set()
        values = self.ranked.values
        owns = values if own else values[:1]
        compared = owns if own else owns - 1
        found: set[int] = set()
        ways = all_units(self.board) if self._raised(bound) else [{}]
        for units in ways:
            found |= set(
                changes_of(asked(bound, dict(self.numbers) | units, own, other), compared, owns, values).tolist()
            )
        return found

    def _raised(self, bound: Bound) -> bool:
        return any(name in bound.names for name in all_units(self.board)[0])

    @cached_property
    def samples(self) -> Ints:
        """By rank and zone, a rank of the dealer's in it, or in a later zone if it is empty."""
        count = len(self.ranked.values)
        own = np.arange(count)[:, None]
        if not self.by_dealer:
            return own * 0
        edges = np.concatenate([np.repeat(self.floors[None, :], count, 0), own, own + 1], axis=1)
        found = np.concatenate([own * 0, np.sort(edges, axis=1)], axis=1)
        samples: Ints = np.minimum(found, count - 1)
        return samples

    def answers(self, bound: Bound, units: dict[str, int]) -> Ints:
        """By rank and zone in one row, and by wager."""
        own, other = looked_at(self.board, bound)
        values, zones = self.ranked.values, self.samples.shape[1]
        columns = {own: np.repeat(values, zones), other: values[self.samples].reshape(-1)}
        fixed = dict(self.numbers) | units
        return answers_of(bound, rows_of(bound.names, columns, fixed, len(values) * zones))

    @cached_property
    def _kinds(self) -> tuple[Ints, Ints]:
        columns = []
        for bound in self.bounds:
            ways = all_units(self.board) if self._raised(bound) else [{}]
            columns += [self.answers(bound, units) for units in ways]
        _, first, which = np.unique(np.concatenate(columns, axis=1), axis=0, return_index=True, return_inverse=True)
        return first.astype(np.int64), np.ascontiguousarray(which.reshape(self.samples.shape).T.astype(np.int64))

    @property
    def kinds(self) -> Ints:
        """By zone and rank: deals that all rules end alike, whatever was raised, are of one kind."""
        return self._kinds[1]

    @property
    def count(self) -> int:
        return len(self._kinds[0])

    def codes(self, bound: Bound, units: dict[str, int]) -> Ints:
        """By kind and wager."""
        return self.answers(bound, units)[self._kinds[0]]
