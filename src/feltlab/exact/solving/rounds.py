"""Rounds of any game without its own kernel: decided by its exact strategy, ended by its own rules."""

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from feltlab.cards import parse_cards
from feltlab.errors import FeltlabError
from feltlab.exact.engine import Paid, Seating, own_decisions, side, whole_meter
from feltlab.exact.solving.answering import Choices, Chooser
from feltlab.exact.solving.coding import coder_of
from feltlab.exact.solving.lab import GeneralLab
from feltlab.exact.solving.paths import End, options_of, paths
from feltlab.exact.solving.solver import Solved
from feltlab.exact.strategy_file import FileForm, Row, chosen
from feltlab.kernels.dealing import Cards
from feltlab.kernels.subsets import Ints
from feltlab.rules.dealt import distinct
from feltlab.rules.game import Game

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
        self.path_of = self._paths(choose)
        """By last state, the number of the path taken."""
        self.own: Callable[..., None] | None = own_decisions(plan.own, self.game.round.hand) if plan.own else None
        counts = self.solved.end_counts(choose)
        every = self.solved.all_ends
        self._ends = every if self.own else [every[number] for number in _told_apart(self.solved, choose)]
        if len(self._ends) > MOST_CODES:
            raise FeltlabError(
                f"{self.game.slug}: rounds end in {len(self._ends)} ways; a simulation can tell only {MOST_CODES} apart"
            )
        self.coder = coder_of(self.solved, plan.seats, self._ends)
        tops = [self.game.book.scales[slug].top + 1 for slug in self.game.sides]
        self.tops: tuple[int, ...] = (len(self._ends), *tops)
        main = main_paid(self.game, self._ends, counts, self.lab.seeing.deals)
        self.paid: tuple[Paid, ...] = (*main, *self._sides())

    def _paths(self, choose: Chooser) -> Cards:
        found = np.zeros(self.lab.seeing.states(-1), np.uint8)
        taken = self.solved.taken(self.solved.decisions(choose))
        for number, path in enumerate(self.paths):
            if path in taken:
                found[taken[path]] = number
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

    def decide(self, _: int, cards: Cards) -> Cards:
        """The number of the path that each seat takes."""
        if self.own:
            actions = np.empty(len(cards) * self.seats, np.uint8)
            self.own(cards, self.seats, actions)
            return actions
        return self._taken(self.coder.states(cards))

    def _taken(self, states: Ints) -> Cards:
        return self.path_of[states if self.coder.each == 1 else states // self.coder.each]

    def grade(self, first: int, cards: Cards, codes: Cards) -> None:
        states = self.coder.states(cards)
        self.coder.code(cards, states, self.decide(first, cards) if self.own else self._taken(states), codes)


def main_paid(game: Game, ends: list[End], counts: dict[End, int], total: int) -> list[Paid]:
    """The wagers of the main game, and all of them together, by how often each end occurs."""
    found, none = [], Fraction(0)
    main = [slug for slug in game.settled if any(slug in dict(end.nets) for end in ends)]
    for wager in (*main, "main"):
        nets = [end.net if wager == "main" else dict(end.nets).get(wager, none) for end in ends]
        mean = sum((net * counts.get(end, 0) for net, end in zip(nets, ends, strict=True)), none)
        square = sum((net**2 * counts.get(end, 0) for net, end in zip(nets, ends, strict=True)), none)
        found.append(Paid(wager, 0, tuple(nets), mean / total, square / total - (mean / total) ** 2))
    return found


def _chooser(plan: Seating, lab: GeneralLab) -> Chooser:
    if plan.table is None:
        return lab.chooser(plan.strategy, plan.terms)
    kept: Choices = np.frombuffer(plan.table, np.int8)
    return lambda ask, path, values: kept  # a file decides regardless of the values


def put_fields(at: dict[str, int], deal: Any, place: int) -> int:
    at[deal.place] = place  # its own group if nothing looks at its parts
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


def _told_apart(solved: Solved, choose: Chooser) -> list[int]:
    """All ends by number; if there are too many to tally, those that the strategy reaches."""
    every = solved.all_ends
    reached = solved.end_counts(choose) if len(every) > MOST_CODES else every
    return [number for number, end in enumerate(every) if end in reached]


class GeneralRounds:
    """Stands in for a game's own `rounds`."""

    def __init__(self, lab: GeneralLab) -> None:
        self.lab = lab

    def engine(self, plan: Seating) -> GeneralEngine:
        return GeneralEngine(plan, self.lab)

    def joint_counts(self, plan: Seating) -> Ints:
        solved, choose = self.lab.solved(plan.terms), _chooser(plan, self.lab)
        found: Ints = solved.joint_counts(choose)[_told_apart(solved, choose)]
        return found

    def choices_of(self, action: int, hand: list[int]) -> dict[str, Any]:
        return dict(paths(self.lab.game)[action].choices(self.lab.game))

    @cached_property
    def FILE_FORM(self) -> FileForm:  # noqa: N802
        asks = list(self.lab.game.round.asks.values())
        if len(asks) != 1 or self.lab.seeing.seen != (1,):
            seen = "is decided in steps" if len(asks) != 1 else "is also decided by cards that are not the player's own"
            raise FeltlabError(f"{self.lab.game.slug} {seen}: its strategy cannot be read from a file")
        offered = {option: place for place, option in enumerate(options_of(asks[0]))}
        (name, size), *_ = self.lab.seeing.groups.items()

        def number(text: str) -> int:
            cards = parse_cards(text, size, name)
            distinct(cards)
            return int(self.lab.seeing.located(np.array([cards]), 0)[0])

        def decision(row: Row, _: int) -> int:
            return chosen(offered, "decision", row["decision"])

        return FileForm(name, number, decision, lambda _: np.ones(self.lab.seeing.states(0), np.bool_))
