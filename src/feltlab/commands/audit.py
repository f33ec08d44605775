"""feltlab audit: the books of a database proved from their first entry."""

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from time import sleep
from typing import Annotated, Final

import typer

from feltlab.commands.history import DatabaseOption
from feltlab.commands.options import GameFileOption
from feltlab.errors import FeltlabError, shown
from feltlab.service.anchors import read_anchors, unsent
from feltlab.service.chain import AUDIT, LEDGER
from feltlab.service.looking import sound
from feltlab.service.proof import proved
from feltlab.service.store import Store
from feltlab.service.taken_over import TakenOver, takeovers

AnchorsOption = Annotated[
    Path | None, typer.Option("--anchors", metavar="FILE", help="The file that `serve --anchor` wrote.")
]


TakenOverOption = Annotated[
    list[int] | None,
    typer.Option(
        "--taken-over",
        metavar="N",
        help="Accept a takeover that you have looked into, by its entry number in the trail.",
    ),
]
SENDING_SECONDS: Final = 2
"""An anchor just written will be outside by then."""


def audit(
    database: DatabaseOption,
    anchors: AnchorsOption = None,
    game: GameFileOption = None,
    taken_over: TakenOverOption = None,
) -> None:
    """Prove the books: every chain with its key, every balance from the first entry, every transfer by its event.

    With anchors, nothing up to the last one can have been rewritten or cut off, even by someone with the key. The
    database may be in use. Each problem is a line, and the exit code is 1. It is also 1 after a takeover, when the
    chains got another key: find out whether that was in order, and name its entry with --taken-over.

    Example: feltlab audit --database sqlite:///trial.db --anchors /mnt/elsewhere/anchors.jsonl
    """
    noted = read_anchors(anchors) if anchors else {}
    with closing(sound(database)) as store:
        _check_numbers(taken_over or (), takeovers(store))
        found = [*proved(store, noted), *(_unsent(store, anchors) if anchors else [])]
        taken = [each for each in takeovers(store) if each.number not in (taken_over or ())]
        found += [f"taken over: {each.words}; if that was in order, add --taken-over {each.number}" for each in taken]
        trail, ledger = (0, 0) if found else (store.head(AUDIT).number, store.head(LEDGER).number)
    for line in found:
        typer.echo(line)
    if found:
        raise typer.Exit(1)
    for number in taken_over or ():
        typer.echo(f"up to entry {number} of the trail, the books are as they were found at the takeover")
    typer.echo(f"the books are right: {ledger:,} transfers, {trail:,} entries of the trail, {len(noted):,} anchors")


def _check_numbers(accepted: Iterable[int], taken: list[TakenOver]) -> None:
    """Nothing may be accepted that is not there: it would be told as if it were."""
    numbers = {each.number for each in taken}
    for number in accepted:
        if number not in numbers:
            raise FeltlabError(f"entry {shown(number)} of the trail is not a takeover: --taken-over names one that is")


def _unsent(store: Store, file: Path) -> list[str]:
    """Asked again if some are missing: they may be on their way. A pipe is read once."""
    for wait in (0, SENDING_SECONDS):
        sleep(wait)
        if not file.is_file():
            return []
        due = unsent(store, read_anchors(file))
        if not due:
            return []
    return [
        f"{len(due):,} anchors in the trail, from entry {due[0]} on, are not in {file}: it was cut short, or is older"
    ]
