"""The lab's pages: each a function to plain data, and the name of the template that shows it."""

from functools import cache, partial
from threading import Thread
from typing import Any, Final

from fastapi import APIRouter, HTTPException, Request, Response

from feltlab.games import GAMES
from feltlab.lab import check_strategy
from feltlab.lab.starting import FIRST, KINDS, file_name, starter
from feltlab.web.lab import compared, sections, strategy_charts
from feltlab.web.lab.terms import LabTerms, known_terms, printed_terms
from feltlab.web.site import figures
from feltlab.web.site.page import LARGEST_QUERY, add_page, render
from feltlab.web.site.text import TEXT
from feltlab.web.site.work import bounded
from feltlab.wire import exact

router = APIRouter()
NEW: Final = "my-game"
ASKED: Final = ("terms", "strategy", "beside")
"""The parameters that the address of a game's page may have."""
PARTS: Final = ("pays", "explore", "strategy", "progressive", "simulate", "protection", "compare", "design", "reports")
Data = dict[str, Any]
AGREES = ("matches", "within the interval")


def index() -> Data:
    return {"section": "lab", "games": [_indexed(slug) for slug in figures.solved() if figures.is_ready(slug)]}


@cache
def _indexed(slug: str) -> Data:
    game, analysis = GAMES[slug], figures.felt_analysis(slug)
    bets = [{"name": game.wagers[game.initial].name, "wager": "main", **_line(analysis.main)}]
    bets += [{"name": game.wagers[w].name, "wager": w, **_line(f)} for w, f in analysis.wagers.items()]
    return {"slug": slug, "title": game.title, "summary": game.book.summary, "bets": bets}


def _line(found: Any) -> Data:
    return {
        **exact(house_edge=found.house_edge, element_of_risk=found.element_of_risk, hit_frequency=found.hit_frequency),
        "standard_deviation_float": found.standard_deviation,
        **found.sampled_dict(),
    }


def game_page(game: str, terms: str = "", strategy: str = "", beside: str | None = None) -> Data:
    found = known_terms(game, terms)
    check_asked(found, strategy)
    return {**sections.whole(found, strategy), **compared.beside(found, beside, strategy)}


def game_part(game: str, part: str, terms: str = "", strategy: str = "", beside: str | None = None) -> Data:
    """One section of the page, for terms that have just changed."""
    found = known_terms(game, terms)
    check_asked(found, strategy)
    more = compared.beside(found, beside, strategy) if part == "compare" else {}
    return {**sections.part(found, part, strategy), **more}


def check_asked(terms: LabTerms, strategy: str) -> None:
    if strategy:
        check_strategy(terms.slug, terms.terms, strategy)


@cache
def _verified(slug: str) -> Data:
    game, claims = GAMES[slug], figures.claims(slug)
    return {
        "slug": slug,
        "title": game.title,
        "document": game.book.document,
        "matching": sum(claim.matches for claim in claims),
        "claims": [claim.to_dict() for claim in claims],
    }


def verify_page() -> Data:
    games = [_verified(slug) for slug in GAMES if figures.is_ready(slug)]
    every = [claim for game in games for claim in game["claims"]]
    return {
        "section": "lab",
        "games": games,
        "names": {game.slug: game.title for game in GAMES.values()},
        "agrees": AGREES,
        "printed": len(every),
        "matching": sum(claim["status"] in AGREES for claim in every),
        "errata": [claim for claim in every if claim["status"] not in AGREES],
        "remarks": [claim for claim in every if claim["status"] in AGREES and claim["note"]],
    }


def new_game() -> Data:
    """Bringing your own game: the file that `feltlab new` writes, and what to do with it."""
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


def warm() -> None:
    """Prepare every page before anyone asks."""
    figures.warm()
    sections.warm()
    for slug in figures.solved():
        strategy_charts.drawn(printed_terms(slug))


def start_warming() -> None:
    """Solve the games before anyone asks: what the lobby shows now, the rest in the background."""
    figures.ready_lobby()
    Thread(target=warm, daemon=True, name="warming").start()


add_page(router, "/lab", "lab/index.html", index)
add_page(router, "/lab/verify", "lab/verify.html", verify_page)
add_page(router, "/lab/new", "lab/new.html", new_game)
add_page(router, "/lab/{game}", "lab/game.html", game_page, ASKED)


@router.get("/lab/{game}/part/{part}", include_in_schema=False)
async def part(request: Request, game: str, part: str) -> Response:
    """A section of the page as a piece of HTML."""
    if part not in PARTS:
        raise HTTPException(404)
    asked = {name: request.query_params[name] for name in ASKED if name in request.query_params}
    if any(len(value) > LARGEST_QUERY for value in asked.values()):
        raise HTTPException(413)
    data = await bounded(partial(game_part, game, part, **asked))
    return render(request, f"lab/parts/{part}.html", data)
