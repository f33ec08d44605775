"""Irregularities, and what the manuals do about them: one hand is void, or the round is. What is settled stands."""

from collections.abc import Mapping
from typing import Final

from feltlab.table.commands import Void
from feltlab.table.events import Event, RoundVoided, SeatVoided
from feltlab.table.refusal import Refusal
from feltlab.table.state import Round, State

SEAT_CAUSES: Final = {
    "wrong-count": "a seat has a wrong number of cards",
    "exposed": "a card of a seat was exposed by the dealer",
}
ROUND_CAUSES: Final = {
    "dealer-wrong-count": "the dealer's hand has a wrong number of cards",
    "dealer-exposed": "a card of the dealer's was exposed before every seat had decided",
    "board-wrong-count": "the board has a wrong number of cards",
    "board-exposed": "a community card was turned before its time",
    "rules-wrong-count": "a wrong number of Rule Cards",
    "rule-exposed": "a Rule Card was seen before the last trade",
    "shoe-exposed": "a card was exposed before its time, or found face up in the shoe",
    "shuffler": "the shuffler failed",
    "misdeal": "misdeal",
    "stopped": "the table was stopped",
}
_EVERYWHERE = ("shuffler", "misdeal", "stopped")
_SEVEN_CARDS = ("wrong-count", "exposed", "dealer-wrong-count", "dealer-exposed", *_EVERYWHERE)
CAUSES: Final[Mapping[str, tuple[str, ...]]] = {
    "ace-odd-even": _SEVEN_CARDS,
    "low-four": _SEVEN_CARDS,
    "quick-draw-holdem": ("wrong-count", "exposed", "board-wrong-count", "board-exposed", *_EVERYWHERE),
    "rule-out": ("wrong-count", "rules-wrong-count", "rule-exposed", "shoe-exposed", *_EVERYWHERE),
}


def void(state: State, command: Void, now: int) -> list[Event] | Refusal:
    round = state.round
    if round is None:
        return Refusal("no-round")
    if command.cause not in CAUSES[round.config.game]:
        return Refusal("bad-cause", f"the causes here are {', '.join(CAUSES[round.config.game])}")
    words = command.reason or ({**SEAT_CAUSES, **ROUND_CAUSES})[command.cause]
    if command.cause in ROUND_CAUSES:
        return [void_round(round, command.cause, words, now)]
    if round.phase == "bets":
        return Refusal("nothing-to-do", "no card is out yet")
    if command.seat is None or command.seat not in round.live:
        return Refusal("no-such-seat", "the seat has no live hand in this round")
    hand = round.hands[command.seat]
    voided = SeatVoided(command.seat, hand.open_stakes, command.cause, words, "Floor please: void hand")
    if len(round.live) > 1:
        return [voided]
    return [voided, void_round(round, command.cause, words, now, without=command.seat)]


def void_round(round: Round, cause: str, reason: str, now: int, without: int = 0) -> RoundVoided:
    """Every open stake goes back; the seed is shown as after any other round."""
    returned = {seat: hand.open_stakes for seat, hand in round.live.items() if seat != without and hand.open_stakes}
    return RoundVoided(round.number, returned, cause, reason, now, round.seed, "Floor please: the round is void")
