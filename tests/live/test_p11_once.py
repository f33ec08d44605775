"""Every command sent one to five times, from several threads at once, with a store that fails and a pit that dies."""

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

from feltlab.service.checks import problems
from feltlab.service.pit import Pit
from feltlab.service.requests import AtTable, Chips, Done, Refused, Reply, Request, TryAgain
from feltlab.service.store import open_store
from feltlab.table import Config, State
from feltlab.table.commands import Bet, Command, Decide, Open, Ready, Sit
from feltlab.table.events import Decided, Event, SeatReady, WagersPlaced
from feltlab.table.views import view
from tests.live.house import GENEROUS, Books, FailingStore, request_of
from tests.live.killing import Client
from tests.live.soak import parts, size
from tests.table.driver import GAMES, PLACES, one_player, player

PURSE = 10_000_000_000
SPENT = {"bet": WagersPlaced, "ready": SeatReady}


class Sender:
    def __init__(self, url: str, seed: object, owner: Callable[[int], str] = player) -> None:
        self.url, self.rng, self.owner = url, Random(f"p11/{seed}"), owner
        self.client, self.books = Client(self.rng), Books()
        self.counts: Counter[str] = Counter()
        self.happened: Counter[str] = Counter()
        self.threads = ThreadPoolExecutor(5)
        self.tables = [f"{game}-{number}" for number, game in enumerate(self.rng.sample(GAMES, 2))]
        self._open()
        for table in self.tables:
            game = table.rpartition("-")[0]
            config = Config(game, rules=GENEROUS.get(game, ""), private=owner is one_player)
            self.one(request_of(AtTable(table, Open(table, config), "floor"), f"open-{table}"))
            for seat in range(1, PLACES[game] + 1):
                who = owner(seat)
                self.one(request_of(Chips(who, PURSE), f"chips-{who}"))
                self.one(request_of(AtTable(table, Sit(who, "Somebody", seat), who), f"sit-{table}-{seat}"))
                self.books.purses[who] = PURSE

    def _open(self) -> None:
        self.store = FailingStore(open_store(self.url))
        some_store: Any = self.store
        self.pit = Pit(some_store)
        self.pit.listen(self._hear)
        self.pit.start()

    def _hear(self, state: State, events: list[tuple[int, Event]]) -> None:
        self.books.hear(state, events)
        for _, event in events:
            self.happened["bet"] += isinstance(event, WagersPlaced)
            self.happened["ready"] += isinstance(event, SeatReady)
            self.happened["decide"] += isinstance(event, Decided)

    def crash(self) -> None:
        self.store.plan = ["down"] * 10_000
        self.pit.stop()
        self._open()
        self.counts["crashes"] += 1

    def one(self, request: Request) -> Done:
        reply = self.pit.ask(request)
        assert isinstance(reply, Done), reply
        return reply

    def wave(self) -> None:
        """A command for some of the seats, each in one to five copies, all at once."""
        requests = list(self._commands())
        copies = [request for request in requests for _ in range(self.rng.randint(1, 5))]
        self.rng.shuffle(copies)
        if self.rng.random() < 0.05:
            self.store.plan = [self.rng.choice(("before", "after"))]
        if self.rng.random() < 0.02:
            self.crash()
        found: dict[str, set[Reply]] = {request.key: set() for request in requests}
        while copies:
            replies = list(self.threads.map(self.pit.ask, copies))
            for request, reply in zip(copies, replies, strict=True):
                found[request.key].add(reply)
            copies = [each for each, reply in zip(copies, replies, strict=True) if isinstance(reply, TryAgain)]
            self.counts["sent"] += len(replies)
        for request in requests:
            self._check(request, found[request.key])

    def _commands(self) -> Iterator[Request]:
        for table in self.tables:
            self.client.views[table] = view(self.pit.tables[table])["round"]
            for seat in range(1, PLACES[table.rpartition("-")[0]] + 1):
                said = self.client.next_command(table, seat)
                if said is not None:
                    self.counts["commands"] += 1
                    key = f"key-{self.counts['commands']}"
                    who = self.owner(seat)
                    yield request_of(AtTable(table, _command(said, who, seat), who), key)

    def _check(self, request: Request, replies: set[Reply]) -> None:
        done = {reply for reply in replies if isinstance(reply, Done)}
        assert len(done) <= 1, f"{request} was answered in several ways: {replies}"
        if not done:
            return
        assert isinstance(request.asked, AtTable)
        self.counts[type(request.asked.command).__name__.lower()] += 1
        if self.rng.random() < 0.1:
            other = Request(request.asked, request.key, "another body")
            reply = self.pit.ask(other)
            assert isinstance(reply, Refused)
            assert reply.reason == "key-reused"

    def finish(self) -> None:
        self.pit.stop()
        self.store = FailingStore(open_store(self.url))
        self.books.check(self.pit.tables, self.store.all_balances())
        for what in ("bet", "ready", "decide"):
            assert self.happened[what] == self.counts[what]
        assert problems(self.store) == []
        self._check_postings()
        self.store.close()
        self.threads.shutdown()

    def _check_postings(self) -> None:
        """Each settled wager has taken its stake and paid its winnings once, however often commands were sent."""
        with self.store.reading() as db:
            rows = db.execute("SELECT id FROM transfers WHERE table_id IS NOT NULL")
        assert len(rows) == len({str(row[0]) for row in rows}) > self.counts["bet"] / 2


def _command(said: dict[str, Any], who: str, seat: int) -> Command:
    round = said["round"]
    match said["do"]:
        case "bet":
            return Bet(who, seat, round, said["wagers"])
        case "ready":
            return Ready(who, seat, round)
        case _:
            return Decide(who, seat, round, said["stage"], said["choice"])


def send(url: str, commands: int, seed: object, owner: Callable[[int], str] = player) -> Counter[str]:
    sender = Sender(url, seed, owner)
    while sender.counts["commands"] < commands:
        sender.wave()
    sender.finish()
    return sender.counts


def test_p11_5_000_commands_sent_up_to_five_times(tmp_path: Path) -> None:
    counts = send(f"sqlite:///{tmp_path}/store.db", 5_000, 1)
    assert counts["sent"] > 2 * counts["commands"]
    assert counts["crashes"] > 2


def test_p11_1_000_commands_of_one_player_with_all_hands(tmp_path: Path) -> None:
    counts = send(f"sqlite:///{tmp_path}/store.db", 1_000, "hands", one_player)
    assert counts["sent"] > 2 * counts["commands"]


@pytest.mark.soak
def test_p11_100_000_commands_sent_up_to_five_times(tmp_path: Path) -> None:
    for part in parts("p11", size("p11", 100_000), 5_000):
        send(f"sqlite:///{tmp_path}/{part}.db", 5_000, f"soak/{part}")
