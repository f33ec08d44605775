"""An engine plays the rounds of a plan: it decides, and writes a code for each seat and column.

A column is something that wagers are paid on: how the main bets ended, the grade of a bonus. `Paid` says which column a
wager reads and what each code is worth to it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Protocol, runtime_checkable

import numpy as np

from feltlab.exact.figures import Figures
from feltlab.exact.progressive import ProgressiveFigures
from feltlab.exact.side_bets import pay_nets
from feltlab.hands.jit import load
from feltlab.kernels.dealing import Cards
from feltlab.rules.game import Terms
from feltlab.rules.pay_table import PayTable


@dataclass(frozen=True)
class Paid:
    wager: str
    column: int
    nets: tuple[Fraction, ...]
    """Net of each code, in initial wagers, or for a side bet in its own stakes."""
    exact: Fraction
    """The lab's expectation, unless it is sampled."""
    variance: Fraction | None = None
    """The variance of one seat's net, from the lab; None if only the rounds can tell."""
    sampled: bool = False
    """The expectation is the lab's estimate, so rounds cannot be checked against it."""


class Seating(Protocol):
    """What an engine is made for: terms, a way to play, seats."""

    @property
    def terms(self) -> Terms: ...
    @property
    def strategy(self) -> str: ...
    @property
    def seats(self) -> int: ...
    @property
    def seed(self) -> int: ...
    @property
    def table(self) -> bytes | None: ...
    @property
    def own(self) -> Callable[[Any], Any] | None: ...


class Engine(Protocol):
    deck: Cards
    cards: int
    """How many cards a round may need."""
    tops: tuple[int, ...]
    """How many codes each column has."""
    paid: tuple[Paid, ...]

    def decide(self, first: int, cards: Cards) -> Cards:
        """An action for each round from `first` on and each seat."""

    def grade(self, first: int, cards: Cards, codes: Cards) -> None:
        """Codes for the rounds from `first` on, a row for each round and seat."""


@runtime_checkable
class Naming(Protocol):
    """An engine whose rounds also have cards from a second deck."""

    def named(self, first: int, count: int) -> list[dict[str, list[str]]]:
        """By place, the names of those cards, for each round from `first` on."""


def expected(chances: Sequence[Fraction], nets: Sequence[Fraction]) -> Fraction:
    return sum((chance * net for chance, net in zip(chances, nets, strict=True)), Fraction(0))


def paid(wager: str, column: int, nets: Sequence[Fraction], chances: Sequence[Fraction]) -> Paid:
    """A wager with the lab's chance of each code."""
    mean = expected(chances, nets)
    return Paid(wager, column, tuple(nets), mean, expected(chances, [net**2 for net in nets]) - mean**2)


def side(table: PayTable, column: int, figures: Figures, meter: Fraction | None = None) -> Paid:
    """A side bet; a progressive counts with its meter at a whole number of bets."""
    nets = tuple(pay_nets(table, None if meter is None else {table.wager: meter}))
    by_event = {line.event: nets[line.grades.start] for line in table.lines}
    chances = [figures.probability(outcome.event) for outcome in figures.outcomes]
    paid_at = [by_event.get(outcome.event, Fraction(-1)) for outcome in figures.outcomes]
    return replace(paid(table.wager, column, paid_at, chances), nets=nets)


def sides(
    terms: Terms,
    figures: Mapping[str, Figures],
    columns: Mapping[str, int],
    progressive: Callable[[Terms], ProgressiveFigures] | None = None,
) -> list[Paid]:
    """The side bets offered, each paid by its column."""
    found = []
    for wager, column in columns.items():
        if wager in terms.pays:
            metered = progressive if wager in terms.progressives else None
            meter = whole_meter(metered(terms).mean_meter) if metered else None
            found.append(side(terms.pays[wager], column, figures[wager], meter))
    return found


def whole_meter(mean: Fraction) -> Fraction:
    return Fraction(round(mean))


def own_decisions(function: Callable[[Any], Any], size: int) -> Callable[[Cards, int, Cards], None]:
    """A user's function of a hand of `size` cards, compiled into a loop over rounds and seats."""
    decide = load().njit(function)

    def fill(cards: Any, seats: int, actions: Any) -> None:
        for number in range(len(cards)):
            for seat in range(seats):
                actions[number * seats + seat] = decide(cards[number, size * seat : size * seat + size])

    compiled: Callable[[Cards, int, Cards], None] = load().njit(nogil=True)(fill)
    return compiled


def own_bets(function: Callable[[Any], Any]) -> Callable[[Cards, int, Cards], None]:
    """A user's function of the cards seen, five on the flop and six on the turn, that says whether to bet."""
    bets = load().njit(function)

    def fill(cards: Any, seats: int, actions: Any) -> None:
        seen = np.empty(6, np.uint8)
        for number in range(len(cards)):
            seen[2:] = cards[number, 2 * seats : 2 * seats + 4]
            for seat in range(seats):
                seen[:2] = cards[number, 2 * seat : 2 * seat + 2]
                actions[number * seats + seat] = 1
                if bets(seen[:5]):
                    actions[number * seats + seat] = 3 if bets(seen) else 2

    compiled: Callable[[Cards, int, Cards], None] = load().njit(nogil=True)(fill)
    return compiled


def fresh_actions(rounds: int, seats: int) -> Cards:
    return np.empty(rounds * seats, np.uint8)
