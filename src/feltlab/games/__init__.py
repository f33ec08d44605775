"""The rule books: four games, each with its wagers, pay tables, dealer's procedure and settlement."""

from collections.abc import Mapping
from typing import Final

from feltlab.games import ace_odd_even, low_four, quick_draw_holdem, rule_out
from feltlab.games.game import Game, Terms
from feltlab.games.house import House
from feltlab.games.lines import Round, read_game, read_round
from feltlab.games.settlement import Result, Settlement, void

GAMES: Final[Mapping[str, Game]] = {
    module.GAME.slug: module.GAME for module in (ace_odd_even, low_four, quick_draw_holdem, rule_out)
}


def settle(line: Mapping[str, object], house: House | None = None) -> Settlement:
    """Settle one seat's round given as on the command line; `house` replaces the documents' rules and pay tables."""
    game = read_game(line, GAMES)
    return read_round(line, game, house or game.house()).settle()


__all__ = ["GAMES", "Game", "House", "Result", "Round", "Settlement", "Terms", "settle", "void"]
