"""The felt pages: play a game in the browser, watch a table, practise hard hands.

The pages are empty frames: what is on the felt comes over the table's socket, drawn by `static/felt`. Beside them here
is what a felt has printed on it, what a hand can be set to, and the lab's short strategy.
"""

from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request, Response
from fastapi.responses import RedirectResponse

from feltlab.cards import RULE_CARDS
from feltlab.cards.card import RANKS
from feltlab.cards.shuffle import LONGEST_CLIENT_SEED
from feltlab.errors import WagerError
from feltlab.games import GAMES
from feltlab.lab import advise, lab_of, terms_of
from feltlab.rules.pay_table import PayTable
from feltlab.table.bots import prepare, strategies
from feltlab.table.config import Config
from feltlab.table.views import config_view, spots
from feltlab.web import work
from feltlab.web.felt_hands import Facts, read_hand
from feltlab.web.felt_practice import hard_hand, judged
from feltlab.web.rules_page import numbered
from feltlab.web.site import Data, PlainResponse, game_of, render

router = APIRouter()
CHIPS = (100, 500, 2_500, 10_000, 50_000)
"""Cents: the chips in the tray."""
SIMPLE = {"rule-out": "unify", "quick-draw-holdem": "human", "low-four": "human", "ace-odd-even": "ace-high"}
"""The strategy that a bot of the house plays: the one people can remember."""

Text = Annotated[str, Query(max_length=64)]


def warm() -> None:
    """Have the house's bots ready before anybody sits down with them."""
    for slug, strategy in SIMPLE.items():
        prepare(Config(slug), strategy)


def felt_of(config: Config) -> Data:
    """What is printed on a table's felt, and what a client needs to draw it."""
    game, numbers = config.rule_book, config.terms.numbers
    return {
        "game": game.slug,
        "title": game.title,
        "summary": game.book.summary,
        "spots": [{**spot, **_printed(config, spot["wager"])} for spot in spots(config)],
        "initial": game.initial,
        "numbers": _numbers(numbers),
        "places": config.places,
        "rules": numbered(game.card),
        "rule_cards": list(RULE_CARDS) if game.slug == "rule-out" else [],
        "strategies": {name: lab_of(game.slug).STRATEGIES[name] for name in strategies(config)},
        "simple": SIMPLE[game.slug],
        "chips": list(CHIPS),
        "longest_seed": LONGEST_CLIENT_SEED,
        "config": config_view(config),
    }


def _printed(config: Config, wager: str) -> Data:
    rule = config.rule_book.wagers[wager]
    return {
        "equals": rule.equals,
        "not_above": rule.not_above,
        "lines": lines_of(config.terms.pays[wager]) if wager in config.terms.pays else [],
    }


def lines_of(table: PayTable) -> list[dict[str, str]]:
    return [{"event": line.event, "pays": str(line.pays)} for line in table.lines]


def _numbers(numbers: Any) -> Data:
    """The rule numbers that a felt prints: qualifiers and pays."""
    shown: Data = {}
    for name in ("qualifier_cards", "decks", "jokers"):
        if hasattr(numbers, name):
            shown[name] = getattr(numbers, name)
    for name in ("qualifier_rank", "high_pair", "best_four_pair"):
        if hasattr(numbers, name):
            shown[name] = RANKS[getattr(numbers, name)]
    if hasattr(numbers, "qualifier") and "qualifier_cards" not in shown:
        shown["qualifier"] = numbers.qualifier
    for name in ("win_odds", "no_qualify_odds"):
        if hasattr(numbers, name):
            shown[name] = str(getattr(numbers, name))
    return shown


def _page(request: Request, template: str, **data: Any) -> Response:
    return render(request, template, {"section": "play", **data})


@router.get("/play/{game}.json", include_in_schema=False)
async def play_twin(game: str) -> Response:
    return PlainResponse(felt_of(Config(game_of(game).slug)))


@router.get("/play/{game}/strategy.json", include_in_schema=False)
async def strategy(game: str) -> Response:
    return PlainResponse({"lines": await work.bounded(lambda: _strategy(game_of(game).slug))})


@router.get("/play/{game}/read.json", include_in_schema=False)
def read(game: str, cards: Text, board: Text = "") -> Response:
    return PlainResponse(_read(game_of(game).slug, cards, board))


@router.get("/play/{game}", include_in_schema=False)
async def play(request: Request, game: str) -> Response:
    found = game_of(game)
    return _page(request, "felt.html", title=found.title, slug=found.slug, table="")


@router.get("/table/{table}/felt.json", include_in_schema=False)
async def felt(request: Request, table: str) -> Response:
    return PlainResponse(felt_of(_config(request, table)))


@router.get("/table/{table}/worth.json", include_in_schema=False)
async def worth(
    request: Request, table: str, cards: Text, wagers: Annotated[str, Query(max_length=200)], board: Text = ""
) -> Response:
    """What each choice was worth for cards that a player has seen, on a table's terms: asked once it is made."""
    config, state = _config(request, table), request.app.state.pit.tables[table]
    line = _line(config.game, cards.split(), board.split()) | {"wagers": _stakes(wagers)}
    if config.pay_tables:
        line["pay_tables"] = dict(config.pay_tables)
    if config.game == "rule-out":
        line["decks"] = config.terms.numbers.decks
    if meters := {wager: meter.cents for wager, meter in state.meters.items() if wager in line["wagers"]}:
        line["meters"] = meters
    advice = await work.bounded(lambda: advise(line, config.house))
    return PlainResponse(advice.to_dict())


def _stakes(text: str) -> dict[str, int]:
    """`ante:1000,poker:500`"""
    pairs = [part.partition(":") for part in text.split(",")]
    if not all(cents.isascii() and cents.isdigit() for _, _, cents in pairs):
        raise WagerError("wagers are written like ante:1000,poker:500, in cents")
    return {wager: int(cents) for wager, _, cents in pairs}


@router.get("/table/{table}.json", include_in_schema=False)
async def table_twin(request: Request, table: str) -> Response:
    return PlainResponse(felt_of(_config(request, table)))


@router.get("/table/{table}", include_in_schema=False)
async def one_table(request: Request, table: str) -> Response:
    config = _config(request, table)
    return _page(request, "felt.html", title=config.rule_book.title, slug=config.game, table=table)


@router.get("/tables/{table}", include_in_schema=False)
async def other_address(table: str) -> Response:
    return RedirectResponse(f"/table/{table}", 307)


@router.get("/practice/{game}/hand.json", include_in_schema=False)
async def practice_hand(game: str, seed: int | None = None) -> Response:
    slug = game_of(game).slug
    return PlainResponse(await work.bounded(lambda: _posed(slug, seed)))


@router.get("/practice/{game}/judge.json", include_in_schema=False)
async def judge(game: str, choice: Text, cards: Text, board: Text = "") -> Response:
    line = _line(game_of(game).slug, cards.split(), board.split())
    return PlainResponse(await work.bounded(lambda: judged(line, choice)))


@router.get("/practice/{game}.json", include_in_schema=False)
async def practice_twin(game: str) -> Response:
    return PlainResponse(felt_of(Config(game_of(game).slug)))


@router.get("/practice/{game}", include_in_schema=False)
async def practice(request: Request, game: str) -> Response:
    found = game_of(game)
    return _page(request, "felt_practice.html", title=found.title, slug=found.slug)


def _posed(game: str, seed: int | None) -> Data:
    """A hard hand as the page shows it, with the facts but without the answer."""
    line = hard_hand(game, seed)
    cards = line.get("player") or line.get("hole") or line["dealt"]
    board = [*line.get("flop", ()), *([line["turn"]] if "turn" in line else [])]
    return {"cards": cards, "board": board, "facts": read_hand(game, " ".join(cards), " ".join(board))}


def _line(game: str, cards: list[str], board: list[str]) -> Data:
    line: Data = {"game": game, "wagers": {GAMES[game].initial: 1000}}
    if game == "rule-out":
        return {**line, "decks": 1, "dealt": cards}
    if game == "quick-draw-holdem":
        return {**line, "hole": cards, "flop": board[:3], **({"turn": board[3]} if len(board) > 3 else {})}
    return {**line, "player": cards}


@lru_cache(maxsize=4096)
def _read(game: str, cards: str, board: str) -> Facts:
    return read_hand(game, cards, board)


@lru_cache(maxsize=8)
def _strategy(game: str) -> list[str]:
    """The short strategy alone: what follows it in the lab's text is about its price and about other strategies."""
    lines = lab_of(game).strategy_text(terms_of(GAMES[game]))
    short: list[str] = []
    for line in lines:
        if line.startswith(("On these terms", "By these rules", "Best play with", "With a Poker Bonus")):
            break
        short.append(line)
    return short


def _config(request: Request, table: str) -> Config:
    pit = request.app.state.pit
    state = pit.tables.get(table) if pit is not None else None
    if state is None:
        raise HTTPException(404)
    config: Config = state.config
    return config
