"""Rounds recorded by 0.1.0 still verify, still replay to the cent, and still cannot be changed unnoticed."""

import json
from pathlib import Path
from typing import Any

import pytest

from feltlab.games import GAMES
from feltlab.table import rehearsal
from feltlab.verify_shuffle import KNOWN_CUTS, differences, read_round, verdicts

FOLDER = Path(__file__).parent.parent / "data" / "rounds-0.1.0"
FILES = sorted(FOLDER.glob("*.jsonl"))


def records(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def test_there_are_rounds_of_each_game_with_all_that_can_happen() -> None:
    assert {file.stem for file in FILES} == set(KNOWN_CUTS)
    for file in FILES:
        rounds = records(file)
        assert {record["outcome"] for record in rounds} == {"closed", "voided"}
        assert any(record["client_seeds"] for record in rounds)
        players = [player for record in rounds for player in record["players"].values()]
        assert {player["void"] for player in players} == {"", "wrong-count", "round"}
        assert any("fold" in player["choices"].values() or "trade" in player["choices"] for player in players)
        assert all("cut" not in record for record in rounds)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
def test_they_verify_and_replay(file: Path) -> None:
    assert all(verdict.verified for verdict in verdicts(file))
    for record in records(file):
        assert rehearsal.differences(record) == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
def test_with_the_cut_that_is_written_now_they_are_the_same_rounds(file: Path) -> None:
    for record in records(file):
        shoe = {"decks": record.get("decks", 1), "jokers": record.get("jokers", 0)}
        cut = {**shoe, **GAMES[file.stem].cut.entry()}
        assert differences(read_round(json.dumps(record | {"cut": cut}).encode())) == []
        assert rehearsal.differences(record | {"cut": cut}) == []
        other = cut | {"seat": [["player", 5]]}
        found = differences(read_round(json.dumps(record | {"cut": other}).encode()))
        assert [difference.what for difference in found] == ["cut"]
        assert rehearsal.differences(record | {"cut": other})


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
def test_a_card_or_a_cent_that_was_changed_is_found(file: Path) -> None:
    record = records(file)[0]
    seat = next(iter(record["dealt"]["seats"]))
    cards = record["dealt"]["seats"][seat]
    cards[0], cards[1] = cards[1], cards[0]
    assert len(differences(read_round(json.dumps(record).encode()))) == 2
    assert rehearsal.differences(record)
    record = records(file)[0]
    record["players"][seat]["results"][0]["returned"] += 1
    assert rehearsal.differences(record)
