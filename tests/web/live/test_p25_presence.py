"""A seat that only uses HTTP is present while it asks, and keeps nobody waiting when it does not."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from feltlab.service.clock import HouseClock
from feltlab.service.pit import Pit
from feltlab.service.store import open_store
from feltlab.table.config import BETTING_SECONDS, DECISION_SECONDS, Config
from feltlab.table.events import Event, PresenceChanged
from tests.waiting import until_it_is
from tests.web.live.site import DEMO, LOGIN, Browser, Site, fresh_key, person, running

TABLE = "low-four-1"
SHORT = replace(DEMO, silence=0.05)


def away(site: Site, seat: int) -> bool:
    return site.pit.tables[TABLE].seats[seat].away


async def bets(sent: Callable[..., Any], seat: int) -> None:
    await sent("bet", seat=seat, round=1, wagers={"ante": 500})
    await sent("ready", seat=seat, round=1)


def test_p25_a_seat_that_asks_no_more_is_away() -> None:
    """At a table without clocks the others play on, and a seat that asks again is back."""

    async def ask() -> None:
        async with running(SHORT) as site:
            site.open_table(TABLE, Config("low-four"))
            player, silent = await site.guest(), await site.guest()
            async with player.at(TABLE) as wire:
                await wire.command("sit", seat=1)
                await silent.command(TABLE, "sit", seat=2)
                await bets(lambda do, **fields: silent.command(TABLE, do, **fields), 2)
                await bets(wire.command, 1)
                await wire.command("decide", seat=1, round=1, stage="play", choice={"decision": "play"})
                await until_it_is(lambda: site.pit.tables[TABLE].rounds == 2)
                last = site.pit.tables[TABLE].last
                assert last is not None
                assert [hand.decided_by for _, hand in sorted(last.hands.items())] == ["player", "away"]
                assert not away(site, 1)
                await until_it_is(lambda: away(site, 2))
                happened: list[Event] = []
                site.pit.listen(lambda _, events: happened.extend(event for _, event in events))
                assert (await silent.get(f"/api/tables/{TABLE}")).status == 200
                await until_it_is(lambda: PresenceChanged(2, False) in happened)

    asyncio.run(ask())


def test_p25_every_question_about_the_table_counts() -> None:
    async def ask() -> None:
        async with running() as site:  # an hour of silence
            for table in (TABLE, "low-four-2"):
                site.open_table(table, Config("low-four"))
            player, expected = await site.guest(), site.app.state.hall.attendance.expected
            key = (TABLE, player.me["player"])
            await player.command(TABLE, "sit", seat=1)
            for path in ("", "/coach", "/rounds", "/rounds/1", "/verify"):
                before = expected[key].when()
                await player.get(f"/api/tables/{TABLE}{path}")
                assert expected[key].when() > before
            before = expected[key].when()
            for path in ("/api/me", "/api/tables", "/api/tables/low-four-2"):
                await player.get(path)
            assert expected[key].when() == before
            async with player.at(TABLE) as wire:
                await wire.next()
                assert key not in expected
                await player.get(f"/api/tables/{TABLE}")
                assert key not in expected

    asyncio.run(ask())


def test_p25_who_plays_alone_may_think() -> None:
    async def ask() -> None:
        async with running(SHORT) as site:
            site.open_table(TABLE, Config("low-four"))
            player, other = await site.guest(), await site.guest()
            key, expected = (TABLE, player.me["player"]), site.app.state.hall.attendance.expected
            await player.command(TABLE, "sit", seat=1)
            await bets(lambda do, **fields: player.command(TABLE, do, **fields), 1)
            timer = expected[key]
            await until_it_is(lambda: expected.get(key, timer) is not timer)  # the time was up, and there is another
            assert not away(site, 1)
            async with other.at(TABLE) as wire:
                await wire.command("sit", seat=2)
                await until_it_is(lambda: away(site, 1))

    asyncio.run(ask())


def test_p25_who_plays_alone_is_away_once_the_table_counts_as_idle() -> None:
    async def ask() -> None:
        async with running(replace(SHORT, idle_table_seconds=0.1)) as site:
            site.open_table(TABLE, Config("low-four", private=True))
            player = await site.guest()
            await player.command(TABLE, "sit", seat=1)
            await bets(lambda do, **fields: player.command(TABLE, do, **fields), 1)
            await until_it_is(lambda: away(site, 1))
            last = site.pit.tables[TABLE].last
            assert last is not None
            assert last.hands[1].decided_by == "away"

    asyncio.run(ask())


# Clocks by default


async def opened(browser: Browser, **config: Any) -> Any:
    body = {"key": fresh_key(), "reason": "a test", "config": {"game": "low-four", **config}}
    return (await browser.post("/api/tables", body)).json


NONE = {"betting_seconds": 0, "decision_seconds": 0}


def test_p25_a_table_has_clocks_unless_one_plays_alone() -> None:
    async def ask() -> None:
        async with running() as site:
            maker, friend = await site.guest(), await site.guest()
            usual, own = await opened(maker, private=True), await opened(maker, private=True, **NONE)
            config = (await maker.get(f"/api/tables/{usual['table']}")).json["view"]["config"]
            assert (config["betting_seconds"], config["decision_seconds"]) == (BETTING_SECONDS, DECISION_SECONDS)
            for table in (usual["table"], own["table"]):
                assert (await maker.command(table, "sit", seat=1)).json["ok"]
            bot = {"strategy": "never-fold", "wagers": {"ante": 500}}
            assert (await maker.command(own["table"], "bot", seat=3, **bot)).json["ok"]
            assert (await friend.command(usual["table"], "sit", seat=2)).json["ok"]
            assert (await friend.command(own["table"], "sit", seat=2)).json["refused"] == "no-clocks"
            later = {"game": "low-four", "private": True, **NONE}
            answer = await maker.command(usual["table"], "configure", config=later, reason="no hurry")
            assert answer.json["refused"] == "no-clocks"

    asyncio.run(ask())


@pytest.mark.parametrize("none", [{"betting_seconds": 0}, {"decision_seconds": 0}])
def test_p25_where_all_may_sit_down_there_are_clocks(none: dict[str, int]) -> None:
    async def ask() -> None:
        async with running(LOGIN) as site:
            floor = await person(site, "floor")
            assert (await opened(floor, **none))["refused"] == "no-clocks"
            assert (await opened(floor, seats=1, **none))["ok"]
            assert (await opened(floor, dealer="manual", **none))["ok"] is ("betting_seconds" in none)

    asyncio.run(ask())


# Sessions


@pytest.mark.parametrize("seconds", [3600, -600])
def test_p35_no_session_ends_because_the_machines_time_is_set(seconds: int) -> None:
    async def ask() -> None:
        moved, gone = 0, 5 * 10**9

        def clock() -> HouseClock:
            return HouseClock(lambda: 1_700_000_000 * 10**9 + moved + gone, lambda: gone)

        async with running(LOGIN, Pit(open_store("sqlite://"), clock=clock())) as site:
            player = await person(site, "player")
            moved += seconds * 10**9
            for _ in range(20):  # also where the store is asked again
                gone += 60 * 10**9
                assert (await player.get("/api/me")).status == 200
            gone += 31 * 60 * 10**9  # half an hour of idleness is still that
            assert (await player.get("/api/me")).status == 401

    asyncio.run(ask())
