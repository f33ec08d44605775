"""How cards lie on the felt: how the dealer's hand is laid out, and which of a seat's cards are turned up.

A game whose manual has its own way says so in its part `laying`: `lay` for the dealer's hand, `verified` for the cards
that verify a side bet.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Final

from feltlab.cards.names import Card
from feltlab.rules.game import Game
from feltlab.rules.parts import part_of
from feltlab.rules.settling import Facts
from feltlab.rules.steps import SEATS, Ask, Deal, Take

PLAYER: Final = "player"
"""The words' name for the hand that was played."""


@dataclass(frozen=True)
class Laid:
    """The dealer's hand on the table."""

    hand: tuple[Card, ...]
    """The cards that count, in the order they are laid."""
    unused: tuple[Card, ...] = ()
    qualifies: bool = True


def lay(game: Game, dealer: tuple[int, ...], numbers: Any) -> Laid:
    own = part_of(game, "laying")
    laid: Laid = own.lay(dealer, numbers) if own else Laid(dealer)
    return laid


def own_words(game: Game, hands: Mapping[str, str]) -> dict[str, str]:
    """Of the words about a settled round, those that follow from a seat's own cards alone."""
    return {name: text for name, text in hands.items() if name == PLAYER or name in game.own_hands}


def early_words(facts: Facts, step: Take, hands: Mapping[str, str]) -> dict[str, str]:
    """What can be said about a seat's cards while others are still to come: about places dealt, set or traded by then.

    A seat that has folded has nothing more to learn.
    """
    round = facts.round
    known = round.game.hands_in(_filled_before(round.game, step))
    return {name: text for name, text in hands.items() if name in known or (name == PLAYER and round.folded)}


def _filled_before(game: Game, step: Take) -> set[str]:
    """The places of a seat that have their cards when a pass begins."""
    places: set[str] = set()
    for earlier in takewhile(lambda each: each is not step, game.round.steps):
        if isinstance(earlier, Deal) and earlier.to == SEATS:
            places |= {earlier.place, *earlier.parts}
        elif isinstance(earlier, Ask):
            places |= {earlier.set.name} if earlier.set else set()
            places |= {game.reader.trade.makes} if earlier.trade and game.reader.trade else set()
    return places


def turned_up(facts: Facts, played: bool, won: Iterable[str]) -> frozenset[int]:
    """The cards of a seat that are turned up, by place in the hand: those played, and those of side bets won."""
    round = facts.round
    own = round.game.reader.own_cards(round.cards)
    up: set[int] = set()
    if played and not round.folded:
        up |= set(_set_hand(facts, own))
    for wager in won:
        if wager in round.game.sides:
            up |= set(_verified(facts, wager))
    return frozenset(place for place, card in enumerate(own) if card in up)


def _set_hand(facts: Facts, own: tuple[int, ...]) -> tuple[int, ...]:
    sets = [ask.set.name for ask in facts.round.game.round.asks.values() if ask.set]
    return facts.round.cards[sets[0]] if sets else own


def _verified(facts: Facts, wager: str) -> tuple[int, ...]:
    """The seat's own cards that the bet looks at."""
    game, cards = facts.round.game, facts.round.cards
    if own := part_of(game, "laying"):
        found: tuple[int, ...] = own.verified(facts, wager)
        return found
    places = {place for name in game.grades[wager].hands for place in game.hands[name].places}
    return tuple([card for place in game.reader.own if place in places for card in cards.get(place, ())])
