"""What the manuals pay and take, on the felt: cards stacked for each case, the net of each seat worked out by hand."""

from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from feltlab.table.config import Config
from feltlab.table.pack import Pack
from tests.web.browser import browser  # noqa: F401 - a fixture
from tests.web.felt.by_hand import stacked, watched
from tests.web.felt.house import House, house  # noqa: F401 - a fixture

FOLD, PLAY = "fold", "play"
ANTE, BOARD = {"ante": 500}, {"flop": 500, "flop-bonus": 100, "best-four": 100}


class Case(NamedTuple):
    game: str
    bets: dict[str, int]
    pack: Pack
    choices: dict[int, str]
    """By seat: play, fold, or the cards that are set to play."""
    nets: dict[int, str]


CASES = {
    # The dealer has A-K-J-9-7 odd. Six cards beat five; K high loses to the ace; A-J to A-K; the same five cards push.
    "ace-odd-even, compared": Case(
        "ace-odd-even",
        ANTE,
        stacked(
            {
                1: "2c 4c 6d 8d Tc Qh 3c", 2: "Kc 7h 5c 3d 3h 2d 4d", 3: "Ac Jd 9d 7c 5d 2s 6s", 4: "Ad Kh Jc 9c 7s 8s Ts",
            },
            dealer="4h 9s Ah Qd Js 7d Kd",
        ),
        {1: PLAY, 2: PLAY, 3: PLAY, 4: PLAY},
        {1: "+$10", 2: "−$10", 3: "−$10", 4: "$0"},
    ),
    # A full house pays 10 to 1 and nothing for what else it is; of three of a kind and two pair the first alone, 3 to 1.
    "ace-odd-even, poker ranks": Case(
        "ace-odd-even",
        {**ANTE, "poker": 100},
        stacked({1: "4c 4d 4h 6s 6h 3s 9d", 2: "3c 3d 3h 8c 8d Tc Td"}, dealer="2h 9s Ah Qd Js 7d Kd"),
        {1: FOLD, 2: FOLD},
        {1: "+$5", 2: "−$2"},
    ),
    # The dealer has 3 points. A hand set to 33 on purpose is held to it, and its 5 points win no High Points; 8 points
    # together pay 275 for 1, 13 nothing.
    "low-four, totals": Case(
        "low-four",
        {**ANTE, "high-points": 100, "combo-progressive": 100},
        stacked(
            {1: "2c 2d 3c 3d Kc Qd Jc", 2: "Ac Ad 4c 4d Ks Qs Js", 3: "4h 4s 6c 6d Th Td 9c"}, dealer="Ah As 2h 2s Kd Qc Jh"
        ),
        {1: "Kc Qd Jc 3c", 2: FOLD, 3: FOLD},
        {1: "+$263", 2: "+$268", 3: "−$7"},
    ),
    # A board of kings full: three kings on the flop 30 to 1, three of a kind in four cards 5 to 1, folded or not.
    "quick-draw-holdem, kings full": Case(
        "quick-draw-holdem",
        BOARD,
        stacked({1: "2c 7d", 2: "3c 8d"}, board="Ks Kh Kd 4c 4d"),
        {1: PLAY, 2: FOLD},
        {1: "+$70", 2: "+$30"},
    ),
    # Sixes and threes lose, though a pair on the flop and two pair in four cards pay; nines full are paid as that alone.
    "quick-draw-holdem, sixes": Case(
        "quick-draw-holdem",
        BOARD,
        stacked({1: "Ac Qd", 2: "9c 9d"}, board="6c 6d 3h 3s 9h"),
        {1: PLAY, 2: PLAY},
        {1: "−$12", 2: "+$38"},
    ),
    "rule-out, survivors": Case(
        "rule-out",
        {"main": 500},
        stacked(
            {1: "Kc Qc Jd", 2: "Ks Qc Jc", 3: "2c 3s 4h", 4: "2d 3s Kd"},
            dict.fromkeys((1, 2, 3, 4), "6c"),
            rules=("Spades", "Hearts", "2-5"),
        ),
        dict.fromkeys((1, 2, 3, 4), PLAY),
        {1: "+$35", 2: "+$10", 3: "−$5", 4: "$0"},
    ),
}  # fmt: skip


def choice_of(stage: str, made: str) -> dict[str, object]:
    if stage == "trade":
        return {"trade": None}
    if stage in ("flop", "turn"):
        return {stage: "fold" if made == FOLD else "bet"}
    return {"decision": FOLD} if made == FOLD else {"decision": PLAY, **({} if made == PLAY else {"set": made.split()})}


@pytest.mark.parametrize("case", CASES)
def test_what_a_manual_pays_and_takes(browser: Browser, house: House, case: str) -> None:  # noqa: F811
    game, bets, pack, choices, nets = CASES[case]
    with watched(browser, house, f"pays-{list(CASES).index(case)}", Config(game)) as table:
        table.sit(*choices)
        table.deal(dict.fromkeys(choices, bets), pack)
        number = table.round.number
        while table.round.number == number:
            seat = table.round.waiting[0]
            table.decide(seat, **choice_of(table.round.asked, choices[seat]))
        for seat, net in nets.items():
            expect(table.seat(seat).locator(".plate-state")).to_have_text(net)
