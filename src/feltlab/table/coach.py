"""The coach: the exact value of each choice for a seat's own cards, from the lab; and the cost of a choice made."""

from collections.abc import Iterable, Mapping
from typing import Any

from feltlab.cards.names import Card, card_names
from feltlab.exact.figures import Advice
from feltlab.lab import advise, hears_choices
from feltlab.rules.progressive import UNITS_PER_CENT
from feltlab.rules.round import Script
from feltlab.rules.steps import Ask
from feltlab.table.pack import pack_of
from feltlab.table.script import is_up, line_start, read_choice, script_of, seat_places
from feltlab.table.state import Round, SeatHand, State
from feltlab.table.taking import fed_by


def advice(state: State, seat: int) -> tuple[str, Advice] | None:
    """The decision the seat has to make, and each choice's value; None if there is none."""
    round = state.round
    if round is None or seat not in round.waiting:
        return None
    return round.asked, advise(advice_line(state, round, seat), round.config.house)


def judged(state: State, seat: int, choice: Mapping[str, Any]) -> tuple[Advice, str]:
    """Each choice's value for a decision the seat makes, and which choice it is."""
    round = state.round
    assert round is not None  # noqa: S101 - the seat is asked
    ask, hand, game = script_of(round).asks[round.asked], round.hands[seat], round.config.rule_book
    full = read_choice(ask, choice, pack_of(state.table, round), seat, hand, round.config)
    line = advice_line(state, round, seat)
    if ask.set and hears_choices(game) and ask.set.name in full:
        line["choices"] = line.get("choices", {}) | full
    return advise(line, round.config.house), choice_name(ask, full)


def is_exact(round: Round) -> bool:
    """Values are those of a fresh shoe; the coach does not count the cards already dealt."""
    return not round.gone


def advice_line(state: State, round: Round, seat: int) -> dict[str, Any]:
    """What the seat sees, as `feltlab advise` reads it."""
    hand, script = round.hands[seat], script_of(round)
    line = line_start(hand, round.config)
    if meters := _meters_when_paid(state, round, hand):
        line["meters"] = meters
    places = {**seat_places(script, hand.cards), **round.places}
    seen = [name for name in script.seen_fields if _sees(round, name, places)]
    line |= _line_cards(script, seen, places)
    if hand.choices and hears_choices(round.config.rule_book):
        line["choices"] = dict(hand.choices)
    trade = round.config.rule_book.reader.trade
    return line | ({trade.draws: trade.written(card_names(hand.drawn))} if trade and hand.drawn else {})


def _line_cards(script: Script, names: Iterable[str], places: Mapping[str, tuple[Card, ...]]) -> dict[str, Any]:
    """Places, or parts of places, in the form of a round's line: a single card is not a list."""
    found: dict[str, Any] = {}
    for name in names:
        place, which = script.part(name)
        cards = card_names(places[place][which])
        found[name] = cards if len(cards) > 1 else cards[0]
    return found


def _sees(round: Round, name: str, places: Mapping[str, tuple[Card, ...]]) -> bool:
    place, _ = script_of(round).part(name)
    return bool(places.get(place)) and (place not in round.places or is_up(round, name))


def _meters_when_paid(state: State, round: Round, hand: SeatHand) -> dict[str, int]:
    """An award is a share of a meter that this round's bets have fed."""
    fed = fed_by(state, round)
    return {
        wager: (meter.units + fed[wager]) // UNITS_PER_CENT
        for wager, meter in state.meters.items()
        if wager in hand.stakes
    }


def choice_name(ask: Ask, choice: Mapping[str, Any]) -> str:
    """A decision by its name in the lab: fold, play, play odd, play Kd 9c, bet, keep, trade Td."""
    made = choice[ask.name]
    if ask.trade:
        return "keep" if made is None else f"trade {' '.join(ask.trade.listed(made))}"
    held = choice.get(ask.set.name) if ask.set and ask.set.sides else None
    if held is None or ask.folds(made):
        return str(made)
    return f"{made} {held if isinstance(held, str) else ' '.join(held)}"
