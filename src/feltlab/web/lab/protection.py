"""Game protection on the lab's pages: kept figures if there are any, else a job that samples them once."""

from threading import Lock
from typing import Any

from feltlab.games import GAMES
from feltlab.lab import lab_of
from feltlab.lab.protection import cached
from feltlab.lab.protection.cache import cache_file, load
from feltlab.report.content_protection import counted_bets
from feltlab.rules.game import Game
from feltlab.web.site import charts
from feltlab.web.site.charts import Bar, Chart, Curve
from feltlab.web.site.shown import percent
from feltlab.web.site.text import TEXT
from feltlab.web.site.work import Job

_T = TEXT["protection"]
_found: dict[str, dict[str, Any]] = {}
_jobs: dict[str, Job] = {}
_lock = Lock()


def figures_of(slug: str) -> dict[str, Any] | None:
    """What was sampled for this version of the code, if it was."""
    if slug not in _found and (kept := load(cache_file(slug))) is not None:
        _found[slug] = kept
    return _found.get(slug)


def state_of(slug: str) -> dict[str, Any]:
    figures = figures_of(slug)
    if figures is not None:
        return {
            "state": "ready",
            "figures": figures,
            "charts": [chart.to_dict() for chart in drawn(GAMES[slug], figures)],
        }
    with _lock:
        job = _jobs.get(slug)
        if job is None:
            return {"state": "none"}
        return {"state": "working" if job.alive else "failed", **job.to_dict()}


def start(slug: str) -> None:
    """Begin sampling, unless that is done or under way."""
    if figures_of(slug) is not None:
        return
    lab_of(slug)  # without a solver there is nothing to sample
    with _lock:
        if slug not in _jobs or not _jobs[slug].alive:
            _jobs[slug] = Job(f"protection of {slug}", lambda job: _sample(slug, job))


def _sample(slug: str, job: Job) -> None:
    _found[slug] = cached(slug, job.tell)


def drawn(game: Game, figures: dict[str, Any]) -> list[Chart]:
    found = [_collusion(figures["collusion"])]
    if ranks := figures["exposed_card"].get("by_rank"):
        found.append(_exposed(ranks))
    if "rows" in figures["counting"]:
        found.append(_counting(game, figures["counting"]))
    return found


def _colour(edge: float) -> str:
    return "c1" if edge >= 0 else "c3"


def _collusion(rows: list[dict[str, Any]]) -> Chart:
    shown = [
        Bar(
            _T["seat" if row["seats"] == 1 else "seats"].format(seats=row["seats"]), row["house_edge_float"],
            percent(row["house_edge_float"]) + ("" if row["samples"] else f" {_T['exact']}"),
            _colour(row["house_edge_float"]),
        )
        for row in rows
    ]  # fmt: skip
    return charts.bars(_T["collusion"], _T["collusion_words"], shown, (_T["seats_head"], _T["edge"]))


def _exposed(ranks: list[dict[str, Any]]) -> Chart:
    shown = [
        Bar("10" if row["rank"] == "T" else row["rank"], row["house_edge_float"], percent(row["house_edge_float"]),
            _colour(row["house_edge_float"]))
        for row in ranks
    ]  # fmt: skip
    return charts.bars(_T["exposed"], _T["exposed_words"], shown, (_T["rank"], _T["edge"]))


def _counting(game: Game, counting: dict[str, Any]) -> Chart:
    """By decks, for the number of players at which the main bet is won most."""
    first = next(iter(counted_bets(game, counting["rows"][0])))
    players = max(counting["rows"], key=lambda row: row[first]["flat_per_100_float"])["players"]
    rows = [row for row in counting["rows"] if row["players"] == players]
    bets = counted_bets(game, rows[0])
    curves = [
        Curve([(float(row["decks"]), row[bet]["flat_per_100_float"]) for row in rows], f"line{place}")
        for place, bet in enumerate(bets, start=1)
    ]
    table = [(str(row["decks"]), *(f"{row[bet]['flat_per_100_float']:.2f}" for bet in bets)) for row in rows]
    words = _T["counting_words"].format(depth=f"{counting['penetration_float']:.0%}", players=players)
    keys = list(zip(("c1", "c2", "c3"), bets.values(), strict=False))
    return charts.lines(
        _T["counting"], words, curves, lambda x: f"{x:g}", lambda y: f"{y:g}", (_T["decks"], *bets.values()), table,
        limit=0.0, below=_T["decks_axis"], keys=keys,
    )  # fmt: skip
