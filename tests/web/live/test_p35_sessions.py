"""Passwords and sessions, as docs/security.md has them."""

import asyncio
from dataclasses import replace

import pytest

from feltlab.errors import FeltlabError
from feltlab.service.pit import Pit
from feltlab.service.store import open_store
from feltlab.table.config import Config
from feltlab.web import accounts
from feltlab.web.accounts import HASHER, hash_password, is_password
from feltlab.web.limits import Throttle
from feltlab.web.settings import HOUR, MINUTE, Settings
from tests.web.live.site import DEMO, LOGIN, PASSWORD, Browser, Clock, person, running

TABLE = "low-four-1"


# Passwords


def test_p35_passwords_are_kept_as_argon2id_with_owasp_parameters() -> None:
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


def test_p35_an_unknown_name_costs_the_same_work_and_hears_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_p35_waits_grow_after_wrong_passwords() -> None:
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
def test_p35_guessing_is_slowed_by_name_and_by_address(same: str) -> None:
    async def ask() -> None:
        async with running(LOGIN) as site:
            await person(site, "player", "Ada", address="10.9.9.9")
            now = site.app.state.house.throttle.clock()
            site.app.state.house.throttle.clock = lambda: now  # however long a password takes to be hashed here
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


def test_p35_the_store_knows_no_token() -> None:
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


def test_p35_cookies() -> None:
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


def test_p35_sessions_end_by_idleness_by_age_and_by_logout() -> None:
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


def test_p35_a_login_makes_a_new_session_and_ends_the_old_one() -> None:
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


def test_p35_a_connection_ends_with_its_session() -> None:
    async def ask() -> None:
        async with running(LOGIN) as site:
            site.open_table(TABLE, Config("low-four"))
            ada = await person(site, "player")
            async with ada.at(TABLE) as wire:
                await wire.next()
                await ada.post("/api/logout", {})
                assert await wire.end() == 4401
            async with Browser(site).at(TABLE) as wire:
                assert await wire.end() == 4401

    asyncio.run(ask())


def test_p35_a_session_that_is_over_is_over_for_its_connections() -> None:
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
                assert await silent.end() == 4401
                assert not busy.closed.done()
                clock.ahead += 12 * HOUR
                assert await busy.end() == 4401

    asyncio.run(ask())
