"""The felt pages: play a game in the browser, watch a table, practice hard hands.

The pages are empty frames: the contents of the felt come over the table's WebSocket, drawn by `static/felt`. This
module has the print on a felt, the ways to set a hand, and the lab's short strategy.
"""

from collections.abc import Collection, Sequence
from dataclasses import fields
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse

from feltlab.cards import DECK, card_text
from feltlab.cards.shuffle import LONGEST_CLIENT_SEED
from feltlab.errors import WagerError
from feltlab.lab import advise, hears_choices, lab_of, strategies_on
from feltlab.rules.game import Game
from feltlab.rules.parts import part_of
from feltlab.rules.pay_table import PayTable
from feltlab.rules.seen import seen_line
from feltlab.rules.steps import CARDS, Ask, Deal, Set
from feltlab.table.config import Config
from feltlab.table.stakes import limits_told
from feltlab.table.views import config_view, spots
from feltlab.web.felt.hands import read_hand
from feltlab.web.felt.practice import hard_hand, judged, line_of
from feltlab.web.felt.words import felt_words
from feltlab.web.school.pages import school_data
from feltlab.web.site import figures, work
from feltlab.web.site.at_table import game_at, state_of
from feltlab.web.site.looks import looks_of
from feltlab.web.site.page import Data, PlainResponse, game_of, kept
from feltlab.web.site.rules import differs, rules_data, rules_of
from feltlab.wire import read_object

router = APIRouter()
CHIPS = (100, 500, 2_500, 10_000, 50_000)
"""Cents: the chips in the tray."""
_NOT_PRINTED = {"seats", "bonus_token_cap"}
"""Rule numbers that no felt prints."""

Text = Annotated[str, Query(max_length=64)]


def felt_of(config: Config) -> Data:
    """The print on a table's felt, and what a client needs to draw it."""
    game, numbers = config.rule_book, config.terms.numbers
    return {
        "game": game.slug,
        "title": game.title,
        "words": felt_words(game_at(config)),
        "looks": {"spots": looks_of(game).get("spots", "")},
        "spots": [{**spot, **_printed(config, spot["wager"])} for spot in spots(config)],
        "initial": game.initial,
        "openers": [game.initial, *(slug for slug, wager in game.wagers.items() if wager.alone)],
        "tokens": game.tokens,
        "numbers": _numbers(numbers, game.wagers),
        "places": config.places,
        "rules": rules_of(game),
        "differs": differs(game_at(config)),
        "asks": {ask.stage: _asked(ask) for ask in game.round.asks.values()},
        "table": [_lying(deal) for deal in game.round.table_deals.values()],
        "hand": sum(deal.cards for deal in game.round.seat_deals if deal.when is None),
        "made": hasattr(part_of(game, "reading"), "made_of"),
        "rule_cards": [name for deal in game.round.second_deals for name in game.second_decks[deal.deck]],
        "strategies": strategies_on(config.game, config.terms),
        "simple": figures.simple(game),
        "chips": list(CHIPS),
        "longest_seed": LONGEST_CLIENT_SEED,
        "config": config_view(config),
        "limits": limits_told(config),
    }


def _asked(ask: Ask) -> Data:
    """A question as a client offers it: each option with the bet it puts up, and how many times."""
    raises = ask.raises
    return {
        "name": ask.name,
        "call": ask.call,
        "options": dict(raises.options) if raises else {},
        "wager": raises.wager if raises else None,
        "of": raises.of if raises else None,
        "trades": ask.trade.most if ask.trade else 0,
        "set": _set(ask.set) if ask.set else None,
    }


def _set(made: Set) -> Data:
    """How many cards to set, or the sides with the cards that may lie on each."""
    lies = made.side_cards or (lambda cards, side: ())
    sides = {name: [card_text(card) for card in DECK if lies((card,), side)] for name, side in made.sides.items()}
    return {"cards": made.cards, "sides": sides}


def _lying(deal: Deal) -> Data:
    """A place of the table, and which of its cards each part has."""
    may = {"may": True} if deal.when else {}  # or may stay undealt
    return {"place": deal.place, "cards": deal.cards, "parts": dict(deal.parts), "named": deal.deck != CARDS, **may}


def _printed(config: Config, wager: str) -> Data:
    rule = config.rule_book.wagers[wager]
    return {
        "equals": rule.equals,
        "units": _units(config.rule_book, wager),
        "not_above": rule.not_above,
        "lines": lines_of(config.terms.pays[wager]) if wager in config.terms.pays else [],
    }


def _units(game: Game, wager: str) -> list[int]:
    """The multiples of another bet that a raise may be; none for a bet that is not a raise."""
    raises = [ask.raises for ask in game.round.asks.values() if ask.raises and ask.raises.wager == wager]
    return sorted({units for made in raises for units in made.options.values() if units})


def lines_of(table: PayTable) -> list[dict[str, str]]:
    return [{"event": line.event, "pays": str(line.pays)} for line in table.lines]


def _numbers(numbers: Any, offered: Collection[str]) -> Data:
    """The rule numbers that a felt prints: qualifiers and pays."""
    written = numbers.shown(offered)
    return {
        rule.name: getattr(numbers, rule.name) if rule.metadata["kind"] == "whole" else written[rule.name]
        for rule in fields(numbers)
        if rule.name in written and rule.name not in _NOT_PRINTED
    }


async def _page(request: Request, template: str, **data: Any) -> Response:
    return await kept(request, template, lambda: {"section": "play", **data})


@router.get("/play/{game}.json", include_in_schema=False)
async def play_twin(request: Request, game: str) -> Response:
    return await kept(request, "", partial(felt_of, Config(game_of(game).slug)))


@router.get("/play/{game}/strategy.json", include_in_schema=False)
async def strategy(game: str) -> Response:
    config = Config(game_of(game).slug)
    figures.need(config.game)
    return PlainResponse({"lines": await work.bounded(lambda: strategy_of(config))})


@router.get("/play/{game}/read.json", include_in_schema=False)
def read(game: str, cards: Text, board: Text = "") -> Response:
    return PlainResponse(read_hand(game_of(game), Config(game).terms, cards, board))


@router.get("/play/{game}", include_in_schema=False)
async def play(request: Request, game: str) -> Response:
    found = game_of(game)
    return await _page(request, "felt/table.html", title=found.title, slug=found.slug, table="")


@router.get("/table/{table}/felt.json", include_in_schema=False)
async def felt(request: Request, table: str) -> Response:
    return await kept(request, "", partial(felt_of, _config(request, table)))


@router.get("/table/{table}/strategy.json", include_in_schema=False)
async def table_strategy(request: Request, table: str) -> Response:
    """The short strategy on the table's own rules."""
    config = _in_play(request, table)
    figures.need(config.game)
    return PlainResponse({"lines": await work.bounded(lambda: strategy_of(config))})


@router.get("/table/{table}/strategy", include_in_schema=False)
async def strategy_card(request: Request, table: str) -> Response:
    """The short strategy as a card to print."""
    config = _in_play(request, table)
    figures.need(config.game)
    lines = await work.bounded(lambda: strategy_of(config))
    game = game_at(config)
    shown = {"slug": config.game, "title": config.rule_book.title, "lines": lines, "differs": differs(game)}
    return await _page(request, "felt/strategy.html", **shown, table=table)


@router.get("/table/{table}/read.json", include_in_schema=False)
async def table_read(request: Request, table: str, cards: Text, board: Text = "") -> Response:
    """The facts of a hand on the table's own rules."""
    config = _in_play(request, table)
    return PlainResponse(read_hand(config.rule_book, config.terms, cards, board))


@router.get("/table/{table}/worth.json", include_in_schema=False)
async def worth(
    request: Request,
    table: str,
    cards: Text,
    wagers: Annotated[str, Query(max_length=200)],
    board: Text = "",
    set: Text = "",
    choices: Annotated[str, Query(max_length=400)] = "",
    drawn: Text = "",
) -> Response:
    """The value of each choice for cards that a player has seen, on a table's terms, asked once it is made.

    Cards set one by one are one more choice. With a trade, includes earlier answers and the draw.
    """
    config, state = _in_play(request, table), state_of(request, table)
    decks = getattr(config.terms.numbers, "decks", None)
    line = seen_line(config.rule_book, cards.split(), board.split(), decks) | {"wagers": _stakes(wagers)}
    if set:
        line["choices"] = {"set": set.split()}
    elif choices and hears_choices(config.rule_book):
        line["choices"] = read_object(choices.encode())
    if drawn and config.rule_book.round.draw_seen:
        line[config.rule_book.round.draw_seen] = drawn
    if config.pay_tables:
        line["pay_tables"] = dict(config.pay_tables)
    if meters := {wager: meter.cents for wager, meter in state.meters.items() if wager in line["wagers"]}:
        line["meters"] = meters
    figures.need(config.game)
    advice = await work.bounded(lambda: advise(line, config.house))
    return PlainResponse(advice.to_dict())


def _stakes(text: str) -> dict[str, int]:
    """`ante:1000,bonus:500`"""
    pairs = [part.partition(":") for part in text.split(",")]
    if not all(cents.isascii() and cents.isdigit() for _, _, cents in pairs):
        raise WagerError("wagers are written like ante:1000,poker:500, in cents")
    return {wager: int(cents) for wager, _, cents in pairs}


def _rules_here(request: Request, table: str) -> Data:
    """The rules as this table has them, with its limits."""
    config = _config(request, table)
    limits = [{"name": name, "words": words} for name, words in limits_told(config)]
    return {**rules_data(game_at(config)), "table": table, "limits": limits}


@router.get("/table/{table}/rules.json", include_in_schema=False)
async def table_rules_twin(request: Request, table: str) -> Response:
    return await kept(request, "", partial(_rules_here, request, table))


@router.get("/table/{table}/rules", include_in_schema=False)
async def table_rules(request: Request, table: str) -> Response:
    return await kept(request, "site/rules.html", partial(_rules_here, request, table))


def _school_here(request: Request, table: str) -> Data:
    """The drills of the game as this table has it."""
    return {**school_data(game_at(_config(request, table))), "table": table, "rules": f"/table/{table}/rules"}


@router.get("/table/{table}/school.json", include_in_schema=False)
async def table_school_twin(request: Request, table: str) -> Response:
    return await kept(request, "", partial(_school_here, request, table))


@router.get("/table/{table}/school", include_in_schema=False)
async def table_school(request: Request, table: str) -> Response:
    return await kept(request, "school/game.html", partial(_school_here, request, table))


@router.get("/table/{table}.json", include_in_schema=False)
async def table_twin(request: Request, table: str) -> Response:
    return await kept(request, "", partial(felt_of, _config(request, table)))


@router.get("/table/{table}", include_in_schema=False)
async def one_table(request: Request, table: str) -> Response:
    config = _config(request, table)
    return await _page(request, "felt/table.html", title=config.rule_book.title, slug=config.game, table=table)


@router.get("/tables/{table}", include_in_schema=False)
async def other_address(table: str) -> Response:
    return RedirectResponse(f"/table/{table}", 307)


@router.get("/practice/{game}/hand.json", include_in_schema=False)
async def practice_hand(game: str, seed: int | None = None, cards: Text = "", board: Text = "") -> Response:
    """A hard hand, or a given one: from a link, or one of the player's mistakes."""
    found = game_of(game)
    if cards:
        return PlainResponse(_shown(found, cards.split(), board.split()))
    figures.need(found.slug)
    return PlainResponse(await work.bounded(lambda: _shown(found, *hard_hand(found, seed))))


@router.get("/practice/{game}/judge.json", include_in_schema=False)
async def judge(game: str, choice: Text, cards: Text, board: Text = "") -> Response:
    line = line_of(game_of(game), cards.split(), board.split())
    figures.need(game)
    return PlainResponse(await work.bounded(lambda: judged(line, choice)))


@router.get("/practice/{game}.json", include_in_schema=False)
async def practice_twin(game: str) -> Response:
    return PlainResponse(felt_of(Config(game_of(game).slug)))


@router.get("/practice/{game}", include_in_schema=False)
async def practice(request: Request, game: str) -> Response:
    found = game_of(game)
    return await _page(request, "felt/practice.html", title=found.title, slug=found.slug)


def _shown(game: Game, cards: Sequence[str], board: Sequence[str]) -> Data:
    """A hand as the page shows it, with the facts but without the answer."""
    facts = read_hand(game, Config(game.slug).terms, " ".join(cards), " ".join(board))
    return {"cards": cards, "board": board, "facts": facts}


def strategy_of(config: Config) -> list[str]:
    """The short strategy on a table's rules; the lab's text after it is about its price and about other strategies."""
    remember = part_of(config.rule_book, "remember")
    text: list[str] = (remember.short_strategy if remember else lab_of(config.game).strategy_text)(config.terms)
    return text


def _config(request: Request, table: str) -> Config:
    return state_of(request, table).config


def _in_play(request: Request, table: str) -> Config:
    """The terms of the cards on the table: a round keeps those that it opened with."""
    state = state_of(request, table)
    return state.round.config if state.round else state.config
