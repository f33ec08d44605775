"""Ace Odd Even, rule by rule as on its card, and every line of every pay table as in the packet."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from feltlab.cards import DECK, cards_text, parse_cards
from feltlab.errors import CardError, ChoiceError, RulesError, WagerError
from feltlab.games import GAMES, Result, Settlement, settle, void
from feltlab.rules.house import House
from feltlab.rules.lines import read_round, settled
from feltlab.rules.progressive import Progressive, award

GAME = GAMES["ace-odd-even"]
STAKE = 700
METER = 1_234_567

KING_HIGH_FOUR = "Ks Js 9d 7h 2c 4s 6h"  # odd K J 9 7: the lowest kind of hand that qualifies
QUEEN_HIGH_FOUR = "Qs Td 8h 6s Kd Jc 9s"  # even Q T 8 6: does not qualify
WIN, PUSH, LOSE = 2 * STAKE, STAKE, 0


def dealer_for(player: str) -> str:
    """Seven other cards, where the dealer's hand does not matter."""
    held = parse_cards(player, 7, "player")
    return cards_text([card for card in DECK if card not in held][:7])


def line(
    player: str, dealer: str | None = None, set: str | None = None, fold: bool = False, **more: object
) -> dict[str, object]:
    choices = {"decision": "fold" if fold else "play"} | ({"set": set} if set else {})
    fields: dict[str, object] = {
        "game": "ace-odd-even",
        "player": player,
        "dealer": dealer or dealer_for(player),
        "choices": choices,
        "wagers": {"ante": STAKE},
    }
    return fields | more


def results(settlement: Settlement) -> dict[str, Result]:
    return {result.wager: result for result in settlement.results}


def main(player: str, dealer: str, set: str | None = None, house: House | None = None) -> tuple[int, int]:
    """What Ante and Play hand back for 700 cents each."""
    found = results(settle(line(player, dealer, set), house))
    assert found["ante"].staked == found["play"].staked == STAKE
    return found["ante"].returned, found["play"].returned


def bonus(wager: str, player: str, table: str | None = None, stake: int = STAKE, choice: str = "fold") -> Result:
    """One bonus beside an Ante; the choice is `fold`, `play`, `odd` or `even`."""
    side = choice if choice in ("odd", "even") else None
    fields = line(player, set=side, fold=choice == "fold", wagers={"ante": 100, wager: stake})
    if table:
        fields["pay_tables"] = {wager: table}
    if wager == "poker-progressive":
        fields["meters"] = {wager: METER}
    return results(settle(fields))[wager]


# The rules card.


def test_every_rule_of_the_card_has_a_test() -> None:
    numbers = [int(number) for number in re.findall(r"^ ?(\d+)\. ", GAME.card, re.MULTILINE)]
    assert numbers == list(range(1, 17))
    for number in numbers:
        assert any(name.startswith(f"test_rule_{number:02d}_") for name in globals()), f"rule {number}"


@pytest.mark.parametrize("dealer", ["Ks Js 9d 7h 2c 4s Kc", "Kd Js 9d 7h 2c 4s Js"])
def test_rule_01_one_deck_holds_each_card_once(dealer: str) -> None:
    with pytest.raises(CardError, match="twice"):
        settle(line("Kc Kd Jh 9s 7c 5d 3h", dealer))


def test_rule_01_the_deck_has_no_joker() -> None:
    with pytest.raises(CardError, match="Joker"):
        settle(line("Jo Kd Jh 9s 7c 5d 3h", KING_HIGH_FOUR))


def test_rule_01_at_most_six_seats() -> None:
    assert GAME.numbers.seats == 6
    with pytest.raises(RulesError):
        GAME.numbers.changed({"seats": 7})


@pytest.mark.parametrize("wagers", [{}, {"odd-even": 500}, {"poker": 500}, {"poker-progressive": 100}])
def test_rule_02_no_bonus_stands_without_the_ante(wagers: dict[str, int]) -> None:
    fields = line("Kc Kd Jh 9s 7c 5d 3h", wagers=wagers, meters={"poker-progressive": METER})
    with pytest.raises(WagerError, match="ante is mandatory"):
        settle(fields)


@pytest.mark.parametrize("stake", [1, 99, 50_000])
def test_rule_02_a_bonus_may_be_of_any_size(stake: int) -> None:
    wagers = {"ante": 100, "odd-even": stake, "poker": stake}
    found = results(settle(line("Kc Kd Jh 9s 7c 5d 3h", wagers=wagers)))
    assert found["odd-even"].staked == found["poker"].staked == stake


@pytest.mark.parametrize("stake", [100, 500])
def test_rule_02_the_progressive_costs_one_or_five_dollars(stake: int) -> None:
    assert bonus("poker-progressive", "Kc Kd Jh 9s 7c 5d 3h", stake=stake).staked == stake


@pytest.mark.parametrize("stake", [1, 99, 101, 200, 499, 501])
def test_rule_02_the_progressive_costs_nothing_else(stake: int) -> None:
    with pytest.raises(WagerError, match="100 or 500"):
        bonus("poker-progressive", "Kc Kd Jh 9s 7c 5d 3h", stake=stake)


@pytest.mark.parametrize("player", ["Kc Kd Jh 9s 7c 5d", "Kc Kd Jh 9s 7c 5d 3h 3c"])
def test_rule_03_seven_cards_each(player: str) -> None:
    with pytest.raises(CardError, match="player must be 7 cards"):
        settle(line(player, KING_HIGH_FOUR))
    with pytest.raises(CardError, match="dealer must be 7 cards"):
        settle(line(KING_HIGH_FOUR, player.replace("9s", "8s").replace("Kc", "Qc")))


@pytest.mark.parametrize(
    ("player", "odd", "even"),
    [
        ("3c 5d 7h 9c Jd Kh 2s", "6-card odd, king high", "1-card even, 2 high"),
        ("2c 4d 6h 8c Td Qh 3s", "1-card odd, 3 high", "6-card even, queen high"),
        ("3c 5d 7h 9c Jd Kh Kc", "7-card odd, king high", "0-card even"),
        ("Ac Ad 7h 9c Jd 4h Qc", "5-card odd, ace high", "4-card even, ace high"),
        ("Ac Ad Ah As Jd 4h Qc", "5-card odd, ace high", "6-card even, ace high"),
    ],
)
def test_rule_04_odd_cards_even_cards_and_all_the_aces_on_both_sides(player: str, odd: str, even: str) -> None:
    assert settle(line(player, set="odd")).hands["player"].partition(": ")[0] == odd
    assert settle(line(player, set="even")).hands["player"].partition(": ")[0] == even


@pytest.mark.parametrize(
    ("player", "dealer", "outcome"),
    [
        ("2c 2d 2h 4c 4d 3h 5h", "As Ks Js 9s 6d 8d Td", WIN),  # five deuces and fours against four ace high
        ("Ac Kd Jh 9c 2d 4h 6h", "3s 3d 3h 5s 5d 2s 4s", LOSE),  # four ace high against five threes and fives
        ("Ac 5d 3h 3c 2d Tc 8c", "Ks Js 9s 7s 2s 4s 6s", WIN),  # four cards: the ace above the king
        ("Kc Jd 9h 5c 2d Tc 8c", "Ks Js 9s 7s 2s 4s 6s", LOSE),  # fourth card: 5 below 7
        ("Kc Jd 9h 7c 2d Tc 8c", "Ks Js 9s 7s 2s 4s 6s", PUSH),  # all four alike
        ("Kc Qd 9h 7c Jd 3c 8c", "Ks Js 9s 7s 5s 4s 6s", LOSE),  # fifth card: 3 below 5
        ("Ac Qd 2h 4c 6d 3c 5h", "As Ks 3s 5s 7s 2s 4s", LOSE),  # second card, across the parities: Q below K
        ("Kc Kd 3h 5c 7d 2c 4c", "Ks Js 9s 7s 5s 2s 4s", WIN),  # the pair counts card by card: K above J
    ],
)
def test_rule_05_more_cards_then_the_highest_then_the_next(player: str, dealer: str, outcome: int) -> None:
    assert main(player, dealer) == (outcome, outcome)


@pytest.mark.parametrize(
    ("player", "best"),
    [
        ("Ac Kd 5h 3c Qd Th 8c", "4-card odd, ace high"),  # A K 5 3 above A Q T 8
        ("Ac Jd 5h 3c Qd 4h 2c", "4-card even, ace high"),  # A Q 4 2 above A J 5 3
        ("Ac Ad Ah 5c 3d 6h 2c", "5-card even, ace high"),  # A A A 6 2 above A A A 5 3
    ],
)
def test_rule_05_of_a_hands_own_equal_counts_the_higher_is_its_best(player: str, best: str) -> None:
    assert settle(line(player)).hands["player"].partition(": ")[0] == best
    assert settle(line(dealer_for(player), player)).hands["dealer"].partition(": ")[0] == best


@pytest.mark.parametrize("ante", [1, 700, 2_501])
def test_rule_06_the_play_bet_equals_the_ante(ante: int) -> None:
    fields = line("Kc Kd Jh 9s 7c 5d 3h", wagers={"ante": ante})
    assert results(settle(fields))["play"].staked == ante


def test_rule_06_the_play_stake_is_not_given_by_hand() -> None:
    with pytest.raises(WagerError, match="play"):
        settle(line("Kc Kd Jh 9s 7c 5d 3h", wagers={"ante": 100, "play": 100}))


def test_rule_06_a_fold_makes_no_play_bet() -> None:
    settlement = settle(line("Kc Kd Jh 9s 7c 5d 3h", fold=True))
    assert [result.wager for result in settlement.results] == ["ante"]
    assert settlement.staked == STAKE


@pytest.mark.parametrize(
    "choices",
    [
        {},
        {"decision": "raise"},
        {"decision": None},
        {"decision": "play", "set": "both"},
        {"decision": "play", "set": 1},
        {"decision": "fold", "set": "odd"},
        {"decision": "play", "trade": "Kc"},
        {"decision": "fold", "set": ["Kc"]},
    ],
)
def test_rule_06_no_other_choice_is_offered(choices: dict[str, object]) -> None:
    with pytest.raises(ChoiceError):
        settle(line("Kc Kd Jh 9s 7c 5d 3h", choices=choices))


def test_rule_06_discards_are_final() -> None:
    player = "Ac Kd Jh 9c 7c 2d 4h"
    assert main(player, KING_HIGH_FOUR, set="odd") == (WIN, WIN)
    assert main(player, KING_HIGH_FOUR, set="even") == (LOSE, LOSE)


@pytest.mark.parametrize(
    ("held", "dealer", "outcome"),
    [
        (["Ac", "Kd", "Jh", "9c", "7c"], KING_HIGH_FOUR, (WIN, WIN)),
        (["7c", "9c", "Jh", "Kd"], KING_HIGH_FOUR, (PUSH, PUSH)),
        (["Jh", "9c", "7c"], KING_HIGH_FOUR, (LOSE, LOSE)),
        (["Ac"], KING_HIGH_FOUR, (LOSE, LOSE)),
        (["7c"], "Qs Td 8h 6s Kc Jc 9s", (WIN, PUSH)),
    ],
)
def test_rule_06_a_player_is_held_to_the_hand_that_was_set(
    held: list[str], dealer: str, outcome: tuple[int, int]
) -> None:
    found = results(settle(line("Ac Kd Jh 9c 7c 2d 4h", dealer, choices={"decision": "play", "set": held})))
    assert (found["ante"].returned, found["play"].returned) == outcome


def test_rule_06_a_whole_side_card_by_card_is_that_side() -> None:
    player, cards = "Ac Kd Jh 9c 7c 2d 4h", ["7c", "9c", "Jh", "Kd", "Ac"]
    named, listed = (
        read_round(line(player, choices={"decision": "play", "set": made}), GAME, GAME.house())
        for made in ("odd", cards)
    )
    assert named.choices == listed.choices == {"decision": "play", "set": "odd"}
    assert settled(named) == settled(listed)
    short = read_round(line(player, choices={"decision": "play", "set": cards[:3]}), GAME, GAME.house())
    assert short.choices["set"] == ["Jh", "9c", "7c"]
    assert GAME.choice_text(short) == "play, set Jh 9c 7c"
    assert settle(line(player, choices=short.choices)).hands["player"] == "3-card odd, jack high: J-9-7"


@pytest.mark.parametrize(
    ("held", "words"),
    [
        (["Kd", "2d"], "'set' must be cards that are all odd or all even"),
        (["Ac", "Kd", "4h"], "'set' must be cards that are all odd or all even"),
        (["Kd", "Kd"], "'set' must be different cards of the player's seven, one at least"),
        (["Ks"], "'set' must be different cards of the player's seven, one at least"),
        ([], "'set' must be different cards of the player's seven, one at least"),
        ("Kd Jh", "'set' must be 'odd' or 'even', or a list of cards, not 'Kd Jh'"),
    ],
)
def test_rule_06_what_cannot_be_set(held: object, words: str) -> None:
    with pytest.raises(ChoiceError) as said:
        settle(line("Ac Kd Jh 9c 7c 2d 4h", choices={"decision": "play", "set": held}))
    assert str(said.value) == words


def test_rule_06_a_set_is_of_cards() -> None:
    with pytest.raises(CardError, match="5"):
        settle(line("Ac Kd Jh 9c 7c 2d 4h", choices={"decision": "play", "set": [5]}))


def test_rule_11_the_odd_even_bonus_reads_all_seven_whatever_was_set() -> None:
    wagers = {"ante": 100, "odd-even": STAKE}
    named, short = (
        results(settle(line("Ac Kd Jh 9c 7c 5d 4h", wagers=wagers, choices={"decision": "play", "set": made})))
        for made in ("odd", ["5d"])
    )
    assert named["odd-even"].returned == short["odd-even"].returned > STAKE


@pytest.mark.parametrize(
    ("held", "rank"),
    [
        ("even", "2 pair"),  # A A 8 8
        ("odd", "no winning poker hand in the odd or even cards"),
        (["9c", "7d", "5h"], "2 pair"),  # the aces lie with the discards: A A 8 8
        (["Ac", "9c"], "no winning poker hand in the odd or even cards"),  # an ace on either side
        (["Ac", "Ad", "8c"], "no winning poker hand in the odd or even cards"),  # A A 8 set, 8 9 7 5 discarded
        (["7d"], "2 pair"),  # of discards that are odd and even the better of both
    ],
)
def test_rule_12_the_poker_bonus_reads_the_set_hand_and_the_discards(held: object, rank: str) -> None:
    fields = line("Ac Ad 8c 8d 9c 7d 5h", wagers={"ante": 100, "poker": 100}, choices={"decision": "play", "set": held})
    assert settle(fields).hands["poker"] == rank


@pytest.mark.parametrize("dealer", [KING_HIGH_FOUR, QUEEN_HIGH_FOUR])
def test_rule_07_a_fold_loses_the_ante_whatever_the_dealer_holds(dealer: str) -> None:
    settlement = settle(line("Kc Ad Jh 9c 7c 5d 3h", dealer, fold=True))
    assert settlement.results == (Result("ante", STAKE, 0, "folded"),)


SEVEN_ODD = "Kc Kh Jh 9c 7c 5d 3h"


@pytest.mark.parametrize(
    ("dealer", "qualifies"),
    [
        (KING_HIGH_FOUR, True),
        (QUEEN_HIGH_FOUR, False),
        ("As 3c 3d 5h 2c 2d 4h", True),  # four cards ace high, on both sides
        ("Js Jc Jd 7s 2c 4s 6h", False),  # four cards jack high
        ("Ks 3s 3d 5s 2c 4s 6h", True),  # the lowest four cards king high
        ("Qs Qc Qd Qh Ks 9s 9d", False),  # the highest four cards queen high
        ("3s 3d 3c 5s 5c 2c 2d", True),  # the lowest five cards of all odd hands
        ("2s 2d 2c 2h 4c 3c 3d", True),  # the lowest five cards of all
        ("Qs Td 8h 6s Ks Kd 9s", False),  # the kings are in the shorter side
    ],
)
def test_rule_08_dealer_qualifies_with_four_cards_king_high(dealer: str, qualifies: bool) -> None:
    assert main(SEVEN_ODD, dealer) == (WIN, WIN if qualifies else PUSH)


def test_rule_08_the_dealer_sets_the_best_hand() -> None:
    assert settle(line(SEVEN_ODD, QUEEN_HIGH_FOUR)).hands["dealer"] == "4-card even, queen high: Q-T-8-6"
    assert settle(line(SEVEN_ODD, KING_HIGH_FOUR)).hands["dealer"] == "4-card odd, king high: K-J-9-7"


def test_rule_08_a_house_may_ask_the_dealer_for_more() -> None:
    house = GAME.house()
    strict = replace(house, numbers=house.numbers.changed({"qualifier_rank": "A"}))
    assert main(SEVEN_ODD, KING_HIGH_FOUR, house=strict) == (WIN, PUSH)
    strict = replace(house, numbers=house.numbers.changed({"qualifier_cards": 5}))
    assert main(SEVEN_ODD, KING_HIGH_FOUR, house=strict) == (WIN, PUSH)


@pytest.mark.parametrize("player", [SEVEN_ODD, "8s 6d 4h 2s 3c 5c 7d"])
@pytest.mark.parametrize("side", ["odd", "even"])
def test_rule_09_dealer_does_not_qualify(player: str, side: str) -> None:
    assert main(player, "Qs Td 8h 6s Kd Jc 9s", set=side) == (WIN, PUSH)


@pytest.mark.parametrize(
    ("player", "outcome"),
    [("Ac Jd 9h 7c 2d Tc 8c", WIN), ("Kc Jd 9h 7c 2d Tc 8c", PUSH), ("Kc Jd 9h 5c 2d Tc 8c", LOSE)],
)
def test_rule_10_ante_and_play_are_paid_lose_or_push_together(player: str, outcome: int) -> None:
    assert main(player, "Ks Js 9s 7s 2s 4s 6s") == (outcome, outcome)


@pytest.mark.parametrize("choice", ["fold", "play", "odd", "even"])
def test_rule_11_odd_even_bonus_is_paid_folded_or_not_however_set(choice: str) -> None:
    found = bonus("odd-even", "Kc Kd Jh 9s 7c 5d 2h", choice=choice)
    assert found.returned == 5 * STAKE


def test_rule_11_no_ace_is_said_of_the_best_hand() -> None:
    assert bonus("odd-even", "Kc Kd Jh 9s 7c 5d 3h").why == "7 cards no ace: 20 to 1"
    assert bonus("odd-even", "Ac Kd Jh 9s 7c 5d 3h").why == "7 cards: 10 to 1"


def test_rule_11_odd_even_bonus_does_not_look_at_the_dealer() -> None:
    for dealer in (KING_HIGH_FOUR, QUEEN_HIGH_FOUR):
        fields = line(SEVEN_ODD, dealer, wagers={"ante": 100, "odd-even": STAKE})
        assert results(settle(fields))["odd-even"].returned == 21 * STAKE


PULLED_APART = "Ac Ad 8c 8d 9c 7d 5h"  # the packet's example: two pair on the shorter side only


@pytest.mark.parametrize(
    ("choice", "returned"),
    [("fold", 3 * STAKE), ("even", 3 * STAKE), ("odd", 0), ("play", 0)],
)
def test_rule_12_aces_serve_both_sets_on_a_fold_and_stay_put_on_a_set_hand(choice: str, returned: int) -> None:
    assert bonus("poker", PULLED_APART, choice=choice).returned == returned


@pytest.mark.parametrize("choice", ["fold", "even", "odd"])
def test_rule_12_discards_count_as_the_other_set(choice: str) -> None:
    """The packet's example: ace, queen, queen, eight, discarding five, five, five."""
    found = bonus("poker", "Ac Qd Qh 8s 5c 5d 5h", choice=choice)
    assert found.why == "3 of a kind: 3 to 1"


@pytest.mark.parametrize(
    ("player", "paid"),
    [
        ("Kh Jh 9h 7h 5h Kc Kd", "5 card flush"),  # also three kings
        ("Kc Kd Kh Ks 9c 9d 9h", "4 of a kind"),  # also a full house
        ("9c 9d 9h 7c 7d 5s 5h", "full house"),  # also two pair
        ("Kc Kd Kh 8c 8d 6c 6d", "3 of a kind"),  # two pair on the other side
        ("Kc Kd Kh 8c 8d 8h 6d", "3 of a kind"),  # three of a kind on both sides, paid once
    ],
)
def test_rule_12_only_the_highest_rank_is_paid(player: str, paid: str) -> None:
    assert bonus("poker", player).why.startswith(f"{paid}: ")


@pytest.mark.parametrize(
    "player",
    [
        "Kh Jh 9h Qh Th 8h 7c",  # six hearts, three a side
        "Ah Jh 9h Qh Th 8h 7h",  # seven hearts, four a side
        "Kc Kd Qc Qd 7h 6s 2s",  # a pair on each side
        "Kh Jh 9h 7h 5c 3c 2h",  # the fifth heart is even
    ],
)
def test_rule_12_a_poker_rank_lies_within_one_parity(player: str) -> None:
    assert bonus("poker", player).returned == 0


def test_rule_12_poker_bonus_does_not_look_at_the_dealer() -> None:
    player = "Kc Kh Ac 9c 9h 7c 5d"
    for dealer in (KING_HIGH_FOUR, QUEEN_HIGH_FOUR):
        fields = line(player, dealer, wagers={"ante": 100, "poker": STAKE})
        assert results(settle(fields))["poker"].returned == 3 * STAKE


NO_POKER = "no winning poker hand in the odd or even cards"
POKER_HANDS = {
    "7 card flush": "Ah Kh Jh 9h 7h 5h 3h",
    "6 card flush": "Ah Kh Jh 9h 7h 5h 3c",
    "5 card flush": "Ah Kh Jh 9h 7h 5c 3c",
    "4 of a kind": "Kc Kd Kh Ks 9c 2d 4h",
    "full house": "Kc Kd Kh 9s 9c 2d 4h",
    "3 of a kind": "Kc Kd Kh 9s 7c 2d 4h",
    "2 pair": "Kc Kd 9h 9s 7c 2d 4h",
    "one pair": "Kc Kd 9h 7s 5c 2d 4h",
    "4 card flush": "Ah Kh Jh 9h 7c 5c 3c",
}


@pytest.mark.parametrize(
    ("hand", "returned"),
    [("7 card flush", METER), ("6 card flush", 123_456), ("5 card flush", 50_000), ("4 of a kind", 0), ("2 pair", 0)],
)
@pytest.mark.parametrize("choice", ["fold", "play"])
def test_rule_13_progressive_of_one_dollar(hand: str, returned: int, choice: str) -> None:
    assert bonus("poker-progressive", POKER_HANDS[hand], stake=100, choice=choice).returned == returned


@pytest.mark.parametrize(
    ("hand", "returned"),
    [("7 card flush", METER), ("6 card flush", 123_456), ("5 card flush", 250_000), ("4 card flush", 0)],
)
def test_rule_13_progressive_of_five_dollars(hand: str, returned: int) -> None:
    assert bonus("poker-progressive", POKER_HANDS[hand], stake=500).returned == returned


@pytest.mark.parametrize(("side", "returned"), [("even", 50_000), ("odd", 0)])
def test_rule_13_progressive_reads_the_same_flushes_as_they_are_set(side: str, returned: int) -> None:
    player = "Ah Qh Th 8h 6h Kc Jc"
    assert bonus("poker-progressive", player, stake=100, choice=side).returned == returned


def test_rule_13_the_meter_must_be_given() -> None:
    with pytest.raises(WagerError, match="meter"):
        settle(line("Kc Kd Jh 9s 7c 5d 3h", wagers={"ante": 100, "poker-progressive": 100}))


def test_rule_13_the_meter_starts_at_10000_bets_and_takes_a_fifth_of_each() -> None:
    rule = GAME.book.progressives["poker-progressive"]
    assert (rule.base_bets, rule.increment_rate) == (10_000, Fraction(1, 5))
    assert rule.opened(100).cents == 1_000_000
    assert rule.opened(100).with_bet(100).cents == 1_000_020


def test_rule_13_several_winners_of_the_whole_meter_split_it_evenly() -> None:
    meter = Progressive("poker-progressive", 10_000, 200_000).opened(500)
    assert award(meter, [Fraction(1), Fraction(1)]).paid == (2_500_000, 2_500_000)


def test_rule_14_ante_and_play_are_settled_before_the_bonuses() -> None:
    wagers = {"poker-progressive": 100, "poker": 100, "odd-even": 100, "ante": 100}
    fields = line(SEVEN_ODD, wagers=wagers, meters={"poker-progressive": METER})
    order = [result.wager for result in settle(fields).results]
    assert order == ["ante", "play", "odd-even", "poker", "poker-progressive"]


def test_rule_14_seats_are_settled_from_the_dealers_right_and_dealt_from_the_left() -> None:
    procedure = GAME.book.procedure
    assert list(procedure.taking.seats(6)) == [6, 5, 4, 3, 2, 1]
    assert procedure.taking.goes == "counterclockwise"
    assert list(procedure.dealing.seats(6)) == [1, 2, 3, 4, 5, 6]
    assert procedure.dealing.goes == "clockwise"


def test_rule_15_a_token_on_the_ante_allows_an_equal_token_on_the_play() -> None:
    for tokens in ({"ante": 500}, {"ante": 500, "play": 500}):
        fields = line(SEVEN_ODD, tokens=tokens)
        assert read_round(fields, GAME, GAME.house()).tokens == tokens


@pytest.mark.parametrize("tokens", [{"play": 500}, {"ante": 500, "play": 400}, {"ante": 400, "play": 500}])
def test_rule_15_no_token_on_the_play_alone_or_unequal(tokens: dict[str, int]) -> None:
    with pytest.raises(WagerError, match="never stand alone"):
        settle(line(SEVEN_ODD, tokens=tokens))


def test_rule_15_tokens_on_a_bonus_are_capped_at_25_dollars() -> None:
    wagers = {"ante": 100, "odd-even": 5_000, "poker": 5_000}
    settle(line(SEVEN_ODD, wagers=wagers, tokens={"odd-even": 2_500, "poker": 2_500}))
    for wager in ("odd-even", "poker"):
        with pytest.raises(WagerError, match="at most 2500"):
            settle(line(SEVEN_ODD, wagers=wagers, tokens={wager: 2_501}))


def test_rule_15_the_house_sets_the_cap() -> None:
    house = GAME.house()
    generous = replace(house, numbers=house.numbers.changed({"bonus_token_cap": 4_000}))
    fields = line(SEVEN_ODD, wagers={"ante": 100, "poker": 5_000}, tokens={"poker": 4_000})
    settle(fields, generous)
    with pytest.raises(WagerError):
        settle(fields)


@pytest.mark.parametrize(
    ("player", "dealer", "back"),
    [
        (SEVEN_ODD, KING_HIGH_FOUR, [500, 500]),  # win, win
        (SEVEN_ODD, QUEEN_HIGH_FOUR, [500, 500]),  # win, push
        ("2s 4d 6c 8c 3c 5c 7c", KING_HIGH_FOUR, [None, None]),  # both lost
    ],
)
def test_rule_15_a_token_comes_back_from_a_win_and_a_push_only(
    player: str, dealer: str, back: list[int | None]
) -> None:
    fields = line(player, dealer, tokens={"ante": 500, "play": 500})
    rows = settled(read_round(fields, GAME, GAME.house()))["results"]
    assert isinstance(rows, list)
    assert [row.get("tokens") for row in rows] == back


@pytest.mark.parametrize("count", [6, 8])
def test_rule_16_a_wrong_number_of_cards_is_not_settled(count: int) -> None:
    player = cards_text(DECK[10 : 10 + count])
    with pytest.raises(CardError):
        settle(line(player, cards_text(DECK[:7])))


def test_rule_16_a_void_hand_returns_every_stake() -> None:
    settlement = void({"ante": 700, "play": 700, "odd-even": 55, "poker": 1})
    assert [(row.wager, row.staked, row.returned) for row in settlement.results] == [
        ("ante", 700, 700),
        ("play", 700, 700),
        ("odd-even", 55, 55),
        ("poker", 1, 1),
    ]
    assert settlement.net == 0


# Table 1: the Odd-Even Bonus, pay tables 1 to 6. Push is 0 to 1; None loses.

ODD_EVEN_HANDS = {
    "7 cards no ace": "Kc Kd Jh 9s 7c 5d 3h",
    "7 cards": "Ac Kd Jh 9s 7c 5d 3h",
    "6 cards no ace": "Kc Kd Jh 9s 7c 5d 2h",
    "6 cards": "Ac Kd Jh 9s 7c 5d 2h",
    "5 cards no ace": "Kc Kd Jh 9s 7c 4d 2h",
    "5 cards": "Ac Kd Jh 9s 7c 4d 2h",
    "4 cards no ace": "Kc Kd Jh 9s 6c 4d 2h",
    "4 cards": "Ac Kd Jh 9s 6c 4d 2h",
}
EVEN_TWINS = str.maketrans("KJ9753Q6428T", "QT8642K7539J")
"""Each odd card for an even one of the same place, and the other way round."""
TABLE_1: dict[str, list[int | None]] = {
    "7 cards no ace": [10, 10, 25, 20, 25, 40],
    "7 cards": [4, 5, 10, 10, 10, 10],
    "6 cards no ace": [3, 3, 5, 4, 5, 5],
    "6 cards": [2, 2, 1, 2, 3, 2],
    "5 cards no ace": [1, 1, 0, 0, None, None],
    "5 cards": [None] * 6,
    "4 cards no ace": [None] * 6,
    "4 cards": [None] * 6,
}


@pytest.mark.parametrize("event", TABLE_1)
@pytest.mark.parametrize("table", range(1, 7))
def test_table_1_odd_even_bonus(table: int, event: str) -> None:
    pays = TABLE_1[event][table - 1]
    odd = ODD_EVEN_HANDS[event]
    for player in (odd, odd.translate(EVEN_TWINS)):
        found = bonus("odd-even", player, str(table))
        assert (found.staked, found.returned) == (STAKE, 0 if pays is None else STAKE * (pays + 1)), player
        said = "not a winning hand" if pays is None else f"{event}: {pays} to 1" if pays else f"{event}: push"
        assert found.why.endswith(said)


def test_table_1_has_no_other_tables() -> None:
    assert list(GAME.book.pay_tables["odd-even"]) == ["1", "2", "3", "4", "5", "6"]


def test_the_felt_shows_odd_even_table_4() -> None:
    assert [bonus("odd-even", ODD_EVEN_HANDS[event]).returned for event in TABLE_1] == [
        bonus("odd-even", ODD_EVEN_HANDS[event], "4").returned for event in TABLE_1
    ]


# Table 2: the Poker Bonus, pay tables 1 to 4.

TABLE_2: dict[str, list[int | None]] = {
    "7 card flush": [2500, 1000, 8000, 500],
    "6 card flush": [1000, 250, 1000, 100],
    "5 card flush": [50, 40, 40, 40],
    "4 of a kind": [25, 25, 25, 20],
    "full house": [10, 10, 10, 10],
    "3 of a kind": [3, 3, 3, 3],
    "2 pair": [2, 2, 2, 2],
    "one pair": [None] * 4,
    "4 card flush": [None] * 4,
}


@pytest.mark.parametrize("event", TABLE_2)
@pytest.mark.parametrize("table", range(1, 5))
def test_table_2_poker_bonus(table: int, event: str) -> None:
    pays = TABLE_2[event][table - 1]
    odd = POKER_HANDS[event]
    for player in (odd, odd.translate(EVEN_TWINS)):
        for choice in ("fold", "play"):
            found = bonus("poker", player, str(table), choice=choice)
            assert (found.staked, found.returned) == (STAKE, 0 if pays is None else STAKE * (pays + 1)), player
            assert found.why == (NO_POKER if pays is None else f"{event}: {pays} to 1")


def test_table_2_has_no_other_tables() -> None:
    assert list(GAME.book.pay_tables["poker"]) == ["1", "2", "3", "4"]


def test_the_felt_shows_poker_table_3() -> None:
    assert bonus("poker", POKER_HANDS["7 card flush"]).returned == STAKE * 8_001
    assert bonus("poker", POKER_HANDS["5 card flush"]).returned == STAKE * 41


# Table 3: the progressive.


@pytest.mark.parametrize("event", POKER_HANDS)
def test_table_3_poker_bonus_progressive(event: str) -> None:
    pays = {
        "7 card flush": (METER, "100% of jackpot"),
        "6 card flush": (METER // 10, "10% of jackpot"),
        "5 card flush": (50_000, "500 for 1"),
    }
    unpaid = NO_POKER if event in ("one pair", "4 card flush") else f"{event}: not a winning hand"
    returned, said = pays.get(event, (0, unpaid))
    found = bonus("poker-progressive", POKER_HANDS[event], "1", stake=100)
    assert found.returned == returned
    assert found.why.endswith(said)
    assert list(GAME.book.pay_tables["poker-progressive"]) == ["1"]
