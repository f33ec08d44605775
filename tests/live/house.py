"""A pit in the hand of a test: no threads, a clock and shuffles that follow from a seed, a store that fails on request.

What the service did is followed from the events that it told, by the contract's table of transfers, and compared with
what it keeps: states, purses, stakes, meters.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

from feltlab.errors import StoreError
from feltlab.rules.progressive import UNITS_PER_CENT
from feltlab.service.pit import Pit, _Waiting
from feltlab.service.recovery import differs_from_log
from feltlab.service.requests import AtTable, Chips, Done, Reply, Request, Tokens
from feltlab.service.store import Store, Transaction, open_store
from feltlab.table import Config, State, evolve
from feltlab.table.commands import Command, Open
from feltlab.table.events import Event, MeterAwarded, MetersFed, event_body, kind_of, read_event
from feltlab.table.state import dealt_from
from feltlab.wire import dump, read_object
from tests.table.driver import moved, tokens_moved
from tests.waiting import PATIENCE

GENEROUS: Mapping[str, str] = {
    "ace-odd-even": """game = "ace-odd-even"
[[pay_table]]
wager = "poker-progressive"
id = "generous"
felt = true
lines = '''
7 card flush   100% of jackpot
6 card flush   100% of jackpot
5 card flush   100% of jackpot
4 of a kind    100% of jackpot
full house      10% of jackpot
3 of a kind     10% of jackpot
2 pair           1% of jackpot
'''
""",
    "low-four": """game = "low-four"
[[pay_table]]
wager = "combo-progressive"
id = "generous"
felt = true
lines = '''
3 through 18 points   100% of jackpot
19 through 23 points   10% of jackpot
'''
""",
}
"""Meters that are won every few rounds."""


class FailingStore:
    """A store whose next commits fail: "before" nothing is kept, "after" all of it is, and "down" is down."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.plan: list[str] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        fault = self.plan.pop(0) if self.plan else ""
        if fault == "down":
            raise StoreError("the disk is gone")
        with self._store.transaction() as rows:
            yield rows
            if fault == "before":
                raise StoreError("the commit failed")
        if fault == "after":
            raise StoreError("nobody knows whether it was committed")


class StillPit(Pit):
    """The writer's work done in the test's own thread, so that the same seed gives the same run."""

    def start(self) -> None:
        self._keep_tables(strict=True)
        self.work_off()

    def work_off(self) -> None:
        """What the pit asked itself."""
        while not self._line.empty():
            waiting = self._line.get()
            assert waiting is not None
            self._work([waiting])

    def do(self, *requests: Request) -> list[Reply]:
        waiting = [_Waiting(request) for request in requests]
        self._work(waiting)
        replies = [each.answer.result(0) for each in waiting]
        self.work_off()
        return replies


def request_of(asked: AtTable | Chips | Tokens, key: str) -> Request:
    return Request(asked, key, sha256(repr(asked).encode()).hexdigest())


def actor_of(command: Command) -> str:
    return getattr(command, "player", "") or "floor"


class House:
    """A pit that can crash and come back, with every event it ever reported."""

    def __init__(self, url: str, seed: object = 0, follow: bool = True) -> None:
        self.url, self.seed, self.follow = url, seed, follow
        self.now = 1_700_000_000_000
        self.turn = 0
        self.kept = Books()
        self.store = FailingStore(open_store(url))
        self.pit = self._open()

    def _open(self) -> StillPit:
        some_store: Any = self.store
        pit = StillPit(some_store, clock=lambda: self.now, entropy=self.entropy)
        if self.follow:
            pit.listen(self.kept.hear)
        pit.start()
        return pit

    def entropy(self, count: int) -> bytes:
        """By the turn that the test is at: a tick more or less after a crash does not change the cards."""
        return sha256(f"{self.seed}/{self.turn}".encode()).digest()[:count]

    def crash(self) -> None:
        """The process is gone and its lease has run out; uncommitted work is lost. In memory only the pit goes."""
        self.store.plan.clear()
        self.pit.tenure.give_up()
        if self.url != "sqlite://":
            self.store.close()
            self.store = FailingStore(open_store(self.url))
        self.pit = self._open()

    def close(self) -> None:
        self.store.close()

    def open_table(self, table: str, config: Config) -> None:
        [reply] = self.pit.do(Request(AtTable(table, Open(table, config), "floor")))
        assert isinstance(reply, Done), reply

    def chips(self, player: str, cents: int) -> None:
        self.turn += 1
        [reply] = self.pit.do(request_of(Chips(player, cents), f"chips-{self.turn}"))
        assert isinstance(reply, Done), reply
        self.kept.purses[player] += cents

    def give_tokens(self, player: str, cents: int) -> None:
        self.turn += 1
        [reply] = self.pit.do(request_of(Tokens(player, cents), f"tokens-{self.turn}"))
        assert isinstance(reply, Done), reply
        self.kept.tokens[player] += cents

    def command(self, table: str, command: Command, key: str = "") -> Reply:
        self.turn += 1
        [reply] = self.pit.do(request_of(AtTable(table, command, actor_of(command)), key or f"turn-{self.turn}"))
        return reply

    def must(self, table: str, command: Command) -> Done:
        reply = self.command(table, command)
        assert isinstance(reply, Done), (command, reply)
        return reply

    def check(self) -> None:
        """Every promise about money and state that can be looked at between two batches."""
        balances = self.store.all_balances()
        assert sum(balances.values()) == 0
        assert all(cents >= 0 for account, cents in balances.items() if account != "house")
        in_memory = self.pit.ledger._balances
        assert {account: cents for account, cents in in_memory.items() if balances.get(account, 0) != cents} == {}
        self.kept.check(self.pit.tables, balances)

    def check_logs(self) -> None:
        for table, state in self.pit.tables.items():
            assert not differs_from_log(self.store, state)
            assert state.digest == self.kept.states[table].digest


class Books:
    """States, purses and meters as they follow from the reported events."""

    def __init__(self) -> None:
        self.states: dict[str, State] = {}
        self.purses: Counter[str] = Counter()
        self.tokens: Counter[str] = Counter()
        self.meters: Counter[tuple[str, str]] = Counter()
        self.events: list[tuple[str, int, str, str]] = []
        self.awards = 0

    def hear(self, after: State, events: Sequence[tuple[int, Event]]) -> None:
        for number, event in events:
            text = dump(event_body(event))
            before = self.states.get(after.table)
            assert number == (before.number if before else 0) + 1, "an event was told twice, or not at all"
            again = read_event(kind_of(event), read_object(text.encode()))
            for player, cents in moved(before, again):
                self.purses[player] += cents
            for player, cents in tokens_moved(before, again):
                self.tokens[player] += cents
            self.states[after.table] = state = evolve(before, again)
            self._count(state, again)
            self.events.append((after.table, number, kind_of(event), text))
        if after.round:  # whose seed nobody is told
            self.states[after.table] = dealt_from(self.states[after.table], after.round.seed)
        assert after == self.states[after.table]

    def _count(self, state: State, event: Event) -> None:
        table = state.table
        if state.number == 1:
            for wager, meter in state.meters.items():
                self.meters[table, wager] = meter.base_units
        if isinstance(event, MetersFed):
            for wager, units in event.units.items():
                assert units >= 0
                self.meters[table, wager] += units
        if isinstance(event, MeterAwarded):
            self.awards += 1
            assert event.reseeded_units in (0, event.meter.base_units)
            self.meters[table, event.wager] += event.reseeded_units - sum(event.paid.values()) * UNITS_PER_CENT

    def check(self, tables: Mapping[str, State], balances: Mapping[str, int]) -> None:
        assert tables == self.states
        for player, cents in self.purses.items():
            assert balances.get(f"purse:{player}", 0) == cents, player
        for player, cents in self.tokens.items():
            assert balances.get(f"tokens:{player}", 0) == cents, player
        for table, state in tables.items():
            for wager, meter in state.meters.items():
                assert meter.units == self.meters[table, wager]
                assert balances[f"meter:{table}:{wager}"] == meter.units // UNITS_PER_CENT
                assert balances[f"reserve:{table}:{wager}"] == meter.base_units // UNITS_PER_CENT
            hands = state.round.hands if state.round else {}
            for seat in range(1, 8):
                lying = hands[seat].open_stakes if seat in hands else {}
                tokens = sum(hands[seat].tokens.get(wager, 0) for wager in lying)
                assert balances.get(f"stake:{table}:{seat}", 0) == sum(lying.values()) - tokens, (table, seat)
                assert balances.get(f"token-stake:{table}:{seat}", 0) == tokens, (table, seat)

    @property
    def digest(self) -> str:
        return sha256(repr((self.events, sorted(self.purses.items()))).encode()).hexdigest()


def together(works: Sequence[Callable[[], "Future[Reply]"]], seconds: float = PATIENCE) -> list[Reply]:
    """Everything at once from this thread; the writer sees it as it comes."""
    return [future.result(seconds) for future in [work() for work in works]]
