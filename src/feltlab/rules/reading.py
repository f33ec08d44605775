"""Reads a round from outside by its declaration: cards dealt only once, choices on offer."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from feltlab.cards import JOKER, card_text, parse_card, parse_cards
from feltlab.cards.names import Card, card_named
from feltlab.errors import CardError, ChoiceError, shown
from feltlab.rules.conditions import DueCards
from feltlab.rules.dealt import distinct, field, one_of
from feltlab.rules.round import Script
from feltlab.rules.steps import FOLD, Ask, Deal, Set, Trade
from feltlab.rules.turning import on_stage

Dealt = dict[str, tuple[int, ...]]
"""Cards by place; a card of a second deck by its number in that deck."""

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


Chosen = tuple[dict[str, Any], dict[str, int], str]
"""The choices in full, the units by raise, and the stage of the fold."""


class PreparedAsk(NamedTuple):
    """An Ask and what follows from it."""

    ask: Ask
    name: str
    options: tuple[str, ...]
    others: tuple[str, ...]
    """The names of all other choices."""
    wager: str
    units: Mapping[str, int]


class PreparedDeal(NamedTuple):
    """A Deal and what follows from it."""

    place: str
    size: int
    parts: tuple[tuple[str, int], ...]
    deal: Deal
    names: Mapping[str, int]
    """For a second deck, the number of each card in it, by name; empty for the deck of cards."""
    numbers: Mapping[Card, int]
    """The same by the card's number elsewhere."""


class Reader:
    """Reads the rounds of one game. Made once: what follows from the script alone is looked up here."""

    def __init__(self, script: Script, second_decks: Mapping[str, tuple[str, ...]]) -> None:
        self.script = script
        self.second_decks = second_decks
        self.questions = tuple(self._question(ask) for ask in script.asks.values())
        self.deals = tuple(self._deal(deal) for deal in script.deals)
        self.names = frozenset(name for ask in script.asks.values() for name in ask.names)
        self.raised = tuple(script.raised)
        self.in_deck = tuple(deal.place for deal in script.deals if deal.deck not in second_decks)
        self.own = tuple(deal.place for deal in script.seat_deals)
        self.trade = script.trade.trade if script.trade else None

    def _deal(self, deal: Deal) -> PreparedDeal:
        names = {name: number for number, name in enumerate(self.second_decks.get(deal.deck, ()))}
        numbers = {card_named(name): number for name, number in names.items()}
        return PreparedDeal(deal.place, deal.cards, tuple(deal.parts.items()), deal, names, numbers)

    def _question(self, ask: Ask) -> PreparedAsk:
        others = [other.name for other in self.script.asks.values() if other is not ask]
        others += [other.set.name for other in self.script.asks.values() if other.set]
        wager, units = (ask.raises.wager, ask.raises.options) if ask.raises else ("", {})
        return PreparedAsk(ask, ask.name, ask.options, tuple(others), wager, units)

    def cards(self, line: Mapping[str, object]) -> Dealt:
        """Every dealt place of a line, its parts, and the places made of parts."""
        cards: Dealt = {}
        for place, size, parts, deal, names, _ in self.deals:
            if deal.when is not None and line.get(place) is None:
                continue
            if names:
                cards[place] = _different(_named(names, field(line, place), deal), deal)
            elif parts:
                whole: tuple[int, ...] = ()
                for part, few in parts:
                    given = field(line, part)
                    cards[part] = (parse_card(given),) if few == 1 else parse_cards(given, few, part)
                    whole += cards[part]
                cards[place] = whole
            else:
                given = line[place] if place in line else field(line, place)
                cards[place] = _cards(given, size, place) if size == 1 else parse_cards(given, size, place)
        return cards

    def dealt(self, places: Mapping[str, tuple[Card, ...]]) -> Dealt:
        """The same for cards that were never written down."""
        cards: Dealt = {}
        for place, size, parts, deal, _, numbers in self.deals:
            held = places[place]
            if len(held) != size:
                raise CardError(f"{place} must be {size} cards, not {len(held)}")
            cards[place] = _different(tuple([numbers[card] for card in held]), deal) if numbers else held
            first = 0
            for part, few in parts:
                cards[part] = held[first : first + few]
                first += few
        return cards

    def seen_cards(self, line: Mapping[str, object], fields: Sequence[str], several: bool = False) -> list[int]:
        """The cards of some fields, in order, from one or several decks."""
        found: list[int] = []
        for name in fields:
            _, part = self.script.part(name)
            found += _cards(line[name], part.stop - part.start, name)
        if not several:
            distinct(found)
        return found

    def check_deck(self, cards: Dealt, numbers: Any) -> None:
        """Refuse cards that the deck or shoe does not have, or not that often."""
        out: tuple[int, ...] = ()
        for place in self.in_deck:
            out += cards.get(place, ())
        if self.trade:
            out += cards.get(self.trade.draws, ())
        different = set(out)
        if len(different) == len(out) and JOKER not in different:
            return
        decks, jokers = getattr(numbers, "decks", 0), getattr(numbers, "jokers", 0)
        if not decks:
            distinct([card for card in out if card != JOKER or not jokers])
        for card in out:
            copies = (decks or 1) * (jokers if card == JOKER else 1)
            if out.count(card) > copies:
                held = f"the {'shoe' if decks else 'deck'} holds it {_times(copies)}"
                raise CardError(f"{card_text(card)} is dealt {_times(out.count(card))}; {held}")

    def own_cards(self, cards: Mapping[str, tuple[int, ...]]) -> tuple[int, ...]:
        if len(self.own) == 1:
            return cards[self.own[0]]
        return tuple([card for place in self.own for card in cards.get(place, ())])

    def choices(self, cards: Dealt, given: object, drawn: tuple[int, ...] = (), due: DueCards | None = None) -> Chosen:
        """The choices of a whole round, checked against what is on offer; cards set or drawn join the other cards."""
        choices: dict[str, Any] = {}
        units = dict.fromkeys(self.raised, 0)
        folded = ""
        known = type(given) is dict and self.names.issuperset(given)
        for ask, name, options, others, wager, offered in self.questions:
            if due is not None and not due.asks(ask.stage, units):
                if due.strict:
                    _check_not_asked(ask, given, "a round with these cards")
            elif wager and units[wager]:
                _check_not_asked(ask, given, f"a hand with its {wager} bet")
            elif folded:
                _check_not_asked(ask, given, f"a hand folded {on_stage(folded)}")
            elif ask.trade:
                choices[name] = self._trade(name, others, ask.trade, cards, given, drawn)
            else:
                option = given.get(name) if known else None  # type: ignore[attr-defined]
                if type(option) is not str or option not in offered:  # asked here, to spare most choices a call
                    option = one_of(given, name, options, also=others)
                choices[name] = option
                units[wager] = offered[option]
                if option == FOLD:
                    folded = ask.stage
                if ask.set:
                    self._set(ask.set, cards, given, choices, played=offered[option] > 0)
        if due:
            due.deal_before("", units)
        return choices, units, folded

    def _set(self, how: Set, cards: Dealt, given: Any, choices: dict[str, Any], played: bool) -> None:
        said = given.get(how.name)
        if not played:
            if said is not None:
                raise ChoiceError(f"a folded hand is not set: leave out '{how.name}'")
            return
        own = self.own_cards(cards)
        if how.sides:
            if how.side_cards and isinstance(said, list | tuple):
                cards[how.name], choices[how.name] = _part_of_side(how, own, said)
                return
            choices[how.name] = side = how.names[how.best(own)] if said is None else _side(how, said)
            if how.side_cards:
                cards[how.name] = how.side_cards(own, how.sides[side])
            return
        held = how.best(own) if said is None else parse_cards(said, how.cards, how.name)
        if said is not None and (len(set(held)) != how.cards or not set(held) <= set(own)):
            many, all_of = _NUMBERS[how.cards], _NUMBERS[len(own)]
            raise ChoiceError(f"'{how.name}' must be {many} different cards of the player's {all_of}")
        cards[how.name] = held
        choices[how.name] = [card_text(card) for card in held]

    def drawn(self, line: Mapping[str, object]) -> tuple[int, ...]:
        """The cards that a line says its trade draws."""
        given = line.get(self.trade.draws) if self.trade else None
        if given is None or self.trade is None:
            return ()
        if not self.trade.several:
            return (parse_card(given),)
        return parse_cards(given, len(given.split() if isinstance(given, str) else _listed(given)), self.trade.draws)

    def trade_of(self, cards: Dealt, choices: Mapping[str, Any], drawn: tuple[int, ...]) -> None:
        """The hand after a trade joins the other cards, if there is a trade."""
        asked = self.script.trade
        if asked and self.trade and asked.name in choices:
            self._trade(asked.name, (), self.trade, cards, {asked.name: choices[asked.name]}, drawn)

    def traded_places(self, own: tuple[int, ...], choices: Mapping[str, Any]) -> tuple[int, ...]:
        """Which of a hand's cards are traded, in its order."""
        asked = self.script.trade
        if asked is None or asked.trade is None or choices.get(asked.name) is None:
            return ()
        return self._places(asked.name, (), asked.trade, own, {asked.name: choices[asked.name]})

    @staticmethod
    def _places(
        name: str, others: tuple[str, ...], trade: Trade, own: tuple[int, ...], given: object
    ) -> tuple[int, ...]:
        return _several(name, others, trade, own, given) if trade.several else _one(name, others, own, given)

    def _trade(
        self, name: str, others: tuple[str, ...], trade: Trade, cards: Dealt, given: object, drawn: tuple[int, ...]
    ) -> str | list[str] | None:
        own = self.own_cards(cards)
        if isinstance(given, dict) and given.get(name, own) is None and self.names.issuperset(given):
            if drawn:
                raise CardError(f"there is a {trade.draws}, but no card is traded")
            cards[trade.makes] = own
            return None
        traded = self._places(name, others, trade, own, given)
        if not drawn:
            raise CardError(f"a card is traded, but its {trade.draws} is missing")
        if len(drawn) != len(traded):
            raise CardError(f"{trade.draws} must be {len(traded)} cards, as many as are traded, not {len(drawn)}")
        new = dict(zip(traded, drawn, strict=True))
        cards[trade.draws] = drawn
        cards[trade.makes] = tuple([new.get(place, card) for place, card in enumerate(own)])
        return trade.written([card_text(own[place]) for place in traded])


def _one(name: str, others: tuple[str, ...], own: tuple[int, ...], given: object) -> tuple[int, ...]:
    """The place of the traded card; the first of identical ones."""
    offered = [card_text(card) for card in own if card != JOKER]
    if isinstance(given, dict) and given.get(name) == card_text(JOKER):
        raise ChoiceError("a Joker cannot be traded")
    return (own.index(parse_card(one_of(given, name, (*offered, "null to keep"), also=others))),)


def _several(name: str, others: tuple[str, ...], trade: Trade, own: tuple[int, ...], given: object) -> tuple[int, ...]:
    """The places of the traded cards, in the order of the hand."""
    said = given.get(name) if isinstance(given, dict) and given.keys() <= {name, *others} else None
    if not isinstance(said, str | list | tuple):
        one_of(given, name, ("a list of cards", "null to keep"), also=others)
    found = parse_cards(said, len(said.split() if isinstance(said, str) else _listed(said)), name)
    if JOKER in found:
        raise ChoiceError("a Joker cannot be traded")
    left, places = list(found), []
    for place, card in enumerate(own):
        if card in left:
            left.remove(card)
            places.append(place)
    if left or not 1 <= len(places) <= trade.most:
        most = f"up to {_NUMBERS[trade.most]}" if trade.most < len(own) else "any"
        raise ChoiceError(f"'{name}' must be {most} of the player's {_NUMBERS[len(own)]} cards, or null to keep all")
    return tuple(places)


def _listed(given: object) -> Sequence[object]:
    return given if isinstance(given, list | tuple) else ()


def _cards(given: object, count: int, what: str) -> tuple[int, ...]:
    """A place of one card is written as that card or as a list of it."""
    if count == 1 and not isinstance(given, list | tuple):
        return (parse_card(given),)
    return parse_cards(given, count, what)


def _named(names: Mapping[str, int], given: object, deal: Deal) -> tuple[int, ...]:
    if not isinstance(given, list | tuple):
        raise CardError(f"{deal.place} must be a list of {deal.cards} {deal.deck}, not {shown(given)}")
    if len(given) != deal.cards:
        raise CardError(f"{deal.place} must be {deal.cards} {deal.deck}, not {len(given)}")
    try:
        return tuple([names[name] for name in given])
    except (KeyError, TypeError):
        wrong = next(name for name in given if not isinstance(name, str) or name not in names)
        one = deal.deck.removesuffix("s")
        raise CardError(f"{shown(wrong)} is not a {one}: choose from {', '.join(names)}") from None


def _different(found: tuple[int, ...], deal: Deal) -> tuple[int, ...]:
    if len(set(found)) != len(found):
        raise CardError(f"a {deal.deck.removesuffix('s')} is dealt twice: there is one of each")
    return found


def _times(count: int) -> str:
    return {0: "not at all", 1: "once"}.get(count, f"{count} times")


def _check_not_asked(ask: Ask, given: object, because: str) -> None:
    if isinstance(given, dict) and given.get(ask.name) not in (None, FOLD):
        raise ChoiceError(f"{because} has no choice {on_stage(ask.stage)}")


def _part_of_side(how: Set, own: tuple[int, ...], said: Sequence[object]) -> tuple[tuple[int, ...], str | list[str]]:
    """Cards set one by one, in the order of their side, and the choice: the side's name if they make up all of it."""
    given = parse_cards(said, len(said), how.name)
    if not given or len(set(given)) != len(given) or not set(given) <= set(own):
        raise ChoiceError(f"'{how.name}' must be different cards of the player's {_NUMBERS[len(own)]}, one at least")
    sides = how.sides_of(given)
    if not sides or how.side_cards is None:
        raise ChoiceError(f"'{how.name}' must be cards that are all {' or all '.join(how.sides)}")
    held = how.side_cards(given, sides[0])
    full = [how.names[side] for side in sides if how.side_cards(own, side) == held]
    return held, full[0] if full else [card_text(card) for card in held]


def _side(how: Set, said: object) -> str:
    if not isinstance(said, str) or said not in how.sides:
        offered = " or ".join(f"'{side}'" for side in how.sides)
        cards = ", or a list of cards" if how.side_cards else ""
        raise ChoiceError(f"'{how.name}' must be {offered}{cards}, not {shown(said)}")
    return said
