"""The section on a progressive: its meter, its awards, and the return of a bet at each meter."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from feltlab.exact.progressive import ProgressiveFigures
from feltlab.report.document import Block, Column, Figure, Grid, Note, Paragraph, Section
from feltlab.report.numerals import count, decimal, of, percent
from feltlab.report.subject import Subject


def progressive_section(subject: Subject) -> Section:
    figures = subject.progressive
    if figures is None:
        raise AssertionError("a game without a progressive has no such section")
    name, entry = subject.game.wagers[figures.wager].name, figures.to_dict()
    spread = entry["meter_distribution"]
    return Section(
        "progressive",
        "Progressive",
        (
            Paragraph(
                f"The {name} feeds a meter with every bet. In the long run all increments come back to players and"
                " the house adds the base amounts; the return at a given meter is a straight line ([[plot-meter]])."
                " The meter is taken as it stands at settlement, the bet's own increment included."
            ),
            _figures(name, figures, entry["meter_standard_deviation_float"]),
            _awards(name, entry["awards"]),
            _line(figures),
            _levels(spread["quantiles_float"]),
            Note(f"The distribution of the meter is {_how(spread)}; means and returns are exact."),
        ),
    )


def _figures(name: str, figures: ProgressiveFigures, deviation: float) -> Block:
    rows = (
        ("Long-run RTP", percent(figures.rtp), "of the bet"),
        ("Long-run house edge", percent(figures.house_edge), "of the bet"),
        ("Base amount", count(int(figures.base)), "bets"),
        ("Increment", percent(figures.increment), "of each bet"),
        ("Mean meter", decimal(figures.mean_meter, 2), "bets"),
        ("Standard deviation of the meter", decimal(deviation, 0), "bets"),
        ("RTP at the base amount", percent(figures.rtp_at(figures.base)), "of the bet"),
        ("Break-even meter", decimal(figures.break_even_meter, 0), "bets; above it the player has the edge"),
        ("Mean liability", decimal(figures.mean_liability, 2), "bets; the meter above its base amount"),
    )
    columns = (Column("Figure", wide=1), Column("Value", right=True), Column("Unit", wide=1))
    return Grid("meter-figures", f"{name}: figures", columns, rows, frozenset({0}))


def _awards(name: str, awards: list[dict[str, Any]]) -> Block:
    rows = tuple(
        (award["event"], award["pays"], decimal(award["mean_bets_between_float"], 0),
         decimal(Fraction(award["mean_award"]), 2), percent(Fraction(award["return"])))
        for award in awards if award["mean_bets_between"] is not None
    )  # fmt: skip
    columns = (
        Column("Event", wide=1), Column("Pays"), Column("Bets between", right=True),
        Column("Mean award (bets)", right=True), Column("RTP", right=True),
    )  # fmt: skip
    return Grid("awards", f"{name}: awards at the mean meter", columns, rows)


def _line(figures: ProgressiveFigures) -> Block:
    return Figure(
        "plot-meter",
        "Return to player by the meter, in bets",
        f"Straight line from {percent(figures.rtp_at(figures.base))} at the base amount to 100% at the"
        f" break-even meter of {of(decimal(figures.break_even_meter, 0), 'bet')}.",
        "meter",
    )


def _levels(quantiles: Mapping[str, float]) -> Block:
    return Grid(
        "meter-quantiles",
        "How high the meter stands when a bet is made, in bets: parts of all bets that meet a lower meter",
        tuple(Column(percent(Fraction(part), 0), right=True, wide=1) for part in quantiles),
        (tuple(decimal(level, 0) for level in quantiles.values()),),
    )


def _how(spread: Mapping[str, Any]) -> str:
    if "error_bound_float" in spread:
        return f"{spread['method']}, each level within {of(decimal(spread['error_bound_float'], 0), 'bet')}"
    if "samples" in spread:
        error = of(decimal(spread["standard_error_float"], 0), "bet")
        return f"{spread['method']}, from {count(spread['samples'])} samples, standard error {error}"
    return str(spread["method"])
