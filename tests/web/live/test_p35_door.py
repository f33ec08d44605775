"""What the guard lets in, and how often."""

import asyncio
from dataclasses import replace
from threading import Event

import pytest

from feltlab.errors import FeltlabError
from feltlab.table.config import Config
from feltlab.web.door.limits import Buckets
from feltlab.web.door.security import _is_same_origin
from feltlab.web.door.settings import RequestRate, Settings
from tests.waiting import until_it_is
from tests.web.live.site import DEMO, LOGIN, Browser, running

TABLE = "low-four-1"
EVERY_ANSWER = (
    "content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy", "permissions-policy",
    "cross-origin-opener-policy", "cross-origin-resource-policy",
)  # fmt: skip


# The door


@pytest.mark.parametrize(
    ("scheme", "origin", "allowed"),
    [("https", "https", True), ("wss", "https", True), ("https", "http", False), ("wss", "http", False),
     ("http", "https", True), ("ws", "http", True)],
)  # fmt: skip
def test_p35_a_page_without_tls_may_not_ask_a_site_with_it(scheme: str, origin: str, allowed: bool) -> None:
    headers = {"host": "table.example", "origin": f"{origin}://table.example"}
    assert _is_same_origin(headers, scheme) == allowed


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
def test_p35_only_this_site_may_change_anything_or_connect(headers: dict[str, str], allowed: bool) -> None:
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
                    assert await wire.end() == 1008

    asyncio.run(ask())


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.nip.io",
        "",
        "[::2]",
        "10.0.0.1",
        "localhost:99999",
        'localhost:8000"><script>',
        "user@localhost",
        "localhost:0",
    ],
)
def test_p35_a_demo_answers_to_this_machines_names_only(host: str) -> None:
    async def ask() -> None:
        async with running() as site:
            site.open_table(TABLE, Config("low-four"))
            browser = Browser(site)
            assert (await browser.get("/api/me", host=host, origin=f"http://{host}")).status == 421
            assert (await browser.get("/", host=host)).status == 421
            async with browser.at(TABLE, None, host=host, origin=f"http://{host}") as wire:
                assert await wire.end() == 1008
            for good in ("localhost:8000", "127.0.0.1:8000", "[::1]:8000", "localhost"):
                assert (await browser.get("/api/me", host=good)).status == 200

    asyncio.run(ask())


def test_p35_a_house_with_logins_answers_to_its_own_names_only() -> None:
    async def ask() -> None:
        async with running(replace(LOGIN, hostnames=("felt.example",))) as site:
            browser = Browser(site, "10.0.0.9")
            for bad in ("evil.example", "felt.example.evil.example", "x"):
                assert (await browser.get("/healthz", host=bad)).status == 421
            for good in ("felt.example", "Felt.Example:8443", "192.168.1.5:8443", "[2001:db8::1]:8443", "localhost"):
                assert (await browser.get("/healthz", host=good)).status == 200

    asyncio.run(ask())


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "example.com"])  # noqa: S104
def test_p35_a_demo_listens_on_this_machine_only(host: str) -> None:
    from feltlab.commands import serve

    with pytest.raises(FeltlabError, match="only on this machine"):
        serve._listen(host, 0, demo=True)


def test_p35_headers_of_every_answer() -> None:
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


def test_p35_buckets() -> None:
    now = 0.0
    buckets = Buckets(RequestRate(2, 3), lambda: now)
    assert [buckets.take("a") for _ in range(4)] == [True, True, True, False]
    assert buckets.take("b")
    now = 1.0
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]


@pytest.mark.parametrize(
    "limited", [replace(DEMO, session_rate=RequestRate(0.001, 10)), replace(DEMO, address_rate=RequestRate(0.001, 10))]
)
def test_p35_too_many_requests(limited: Settings) -> None:
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


def test_p35_frames_count_too_and_so_do_new_guests() -> None:
    async def ask() -> None:
        settings = replace(DEMO, session_rate=RequestRate(0.001, 5), guest_rate=RequestRate(0.001, 2))
        async with running(settings) as site:
            site.open_table(TABLE, Config("low-four"))
            player = await site.guest()
            async with player.at(TABLE) as wire:
                answers = [await wire.command("sit", seat=1) for _ in range(8)]
                assert answers[-1]["error"] == "too many requests"
            assert (await Browser(site).get("/api/me")).status == 200
            assert (await Browser(site).get("/api/me")).status == 429

    asyncio.run(ask())


def test_p35_connections_of_a_session_are_limited() -> None:
    async def ask() -> None:
        async with running(replace(DEMO, sockets_per_session=2)) as site:
            site.open_table(TABLE, Config("low-four"))
            player = await site.guest()
            async with player.at(TABLE) as one, player.at(TABLE) as two:
                assert (await one.next())["view"]
                assert (await two.next())["view"]
                async with player.at(TABLE) as three:
                    assert await three.end() == 4429
            async with player.at(TABLE) as again:
                assert (await again.next())["view"]
            async with player.at("nowhere") as lost:
                assert await lost.end() == 4404

    asyncio.run(ask())


def test_p35_who_is_still_waiting_when_the_house_closes_is_told_so(caplog: pytest.LogCaptureFixture) -> None:
    async def ask() -> None:
        async with running() as site:
            guest, held = await site.guest(), Event()
            thinking = site.app.state.house._thinking
            try:
                for _ in range(2):
                    thinking.submit(held.wait)
                asked = asyncio.create_task(guest.get("/api/floor"))
                await until_it_is(lambda: thinking._work_queue.qsize() == 1)
                asked.cancel()  # as the server does with what has not ended in time
                heard = await asked
            finally:
                held.set()
            assert (heard.status, heard.json["error"]) == (503, "the house is closing")

    asyncio.run(ask())
    assert "Traceback" not in caplog.text
