"""What the pages show of the lab, computed once and kept in memory."""

from contextlib import suppress
from fractions import Fraction
from functools import cache
from typing import Any, Final

from feltlab.errors import FeltlabError
from feltlab.exact.progressive import ProgressiveFigures
from feltlab.exact.solving.parts import outlook_of
from feltlab.games import GAMES
from feltlab.lab import Analysis, Claim, Figures, analyze, claims_of, is_solved, lab_of, remarked, terms_of
from feltlab.rules.house import most_of
from feltlab.rules.parts import part_of
from feltlab.wire import exact


@cache
def felt_analysis(slug: str) -> Analysis:
    """The game as it lies on the felt, best play."""
    return remarked(slug)


SLOW_SECONDS: Final = 1
"""A game that takes longer to solve is solved behind the scenes: nobody waits for a page."""
_READY: Final[set[str]] = set()


@cache
def is_slow(slug: str) -> bool:
    game = GAMES[slug]
    return not part_of(game, "fast") and outlook_of(game).seconds > SLOW_SECONDS


def is_ready(slug: str) -> bool:
    """Its figures are there, or in a moment."""
    return slug in _READY or not is_slow(slug)


def headline(slug: str) -> dict[str, Any]:
    """The figures of a game's card in the lobby; none where there is no solver, or none yet."""
    if not is_solved(GAMES[slug]) or not is_ready(slug):
        return {}
    main = felt_analysis(slug).main
    return exact(house_edge=main.house_edge, hit_frequency=main.hit_frequency)


def figures_for(analysis: Analysis, wager: str) -> Figures:
    """Of a wager that has a pay table; one that belongs to the main game is priced with it."""
    return analysis.wagers.get(wager, analysis.main)


@cache
def edges_by_table(slug: str) -> dict[str, dict[str, Fraction]]:
    """The house edge with each printed pay table of each wager, the rest as on the felt."""
    found: dict[str, dict[str, Fraction]] = {}
    for wager, tables in GAMES[slug].book.pay_tables.items():
        found[wager] = {}
        for id in tables:
            with suppress(FeltlabError):  # a table for more decks than are on the felt
                found[wager][id] = figures_for(analyze(slug, pay_tables={wager: id}), wager).house_edge
    return found


@cache
def priced_strategies(slug: str) -> dict[str, Figures]:
    """The main game by each named strategy, the best first."""
    lab, terms = lab_of(slug), terms_of(GAMES[slug])
    priced = {name: lab.analyze(terms, name).main for name in lab.STRATEGIES}
    return dict(sorted(priced.items(), key=lambda pair: pair[1].house_edge))


@cache
def edges_by_decks(slug: str) -> dict[int, Fraction]:
    """The main game on each number of decks with the tables that the felt then shows."""
    most = most_of(GAMES[slug].numbers, "decks") or 0
    return {decks: analyze(slug, decks=decks).main.house_edge for decks in range(1, most + 1)}


@cache
def claims(slug: str) -> list[Claim]:
    return claims_of(slug)


@cache
def progressive_of(slug: str) -> ProgressiveFigures | None:
    game = GAMES[slug]
    if not game.progressive_wagers:
        return None
    found: ProgressiveFigures = lab_of(slug).progressive(terms_of(game))  # type: ignore[attr-defined]
    return found


def solved() -> list[str]:
    return [slug for slug, game in GAMES.items() if is_solved(game)]


def ready_lobby() -> None:
    for slug in solved():
        if not is_slow(slug):
            felt_analysis(slug)


def warm() -> None:
    ready_lobby()
    for slug in sorted(solved(), key=is_slow):  # the slow ones last
        felt_analysis(slug)
        _READY.add(slug)
        edges_by_table(slug)
        priced_strategies(slug)
        claims(slug)
