"""A table with rules of its own: what is said about a hand, and the line of the strategy that is marked, follow them."""

from collections.abc import Iterator

import pytest

from feltlab.table.config import Config
from tests.web.floor.house import House, Person, running

RULES = '[rules]\nhigh_pair = "9"\n'


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with running() as found:
        found.open_table("printed", Config("quick-draw-holdem"))
        found.open_table("nines", Config("quick-draw-holdem", rules=RULES))
        found.open_table("low", Config("low-four"))
        yield found


@pytest.fixture
def guest(house: House) -> Person:
    return house.guest()


def marked(guest: Person, table: str, cards: str, board: str) -> str:
    """The line of the table's strategy that speaks of a hand."""
    facts = guest.get(f"/table/{table}/read.json?cards={cards}&board={board}").json()
    lines: list[str] = guest.get(f"/table/{table}/strategy.json").json()["lines"]
    marked_line: str = lines[facts["rule"]]
    return marked_line.strip()


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
