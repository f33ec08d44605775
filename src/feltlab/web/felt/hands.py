"""What a player may know about the cards in front of them, as facts: how to set them, what they add up to.

A game provides the facts of a hand; for a game that has none, the cards and the options are given.
"""

from collections.abc import Sequence
from itertools import accumulate, combinations
from typing import Any

from feltlab.cards import JOKER, card_text, parse_cards
from feltlab.errors import CardError
from feltlab.hands.poker import COUNTABLE
from feltlab.hands.ranking import ClassedRanking, Ranking, category
from feltlab.rules.allowing import options_with
from feltlab.rules.game import Game, Terms
from feltlab.rules.parts import part_of
from feltlab.rules.seen import board_fields, hand_fields, seen_at
from feltlab.rules.steps import Ask, Set
from feltlab.web.site.text import counted, listed

Facts = dict[str, Any]
LONGEST = 60
"""Characters of a hand or of a board; no game has longer ones."""


def read_hand(game: Game, terms: Terms, cards: str, board: str = "") -> Facts:
    """The facts of a hand on a table's terms, from `cards` as text and the open part of the board."""
    if len(cards) > LONGEST or len(board) > LONGEST:
        raise CardError("that is more cards than a hand has")
    own = parse_cards(cards, _size(game, len(cards.split())), "cards")
    shared = _board(game, board)
    if "decks" not in game.line_fields and not getattr(terms.numbers, "jokers", 0):
        _check_one_deck(own, shared)
    asked, reading = _asked(game, own, shared), part_of(game, "reading")
    facts: Facts = reading.facts(own, shared, terms) if reading else _plain(game, asked, own, shared)
    return {**facts, "options": {ask.name: _options(game, terms, ask, own, shared) for ask in asked}}


def _asked(game: Game, own: Sequence[int], board: Sequence[int]) -> list[Ask]:
    """The question asked with that many cards, and that much of the board, in view."""
    there = {
        name
        for fields, cards in ((hand_fields(game), own), (board_fields(game), board))
        for name, upto in zip(fields, accumulate(fields.values()), strict=True)
        if upto <= len(cards)
    }
    return [game.round.asks[stage] for stage, known in seen_at(game).items() if there <= set(known)][:1]


def _options(game: Game, terms: Terms, ask: Ask, own: Sequence[int], board: Sequence[int]) -> list[str]:
    """The options for these cards, by the lab's names; only the hand's own cards can be traded, never a Joker."""
    if ask.trade:
        return _trades([card_text(card) for card in own if card != JOKER], ask.trade.most)
    sides = [f" {side}" for side in ask.set.sides] if ask.set else []
    units = ask.raises.options if ask.raises else {}
    allowed = options_with(game, ask.stage, own, board, terms.numbers)
    return [f"{option}{side}" for option in allowed for side in (sides if units.get(option) and sides else [""])]


def _size(game: Game, given: int) -> int:
    """A seat may be asked before its last cards are dealt, and they may never be."""
    sizes = accumulate(deal.cards for deal in game.round.seat_deals)
    return given if given in sizes else game.round.hand


def _board(game: Game, text: str) -> tuple[int, ...]:
    fields = board_fields(game)
    if not fields:
        return ()
    board = parse_cards(text, len(text.split()), "board")
    sizes = list(accumulate(fields.values()))
    if len(board) not in sizes and (board or not _asks_first(game)):
        named = [f"{counted(size)} on the {field}" for size, field in zip(sizes, fields, strict=True)]
        named[0] = named[0].replace(" on ", " cards on ")
        raise CardError(f"a board must have {listed(named)}")
    return board


def _asks_first(game: Game) -> bool:
    """Whether a question comes before any of the board."""
    return any(known.isdisjoint(board_fields(game)) for known in map(set, seen_at(game).values()))


def _check_one_deck(own: Sequence[int], board: Sequence[int]) -> None:
    cards = (*own, *board)
    if len(set(cards)) != len(cards) or JOKER in cards:
        needed = "different" if board else f"{counted(len(own))} different"
        raise CardError(f"{needed} cards are needed, and no Joker")


def _called(game: Game, own: Sequence[int]) -> tuple[str, str]:
    """The name of a seat's own cards, by the first ranking that looks at all of them and nothing else.

    pair of 3s, and in a sentence a pair of 3s.
    """
    sizes = accumulate(deal.cards for deal in game.round.seat_deals)
    places = tuple(deal.place for deal, upto in zip(game.round.seat_deals, sizes, strict=True) if upto <= len(own))
    hand = next((hand for hand in game.hands.values() if hand.places == places), None)
    if hand is None:
        return "", ""
    ranking, value = hand.ranking, hand.ranking.of(own)
    call = ranking.text(value, own)
    countable = isinstance(ranking, ClassedRanking) and ranking.categories[category(value)] in COUNTABLE
    return call, f"a {call}" if countable else call


def _plain(game: Game, asked: Sequence[Ask], own: Sequence[int], board: Sequence[int]) -> Facts:
    """The cards, and the hand they make."""
    call, held = _called(game, own)
    return {
        "cards": _texts((*own, *board)),
        "call": call,
        **({"said": f"({call})", "shown": call, "hold": f"You hold {held}."} if call else {}),
        **next((_sets(game, ask.set, own) for ask in asked if ask.set), {}),
    }


def _sets(game: Game, made: Set, own: Sequence[int]) -> Facts:
    """Every way to set a hand and its result, and those as good as the best."""
    cards = tuple(own)
    ranking = next((hand.ranking for hand in game.hands.values() if hand.places == (made.name,)), None)
    if ranking is None or not made.has_place:
        return {}
    if made.sides:
        held = {name: made.side_cards(cards, side) for name, side in made.sides.items() if made.side_cards}
        told = {name: {"cards": _texts(side), "call": _text(ranking, side)} for name, side in held.items()}
        return {"sides": told, "best": made.names[made.best(cards)]}
    best = tuple(made.best(cards))
    ways = {places: tuple(cards[place] for place in places) for places in combinations(range(len(cards)), made.cards)}
    strongest = ranking.of(best)
    return {
        "sets": {_key(places): _text(ranking, chosen) for places, chosen in ways.items()},
        "best": _texts(best),
        "best_sets": [_key(places) for places, chosen in ways.items() if ranking.of(chosen) == strongest],
    }


def _key(places: Sequence[int]) -> str:
    return "".join(map(str, places))


def _texts(cards: Sequence[int]) -> list[str]:
    return [card_text(card) for card in cards]


def _text(ranking: Ranking, cards: Sequence[int]) -> str:
    return ranking.text(ranking.of(cards), cards) if cards else ""


def _trades(hand: Sequence[str], most: int) -> list[str]:
    """Every way to trade a hand, by its name in the lab."""
    traded = [cards for count in range(1, most + 1) for cards in combinations(hand, count)]
    return ["keep", *(f"trade {' '.join(cards)}" for cards in traded)]
