"""The lab's pages: each a function to plain data, and the name of the template that shows it."""

from dataclasses import fields
from fractions import Fraction
from functools import cache
from threading import Thread
from typing import Any, Final

from fastapi import APIRouter

from feltlab.exact.figures import Priced
from feltlab.exact.progressive import ProgressiveFigures
from feltlab.games import GAMES
from feltlab.lab import lab_of, terms_of
from feltlab.lab.starting import FIRST, KINDS, file_name, starter
from feltlab.rules.game import Game
from feltlab.rules.house import most_of
from feltlab.rules.seen import seen_at, size_of
from feltlab.rules.wagers import Role
from feltlab.web.lab import charts, protection, strategy_charts
from feltlab.web.site import figures
from feltlab.web.site.page import add_page, game_of
from feltlab.web.site.text import TEXT, strategy_title
from feltlab.wire import exact

router = APIRouter()
NEW: Final = "my-game"
Data = dict[str, Any]
_OWN_FIELD = {"seats", "decks", "bonus_token_cap"}
"""Rule numbers that change no figure of a round, and the deck count, which has a field of its own."""
AGREES = ("matches", "within the interval")
EXPLORED_STAKE = 500
"""Cents on each bet of a hand that is looked up; progressives are sold at this price, and values are per first bet."""


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


def game_page(game: str) -> Data:
    slug = game_of(game).slug
    figures.need(slug)
    return {**_exact_part(slug), "protection": protection.state_of(slug)}


@cache
def _exact_part(slug: str) -> Data:
    """All of a game's page that does not change while the server runs."""
    found = GAMES[slug]
    lab, terms = lab_of(found.slug), terms_of(found)
    analysis = figures.felt_analysis(found.slug)
    priced = figures.priced_strategies(found.slug)
    return {
        "section": "lab",
        "slug": found.slug,
        "title": found.title,
        "summary": found.book.summary,
        "initial": found.wagers[found.initial].name,
        "analysis": analysis.to_dict(),
        "strategies": [
            {
                "name": name,
                "title": strategy_title(found, name),
                "words": lab.STRATEGIES[name],
                **exact(house_edge=of.house_edge),
            }
            for name, of in priced.items()
        ],
        "strategy_words": [_titled(found, line) for line in lab.strategy_text(terms)],
        "wagers": [_wager(found, wager) for wager in found.book.pay_tables],
        "names": {"main": found.wagers[found.initial].name} | {w.slug: w.name for w in found.wagers.values()},
        "decks": getattr(found.numbers, "decks", None),
        "numbers": _numbers(found),
        "explored": explored(found),
        "explorer": _explorer(found),
        "side_bets": [
            {"slug": wager.slug, "name": wager.name}
            for wager in found.wagers.values()
            if wager.role in (Role.SIDE, Role.PROGRESSIVE)
        ],
        "seats": found.numbers.seats,
        "progressive": _progressive(found),
        "charts_of": _charts(found),
        "first_slug": found.initial,
    }


def _titled(game: Game, line: str) -> str:
    """A line that begins with a strategy's name has it as the page's charts do."""
    return line.replace(line.strategy, strategy_title(game, line.strategy), 1) if isinstance(line, Priced) else line


def explored(game: Game) -> list[Data]:
    """What a player sees when a decision is made, as it is dealt; what comes after the first may be left open."""
    first = next(iter(seen_at(game).values()), ())
    return [
        {"field": name, "cards": size_of(game, name), "optional": name not in first} for name in game.round.seen_fields
    ]


def _explorer(game: Game) -> Data:
    """What the page needs to ask about a hand, beside its cards."""
    progressive = figures.progressive_of(game.slug)
    meters = {progressive.wager: int(progressive.base * EXPLORED_STAKE)} if progressive else {}
    return {
        "initial": game.initial,
        "stake": EXPLORED_STAKE,
        "meters": meters,
        "decks": getattr(game.numbers, "decks", None),
        "most_decks": most_of(game.numbers, "decks"),
        "jokers": getattr(game.numbers, "jokers", 0),
    }


def _charts(game: Game) -> Data:
    main = figures.felt_analysis(game.slug).main
    drawn = {
        "net": charts.net_distribution(main),
        "return": charts.contributions(main),
        "strategies": charts.strategies(game, figures.priced_strategies(game.slug)),
    }
    if by_decks := figures.edges_by_decks(game.slug):
        drawn["decks"] = charts.by_decks(game.wagers[game.initial].name, by_decks)
    return {name: chart.to_dict() for name, chart in drawn.items()}


def _wager(game: Game, wager: str) -> Data:
    felt = game.house().pay_table(wager, None, getattr(game.numbers, "decks", 1))
    edges = figures.edges_by_table(game.slug)[wager]
    return {
        "slug": wager,
        "name": game.wagers[wager].name,
        "in_main": wager not in figures.felt_analysis(game.slug).wagers,
        "felt": felt.id,
        "tables": [
            {
                "id": table.id,
                "source": table.source,
                "lines": str(table),
                **({"house_edge": str(edges[table.id])} if table.id in edges else {}),
            }
            for table in game.book.pay_tables[wager].values()
        ],
    }


def _numbers(game: Game) -> list[Data]:
    shown = game.numbers.shown()
    return [
        {
            "name": rule.name,
            "meaning": rule.metadata["meaning"],
            "value": shown[rule.name],
            "kind": rule.metadata["kind"],
        }
        for rule in fields(game.numbers)
        if rule.name not in _OWN_FIELD
    ]


def _progressive(game: Game) -> Data | None:
    found = figures.progressive_of(game.slug)
    if found is None:
        return None
    return {
        "name": game.wagers[found.wager].name,
        "slider_most": int(found.break_even_meter * Fraction(3, 2)),
        **progressive_data(found, found.base),
    }


def progressive_data(found: ProgressiveFigures, at: Fraction) -> Data:
    return {"figures": found.to_dict(at), "chart": charts.meter(found, at).to_dict()}


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


def warm() -> None:
    """Have every page ready before anybody asks."""
    figures.warm()
    for slug in figures.solved():
        _exact_part(slug)
    for slug in figures.solved():
        strategy_charts.drawn(slug)


def start_warming() -> None:
    """Solve the games before anybody asks: what the lobby shows now, the rest in the background."""
    figures.ready_lobby()
    Thread(target=warm, daemon=True, name="warming").start()


add_page(router, "/lab", "lab/index.html", index)
add_page(router, "/lab/verify", "lab/verify.html", verify_page)
add_page(router, "/lab/new", "lab/new.html", new_game)
add_page(router, "/lab/{game}", "lab/game.html", game_page)
