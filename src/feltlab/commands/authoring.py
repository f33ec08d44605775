"""feltlab new, check, explain: a game of one's own, from an empty file to a proof."""

import re
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table

from feltlab.commands.options import GameArgument, JsonOption, find_game
from feltlab.errors import FeltlabError, shown
from feltlab.games import GAMES
from feltlab.simulation.checking import ROUNDS, Checker, Finding, to_rows
from feltlab.wire import dump

KINDS: Final = {
    "duel": "a hand against the dealer's: fold or play",
    "stud": "one hand paid by a table, bets let ride or taken back as cards are turned",
}
SLUG: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Small letters, digits and hyphens, such as river-duel.")],
    like: Annotated[
        str, typer.Option("--like", metavar="|".join(KINDS), help="What kind of game to begin with.")
    ] = "duel",
) -> None:
    """Write a game file that works, with its test, in this folder.

    Example: feltlab new river-duel

    Example: feltlab new river-duel --like stud
    """
    if not SLUG.fullmatch(name):
        raise FeltlabError(
            f"a game is named in small letters, digits and hyphens, such as river-duel, not {shown(name)}"
        )
    if name in GAMES:
        raise FeltlabError(f"{name} is a game that feltlab has: choose another name")
    if like not in KINDS:
        raise FeltlabError(f"--like takes {', '.join(KINDS)}, not {shown(like)}")
    game, test = Path(f"{name.replace('-', '_')}.py"), Path(f"test_{name.replace('-', '_')}.py")
    for file in (game, test):
        if file.exists():
            raise FeltlabError(f"{file} is there already: choose another name, or move it away")
    words = {"my-game": name, "My Game": name.replace("-", " ").title(), "my_game.py": str(game)}
    game.write_text(_filled(f"{like}.txt", words), "utf-8")
    test.write_text(_filled("test.txt", words), "utf-8")
    steps = "".join(f"  feltlab {step}\n" for step in (f"check {game}", f"analyze {game}", f"play {game} --coach"))
    typer.echo(
        f"{game}: {KINDS[like]}\n{test}: its test, run by pytest\n\nNext:\n{steps}  feltlab serve --game {game}\n"
        "Then edit the file and check it again. docs/tutorial.md builds a game step by step."
    )


def _filled(starter: str, words: dict[str, str]) -> str:
    text = (files("feltlab.commands") / "starters" / starter).read_text("utf-8")
    for old, made in words.items():
        text = text.replace(old, made)
    return text


def check(
    game: GameArgument,
    rounds: Annotated[int, typer.Option("--rounds", metavar="N", min=1000, help="How many to simulate.")] = ROUNDS,
    json: JsonOption = False,
) -> None:
    """Prove what can be proved of a game: one page, green or red.

    The exit code is 0 when nothing is red.

    Example: feltlab check my_game.py
    """
    found = find_game(game)
    console = Console(highlight=False, stderr=json)
    console.print(f"[bold]{found.title}[/bold] ({found.named})")
    findings = []
    with Progress(TextColumn("simulating"), BarColumn(), console=console, transient=True) as bar:
        task = bar.add_task("", total=rounds, visible=False)
        checker = Checker(found, rounds, lambda run: bar.update(task, completed=run.tally.rounds, visible=True))
        for finding in checker.findings():
            findings.append(finding)
            _print(console, finding)
    wrong = sum(finding.right is False for finding in findings)
    console.print("[red]red: mend it and check again[/red]" if wrong else "[green]green[/green]")
    if json:
        typer.echo(dump(to_rows(findings)))
    if wrong:
        raise typer.Exit(1)


def _print(console: Console, finding: Finding) -> None:
    sign = {True: "[green]✓[/green]", False: "[red]✗[/red]", None: "[yellow]–[/yellow]"}[finding.right]
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True, width=1)
    table.add_column(no_wrap=True, width=17)
    table.add_column()
    table.add_row(sign, finding.what, escape(finding.words))
    if finding.advice:
        table.add_row("", "", f"[dim]→ {escape(finding.advice)}[/dim]")
    console.print(table)
