"""Seven seats play; the process that deals is killed with SIGKILL at any moment; what was acknowledged must be there.

    python -m tests.live.killing FOLDER PIT_KILLS SERVER_KILLS SEED

A parent that has everything imported forks the process that is killed: the pit behind a socket, or the whole server of
`feltlab serve` with HTTP and WebSockets. The client keeps every key that it sent and every answer that it got. After
each kill what was acknowledged is looked up in the file itself; after the restart open keys are sent again, answered
ones too. Prints one JSON object of counts; anything lost or doubled is an assertion.
"""

import asyncio
import http.client
import json
import logging
import os
import random
import select
import signal
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, NoReturn

import orjson
import uvicorn.protocols.http.auto
import uvicorn.protocols.websockets.auto
import websockets

from feltlab.commands import serve as serving
from feltlab.rules.progressive import UNITS_PER_CENT
from feltlab.service.checks import problems
from feltlab.service.pit import Pit
from feltlab.service.recovery import load_table
from feltlab.service.requests import AtTable, Chips, Done, Refused, Reply, Request, Tokens
from feltlab.service.sqlite_store import open_database
from feltlab.service.store import Store, open_store
from feltlab.table import Config, State, evolve
from feltlab.table.commands import Bet, Command, Decide, Open, Ready, Sit
from feltlab.table.events import (
    Decided,
    Event,
    MeterAwarded,
    RoundClosed,
    RoundVoided,
    SeatReady,
    WagersPlaced,
    read_event,
)
from feltlab.table.first_rounds import play_first_rounds
from feltlab.table.state import dealt_from
from feltlab.table.views import view
from feltlab.web import service
from feltlab.web.app import create_app
from feltlab.web.door.settings import Settings
from feltlab.web.lab import pages as lab
from tests.live.house import GENEROUS
from tests.table.driver import GAMES, OPENING, PLACES, moved, tokens_moved
from tests.waiting import PATIENCE

KILLS_PER_FILE = 25
PURSE = 100_000_000
CHOICES: Mapping[str, list[dict[str, Any]]] = {
    "play": [{"decision": "play"}, {"decision": "fold"}],
    "flop": [{"flop": "bet"}, {"flop": "fold"}],
    "turn": [{"turn": "bet"}, {"turn": "fold"}],
    "trade": [{"trade": None}],
}
TAKES_TOKENS = "ace-odd-even"
HOUSES: Mapping[str, dict[str, Any]] = {
    "quick-draw-holdem": {"left_off": ("flop-bonus",)},
    "low-four": {"left_off": ("low-points", "high-points")},
    "rule-out": {"decks": 2, "penetration": 60},
}
"""Tables with bets left off, and one whose rounds share a shoe."""
SIDES = {
    "ace-odd-even": "poker-progressive",
    "low-four": "combo-progressive",
    "quick-draw-holdem": "best-four",
    "rule-out": "joker",
}


@dataclass
class Client:
    """All that the players sent and heard, for one file."""

    rng: random.Random
    sent: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By key: the command as it was sent."""
    answers: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By key: the answer, once it came; a refusal says that nothing was done."""
    owed: Counter[str] = field(default_factory=Counter)
    """By key: answers still to come. What was refused and is sent again is looked at anew: its refusal is no last word."""
    unchecked: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    views: dict[str, Any] = field(default_factory=dict)

    def sends(self, command: Mapping[str, Any]) -> None:
        self.sent.setdefault(command["key"], dict(command))
        self.owed[command["key"]] += 1

    def hear(self, key: str, answer: dict[str, Any]) -> None:
        if "later" in answer:  # neither done nor refused: the key stays open
            return
        self.owed[key] -= 1
        before = self.answers.get(key)
        if before is not None and before["ok"]:
            assert answer == before, (key, before, answer)
            self.counts["answered again"] += 1
            return
        self.answers[key] = answer
        self.counts["acknowledged" if answer["ok"] else "refused"] += 1
        if answer["ok"]:
            self.unchecked.append(key)

    @property
    def open(self) -> list[str]:
        return [key for key in self.sent if self.owed[key] or key not in self.answers]

    def opens_again(self) -> list[str]:
        """The open keys, for another life of the server: the answers that the last one owed will not come."""
        keys = self.open
        self.owed.clear()
        return keys

    def next_command(self, table: str, seat: int) -> dict[str, Any] | None:
        shown = self.views.get(table)
        if not shown:
            return None
        hand = shown["seats"].get(str(seat), {"stakes": {}, "ready": False})
        about: dict[str, Any] = {"table": table, "seat": seat, "round": shown["number"]}
        if seat in shown["waiting"]:
            choice = self.rng.choice(CHOICES[shown["asked"]])
            token = hand["tokens"].get("ante") if choice.get("decision") == "play" else None
            tokens = {"tokens": {"play": token}} if token and self.rng.random() < 0.5 else {}
            return {**about, "do": "decide", "stage": shown["asked"], "choice": choice, **tokens}
        if shown["phase"] != "bets" or (hand["ready"] and self.rng.random() < 0.9):
            return None
        if not hand["stakes"] or self.rng.random() < 0.1:
            wagers = self._wagers(table)
            has = table.startswith(TAKES_TOKENS) and self.rng.random() < 0.5
            return {**about, "do": "bet", "wagers": wagers, **({"tokens": {"ante": wagers["ante"]}} if has else {})}
        return {**about, "do": "ready"}

    def _wagers(self, table: str) -> dict[str, int]:
        game = table.rpartition("-")[0]
        bets = {OPENING[game]: self.rng.randrange(100, 2_000)}
        if self.rng.random() < 0.7:
            bets[SIDES[game]] = 100
        return bets


# The pit behind a socket


def command_of(ask: Mapping[str, Any]) -> Command:
    who, seat = ask["player"], ask["seat"]
    match ask["do"]:
        case "sit":
            return Sit(who, who, seat)
        case "bet":
            return Bet(who, seat, ask["round"], ask["wagers"], ask.get("tokens", {}))
        case "ready":
            return Ready(who, seat, ask["round"])
        case _:
            return Decide(who, seat, ask["round"], ask["stage"], ask["choice"], ask.get("tokens", {}))


def pit_process(line: socket.socket, url: str) -> NoReturn:
    pit, lock = Pit(open_store(url)), threading.Lock()
    pit.start()

    def answer(ask: dict[str, Any], reply: Reply) -> None:
        said: dict[str, Any] = {"later": True}
        if isinstance(reply, Done):
            said = {"ok": True, "v": reply.number, "purse": reply.purse}
        elif isinstance(reply, Refused):
            said = {"ok": False, "refused": reply.reason}
        state = pit.tables.get(ask["table"])
        shown = view(state)["round"] if state else None
        with lock, suppress(OSError):
            line.sendall(
                orjson.dumps({"key": ask["key"], "answer": said, "table": ask["table"], "round": shown}) + b"\n"
            )

    for text in line.makefile("rb"):
        ask = orjson.loads(text)
        asked: AtTable | Chips | Tokens
        if ask["do"] == "chips":
            asked = Chips(ask["player"], ask["cents"])
        elif ask["do"] == "tokens":
            asked = Tokens(ask["player"], ask["cents"])
        elif ask["do"] == "open":
            game, rules = ask["game"], GENEROUS.get(ask["game"], "")
            config = Config(game, rules=rules, decision_seconds=1, **HOUSES.get(game, {}))
            asked = AtTable(ask["table"], Open(ask["table"], config), "floor")
        else:
            asked = AtTable(ask["table"], command_of(ask), ask["player"])
        future = pit.submit(Request(asked, ask["key"], sha256(text).hexdigest()))
        future.add_done_callback(lambda done, ask=ask: answer(ask, done.result()))  # type: ignore[misc]
    os._exit(0)


def forked(child: Callable[[], NoReturn]) -> int:
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        try:
            child()
        except BaseException:  # the parent sees the exit code; a traceback helps whoever looks
            logging.getLogger("feltlab").exception("the child failed")
        os._exit(1)
    return pid


def killed(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    assert os.WIFSIGNALED(status), f"the child ended by itself: {status}"


class PitLine:
    """One life of the pit: what is sent and heard until it is killed."""

    def __init__(self, client: Client, url: str) -> None:
        self.client = client
        ours, theirs = socket.socketpair()

        def child() -> NoReturn:
            ours.close()
            pit_process(theirs, url)

        self.pid = forked(child)
        theirs.close()
        self.line, self.rest, self.waiting = ours, b"", 0

    def send(self, command: Mapping[str, Any]) -> None:
        self.client.sends(command)
        self.line.sendall(orjson.dumps(command, option=orjson.OPT_SORT_KEYS) + b"\n")
        self.waiting += 1

    def hear(self, seconds: float) -> bool:
        """Read what has come; false at the end."""
        if not select.select([self.line], [], [], seconds)[0]:
            return True
        try:
            data = self.line.recv(1 << 16)
        except ConnectionResetError:
            data = b""
        *lines, self.rest = (self.rest + data).split(b"\n")
        for text in lines:
            heard = orjson.loads(text)
            self.waiting -= 1
            self.client.views[heard["table"]] = heard["round"]
            self.client.hear(heard["key"], heard["answer"])
        return bool(data)

    def all_answered(self) -> None:
        end = time.monotonic() + PATIENCE
        while self.waiting:
            assert self.hear(1), "the pit is gone"
            assert time.monotonic() < end, "the pit does not answer"

    def kill(self) -> None:
        killed(self.pid)
        while self.hear(1):
            pass
        self.line.close()


def pit_file(path: Path, kills: int, seed: object) -> Client:
    """One file, killed again and again."""
    rng = random.Random(f"p09/{seed}")
    client, url = Client(rng), f"sqlite:///{path}"
    games = rng.sample(GAMES, 2)
    tables = [f"{game}-{number}" for number, game in enumerate(games)]
    line = PitLine(client, url)
    for table, game in zip(tables, games, strict=True):
        line.send({"key": f"open-{table}", "do": "open", "table": table, "game": game, "player": "floor"})
        for seat in range(1, PLACES[game] + 1):
            if table == tables[0]:
                for what in ("chips", "tokens"):
                    who = f"p{seat}"
                    line.send({"key": f"{what}-{seat}", "do": what, "table": table, "player": who, "cents": PURSE})
            line.send({"key": f"sit-{table}-{seat}", "do": "sit", "table": table, "player": f"p{seat}", "seat": seat})
    line.all_answered()
    number = 0
    for _ in range(kills):
        end, before = time.monotonic() + rng.uniform(0, 0.12), number
        while time.monotonic() < end or number == before:  # something is under way, however slow the machine
            table = rng.choice(tables)
            seat = rng.randint(1, PLACES[table.rpartition("-")[0]])
            command = client.next_command(table, seat)
            if command is not None:
                number += 1
                line.send({**command, "key": f"k{number}", "player": f"p{seat}"})
            if rng.random() < 0.1:
                line.send(client.sent[rng.choice(list(client.sent))])
            line.hear(0.002 if line.waiting > rng.choice((0, 4, 12)) else 0)
        line.kill()
        client.counts["kills"] += 1
        client.counts["open at the kill"] += len(client.open)
        check_acknowledged(path, client, str)
        line = PitLine(client, url)
        again = client.opens_again() + rng.sample([key for key, said in client.answers.items() if said["ok"]], 3)
        for key in again:
            line.send(client.sent[key])
        for table in tables:  # what does not exist is refused, and tells how the table stands
            line.send(
                {
                    "key": f"look-{table}-{number}-{time.monotonic_ns()}",
                    "do": "ready",
                    "table": table,
                    "player": "p1",
                    "seat": 1,
                    "round": 10**9,
                }
            )
        line.all_answered()
    line.kill()
    check_acknowledged(path, client, str)
    return client


# The whole server


def server_process(port: int, url: str) -> NoReturn:
    lab.start_warming = lambda: None  # the lab's sums are not what is killed here
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    serving.serve(host="127.0.0.1", port=port, database=url)
    os._exit(3)


class Guest:
    """A browser that comes back with its cookie after every crash."""

    def __init__(self, client: Client, table: str, seat: int) -> None:
        self.client, self.table, self.seat = client, table, seat
        self.cookie = self.player = ""

    def come_in(self, port: int) -> None:
        with closing(http.client.HTTPConnection("localhost", port, timeout=PATIENCE)) as connection:
            connection.request("GET", "/api/me")
            answer = connection.getresponse()
            self.player = json.loads(answer.read())["player"]
            self.cookie = str(answer.getheader("set-cookie")).partition(";")[0]

    async def connect(self, port: int) -> None:
        origin: Any = f"http://localhost:{port}"
        self.wire = await websockets.connect(
            f"ws://localhost:{port}/ws/tables/{self.table}",
            origin=origin,
            additional_headers={"Cookie": self.cookie},
            proxy=None,
            open_timeout=PATIENCE,
            ping_interval=None,  # that a busy machine is slow to answer does not mean that it is gone
        )

    async def listen(self) -> None:
        with suppress(websockets.ConnectionClosed, OSError):
            async for text in self.wire:
                heard = orjson.loads(text)
                if "ack" in heard:
                    key = heard.pop("ack")
                    self.client.hear(key, heard if heard["ok"] or "refused" in heard else {"later": True})
                elif "view" in heard:
                    self.client.views[self.table] = heard["view"]["round"]

    async def send(self, command: Mapping[str, Any]) -> None:
        self.client.sends(command)
        with suppress(websockets.ConnectionClosed, OSError):
            await self.wire.send(
                orjson.dumps({name: said for name, said in command.items() if name != "table"}).decode()
            )


async def until_it_listens(port: int) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            _, writer = await asyncio.open_connection("localhost", port)
        except OSError:
            assert time.monotonic() < end, "the server did not start"
            await asyncio.sleep(0.02)
        else:
            writer.close()
            return


async def server_life(
    client: Client, guests: list[Guest], port: int, pid: int, number: Iterator[int], last: bool
) -> None:
    await asyncio.gather(*(guest.connect(port) for guest in guests))
    listening = [asyncio.create_task(guest.listen()) for guest in guests]
    again = client.opens_again()
    if client.answers:
        again = again + client.rng.sample([key for key, said in client.answers.items() if said["ok"]], 3)
    by_seat = {guest.seat: guest for guest in guests}
    for key in again:
        await by_seat[client.sent[key]["seat"]].send(client.sent[key])
    for guest in guests:
        key = f"sit-{guest.seat}"
        await guest.send({"key": key, "do": "sit", "table": guest.table, "seat": guest.seat})
    end = time.monotonic() + PATIENCE
    while client.open:
        assert time.monotonic() < end, "keys that were sent again are not answered"
        await asyncio.sleep(0.005)
    end, sent = time.monotonic() + client.rng.uniform(0, 0.5), 0
    while not last and (time.monotonic() < end or not sent):
        guest = client.rng.choice(guests)
        command = client.next_command(guest.table, guest.seat)
        if command is not None:
            await guest.send({**command, "key": f"s{next(number)}"})
            sent += 1
        await asyncio.sleep(client.rng.choice((0, 0, 0.001, 0.004)))
    killed(pid)
    await asyncio.gather(*listening)  # what came before the end counts as heard


def server_file(path: Path, kills: int, seed: object) -> Client:
    rng = random.Random(f"p09/server/{seed}")
    client, url, number = Client(rng), f"sqlite:///{path}", iter(range(1, 10**9))
    table = f"{rng.choice(('quick-draw-holdem', 'rule-out'))}-1"
    guests = [Guest(client, table, seat) for seat in range(1, 8)]

    def stored(key: str) -> str:
        return sha256(f"{guests[client.sent[key]['seat'] - 1].player}\n{key}".encode()).hexdigest()

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    for life in range(kills + 1):
        pid = forked(lambda: server_process(port, url))
        asyncio.run(until_it_listens(port))
        if not life:
            for guest in guests:
                guest.come_in(port)
        asyncio.run(server_life(client, guests, port, pid, number, life == kills))
        client.counts["server kills"] += 1
        client.counts["open at the kill"] += len(client.open)
        check_acknowledged(path, client, stored)
    return client


# What must be there


def check_acknowledged(path: Path, client: Client, stored: Callable[[str], str]) -> None:
    """In the file as the dead process left it: each acknowledged key with the same answer, and the events it tells of."""
    with closing(open_database(path, write=False)) as db:
        for key in client.unchecked:
            found = db.execute("SELECT table_id, answer FROM answers WHERE key = ?", (stored(key),))
            assert found, f"{key} was acknowledged and is lost"
            [(table, text)] = found
            kept, said = orjson.loads(text), client.answers[key]
            assert (kept["number"], kept["purse"]) == (said["v"], said["purse"]), (key, kept, said)
            if table is not None:
                [(last,)] = db.execute("SELECT last_number FROM tables WHERE table_id = ?", (table,))
                assert last >= said["v"] > 0
                assert db.execute("SELECT 1 FROM events WHERE table_id = ? AND number = ?", (table, said["v"]))
    client.counts["acknowledged and found"] += len(client.unchecked)
    client.unchecked.clear()


def check_file(path: Path, client: Client) -> None:
    """The whole file: what was done was done once, money is where the events say, every finished round is settled."""
    with closing(open_store(f"sqlite:///{path}")) as store:
        assert problems(store) == []
        purses: Counter[str] = Counter()  # tokens too, by the name of their account
        done: Counter[str] = Counter()
        for row in store.tables():
            _check_table(store, row.table_id, purses, done, client.counts)
        _check_purses(store, purses)
    asked = Counter(client.sent[key]["do"] for key, said in client.answers.items() if said["ok"])
    for what in ("bet", "ready", "decide"):
        assert done[what] == asked[what], f"{what}: {asked[what]} were acknowledged, {done[what]} are in the logs"


def _check_table(store: Store, table: str, purses: Counter[str], done: Counter[str], counts: Counter[str]) -> None:
    state: State | None = None
    over: set[int] = set()
    for row in store.events(table):
        event: Event = read_event(row.kind, orjson.loads(row.body))
        for who, cents in moved(state, event):
            purses[f"purse:{who}"] += cents
        for who, cents in tokens_moved(state, event):
            purses[f"tokens:{who}"] += cents
        before, state = state, evolve(state, event)
        done["bet"] += isinstance(event, WagersPlaced)
        done["ready"] += isinstance(event, SeatReady)
        done["decide"] += isinstance(event, Decided) and event.by == "player"
        _check_meters(before, event, state)
        if isinstance(event, RoundClosed | RoundVoided):
            assert state.last is not None
            assert state.last.seed, "a round that was only killed goes on from its seed"
            assert state.last.number not in over, "a round was settled twice"
            over.add(state.last.number)
            for hand in state.last.hands.values():
                assert {result.wager: result.staked for result in hand.results} == dict(hand.stakes)
                assert len(hand.results) == len(hand.stakes)
    assert state is not None
    assert over == set(range(1, state.rounds + (state.round is None)))
    loaded = load_table(store, table)
    assert dealt_from(state, loaded.round.seed if loaded.round else "").digest == loaded.digest
    counts["rounds"] += len(over)
    balances = store.all_balances()
    for wager, meter in state.meters.items():
        assert balances[f"meter:{table}:{wager}"] == meter.units // UNITS_PER_CENT
    hands = state.round.hands if state.round else {}
    for seat in range(1, state.config.places + 1):
        lying = hands[seat].open_stakes if seat in hands else {}
        tokens = sum(hands[seat].tokens.get(wager, 0) for wager in lying)
        assert balances.get(f"stake:{table}:{seat}", 0) == sum(lying.values()) - tokens
        assert balances.get(f"token-stake:{table}:{seat}", 0) == tokens
    counts["tokens"] += sum(account.startswith("token-stake:") for account in balances)


def _check_meters(before: State | None, event: Event, after: State) -> None:
    """Promise 21: nothing but an award takes anything off a meter."""
    if before is not None and not isinstance(event, MeterAwarded):
        assert all(after.meters[wager].units >= meter.units for wager, meter in before.meters.items())


def _check_purses(store: Store, played: Counter[str]) -> None:
    with store.reading() as db:
        bought: dict[str, int] = dict(
            db.execute(
                "SELECT credit, SUM(cents) FROM transfers WHERE debit = 'house'"
                " AND (substr(credit, 1, 6) = 'purse:' OR substr(credit, 1, 7) = 'tokens:') GROUP BY credit"
            )
        )
    for account, cents in store.all_balances().items():
        if account.startswith(("purse:", "tokens:")):
            assert cents == bought.get(account, 0) + played[account], account


def main(folder: Path, pit_kills: int, server_kills: int, seed: str) -> Counter[str]:
    counts: Counter[str] = Counter()
    for kind, kills, play in (("pit", pit_kills, pit_file), ("server", server_kills, server_file)):
        number = 0
        while kills > 0:
            path = folder / f"{kind}-{number}.db"
            client = play(path, min(kills, KILLS_PER_FILE), f"{seed}/{number}")
            check_file(path, client)
            counts += client.counts
            for file in folder.glob(f"{path.name}*"):
                file.unlink()
            kills, number = kills - KILLS_PER_FILE, number + 1
    return counts


def warm_up() -> None:
    """Everything that a server imports, loads or makes at its first start, so that a fork has it already."""
    for game in GAMES:
        play_first_rounds(game)
    config = uvicorn.Config(create_app(), log_config=None)
    config.load()
    with closing(open_store("sqlite://")) as store:
        pit = Pit(store)
        service.install(create_app(), pit, Settings())


if __name__ == "__main__":
    logging.basicConfig(level=logging.ERROR)
    warm_up()
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])))
