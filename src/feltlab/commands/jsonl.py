"""JSON Lines in, one answer line out for each: a bad line returns an error, the others continue."""

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BufferedIOBase, RawIOBase
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

import typer

from feltlab.commands.spreading import spread
from feltlab.errors import FeltlabError
from feltlab.wire import dump, read_object

LinesArgument = Annotated[
    Path | None, typer.Argument(metavar="[FILE]", help="One JSON object per line; default: standard input.")
]


LONGEST_LINE: Final = 1_000_000
"""Bytes. A longer line is not a round, and is skipped without being kept."""
ENDLESS_LINE: Final = 64_000_000
"""Bytes. No more of a line is read to find its end."""
AT_ONCE: Final = 1 << 18
"""Bytes per read."""


class LineBatch(NamedTuple):
    """The whole lines of one read."""

    first: int
    """The number of the first of them; a file begins with line 1."""
    lines: list[bytes]


class Answered(NamedTuple):
    text: str
    refused: int


@contextmanager
def stream_of(file: Path | None) -> Iterator[RawIOBase | BufferedIOBase]:
    """A file or standard input, read as it comes: a program that waits for an answer may keep it open."""
    if file is None:
        given: Any = sys.stdin.buffer
        yield getattr(given, "raw", given)
        return
    try:
        stream = file.open("rb", buffering=0)
    except OSError as error:
        raise FeltlabError(f"cannot read {file}: {error.strerror}") from None
    with stream:  # what fails in between may be what is written
        yield stream


def _read(stream: RawIOBase | BufferedIOBase) -> bytes:
    try:
        return (stream.read(AT_ONCE) if isinstance(stream, RawIOBase) else stream.read1(AT_ONCE)) or b""
    except OSError as error:
        name = getattr(stream, "name", 0)
        raise FeltlabError(f"cannot read {name or 'standard input'}: {error.strerror}") from None


def batches_of(stream: RawIOBase | BufferedIOBase) -> Iterator[LineBatch]:
    """A line that is too long keeps one byte more than a line may have; one without an end is refused."""
    number, rest, passed = 1, b"", 0
    while read := _read(stream):
        lines = (rest + read).split(b"\n")
        rest = lines.pop()
        passed = len(rest) if lines else passed + len(read)
        if passed > ENDLESS_LINE:
            raise FeltlabError(
                f"line {number + len(lines)} has more than {ENDLESS_LINE:,} bytes: give one JSON object per line"
            )
        rest = rest[: LONGEST_LINE + 1]
        if lines:
            yield LineBatch(number, lines)
            number += len(lines)
    if rest:
        yield LineBatch(number, [rest])


def lines_of(file: Path | None) -> Iterator[tuple[int, bytes]]:
    """Every line that is not blank, with its number."""
    with stream_of(file) as stream:
        for batch in batches_of(stream):
            yield from _numbered(batch)


def _numbered(batch: LineBatch) -> Iterator[tuple[int, bytes]]:
    for number, line in enumerate(batch.lines, start=batch.first):
        if line and not line.isspace():
            yield number, line


def _singly(batches: Iterator[LineBatch]) -> Iterator[LineBatch]:
    for batch in batches:
        for number, line in enumerate(batch.lines, start=batch.first):
            yield LineBatch(number, [line])


def object_of(line: bytes) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        raise FeltlabError(f"a line has at most {LONGEST_LINE:,} bytes, and this one is longer")
    return read_object(line)


def answer_lines(file: Path | None, json: bool, answer: Callable[[dict[str, Any]], str], alike: bool = False) -> None:
    """Answer each line; exit code 1 if any was refused. Lines of equal work are spread over all cores."""

    def answered(batch: LineBatch) -> Answered:
        texts, refused = [], 0
        for number, line in _numbered(batch):
            try:
                texts.append(answer(object_of(line)))
            except FeltlabError as error:
                refused += 1
                texts.append(dump({"error": str(error), "line": number}) if json else f"line {number}: {error}")
        return Answered("\n".join([*texts, ""]), refused)

    refused = 0
    gc.disable()  # lines leave no cycles behind, and looking for them would cost a twentieth of the time
    with stream_of(file) as stream:
        batches = batches_of(stream)
        for done in spread(stream, batches, answered) if alike else map(answered, _singly(batches)):
            refused += done.refused
            sys.stdout.write(done.text)
            sys.stdout.flush()  # a program that asks line by line reads the answer before the next question
    if refused:
        raise typer.Exit(1)
