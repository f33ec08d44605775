"""feltlab protect: what players who know more than they should can take from a game."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.padding import Padding
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from feltlab.commands.examples import examples
from feltlab.commands.options import (
    SHOE_GAMES,
    BudgetOption,
    DecksOption,
    GameArgument,
    JsonOption,
    RuleFileOption,
    find_game,
    find_house,
)
from feltlab.exact.figures import NORMAL_99
from feltlab.exact.protection import Exposed, said_of
from feltlab.exact.protection import Progress as Tell
from feltlab.lab.protection import Protection
from feltlab.lab.protection import protect as protect_game
from feltlab.lab.wishes import percentage
from feltlab.wire import dump


@examples("protect {game} --seats 5", "protect {shoe} --penetration 50% --json")
def protect(
    game: GameArgument,
    seats: Annotated[
        int | None, typer.Option("--seats", metavar="K", help="Only the collusion row with K other seats known.")
    ] = None,
    penetration: Annotated[
        str | None,
        typer.Option(
            "--penetration", metavar="75%", help=f"How much of the shoe is dealt before a shuffle ({SHOE_GAMES})."
        ),
    ] = None,
    samples: Annotated[
        int | None,
        typer.Option(
            "--samples",
            metavar="N",
            help="Deals per row; default: enough for a standard error of 0.02 points on collusion.",
        ),
    ] = None,
    decks: DecksOption = None,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The same seed gives the same figures.")] = 1,
    json: JsonOption = False,
    rules: RuleFileOption = None,
    budget: BudgetOption = None,
) -> None:
    """Price collusion, an exposed card, counting and missetting, and say what prevents each."""
    found = find_game(game)
    depth = None if penetration is None else float(percentage(penetration, "--penetration"))
    house = find_house(found, rules)
    with _bar() as tell:
        result = protect_game(found.slug, seats, depth, samples, seed, tell, decks, house)
    if json:
        typer.echo(dump(result.to_dict()))
    else:
        _print(found.title, result)


INTERVAL: Final = "99% interval"


def _margin(standard_error: float) -> str:
    return f"± {NORMAL_99 * standard_error:.4%}"


@contextmanager
def _bar() -> Iterator[Tell]:
    """A bar on stderr, if that is a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=1.0)
        yield lambda what, done: bar.update(task, description=what, completed=done)


def _print(title: str, result: Protection) -> None:
    console = Console(highlight=False)
    sampled = [row for row in result.collusion if not row.seats and row.samples]
    play = "a named strategy, sampled" if sampled else "best play"
    console.print(f"[bold]{title}[/bold], game protection; edges as a share of the initial wager, against {play}")
    table = Table(title="Collusion", title_justify="left")
    for column in ("other seats known", "house edge", INTERVAL, "play changed", "samples"):
        table.add_column(column, justify="right")
    for row in result.collusion:
        error = _margin(row.standard_error) if row.samples else "exact"
        table.add_row(str(row.seats), f"{row.house_edge:+.4%}", error, f"{row.changed:.2%}", f"{row.samples:,}")
    console.print(table)
    for table in _exposed(result.exposed) if result.exposed else ():
        console.print(table)
    if result.counting is not None:
        console.print(_counting(result.counting["rows"], result.counting["penetration_float"]))
    for entry in result.verdict:
        console.print(Text(f"{said_of(entry)}: {entry['threat']}", style="bold"))
        for words in (entry["finding"], f"Prevented by: {entry['procedure']}."):
            console.print(Padding(Text(words), (0, 0, 0, 2), expand=False))


def _exposed(cases: Sequence[Exposed]) -> Iterator[Table]:
    table = Table(title="A card exposed", title_justify="left")
    table.add_column("card")
    for column in ("house edge", INTERVAL, "samples"):
        table.add_column(column, justify="right")
    for case in cases:
        error = (_margin(case.standard_error), f"{case.samples:,}") if case.is_sampled else ("exact", "–")
        table.add_row(case.card, f"{float(case.house_edge):+.4%}", *error)
    yield table
    for case in cases:
        if case.by_rank:
            which = f": {case.card.split(',')[0]}" if len(cases) > 1 else ""
            table = Table(title=f"By the rank that shows, each equally likely{which}", title_justify="left")
            for column in ("rank", "house edge", "who has the edge"):
                table.add_column(column, justify="right")
            for rank, edge in case.by_rank.items():
                table.add_row(rank, f"{float(edge):+.4%}", "player" if edge < 0 else "house")
            yield table


def _counting(rows: list[dict[str, Any]], penetration: float) -> Table:
    shown = "rounds in the player's favor, and bets won per 100 rounds with flat bets"
    table = Table(title=f"Counting, shoe dealt to {penetration:.0%}: {shown}", title_justify="left")
    bets = [name for name, value in rows[0].items() if isinstance(value, dict)]
    for column in ("decks", "players", *(bet.replace("_", ", ") for bet in bets)):
        table.add_column(column, justify="right")
    for row in rows:
        cells = [f"{row[bet]['positive_fraction_float']:.1%}  {row[bet]['flat_per_100_float']:.2f}" for bet in bets]
        table.add_row(str(row["decks"]), str(row["players"]), *cells)
    return table
