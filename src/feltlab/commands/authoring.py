"""feltlab new, check, explain: your own game, from an empty file to a proof."""

import re
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table

from feltlab.commands.options import BudgetOption, GameArgument, GameFileOption, JsonOption, find_game
from feltlab.errors import FeltlabError, shown
from feltlab.exact.figures import SAMPLED
from feltlab.exact.solving.outlook import Outlook
from feltlab.exact.solving.parts import outlook_of
from feltlab.games import GAMES
from feltlab.lab import strategies_on, terms_of
from feltlab.lab.starting import FIRST, KINDS, file_name, starter, starter_test
from feltlab.rules.game import Game
from feltlab.rules.parts import part_of
from feltlab.simulation.checking import ROUNDS, Checker, Finding, to_rows
from feltlab.wire import dump

WORST: Final = 5
SLUG: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def new(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Lowercase letters, digits and hyphens, such as river-duel.")
    ],
    like: Annotated[
        str, typer.Option("--like", metavar="|".join(KINDS), help="The kind of game to start from.")
    ] = FIRST,
) -> None:
    """Write a working game file and its test in this folder.

    Example: feltlab new ferry

    Example: feltlab new ferry --like stud
    """
    if not SLUG.fullmatch(name):
        raise FeltlabError(
            f"a game's name has lowercase letters, digits and hyphens, such as river-duel, not {shown(name)}"
        )
    if name in GAMES:
        raise FeltlabError(f"{name} is a built-in game: choose another name")
    if like not in KINDS:
        raise FeltlabError(f"--like takes {', '.join(KINDS)}, not {shown(like)}")
    game, test = Path(file_name(name)), Path(f"test_{file_name(name)}")
    for file in (game, test):
        if file.exists():
            raise FeltlabError(f"{file} already exists: choose another name, or move it away")
    game.write_text(starter(like, name), "utf-8")
    test.write_text(starter_test(name), "utf-8")
    steps = "".join(f"  feltlab {step}\n" for step in (f"check {game}", f"analyze {game}", f"play {game} --coach"))
    typer.echo(
        f"{game}: {KINDS[like]}\n{test}: its test, run by pytest\n\nNext:\n{steps}  feltlab serve --game {game}\n"
        "Then edit the file and check it again. docs/tutorial.md builds a game step by step."
    )


def explain(game: GameArgument, json: JsonOption = False, budget: BudgetOption = None) -> None:
    """Show how a game will be solved: the plan, how many deals it counts, and the time and memory it takes.

    Example: feltlab explain my_game.py
    """
    found = find_game(game)
    outlook = outlook_of(found)
    if json:
        typer.echo(dump({"game": found.slug, **outlook.to_dict()}))
        return
    console = Console(highlight=False)
    console.print(f"[bold]{found.title}[/bold] ({found.named})")
    if part_of(found, "fast"):
        console.print("The game has its own solver. Without it:")
    if not outlook.plan:
        console.print(f"No exact plan: {outlook.reason}", markup=False)
        return
    if outlook.plan == SAMPLED:
        _print_sampled(console, found, outlook)
        return
    for name, value in (
        ("plan", outlook.plan),
        ("how", outlook.reason),
        ("deals", f"{outlook.deals:,}"),
        ("classes", f"{outlook.states:,}"),
        ("time", f"about {max(outlook.seconds, 0.1):.1f} s on one core the first time; then it is kept"),
        ("memory", f"about {outlook.megabytes:,} MB"),
    ):
        console.print(f"  {name:<10} {value}", markup=False)


def _print_sampled(console: Console, game: Game, outlook: Outlook) -> None:
    console.print(f"No exact plan: {outlook.reason}", markup=False)
    for name, value in (
        ("plan", "sampled: figures are estimates, each with its 99% interval; side bets are exact where they can be"),
        ("rounds", f"{outlook.deals:,}, always the same, for each strategy"),
        ("strategies", ", ".join(strategies_on(game.slug, terms_of(game)))),
        ("time", f"about {outlook.seconds:.1f} s on one core the first time; then it is kept"),
        ("memory", f"about {outlook.megabytes:,} MB"),
    ):
        console.print(f"  {name:<10} {value}", markup=False)


def check(
    what: Annotated[
        str, typer.Argument(metavar="GAME|DATABASE", help="A game or its file, or a database's URL or file.")
    ],
    rounds: Annotated[
        int | None, typer.Option("--rounds", metavar="N", min=1000, help="For a game: how many rounds to simulate.")
    ] = None,
    fast: Annotated[
        bool, typer.Option("--fast", help="For a database: check only its pages, sums and latest rows.")
    ] = False,
    json: JsonOption = False,
    budget: BudgetOption = None,
    game: GameFileOption = None,
) -> None:
    """Prove what can be proved about a game or a database: one page, green or red.

    For a database, which may be in use: every page and its log, the books, the chains, and every table replayed from
    its first event. The exit code is 0 when nothing is red.

    Example: feltlab check my_game.py

    Example: feltlab check sqlite:///trial.db --fast

    Example: feltlab check sqlite:///trial.db --game my_game.py
    """
    if what not in GAMES and _is_database(what):
        if _is_text(Path(what)):
            raise FeltlabError(f"{what} is a text file: a game is a file that ends in .py, and a database is not text")
        if rounds is not None:
            raise FeltlabError("--rounds is for a game, and this is a database")
        findings, of, checked = _of_database(what, fast, json), "database", what
    elif fast:
        raise FeltlabError("--fast is for a database, and this is a game")
    else:
        found = find_game(what)
        findings, of, checked = _of_game(found, rounds or ROUNDS, json), "game", found.slug
    if json:
        typer.echo(dump({of: checked, "checks": to_rows(findings)}))
    if any(finding.right is False for finding in findings):
        raise typer.Exit(1)


def _is_database(name: str) -> bool:
    """A URL, or a file that is not a game's, whether it exists or not: the name of a game has neither dot nor slash."""
    return name.startswith(("sqlite:", "postgres:", "postgresql:")) or (
        not name.endswith(".py") and ("." in name or "/" in name or Path(name).is_file())
    )


def _is_text(file: Path) -> bool:
    """Text that someone wrote: no page of a database, however damaged, looks like it."""
    if not file.is_file():
        return False
    try:
        text = file.read_bytes()[:4096].decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    return bool(text.strip()) and text.replace("\n", "").replace("\r", "").replace("\t", "").isprintable()


def _of_database(name: str, fast: bool, json: bool) -> list[Finding]:
    from feltlab.service.looking import TAKEN_OVER, examined  # games are checked without the packages of a database

    console = Console(highlight=False, stderr=json)
    findings: list[Finding] = []
    for part, wrong in examined(name, fast):
        if not findings:
            console.print(f"[bold]{escape(name)}[/bold]")
        words = "; ".join(wrong[:WORST]) + (f"; and {len(wrong) - WORST} more" if len(wrong) > WORST else "")
        advice = (
            "stop the server, keep the file as it is, and restore the latest backup that checks green" if wrong else ""
        )
        if part == TAKEN_OVER:
            findings.append(
                Finding(part, None, words, "find out whether that was legitimate: feltlab audit", warns=True)
            )
        else:
            findings.append(Finding(part, not wrong, words or "as written", advice))
        _print(console, findings[-1])
    _conclude(console, findings, "red: do not deal from it")
    return findings


def _of_game(found: Game, rounds: int, json: bool) -> list[Finding]:
    console = Console(highlight=False, stderr=json)
    console.print(f"[bold]{found.title}[/bold] ({found.named})")
    findings = []
    with Progress(TextColumn("simulating"), BarColumn(), console=console, transient=True) as bar:
        task = bar.add_task("", total=rounds, visible=False)
        checker = Checker(found, rounds, lambda run: bar.update(task, completed=run.tally.rounds, visible=True))
        for finding in checker.findings():
            findings.append(finding)
            _print(console, finding)
    _conclude(console, findings, "red: fix it and check again")
    return findings


def _conclude(console: Console, findings: list[Finding], words: str) -> None:
    wrong = any(finding.right is False for finding in findings)
    if any(finding.right is None for finding in findings):
        console.print("[dim]– marks what is missing, could not be tried, or is only a warning[/dim]")
    warnings = sum(finding.warns for finding in findings)
    but = f"[yellow], with {warnings} warning{'s' * (warnings > 1)}[/yellow]" if warnings else ""
    console.print(f"[red]{words}[/red]" if wrong else f"[green]green[/green]{but}")


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
