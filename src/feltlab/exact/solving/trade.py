"""A hand whose cards may be traded for others of the deck: every way to trade it, counted at once.

Hands after the trade fall into a few classes that the rules distinguish. N[T] is, by class, the number of hands that
hold all cards of the set T; the result of a hand that keeps K and trades the rest is the signed sum of N over the sets
between K and the hand. Pays are not part of the counts.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import comb, lcm
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from feltlab.errors import RulesError
from feltlab.exact.solving.answering import Bools, on_the_scale
from feltlab.exact.solving.different import different
from feltlab.exact.solving.keeping import kept
from feltlab.exact.solving.paths import Path, options_of, paths
from feltlab.exact.solving.seeing import FULL_DECK, Seeing
from feltlab.exact.solving.solver import named_units
from feltlab.exact.solving.tabulating import answers_of, rows_of, values_of, values_of_sets
from feltlab.kernels.subsets import CHOOSE, Ints, small_sets
from feltlab.rules.allowing import UNITS
from feltlab.rules.game import Game
from feltlab.rules.settling import Bound, Hand
from feltlab.rules.steps import Ask, Trade

MOST_CARDS: Final = 5
MOST_CLASSES: Final = 250
MOST_NUMBERED: Final = 200_000
Numbers = npt.NDArray[np.int32]


def trade_unfit(game: Game) -> str:
    """Why the trade of a game cannot be solved; empty if it can."""
    script = game.round
    asked, own = script.trade, script.seat_deals
    if asked is None or asked.trade is None:
        return "nothing is traded"
    if sum(ask.trade is not None for ask in script.asks.values()) > 1:
        return "cards are traded twice"
    if any(ask.set for ask in script.asks.values()):
        return "a hand is set as well as traded"
    if script.second_deals:
        return f"{script.second_deals[0].place} comes from a separate deck"
    if hasattr(game.numbers, "decks"):
        return "it is dealt from a shoe, and a trade is solved from one deck"
    if game.conditions:
        return "its draws or questions depend on the hands"
    if len(own) != 1 or own[0].parts or own[0].cards > MOST_CARDS:
        return f"a trade is solved where a seat is dealt at once, up to {MOST_CARDS} cards"
    return _unfit_hands(game, own[0].place, asked.trade)


def _unfit_hands(game: Game, own: str, trade: Trade) -> str:
    for name, hand in game.hands.items():
        if hand.places not in ((own,), (trade.makes,)):
            places = " and ".join(hand.places)
            return (
                f"the hand {name!r} lies in {places}: with a trade only the player's own cards are counted, before it"
                f" ({own}) or after it ({trade.makes}); a game against a dealer's hand is solved without a trade"
            )
    before = [name for name in game.bound_settle.hands if game.hands[name].places == (own,)]
    if before:
        return f"settle looks at {before[0]!r}, the hand before the trade: make that a side bet"
    for slug, bound in game.grades.items():
        if len({game.hands[name].places for name in bound.hands}) > 1:
            return f"{slug} looks at hands before and after the trade: a side bet may look at only one of them"
        if set(bound.names) & (set(named_units(paths(game)[0])) & set(game.rule_names)):
            return f"{slug} depends on what is answered, so it cannot be counted by itself"
    return ""


class TradeSeeing(Seeing):
    """One group: the deal. The hand after the trade has as many cards."""

    def columns(self, hand: Hand) -> list[int]:
        return list(range(self.size))

    @property
    def size(self) -> int:
        return self.game.round.hand

    @cached_property
    def groups(self) -> dict[str, int]:
        return {self.game.round.seat_deals[0].place: self.size}

    @cached_property
    def seen(self) -> tuple[int, ...]:
        return (1,) * max(1, len(self.game.round.asks))

    @property
    def keys(self) -> tuple[Ints, Ints]:
        """The keys of the classes, ascending, and the class of each."""
        return self._keys


@dataclass(frozen=True)
class TradePlan:
    """The hands of a game with a trade, and all sets of cards they can keep."""

    game: Game
    deck: tuple[int, ...] = FULL_DECK
    name = "trade"

    def __post_init__(self) -> None:
        if reason := trade_unfit(self.game):
            raise RulesError(f"{self.game.slug} fits no exact plan. Trade: {reason}")
        if self.seeing.size + self.most > len(self.deck):
            raise RulesError(f"{self.game.slug}: a round needs more cards than the deck has")

    @cached_property
    def seeing(self) -> TradeSeeing:
        return TradeSeeing(self.game, self.deck)

    @property
    def size(self) -> int:
        return self.seeing.size

    @property
    def most(self) -> int:
        return self.game.round.most_traded

    @cached_property
    def trade(self) -> Trade:
        asked = self.game.round.trade
        assert asked is not None and asked.trade is not None  # noqa: S101, PT018 - no other game has this plan
        return asked.trade

    @cached_property
    def kept(self) -> list[int]:
        """Masks of the cards that may be kept, fewest traded first."""
        return sorted(
            (mask for mask in range(1 << self.size) if self.size - mask.bit_count() <= self.most),
            key=lambda mask: (self.size - mask.bit_count(), -mask),
        )

    @cached_property
    def ways(self) -> tuple[int, ...]:
        """By number of cards traded, the number of ways to replace them."""
        return tuple(comb(len(self.deck) - self.size, count) for count in range(self.most + 1))

    @cached_property
    def draws(self) -> int:
        """The weight of each deal, chosen so that it divides among the ways to replace any number of cards."""
        return lcm(*self.ways)

    @property
    def deals(self) -> int:
        return self.seeing.deals * self.draws

    @cached_property
    def starts(self) -> list[int]:
        """Where the sets of each size begin among all those smaller than a hand."""
        return [0, *accumulate(comb(len(self.deck), size) for size in range(self.size))]

    def places(self, hands: Ints) -> Ints:
        """Cards as their places in the deck."""
        return hands if self.deck == FULL_DECK else np.searchsorted(self.seeing.cards, hands)

    def subsets(self, hands: Ints) -> Numbers:
        """By hand and mask of its cards, ascending in the deck, the number of that set among all; the whole hand's own
        is counted among hands.
        """
        at = self.places(hands)
        found = np.zeros((len(hands), 1 << self.size), np.int32)
        for mask in range(1, 1 << self.size):
            top, count = mask.bit_length() - 1, mask.bit_count()
            found[:, mask] = found[:, mask ^ 1 << top] + CHOOSE[at[:, top], count]
        for mask in range((1 << self.size) - 1):
            found[:, mask] += self.starts[mask.bit_count()]
        return found

    @cached_property
    def _first_subsets(self) -> Numbers:
        return self.subsets(self.seeing.first)

    def numbered(self, hands: Any) -> Numbers:
        """The `subsets` of some first hands; if there are not too many, those of all are kept."""
        few = len(self.seeing.first) <= MOST_NUMBERED
        return self._first_subsets[hands] if few else self.subsets(self.seeing.first[hands])


@dataclass(frozen=True)
class TradeCounted:
    """Hands after the trade by how the rules end them on some rule numbers, without any pays."""

    plan: TradePlan
    numbers: tuple[tuple[str, int], ...]

    @property
    def game(self) -> Game:
        return self.plan.game

    def _is_after(self, bound: Bound) -> bool:
        return any(self.game.hands[name].places == (self.plan.trade.makes,) for name in bound.hands)

    @cached_property
    def _values(self) -> tuple[dict[str, Ints], Any]:
        """By hand after the trade, its values, a row for each combination that occurs; and by set, its row."""
        names = [name for name, hand in self.game.hands.items() if hand.places == (self.plan.trade.makes,)]
        sorts = [
            values_of_sets(
                self.game.hands[name].ranking.value, self.plan.seeing.cards, self.plan.size, self.plan.seeing.by_suit
            )
            for name in names
        ]
        if not names:
            return {}, np.zeros(comb(len(self.plan.deck), self.plan.size), np.uint16)
        if len(names) == 1:
            return {names[0]: sorts[0].values}, sorts[0].places
        rows, which = different(np.stack([found.places.astype(np.int64) for found in sorts], axis=1))
        return {name: sorts[at].values[rows[:, at]] for at, name in enumerate(names)}, which

    def _asked(self, bound: Bound, fixed: dict[str, int]) -> Ints:
        """A rule's answer about the hand after the trade, by combination of values."""
        columns, _ = self._values
        length = len(next(iter(columns.values()))) if columns else 1
        held = {name: columns[name] for name in bound.hands if name in columns}
        return answers_of(bound, rows_of(bound.names, held, dict(self.numbers) | fixed, length))

    @cached_property
    def late(self) -> tuple[tuple[int, Ask], ...]:
        """Questions after the trade, by number."""
        asks = list(self.game.round.asks.values())
        after = next(number for number, ask in enumerate(asks) if ask.trade) + 1
        return tuple(enumerate(asks))[after:]

    @cached_property
    def _columns(self) -> dict[Any, Ints]:
        """By question, the answers of every rule about the hand after the trade."""
        found: dict[Any, Ints] = {}
        for path in paths(self.game):
            if not self.folds_early(path):
                found["codes", path] = self._asked(self.game.bound_settle, named_units(path))
        for slug, grade in self.game.grades.items():
            if self._is_after(grade):
                found["grade", slug] = self._asked(grade, {})
        for number, ask in self.late:
            if bound := self.game.allows.get(ask.stage):
                for option in options_of(ask):
                    units = ask.raises.options[option] if ask.raises else 0
                    found["may", number, option] = (self._asked(bound, {UNITS: units}) != 0) | (units == 0)
            for name, rules in self.game.plays.items():
                found["plays", number, name] = self._asked(rules[ask.stage], {})
        return found

    def folds_early(self, path: Path) -> bool:
        """Whether it folds before the trade: then there is no hand after it."""
        stages = list(self.game.round.asks)
        return bool(path.folded) and stages.index(path.folded) < len(stages) - 1 - len(self.late)

    @cached_property
    def _classes(self) -> tuple[Ints, Any]:
        """The different rows of all columns, and by set of cards its row."""
        rows, which = different(np.concatenate([*self._columns.values()], axis=1).astype(np.int64))
        if len(rows) > MOST_CLASSES:
            raise RulesError(
                f"{self.game.slug}: hands after the trade end in {len(rows)} ways; the limit is {MOST_CLASSES}"
            )
        return rows, which.astype(np.uint8)[self._values[1]]

    @property
    def classes(self) -> int:
        return len(self._classes[0])

    @property
    def class_of(self) -> npt.NDArray[np.uint8]:
        """By number of a hand."""
        found: npt.NDArray[np.uint8] = self._classes[1]
        return found

    def _by_class(self, *asked: Any) -> Ints:
        at = 0
        for name, column in self._columns.items():
            if name == asked:
                return self._classes[0][:, at : at + column.shape[1]]
            at += column.shape[1]
        raise KeyError(asked)

    def codes(self, path: Path) -> Ints:
        """By class; a hand folded before the trade has the same for all."""
        if not self.folds_early(path):
            return self._by_class("codes", path)
        bound = self.game.bound_settle
        fixed = dict(self.numbers) | named_units(path) | dict.fromkeys(bound.hands, 0)
        return np.repeat(answers_of(bound, rows_of(bound.names, {}, fixed, 1)), self.classes, axis=0)

    def late_options(self, number: int) -> list[Bools] | None:
        """By option of a question after the trade, the classes that may take it; None if all may."""
        ask = dict(self.late)[number]
        if ask.stage not in self.game.allows:
            return None
        return [self._by_class("may", number, option)[:, 0] != 0 for option in options_of(ask)]

    def late_plays(self, number: int, strategy: str) -> Ints:
        """By class, the units that an author's strategy puts up."""
        return self._by_class("plays", number, strategy)[:, 0]

    def grades(self, slug: str) -> tuple[Ints, bool]:
        """The grades of a side bet by class of the hand after the trade, or else by hand as dealt; and which of the
        two.
        """
        bound = self.game.grades[slug]
        if self._is_after(bound):
            found, late = self._by_class("grade", slug)[:, 0], True
        else:
            first = self.plan.seeing.first
            columns = {name: values_of(self.game.hands[name].ranking.value, first) for name in bound.hands}
            found, late = answers_of(bound, rows_of(bound.names, columns, dict(self.numbers), len(first)))[:, 0], False
        return on_the_scale(self.game, slug, found), late

    @cached_property
    def holding(self) -> Numbers:
        """By set of fewer cards than a hand, and class, the number of hands that hold it: N[T]."""
        key = self.class_of, self.classes, len(self.plan.deck), self.plan.size
        return kept("holding", key, lambda: {"holding": holding(*key)})["holding"]


def holding(class_of: Any, classes: int, deck: int, size: int) -> Numbers:
    """Each size from the next larger one: what holds a set is counted once for each card it holds more."""
    found: list[Any] = []
    for few in range(size - 1, -1, -1):
        rows, count = _without_one(small_sets(deck, few + 1)), comb(deck, few)
        seen = np.zeros((count, classes), np.int64)
        for row in rows:
            if not found:
                seen += np.bincount(row * classes + class_of, minlength=count * classes).reshape(count, classes)
                continue
            for number in range(classes):
                seen[:, number] += np.bincount(row, found[-1][:, number], count).astype(np.int64)
        found.append((seen // (size - few)).astype(np.int32))
    return np.concatenate(found[::-1])


def _without_one(sets: Any) -> list[Ints]:
    """By place, the number of each set without the card there."""
    size = sets.shape[1]
    below = [CHOOSE[sets[:, at], at + 1] for at in range(size)]
    above = [CHOOSE[sets[:, at], at] for at in range(size)]
    none = np.zeros(len(sets), np.int64)
    return [sum(below[:at], none) + sum(above[at + 1 :], none) for at in range(size)]
