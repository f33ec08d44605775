"""feltlab design: pay tables for a target edge."""

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from feltlab.commands.examples import examples
from feltlab.commands.options import BudgetOption, GameArgument, JsonOption, RuleFileOption, find_game, find_house
from feltlab.errors import FeltlabError, shown
from feltlab.lab.design import Design
from feltlab.lab.design import design as search_tables
from feltlab.lab.wishes import WHOLE, Wished
from feltlab.wire import dump

SHOWN = 25


def _kept(pairs: list[str] | None) -> dict[str, str]:
    kept = {}
    for pair in pairs or []:
        event, equals, odds = pair.partition("=")
        if not equals:
            raise FeltlabError(f"a line to keep is written 'EVENT=ODDS', not {shown(pair)}")
        kept[event] = odds
    return kept


def _option(field: str) -> str:
    return f"--{field.replace('_', '-')}"


@examples(
    "design {game} {side} --edge 5% --tolerance 0.05%",
    'design {game} {side} --edge 3% --keep "{line}" --max-pay 300',
)
def design(
    game: GameArgument,
    wager: Annotated[str, typer.Argument(metavar="WAGER", help="A wager with a pay table.")],
    edge: Annotated[
        str, typer.Option("--edge", metavar="5%", help="The house edge you want, as a share of the initial wager.")
    ],
    tolerance: Annotated[
        str, typer.Option("--tolerance", metavar="0.1%", help="How far from it the edge may be.")
    ] = "0.1%",
    keep: Annotated[
        list[str] | None, typer.Option("--keep", metavar="'EVENT=N to 1'", help="A line to keep; repeatable.")
    ] = None,
    whole: Annotated[
        bool, typer.Option("--whole", help=f"Allow any whole-number pay up to {WHOLE}, not only the usual ones.")
    ] = False,
    lines: Annotated[
        int | None, typer.Option("--lines", min=1, help="Pay only this many of the highest lines.")
    ] = None,
    max_pay: Annotated[int | None, typer.Option("--max-pay", min=1, help="The largest pay allowed.")] = None,
    hit_frequency_min: Annotated[str | None, typer.Option(metavar="10%", help="Smallest hit frequency.")] = None,
    hit_frequency_max: Annotated[str | None, typer.Option(metavar="30%", help="Largest hit frequency.")] = None,
    deviation_min: Annotated[str | None, typer.Option(metavar="X", help="Smallest standard deviation.")] = None,
    deviation_max: Annotated[str | None, typer.Option(metavar="X", help="Largest standard deviation.")] = None,
    like: Annotated[
        str | None, typer.Option("--like", metavar="ID", help="Use the events of this printed table.")
    ] = None,
    most: Annotated[int, typer.Option("--most", min=1, max=10_000, help="How many tables to list.")] = 100,
    json: JsonOption = False,
    rules: RuleFileOption = None,
    budget: BudgetOption = None,
) -> None:
    """Find pay tables with an exact edge in a range, starting with those most like the printed one."""
    found = find_game(game)
    wished = Wished(
        edge, tolerance, _kept(keep), whole, lines, max_pay, hit_frequency_min, hit_frequency_max, deviation_min,
        deviation_max, most,
    )  # fmt: skip
    wish = wished.read(found, wager, _option)
    with Console(stderr=True).status("searching pay tables"):
        result = search_tables(found, wager, wish, find_house(found, rules), like)
    if json:
        typer.echo(dump({"game": found.slug, "wager": wager, **result.to_dict()}))
    else:
        _print(found.title, wager, result)
    if not result.tables:
        raise typer.Exit(1)


def _print(title: str, wager: str, result: Design) -> None:
    console = Console(highlight=False)
    if not result.tables:
        tried = "no pay table fits" if result.complete else "no pay table found, though not every one was tried"
        console.print(f"{tried}: widen --tolerance, or keep fewer lines")
        return
    listed = len(result.tables)
    fit = f"{result.found:,} {'table fits' if result.found == 1 else 'tables fit'}"
    said = fit if result.complete else f"{fit}, and there may be more" if result.found == listed else f"{fit} or more"
    order = "" if listed == 1 else "; those most like the printed table are first"
    console.print(f"[bold]{title}, {wager}[/bold]: {said}{order}")
    events = list(result.tables[0].pays)
    console.print("pays to 1, in the order " + ", ".join(events))
    table = Table()
    table.add_column("pays", no_wrap=True)
    for column in ("edge", "hit frequency", "std dev", "most like"):
        table.add_column(column, justify="right", no_wrap=True)
    for entry in result.tables[:SHOWN]:
        figures = entry.figures
        table.add_row(
            " ".join(str(odds.pays) if odds.pays else "push" for odds in entry.pays.values()),
            f"{float(figures.house_edge):.4%}", f"{float(figures.hit_frequency):.3%}",
            f"{figures.standard_deviation:.3f}", entry.nearest,
        )  # fmt: skip
    console.print(table)
    if len(result.tables) > SHOWN:
        console.print(f"the first {SHOWN} of {listed}: --json lists them all")
