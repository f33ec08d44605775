"""feltlab export, and replaying a hand-history file: rounds as JSON Lines, each with everything needed to deal it
again.
"""

from pathlib import Path
from typing import Annotated

import typer

from feltlab.commands.database_url import NAMED_BY, WAYS, read_url
from feltlab.commands.examples import examples
from feltlab.commands.jsonl import lines_of, object_of
from feltlab.commands.options import GameFileOption, JsonOption
from feltlab.errors import FeltlabError
from feltlab.table.rehearsal import differences
from feltlab.whole import writing
from feltlab.wire import dump

DatabaseOption = Annotated[
    str,
    typer.Option(
        "--database", metavar="URL", help=f"sqlite:///FILE, postgresql://…, {WAYS}.", envvar=NAMED_BY, callback=read_url
    ),
]


@examples(
    "export --database sqlite:///trial.db -o rounds.jsonl",
    "export --database sqlite:///trial.db --table {game}-1 | feltlab replay -",
)
def export(
    database: DatabaseOption,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="The file to write; default: standard output.")
    ] = None,
    table: Annotated[str | None, typer.Option("--table", metavar="ID", help="One table only.")] = None,
    game: GameFileOption = None,
) -> None:
    """Write finished rounds as a hand-history file, JSON Lines, oldest first."""
    from feltlab.service.export import recorded  # replaying a file needs no database

    lines = recorded(database, table)
    if output is None:
        for line in lines:
            typer.echo(line)
        return
    count = 0
    with writing(output) as file:
        for line in lines:
            file.write(f"{line}\n".encode())
            count += 1
    typer.echo(f"{count:,} rounds in {output}")


def _summary(dealt: int, differ: int, unread: int) -> str:
    verb = "differs" if differ == 1 else "differ"
    line = f"{dealt:,} round{'s' * (dealt != 1)} dealt and settled again, {differ:,} {verb}"
    return f"{line}; {unread:,} could not be dealt" if unread else line


def replay_file(path: str, json: JsonOption = False) -> None:
    """Each line's round again; exit code 1 if one differs or cannot be read."""
    file = None if path == "-" else Path(path)
    if file and not file.exists():
        raise FeltlabError(f"{path} is neither a game nor a file that can be read")
    checked = wrong = unread = 0
    for number, line in lines_of(file):
        checked += 1
        try:
            record = object_of(line)
            found = differences(record)
            name = f"{record['table']} round {record['round']}"
        except FeltlabError as error:
            unread += 1
            found, name, record = [str(error)], f"line {number}", {}
        wrong += bool(found)
        if json:
            entry = {"line": number, "table": record.get("table"), "round": record.get("round"), "differs": found}
            typer.echo(dump(entry))
        else:
            for words in found:
                typer.echo(f"{name}: {words}")
    if not json:
        typer.echo(_summary(checked - unread, wrong - unread, unread))
    if wrong:
        raise typer.Exit(1)
