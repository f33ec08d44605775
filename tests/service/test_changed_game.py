"""A live table and the file of its game: a round is played to its end by the rules that dealt it, or not at all."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from feltlab.errors import FeltlabError
from feltlab.games import GAMES
from feltlab.games.loading import load_game
from feltlab.service.checks import ledger_sums
from feltlab.service.pit import Pit
from feltlab.service.requests import AtTable, Chips, Done, Request
from feltlab.service.store import open_store
from feltlab.table.commands import Bet, Command, Decide, Ready, Sit
from feltlab.table.rehearsal import differences
from feltlab.web.app import create_app
from feltlab.web.door.settings import Settings
from feltlab.web.live.opening import open_house
from tests.one_game_less import ADDRESS
from tests.waiting import until

EXAMPLE = Path(__file__).parents[2] / "examples" / "spring_tide.py"
TABLE = "spring-tide-1"


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    made = tmp_path / "tide.py"
    made.write_text(EXAMPLE.read_text())
    load_game(made)
    yield made
    GAMES.pop("spring-tide", None)


def edited(file: Path, old: str = "50 to 1", new: str = "60 to 1") -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    load_game(file)


def house(folder: Path) -> Pit:
    pit = Pit(open_store(f"sqlite:///{folder / 'felt.db'}"))
    open_house(pit, Settings(demo=True))
    return pit


def ask(pit: Pit, command: Command, player: str = "ann") -> None:
    reply = pit.ask(Request(AtTable(TABLE, command, player)))
    assert isinstance(reply, Done), reply


def seated(pit: Pit) -> None:
    assert isinstance(pit.ask(Request(Chips("ann", 100_000), "chips")), Done)
    ask(pit, Sit("ann", "Ann", 1))
    bet(pit, 500)


def bet(pit: Pit, ante: int) -> None:
    ask(pit, Bet("ann", 1, number(pit), {"ante": ante}))


def number(pit: Pit) -> int:
    until(lambda: (now := pit.tables[TABLE].round) is not None and now.phase == "bets")
    return pit.tables[TABLE].rounds


def decide(pit: Pit, option: str) -> None:
    ask(pit, Decide("ann", 1, pit.tables[TABLE].rounds, "sail", {"sail": option}))
    until(lambda: pit.store.round(TABLE, 1).history)  # type: ignore[union-attr]


def recalled(pit: Pit) -> Any:
    row = pit.store.round(TABLE, 1)
    assert row is not None
    return json.loads(row.history or "")


def dealt(pit: Pit) -> None:
    seated(pit)
    ask(pit, Ready("ann", 1, number(pit)))
    until(lambda: (now := pit.tables[TABLE].round) is not None and now.asked == "sail")


def on_the_felt(pit: Pit) -> tuple[object, ...]:
    """All of the round but its clock, which begins anew with the process."""
    round = pit.tables[TABLE].round
    assert round is not None
    return round.number, round.seed, round.places, round.hands, round.asked, round.waiting


def test_a_dealt_round_waits_for_the_rules_that_dealt_it(file: Path, tmp_path: Path) -> None:
    pit, original = house(tmp_path), file.read_text()
    dealt(pit)
    before = on_the_felt(pit)
    pit.stop()

    edited(file)
    pit = house(tmp_path)
    assert TABLE in pit.waiting
    assert "spring-tide-2" in pit.tables  # a demo has a table of each game all the same
    pit.stop()

    GAMES.pop("spring-tide")
    pit = house(tmp_path)
    assert TABLE in pit.waiting
    pit.stop()

    file.write_text(original)
    load_game(file)
    pit = house(tmp_path)
    assert on_the_felt(pit) == before
    decide(pit, "fold")
    record = recalled(pit)
    assert differences(record) == []
    assert ledger_sums(pit.store).is_right
    pit.stop()


def test_between_rounds_the_edited_file_is_taken_and_bets_go_back(file: Path, tmp_path: Path) -> None:
    pit = house(tmp_path)
    seated(pit)
    pit.stop()
    edited(file)
    pit = house(tmp_path)
    until(lambda: pit.store.balance("purse:ann") == 100_000 and pit.tables[TABLE].rounds == 2)
    bet(pit, 700)
    round = pit.tables[TABLE].round
    assert round is not None
    assert round.config.mark == GAMES["spring-tide"].mark
    pit.stop()


def test_a_round_of_other_rules_is_neither_dealt_again_nor_told_in_part(file: Path, tmp_path: Path) -> None:
    pit = house(tmp_path)
    dealt(pit)
    decide(pit, "once")
    record = recalled(pit)
    assert differences(record) == []
    site = TestClient(create_app(pit, settings=Settings()), base_url=ADDRESS)
    site.get("/api/me")
    address = f"/api/tables/{TABLE}/rounds"
    assert len(site.get(address).json()["rounds"]) == 1
    edited(file)
    with pytest.raises(
        FeltlabError, match=r"the round cannot be dealt again: .*tide.py has changed since it was dealt"
    ):
        differences(record)
    told = site.get(f"{address}/1")
    assert (told.status_code, "put the file back as it was" in told.text) == (409, True), told.text
    assert site.get(address).json()["rounds"] == []
    pit.stop()
