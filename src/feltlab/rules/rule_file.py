"""A house's own rules from a TOML file: rule numbers changed, pay tables added or put on the felt."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from feltlab.errors import FeltlabError, RulesError, shown
from feltlab.rules.book import read_pay_table
from feltlab.rules.game import Game
from feltlab.rules.house import House
from feltlab.rules.lines import read_game


def read_rule_file(path: Path, games: Mapping[str, Game]) -> tuple[Game, House]:
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise RulesError(f"cannot read the rule file {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RulesError(f"the rule file {path} is not TOML: {error}") from None
    try:
        return _apply(data, games)
    except FeltlabError as error:
        raise type(error)(f"{path}: {error}") from None


def house_of(text: str, game: Game) -> House:
    """A rule file's text, for a game that it must be about."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"the house rules are not TOML: {error}") from None
    return _apply({"game": game.slug, **data}, {game.slug: game})[1]


def _apply(data: Mapping[str, object], games: Mapping[str, Game]) -> tuple[Game, House]:
    game = read_game(data, games)
    if extra := [key for key in data if key not in ("game", "rules", "pay_table")]:
        raise RulesError(f"{shown(extra[0])} is not a part of a rule file: it has game, [rules] and [[pay_table]]")
    house = game.house()
    house = House(house.numbers.changed(data.get("rules", {})), house.pay_tables)
    tables = data.get("pay_table", [])
    if not isinstance(tables, list):
        raise RulesError("pay tables are written as [[pay_table]], with two brackets")
    for entry in tables:
        house = house.with_pay_table(read_pay_table(entry, game.book.scales))
    return game, house
