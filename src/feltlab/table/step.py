"""One command at one table: `(state, command) -> events`, or a refusal. No clock, no randomness, no money of its own.

What comes from outside comes in as arguments: `now` in milliseconds, `seed` 32 fresh bytes for a round that may open,
`funds` the purses of the players concerned.
"""

from collections.abc import Mapping
from typing import Any

from feltlab.cards.shuffle import check_client_seed
from feltlab.errors import FeltlabError
from feltlab.games.wagers import check_stakes
from feltlab.table.bots import strategies
from feltlab.table.commands import (
    Advance,
    Bet,
    ClientSeed,
    Command,
    Configure,
    Decide,
    Leave,
    Open,
    Presence,
    Rate,
    Ready,
    Sit,
    Status,
    Tick,
    Void,
)
from feltlab.table.config import Config, checked
from feltlab.table.dealer import (
    bets_are_in,
    between_rounds,
    bots_bets,
    close_bets,
    deal_on,
    decided,
    decisions_due,
    step_of,
)
from feltlab.table.events import (
    Configured,
    Decided,
    Event,
    Leaving,
    Left,
    PresenceChanged,
    RateSet,
    Seated,
    SeatReady,
    Seeded,
    StatusChanged,
    TableOpened,
    WagersPlaced,
)
from feltlab.table.evolve import evolve
from feltlab.table.irregular import void, void_round
from feltlab.table.refusal import Refusal
from feltlab.table.state import Round, State

Funds = Mapping[str, int]


def step(state: State | None, command: Command, now: int, seed: bytes, funds: Funds) -> tuple[Event, ...] | Refusal:
    if state is None:
        return _open(command) if isinstance(command, Open) else Refusal("table-closed")
    asked = _asked(state, command, now, funds)
    if isinstance(asked, Refusal):
        return asked
    return tuple(_and_on(state, command, asked, now, seed, funds)) or Refusal("nothing-to-do")


def _and_on(state: State, command: Command, events: list[Event], now: int, seed: bytes, funds: Funds) -> list[Event]:
    """The events asked for, and all that follow from them without waiting."""
    purses = dict(funds)
    done: list[Event] = []
    manual_step = step_of(state.round) if isinstance(command, Advance) else ""
    while True:
        for event in events:
            _spend(purses, state, event)
            state = evolve(state, event)
        done += events
        events = _next(state, now, seed, purses, manual_step)
        if not events:
            return done


def _next(state: State, now: int, seed: bytes, funds: Funds, manual_step: str) -> list[Event]:
    round = state.round
    if round is None:
        return between_rounds(state, now, seed)
    by_hand = round.config.dealer == "manual" and step_of(round) != manual_step
    if round.phase == "bets":
        if events := bots_bets(state, now, funds):
            return events
        return [] if by_hand or not bets_are_in(state, now) else [close_bets(round, now)]
    return decisions_due(state, now, funds) or ([] if by_hand else deal_on(state, now))


def _spend(purses: dict[str, int], state: State, event: Event) -> None:
    """Keep count of what is left in each purse within one step; the ledger has the last word."""
    match event:
        case WagersPlaced():
            before = state.round.hands.get(event.seat) if state.round else None
            change = sum(event.stakes.values()) - (sum(before.stakes.values()) if before else 0)
            purses[event.player] = purses.get(event.player, 0) - change
        case Decided() if state.round:
            player = state.round.hands[event.seat].player
            purses[player] = purses.get(player, 0) - sum(event.raised.values())


def _open(command: Open) -> tuple[Event, ...] | Refusal:
    try:
        config = checked(command.config)
    except FeltlabError as error:
        return Refusal("bad-configuration", str(error))
    progressives = config.rule_book.book.progressives
    meters = {wager: rule.opened(config.progressive_bet) for wager, rule in progressives.items()}
    return (TableOpened(command.table, config, meters),)


def _asked(state: State, command: Command, now: int, funds: Funds) -> list[Event] | Refusal:
    if isinstance(command, Open):
        return Refusal("table-exists")
    if state.status == "closed":
        return Refusal("table-closed")
    match command:
        case Tick():
            return []  # only what a clock, a bot or a stopped round has due
        case Presence():
            number = state.seat_of(command.player)
            if number is None or state.seats[number].away == command.away:
                return Refusal("nothing-to-do")
            return [PresenceChanged(number, command.away)]
        case Sit():
            return _sit(state, command)
        case Leave():
            return _leave(state, command)
        case Bet() | ClientSeed() | Ready() | Decide():
            return _from_seat(state, command, now, funds)
        case Advance():
            return _advance(state, command, now)
        case Void():
            return void(state, command, now)
        case Status():
            return _status(state, command, now)
        case Configure():
            return _configure(state, command)
        case Rate():
            if command.wager not in state.meters or not 0 <= command.increment_ppm <= 1_000_000:
                return Refusal("bad-rate")
            return [RateSet(command.wager, command.increment_ppm)]


def _sit(state: State, command: Sit) -> list[Event] | Refusal:
    if state.status != "open":
        return Refusal("table-paused")
    if not 1 <= command.seat <= state.config.places:
        return Refusal("no-such-seat", f"the table has seats 1 to {state.config.places}")
    if command.seat in state.seats:
        return Refusal("seat-taken")
    if state.seat_of(command.player) is not None:
        return Refusal("already-seated")
    if command.bot:
        if command.bot not in strategies(state.config):
            return Refusal("no-such-strategy", f"the strategies are {', '.join(strategies(state.config))}")
        if refusal := _bad_stakes(state.config, command.bets):
            return refusal
    return [Seated(command.seat, command.player, command.name, command.bot, dict(command.bets))]


def _leave(state: State, command: Leave) -> list[Event] | Refusal:
    seat = state.seats.get(command.seat)
    if seat is None or (command.player and seat.player != command.player):
        return Refusal("not-your-seat")
    round = state.round
    if round is None or command.seat not in round.hands:
        return [Left(command.seat)]
    if round.phase == "bets":
        back: list[Event] = [WagersPlaced(command.seat, seat.player, {}, round.first_bet_at)]
        return [*(back if round.hands[command.seat].stakes else []), Left(command.seat)]
    return Refusal("nothing-to-do") if seat.leaving else [Leaving(command.seat)]


def _from_seat(
    state: State, command: Bet | ClientSeed | Ready | Decide, now: int, funds: Funds
) -> list[Event] | Refusal:
    seat = state.seats.get(command.seat)
    if seat is None or seat.player != command.player or seat.bot:
        return Refusal("not-your-seat")
    round = state.round
    if round is None:
        return Refusal("table-paused" if state.status == "paused" else "no-round")
    if command.round != round.number:
        return Refusal("wrong-round", f"round {round.number} is on the table")
    if isinstance(command, Decide):
        return _decide(state, round, command, funds)
    if round.phase != "bets" or state.status == "closing":
        return Refusal("bets-closed")
    if state.status == "paused":
        return Refusal("table-paused")
    if isinstance(command, Bet):
        return _bet(round, command, now, funds)
    hand = round.hands.get(command.seat)
    if isinstance(command, Ready):
        return Refusal("nothing-to-do") if hand and hand.ready else [SeatReady(command.seat, command.player)]
    try:
        return [Seeded(command.seat, command.player, check_client_seed(command.text))]
    except FeltlabError:
        return Refusal("bad-seed")


def _bet(round: Round, command: Bet, now: int, funds: Funds) -> list[Event] | Refusal:
    before = round.hands[command.seat].stakes if command.seat in round.hands else {}
    if not command.wagers:
        return [WagersPlaced(command.seat, command.player, {}, now)] if before else Refusal("no-wager")
    if refusal := _bad_stakes(round.config, command.wagers):
        return refusal
    if sum(command.wagers.values()) - sum(before.values()) > funds.get(command.player, 0):
        return Refusal("insufficient-funds")
    order = [wager for wager in round.config.wagers if wager in command.wagers]
    return [WagersPlaced(command.seat, command.player, {wager: command.wagers[wager] for wager in order}, now)]


def _bad_stakes(config: Config, wagers: Mapping[str, Any]) -> Refusal | None:
    try:
        stakes = check_stakes(config.rule_book.wagers, dict(wagers))
    except FeltlabError as error:
        return Refusal("bad-wager", str(error))
    for wager, stake in stakes.items():
        least, most = config.limit(wager)
        if stake < least:
            return Refusal("below-minimum", f"the {wager} bet is at least {least} cents here")
        if stake > most:
            return Refusal("above-maximum", f"the {wager} bet is at most {most} cents here")
    return None


def _decide(state: State, round: Round, command: Decide, funds: Funds) -> list[Event] | Refusal:
    if command.stage != round.asked or command.seat not in round.waiting:
        return Refusal("not-asked")
    try:
        events = decided(state.table, round, command.seat, command.stage, command.choice, "player")
    except FeltlabError as error:
        return Refusal("bad-choice", str(error))
    raised = sum(sum(event.raised.values()) for event in events if isinstance(event, Decided))
    return Refusal("insufficient-funds") if raised > funds.get(command.player, 0) else events


def _advance(state: State, command: Advance, now: int) -> list[Event] | Refusal:
    round = state.round
    if round is None:
        return Refusal("no-round")
    if round.config.dealer != "manual":
        return Refusal("not-manual")
    if command.step != step_of(round):
        return Refusal("nothing-to-do", f"the next step is: {step_of(round)}")
    if round.phase != "bets":
        return deal_on(state, now) or Refusal("nothing-to-do", "the table waits for the players")
    if state.status == "paused" or not any(hand.stakes for hand in round.hands.values()):
        return Refusal("no-wager", "nobody has bet")
    return [close_bets(round, now)]


def _status(state: State, command: Status, now: int) -> list[Event] | Refusal:
    if command.status not in ("open", "paused", "closed") or command.status == state.status:
        return Refusal("nothing-to-do")
    if command.status != "closed":
        return [StatusChanged(command.status, command.reason)]
    if state.round is None:
        return [StatusChanged("closing", command.reason)]
    if state.round.phase == "bets":
        return [StatusChanged("closing", command.reason), void_round(state.round, "stopped", command.reason, now)]
    return [StatusChanged("closing", command.reason)]


def _configure(state: State, command: Configure) -> list[Event] | Refusal:
    try:
        config = checked(command.config)
    except FeltlabError as error:
        return Refusal("bad-configuration", str(error))
    if config.game != state.config.game or config.progressive_bet != state.config.progressive_bet:
        return Refusal("bad-configuration", "the game and the price of its progressive stay: open another table")
    if config.places < max(state.seats, default=0):
        return Refusal("bad-configuration", "a seat that would go is taken")
    return [Configured(config)]
