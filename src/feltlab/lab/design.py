"""Pay tables for a target edge: all of them if that can be searched, otherwise the nearest; it says which.

A side bet's return is linear in its pays, so the search is exact by itself. If pays change how the game is played, as
for a wager of the main game, every table returned has been solved again, and the solved ones bound the rest.

Pays never rise going down the felt. The order is the felt's and not that of rarity: a flush may be rarer than a full
house and pay less.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise
from math import comb, log
from typing import Any, Final

import numpy as np

from feltlab.errors import FeltlabError, shown
from feltlab.exact.figures import Figures
from feltlab.exact.side_bets import paid_by_table
from feltlab.kernels.pay_search import search
from feltlab.lab import analyze, lab_of, terms_of
from feltlab.lab.grades import grade_counts
from feltlab.money import PUSH, Odds
from feltlab.rules.game import Game
from feltlab.rules.house import House
from feltlab.rules.pay_table import PayTable, Share
from feltlab.rules.wagers import Role
from feltlab.wire import exact

LIKED: Final = (
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60, 75, 80, 100, 125, 150, 200, 250, 300, 400, 500, 600,
    750, 800, 1000, 1200, 1500, 2000, 2500, 3000, 4000, 5000, 6000, 8000, 10000,
)  # fmt: skip
"""Pays that people like to see on a felt."""
MOST_NODES: Final = 60_000_000
KEPT: Final = 200_000
MOST_SOLVES: Final = 120
"""Tables solved again if the pays change best play: a few seconds."""
LIFT: Final = Fraction(1, 100)
"""What best play may gain over the printed table's best play, if there are too many tables to look at them all."""
ROUNDING: Final = 1e-9


@dataclass(frozen=True)
class Wish:
    """The requirements on a pay table."""

    edge: Fraction
    tolerance: Fraction = Fraction(1, 1000)
    keep: Mapping[str, Odds] = field(default_factory=dict)
    """Lines that stay as they are."""
    values: Sequence[int] = LIKED
    lines: int | None = None
    """Pay only that many of the highest lines."""
    max_pay: int | None = None
    hit_frequency: tuple[Fraction, Fraction] = (Fraction(0), Fraction(1))
    deviation: tuple[Fraction, Fraction] | None = None
    """Least and most standard deviation."""
    most: int = 100
    """How many tables to return."""

    @property
    def any_figures(self) -> bool:
        """Whether only the edge is asked for."""
        return self.hit_frequency == (Fraction(0), Fraction(1)) and self.deviation is None

    def __post_init__(self) -> None:
        if self.tolerance < 0 or not -1 <= self.edge <= 1:
            raise FeltlabError("the edge must be between -100% and 100%, and the tolerance not negative")
        if not self.values or any(value < 0 for value in self.values):
            raise FeltlabError("the pays to choose from must be whole numbers from 0 up")
        if self.hit_frequency[0] > self.hit_frequency[1]:
            raise FeltlabError("the smallest hit frequency is above the largest")
        if self.deviation and self.deviation[0] > self.deviation[1]:
            raise FeltlabError("the smallest standard deviation is above the largest")


@dataclass(frozen=True)
class Designed:
    pays: Mapping[str, Odds]
    returns: Mapping[str, Fraction]
    """The average return of each line; a bonus has no stake to return."""
    figures: Figures
    nearest: str
    """The most similar printed table, by id."""

    def to_dict(self) -> dict[str, Any]:
        figures = self.figures
        return {
            "pays": {event: str(odds) for event, odds in self.pays.items()},
            **exact(house_edge=figures.house_edge, variance=figures.variance, hit_frequency=figures.hit_frequency),
            "standard_deviation_float": figures.standard_deviation,
            "return_by_line": {event: str(returned) for event, returned in self.returns.items()},
            "nearest_printed": self.nearest,
        }


@dataclass(frozen=True)
class Design:
    complete: bool
    """Whether every table that fits is in the list."""
    found: int
    """How many tables fit, as far as the search got."""
    tables: tuple[Designed, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "complete": self.complete,
            "found": self.found,
            "pay_tables": [table.to_dict() for table in self.tables],
        }


def design(game: Game, wager: str, wish: Wish, house: House | None = None, like: str | None = None) -> Design:
    """Pay tables of a wager with an edge in the band; the events are those of the felt's table, or of table `like`."""
    house = house or game.house()
    if wager in house.left_off:
        raise FeltlabError(house.not_offered(wager))
    if wager not in house.pay_tables:
        raise FeltlabError(f"{shown(wager)} has no pay table; these have one: {', '.join(house.pay_tables)}")
    template = house.pay_table(wager, like, getattr(house.numbers, "decks", 1))
    if any(isinstance(line.pays, Share) for line in template.lines):
        raise FeltlabError(f"the {wager} is a progressive: its meter, not a pay table, sets its edge")
    _check_counted(game, wager, house)
    if game.wagers[wager].in_main_game:
        return _solved(game, template, wish, house)
    return _linear(game, template, wish, house)


def _check_counted(game: Game, wager: str, house: House) -> None:
    """Pays are fitted to counts of all deals, never to a sample."""
    is_counted = getattr(lab_of(game.slug), "is_counted", None)
    if is_counted and not (wager in game.sides and is_counted(wager, terms_of(game, house))):
        raise FeltlabError(
            f"the {wager} is sampled, not counted over all deals: pay tables are designed for exact figures only"
        )


def _linear(game: Game, template: PayTable, wish: Wish, house: House) -> Design:
    """A side bet: its return is linear in its pays, the counts of its events are fixed."""
    terms = terms_of(game, house)
    counts = grade_counts(game.slug, template.wager, terms)
    events = {line.event: sum(counts[grade] for grade in line.grades) for line in template.lines}
    events_paid = list(events)[: wish.lines]
    total = sum(counts)
    low, high = (_whole((1 - wish.edge + sign * wish.tolerance) * total, sign) for sign in (-1, 1))
    weights = [events[event] for event in events_paid]
    rows, found, finished = _search(weights, events_paid, _with_pushes(wish, template), (low, high))
    tables = []
    for row in rows[_likeness(template, events_paid, rows)]:
        figures = paid_by_table(game, _table(game, template, events_paid, row), counts)
        if _fits(figures, wish):
            tables.append(_designed(game, template, events_paid, row, house, figures))
        if len(tables) == wish.most:
            break
    complete = finished and found <= len(rows) and len(tables) < wish.most
    complete = complete or (finished and len(tables) == found)
    return Design(complete, found if wish.any_figures and not complete else len(tables), tuple(tables))


def new_bet(events: Mapping[str, int], total: int, wish: Wish) -> list[dict[str, Odds]]:
    """Pay tables for a bet that no game has yet: events from the top line down, in how many of `total` deals each."""
    low, high = (_whole((1 - wish.edge + sign * wish.tolerance) * total, sign) for sign in (-1, 1))
    weights = np.array(list(events.values()))
    rows, _, _ = _search(weights.tolist(), list(events), wish, (low, high))
    nearest_first = np.argsort(np.abs(2 * ((rows + 1) @ weights) - (low + high)), kind="stable")
    return [{event: Odds(pay) for event, pay in zip(events, row, strict=True)} for row in rows[nearest_first].tolist()][
        : wish.most
    ]


def _whole(value: Fraction, sign: int) -> int:
    """The nearest whole number inside the band."""
    return -int(-value // 1) if sign < 0 else int(value // 1)


def _search(weights: list[int], events: list[str], wish: Wish, band: tuple[int, int]) -> tuple[Any, int, bool]:
    """Rows of pays, how many fit, and whether the search was completed."""
    values = sorted({value for value in wish.values if wish.max_pay is None or value <= wish.max_pay})
    if not values:
        raise FeltlabError("no pay is left to choose from: raise the largest pay")
    lowest = np.full(len(weights), values[0])
    highest = np.full(len(weights), values[-1])
    fixed = _fixed(events, wish)
    for place, event in enumerate(events):
        if event in fixed:
            lowest[place] = highest[place] = fixed[event]
    kept = [fixed[event] for event in events if event in fixed]
    if any(later > earlier for earlier, later in pairwise(kept)):
        raise FeltlabError("the lines to keep pay more for a lower line than for a higher one")
    for place in range(len(events) - 2, -1, -1):  # a line pays no less than the lines below it
        lowest[place] = max(lowest[place], lowest[place + 1])
    allowed = np.array(sorted({*values, *fixed.values()}))
    rows = np.zeros((KEPT, len(weights)), np.int64)
    found, nodes = search(np.array(weights), allowed, lowest, highest, band, MOST_NODES, rows)
    return rows[: min(found, KEPT)], found, nodes <= MOST_NODES


def _with_pushes(wish: Wish, template: PayTable) -> Wish:
    """A line that is a push on the felt stays one, unless a push is among the pays to choose from."""
    if 0 in wish.values:
        return wish
    pushes = {line.event: PUSH for line in template.lines if line.pays == PUSH}
    return replace(wish, keep={**pushes, **wish.keep})


def _fixed(events: list[str], wish: Wish) -> dict[str, int]:
    fixed = {}
    for event, odds in wish.keep.items():
        if event not in events and odds != PUSH:
            raise FeltlabError(f"{shown(event)} is not a line of this pay table: choose from {', '.join(events)}")
        if odds.per != 1 or not odds.keeps_stake:
            raise FeltlabError(f"a line to keep is written 'N to 1', not {odds}")
        if event in events:
            fixed[event] = odds.pays
    return fixed


def _pays(template: PayTable, events: list[str], row: Any) -> dict[str, Odds]:
    """In the order of the felt."""
    chosen = dict(zip(events, row.tolist(), strict=True))
    return {line.event: Odds(chosen[line.event]) for line in template.lines if line.event in chosen}


def _designed(game: Game, template: PayTable, events: list[str], row: Any, house: House, figures: Figures) -> Designed:
    pays, stake = _pays(template, events, row), game.wagers[template.wager].role is not Role.BONUS
    returns = {event: figures.staked_on(template.wager, event) * (odds.net + stake) for event, odds in pays.items()}
    return Designed(pays, returns, figures, _nearest(template, row, house))


def _table(game: Game, template: PayTable, events: list[str], row: Any) -> PayTable:
    scale = game.book.scales[template.wager]
    return PayTable.build(template.wager, "designed", scale, list(_pays(template, events, row).items()))


def _fits(figures: Figures, wish: Wish) -> bool:
    if not wish.hit_frequency[0] <= figures.hit_frequency <= wish.hit_frequency[1]:
        return False
    return wish.deviation is None or wish.deviation[0] ** 2 <= figures.variance <= wish.deviation[1] ** 2


def _likeness(template: PayTable, events: list[str], rows: Any) -> Any:
    """Order of the rows, most similar to the template first: by the logarithms of the ratios of their pays."""
    printed = {line.event: line.pays.pays for line in template.lines if isinstance(line.pays, Odds)}
    wanted = np.array([printed[event] for event in events])
    return np.argsort(np.abs(np.log((rows + 1) / (wanted + 1))).sum(axis=1), kind="stable")


def _nearest(template: PayTable, row: Any, house: House) -> str:
    """By the sum of the logarithms of the ratios of pays."""
    pays = sorted(row.tolist(), reverse=True)

    def distance(table: PayTable) -> float:
        printed = sorted((int(line.pays.net) for line in table.lines if isinstance(line.pays, Odds)), reverse=True)
        pairs = zip(pays + [0] * len(printed), printed + [0] * len(pays), strict=False)
        return sum(abs(log((a + 1) / (b + 1))) for a, b in pairs)

    return min(house.pay_tables[template.wager].values(), key=distance).id


def _solved(game: Game, template: PayTable, wish: Wish, house: House) -> Design:
    """Pays that change best play: every table reported to fit has been solved."""
    events = [line.event for line in template.lines][: wish.lines]
    solving = _Solving(game, template, events, house)
    printed = [line.pays.pays for line in template.lines if isinstance(line.pays, Odds)][: len(events)]
    solving.solve(np.array(printed))
    wanted = _with_pushes(wish, template)
    few = comb(len(wanted.values) + len(events) - 1, len(events)) <= KEPT
    rows, found, finished = _search(solving.weights, events, wanted, solving.band(wish, few))
    rows = rows[_likeness(template, events, rows)]
    tables, left = solving.fitting(rows, wish)
    complete = few and finished and found <= len(rows) and not left
    return Design(complete, len(tables), tuple(tables))


class _Solving:
    """Best play returns at least what a table pays for any one play, so a solved table bounds all others.

    Under the play that was best there, another table returns no more than under its own best play. And of two tables,
    the one whose lines all pay at least as much returns at least as much.
    """

    def __init__(self, game: Game, template: PayTable, events: list[str], house: House) -> None:
        self.game, self.template, self.events, self.house = game, template, events, house
        self._planes: list[tuple[Fraction, list[Fraction]]] = []
        """By solved table: the return of everything else under its best play, and the stake on each line."""
        self._total = 1

    def solve(self, row: Any) -> Figures:
        house = self.house.with_pay_table(_table(self.game, self.template, self.events, row))
        figures = analyze(self.game.slug, house=house).main
        stakes = [figures.staked_on(self.template.wager, event) for event in self.events]
        paid = sum((stake * (pay + 1) for stake, pay in zip(stakes, row.tolist(), strict=True)), Fraction(0))
        self._planes.append((figures.expectation - paid, stakes))
        self._total = figures.total
        return figures

    @property
    def weights(self) -> list[int]:
        """For each line in the first table that was solved."""
        return [int(stake * self._total) for stake in self._planes[0][1]]

    def band(self, wish: Wish, few: bool) -> tuple[int, int]:
        """The band of the lines' return by those weights; if there are few tables, all that are not above."""
        others = self._planes[0][0]
        low = 0 if few else _whole((-wish.edge - wish.tolerance - LIFT - others) * self._total, -1)
        return low, max(0, _whole((-wish.edge + wish.tolerance - others) * self._total, 1))

    def fitting(self, rows: Any, wish: Wish) -> tuple[list[Designed], bool]:
        """Those that fit, with the rows in order of preference; and whether some were not judged."""
        low, high = float(-wish.edge - wish.tolerance) - ROUNDING, float(-wish.edge + wish.tolerance) + ROUNDING
        found: dict[int, Designed] = {}
        left, least = np.ones(len(rows), np.bool_), self._least(rows)
        for _ in range(MOST_SOLVES):
            left &= least <= high
            if not left.any() or len(found) == wish.most:
                break
            inside = np.flatnonzero(left & (least >= low))
            at = int(inside[0]) if len(inside) else int(np.argmax(np.where(left, least, -np.inf)))
            figures = self.solve(rows[at])
            least, left[at] = np.maximum(least, self._least(rows)), False
            if figures.expectation < low:
                left &= (rows > rows[at]).any(axis=1)
            elif abs(figures.house_edge - wish.edge) <= wish.tolerance and _fits(figures, wish):
                found[at] = _designed(self.game, self.template, self.events, rows[at], self.house, figures)
        return [found[at] for at in sorted(found)], bool(left.any())

    def _least(self, rows: Any) -> Any:
        """A lower bound for the return of each table, by the table solved last."""
        others, stakes = self._planes[-1]
        return float(others) + (rows + 1) @ np.array(stakes, float)
