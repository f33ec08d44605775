"""A table with its own rules: the words about a hand, and the marked line of the strategy, follow them."""

import re
from collections.abc import Iterator

import numpy as np
import pytest

from feltlab.exact.seven_card import DEALER_HANDS
from feltlab.games.low_four.fast import TOTALS, showdown
from feltlab.hands.points import HIGHEST_TOTAL
from feltlab.kernels.lattice import WEIGHTS
from feltlab.table.config import Config
from tests.web.floor.house import House, Person, running

RULES = '[rules]\nhigh_pair = "9"\n'


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with running() as found:
        found.open_table("printed", Config("quick-draw-holdem"))
        found.open_table("nines", Config("quick-draw-holdem", rules=RULES))
        found.open_table("low", Config("low-four"))
        found.open_table("generous", Config("low-four", rules="[rules]\nqualifier = 10\n"))
        found.open_table("odd", Config("ace-odd-even"))
        found.open_table("hard", Config("ace-odd-even", rules='[rules]\nqualifier_cards = 6\nqualifier_rank = "A"\n'))
        yield found


@pytest.fixture
def guest(house: House) -> Person:
    return house.guest()


def marked(guest: Person, table: str, cards: str, board: str) -> str:
    """The line of the table's strategy that speaks of a hand."""
    facts = guest.get(f"/table/{table}/read.json?cards={cards}&board={board}").json()
    lines: list[str] = guest.get(f"/table/{table}/strategy.json").json()["lines"]
    line: str = lines[facts["rule"]]
    return line.strip()


def test_the_marked_line_follows_the_tables_rules(guest: Person) -> None:
    sevens, nines = "7c 7d", "9c 9d"
    board = "Kc 4d 2h"
    assert marked(guest, "printed", sevens, board) == "1. a pair of 7s or better, any two pair, or better;"
    assert marked(guest, "nines", nines, board) == "1. a pair of 9s or better, any two pair, or better;"
    # With one king beside it and no draw, a pair that is too low for this table is folded.
    assert marked(guest, "nines", sevens, board) == "Fold the rest."
    assert marked(guest, "nines", sevens, "5c 4d 2h").startswith("3. a pair of 2s to 8s, unless exactly one other card")


def test_the_strategy_says_the_tables_numbers(guest: Person) -> None:
    assert "a pair of 2s to 6s" in " ".join(guest.get("/table/printed/strategy.json").json()["lines"])
    assert "7" not in " ".join(guest.get("/table/nines/strategy.json").json()["lines"])


def test_another_qualifier_has_another_rule_to_remember(guest: Person) -> None:
    """A dealer who seldom qualifies pays the Ante to almost everyone: the printed rule would fold far too much."""
    cards = "6c 6d 5h 4s Td Jc Kh"
    printed, own = (guest.get(f"/table/{table}/read.json?cards={cards}").json() for table in ("low", "generous"))
    assert (printed["said"], printed["rule"]) == ("15 points with a seven-card sum of 51", 4)
    assert (own["said"], own["rule"]) == ("15 points", 0)
    assert marked(guest, "low", cards, "") == "53 or less: play."
    line = marked(guest, "generous", cards, "")
    terms = Config("low-four", rules="[rules]\nqualifier = 10\n").terms
    assert re.fullmatch(r"Play \d\d points or less; fold the rest\.|Play everything\.", line)
    played = int(line.split()[1]) if line[5].isdigit() else HIGHEST_TOTAL
    for total in range(HIGHEST_TOTAL + 1):
        found = np.equal(TOTALS, total)
        if found.any():
            values, scale = showdown(terms.numbers).scaled(terms.numbers)
            mean = (WEIGHTS[found] * values[found]).sum() / (WEIGHTS[found].sum() * scale * DEALER_HANDS)
            assert (mean >= -1) == (total <= played)


def test_the_sides_too(guest: Person) -> None:
    assert guest.get("/table/odd/strategy.json").json()["lines"] == [
        "Play four cards Ace high or better, or any five cards; fold the rest."
    ]
    (line,) = guest.get("/table/hard/strategy.json").json()["lines"]
    assert line != "Play four cards Ace high or better, or any five cards; fold the rest."


def test_a_table_on_the_printed_rules_says_what_the_game_says(guest: Person) -> None:
    cards = "As Kd 3c 4d 5h 6s 8d"
    assert (
        guest.get(f"/table/low/read.json?cards={cards}").json()
        == guest.get(f"/play/low-four/read.json?cards={cards}").json()
    )
    assert guest.get("/table/low/strategy.json").json() == guest.get("/play/low-four/strategy.json").json()


@pytest.mark.parametrize("address", ["/table/none/read.json?cards=As", "/table/none/strategy.json"])
def test_no_such_table(guest: Person, address: str) -> None:
    assert guest.get(address).status_code == 404


def test_a_wrong_hand_is_told_so(guest: Person) -> None:
    assert guest.get("/table/low/read.json?cards=As").status_code == 400
    assert guest.get("/table/nines/read.json?cards=As Kd&board=2c").status_code == 400


@pytest.mark.parametrize("path", ["rules", "school"])
def test_what_a_house_has_otherwise_is_said_beside_the_printed_words(guest: Person, path: str) -> None:
    assert "qualifier = 10, not 16" in guest.get(f"/table/generous/{path}").text
    assert "its own terms" not in guest.get(f"/table/low/{path}").text
    felt = guest.get("/table/generous/felt.json").json()
    assert len(felt["differs"]) == 1
    assert "qualifier = 10, not 16" in felt["differs"][0]
    assert guest.get("/table/low/felt.json").json()["differs"] == []


def test_an_own_progressive_is_said_too(house: House, guest: Person) -> None:
    own = '[[progressive]]\nwager = "poker-progressive"\nbase_bets = 5000\nincrement = "15%"\n'
    house.open_table("meter", Config("ace-odd-even", rules=own))
    said = " ".join(guest.get("/table/meter/felt.json").json()["differs"])
    assert "starts at 5,000 bets, not 10,000" in said
    assert "grows by 15%, not 20%" in said


OTHERWISE = {
    "low-four": (
        "qualifier = 10\nno_qualify_odds = '3 to 2'",
        ["With 11 points or more the dealer does not qualify", "pay the Ante 3 to 2;"],
        {"dealer above 10 points": "11 points: dealer does not qualify. Ante pays, Play pushes"},
    ),
    "ace-odd-even": (
        "qualifier_cards = 5\nqualifier_rank = 'Q'",
        ["Below five cards Queen high the dealer does not qualify"],
        {"dealer's lowest qualifying hand": "5-card even, queen high"},
    ),
    "quick-draw-holdem": (
        "high_pair = '3'\nwin_odds = '6 to 5'",
        ["Less than two pair with threes or better on top", "pay Flop and Turn bets 6 to 5"],
        {"lowest winning hand": "Two pair, threes and twos: pays", "losing hand": "Pair of aces: not a winning hand"},
    ),
    "rule-out": ("jokers = 1", ["53-card decks, one Joker in each"], {}),
}


@pytest.mark.parametrize("game", OTHERWISE)
def test_the_manual_of_a_table_says_its_own_numbers(game: str) -> None:
    rules, steps, calls = OTHERWISE[game]
    own = Config(game, rules=f"[rules]\n{rules}\n").rule_book.book.procedure
    printed = Config(game).rule_book.book.procedure
    for words in steps:
        assert any(words in step.words for step in own.steps)
        assert not any(words in step.words for step in printed.steps)
    for occasion, call in calls.items():
        assert own.calls[occasion] == call
        assert printed.calls.get(occasion) != call
    assert [step.number for step in own.steps] == [step.number for step in printed.steps]
    assert not any("{" in text for text in (*own.calls, *own.calls.values(), *(step.words for step in own.steps)))
