"""The lobby, and the rules of each game."""

from pathlib import Path
from typing import Any

from fastapi import APIRouter

from feltlab.games import GAMES
from feltlab.rules.game import Game
from feltlab.web.site import figures
from feltlab.web.site.page import add_page
from feltlab.web.site.rules import rules

router = APIRouter()
Data = dict[str, Any]


def card(game: Game) -> Data:
    """A game as the lobby shows it."""
    about = {"slug": game.slug, "title": game.title, "summary": game.book.summary, "file": Path(game.source).name}
    return about | figures.headline(game.slug)


def lobby() -> Data:
    return {"section": "play", "cards": [card(game) for game in GAMES.values()]}


add_page(router, "/", "site/lobby.html", lobby)
add_page(router, "/play", "site/lobby.html", lobby)
add_page(router, "/rules/{game}", "site/rules.html", rules)
