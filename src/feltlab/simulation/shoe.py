"""Rule Out! dealt from a shoe to a cut card without reshuffling.

Over a fixed way to play, a round that every shoe reaches has exactly the expectation of a fresh shoe: which card comes
next does not depend on how many were dealt before. Only the last rounds, which a shoe may or may not reach, can differ
(the cut-card effect). Shoes are independent of each other, rounds of a shoe are not: errors are over shoes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, sqrt
from typing import Any, Final, cast

import numpy as np

from feltlab import __version__
from feltlab.cards import RULE_CARDS, card_text, cards_text
from feltlab.errors import FeltlabError, shown
from feltlab.games.rule_out.round_kernels import HAND, KEEP, RULES, TRADED
from feltlab.games.rule_out.rounds import Engine as RuleOutEngine
from feltlab.games.rule_out.shoe_kernels import (
    ACTION,
    FIELDS,
    NET,
    NET_BY_ROUNDS,
    NET_SQUARED,
    NEW,
    PER_SHOE,
    ROUNDS,
    ROUNDS_SQUARED,
    count_shoes,
    play_shoe,
)
from feltlab.games.rule_out.trades import Choices
from feltlab.kernels.dealing import Cards
from feltlab.kernels.tallies import Ints
from feltlab.rules.lines import read_round
from feltlab.rules.settling import SeatRound
from feltlab.simulation.plan import Plan
from feltlab.simulation.rounds import engine_of
from feltlab.simulation.sessions import whole_number
from feltlab.simulation.tally import scaled_nets
from feltlab.wire import exact

WAGERS: Final = ("main", "joker")
MOST_SHOES: Final = 10**9
LEAST_CUT, MOST_CUT = Fraction(1, 20), Fraction(19, 20)
_BLOCK: Final = 2_000
_JOKERS, _CODES = 4, 2 * TRADED
STAKE: Final = 100
"""Cents on every wager of a listed round."""


@dataclass(frozen=True)
class ShoePlan:
    table: Plan
    penetration: Fraction
    """The share of the shoe in front of the cut card."""
    keep_rule_deck: bool = False
    """Run the rule deck down three cards a round, and reshuffle when fewer than three are left; a shoe starts fresh."""

    def __post_init__(self) -> None:
        if self.table.game != "rule-out" or self.table.own is not None:
            raise FeltlabError("only rule-out, by a named strategy, is dealt from a shoe")
        if not LEAST_CUT <= self.penetration <= MOST_CUT:
            raise FeltlabError(f"penetration must be from 0.05 to 0.95 of the shoe, not {shown(str(self.penetration))}")
        _ = self.choices  # refused here, not in mid-run
        if len(self.fresh) < self.most_cards:
            raise FeltlabError(f"a shoe of {len(self.fresh)} cards is too short for {self.table.seats} seats")

    @property
    def engine(self) -> RuleOutEngine:
        return cast(RuleOutEngine, engine_of(self.table))

    @property
    def choices(self) -> Choices:
        if self.engine.choices is None:
            raise FeltlabError(f"{self.table.strategy} leaves the card to chance: it is not dealt from a shoe")
        return self.engine.choices

    @property
    def fresh(self) -> Cards:
        return self.engine.deck

    @property
    def cut(self) -> int:
        """Cards in front of the cut card."""
        return max(int(self.penetration * len(self.fresh)), 1)

    @property
    def most_cards(self) -> int:
        """That a round can need: every seat trades."""
        return (HAND + 1) * self.table.seats

    @property
    def most_rounds(self) -> int:
        return ceil(self.cut / (HAND * self.table.seats))

    @property
    def sure_rounds(self) -> int:
        """Rounds that every shoe reaches, however many cards are traded."""
        return min(ceil(self.cut / self.most_cards), len(self.fresh) // self.most_cards)

    def to_dict(self) -> dict[str, Any]:
        return {
            **self.table.to_dict(),
            "penetration": str(self.penetration),
            "cut": self.cut,
            "rule_deck": "run down" if self.keep_rule_deck else "reshuffled each round",
        }


def _nets(plan: ShoePlan) -> tuple[Ints, int]:
    """By wager and code as whole numbers, and their scale."""
    _, nets, scale = scaled_nets(plan.engine)
    return np.ascontiguousarray(nets[:, :_CODES]), scale


@dataclass(frozen=True)
class ShoeTally:
    """Integers that add up to the same however the shoes are split."""

    shoes: int
    counts: tuple[int, ...]
    """By round of the shoe, Jokers dealt, and survivors (+ 4 where a card was traded)."""
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
    nets, _ = _nets(plan)
    counts = np.zeros((plan.most_rounds, _JOKERS, _CODES), np.int64)
    squares, sums = np.zeros((plan.most_rounds, len(WAGERS)), np.int64), np.zeros((len(WAGERS), PER_SHOE), np.int64)
    count_shoes(
        np.uint64(plan.table.seed), np.uint64(first), count, plan.fresh, plan.table.seats, plan.cut,
        plan.keep_rule_deck, plan.choices, nets, counts, squares, sums,
    )  # fmt: skip
    return ShoeTally(count, *(tuple(array.ravel().tolist()) for array in (counts, squares, sums)))


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
        counts = np.array(self.tally.counts).reshape(-1, _CODES)
        return float(counts[:, TRADED:].sum() / counts.sum())


def simulate_shoes(plan: ShoePlan, shoes: int, progress: Callable[[int], None] | None = None) -> Shoes:
    whole_number(shoes, 2, MOST_SHOES, "the number of shoes")
    tally = run_shoes(plan, 0, 0)
    for first in range(0, shoes, _BLOCK):
        tally += run_shoes(plan, first, min(_BLOCK, shoes - first))
        if progress:
            progress(tally.shoes)
    return summed_up(plan, tally)


def summed_up(plan: ShoePlan, tally: ShoeTally) -> Shoes:
    nets, scale = _nets(plan)
    expected = {paid.wager: paid.exact for paid in plan.engine.paid}
    sums = np.array(tally.sums, object).reshape(len(WAGERS), PER_SHOE)
    means = {
        wager: _over_shoes(sums[row], tally.shoes, scale * plan.table.seats, expected[wager])
        for row, wager in enumerate(WAGERS)
    }
    rounds = sums[0, ROUNDS] / tally.shoes
    return Shoes(plan, tally, rounds, means, _positions(plan, tally, nets, scale, expected))


def _over_shoes(sums: Any, shoes: int, scale: int, expected: Fraction) -> Mean:
    """Net ÷ rounds, a ratio of two sums over independent shoes, in stakes per seat."""
    ratio = Fraction(sums[NET], sums[ROUNDS])
    squares = sums[NET_SQUARED] - 2 * ratio * sums[NET_BY_ROUNDS] + ratio**2 * sums[ROUNDS_SQUARED]
    error = sqrt(squares * shoes / (shoes - 1)) / sums[ROUNDS]
    return Mean(float(ratio) / scale, error / scale, expected)


def _positions(
    plan: ShoePlan, tally: ShoeTally, nets: Ints, scale: int, expected: dict[str, Fraction]
) -> tuple[Position, ...]:
    seats = plan.table.seats
    counts = np.array(tally.counts, np.int64).reshape(-1, _JOKERS, _CODES)
    squares = np.array(tally.squares, np.int64).reshape(-1, len(WAGERS))
    found = []
    for round, table in enumerate(counts):
        shoes = int(table.sum()) // seats
        if shoes < 2:  # no error can be given
            continue
        totals = (int((table.sum(axis=0) * nets[0]).sum()), int((table.sum(axis=1) * nets[1, :_JOKERS]).sum()))
        means = {}
        for row, wager in enumerate(WAGERS):
            variance = (int(squares[round, row]) - totals[row] ** 2 / shoes) / (shoes - 1)
            error = sqrt(max(variance, 0.0) / shoes) / (scale * seats)
            means[wager] = Mean(totals[row] / (shoes * scale * seats), error, expected[wager])
        found.append(Position(round + 1, shoes, round < plan.sure_rounds, means))
    return tuple(found)


def dealt_shoe(plan: ShoePlan, number: int) -> tuple[Cards, Cards]:
    """The rounds of one shoe as the kernel plays them: Rule Cards by round, records by round and seat."""
    rules = np.empty((plan.most_rounds, HAND), np.uint8)
    hands = np.empty((plan.most_rounds, plan.table.seats, FIELDS), np.uint8)
    fresh = plan.fresh
    rounds = play_shoe(
        np.uint64(plan.table.seed), np.uint64(number), fresh, plan.table.seats, plan.cut, plan.keep_rule_deck,
        plan.choices, fresh.copy(), np.empty(RULES, np.uint8), rules, hands,
    )  # fmt: skip
    return rules[:rounds], hands[:rounds]


def listed_shoe(plan: ShoePlan, number: int) -> list[list[SeatRound]]:
    """Every round of a shoe in full, a seat each, ready to settle by the readable rules."""
    game, house = plan.table.rules, plan.table.house or plan.table.rules.house()
    shared = {
        "game": game.slug,
        "decks": plan.table.terms.numbers.decks,
        "wagers": dict.fromkeys(WAGERS, STAKE),
        "pay_tables": dict(plan.table.pay_tables),
    }
    rules, hands = dealt_shoe(plan, number)
    rounds = zip(rules.tolist(), hands.tolist(), strict=True)
    return [
        [read_round({**shared, **_line(dealt, record)}, game, house) for record in records] for dealt, records in rounds
    ]


def _line(rules: list[int], record: list[int]) -> dict[str, Any]:
    cards, action = record[:HAND], record[ACTION]
    line: dict[str, Any] = {"dealt": cards_text(cards), "rules": [RULE_CARDS[rule] for rule in rules]}
    line["choices"] = {"trade": None if action == KEEP else card_text(cards[action])}
    if action != KEEP:
        line["replacement"] = card_text(record[NEW])
    return line
