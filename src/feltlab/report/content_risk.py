"""Sections on how far luck can carry either side, and on the effect of a changed rule or pay."""

from collections.abc import Iterator, Mapping, Sequence
from math import isfinite, sqrt
from typing import Any

from feltlab.exact.progressive import ProgressiveFigures
from feltlab.lab.what_if import Case
from feltlab.report.document import Block, Column, Figure, Grid, Note, Paragraph, Part, Section
from feltlab.report.names import changed_numbers
from feltlab.report.numerals import capital, chance, count, decimal, of, percent, signed
from feltlab.report.plots import paying_more
from feltlab.report.subject import Subject
from feltlab.simulation.risk import Risk


def risk_section(subject: Subject) -> Section:
    entry = subject.risk.to_dict()
    names = {slug: wager.name for slug, wager in subject.game.wagers.items()} | {"main": "Main game"}
    blocks = [
        _what_is_taken(subject.risk),
        _periods(entry),
        _session(subject.risk),
        _bettors(subject, names),
        _longest_odds(entry),
        _bankrolls(entry),
        *_correlations(subject.risk, names),
        *_jackpot(subject.progressive, names),
    ]
    return Section("risk", "Volatility and risk", tuple(blocks))


def _counted(risk: Risk) -> str:
    if risk.is_sampled:
        return f"those of {count(risk.total)} sampled rounds, and a rarer award may be missing in them"
    return "counted over all deals, exactly"


def _what_is_taken(risk: Risk) -> Block:
    seats = "win and lose together: they play the same cards" if risk.seats_share_cards else "are taken as independent"
    return Paragraph(
        f"One round of the main game has a standard deviation of {risk.deviation:.4f} initial wagers. Expectation"
        f" and variance, and those of several bets together, are {_counted(risk)};"
        " chances over many rounds use the normal approximation and take rounds as independent;"
        f" seats {seats}."
        " All amounts are in units of the initial wager."
    )


def _periods(entry: Mapping[str, Any]) -> Block:
    rows = tuple(
        (
            name[:1].upper() + name[1:], count(int(period["rounds"])),
            _with_margin(decimal(period["house_win_float"], 1), period.get("house_win_margin"), 1),
            _with_margin(decimal(period["standard_deviation_float"], 1), period.get("standard_deviation_margin"), 1),
            chance(period["chance_house_is_behind_float"]),
        )
        for name, period in entry["periods"].items()
    )  # fmt: skip
    columns = (
        Column("Period", wide=1), Column("Rounds", right=True), Column("Expected win", right=True),
        Column("Std. deviation", right=True), Column("House is behind", right=True),
    )  # fmt: skip
    return Grid("periods", "The house's result over time, one unit bet on the main game", columns, rows)


def _with_margin(said: str, half: float | None, places: int) -> str:
    """A sampled figure with half of its 99% interval."""
    return said if half is None else f"{said} ± {decimal(half, places)}"


def _session(risk: Risk) -> Block:
    return Figure(
        "plot-session",
        "A player's result over a session at one unit a round: expectation, and one and two standard deviations"
        " (normal approximation)",
        f"Bands around a falling line: after 1,000 rounds the expected loss is"
        f" {decimal(-risk.expectation * 1000, 1)} units, one standard deviation"
        f" {decimal(risk.deviation * sqrt(1000), 1)}.",
        "session",
    )


def _bettors(subject: Subject, names: Mapping[str, str]) -> Block:
    initial = names[subject.game.initial]
    bets = [(f"{initial} alone", subject.risk)]
    bets += [(f"{initial} and {names[slug]}", both) for slug, both in subject.risk_by_wager.items()]
    rows = tuple(
        (
            name, *_of_a_round(risk), decimal(risk.worst, 0),
        )
        for name, risk in bets
    )  # fmt: skip
    columns = (
        Column("Bets", wide=1), Column("House win per round", right=True), Column("Std. deviation", right=True),
        Column("N0 (rounds)", right=True), Column("Largest win (units)", right=True),
    )  # fmt: skip
    return Grid("combined", "Bettors who make several bets of one unit", columns, rows)


def _of_a_round(risk: Risk) -> tuple[str, str, str]:
    """House win, standard deviation and N0."""
    win, n0 = percent(-risk.expectation), decimal(risk.n0, 0) if isfinite(risk.n0) else "–"
    if not risk.is_sampled:
        return win, f"{risk.deviation:.4f}", n0
    half = risk.margin_of(lambda one: float(one.expectation))
    spread = _with_margin(f"{risk.deviation:.4f}", risk.margin_of(lambda one: one.deviation), 4)
    return f"{win} ± {percent(half)}", spread, _with_margin(n0, risk.margin_of(lambda one: one.n0), 0)


def _longest_odds(entry: Mapping[str, Any]) -> Block:
    return Paragraph(
        "N0 is the number of rounds after which the expected win of the house equals one standard deviation. The"
        f" most that a full table can win in one round on the main game is"
        f" {decimal(entry['largest_loss_of_a_full_table_float'], 0)} units."
    )


def _bankrolls(entry: Mapping[str, Any]) -> Block:
    rows = tuple(
        (f"1 in {count(int(ruin.removeprefix('1/')))}", decimal(units, 0) if isfinite(units) else "none is enough")
        for ruin, units in entry["house_bankroll_float"].items()
    )
    return Grid(
        "bankroll",
        "Bankroll that keeps the house's chance of ever being ruined below a level, main game, one bettor",
        (Column("Chance of ruin", wide=1), Column("Units", right=True)),
        rows,
    )


def _correlations(risk: Risk, names: Mapping[str, str]) -> Iterator[Block]:
    rows = tuple((names[one.first], names[one.second], decimal(one.value)) for one in risk.correlations)
    columns = (Column("Bet", wide=1), Column("Other bet", wide=1), Column("Correlation", right=True))
    if rows:
        yield Grid("correlations", "Correlation between bets of one round", columns, rows)
    if risk.unknown:
        yield Paragraph(f"The combined result of several bets is not counted: {risk.unknown}.")


def _jackpot(progressive: ProgressiveFigures | None, names: Mapping[str, str]) -> Iterator[Block]:
    if progressive:
        yield Paragraph(
            f"Jackpot exposure: the meter of the {names[progressive.wager]} stands at"
            f" {of(decimal(progressive.mean_meter, 0), 'bet')} on average when it is won; what is above the base"
            f" amount, {of(decimal(progressive.mean_liability, 0), 'bet')} on average, is players' money."
        )


def _change(subject: Subject, case: Case) -> str:
    return capital(changed_numbers(subject.game, case.numbers) or case.change)


def _edge_of(case: Case, names: dict[str, str]) -> str:
    return f"{names[case.wager]} (main game)" if case.of_main else names[case.wager]


def _case_rows(subject: Subject, cases: Sequence[Case], names: dict[str, str]) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (_edge_of(case, names), _change(subject, case), _edge(case), signed(case.after - case.before)) for case in cases
    )


def _edge(case: Case) -> str:
    return percent(case.after) + (f" ± {percent(case.margins[1])}" if case.is_sampled else "")


def _warning(subject: Subject, cases: Sequence[Case], names: dict[str, str]) -> str:
    said = "; ".join(f"{_change(subject, case)} ({names[case.wager]}, {percent(-case.after)})" for case in cases)
    return f"These changes give the player an edge: {said}."


def _paid_more(subject: Subject, up: Sequence[Case], columns: tuple[Column, ...], names: dict[str, str]) -> Part:
    return Part(
        "One more on a pay line",
        (
            Figure(
                "plot-sensitivity",
                "Change of the house edge when one line pays one more, in percentage points",
                f"Bar chart of the differences in the table that follows, {of(str(len(up)), 'line')}.",
                "sensitivity",
            ),
            Grid(
                "pay-cases",
                "The felt's pay tables with one line paying one more",
                columns,
                _case_rows(subject, up, names),
            ),
        ),
    )


def _how_cases_are_made(subject: Subject) -> str:
    main = subject.analysis.main
    if not main.is_sampled:
        return "Every case below is solved again, with best play for the changed terms."
    return (
        f"Every case below is an estimate from {count(main.total)} sampled rounds, with half of its 99% interval; the"
        f" strategy {main.strategy} is the same whatever is paid."
    )


def sensitivity_section(subject: Subject) -> Section:
    names = {slug: wager.name for slug, wager in subject.game.wagers.items()}
    rule_names = names | {"main": "Main game"}
    columns = (
        Column("Wager"), Column("Change", wide=1), Column("House edge", right=True), Column("Difference", right=True),
    )  # fmt: skip
    up = paying_more(subject)
    warned = [case for case in subject.rule_cases if case.warning]
    blocks: list[Block | Part] = [
        Paragraph(
            f"{_how_cases_are_made(subject)} Edges are in percent of the initial wager for the main game and of the bet"
            " for a side bet."
        ),
        *([_paid_more(subject, up, columns, names)] if up else []),
    ]
    if subject.rule_cases:
        grid = Grid("rule-cases", "Rule numbers changed", columns, _case_rows(subject, subject.rule_cases, rule_names))
        warning = [Note(_warning(subject, warned, rule_names), "Warning")] if warned else []
        blocks.append(Part("Other rules", (grid, *warning)))
    return Section("sensitivity", "What if a rule or a pay changed", tuple(blocks))
