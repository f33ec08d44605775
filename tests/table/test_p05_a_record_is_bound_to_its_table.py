"""A table's game, places, decks and Jokers go into its deals: a record that claims others is refused by every check."""

from typing import Any

import pytest

from feltlab.errors import FeltlabError
from feltlab.table import Config, rehearsal
from feltlab.table.history import history
from feltlab.table.views import view
from feltlab.verify_shuffle import MalformedRoundError, differences, read_round
from feltlab.wire import dump
from tests.table.driver import Table

ONE_JOKER = 'game = "rule-out"\n[rules]\njokers = 1\n'
TABLES = {
    "ace-odd-even": Config("ace-odd-even"),
    "low-four": Config("low-four", seats=4),
    "quick-draw-holdem": Config("quick-draw-holdem", seats=5),
    "rule-out": Config("rule-out", seats=6, decks=4, rules=ONE_JOKER),
}
SHAPES = {
    "ace-odd-even": (6, 1, 0),
    "low-four": (4, 1, 0),
    "quick-draw-holdem": (5, 1, 0),
    "rule-out": (6, 4, 1),
}
CLAIMS: list[tuple[str, dict[str, Any]]] = [
    *((game, {"seats": seats}) for game in TABLES for seats in range(1, 8) if seats != SHAPES[game][0]),
    *((game, {"game": other}) for game in TABLES for other in TABLES if other != game),
    *((game, {"decks": decks}) for game in TABLES for decks in (1, 2, 4, 8) if decks != SHAPES[game][1]),
    *((game, {"jokers": jokers}) for game in TABLES for jokers in range(5) if jokers != SHAPES[game][2]),
]


def played(game: str) -> dict[str, Any]:
    """The record of a round with one seat's cards, from the top of the pack."""
    table = Table(TABLES[game], name="p05").sit(1)
    table.lock((1,))
    table.play_out()
    assert table.table.last is not None
    return history(table.table, table.table.last)


def verifier_refuses(record: dict[str, Any]) -> bool:
    try:
        return bool(differences(read_round(dump(record).encode())))
    except MalformedRoundError:
        return True


def replay_refuses(record: dict[str, Any]) -> bool:
    try:
        return bool(rehearsal.differences(record))
    except FeltlabError:
        return True


@pytest.mark.parametrize("game", TABLES)
def test_p05_the_table_shows_what_its_records_say(game: str) -> None:
    """Before the bets, in its rules; afterward, in the record."""
    shown, record = view(Table(TABLES[game]).table)["config"], played(game)
    assert (shown["seats"], shown["decks"], shown["jokers"]) == SHAPES[game]
    assert (record["seats"], record.get("decks", 1), record.get("jokers", 0)) == SHAPES[game]


@pytest.mark.parametrize(("game", "claim"), CLAIMS)
def test_p05_another_claim_is_refused(game: str, claim: dict[str, Any]) -> None:
    record = played(game)
    assert not verifier_refuses(record)
    assert not replay_refuses(record)
    assert verifier_refuses(record | claim)
    assert replay_refuses(record | claim)


@pytest.mark.parametrize("game", TABLES)
def test_p05_where_no_card_was_dealt_there_is_nothing_to_refuse(game: str) -> None:
    record = played(game) | {"dealt": {}}
    assert not verifier_refuses(record)
    assert not verifier_refuses(record | {"seats": 3})
