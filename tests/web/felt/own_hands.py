"""Several hands of one player in the browser: how they are taken, bet on and answered, and what must be seen of them."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from feltlab.cards.names import card_names
from feltlab.table.config import Config
from feltlab.table.state import SeatHand, State
from tests.waiting import until
from tests.web.felt.house import (
    House,
    sit_down,
    use_tool,
    visitor,
)


def own_table(house: House, page: Page, name: str, game: str) -> None:
    sit_down(page, house.open_table(name, Config(game, private=True)))


@contextmanager
def with_hands(browser: Browser, house: House, name: str, game: str, hands: int, **how: Any) -> Iterator[Page]:
    """A player at a table of their own, with $5 on the first spot of so many hands."""
    with visitor(browser, **how) as seen:
        own_table(house, seen.page, name, game)
        bet(seen.page)
        take(seen.page, hands)
        yield seen.page


def deal(page: Page) -> None:
    page.get_by_role("button", name="Deal", exact=True).click()


def plates(page: Page) -> Locator:
    return page.locator(".own-hand")


def bet(page: Page, *, chip: int = 500, at: int = 0) -> None:
    page.locator(f'[data-chip="{chip}"]').click()
    spot = page.locator(".mine .spot:not([aria-disabled])").nth(at)
    spot.click()
    expect(spot.locator(".stack")).to_be_visible()


def take(page: Page, hands: int) -> None:
    """So many hands in all."""
    for count in range(max(2, plates(page).count() + 1), hands + 1):
        if count == 2:
            use_tool(page, "Another hand")
        else:
            page.get_by_role("button", name="Play another hand").click()
        expect(plates(page)).to_have_count(count)
        expect(plates(page).last).to_have_attribute("aria-pressed", "true")


def own(state: State) -> list[int]:
    return sorted(number for number, seat in state.seats.items() if not seat.bot)


def last_hands(state: State) -> list[SeatHand]:
    assert state.last is not None
    return [state.last.hands[seat] for seat in own(state)]


def net(hand: SeatHand) -> int:
    return sum(done.returned - done.staked for done in hand.results)


def money(cents: int) -> str:
    """As the felt writes it: whole dollars without cents."""
    return f"${abs(cents) // 100:,}" + (f".{abs(cents) % 100:02}" if cents % 100 else "")


def signed(cents: int) -> str:
    return f"{'+' if cents > 0 else '−' if cents < 0 else ''}{money(cents)}"


def asked(page: Page) -> bool:
    expect(page.locator('felt-table:is([data-phase="decide"], [data-phase="results"])')).to_be_visible()
    return page.locator("felt-table").get_attribute("data-phase") == "decide"


def check_asked(page: Page, state: State) -> int:
    """The hand that is asked is the first that the table waits for, and all of the page speaks of it."""
    round = state.round
    assert round is not None
    seat = round.waiting[0]
    number = own(state).index(seat) + 1
    expect(page.locator(".own-hand.asked .own-name")).to_have_text(f"Hand {number}")
    expect(page.locator(".own-hand.here")).to_have_count(1)
    expect(page.locator(".now")).to_have_text(re.compile(f"^Hand {number}: "))
    cards = page.locator(".my-card")
    expect(cards).to_have_count(len(round.hands[seat].cards))
    shown = [card.get_attribute("data-card") for card in cards.all()]
    assert sorted(map(str, shown)) == sorted(card_names(round.hands[seat].cards))
    for at, each in enumerate(own(state)):
        mini = plates(page).nth(at).locator("playing-card")
        dealt = len(round.hands[each].cards) if each in round.hands else 0
        expect(mini).to_have_count(dealt)
    return seat


def answer(page: Page) -> None:
    best = page.get_by_role("button", name="Best set")
    keep = page.get_by_role("button", name="Keep all")
    if best.count():
        best.click()
        expect(page.locator(".my-card.picked").first).to_be_visible()
    (keep if keep.count() else page.locator(".bar-actions .button:not(.quiet)").last).click()


def decide(house: House, page: Page) -> int:
    """One question of one hand; returns its seat."""
    seat = check_asked(page, house.state(page))
    before = house.state(page).number
    answer(page)
    until(lambda: house.state(page).number > before)
    round = house.state(page).round
    if round and round.waiting:
        number = own(house.state(page)).index(round.waiting[0]) + 1
        expect(page.locator(".own-hand.asked .own-name")).to_have_text(f"Hand {number}")
    return seat


def check_results(page: Page, state: State) -> None:
    hands = last_hands(state)
    total = sum(map(net, hands))
    said = f"You won {money(total)} in all." if total > 0 else f"You lost {money(total)} in all."
    expect(page.locator(".now")).to_have_text(said if total else "You are even this round in all.")
    for at, hand in enumerate(hands):
        expect(plates(page).nth(at).locator(".own-state")).to_have_text(signed(net(hand)))
        plates(page).nth(at).click()
        expect(plates(page).nth(at)).to_have_attribute("aria-pressed", "true")
        nets = page.locator(".results .results-net")
        right = [
            signed(done.returned - done.staked) if done.returned != done.staked else "push" for done in hand.results
        ]
        expect(nets).to_have_text([re.compile(f"^{re.escape(net)}") for net in right])
        cards = [card.get_attribute("data-card") for card in page.locator(".my-card").all()]
        assert {*card_names(hand.cards)} & {*cards} or hand.replacement is not None
