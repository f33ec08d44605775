"""Events as a client may hear them: like views, built for one seat from what it may know."""

from collections.abc import Container, Sequence
from typing import Any

from feltlab.cards.names import card_name, card_names
from feltlab.rules.game import Game
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
    kind_of,
)
from feltlab.table.views import HIDDEN, config_view, laid_view, public, results_told, words_told


def heard(event: Event, own: Container[int | None], game: Game) -> dict[str, Any]:
    """What the player of these seats hears of an event in a round of `game`; a player without seats is a spectator."""
    return {"kind": kind_of(event), **_told(event, own, game)}


def _told(event: Event, own: Container[int | None], game: Game) -> dict[str, Any]:
    match event:
        case TableOpened() | Configured():
            return {"config": config_view(event.config)}
        case StatusChanged():
            return {"status": event.status, "reason": event.reason}
        case RateSet():
            return {"wager": event.wager, "increment_ppm": event.increment_ppm}
        case Seated():
            return {"seat": event.seat, "name": event.name, "bot": event.bot}
        case Leaving():
            return {"seat": event.seat, "plays_on": event.forced, "reason": event.reason}
        case Left():
            words = {"why": event.why, "reason": event.reason}
            return {"seat": event.seat, **{name: said for name, said in words.items() if said}}
        case SeatReady():
            return {"seat": event.seat}
        case PresenceChanged():
            return {"seat": event.seat, "away": event.away}
        case RoundOpened():
            told = {"round": event.round, "commitment": event.commitment}
            return told | ({"fresh_shoe": not event.gone} if event.config.penetration else {})
        case WagersPlaced():
            return {"seat": event.seat, "stakes": dict(event.stakes), "tokens": dict(event.tokens)}
        case Seeded():
            return {"seat": event.seat, "text": event.text}
        case BetsClosed():
            return {"round": event.round, "seats": list(event.seats), "call": event.call}
        case Asked():
            return {"stage": event.stage, "seats": list(event.seats), "deadline": event.deadline, "call": event.call}
        case ClockRestarted():
            return {"deadline": event.deadline}
        case _:
            return _told_of_cards(event, own, game)


def _told_of_cards(event: Event, own: Container[int | None], game: Game) -> dict[str, Any]:
    match event:
        case Dealt():
            seen = event.face == "up" or (event.to == "seat" and event.seat in own)
            cards: Sequence[str | None] = card_names(event.cards) if seen else [HIDDEN] * len(event.cards)
            return {"to": event.to, "seat": event.seat, "cards": cards}
        case Decided():
            choice = dict(event.choice) if event.seat in own else public(event.choice, game.round)
            told = {"seat": event.seat, "stage": event.stage, "choice": choice, "by": event.by}
            return {**told, "raised": dict(event.raised), "call": event.call, "tokens": dict(event.tokens)}
        case Drawn():
            card = card_name(event.card) if event.seat in own or game.round.open_hands else HIDDEN
            return {"seat": event.seat, "card": card, "call": event.call}
        case Turned():
            told = {"what": event.what, "cards": card_names(event.cards), "call": event.call, "at": list(event.at)}
            struck = {str(seat): list(places) for seat, places in event.struck.items()}
            return {**told, "struck": struck, "laid": laid_view(event.laid)}
        case MetersFed():
            return {"wagers": list(event.units)}
        case SeatSettled():
            knows = event.seat in own or (event.shows and not event.down)
            results = results_told(game, event.results, knows)
            told = {"seat": event.seat, "results": results, "shows": event.shows}
            told |= {"call": event.call, "says": event.says}
            return {**told, "hands": words_told(game, event.hands, event.shows, knows)}
        case MeterAwarded():
            return {"wager": event.wager, "paid": {str(seat): cents for seat, cents in event.paid.items()}}
        case SeatVoided():
            return {"seat": event.seat, "returned": dict(event.returned), "reason": event.reason, "call": event.call}
        case RoundVoided():
            return {"round": event.round, "reason": event.reason, "seed": event.seed, "call": event.call}
        case RoundClosed():
            return {"round": event.round, "seed": event.seed}
        case _:
            raise AssertionError(f"no such event: {kind_of(event)}")
