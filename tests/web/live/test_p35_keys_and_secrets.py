"""Keys that count once, chips by the house rule, and secrets that nobody is told."""

import asyncio
import logging
import os
from typing import Any

import pytest

from feltlab.service.pit import Pit
from feltlab.service.store import open_store
from feltlab.table.config import Config
from feltlab.web.door.settings import HOUR
from tests.web.live.site import DEMO, LOGIN, Browser, Clock, Site, person, running
from tests.web.staff import PASSWORD

TABLE = "low-four-1"


def test_p35_a_key_is_done_once_and_belongs_to_its_player() -> None:
    async def ask() -> None:
        async with running() as site:
            site.open_table(TABLE, Config("low-four"))
            ada, eve = await site.guest(), await site.guest()
            body = {"key": "mine", "do": "buy-in", "cents": 700}
            first = await ada.post("/api/purse", body)
            done = {"ok": True, "v": 0, "purse": 100_700, "tokens": 10_000}
            assert first.json == (await ada.post("/api/purse", body)).json == done
            assert (await ada.post("/api/purse", {**body, "cents": 800})).json["refused"] == "key-reused"
            assert (await eve.post("/api/purse", body)).json["purse"] == 100_700
            sit = {"key": "sit", "do": "sit", "seat": 1}
            path = f"/api/tables/{TABLE}/commands"
            answers = await asyncio.gather(*(ada.post(path, sit) for _ in range(5)))
            assert {heard.raw for heard in answers} == {answers[0].raw}
            assert answers[0].status == 200
            async with ada.at(TABLE) as wire:  # the same key over the socket
                await wire.next()
                wire.send('{"key":"sit","do":"sit","seat":1}')
                assert (await wire.next())["ok"] is True

    asyncio.run(ask())


def test_p35_a_key_with_another_password_is_another_request() -> None:
    async def ask() -> None:
        async with running(LOGIN) as site:
            boss = await person(site, "admin")
            body = {"key": "new", "name": "Ada", "role": "player", "password": PASSWORD, "reason": "new"}
            heard = await boss.post("/api/accounts", body)
            assert heard.status == 200
            assert (await boss.post("/api/accounts", body)).json == heard.json
            other = await boss.post("/api/accounts", {**body, "password": f"{PASSWORD} 2"})
            assert (other.status, other.json["refused"]) == (409, "key-reused")

    asyncio.run(ask())


def test_p35_guests_buy_in_up_to_the_house_rule() -> None:
    async def ask() -> None:
        clock = Clock()
        pit = Pit(open_store("sqlite://"), clock=clock)
        async with running(DEMO, pit) as site:
            ada = await site.guest()

            async def buy(key: str, cents: int) -> Any:
                return (await ada.post("/api/purse", {"key": key, "do": "buy-in", "cents": cents})).json

            assert (await buy("a", 900_000))["ok"]
            assert (await buy("b", 200_000))["refused"] == "house-rule"
            site.app.state.cashier._days.clear()  # as after a restart
            answers = await asyncio.gather(*(buy(f"c{number}", 60_000) for number in range(4)))
            assert sum(answer["ok"] for answer in answers) == 1
            assert (await buy("a", 900_000))["ok"]  # the same again, not more
            out = await ada.post("/api/purse", {"key": "out", "do": "cash-out", "cents": 10_000_000})
            assert out.json["refused"] == "insufficient-funds"
            clock.ahead += 24 * HOUR
            assert (await buy("next-day", 900_000))["ok"]

    asyncio.run(ask())


def test_p35_whoever_takes_a_seat_is_not_told_what_its_last_player_held() -> None:
    async def ask() -> None:
        async with running() as site:
            site.open_table(TABLE, Config("low-four"))
            ada, eve = await site.guest(), await site.guest()
            await ada.command(TABLE, "sit", seat=1)
            await ada.command(TABLE, "bet", seat=1, round=1, wagers={"ante": 500})
            await ada.command(TABLE, "ready", seat=1, round=1)
            cards = (await ada.get(f"/api/tables/{TABLE}")).json["view"]["round"]["seats"]["1"]["cards"]
            assert all(cards)
            await ada.command(TABLE, "decide", seat=1, round=1, stage="play", choice={"decision": "fold"})
            await ada.command(TABLE, "leave", seat=1)
            assert (await eve.command(TABLE, "sit", seat=1)).status == 200
            async with eve.at(TABLE, 0) as wire:
                frame = await wire.next()
                assert frame["view"]["you"] == 1
                assert frame["view"]["last"]["seats"]["1"]["cards"] == [None] * 7
                (dealt,) = [each for each in frame["events"] if each["kind"] == "Dealt" and each["seat"] == 1]
                assert dealt["cards"] == [None] * 7
            record = (await eve.get(f"/api/tables/{TABLE}/rounds/1")).json["round"]
            assert record["dealt"]["seats"] == {}
            assert "choices" not in record["players"]["1"]
            assert "player" not in record["players"]["1"]

    asyncio.run(ask())


def test_p35_the_log_of_an_open_round_is_secret_for_auditors_too() -> None:
    async def ask() -> None:
        async with running(LOGIN) as site:
            site.open_table(TABLE, Config("low-four"))
            ada, auditor = await person(site, "player"), await person(site, "auditor")
            await ada.command(TABLE, "sit", seat=1)
            await ada.command(TABLE, "bet", seat=1, round=1, wagers={"ante": 500})
            await ada.command(TABLE, "ready", seat=1, round=1)
            heard = await auditor.get(f"/api/tables/{TABLE}/events")
            assert [event["kind"] for event in heard.json["events"]] == ["TableOpened", "Seated"]
            round = site.pit.tables[TABLE].round
            assert round is not None
            assert round.seed.encode() not in heard.raw
            await ada.command(TABLE, "decide", seat=1, round=1, stage="play", choice={"decision": "fold"})
            kinds = [event["kind"] for event in (await auditor.get(f"/api/tables/{TABLE}/events")).json["events"]]
            assert "RoundClosed" in kinds
            entries = (await auditor.get("/api/audit")).json
            assert entries["chain"] is True
            assert {"open", "login"} <= {entry["action"] for entry in entries["entries"]}

    asyncio.run(ask())


def test_p35_secrets_are_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def ask() -> list[str]:
        async with running(LOGIN) as site:
            site.open_table(TABLE, Config("low-four"))
            ada = await person(site, "player", "Ada")
            await ada.post("/api/login", {"name": "Ada", "password": "a wrong password"})
            await ada.get(f"/api/tables/{TABLE}?secret=query")
            await ada.command(TABLE, "sit", seat=1)
            round = site.pit.tables[TABLE].round
            assert round is not None
            return [PASSWORD, "a wrong password", *ada.cookies.values(), "secret=query", round.seed, "argon2id"]

    with caplog.at_level(logging.DEBUG):
        secrets = asyncio.run(ask())
    assert "POST /api/login 401" in caplog.text
    for secret in secrets:
        assert secret not in caplog.text


def test_p35_a_store_that_fails_is_no_mistake_of_the_client() -> None:
    async def ask() -> None:
        async with running() as site:
            player = await site.guest()
            await asyncio.to_thread(site.pit.stop)
            heard = await player.post("/api/purse", {"key": "k", "do": "buy-in", "cents": 5})
            assert heard.status == 503
            assert heard.headers["retry-after"] == "1"
            assert heard.json["ok"] is False

    asyncio.run(ask())


def test_p35_the_counts_are_for_this_machine_and_for_staff() -> None:
    async def ask() -> None:
        async with running() as site:
            site.open_table(TABLE, Config("low-four"))
            assert (await Browser(site, "10.0.0.9").get("/metrics")).status == 403
            assert (await Browser(site).get("/metrics", x_forwarded_for="10.0.0.9")).status == 403
            text = (await Browser(site).get("/metrics")).raw.decode()
            for name in (
                "requests",
                "request_seconds_bucket",
                "batches",
                "events",
                "sockets",
                "meter_cents",
                "bank_cents",
            ):
                assert f"\nfeltlab_{name}" in text, name

    asyncio.run(ask())


def test_p35_the_description_names_no_machine() -> None:
    async def ask(site: Site) -> str:
        return (await Browser(site).get("/api/openapi.json")).raw.decode()

    async def read() -> str:
        async with running() as site:
            return await ask(site)

    assert os.getcwd() not in asyncio.run(read())  # noqa: PTH109
