"""Simulated rounds of a game solved as a tree: draws and questions by the game's own rules, many rounds at once."""

from collections.abc import Mapping
from functools import cached_property
from itertools import product
from math import prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from feltlab.errors import FeltlabError
from feltlab.exact.engine import Paid, Seating, fresh_actions, side, whole_meter
from feltlab.exact.solving.nodes import different, packed, unpacked
from feltlab.exact.solving.paths import Path, options_of, paths, start
from feltlab.exact.solving.rounds import MOST_CODES, main_paid, packed_codes, put_fields
from feltlab.exact.solving.tabulating import answered, rows_of, valued
from feltlab.exact.solving.tree import FEW_ROWS, ruled
from feltlab.exact.solving.tree_lab import TreeLab
from feltlab.exact.strategy_file import FileForm
from feltlab.kernels.dealing import Cards
from feltlab.kernels.subsets import Ints
from feltlab.rules.seen import fields_of
from feltlab.rules.settling import Bound
from feltlab.rules.steps import Ask, Deal

MOST_ASKED = 1_000_000
"""Combinations of values that are looked up in a table."""
Bools = npt.NDArray[np.bool_]


class PlayedTree(NamedTuple):
    """Rounds of one seat: its cards by field, which places were dealt, and the number of its path."""

    cards: Mapping[str, Ints]
    due: Mapping[str, Bools]
    path: Ints


class TreeEngine:
    def __init__(self, plan: Seating, lab: TreeLab) -> None:
        if plan.own or plan.table is not None:
            raise FeltlabError(f"{lab.game.slug} is played by a named strategy of its tree")
        self.game, self.lab, self.seats, self.terms = lab.game, lab, plan.seats, plan.terms
        self.deck = np.array(lab.shoe(self.terms), np.uint8)
        self.cards = self.game.round.cards(plan.seats)
        self.solved = lab.solved_tree(self.terms, plan.strategy)
        self.paths = paths(self.game, skipping=True)
        choose = lab.chooser(plan.strategy, plan.terms)
        self.decisions = self.solved.decisions(choose)
        self._ends = self.solved.all_ends
        if len(self._ends) > MOST_CODES:
            raise FeltlabError(
                f"{self.game.slug}: rounds end in {len(self._ends)} ways; a simulation can tell only {MOST_CODES} apart"
            )
        tops = [self.game.book.scales[slug].top + 1 for slug in self.game.sides]
        self.tops: tuple[int, ...] = (len(self._ends), *tops)
        main = main_paid(self.game, self._ends, self.solved.end_counts(choose), self.solved.counted.tree.deals)
        self.paid: tuple[Paid, ...] = (*main, *self._sides())
        self._known: dict[Any, dict[tuple[int, ...], list[int]]] = {}
        self.numbers = {name: int(getattr(self.terms.numbers, name)) for name in self.game.asked_numbers}

    def _sides(self) -> list[Paid]:
        figures = self.lab.analyze(self.terms).wagers
        found = []
        for column, slug in enumerate(self.game.sides, start=1):
            if slug in self.terms.pays:
                metered = slug in self.terms.progressives
                meter = whole_meter(self.lab.progressive_of(slug, self.terms).mean_meter) if metered else None
                found.append(side(self.terms.pays[slug], column, figures[slug], meter))
        return found

    def _seat_cards(self, cards: Cards, seat: int) -> dict[str, Ints]:
        """By field, a row for each round."""
        script = self.game.round
        at: dict[str, int] = {}
        place = script.hand * seat
        for deal in script.seat_deals:
            place = put_fields(at, deal, place)
        place = script.hand * self.seats
        for deal in script.shared_deals:
            place = put_fields(at, deal, place)
        sizes = self.solved.counted.tree.scope.sizes
        return {name: cards[:, first : first + sizes[name]].astype(np.int64) for name, first in at.items()}

    def decide(self, _: int, cards: Cards) -> Cards:
        actions = fresh_actions(len(cards), self.seats)
        for seat in range(self.seats):
            actions[seat :: self.seats] = self._play(self._seat_cards(cards, seat)).path
        return actions

    def _play(self, cards: dict[str, Ints]) -> PlayedTree:
        """Step by step, as the tree grows, but with the compiled rules on the cards themselves."""
        length = len(next(iter(cards.values())))
        due: dict[str, Bools] = {}
        ways: dict[Path, Ints] = {start(self.game): np.arange(length)}
        infos = np.zeros(length, np.int64)
        dealt: list[str] = []
        for step in self.game.round.steps:
            if isinstance(step, Deal):
                if step.when is not None:
                    due[step.place] = self._due(step, cards, due, ways, dealt)
                dealt += fields_of(step)
            elif isinstance(step, Ask):
                ways = self._answer(step, cards, due, ways, infos, dealt)
        numbers = np.empty(length, np.int64)
        for path, rows in ways.items():
            numbers[rows] = self.paths.index(path)
        return PlayedTree(cards, due, numbers)

    def _due(
        self,
        deal: Deal,
        cards: Mapping[str, Ints],
        due: Mapping[str, Bools],
        ways: Mapping[Path, Ints],
        dealt: list[str],
    ) -> Bools:
        found = np.zeros(len(next(iter(cards.values()))), np.bool_)
        bound = self.game.conditions.deals[deal.place].bound
        for path, rows in ways.items():
            if len(rows):
                found[rows] = self._answers(bound, cards, due, path, rows, dealt)[:, 0] != 0
        return found

    def _answer(
        self, ask: Ask, cards: Mapping[str, Ints], due: Mapping[str, Bools], ways: Mapping[Path, Ints], infos: Ints,
        dealt: list[str],
    ) -> dict[Path, Ints]:  # fmt: skip
        longer: dict[Path, Ints] = {}
        for path, rows in ways.items():
            if not len(rows):
                continue
            there = {name: _held(cards[name][rows], due[name][rows] if name in due else None) for name in dealt}
            infos[rows] = self.lab.seen(self.solved, path, there, infos[rows])
            taken = self.decisions[path][infos[rows]]
            longer[path.skipped()] = rows[taken < 0]
            for place, option in enumerate(options_of(ask)):
                longer[path.with_option(ask, option)] = rows[taken == place]
        return {path: rows for path, rows in longer.items() if len(rows)}

    def _answers(
        self,
        bound: Bound,
        cards: Mapping[str, Ints],
        due: Mapping[str, Bools],
        path: Path,
        rows: Ints,
        dealt: list[str],
    ) -> Ints:
        hands = {name: self._value(name, cards, due, rows, dealt) for name in bound.hands}
        return self._ruled(bound, hands, path, len(rows))

    def _ruled(self, bound: Bound, hands: Mapping[str, Ints], path: Path, length: int) -> Ints:
        units = {slug.replace("-", "_"): made for slug, made in path.units}
        return self._asked(bound, rows_of(bound.names, dict(hands), self.numbers | units, length))

    def _asked(self, bound: Bound, rows: Ints) -> Ints:
        """A rule that is called rarely runs once as plain Python; compiling it would take longer."""
        least = rows.min(axis=0, initial=0)
        sizes = (rows.max(axis=0, initial=0) - least + 1).tolist()
        if prod(sizes) > MOST_ASKED:
            return answered(bound, rows)
        keys, which = different(packed(rows.T - least[:, None], sizes, len(rows)), prod(sizes))
        if len(keys) > FEW_ROWS:
            return answered(bound, rows)
        known = self._known.setdefault(bound.function, {})
        asked = np.stack(unpacked(keys, sizes), axis=1) + least if sizes else np.zeros((1, 0), np.int64)
        if fresh := [row for row in map(tuple, asked.tolist()) if row not in known]:
            known.update(zip(fresh, ruled(bound, np.array(fresh, np.int64)).tolist(), strict=True))
        found: Ints = np.array([known[row] for row in map(tuple, asked.tolist())], np.int64)[which]
        return found

    def _value(
        self, name: str, cards: Mapping[str, Ints], due: Mapping[str, Bools], rows: Ints, dealt: list[str]
    ) -> Ints:
        """The value of a hand as it stands; no cards are worth nothing."""
        fields = [field for field in self.solved.counted.tree.scope.fields_of_hand(name) if field in dealt]
        open_to = [field for field in fields if field in due]
        value, found = self.game.hands[name].ranking.value, np.zeros(len(rows), np.int64)
        for pattern in product((False, True), repeat=len(open_to)):
            which = np.ones(len(rows), np.bool_)
            for field, there in zip(open_to, pattern, strict=True):
                which &= due[field][rows] == there
            held = [field for field in fields if field not in open_to or pattern[open_to.index(field)]]
            if held and which.any():
                found[which] = valued(value, np.concatenate([cards[field][rows[which]] for field in held], axis=1))
        return found

    def grade(self, _: int, cards: Cards, codes: Cards) -> None:
        for seat in range(self.seats):
            played = self._play(self._seat_cards(cards, seat))
            bounds, every = [self.game.bound_settle, *self.game.grades.values()], np.arange(len(cards))
            hands = {
                name: self._value(name, played.cards, played.due, every, list(played.cards))
                for name in dict.fromkeys(name for bound in bounds for name in bound.hands)
            }
            codes[seat :: self.seats, 0] = self._ended(hands, played.path)
            for column, bound in enumerate(self.game.grades.values(), start=1):
                codes[seat :: self.seats, column] = self._ruled(bound, hands, start(self.game), len(cards))[:, 0]

    @cached_property
    def _codes(self) -> dict[Path, tuple[Ints, Ints]]:
        """By path: every combination of codes as one number, ascending, and its end."""
        found = {}
        for path, ended in self.solved.counted.ended.items():
            ends = np.array([self._ends.index(end) for end in self.solved.ends[path]])
            whole = packed_codes(ended.codes)
            order = np.argsort(whole)
            found[path] = whole[order], ends[order]
        return found

    def _ended(self, hands: Mapping[str, Ints], paths: Ints) -> Ints:
        found = np.empty(len(paths), np.int64)
        for number in np.unique(paths).tolist():
            path, rows = self.paths[number], np.flatnonzero(paths == number)
            held = {name: values[rows] for name, values in hands.items()}
            answers = self._ruled(self.game.bound_settle, held, path, len(rows))
            known, ends = self._codes[path]
            found[rows] = ends[np.searchsorted(known, packed_codes(answers))]
        return found


def _held(cards: Ints, due: Bools | None) -> Ints:
    """Cards of a place; -1 if none was dealt."""
    return cards if due is None else np.where(due[:, None], cards, -1)


class TreeRounds:
    """Stands in for a game's own `rounds`."""

    def __init__(self, lab: TreeLab) -> None:
        self.lab = lab

    def engine(self, plan: Seating) -> TreeEngine:
        return TreeEngine(plan, self.lab)

    def joint_counts(self, plan: Seating) -> Ints:
        return self.lab.solved_tree(plan.terms, plan.strategy).joint_counts(self.lab.chooser(plan.strategy, plan.terms))

    def choices_of(self, action: int, _: list[int]) -> dict[str, Any]:
        return dict(paths(self.lab.game, skipping=True)[action].choices(self.lab.game))

    @property
    def FILE_FORM(self) -> FileForm:  # noqa: N802
        raise FeltlabError(f"{self.lab.game.slug} is decided in the middle of a round: no file can hold its strategy")
