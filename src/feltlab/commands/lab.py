"""feltlab analyze, advise, strategy: the exact lab on the command line."""

import csv
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from feltlab.commands.examples import examples
from feltlab.commands.jsonl import LinesArgument, answer_lines
from feltlab.commands.options import (
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
from feltlab.errors import FeltlabError, shown
from feltlab.exact.figures import Analysis, Figures
from feltlab.games import GAMES
from feltlab.lab import advise as advise_line
from feltlab.lab import remarked, solved_lab, strategies_on, terms_of
from feltlab.rules.lines import read_game
from feltlab.wire import dump


@examples("analyze {game} --pay-table {table}", "analyze {shoe} --decks 6 --json")
def analyze(
    game: GameArgument,
    pay_table: PayTableOption = None,
    decks: DecksOption = None,
    strategy: StrategyOption = "optimal",
    json: JsonOption = False,
    rules: RuleFileOption = None,
) -> None:
    """Every figure of a game, exactly: edge, risk, RTP, return tables, for the main game and each side bet."""
    found = find_game(game)
    house, chosen = find_house(found, rules), chosen_tables(pay_table)
    analysis = remarked(found.slug, strategy, chosen, decks, house)
    if json:
        typer.echo(dump(analysis.to_dict()))
    else:
        _print_analysis(found.title, analysis)


def _print_analysis(title: str, analysis: Analysis) -> None:
    console = Console(highlight=False)
    main = analysis.main
    console.print(f"[bold]{title}[/bold], main game, {main.strategy} strategy ({main.method}; feltlab {main.version})")
    rows = [
        ("house edge", main.house_edge, "of the initial wager"),
        ("element of risk", main.element_of_risk, "of the average total wager"),
        ("RTP", main.rtp, "of the average total wager"),
        *([("fold frequency", main.fold_frequency, "of rounds")] if main.fold_frequency else []),
        ("hit frequency", main.hit_frequency, "of rounds"),
        *((name.replace("_", " "), value, "of rounds") for name, value in main.extra.items() if 0 <= value <= 1),
    ]
    for name, value, unit in rows:
        console.print(f"  {name:<18} {float(value):>11.4%}  {unit}")
    console.print(f"  {'average wager':<18} {float(main.average_wager):>11.4f}  initial wagers")
    console.print(f"  {'average return':<18} {float(main.average_return):>11.4f}  initial wagers, stakes included")
    console.print(f"  {'standard deviation':<18} {main.standard_deviation:>11.4f}  initial wagers")
    console.print(_return_table("Outcomes", main))
    for wager, figures in analysis.wagers.items():
        edge = (
            f"house edge {float(figures.house_edge):.4%} of the bet, hit frequency {float(figures.hit_frequency):.4%}"
        )
        caption = f"{GAMES[analysis.game].wagers[wager].name} ({wager}), pay table {figures.pay_tables[wager]}\n{edge}"
        console.print(_return_table(caption, figures))
    for note in analysis.notes:
        console.print(Text(f"Note: {note}", style="yellow"))


def _return_table(title: str, figures: Figures) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column("event")
    table.add_column("pays", justify="right")
    for column in ("combinations", "probability", "return"):
        table.add_column(column, justify="right", no_wrap=True)
    for row in figures.table():
        table.add_row(
            row["event"], row["pays"], f"{row['combinations']:,}",
            f"{row['probability_float']:.6%}", f"{row['return_float']:+.4%}",
        )  # fmt: skip
    return table


@examples("advise <<< '{seen}'")
def advise(
    file: LinesArgument = None, json: JsonOption = False, rules: RuleFileOption = None, game: GameFileOption = None
) -> None:
    """The exact expected value of each choice, for hands given one a line as JSON."""
    houses = find_houses(rules)

    def answer(line: dict[str, Any]) -> str:
        found = read_game(line, GAMES)
        advice = advise_line(line, houses[found.slug])
        if json:
            return dump(advice.to_dict() | ({"id": line["id"]} if "id" in line else {}))
        options = [f"  {option.choice:<10} {float(option.ev):+.6f}  = {option.ev}" for option in advice.options]
        return "\n".join([f"{found.title}: {advice.best.choice}", *options])

    answer_lines(file, json, answer)


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
) -> None:
    """The strategy as people use it, every named strategy priced, or the complete optimum as a file."""
    found = find_game(game)
    house = find_house(found, rules)
    terms = terms_of(found, house, chosen_tables(pay_table), decks)
    lab = solved_lab(found.slug)
    if output is not None:
        rows = list(lab.strategy_rows(terms))
        _write_csv(output, rows)
        done = {"game": found.slug, "file": str(output), "hands": len(rows)}
        typer.echo(dump(done) if json else f"wrote {len(rows):,} hands to {output}")
        return
    words = strategies_on(found.slug, terms)
    priced = {name: lab.analyze(terms, name).main for name in words}
    best = priced["optimal"].house_edge
    if json:
        entries = {
            name: {**figures.to_dict(), "words": words[name], "cost": str(figures.house_edge - best)}
            for name, figures in priced.items()
        }
        typer.echo(dump({"game": found.slug, "words": lab.strategy_text(terms), "strategies": entries}))
        return
    console = Console(highlight=False)
    for line in lab.strategy_text(terms):
        console.print(Text(line))
    table = Table(title=f"{found.title}: strategies priced", title_justify="left")
    table.add_column("strategy", style="bold", no_wrap=True)
    table.add_column("in words")
    for column in ("house edge", "cost", "element of risk"):
        table.add_column(column, justify="right")
    for name, figures in sorted(priced.items(), key=lambda entry: entry[1].house_edge):
        table.add_row(
            name, words[name], f"{float(figures.house_edge):.4%}",
            f"{float(figures.house_edge - best):.4%}", f"{float(figures.element_of_risk):.4%}",
        )  # fmt: skip
    console.print(table)


def _write_csv(output: Path, rows: list[dict[str, Any]]) -> None:
    """Whole or not at all: written beside the file and moved into its place."""
    if not output.name:
        raise FeltlabError(f"{shown(str(output))} is not a file name")
    beside = output.with_name(output.name + ".part")
    try:
        with beside.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(dict.fromkeys(name for row in rows for name in row)), restval="")
            writer.writeheader()
            writer.writerows(rows)
        beside.replace(output)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise FeltlabError(f"cannot write {output}: {error.strerror}") from None
