"""The documents' procedures as a table of rows: each step in our own words, and what shows it at the live table.

Evidence is of three kinds. `Shown` looks at rounds that were really played: it yields whether the step was followed, once
for each time that its case came up; a case that never comes up shows nothing. `Refused` is a command that the table does not
take, beside one like it that it does. `Ruled` is a step that the live table does not do, with the place in the game's book
that has it or settles it. Strategy and figures of the documents are the business of `feltlab verify`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

import pytest

from feltlab.cards.names import card_names
from feltlab.games import GAMES
from feltlab.table.commands import Command
from feltlab.table.events import BetsClosed, Dealt, Decided, Drawn, Event, RoundClosed, SeatSettled, Turned
from feltlab.table.pack import Pack
from feltlab.table.state import Settled
from feltlab.table.views import view
from tests.table.driver import ALL_BETS, Chooser, Table, at_risk, by_seat

Kind = TypeVar("Kind")
Cards = tuple[str, ...]


@dataclass(frozen=True)
class Played:
    """One round from the lock to its close, and what was seen of it."""

    game: str
    stakes: Mapping[int, Mapping[str, int]]
    """By seat what was bet before the deal."""
    events: tuple[Event, ...]
    in_hand: Mapping[int, Mapping[int, tuple[str | None, ...]]]
    """By viewer and seat the cards as they are seen when the first decision is asked for."""
    open: Mapping[int, tuple[str | None, ...]]
    """By seat the cards as somebody who only watches sees them in the end."""

    def all(self, kind: type[Kind]) -> list[tuple[int, Kind]]:
        return [(at, event) for at, event in enumerate(self.events) if isinstance(event, kind)]

    @property
    def seats(self) -> list[int]:
        return sorted(self.stakes)

    @cached_property
    def cards(self) -> dict[int | str, Cards]:
        """What was dealt, by seat or by place."""
        return {event.seat or event.to: tuple(card_names(event.cards)) for _, event in self.all(Dealt)}

    @cached_property
    def choices(self) -> dict[int, dict[str, Any]]:
        made: dict[int, dict[str, Any]] = {seat: {} for seat in self.seats}
        for _, event in self.all(Decided):
            made[event.seat] |= event.choice
        return made

    @cached_property
    def raised(self) -> dict[tuple[int, str], int]:
        return {(event.seat, wager): cents for _, event in self.all(Decided) for wager, cents in event.raised.items()}

    @cached_property
    def results(self) -> dict[tuple[int, str], tuple[int, Settled]]:
        """By seat and wager when it was settled, and how."""
        return {(event.seat, done.wager): (at, done) for at, event in self.all(SeatSettled) for done in event.results}

    def returned(self, seat: int, wager: str) -> int:
        return self.results[seat, wager][1].returned

    def decided_at(self, seat: int) -> int:
        return max(at for at, event in self.all(Decided) if event.seat == seat)

    def turned_at(self, what: str) -> list[int]:
        return [at for at, event in self.all(Turned) if event.what == what]

    def folded(self, seat: int) -> bool:
        return "fold" in self.choices[seat].values()

    def drawn(self, seat: int) -> str | None:
        return next((card_names([event.card])[0] for _, event in self.all(Drawn) if event.seat == seat), None)

    def shown(self, seat: int) -> set[str]:
        """The cards that the dealer turned up when the seat was settled."""
        up: set[str] = set()
        for _, event in self.all(SeatSettled):
            if event.seat == seat and event.shows:
                up |= {card for at, card in enumerate(self.cards[seat]) if at not in event.down}
        return up


def play(
    game: str, name: str, choose: Chooser = by_seat, seats: tuple[int, ...] = (1, 3, 4), **settings: Any
) -> Played:
    """The first round of a table of that name: its cards and the seats' choices follow from the name."""
    table = Table(game, name=name, **settings).sit(*seats)
    bets = dict.fromkeys(seats, ALL_BETS[game])
    table.lock(seats, bets)
    in_hand = {viewer: _cards_seen(table, viewer, "round") for viewer in seats}
    table.play_out(choose)
    first = next(at for at, event in enumerate(table.log) if isinstance(event, BetsClosed))
    last = next(at for at, event in enumerate(table.log) if isinstance(event, RoundClosed))
    return Played(game, bets, tuple(table.log[first : last + 1]), in_hand, _cards_seen(table, None, "last"))


def play_named(game: str, *numbers: int) -> list[Played]:
    return [play(game, f"manual-{number}") for number in numbers]


def play_stacked(game: str, pack: Pack, choose: Chooser = at_risk) -> Played:
    """A round that no seed brings in a lifetime: everyone plays what the pack has been stacked with, or folds it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("feltlab.table.pack._pack", lambda *_: pack)
        return play(game, "stacked", choose, tuple(pack.seats))


def _cards_seen(table: Table, viewer: int | None, part: str) -> dict[int, tuple[str | None, ...]]:
    seats = view(table.table, viewer)[part]["seats"]
    return {int(seat): tuple(seen["cards"]) for seat, seen in seats.items()}


Look = Callable[[Played], Iterator[bool]]


@dataclass(frozen=True)
class Shown:
    look: Look

    def holds(self, rounds: list[Played]) -> bool:
        found = [right for played in rounds for right in self.look(played)]
        return bool(found) and all(found)

    def broken_by(self, played: Played) -> bool:
        """A log so far from the manual that it cannot be read is as wrong as one that says the wrong thing."""
        try:
            return not all(self.look(played))
        except (LookupError, ValueError, TypeError, AttributeError):
            return True


@dataclass(frozen=True)
class Refused:
    """`taken` shows that it is what is wrong with the command, and not the moment or the seat, that has it refused."""

    reason: str
    at: Callable[[], Table]
    refused: Callable[[Table], Command]
    taken: Callable[[Table], Command]

    def holds(self, rounds: list[Played]) -> bool:
        table = self.at()
        return table.refused(self.refused(table)) == self.reason and bool(table.must(self.taken(table)))


@dataclass(frozen=True)
class Ruled:
    """`why`: hands and cameras, the house, or a reading of the document."""

    text: str
    """Which text of the book: steps, irregularities, misdeal, discards, calls, rulings, card."""
    says: str
    why: str

    def found_in(self, game: str) -> bool:
        book, procedure = GAMES[game].book, GAMES[game].book.procedure
        texts: dict[str, list[str]] = {
            "steps": [step.words for step in procedure.steps],
            "irregularities": list(procedure.irregularities),
            "misdeal": [procedure.misdeal],
            "discards": [procedure.discards],
            "calls": [*procedure.calls, *procedure.calls.values()],
            "rulings": [f"{ruling.reading} {ruling.why}" for ruling in book.rulings],
            "card": [" ".join(GAMES[game].card.split())],
        }
        return any(self.says in text for text in texts[self.text])


CAMERAS, HOUSE, READING = "an act of hands and cameras", "a matter of the house", "a reading of the document"


@dataclass(frozen=True)
class Row:
    section: str
    step: str
    evidence: Shown | Refused | Ruled
