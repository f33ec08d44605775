"""How an event changes the state. It decides nothing: the same log gives the same state, to the bit."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from feltlab.table.events import (
    Asked,
    BetsClosed,
    ClockRestarted,
    Configured,
    Dealt,
    Decided,
    Drawn,
    Event,
    Leaving,
    Left,
    MeterAwarded,
    MetersFed,
    PresenceChanged,
    RateSet,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    Seated,
    SeatReady,
    SeatSettled,
    SeatVoided,
    Seeded,
    StatusChanged,
    TableOpened,
    Turned,
    WagersPlaced,
)
from feltlab.table.state import Round, Seat, SeatHand, Settled, State, changed

_ABOUT_TABLE: Final = frozenset(
    {StatusChanged, Configured, RateSet, Seated, Leaving, Left, PresenceChanged, RoundOpened}
)
_NOBODY_ASKED: Final[Mapping[str, Any]] = {"asked": "", "waiting": (), "deadline": 0}


def evolve(state: State | None, event: Event) -> State:
    if state is None:
        assert isinstance(event, TableOpened), "a log starts with the table's opening"  # noqa: S101
        return State(event.table, event.config, number=1, meters=dict(event.meters))
    after = _table(state, event) if type(event) in _ABOUT_TABLE else _round(state, event)
    after.__dict__["number"] = state.number + 1  # nobody has it yet: another copy would be useless
    return after


def _with(mapping: Mapping[Any, Any], key: Any, value: Any) -> dict[Any, Any]:
    return {**mapping, key: value}


def _table(state: State, event: Event) -> State:
    """Events about the table rather than a round."""
    match event:
        case StatusChanged():
            return changed(state, status=event.status, reason=event.reason)
        case Configured():
            return changed(state, next_config=event.config)
        case RateSet():
            meter = state.meters[event.wager].with_rate(event.increment_ppm)
            return changed(state, meters=_with(state.meters, event.wager, meter))
        case Seated():
            seat = Seat(event.player, event.name, event.bot, dict(event.bets))
            return changed(state, seats=dict(sorted(_with(state.seats, event.seat, seat).items())))
        case Leaving():
            went = {"sent_off": True, "reason": event.reason} if event.forced else {"leaving": True}
            return _seat(state, event.seat, **went)
        case Left():
            seats = {number: seat for number, seat in state.seats.items() if number != event.seat}
            return _without_hand(changed(state, seats=seats), event.seat)
        case PresenceChanged():
            return _seat(state, event.seat, away=event.away)
        case RoundOpened():
            opened = Round(event.round, event.seed, event.commitment, event.at, event.config, gone=event.gone)
            return changed(state, round=opened, rounds=event.round, config=event.config, next_config=None)
        case _:
            raise AssertionError(f"no such event: {event}")


def _seat(state: State, number: int, **changes: Any) -> State:
    return changed(state, seats=_with(state.seats, number, changed(state.seats[number], **changes)))


def _without_hand(state: State, seat: int) -> State:
    """A player who gets up while bets are open leaves nothing behind in the round."""
    round = state.round
    if round is None or round.phase != "bets":
        return state
    hands = {number: hand for number, hand in round.hands.items() if number != seat}
    seeds = {number: text for number, text in round.client_seeds.items() if number != seat}
    return changed(state, round=changed(round, hands=hands, client_seeds=seeds))


def _round(state: State, event: Event) -> State:
    round = state.round
    assert round is not None, f"{event} without a round"  # noqa: S101
    match event:
        case WagersPlaced():
            bets = {"stakes": dict(event.stakes), "tokens": dict(event.tokens)}
            hand = changed(_hand(round, event.seat, event.player), **bets, ready=False)
            others = any(other.stakes for seat, other in round.hands.items() if seat != event.seat)
            first = (round.first_bet_at or event.at) if others or event.stakes else 0
            return _put(state, round, event.seat, hand, first_bet_at=first)
        case Seeded():
            seeds = {seat: text for seat, text in round.client_seeds.items() if seat != event.seat}
            seeds |= {event.seat: event.text} if event.text else {}
            return changed(state, round=changed(round, client_seeds=dict(sorted(seeds.items()))))
        case SeatReady():
            return _put(state, round, event.seat, changed(_hand(round, event.seat, event.player), ready=True))
        case BetsClosed():
            hands = {seat: round.hands[seat] for seat in event.seats}
            return changed(state, round=changed(round, phase="play", hands=hands, locked_at=event.at))
        case SeatVoided():
            hand = round.hands[event.seat]
            back = _returned(hand, event.returned, event.reason)
            voided = changed(hand, void=event.cause, results=hand.results + back)
            return _put(state, round, event.seat, voided, **_answered(round, event.seat))
        case RoundVoided():
            hands = {
                seat: _all_back(hand, event.returned.get(seat, {}), event.reason) for seat, hand in round.hands.items()
            }
            over = changed(
                round,
                phase="void",
                seed=event.seed,
                hands=hands,
                reason=event.reason,
                closed_at=event.at,
                **_NOBODY_ASKED,
            )
            return changed(state, round=None, last=over, voids=state.voids + 1)
        case RoundClosed():
            over = changed(round, phase="closed", seed=event.seed, closed_at=event.at, **_NOBODY_ASKED)
            return changed(state, round=None, last=over)
        case MeterAwarded():
            meters = _with(state.meters, event.wager, event.meter)
            return changed(state, meters=meters, round=changed(round, awarded=True))
        case MetersFed():
            meters = dict(state.meters)
            for wager, units in event.units.items():
                meters[wager] = replace(meters[wager], units=meters[wager].units + units)
            cents = {wager: meters[wager].cents for wager in event.units}
            return changed(state, meters=meters, round=changed(round, fed=True, meters=cents))
        case _:
            return _cards(state, round, event)


def _cards(state: State, round: Round, event: Event) -> State:
    match event:
        case Dealt(to="seat"):
            hand = round.hands[event.seat]
            return _put(state, round, event.seat, changed(hand, cards=hand.cards + event.cards))
        case Dealt():
            return changed(state, round=changed(round, places=_with(round.places, event.to, event.cards)))
        case Asked():
            return changed(state, round=changed(round, asked=event.stage, waiting=event.seats, deadline=event.deadline))
        case ClockRestarted():
            runs = {"first_bet_at": event.at} if round.phase == "bets" else {"deadline": event.deadline}
            return changed(state, round=changed(round, **runs))
        case Decided():
            hand = round.hands[event.seat]
            hand = changed(
                hand,
                choices={**hand.choices, **event.choice},
                decided=(*hand.decided, event.stage),
                decided_by=event.by,
                stakes={**hand.stakes, **event.raised},
                tokens={**hand.tokens, **event.tokens},
            )
            return _put(state, round, event.seat, hand, **_answered(round, event.seat))
        case Drawn():
            hand, card = round.hands[event.seat], event.card
            first = hand.replacement is None
            drawn = {"replacement": card} if first else {"further": (*hand.further, card)}
            return _put(state, round, event.seat, changed(hand, **drawn))
        case Turned():
            return changed(state, round=_turned(round, event))
        case SeatSettled():
            hand = round.hands[event.seat]
            down = tuple(place for place in event.down if not hand.shown or place in hand.down)
            hand = changed(
                hand,
                results=hand.results + event.results,
                hands={**hand.hands, **event.hands},
                shown=hand.shown or event.shows,
                down=down if event.shows else hand.down,
            )
            return _put(state, round, event.seat, hand)
        case _:
            raise AssertionError(f"no such event: {event}")


def _turned(round: Round, event: Turned) -> Round:
    if not event.at:
        return changed(round, turned=(*round.turned, event.what), laid=event.laid or round.laid)
    faced = round.faced.get(event.what, ()) + event.at
    whole = len(faced) == len(round.places[event.what])
    turned = (*round.turned, event.what) if whole else round.turned
    hands = {seat: _struck(hand, event, event.struck.get(seat, ())) for seat, hand in round.hands.items()}
    return changed(round, turned=turned, faced={**round.faced, event.what: faced}, hands=hands)


def _struck(hand: SeatHand, event: Turned, places: tuple[int, ...]) -> SeatHand:
    return changed(hand, struck={**hand.struck, **{at: hand.struck.get(at, ()) + event.cards for at in places}})


def _answered(round: Round, seat: int) -> Mapping[str, Any]:
    """The changes in a round that no longer waits for the seat."""
    waiting = tuple([other for other in round.waiting if other != seat])
    return {"waiting": waiting} if waiting else _NOBODY_ASKED


def _hand(round: Round, seat: int, player: str) -> SeatHand:
    return round.hands.get(seat) or SeatHand(player)


def _put(state: State, round: Round, seat: int, hand: SeatHand, **changes: Any) -> State:
    hands = {**round.hands, seat: hand}
    if seat not in round.hands:
        hands = dict(sorted(hands.items()))
    return changed(state, round=changed(round, hands=hands, **changes))


def _returned(hand: SeatHand, returned: Mapping[str, int], why: str) -> tuple[Settled, ...]:
    return tuple(
        Settled(wager, stake, stake, f"void: {why}", token=hand.tokens.get(wager, 0))
        for wager, stake in returned.items()
    )


def _all_back(hand: SeatHand, returned: Mapping[str, int], why: str) -> SeatHand:
    if hand.void:
        return hand
    return changed(hand, void="round", results=hand.results + _returned(hand, returned, why))
