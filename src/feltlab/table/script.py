"""A seat in the declared round: who is asked, what its line says, what a choice comes to."""

from collections.abc import Mapping
from typing import Any

from feltlab.cards.names import Card
from feltlab.errors import ChoiceError
from feltlab.rules.allowing import allowed
from feltlab.rules.conditions import Condition
from feltlab.rules.dealt import one_of
from feltlab.rules.lines import read_round
from feltlab.rules.round import FOLD, SEATS, Ask, Deal, Script
from feltlab.rules.settling import SeatRound
from feltlab.table.config import Config
from feltlab.table.pack import Pack
from feltlab.table.state import Hand, Round, changed


def script_of(round: Round) -> Script:
    return round.config.rule_book.round


def folded(hand: Hand) -> bool:
    return FOLD in hand.choices.values()


def asked_seats(ask: Ask, round: Round) -> tuple[int, ...]:
    """Who has the decision still to make, in the order of the deal."""
    order = round.config.rule_book.book.procedure.dealing.seats(round.config.places)
    live = round.live
    return tuple(seat for seat in order if seat in live and _is_asked(ask, round, live[seat]))


def _is_asked(ask: Ask, round: Round, hand: Hand) -> bool:
    """A raise that was made at an earlier question is not made again; some questions the cards decide about."""
    raised = ask.raises is not None and ask.raises.wager in hand.stakes
    if ask.stage in hand.decided or raised or folded(hand):
        return False
    return ask.when is None or _holds(round.config.rule_book.conditions.asks[ask.stage], round, hand)


def is_due(deal: Deal, round: Round, hand: Hand) -> bool:
    """Whether a seat's cards, or the table's for that seat, are dealt: some places stay empty."""
    return deal.when is None or _holds(round.config.rule_book.conditions.deals[deal.place], round, hand)


def is_passed_over(deal: Deal, round: Round) -> bool:
    """A place of the table that no seat has cards due at."""
    return deal.when is not None and not any(is_due(deal, round, hand) for hand in round.live.values())


def _holds(condition: Condition, round: Round, hand: Hand) -> bool:
    """By the cards that lie there, with the seat's own."""
    script = script_of(round)
    lying = {**seat_places(script, hand.cards), **round.places}
    cards = {place: held for place, held in lying.items() if held and place in condition.places}
    units = {
        ask.raises.wager: ask.raises.options.get(hand.choices[ask.name], 0)
        for ask in script.asks.values()
        if ask.raises and ask.name in hand.choices
    }
    return condition.holds(_for_seat(script, cards, round, hand), units, round.config.terms.numbers)


def _for_seat(script: Script, cards: dict[str, tuple[Card, ...]], round: Round, hand: Hand) -> dict[str, Any]:
    """Places with their parts, without what lies there for other seats alone."""
    found: dict[str, Any] = {}
    for deal in script.deals:
        if deal.place in cards and (deal.to == SEATS or is_due(deal, round, hand)):
            found[deal.place] = cards[deal.place]
            found |= {part: cards[deal.place][script.part(part)[1]] for part in deal.parts}
    return found


def line_of(pack: Pack, seat: int, hand: Hand, config: Config, meters: Mapping[str, int]) -> SeatRound:
    """A seat's round as the rule book reads it; a decision not yet made counts as the one a vanished seat makes."""
    script = config.rule_book.round
    choices = _choices(script, hand)
    line = line_start(hand, config) | {"meters": meters, "choices": choices}
    line |= {"tokens": hand.tokens} if hand.tokens else {}
    places = {**seat_places(script, pack.seats[seat]), **pack.places}
    trades = script.trade is not None and choices.get(script.trade.name) is not None
    return read_round(line, config.rule_book, config.house, places, pack.replacements[seat] if trades else None)


def final_hand(line: SeatRound) -> tuple[Card, ...]:
    """A seat's cards, after the trade where there is one."""
    trade = line.game.reader.trade
    return line.cards[trade.makes] if trade else line.game.reader.own_cards(line.cards)


def line_start(hand: Hand, config: Config) -> dict[str, Any]:
    """What a line has beside cards and choices."""
    line: dict[str, Any] = {"game": config.game, "wagers": opening_stakes(hand, config)}
    if config.pay_tables:
        line["pay_tables"] = dict(config.pay_tables)
    return line | ({"decks": config.shape.decks} if config.has_shoe else {})


def opening_stakes(hand: Hand, config: Config) -> dict[str, int]:
    return {wager: hand.stakes[wager] for wager in config.wagers if wager in hand.stakes}


def seat_places(script: Script, cards: tuple[Card, ...]) -> dict[str, tuple[Card, ...]]:
    """A seat's cards by the places that they were dealt to."""
    found, first = {}, 0
    for deal in script.seat_deals:
        found[deal.place] = cards[first : first + deal.cards]
        first += deal.cards
    return found


def is_up(round: Round, name: str) -> bool:
    """A place, or a part of one, lies face up: it was dealt so, or turned."""
    script = script_of(round)
    place, _ = script.part(name)
    deal = script.deal_at[place]
    dealt = deal.to == SEATS or place in round.places
    return dealt and (deal.face == "up" or name in round.turned or place in round.turned)


def _choices(script: Script, hand: Hand) -> dict[str, Any]:
    made = dict(hand.choices)
    for ask in script.asks.values():
        if FOLD in made.values():
            break
        if ask.name not in made and not (ask.raises and ask.raises.wager in hand.stakes):
            made |= ask.default
    return made


def offered_at(ask: Ask, pack: Pack, seat: int, config: Config) -> tuple[str, ...]:
    """The options that the seat's cards, and what lies face up, leave open."""
    game = config.rule_book
    if ask.stage not in game.allows:
        return ask.options
    places = {**pack.places, **seat_places(game.round, pack.seats[seat])}
    return allowed(game, ask, _by_name(game.round, places), config.terms.numbers)


def barred(round: Round, seat: int) -> list[str]:
    """The options of the question that a waiting seat may not take with its cards."""
    game, script = round.config.rule_book, script_of(round)
    if round.asked not in game.allows or seat not in round.waiting:
        return []
    places = {**round.places, **seat_places(script, round.hands[seat].cards)}
    ask = script.asks[round.asked]
    offered = allowed(game, ask, _by_name(script, places), round.config.terms.numbers)
    return [option for option in ask.options if option not in offered]


def _by_name(script: Script, places: Mapping[str, tuple[Card, ...]]) -> dict[str, tuple[Card, ...]]:
    """Cards by place and by part of a place."""
    names = [name for deal in script.deals if deal.place in places for name in (deal.place, *deal.parts)]
    return {name: places[place][which] for name in names for place, which in [script.part(name)]}


def read_choice(
    ask: Ask, choice: Mapping[str, Any], pack: Pack, seat: int, hand: Hand, config: Config
) -> dict[str, Any]:
    """A decision checked by the rule book, in full: a hand played without a set is set the best way."""
    if ask.set is None and ask.trade is None:
        made = one_of(dict(choice), ask.name, ask.options)
        if made not in (offered := offered_at(ask, pack, seat, config)):
            raise ChoiceError(f"with these cards the choice {ask.name!r} may be {' or '.join(offered)}, not {made!r}")
        return {ask.name: made}
    if not choice:  # a line without choices would be read as that of a seat that has not decided yet
        raise ChoiceError("no choice is made")
    if ask.set:
        one_of(dict(choice), ask.name, ask.options, also=ask.names[1:])
    elif set(choice) != {ask.name}:
        one_of(dict(choice), ask.name, ())
    trial = changed(hand, choices={**hand.choices, **choice})
    read = line_of(pack, seat, trial, config, dict.fromkeys(config.rule_book.progressive_wagers, 0))
    if ask.trade or ask.folds(choice[ask.name]) or read.choices is None:
        return dict(choice)
    return {name: read.choices[name] for name in ask.names}
