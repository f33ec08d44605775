"""The lab's charts of exact figures."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt

from feltlab.exact.figures import NORMAL_99, Figures
from feltlab.exact.progressive import ProgressiveFigures
from feltlab.rules.game import Game
from feltlab.web.site import charts
from feltlab.web.site.charts import Bar, Chart, Curve, Mark, Stack
from feltlab.web.site.shown import decimal, percent, signed
from feltlab.web.site.text import TEXT, strategy_title

_T = TEXT["chart"]


def net_distribution(figures: Figures) -> Chart:
    """How likely each net result is."""
    chances: dict[Fraction, Fraction] = {}
    for outcome in figures.outcomes:
        chance = Fraction(outcome.combinations, figures.total)
        chances[outcome.net] = chances.get(outcome.net, Fraction(0)) + chance
    places = {chance: 2 if chance >= Fraction(1, 1000) else 5 for chance in chances.values()}
    rows = [
        Bar(
            f"{'+' if net > 0 else ''}{decimal(net, 0 if net.denominator == 1 else 2)}",
            float(chance),
            percent(chance, places[chance]) + _within(figures, chance, places[chance]),
            "c1" if net > 0 else "c3" if net < 0 else "c4",
        )
        for net, chance in sorted(chances.items(), reverse=True)
        if chance
    ]
    return charts.bars(_T["net"], _T["net_words"], rows, (_T["net_head"], _T["chance"]))


def _within(figures: Figures, chance: Fraction, places: int) -> str:
    """Half of a sample's 99% interval."""
    if not figures.is_sampled:
        return ""
    return f" ± {percent(NORMAL_99 * sqrt(chance * (1 - chance) / figures.total), places)}"


def contributions(figures: Figures) -> Chart:
    """What each event adds to or takes from the return."""
    rows = []
    for outcome, row in zip(figures.outcomes, figures.table(), strict=True):
        part = Fraction(outcome.combinations, figures.total) * outcome.net
        margin = f" ± {percent(row['return_margin'], 3)}" if figures.is_sampled else ""
        rows.append(Bar(outcome.event, float(part), signed(part, 3) + margin, "c1" if part >= 0 else "c3"))
    return charts.bars(_T["return"], _T["return_words"], rows, (_T["event"], _T["return_head"]))


def strategies(game: Game, priced: Mapping[str, Figures]) -> Chart:
    rows = [
        Bar(
            strategy_title(game, name),
            float(figures.house_edge),
            percent(figures.house_edge, 4) + (f" ± {percent(figures.margin, 4)}" if figures.is_sampled else ""),
            "c1" if name == "optimal" else "c4",
        )
        for name, figures in priced.items()
    ]
    return charts.bars(_T["strategies"], _T["strategies_words"], rows, (_T["strategy"], _T["edge"]))


def by_decks(bet: str, edges: Mapping[int, Fraction]) -> Chart:
    rows = [
        Bar(_T["deck" if decks == 1 else "decks"].format(decks=decks), float(edge), percent(edge, 4))
        for decks, edge in edges.items()
    ]
    return charts.bars(_T["by_decks"], _T["by_decks_words"].format(bet=bet), rows, (_T["decks_head"], _T["edge"]))


def meter(figures: ProgressiveFigures, at: Fraction | None = None) -> Chart:
    """The return of a progressive bet as its meter climbs."""
    high = max(figures.break_even_meter * Fraction(115, 100), at or Fraction(0))
    named = [(_T["base"], figures.base), (_T["mean"], figures.mean_meter), (_T["even"], figures.break_even_meter)]
    marks = [Mark(float(x), float(figures.rtp_at(x)), name) for name, x in named]
    shown = named if at is None else [*named, (_T["here"], at)]
    if at is not None:
        marks = [*marks, Mark(float(at), float(figures.rtp_at(at)), _T["here"])]
    rows = [(name, decimal(x, 0), percent(figures.rtp_at(x), 2)) for name, x in shown]
    curve = Curve([(float(x), float(figures.rtp_at(x))) for x in (Fraction(0), high)], "line1")
    return charts.lines(
        _T["meter"], _T["meter_words"], [curve], lambda x: f"{x:,.0f}", lambda y: f"{y:.0%}",
        (_T["point"], _T["meter_head"], _T["rtp"]), rows, marks, 1.0, _T["meter_axis"],
    )  # fmt: skip


def histogram(title: str, words: str, counts: Sequence[int], edges: Sequence[float], below: str) -> Chart:
    """Simulated results in equal steps; those below zero have another color."""
    total, places = sum(counts), 0 if all(float(edge).is_integer() for edge in edges) else 2
    rows = [
        Stack(
            f"{low:,.{places}f}".replace("-", "−"),
            [(count / total, "c3" if high <= 0 else "c1")],
            [f"{count / total:.2%}"],
        )
        for count, low, high in zip(counts, edges[:-1], edges[1:], strict=True)
    ]
    return charts.columns(
        title,
        words,
        rows,
        (_T["from"], _T["share"]),
        lambda y: f"{100 * y:g}%",
        below=below,
    )


def paths(found: Sequence[Sequence[float]]) -> Chart:
    """Some bankrolls, round by round."""
    most = 120
    curves, rows = [], []
    for place, path in enumerate(found):
        step = max(1, len(path) // most)
        points = [(float(x), path[x]) for x in range(0, len(path), step)]
        if points[-1][0] != len(path) - 1:
            points.append((float(len(path) - 1), path[-1]))
        curves.append(Curve(points, f"line{place % 3 + 1}"))
        rows.append((str(place + 1), f"{len(path) - 1:,}", decimal(path[-1], 1)))
    return charts.lines(
        _T["paths"], _T["paths_words"], curves, lambda x: f"{x:,.0f}", lambda y: f"{y:,.0f}".replace("-", "−"),
        (_T["session"], _T["rounds"], _T["bankroll_end"]), rows, limit=0.0, below=_T["rounds_axis"],
    )  # fmt: skip
