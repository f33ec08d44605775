"""A test for each thing that docs/security.md says."""

import asyncio
import logging
import os
from dataclasses import replace
from typing import Any

import pytest

from feltlab.errors import FeltlabError
from feltlab.service.pit import Pit, wall_clock
from feltlab.service.store import open_store
from feltlab.table.config import Config
from feltlab.web import accounts
from feltlab.web.accounts import HASHER, hash_password, is_password
from feltlab.web.limits import Buckets, Throttle
from feltlab.web.settings import HOUR, MINUTE, Rate, Settings
from tests.web.live.site import DEMO, LOGIN, PASSWORD, Browser, Site, person, running

TABLE = "low-four-1"
EVERY_ANSWER = (
    "content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy", "permissions-policy",
    "cross-origin-opener-policy", "cross-origin-resource-policy",
)  # fmt: skip


class Clock:
    """The service's clock, which can be put forward."""

    def __init__(self) -> None:
        self.ahead = 0

    def __call__(self) -> int:
        return wall_clock() + self.ahead


# Passwords


def test_passwords_are_kept_as_argon2id_with_owasp_parameters() -> None:
    hashed = hash_password(PASSWORD)
    assert hashed.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert hash_password(PASSWORD) != hashed
    assert is_password(hashed, PASSWORD)
    assert not is_password(hashed, PASSWORD + "x")
    assert not is_password(None, PASSWORD)
    assert not is_password("not a hash", PASSWORD)
    for wrong in ("short", "x" * 129):
        with pytest.raises(FeltlabError):
            hash_password(wrong)


def test_an_unknown_name_costs_the_same_work_and_hears_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[str] = []

    class Counting:
        hash = staticmethod(HASHER.hash)

        @staticmethod
        def verify(stored: str, password: str) -> bool:
            checked.append(stored)
            return HASHER.verify(stored, password)

    monkeypatch.setattr(accounts, "HASHER", Counting)

    async def ask() -> None:
        async with running(LOGIN) as site:
            await person(site, "player", "Ada")
            checked.clear()
            answers = []
            for name in ("Ada", "nobody here", "ada"):
                heard = await Browser(site).post("/api/login", {"name": name, "password": "wrong password"})
                answers.append((heard.status, heard.raw))
            assert answers == [answers[0]] * 3
            assert answers[0][0] == 401
            assert len(checked) == 3
            assert all(stored.startswith("$argon2id$v=19$m=19456,t=2,p=1$") for stored in checked)

    asyncio.run(ask())


def test_waits_grow_after_wrong_passwords() -> None:
    now = 0.0
    throttle = Throttle(lambda: now)
    waits = []
    for _ in range(20):
        throttle.failed("name:ada")
        waits.append(throttle.wait("name:ada", "address:x"))
    assert waits[:4] == [0, 0, 0, 0]
    assert waits[4:10] == [1, 2, 4, 8, 16, 32]
    assert waits[-1] == 900
    now = 901
    assert throttle.wait("name:ada") == 0
    throttle.failed("address:x")
    throttle.succeeded("name:ada", "address:x")
    throttle.failed("name:ada")
    assert throttle.wait("name:ada") == 0
    for _ in range(5):
        throttle.failed("name:eve", "address:y")
        throttle.failed("name:own", "address:y")
        throttle.succeeded("name:own", "address:y")
    assert throttle.wait("address:y") > 0  # one's own account does not cover for guesses at others


@pytest.mark.parametrize("same", ["name", "address"])
def test_guessing_is_slowed_by_name_and_by_address(same: str) -> None:
    async def ask() -> None:
        async with running(LOGIN) as site:
            await person(site, "player", "Ada", address="10.9.9.9")
            statuses = []
            for number in range(7):
                name = "Ada" if same == "name" else f"somebody {number}"
                browser = Browser(site, f"10.0.0.{number}" if same == "name" else "10.0.0.1")
                heard = await browser.post("/api/login", {"name": name, "password": "wrong password"})
                statuses.append(heard.status)
            assert statuses[:5] == [401] * 5
            assert statuses[5:] == [429, 429]
            assert int(heard.headers["retry-after"]) >= 1
            right = {"name": "Ada", "password": PASSWORD}
            blocked = Browser(site, "10.0.0.50" if same == "name" else "10.0.0.1")
            assert (await blocked.post("/api/login", right)).status == 429

    asyncio.run(ask())


# Sessions


def test_the_store_knows_no_token() -> None:
    async def ask() -> None:
        async with running(LOGIN) as site:
            ada = await person(site, "player")
            (token,) = ada.cookies.values()
            assert len(token) >= 43  # 256 bits
            with site.pit.store.reading() as db:
                rows = db.execute("SELECT token_hash FROM sessions")
            assert len(rows) == 1
            assert token not in str(rows)
            assert len(rows[0][0]) == 64

    asyncio.run(ask())


def test_cookies() -> None:
    async def ask(settings: Settings) -> str:
        async with running(settings) as site:
            if settings.demo:
                return (await Browser(site).get("/api/me")).cookies[0]
            await person(site, "player", "Ada")
            return (await Browser(site).post("/api/login", {"name": "Ada", "password": PASSWORD})).cookies[0]

    login, demo = asyncio.run(ask(LOGIN)), asyncio.run(ask(DEMO))
    assert login.startswith("__Host-feltlab=")
    for attribute in ("Secure", "HttpOnly", "SameSite=strict", "Path=/"):
        assert attribute in login
    assert "Domain" not in login
    assert demo.startswith("feltlab-demo=")
    assert "Secure" not in demo
    assert "HttpOnly" in demo
    assert "SameSite=strict" in demo


def test_sessions_end_by_idleness_by_age_and_by_logout() -> None:
    async def ask() -> None:
        clock = Clock()
        async with running(LOGIN, Pit(open_store("sqlite://"), clock=clock)) as site:
            idle = await person(site, "player")
            clock.ahead += 29 * MINUTE
            assert (await idle.get("/api/me")).status == 200
            clock.ahead += 29 * MINUTE
            assert (await idle.get("/api/me")).status == 200
            clock.ahead += 31 * MINUTE
            assert (await idle.get("/api/me")).status == 401
            busy = await person(site, "player")
            for _ in range(47):
                clock.ahead += 15 * MINUTE
                assert (await busy.get("/api/me")).status == 200
            clock.ahead += HOUR // 2
            assert (await busy.get("/api/me")).status == 401
            out = await person(site, "player")
            kept = dict(out.cookies)
            assert (await out.post("/api/logout", {})).status == 200
            assert out.cookies == {}
            out.cookies = kept
            assert (await out.get("/api/me")).status == 401

    asyncio.run(ask())


def test_a_login_makes_a_new_session_and_ends_the_old_one() -> None:
    async def ask() -> None:
        async with running(LOGIN) as site:
            ada = await person(site, "player", "Ada")
            before = dict(ada.cookies)
            await ada.post("/api/login", {"name": "Ada", "password": PASSWORD})
            assert ada.cookies != before
            old = Browser(site)
            old.cookies = before
            assert (await old.get("/api/me")).status == 401
            assert (await ada.get("/api/me")).status == 200
            forged = Browser(site)
            forged.cookies = {"__Host-feltlab": "x" * 43}
            assert (await forged.get("/api/me")).status == 401

    asyncio.run(ask())


def test_a_connection_ends_with_its_session() -> None:
    async def ask() -> None:
        async with running(LOGIN) as site:
            site.open_table(TABLE, Config("low-four"))
            ada = await person(site, "player")
            async with ada.at(TABLE) as wire:
                await wire.next()
                await ada.post("/api/logout", {})
                assert await asyncio.wait_for(wire.closed, 5) == 4401
            async with Browser(site).at(TABLE) as wire:
                assert await asyncio.wait_for(wire.closed, 5) == 4401

    asyncio.run(ask())


def test_a_session_that_is_over_is_over_for_its_connections() -> None:
    async def ask() -> None:
        clock = Clock()
        settings = replace(LOGIN, sweep_seconds=0.05)
        async with running(settings, Pit(open_store("sqlite://"), clock=clock)) as site:
            site.open_table(TABLE, Config("low-four"))
            ada, bea = await person(site, "player"), await person(site, "player")
            async with ada.at(TABLE) as silent, bea.at(TABLE) as busy:
                await silent.next()
                for _ in range(3):
                    clock.ahead += 14 * MINUTE
                    assert (await busy.command("sit", seat=1))["ack"]  # what is asked here keeps the session going
                assert await asyncio.wait_for(silent.closed, 5) == 4401
                assert not busy.closed.done()
                clock.ahead += 12 * HOUR
                assert await asyncio.wait_for(busy.closed, 5) == 4401

    asyncio.run(ask())


# The door


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({}, True), ({"origin": "-", "sec_fetch_site": "same-origin"}, True), ({"origin": "-"}, False),
        ({"origin": "https://evil.example"}, False), ({"origin": "null"}, False), ({"origin": "http://["}, False),
        ({"origin": "http://localhost:8000.evil.example"}, False), ({"origin": "http://localhost:9999"}, False),
        ({"sec_fetch_site": "cross-site"}, False), ({"sec_fetch_site": "same-site"}, False),
        ({"sec_fetch_site": "none"}, False), ({"origin": "ftp://localhost:8000"}, False),
    ],
)  # fmt: skip
def test_only_this_site_may_change_anything_or_connect(headers: dict[str, str], allowed: bool) -> None:
    async def ask() -> None:
        async with running() as site:
            site.open_table(TABLE, Config("low-four"))
            player = await site.guest()
            heard = await player.post("/api/purse", {"key": "k", "do": "buy-in", "cents": 5}, **headers)
            assert heard.status == (200 if allowed else 403)
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            async with player.at(TABLE, None, **named) as wire:
                if allowed:
                    assert (await wire.next())["view"]
                else:
                    assert await asyncio.wait_for(wire.closed, 5) == 1008

    asyncio.run(ask())


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "127.0.0.1.nip.io", "", "[::2]", "10.0.0.1"]
)
def test_a_demo_answers_to_this_machines_names_only(host: str) -> None:
    async def ask() -> None:
        async with running() as site:
            site.open_table(TABLE, Config("low-four"))
            browser = Browser(site)
            assert (await browser.get("/api/me", host=host, origin=f"http://{host}")).status == 421
            assert (await browser.get("/", host=host)).status == 421
            async with browser.at(TABLE, None, host=host, origin=f"http://{host}") as wire:
                assert await asyncio.wait_for(wire.closed, 5) == 1008
            for good in ("localhost:8000", "127.0.0.1:8000", "[::1]:8000", "localhost"):
                assert (await browser.get("/api/me", host=good)).status == 200

    asyncio.run(ask())


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "example.com"])  # noqa: S104
def test_a_demo_listens_on_this_machine_only(host: str) -> None:
    from feltlab.commands import serve

    with pytest.raises(FeltlabError, match="this machine only"):
        serve._listen(host, 0, demo=True)


def test_headers_of_every_answer() -> None:
    async def ask() -> None:
        async with running() as site:
            player = await site.guest()
            heard = [
                await player.get("/"), await player.get("/api/me"), await player.get("/api/nothing"),
                await player.get("/nothing"), await player.post("/api/purse", b"{"),
                await player.post("/api/purse", b"x" * 70_000), await player.get("/api/audit"),
                await player.get("/healthz"), await player.get("/api/me", host="evil.example"),
            ]  # fmt: skip
            for each in heard:
                for name in EVERY_ANSWER:
                    assert name in each.headers, (each.status, name)
                assert "frame-ancestors 'none'" in each.headers["content-security-policy"]
                assert "unsafe" not in each.headers["content-security-policy"]
                assert "server" not in each.headers
            assert heard[1].headers["cache-control"] == "no-store"
        async with running(LOGIN) as site:
            assert "strict-transport-security" in (await Browser(site).get("/api/me")).headers

    asyncio.run(ask())


# How often


def test_buckets() -> None:
    now = 0.0
    buckets = Buckets(Rate(2, 3), lambda: now)
    assert [buckets.take("a") for _ in range(4)] == [True, True, True, False]
    assert buckets.take("b")
    now = 1.0
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]


@pytest.mark.parametrize(
    "limited", [replace(DEMO, session_rate=Rate(0.001, 10)), replace(DEMO, address_rate=Rate(0.001, 10))]
)
def test_too_many_requests(limited: Settings) -> None:
    async def ask() -> None:
        async with running(limited) as site:
            site.open_table(TABLE, Config("low-four"))
            player = await site.guest()
            heard = [await player.get("/api/tables") for _ in range(12)]
            assert heard[0].status == 200
            assert heard[-1].status == 429
            assert heard[-1].json == {"ok": False, "error": "too many requests"}
            assert heard[-1].headers["retry-after"] == "1"

    asyncio.run(ask())


def test_frames_count_too_and_so_do_new_guests() -> None:
    async def ask() -> None:
        settings = replace(DEMO, session_rate=Rate(0.001, 5), guest_rate=Rate(0.001, 2))
        async with running(settings) as site:
            site.open_table(TABLE, Config("low-four"))
            player = await site.guest()
            async with player.at(TABLE) as wire:
                answers = [await wire.command("sit", seat=1) for _ in range(8)]
                assert answers[-1]["error"] == "too many requests"
            assert (await Browser(site).get("/api/me")).status == 200
            assert (await Browser(site).get("/api/me")).status == 429

    asyncio.run(ask())


def test_connections_of_a_session_are_limited() -> None:
    async def ask() -> None:
        async with running(replace(DEMO, sockets_per_session=2)) as site:
            site.open_table(TABLE, Config("low-four"))
            player = await site.guest()
            async with player.at(TABLE) as one, player.at(TABLE) as two:
                assert (await one.next())["view"]
                assert (await two.next())["view"]
                async with player.at(TABLE) as three:
                    assert await asyncio.wait_for(three.closed, 5) == 4429
            async with player.at(TABLE) as again:
                assert (await again.next())["view"]
            async with player.at("nowhere") as lost:
                assert await asyncio.wait_for(lost.closed, 5) == 4404

    asyncio.run(ask())


# Keys, chips, cards


def test_a_key_is_done_once_and_belongs_to_its_player() -> None:
    async def ask() -> None:
        async with running() as site:
            site.open_table(TABLE, Config("low-four"))
            ada, eve = await site.guest(), await site.guest()
            body = {"key": "mine", "do": "buy-in", "cents": 700}
            first = await ada.post("/api/purse", body)
            assert first.json == (await ada.post("/api/purse", body)).json == {"ok": True, "v": 0, "purse": 100_700}
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


def test_guests_buy_in_up_to_the_house_rule() -> None:
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


def test_whoever_takes_a_seat_is_not_told_what_its_last_player_held() -> None:
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


def test_the_log_of_an_open_round_is_secret_for_auditors_too() -> None:
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


def test_secrets_are_not_logged(caplog: pytest.LogCaptureFixture) -> None:
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


def test_a_store_that_fails_is_no_mistake_of_the_client() -> None:
    async def ask() -> None:
        async with running() as site:
            player = await site.guest()
            await asyncio.to_thread(site.pit.stop)
            heard = await player.post("/api/purse", {"key": "k", "do": "buy-in", "cents": 5})
            assert heard.status == 503
            assert heard.headers["retry-after"] == "1"
            assert heard.json["ok"] is False

    asyncio.run(ask())


def test_the_counts_are_for_this_machine_and_for_staff() -> None:
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


def test_the_description_names_no_machine() -> None:
    async def ask(site: Site) -> str:
        return (await Browser(site).get("/api/openapi.json")).raw.decode()

    async def read() -> str:
        async with running() as site:
            return await ask(site)

    assert os.getcwd() not in asyncio.run(read())  # noqa: PTH109
