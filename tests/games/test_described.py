"""What a game says about itself: its bets, its numbers and their bounds, choices and the dealer's hand in words."""

from dataclasses import replace

import pytest

from feltlab.cards import JOKER, parse_cards
from feltlab.cards.names import cards_named
from feltlab.errors import CardError, RulesError
from feltlab.games import GAMES, settle
from feltlab.games.quick_draw_holdem import rules as quick_draw_holdem
from feltlab.games.rule_out import rules as rule_out
from feltlab.rules.lines import read_round
from feltlab.rules.pay_table import Points
from feltlab.rules.wagers import Role, Wager

BEFORE, SET = "before the deal", "with the set hand"
BETS = {
    "ace-odd-even": [
        Wager("ante", "Ante", Role.INITIAL, BEFORE, odds=("win_odds", "no_qualify_odds")),
        Wager("play", "Play", Role.RAISE, SET, equals="ante", odds=("win_odds",)),
        Wager("odd-even", "Odd-Even Bonus", Role.SIDE, BEFORE),
        Wager("poker", "Poker Bonus", Role.SIDE, BEFORE),
        Wager("poker-progressive", "Poker Bonus Progressive", Role.PROGRESSIVE, BEFORE, fixed_stakes=(100, 500)),
    ],
    "low-four": [
        Wager("ante", "Ante", Role.INITIAL, BEFORE, odds=("win_odds", "no_qualify_odds")),
        Wager("play", "Play", Role.RAISE, SET, equals="ante", odds=("win_odds",)),
        Wager("low-points", "Low Points Bonus", Role.SIDE, BEFORE),
        Wager("high-points", "High Points Bonus", Role.SIDE, BEFORE),
        Wager("combo-progressive", "Combo Progressive", Role.PROGRESSIVE, BEFORE),
    ],
    "quick-draw-holdem": [
        Wager("flop", "Flop", Role.INITIAL, BEFORE, odds=("win_odds",)),
        Wager("turn", "Turn", Role.RAISE, "after the flop", equals="flop", odds=("win_odds",)),
        Wager("river", "River Bonus", Role.RAISE, "after the turn", equals="turn"),
        Wager("flop-bonus", "3 Card Flop Bonus", Role.SIDE, BEFORE),
        Wager("best-four", "Best 4 of 5 Bonus", Role.SIDE, BEFORE),
    ],
    "rule-out": [
        Wager("main", "Main", Role.INITIAL, BEFORE),
        Wager("joker", "Joker", Role.SIDE, BEFORE, not_above="main"),
    ],
}
BOUNDS = {
    "ace-odd-even": {"seats": (6, 1, 6), "qualifier_cards": (4, 0, 7), "bonus_token_cap": (2_500, 0, 10**9)},
    "low-four": {"seats": (6, 1, 6), "qualifier": (16, 1, 34)},
    "quick-draw-holdem": {"seats": (7, 1, 7)},
    "rule-out": {"seats": (7, 1, 7), "decks": (1, 1, 8), "jokers": (2, 0, 4)},
}
"""As printed, least and most."""

SEVENS = {"player": "As 2s 3s 4s 6d 8d Th", "dealer": "Kd Jd 9c 7c 5h 3h 2h"}
SHARED = {"hole": "As Kd", "flop": "2c 7h 9d", "turn": "3s", "river": "4d"}
RULES = {"dealt": "As 9d Jo", "replacement": "4c", "rules": ["Red", "Even", "2-5"]}


@pytest.mark.parametrize("game", BETS)
def test_the_bets_on_the_felt(game: str) -> None:
    assert list(GAMES[game].wagers.values()) == BETS[game]
    assert list(GAMES[game].wagers) == [wager.slug for wager in BETS[game]]


@pytest.mark.parametrize("game", BOUNDS)
def test_numbers_and_their_bounds(game: str) -> None:
    printed = GAMES[game].numbers
    for name, (usual, least, most) in BOUNDS[game].items():
        assert getattr(printed, name) == usual
        for good in (least, most):
            assert printed.changed({name: good}) == replace(printed, **{name: good})
        for bad in (least - 1, most + 1):
            with pytest.raises(RulesError, match=f"from {least} to {most}"):
                printed.changed({name: bad})


@pytest.mark.parametrize(
    ("game", "fields", "seen"),
    [
        ("ace-odd-even", "player dealer tokens", "player"),
        ("low-four", "player dealer", "player"),
        ("quick-draw-holdem", "hole flop turn river", "hole flop turn"),
        ("rule-out", "decks dealt replacement rules", "decks dealt"),
    ],
)
def test_what_a_round_is_written_with_and_what_a_decision_is_made_on(game: str, fields: str, seen: str) -> None:
    found = GAMES[game]
    assert " 1. " in found.card
    assert (found.slug, found.line_fields, found.seen_fields) == (game, tuple(fields.split()), tuple(seen.split()))


def test_the_totals_that_bonuses_of_low_four_are_paid_for() -> None:
    totals = {"low-points": Points(1, 34), "high-points": Points(1, 34), "combo-progressive": Points(2, 68)}
    assert GAMES["low-four"].book.scales == totals


def test_a_combo_is_of_both_hands_together() -> None:
    line = {
        "game": "low-four", "player": "Ks Qs Js 8d 4h 3c 2s", "dealer": "Kd Qd Jd 8h 4s 3s 2h",
        "choices": {"decision": "fold"}, "wagers": {"ante": 100, "low-points": 100, "combo-progressive": 100},
        "meters": {"combo-progressive": 1_000_000},
    }  # fmt: skip
    said = {result.wager: result.why for result in settle(line).results}
    assert said["low-points"] == "17 points: not a winning hand"
    assert said["combo-progressive"] == "34 points together: not a winning hand"


def test_what_is_seen_when_a_decision_is_made() -> None:
    on_the_flop = quick_draw_holdem.read_seen({"hole": "As Kd", "flop": "2c 7h 9d"})
    assert on_the_flop == ((51, 45), (0, 22, 29), None)
    assert quick_draw_holdem.read_seen({"hole": "As Kd", "flop": "2c 7h 9d", "turn": "3s"}).turn == 7
    assert rule_out.read_seen({"dealt": "As As Jo"}, rule_out.RuleOut(decks=2)) == ((51, 51, JOKER), 2)


def test_which_rule_took_which_card() -> None:
    line = RULES | {"game": "rule-out", "choices": {"trade": None}, "replacement": None, "wagers": {"main": 100}}
    assert settle(line).hands == {"player": "1 surviving: As", "taken": "9d by Red"}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"hole": "As Kd", "flop": "2c 7h 9d", "turn": "3s", "river": "4d"}, "no decision is left"),
        ({"hole": "As Kd", "flop": "2c 7h As"}, "As is dealt twice"),
        ({"hole": "As Kd", "flop": "2c 7h 9d", "turn": "Kd"}, "Kd is dealt twice"),
        ({"hole": "As", "flop": "2c 7h 9d"}, "hole must be 2 cards"),
        ({"hole": "As Kd", "flop": "2c 7h"}, "flop must be 3 cards"),
    ],
)
def test_no_decision_is_made_on_such_cards(line: dict[str, str], said: str) -> None:
    with pytest.raises(CardError, match=said):
        quick_draw_holdem.read_seen(line)


@pytest.mark.parametrize(
    ("cards", "jokers", "said"),
    [
        ("As As 2d", 2, "As is dealt 2 times; the shoe holds it once"),
        ("Jo As 2d", 0, "Jo is dealt once; the shoe holds it not at all"),
        ("Jo Jo Jo", 2, "Jo is dealt 3 times; the shoe holds it 2 times"),
    ],
)
def test_cards_that_the_shoe_does_not_hold(cards: str, jokers: int, said: str) -> None:
    with pytest.raises(CardError, match=said):
        rule_out.read_seen({"dealt": cards}, rule_out.RuleOut(jokers=jokers))


def test_a_folded_hand_is_named() -> None:
    line = SHARED | {"game": "quick-draw-holdem", "choices": {"flop": "fold"}, "wagers": {"flop": 100}}
    assert settle(line).hands == {"player": "folded"}


@pytest.mark.parametrize(
    ("game", "line", "said"),
    [
        ("quick-draw-holdem", SHARED | {"hole": "As"}, "hole must be 2 cards"),
        ("quick-draw-holdem", SHARED | {"flop": "2c 7h"}, "flop must be 3 cards"),
        ("rule-out", RULES | {"dealt": "As 9d"}, "dealt must be 3 cards"),
    ],
)
def test_too_few_cards_are_named(game: str, line: dict[str, object], said: str) -> None:
    with pytest.raises(CardError, match=said):
        GAMES[game].reader.cards(line | {"choices": {}})


@pytest.mark.parametrize(
    ("game", "places", "said"),
    [
        ("quick-draw-holdem", {"hole": (0,), "board": (1, 2, 3, 4, 5)}, "hole must be 2 cards, not 1"),
        ("quick-draw-holdem", {"hole": (0, 6), "board": (1, 2, 3, 4)}, "board must be 5 cards, not 4"),
        ("quick-draw-holdem", {"hole": (0, 1), "board": (1, 2, 3, 4, 5)}, "2d is dealt twice"),
        ("rule-out", {"dealt": (0, 1, 2), "rules": cards_named(("Red", "Even", "Red"))}, "a Rule Card is dealt twice"),
        ("rule-out", {"dealt": (JOKER, JOKER, JOKER), "rules": cards_named(("Red", "Even", "2-5"))}, "Jo is dealt 3"),
    ],
)
def test_cards_that_were_never_written_down_are_checked_too(
    game: str, places: dict[str, tuple[int, ...]], said: str
) -> None:
    book = GAMES[game]
    line = {"wagers": {book.initial: 100}, "choices": {"trade": None} if book.round.trade else {"flop": "fold"}}
    with pytest.raises(CardError, match=said):
        read_round(line, book, book.house(), places)


@pytest.mark.parametrize(
    ("game", "given", "choices"),
    [("quick-draw-holdem", SHARED, {"flop": "fold"}), ("rule-out", RULES, {"trade": "9d"})],
)
def test_cards_as_numbers_are_the_round_that_they_are_as_text(
    game: str, given: dict[str, object], choices: dict[str, object]
) -> None:
    book = GAMES[game]
    line: dict[str, object] = {"wagers": {book.initial: 100}, "choices": choices}
    drawn: tuple[int, ...]
    if game == "rule-out":
        places, drawn = {"dealt": (51, 29, JOKER), "rules": cards_named(("Red", "Even", "2-5"))}, (8,)
    else:
        places, drawn = {"hole": (51, 45), "board": (0, 22, 29, 7, 9)}, ()
    assert read_round(line, book, book.house(), places, drawn) == read_round(line | given, book, book.house())


def test_three_cards_are_no_set() -> None:
    game = GAMES["low-four"]
    with pytest.raises(CardError, match="set must be 4 cards, not 3"):
        game.reader.choices(game.reader.cards(SEVENS), {"decision": "play", "set": "As 2s 3s"})


def test_free_bets_are_of_one_game() -> None:
    assert [slug for slug, game in GAMES.items() if game.tokens] == ["ace-odd-even"]


@pytest.mark.parametrize(
    ("game", "line", "said"),
    [
        ("ace-odd-even", SEVENS | {"choices": {"decision": "fold"}}, "fold"),
        ("ace-odd-even", SEVENS | {"choices": {"decision": "play"}}, "play, set even"),
        ("ace-odd-even", SEVENS | {"choices": {"decision": "play", "set": "odd"}}, "play, set odd"),
        ("low-four", SEVENS | {"choices": {"decision": "fold"}}, "fold"),
        ("low-four", SEVENS | {"choices": {"decision": "play"}}, "play, set As 4s 3s 2s"),
        ("quick-draw-holdem", SHARED | {"choices": {"flop": "fold"}}, "fold on the flop"),
        ("quick-draw-holdem", SHARED | {"choices": {"flop": "fold", "turn": "fold"}}, "fold on the flop"),
        ("quick-draw-holdem", SHARED | {"choices": {"flop": "bet", "turn": "fold"}}, "bet the turn, fold there"),
        ("quick-draw-holdem", SHARED | {"choices": {"flop": "bet", "turn": "bet"}}, "bet the turn, bet the river"),
        ("rule-out", RULES | {"choices": {"trade": None}, "replacement": None}, "keep"),
        ("rule-out", RULES | {"choices": {"trade": "As"}}, "trade As"),
        ("rule-out", RULES | {"choices": {"trade": "9d"}}, "trade 9d"),
    ],
)
def test_a_choice_in_words(game: str, line: dict[str, object], said: str) -> None:
    found = GAMES[game]
    wagers = {found.initial: 100}
    assert found.choice_text(read_round(line | {"wagers": wagers}, found, found.house())) == said


@pytest.mark.parametrize(
    ("game", "dealer", "said"),
    [
        ("ace-odd-even", "Ks Js 9d 7h 2c 4s 6h", "4-card odd, king high"),
        ("ace-odd-even", "Qs Td 8h 6s 4d 9s 7s", "5-card even, queen high"),
        ("ace-odd-even", "Qs Td 8h 6s Kd Jc 9s", "Dealer does not qualify: Ante pays, Play pushes"),
        ("low-four", "Ks Qs Js 7d 4h 3c 2s", "16 points"),
        ("low-four", "Ks Qs Js 8d 4h 3c 2s", "17 points: dealer does not qualify. Ante pays, Play pushes"),
        ("low-four", "As Ah Ad Ac 9h 9c 9s", "1 point"),
    ],
)
def test_the_dealers_hand_in_words(game: str, dealer: str, said: str) -> None:
    found = GAMES[game]
    assert found.announce is not None
    assert found.announce(tuple(parse_cards(dealer, 7, "dealer")), found.numbers) == said


def test_the_dealer_has_no_hand_of_their_own_in_the_other_games() -> None:
    assert [slug for slug, game in GAMES.items() if game.announce is None] == ["quick-draw-holdem", "rule-out"]
