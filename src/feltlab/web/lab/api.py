"""The lab's JSON API: any pay table, any hand, any meter, bounded simulations."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Any

import numpy as np
from fastapi import APIRouter, Response
from fastapi import Body as FromBody
from pydantic import Field

from feltlab.errors import FeltlabError, PayTableError, shown
from feltlab.games import GAMES
from feltlab.lab import advise, remarked
from feltlab.money import plain_number
from feltlab.rules.game import Game
from feltlab.rules.house import MOST_SEATS, House
from feltlab.rules.lines import read_game
from feltlab.rules.pay_table import PayTable, Scale
from feltlab.rules.progressive import Progressive
from feltlab.simulation.bets import Bets, read_units
from feltlab.simulation.plan import Plan
from feltlab.simulation.sessions import SessionRules, bankroll_paths, simulate_sessions
from feltlab.simulation.shift import ShiftRules, simulate_shifts
from feltlab.web.door.bodies import StrictRoute
from feltlab.web.door.body import Body
from feltlab.web.lab import answers, charts, pages, strategy_charts
from feltlab.web.lab import protection as protection_page
from feltlab.web.site import figures
from feltlab.web.site.page import PlainResponse, game_of
from feltlab.web.site.text import TEXT
from feltlab.web.site.work import bounded

router = APIRouter(prefix="/api/lab", tags=["lab"], route_class=StrictRoute)

MOST_ROUNDS = 2_000_000
"""Of a simulation, all seats counted: about a second."""
PATHS = 8
BINS = 32
EDITED = "edited"
_T = TEXT["chart"]

Text = Annotated[str, Field(max_length=2_000)]
Short = Annotated[str, Field(max_length=64)]
Number = Annotated[str, Field(max_length=24)]


class LabQuestion(Body):
    game: Short


class Analyze(LabQuestion):
    """A game on any terms: printed pay tables by id, or any table written out as on a felt, one line an event."""

    strategy: Short = ""
    decks: int | None = None
    pay_tables: dict[Short, Short] = Field(default_factory=dict, max_length=8)
    tables: dict[Short, Text] = Field(default_factory=dict, max_length=8)
    numbers: dict[Short, int | Short] = Field(default_factory=dict, max_length=16)


class AskAtMeter(LabQuestion):
    meter: Number
    """In bets."""
    increment: Short | None = None
    base_bets: int | None = Field(None, ge=0, le=10**9)


class Simulate(LabQuestion):
    bets: dict[Short, Number] = Field(default_factory=dict, max_length=8)
    strategy: Short = ""
    seed: int = Field(1, ge=0, le=2**53)
    decks: int | None = None


class SimulateSessions(Simulate):
    length: int = Field(200, ge=1, le=10_000)
    sessions: int = Field(5_000, ge=2, le=100_000)
    bankroll: Number | None = None


class SimulateShift(Simulate):
    seats: int = Field(6, ge=1, le=MOST_SEATS)
    rounds_per_hour: int = Field(45, ge=1, le=500)
    hours: int = Field(8, ge=1, le=24)
    shifts: int = Field(800, ge=2, le=20_000)


def house_of(game: Game, asked: Analyze) -> tuple[House, dict[str, str]]:
    """The house that is asked for, and the ids of its chosen pay tables."""
    house = game.house()
    if asked.numbers:
        house = replace(house, numbers=house.numbers.changed(asked.numbers))
    chosen = dict(asked.pay_tables)
    for wager, lines in asked.tables.items():
        scale = game.book.scales.get(wager)
        if scale is None:
            raise FeltlabError(f"{shown(wager)} has no pay tables; these have: {', '.join(game.book.scales)}")
        house = house.with_pay_table(_written(wager, scale, lines))
        chosen[wager] = EDITED
    return house, chosen


def _written(wager: str, scale: Scale, lines: str) -> PayTable:
    """A pay table as somebody wrote it; what is wrong is said with the name of the wager."""
    try:
        return PayTable.parse(wager, EDITED, scale, lines)
    except PayTableError as error:
        raise error if error.wager else PayTableError(f"{wager}: {error}", wager) from None


def analyzed(asked: Analyze) -> dict[str, Any]:
    game = read_game({"game": asked.game}, GAMES)
    house, chosen = house_of(game, asked)
    analysis = remarked(game.slug, asked.strategy, chosen, asked.decks, house)
    drawn = {"net": charts.net_distribution(analysis.main), "return": charts.contributions(analysis.main)}
    return {"analysis": analysis.to_dict(), "charts": {name: chart.to_dict() for name, chart in drawn.items()}}


@router.post("/analyze", responses=answers.of(answers.Analyzed))
async def analyze_(asked: Analyze) -> Response:
    """What `feltlab analyze --json` says, under `analysis`."""
    figures.need(asked.game)
    return PlainResponse(await bounded(lambda: analyzed(asked)))


@router.post("/advise", responses=answers.of(answers.Advised))
async def advise_(line: Annotated[dict[str, Any], FromBody()]) -> Response:
    """The exact value of each choice for a hand, as `feltlab advise --json` says it."""
    figures.need(str(line.get("game")))
    return PlainResponse(await bounded(lambda: advise(line).to_dict()))


def read_meter(text: str) -> Fraction:
    meter = plain_number(text.replace(",", "").strip())
    if meter is None:
        raise FeltlabError(f"a meter is a number of bets such as 25000, not {shown(text)}")
    if not 0 <= meter <= 10**12 or meter.denominator > 10**6:
        raise FeltlabError(f"a meter is from 0 to a million million bets, not {shown(text)}")
    return meter


def at_meter(asked: AskAtMeter) -> dict[str, Any]:
    game = read_game({"game": asked.game}, GAMES)
    found = figures.progressive_of(game.slug)
    if found is None:
        raise FeltlabError(f"{game.slug} has no progressive")
    meter = read_meter(asked.meter)
    if asked.increment is not None or asked.base_bets is not None:
        own = game.book.progressives[found.wager]
        base = own.base_bets if asked.base_bets is None else asked.base_bets
        rule = Progressive.build(found.wager, base, asked.increment or own.increment)
        found = replace(found, base=Fraction(rule.base_bets), increment=rule.increment_rate)
    return pages.progressive_data(found, meter)


@router.post("/progressive", responses=answers.of(answers.MeterAnswer))
async def progressive(asked: AskAtMeter) -> Response:
    figures.need(asked.game)
    return PlainResponse(await bounded(lambda: at_meter(asked)))


@router.get("/strategy/{game}", responses=answers.of(answers.DrawnAnswer))
async def strategy(game: str) -> Response:
    """Charts of the whole strategy, from every hand of it."""
    slug = game_of(game).slug
    figures.need(slug)
    return PlainResponse(await bounded(lambda: strategy_charts.drawn(slug)))


def _within(rounds: int) -> None:
    if rounds > MOST_ROUNDS:
        raise FeltlabError(TEXT["lab"]["too_many"].format(rounds=f"{rounds:,}", most=f"{MOST_ROUNDS:,}"))


def _histogram(values: Sequence[float] | Any, scale: int, title: str, words: str, below: str) -> dict[str, Any]:
    counts, edges = np.histogram(np.asarray(values) / scale, bins=BINS)
    return charts.histogram(title, words, counts.tolist(), edges.tolist(), below).to_dict()


def played_sessions(asked: SimulateSessions) -> dict[str, Any]:
    _within(asked.sessions * asked.length)
    bets = Bets.read(read_game({"game": asked.game}, GAMES).slug, asked.bets)
    bankroll = read_units(asked.bankroll, "the bankroll") if asked.bankroll else None
    rules = SessionRules(Plan(asked.game, asked.seed, asked.strategy, decks=asked.decks), bets, asked.length, bankroll)
    found = simulate_sessions(rules, asked.sessions)
    paths = [path.tolist() for path in bankroll_paths(rules, min(PATHS, asked.sessions))]
    return {
        "figures": found.to_dict(),
        "charts": [
            _histogram(found.played.results, found.played.scale, _T["results"], _T["results_words"], _T["units"]),
            charts.paths(paths).to_dict(),
        ],
    }


def played_shifts(asked: SimulateShift) -> dict[str, Any]:
    bets = Bets.read(read_game({"game": asked.game}, GAMES).slug, asked.bets)
    plan = Plan(asked.game, asked.seed, asked.strategy, asked.seats, decks=asked.decks)
    rules = ShiftRules(plan, (bets,) * asked.seats, asked.rounds_per_hour, Fraction(asked.hours))
    _within(asked.shifts * rules.rounds * asked.seats)
    found = simulate_shifts(rules, asked.shifts)
    return {
        "figures": found.to_dict(),
        "charts": [_histogram(found.wins, found.scale, _T["wins"], _T["wins_words"], _T["units"])],
    }


@router.post("/sessions", responses=answers.of(answers.Simulated))
async def sessions(asked: SimulateSessions) -> Response:
    """Sessions at one seat: simulated, the same for the same seed."""
    figures.need(asked.game)
    return PlainResponse(await bounded(lambda: played_sessions(asked)))


@router.post("/shift", responses=answers.of(answers.Simulated))
async def shift(asked: SimulateShift) -> Response:
    """A full table over shifts: what the house wins."""
    figures.need(asked.game)
    return PlainResponse(await bounded(lambda: played_shifts(asked)))


@router.get("/protection/{game}", responses=answers.of(answers.ProtectionAnswer))
async def protection(game: str) -> Response:
    slug = game_of(game).slug
    return PlainResponse(await bounded(lambda: protection_page.state_of(slug)))


@router.post("/protection/{game}", status_code=202, responses=answers.of(answers.ProtectionAnswer, 202))
async def start_protection(game: str) -> Response:
    """Begin to sample the figures in the background; ask with GET how far it is."""
    slug = game_of(game).slug
    figures.need(slug)
    await bounded(lambda: protection_page.start(slug))
    return PlainResponse(await bounded(lambda: protection_page.state_of(slug)), 202)


__all__ = ["analyzed", "at_meter", "played_sessions", "played_shifts", "router"]
