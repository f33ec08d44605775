"""JSON Lines in, an answer a line out: a wrong line is answered with what is wrong, the others go on."""

import gc
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Final

import typer

from feltlab.errors import FeltlabError
from feltlab.wire import dump, read_object

LinesArgument = Annotated[
    Path | None, typer.Argument(metavar="[FILE]", help="One JSON object a line; standard input if left out.")
]


LONGEST_LINE: Final = 1_000_000
"""Bytes. What is longer is no round, and is passed over without being kept."""


def lines_of(file: Path | None) -> Iterator[bytes]:
    """The lines of a file or of standard input; of one that is too long, one byte more than may be."""
    if file is None:
        yield from _bounded(sys.stdin.buffer)
        return
    try:
        with file.open("rb") as stream:
            yield from _bounded(stream)
    except OSError as error:
        raise FeltlabError(f"cannot read {file}: {error.strerror}") from None


def _bounded(stream: BinaryIO) -> Iterator[bytes]:
    while line := stream.readline(LONGEST_LINE + 1):
        yield line
        while len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            line = stream.readline(LONGEST_LINE + 1)


def object_of(line: bytes) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        raise FeltlabError(f"a line has at most {LONGEST_LINE:,} bytes, and this one is longer")
    return read_object(line)


def answer_lines(file: Path | None, json: bool, answer: Callable[[dict[str, Any]], str]) -> None:
    """Answer each line; exit code 1 if any was refused."""
    refused, write = 0, sys.stdout.write
    gc.disable()  # lines leave no cycles behind, and looking for them would cost a twentieth of the time
    for number, text in enumerate(lines_of(file), start=1):
        if text.isspace():
            continue
        try:
            answered = answer(object_of(text))
        except FeltlabError as error:
            refused += 1
            answered = dump({"error": str(error), "line": number}) if json else f"line {number}: {error}"
        write(answered + "\n")
    if refused:
        raise typer.Exit(1)
