"""The pages: each a function to plain data, and the name of the template that shows it."""

from typing import Any

from fastapi import APIRouter

from feltlab.games import GAMES
from feltlab.rules.game import Game
from feltlab.web import figures, lab_page, rules_page, school
from feltlab.web.site import add_page, game_of

router = APIRouter()
Data = dict[str, Any]


def card(game: Game) -> Data:
    """A game as the lobby shows it."""
    return {"slug": game.slug, "title": game.title, "summary": game.book.summary, **figures.headline(game.slug)}


def lobby() -> Data:
    return {"section": "play", "cards": [card(game) for game in GAMES.values()]}


def school_index() -> Data:
    return {
        "section": "school",
        "cards": [
            {
                "slug": game.slug,
                "title": game.title,
                "summary": game.book.summary,
                "drills": list(school.drills_of(game)),
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
        "differs": rules_page.differs(found),
        "order": {"starts": order.starts, "goes": order.goes},
        "drills": [
            {
                "slug": slug,
                "title": drill.words["title"],
                "words": drill.words["lead"],
                "rules": drill.needed(found),
            }
            for slug, drill in school.drills_of(found).items()
        ],
    }


add_page(router, "/", "lobby.html", lobby)
add_page(router, "/play", "lobby.html", lobby)
add_page(router, "/rules/{game}", "rules.html", rules_page.rules)
add_page(router, "/lab", "lab_index.html", lab_page.index)
add_page(router, "/lab/verify", "verify.html", lab_page.verify_page)
add_page(router, "/lab/{game}", "lab.html", lab_page.game_page)
add_page(router, "/school", "school_index.html", school_index)
add_page(router, "/school/{game}", "school.html", school_page)
