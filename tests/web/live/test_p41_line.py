"""Strangers wait behind players; half a request starts no work; what spectators see is written once."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

import pytest

from feltlab.table.config import Config
from feltlab.web.door.line import StrangersLine
from feltlab.web.door.settings import ConnectionLimits, Settings
from feltlab.web.live import hall as halls
from feltlab.web.live import sight
from tests.waiting import until_it_is
from tests.web.live.site import DEMO, JSON, LOGIN, Browser, Site, running

TABLE = "low-four-1"


async def turn() -> None:
    """Everybody who is ready has gone on by one step."""
    await asyncio.sleep(0)


def test_p41_one_stranger_begins_in_each_turn_of_the_loop() -> None:
    async def ask() -> None:
        line, begun = StrangersLine(room=3, worked=lambda: 0.0), []

        async def comes(number: int) -> None:
            begun.append((number, await line.has_come_up()))

        coming = [asyncio.create_task(comes(number)) for number in range(5)]
        await turn()
        assert begun == [(3, False), (4, False)]  # no room: told at once
        most = 0
        while len(begun) < 5:
            before = len(begun)
            await turn()
            most = max(most, len(begun) - before)
        assert most == 1
        assert begun[2:] == [(0, True), (1, True), (2, True)]
        await asyncio.gather(*coming)
        await comes(5)  # it moves again after it was empty
        assert begun[-1] == (5, True)

    asyncio.run(ask())


def test_p41_in_a_long_turn_strangers_have_their_share_and_the_expected_go_first() -> None:
    async def ask() -> None:
        worked = 0.0
        line, begun = StrangersLine(worked=lambda: worked), []

        async def comes(name: str) -> None:
            begun.append((name, await line.has_come_up(name == "expected")))

        coming = [asyncio.create_task(comes(name)) for name in [*map(str, range(99)), "expected"]]
        await turn()
        worked = 0.040  # forty milliseconds in one turn: a quarter of it, a millisecond each
        while not begun:
            await turn()
        assert begun == [("expected", True)] + [(str(number), True) for number in range(9)]
        await asyncio.gather(*coming)

    asyncio.run(ask())


def test_p41_who_gave_up_waiting_keeps_nobody_back() -> None:
    async def ask() -> None:
        line = StrangersLine()
        gone, stays = asyncio.create_task(line.has_come_up()), asyncio.create_task(line.has_come_up())
        await turn()
        gone.cancel()
        assert await stays
        assert len(line) == 0

    asyncio.run(ask())


def test_p41_with_a_full_line_strangers_are_told_to_come_back_and_players_play() -> None:
    async def ask() -> None:
        async with running() as site, AsyncExitStack() as held:
            site.open_table(TABLE, Config("low-four"))
            player = await site.guest()
            site.app.state.house.line.room = 0
            assert (await player.command(TABLE, "sit", seat=1)).status == 200
            wire = await held.enter_async_context(player.at(TABLE))
            assert (await wire.next())["view"]
            stranger, liar = Browser(site), Browser(site)
            liar.cookies = {site.settings.cookie: "x" * 43}  # a session that nobody has
            for each in (stranger, liar):
                heard = await each.get("/")
                assert (heard.status, heard.headers["retry-after"]) == (503, "1")
                assert await (await held.enter_async_context(each.at(TABLE))).end() == 1013
            assert (await stranger.get("/healthz")).status == 200  # who looks after the house does not take it for dead
            assert "feltlab_strangers_turned_away_total 4" in (await stranger.get("/metrics")).raw.decode()
            site.app.state.house.line.room = 1
            assert (await stranger.get("/")).status == 200

    asyncio.run(ask())


@pytest.mark.parametrize("settings", [DEMO, LOGIN])
def test_p41_where_there_is_no_place_strangers_are_turned_away_at_the_gate(settings: Settings) -> None:
    async def ask() -> None:
        async with running(replace(settings, limits=ConnectionLimits(sockets_per_table=1))) as site:
            site.open_table(TABLE, Config("low-four"))
            house, path = site.app.state.house, f"/ws/tables/{TABLE}"
            cookie = (b"cookie", f"a=b; {settings.cookie}=x".encode())
            assert not house.gate.turns_away(path, [])
            house.sockets.come(TABLE)
            house.sockets.come("10.0.0.1")
            # Where people log in, nothing is told of a table to those who have not.
            assert house.gate.turns_away(path, [(b"host", b"localhost")]) is settings.demo
            assert not house.gate.turns_away(path, [cookie])  # may sit there: looked at further in
            for other in ("/ws/tables/low-four-2", "/ws/tables/10.0.0.1", TABLE, "/"):
                assert not house.gate.turns_away(other, [])

    asyncio.run(ask())


def posted(site: Site, pieces: "asyncio.Queue[dict[str, Any]]", heard: list[dict[str, Any]]) -> "asyncio.Task[None]":
    scope = Browser(site)._scope("http", "/api/tables", {"content-type": JSON, "content-length": "1000"})

    async def send(message: Any) -> None:
        heard.append(message)

    asked: Any = site.app({**scope, "method": "POST"}, pieces.get, send)
    return asyncio.create_task(asked)


def test_p41_half_a_question_reaches_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        async with running() as site:
            reached: list[str] = []
            handle = site.app.router.middleware_stack

            async def counted(scope: Any, receive: Any, send: Any) -> None:
                reached.append(scope["path"])
                await handle(scope, receive, send)

            monkeypatch.setattr(site.app.router, "middleware_stack", counted)
            heard: list[dict[str, Any]] = []
            pieces: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
            pieces.put_nowait({"type": "http.request", "body": b"{", "more_body": True})
            asking = posted(site, pieces, heard)
            await until_it_is(pieces.empty)
            pieces.put_nowait({"type": "http.disconnect"})
            await asking
            assert (reached, heard) == ([], [])
            pieces.put_nowait({"type": "http.request", "body": b"{", "more_body": True})
            pieces.put_nowait({"type": "http.request", "body": b"}", "more_body": False})
            await posted(site, pieces, heard)
            assert reached == ["/api/tables"]
            assert heard[0]["status"] == 401

    asyncio.run(ask())


def test_p41_what_watchers_see_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever sits there has a view of their own, and is never handed the watchers' or another seat's."""
    written: list[str | None] = []
    look = sight.seen

    def seen(state: Any, player: str | None) -> dict[str, Any]:
        written.append(player)
        return look(state, player)

    monkeypatch.setattr(halls, "seen", seen)

    async def ask() -> None:
        async with running() as site, AsyncExitStack() as held:
            site.open_table(TABLE, Config("low-four"))
            player, guest = await site.guest(), await site.guest()
            assert (await player.command(TABLE, "sit", seat=1)).status == 200
            views = []
            for each in (player, guest, Browser(site), Browser(site)):
                wire = await held.enter_async_context(each.at(TABLE))
                views.append((await wire.next())["view"])
            assert written == [player.me["player"], None]
            assert views[1] == views[2] == views[3]
            assert (views[0]["you"], views[1]["you"]) == (1, None)
            hall = site.app.state.hall
            assert list(hall._looks) == [TABLE]
        assert hall._looks == {}

    asyncio.run(ask())
