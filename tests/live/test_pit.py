"""The pit itself: when the store fails, when it stops, when another process is running."""

import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from feltlab.errors import ConflictError, FeltlabError, StoreError
from feltlab.ledger.transfer import Transfer
from feltlab.service import batch
from feltlab.service.pit import CLOSING, MOST_IN_A_BATCH, Pit
from feltlab.service.postings import FLOAT, bank, filled
from feltlab.service.recovery import load_table
from feltlab.service.requests import AtTable, Chips, Done, Refused, Reply, Request, TryAgain, Work
from feltlab.service.rows import Snapshot
from feltlab.service.store import open_store
from feltlab.table import Config
from feltlab.table import changes as changes_of_the_table
from feltlab.table.commands import Bet, Decide, Leave, Open, Ready, Sit, Status, Tick
from feltlab.table.events import Event, RoundClosed, RoundVoided
from feltlab.wire import dump
from tests.live.house import House, request_of
from tests.service.conftest import Cluster
from tests.table.driver import ALL_BETS, player
from tests.waiting import PATIENCE, until

TABLE = "low-four-1"


@pytest.fixture
def house() -> Iterator[House]:
    with closing(House("sqlite://")) as house:
        house.open_table(TABLE, Config("low-four"))
        for seat in (1, 2):
            house.chips(player(seat), 1_000_000)
            house.must(TABLE, Sit(player(seat), "Somebody", seat))
        yield house


def bet(seat: int, cents: int = 500) -> AtTable:
    return AtTable(TABLE, Bet(player(seat), seat, 1, {"ante": cents}), player(seat))


@contextmanager
def running(
    url: str, owner: str = "pit", lease_seconds: float = 600, clock: Callable[[], int] | None = None
) -> Iterator[Pit]:
    pit = Pit(open_store(url), owner, clock, lease_seconds=lease_seconds)
    pit.start()
    try:
        yield pit
    finally:
        pit.stop()


def done(reply: Reply) -> Done:
    assert isinstance(reply, Done), reply
    return reply


# The store fails


def test_a_store_that_is_away_refuses_nothing_and_forgets_nothing(house: House) -> None:
    """Tables stay in sight, the answer is to try again, and when the store is back everything goes on."""
    before = house.pit.tables
    house.store.plan = ["down"] * 3
    for _ in range(3):
        assert isinstance(house.pit.do(request_of(bet(1), "one"))[0], TryAgain)
        assert house.pit.tables == before
    done(house.pit.do(request_of(bet(1), "one"))[0])
    assert house.pit.failures == 3
    house.check()


def test_what_was_committed_without_an_answer_is_told_once(house: House) -> None:
    heard: list[tuple[int, Event]] = []
    house.pit.listen(lambda state, events: heard.extend(events))
    house.store.plan = ["after"]
    number = house.pit.tables[TABLE].number
    assert isinstance(house.pit.do(request_of(bet(1), "one"))[0], TryAgain)
    assert heard == []
    assert done(house.pit.do(request_of(bet(1), "one"))[0]).number == number + 1
    assert [each for each, _ in heard] == [number + 1]
    assert house.pit.ledger.balance(f"purse:{player(1)}") == 999_500
    house.check()


@pytest.mark.parametrize("fault", ["before", "after"])
def test_who_left_in_a_commit_that_was_in_doubt_has_the_purse_of_the_store(house: House, fault: str) -> None:
    done(house.pit.do(request_of(bet(1), "one"))[0])
    leave = request_of(AtTable(TABLE, Leave(player(1), 1), player(1)), "leave")
    house.store.plan = [fault]
    assert isinstance(house.pit.do(leave)[0], TryAgain)
    done(house.pit.do(request_of(bet(2), "two"))[0])
    house.check()
    done(house.pit.do(leave)[0])
    assert 1 not in house.pit.tables[TABLE].seats
    house.check()


@pytest.mark.parametrize("fault", ["before", "after"])
def test_chips_bought_in_a_commit_that_was_in_doubt_are_known_before_they_are_asked_for(
    house: House, fault: str
) -> None:
    buy = request_of(Chips(player(1), 700), "buy")
    house.store.plan = [fault]
    assert isinstance(house.pit.do(buy)[0], TryAgain)
    house.kept.purses[player(1)] += 700 if fault == "after" else 0
    house.pit.do(request_of(Chips(player(2), 100), "other"))
    house.kept.purses[player(2)] += 100
    house.check()


def test_one_command_that_cannot_be_done_does_not_hold_up_the_others(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    real: Any = changes_of_the_table

    def changes(state: Any, command: Any, *rest: Any) -> Any:
        if isinstance(command, Bet) and command.wagers == {"ante": 666}:
            raise ZeroDivisionError
        if isinstance(command, Bet) and command.wagers == {"ante": 667}:
            raise FeltlabError("this is not for us")
        return real(state, command, *rest)

    monkeypatch.setattr(batch, "changes", changes)
    asked = [
        request_of(bet(1, 500), "a"),
        request_of(bet(2, 666), "b"),
        request_of(bet(2, 667), "c"),
        request_of(bet(2, 800), "d"),
    ]
    replies = house.pit.do(*asked)
    assert [type(reply) for reply in replies] == [Done, TryAgain, Refused, Done]
    house.check()


def test_a_row_that_is_there_already_is_a_refusal_and_not_a_failure(house: House) -> None:
    def conflict(rows: Any) -> None:
        raise ConflictError("the name is taken")

    [reply] = house.pit.do(Request(Work(conflict)))
    assert reply == Refused("conflict", "the name is taken")
    done(house.pit.do(request_of(bet(1), "one"))[0])
    house.check()


def test_work_is_done_with_the_batch_or_not_at_all(house: House) -> None:
    [reply] = house.pit.do(Request(Work(lambda rows: rows.put_setting("a", "1"))))
    assert done(reply).value is None
    assert house.store.setting("a") == "1"

    def fails(rows: Any) -> None:
        rows.put_setting("a", "2")
        raise FeltlabError("no")

    assert house.pit.do(Request(Work(fails))) == [Refused("refused", "no")]
    assert house.store.setting("a") == "1"


def test_a_table_that_is_there_is_not_opened_again(house: House) -> None:
    again = AtTable(TABLE, Open(TABLE, Config("low-four", title="another")), "floor")
    [reply] = house.pit.do(request_of(again, "again"))
    assert isinstance(reply, Refused)
    assert reply.reason == "table-exists"
    house.pit.tables = {}  # as if another process ran it
    [reply] = house.pit.do(request_of(again, "once more"))
    assert isinstance(reply, Refused)
    assert reply.reason == "table-exists"
    row = house.store.table(TABLE)
    assert row is not None
    assert '"title":""' in row.config


@pytest.mark.parametrize(
    ("chips", "key", "reason"),
    [
        (Chips("somebody", 100), "", "no-key"),
        (Chips("somebody", 0), "k", "bad-amount"),
        (Chips("somebody", 10**15), "k", "bad-amount"),
        (Chips("somebody", -100), "k", "insufficient-funds"),
        (Chips("somebody", 100), "k" * 300, "bad-id"),
        (Chips("some\nbody", 100), "k", "bad-account"),
    ],
)
def test_chips_that_cannot_be_had(house: House, chips: Chips, key: str, reason: str) -> None:
    [reply] = house.pit.do(Request(chips, key, "hash"))
    assert isinstance(reply, Refused)
    assert reply.reason == reason
    house.check()


def test_a_table_that_is_not_here(house: House) -> None:
    [reply] = house.pit.do(request_of(AtTable("elsewhere", Tick(), "floor"), "k"))
    assert reply == Refused("no-such-table", "there is no such table here")


# A log that cannot be read


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE events SET kind = 'Nothing' WHERE number = 3", "event 3 of low-four-1 cannot be read"),
        ("UPDATE events SET body = '{{' WHERE number = 3", "event 3 of low-four-1 cannot be read"),
        ("UPDATE events SET body = '{{}}' WHERE number = 2", "event 2 of low-four-1 cannot be read"),
        ("DELETE FROM events WHERE number = 3", "has event 4 where 3 is due"),
        ("DELETE FROM events WHERE number >= 4", "ends before its last event"),
    ],
)
def test_a_log_that_cannot_be_read_stops_the_start(house: House, change: str, words: str) -> None:
    with house.store.writing() as db:
        db.execute(change)
    with pytest.raises(StoreError, match=words):
        load_table(house.store, TABLE)
    with pytest.raises(StoreError, match=words):
        house.crash()


def test_there_is_no_such_table(house: House) -> None:
    with pytest.raises(StoreError, match="no table elsewhere"):
        load_table(house.store, "elsewhere")


def test_a_snapshot_saves_the_replay_and_changes_nothing(house: House) -> None:
    state = house.pit.tables[TABLE]
    with house.store.transaction() as rows:
        rows.put_snapshots([Snapshot(TABLE, state.number, dump(state.to_dict()))])
    house.must(TABLE, Bet(player(1), 1, 1, ALL_BETS["low-four"]))
    with house.store.writing() as db:
        db.execute("UPDATE events SET body = '{{' WHERE number = 2")  # before the snapshot: not looked at
    assert load_table(house.store, TABLE).digest == house.pit.tables[TABLE].digest


def test_snapshots_are_made_on_the_way(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "EVENTS_BETWEEN_SNAPSHOTS", 5)
    for cents in range(500, 1500, 100):
        house.must(TABLE, Bet(player(1), 1, 1, {"ante": cents}))
    row = house.store.table(TABLE)
    assert row is not None
    assert row.last_number - row.snapshot_number < 5
    house.crash()
    house.check_logs()


# Stopping


def test_everything_that_got_in_is_answered_when_it_stops(tmp_path: Path) -> None:
    """Many ask while it stops: each is answered, done or told to try again, and everything done is there."""
    with closing(open_store(f"sqlite:///{tmp_path}/store.db")) as first:
        assert first.tables() == []
    pit = Pit(open_store(f"sqlite:///{tmp_path}/store.db"))
    pit.start()
    replies: list[Reply] = []

    def ask(name: int) -> None:
        for number in count():
            replies.append(pit.ask(request_of(Chips(f"p{name}", 1), f"{name}/{number}"), PATIENCE))
            if isinstance(replies[-1], TryAgain):
                return

    threads = [threading.Thread(target=ask, args=(name,)) for name in range(8)]
    for thread in threads:
        thread.start()
    until(lambda: len(replies) > 100)
    pit.stop()
    pit.stop()
    for thread in threads:
        thread.join()
    with closing(open_store(f"sqlite:///{tmp_path}/store.db")) as store:
        assert -store.balance("house") == sum(isinstance(reply, Done) for reply in replies)
        assert sum(isinstance(reply, TryAgain) for reply in replies) == len(threads)


def test_it_stops_though_it_never_started() -> None:
    Pit(open_store("sqlite://")).stop()


def test_a_listener_that_fails_is_nobodys_trouble(house: House) -> None:
    def listener(state: Any, events: Any) -> None:
        raise ZeroDivisionError

    house.pit.listen(listener)
    house.must(TABLE, Bet(player(1), 1, 1, {"ante": 500}))


def test_p33_p39_the_house_closes_and_opens(tmp_path: Path) -> None:
    """No new bets, a round that is out is played on with defaults and never void; then it opens again."""
    url = f"sqlite:///{tmp_path}/store.db"
    over: list[Event] = []
    with running(url) as pit:
        ends = (RoundClosed, RoundVoided)
        pit.listen(lambda state, events: over.extend(event for _, event in events if isinstance(event, ends)))
        for table in (TABLE, "low-four-2"):
            done(pit.ask(request_of(AtTable(table, Open(table, Config("low-four")), "floor"), table)))
            done(pit.ask(request_of(AtTable(table, Sit("a", "A", 1), "a"), f"sit-{table}")))
        done(pit.ask(request_of(Chips("a", 5000), "chips")))
        for table, cents in ((TABLE, 1000), ("low-four-2", 700)):
            done(pit.ask(request_of(AtTable(table, Bet("a", 1, 1, {"ante": cents}), "a"), f"bet-{table}")))
        done(pit.ask(request_of(AtTable(TABLE, Ready("a", 1, 1), "a"), "ready")))
        pit.close_down(0.2)
        assert isinstance(pit.ask(request_of(AtTable("low-four-2", Ready("a", 1, 1), "a"), "late")), TryAgain)
    assert [type(event) for event in over] == [RoundClosed]
    with running(url) as pit:
        assert {state.status for state in pit.tables.values()} == {"paused"}
        assert {state.reason for state in pit.tables.values()} == {CLOSING}
        assert (
            pit.store.balance("purse:a") == 3300
        )  # the ante of the fold is lost; the bets of a round that is not out lie where they were
        refused = pit.ask(request_of(AtTable("low-four-2", Ready("a", 1, 1), "a"), "ready-2"))
        assert isinstance(refused, Refused)
        pit.open_up()
        assert {state.status for state in pit.tables.values()} == {"open"}
        done(pit.ask(request_of(AtTable("low-four-2", Ready("a", 1, 1), "a"), "ready-3")))


def test_p25_a_clock_moves_the_table_on(tmp_path: Path) -> None:
    """Nobody decides: the clock does, for each seat, and the next round opens."""
    with running("sqlite://") as pit:
        config = Config("quick-draw-holdem", betting_seconds=1, decision_seconds=1)
        done(pit.ask(request_of(AtTable(TABLE, Open(TABLE, config), "floor"), "open")))
        for name in ("a", "b"):
            done(pit.ask(request_of(Chips(name, 5000), f"chips-{name}")))
            done(pit.ask(request_of(AtTable(TABLE, Sit(name, name, 1 + (name == "b")), name), f"sit-{name}")))
        done(pit.ask(request_of(AtTable(TABLE, Bet("a", 1, 1, {"flop": 1000}), "a"), "bet")))
        until(lambda: pit.tables[TABLE].rounds == 2)
        last = pit.tables[TABLE].last
        assert last is not None
        assert {seat: hand.decided_by for seat, hand in last.hands.items()} == {1: "clock"}


# The bank


def test_a_bank_is_filled_before_it_runs_out() -> None:
    pays = [Transfer("a", bank("t"), "purse:x", 700), Transfer("b", "purse:y", bank("t"), 900)]
    assert filled("t", 7, 700, pays) == pays
    assert filled("t", 7, 699, pays) == [Transfer("t/fill/7", "house", bank("t"), FLOAT + 1), *pays]


def test_a_table_pays_more_than_its_float(house: House) -> None:
    limits, fills = {"ante": (100, 10_000_000_000)}, 0
    house.chips("rich", 900_000_000_000)
    for table in ("rich-1", "rich-2", "rich-3", "rich-4", "rich-5", "rich-6"):
        house.open_table(table, Config("low-four", limits=limits, aggregate_limit=10**12))
        house.must(table, Sit("rich", "Rich", 1))
        house.must(table, Bet("rich", 1, 1, {"ante": 10_000_000_000}))
        house.must(table, Ready("rich", 1, 1))
        house.must(table, Decide("rich", 1, 1, "play", {"decision": "play"}))
        house.check()
        with house.store.reading() as db:
            moved = db.execute("SELECT cents FROM transfers WHERE id LIKE ?", (f"{table}/fill/%",))
        fills += bool(moved)
    assert fills


# Two processes on one database


def test_two_processes_run_their_own_tables_and_nobody_deals_twice(postgres: Cluster) -> None:
    url = postgres.emptied()
    with running(url, "first") as first, running(url, "second") as second:
        for pit in (first, second):
            table = f"table-{pit.owner}"
            done(pit.ask(request_of(AtTable(table, Open(table, Config("low-four")), "floor"), f"open-{table}")))
            done(pit.ask(request_of(Chips(pit.owner, 10_000_000), f"chips-{table}")))
        for pit in (first, second):
            pit._keep_tables()
            assert set(pit.tables) == {f"table-{pit.owner}"}
            row = pit.store.table(f"table-{pit.owner}")
            assert row is not None
            assert row.owner == pit.tenure.id
        threads = [threading.Thread(target=_rounds, args=(pit, 15)) for pit in (first, second)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for pit in (first, second):
            assert pit.tables[f"table-{pit.owner}"].rounds == 16
            assert pit.failures == 0
            assert (
                load_table(pit.store, f"table-{pit.owner}", whole=True).digest
                == pit.tables[f"table-{pit.owner}"].digest
            )
        assert sum(first.store.all_balances().values()) == 0


def _rounds(pit: Pit, rounds: int) -> None:
    table, who = f"table-{pit.owner}", pit.owner
    done(pit.ask(request_of(AtTable(table, Sit(who, who, 1), who), f"{who}/sit")))
    for number in range(1, rounds + 1):
        for command in (
            Bet(who, 1, number, ALL_BETS["low-four"]), Ready(who, 1, number),
            Decide(who, 1, number, "play", {"decision": "play"}),
        ):  # fmt: skip
            done(pit.ask(request_of(AtTable(table, command, who), f"{who}/{number}/{type(command).__name__}")))


def _abandoned(pit: Pit) -> None:
    """As a process that hangs: its threads end, its lease stays, and its connections too."""
    pit.stopping.set()
    pit._line.put(None)
    pit._writer.join()
    pit._clockwork.join()
    pit.tenure.stop()


def test_a_table_moves_when_its_process_dies(postgres: Cluster) -> None:
    url = postgres.emptied()
    dead = Pit(open_store(url), "pit", lease_seconds=1)
    dead.start()
    done(dead.ask(request_of(AtTable(TABLE, Open(TABLE, Config("low-four")), "floor"), "open")))
    done(dead.ask(request_of(Chips("a", 10_000), "chips")))
    done(dead.ask(request_of(AtTable(TABLE, Sit("a", "A", 1), "a"), "sit")))
    bets = request_of(AtTable(TABLE, Bet("a", 1, 1, {"ante": 500}), "a"), "bet")
    first = done(dead.ask(bets))
    with running(url, "pit", 1) as living:
        until(lambda: living.tenure.known == {TABLE})
        assert not living.tables
        _abandoned(dead)
        until(lambda: TABLE in living.tables)
        assert living.tables[TABLE].digest == dead.tables[TABLE].digest
        assert living.ask(bets) == first  # the key is known here too
        done(living.ask(request_of(AtTable(TABLE, Ready("a", 1, 1), "a"), "ready")))
        _comes_back(dead, living)
    dead.store.close()


def _comes_back(dead: Pit, living: Pit) -> None:
    """The process that hung goes on with what it remembers: it notices before it writes anything."""
    late = Pit(dead.store, "pit", lease_seconds=1)
    late.tenure.id, late.tables = dead.tenure.id, dead.tables
    before, books = living.tables[TABLE].number, living.store.all_balances()
    late._writer.start()
    again = request_of(AtTable(TABLE, Bet("a", 1, 1, {"ante": 700}), "a"), "another")
    assert isinstance(late.ask(again), TryAgain)
    assert late.ask(again) == Refused("no-such-table", "there is no such table here")
    chips = request_of(Chips("a", 100), "late chips")
    done(late.ask(chips))  # under an id of its own: what is nobody's table is anybody's to do
    assert living.tables[TABLE].number == before
    row = living.store.table(TABLE)
    assert row is not None
    assert (row.last_number, row.owner) == (before, living.tenure.id)
    assert living.store.balance("purse:a") == books["purse:a"] + 100
    late._line.put(None)
    late._writer.join()


def test_a_clean_stop_lets_another_process_have_the_tables_at_once(postgres: Cluster) -> None:
    url = postgres.emptied()
    with running(url, "first") as first:
        done(first.ask(request_of(AtTable(TABLE, Open(TABLE, Config("low-four")), "floor"), "open")))
    with running(url, "second") as second:
        assert set(second.tables) == {TABLE}


def test_a_status_of_several_at_once(house: House) -> None:
    asked = [
        request_of(AtTable(TABLE, Status(to), "floor"), f"{number}") for number, to in enumerate(("paused", "open"))
    ]
    assert all(isinstance(reply, Done) for reply in house.pit.do(*asked))
    assert [entry.action for entry in house.store.audit()] == ["open", "status", "status"]


def test_many_at_once_are_one_batch(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/store.db") as pit:
        begun, all_in = threading.Event(), threading.Event()

        def busy(_rows: Any) -> None:
            begun.set()
            assert all_in.wait(PATIENCE)

        first = pit.submit(Request(Work(busy)))
        assert begun.wait(PATIENCE)
        answers = [pit.submit(request_of(Chips("a", 1), f"{n}")) for n in range(1000)]
        all_in.set()
        assert all(isinstance(answer.result(PATIENCE), Done) for answer in (first, *answers))
        assert pit.batches == 1 + -(-1000 // MOST_IN_A_BATCH)
        assert pit.store.balance("purse:a") == 1000
