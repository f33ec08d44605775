"""Simulated rounds of a game with a trade: decided by its exact strategy or by a file, ended by its tables."""

from functools import cached_property
from typing import Any

import numpy as np

from feltlab.cards import card_text, parse_cards
from feltlab.errors import FeltlabError, shown
from feltlab.exact.engine import Paid, Seating, side, whole_meter
from feltlab.exact.solving.paths import Path, paths
from feltlab.exact.solving.rounds import MOST_CODES, main_paid
from feltlab.exact.solving.seeing import FULL_DECK
from feltlab.exact.solving.trade_lab import KEEP, TRADE, TradeLab
from feltlab.exact.solving.trade_solved import TradeSolved, WayToPlay
from feltlab.exact.strategy_file import FileForm, Row
from feltlab.kernels.dealing import Cards
from feltlab.kernels.draws import trades
from feltlab.kernels.subsets import Ints
from feltlab.rules.dealt import distinct
from feltlab.rules.game import Game


def answers_of_paths(game: Game) -> list[tuple[str, ...]]:
    """All possible answers to the questions about raises together; empty for one that is not asked."""
    at = list(game.round.asks.values()).index(game.round.trade)  # type: ignore[arg-type]
    found = [(*path.options[:at], "", *path.options[at + 1 :]) for path in paths(game)]
    return list(dict.fromkeys(found))


class TradeEngine:
    def __init__(self, plan: Seating, lab: TradeLab) -> None:
        if plan.own:
            raise FeltlabError(f"{lab.game.slug} is played by a named strategy or by a file")
        self.game, self.lab, self.seats, self.terms = lab.game, lab, plan.seats, plan.terms
        self.deck = np.array(FULL_DECK, np.uint8)
        self.cards = self.game.round.cards(plan.seats)
        self.solved = lab.solved_trade(self.terms)
        self.size, self.most = lab.trading.size, lab.trading.most
        self.way = _way(plan, lab)
        self.answers = answers_of_paths(self.game)
        if len(self.answers) << self.size > 256:
            raise FeltlabError(f"{self.game.slug}: seats may go {len(self.answers)} ways besides the trade: too many")
        counts = self.solved.end_counts(self.way)
        self._ends = told_apart(self.solved, self.way)
        if len(self._ends) > MOST_CODES:
            raise FeltlabError(
                f"{self.game.slug}: rounds end in {len(self._ends)} ways; a simulation can tell only {MOST_CODES} apart"
            )
        tops = [self.game.book.scales[slug].top + 1 for slug in self.game.sides]
        self.tops: tuple[int, ...] = (len(self._ends), *tops)
        main = main_paid(self.game, self._ends, counts, lab.trading.deals)
        self.paid: tuple[Paid, ...] = (*main, *self._sides())
        self._tabulate()

    def _sides(self) -> list[Paid]:
        found = []
        for column, slug in enumerate(self.game.sides, start=1):
            if slug in self.terms.pays:
                metered = slug in self.terms.progressives
                meter = whole_meter(self.lab.progressive_of(slug, self.terms).mean_meter) if metered else None
                found.append(side(self.terms.pays[slug], column, self.lab.side_figures(slug, self.terms), meter))
        return found

    def _tabulate(self) -> None:
        """By hand dealt, the cards it keeps and its way; by way, cards traded and final class, how it ends."""
        solved, plan = self.solved, self.lab.trading
        arriving, folded = solved.traders(self.way)
        self.kept = np.full(len(plan.seeing.first), (1 << self.size) - 1, np.uint8)
        self.early = np.zeros(len(self.kept), np.uint8)
        shape = (len(arriving) + len(folded), self.most + 1, solved.counted.classes)
        self.ended, self.taken = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
        numbers = {end: number for number, end in enumerate(self._ends)}
        masks = np.array(plan.kept, np.uint8)
        for early, (path, there, ways) in enumerate(arriving):
            self.kept[there], self.early[there] = masks[ways[there]], early
            for count in range(self.most + 1):
                for late, classes in solved.late_taken(solved.past(path, count), self.way.answers):
                    self._put(numbers, late, (early, count, classes))
        for early, (path, there) in enumerate(folded, start=len(arriving)):
            self.early[there] = early
            self._put(numbers, path, (early, 0, np.ones(shape[2], np.bool_)))
        self.folded = np.arange(shape[0]) >= len(arriving)
        self.grades = [solved.counted.grades(slug) for slug in self.game.sides]

    def _put(self, numbers: dict[Any, int], path: Path, where: Any) -> None:
        early, count, classes = where
        self.ended[early, count, classes] = [
            numbers.get(end, 0) for end, here in zip(self.solved.ends[path], classes.tolist(), strict=True) if here
        ]
        at = self.solved.at
        self.taken[early, count, classes] = self.answers.index((*path.options[:at], "", *path.options[at + 1 :]))

    def _played(self, cards: Cards) -> tuple[Any, Any, Any, Any]:
        """By round and seat: the class of the hand dealt, the places kept, and where to read the round's tables."""
        found = np.empty((len(cards) * self.seats, 3), np.int32)
        seeing, script = self.lab.seeing, self.game.round
        none = np.empty(0, np.int64)
        keys, classes = seeing.keys if seeing.by_suit else (none, none)
        ready = script.hand * self.seats + script.shared
        rows = np.ascontiguousarray(cards)
        trades(rows, self.seats, self.size, ready, self.most, keys, classes, self.kept, found)
        states, kept, final = found[:, 0], found[:, 1], self.solved.counted.class_of[found[:, 2]]
        counts = self.size - _ONES[kept]
        return states, kept, (self.early[states], counts, final), final

    def decide(self, first: int, cards: Cards) -> Cards:
        """The places kept and, above them, the number of the other answers."""
        _, kept, where, _ = self._played(cards)
        actions: Cards = ((self.taken[where].astype(np.int64) << self.size) | kept).astype(np.uint8)
        return actions

    def grade(self, first: int, cards: Cards, codes: Cards) -> None:
        states, _, where, final = self._played(cards)
        codes[:, 0] = self.ended[where]
        for column, (grades, late) in enumerate(self.grades, start=1):
            codes[:, column] = np.where(self.folded[where[0]], 0, grades[final]) if late else grades[states]


_ONES = np.array([mask.bit_count() for mask in range(32)], np.int64)


def told_apart(solved: TradeSolved, way: WayToPlay) -> list[Any]:
    """All ends; if there are too many to tally, those reached."""
    every = solved.all_ends
    reached = solved.end_counts(way) if len(every) > MOST_CODES else every
    return [end for end in every if end in reached]


def _way(plan: Seating, lab: TradeLab) -> WayToPlay:
    way = lab.way(plan.strategy, plan.terms)
    if plan.table is None:
        return way
    order = {mask: at for at, mask in enumerate(lab.trading.kept)}
    taken = np.array([order[mask] for mask in np.frombuffer(plan.table, np.int8).tolist()], np.int64)
    return WayToPlay(way.answers, lambda _: taken)  # a file decides regardless of the values


class TradeRounds:
    """Stands in for a game's own `rounds`."""

    def __init__(self, lab: TradeLab) -> None:
        self.lab = lab

    def engine(self, plan: Seating) -> TradeEngine:
        return TradeEngine(plan, self.lab)

    def joint_counts(self, plan: Seating) -> Ints:
        solved, way = self.lab.solved_trade(plan.terms), _way(plan, self.lab)
        return solved.joint_counts(way, told_apart(solved, way))

    def choices_of(self, action: int, hand: list[int]) -> dict[str, Any]:
        game, trading = self.lab.game, self.lab.trading
        answers, kept = answers_of_paths(game)[action >> trading.size], action & (1 << trading.size) - 1
        traded = [card_text(card) for at, card in enumerate(hand) if not kept >> at & 1]
        choices: dict[str, Any] = {}
        for ask, answer in zip(game.round.asks.values(), answers, strict=True):
            if ask.trade:
                choices[ask.name] = trading.trade.written(traded)
            elif answer:
                choices[ask.name] = answer
            if ask.folds(answer):
                break
        return choices

    @cached_property
    def FILE_FORM(self) -> FileForm:  # noqa: N802
        lab, game = self.lab, self.lab.game
        if len(game.round.asks) != 1:
            raise FeltlabError(f"{game.slug} is decided in steps: its strategy cannot be read from a file")
        (name,) = lab.seeing.groups

        def read(text: str) -> list[int]:
            cards = parse_cards(text, lab.trading.size, name)
            distinct(cards)
            return list(cards)

        def decision(row: Row, number: int) -> int:
            hand = read(row[name])
            traded = traded_in(row["decision"], hand, lab.trading.most)
            named = lab.numbered(hand)[1]
            order = sorted(range(len(hand)), key=lambda place: named[place])
            return sum(1 << bit for bit, place in enumerate(order) if hand[place] not in traded)

        size = len(lab.seeing.first)
        return FileForm(name, lambda text: lab.numbered(read(text))[0], decision, lambda _: np.ones(size, np.bool_))


def traded_in(decision: str, hand: list[int], most: int) -> set[int]:
    """The cards that a row of a strategy file trades."""
    word, _, cards = decision.strip().partition(" ")
    traded = parse_cards(cards, len(cards.split()), "decision") if word == TRADE else ()
    wrong = not set(traded) <= set(hand) or len(set(traded)) != len(traded) or len(traded) > most
    if word not in (KEEP, TRADE) or wrong or bool(cards.strip()) != (word == TRADE):
        raise FeltlabError(f"the decision must be `keep`, or `trade` and the cards to trade, not {shown(decision)}")
    return set(traded)
