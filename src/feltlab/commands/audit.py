"""feltlab audit: the books of a database proved from their first entry."""

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from feltlab.commands.history import DatabaseOption
from feltlab.commands.options import GameFileOption
from feltlab.service.anchors import read_anchors
from feltlab.service.chain import AUDIT, LEDGER
from feltlab.service.looking import sound
from feltlab.service.proof import proved

AnchorsOption = Annotated[
    Path | None, typer.Option("--anchors", metavar="FILE", help="The file that `serve --anchor` wrote.")
]


def audit(database: DatabaseOption, anchors: AnchorsOption = None, game: GameFileOption = None) -> None:
    """Prove the books: every chain with its key, every balance from the first entry, every transfer by its event.

    With anchors nothing up to the last of them can have been rewritten or cut off, even by somebody with the key. The
    database may be in use. What is wrong is a line each; the exit code is 1 then.

    Example: feltlab audit --database sqlite:///trial.db --anchors /mnt/elsewhere/anchors.jsonl
    """
    noted = read_anchors(anchors) if anchors else {}
    with closing(sound(database)) as store:
        found = proved(store, noted)
        trail, ledger = store.head(AUDIT).number, store.head(LEDGER).number
    for line in found:
        typer.echo(line)
    if found:
        raise typer.Exit(1)
    typer.echo(f"the books are right: {ledger:,} transfers, {trail:,} entries of the trail, {len(noted):,} anchors")
