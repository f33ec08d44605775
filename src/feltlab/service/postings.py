"""The transfers of an event at a table: the one place where table events become ledger transfers.

A settled wager's transfers are named by table, round, seat and wager, so it is paid once or never.
"""

from collections.abc import Iterator, Mapping

from feltlab.ledger.ledger import HOUSE
from feltlab.ledger.transfer import Transfer
from feltlab.rules.progressive import UNITS_PER_CENT, Meter
from feltlab.table.events import (
    Decided,
    Event,
    MeterAwarded,
    MetersFed,
    RoundVoided,
    SeatSettled,
    SeatVoided,
    TableOpened,
    WagersPlaced,
)
from feltlab.table.state import SeatHand, Settled, State, in_cash

FLOAT = 100_000_000
"""Cents that a table's bank starts with, and the amount it is refilled to when it would run out."""

AWARD, BANK = "award", "bank"


def purse(player: str) -> str:
    return f"purse:{player}"


def tokens_of(player: str) -> str:
    """Promotional tokens that a player holds, at their face value."""
    return f"tokens:{player}"


def token_stake(table: str, seat: int) -> str:
    return f"token-stake:{table}:{seat}"


def bank(table: str) -> str:
    return f"{BANK}:{table}"


def stake(table: str, seat: int) -> str:
    return f"stake:{table}:{seat}"


def meter_of(table: str, wager: str) -> str:
    return f"meter:{table}:{wager}"


def reserve(table: str, wager: str) -> str:
    return f"reserve:{table}:{wager}"


def postings(state: State | None, event: Event) -> list[Transfer]:
    """The transfers of an event at a table in this state before it."""
    if state is None:
        assert isinstance(event, TableOpened)  # noqa: S101
        return list(_opened(event))
    match event:
        case WagersPlaced():
            return list(_bets(state, event))
        case Decided():
            return list(_raises(state, event))
        case SeatSettled():
            return [move for result in event.results for move in _settled(state, event.seat, result)]
        case MetersFed():
            return list(_fed(state, event))
        case MeterAwarded():
            return list(_reseeded(state, event))
        case SeatVoided():
            return list(_returned(state, event.seat, event.returned))
        case RoundVoided():
            return [move for seat, stakes in event.returned.items() for move in _returned(state, seat, stakes)]
        case _:
            return []


def _opened(event: TableOpened) -> Iterator[Transfer]:
    table = event.table
    yield Transfer(f"{table}/float", HOUSE, bank(table), FLOAT)
    for wager, meter in event.meters.items():
        if meter.cents:
            yield Transfer(f"{table}/base/{wager}", HOUSE, meter_of(table, wager), meter.cents)
            yield Transfer(f"{table}/reserve/{wager}", HOUSE, reserve(table, wager), _base(meter))


def _base(meter: Meter) -> int:
    return meter.base_units // UNITS_PER_CENT


def _bets(state: State, event: WagersPlaced) -> Iterator[Transfer]:
    assert state.round is not None  # noqa: S101
    hand = state.round.hands.get(event.seat) or SeatHand(event.player)
    chips, tokens = stake(state.table, event.seat), token_stake(state.table, event.seat)
    name = f"{state.table}/{state.round.number}/{event.seat}/bet/{state.number + 1}"
    change = in_cash(event.stakes, event.tokens) - hand.in_cash()
    yield from _changed(name, purse(event.player), chips, change)
    change = sum(event.tokens.values()) - sum(hand.tokens.values())
    yield from _changed(f"{name}/tokens", tokens_of(event.player), tokens, change)


def _changed(name: str, pocket: str, on_the_felt: str, change: int) -> Iterator[Transfer]:
    if change > 0:
        yield Transfer(name, pocket, on_the_felt, change)
    elif change < 0:
        yield Transfer(name, on_the_felt, pocket, -change)


def _raises(state: State, event: Decided) -> Iterator[Transfer]:
    for wager, cents in event.raised.items():
        token, name = event.tokens.get(wager, 0), _name(state, event.seat, wager, "raise")
        yield from _changed(name, _purse(state, event.seat), stake(state.table, event.seat), cents - token)
        yield from _changed(f"{name}/tokens", _tokens(state, event.seat), token_stake(state.table, event.seat), token)


def _settled(state: State, seat: int, result: Settled) -> Iterator[Transfer]:
    """The stake is taken or handed back; winnings come from the bank or from the meter.

    A token goes back to the player as a token, or to the house that gave it.
    """
    here, pocket, house = stake(state.table, seat), _purse(state, seat), bank(state.table)
    token = _token_on(state, seat, result.wager)
    staked, won_by_bank = result.staked - token, result.returned - result.from_meter - result.token
    back = min(staked, won_by_bank)
    moves = [
        ("lost", here, house, staked - back),
        ("back", here, pocket, back),
        ("won", house, pocket, won_by_bank - back),
    ]
    if result.from_meter:
        moves.append((AWARD, meter_of(state.table, result.wager), pocket, result.from_meter))
    if token:
        on_the_felt = token_stake(state.table, seat)
        moves.append(("token-lost", on_the_felt, HOUSE, token - result.token))
        moves.append(("token-back", on_the_felt, _tokens(state, seat), result.token))
    for what, debit, credit, cents in moves:
        if cents:
            yield Transfer(_name(state, seat, result.wager, what), debit, credit, cents)


def _fed(state: State, event: MetersFed) -> Iterator[Transfer]:
    """Whole cents move to the meter's account when the meter passes them; the fraction waits in the table's state."""
    assert state.round is not None  # noqa: S101
    for wager, units in event.units.items():
        before = state.meters[wager]
        cents = (before.units + units) // UNITS_PER_CENT - before.cents
        if cents:
            name = feed_name(state.table, state.round.number, wager)
            yield Transfer(name, bank(state.table), meter_of(state.table, wager), cents)


def _reseeded(state: State, event: MeterAwarded) -> Iterator[Transfer]:
    assert state.round is not None  # noqa: S101
    cents = event.reseeded_units // UNITS_PER_CENT
    if cents:
        name = base_name(state.table, state.round.number, event.wager)
        kept = reserve(state.table, event.wager)
        yield Transfer(name, kept, meter_of(state.table, event.wager), cents)
        yield Transfer(f"{name}/next", bank(state.table), kept, cents)


def _returned(state: State, seat: int, stakes: Mapping[str, int]) -> Iterator[Transfer]:
    for wager, cents in stakes.items():
        token, name = _token_on(state, seat, wager), _name(state, seat, wager, "void")
        yield from _changed(name, stake(state.table, seat), _purse(state, seat), cents - token)
        yield from _changed(f"{name}/tokens", token_stake(state.table, seat), _tokens(state, seat), token)


def _purse(state: State, seat: int) -> str:
    assert state.round is not None  # noqa: S101
    return purse(state.round.hands[seat].player)


def _tokens(state: State, seat: int) -> str:
    assert state.round is not None  # noqa: S101
    return tokens_of(state.round.hands[seat].player)


def _token_on(state: State, seat: int, wager: str) -> int:
    assert state.round is not None  # noqa: S101
    return state.round.hands[seat].tokens.get(wager, 0)


def _name(state: State, seat: int, wager: str, what: str) -> str:
    assert state.round is not None  # noqa: S101
    return _of_seat(state.table, state.round.number, seat, wager, what)


def _of_seat(table: str, round: int, seat: int, wager: str, what: str) -> str:
    return f"{table}/{round}/{seat}/{wager}/{what}"


def feed_name(table: str, round: int, wager: str) -> str:
    """The transfer of a round's increments."""
    return f"{table}/{round}/feed/{wager}"


def base_name(table: str, round: int, wager: str) -> str:
    """The transfer that starts a meter again."""
    return f"{table}/{round}/base/{wager}"


def award_name(table: str, round: int, seat: int, wager: str) -> str:
    """The transfer of a seat's award from a meter."""
    return _of_seat(table, round, seat, wager, AWARD)


def filled(table: str, number: int, balance: int, moves: list[Transfer]) -> list[Transfer]:
    """The moves, after a refill from the house if the table's bank would otherwise run out."""
    account, lowest = bank(table), balance
    for move in moves:
        balance += move.cents if move.credit == account else -move.cents if move.debit == account else 0
        lowest = min(lowest, balance)
    if lowest >= 0:
        return moves
    return [Transfer(f"{table}/fill/{number}", HOUSE, account, FLOAT - lowest), *moves]


def accounts_of(state: State) -> set[str]:
    """Every account that a command at this table may touch."""
    table = state.table
    found = {HOUSE, bank(table)}
    for wager in state.meters:
        found |= {meter_of(table, wager), reserve(table, wager)}
    for seat in range(1, state.config.places + 1):
        found.add(stake(table, seat))
    players = {seat.player for seat in state.seats.values()}
    players |= {hand.player for hand in state.round.hands.values()} if state.round else set()
    found |= {purse(player) for player in players}
    if state.config.rule_book.tokens:
        found |= {tokens_of(player) for player in players}
        found |= {token_stake(table, seat) for seat in range(1, state.config.places + 1)}
    return found
