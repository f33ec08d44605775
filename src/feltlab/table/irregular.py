"""Irregularities, and what the manuals do about them: one hand is void, or the round is. Settled bets stand."""

from typing import Final

from feltlab.games import Game
from feltlab.rules.steps import CARDS, DEALER, Deal
from feltlab.table.commands import Void
from feltlab.table.events import Event, MetersFed, RoundVoided, SeatVoided
from feltlab.table.refusal import Refusal
from feltlab.table.script import asked_seats, is_up, script_of
from feltlab.table.state import Round, State
from feltlab.table.taking import fed_by

_EVERYWHERE: Final = {
    "shuffler": "the shuffler failed",
    "misdeal": "misdeal",
    "stopped": "the table was stopped",
}
RESTORED: Final = "restored"
_OF_DEALER: Final = {
    f"{DEALER}-wrong-count": "the dealer's hand has the wrong number of cards",
    f"{DEALER}-exposed": "a dealer card was exposed before every seat had decided",
}


def seat_causes(game: Game) -> dict[str, str]:
    """The irregularities that void a hand, each in words."""
    if not game.round.seat_deals:
        return {}
    exposed = {} if game.round.open_hands else {"exposed": "the dealer exposed a seat's card"}
    return {"wrong-count": "a seat has the wrong number of cards", **exposed}


def round_causes(game: Game) -> dict[str, str]:
    """Those that void the round: for each place, for the shoe that a trade draws from, and for any game."""
    found: dict[str, str] = {}
    for deal in game.round.table_deals.values():
        cards = f"the wrong number of {deal.deck.title()}" if _has_names(deal) else None
        found[f"{deal.place}-wrong-count"] = cards or f"the {deal.place} has the wrong number of cards"
        if deal.face == "down":
            found[_exposed(deal)] = f"a card of the {deal.place} was seen too early"
    if game.round.trade:
        found["shoe-exposed"] = "a card was exposed too early, or found face up in the shoe"
    own = {**_OF_DEALER, **game.book.procedure.void_words}
    return {cause: own.get(cause, words) for cause, words in (found | _EVERYWHERE).items()}


def _has_names(deal: Deal) -> bool:
    return deal.deck != CARDS


def _exposed(deal: Deal) -> str:
    """An exposed card by its name at its place; at the place of the rules, a rule."""
    return f"{deal.place.removesuffix('s') if _has_names(deal) else deal.place}-exposed"


def void(state: State, command: Void, now: int) -> list[Event] | Refusal:
    round = state.round
    if round is None:
        return Refusal("no-round")
    if command.round not in (None, round.number):
        return Refusal("wrong-round", f"round {round.number} is on the table")
    of_seat, of_round = seat_causes(round.config.rule_book), round_causes(round.config.rule_book)
    causes = of_seat | of_round
    if command.cause not in causes:
        return Refusal("bad-cause", f"the causes here are {', '.join(causes)}")
    words = command.reason or causes[command.cause]
    if refusal := _out_of_time(round, command.cause):
        return refusal
    if command.cause in of_round:
        if command.seat is not None:  # the person who approves it must not be asked about one hand
            return Refusal("bad-cause", f"{command.cause} voids the whole round: name no seat")
        return _void_round(state, round, command.cause, words, now)
    if command.seat is None or command.seat not in round.live:
        return Refusal("no-such-seat", "the seat has no live hand in this round")
    stakes = round.hands[command.seat].open_stakes
    if not stakes:
        return Refusal("nothing-to-do", "every bet of the seat is settled and stands")
    return [SeatVoided(command.seat, stakes, command.cause, words, "Floor please: void hand")]


def _out_of_time(round: Round, cause: str) -> Refusal | None:
    """An irregularity that is impossible, or is none, at this point of the round."""
    if round.phase == "bets":
        return None if cause in _EVERYWHERE else Refusal("nothing-to-do", "no card is out yet")
    if not any(hand.open_stakes for hand in round.live.values()):
        return Refusal("nothing-to-do", "every bet is settled and stands")
    deals = script_of(round).table_deals.values()
    place = next((deal for deal in deals if deal.face == "down" and _exposed(deal) == cause), None)
    return None if place is None or _is_secret(round, place) else Refusal("nothing-to-do", "it is already face up")


def _is_secret(round: Round, deal: Deal) -> bool:
    """Whether a card is still secret, so that a look at it would gain something.

    A card with a name is until it is dealt; a place turned in parts until its last part is; a whole place until every
    seat has decided.
    """
    if _has_names(deal) or deal.place not in round.places:
        return deal.place not in round.places
    if deal.parts:
        return not is_up(round, [*deal.parts][-1])
    asks = script_of(round).asks.values()
    return not is_up(round, deal.place) and any(asked_seats(ask, round) for ask in asks)


def void_due(state: State, now: int) -> list[Event]:
    """A round that cannot go on: its seed is lost, the table closes before its first card, or no hand of it is left."""
    round = state.round
    if round is None:
        return []
    if not round.seed:
        words = "the table continues from a copy or an earlier log: the round's seed may be known, so it is not used"
        return _void_round(state, round, RESTORED, words, now)
    if round.phase == "bets" and state.status == "closing":
        return _void_round(state, round, "stopped", state.reason or _EVERYWHERE["stopped"], now)
    if round.phase == "play" and all(hand.void for hand in round.hands.values()):
        return _void_round(state, round, "misdeal", "every hand is void", now)
    return []


def _void_round(state: State, round: Round, cause: str, reason: str, now: int) -> list[Event]:
    """Every open stake goes back; taken bets stand and feed their meter. The seed is shown as after any round."""
    returned = {seat: hand.open_stakes for seat, hand in round.live.items() if hand.open_stakes}
    units = {} if round.fed else fed_by(state, round, void=True)
    over = RoundVoided(round.number, returned, cause, reason, now, round.seed, "Floor please: the round is void")
    return [*([MetersFed(units)] if units else []), over]
