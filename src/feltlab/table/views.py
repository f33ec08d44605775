"""What a client may see: built field by field for one seat or for a spectator.

Nothing is removed from the state; things are added when they may be known.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from feltlab.cards.names import Card, card_name, card_names
from feltlab.rules.game import Game
from feltlab.rules.laying import PLAYER, Laid, own_words
from feltlab.rules.round import Script
from feltlab.rules.steps import Deal
from feltlab.table.config import Config
from feltlab.table.dealer import deadline_of, step_of
from feltlab.table.script import barred, folded, is_up, script_of
from feltlab.table.shoe import shoe_view
from feltlab.table.state import Round, SeatHand, Settled, State

MOST_KEPT = 256
_CONFIGS: dict[str, dict[str, Any]] = {}
_OVER: dict[str, tuple[Round, dict[frozenset[int], dict[str, Any]]]] = {}
"""Views of finished rounds, for that many tables."""
NOT_TOLD = "not a winning hand"
COMES_BACK = "the bet comes back"
"""Why a bonus lost, or was neither taken nor paid, for those who may not know the cards."""
NOBODY: frozenset[int] = frozenset()
"""A spectator's seats."""
HIDDEN = None
"""A card that lies face down."""
ALWAYS = ("dealer", "board", "rules")
"""Places that every view has, empty if the game has no such place: clients count on them."""


def view(state: State, seat: int | None = None) -> dict[str, Any]:
    """The table as the player at `seat` sees it, with all of that player's seats; None for a spectator."""
    own = state.seats_of(state.seats[seat].player) if seat and seat in state.seats else NOBODY
    return {
        "table": state.table,
        "v": state.number,
        "status": state.status,
        "reason": state.reason,
        "config": config_view(state.config),
        "meters": {wager: meter.cents for wager, meter in state.meters.items()},
        "seats": {str(number): _seat_view(state, number, own) for number in state.seats},
        "round": round_view(state.round, own) if state.round else None,
        "last": _over_view(state.last, _own_in_last(state, state.last, own)) if state.last else None,
        "you": seat,
        "next_step": step_of(state.round),
        "shoe": shoe_view(state),
    }


def _own_in_last(state: State, last: Round, own: frozenset[int]) -> frozenset[int]:
    """A player who takes a seat does not learn what its previous player held."""
    return frozenset(seat for seat in own if seat in last.hands and last.hands[seat].player == state.seats[seat].player)


def config_view(config: Config) -> dict[str, Any]:
    """Made once for each: it changes least of everything in a view."""
    kept = _CONFIGS.get(config.fingerprint)
    if kept is None:
        if len(_CONFIGS) >= MOST_KEPT:
            _CONFIGS.clear()
        kept = _CONFIGS[config.fingerprint] = _config_view(config)
    return {**kept}


def _config_view(config: Config) -> dict[str, Any]:
    shape = config.shape
    return {
        "game": config.game,
        "title": config.title,
        "seats": shape.seats,
        "decks": shape.decks,
        "jokers": shape.jokers,
        "penetration": config.penetration,
        "pay_tables": {wager: table.id for wager, table in config.terms.pays.items()},
        "left_off": list(config.house.left_off),
        "limits": {wager: list(config.limit(wager)) for wager in config.wagers},
        "dealer": config.dealer,
        "betting_seconds": config.betting_seconds,
        "decision_seconds": config.decision_seconds,
        "aggregate_limit": config.aggregate_limit,
        "private": config.private,
        "fingerprint": config.fingerprint,
    }


def _seat_view(state: State, number: int, own: frozenset[int]) -> dict[str, Any]:
    seat = state.seats[number]
    return {
        "name": seat.name,
        "bot": seat.bot,
        "away": seat.away,
        "leaving": seat.is_going,
        "plays_on": seat.sent_off and not seat.leaving,
        "reason": seat.reason,
        "you": number in own,
    }


def _over_view(round: Round, own: frozenset[int]) -> dict[str, Any]:
    """A finished round looks the same throughout the next: it is built once for each player in it."""
    kept, views = _OVER.get(round.commitment, (None, {}))
    if kept is not round:
        if len(_OVER) >= MOST_KEPT:
            _OVER.clear()
        views = {}
        _OVER[round.commitment] = round, views
    if own not in views:
        views[own] = round_view(round, own)
    return views[own]


def round_view(round: Round, own: frozenset[int]) -> dict[str, Any]:
    over = round.phase in ("closed", "void")
    shown: dict[str, Any] = {
        "number": round.number,
        "phase": round.phase,
        "commitment": round.commitment,
        "asked": round.asked,
        "waiting": list(round.waiting),
        "deadline": deadline_of(round),
        **_places(round),
        "turned": list(round.turned),
        "laid": laid_view(round.laid),
        "seats": {str(number): hand_view(round, number, own) for number in round.hands},
        "reason": round.reason,
        "client_seeds": [[number, text] for number, text in round.client_seeds.items()],
    }
    if over:
        shown["seed"] = round.seed
    return shown


def _face(cards: tuple[Card, ...], up: bool) -> Sequence[str | None]:
    return card_names(cards) if up else [HIDDEN] * len(cards)


def laid_view(laid: Laid | None) -> dict[str, Any] | None:
    """The dealer's hand as it lies: the cards that count, those that do not, and whether it qualifies."""
    if laid is None:
        return None
    return {"hand": card_names(laid.hand), "unused": card_names(laid.unused), "qualifies": laid.qualifies}


def _places(round: Round) -> dict[str, list[str | None]]:
    """The cards of the table, by place; three names are there whatever the game deals."""
    deals = script_of(round).table_deals
    return {place: [] for place in ALWAYS} | {place: _place(round, deal) for place, deal in deals.items()}


def _place(round: Round, deal: Deal) -> list[str | None]:
    cards, script = round.places.get(deal.place, ()), script_of(round)
    shown: list[str | None] = []
    for name in (deal.parts or (deal.place,)) if cards else ():
        shown += _face(cards[script.part(name)[1]], is_up(round, name))
    faced = round.faced.get(deal.place, ())
    return [card_name(cards[at]) if at in faced else face for at, face in enumerate(shown)]


def _hand(round: Round, hand: SeatHand, knows: bool) -> list[str | None]:
    """A seat's cards: those face up for everyone, or all of them for viewers who know the hand."""
    if knows:
        return [*card_names(hand.cards)]
    shown: list[str | None] = []
    for deal in script_of(round).seat_deals if hand.cards else ():
        cards = hand.cards[len(shown) : len(shown) + deal.cards]
        shown += _face(cards, is_up(round, deal.place))
    if not hand.shown:
        return shown
    return [face if at in hand.down else card_name(hand.cards[at]) for at, face in enumerate(shown)]


def hand_view(round: Round, number: int, own: frozenset[int]) -> dict[str, Any]:
    hand, game = round.hands[number], round.config.rule_book
    script = game.round
    knows = number in own or script.open_hands or (hand.shown and not hand.down)
    kept_from = barred(round, number) if number in own else []
    for_them = hand.decided_by if number in own and hand.decided_by != "player" else ""
    return {
        **({"barred": kept_from} if kept_from else {}),
        **({"decided_by": for_them} if for_them else {}),
        "stakes": dict(hand.stakes),
        "tokens": dict(hand.tokens),
        "ready": hand.ready,
        "cards": _hand(round, hand, knows),
        "decided": list(hand.decided),
        "choices": dict(hand.choices) if knows or hand.shown else public(hand.choices, script),
        "folded": folded(hand),
        "replacement": _drawn(game, hand) if knows else HIDDEN,
        "results": results_told(game, hand.results, knows),
        "hands": words_told(game, hand.hands, hand.shown, knows),
        "void": hand.void,
        "up": [at for at in range(len(hand.cards)) if at not in hand.down] if hand.shown else [],
        "struck": [card_names(hand.struck.get(at, ())) if hand.struck else [] for at in range(len(hand.cards))],
    }


def _drawn(game: Game, hand: SeatHand) -> Any:
    """A card, or a list where several may be traded."""
    trade = game.reader.trade
    return trade.written(card_names(hand.drawn)) if trade else None


def results_told(game: Game, results: Iterable[Settled], knows: bool) -> list[dict[str, Any]]:
    found = []
    for done in results:
        why = done.why if knows else why_told(game, done.wager, done.staked, done.returned, done.why)
        told = {"wager": done.wager, "staked": done.staked, "returned": done.returned, "why": why}
        found.append(told | ({"token": done.token} if done.token else {}))
    return found


def why_told(game: Game, wager: str, staked: int, returned: int, why: str) -> str:
    """Why a wager ended as it did, for players other than its own.

    A bonus that is not paid is not verified: the cards stay face down, and the words would reveal them.
    """
    if returned > staked or wager not in game.sides:
        return why
    return COMES_BACK if returned else NOT_TOLD


def words_told(game: Game, hands: Mapping[str, str], shown: bool, knows: bool) -> dict[str, str]:
    """The words about a hand; for others who see part of it, those about open cards and about cards of no seat."""
    if knows:
        return dict(hands)
    if not shown:
        return {}
    own = own_words(game, hands)
    return {name: text for name, text in hands.items() if name not in own or name == PLAYER}


def public(choices: Mapping[str, Any], script: Script) -> dict[str, Any]:
    """Everyone sees play or fold. The set cards are hidden until turned up, and so are the traded ones if the hand lies
    face down: a single trade shows as True, several as their number.
    """
    shown = {name: made for name, made in choices.items() if name not in script.set_names}
    if script.trade and not script.open_hands and (made := shown.get(script.trade.name)) is not None:
        shown[script.trade.name] = len(made) if script.most_traded > 1 else True
    return shown


def spots(config: Config) -> list[dict[str, Any]]:
    """The betting spots of the felt, in its order."""
    return [
        {
            "wager": slug,
            "name": wager.name,
            "role": str(wager.role),
            "limits": list(config.limit(slug)) if not wager.follows else None,
            "pay_table": str(config.terms.pays[slug]) if slug in config.terms.pays else None,
        }
        for slug, wager in config.rule_book.wagers.items()
    ]
