"""The pages: each a function to plain data, and the name of the template that shows it."""

from pathlib import Path
from typing import Any, Final

from fastapi import APIRouter

from feltlab.games import GAMES
from feltlab.lab.starting import FIRST, KINDS, file_name, starter
from feltlab.rules.game import Game
from feltlab.web import figures, lab_page, rules_page, school
from feltlab.web.site import add_page, game_of
from feltlab.web.text import TEXT

router = APIRouter()
NEW: Final = "my-game"
Data = dict[str, Any]


def card(game: Game) -> Data:
    """A game as the lobby shows it."""
    about = {"slug": game.slug, "title": game.title, "summary": game.book.summary, "file": Path(game.source).name}
    return about | figures.headline(game.slug)


def lobby() -> Data:
    return {"section": "play", "cards": [card(game) for game in GAMES.values()]}


def new_game() -> Data:
    """How to bring a game of one's own: the file that `feltlab new` writes, and what to do with it."""
    file = file_name(NEW)
    calls = {
        "new": f"new {NEW}", "check": f"check {file}", "edit": f"explain {file}", "analyze": f"analyze {file}",
        "report": f"report {file} -o report.pdf", "serve": f"serve --game {file}",
    }  # fmt: skip
    return {
        "section": "lab",
        "file": file,
        "text_of_file": starter(FIRST, NEW),
        "steps": [{"words": TEXT["lab_new"][name], "command": f"feltlab {call}"} for name, call in calls.items()],
        "kinds": [{"name": name, "words": words} for name, words in KINDS.items()],
    }


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
add_page(router, "/lab/new", "lab_new.html", new_game)
add_page(router, "/lab/{game}", "lab.html", lab_page.game_page)
add_page(router, "/school", "school_index.html", school_index)
add_page(router, "/school/{game}", "school.html", school_page)
