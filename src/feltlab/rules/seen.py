"""What a player sees at a decision: which fields of a round's line, and a line made of them."""

from collections.abc import Mapping, Sequence
from typing import Any

from feltlab.rules.game import Game
from feltlab.rules.steps import SEATS, Ask, Deal, Turn


def fields_of(deal: Deal) -> Mapping[str, int]:
    """How many cards each field of a round's line has."""
    return deal.parts or {deal.place: deal.cards}


def seen_at(game: Game) -> Mapping[str, tuple[str, ...]]:
    """The fields known at each decision, by stage, in the order in which they are dealt or turned."""
    known: list[str] = []
    found: dict[str, tuple[str, ...]] = {}
    for step in game.round.steps:
        if isinstance(step, Deal) and (step.to == SEATS or step.face == "up"):
            known += fields_of(step)
        elif isinstance(step, Turn):
            known.append(step.place)
        elif isinstance(step, Ask):
            found[step.stage] = tuple(known)
    return found


def size_of(game: Game, field: str) -> int:
    _, cards = game.round.part(field)
    return int(cards.stop - cards.start)


def hand_fields(game: Game) -> Mapping[str, int]:
    """The fields of a seat's own cards, with their sizes."""
    return {name: cards for deal in game.round.seat_deals for name, cards in fields_of(deal).items()}


def board_fields(game: Game) -> Mapping[str, int]:
    """The fields of the shared cards: of every shared place that a decision looks at."""
    seen = set(game.round.seen_fields)
    return {
        name: cards
        for deal in game.round.shared_deals
        if seen & {deal.place, *deal.parts}
        for name, cards in fields_of(deal).items()
    }


def seen_line(game: Game, hand: Sequence[str], board: Sequence[str], decks: int | None = None) -> dict[str, Any]:
    """A hand and the open part of the board, as `feltlab advise` reads it."""
    line: dict[str, Any] = {"game": game.slug}
    if "decks" in game.line_fields:
        line["decks"] = decks or game.numbers.decks  # type: ignore[attr-defined]
    return line | _cut(hand, hand_fields(game)) | _cut(board, board_fields(game))


def _cut(cards: Sequence[str], fields: Mapping[str, int]) -> dict[str, Any]:
    """Splits cards into their fields; one card is written as itself."""
    found: dict[str, Any] = {}
    at = 0
    for name, size in fields.items():
        part = list(cards[at : at + size])
        if part:
            found[name] = part[0] if size == len(part) == 1 else part
        at += size
    return found
