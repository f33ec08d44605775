"""The coach: the exact value of each choice for a seat's own cards, from the lab; and what a choice has cost."""

from collections.abc import Mapping, Sequence
from typing import Any

from feltlab.exact.figures import Advice
from feltlab.lab import advise, hears_choices
from feltlab.rules.progressive import UNITS_PER_CENT
from feltlab.rules.round import Ask
from feltlab.table.script import is_up, line_cards, line_start, script_of, seat_places
from feltlab.table.state import Hand, Round, State
from feltlab.table.taking import fed_by


def advice(state: State, seat: int) -> tuple[str, Advice] | None:
    """The decision that the seat has to make, and each choice's value; None where there is none."""
    round = state.round
    if round is None or seat not in round.waiting:
        return None
    return round.asked, advise(advice_line(state, round, seat), round.config.house)


def advice_line(state: State, round: Round, seat: int) -> dict[str, Any]:
    """What the seat sees, as `feltlab advise` reads it."""
    hand, script = round.hands[seat], script_of(round)
    line = line_start(hand, round.config)
    if meters := _meters_when_paid(state, round, hand):
        line["meters"] = meters
    places = {**seat_places(script, hand.cards), **round.places}
    seen = [name for name in script.seen_fields if _sees(round, name, places)]
    line |= line_cards(script, seen, places)
    if hand.choices and hears_choices(round.config.rule_book):
        line["choices"] = dict(hand.choices)
    return line | ({script.draws: hand.replacement} if hand.replacement else {})


def _sees(round: Round, name: str, places: Mapping[str, Sequence[str]]) -> bool:
    place, _ = script_of(round).part(name)
    return bool(places.get(place)) and (place not in round.places or is_up(round, name))


def _meters_when_paid(state: State, round: Round, hand: Hand) -> dict[str, int]:
    """An award is a share of a meter that this round's bets have fed."""
    fed = fed_by(state, round)
    return {
        wager: (meter.units + fed[wager]) // UNITS_PER_CENT
        for wager, meter in state.meters.items()
        if wager in hand.stakes
    }


def choice_name(ask: Ask, choice: Mapping[str, Any]) -> str:
    """A decision as the lab names it: fold, play, play odd, bet, keep, trade Td."""
    made = choice[ask.name]
    if ask.trade:
        return "keep" if made is None else f"trade {made}"
    side = choice.get(ask.names[-1]) if ask.set and not ask.folds(made) else None
    return f"{made} {side}" if isinstance(side, str) else str(made)
