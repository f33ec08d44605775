"""Rounds of any game that brings no kernel of its own: decided by its exact strategy, ended by its own rules."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from feltlab.cards import parse_cards
from feltlab.errors import FeltlabError
from feltlab.exact.engine import Paid, Seating, own_decisions, side, whole_meter
from feltlab.exact.solving.lab import GeneralLab
from feltlab.exact.solving.paths import Path, options_of, paths, start
from feltlab.exact.solving.solver import Choices, Chooser, Solved, named_units
from feltlab.exact.solving.tabulating import answers_of, rows_of, values_of
from feltlab.exact.strategy_file import FileForm, Row, chosen
from feltlab.kernels.dealing import Cards
from feltlab.kernels.subsets import Ints
from feltlab.rules.dealt import distinct
from feltlab.rules.settling import Bound

MOST_CODES = 128
"""Of one column, as tallies have them."""


class GeneralEngine:
    def __init__(self, plan: Seating, lab: GeneralLab) -> None:
        self.game, self.lab, self.seats = lab.game, lab, plan.seats
        self.terms = plan.terms
        self.deck = np.arange(52, dtype=np.uint8)
        self.cards = self.game.round.cards(plan.seats)
        self.solved: Solved = lab.solved(self.terms)
        self.paths = paths(self.game)
        choose = _chooser(plan, lab)
        self.decisions = self.solved.decisions(choose)
        self.own: Callable[..., None] | None = own_decisions(plan.own, self.game.round.hand) if plan.own else None
        counts = self.solved.end_counts(choose)
        self._ends = self.solved.all_ends
        if len(self._ends) > MOST_CODES:
            raise FeltlabError(
                f"{self.game.slug}: rounds end in {len(self._ends)} ways; a simulation tells {MOST_CODES} apart"
            )
        tops = [self.game.book.scales[slug].top + 1 for slug in self.game.sides]
        self.tops: tuple[int, ...] = (len(self._ends), *tops)
        self.paid: tuple[Paid, ...] = (*self._main(counts), *self._sides())

    def _main(self, counts: dict[Any, int]) -> list[Paid]:
        total = self._deals()
        found = []
        main = [slug for slug in self.game.settled if any(slug in dict(end.nets) for end in self._ends)]
        for wager in (*main, "main"):
            nets = [end.net if wager == "main" else dict(end.nets).get(wager, end.net * 0) for end in self._ends]
            mean = sum((net * counts.get(end, 0) for net, end in zip(nets, self._ends, strict=True)), start=nets[0] * 0)
            square = sum(
                (net**2 * counts.get(end, 0) for net, end in zip(nets, self._ends, strict=True)), start=nets[0] * 0
            )
            found.append(Paid(wager, 0, tuple(nets), mean / total, square / total - (mean / total) ** 2))
        return found

    def _deals(self) -> int:
        return self.lab.seeing.deals

    def _sides(self) -> list[Paid]:
        found = []
        for column, slug in enumerate(self.game.sides, start=1):
            if slug in self.terms.pays:
                metered = slug in self.terms.progressives
                meter = whole_meter(self.lab.progressive_of(slug, self.terms).mean_meter) if metered else None
                found.append(side(self.terms.pays[slug], column, self.lab.side_figures(slug, self.terms), meter))
        return found

    def _seat_cards(self, cards: Cards, seat: int) -> Ints:
        """A row for each round: a seat's own cards and all shared ones, in the order of the lab's groups."""
        script = self.game.round
        at: dict[str, int] = {}
        place = script.hand * seat
        for deal in script.seat_deals:
            place = _put(at, deal, place)
        place = script.hand * self.seats
        for deal in script.shared_deals:
            place = _put(at, deal, place)
        groups = self.lab.seeing.groups
        columns = [at[name] + number for name, size in groups.items() for number in range(size)]
        return cards[:, columns].astype(np.int64)

    def decide(self, _: int, cards: Cards) -> Cards:
        """The number of the path that each seat takes."""
        actions = np.empty(len(cards) * self.seats, np.uint8)
        if self.own:
            self.own(cards, self.seats, actions)
            return actions
        for seat in range(self.seats):
            actions[seat :: self.seats] = self._path(self._seat_cards(cards, seat))
        return actions

    def _path(self, rows: Ints) -> Ints:
        found = {start(self.game): np.arange(len(rows))}
        for number, ask in enumerate(self.solved.asks):
            states = self.lab.seeing.located(rows, number)
            longer: dict[Path, Ints] = {}
            for path, which in found.items():
                if not path.asked(ask):
                    longer[path.skipped()] = which
                    continue
                taken = self.decisions[number, path][states[which]]
                for place, option in enumerate(options_of(ask)):
                    longer[path.with_option(ask, option)] = which[taken == place]
            found = longer
        numbers = np.empty(len(rows), np.int64)
        for path, which in found.items():
            numbers[which] = self.paths.index(path)
        return numbers

    def grade(self, first: int, cards: Cards, codes: Cards) -> None:
        actions = self.decide(first, cards)
        for seat in range(self.seats):
            rows = self._seat_cards(cards, seat)
            hands = {
                name: values_of(hand.ranking.value, rows[:, self.lab.seeing.columns(hand)])
                for name, hand in self.game.hands.items()
            }
            codes[seat :: self.seats, 0] = self._ended(hands, actions[seat :: self.seats])
            for column, bound in enumerate(self.game.grades.values(), start=1):
                codes[seat :: self.seats, column] = self._answers(bound, hands, {}, len(rows))[:, 0]

    def _answers(self, bound: Bound, hands: dict[str, Ints], units: dict[str, int], length: int) -> Ints:
        numbers = {name: int(getattr(self.terms.numbers, name)) for name in self.game.asked_numbers}
        return answers_of(bound, rows_of(bound.names, hands, numbers | units, length))

    @cached_property
    def _codes(self) -> list[tuple[Ints, Ints]]:
        """By path: every combination of codes as one number, ascending, and the end that it is."""
        found = []
        for path in self.paths:
            rows, _ = self.solved.counted.codes[path]
            ends = np.array([self._ends.index(end) for end in self.solved.ends[path]])
            packed = packed_codes(rows)
            order = np.argsort(packed)
            found.append((packed[order], ends[order]))
        return found

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


def _chooser(plan: Seating, lab: GeneralLab) -> Chooser:
    if plan.table is None:
        return lab.chooser(plan.strategy)
    kept: Choices = np.frombuffer(plan.table, np.int8)
    return lambda ask, path, values: kept  # a file decides whatever the options are worth


def _put(at: dict[str, int], deal: Any, place: int) -> int:
    for name, size in (deal.parts or {deal.place: deal.cards}).items():
        at[name] = place
        place += size
    return place


def packed_codes(codes: Ints) -> Ints:
    """A row of codes as one number."""
    packed = np.zeros(len(codes), np.int64)
    for column in range(codes.shape[1]):
        packed = packed * 1024 + codes[:, column]
    return packed


class GeneralRounds:
    """What a game's own `rounds` would have."""

    def __init__(self, lab: GeneralLab) -> None:
        self.lab = lab

    def engine(self, plan: Seating) -> GeneralEngine:
        return GeneralEngine(plan, self.lab)

    def joint_counts(self, plan: Seating) -> Ints:
        return self.lab.solved(plan.terms).joint_counts(_chooser(plan, self.lab))

    def choices_of(self, action: int, hand: list[int]) -> dict[str, Any]:
        return dict(paths(self.lab.game)[action].choices(self.lab.game))

    @cached_property
    def FILE_FORM(self) -> FileForm:  # noqa: N802
        asks = list(self.lab.game.round.asks.values())
        if len(asks) != 1 or self.lab.seeing.seen != (1,):
            raise FeltlabError(f"{self.lab.game.slug} is decided in steps: its strategy is not read from a file")
        offered = {option: place for place, option in enumerate(options_of(asks[0]))}
        (name, size), *_ = self.lab.seeing.groups.items()

        def number(text: str) -> int:
            cards = parse_cards(text, size, name)
            distinct(cards)
            return int(self.lab.seeing.located(np.array([cards]), 0)[0])

        def decision(row: Row, _: int) -> int:
            return chosen(offered, "decision", row["decision"])

        return FileForm(name, number, decision, lambda _: np.ones(self.lab.seeing.states(0), np.bool_))
