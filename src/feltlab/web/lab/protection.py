"""Game protection on the lab's pages: figures sampled for these terms, or those that a job computes."""

from collections import OrderedDict
from threading import Lock
from typing import Any, Final

from feltlab.exact.figures import NORMAL_99
from feltlab.lab.protection.cache import cache_file, load
from feltlab.report.content_protection import counted_bets
from feltlab.rules.game import Game
from feltlab.web.lab.terms import LabTerms
from feltlab.web.site import charts
from feltlab.web.site.charts import Bar, Chart, Curve
from feltlab.web.site.shown import percent
from feltlab.web.site.text import TEXT

_T = TEXT["protection"]
KEPT: Final = 32
_found: OrderedDict[tuple[str, str], dict[str, Any]] = OrderedDict()
_lock = Lock()


def figures_of(terms: LabTerms) -> dict[str, Any] | None:
    """The figures sampled on these terms for this version of the code, if any."""
    key = (terms.slug, terms.text)
    with _lock:
        found = _found.get(key)
    if found is None and (kept := load(cache_file(terms.slug, terms.house))) is not None:
        keep(terms, kept)
        found = kept
    return found


def keep(terms: LabTerms, figures: dict[str, Any]) -> None:
    with _lock:
        _found[(terms.slug, terms.text)] = figures
        while len(_found) > KEPT:
            _found.popitem(last=False)


def state_of(terms: LabTerms) -> dict[str, Any]:
    figures = figures_of(terms)
    return {"state": "none"} if figures is None else shown(terms, figures)


def shown(terms: LabTerms, figures: dict[str, Any]) -> dict[str, Any]:
    return {
        "state": "ready",
        "figures": figures,
        "charts": [chart.to_dict() for chart in drawn(terms.game, figures)],
    }


def drawn(game: Game, figures: dict[str, Any]) -> list[Chart]:
    found = [_collusion(figures["collusion"])]
    if ranks := figures["exposed_card"].get("by_rank"):
        found.append(_exposed(ranks))
    if "rows" in figures["counting"]:
        found.append(_counting(game, figures["counting"]))
    return found


def _certainty(row: dict[str, Any], places: int) -> str:
    """Half of a sample's 99% interval."""
    if not row["samples"]:
        return f" {_T['exact']}"
    return f" ± {percent(NORMAL_99 * row['standard_error'], places)}" if "standard_error" in row else ""


def _places(rows: list[dict[str, Any]]) -> int:
    """Decimals for all rows: as many as the narrowest interval needs in order not to read as nothing."""
    halves = [NORMAL_99 * row["standard_error"] for row in rows if row["samples"] and row.get("standard_error")]
    return next((places for places in (2, 3) if all(half >= 0.005 / 10**places for half in halves)), 4)


def _colour(edge: float) -> str:
    return "c1" if edge >= 0 else "c3"


def _collusion(rows: list[dict[str, Any]]) -> Chart:
    places = _places(rows)
    shown = [
        Bar(
            _T["seat" if row["seats"] == 1 else "seats"].format(seats=row["seats"]), row["house_edge_float"],
            percent(row["house_edge_float"], places) + _certainty(row, places),
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
    """By decks, for the number of players at which the main bet wins most."""
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
