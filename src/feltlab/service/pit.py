"""The pit: all tables of this process under one serial writer.

Requests wait in a queue; the writer takes all that wait as one batch, carries them out in memory, writes events,
transfers and answers in one transaction, and only then answers and tells the listeners. So an answer is on the disk
before anyone sees it, and a crash loses only what nobody was told.
"""

import logging
import os
import queue
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Final

from feltlab.errors import ConflictError, FeltlabError, StoreError
from feltlab.games import GAMES
from feltlab.ledger.ledger import Ledger
from feltlab.service.batch import Batch, Handled
from feltlab.service.clock import HouseClock
from feltlab.service.due import Dealers, is_due
from feltlab.service.postings import purse
from feltlab.service.recovery import caught_up, load_table
from feltlab.service.refusing import no_answer
from feltlab.service.requests import AtTable, Keep, Reply, Request, TryAgain, Work
from feltlab.service.store import Store
from feltlab.service.tenure import LEASE_SECONDS, Tenure
from feltlab.table import State
from feltlab.table.commands import Advance, DealOn, Open, PlayOn, Resume, Status, Tick, Void
from feltlab.table.config import checked, out_of_date
from feltlab.table.events import Event
from feltlab.table.first_rounds import play_first_rounds

LOG: Final = logging.getLogger("feltlab.pit")
MOST_IN_A_BATCH: Final = 256
KEEP_SECONDS: Final = 1.0
"""Time between two tries to read a table that could not be read."""
TICK_SECONDS: Final = 0.1
CLOSING = "the house is closing"

Listener = Callable[[State, list[tuple[int, Event]]], None]
"""(state after, numbered events), in the writer's thread, after the commit."""


@dataclass
class _Waiting:
    request: Request
    answer: "Future[Reply]" = field(default_factory=Future)


class Pit:
    """`tables` is the committed state. It is replaced, never changed: other threads may look at it at any time."""

    def __init__(
        self,
        store: Store,
        owner: str = "pit",
        clock: Callable[[], int] | None = None,
        entropy: Callable[[int], bytes] = os.urandom,
        lease_seconds: float = LEASE_SECONDS,
    ) -> None:
        self.store, self.owner, self.clock, self.entropy = store, owner, clock or HouseClock(), entropy
        self.tenure = Tenure(store, owner, lease_seconds)
        self.ledger = Ledger()
        self.tables: Mapping[str, State] = {}
        self._listeners: list[Listener] = []
        self._line: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="writer", daemon=True)
        self._clockwork = threading.Thread(target=self._run_clocks, name="clocks", daemon=True)
        self._door = threading.Lock()
        """Nothing may be queued after the end of the queue."""
        self.stopping = threading.Event()
        self._in_doubt = False
        """A commit failed, or tables were lost: the log may have gone on without us."""
        self._keeping: Future[Reply] | None = None
        self._closing = False
        self._unread = False
        """A table of ours is not here yet."""
        self.waiting: set[str] = set()
        """Tables that cannot continue with the game files as they are."""
        self.dealers = Dealers()
        self._ticks: dict[str, Future[Reply]] = {}
        self.last_words: Callable[[], None] = lambda: None
        """Set when the house has closed and the store is still there."""
        self.batches = self.requests = self.failures = 0

    # Asking

    def submit(self, request: Request) -> "Future[Reply]":
        if isinstance(request.asked, AtTable) and isinstance(request.asked.command, Open):
            play_first_rounds(request.asked.command.config.game)  # here, not in the writer
        if isinstance(request.asked, AtTable) and isinstance(request.asked.command, Advance):
            self.dealers.dealt(request.asked.table, request.asked.actor)
        waiting = _Waiting(request)
        with self._door:
            if not self.stopping.is_set():
                self._line.put(waiting)
                return waiting.answer
        waiting.answer.set_result(TryAgain("the service is stopping"))
        return waiting.answer

    def ask(self, request: Request, seconds: float = 30) -> Reply:
        return self.submit(request).result(seconds)

    def listen(self, listener: Listener) -> None:
        self._listeners.append(listener)

    # Running

    def start(self) -> None:
        """Rounds continue where their logs end. A table that cannot be read is an error here; later it is skipped."""
        for row in self.store.tables():  # another process's table may be ours some day
            play_first_rounds(row.game)
        self._keep_tables(strict=True)
        self._in_doubt = False
        self.tenure.start(self._keep)
        self._writer.start()
        self._clockwork.start()

    def stop(self) -> None:
        """Finish the waiting requests, then end; another process may have the tables at once."""
        with self._door:
            if self.stopping.is_set():
                return
            self.stopping.set()
            self._line.put(None)
        for thread in (self._clockwork, self._writer):
            if thread.ident is not None:  # only if it was started
                thread.join()
        self.tenure.stop()
        self.tenure.give_up()
        self.store.close()

    def close_down(self, seconds: float = 5) -> None:
        """No new bets; rounds in progress have some seconds, then they are played out with defaults.

        They are not voided; otherwise a player who has seen cards could gain by waiting.
        """
        self._closing = True
        try:
            for state in list(self.tables.values()):
                if state.status == "open":
                    self.ask(Request(AtTable(state.table, Status("paused", CLOSING), self.owner)))
            end = time.monotonic() + seconds
            while time.monotonic() < end and self._in_play():
                time.sleep(0.05)
            for table in self._in_play():
                self.ask(Request(AtTable(table, PlayOn(), self.owner)))
        except TimeoutError:
            LOG.error("the database does not respond; rounds in progress continue at the next start")  # noqa: TRY400
        finally:
            self.last_words()
            self.stop()

    def open_up(self) -> None:
        """Reopens tables that were paused because the house closed."""
        for state in list(self.tables.values()):
            if _is_paused_to_close(state):
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
            self.batches += 1
            self.requests += len(batch)
            self._work(batch)
            if last:
                return

    def _gather(self, first: _Waiting) -> tuple[list[_Waiting], _Waiting | None, bool]:
        """The waiting requests as one batch, one that must go alone in the next, and whether that was all."""
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

    def _work(self, batch: Sequence[_Waiting]) -> None:
        """Whatever happens, every request is answered and the writer goes on."""
        try:
            if isinstance(batch[0].request.asked, Keep) or self._in_doubt:
                self._keep_tables()
            if self._in_doubt:
                self._look_again()
            outcomes = self._committed([waiting.request for waiting in batch])
        except Exception as error:
            self._failed(batch, error)
            return
        self._answer(batch, [outcome.reply for outcome in outcomes])
        self._tell(outcomes)

    def _committed(self, requests: Sequence[Request]) -> list[Handled]:
        with self.store.transaction() as rows:
            self.tenure.hold(rows)
            work = Batch(rows, self.ledger, self.tables, self.clock(), self.entropy)
            outcomes = work.work(requests)
        self.ledger.commit()
        self.tables = {**self.tables, **work.staged}
        return outcomes

    def _answer(self, batch: Sequence[_Waiting], replies: Sequence[Reply]) -> None:
        for waiting, reply in zip(batch, replies, strict=True):
            if waiting.answer.set_running_or_notify_cancel():
                waiting.answer.set_result(reply)

    def _tell(self, outcomes: Iterable[Handled]) -> None:
        for outcome in outcomes:
            if outcome.state is None:
                continue
            for listener in self._listeners:
                try:
                    listener(outcome.state, list(outcome.events))
                except Exception:
                    LOG.exception("a listener failed")

    def _failed(self, batch: Sequence[_Waiting], error: Exception) -> None:
        self.ledger.rollback()
        if isinstance(error, StoreError):
            self.failures += 1
            self._in_doubt = True
            LOG.error("the database failed: %s", error)
        elif not isinstance(error, FeltlabError):
            LOG.error("a batch failed; none of it was kept", exc_info=error)
        if len(batch) > 1 and (isinstance(error, ConflictError) or not isinstance(error, StoreError)):
            for waiting in batch:  # one that fails must not block the others
                self._work([waiting])
            return
        self._answer(batch, [no_answer(waiting.request, error) for waiting in batch])

    def _look_again(self) -> None:
        """The commit that failed may have succeeded: go to the end of each log, and report what was not reported."""
        found = [caught_up(self.store, state) for state in self.tables.values()]
        seated = {purse(seat.player) for state, _ in found for seat in state.seats.values()}
        purses = {account: self.store.balance(account) for account in sorted(seated)}
        self.ledger.forget()  # players who have left since, or bought chips, have another balance too
        self.ledger.load(purses)
        self.tables = {**self.tables, **{state.table: state for state, _ in found}}
        self._in_doubt = False
        self._tell(Handled(TryAgain(""), tuple(events), state) for state, events in found if events)

    def _keep_tables(self, strict: bool = False) -> None:
        """Keep this process's tables, and take over those whose process has died."""
        ours, all_along = self.tenure.take()
        self._in_doubt |= not all_along  # another process may have had them in the meantime
        lost = sorted(self.tables.keys() - ours)
        for table in lost:
            LOG.warning("table %s is run by another process now", table)
        kept = {table: state for table, state in self.tables.items() if table in ours}
        loaded = {table: self._loaded(table, strict) for table in sorted(ours - kept.keys())}
        taken = {table: state for table, state in loaded.items() if state is not None}
        self._unread = len(taken) < len(loaded)
        for table, state in taken.items():  # before a clock can ask for anything
            if state.round and state.round.phase == "bets" and out_of_date(state.config.game, state.config.mark):
                self.submit(Request(AtTable(table, Void("stopped", "the game's file has changed"), self.owner)))
            self.submit(Request(AtTable(table, Resume(), self.owner)))
            if not strict and _is_paused_to_close(state):  # another house paused it, and this one is open
                self.submit(Request(AtTable(table, Status("open"), self.owner)))
        self.tables = {**kept, **taken}
        self._tell(Handled(TryAgain(""), (), state) for state in taken.values())
        if lost:
            self.tenure.tell([f"moved:{table}" for table in lost])

    def _loaded(self, table: str, strict: bool) -> State | None:
        try:
            found = load_table(self.store, table)
        except StoreError as error:
            if strict:
                raise
            LOG.error("table %s cannot be read: %s", table, error)  # noqa: TRY400
            return None
        play_first_rounds(found.config.game)
        if (stale := _cannot_go_on(found)) and table not in self.waiting:
            LOG.error("table %s is on hold, and nothing is lost: %s", table, stale)
            self.waiting.add(table)
        return None if stale else found

    # The clocks' thread

    def _run_clocks(self) -> None:
        kept = time.monotonic()
        while not self.stopping.wait(TICK_SECONDS):
            if self._unread and time.monotonic() - kept > KEEP_SECONDS:
                kept = time.monotonic()
                self._keep()
            now = self.clock()
            for state in list(self.tables.values()):
                if is_due(state, now):
                    self._tick(state.table, Tick())
                elif self.dealers.is_gone(state):
                    self._tick(state.table, DealOn())

    def _keep(self) -> None:
        if not self._closing and (self._keeping is None or self._keeping.done()):
            self._keeping = self.submit(Request(Keep()))

    def _tick(self, table: str, due: Tick | DealOn) -> None:
        """One at a time, or they would pile up while the store is slow."""
        last = self._ticks.get(table)
        if last is None or last.done():
            self._ticks[table] = self.submit(Request(AtTable(table, due, self.owner)))


def _cannot_go_on(state: State) -> str:
    """A round in progress is played to its end by the rules that dealt it, or not at all."""
    stale = out_of_date(state.config.game, state.config.mark)
    if not stale or state.config.game not in GAMES or (state.round and state.round.phase == "play"):
        return stale
    try:
        checked(state.next_config or state.config)
    except FeltlabError as error:
        return f"the game's file has changed: {error}"
    return ""


def _is_paused_to_close(state: State) -> bool:
    return state.status == "paused" and state.reason == CLOSING


def _goes_alone(waiting: _Waiting) -> bool:
    return isinstance(waiting.request.asked, Work | Keep)
