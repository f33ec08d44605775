"""Pay tables as data, written as on the felt (`6 card flush   1000 to 1`), read once to exact odds.

A game gives each finished hand a grade, a small integer. A scale names the grades of a wager; a pay table says what
each grade pays. A grade without a line loses.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Protocol

from feltlab.errors import PayTableError, shown
from feltlab.money import Odds

_WORDS = {"one pair": "pair", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7"}


@dataclass(frozen=True, slots=True)
class Share:
    """A share of a progressive meter; the stake is not returned."""

    of_meter: Fraction

    def __str__(self) -> str:
        return f"{self.of_meter * 100}% of jackpot"


Pay = Odds | Share
LONGEST_LINE = 200
NOT_ON_THE_FELT = 1_000
"""More decks than any shoe has."""


def parse_pay(text: str) -> Pay:
    found = re.fullmatch(r"\s*(\d{1,3})\s*% of jackpot\s*", text, re.ASCII | re.IGNORECASE)
    if not found:
        return Odds.parse(text)
    if not 0 < int(found[1]) <= 100:
        raise PayTableError(f"a share of the jackpot is from 1% to 100%, not {shown(text)}")
    return Share(Fraction(int(found[1]), 100))


class Scale(Protocol):
    @property
    def top(self) -> int:
        """The highest grade; grades run from 0."""

    def grades(self, event: str) -> range:
        """The grades that a line of this name pays."""

    def name(self, grades: range) -> str: ...


def plain(event: str) -> str:
    """An event's name in the form for comparing: lowercase, numbers as digits."""
    text = " ".join(event.lower().replace(",", " ").split())
    for word, short in _WORDS.items():
        text = re.sub(rf"\b{word}\b", short, text)
    return text


@dataclass(frozen=True, slots=True)
class Named:
    """Grades with a name each, from the best down to grade 1 (or 0 with `from_zero`)."""

    names: tuple[str, ...]
    from_zero: bool = False
    written: tuple[str, ...] = ()
    """The names as their author writes them, if they differ from the form for comparing."""

    @property
    def top(self) -> int:
        return len(self.names) - self.from_zero

    def grades(self, event: str) -> range:
        if plain(event) not in self.names:
            raise PayTableError(f"{shown(event)} is not an event of this wager: choose from {', '.join(self.names)}")
        grade = self.top - self.names.index(plain(event))
        return range(grade, grade + 1)

    def of(self, grade: int) -> str:
        return (self.written or self.names)[self.top - grade]

    def name(self, grades: range) -> str:
        return self.of(grades.start)


def named_events(events: Sequence[str]) -> Named:
    """The events of an author's own table, best first."""
    written = tuple(" ".join(event.split()) for event in events)
    return Named(tuple(map(plain, written)), written=written)


@dataclass(frozen=True, slots=True)
class Points:
    """Grades that are totals: a line names one (`7 points`) or a range (`33 to 34 points`)."""

    lowest: int
    top: int

    def grades(self, event: str) -> range:
        found = re.fullmatch(r"(\d{1,3})(?: ?(?:-|–|to|or|through) ?(\d{1,3}))?(?: points?)?", plain(event), re.ASCII)
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
        if not self.lowest <= first <= last <= self.top:
            raise PayTableError(
                f"{shown(event)} is not a line of this wager: write points from {self.lowest} to {self.top},"
                " such as '7 points' or '5 to 6 points'"
            )
        return range(first, last + 1)

    def name(self, grades: range) -> str:
        if len(grades) == 1:
            return f"{grades.start} point{'s' if grades.start > 1 else ''}"
        return f"{grades.start} {'or' if len(grades) == 2 else 'to'} {grades[-1]} points"


@dataclass(frozen=True)
class Line:
    """One event of a pay table: its name, the grades it covers, and what it pays."""

    event: str
    grades: range
    pays: Pay

    @cached_property
    def words(self) -> str:
        """flush: 5 to 1"""
        return f"{self.event}: {self.pays}"


def _written_like(row: str) -> str:
    """How a line is written, with the line's own number in place of a final number."""
    found = re.search(r"(?<![-\d])(\d+)(?:\s*[:/-]\s*(\d+)|\s*x)?$", row)
    return f"{found[1]} to {found[2] or 1}" if found else "an event and its pay, such as flush 5 to 1"


def _read_line(wager: str, id: str, row: str) -> tuple[str, Pay]:
    if len(row) > LONGEST_LINE:
        short = f"a line has at most {LONGEST_LINE} characters, not {len(row):,}"
        raise PayTableError(f"{wager} pay table {shown(id)}: {short}", wager, short=short)
    found = re.fullmatch(r"(.+?)[\s_.]+(push|[\d,]+\s+(?:to|for)\s+\d+|\d+% of jackpot)", row, re.IGNORECASE)
    if not found:
        like = _written_like(row)
        words = f"{wager} pay table {shown(id)}: cannot read the line {shown(row)}: write it like {like}"
        raise PayTableError(words, wager, short=f"write {like}")
    return found[1], parse_pay(found[2])


def read_lines(wager: str, id: str, text: str) -> list[tuple[str, Pay]]:
    """The events of a pay table as on a felt, each with its pay."""
    pays = []
    for line, row in enumerate(map(str.strip, text.splitlines()), start=1):
        if row:
            try:
                pays.append(_read_line(wager, id, row))
            except PayTableError as error:
                raise _at(error, line) from None
    return pays


def _at(error: PayTableError, line: int) -> PayTableError:
    return PayTableError(str(error), error.wager, line, error.short)


@dataclass(frozen=True)
class PayTable:
    """What each grade of a wager is paid."""

    wager: str
    id: str
    source: str
    lines: tuple[Line, ...]
    by_grade: tuple[Line | None, ...]
    felt_from: int = 1
    """On the felt with this many decks or more."""
    fresh_only: bool = False
    """Only for rounds that start with a fresh deck or shoe."""

    @classmethod
    def build(
        cls, wager: str, id: str, scale: Scale, pays: Sequence[tuple[str, Pay]], source: str = "own"
    ) -> "PayTable":
        by_grade: list[Line | None] = [None] * (scale.top + 1)
        lines = []
        for place, (event, pay) in enumerate(pays, start=1):
            try:
                grades = scale.grades(event)
            except PayTableError as error:
                raise _at(error, place) from None
            line = Line(scale.name(grades), grades, pay)
            for grade in grades:
                if by_grade[grade]:
                    short = f"{shown(event)} is paid on two lines"
                    raise PayTableError(f"{wager} pay table {shown(id)}: {short}", wager, place, short)
                by_grade[grade] = line
            lines.append(line)
        if not lines:
            raise PayTableError(f"{wager} pay table {shown(id)} has no lines", wager)
        return cls(wager, id, source, tuple(lines), tuple(by_grade))

    @classmethod
    def parse(cls, wager: str, id: str, scale: Scale, text: str, source: str = "own") -> "PayTable":
        """Read a pay table as on a felt: one event and its pay per line."""
        pays = read_lines(wager, id, text)
        try:
            return cls.build(wager, id, scale, pays, source)
        except PayTableError as error:
            written = [line for line, row in enumerate(text.splitlines(), start=1) if row.strip()]
            raise _at(error, written[error.line - 1] if error.line else 0) from None

    def on_felt(self, shown: bool) -> "PayTable":
        """The same table, on the felt or not."""
        return replace(self, felt_from=1 if shown else NOT_ON_THE_FELT)

    def line(self, grade: int) -> Line | None:
        return self.by_grade[grade]

    def __str__(self) -> str:
        width = max(len(line.event) for line in self.lines)
        return "\n".join(f"{line.event:<{width}}   {line.pays}" for line in self.lines)
