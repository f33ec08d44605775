"""What is said of a choice and of the dealer's hand, as on the felt and in the hand history."""

import pytest

from feltlab.cards import parse_cards
from feltlab.games import GAMES

SEVENS = {"player": "As 2s 3s 4s 6d 8d Th", "dealer": "Kd Jd 9c 7c 5h 3h 2h"}
SHARED = {"hole": "As Kd", "flop": "2c 7h 9d", "turn": "3s", "river": "4d"}
RULES = {"dealt": "As 9d Jo", "replacement": "4c", "rules": ["Red", "Even", "2-5"]}


@pytest.mark.parametrize(
    ("game", "line", "said"),
    [
        ("ace-odd-even", SEVENS | {"choices": {"decision": "fold"}}, "fold"),
        ("ace-odd-even", SEVENS | {"choices": {"decision": "play"}}, "play, set even"),
        ("ace-odd-even", SEVENS | {"choices": {"decision": "play", "set": "odd"}}, "play, set odd"),
        ("low-four", SEVENS | {"choices": {"decision": "fold"}}, "fold"),
        ("low-four", SEVENS | {"choices": {"decision": "play"}}, "play, set As 4s 3s 2s"),
        ("quick-draw-holdem", SHARED | {"choices": {"flop": "fold"}}, "fold on the flop"),
        ("quick-draw-holdem", SHARED | {"choices": {"flop": "bet", "turn": "fold"}}, "bet the turn, fold there"),
        ("quick-draw-holdem", SHARED | {"choices": {"flop": "bet", "turn": "bet"}}, "bet the turn, bet the river"),
        ("rule-out", RULES | {"choices": {"trade": None}, "replacement": None}, "keep"),
        ("rule-out", RULES | {"choices": {"trade": "As"}}, "trade As"),
        ("rule-out", RULES | {"choices": {"trade": "9d"}}, "trade 9d"),
    ],
)
def test_a_choice_in_words(game: str, line: dict[str, object], said: str) -> None:
    found = GAMES[game]
    assert found.choice_text(*found.read(line, found.numbers)) == said


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
