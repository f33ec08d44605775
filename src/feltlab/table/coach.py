"""The coach: the exact value of each choice for a seat's own cards, from the lab; and what a choice has cost."""

from collections.abc import Mapping
from typing import Any

from feltlab.exact.figures import Advice
from feltlab.lab import advise
from feltlab.rules.progressive import UNITS_PER_CENT
from feltlab.table.script import opening_stakes
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
    hand = round.hands[seat]
    line: dict[str, Any] = {"game": round.config.game, "wagers": opening_stakes(hand, round.config)}
    if round.config.pay_tables:
        line["pay_tables"] = dict(round.config.pay_tables)
    if meters := _meters_when_paid(state, round, hand):
        line["meters"] = meters
    if round.config.game == "rule-out":
        return {**line, "decks": round.config.terms.numbers.decks, "dealt": list(hand.cards)}
    if round.config.game == "quick-draw-holdem":
        line |= {"hole": list(hand.cards), "flop": list(round.board[:3])}
        return {**line, "turn": round.board[3]} if round.asked == "turn" else line
    return {**line, "player": list(hand.cards)}


def _meters_when_paid(state: State, round: Round, hand: Hand) -> dict[str, int]:
    """An award is a share of a meter that this round's bets have fed."""
    fed = fed_by(state, round)
    return {
        wager: (meter.units + fed[wager]) // UNITS_PER_CENT
        for wager, meter in state.meters.items()
        if wager in hand.stakes
    }


def choice_name(stage: str, choice: Mapping[str, Any]) -> str:
    """A decision as the lab names it: fold, play, play odd, bet, keep, trade Td."""
    if stage == "trade":
        return "keep" if choice["trade"] is None else f"trade {choice['trade']}"
    if stage != "play":
        return str(choice[stage])
    if choice["decision"] == "fold":
        return "fold"
    side = choice.get("set")
    return f"play {side}" if isinstance(side, str) else "play"
