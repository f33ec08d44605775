"""feltlab analyze, advise, strategy: the exact lab on the command line."""

import csv
from collections.abc import Iterator
from io import TextIOWrapper
from itertools import chain, islice
from operator import attrgetter
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from feltlab.commands.examples import examples
from feltlab.commands.jsonl import LinesArgument, answer_lines
from feltlab.commands.options import (
    BudgetOption,
    DecksOption,
    GameArgument,
    GameFileOption,
    JsonOption,
    PayTableOption,
    RuleFileOption,
    StrategyOption,
    chosen_tables,
    find_game,
    find_house,
    find_houses,
)
from feltlab.exact.figures import NORMAL_99, SAMPLED, Advice, Analysis, Figures
from feltlab.exact.progressive import ProgressiveFigures
from feltlab.games import GAMES
from feltlab.lab import advise as advise_line
from feltlab.lab import meter_figures, remarked, solved_lab, strategies_on, terms_of
from feltlab.rules.house import House
from feltlab.rules.lines import read_game
from feltlab.whole import writing
from feltlab.wire import dump


@examples("analyze {game} --pay-table {table}", "analyze {shoe} --decks 6 --json")
def analyze(
    game: GameArgument,
    pay_table: PayTableOption = None,
    decks: DecksOption = None,
    strategy: StrategyOption = "",
    json: JsonOption = False,
    rules: RuleFileOption = None,
    budget: BudgetOption = None,
) -> None:
    """Show every figure of a game, exactly: edge, risk, RTP, return tables, for the main game and each side bet.

    A game that no exact plan solves, or none within --budget, is sampled: every named strategy with its 99% interval.
    """
    found = find_game(game)
    house, chosen = find_house(found, rules), chosen_tables(pay_table)
    analysis = remarked(found.slug, strategy, chosen, decks, house)
    others = _others(found.slug, analysis, chosen, decks, house) if analysis.main.is_sampled and not strategy else {}
    if json:
        more = {name: figures.to_dict() for name, figures in others.items()}
        typer.echo(dump(analysis.to_dict() | ({"strategies": more} if more else {})))
    else:
        meter = meter_figures(found.slug, terms_of(found, house, chosen, decks))
        _print_analysis(found.title, analysis, others, meter)


def _others(
    slug: str, analysis: Analysis, chosen: dict[str, str], decks: int | None, house: House
) -> dict[str, Figures]:
    """Every other named strategy of a sampled game."""
    names = strategies_on(slug, terms_of(GAMES[slug], house, chosen, decks))
    return {name: remarked(slug, name, chosen, decks, house).main for name in names if name != analysis.main.strategy}


def _sampled_edge(figures: Figures) -> str:
    return f"{float(figures.house_edge):.4%} ± {figures.margin:.4%}"


def _margin(figures: Figures, figure: str, form: str) -> str:
    """The 99% interval of a sampled figure."""
    return f"  (± {figures.margin_of(attrgetter(figure)):{form}})" if figures.is_sampled else ""


def _print_analysis(
    title: str, analysis: Analysis, others: dict[str, Figures], meter: ProgressiveFigures | None
) -> None:
    console = Console(highlight=False)
    main = analysis.main
    if main.is_sampled:
        console.print(f"Sampled, not exact: {main.total:,} rounds, seed {main.seed}, 99% intervals; no best play.")
    console.print(f"[bold]{title}[/bold], main game, {main.strategy} strategy ({main.method}; feltlab {main.version})")
    rows = [
        ("house edge", "house_edge", "of the initial wager"),
        ("element of risk", "element_of_risk", "of the average total wager"),
        ("RTP", "rtp", "of the average total wager"),
        *([("fold frequency", "fold_frequency", "of rounds")] if main.fold_frequency else []),
        ("hit frequency", "hit_frequency", "of rounds"),
    ]
    for name, figure, unit in rows:
        console.print(f"  {name:<18} {float(getattr(main, figure)):>11.4%}  {unit}{_margin(main, figure, '.4%')}")
    for name, value in main.extra.items():
        if 0 <= value <= 1:
            console.print(f"  {name.replace('_', ' '):<18} {float(value):>11.4%}  of rounds")
    for figure, unit in (
        ("average_wager", ""), ("average_return", ", stakes included"), ("standard_deviation", ""),
    ):  # fmt: skip
        mean, margin = float(getattr(main, figure)), _margin(main, figure, ".4f")
        console.print(f"  {figure.replace('_', ' '):<18} {mean:>11.4f}  initial wagers{unit}{margin}")
    for name, figures in others.items():
        console.print(f"  {name}: house edge {_sampled_edge(figures)}, sampled")
    console.print(_return_table("Outcomes", main))
    for wager, figures in analysis.wagers.items():
        edge = f"house edge {float(figures.house_edge):.4%} of the bet{_margin(figures, 'house_edge', '.4%')}"
        edge += f", hit frequency {float(figures.hit_frequency):.4%}{_margin(figures, 'hit_frequency', '.4%')}"
        if main.is_sampled:
            edge += "; sampled" if figures.is_sampled else "; exact, counted over all deals"
        if meter and wager == meter.wager:
            edge += f"\nwith the meter at its mean, {float(meter.mean_meter):,.0f} bets"
        caption = f"{GAMES[analysis.game].wagers[wager].name} ({wager}), pay table {figures.pay_tables[wager]}\n{edge}"
        console.print(_return_table(caption, figures))
    for note in analysis.notes:
        console.print(Text(f"Note: {note}", style="yellow"))


def _return_table(title: str, figures: Figures) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column("event")
    table.add_column("pays", justify="right")
    for column in ("rounds" if figures.is_sampled else "combinations", "probability", "return"):
        table.add_column(column, justify="right", no_wrap=True)
    for row in figures.table():
        often, brings = f"{row['probability_float']:.6%}", f"{row['return_float']:+.4%}"
        if figures.is_sampled:
            often = f"{row['probability_float']:.4%} ± {row['probability_margin']:.4%}"
            brings += f" ± {row['return_margin']:.4%}"
        table.add_row(row["event"], row["pays"], f"{row['combinations']:,}", often, brings)
    return table


@examples("advise <<< '{seen}'")
def advise(
    file: LinesArgument = None,
    json: JsonOption = False,
    rules: RuleFileOption = None,
    game: GameFileOption = None,
    budget: BudgetOption = None,
) -> None:
    """Show the exact expected value of each choice, for hands given as one JSON object per line.

    For a sampled game: what its first named strategy does, and each choice's estimated value.
    """
    houses = find_houses(rules)

    def answer(line: dict[str, Any]) -> str:
        found = read_game(line, GAMES)
        advice = advise_line(line, houses[found.slug])
        if json:
            return dump(advice.to_dict() | ({"id": line["id"]} if "id" in line else {}))
        if advice.method == SAMPLED:
            return _sampled_advice(found.title, advice)
        wide = max(10, *(len(option.choice) for option in advice.options))
        options = [f"  {option.choice:<{wide}} {float(option.ev):+.6f}  = {option.ev}" for option in advice.options]
        return "\n".join([f"{found.title}: {advice.best.choice}", *options])

    answer_lines(file, json, answer)


def _sampled_advice(title: str, advice: Advice) -> str:
    lines = [f"{title}: {advice.best.choice}, by the strategy {advice.strategy}; best play is not computed"]
    for option in advice.options:
        margin = NORMAL_99 * option.standard_error
        lines.append(f"  {option.choice:<10} {float(option.ev):+.4f} ± {margin:.4f}  sampled, then by the strategy")
    return "\n".join(lines)


_LOOKED_AT = 200_000


@examples("strategy {game}", "strategy {game} -o strategy.csv")
def strategy(
    game: GameArgument,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE.csv", help="Write the complete strategy as CSV.")
    ] = None,
    pay_table: PayTableOption = None,
    decks: DecksOption = None,
    json: JsonOption = False,
    rules: RuleFileOption = None,
    budget: BudgetOption = None,
) -> None:
    """Show a strategy you can remember and the price of every named strategy, or write the full optimum as a file."""
    found = find_game(game)
    house = find_house(found, rules)
    terms = terms_of(found, house, chosen_tables(pay_table), decks)
    lab = solved_lab(found.slug)
    if output is not None:
        hands = _write_csv(output, iter(lab.strategy_rows(terms)), None if len(found.round.asks) > 1 else _LOOKED_AT)
        note = getattr(lab, "ROWS_NOTE", "")
        done = {"game": found.slug, "file": str(output), "hands": hands} | ({"note": note} if note else {})
        typer.echo(dump(done) if json else f"wrote {hands:,} hands to {output}" + (f"; {note}" if note else ""))
        return
    words = strategies_on(found.slug, terms)
    priced = {name: lab.analyze(terms, name).main for name in words}
    best = priced[next(iter(priced))].house_edge
    if json:
        entries = {
            name: {**figures.to_dict(), "words": words[name]}
            | ({} if figures.is_sampled else {"cost": str(figures.house_edge - best)})
            for name, figures in priced.items()
        }
        typer.echo(dump({"game": found.slug, "words": lab.strategy_text(terms), "strategies": entries}))
        return
    console = Console(highlight=False)
    for line in lab.strategy_text(terms):
        console.print(Text(line))
    sampled = ", sampled" if next(iter(priced.values())).is_sampled else ""
    table = Table(title=f"{found.title}: strategies priced{sampled}", title_justify="left")
    table.add_column("strategy", style="bold", no_wrap=True)
    table.add_column("in words")
    for column in ("house edge", "cost", "element of risk"):
        table.add_column(column, justify="right")
    for name, figures in sorted(priced.items(), key=lambda entry: entry[1].house_edge):
        table.add_row(
            name, words[name], _sampled_edge(figures) if figures.is_sampled else f"{float(figures.house_edge):.4%}",
            "–" if figures.is_sampled else f"{float(figures.house_edge - best):.4%}",
            f"{float(figures.element_of_risk):.4%}{_margin(figures, 'element_of_risk', '.4%')}",
        )  # fmt: skip
    console.print(table)


def _write_csv(output: Path, rows: Iterator[dict[str, Any]], looked_at: int | None) -> int:
    """Returns how many rows there were; the first row, or all rows, give the names of the columns."""
    written, known = 0, list(islice(rows, looked_at))
    with writing(output) as file:
        text = TextIOWrapper(file, "utf-8", newline="")
        writer = csv.DictWriter(text, list(dict.fromkeys(name for row in known for name in row)), restval="")
        writer.writeheader()
        for written, row in enumerate(chain(known, rows), start=1):  # noqa: B007 - how many there were
            writer.writerow(row)
        text.detach()
    return written
