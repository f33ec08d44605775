"""The lab's figures on the pages, computed once and kept in memory."""

from fractions import Fraction
from functools import cache
from threading import Lock
from typing import Any, Final

from feltlab.errors import FeltlabError
from feltlab.exact.progressive import ProgressiveFigures
from feltlab.exact.solving.parts import outlook_of
from feltlab.games import GAMES
from feltlab.lab import (
    Analysis,
    Claim,
    Figures,
    analyze,
    claims_of,
    is_solved,
    lab_of,
    meter_figures,
    remarked,
    terms_of,
)
from feltlab.rules.game import Game
from feltlab.rules.house import House, most_of
from feltlab.rules.parts import part_of
from feltlab.table.bots import prepare, strategies
from feltlab.table.config import Config
from feltlab.web.site.text import told
from feltlab.web.site.work import Job
from feltlab.wire import exact


@cache
def felt_analysis(slug: str) -> Analysis:
    """The game as on the felt, best play or, for a sampled game, its first strategy."""
    return remarked(slug)


SLOW_SECONDS: Final = 3
"""A game that takes longer to solve is solved in the background: nobody waits for a page."""
_JOBS: Final[dict[str, Job]] = {}
_OWN: Final[dict[tuple[str, str], Job]] = {}
MOST_OWN: Final = 8
_LOCK: Final = Lock()


class StillSolvingError(FeltlabError):
    """A question about a game that is being solved."""

    def __init__(self, title: str) -> None:
        super().__init__(f"{title} is still being solved; ask again in a minute")


@cache
def is_slow(slug: str) -> bool:
    game = GAMES[slug]
    return not part_of(game, "fast") and outlook_of(game).seconds > SLOW_SECONDS


def is_ready(slug: str) -> bool:
    """Whether its figures are ready, or will be in a moment."""
    job = _JOBS.get(slug)
    return not is_slow(slug) or (job is not None and not job.alive and not job.failed)


def need(slug: str) -> None:
    """Called before anything that needs a solved game: a slow one is solved once, by one job, however many ask."""
    if slug in GAMES and not is_ready(slug):
        job = _solving(slug)
        raise FeltlabError(job.failed) if job.failed else StillSolvingError(GAMES[slug].title)


def _solving(slug: str) -> Job:
    with _LOCK:
        if slug not in _JOBS:
            _JOBS[slug] = Job(f"solving {slug}", lambda _: _solve(slug))
        return _JOBS[slug]


def need_own(slug: str, text: str, house: House) -> None:
    """The same on user-made terms; one set of them at a time, and the last few are kept."""
    with _LOCK:
        job = _OWN.get((slug, text))
        if job is None:
            if any(other.alive for other in _OWN.values()):
                raise StillSolvingError(GAMES[slug].title)
            while len(_OWN) >= MOST_OWN:
                del _OWN[next(iter(_OWN))]
            job = _OWN[(slug, text)] = Job(f"solving {slug} on other terms", lambda _: _solve_own(slug, house))
    if job.failed:
        raise FeltlabError(job.failed)
    if job.alive:
        raise StillSolvingError(GAMES[slug].title)


def _solve_own(slug: str, house: House) -> None:
    remarked(slug, house=house)


def _solve(slug: str) -> None:
    felt_analysis(slug)
    ready_bots(slug)


def simple(game: Game) -> str:
    """The strategy that a house bot plays: the one people can remember."""
    return str(told(game).get("simple") or next(iter(lab_of(game.slug).STRATEGIES), ""))


def ready_bots(slug: str) -> None:
    if strategies(config := Config(slug)):
        prepare(config, simple(GAMES[slug]))


def headline(slug: str) -> dict[str, Any]:
    """The figures of a game's card in the lobby; none if there is no solver."""
    if not is_solved(GAMES[slug]):
        return {}
    if not is_ready(slug):
        return {"solving": True}
    main = felt_analysis(slug).main
    return exact(house_edge=main.house_edge, hit_frequency=main.hit_frequency) | main.sampled_dict()


@cache
def priced_strategies(slug: str) -> dict[str, Figures]:
    """The main game by each named strategy, best first."""
    lab, terms = lab_of(slug), terms_of(GAMES[slug])
    priced = {name: lab.analyze(terms, name).main for name in lab.STRATEGIES}
    return dict(sorted(priced.items(), key=lambda pair: pair[1].house_edge))


@cache
def edges_by_decks(slug: str) -> dict[int, Fraction]:
    """The main game for each number of decks, with the tables on the felt for it."""
    most = most_of(GAMES[slug].numbers, "decks") or 0
    return {decks: analyze(slug, decks=decks).main.house_edge for decks in range(1, most + 1)}


@cache
def claims(slug: str) -> list[Claim]:
    return claims_of(slug)


@cache
def progressive_of(slug: str) -> ProgressiveFigures | None:
    return meter_figures(slug, terms_of(GAMES[slug]))


def solved() -> list[str]:
    return [slug for slug, game in GAMES.items() if is_solved(game)]


def ready_lobby() -> None:
    for slug in solved():
        if not is_slow(slug):
            felt_analysis(slug)


def warm() -> None:
    ready_lobby()
    for slug in GAMES:
        if not is_slow(slug):
            ready_bots(slug)
    for slug in sorted(solved(), key=is_slow):  # the slow ones last
        if is_slow(slug):
            _solving(slug).join()
        felt_analysis(slug)
        priced_strategies(slug)
        claims(slug)
