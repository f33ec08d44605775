"""Taking a seat, giving it up, being away from it."""

from typing import Final

from feltlab.table.bots import strategies
from feltlab.table.commands import Leave, Presence, Sit, Vacate
from feltlab.table.config import Config
from feltlab.table.events import Event, Leaving, Left, PresenceChanged, Seated, WagersPlaced
from feltlab.table.refusal import Refusal
from feltlab.table.stakes import bad_stakes, in_felt_order
from feltlab.table.state import State

AWAY: Final = "away"


def seating(state: State, command: Sit | Leave | Vacate | Presence) -> list[Event] | Refusal:
    match command:
        case Sit():
            return _sit(state, command)
        case Leave():
            return _leave(state, command)
        case Vacate():
            return _vacate(state, command)
        case Presence():
            return _presence(state, command)


def _presence(state: State, command: Presence) -> list[Event] | Refusal:
    seats = [number for number in state.seats_of(command.player) if state.seats[number].away != command.away]
    return [PresenceChanged(number, command.away) for number in sorted(seats)] or Refusal("nothing-to-do")


def _sit(state: State, command: Sit) -> list[Event] | Refusal:
    if state.status != "open":
        return Refusal("table-paused" if state.status == "paused" else "table-closed")
    configs = [config for config in (state.config, state.next_config) if config]
    places = min(config.places for config in configs)
    if not 1 <= command.seat <= places:
        return Refusal("no-such-seat", f"the table has seats 1 to {places}")
    if command.seat in state.seats:
        return Refusal("seat-taken")
    if state.seats_of(command.player) and (command.bot or not all(map(is_for_one, configs))):
        return Refusal("already-seated")
    if not command.bot and any(map(is_for_one, configs)) and people(state) - {command.player}:
        return Refusal("no-clocks")
    if command.bot:
        if command.bot not in strategies(state.config):
            return Refusal("no-such-strategy", f"the strategies are {', '.join(strategies(state.config))}")
        if refusal := bad_stakes(state.config, command.bets):
            return refusal
    bets = in_felt_order(state.config, command.bets)
    return [Seated(command.seat, command.player, command.name, command.bot, bets)]


def _leave(state: State, command: Leave) -> list[Event] | Refusal:
    seat = state.seats.get(command.seat)
    if seat is None or seat.player != command.player:
        return Refusal("not-your-seat")
    round, reason = state.round, command.reason if command.forced else ""
    if round is None or command.seat not in round.hands:
        return [Left(command.seat, reason=reason)]
    if round.phase == "bets":
        back: list[Event] = [WagersPlaced(command.seat, seat.player, {}, round.first_bet_at)]
        return [*(back if round.hands[command.seat].stakes else []), Left(command.seat, reason=reason)]
    done = seat.leaving or (command.forced and seat.sent_off)
    return Refusal("nothing-to-do") if done else [Leaving(command.seat, command.forced, reason)]


def _vacate(state: State, command: Vacate) -> list[Event] | Refusal:
    """Checked here and not before: a player who has come back in the meantime, or is in a round, keeps the seat."""
    seat, round = state.seats.get(command.seat), state.round
    hand = round.hands.get(command.seat) if round else None
    if seat is None or seat.player != command.player or not seat.away:
        return Refusal("nothing-to-do")
    if round and hand and (round.phase != "bets" or hand.stakes):
        return Refusal("nothing-to-do", "the seat is in a round")
    return [Left(command.seat, AWAY)]


def is_for_one(config: Config) -> bool:
    return config.private and not config.has_clocks


def takes_several_hands(config: Config) -> bool:
    """One player may sit at more than one place, and sees the cards of all of them."""
    return is_for_one(config) and config.places > 1


def people(state: State) -> set[str]:
    return {seat.player for seat in state.seats.values() if not seat.bot}


def plays_several(state: State) -> bool:
    """Whether someone has more than one hand: nobody else may come to such a table."""
    return any(len(state.seats_of(player)) > 1 for player in people(state))
