"""What the pages show of the lab, computed once and kept in memory."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from feltlab.errors import FeltlabError
from feltlab.exact.progressive import ProgressiveFigures
from feltlab.games import GAMES
from feltlab.lab import Analysis, Claim, Figures, analyze, claims_of, lab_of, terms_of
from feltlab.rules.house import House, most_of
from feltlab.wire import exact


def analysis_of(
    slug: str,
    strategy: str = "optimal",
    pay_tables: Mapping[str, str] | None = None,
    decks: int | None = None,
    house: House | None = None,
) -> Analysis:
    """As `feltlab analyze` prints it, remarks included."""
    analysis = analyze(slug, strategy, pay_tables, decks, house)
    remarks = getattr(lab_of(slug), "remarks", None)
    if strategy == "joint" or remarks is None:
        return analysis
    return replace(analysis, notes=(*analysis.notes, *remarks(terms_of(GAMES[slug], house, pay_tables, decks))))


@lru_cache(maxsize=8)
def felt_analysis(slug: str) -> Analysis:
    """The game as it lies on the felt, best play."""
    return analysis_of(slug)


def headline(slug: str) -> dict[str, Any]:
    """The figures of a game's card in the lobby."""
    main = felt_analysis(slug).main
    return exact(house_edge=main.house_edge, hit_frequency=main.hit_frequency)


def figures_for(analysis: Analysis, wager: str) -> Figures:
    """Of a wager that has a pay table; one that belongs to the main game is priced with it."""
    return analysis.wagers.get(wager, analysis.main)


@lru_cache(maxsize=8)
def edges_by_table(slug: str) -> dict[str, dict[str, Fraction]]:
    """The house edge with each printed pay table of each wager, the rest as on the felt."""
    found: dict[str, dict[str, Fraction]] = {}
    for wager, tables in GAMES[slug].book.pay_tables.items():
        found[wager] = {}
        for id in tables:
            with suppress(FeltlabError):  # a table for more decks than are on the felt
                found[wager][id] = figures_for(analyze(slug, pay_tables={wager: id}), wager).house_edge
    return found


@lru_cache(maxsize=8)
def priced_strategies(slug: str) -> dict[str, Figures]:
    """The main game by each named strategy, the best first."""
    lab, terms = lab_of(slug), terms_of(GAMES[slug])
    priced = {name: lab.analyze(terms, name).main for name in lab.STRATEGIES}
    return dict(sorted(priced.items(), key=lambda pair: pair[1].house_edge))


@lru_cache(maxsize=8)
def edges_by_decks(slug: str) -> dict[int, Fraction]:
    """The main game on each number of decks with the tables that the felt then shows."""
    most = most_of(GAMES[slug].numbers, "decks") or 0
    return {decks: analyze(slug, decks=decks).main.house_edge for decks in range(1, most + 1)}


@lru_cache(maxsize=8)
def claims(slug: str) -> list[Claim]:
    return claims_of(slug)


@lru_cache(maxsize=8)
def progressive_of(slug: str) -> ProgressiveFigures | None:
    game = GAMES[slug]
    if not game.progressive_wagers:
        return None
    found: ProgressiveFigures = lab_of(slug).progressive(terms_of(game))  # type: ignore[attr-defined]
    return found


def ready_lobby() -> None:
    for slug in GAMES:
        felt_analysis(slug)


def warm() -> None:
    ready_lobby()
    for slug in GAMES:
        edges_by_table(slug)
        priced_strategies(slug)
        claims(slug)
