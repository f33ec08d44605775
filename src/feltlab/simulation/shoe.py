"""Rounds dealt from a shoe to a cut card without reshuffling.

Over a fixed way to play, a round that every shoe reaches has exactly the expectation of a fresh shoe: which card comes
next does not depend on how many were dealt before. Only the last rounds, which a shoe may or may not reach, can differ
(the cut-card effect). Shoes are independent of each other, rounds of a shoe are not: errors are over shoes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, sqrt
from typing import Any, Final

import numpy as np

from feltlab import __version__
from feltlab.cards.deck import LEAST_PENETRATION, MOST_PENETRATION
from feltlab.errors import FeltlabError, shown
from feltlab.exact.engine import Engine
from feltlab.exact.shoe import (
    NET,
    NET_BY_ROUNDS,
    NET_SQUARED,
    PER_SHOE,
    ROUNDS,
    ROUNDS_SQUARED,
    ShoeDealer,
    ShoeSums,
    ShoeTable,
)
from feltlab.games import GAMES
from feltlab.kernels.dealing import Cards
from feltlab.rules.game import Game
from feltlab.rules.lines import read_round
from feltlab.rules.parts import part_of
from feltlab.rules.settling import SeatRound
from feltlab.rules.wagers import Role
from feltlab.simulation.plan import Plan
from feltlab.simulation.rounds import engine_of
from feltlab.simulation.sessions import whole_number
from feltlab.simulation.tally import scaled_nets
from feltlab.wire import exact

MOST_SHOES: Final = 10**9
LEAST_CUT, MOST_CUT = Fraction(LEAST_PENETRATION, 100), Fraction(MOST_PENETRATION, 100)
_BLOCK: Final = 2_000
STAKE: Final = 100
"""Cents on every wager of a listed round."""


def dealt_from_shoes() -> list[Game]:
    """The games that can be dealt so."""
    return [game for game in GAMES.values() if part_of(game, "shoe")]


@dataclass(frozen=True)
class ShoePlan:
    """A table that deals from a shoe to a cut card."""

    table: Plan
    penetration: Fraction
    """The share of the shoe in front of the cut card."""
    keep_second_deck: bool = False
    """Deal the second deck down and reshuffle it only when too few cards are left; a new shoe starts fresh."""

    def __post_init__(self) -> None:
        can = dealt_from_shoes()
        if self.table.rules not in can or self.table.own is not None:
            names = f"only {' or '.join(game.slug for game in can)}" if can else "no game"
            raise FeltlabError(f"{names}, by a named strategy, is dealt from a shoe")
        if not LEAST_CUT <= self.penetration <= MOST_CUT:
            raise FeltlabError(f"penetration must be from 0.05 to 0.95 of the shoe, not {shown(str(self.penetration))}")
        _ = self.dealer  # refused here, not in mid-run
        if len(self.fresh) < self.most_cards:
            raise FeltlabError(f"a shoe of {len(self.fresh)} cards is too short for {self.table.seats} seats")

    @property
    def engine(self) -> Engine:
        return engine_of(self.table)

    @property
    def dealer(self) -> ShoeDealer:
        plan = self.table
        table = ShoeTable(plan.seed, plan.seats, self.cut, self.most_rounds, self.keep_second_deck)
        dealer: ShoeDealer = part_of(plan.rules, "shoe").Dealer(self.engine, table, plan.strategy)
        return dealer

    @property
    def warnings(self) -> list[str]:
        """Warnings about pay tables that are not meant for a shared shoe."""
        return [
            f"the {wager} pay table {pays.id} is only for rounds that each begin with a fresh deck or shoe"
            for wager, pays in self.table.terms.pays.items()
            if pays.fresh_only
        ]

    @property
    def wagers(self) -> tuple[str, ...]:
        return tuple(paid.wager for paid in self.engine.paid)

    @property
    def fresh(self) -> Cards:
        return self.engine.deck

    @property
    def cut(self) -> int:
        """Cards in front of the cut card."""
        return max(int(self.penetration * len(self.fresh)), 1)

    @property
    def most_cards(self) -> int:
        """The most cards a round can need: every seat trades."""
        return self.table.rules.round.cards(self.table.seats)

    @property
    def most_rounds(self) -> int:
        script = self.table.rules.round
        return ceil(self.cut / (script.hand * self.table.seats + script.shared))

    @property
    def sure_rounds(self) -> int:
        """Rounds that every shoe reaches, however many cards are traded."""
        return min(ceil(self.cut / self.most_cards), len(self.fresh) // self.most_cards)

    def to_dict(self) -> dict[str, Any]:
        return {
            **self.table.to_dict(),
            "penetration": str(self.penetration),
            "cut": self.cut,
            **self.dealer.second_deck,
        }


@dataclass(frozen=True)
class ShoeTally:
    """Integers that add up to the same however the shoes are split."""

    shoes: int
    counts: tuple[int, ...]
    """By round of the shoe and the engine's codes."""
    squares: tuple[int, ...]
    """By round and wager: of the scaled net of all seats."""
    sums: tuple[int, ...]
    """By wager over whole shoes: net, net², rounds, rounds², net × rounds."""

    def __add__(self, other: "ShoeTally") -> "ShoeTally":
        pairs = ((self.counts, other.counts), (self.squares, other.squares), (self.sums, other.sums))
        added = [tuple(x + y for x, y in zip(a, b, strict=True)) for a, b in pairs]
        return ShoeTally(self.shoes + other.shoes, *added)


def run_shoes(plan: ShoePlan, first: int, count: int) -> ShoeTally:
    """Play the shoes from `first` on: a pure function of its arguments."""
    rounds, wagers = plan.most_rounds, len(plan.wagers)
    sums = ShoeSums(
        np.zeros((rounds, *plan.engine.tops), np.int64),
        np.zeros((rounds, wagers), np.int64),
        np.zeros((wagers, PER_SHOE), np.int64),
    )
    plan.dealer.count(first, count, scaled_nets(plan.engine)[1], sums)
    return ShoeTally(count, *(tuple(array.ravel().tolist()) for array in sums))


@dataclass(frozen=True)
class Mean:
    """Net per seat-round in stakes, with its standard error over shoes."""

    mean: float
    standard_error: float
    exact: Fraction
    """The expectation of a fresh shoe."""

    @property
    def z(self) -> float | None:
        """A test only of rounds that every shoe reaches; others may truly differ from a fresh shoe."""
        return (self.mean - float(self.exact)) / self.standard_error if self.standard_error else None

    def to_dict(self) -> dict[str, Any]:
        difference = self.mean - float(self.exact)
        return {"mean": self.mean, "standard_error": self.standard_error, "difference": difference}


@dataclass(frozen=True)
class Position:
    """One round of the shoe, over all shoes that reached it."""

    round: int
    shoes: int
    sure: bool
    """Every shoe reaches it: its expectation is exactly that of a fresh shoe."""
    wagers: dict[str, Mean]

    def to_dict(self) -> dict[str, Any]:
        means = {wager: {**mean.to_dict(), "z": mean.z if self.sure else None} for wager, mean in self.wagers.items()}
        return {"round": self.round, "shoes": self.shoes, "always_dealt": self.sure, "wagers": means}


@dataclass(frozen=True)
class Shoes:
    """The results of the shoes."""

    plan: ShoePlan
    tally: ShoeTally
    rounds_per_shoe: float
    wagers: dict[str, Mean]
    positions: tuple[Position, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "method": "simulated",
            "version": __version__,
            "plan": self.plan.to_dict(),
            **({"warnings": self.plan.warnings} if self.plan.warnings else {}),
            "shoes": self.tally.shoes,
            "seat_rounds": sum(self.tally.counts),
            "rounds_per_shoe": self.rounds_per_shoe,
            "rounds_always_dealt": self.plan.sure_rounds,
            "trade_frequency": self.trade_frequency,
            "wagers": {
                wager: {**mean.to_dict(), **exact(fresh_shoe=mean.exact)} for wager, mean in self.wagers.items()
            },
            "by_round": [position.to_dict() for position in self.positions],
        }

    @property
    def trade_frequency(self) -> float:
        counts = np.array(self.tally.counts).reshape(-1, *self.plan.engine.tops)
        return self.plan.dealer.traded(counts) / int(counts.sum())


def simulate_shoes(plan: ShoePlan, shoes: int, progress: Callable[[int], None] | None = None) -> Shoes:
    """Simulate that many shoes."""
    whole_number(shoes, 2, MOST_SHOES, "the number of shoes")
    tally = run_shoes(plan, 0, 0)
    for first in range(0, shoes, _BLOCK):
        tally += run_shoes(plan, first, min(_BLOCK, shoes - first))
        if progress:
            progress(tally.shoes)
    return summed_up(plan, tally)


def summed_up(plan: ShoePlan, tally: ShoeTally) -> Shoes:
    _, _, scale = scaled_nets(plan.engine)
    sums = np.array(tally.sums, object).reshape(len(plan.wagers), PER_SHOE)
    means = {
        paid.wager: _over_shoes(sums[row], tally.shoes, scale * plan.table.seats, paid.exact)
        for row, paid in enumerate(plan.engine.paid)
    }
    rounds = sums[0, ROUNDS] / tally.shoes
    return Shoes(plan, tally, rounds, means, _positions(plan, tally))


def _over_shoes(sums: Any, shoes: int, scale: int, expected: Fraction) -> Mean:
    """Net ÷ rounds, a ratio of two sums over independent shoes, in stakes per seat."""
    ratio = Fraction(sums[NET], sums[ROUNDS])
    squares = sums[NET_SQUARED] - 2 * ratio * sums[NET_BY_ROUNDS] + ratio**2 * sums[ROUNDS_SQUARED]
    error = sqrt(squares * shoes / (shoes - 1)) / sums[ROUNDS]
    return Mean(float(ratio) / scale, error / scale, expected)


def _positions(plan: ShoePlan, tally: ShoeTally) -> tuple[Position, ...]:
    engine, seats = plan.engine, plan.table.seats
    _, nets, scale = scaled_nets(engine)
    counts = np.array(tally.counts, np.int64).reshape(-1, *engine.tops)
    squares = np.array(tally.squares, np.int64).reshape(-1, len(engine.paid))
    found = []
    for round, table in enumerate(counts):
        shoes = int(table.sum()) // seats
        if shoes < 2:  # no error can be given
            continue
        means = {}
        for row, paid in enumerate(engine.paid):
            others = tuple(column for column in range(len(engine.tops)) if column != paid.column)
            total = int((table.sum(axis=others) * nets[row, : engine.tops[paid.column]]).sum())
            variance = (int(squares[round, row]) - total**2 / shoes) / (shoes - 1)
            error = sqrt(max(variance, 0.0) / shoes) / (scale * seats)
            means[paid.wager] = Mean(total / (shoes * scale * seats), error, paid.exact)
        found.append(Position(round + 1, shoes, round < plan.sure_rounds, means))
    return tuple(found)


def shoe_lines(plan: ShoePlan, number: int) -> list[list[dict[str, Any]]]:
    """Every round of a shoe, a seat each, as it is written."""
    game, offered = plan.table.rules, plan.table.run_by.wagers
    shared: dict[str, Any] = {
        "game": game.slug,
        "wagers": {slug: STAKE for slug, wager in offered.items() if wager.role in (Role.INITIAL, Role.SIDE)},
        "pay_tables": dict(plan.table.pay_tables),
    }
    if "decks" in game.line_fields:
        shared["decks"] = plan.table.terms.numbers.decks
    return [[{**shared, **line} for line in seats] for seats in plan.dealer.lines(number)]


def listed_shoe(plan: ShoePlan, number: int) -> list[list[SeatRound]]:
    """Every round of a shoe, by seat, ready to settle by the readable rules."""
    game, house = plan.table.rules, plan.table.run_by
    return [[read_round(line, game, house) for line in seats] for seats in shoe_lines(plan, number)]
