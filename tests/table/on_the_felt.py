"""For every step of the manuals that is shown at the table: the tests that show it in a real browser, or why there is nothing
to see. By what is looked for; `in_browser` finds it for a row.
"""

import ast
from functools import cache
from pathlib import Path

from tests.table.manuals import Refused, Row, Ruled, Shown

FELT = Path(__file__).parents[1] / "web" / "felt"

_FOLDS = "test_manual.py::test_folds_are_collected_and_hands_are_shown_as_the_manual_has_it"
_NOT_QUALIFIED = "test_manual.py::test_a_hand_that_does_not_qualify_is_turned"
_HIGH = "test_manual.py::test_a_folded_hand_with_high_points_is_exposed_whole"
_BOARD = "test_manual.py::test_a_board_is_turned_and_bets_are_taken_as_the_exhibit_has_it"
_RULES = "test_manual.py::test_rule_cards_are_turned_one_by_one_and_strike"
_SHOE = "test_manual.py::test_a_shared_shoe_goes_on_to_the_cut_card"
_ORDER = "test_manual_order.py::test_the_deal_and_the_passes_go_round_as_the_manual_has_it"
_LIMITS = "test_manual_bets.py::test_no_bonus_alone_and_no_bet_outside_the_limits"
_CAP = "test_manual_bets.py::test_a_token_on_a_bonus_has_a_cap"
_METER = "test_manual_bets.py::test_a_meter_is_shared_before_everybody"
_PAYS = "test_manual_pays.py::test_what_a_manual_pays_and_takes"
_TOKENS = "test_tokens.py::test_a_round_with_tokens"
_AT_THE_SPOT = "test_round.py::test_what_is_refused_is_said_at_the_spot"
_SHORT = "test_round.py::test_a_hand_set_short_is_played_as_it_lies"
_MOUSE = "test_round.py::test_a_round_by_mouse"
"""What each bet comes to, and why, is on the felt as it was settled; the purse has it."""
_LOCKED = "test_company.py::test_no_bet_after_the_lock"
_COMPANY = "test_company.py::test_two_at_a_table_see_the_same_and_never_the_others_cards"
_LOWEST = "test_said.py::test_low_four_asks_for_the_lowest_total_and_adds_up_from_the_first_card"
_TIE = "test_said.py::test_a_tie_is_told_with_its_figures"
_NO_SET = "test_drawing.py::test_a_message_moves_nothing"
_LIT = "test_drawing.py::test_all_rule_cards_lie_open_and_those_that_strike_are_lit"
_MADE = "test_drawing.py::test_the_cards_that_make_the_hand_are_marked"
_LAID = "test_drawing.py::test_the_dealers_hand_lies_together"

_SEVEN, _ALL = ("ace-odd-even", "low-four"), ("ace-odd-even", "low-four", "quick-draw-holdem", "rule-out")
OF: dict[str, tuple[str, ...]] = {
    _FOLDS: _SEVEN, _NOT_QUALIFIED: _SEVEN, _HIGH: _SEVEN[1:], _BOARD: _ALL[2:3], _RULES: _ALL[3:], _SHOE: _ALL[3:],
    _ORDER: _ALL, _LIMITS: _ALL[:3], _CAP: _SEVEN[:1], _METER: _SEVEN, _PAYS: _ALL, _TOKENS: _SEVEN[:1], _AT_THE_SPOT: _ALL[3:],
    _SHORT: _SEVEN[:1], _MOUSE: _ALL, _LOCKED: _ALL, _COMPANY: _ALL[1:3], _LOWEST: _SEVEN[1:], _TIE: _SEVEN[1:],
    _NO_SET: _SEVEN[1:], _LIT: _ALL[3:], _MADE: _ALL[2:3], _LAID: _SEVEN,
}  # fmt: skip
"""The games that each of them plays."""

SEEN: dict[str, tuple[str, ...]] = {
    # The seven-card games
    "longer_hand_wins": (_PAYS,),
    "main_bets": (_PAYS, _TIE, _NOT_QUALIFIED),
    "nothing_is_bet_after_the_deal_but_the_play": (_LOCKED, _FOLDS),
    "seven_face_down": (_FOLDS,),
    "own_cards_are_seen": (_COMPANY, _SHORT),
    "dealer_builds_the_best_hand": (_FOLDS, _LAID),
    "play_or_fold": (_FOLDS,),
    "set_hand_is_of_one_side": (_SHORT, _FOLDS),
    "four_are_set": (_LOWEST, _FOLDS),
    "play_equals_ante": (_FOLDS,),
    "discards_lie_face_down": (_FOLDS,),
    "the_ante_of_a_fold_is_lost": (_FOLDS,),
    "dealer_turns_when_all_have_decided": (_FOLDS, _ORDER),
    "qualifies_by_the_rule": (_FOLDS, _NOT_QUALIFIED),
    "compared_on": (_PAYS,),
    "an_ace_is_highest": (_PAYS,),
    "bonus": (_FOLDS, _PAYS),
    "paid_on_the_discards": (_FOLDS,),
    "only_the_best_rank_is_paid": (_PAYS,),
    "others_cards_are_not": (_FOLDS, _BOARD, _COMPANY),
    "clockwise_dealer_last": (_ORDER,),
    "asked_after_the_deal": (_ORDER,),
    "held_to_the_set_hand": (_SHORT, _PAYS),
    "a_fold_bets_nothing": (_FOLDS,),
    "a_fold_that_wins_nothing_is_never_shown": (_FOLDS,),
    "folds_are_collected_at_the_fold": (_FOLDS,),
    "lost_bonuses_go_with_the_ante": (_FOLDS,),
    "live_bonuses_stay_up": (_FOLDS, _HIGH),
    "a_progressive_stays_up": (_FOLDS, _METER),
    "a_lost_progressive_goes_with_the_ante": (_FOLDS,),
    "a_progressive_that_wins_stays_up": (_METER,),
    "no_card_is_used_below_the_qualifier": (_NOT_QUALIFIED,),
    "a_fold_is_final": (_FOLDS,),
    "a_paid_bonus_of_a_fold_is_verified": (_FOLDS, _HIGH),
    "dealer_turns_all_seven": (_FOLDS, _NOT_QUALIFIED),
    "laid_from_highest_to_lowest": (_FOLDS,),
    "unused_cards_lie_apart": (_FOLDS,),
    "dealer_announces": (_ORDER, _TIE),
    "from_the_dealers_right": (_ORDER,),
    "played_hands_are_turned_up": (_FOLDS,),
    "not_qualified_is_marked": (_NOT_QUALIFIED,),
    "main_bets_before_bonuses": (_ORDER,),
    "meter_is_shared": (_METER,),
    "split_evenly": (_METER,),
    "every_bet_is_settled_once": (_MOUSE,),
    "duplicates_count_once": (_LOWEST, _FOLDS),
    "combined_points": (_PAYS,),
    "high_points_turn_the_discards": (_FOLDS,),
    "a_worse_hand_set_gains_nothing": (_PAYS,),
    # Quick Draw Hold'em
    "there_is_no_dealers_hand": (_BOARD,),
    "bets_of_the_start": (_BOARD,),
    "flop_bonus": (_BOARD, _PAYS),
    "best_four": (_BOARD, _PAYS),
    "only_the_highest_is_paid": (_PAYS,),
    "two_cards_clockwise": (_ORDER,),
    "then_five_on_the_board": (_BOARD, _ORDER),
    "turned": (_BOARD, _ORDER),
    "flop_bonus_at_once": (_BOARD,),
    "raise_equals_flop": (_BOARD,),
    "asked_after": (_BOARD,),
    "a_fold_loses": (_BOARD,),
    "collected_before": (_BOARD,),
    "nothing_else_is_turned": (_BOARD, _ORDER),
    "hands_are_turned_up": (_BOARD, _MADE),
    "river": (_PAYS, _MADE),
    "sixes_lose": (_PAYS,),
    "no_full_house_of_four": (_PAYS,),
    "from_the_right": (_ORDER,),
    "a_fold_is_never_shown": (_BOARD,),
    "best_four_before_the_hands": (_BOARD, _ORDER),
    # Rule Out!
    "each_strikes_as_it_is_turned": (_RULES,),
    "survivors_are_named_by_none": (_PAYS,),
    "three_face_up_from_the_left": (_RULES, _ORDER),
    "all_hands_are_seen": (_RULES,),
    "joker_bets": (_RULES, _ORDER),
    "a_joker_does_not_survive": (_RULES,),
    "trades_in_turn": (_RULES,),
    "one_card_is_traded_or_none": (_RULES,),
    "no_joker_is_traded": (_LIT,),
    "the_traded_card_does_not_come_back": (_RULES,),
    "a_new_card_for_a_trade": (_RULES,),
    "a_drawn_joker_is_called_out": (_RULES,),
    "a_drawn_joker_pays_nothing": (_RULES,),
    "after_the_last_trade": (_RULES, _ORDER),
    "one_at_a_time": (_RULES, _ORDER),
    "each_is_called": (_RULES,),
    "settled_after_the_third_card": (_RULES, _ORDER),
    "taken_from_the_left": (_ORDER,),
    "hands_lie_until_they_are_settled": (_RULES,),
    "strikes": (_LIT, _RULES),
    "an_ace_is_low": (_RULES,),
    "cards_that_are_out_count": (_RULES,),
    "by_rank_come_first": (_RULES,),
    "with_jokers": (_RULES,),
    "suits_break_ties": (_RULES,),
    # Commands that are not taken
    "bad-wager": (_LIMITS, _AT_THE_SPOT),
    "below-minimum": (_LIMITS,),
    "above-maximum": (_LIMITS,),
    "bets-closed": (_LOCKED,),
    "bad-token": (_TOKENS, _CAP),
    "bad-choice": (_NO_SET, _LIT),
}

NOTHING_TO_SEE = {
    "one_deck": "no card twice: the felt draws the cards of the log, which are counted there",
    "of_identical_cards_one": "two cards alike lie on the felt as any two; which of them is struck is looked at in the log",
}

NOT_OF_A_STEP = (_SHOE,)
"""Shown in a browser for a ruling, not for a row."""


def key_of(row: Row) -> str | None:
    """What a row looks for: the name of the function, or of the one that made it, or the reason of a refusal."""
    match row.evidence:
        case Shown(look):
            return look.__qualname__.split(".")[0]
        case Refused(reason=reason):
            return reason
        case Ruled():
            return None


def in_browser(game: str, row: Row) -> tuple[str, ...]:
    return tuple(test for test in SEEN.get(key_of(row) or "", ()) if game in OF[test])


@cache
def browser_tests(file: str) -> frozenset[str]:
    """The tests of a file that are given a real browser."""
    tree = ast.parse((FELT / file).read_text(encoding="utf-8"))
    return frozenset(
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and "browser" in {argument.arg for argument in node.args.args}
    )
