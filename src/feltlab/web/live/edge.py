"""Whether the printed terms that someone combines for a table would make the house lose."""

from functools import lru_cache

from feltlab.errors import FeltlabError
from feltlab.games import GAMES
from feltlab.lab import analyze, is_solved
from feltlab.table.config import Config
from feltlab.web.door.house import Establishment
from feltlab.web.site import figures


async def favors_players(house: Establishment, config: Config) -> bool:
    """By the lab, off the event loop. A game as documented is not checked; your own rules take two people anyway."""
    known = GAMES.get(config.game)
    if known is None or config.rules or not (config.pay_tables or config.decks) or not is_solved(known):
        return False
    figures.need(config.game)
    tables = tuple(sorted(config.pay_tables.items()))
    return await house.think(_favors_players, config.game, known.mark, tables, config.decks, config.left_off)


@lru_cache(maxsize=256)
def _favors_players(
    game: str, mark: str, pay_tables: tuple[tuple[str, str], ...], decks: int | None, left_off: tuple[str, ...]
) -> bool:
    try:
        found = analyze(game, pay_tables=dict(pay_tables), decks=decks)
    except FeltlabError:
        return False  # no such terms: the table says what is wrong with them
    edges = [found.main.house_edge, *(of.house_edge for bet, of in found.wagers.items() if bet not in left_off)]
    return min(edges) < 0
