"""Properties of every round of the two games without a dealer's hand, Quick Draw Hold'em and Rule Out!"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltlab.cards import DECK, JOKER, RULE_CARDS, card_text, joker_shoe
from feltlab.errors import FeltlabError
from feltlab.games import Result, Settlement, settle, void
from feltlab.money import MAX_STAKE

Line = dict[str, Any]

CHOICES: Final = ({"flop": "fold"}, {"flop": "bet", "turn": "fold"}, {"flop": "bet", "turn": "bet"})

often = settings(max_examples=80, deadline=None)
stakes = st.integers(1, MAX_STAKE)


@st.composite
def quick_draws(draw: st.DrawFn, choices: Sequence[Mapping[str, str]] = CHOICES) -> Line:
    ranks = draw(st.sampled_from([13, 5]))  # a short deck makes pairs, trips and quads common
    cards = [
        card_text(card)
        for card in draw(st.lists(st.sampled_from(DECK[-4 * ranks :]), min_size=7, max_size=7, unique=True))
    ]
    wagers = {"flop": draw(stakes)}
    wagers |= {bonus: draw(stakes) for bonus in ("flop-bonus", "best-four") if draw(st.booleans())}
    return {
        "game": "quick-draw-holdem",
        "hole": cards[:2],
        "flop": cards[2:5],
        "turn": cards[5],
        "river": cards[6],
        "choices": draw(st.sampled_from(choices)),
        "wagers": wagers,
        "pay_tables": {
            "river": draw(st.sampled_from(["A1", "A2", "A3"])),
            "flop-bonus": draw(st.sampled_from(["B1", "B2", "B3"])),
            "best-four": draw(st.sampled_from(["C1", "C2", "C3"])),
        },
    }


@st.composite
def rule_outs(draw: st.DrawFn) -> Line:
    decks = draw(st.integers(1, 8))
    floor = draw(st.sampled_from([0, JOKER - 3]))  # near the top of the deck duplicates and Jokers are common
    shoe = [card for card in joker_shoe(decks) if card >= floor]
    places = draw(st.lists(st.integers(0, len(shoe) - 1), min_size=4, max_size=4, unique=True))
    *dealt, replacement = (card_text(shoe[place]) for place in places)
    trade = draw(st.sampled_from([None, *(card for card in dealt if card != "Jo")]))
    main = draw(stakes)
    wagers = {"main": main}
    if draw(st.booleans()):
        wagers["joker"] = draw(st.integers(1, main))
    return {
        "game": "rule-out",
        "decks": decks,
        "dealt": dealt,
        "choices": {"trade": trade},
        "replacement": None if trade is None else replacement,
        "rules": draw(st.lists(st.sampled_from(RULE_CARDS), min_size=3, max_size=3, unique=True)),
        "wagers": wagers,
    }


def paid(settlement: Settlement, *wagers: str) -> list[Result]:
    return [result for result in settlement.results if result.wager in wagers]


def survivors(settlement: Settlement) -> int:
    return int(settlement.hands["player"].partition(" ")[0])


def both_games() -> st.SearchStrategy[Line]:
    return st.one_of(quick_draws(), rule_outs())


@often
@given(line=both_games())
def test_nothing_returned_is_negative_and_no_stake_is_nothing(line: Line) -> None:
    for result in settle(line).results:
        assert type(result.staked) is int
        assert type(result.returned) is int
        assert result.staked > 0
        assert result.returned >= 0


@often
@given(line=both_games())
def test_staked_returned_and_net_add_up(line: Line) -> None:
    settlement = settle(line)
    assert settlement.staked == sum(result.staked for result in settlement.results)
    assert settlement.returned == sum(result.returned for result in settlement.results)
    assert settlement.net == settlement.returned - settlement.staked


@often
@given(line=both_games())
def test_each_wager_placed_is_settled_exactly_once_at_its_own_stake(line: Line) -> None:
    found = [(result.wager, result.staked) for result in settle(line).results]
    expected = dict(line["wagers"])
    if line["game"] == "quick-draw-holdem" and line["choices"]["flop"] == "bet":
        expected["turn"] = expected["flop"]
        if line["choices"]["turn"] == "bet":
            expected["river"] = expected["flop"]
    assert len(found) == len(expected)
    assert dict(found) == expected


@often
@given(line=both_games())
def test_each_wager_is_settled_as_if_it_were_the_only_one_beside_the_first(line: Line) -> None:
    settlement = settle(line)
    first = next(iter(line["wagers"]))
    for wager, stake in line["wagers"].items():
        alone = settle({**line, "wagers": {first: line["wagers"][first], wager: stake}})
        assert paid(alone, wager) == paid(settlement, wager)


@often
@given(line=both_games())
def test_every_result_says_why_in_one_line(line: Line) -> None:
    for result in settle(line).results:
        assert result.why
        assert "\n" not in result.why


@often
@given(line=both_games())
def test_a_round_settled_twice_comes_to_the_same(line: Line) -> None:
    assert settle(line) == settle(line)


@often
@given(line=both_games(), factor=st.integers(2, 1000))
def test_at_whole_odds_a_stake_so_many_times_as_large_returns_so_many_times_as_much(line: Line, factor: int) -> None:
    small = {**line, "wagers": {wager: 1 + stake % 10**9 for wager, stake in line["wagers"].items()}}
    small["wagers"] = dict.fromkeys(small["wagers"], min(small["wagers"].values()))
    large = {**small, "wagers": {wager: stake * factor for wager, stake in small["wagers"].items()}}
    assert settle(large).returned == factor * settle(small).returned


@often
@given(line=both_games())
def test_void_returns_every_stake(line: Line) -> None:
    settlement = void(line["wagers"])
    assert {result.wager: result.returned for result in settlement.results} == line["wagers"]
    assert {result.wager: result.staked for result in settlement.results} == line["wagers"]
    assert settlement.net == 0


@often
@given(line=quick_draws(), data=st.data())
def test_quick_draw_the_order_of_the_hole_cards_and_of_the_flop_never_matters(line: Line, data: st.DataObject) -> None:
    hole, flop = data.draw(st.permutations(line["hole"])), data.draw(st.permutations(line["flop"]))
    assert settle({**line, "hole": hole, "flop": flop}) == settle(line)


@often
@given(line=quick_draws(), suits=st.permutations("cdhs"))
def test_quick_draw_suits_may_be_permuted(line: Line, suits: list[str]) -> None:
    def other(card: str) -> str:
        return card[0] + suits["cdhs".index(card[1])]

    permuted = {
        **line,
        "hole": [other(card) for card in line["hole"]],
        "flop": [other(card) for card in line["flop"]],
        "turn": other(line["turn"]),
        "river": other(line["river"]),
    }
    assert settle(permuted) == settle(line)


@often
@given(line=quick_draws(), data=st.data())
def test_quick_draw_the_best_four_looks_at_the_board_in_any_order(line: Line, data: st.DataObject) -> None:
    board = data.draw(st.permutations([*line["flop"], line["turn"], line["river"]]))
    other = settle({**line, "flop": board[:3], "turn": board[3], "river": board[4]})
    assert paid(other, "best-four") == paid(settle(line), "best-four")


@often
@given(line=quick_draws(CHOICES[2:]), data=st.data())
def test_quick_draw_the_hand_is_the_same_seven_cards_wherever_they_lie(line: Line, data: st.DataObject) -> None:
    seven = data.draw(st.permutations([*line["hole"], *line["flop"], line["turn"], line["river"]]))
    other = settle({**line, "hole": seven[:2], "flop": seven[2:5], "turn": seven[5], "river": seven[6]})
    main = ("flop", "turn", "river")
    assert paid(other, *main) == paid(settle(line), *main)


@often
@given(line=quick_draws(CHOICES[:2]))
def test_quick_draw_folding_returns_nothing_of_the_flop_and_the_turn_bet(line: Line) -> None:
    assert [result.returned for result in paid(settle(line), "flop", "turn", "river")] in ([0], [0, 0])


@often
@given(line=quick_draws())
def test_quick_draw_bonuses_do_not_depend_on_folding(line: Line) -> None:
    bonuses = [paid(settle({**line, "choices": choices}), "flop-bonus", "best-four") for choices in CHOICES]
    assert bonuses[0] == bonuses[1] == bonuses[2]


@often
@given(line=quick_draws(CHOICES[2:]))
def test_quick_draw_the_three_bets_win_together_or_lose_together(line: Line) -> None:
    flop, turn, river = (result.returned for result in paid(settle(line), "flop", "turn", "river"))
    stake = line["wagers"]["flop"]
    assert (flop, turn, river) == (0, 0, 0) or (flop == turn == 2 * stake and river >= 2 * stake)


@often
@given(line=rule_outs(), data=st.data())
def test_rule_out_the_order_of_the_rule_cards_never_matters(line: Line, data: st.DataObject) -> None:
    rules = data.draw(st.permutations(line["rules"]))
    assert settle({**line, "rules": rules}).results == settle(line).results


@often
@given(line=rule_outs(), data=st.data())
def test_rule_out_the_order_of_the_cards_never_changes_how_many_survive(line: Line, data: st.DataObject) -> None:
    settlement = settle(line)
    other = settle({**line, "dealt": data.draw(st.permutations(line["dealt"]))})
    assert survivors(other) == survivors(settlement)
    assert [result.returned for result in other.results] == [result.returned for result in settlement.results]


@often
@given(line=rule_outs())
def test_rule_out_neither_the_trade_nor_the_rules_touch_the_joker_bet(line: Line) -> None:
    kept = {**line, "choices": {"trade": None}, "replacement": None, "rules": ["Red", "Black", "Odd"]}
    assert paid(settle(kept), "joker") == paid(settle(line), "joker")


@often
@given(line=rule_outs())
def test_rule_out_a_joker_never_survives(line: Line) -> None:
    settlement = settle(line)
    kept = list(line["dealt"])
    if line["choices"]["trade"] is not None:
        kept[kept.index(line["choices"]["trade"])] = line["replacement"]
    assert survivors(settlement) <= 3 - kept.count("Jo")
    assert "Jo" not in settlement.hands["player"]


@often
@given(line=rule_outs())
def test_rule_out_the_main_bet_is_lost_pushed_or_won_by_the_number_of_survivors(line: Line) -> None:
    settlement = settle(line)
    three = 8 if line["decks"] == 1 else 7
    expected = (0, 1, 3, three)[survivors(settlement)] * line["wagers"]["main"]
    assert [result.returned for result in paid(settlement, "main")] == [expected]


@pytest.mark.parametrize("line", [{}, {"game": None}, {"game": "rule out"}, {"game": ["rule-out"]}])
def test_a_line_without_a_known_game_is_refused(line: Line) -> None:
    with pytest.raises(FeltlabError, match="game"):
        settle(line)
