"""A client that reconnects with the last number it has seen misses nothing and hears nothing twice.

The picture that it makes of the events is the server's.
"""

import asyncio
import time
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from feltlab.cards.names import card_names
from feltlab.service.pit import Pit
from feltlab.service.requests import AtTable, Chips, Done, Request
from feltlab.service.store import open_store
from feltlab.table.commands import Open, Sit
from feltlab.table.config import Config
from feltlab.web.live.sight import seen
from tests.service.conftest import Cluster
from tests.waiting import until_it_is
from tests.web.live.site import DEMO, RICH, Site, Wire, running
from tests.web.live.test_p07_taint import GAMES, choice_of


class Picture:
    """A table as a client sees it, from events alone."""

    def __init__(self, own: int) -> None:
        self.own = own
        self.v = 0
        self.seats: dict[str, str] = {}
        self.round = 0
        self.stakes: dict[str, dict[str, int]] = {}
        self.cards: dict[str, list[str | None]] = {}
        self.dealer: list[str | None] = []
        self.board: list[str | None] = []
        self.rules: list[str | None] = []
        self.results: dict[str, list[str]] = {}

    def hear(self, event: dict[str, Any]) -> None:
        assert event["v"] == self.v + 1, "an event is missing or came twice"
        self.v = event["v"]
        handle = getattr(self, f"on_{event['kind'].lower()}", None)
        if handle:
            handle(event)

    def on_seated(self, event: dict[str, Any]) -> None:
        self.seats[str(event["seat"])] = event["name"]

    def on_left(self, event: dict[str, Any]) -> None:
        del self.seats[str(event["seat"])]

    def on_roundopened(self, event: dict[str, Any]) -> None:
        self.round = event["round"]
        self.stakes, self.cards, self.results, self.dealer, self.board, self.rules = {}, {}, {}, [], [], []

    def on_wagersplaced(self, event: dict[str, Any]) -> None:
        self.stakes[str(event["seat"])] = event["stakes"]

    def on_dealt(self, event: dict[str, Any]) -> None:
        if event["to"] == "seat":
            self.cards[str(event["seat"])] = event["cards"]
        else:
            setattr(self, event["to"], event["cards"])

    def on_decided(self, event: dict[str, Any]) -> None:
        self.stakes[str(event["seat"])] = {**self.stakes[str(event["seat"])], **event["raised"]}

    def on_turned(self, event: dict[str, Any]) -> None:
        place = {"flop": slice(0, 3), "turn": slice(3, 4), "river": slice(4, 5)}.get(event["what"])
        if place is None:
            setattr(self, event["what"], event["cards"])
        else:
            self.board[place] = event["cards"]

    def on_seatsettled(self, event: dict[str, Any]) -> None:
        self.results.setdefault(str(event["seat"]), []).extend(result["wager"] for result in event["results"])

    def check(self, view: dict[str, Any]) -> None:
        assert view["v"] == self.v
        assert {number: seat["name"] for number, seat in view["seats"].items()} == self.seats
        round = view["round"]
        if round is None:
            return
        assert round["number"] == self.round
        assert {seat: hand["stakes"] for seat, hand in round["seats"].items() if hand["stakes"]} == {
            seat: stakes for seat, stakes in self.stakes.items() if stakes
        }
        own = str(self.own)
        if own in round["seats"] and round["seats"][own]["cards"]:
            assert round["seats"][own]["cards"] == self.cards[own]
        assert round["dealer"] == self.dealer
        assert [card for card in round["board"] if card] == [card for card in self.board if card]
        assert round["rules"] == self.rules
        settled = {seat: [result["wager"] for result in hand["results"]] for seat, hand in round["seats"].items()}
        assert {seat: wagers for seat, wagers in settled.items() if wagers} == self.results


async def step(site: Site, table: str, wires: list[Wire], random: Random, bets: dict[str, int]) -> None:
    """One thing that someone at the table does."""
    state = site.pit.tables[table]
    round = state.round
    assert round is not None
    if round.waiting:
        seat = random.choice(round.waiting)
        hand = {"cards": card_names(round.hands[seat].cards)}
        choice = choice_of(random, round.asked, hand)
        await wires[seat - 1].command("decide", seat=seat, round=round.number, stage=round.asked, choice=choice)
        return
    seat = random.randrange(len(wires)) + 1
    hand_there = round.hands.get(seat)
    if hand_there and hand_there.stakes:
        await wires[seat - 1].command("ready", seat=seat, round=round.number)
    else:
        await wires[seat - 1].command("bet", seat=seat, round=round.number, wagers=bets)


async def cuts(count: int, seed: int) -> list[float]:
    """Cut a connection, let the others go on, come back; how long it took until the picture was whole again."""
    random, waits = Random(seed), []
    async with running(RICH) as site:
        for game in GAMES:
            waits += await _cuts_at(site, game, count // len(GAMES), random)
    return waits


async def _cuts_at(site: Site, game: str, count: int, random: Random) -> list[float]:
    table, bets = f"{game}-cut", GAMES[game][1]
    site.open_table(table, Config(game))
    players = [await site.guest() for _ in range(3)]
    wires = []
    for seat, player in enumerate(players, start=1):
        wires.append(Wire(player, table, 0, {}))
        await wires[-1].open()
        assert (await wires[-1].command("sit", seat=seat))["ok"]
    watcher, picture, waits = players[0], Picture(1), []
    wire = Wire(watcher, table, 0, {})
    await wire.open()
    for _ in range(count):
        for _ in range(random.randrange(1, 4)):
            await step(site, table, wires, random, bets)
        await drain(wire, picture, site.pit.tables[table].number)
        await wire.cut()
        for _ in range(random.randrange(0, 5)):
            await step(site, table, wires, random, bets)
        started = time.perf_counter()
        wire = Wire(watcher, table, picture.v, {})
        await wire.open()
        frame = await drain(wire, picture, site.pit.tables[table].number)
        waits.append(time.perf_counter() - started)
        picture.check(frame["view"])
        assert frame["view"] == seen(site.pit.tables[table], watcher.me["player"])
        assert frame["purse"] == await asyncio.to_thread(site.pit.store.balance, f"purse:{watcher.me['player']}")
    for each in (wire, *wires):
        await each.cut()
    return waits


async def drain(wire: Wire, picture: Picture, number: int) -> dict[str, Any]:
    """Hear what has come, at least up to a number."""
    while not wire.last or picture.v < number or not wire.frames.empty():
        frame = await wire.next()
        for event in frame.get("events", []):
            picture.hear(event)
        assert frame["v"] == picture.v
    return wire.last


def test_p26_clients_that_come_back_miss_nothing() -> None:
    assert len(asyncio.run(cuts(300, 1))) == 300


@pytest.mark.soak
def test_p26_ten_thousand_cuts() -> None:
    waits = sorted(asyncio.run(cuts(10_000, 2)))
    assert len(waits) == 10_000
    assert waits[9_900] < 1


def test_p26_who_missed_too_much_gets_the_view_alone() -> None:
    async def ask() -> None:
        async with running(replace(DEMO, most_missed=3)) as site:
            site.open_table("low-four-1", Config("low-four"))
            player = await site.guest()
            await player.command("low-four-1", "sit", seat=1)
            await player.command("low-four-1", "bet", seat=1, round=1, wagers={"ante": 500})
            for after, events in ((0, 0), (1, 3), (4, 0), (99, 0)):
                async with player.at("low-four-1", after) as wire:
                    frame = await wire.next()
                    assert (frame["v"], len(frame["events"])) == (4, events)
                    assert frame["view"]["you"] == 1

    asyncio.run(ask())


def test_p26_a_slow_client_is_disconnected_and_nobody_waits() -> None:
    async def ask() -> None:
        async with running(replace(DEMO, socket_queue=4)) as site:
            site.open_table("low-four-1", Config("low-four"))
            player, slow = await site.guest(), await site.guest()
            await player.command("low-four-1", "sit", seat=1)
            async with slow.at("low-four-1") as wire, player.at("low-four-1") as quick:
                await wire.next()
                wire.hold.clear()  # nothing is read from now on
                for cents in range(500, 2100, 100):
                    answer = await quick.command("bet", seat=1, round=1, wagers={"ante": cents})
                    assert answer["ok"]
                wire.hold.set()
                assert await wire.end() == 1013
                assert not quick.closed.done()

    asyncio.run(ask())


def test_p26_a_player_who_is_gone_is_away_and_back_again() -> None:
    async def ask() -> None:
        async with running(replace(DEMO, grace=0.05)) as site:
            site.open_table("low-four-1", Config("low-four"))
            player, other = await site.guest(), await site.guest()
            async with player.at("low-four-1") as wire:
                await wire.command("sit", seat=1)
                async with other.at("low-four-1") as leaving:
                    await leaving.command("sit", seat=2)
                    async with player.at("low-four-1") as second:
                        await second.next()
                # One of the player's two connections went, and after it the only one of the other, who is away in the
                # end: whoever went before would be so by then.
                await until_it_is(lambda: away(site, 2))
                assert not away(site, 1)
            await until_it_is(lambda: away(site, 1))
            async with player.at("low-four-1", 0):
                await until_it_is(lambda: not away(site, 1))

    asyncio.run(ask())


def away(site: Site, seat: int) -> bool:
    return site.pit.tables["low-four-1"].seats[seat].away


def test_p26_who_is_back_in_time_was_never_away() -> None:
    async def ask() -> None:
        async with running() as site:  # an hour of grace
            site.open_table("low-four-1", Config("low-four"))
            player, expected = await site.guest(), site.app.state.hall.attendance.expected
            async with player.at("low-four-1") as wire:
                await wire.command("sit", seat=1)
                assert not expected
            number = site.pit.tables["low-four-1"].number
            assert set(expected) == {("low-four-1", player.me["player"])}
            async with player.at("low-four-1", 0) as wire:
                await wire.next()
                assert not expected
                assert (await wire.command("bet", seat=1, round=1, wagers={"ante": 500}))["v"] == number + 1
                assert not away(site, 1)

    asyncio.run(ask())


def test_p26_whoever_does_not_follow_a_table_to_another_process_is_away(postgres: Cluster) -> None:
    url = postgres.emptied()
    dead = Pit(open_store(url), "pit", lease_seconds=1)
    dead.start()
    for asked in (
        AtTable("low-four-1", Open("low-four-1", Config("low-four")), "floor"), Chips("gone", 10_000),
        AtTable("low-four-1", Sit("gone", "Gone", 1), "gone"),
    ):  # fmt: skip
        assert isinstance(dead.ask(Request(asked, str(asked), "hash")), Done)

    async def ask() -> None:
        async with running(
            replace(DEMO, grace=0.05, silence=0.05), Pit(open_store(url), "pit", lease_seconds=1)
        ) as site:
            player = await site.guest()
            assert not site.pit.tables
            await until_it_is(lambda: site.pit.tenure.known)
            heard = await player.get("/api/tables/low-four-1")
            assert (heard.status, heard.headers["retry-after"]) == (503, "1")
            async with player.at("low-four-1") as wire:
                assert await wire.end() == 1012  # come again
            dead.stop()
            await until_it_is(lambda: "low-four-1" in site.pit.tables)
            assert (await player.get("/api/tables/low-four-1")).status == 200
            await until_it_is(lambda: away(site, 1))
            async with player.at("low-four-1") as wire:
                await wire.next()
                with site.pit.store.writing() as db:  # another process has not heard of this one, and takes over
                    db.execute("INSERT INTO owners (id, until) VALUES ('other', ?)", (2**62,))
                    db.execute("UPDATE tables SET owner = 'other'")
                    db.execute("DELETE FROM owners WHERE id <> 'other'")
                assert await wire.end() == 1012

    asyncio.run(ask())
