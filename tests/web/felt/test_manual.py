"""What you can see of the dealers' manuals on the felt: seats act, and a spectator watches."""

from dataclasses import replace

import pytest
from playwright.sync_api import Browser, expect

from feltlab.cards.names import cards_named
from feltlab.table.config import Config
from feltlab.table.pack import Pack
from tests.web.browser import browser  # noqa: F401 - a fixture
from tests.web.felt.by_hand import ByHand, codes, stacked, watched
from tests.web.felt.house import House, house  # noqa: F401 - a fixture

BETS = {
    "ace-odd-even": {"ante": 500, "odd-even": 100, "poker": 100, "poker-progressive": 100},
    "low-four": {"ante": 500, "low-points": 100, "high-points": 100, "combo-progressive": 100},
}
SEVEN = {
    # Seats 1 and 2 fold and seat 3 plays; of the folds only the second one wins a bonus.
    "ace-odd-even": stacked(
        {1: "3c 5d 9h 2c 4d 8h Ts", 2: "2d 4c 6h 8c Td Qh 3d", 3: "Ks Jc 9d 7s 5h 2s Qs", 4: "Kc Jd 9c 7h 6c 6d 6s"},
        dealer="4h 9s Ah Qd Js 7d Kd",
    ),
    "low-four": stacked(
        {1: "4c 4d 6c 6d 9h Ts Jc", 2: "Ac Kc Ad 2h Qd 3s Th", 3: "3c 9c 3d Jd 9d Qh Ks", 4: "5c 6h 7d 8c 9s Td Kh"},
        dealer="Kd 2c 8h Qc As 8d Jh",
    ),
}
FANNED = {"ace-odd-even": "2d 4c 6h 8c Td Qh", "low-four": "Ac Ad 2h 3s"}
"""Of seat 2: what its bonus is paid on."""
SET = {"ace-odd-even": "Ks Jc 9d 7s 5h", "low-four": "3c 3d 9c 9d"}
LAID = {
    "ace-odd-even": (["Ah", "Kd", "Js", "9s", "7d"], {"Qd", "4h"}),
    "low-four": (["8h", "8d", "2c", "As"], {"Kd", "Qc", "Jh"}),
}
"""The dealer's hand from highest to lowest, in Low Four by points, and the cards apart from it."""
NOT_QUALIFIED = {"ace-odd-even": "Qd Tc 8d 4h 3s 5s 7d", "low-four": "4s 8h 7h Kd Qc Jh Tc"}


def cards(text: str) -> set[str]:
    return set(text.split())


def laid_by_hand(table: ByHand) -> tuple[list[str], set[str]]:
    hand = codes(table.page.locator(".dealer-cards .used"))
    unused = codes(table.page.locator(".dealer-cards .unused"))
    assert codes(table.page.locator(".dealer-cards playing-card")) == [*hand, *unused]
    return hand, set(unused)


def expect_above(table: ByHand) -> None:
    """The cards that do not count lie above the hand, and enough of each to read it; nothing of the hand is covered."""
    rows = [
        table.page.locator(f".dealer-cards .{kind}").evaluate_all(
            "cards => cards.map(card => { const {x, y} = card.getBoundingClientRect(); return [x, y] })"
        )
        for kind in ("used", "unused")
    ]
    (hand,), (above,) = ({y for _, y in row} for row in rows)
    rank = table.page.locator(".dealer-cards .unused .rank").first.bounding_box()
    assert rank is not None
    assert above < rank["y"] + rank["height"] < hand
    first = table.page.locator(".dealer-cards .used").first
    x, y = rows[0][0]
    assert first.evaluate("(card, [x, y]) => card.contains(document.elementFromPoint(x + 8, y + 8))", [x, y])


@pytest.mark.parametrize("game", SEVEN)
def test_folds_are_collected_and_hands_are_shown_as_the_manual_has_it(
    browser: Browser,  # noqa: F811
    house: House,  # noqa: F811
    game: str,
) -> None:
    with watched(browser, house, f"manual-{game}", Config(game)) as table:
        table.sit(1, 2, 3, 4)
        table.deal(dict.fromkeys((1, 2, 3, 4), BETS[game]), SEVEN[game])
        for seat in (1, 2, 3, 4):
            table.expect_up(seat, 0)
            table.expect_chips(seat, 8)
        # A fold: the Ante goes at once, and bonuses that are lost with it; a bonus that has won stays, and a progressive
        # that the dealer's cards decide.
        waits = int(game == "low-four")
        table.decide(1, decision="fold")
        table.expect_chips(1, waits)
        table.decide(2, decision="fold")
        table.expect_chips(2, 1 + waits)
        for seat in (1, 2):
            expect(table.seat(seat).locator(".plate-state.busy")).to_have_count(0)
        # As much as the Ante on top of a hand that is played.
        table.decide(3, decision="play", set=SET[game].split())
        table.expect_chips(3, 13)
        expect(table.seat(4).locator(".plate-state")).to_have_class("plate-state busy")
        table.expect_dealer_up(0)
        for seat in (1, 2, 3, 4):
            table.expect_up(seat, 0)
        table.decide(4, decision="play")
        # The dealer's hand, in its order, with what does not count apart from it.
        table.expect_dealer_up(7)
        assert laid_by_hand(table) == LAID[game]
        expect_above(table)
        assert table.page.locator(".dealer-cards.not-qualified").count() == 0
        # A fold that wins nothing is never shown; one that wins is fanned; discards stay down unless they are paid on.
        table.expect_up(1, 0)
        table.expect_up(2, len(FANNED[game].split()))
        assert table.up(2) == cards(FANNED[game])
        table.expect_up(3, len(SET[game].split()))
        assert table.up(3) == cards(SET[game])
        table.expect_up(4, 7)


@pytest.mark.parametrize("game", NOT_QUALIFIED)
def test_a_hand_that_does_not_qualify_is_turned(browser: Browser, house: House, game: str) -> None:  # noqa: F811
    pack = replace(SEVEN[game], places={"dealer": cards_named(NOT_QUALIFIED[game].split())})
    with watched(browser, house, f"not-qualified-{game}", Config(game, dealer="manual")) as table:
        table.sit(1, 2)
        table.deal({1: BETS[game], 2: BETS[game]}, pack)
        table.advance("ask play")
        table.decide(1, decision="play")
        table.decide(2, decision="fold")
        table.advance("turn dealer")
        # All seven lie open before any seat is settled, and stand askew.
        table.expect_dealer_up(7)
        expect(table.page.locator(".dealer-cards.not-qualified")).to_have_count(1)
        expect(table.page.locator(".call")).to_contain_text("does not qualify")
        first = table.page.locator(".dealer-cards playing-card").first
        assert first.evaluate("card => getComputedStyle(card).rotate") not in ("none", "0deg")
        # In Ace Odd Even no card of it is used; in Low Four its total is announced, and the four that make it are told apart.
        told_apart = len(laid_by_hand(table)[0]) if game == "low-four" else 0
        assert told_apart == (4 if game == "low-four" else 0)
        expect(table.page.locator(".dealer-cards").locator(".used, .unused")).to_have_count(7 if told_apart else 0)
        table.expect_up(1, 0)
        table.expect_chips(1, 13)
        table.advance("take and pay")
        expect(table.seat(1).locator(".plate-state")).to_contain_text("$")
        assert len(table.up(1)) >= 4


def test_a_folded_hand_with_high_points_is_exposed_whole(browser: Browser, house: House) -> None:  # noqa: F811
    with watched(browser, house, "high-points", Config("low-four")) as table:
        table.sit(1, 4)
        table.deal({1: BETS["low-four"], 4: BETS["low-four"]}, SEVEN["low-four"])
        table.decide(4, decision="fold")
        table.expect_chips(4, 2)
        table.decide(1, decision="play")
        table.expect_up(4, 7)


def test_a_board_is_turned_and_bets_are_taken_as_the_exhibit_has_it(browser: Browser, house: House) -> None:  # noqa: F811
    bets = {"flop": 500, "flop-bonus": 100, "best-four": 100}
    hands = {1: "2c 7d", 2: "3c 8d", 3: "As Kh"}
    with watched(browser, house, "board", Config("quick-draw-holdem", dealer="manual")) as table:
        table.sit(*hands)
        table.deal(dict.fromkeys(hands, bets), stacked(hands, board="Ad Ks 9h 4c Js"))
        table.advance("deal board")
        for seat in hands:
            table.expect_up(seat, 0, all=2)
            table.expect_chips(seat, 7)
        expect(table.page.locator(".board-row playing-card")).to_have_count(5)
        table.expect_dealer_up(0)
        table.advance("turn flop")
        table.expect_dealer_up(3)
        table.expect_chips(1, 7)
        table.advance("flop bonus")
        table.expect_chips(1, 6)  # before anything is decided
        table.advance("ask flop")
        table.decide(1, flop="fold")
        table.decide(2, flop="bet")
        table.decide(3, flop="bet")
        table.expect_dealer_up(3)
        table.advance("collect folds on the flop")
        table.expect_dealer_up(3)
        table.expect_chips(1, 1)  # the bonus on the board stays
        table.advance("turn turn")
        table.expect_dealer_up(4)
        table.advance("ask turn")
        table.decide(2, turn="fold")
        table.decide(3, turn="bet")
        table.expect_chips(3, 16)
        table.advance("collect folds on the turn")
        table.expect_chips(2, 1)
        table.expect_dealer_up(4)
        table.advance("turn river")
        table.expect_dealer_up(5)
        table.expect_up(3, 0, all=2)
        table.advance("best four")
        table.expect_chips(1, 0)
        table.advance("take and pay")
        table.expect_up(3, 2, all=2)
        assert table.up(3) == {"As", "Kh"}
        for seat in (1, 2):
            table.expect_up(seat, 0, all=2)


RULES = ("Red", "Highest", "Middle")
OPEN: Pack = stacked({1: "Ks 9d 3c", 2: "Jo 8s 8c", 3: "4c As 9c"}, {1: "Qh", 2: "7d", 3: "Jo"}, rules=RULES)


def out(table: ByHand, seat: int) -> list[bool]:
    found: list[bool] = (
        table.seat(seat)
        .locator(".other-cards playing-card")
        .evaluate_all("cards => cards.map(card => card.classList.contains('gone'))")
    )
    return found


def expect_out(table: ByHand, seat: int, *places: int) -> None:
    expect(table.seat(seat).locator(".other-cards .gone")).to_have_count(len(places))
    assert [at for at, gone in enumerate(out(table, seat)) if gone] == list(places)


def test_rule_cards_are_turned_one_by_one_and_strike(browser: Browser, house: House) -> None:  # noqa: F811
    with watched(browser, house, "rule-cards", Config("rule-out", dealer="manual")) as table:
        page = table.page
        table.sit(1, 2, 3)
        table.deal({seat: {"main": 500, "joker": 100} for seat in (1, 2, 3)}, OPEN)
        table.advance("deal seats")
        table.expect_up(1, 3, all=3)
        expect_out(table, 1)
        expect_out(table, 2, 0)  # a Joker is out
        table.advance("joker bets")
        table.expect_chips(1, 5)
        table.expect_chips(2, 5)
        table.advance("ask trade")
        expect(table.seat(1).locator(".plate-state")).to_have_class("plate-state busy")
        expect(table.seat(2).locator(".plate-state.busy")).to_have_count(0)  # one after the other
        table.decide(1, trade="9d")
        expect(table.seat(1).locator('playing-card[code="Qh"]')).to_have_count(1)
        expect(table.seat(1).locator('playing-card[code="9d"]')).to_have_count(0)
        table.advance("ask trade")
        table.decide(2, trade=None)
        table.advance("ask trade")
        table.decide(3, trade="4c")
        expect(page.locator(".call")).to_contain_text("Joker")
        expect(table.seat(3).locator('playing-card.gone[code="Jo"]')).to_have_count(1)
        turned = page.locator(".rules-row rule-card[name]")
        table.advance("deal rules")
        expect(page.locator(".rules-row rule-card")).to_have_count(3)
        expect(turned).to_have_count(0)
        # Those by rank come first. With one Joker Highest acts on the other two, of equal ranks by suit, and an ace is low;
        # Middle takes nothing there, and in a whole hand it counts the king that is out.
        for number, (name, first, second, third) in enumerate(
            (
                ("Highest", (0,), (0, 1), (0, 2)),
                ("Middle", (0, 1), (0, 1), (0, 2)),
                ("Red", (0, 1), (0, 1), (0, 2)),
            ),
            1,
        ):
            table.advance("turn rules")
            expect(turned).to_have_count(number)
            expect(page.locator(".call")).to_contain_text(name)
            expect_out(table, 1, *first)
            expect_out(table, 2, *second)
            expect_out(table, 3, *third)
        table.expect_chips(1, 5)
        table.advance("take and pay")
        # One card left pushes; a Joker that was dealt pays 5 to 1, one that was drawn nothing.
        for seat, net in ((1, "−$1"), (2, "+$5"), (3, "−$1")):
            table.expect_chips(seat, 0)
            expect(table.seat(seat).locator(".plate-state")).to_have_text(net)


def test_a_shared_shoe_goes_on_to_the_cut_card(browser: Browser, house: House) -> None:  # noqa: F811
    with watched(browser, house, "shoe", Config("rule-out", decks=1, penetration=25)) as table:
        page = table.page
        table.sit(1, 2)
        bets = {1: {"main": 500}, 2: {"main": 500}}
        shoe = page.locator(".top-shoe dd")
        expect(shoe).to_contain_text("54")
        left, fresh = 54, False
        for _ in range(3):
            table.deal(bets, OPEN)
            table.decide(1, trade=None)
            table.decide(2, trade=None)
            left -= 6
            view = house.pit.tables["shoe"]
            assert view.round is not None
            fresh = not view.round.gone
            expect(shoe).to_contain_text("54" if fresh else str(left))
            if fresh:
                break
        # 13 cards lie in front of the cut card: it comes out in the third round, and the next one has a fresh shoe.
        assert fresh
        assert left == 36
        page.get_by_role("button", name="Rules & pays").click()
        expect(page.locator(".drawer .shoe-count")).to_contain_text("The cut card comes after 13")
        expect(page.locator(".drawer .shoe-count")).to_contain_text("54 of 54 cards are left")
