"""feltlab backup and copy: saving a database in use to a file, moving it from one database to another."""

from pathlib import Path
from typing import Annotated

import typer

from feltlab.commands.database_url import read_url
from feltlab.commands.history import DatabaseOption
from feltlab.errors import FeltlabError
from feltlab.service import backup as saving
from feltlab.service.export import looking_at


def backup(
    database: DatabaseOption,
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="The SQLite file to write.")],
) -> None:
    """Back up a database while it is in use, as one SQLite file that is complete or not there at all.

    Example: feltlab backup --database sqlite:///trial.db -o trial-backup.db

    Example: feltlab backup --database postgresql://felt@localhost/trial -o trial-backup.db
    """
    if str(output) == "-":
        raise FeltlabError("a backup is not written to standard output: name a file with -o")
    saving.backup(database, output)
    typer.echo(f"saved in {output}")


def copy(
    from_url: Annotated[
        str, typer.Option("--from", metavar="URL", help="The database to copy from.", callback=read_url)
    ],
    to_url: Annotated[
        str, typer.Option("--to", metavar="URL", help="The empty database to copy to.", callback=read_url)
    ],
) -> None:
    """Copy everything into another, empty database, and compare counts, chains and balances afterward.

    Example: feltlab copy --from sqlite:///trial.db --to postgresql://felt@localhost/trial
    """
    with looking_at(from_url):  # or a misspelled name would become an empty database
        pass
    counts = saving.copy(from_url, to_url)
    typer.echo(", ".join(f"{count:,} {name}" for name, count in counts.items()))
