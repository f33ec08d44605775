"""One command at one table: `(state, command) -> events`, or a refusal. It has no clock, randomness or money of its
own.

Everything from outside comes as arguments: `now` in milliseconds, `seed` 32 fresh bytes for a round that may open,
`funds` the purses of the players concerned, `tokens` the promotional tokens they hold.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from feltlab.cards.shuffle import check_client_seed, context
from feltlab.errors import FeltlabError, WagerError
from feltlab.table.commands import (
    Advance,
    Bet,
    ClientSeed,
    Command,
    Configure,
    DealOn,
    Decide,
    Leave,
    Open,
    PlayOn,
    Presence,
    Rate,
    Ready,
    Resume,
    Sit,
    Status,
    Tick,
    Vacate,
    Void,
)
from feltlab.table.config import Config, checked, stamped
from feltlab.table.dealer import (
    bets_are_in,
    between_rounds,
    bots_bets,
    clock_anew,
    close_bets,
    deal_on,
    decided,
    decisions_due,
    draws_due,
    last_clock,
    step_of,
)
from feltlab.table.events import (
    Configured,
    Decided,
    Event,
    RateSet,
    RoundVoided,
    SeatReady,
    SeatSettled,
    SeatVoided,
    Seeded,
    StatusChanged,
    TableOpened,
    Turned,
    WagersPlaced,
)
from feltlab.table.evolve import evolve
from feltlab.table.irregular import void, void_due
from feltlab.table.refusal import Refusal
from feltlab.table.seating import is_for_one, people, plays_several, seating
from feltlab.table.stakes import bad_stakes, in_felt_order
from feltlab.table.state import Round, SeatHand, State, in_cash
from feltlab.table.taking import folds_due
from feltlab.table.tokens import bad_tokens

Funds = Mapping[str, int]
NOBODYS: Final[Funds] = {}


class Change(NamedTuple):
    """An event, and the table before and after it."""

    before: State | None
    event: Event
    after: State


def step(
    state: State | None, command: Command, now: int, seed: bytes, funds: Funds, tokens: Funds = NOBODYS
) -> tuple[Event, ...] | Refusal:
    done = changes(state, command, now, seed, funds, tokens)
    return done if isinstance(done, Refusal) else tuple([change.event for change in done])


def changes(
    state: State | None, command: Command, now: int, seed: bytes, funds: Funds, tokens: Funds = NOBODYS
) -> list[Change] | Refusal:
    """The same with the states, so that a writer need not fold them a second time."""
    if state is None:
        return _open(command) if isinstance(command, Open) else Refusal("table-closed")
    asked = _asked(state, command, now, funds, tokens)
    if isinstance(asked, Refusal):
        return asked
    return _and_on(state, command, asked, now, seed, funds) or Refusal("nothing-to-do")


def _and_on(state: State, command: Command, events: list[Event], now: int, seed: bytes, funds: Funds) -> list[Change]:
    """The events asked for, and all that follow from them without waiting."""
    purses = dict(funds)
    done: list[Change] = []
    manual_step = step_of(state.round) if isinstance(command, Advance) else ""
    while True:
        for event in events:
            _count(purses, state, event)
            done.append(Change(state, event, state := evolve(state, event)))
            manual_step = "" if isinstance(event, Turned) else manual_step  # by hand, each card is turned separately
        events = _next(state, now, seed, purses, manual_step, command)
        if not events:
            return done


def _next(state: State, now: int, seed: bytes, funds: Funds, manual_step: str, command: Command) -> list[Event]:
    round = state.round
    if round is None:
        return between_rounds(state, now, seed)
    if voided := void_due(state, now):
        return voided
    by_hand = round.config.dealer == "manual" and step_of(round) != manual_step
    if round.phase == "bets":
        if events := bots_bets(state, now, funds):
            return events
        return [] if by_hand or not bets_are_in(state, now) else [close_bets(round, now)]
    by_itself = isinstance(command, PlayOn | DealOn) or state.status == "closing"
    events = draws_due(state) or decisions_due(state, now, funds, isinstance(command, PlayOn)) or last_clock(state, now)
    return events or ([] if by_hand and not by_itself else folds_due(state) or deal_on(state, now))


def _count(purses: dict[str, int], state: State, event: Event) -> None:
    """Keeps track of each purse within one step; the ledger has the last word."""
    hands = state.round.hands if state.round else {}
    match event:
        case WagersPlaced():
            before = hands[event.seat].in_cash() if event.seat in hands else 0
            moved = [(event.player, before - in_cash(event.stakes, event.tokens))]
        case Decided():
            moved = [(hands[event.seat].player, -in_cash(event.raised, event.tokens))]
        case SeatSettled():
            moved = [(hands[event.seat].player, sum(result.returned - result.token for result in event.results))]
        case SeatVoided():
            moved = [(hands[event.seat].player, hands[event.seat].in_cash(event.returned))]
        case RoundVoided():
            moved = [(hands[seat].player, hands[seat].in_cash(stakes)) for seat, stakes in event.returned.items()]
        case _:
            return
    for player, cents in moved:
        purses[player] = purses.get(player, 0) + cents


def _open(command: Open) -> list[Change] | Refusal:
    try:
        config = stamped(checked(command.config))
        context(command.table, 0, config.shape, {}, config.rule_book.bound_cut)  # names go into every deal
    except FeltlabError as error:
        return Refusal("bad-configuration", str(error))
    progressives = config.rule_book.book.progressives
    meters = {wager: rule.opened(config.progressive_bet) for wager, rule in progressives.items()}
    opened = TableOpened(command.table, config, meters)
    return [Change(None, opened, evolve(None, opened))]


def _asked(state: State, command: Command, now: int, funds: Funds, tokens: Funds) -> list[Event] | Refusal:
    if isinstance(command, Open):
        return Refusal("table-exists")
    if state.status == "closed":
        return Refusal("table-closed")
    match command:
        case Tick() | PlayOn() | DealOn():
            return []  # only what a clock, a bot or a stopped round has due
        case Resume():
            return clock_anew(state.round, now)
        case Sit() | Leave() | Vacate() | Presence():
            return seating(state, command)
        case Bet() | ClientSeed() | Ready() | Decide():
            return _from_seat(state, command, now, funds, tokens)
        case Advance():
            return _advance(state, command, now)
        case Void():
            return void(state, command, now)
        case Status():
            return _status(state, command)
        case Configure():
            return _configure(state, command)
        case Rate():
            if command.wager not in state.meters or command.increment_ppm not in range(1_000_001):
                return Refusal("bad-rate")
            return [RateSet(command.wager, int(command.increment_ppm))]


def _from_seat(
    state: State, command: Bet | ClientSeed | Ready | Decide, now: int, funds: Funds, tokens: Funds
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
        return _decide(state, round, command, funds, tokens)
    if round.phase != "bets" or state.status == "closing":
        return Refusal("bets-closed")
    if state.status == "paused":
        return Refusal("table-paused")
    if isinstance(command, Bet):
        return _bet(round, command, now, funds, tokens)
    hand = round.hands.get(command.seat)
    if isinstance(command, Ready):
        return Refusal("nothing-to-do") if hand and hand.ready else [SeatReady(command.seat, command.player)]
    try:
        return [Seeded(command.seat, command.player, check_client_seed(command.text))]
    except FeltlabError:
        return Refusal("bad-seed")


def _bet(round: Round, command: Bet, now: int, funds: Funds, tokens: Funds) -> list[Event] | Refusal:
    before = round.hands.get(command.seat) or SeatHand(command.player)
    if not command.wagers and not command.tokens:
        return [WagersPlaced(command.seat, command.player, {}, now)] if before.stakes else Refusal("no-wager")
    if refusal := bad_stakes(round.config, command.wagers) or bad_tokens(round.config, command.wagers, command.tokens):
        return refusal
    if in_cash(command.wagers, command.tokens) - before.in_cash() > funds.get(command.player, 0):
        return Refusal("insufficient-funds")
    if sum(command.tokens.values()) - sum(before.tokens.values()) > tokens.get(command.player, 0):
        return Refusal("insufficient-tokens")
    stakes, parts = (in_felt_order(round.config, bets) for bets in (command.wagers, command.tokens))
    return [WagersPlaced(command.seat, command.player, stakes, now, parts)]


def _decide(state: State, round: Round, command: Decide, funds: Funds, tokens: Funds) -> list[Event] | Refusal:
    if command.stage != round.asked or command.seat not in round.waiting:
        return Refusal("not-asked")
    try:
        events = decided(state.table, round, command.seat, command.stage, command.choice, "player", command.tokens)
    except WagerError as error:
        return Refusal("bad-token", str(error))
    except FeltlabError as error:
        return Refusal("bad-choice", str(error))
    made = [event for event in events if isinstance(event, Decided)]
    if sum(in_cash(event.raised, event.tokens) for event in made) > funds.get(command.player, 0):
        return Refusal("insufficient-funds")
    short = sum(sum(event.tokens.values()) for event in made) > tokens.get(command.player, 0)
    return Refusal("insufficient-tokens") if short else events


def _advance(state: State, command: Advance, now: int) -> list[Event] | Refusal:
    round = state.round
    if round is None:
        return Refusal("no-round")
    if round.config.dealer != "manual":
        return Refusal("not-manual")
    if command.step != step_of(round):
        return Refusal("nothing-to-do", f"the next step is: {step_of(round)}")
    if round.phase != "bets":
        return deal_on(state, now) or Refusal("nothing-to-do", "the table is waiting for the players")
    if state.status == "paused":
        return Refusal("table-paused")
    if not any(hand.stakes for hand in round.hands.values()):
        return Refusal("no-wager", "nobody has bet")
    return [close_bets(round, now)]


def _status(state: State, command: Status) -> list[Event] | Refusal:
    if state.status == "closing":
        return Refusal("table-closed", "the table closes when this round is over")
    if command.status not in ("open", "paused", "closed") or command.status == state.status:
        return Refusal("nothing-to-do")
    return [StatusChanged("closing" if command.status == "closed" else command.status, command.reason)]


def _meters_of(config: Config) -> object:
    """The opening amounts of a table's meters."""
    return config.progressive_bet, config.house.progressives


def _configure(state: State, command: Configure) -> list[Event] | Refusal:
    try:
        config = checked(command.config)
    except FeltlabError as error:
        return Refusal("bad-configuration", str(error))
    if config.game != state.config.game or _meters_of(config) != _meters_of(state.config):
        return Refusal("bad-configuration", "game, progressives and their price cannot change: open another table")
    if config.places < max(state.seats, default=0):  # seats stay within those of the next round, see _sit
        return Refusal("bad-configuration", "a seat that would be removed is taken")
    if is_for_one(config) and len(people(state)) > 1:
        return Refusal("no-clocks")
    if not is_for_one(config) and plays_several(state):
        return Refusal("already-seated", "leave all seats but one first")
    return [Configured(config)]
