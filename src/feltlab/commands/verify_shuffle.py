"""feltlab verify-shuffle: rounds dealt again from their revealed seeds."""

from pathlib import Path
from typing import Annotated

import typer

from feltlab import verify_shuffle as verifier
from feltlab.commands.options import JsonOption
from feltlab.errors import FeltlabError

HistoryArgument = Annotated[Path, typer.Argument(metavar="FILE", help="A hand history: one JSON object per line.")]


def verify_shuffle(file: HistoryArgument, json: JsonOption = False) -> None:
    """Check that each round was dealt from the seed that was committed to before its bets.

    A round that differs, or a line that cannot be read, is reported on its line; the exit code is 1.

    Example: feltlab verify-shuffle examples/shuffle.jsonl

    Example: feltlab verify-shuffle history.jsonl --json
    """
    try:
        code = verifier.verify_file(file, json)
    except verifier.UnreadableFileError as error:
        raise FeltlabError(str(error)) from None
    if code:
        raise typer.Exit(code)
