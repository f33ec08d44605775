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
    if refusal := _out_of_time(round, command.cause):
        return refusal
    if command.cause in ROUND_CAUSES:
        return [_void_round(round, command.cause, words, now)]
    if command.seat is None or command.seat not in round.live:
        return Refusal("no-such-seat", "the seat has no live hand in this round")
    stakes = round.hands[command.seat].open_stakes
    if not stakes:
        return Refusal("nothing-to-do", "every bet of the seat is settled and stands")
    return [SeatVoided(command.seat, stakes, command.cause, words, "Floor please: void hand")]


def _out_of_time(round: Round, cause: str) -> Refusal | None:
    """An irregularity that cannot be, or is none, at this point of the round."""
    if round.phase == "bets":
        return None if cause in _EVERYWHERE else Refusal("nothing-to-do", "no card is out yet")
    if not any(hand.open_stakes for hand in round.live.values()):
        return Refusal("nothing-to-do", "every bet is settled and stands")
    in_time = {
        "dealer-exposed": not round.dealer or any(not hand.decided for hand in round.live.values()),
        "board-exposed": "river" not in round.turned,
        "rule-exposed": not round.rules,
    }
    return None if in_time.get(cause, True) else Refusal("nothing-to-do", "it is face up in its time")


def void_due(state: State, now: int) -> RoundVoided | None:
    """A round that cannot go on: the table closes before its first card, or no hand of it is left."""
    round = state.round
    if round is None:
        return None
    if round.phase == "bets" and state.status == "closing":
        return _void_round(round, "stopped", state.reason or ROUND_CAUSES["stopped"], now)
    if round.phase == "play" and not round.live:
        return _void_round(round, "misdeal", "every hand is void", now)
    return None


def _void_round(round: Round, cause: str, reason: str, now: int) -> RoundVoided:
    """Every open stake goes back; the seed is shown as after any other round."""
    returned = {seat: hand.open_stakes for seat, hand in round.live.items() if hand.open_stakes}
    return RoundVoided(round.number, returned, cause, reason, now, round.seed, "Floor please: the round is void")
