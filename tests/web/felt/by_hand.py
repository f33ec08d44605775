"""A live table whose seats do what a test says, on stacked cards, with a real browser as spectator."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from feltlab.cards.names import card_named, cards_named
from feltlab.service.requests import AtTable, Chips, Done, Request
from feltlab.table import pack as packing
from feltlab.table.commands import Advance, Bet, Command, Decide, Ready, Sit
from feltlab.table.config import Config
from feltlab.table.dealer import step_of
from feltlab.table.pack import Pack
from feltlab.table.state import Round
from tests.web.felt.house import House, visitor

_keys = count(1)


def stacked(seats: Mapping[int, str], replacements: Mapping[int, str] = {}, **places: str | Sequence[str]) -> Pack:
    """Cards as `5s Td`, by seat and by place."""
    return Pack(
        {seat: cards_named(cards.split()) for seat, cards in seats.items()},
        {place: cards_named(cards.split() if isinstance(cards, str) else cards) for place, cards in places.items()},
        {seat: (card_named(card),) for seat, card in replacements.items()},
    )


class ByHand:
    """The table, a spectator's page, and the cards of its next rounds."""

    def __init__(self, house: House, page: Page, name: str) -> None:
        self.house, self.page, self.name = house, page, name
        self.pack: Pack | None = None

    @property
    def round(self) -> Round:
        round = self.house.pit.tables[self.name].round
        assert round is not None
        return round

    def _ask(self, asked: AtTable | Chips) -> None:
        key = f"by-hand-{next(_keys)}"
        reply = self.house.pit.ask(Request(asked, key, key))
        assert isinstance(reply, Done), reply

    def do(self, command: Command) -> None:
        self._ask(AtTable(self.name, command, getattr(command, "player", "dealer")))

    def sit(self, *seats: int) -> None:
        for seat in seats:
            self._ask(Chips(self._player(seat), 100_000))
            self.do(Sit(self._player(seat), f"Player {seat}", seat))

    def _player(self, seat: int) -> str:
        return f"{self.name}-{seat}"

    def deal(self, bets: Mapping[int, Mapping[str, int]], pack: Pack) -> None:
        """These seats bet and are ready."""
        self.pack = pack
        number = self.round.number
        for seat, wagers in bets.items():
            self.do(Bet(self._player(seat), seat, number, wagers))
        for seat in bets:
            self.do(Ready(self._player(seat), seat, number))

    def decide(self, seat: int, **choice: Any) -> None:
        self.do(Decide(self._player(seat), seat, self.round.number, self.round.asked, choice))

    def advance(self, until: str) -> None:
        """The dealer goes on, this step included."""
        done = ""
        while done != until:
            done = step_of(self.round)
            self.do(Advance(done))

    # What is seen.

    def seat(self, seat: int) -> Locator:
        return self.page.get_by_role("group", name=f"Seat {seat}: Player {seat}")

    def up(self, seat: int) -> set[str]:
        """The cards of a seat that lie face up on the felt."""
        return set(codes(self.seat(seat).locator(".other-cards playing-card[code]")))

    def expect_up(self, seat: int, many: int, all: int = 7) -> None:
        cards = self.seat(seat).locator(".other-cards playing-card")
        expect(cards).to_have_count(all)
        expect(self.seat(seat).locator(".other-cards playing-card[code]")).to_have_count(many)

    def expect_chips(self, seat: int, dollars: int) -> None:
        amount = self.seat(seat).locator(".other-chips .amount")
        if dollars:
            expect(amount).to_have_text(f"${dollars}")
        else:
            expect(amount).to_have_count(0)

    def expect_dealer_up(self, many: int) -> None:
        expect(self.page.locator(".dealer-cards playing-card[code]")).to_have_count(many)


def codes(cards: Locator) -> list[str]:
    found: list[str] = cards.evaluate_all("cards => cards.map(card => card.getAttribute('code'))")
    return found


@contextmanager
def watched(browser: Browser, house: House, name: str, config: Config) -> Iterator[ByHand]:
    address = house.open_table(name, config)
    real = packing._pack
    with visitor(browser) as seen, pytest.MonkeyPatch.context() as patch:
        table = ByHand(house, seen.page, name)
        patch.setattr(packing, "_pack", lambda of, *rest: table.pack if of == name and table.pack else real(of, *rest))
        seen.page.goto(address)
        expect(seen.page.locator("felt-table[data-ready]")).to_be_visible()
        yield table
