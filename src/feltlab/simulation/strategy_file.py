"""Decisions from a strategy file, as `feltlab strategy GAME -o FILE.csv` writes it and a person may have edited it.

Only the hand and the decision are read; a row may stand anywhere and its cards in any order. Every hand that can be
dealt must have one row: a hand that was left out is a mistake, not a fold.
"""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Self, TextIO

import numpy as np

from feltlab.errors import FeltlabError
from feltlab.exact.solving.parts import rounds_of
from feltlab.exact.strategy_file import FileForm, Row
from feltlab.games import GAMES
from feltlab.given import check_given
from feltlab.rules.game import Terms

_UNREAD: Final = 127
LONGEST_ROW: Final = 100_000
"""Characters."""


def read_strategy(path: Path, game: str, terms: Terms) -> bytes:
    """A file's decisions by hand number: what a plan's `table` takes."""
    form: FileForm = rounds_of(GAMES[game]).FILE_FORM
    needed = form.needed(terms)
    decisions = np.full(len(needed), _UNREAD, np.int8)
    for line, row in _rows(path, (form.hand, "decision")):
        try:
            number = form.number(row[form.hand])
            if decisions[number] != _UNREAD:
                raise FeltlabError(f"{row[form.hand]} already has a row")  # noqa: TRY301
            decisions[number] = form.decision(row, number)
        except FeltlabError as error:
            raise FeltlabError(f"{path}, line {line}: {error}") from None
    if missing := int((needed & (decisions == _UNREAD)).sum()):
        raise FeltlabError(f"{path} has no row for {missing:,} of the {int(needed.sum()):,} hands of {game}")
    decisions[~needed & (decisions == _UNREAD)] = form.unneeded  # a hand that this shoe cannot deal
    return decisions.tobytes()


class _BoundedLines:
    """The lines of a file, while no row of them is longer than any row is."""

    def __init__(self, path: Path, file: TextIO) -> None:
        self.path, self.file, self.left = path, file, LONGEST_ROW

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> str:
        line = self.file.readline(self.left + 1)
        self.left -= len(line)
        if self.left < 0:
            raise FeltlabError(f"{self.path} is not a strategy file: a row has more than {LONGEST_ROW:,} characters")
        if not line:
            raise StopIteration
        return line


def _rows(path: Path, columns: tuple[str, ...]) -> Iterator[tuple[int, Row]]:
    check_given(path)
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            reader = csv.DictReader(lines := _BoundedLines(path, file), restval="")
            if missing := [column for column in columns if column not in (reader.fieldnames or ())]:
                raise FeltlabError(f"{path} is not a strategy file of this game: it has no column {missing[0]!r}")
            for row in reader:
                yield reader.line_num, row
                lines.left = LONGEST_ROW
    except OSError as error:
        raise FeltlabError(f"cannot read {path}: {error.strerror}") from None
    except (UnicodeDecodeError, csv.Error):
        raise FeltlabError(f"{path} is not a strategy file: it cannot be read as CSV text") from None
