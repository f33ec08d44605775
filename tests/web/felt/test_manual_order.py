"""The order in which hands are dealt, bets are settled and cards are turned: seen on the felt as it moves."""

import re

import pytest
from playwright.sync_api import Browser, Page

from feltlab.table.config import Config
from tests.waiting import until
from tests.web.browser import browser  # noqa: F401 - a fixture
from tests.web.felt.by_hand import stacked, watched
from tests.web.felt.house import House, house  # noqa: F401 - a fixture

NOTE = """() => {
  window.happened = [];
  let said = "";
  const first = (what) => window.happened.includes(what) || window.happened.push(what);
  new MutationObserver(() => {
    for (const seat of document.querySelectorAll(".other[role=group]")) {
      const name = seat.getAttribute("aria-label").split(":")[0];
      if (seat.querySelector(".other-cards playing-card")) first(`dealt ${name}`);
    }
    if (document.querySelector(".dealer-cards playing-card, .dealer-cards rule-card")) first("dealt table");
    const turned = document.querySelectorAll(".dealer-cards [code], .dealer-cards [name]").length;
    if (turned) first(`turned ${turned}`);
    const call = document.querySelector(".call").textContent;
    if (call.trim() && call !== said) window.happened.push(call);
    said = call;
  }).observe(document.querySelector("felt-table"),
    { childList: true, subtree: true, characterData: true, attributes: true });
}"""
"""Whatever is new on the felt is written down, when it is drawn."""

SEATS = (1, 2, 3)
SEVENS = {1: "Kc Jd 9c 7h 5c 2d 4s", 2: "Ks Jc 9d 7s 5h 2s Qs", 3: "3c 5d 9h 2c 4d 8h Ts"}
ROUNDS = {
    "ace-odd-even": (
        {"ante": 500, "odd-even": 100, "poker": 100},
        stacked(SEVENS, dealer="4h 9s Ah Qd Js 7d Kd"),
        [7],
        [3, 2, 1],
    ),
    "low-four": (
        {"ante": 500, "low-points": 100, "high-points": 100},
        stacked(SEVENS, dealer="4h 9s Ah Qd Js 7d Kd"),
        [7],
        [3, 2, 1],
    ),
    "quick-draw-holdem": (
        {"flop": 500, "flop-bonus": 100, "best-four": 100},
        stacked({1: "2c 7d", 2: "3c 8d", 3: "As Kh"}, board="Ad Ks 9h 4c Js"),
        [3, 4, 5],
        [3, 2, 1, 3, 2, 1, 3, 2, 1],
    ),
    "rule-out": (
        {"main": 500, "joker": 100},
        stacked(
            {1: "Ks 9d 3c", 2: "Jo 8s 8c", 3: "2h 2s 4d"}, {1: "5s", 2: "6s", 3: "7s"}, rules=("Odd", "Red", "6-9")
        ),
        [1, 2, 3],
        [1, 2, 3, 1, 2, 3],
    ),
}
"""Bets, cards, how many cards of the table are turned by and by, and the seats as their bets are settled."""
STAYING: dict[str, dict[str, str | None]] = {
    "play": {"decision": "play"},
    "flop": {"flop": "bet"},
    "turn": {"turn": "bet"},
    "trade": {"trade": None},
}


def happened(page: Page) -> list[str]:
    noted: list[str] = page.evaluate("window.happened")
    return noted


def settled(noted: list[str]) -> list[int]:
    return [int(found[1]) for what in noted if (found := re.match(r"Player (\d): .* (?:loses|pays|pushes)", what))]


@pytest.mark.parametrize("game", ROUNDS)
def test_the_deal_and_the_passes_go_round_as_the_manual_has_it(browser: Browser, house: House, game: str) -> None:  # noqa: F811
    bets, pack, turned, order = ROUNDS[game]
    with watched(browser, house, f"order-{game}", Config(game)) as table:
        page = table.page
        page.emulate_media(reduced_motion="no-preference")
        page.evaluate(NOTE)
        page.evaluate("document.querySelector('felt-table').store.stage.speed = 1")  # as in the settings: quick
        table.sit(*SEATS)
        table.deal(dict.fromkeys(SEATS, bets), pack)
        number = table.round.number
        while table.round.number == number:
            table.decide(table.round.waiting[0], **STAYING[table.round.asked])
        until(lambda: len(settled(happened(page))) >= len(order))
        noted = happened(page)
        page.emulate_media(reduced_motion="reduce")
    assert [what for what in noted if what.startswith("dealt")] == [*(f"dealt Seat {n}" for n in SEATS), "dealt table"]
    assert [what for what in noted if what.startswith("turned")] == [f"turned {many}" for many in turned]
    assert settled(noted) == order
    assert noted.index("No more bets") < noted.index("dealt Seat 1")
    last = noted.index(f"turned {turned[-1]}")
    assert all(noted.index(f"dealt Seat {seat}") < last for seat in SEATS)
    if game in ("ace-odd-even", "low-four"):
        assert noted.index("Play or fold, please") < last
        assert settled(noted[:last]) == []
        assert len([what for what in noted if re.match(r"Player \d: Ante \w+.*, Play \w+.*, .+, .+", what)]) == 3
        called = "5-card odd, ace high" if game == "ace-odd-even" else "21 points, does not qualify"
        assert any(what.startswith(f"Dealer: {called}") for what in noted[last:])
