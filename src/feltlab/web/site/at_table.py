"""The game as one table plays it: with the bets that it offers, its decks and places, its pay tables on the felt."""

from dataclasses import replace
from functools import lru_cache

from fastapi import HTTPException, Request

from feltlab.errors import FeltlabError, shown
from feltlab.games import GAMES
from feltlab.rules.game import Game
from feltlab.rules.offering import run_by
from feltlab.table import State
from feltlab.table.config import Config
from feltlab.table.plain import decode, encode
from feltlab.wire import dump, read_object


def state_of(request: Request, table: str) -> State:
    pit = request.app.state.pit
    state: State | None = pit.tables.get(table) if pit is not None else None
    if state is None:
        raise HTTPException(404)
    return state


def game_there(request: Request, slug: object, table: str) -> Game:
    """A game by its name, or as a table has it."""
    if not isinstance(slug, str) or slug not in GAMES:
        raise FeltlabError(f"{shown(slug)} is not a game: choose from {', '.join(GAMES)}")
    if not table:
        return GAMES[slug]
    config = state_of(request, table).config
    if config.game != slug:
        raise FeltlabError(f"{slug} is not played at {shown(table)}")
    return game_at(config)


def game_at(config: Config) -> Game:
    return _game_at(dump(encode(config)))


@lru_cache(maxsize=64)
def _game_at(written: str) -> Game:
    config = decode(Config, read_object(written.encode()))
    terms, house = config.terms, config.house
    for table in terms.pays.values():
        house = house.with_pay_table(replace(table, felt_from=1))
    return run_by(GAMES[config.game], replace(house, numbers=terms.numbers.changed({"seats": config.places})))
