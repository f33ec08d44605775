"""Several decks may deal the same card twice: each is chosen, and traded, for itself."""

import pytest
from playwright.sync_api import Browser, expect

from feltlab.cards.names import card_name, card_names
from feltlab.table.config import Config
from feltlab.table.pack import pack_of
from feltlab.table.state import Round
from tests.web.browser import browser  # noqa: F401 - a fixture
from tests.web.felt.house import House, bet_and_deal, house, own_hand, sit_down, visitor, wait_for  # noqa: F401
from tests.web.felt.test_round import check_result

TABLE, SEAT = "alike", 4


def seed_with_a_pair_alike(config: Config) -> tuple[bytes, list[str]]:
    """A seed that deals the middle seat the same card first and last."""
    for number in range(100_000):
        seed = number.to_bytes(32)
        cards = card_names(pack_of(TABLE, Round(1, seed.hex(), "", 0, config)).seats[SEAT])
        if cards[0] == cards[2] != "Jo" and cards[1] not in ("Jo", cards[0]):
            return seed, cards
    raise AssertionError("no such seed")


def test_two_cards_alike_are_chosen_one_at_a_time(browser: Browser, house: House) -> None:  # noqa: F811
    config = Config("rule-out", decks=8, private=True)
    seed, cards = seed_with_a_pair_alike(config)
    address = house.open_table(TABLE, config)
    with visitor(browser) as seen:
        page = seen.page
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(house.pit, "entropy", lambda _: seed)
            sit_down(page, address)
        bet_and_deal(page, "rule-out")
        mine = page.locator(".my-card")
        assert [card.get_attribute("data-card") for card in mine.all()] == cards
        mine.nth(2).click()
        expect(page.locator(".my-card.picked")).to_have_count(1)
        expect(mine.nth(2)).to_have_attribute("aria-pressed", "true")
        expect(mine.nth(0)).to_have_attribute("aria-pressed", "false")
        mine.nth(0).click()
        expect(mine.nth(0)).to_have_attribute("aria-pressed", "true")
        expect(mine.nth(2)).to_have_attribute("aria-pressed", "false")
        mine.nth(2).click()
        page.locator(".button", has_text="Trade").click()
        wait_for(page, "results")
        hand = own_hand(house.state(page))
        assert hand.choices["trade"] == cards[2]
        assert hand.replacement is not None
        after = [cards[0], cards[1], card_name(hand.replacement)]
        assert [card.get_attribute("data-card") for card in mine.all()] == after
        check_result(page, house)
