"""Every deal of a small deck, one after the other, in plain Python: slow, and used to check the plans.

It shares nothing with them but the settlement of a round: no suit classes, no tables, no compiled loops.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, islice, permutations
from typing import Any

from feltlab.exact.solving.paths import Path, end_of, options_of, start
from feltlab.exact.solving.seeing import Seeing
from feltlab.rules.allowing import allowed
from feltlab.rules.codes import PAID
from feltlab.rules.conditions import DueCards
from feltlab.rules.game import Game, Terms
from feltlab.rules.seen import seen_at
from feltlab.rules.settling import Facts, SeatRound, coded
from feltlab.rules.steps import Ask, Deal

Known = tuple[tuple[int, ...], ...]
"""The cards of each group so far."""


class Plain:
    def __init__(self, game: Game, deck: tuple[int, ...], terms: Terms) -> None:
        self.game, self.deck, self.terms = game, deck, terms
        self.seeing = Seeing(game, deck)
        self.sizes = tuple(self.seeing.groups.values())
        self.events: set[str] = set()
        """How rounds ended, whatever was answered."""
        self.asks = tuple(game.round.asks.values())

    def expectation(self) -> Fraction:
        """The expectation of the main game under best play."""
        return self._value((), start(self.game), 0)

    def side(self, slug: str, nets: list[Fraction]) -> Fraction:
        """The expectation of a side bet by the net of each grade, in its own stakes."""
        bound = self.game.grades[slug]
        values = []
        for known in self._all(()):
            held = self._cards(known)
            asked = {name: int(getattr(self.terms.numbers, name)) for name in self.game.asked_numbers}
            for name in bound.hands:
                asked[name] = self.game.hands[name].ranking.of(self.game.hands[name].cards(held))
            values.append(nets[bound.function(*[asked[name] for name in bound.names])])
        return sum(values, Fraction(0)) / len(values)

    def _value(self, known: Known, path: Path, number: int) -> Fraction:
        """The mean value of everything that follows under best play."""
        if number == len(self.asks):
            values = [self._net(whole, path) for whole in self._all(known)]
        elif len(known) < self.seeing.seen[number]:
            values = [self._value((*known, cards), path, number) for cards in self._next(known)]
        elif not path.asked(self.asks[number]):
            return self._value(known, path.skipped(), number + 1)
        else:
            ask = self.asks[number]
            may = allowed(self.game, ask, self._cards(known), self.terms.numbers)
            options = [path.with_option(ask, option) for option in options_of(ask) if option in may]
            return max(self._value(known, option, number + 1) for option in options)
        return sum(values, Fraction(0)) / len(values)

    def _next(self, known: Known) -> Iterator[tuple[int, ...]]:
        gone = {card for cards in known for card in cards}
        return combinations([card for card in self.deck if card not in gone], self.sizes[len(known)])

    def _all(self, known: Known) -> Iterator[Known]:
        if len(known) == len(self.sizes):
            yield known
            return
        for cards in self._next(known):
            yield from self._all((*known, cards))

    def _cards(self, known: Known) -> dict[str, tuple[int, ...]]:
        """By place: the fields, and places made of several fields."""
        held = dict(zip(self.seeing.groups, known, strict=False))
        for deal in self.game.round.deals:
            if deal.parts and all(part in held for part in deal.parts):
                held[deal.place] = tuple(card for part in deal.parts for card in held[part])
        return held

    def _net(self, known: Known, path: Path) -> Fraction:
        units, choices = dict(path.units), path.choices(self.game)
        round = SeatRound(self.game, self._cards(known), choices, units, path.folded, {}, self.terms, {})
        codes = coded(round).codes
        end = end_of(self.game, path, [codes[slug] for slug in self.game.settled], self.terms)
        self.events.add(end.event)
        return end.net


class PlainShoe:
    """The same if draws and questions depend on the hands: all orders of a tiny shoe, the round step by step."""

    def __init__(self, game: Game, shoe: tuple[int, ...], terms: Terms) -> None:
        self.game, self.terms = game, terms
        self.asks = tuple(game.round.asks.values())
        self.orders = tuple(permutations(shoe, game.round.cards(1)))
        self.events: set[str] = set()

    def expectation(self) -> Fraction:
        return self._value(self.orders, start(self.game)) / len(self.orders)

    def side(self, slug: str, nets: list[Fraction]) -> Fraction:
        """A side bet that does not depend on the answers."""
        path = start(self.game)
        grades = [self._facts(order, path, {slug: 1}).codes[slug] - PAID for order in self.orders]
        return sum((nets[grade] for grade in grades), Fraction(0)) / len(grades)

    def _value(self, orders: Sequence[tuple[int, ...]], path: Path) -> Fraction:
        """The sum over some orders of what follows, played as well as the seen cards allow."""
        number = len(path.options)
        if number == len(self.asks):
            return sum((self._net(order, path) for order in orders), Fraction(0))
        alike: dict[Any, list[tuple[int, ...]]] = {}
        for order in orders:
            alike.setdefault(self._seen(order, path, self.asks[number]), []).append(order)
        return sum((self._best(same, path, asked) for (asked, _), same in alike.items()), Fraction(0))

    def _best(self, orders: Sequence[tuple[int, ...]], path: Path, asked: bool) -> Fraction:
        if not asked:
            return self._value(orders, path.skipped())
        ask = self.asks[len(path.options)]
        return max(self._value(orders, path.with_option(ask, option)) for option in options_of(ask))

    def _seen(self, order: tuple[int, ...], path: Path, ask: Ask) -> tuple[bool, Any]:
        due, units = self._due(order), dict(path.units)
        for earlier in self.asks[: self.asks.index(ask)]:
            due.deal_before(earlier.stage, units)
        asked = due.asks(ask.stage, units) and path.asked(ask)
        steps = self.game.round.steps
        lying = [step.place for step in steps[: steps.index(ask)] if isinstance(step, Deal) and step.place in due.cards]
        fields = seen_at(self.game)[ask.stage]
        return asked, (tuple(lying), tuple(tuple(sorted(due.cards.get(name, ()))) for name in fields))

    def _due(self, order: tuple[int, ...]) -> DueCards:
        dealt = iter(order)
        places = {deal.place: tuple(islice(dealt, deal.cards)) for deal in self.game.round.deals}
        return DueCards(self.game.conditions, self.game.reader.dealt(places), self.terms.numbers, strict=False)

    def _facts(self, order: tuple[int, ...], path: Path, stakes: dict[str, int]) -> Facts:
        due, units = self._due(order), dict(path.units)
        for stage in (*self.game.round.asks, ""):
            due.deal_before(stage, units)
        choices = path.choices(self.game)
        return coded(SeatRound(self.game, due.cards, choices, units, path.folded, stakes, self.terms, {}))

    def _net(self, order: tuple[int, ...], path: Path) -> Fraction:
        codes = self._facts(order, path, {}).codes
        end = end_of(self.game, path, [codes[slug] for slug in self.game.settled], self.terms)
        self.events.add(end.event)
        return end.net


class PlainTrade:
    """The same for a game with a trade: every hand of a small deck, every way to trade it, every possible draw."""

    def __init__(self, game: Game, deck: tuple[int, ...], terms: Terms) -> None:
        self.game, self.deck, self.terms = game, deck, terms
        self.asks = tuple(game.round.asks.values())
        self.place = game.round.seat_deals[0].place
        self.hands = tuple(combinations(deck, game.round.hand))
        self._nets: dict[Any, Fraction] = {}
        self.events: set[str] = set()

    def expectation(self) -> Fraction:
        found = (self._value(start(self.game), 0, {self.place: hand}) for hand in self.hands)
        return sum(found, Fraction(0)) / len(self.hands)

    def side(self, slug: str, nets: list[Fraction]) -> Fraction | None:
        """A side bet on the cards as dealt; one on the hand after the trade depends on the trade."""
        bound = self.game.grades[slug]
        if any(self.game.hands[name].places != (self.place,) for name in bound.hands):
            return None
        numbers = {name: int(getattr(self.terms.numbers, name)) for name in self.game.asked_numbers}
        grades = [bound.of({self.place: hand}, dict(numbers)) for hand in self.hands]
        return sum((nets[grade] for grade in grades), Fraction(0)) / len(grades)

    def _value(self, path: Path, number: int, cards: dict[str, tuple[int, ...]]) -> Fraction:
        if number == len(self.asks):
            return self._net(path, cards)
        ask = self.asks[number]
        if not path.asked(ask):
            return self._value(path.skipped(), number + 1, cards)
        if ask.trade:
            hand = cards[self.place]
            ways = range(1 << len(hand))
            keeps = [tuple(card for at, card in enumerate(hand) if way >> at & 1) for way in ways]
            most = [kept for kept in keeps if len(hand) - len(kept) <= ask.trade.most]
            return max(self._traded(path, number, cards, kept) for kept in most)
        may = allowed(self.game, ask, cards, self.terms.numbers)
        options = [path.with_option(ask, option) for option in options_of(ask) if option in may]
        return max(self._value(option, number + 1, cards) for option in options)

    def _traded(self, path: Path, number: int, cards: dict[str, tuple[int, ...]], kept: tuple[int, ...]) -> Fraction:
        trade, hand = self.asks[number].trade, cards[self.place]
        assert trade is not None  # noqa: S101 - the question is a trade
        count = len(hand) - len(kept)
        path = path.with_option(self.asks[number], options_of(self.asks[number])[count])
        left, total, ways = [card for card in self.deck if card not in hand], Fraction(0), 0
        for drawn in combinations(left, count):
            after = {**cards, trade.draws: drawn, trade.makes: tuple(sorted((*kept, *drawn)))}
            total += self._value(path, number + 1, after)
            ways += 1
        return total / ways

    def _net(self, path: Path, cards: dict[str, tuple[int, ...]]) -> Fraction:
        made = cards.get(self.game.reader.trade.makes) if self.game.reader.trade else None
        if (path, made) not in self._nets:
            units = dict(path.units)
            codes = coded(SeatRound(self.game, cards, {}, units, path.folded, {}, self.terms, {})).codes
            end = end_of(self.game, path, [codes[slug] for slug in self.game.settled], self.terms)
            self._nets[path, made] = end.net
            self.events.add(end.event)
        return self._nets[path, made]
