"""A finished round as one record with every field: for recall, for the hand-history file and for anyone's check."""

from typing import Any, Final

from feltlab.cards.names import card_names
from feltlab.table.state import Round, SeatHand, Settled, State
from feltlab.table.views import laid_view

FORMAT: Final = "feltlab-round-1"


def history(state: State, round: Round) -> dict[str, Any]:
    """A finished round. Cards as `As`, money in cents, times in milliseconds since 1970."""
    shape = round.config.shape
    record: dict[str, Any] = {
        "format": FORMAT,
        "table": state.table,
        "round": round.number,
        "game": round.config.game,
        "outcome": "voided" if round.phase == "void" else "closed",
        "reason": round.reason,
        "opened_at": round.opened_at,
        "locked_at": round.locked_at,
        "closed_at": round.closed_at,
        "seats": shape.seats,
        "terms": round.config.fingerprint,
        "pay_tables": {wager: table.id for wager, table in round.config.terms.pays.items()},
        "rules": round.config.rules,
        "aggregate_limit": round.config.aggregate_limit,
        "meters": dict(round.meters),
        "seed": round.seed,
        "commitment": round.commitment,
        "client_seeds": [[seat, text] for seat, text in round.client_seeds.items()],
        "cut": cut_of(round),
        "laid": laid_view(round.laid),
        "dealt": dealt_of(round),
        "players": {str(seat): _player(state, seat, hand) for seat, hand in round.hands.items()},
    }
    if round.config.has_shoe:
        record |= {"decks": shape.decks, "jokers": shape.jokers}
    if round.config.mark:
        record["mark"] = round.config.mark
    if round.config.penetration:
        record |= {"penetration": round.config.penetration, "gone": card_names(round.gone)}
    return record


def cut_of(round: Round) -> dict[str, Any]:
    """What the verifier needs to cut the pack of a game it does not know."""
    shape = round.config.shape
    return {"decks": shape.decks, "jokers": shape.jokers, **round.config.rule_book.cut.entry()}


def dealt_of(round: Round) -> dict[str, Any]:
    hands = round.hands.items()
    dealt: dict[str, Any] = {"seats": {str(seat): card_names(hand.cards) for seat, hand in hands if hand.cards}}
    dealt |= {place: card_names(cards) for place, cards in round.places.items()}
    trade = round.config.rule_book.reader.trade
    drawn = {str(seat): trade.written(card_names(hand.drawn)) for seat, hand in hands if trade and hand.drawn}
    return dealt | ({"replacements": drawn} if drawn else {})


def _player(state: State, seat: int, hand: SeatHand) -> dict[str, Any]:
    taken = state.seats.get(seat)
    record = {
        "player": hand.player,
        "name": taken.name if taken and taken.player == hand.player else "",
        "bot": taken.bot if taken and taken.player == hand.player else "",
        "stakes": dict(hand.stakes),
        "choices": dict(hand.choices),
        "decided_by": hand.decided_by,
        "results": [_result(done) for done in hand.results],
        "hands": dict(hand.hands),
        "void": hand.void,
        "shown": [at for at in range(len(hand.cards)) if hand.shown and at not in hand.down],
        "struck": [card_names(hand.struck.get(at, ())) for at in range(len(hand.cards))],
    }
    return record | ({"tokens": dict(hand.tokens)} if hand.tokens else {})


def _result(done: Settled) -> dict[str, Any]:
    money = {"wager": done.wager, "staked": done.staked, "returned": done.returned}
    told = {**money, "why": done.why, "from_meter": done.from_meter}
    return told | ({"token": done.token} if done.token else {})
