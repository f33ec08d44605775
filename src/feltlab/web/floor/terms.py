"""New terms for an open table: what can be set, and what is set now."""

from dataclasses import fields, replace
from functools import cache
from typing import Final

from fastapi import Request

from feltlab.games import GAMES
from feltlab.rules.house import most_of
from feltlab.rules.wagers import Role
from feltlab.table.config import LONGEST_CLOCK, Config
from feltlab.table.stakes import aggregate_told
from feltlab.web.accounts.auth import house_of
from feltlab.web.door.bodies import ApiError
from feltlab.web.door.house import Account
from feltlab.web.floor.standing import Data, name_of
from feltlab.web.floor.text import WORDS
from feltlab.web.live.orders import is_floor

PENETRATIONS: Final = (50, 60, 70, 75, 80, 90)
"""Percentages of the shoe that the form offers; the API can set others."""


@cache
def offered(slug: str) -> Data:
    """What can be set for a table of a game, with the defaults."""
    game, config = GAMES[slug], Config(slug)
    return {
        "slug": game.slug,
        "title": game.title,
        "seats": int(game.numbers.seats),
        "decks": getattr(game.numbers, "decks", None),
        "most_decks": most_of(game.numbers, "decks"),
        "penetrations": PENETRATIONS if config.has_shoe and game.round.all_seen else (),
        "limits": limits_of(config),
        "optional": [{"wager": slug, "name": wager.name} for slug, wager in game.wagers.items() if wager.optional],
        "progressives": [
            {"wager": wager, "name": game.wagers[wager].name, "prices": list(game.wagers[wager].fixed_stakes)}
            for wager in game.progressive_wagers
        ],
        "pay_tables": _pay_tables(config),
    }


def _pay_tables(config: Config) -> list[Data]:
    """Every pay table that the house has for a bet, with those of its own rule file."""
    return [
        {
            "wager": wager,
            "name": config.rule_book.wagers[wager].name,
            "tables": [{"id": table.id, "source": table.source} for table in tables.values()],
        }
        for wager, tables in config.house.pay_tables.items()
    ]


def limits_of(config: Config) -> list[Data]:
    """Minimum and maximum of each bet whose limits a table chooses."""
    wagers = config.rule_book.wagers
    return [
        {"wager": wager, "name": wagers[wager].name, "least": config.limit(wager)[0], "most": config.limit(wager)[1]}
        for wager in config.wagers
        if wagers[wager].role is not Role.PROGRESSIVE
    ]


async def terms_page(request: Request, who: Account | None, table: str) -> Data:
    house = house_of(request)
    state = house.table(table)
    if not await is_floor(house, who, table):
        raise ApiError(403, WORDS["terms"]["denied"])
    config = state.next_config or state.config  # the terms waiting for the next round are the ones to change
    return {
        "ok": True,
        "table": table,
        "name": name_of(state),
        "game": config.game,
        "status": state.status,
        "round": state.round.number if state.round else None,
        "config": given(config),
        "limits": limits_of(config),
        "aggregate_told": aggregate_told(config),
        "optional": _side_bets(config),
        "pay_tables": [{**each, "chosen": config.pay_tables.get(each["wager"], "")} for each in _pay_tables(config)],
        "longest_clock": LONGEST_CLOCK,
    }


def _side_bets(config: Config) -> list[Data]:
    """The side bets that may be added or dropped from one round to the next; progressives stay."""
    by_file = replace(config, left_off=()).house
    return [
        {"wager": slug, "name": wager.name, "offered": slug not in config.left_off}
        for slug, wager in by_file.wagers.items()
        if wager.role is Role.SIDE
    ]


def given(config: Config) -> Data:
    """A configuration for the command `configure`: it names everything, and unchanged values stay."""
    said = {each.name: getattr(config, each.name) for each in fields(config) if each.name != "mark"}
    limits = {wager: list(limits) for wager, limits in config.limits.items()}
    return {**said, "pay_tables": dict(config.pay_tables), "limits": limits, "left_off": list(config.left_off)}
