"""JSON Lines in, an answer a line out: a wrong line is answered with what is wrong, the others go on."""

import gc
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from feltlab.errors import FeltlabError
from feltlab.wire import dump, read_object

LinesArgument = Annotated[
    Path | None, typer.Argument(metavar="[FILE]", help="One JSON object a line; standard input if left out.")
]


def _lines(file: Path | None) -> Iterator[bytes]:
    if file is None:
        yield from sys.stdin.buffer
        return
    try:
        with file.open("rb") as stream:
            yield from stream
    except OSError as error:
        raise FeltlabError(f"cannot read {file}: {error.strerror}") from None


def answer_lines(file: Path | None, json: bool, answer: Callable[[dict[str, Any]], str]) -> None:
    """Answer each line; exit code 1 if any was refused."""
    refused = 0
    gc.disable()  # lines leave no cycles behind, and looking for them would cost a twentieth of the time
    for number, text in enumerate(_lines(file), start=1):
        if text.isspace():
            continue
        try:
            answered = answer(read_object(text))
        except FeltlabError as error:
            refused += 1
            answered = dump({"error": str(error), "line": number}) if json else f"line {number}: {error}"
        sys.stdout.write(answered + "\n")
    if refused:
        raise typer.Exit(1)
