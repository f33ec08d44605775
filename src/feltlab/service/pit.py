"""The pit: all tables of this process under one serial writer.

Requests wait in a line; the writer takes all that wait as one batch, works them off in memory, writes events, transfers
and answers in one transaction, and only then answers and tells the listeners. So an answer is on the disk before
anybody sees it, and a crash loses only what nobody was told.
"""

import logging
import os
import queue
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Final

from feltlab.errors import FeltlabError, StoreError
from feltlab.ledger.ledger import Ledger
from feltlab.service.batch import Batch, Outcome
from feltlab.service.recovery import load_table
from feltlab.service.requests import AtTable, Done, Keep, Refused, Reply, Request, TryAgain, Work
from feltlab.service.store import Store
from feltlab.table import State
from feltlab.table.commands import Status, Tick, Void
from feltlab.table.dealer import bets_are_in, due
from feltlab.table.events import Event

LOG: Final = logging.getLogger("feltlab.pit")
MOST_IN_A_BATCH: Final = 256
LEASE_SECONDS: Final = 10
TICK_SECONDS: Final = 0.1
CLOSING = "the house is closing"

Listener = Callable[[State, list[tuple[int, Event]]], None]
"""(state after, numbered events), in the writer's thread, after the commit."""


def wall_clock() -> int:
    return time.time_ns() // 1_000_000


@dataclass
class _Waiting:
    request: Request
    answer: "Future[Reply]" = field(default_factory=Future)


class Pit:
    def __init__(
        self,
        store: Store,
        owner: str = "pit",
        clock: Callable[[], int] = wall_clock,
        entropy: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self.store, self.owner, self.clock, self.entropy = store, owner, clock, entropy
        self.ledger = Ledger()
        self.tables: dict[str, State] = {}
        self._listeners: list[Listener] = []
        self._line: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="writer", daemon=True)
        self._clockwork = threading.Thread(target=self._run_clocks, name="clocks", daemon=True)
        self._stopping = threading.Event()
        self.batches = self.requests = self.failures = 0

    # Asking

    def submit(self, request: Request) -> "Future[Reply]":
        waiting = _Waiting(request)
        if self._stopping.is_set():
            waiting.answer.set_result(TryAgain("the service is stopping"))
        else:
            self._line.put(waiting)
        return waiting.answer

    def ask(self, request: Request, seconds: float = 30) -> Reply:
        return self.submit(request).result(seconds)

    def listen(self, listener: Listener) -> None:
        self._listeners.append(listener)

    # Running

    def start(self) -> None:
        self._keep_tables()
        self._writer.start()
        self._clockwork.start()
        for table in list(self.tables):  # a round goes on from where its log ends
            self.submit(Request(AtTable(table, Tick(), self.owner)))

    def stop(self) -> None:
        """Work off what waits, then end."""
        if not self._stopping.is_set():
            self._stopping.set()
            self._line.put(None)
            self._clockwork.join()
            self._writer.join()
            self.store.close()

    def close_down(self, seconds: float = 5) -> None:
        """No new bets; rounds that are out have some seconds to finish, then they are void and stakes go back."""
        for state in list(self.tables.values()):
            if state.status == "open":
                self.ask(Request(AtTable(state.table, Status("paused", CLOSING), self.owner)))
        end = time.monotonic() + seconds
        while time.monotonic() < end and self._in_play():
            time.sleep(0.05)
        for table in self._in_play():
            self.ask(Request(AtTable(table, Void("stopped", CLOSING), self.owner)))
        self.stop()

    def open_up(self) -> None:
        """Tables that were paused because the house closed are open again."""
        for state in list(self.tables.values()):
            if state.status == "paused" and state.reason == CLOSING:
                self.ask(Request(AtTable(state.table, Status("open"), self.owner)))

    def _in_play(self) -> list[str]:
        return [state.table for state in list(self.tables.values()) if state.round and state.round.phase == "play"]

    # The writer's thread

    def _write(self) -> None:
        held: _Waiting | None = None
        while True:
            first = held or self._line.get()
            if first is None:
                return
            batch, held, last = self._gather(first)
            self._work(batch)
            if last:
                return

    def _gather(self, first: _Waiting) -> tuple[list[_Waiting], _Waiting | None, bool]:
        """What waits as one batch, what must wait for the next because it goes alone, and whether that was all."""
        batch = [first]
        if _goes_alone(first):
            return batch, None, False
        while len(batch) < MOST_IN_A_BATCH:
            try:
                following = self._line.get_nowait()
            except queue.Empty:
                break
            if following is None:
                return batch, None, True
            if _goes_alone(following):
                return batch, following, False
            batch.append(following)
        return batch, None, False

    def _work(self, batch: list[_Waiting]) -> None:
        self.batches += 1
        self.requests += len(batch)
        if isinstance(batch[0].request.asked, Keep):
            self._answer(batch, [self._kept()])
            return
        try:
            with self.store.transaction() as rows:
                work = Batch(rows, self.ledger, self.tables, self.clock(), self.entropy)
                outcomes = work.work([waiting.request for waiting in batch])
        except StoreError as error:
            self._failed(batch, error)
            return
        except FeltlabError as error:  # of a Work, which goes alone
            self.ledger.rollback()
            self._answer(batch, [Refused("refused", str(error)) for _ in batch])
            return
        except Exception as error:
            LOG.exception("a batch failed; nothing of it was kept")
            self.ledger.rollback()
            self._answer(batch, [TryAgain(f"the service failed: {type(error).__name__}") for _ in batch])
            return
        self.ledger.commit()
        self.tables.update(work.staged)
        self._answer(batch, [outcome.reply for outcome in outcomes])
        self._tell(outcomes)

    def _answer(self, batch: Sequence[_Waiting], replies: Sequence[Reply]) -> None:
        for waiting, reply in zip(batch, replies, strict=True):
            if waiting.answer.set_running_or_notify_cancel():
                waiting.answer.set_result(reply)

    def _tell(self, outcomes: Iterable[Outcome]) -> None:
        for outcome in outcomes:
            if outcome.state is None:
                continue
            for listener in self._listeners:
                try:
                    listener(outcome.state, list(outcome.events))
                except Exception:
                    LOG.exception("a listener failed")

    def _failed(self, batch: Sequence[_Waiting], error: StoreError) -> None:
        """Nothing in memory can be trusted before it is read again: the commit may have succeeded."""
        self.failures += 1
        LOG.error("the store failed: %s", error)
        self.ledger = Ledger()
        tables, self.tables = list(self.tables), {}
        for table in tables:
            try:
                self.tables[table] = load_table(self.store, table)
            except StoreError as failure:
                LOG.warning("table %s cannot be read: %s", table, failure)
        self._answer(batch, [TryAgain(str(error)) for _ in batch])

    def _kept(self) -> Reply:
        try:
            self._keep_tables()
        except StoreError as error:
            return TryAgain(str(error))
        return Done(None, 0, 0)

    def _keep_tables(self) -> None:
        """Hold on to this process's tables, and take over those whose process has died."""
        now = self.clock()
        known = sorted(row.table_id for row in self.store.tables())
        with self.store.transaction() as rows:
            ours = {table for table in known if rows.claim(table, self.owner, now, LEASE_SECONDS)}
        for table in ours - self.tables.keys():
            self.tables[table] = load_table(self.store, table)
        for table in self.tables.keys() - ours:
            LOG.warning("table %s is run by another process now", table)
            del self.tables[table]

    # The clocks' thread

    def _run_clocks(self) -> None:
        kept = time.monotonic()
        while not self._stopping.wait(TICK_SECONDS):
            if time.monotonic() - kept > LEASE_SECONDS / 3:
                kept = time.monotonic()
                self._line.put(_Waiting(Request(Keep())))
            now = self.clock()
            for state in list(self.tables.values()):
                if _is_due(state, now):
                    self._line.put(_Waiting(Request(AtTable(state.table, Tick(), self.owner))))


def _goes_alone(waiting: _Waiting) -> bool:
    return isinstance(waiting.request.asked, Work | Keep)


def _is_due(state: State, now: int) -> bool:
    """Whether time alone moves the table on."""
    round = state.round
    if round is None:
        return state.status == "open" and bool(state.seats)
    if round.phase == "play":
        return bool(round.deadline and round.waiting) and now >= round.deadline
    deadline = due(round.first_bet_at, round.config.betting_seconds)
    return round.config.dealer == "automatic" and bool(deadline) and now >= deadline and bets_are_in(state, now)
