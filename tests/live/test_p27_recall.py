"""The last hundred rounds of a seat, from storage only, with every field as seen live; and the file they make."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from feltlab.cards.names import card_name, card_names
from feltlab.service.store import open_store
from feltlab.table import Config, State
from feltlab.table.commands import Bet, ClientSeed, Command, Decide, Ready, Sit, Void
from feltlab.table.events import (
    BetsClosed,
    Dealt,
    Decided,
    Drawn,
    Event,
    MetersFed,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    SeatSettled,
    SeatVoided,
    Seeded,
    WagersPlaced,
)
from tests.conftest import Feltlab
from tests.live.house import GENEROUS, House
from tests.table.driver import GAMES, any_choice, one_player, player, some_bets

ROUNDS = 104
SEAT = 2


class Watching:
    """A round as someone at the table writes it down, event by event."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.rounds: dict[int, dict[str, Any]] = {}
        self.now: dict[str, Any] = {}

    def hear(self, state: State, events: list[tuple[int, Event]]) -> None:
        for _, event in events:
            if state.table == self.table:
                self._note(event)

    def _note(self, event: Event) -> None:
        note = self.now
        match event:
            case RoundOpened():
                self.now = self.rounds[event.round] = {
                    "opened_at": event.at, "commitment": event.commitment, "terms": event.config.fingerprint,
                    "stakes": {}, "client_seeds": {}, "cards": {}, "choices": {}, "results": {}, "places": {},
                    "drawn": {}, "meters": None, "locked_at": 0, "hands": {}, "by": {},
                }  # fmt: skip
            case WagersPlaced():
                note["stakes"][event.seat] = dict(event.stakes)
            case Seeded():
                note["client_seeds"][event.seat] = event.text
            case BetsClosed():
                note["locked_at"] = event.at
            case Dealt(to="seat"):
                note["cards"][event.seat] = card_names(event.cards)
            case Dealt():
                note["places"][event.to] = card_names(event.cards)
            case Decided():
                note["choices"].setdefault(event.seat, {}).update(event.choice)
                note["stakes"][event.seat].update(event.raised)
                note["by"][event.seat] = event.by
            case Drawn():
                note["drawn"][event.seat] = card_name(event.card)
            case MetersFed():
                note["meters"] = True
            case SeatSettled():
                note["results"].setdefault(event.seat, []).extend(
                    (done.wager, done.staked, done.returned, done.why, done.from_meter) for done in event.results
                )
                note["hands"].setdefault(event.seat, {}).update(event.hands)
            case SeatVoided():
                back = [(wager, cents, cents) for wager, cents in event.returned.items()]
                note["results"].setdefault(event.seat, []).extend(back)
            case RoundClosed():
                note |= {"outcome": "closed", "closed_at": event.at, "seed": event.seed}
            case RoundVoided():
                for seat, stakes in event.returned.items():
                    note["results"].setdefault(seat, []).extend(
                        (wager, cents, cents) for wager, cents in stakes.items()
                    )
                note |= {"outcome": "voided", "closed_at": event.at, "seed": event.seed, "reason": event.reason}
            case _:
                pass


def play_rounds(house: House, table: str, game: str, rounds: int, owner: Callable[[int], str] = player) -> Watching:
    rng, watching = Random(f"p27/{game}"), Watching(table)
    house.pit.listen(watching.hear)
    config = Config(game, rules=GENEROUS.get(game, ""), aggregate_limit=200_000, private=owner is one_player)
    house.open_table(table, config)
    for seat in (1, SEAT):
        house.chips(f"{table}-{owner(seat)}", 10_000_000_000)
        house.must(table, Sit(f"{table}-{owner(seat)}", f"Player {seat}", seat))
    for number in range(1, rounds + 1):
        for command in _round(house, table, game, number, rng, owner):
            house.now += rng.randrange(5_000)
            house.must(table, command)
    return watching


def _round(
    house: House, table: str, game: str, number: int, rng: Random, owner: Callable[[int], str]
) -> Iterator[Command]:
    if rng.random() < 0.2:
        yield ClientSeed(f"{table}-{owner(1)}", 1, number, f"luck {number}")
    for seat in (1, SEAT):
        yield Bet(f"{table}-{owner(seat)}", seat, number, some_bets(game, rng))
    if number % 10 == 3:
        yield Void("misdeal", "a card fell")
        return
    for seat in (1, SEAT):
        yield Ready(f"{table}-{owner(seat)}", seat, number)
    if number % 10 == 5:
        yield Void("wrong-count", "", rng.choice((1, SEAT)))
    if number % 10 == 7:
        yield Void("shuffler", "it beeps")
        return
    while (round := house.pit.tables[table].round) and round.number == number:
        seat = round.waiting[0]
        felt: Any = SimpleNamespace(round=round, game=game)
        choice = any_choice(felt, seat, round.asked, rng)
        yield Decide(f"{table}-{owner(seat)}", seat, number, round.asked, choice)


def same(record: dict[str, Any], seen: dict[str, Any]) -> None:
    for name in ("opened_at", "locked_at", "closed_at", "commitment", "seed", "outcome", "terms"):
        assert record[name] == seen[name], name
    assert record["reason"] == seen.get("reason", "")
    assert dict(map(tuple, record["client_seeds"])) == seen["client_seeds"]
    assert record["dealt"]["seats"] == {str(seat): cards for seat, cards in seen["cards"].items()}
    assert {
        place: record["dealt"][place] for place in ("dealer", "board", "rules") if place in record["dealt"]
    } == seen["places"]
    assert record["dealt"].get("replacements", {}) == {str(seat): card for seat, card in seen["drawn"].items()}
    assert bool(record["meters"]) == bool(seen["meters"])
    for seat, entry in record["players"].items():
        number = int(seat)
        assert entry["stakes"] == seen["stakes"][number]
        assert entry["choices"] == seen["choices"].get(number, {})
        assert entry["decided_by"] == seen["by"].get(number, "")
        assert entry["hands"] == seen["hands"].get(number, {})
        assert entry["name"] == f"Player {seat}"
        for done, told in zip(entry["results"], seen["results"].get(number, []), strict=True):
            kept = (done["wager"], done["staked"], done["returned"], done["why"], done["from_meter"])
            assert kept[: len(told)] == told


def test_p27_rounds_with_two_hands_of_one_player(tmp_path: Path) -> None:
    """Each hand is recalled by its seat; the player's own list has each round once."""
    url = f"sqlite:///{tmp_path}/store.db"
    with closing(House(url, "p27/hands")) as house:
        watching = play_rounds(house, "own", "low-four", 12, one_player)
    with closing(open_store(url)) as store:
        over = [number for number, seen in watching.rounds.items() if "outcome" in seen][::-1]
        for rows in (store.rounds_of_seat("own", 1), store.rounds_of_seat("own", SEAT),
                     store.rounds_of_player(f"own-{player(1)}")):  # fmt: skip
            assert [row.round for row in rows] == over
            for row in rows:
                record = json.loads(row.history or "")
                same(record, watching.rounds[row.round])
                assert {hand["player"] for hand in record["players"].values()} == {f"own-{player(1)}"}
        assert any(len(json.loads(row.history or "")["players"]) == 2 for row in rows)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, Watching]]:
    url = f"sqlite:///{tmp_path_factory.mktemp('p27')}/store.db"
    with closing(House(url, "p27")) as house:
        return url, {
            f"{game}-1": play_rounds(house, f"{game}-1", game, ROUNDS if game == "low-four" else 12) for game in GAMES
        }


def test_p27_the_last_hundred_rounds_of_a_seat(played: tuple[str, dict[str, Watching]]) -> None:
    url, tables = played
    with closing(open_store(url)) as store:
        for table, watching in tables.items():
            rows = store.rounds_of_seat(table, SEAT, 100)
            over = [number for number, seen in watching.rounds.items() if "outcome" in seen]
            assert [row.round for row in rows] == over[::-1][:100]
            for row in rows:
                assert row.history is not None
                record = json.loads(row.history)
                same(record, watching.rounds[row.round])
                assert (row.outcome, row.opened_at, row.closed_at) == (
                    record["outcome"],
                    record["opened_at"],
                    record["closed_at"],
                )
                settled = {(result.seat, result.wager) for result in store.results(table, row.round)}
                assert len(settled) <= sum(len(entry["results"]) for entry in record["players"].values())
            by_player = store.rounds_of_player(f"{table}-{player(SEAT)}", 100)
            assert [row.round for row in by_player] == [row.round for row in rows]


def test_p27_the_exported_file_deals_and_settles_again(
    played: tuple[str, dict[str, Watching]], feltlab: Feltlab, tmp_path: Path
) -> None:
    url, tables = played
    file = tmp_path / "rounds.jsonl"
    done = feltlab("export", "--database", url, "-o", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    records = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(records) == sum("outcome" in seen for each in tables.values() for seen in each.rounds.values())
    again = feltlab("replay", str(file))
    assert again.returncode == 0, again.stdout
    assert f"{len(records)} rounds dealt and settled again, 0 differ" in again.stdout
    shuffled = feltlab("verify-shuffle", str(file))
    assert shuffled.returncode == 0, shuffled.stdout


def _pay_more(record: dict[str, Any]) -> None:
    record["players"]["1"]["results"][0]["returned"] += 1


def _another_card(record: dict[str, Any]) -> None:
    cards = record["dealt"]["seats"]["1"]
    cards[0], cards[1] = cards[1], cards[0]


def _another_seed(record: dict[str, Any]) -> None:
    record["seed"] = record["seed"][:-1] + ("0" if record["seed"][-1] != "0" else "1")


def _lost_wager(record: dict[str, Any]) -> None:
    del record["players"]["1"]["results"][-1]


def _another_choice(record: dict[str, Any]) -> None:
    for entry in record["players"].values():
        if entry["choices"].get("decision") == "play":
            entry["choices"] = {"decision": "fold"}
            return


CHANGES: tuple[tuple[str, Callable[[dict[str, Any]], None], bool], ...] = (
    ("paid more", _pay_more, False),
    ("another card", _another_card, True),
    ("another seed", _another_seed, True),
    ("a wager lost", _lost_wager, False),
    ("another choice", _another_choice, False),
)


def test_p27_planted_changes_are_found(
    played: tuple[str, dict[str, Watching]], feltlab: Feltlab, tmp_path: Path
) -> None:
    done = feltlab("export", "--database", played[0], "--table", "low-four-1")
    lines = [line for line in done.stdout.splitlines() if '"outcome":"closed"' in line and '"decision":"play"' in line]
    planted, expected, of_shuffle = list(lines), [], []
    for place, (_, change, shuffle) in enumerate(CHANGES):
        record = json.loads(lines[3 * place])
        change(record)
        planted[3 * place] = json.dumps(record)
        expected.append(3 * place + 1)
        of_shuffle += [3 * place + 1] if shuffle else []
    file = tmp_path / "planted.jsonl"
    file.write_text("\n".join(planted) + "\n")
    found = feltlab("replay", str(file), "--json")
    assert found.returncode == 1
    told = [json.loads(line) for line in found.stdout.splitlines()]
    assert [entry["line"] for entry in told if entry["differs"]] == expected
    shuffled = feltlab("verify-shuffle", str(file), "--json")
    assert shuffled.returncode == 1
    wrong = [number for number, line in enumerate(shuffled.stdout.splitlines(), 1) if not json.loads(line)["verified"]]
    assert wrong == of_shuffle, shuffled.stdout[:2000]
