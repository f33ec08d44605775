"""A seat in the declared round: who is asked, what its line says, what a choice results in."""

from collections.abc import Mapping
from typing import Any

from feltlab.cards.names import Card
from feltlab.errors import ChoiceError
from feltlab.rules.allowing import allowed
from feltlab.rules.conditions import Condition, DueCards
from feltlab.rules.dealt import one_of
from feltlab.rules.game import Game
from feltlab.rules.lines import read_round
from feltlab.rules.reading import Dealt
from feltlab.rules.round import Script
from feltlab.rules.settling import SeatRound
from feltlab.rules.steps import FOLD, SEATS, Ask, Deal
from feltlab.table.config import Config
from feltlab.table.pack import Pack
from feltlab.table.state import Round, SeatHand, changed


def script_of(round: Round) -> Script:
    return round.config.rule_book.round


def folded(hand: SeatHand) -> bool:
    return FOLD in hand.choices.values()


def asked_seats(ask: Ask, round: Round) -> tuple[int, ...]:
    """The seats that still have to make the decision, in the order of the deal."""
    order = round.config.rule_book.book.procedure.dealing.seats(round.config.places)
    hands = round.hands
    return tuple([seat for seat in order if seat in hands and _is_asked(ask, round, hands[seat])])


def _is_asked(ask: Ask, round: Round, hand: SeatHand) -> bool:
    """A raise made at an earlier question is not made again; for some questions the cards decide."""
    if hand.void or ask.stage in hand.decided or (ask.raises is not None and ask.raises.wager in hand.stakes):
        return False
    if folded(hand):
        return False
    return ask.when is None or _holds(round.config.rule_book.conditions.asks[ask.stage], round, hand)


def is_due(deal: Deal, round: Round, hand: SeatHand) -> bool:
    """Whether a seat's cards, or the table's cards for that seat, are dealt: some places stay empty."""
    return deal.when is None or _holds(round.config.rule_book.conditions.deals[deal.place], round, hand)


def is_passed_over(deal: Deal, round: Round) -> bool:
    """A place of the table where no seat has cards due."""
    return deal.when is not None and not any(is_due(deal, round, hand) for hand in round.live.values())


def _holds(condition: Condition, round: Round, hand: SeatHand) -> bool:
    """By the cards that lie there and the seat's own."""
    script = script_of(round)
    lying = {**seat_places(script, hand.cards), **round.places}
    cards = {place: held for place, held in lying.items() if held and place in condition.places}
    units = {
        ask.raises.wager: ask.raises.options.get(hand.choices[ask.name], 0)
        for ask in script.asks.values()
        if ask.raises and ask.name in hand.choices
    }
    return condition.holds(_for_seat(script, cards, round, hand), units, round.config.terms.numbers)


def _for_seat(script: Script, cards: dict[str, tuple[Card, ...]], round: Round, hand: SeatHand) -> dict[str, Any]:
    """Places with their parts, without those that belong to other seats alone."""
    found: dict[str, Any] = {}
    for deal in script.deals:
        if deal.place in cards and (deal.to == SEATS or is_due(deal, round, hand)):
            found[deal.place] = cards[deal.place]
            found |= {part: cards[deal.place][script.part(part)[1]] for part in deal.parts}
    return found


def line_of(pack: Pack, seat: int, hand: SeatHand, config: Config, meters: Mapping[str, int]) -> SeatRound:
    """A seat's round as the rule book reads it; a missing decision counts as the one a vanished seat makes."""
    choices = _choices(config.rule_book.round, hand)
    line = line_start(hand, config)
    line["meters"], line["choices"] = meters, choices
    if hand.tokens:
        line["tokens"] = hand.tokens
    places, drawn = _dealt(pack, seat, choices, config)
    return read_round(line, config.rule_book, config.house, places, drawn)


def _dealt(
    pack: Pack, seat: int, choices: Mapping[str, Any], config: Config
) -> tuple[dict[str, tuple[Card, ...]], tuple[Card, ...]]:
    """All cards of a seat's round by place, and what its trade draws."""
    script = config.rule_book.round
    places = {**seat_places(script, pack.seats[seat]), **pack.places}
    return places, drawn_by(script, pack, seat, choices)


def drawn_by(script: Script, pack: Pack, seat: int, choices: Mapping[str, Any]) -> tuple[Card, ...]:
    """The cards that a seat's choices draw, of those ready for it; an invalid trade is reported when it is read."""
    made = choices.get(script.trade.name) if script.trade else None
    if made is None:
        return ()
    count = len(made.split() if isinstance(made, str) else made) if isinstance(made, str | list | tuple) else 0
    return pack.replacements[seat][:count]


def cards_after_choices(pack: Pack, seat: int, hand: SeatHand, config: Config) -> Dealt:
    """The cards of a seat's line alone, after its choices, without stakes or pay tables."""
    reader, choices = config.rule_book.reader, _choices(config.rule_book.round, hand)
    places, drawn = _dealt(pack, seat, choices, config)
    cards, conditions = reader.dealt(places), config.rule_book.conditions
    due = DueCards(conditions, cards, config.terms.numbers, strict=False) if conditions else None
    reader.choices(cards, choices, drawn, due)
    return cards


def final_hand(game: Game, cards: Dealt) -> tuple[Card, ...]:
    """A seat's cards, after the trade if there is one."""
    trade = game.reader.trade
    return cards[trade.makes] if trade else game.reader.own_cards(cards)


def line_start(hand: SeatHand, config: Config) -> dict[str, Any]:
    """The fields of a line besides cards and choices."""
    line: dict[str, Any] = {"game": config.game, "wagers": opening_stakes(hand, config)}
    if config.pay_tables:
        line["pay_tables"] = dict(config.pay_tables)
    if config.has_shoe:
        line["decks"] = config.shape.decks
    return line


def opening_stakes(hand: SeatHand, config: Config) -> dict[str, int]:
    return {wager: hand.stakes[wager] for wager in config.wagers if wager in hand.stakes}


def seat_places(script: Script, cards: tuple[Card, ...]) -> dict[str, tuple[Card, ...]]:
    """A seat's cards by the places that they were dealt to."""
    return {place: cards[stack] for place, stack in script.stacks.items()}


def is_up(round: Round, name: str) -> bool:
    """Whether a place, or a part of one, is face up: dealt that way or turned."""
    script = script_of(round)
    place, _ = script.part(name)
    deal = script.deal_at[place]
    dealt = deal.to == SEATS or place in round.places
    return dealt and (deal.face == "up" or name in round.turned or place in round.turned)


def _choices(script: Script, hand: SeatHand) -> dict[str, Any]:
    made = dict(hand.choices)
    for ask in script.asks.values():
        if FOLD in made.values():
            break
        if ask.name not in made and not (ask.raises and ask.raises.wager in hand.stakes):
            made |= ask.default
    return made


def _offered(
    ask: Ask, places: Mapping[str, tuple[Card, ...]], hand: SeatHand, drawn: tuple[Card, ...], config: Config
) -> tuple[str, ...]:
    """The options left open by the seat's cards, after its trade if made, and by the face-up cards."""
    game = config.rule_book
    if ask.stage not in game.allows:
        return ask.options
    cards = _by_name(game.round, places)
    game.reader.trade_of(cards, hand.choices, drawn)
    return allowed(game, ask, cards, config.terms.numbers)


def barred(round: Round, seat: int) -> list[str]:
    """The options of the question that a waiting seat may not take with its cards."""
    game, script = round.config.rule_book, script_of(round)
    if round.asked not in game.allows or seat not in round.waiting:
        return []
    hand, ask = round.hands[seat], script.asks[round.asked]
    places = {**round.places, **seat_places(script, hand.cards)}
    offered = _offered(ask, places, hand, hand.drawn, round.config)
    return [option for option in ask.options if option not in offered]


def _by_name(script: Script, places: Mapping[str, tuple[Card, ...]]) -> dict[str, tuple[Card, ...]]:
    """Cards by place and by part of a place."""
    names = [name for deal in script.deals if deal.place in places for name in (deal.place, *deal.parts)]
    return {name: places[place][which] for name in names for place, which in [script.part(name)]}


def read_choice(
    ask: Ask, choice: Mapping[str, Any], pack: Pack, seat: int, hand: SeatHand, config: Config
) -> dict[str, Any]:
    """A decision checked by the rule book, in full; a hand played without a set is set the best way."""
    if ask.set is None and ask.trade is None:
        made = one_of(dict(choice), ask.name, ask.options)
        places, drawn = _dealt(pack, seat, hand.choices, config)
        if made not in (offered := _offered(ask, places, hand, drawn, config)):
            raise ChoiceError(f"with these cards the choice {ask.name!r} may be {' or '.join(offered)}, not {made!r}")
        return {ask.name: made}
    if not choice:  # a line without choices would be read as one of a seat that has not decided yet
        raise ChoiceError("no choice is made")
    if ask.set:
        one_of(dict(choice), ask.name, ask.options, also=ask.names[1:])
    elif set(choice) != {ask.name}:
        one_of(dict(choice), ask.name, ())
    trial = changed(hand, choices={**hand.choices, **choice})
    read = line_of(pack, seat, trial, config, dict.fromkeys(config.rule_book.progressive_wagers, 0))
    if ask.folds(choice[ask.name]) or read.choices is None:
        return dict(choice)
    return {name: read.choices[name] for name in ask.names}
