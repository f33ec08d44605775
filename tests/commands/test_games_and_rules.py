import json

import pytest

from feltlab.games import GAMES
from tests.conftest import Feltlab


def test_games_lists_the_four(feltlab: Feltlab) -> None:
    done = feltlab("games")
    assert done.returncode == 0
    assert all(slug in done.stdout for slug in GAMES)


def test_games_for_programs_names_every_wager(feltlab: Feltlab) -> None:
    listed = json.loads(feltlab("games", "--json").stdout)
    assert [entry["slug"] for entry in listed] == list(GAMES)
    assert [wager["slug"] for wager in listed[0]["wagers"]] == [
        "ante", "play", "odd-even", "poker", "poker-progressive",
    ]  # fmt: skip


@pytest.mark.parametrize("slug", GAMES)
def test_rules_prints_card_pay_tables_procedure_and_rulings(feltlab: Feltlab, slug: str) -> None:
    done = feltlab("rules", slug)
    assert done.returncode == 0
    for part in (" 1. ", "Pay tables", "Dealer's procedure", "Calls", "Misdeal, discards, irregularities", "Rulings"):
        assert part in done.stdout, part


@pytest.mark.parametrize("slug", GAMES)
def test_rules_for_programs(feltlab: Feltlab, slug: str) -> None:
    entry = json.loads(feltlab("rules", slug, "--json").stdout)
    felts = [table["wager"] for table in entry["pay_tables"] if table["felt"]]
    assert sorted(felts) == sorted(GAMES[slug].book.scales)
    assert entry["procedure"]["steps"]
    assert {ruling["rule"] for ruling in entry["rulings"]} <= set(range(1, 17))


def test_the_version_is_printed(feltlab: Feltlab) -> None:
    assert feltlab("--version").stdout.startswith("feltlab ")
