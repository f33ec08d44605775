"""Calls to copy at the end of a command's help, written for games of the registry; and cards that a seat may see."""

from collections.abc import Callable
from functools import cache
from inspect import cleandoc
from itertools import islice
from typing import TypeVar

from feltlab.cards import DECK, cards_text
from feltlab.games import GAMES, Game
from feltlab.rules.steps import CARDS
from feltlab.rules.wagers import Role
from feltlab.wire import dump

_STRIDE = 19
"""Cards this far apart in the deck look dealt."""

Command = TypeVar("Command", bound=Callable[..., object])


def examples(*calls: str) -> Callable[[Command], Command]:
    """Names in braces are filled in from the registry."""

    def add(command: Command) -> Command:
        lines = [f"Example: feltlab {call.format_map(_names())}" for call in calls]
        command.__doc__ = "\n\n".join((cleandoc(command.__doc__ or ""), *lines))
        return command

    return add


@cache
def _names() -> dict[str, str]:
    """A game with a side bet and one of its bets, a game with a shoe, a game with a progressive."""
    game = next((game for game in GAMES.values() if side_bets(game)), next(iter(GAMES.values())))
    side = next(iter(side_bets(game)), "WAGER")
    tables = list(game.book.pay_tables.get(side, {}).values())
    line = tables[0].lines[0] if tables else None
    return {
        "game": game.slug,
        "initial": game.initial,
        "side": side,
        "table": f"{side}={tables[-1].id if tables else 'ID'}",
        "line": f"{line.event}={line.pays}" if line else "EVENT=N to 1",
        "shoe": next((game.slug for game in GAMES.values() if "decks" in game.line_fields), "GAME"),
        "progressive": next((game.slug for game in GAMES.values() if game.progressive_wagers), "GAME"),
        "seen": dump({"game": game.slug, **seen(game), "wagers": game.opening_stakes(100)}),
    }


def side_bets(game: Game) -> list[str]:
    return [slug for slug in game.book.pay_tables if game.wagers[slug].role is Role.SIDE]


def seen(game: Game) -> dict[str, str]:
    """What a seat sees at its last decision, in the form of a line: cards as they might be dealt."""
    deck = iter([DECK[place * _STRIDE % len(DECK)] for place in range(len(DECK))])
    places: dict[str, int] = {}
    for deal in game.round.deals:
        if deal.deck == CARDS:
            places |= deal.parts or {deal.place: deal.cards}
    return {name: cards_text(list(islice(deck, cards))) for name, cards in places.items() if name in game.seen_fields}
