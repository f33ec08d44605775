"""The pages: each a function to plain data, and the name of the template that shows it."""

from typing import Any

from fastapi import APIRouter

from feltlab.games import GAMES
from feltlab.games.game import Game
from feltlab.web import figures, lab_page, school
from feltlab.web.site import add_page, game_of

router = APIRouter()
Data = dict[str, Any]


def card(game: Game) -> Data:
    """A game as the lobby shows it."""
    return {"slug": game.slug, "title": game.title, "summary": game.book.summary, **figures.headline(game.slug)}


def lobby() -> Data:
    return {"section": "", "cards": [card(game) for game in GAMES.values()]}


def rules(game: str) -> Data:
    found = game_of(game)
    book = found.book
    return {
        "section": "lab",
        "slug": found.slug,
        "title": found.title,
        "summary": book.summary,
        "document": book.document,
        "rules": numbered(found.card),
        "wagers": [
            {"slug": wager.slug, "name": wager.name, "role": wager.role.value, "placed": wager.placed}
            for wager in found.wagers.values()
        ],
        "pay_tables": [
            {
                "wager": wager,
                "name": found.wagers[wager].name,
                "tables": [
                    {
                        "id": table.id,
                        "source": table.source,
                        "felt": table is found.house().pay_table(wager, None, getattr(found.numbers, "decks", 1)),
                        "lines": [{"event": line.event, "pays": str(line.pays)} for line in table.lines],
                    }
                    for table in tables.values()
                ],
            }
            for wager, tables in book.pay_tables.items()
        ],
        "steps": [{"phase": step.phase, "words": step.words} for step in book.procedure.steps],
        "calls": [{"occasion": occasion, "call": call} for occasion, call in book.procedure.calls.items()],
        "misdeal": book.procedure.misdeal,
        "discards": book.procedure.discards,
        "irregularities": list(book.procedure.irregularities),
        "rulings": [{"rule": r.rule, "reading": r.reading, "why": r.why} for r in book.rulings],
    }


def numbered(card: str) -> list[str]:
    """The numbered rules of a rules card, each as one text."""
    found: list[str] = []
    for line in card.splitlines()[1:]:
        head, dot, rest = line.strip().partition(". ")
        if dot and head.isdigit() and int(head) == len(found) + 1:
            found.append(rest)
        elif found and line.strip():
            found[-1] += f" {line.strip()}"
    return found


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
    found = game_of(game)
    order = found.book.procedure.taking
    return {
        "section": "school",
        "slug": found.slug,
        "title": found.title,
        "order": {"starts": order.starts, "goes": order.goes},
        "drills": [
            {"slug": drill, "title": school.WORDS["drills"][drill][0], "words": school.WORDS["drills"][drill][1]}
            for drill in school.drills_of(found)
        ],
    }


add_page(router, "/", "lobby.html", lobby)
add_page(router, "/rules/{game}", "rules.html", rules)
add_page(router, "/lab", "lab_index.html", lab_page.index)
add_page(router, "/lab/verify", "verify.html", lab_page.verify_page)
add_page(router, "/lab/{game}", "lab.html", lab_page.game_page)
add_page(router, "/school", "school_index.html", school_index)
add_page(router, "/school/{game}", "school.html", school_page)
