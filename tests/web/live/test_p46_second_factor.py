"""Staff need two factors: OWASP ASVS 2.8 and 4.3.1, item by item, and the loss of an authenticator (2.6)."""

import asyncio
import logging
from base64 import b32encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import orjson
import pytest

from feltlab.service.pit import Pit
from feltlab.service.proof import wrong_accounts
from feltlab.service.requests import Request, Work
from feltlab.service.store import open_store
from feltlab.table.config import Config
from feltlab.web.accounts.one_time import STEP_MS, code_at, new_recovery_codes, secret_of, step_at
from tests.web.live.site import DEMO, LOGIN, Browser, Clock, Site, fresh_key, person, running
from tests.web.staff import PASSWORD, add_account, code_of

TABLE = "low-four-1"
STAFF = ("dealer", "floor", "auditor", "admin")
NEW_PASSWORD = "another horse battery"  # noqa: S105
RFC_6238 = {
    59: "287082", 1111111109: "081804", 1111111111: "050471", 1234567890: "005924", 2000000000: "279037",
    20000000000: "353130",
}  # fmt: skip
"""Appendix B, SHA-1: the last six of its eight digits."""
OPEN_TO_HALF = {"GET /api/login", "POST /api/logout", "POST /api/account/factor", "POST /api/account/factor/confirm"}


class StillClock(Clock):
    """No step of time is over before the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.start = super().__call__()

    def __call__(self) -> int:
        return self.start + self.ahead


@asynccontextmanager
async def at_a_house(settings: Any = LOGIN) -> AsyncIterator[tuple[Site, Clock]]:
    clock = StillClock()
    async with running(settings, Pit(open_store("sqlite://"), clock=clock)) as site:
        site.app.state.house.wall = clock
        yield site, clock


async def with_password(site: Site, name: str, address: str = "10.0.0.9", password: str = PASSWORD) -> Browser:
    """Half way in."""
    browser = Browser(site, address)
    heard = await browser.post("/api/login", {"name": name, "password": password})
    assert heard.status == 200, heard.raw
    browser.me = heard.json
    return browser


async def enrol(browser: Browser, site: Site, **proof: str) -> tuple[str, list[str]]:
    """The secret, and the recovery codes."""
    begun = (await browser.post("/api/account/factor", proof)).json
    secret = begun["secret"].replace(" ", "")
    assert f"secret={secret}" in begun["uri"]
    heard = await browser.post(
        "/api/account/factor/confirm", {"code": code_at(secret, step_at(site.app.state.house.wall()))}
    )
    assert heard.status == 200, heard.raw
    return secret, heard.json["codes"]


def code_now(site: Site, player: str) -> str:
    return code_of(site.pit, player, site.app.state.house.wall())


async def gives(browser: Browser, code: str) -> Any:
    return (await browser.post("/api/login/code", {"code": code})).json


# 4.3.1: administrative interfaces use multi-factor authentication


def test_p46_staff_without_a_second_factor_reaches_its_set_up_alone() -> None:
    async def ask() -> None:
        async with at_a_house() as (site, _):
            site.open_table(TABLE, Config("low-four"))
            routes = (await Browser(site).get("/api/openapi.json")).json["paths"]
            for role in STAFF:
                add_account(site.pit, role, role, factor=False)
                await reaches_the_set_up_alone(site, routes, await with_password(site, role))

    asyncio.run(ask())


async def reaches_the_set_up_alone(site: Site, routes: Any, ada: Browser) -> None:
    assert ada.me["next"] == "factor"
    ours = ("live table", "recall", "floor", "accounts")
    for path, methods in routes.items():
        for method, told in methods.items():
            route = f"{method.upper()} {path}"
            if told.get("tags", [""])[0] not in ours or route in OPEN_TO_HALF or path in OPEN_PATHS:
                continue
            address = path.replace("{table}", TABLE).replace("{number}", "1").replace("{name}", "Ada")
            heard = await ada.ask(method.upper(), address, b"{}" if method == "post" else b"")
            assert heard.status in (401, 403), (route, heard.status)
    for page in ("/floor", "/floor/audit", "/floor/accounts", "/account", "/deal"):
        heard = await ada.get(page)
        assert (heard.status, heard.headers["location"]) == (303, f"/login?next={page}")
        assert (await ada.get(f"{page}.json")).status == 401
    async with ada.at(TABLE) as wire:
        assert await wire.end() == 4401
    await enrol(ada, site)
    assert (await ada.get("/api/login")).json["next"] == ""
    assert (await ada.get("/api/tables")).status == 200


OPEN_PATHS = {"/api/login", "/api/verify-shuffle", "/healthz", "/readyz"}


def test_p46_a_password_alone_opens_nothing_where_there_is_a_second_factor() -> None:
    async def ask() -> None:
        async with at_a_house() as (site, _):
            add_account(site.pit, "Ada", "admin")
            ada = await with_password(site, "Ada")
            assert ada.me["next"] == "code"
            for path in ("/api/me", "/api/accounts", "/api/account"):
                assert (await ada.get(path)).status in (401, 403)
            heard = await ada.post("/api/account/factor", {})  # not past the one that is there
            assert heard.status == 403
            heard = await ada.post("/api/account/password", {"old": PASSWORD, "password": NEW_PASSWORD})
            assert heard.status == 403

    asyncio.run(ask())


def test_p46_a_house_may_do_without_and_players_may_have_one() -> None:
    async def ask() -> None:
        async with at_a_house(replace(LOGIN, second_factor=False)) as (site, _):
            add_account(site.pit, "Ada", "admin", factor=False)
            ada = await with_password(site, "Ada")
            assert ada.me["next"] == ""
            assert (await ada.get("/api/accounts")).status == 200
        async with at_a_house() as (site, _):
            paul = await person(site, "player", "Paul")
            assert (await paul.post("/api/account/factor", {})).json["refused"] == "wrong-password"
            _, codes = await enrol(paul, site, password=PASSWORD)
            assert (await with_password(site, "Paul")).me["next"] == "code"
            proof = {"password": PASSWORD, "code": codes[0]}
            assert (await paul.post("/api/account/factor/remove", proof)).json == {"ok": True, "next": ""}
            assert (await with_password(site, "Paul")).me["next"] == ""
            ada = await person(site, "floor")
            heard = await ada.post("/api/account/factor/remove", {"password": PASSWORD, "code": "1"})
            assert heard.json["refused"] == "factor-needed"
        async with at_a_house(DEMO) as (site, _):
            assert (await (await site.guest()).get("/api/account")).status == 404

    asyncio.run(ask())


# 2.8.1, 2.8.4: codes last as long as they say, and count once


def test_p46_codes_are_those_of_rfc_6238() -> None:
    """2.8.3: an approved algorithm, by the RFC's own vectors."""
    secret = b32encode(b"12345678901234567890").decode()
    assert {seconds: code_at(secret, step_at(1000 * seconds)) for seconds in RFC_6238} == RFC_6238


def test_p46_a_code_drifts_by_one_step_and_no_more() -> None:
    async def ask() -> None:
        async with at_a_house() as (site, clock):
            ada = add_account(site.pit, "Ada", "floor")
            secret = secret_of(site.pit.store.key, ada.id, f"salt of {ada.id}")
            for drift, taken in ((-2, False), (-1, True), (0, True), (1, True), (2, False)):
                clock.ahead += 10 * STEP_MS
                half = await with_password(site, "Ada", f"10.0.1.{drift + 9}")
                said = await gives(half, code_at(secret, step_at(clock()) + drift))
                assert said == ({"ok": True, "next": ""} if taken else said), drift
                assert said.get("refused") == (None if taken else "wrong-code")

    asyncio.run(ask())


def test_p46_a_code_counts_once_whoever_sends_it_again(caplog: pytest.LogCaptureFixture) -> None:
    """2.8.4, 2.8.5: not a second time within its steps, nor one before it; that is logged, and its owner is told."""

    async def ask() -> None:
        async with at_a_house() as (site, clock):
            ada = add_account(site.pit, "Ada", "floor")
            secret = secret_of(site.pit.store.key, ada.id, f"salt of {ada.id}")
            now = step_at(clock())
            halves = [await with_password(site, "Ada", f"10.0.1.{number}") for number in range(6)]
            code = code_at(secret, now)
            answers = await asyncio.gather(*(gives(half, code) for half in halves[:5]))
            assert sorted(answer["ok"] for answer in answers) == [False] * 4 + [True]
            assert (await gives(halves[5], code_at(secret, now - 1)))["refused"] == "wrong-code"
            assert (await gives(halves[5], code))["refused"] == "wrong-code"
            said = await gives(halves[5], code_at(secret, now + 1))
            assert said["ok"] is True
            told = (await halves[5].get("/api/account")).json
            assert (told["warned_of"], told["warned_from"]) == ("used-code", "10.0.1.5")
            page = (await halves[5].get("/account")).raw.decode()
            assert "a code that had been used" in page

    with caplog.at_level(logging.WARNING):
        asyncio.run(ask())
    assert "used-code, after the right password, for 'Ada' from 10.0.1.5" in caplog.text


def test_p46_codes_go_by_the_machines_time_and_not_by_the_houses() -> None:
    """Whose clock never jumps: where the machine's was wrong and is set right, codes are right at once."""

    async def ask() -> None:
        async with at_a_house() as (site, clock):
            ada = add_account(site.pit, "Ada", "floor")
            site.app.state.house.wall = lambda: clock() + 3_600_000
            half = await with_password(site, "Ada")
            assert (await gives(half, code_of(site.pit, ada.id, clock())))["refused"] == "wrong-code"
            assert (await gives(half, code_now(site, ada.id)))["ok"]

    asyncio.run(ask())


# 2.8.2, 2.6.3: what is kept is of no use to who reads it


def test_p46_whoever_has_the_database_can_make_no_code() -> None:
    async def ask() -> None:
        async with at_a_house() as (site, _):
            add_account(site.pit, "Ada", "floor", factor=False)
            ada = await with_password(site, "Ada")
            secret, codes = await enrol(ada, site)
            with site.pit.store.reading() as db:
                tables = db.table_names()
                stored = "\n".join(str(db.execute(f"SELECT * FROM {table}")) for table in tables)  # noqa: S608
            for text in (secret, *codes, *(code.replace("-", "") for code in codes), site.pit.store.key.hex()):
                assert text not in stored
                assert text.lower() not in stored.lower()
            factor = site.pit.store.factor(ada_id(site))
            assert factor is not None
            assert factor.salt in stored
            assert secret_of(b"another key", factor.player, factor.salt) != secret
            # One who writes there has no key either: a hash of their own is not taken.
            eve = await person(site, "floor", "Eve")
            await enrol(eve, site, password=PASSWORD, code=code_now(site, eve.me["player"]))
            own = site.pit.store.factor(eve.me["player"])
            assert own is not None
            forged = replace(factor, codes=own.codes)
            site.pit.ask(Request(Work(lambda rows: rows.put_factors([forged]))))
            half = Browser(site, "10.0.0.9")
            refused = await half.post("/api/login", {"name": "Ada", "password": PASSWORD})
            assert (refused.status, refused.json["refused"]) == (409, "broken-trail")

    asyncio.run(ask())


def ada_id(site: Site) -> str:
    found = site.pit.store.player_named("Ada")
    assert found is not None
    return found.id


# 2.6.1, 2.6.2: recovery codes


def test_p46_ten_recovery_codes_work_once_each_and_are_made_anew() -> None:
    assert len({code for _ in range(50) for code in new_recovery_codes()}) == 500
    assert all(len(code.replace("-", "")) == 16 for code in new_recovery_codes())  # of 5 bits each: 80

    async def ask() -> None:
        async with at_a_house() as (site, _):
            add_account(site.pit, "Ada", "floor", factor=False)
            _, codes = await enrol(await with_password(site, "Ada"), site)
            assert len(set(codes)) == 10
            halves = [await with_password(site, "Ada") for _ in range(3)]
            answers = await asyncio.gather(*(gives(half, codes[0]) for half in halves))
            assert sorted(answer["ok"] for answer in answers) == [False, False, True]
            ada = await with_password(site, "Ada")
            assert (await gives(ada, codes[1].lower().replace("-", " ")))["ok"]  # as somebody types it
            told = (await ada.get("/api/account")).json
            assert told["codes_left"] == 8
            assert sum(row["half"] for row in told["sessions"]) == 2  # who has the password is seen
            assert (await ada.post("/api/account/recovery", {"password": PASSWORD})).json["refused"] == "wrong-code"
            heard = await ada.post("/api/account/recovery", {"password": PASSWORD, "code": codes[2]})
            anew = heard.json["codes"]
            assert (await gives(await with_password(site, "Ada"), codes[3]))["refused"] == "wrong-code"
            assert (await gives(await with_password(site, "Ada"), anew[0]))["ok"]

    asyncio.run(ask())


# Guessing


def test_p46_guessers_are_slowed_and_the_owner_is_not() -> None:
    async def ask() -> None:
        async with at_a_house() as (site, clock):
            ada = add_account(site.pit, "Ada", "floor", factor=False)
            own = await with_password(site, "Ada", "10.9.9.9")
            _, codes = await enrol(own, site)
            wrong = await wrong_code(site, ada.id)
            for throttle in (site.app.state.house.code_throttle, site.app.state.house.strangers):
                throttle.clock = lambda: 1.0  # which stands still, however slow the machine is
            guesser = await with_password(site, "Ada", "10.0.2.1")
            statuses = [(await guesser.post("/api/login/code", {"code": wrong})).status for _ in range(6)]
            assert statuses == [409] * 5 + [429]
            assert (await guesser.post("/api/login/code", {"code": code_now(site, ada.id)})).status == 429
            # Who knows the password and has many addresses is slowed at new ones too.
            elsewhere = []
            for number in range(10, 40):
                stranger = await with_password(site, "Ada", f"10.0.3.{number}")
                elsewhere.append((await stranger.post("/api/login/code", {"code": wrong})).status)
            assert elsewhere[:10] == [409] * 10
            assert elsewhere[-10:] == [429] * 10
            # The owner is let in where they have been before, and anywhere with a recovery code.
            clock.ahead += STEP_MS * 4
            home = await with_password(site, "Ada", "10.9.9.9")
            assert (await gives(home, code_now(site, ada.id)))["ok"]
            away = await with_password(site, "Ada", "10.7.7.7")
            assert (await gives(away, codes[0]))["ok"]
            text = (await home.get("/metrics")).raw.decode()
            assert 'feltlab_logins_total{outcome="throttled"}' in text

    asyncio.run(ask())


async def wrong_code(site: Site, player: str) -> str:
    factor = site.pit.store.factor(player)
    assert factor is not None
    secret, now = secret_of(site.pit.store.key, player, factor.salt), step_at(site.app.state.house.wall())
    near = {code_at(secret, now + step) for step in range(-9, 9)}
    return next(code for code in ("000000", "111111", "222222") if code not in near)


# 2.8.6: a device that is lost is revoked at once


def test_p46_an_admin_resets_another_and_the_trail_says_why() -> None:
    async def ask() -> None:
        async with at_a_house() as (site, _):
            site.open_table(TABLE, Config("low-four"))
            boss, ada = await person(site, "admin"), await person(site, "floor", "Ada")
            async with ada.at(TABLE) as wire:
                await wire.next()
                body = {"key": fresh_key(), "what": "factor"}
                heard = await boss.post("/api/accounts/Ada/reset", body)
                assert heard.json["refused"] == "no-reason"
                body = {"key": fresh_key(), "what": "factor", "reason": "lost her phone"}
                heard = await boss.post("/api/accounts/Ada/reset", body)
                assert heard.json["account"]["factor"] is False
                assert await wire.end() == 4401
            assert (await ada.get("/api/me")).status == 401
            half = await with_password(site, "Ada")
            assert half.me["next"] == "factor"
            await enrol(half, site)
            *_, login = (each for each in site.pit.store.audit() if each.action == "login")
            assert (login.actor, orjson.loads(login.detail)["second_factor"]) == (ada.me["player"], True)
            assert len([each for each in site.pit.store.audit() if each.actor == login.actor]) == 4
            *_, entry = (each for each in site.pit.store.audit() if '"reset-factor"' in each.detail)
            told = orjson.loads(entry.detail)
            assert (entry.actor, told["address"], told["reason"]) == (boss.me["player"], "10.0.0.9", "lost her phone")
            own = boss.me["name"]
            heard = await boss.post(f"/api/accounts/{own}/reset", {**body, "key": fresh_key()})
            assert heard.json["refused"] == "own-account"

    asyncio.run(ask())


def test_p46_a_reset_password_opens_the_way_to_a_new_one_for_a_day() -> None:
    async def ask() -> None:
        async with at_a_house() as (site, clock):
            boss, ada = await person(site, "admin"), await person(site, "floor", "Ada")
            body = {"key": "once", "what": "password", "reason": "forgot it"}
            heard = await boss.post("/api/accounts/Ada/reset", body)
            temporary = heard.json["password"]
            again = await boss.post("/api/accounts/Ada/reset", body)  # the same key, done once
            assert (again.status, again.json["refused"]) == (409, "told-before")
            assert temporary.encode() not in again.raw
            assert temporary not in "".join(str(each) for each in site.pit.store.audit())
            assert (await ada.get("/api/me")).status == 401
            assert (await Browser(site).post("/api/login", {"name": "Ada", "password": PASSWORD})).status == 401
            half = await with_password(site, "Ada", password=temporary)
            assert half.me["next"] == "code"
            assert (await gives(half, code_now(site, ada.me["player"])))["next"] == "password"
            assert (await half.get("/api/me")).status == 401
            same = {"old": temporary, "password": temporary}
            assert (await half.post("/api/account/password", same)).json["refused"] == "bad-password"
            heard = await half.post("/api/account/password", {"old": temporary, "password": NEW_PASSWORD})
            assert heard.json == {"ok": True, "next": ""}
            assert (await half.get("/api/me")).json["name"] == "Ada"
            late = (await boss.post("/api/accounts/Ada/reset", {**body, "key": "late"})).json["password"]
            clock.ahead += 24 * 3_600_000
            assert (await Browser(site).post("/api/login", {"name": "Ada", "password": late})).status == 401

    asyncio.run(ask())


# One's own password and sessions


def test_p46_a_new_password_asks_for_the_old_one_and_ends_other_sessions() -> None:
    async def ask() -> None:
        async with at_a_house() as (site, _):
            ada = await person(site, "player", "Ada")
            other = await with_password(site, "Ada")
            before = dict(ada.cookies)
            for old, password, refused in (
                ("a wrong password", NEW_PASSWORD, "wrong-password"), (PASSWORD, "a" * 20, "bad-password"),
                (PASSWORD, PASSWORD, "bad-password"),
            ):  # fmt: skip
                heard = await ada.post("/api/account/password", {"old": old, "password": password})
                assert heard.json["refused"] == refused
            heard = await ada.post("/api/account/password", {"old": PASSWORD, "password": NEW_PASSWORD})
            assert heard.json == {"ok": True, "next": ""}
            assert ada.cookies != before
            assert (await ada.get("/api/me")).status == 200
            assert (await other.get("/api/me")).status == 401
            other.cookies = before
            assert (await other.get("/api/me")).status == 401
            assert (await with_password(site, "Ada", password=NEW_PASSWORD)).me["next"] == ""

    asyncio.run(ask())


async def resets(boss: Browser, name: str, what: str) -> None:
    heard = await boss.post(f"/api/accounts/{name}/reset", {"key": fresh_key(), "what": what, "reason": "stolen"})
    assert heard.status == 200, heard.raw


@pytest.mark.parametrize("step", ["login", "code", "password", "factor"])
def test_p46_what_was_proved_before_a_reset_opens_nothing_after_it(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the moment: here the reset is written right before the writer is asked for the step's last act."""

    async def ask() -> None:
        async with at_a_house() as (site, _):
            boss, ada = await person(site, "admin", "Boss"), Browser(site)
            player = add_account(site.pit, "Ada", "dealer", factor=step == "code")
            if step != "login":
                ada = await with_password(site, "Ada")
            if step == "password":
                await enrol(ada, site)
            elif step == "factor":
                begun = (await ada.post("/api/account/factor", {})).json["secret"].replace(" ", "")
            house, put = site.app.state.house, site.app.state.house.ask
            asks = 2 if step == "code" else 1  # the code is taken first

            async def late(asked: Any, *more: Any) -> Any:
                nonlocal asks
                asks -= isinstance(asked, Work)
                if not asks:
                    asks = -9
                    monkeypatch.setattr(house, "ask", put)
                    await resets(boss, "Ada", "password")
                return await put(asked, *more)

            monkeypatch.setattr(house, "ask", late)
            posts = {
                "login": ("/api/login", {"name": "Ada", "password": PASSWORD}),
                "code": ("/api/login/code", {"code": code_now(site, player.id) if step == "code" else ""}),
                "password": ("/api/account/password", {"old": PASSWORD, "password": NEW_PASSWORD}),
                "factor": ("/api/account/factor/confirm", {"code": ""}),
            }
            path, body = posts[step]
            if step == "factor":
                body = {"code": code_at(begun, step_at(house.wall()))}
            heard = await ada.post(path, body)
            assert asks == -9
            assert heard.status in (401, 409), heard.raw
            assert (await ada.get("/api/login")).status == 401
            assert (await ada.get("/api/me")).status == 401
            assert site.pit.store.sessions_of(player.id) == []

    asyncio.run(ask())


def test_p46_a_session_that_was_ended_while_it_was_looked_at_stays_so() -> None:
    async def ask() -> None:
        async with at_a_house() as (site, clock):
            boss, ada = await person(site, "admin", "Boss"), await person(site, "player", "Ada")
            clock.ahead += 2 * 60_000  # its use is written again, at the next request
            sessions, house = site.app.state.sessions, site.app.state.house
            read = house.read

            async def late(get: Any, *more: Any) -> Any:
                found = await read(get, *more)
                if get == sessions._read and ada.me["player"] == found.player.id:
                    house.read = read
                    await resets(boss, "Ada", "password")
                return found

            house.read = late
            await ada.get("/api/me")
            assert house.read == read
            assert site.pit.store.sessions_of(ada.me["player"]) == []
            assert (await ada.get("/api/me")).status == 401

    asyncio.run(ask())


def test_p46_sessions_are_listed_and_ended_by_their_owner_and_by_an_admin() -> None:
    async def ask() -> None:
        async with at_a_house() as (site, _):
            boss, paul = await person(site, "admin"), await person(site, "player", "Paul", "10.0.0.1")
            agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
            others = [Browser(site, f"10.0.0.{number}") for number in (2, 3, 4)]
            for each in others:
                body = {"name": "Paul", "password": PASSWORD}
                assert (await each.post("/api/login", body, user_agent=agent)).status == 200
            listed = (await paul.get("/api/account")).json["sessions"]
            assert sorted(row["address"] for row in listed) == [f"10.0.0.{number}" for number in (1, 2, 3, 4)]
            assert [row["address"] for row in listed if row["own"]] == ["10.0.0.1"]
            assert {row["device"] for row in listed} == {"", "Firefox, Linux"}
            assert not any(row["half"] for row in listed)
            (one,) = (row["session"] for row in listed if row["address"] == "10.0.0.2")
            assert (await paul.post("/api/account/sessions", {"end": one})).json["ended"] == 1
            assert [(await each.get("/api/me")).status for each in others] == [401, 200, 200]
            eve = await person(site, "player", "Eve")
            assert (await eve.post("/api/account/sessions", {"end": listed[0]["session"]})).status == 404
            assert (await paul.post("/api/account/sessions", {"end": "others"})).json["ended"] == 2
            assert [(await each.get("/api/me")).status for each in others] == [401, 401, 401]
            assert (await paul.get("/api/me")).status == 200
            assert len((await boss.get("/api/accounts/Paul/sessions")).json["sessions"]) == 1
            ended = await boss.post("/api/accounts/Paul/sessions", {"end": "all", "reason": "left it open"})
            assert ended.json["ended"] == 1
            assert (await paul.get("/api/me")).status == 401
            assert any(
                entry.action == "sessions" and "left it open" in entry.detail for entry in site.pit.store.audit()
            )

    asyncio.run(ask())


# The trail


FORGED = {
    "DELETE FROM factors": "does not match the trail",
    "UPDATE factors SET salt = 'other'": "does not match the trail",
    "UPDATE factors SET codes = ''": "does not match the trail",
    "UPDATE factors SET step = step - 1": "would accept used codes",
    "UPDATE players SET change_by = 1": "does not match the trail",
}


def test_p46_a_second_factor_that_was_changed_is_found() -> None:
    async def ask() -> None:
        async with at_a_house() as (site, clock):
            boss = add_account(site.pit, "Boss", "admin", factor=False)
            half = await with_password(site, "Boss")
            _, codes = await enrol(half, site)
            clock.ahead += 2 * STEP_MS
            assert (await gives(await with_password(site, "Boss"), code_now(site, boss.id)))["ok"]
            assert (await gives(await with_password(site, "Boss"), codes[0]))["ok"]
            store, factor, player = site.pit.store, site.pit.store.factor(boss.id), site.pit.store.player(boss.id)
            assert factor is not None
            assert player is not None
            for forged, found in FORGED.items():
                assert wrong_accounts(store) == []
                with store.writing() as db:
                    db.execute(forged)
                assert [line for line in wrong_accounts(store) if found in line], forged
                with store.transaction() as rows:
                    rows.put_players([player])
                    rows.put_factors([factor])

    asyncio.run(ask())
