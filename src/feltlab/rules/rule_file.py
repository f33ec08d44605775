"""A house's own rules from a TOML file: rule numbers, pay tables, progressives, and bets not offered."""

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from feltlab.errors import FeltlabError, RulesError, shown
from feltlab.given import read_given
from feltlab.rules.book import read_pay_table, read_progressive
from feltlab.rules.game import Game
from feltlab.rules.house import House
from feltlab.rules.lines import read_game

LONGEST: Final = 100_000
MOST_DOTS: Final = 100
"""The most dots in a line: a key of n parts takes a TOML reader n² steps."""
_PARTS: Final = ("game", "left_off", "rules", "felt", "pay_table", "progressive")
MOST_ENTRIES: Final = 200
"""The most pay tables: each is checked against those before it."""


def read_rule_file(path: Path, games: Mapping[str, Game]) -> tuple[Game, House]:
    """Read a house's rules from a TOML file: the game it is about, and the house."""
    try:
        text = read_given(path).decode("utf-8")
    except OSError as error:
        raise RulesError(f"cannot read the rule file {path}: {error.strerror}") from None
    except FeltlabError as error:
        raise RulesError(str(error)) from None
    except UnicodeDecodeError as error:
        raise RulesError(f"the rule file {path} is not TOML: {error}") from None
    data = _parsed(text, f"the rule file {path} is")
    try:
        return _apply(data, games)
    except FeltlabError as error:
        raise type(error)(f"{path}: {error}") from None


def _parsed(text: str, what: str) -> dict[str, object]:
    """Refuses text that would take long to parse, without parsing it: parsing it would keep everyone waiting."""
    if len(text) > LONGEST:
        raise RulesError(f"{what} too long: the limit is {LONGEST:,} characters")
    # Only a line feed ends a line of TOML; a key stays within one.
    for number, line in enumerate(text.split("\n"), start=1):
        if line.count(".") > MOST_DOTS:
            raise RulesError(f"{what} not one that can be read: line {number} has more than {MOST_DOTS} dots")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise RulesError(f"{what} nested too deep") from None
    except ValueError as error:  # not TOML, or a number with thousands of digits
        raise RulesError(f"{what} not TOML: {error}") from None


def house_of(text: str, game: Game) -> House:
    """The house that a rule file's text describes; the file must be about this game."""
    data = _parsed(text, "the house rules are")
    if data.get("game", game.slug) != game.slug:
        raise RulesError(f"the house rules are for {shown(data['game'])}, not for {game.slug}")
    return _apply({**data, "game": game.slug}, {game.slug: game})[1]


def _apply(data: Mapping[str, object], games: Mapping[str, Game]) -> tuple[Game, House]:
    game = read_game(data, games)
    if extra := [key for key in data if key not in _PARTS]:
        raise RulesError(
            f"{shown(extra[0])} is not a part of a rule file:"
            " it has game, left_off, [rules], [felt], [[pay_table]] and [[progressive]]"
        )
    house = game.house().changed(data.get("rules", {}))
    for entry in _entries(data, "pay_table", "pay tables"):
        house = house.with_pay_table(read_pay_table(entry, game.book.scales))
    house = _on_the_felt(house, data.get("felt", {}))
    ruled: set[str] = set()
    for entry in _entries(data, "progressive", "progressives"):
        rule, awards = read_progressive(entry, game.book.scales, house.progressives)
        if rule.wager in ruled:
            raise RulesError(f"[[progressive]] {rule.wager}: there are two")
        ruled.add(rule.wager)
        house = house.with_progressive(rule, awards)
    left_off = data.get("left_off", [])
    if not isinstance(left_off, list):
        raise RulesError(f"left_off is a list of bets such as ['{_any_bet(game)}'], not {shown(left_off)}")
    return game, house.without(tuple(left_off))


def _on_the_felt(house: House, chosen: object) -> House:
    """Put a printed table, or one from the file, on the felt for any number of decks."""
    if not isinstance(chosen, Mapping):
        raise RulesError(f"[felt] names a pay table for a wager, not {shown(chosen)}")
    for wager, table in house.chosen(chosen).items():
        if wager in chosen:
            house = house.with_pay_table(replace(table, felt_from=1))
    return house


def _entries(data: Mapping[str, object], name: str, called: str) -> list[object]:
    entries = data.get(name, [])
    if not isinstance(entries, list):
        raise RulesError(f"{called} are written as [[{name}]], with two brackets")
    if len(entries) > MOST_ENTRIES:
        raise RulesError(f"a rule file has at most {MOST_ENTRIES} {called}")
    return entries


def _any_bet(game: Game) -> str:
    return next((slug for slug, wager in game.wagers.items() if wager.optional), "a-side-bet")
