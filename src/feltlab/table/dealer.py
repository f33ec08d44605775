"""The dealer: the next step of a round by its script, from the state alone, so a round goes on wherever it stopped."""

from collections.abc import Iterator, Mapping
from typing import Any

from feltlab.cards.shuffle import commitment
from feltlab.table.bots import bot_choice
from feltlab.table.events import (
    Asked,
    BetsClosed,
    Dealt,
    Decided,
    Drawn,
    Event,
    Left,
    RoundClosed,
    RoundOpened,
    SeatReady,
    StatusChanged,
    Turned,
    WagersPlaced,
)
from feltlab.table.script import (
    DEFAULTS,
    RAISES,
    SCRIPTS,
    Ask,
    Close,
    Deal,
    Step,
    Take,
    Turn,
    announced,
    asked_seats,
    pack_of,
    read_choice,
    step_name,
)
from feltlab.table.stakes import bad_stakes
from feltlab.table.state import Round, State
from feltlab.table.taking import is_taken, take

Choice = Mapping[str, Any]
FLOP, TURN, RIVER = slice(0, 3), slice(3, 4), slice(4, 5)
BOARD = {"flop": FLOP, "turn": TURN, "river": RIVER}
BY_RANK = ("Highest", "Middle", "Lowest")
"""Rule Cards that are turned and resolved before the others."""


def between_rounds(state: State, now: int, seed: bytes) -> list[Event]:
    """What is due while no round is on the table: seats that asked to leave go, the next round opens."""
    closing = state.status in ("closing", "closed")
    gone = [number for number, seat in state.seats.items() if seat.leaving or closing]
    if gone:
        return [Left(number) for number in gone]
    if state.status == "closing":
        return [StatusChanged("closed", state.reason)]
    if state.status != "open" or not state.seats:
        return []
    config = state.next_config or state.config
    return [RoundOpened(state.rounds + 1, seed.hex(), commitment(seed), now, config)]


def bots_bets(state: State, now: int, funds: Mapping[str, int]) -> list[Event]:
    """Bots bet as soon as bets are open, if their purse holds it and the round's limits allow it."""
    round = state.round
    assert round is not None  # noqa: S101
    events: list[Event] = []
    for number, seat in state.seats.items():
        hand = round.hands.get(number)
        if state.status != "open" or not seat.bot or (hand and hand.ready):
            continue
        affordable = sum(seat.bets.values()) <= funds.get(seat.player, 0)
        if not hand and affordable and not bad_stakes(round.config, seat.bets):
            events.append(WagersPlaced(number, seat.player, seat.bets, now))
        events.append(SeatReady(number, seat.player))
    return events


def bets_are_in(state: State, now: int) -> bool:
    """Everybody who is there says so, or the clock does; somebody must have bet."""
    round = state.round
    assert round is not None  # noqa: S101
    if state.status != "open" or not any(hand.stakes for hand in round.hands.values()):
        return False
    deadline = due(round.first_bet_at, round.config.betting_seconds)
    if deadline and now >= deadline:
        return True
    people = [number for number, seat in state.seats.items() if not seat.bot and not seat.away]
    return bool(people) and all(number in round.hands and round.hands[number].ready for number in people)


def due(start: int, seconds: int) -> int:
    """When a clock runs out; 0 where there is none."""
    return start + 1000 * seconds if start and seconds else 0


def close_bets(round: Round, now: int) -> BetsClosed:
    seats = tuple(seat for seat, hand in round.hands.items() if hand.stakes)
    return BetsClosed(round.number, seats, now, "No more bets")


def current_step(round: Round) -> Step:
    return next(step for step in SCRIPTS[round.config.game] if not _done(step, round))


def _done(step: Step, round: Round) -> bool:
    match step:
        case Deal(to="seats"):
            return all(hand.cards for hand in round.live.values())
        case Deal(to=to):
            return bool(getattr(round, to))
        case Turn(what=what):
            return what in round.turned
        case Ask():
            return not asked_seats(step, round)
        case Take():
            return is_taken(step, round)
        case Close():
            return False


def deal_on(state: State, now: int) -> list[Event]:
    """The events of the current step; none while it waits for a decision."""
    round = state.round
    assert round is not None  # noqa: S101
    match current_step(round):
        case Deal() as step:
            return list(_deal(state.table, round, step))
        case Turn(what=what):
            return [_turn(round, what)]
        case Ask() as step:
            return _ask(round, step, now)
        case Take() as step:
            return take(state, step)
        case Close():
            return [RoundClosed(round.number, now, round.seed)]


def _deal(table: str, round: Round, step: Deal) -> Iterator[Event]:
    pack = pack_of(table, round)
    if step.to != "seats":
        yield Dealt(step.to, 0, getattr(pack, step.to), step.face)
        return
    for seat in round.config.rule_book.book.procedure.dealing.seats(round.config.places):
        if seat in round.live and not round.hands[seat].cards:
            yield Dealt("seat", seat, pack.seats[seat], step.face)


def _turn(round: Round, what: str) -> Turned:
    if what == "dealer":
        return Turned(what, round.dealer, announced(round))
    if what == "rules":
        cards = tuple(sorted(round.rules, key=lambda rule: rule not in BY_RANK))
        return Turned(what, cards, ", ".join(cards))
    return Turned(what, round.board[BOARD[what]], f"The {what}")


def _ask(round: Round, step: Ask, now: int) -> list[Event]:
    seats = asked_seats(step, round)
    if step.in_turn:
        seats = seats[:1]
    if round.asked == step.stage and round.waiting:
        return []
    return [Asked(step.stage, seats, due(now, round.config.decision_seconds), step.call)]


def decisions_due(state: State, now: int, funds: Mapping[str, int]) -> list[Event]:
    """What is decided without waiting: by bots, for seats that are away or leaving, and by the clock. One at a time."""
    round = state.round
    if round is None or not round.asked:
        return []
    late = round.deadline and now >= round.deadline
    for number in round.waiting:
        seat = state.seats.get(number)
        if seat is None or seat.leaving or seat.away or late:
            by = "clock" if late else "away" if seat and seat.away else "leaving"
            return decided(state.table, round, number, round.asked, DEFAULTS[round.asked], by)
        if seat.bot:
            choice = bot_choice(round, number, seat.bot, round.asked)
            events = decided(state.table, round, number, round.asked, choice, "bot")
            raised = sum(sum(event.raised.values()) for event in events if isinstance(event, Decided))
            if raised > funds.get(seat.player, 0):
                return decided(state.table, round, number, round.asked, DEFAULTS[round.asked], "bot")
            return events
    return []


def decided(table: str, round: Round, number: int, stage: str, choice: Choice, by: str) -> list[Event]:
    """A decision, checked, with the raise that it makes and the card that it draws."""
    hand, pack = round.hands[number], pack_of(table, round)
    full = read_choice(stage, choice, pack, number, hand, round.config)
    if stage == "trade":
        if full["trade"] is None:
            return [Decided(number, stage, full, by, {}, f"Seat {number} stays")]
        return [Decided(number, stage, full, by, {}, f"Seat {number} trades {full['trade']}")]
    if "fold" in full.values():
        return [Decided(number, stage, full, by, {}, "Fold")]
    wager, like = RAISES[stage]
    return [Decided(number, stage, full, by, {wager: hand.stakes[like]})]


def draws_due(state: State) -> list[Event]:
    """The card that a trade draws, once the traded one is out of play."""
    round = state.round
    if round is None or round.config.game != "rule-out":
        return []
    pack = pack_of(state.table, round)
    return [
        Drawn(number, card, "Joker: out" if card == "Jo" else "")
        for number, hand in round.live.items()
        if hand.choices.get("trade") and not hand.replacement and (card := pack.replacements[number])
    ]


def step_of(round: Round | None) -> str:
    """What the dealer does next, by name."""
    if round is None:
        return ""
    return "no more bets" if round.phase == "bets" else step_name(current_step(round))
