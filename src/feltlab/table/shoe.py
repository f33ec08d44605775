"""A shoe that rounds share: what is out of it, and when a fresh one comes. Everyone has seen what is out of it."""

from collections import Counter
from typing import Any

from feltlab.cards.card import JOKER, RANKS, SUITS
from feltlab.cards.names import Card, card_name
from feltlab.table.config import Config
from feltlab.table.script import is_up, script_of
from feltlab.table.state import Round, State


def out_of_shoe(round: Round) -> tuple[Card, ...]:
    """All cards gone by now, in the order of a deck, including those dealt to void hands and rounds."""
    found = [*round.gone]
    for hand in round.hands.values():
        found += (*hand.cards, *hand.drawn)
    for deal in script_of(round).shared_deals:
        found += round.places.get(deal.place, ())
    return tuple(sorted(found))


def gone_before_next(last: Round | None, config: Config) -> tuple[Card, ...]:
    """What the shoe lacks for a round under that configuration after the last one; nothing if a fresh shoe comes."""
    if last is None or not _share(last.config, config):
        return ()
    gone = out_of_shoe(last)
    return gone if goes_on(config, len(gone)) else ()


def goes_on(config: Config, gone: int) -> bool:
    """Whether the cut card is not out yet and a full table can be dealt a round."""
    return gone < config.cut_card and config.shoe_cards - gone >= config.round_cards


def _share(one: Config, other: Config) -> bool:
    return bool(one.penetration and other.penetration) and one.shape[2:] == other.shape[2:]


def shoe_view(state: State) -> dict[str, Any] | None:
    """What everyone at the table knows about a shared shoe; None if each round has a fresh one."""
    config = state.round.config if state.round else state.config
    if not config.penetration:
        return None
    round = state.round or (state.last if state.last and _share(state.last.config, config) else None)
    gone = Counter(out_of_shoe(round) if round else ())
    seen = Counter(_rank(card) for card in (gone - _hidden(round)).elements())
    return {
        "decks": config.shape.decks,
        "cards": config.shoe_cards,
        "left": config.shoe_cards - gone.total(),
        "cut": config.cut_card,
        "gone": {rank: seen[rank] for rank in (*RANKS, *([card_name(JOKER)] if config.shape.jokers else []))},
        "fresh_next": bool(gone) and not gone_before_next(round, state.next_config or config),
    }


def _rank(card: Card) -> str:
    return card_name(card) if card == JOKER else RANKS[card // len(SUITS)]


def _hidden(round: Round | None) -> Counter[Card]:
    """Shared cards that are still face down; a finished round has shown its seed."""
    found: Counter[Card] = Counter()
    if round is None or round.phase != "play":
        return found
    script = script_of(round)
    for deal in script.shared_deals:
        for name in (deal.parts or (deal.place,)) if deal.place in round.places else ():
            found.update(() if is_up(round, name) else round.places[deal.place][script.part(name)[1]])
    return found
