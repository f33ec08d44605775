"""Many rounds of one seat at once, by the declaration itself: whatever is dealt, drawn, asked, set or traded.

It knows only a game's steps and rules, so it can play every declared game.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import numpy as np

from feltlab.exact.solving.answering import Bools
from feltlab.exact.solving.paths import Path, options_of, start
from feltlab.exact.solving.tabulating import answered, machine, rows_of, told, valued
from feltlab.hands.jit import load
from feltlab.kernels.dealing import Cards
from feltlab.kernels.subsets import Ints
from feltlab.rules.game import Game
from feltlab.rules.seen import fields_of
from feltlab.rules.settling import Bound
from feltlab.rules.steps import TRADED, Ask, Deal, Set, Trade

Answer = Callable[[Ask, Path, "LaidRounds", Ints], Ints]
"""(question, way to it, rounds, which of them) -> the place of the option taken; for a trade, which card, from 1 up, 0
to keep all. If several may be traded it is a mask: 1 for the first card, 2 for the second, 4 for the third.
"""
_COMPARED = 40
"""Hands set by both compiled and plain code, to check that both set them alike."""


@dataclass
class LaidRounds:
    """Rounds of one seat, one row each."""

    cards: dict[str, Ints]
    """By field, all the cards that a round may need."""
    due: dict[str, Ints] = field(default_factory=dict)
    """By field that not every round has, or has with varying size: how many cards, from the first on."""
    sides: dict[str, Ints] = field(default_factory=dict)
    """By name of the set: the number of the side, 0 if nothing was set."""
    dealt: list[str] = field(default_factory=list)
    """The fields so far."""
    traded: Ints | None = None
    """The answer to a trade."""
    exchanged: Ints | None = None
    """How many cards were traded."""

    def __len__(self) -> int:
        return len(next(iter(self.cards.values())))


class Playing:
    def __init__(self, game: Game, numbers: Mapping[str, int]) -> None:
        self.game, self.numbers = game, dict(numbers)
        script = game.round
        self.sizes = {name: size for deal in script.deals for name, size in fields_of(deal).items()}
        self.own = [name for deal in script.seat_deals for name in fields_of(deal)]
        self.trade: Trade | None = script.trade.trade if script.trade else None
        self._fields = {name: self._fields_of(name) for name in game.hands}

    def _fields_of(self, hand: str) -> list[str]:
        deals = self.game.round.deal_at
        places = self.game.hands[hand].places
        return [name for place in places for name in (fields_of(deals[place]) if place in deals else (place,))]

    def columns(self, seats: int, seat: int) -> dict[str, slice]:
        """By field, the columns of its cards in a row of everything that leaves the deck."""
        script, found = self.game.round, {}
        for deals, place in ((script.seat_deals, script.hand * seat), (script.shared_deals, script.hand * seats)):
            for deal in deals:
                for name, size in fields_of(deal).items():
                    found[name] = slice(place, place + size)
                    place += size
        return found

    def laid(self, cards: Cards, seats: int, seat: int, drawn: Ints | None = None) -> LaidRounds:
        """`drawn` has, by round, the cards that a trade would bring; by default the first that belong to nobody."""
        found = {name: cards[:, at].astype(np.int64) for name, at in self.columns(seats, seat).items()}
        if self.trade:
            first = self.game.round.hand * seats + self.game.round.shared
            following = cards[:, first : first + self.trade.most].astype(np.int64) if drawn is None else drawn
            found[self.trade.draws] = following
        return LaidRounds(found)

    def play(self, laid: LaidRounds, answer: Answer) -> dict[Path, Ints]:
        """Step by step; by way, the rounds that take it."""
        laid.dealt.clear()
        ways: dict[Path, Ints] = {start(self.game): np.arange(len(laid))}
        for step in self.game.round.steps:
            if isinstance(step, Deal):
                if step.when is not None:
                    laid.due[step.place] = self._due(step, laid, ways) * step.cards
                laid.dealt += fields_of(step)
            elif isinstance(step, Ask) and step.trade:
                self._trade(step, step.trade, laid, ways, answer)
                ways = {path.skipped(): rows for path, rows in ways.items()}
            elif isinstance(step, Ask):
                ways = self._asked(step, laid, ways, answer)
        return ways

    def _due(self, deal: Deal, laid: LaidRounds, ways: Mapping[Path, Ints]) -> Bools:
        found = np.zeros(len(laid), np.bool_)
        bound = self.game.conditions.deals[deal.place].bound
        for path, rows in ways.items():
            found[rows] = self.ruled(bound, laid, path, rows)[:, 0] != 0
        return found

    def _asked(self, ask: Ask, laid: LaidRounds, ways: Mapping[Path, Ints], answer: Answer) -> dict[Path, Ints]:
        longer: dict[Path, list[Ints]] = {}
        condition = self.game.conditions.asks.get(ask.stage)
        for path, rows in ways.items():
            if not path.asked(ask):
                longer.setdefault(path.skipped(), []).append(rows)
                continue
            if condition is not None:
                holds = self.ruled(condition.bound, laid, path, rows)[:, 0] != 0
                longer.setdefault(path.skipped(), []).append(rows[~holds])
                rows = rows[holds]
            if len(rows):
                taken = answer(ask, path, laid, rows)
                for place, option in enumerate(options_of(ask)):
                    longer.setdefault(path.with_option(ask, option), []).append(rows[taken == place])
        found = {path: np.concatenate(parts) for path, parts in longer.items()}
        found = {path: rows for path, rows in found.items() if len(rows)}
        if ask.set and ask.raises:
            played = [
                rows for path, rows in found.items() if (made := path.options[-1]) and ask.raises.options[made] > 0
            ]
            self._set(ask.set, laid, np.concatenate(played) if played else np.empty(0, np.int64))
        return found

    def own_cards(self, laid: LaidRounds, rows: Ints) -> Ints:
        return np.concatenate([laid.cards[name][rows] for name in self.own], axis=1)

    def _set(self, how: Set, laid: LaidRounds, rows: Ints) -> None:
        """Sets hands the author's way; a hand that is not played is not set."""
        own = self.own_cards(laid, rows)
        if how.sides:
            laid.sides[how.name] = np.zeros(len(laid), np.int64)
            laid.sides[how.name][rows] = [how.best(tuple(hand)) for hand in own.tolist()]
        if not how.has_place:
            return
        laid.cards[how.name] = np.zeros((len(laid), how.cards or own.shape[1]), np.int64)
        laid.due[how.name] = np.zeros(len(laid), np.int64)
        laid.dealt.append(how.name)
        if how.cards:
            laid.cards[how.name][rows], laid.due[how.name][rows] = set_hands(how, own), how.cards
        elif how.side_cards:
            for row, hand in zip(rows.tolist(), own.tolist(), strict=True):
                held = how.side_cards(tuple(hand), int(laid.sides[how.name][row]))
                laid.cards[how.name][row, : len(held)], laid.due[how.name][row] = held, len(held)

    def _trade(self, ask: Ask, how: Trade, laid: LaidRounds, ways: Mapping[Path, Ints], answer: Answer) -> None:
        hands = self.own_cards(laid, np.arange(len(laid)))
        laid.traded, laid.exchanged = np.zeros(len(laid), np.int64), np.zeros(len(laid), np.int64)
        laid.due[how.makes] = np.zeros(len(laid), np.int64)
        for path, rows in ways.items():
            if not path.folded:
                laid.traded[rows] = answer(ask, path, laid, rows)
                laid.due[how.makes][rows] = hands.shape[1]
        for place in range(hands.shape[1]):
            goes = laid.traded >> place & 1 if how.several else laid.traded == place + 1
            there = np.flatnonzero(goes)
            hands[there, place] = laid.cards[how.draws][there, laid.exchanged[there]]
            laid.exchanged[there] += 1
        laid.cards[how.makes] = hands
        laid.due[how.draws] = laid.exchanged
        laid.dealt += [how.draws, how.makes]

    def ruled(
        self, bound: Bound, laid: LaidRounds, path: Path, rows: Ints, more: Mapping[str, int] | None = None
    ) -> Ints:
        """What a rule says about some rounds that came this way, by round and wager."""
        if not len(rows):
            return np.empty((0, 1), np.int64)
        known = {name: self.value(name, laid, rows) for name in bound.hands}
        known |= {name: side[rows] for name, side in laid.sides.items() if name in bound.names}
        if laid.exchanged is not None and TRADED in bound.names:
            known[TRADED] = laid.exchanged[rows]
        fixed = {name: 0 for name in bound.names if name not in known}
        units = {slug.replace("-", "_"): made for slug, made in path.units}
        return answered(bound, rows_of(bound.names, known, fixed | self.numbers | units | dict(more or {}), len(rows)))

    def value(self, name: str, laid: LaidRounds, rows: Ints) -> Ints:
        """The value of a hand as it stands; no cards are worth nothing."""
        fields = [place for place in self._fields[name] if place in laid.dealt]
        open_to = [place for place in fields if place in laid.due]
        worth, found = self.game.hands[name].ranking.value, np.zeros(len(rows), np.int64)
        for pattern in product(*(np.unique(laid.due[place][rows]).tolist() for place in open_to)):
            which = np.ones(len(rows), np.bool_)
            for place, many in zip(open_to, pattern, strict=True):
                which &= laid.due[place][rows] == many
            sizes = dict(zip(open_to, pattern, strict=True))
            held = [laid.cards[place][rows[which], : sizes.get(place)] for place in fields]
            if which.any() and sum(cards.shape[1] for cards in held):
                found[which] = valued(worth, np.concatenate(held, axis=1))
        return found


def _compiled_best(how: Set) -> Any:
    best, size = machine(how.best), how.cards

    def fill(hands: Any, found: Any) -> None:
        for number in range(len(hands)):
            held = best(hands[number])
            for place in range(size):
                found[number, place] = held[place]

    return load().njit(nogil=True)(fill)


_BEST: dict[Any, Any] = {}


def best_compiles(how: Set, hands: Ints) -> bool:
    """Whether an author's way to set a hand can be compiled and then sets these hands the same way."""
    if how.best not in _BEST:
        _BEST[how.best] = None
        found = np.empty((len(hands), how.cards), np.int64)
        try:
            made = _compiled_best(how)
            made(hands, found)
        except Exception:  # an author's own code may be plain Python
            return False
        if found.tolist() == [list(how.best(tuple(hand))) for hand in hands.tolist()]:
            _BEST[how.best] = made
    return _BEST[how.best] is not None


def set_hands(how: Set, hands: Ints) -> Ints:
    """So many cards of each hand."""
    found = np.empty((len(hands), how.cards), np.int64)
    if len(hands) and best_compiles(how, np.ascontiguousarray(hands[:_COMPARED])):
        _BEST[how.best](np.ascontiguousarray(hands), found)
        return found
    with told(f"the best of {how.name!r}", how.best):
        for number, hand in enumerate(hands.tolist()):
            found[number] = how.best(tuple(hand))
    return found
