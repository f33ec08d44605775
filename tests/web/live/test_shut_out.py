"""A player or a table that is shut out bets nothing from that moment on, whatever the moment."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import orjson
import pytest

from feltlab.table.config import Config
from feltlab.table.events import Decided, WagersPlaced, read_event
from tests.web.live.site import LOGIN, Browser, Site, Wire, fresh_key, person, running
from tests.web.staff import PASSWORD

TABLE = "low-four-1"
PHASES = ("seated", "bet", "ready", "asked", "decided")
Shut = Callable[[Site, Browser, Browser, Browser], Awaitable[None]]


async def play_to(phase: str, ada: Browser, bea: Browser) -> None:
    """Two at the table; bring the round to a point."""
    for seat, player in ((1, ada), (2, bea)):
        assert (await player.command(TABLE, "sit", seat=seat)).status == 200
    if phase == "seated":
        return
    for seat, player in ((1, ada), (2, bea)):
        await player.command(TABLE, "bet", seat=seat, round=1, wagers={"ante": 500})
    if phase == "bet":
        return
    await ada.command(TABLE, "ready", seat=1, round=1)
    if phase == "ready":
        return
    await bea.command(TABLE, "ready", seat=2, round=1)
    if phase == "decided":
        await ada.command(TABLE, "decide", seat=1, round=1, stage="play", choice={"decision": "play"})


async def try_everything(ada: Browser, wire: Wire | None) -> None:
    for round in (1, 2, 3):
        for do, fields in (
            ("bet", {"wagers": {"ante": 700}}), ("ready", {}),
            ("decide", {"stage": "play", "choice": {"decision": "play"}}),
        ):  # fmt: skip
            await ada.command(TABLE, do, seat=1, round=round, **fields)
            if wire is not None:
                wire.send(orjson.dumps({"key": fresh_key(), "do": do, "seat": 1, "round": round, **fields}).decode())
    await ada.command(TABLE, "sit", seat=3)


async def disable_player(site: Site, ada: Browser, floor: Browser, admin: Browser) -> None:
    heard = await admin.post(f"/api/accounts/{ada.me['name']}", {"key": fresh_key(), "disabled": True, "reason": "x"})
    assert heard.status == 200, heard.raw


async def close_table(site: Site, ada: Browser, floor: Browser, admin: Browser) -> None:
    assert (await floor.command(TABLE, "status", status="closed", reason="shut")).status == 200


async def pause_table(site: Site, ada: Browser, floor: Browser, admin: Browser) -> None:
    assert (await floor.command(TABLE, "status", status="paused", reason="shut")).status == 200


def bets_after(site: Site, number: int, player: str) -> list[Any]:
    """Money that the player moved onto the table after an event."""
    found: list[Any] = []
    for row in site.pit.store.events(TABLE, after=number):
        event = read_event(row.kind, orjson.loads(row.body))
        if isinstance(event, WagersPlaced) and event.player == player and event.stakes:
            found.append(event)
        if isinstance(event, Decided) and event.seat == 1 and event.raised:
            found.append(event)
    return found


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("shut", [disable_player, close_table, pause_table])
def test_no_bet_after_it(phase: str, shut: Shut) -> None:
    async def ask() -> None:
        async with running(LOGIN) as site:
            site.open_table(TABLE, Config("low-four"))
            ada, bea = await person(site, "player"), await person(site, "player")
            floor, admin = await person(site, "floor"), await person(site, "admin")
            await play_to(phase, ada, bea)
            async with ada.at(TABLE) as wire:
                await wire.next()
                if shut is disable_player:  # bets on their way at the same moment are before it or are refused
                    await asyncio.gather(try_everything(ada, None), shut(site, ada, floor, admin))
                else:
                    await shut(site, ada, floor, admin)
                number = site.pit.tables[TABLE].number
                await try_everything(ada, wire)
                new = bets_after(site, number, ada.me["player"])
                if shut is not disable_player:  # a round that is out comes to its end, raises included
                    new = [event for event in new if isinstance(event, WagersPlaced)]
                assert new == []
                if shut is disable_player:
                    assert await wire.end() == 4401
                    assert (await ada.get("/api/me")).status == 401
                    seats = site.pit.tables[TABLE].seats
                    assert 1 not in seats or seats[1].leaving
            assert sum(site.pit.store.all_balances().values()) == 0

    asyncio.run(ask())


def test_an_account_that_was_disabled_logs_in_again_when_it_may() -> None:
    async def ask() -> None:
        async with running(LOGIN) as site:
            ada, admin = await person(site, "player", "Ada"), await person(site, "admin")
            change = "/api/accounts/Ada"
            first = await admin.post(change, {"key": "one", "disabled": True, "reason": "x"})
            assert first.json["account"]["disabled"] is True
            assert (await admin.post(change, {"key": "one", "disabled": True, "reason": "x"})).json == first.json
            assert (await admin.post(change, {"key": "one", "disabled": False, "reason": "x"})).json[
                "refused"
            ] == "key-reused"
            body = {"name": "Ada", "password": "correct horse battery"}
            assert (await ada.post("/api/login", body)).status == 401
            assert (await admin.post(change, {"key": "two", "disabled": False, "reason": "x"})).status == 200
            assert (await ada.post("/api/login", body)).status == 200
            heard = await admin.post(
                f"/api/accounts/{admin.me['name']}", {"key": "me", "disabled": True, "reason": "x"}
            )
            assert heard.json["refused"] == "own-account"

    asyncio.run(ask())


def test_an_act_that_is_refused_or_only_answered_again_does_nothing() -> None:
    async def ask() -> None:
        async with running(LOGIN) as site:
            site.open_table(TABLE, Config("low-four"))
            admin, ada = await person(site, "admin"), await person(site, "player", "Ada")
            house, path = site.app.state.house, "/api/accounts/Ada"

            async def does(key: str, path: str, **what: Any) -> int:
                return (await admin.post(path, {"key": key, "reason": "x", **what})).status

            assert await does("out", path, disabled=True) == 200
            assert await does("out", path, disabled=False) == 409  # refused, and she stays out
            assert ada.me["player"] in house.disabled
            assert await does("in", path, disabled=False) == 200
            assert ada.me["player"] not in house.disabled
            assert await does("reset", f"{path}/reset", what="factor") == 200
            await ada.post("/api/login", {"name": "Ada", "password": PASSWORD})
            assert (await ada.command(TABLE, "sit", seat=1)).status == 200
            async with ada.at(TABLE) as wire:
                await wire.next()
                assert await does("out", path, disabled=True) == 200  # answered again
                assert await does("in", path, disabled=True) == 409
                assert await does("reset", f"{path}/reset", what="factor") == 200
                assert await does("reset", f"{path}/reset", what="password") == 409
                assert ada.me["player"] not in house.disabled
                assert (await ada.get("/api/me")).json["tables"] == [TABLE]
                assert (await wire.command("bet", seat=1, round=1, wagers={"ante": 500}))["ack"]

    asyncio.run(ask())
