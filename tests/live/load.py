"""203 seats over real sockets: 29 tables of seven, each seat a WebSocket of its own, so many actions a second.

    python -m tests.live.load server DATABASE TABLES [NAME=N …]       the server of `feltlab serve`, its limits on guests lifted
    python -m tests.live.load client PORT PID TABLES RATE SECONDS

The client sends by a timetable, whether answers come or not, and counts from the time that was due: a server that falls
behind cannot hide it. An answer is sent after the commit, so the time includes the disk. Prints one JSON object.
"""

import asyncio
import http.client
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import orjson
import websockets

from feltlab.commands import serve as serving
from feltlab.service.pit import Pit
from feltlab.service.requests import AtTable, Done, Request
from feltlab.service.store import open_store
from feltlab.table import Config
from feltlab.table.commands import Open
from feltlab.web.app import create_app
from feltlab.web.door.listening import within_file_limit
from feltlab.web.door.logs import write_logs
from feltlab.web.door.settings import RequestRate, Settings, read_connection_limits
from tests.live.killing import Client
from tests.waiting import PATIENCE

FAST = RequestRate(1e9, 1e9)
SEATS = 7
SLICES = 12  # how often memory is looked at


def name_of(number: int) -> str:
    return f"{'quick-draw-holdem' if number % 2 else 'rule-out'}-{number + 1}"


def server(database: str, tables: int, limits: Sequence[str]) -> None:
    write_logs("plain")
    settings = replace(
        Settings(), limits=read_connection_limits(limits), guest_rate=FAST, address_rate=FAST, session_rate=FAST, closing_seconds=0.5,
        welcome_cents=10**8,  # nobody runs out of chips: a bet that is refused is less work
    )  # fmt: skip
    pit = Pit(open_store(database))
    pit.start()
    for number in range(tables):
        table = name_of(number)
        reply = pit.ask(Request(AtTable(table, Open(table, Config(table.rpartition("-")[0])), "floor")))
        assert isinstance(reply, Done), reply
    listening = serving._listen("127.0.0.1", 0, True)
    serving.run(create_app(pit, settings=within_file_limit(settings)), listening)


@dataclass
class Seat:
    table: str
    seat: int
    cookie: str = ""
    wire: Any = None
    due: dict[str, float] = field(default_factory=dict)
    """By key: when a command was due to be sent."""
    number: int = 0
    """The last event this seat was told about."""


@dataclass
class Figures:
    waits: list[float] = field(default_factory=list)
    late: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    frames: int = 0
    gaps: int = 0


class Floor:
    def __init__(self, port: int, tables: int) -> None:
        self.port = port
        self.client = Client(random.Random("p34"))
        self.seats = [Seat(name_of(table), seat) for table in range(tables) for seat in range(1, SEATS + 1)]
        self.figures = Figures()
        self.keys = 0

    def come_in(self) -> None:
        with closing(http.client.HTTPConnection("localhost", self.port, timeout=PATIENCE)) as connection:
            for seat in self.seats:
                connection.request("GET", "/api/me")
                answer = connection.getresponse()
                answer.read()
                seat.cookie = str(answer.getheader("set-cookie")).partition(";")[0]

    async def sit_down(self) -> list["asyncio.Task[None]"]:
        origin: Any = f"http://localhost:{self.port}"
        for seat in self.seats:
            seat.wire = await websockets.connect(
                f"ws://localhost:{self.port}/ws/tables/{seat.table}",
                origin=origin, additional_headers={"Cookie": seat.cookie}, proxy=None, compression=None,
                open_timeout=PATIENCE, ping_interval=None,  # slow is not gone
            )  # fmt: skip
        tasks = [asyncio.create_task(self._listen(seat)) for seat in self.seats]
        for seat in self.seats:
            await self._send(seat, {"do": "sit", "seat": seat.seat}, time.perf_counter())
        while any(seat.due for seat in self.seats):
            await asyncio.sleep(0.01)
        self.figures = Figures()
        return tasks

    async def _listen(self, seat: Seat) -> None:
        async for text in seat.wire:
            if text.startswith('{"ack"'):
                self._answered(seat, orjson.loads(text))
            elif seat.seat == 1:  # one of each table looks at the felt and checks that no event is missing
                self._seen(seat, orjson.loads(text))
            self.figures.frames += 1

    def _answered(self, seat: Seat, heard: dict[str, Any]) -> None:
        self.figures.waits.append(time.perf_counter() - seat.due.pop(heard["ack"]))
        if heard["ok"]:
            self.client.counts[seat.table] = max(self.client.counts[seat.table], heard["v"])
        else:
            self.figures.refused[heard["refused"]] += 1

    def _seen(self, seat: Seat, heard: dict[str, Any]) -> None:
        if "view" not in heard:
            return
        numbers = [event["v"] for event in heard["events"]]
        if seat.number and numbers != list(range(seat.number + 1, heard["v"] + 1)):
            self.figures.gaps += 1
        seat.number = heard["v"]
        self.client.views[seat.table] = heard["view"]["round"]

    async def _send(self, seat: Seat, command: dict[str, Any], due: float) -> None:
        self.keys += 1
        key = f"k{self.keys}"
        seat.due[key] = due
        await seat.wire.send(orjson.dumps({**command, "key": key}).decode())

    async def play(self, rate: int, seconds: float) -> None:
        start, sent = time.perf_counter(), 0
        while (due := start + sent / rate) < start + seconds:
            if (wait := due - time.perf_counter()) > 0:
                await asyncio.sleep(wait)
            else:
                await asyncio.sleep(0)
            sent += 1
            if not await self._act(due):
                self.figures.late += 1  # every table waits for an answer
        end = time.perf_counter() + PATIENCE
        while any(seat.due for seat in self.seats) and time.perf_counter() < end:
            await asyncio.sleep(0.01)

    async def _act(self, due: float) -> bool:
        for _ in range(200):
            seat = self.client.rng.choice(self.seats)
            if seat.due:
                continue
            command = self.client.next_command(seat.table, seat.seat)
            if command is not None:
                await self._send(seat, {name: said for name, said in command.items() if name != "table"}, due)
                return True
        return False


def memory_of(pid: int) -> int:
    """Resident kilobytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0


async def measure(floor: Floor, pid: int, rate: int, seconds: float) -> dict[str, Any]:
    tasks = await floor.sit_down()
    await floor.play(rate, min(5.0, seconds / 3))  # until caches are warm and tables are under way
    floor.figures = Figures()
    memory, load = [memory_of(pid) // 1024], os.getloadavg()[0]
    for _ in range(SLICES):
        await floor.play(rate, seconds / SLICES)
        memory.append(memory_of(pid) // 1024)
    for task in tasks:
        task.cancel()
    unanswered = sum(len(seat.due) for seat in floor.seats)
    waits = sorted(floor.figures.waits)
    return {
        "seats": len(floor.seats), "rate": rate, "seconds": seconds, "answers": len(waits), "unanswered": unanswered,
        "refused": floor.figures.refused, "gaps": floor.figures.gaps, "frames": floor.figures.frames,
        "nothing to do": floor.figures.late, "load": [round(load, 1), round(os.getloadavg()[0], 1)],
        "p50 ms": round(1000 * waits[len(waits) // 2], 1), "p99 ms": round(1000 * waits[int(len(waits) * 0.99)], 1),
        "longest ms": round(1000 * waits[-1], 1), "server MB": memory,
        "last": dict(floor.client.counts),
    }  # fmt: skip


def client(port: int, pid: int, tables: int, rate: int, seconds: float) -> None:
    floor = Floor(port, tables)
    floor.come_in()
    print(json.dumps(asyncio.run(measure(floor, pid, rate, seconds))))


if __name__ == "__main__":
    if sys.argv[1] == "server":
        server(sys.argv[2], int(sys.argv[3]), sys.argv[4:])
    else:
        client(int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), int(sys.argv[5]), float(sys.argv[6]))
