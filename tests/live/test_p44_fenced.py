"""One writer per table on PostgreSQL, whatever the clocks say: paused, skewed, equally named and cut-off owners."""

import logging
import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from typing import Any, TextIO

import psycopg
import pytest

from feltlab.errors import StoreError
from feltlab.service.pit import Pit
from feltlab.service.postgres_store import WRITING
from feltlab.service.recovery import differs_from_log
from feltlab.service.requests import AtTable, Chips, Done, Keep, Reply, Request, TryAgain, Work
from feltlab.service.store import Store, Transaction, open_store
from feltlab.table import Config
from feltlab.table.commands import Bet, Open, Sit
from tests.live.house import StillPit, request_of
from tests.live.soak import size
from tests.service.conftest import Cluster
from tests.waiting import LONG, PATIENCE, until

TABLE = "low-four-1"
SKEWS = (0, 15_000, -600_000)
HOUR = 3_600_000
FAULTS = ("calm", "paused", "all paused", "forward", "back", "renamed", "cut", "in a commit")


class HeldStore:
    """A store whose commits wait for a word, as a process that is stopped right before one."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.may_commit = threading.Event()
        self.may_commit.set()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        with self._store.transaction() as rows:
            yield rows
            assert self.may_commit.wait(PATIENCE)


class Server:
    """A process as far as the database knows: all have the same name, and each another clock."""

    def __init__(self, url: str, skew: int) -> None:
        self.url, self.skew = url, skew
        self.store = HeldStore(open_store(url))
        some_store: Any = self.store
        self.pit = StillPit(some_store, "vm-1", lambda: time.time_ns() // 1_000_000 + skew, lease_seconds=600)
        self.pit.start()
        self.watch = self.store.watch()

    def beat(self) -> None:
        try:
            found = self.watch.beat(self.pit.tenure.id, 600)
        except StoreError:
            self.watch.close()
            self.watch = self.store.watch()
            return
        if found.free or not found.held or self.pit._unread:
            self.pit.do(Request(Keep()))

    def close(self) -> None:
        self.watch.close()
        self.store.close()


def bet(cents: int, key: str) -> Request:
    return request_of(AtTable(TABLE, Bet("a", 1, 1, {"ante": cents}), "a"), key)


class Rivals:
    """Three servers for one table; after each fault all of them try to write to it at once."""

    def __init__(self, url: str, seed: int) -> None:
        self.url, self.rng = url, random.Random(seed)
        self.servers = [Server(url, skew) for skew in SKEWS]
        first = self.servers[0].pit
        for asked in (
            AtTable(TABLE, Open(TABLE, Config("low-four")), "floor"),
            Chips("a", 1_000_000_00),
            AtTable(TABLE, Sit("a", "A", 1), "a"),
        ):
            assert isinstance(first.do(request_of(asked, repr(asked)))[0], Done)
        self.sql = psycopg.connect(url, autocommit=True)
        self.sql.execute("SET search_path = feltlab")
        self.numbers: list[int] = []
        self.moves = 0

    def owner(self) -> str:
        found = self.sql.execute("SELECT owner FROM tables").fetchone()
        assert found is not None
        return str(found[0])

    def fault(self, kind: str) -> None:
        owner = self.owner()
        match kind:
            case "paused":
                self.sql.execute("UPDATE owners SET until = 0 WHERE id = %s", (owner,))
            case "all paused":
                self.sql.execute("UPDATE owners SET until = 0")
            case "forward" | "back":  # the database's clock, seen from the leases
                self.sql.execute("UPDATE owners SET until = until + %s", (-HOUR if kind == "forward" else HOUR,))
            case "renamed":  # its host has another name now, and the process does not know
                index = next(n for n, server in enumerate(self.servers) if server.pit.tenure.id == owner)
                self.servers[index].pit.tenure.id = f"vm-2.{owner}"
            case "cut":
                self.sql.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
            case "in a commit":
                held = next(server for server in self.servers if server.pit.tenure.id == owner)
                held.store.may_commit.clear()
                self.sql.execute("UPDATE owners SET until = 0 WHERE id = %s", (owner,))
                threading.Timer(self.rng.random() / 20, held.store.may_commit.set).start()

    def attempt(self, number: int, threads: ThreadPoolExecutor) -> None:
        kind, before = FAULTS[number % len(FAULTS)], self.owner()
        self.fault(kind)
        if kind == "paused":
            self.comes_back_late(before, number)

        def work(place: int, beats: bool) -> Reply:
            if beats:
                self.servers[place].beat()
            return self.ask(number, place)

        asked = [(place, kind != "calm" and self.rng.random() < 0.7) for place in range(len(SKEWS))]
        replies = list(threads.map(lambda each: work(*each), asked))
        ids = [server.pit.tenure.id for server in self.servers]
        self.sql.execute("UPDATE owners SET until = 0 WHERE id <> ALL(%s)", (ids,))  # the time of a lease goes by
        for server in 3 * self.servers:  # what was cut is opened anew, and what was lost is noticed
            server.beat()
        self.check(kind, before, number, replies)

    def ask(self, number: int, place: int) -> Reply:
        request = bet(500 + 100 * ((3 * number + place) % 90), f"{number}/{place}")
        return self.servers[place].pit.do(request)[0]

    def comes_back_late(self, owner: str, number: int) -> None:
        """Another has taken the table and not yet written to it."""
        old = next(server for server in self.servers if server.pit.tenure.id == owner)
        self.rng.choice([server for server in self.servers if server is not old]).beat()
        assert self.owner() != owner
        assert isinstance(old.pit.do(bet(700, f"{number}/late"))[0], TryAgain)

    def check(self, kind: str, before: str, number: int, replies: list[Reply]) -> None:
        """Nothing was acknowledged that is not there, or twice; and one has the table."""
        for place, reply in enumerate(replies):
            kept = self.sql.execute("SELECT 1 FROM answers WHERE key = %s", (f"{number}/{place}",)).fetchone()
            if isinstance(reply, Done):
                assert kept
                self.numbers.append(reply.number)
            elif not isinstance(reply, TryAgain):
                assert kept is None
        assert len(set(self.numbers)) == len(self.numbers)
        having = [server for server in self.servers if TABLE in server.pit.tables]
        assert len(having) == 1, (kind, number)
        assert having[0].pit.tenure.id == self.owner()
        longest = self.sql.execute(
            "SELECT max(until) - extract(epoch FROM clock_timestamp()) * 1000 FROM owners"
        ).fetchone()
        assert longest is not None
        assert longest[0] <= 601_000  # also after the clock was put back: nobody has a table for longer than a lease
        if kind in ("calm", "back"):
            assert self.owner() == before
            # Its connection may have been ended, by the rival that found its lease run out in the fault before.
            again = [self.ask(number, place) for place, reply in enumerate(replies) if isinstance(reply, TryAgain)]
            self.numbers += [reply.number for reply in again if isinstance(reply, Done)]
            assert sum(isinstance(reply, Done) for reply in (*replies, *again)) == 1
        self.moves += self.owner() != before

    def end(self) -> None:
        [state] = [server.pit.tables[TABLE] for server in self.servers if TABLE in server.pit.tables]
        store: Any = self.servers[0].store
        assert not differs_from_log(store, state)
        assert sum(store.all_balances().values()) == 0
        assert store.balance("purse:a") + store.balance(f"stake:{TABLE}:1") == 1_000_000_00

    def close(self) -> None:
        self.sql.close()
        for server in self.servers:
            server.close()


def rivals(url: str, tries: int, seed: int) -> Rivals:
    with closing(Rivals(url, seed)) as found, ThreadPoolExecutor(len(SKEWS)) as threads:
        for number in range(tries):
            found.attempt(number, threads)
        found.end()
    return found


def test_p44_100_faults_and_one_writer(postgres: Cluster) -> None:
    found = rivals(postgres.emptied(), 100, 44)
    assert found.moves >= 10
    assert len(found.numbers) >= 50


@pytest.mark.soak
def test_p44_2_000_faults_and_one_writer(postgres: Cluster) -> None:
    for seed, tries in enumerate([250] * (size("p44", 2000) // 250)):
        rivals(postgres.emptied(), tries, seed)


# With real processes


class Process:
    """A server in a process of its own, which runs the one table, is asked for bets, and can be held in a transaction."""

    def __init__(self, url: str, idle_ms: int) -> None:
        (hear, self._say), (self._heard, tell) = os.pipe(), os.pipe()
        self.id = os.fork()
        if self.id == 0:
            os.close(self._say)
            with suppress(BaseException):
                _serve(url, idle_ms, os.fdopen(hear), tell)
            os._exit(0)
        os.close(hear)
        os.close(tell)
        assert self.answer() == "open"

    def ask(self, what: str) -> None:
        os.write(self._say, f"{what}\n".encode())

    def answer(self) -> str:
        found = b""
        while not found.endswith(b"\n"):
            found += os.read(self._heard, 1)
        return found.decode().strip()

    def kill(self) -> None:
        os.kill(self.id, signal.SIGKILL)
        os.waitpid(self.id, 0)
        os.close(self._say)
        os.close(self._heard)


def _serve(url: str, idle_ms: int, asked: TextIO, tell: int) -> None:
    logging.disable()
    pit = Pit(open_store(url), "vm-1")
    pit.start()

    def held(rows: Transaction) -> None:
        some_rows: Any = rows
        # The longest that nothing may happen, which PostgreSQL keeps, could be of no use: then there is the lease.
        some_rows._db.execute(f"SET idle_in_transaction_session_timeout = {idle_ms}")
        some_rows._db.execute_many("SELECT ?::int", [(1,), (2,)])  # after a pipeline as after any statement
        os.write(tell, b"held\n")
        asked.readline()

    pit.ask(request_of(AtTable(TABLE, Open(TABLE, Config("low-four")), "floor"), "open"))
    pit.ask(request_of(Chips("a", 100_000), "chips"))
    pit.ask(request_of(AtTable(TABLE, Sit("a", "A", 1), "a"), "sit"))
    os.write(tell, b"open\n")
    for line in asked:
        request = Request(Work(held)) if line == "hold\n" else bet(int(line), f"process/{line}")
        os.write(tell, type(pit.ask(request, LONG)).__name__.encode() + b"\n")


def taken_over(
    url: str, stop: int, idle_ms: int = WRITING["idle_in_transaction_session_timeout"]
) -> tuple[float, float]:
    """Seconds until another process has the table, and how many of them it waited for a lock."""
    process = Process(url, idle_ms)
    pit = Pit(open_store(url), "vm-1")
    pit.start()
    try:
        process.ask("500")
        assert process.answer() == "Done"
        assert TABLE not in pit.tables
        process.ask("hold")
        assert process.answer() == "held"
        begun = time.monotonic()
        os.kill(process.id, stop)
        assert isinstance(pit.ask(request_of(Chips("b", 100), "chips-b"), PATIENCE), Done)
        waited = time.monotonic() - begun
        until(lambda: TABLE in pit.tables)
        took = time.monotonic() - begun
        number = pit.tables[TABLE].number
        if stop == signal.SIGSTOP:
            os.kill(process.id, signal.SIGCONT)
            process.ask("go on\n700")
            assert process.answer() == "TryAgain"  # of the transaction in which it was stopped
            assert process.answer() in ("TryAgain", "Refused")
        assert pit.tables[TABLE].number == number
        assert isinstance(pit.ask(bet(900, "after"), PATIENCE), Done)
        assert pit.store.balance(f"stake:{TABLE}:1") == 900
    finally:
        process.kill()
        pit.stop()
    return took, waited


@pytest.mark.parametrize(("stop", "idle_ms"), [(signal.SIGKILL, 2000), (signal.SIGSTOP, 2000), (signal.SIGSTOP, 0)])
def test_p44_a_process_that_is_killed_or_frozen_in_a_transaction_holds_nobody_up(
    postgres: Cluster, stop: signal.Signals, idle_ms: int, capsys: pytest.CaptureFixture[str]
) -> None:
    took, waited = taken_over(postgres.emptied(), stop, idle_ms)
    with capsys.disabled():
        print(f"\n{stop.name}: table back after {took:.1f} s, others waited {waited:.1f} s")


@pytest.mark.soak
@pytest.mark.parametrize("stop", [signal.SIGKILL, signal.SIGSTOP])
def test_p44_tables_are_back_in_five_seconds(postgres: Cluster, stop: signal.Signals) -> None:
    for idle_ms in (WRITING["idle_in_transaction_session_timeout"], 0) * 5:
        took, waited = taken_over(postgres.emptied(), stop, idle_ms)
        assert took <= 5
        assert waited <= 5
