"""The school's pages: each a function to plain data, and the name of the template that shows it."""

from typing import Any

from fastapi import APIRouter

from feltlab.games import GAMES
from feltlab.rules.game import Game
from feltlab.web.school.drills import drills_of
from feltlab.web.site.page import add_page, game_of
from feltlab.web.site.rules import differs

router = APIRouter()
Data = dict[str, Any]


def school_index() -> Data:
    return {
        "section": "school",
        "cards": [
            {
                "slug": game.slug,
                "title": game.title,
                "summary": game.book.summary,
                "drills": list(drills_of(game)),
            }
            for game in GAMES.values()
        ],
    }


def school_page(game: str) -> Data:
    return school_data(game_of(game))


def school_data(found: Game) -> Data:
    """The drills of a game as its documents have it, or as a house or a table has it."""
    order = found.book.procedure.taking
    return {
        "section": "school",
        "table": "",
        "rules": f"/rules/{found.slug}",
        "slug": found.slug,
        "title": found.title,
        "differs": differs(found),
        "order": {"starts": order.starts, "goes": order.goes},
        "drills": [
            {
                "slug": slug,
                "title": drill.words["title"],
                "words": drill.words["lead"],
                "rules": drill.needed(found),
            }
            for slug, drill in drills_of(found).items()
        ],
    }


add_page(router, "/school", "school/index.html", school_index)
add_page(router, "/school/{game}", "school/game.html", school_page)
