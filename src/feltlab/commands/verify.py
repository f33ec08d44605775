"""feltlab verify: every printed figure beside the exact one."""

from itertools import groupby
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from feltlab.commands.examples import examples
from feltlab.commands.options import BudgetOption, JsonOption, find_game
from feltlab.games import GAMES
from feltlab.lab import Claim, claims_of
from feltlab.wire import dump


@examples("verify", "verify {game} --json", "verify examples/games/*.py")
def verify(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="Games or game files; default: all games.")
    ] = None,
    json: JsonOption = False,
    budget: BudgetOption = None,
) -> None:
    """Recompute every figure printed in the documents, and say which differ and why.

    The exit code is 0 when every figure matches or its difference is explained.
    """
    slugs = [find_game(game).slug for game in games] if games else list(GAMES)
    claims = [claim for slug in slugs for claim in claims_of(slug)]
    if json:
        typer.echo(dump([claim.to_dict() for claim in claims]))
    else:
        _print(claims)
    if any(not claim.matches and not claim.note for claim in claims):
        raise typer.Exit(1)


def _print(claims: list[Claim]) -> None:
    console = Console(highlight=False)
    for slug, rows in groupby(claims, key=lambda claim: claim.game):
        console.print(f"\n[bold]{GAMES[slug].title}[/bold]  [dim]{GAMES[slug].book.document}[/dim]")
        of_game = list(rows)
        for source in dict.fromkeys(claim.source for claim in of_game):
            console.print(_table(source, [claim for claim in of_game if claim.source == source]))
    if remarks := [claim for claim in claims if claim.matches and claim.note]:
        console.print("\n[bold]Remarks on figures that match[/bold]")
    for claim in remarks:
        console.print(_told(claim), markup=False)
    matching = sum(claim.matches for claim in claims)
    within = sum(claim.matches and claim.interval is not None for claim in claims)
    sampled = f", {within} of them within a sampled interval" if within else ""
    differ = len(claims) - matching
    figures, match = "s" * (len(claims) != 1), "match" if matching != 1 else "matches"
    said = f"{len(claims)} printed figure{figures}: {matching} {match}{sampled}, {differ} differ{'s' * (differ == 1)}"
    console.print(f"\n[bold]{said}[/bold]")
    for claim in claims:
        if not claim.matches:
            console.print(_told(claim), markup=False)


def _told(claim: Claim) -> str:
    where = f"{GAMES[claim.game].title}, {claim.source}, {claim.figure}"
    return f"  {where}: printed {claim.published}, {_how(claim)} {claim.computed}. {claim.note or 'Unexplained.'}"


def _how(claim: Claim) -> str:
    return "sampled" if claim.interval else "exactly"


def _status(claim: Claim) -> str:
    said = {"within the interval": "within ±", "outside the interval": "outside"}.get(claim.status, claim.status)
    return f"[{'green' if claim.matches else 'red'}]{said}[/]"


def _table(source: str, claims: list[Claim]) -> Table:
    table = Table(title=source, title_justify="left")
    table.add_column("figure", width=30, overflow="fold")
    wide = max((len(claim.published) for claim in claims), default=0)
    table.add_column("published", justify="right", width=min(max(wide, 14), 19), overflow="fold")
    table.add_column("computed", justify="right", width=14)
    table.add_column("status", min_width=7, no_wrap=True)
    for claim in claims:
        table.add_row(claim.figure, claim.published, claim.computed, _status(claim))
    return table
