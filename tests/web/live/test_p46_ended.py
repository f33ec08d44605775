"""A session that was ended stays so, even if somebody puts its row back into the database, with its mark."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from feltlab.service.database import Row
from feltlab.service.pit import Pit
from feltlab.service.rows import NewAudit, Session
from feltlab.service.store import Store, open_store
from feltlab.web.accounts import ended
from feltlab.web.accounts.auth import hash_of
from feltlab.web.accounts.ended import EndedSessions
from feltlab.web.live import news
from feltlab.wire import dump
from tests.conftest import Feltlab
from tests.service.conftest import Cluster
from tests.waiting import until_it_is
from tests.web.live.site import DEMO, LOGIN, Browser, Site, fresh_key, person, running
from tests.web.staff import PASSWORD

QUIET = replace(LOGIN, sweep_seconds=3600)


def rows_of(store: Store, player: str) -> list[Row]:
    with store.reading() as db:
        return db.execute("SELECT * FROM sessions WHERE player = ?", (player,))


def put(store: Store, rows: list[Row]) -> None:
    assert rows
    with store.writing() as db:
        marks = ", ".join("?" * len(rows[0]))
        db.execute_many(f"INSERT INTO sessions VALUES ({marks}) ON CONFLICT DO NOTHING", rows)  # noqa: S608


async def sees(site: Site, browser: Browser) -> int:
    """With the cookie that it has, even after a logout."""
    again = Browser(site, browser.address)
    again.cookies = dict(browser.cookies)
    return (await again.get("/api/me")).status


Way = Callable[[Browser, Browser], Awaitable[object]]


async def log_out(ada: Browser, _: Browser) -> None:
    again = Browser(ada.site, ada.address)
    again.cookies = dict(ada.cookies)
    assert (await again.post("/api/logout", {})).status == 200


async def disable_and_enable(_: Browser, admin: Browser) -> None:
    for disabled in (True, False):
        body = {"key": fresh_key(), "disabled": disabled, "reason": "x"}
        assert (await admin.post("/api/accounts/Ada", body)).status == 200


async def end_all(_: Browser, admin: Browser) -> None:
    assert (await admin.post("/api/accounts/Ada/sessions", {"end": "all", "reason": "x"})).status == 200


async def end_one(ada: Browser, admin: Browser) -> None:
    one = hash_of(next(iter(ada.cookies.values())))[:16]
    assert (await admin.post("/api/accounts/Ada/sessions", {"end": one, "reason": "x"})).status == 200


async def end_others(ada: Browser, _: Browser) -> None:
    other = Browser(ada.site, ada.address)
    assert (await other.post("/api/login", {"name": "Ada", "password": PASSWORD})).status == 200
    assert (await other.post("/api/account/sessions", {"end": "others"})).status == 200
    assert await sees(ada.site, other) == 200


async def change_password(ada: Browser, _: Browser) -> None:
    other = Browser(ada.site, ada.address)
    other.cookies = dict(ada.cookies)
    body = {"old": PASSWORD, "password": "another horse battery"}
    assert (await other.post("/api/account/password", body)).status == 200
    assert await sees(ada.site, other) == 200


async def log_in_again(ada: Browser, _: Browser) -> None:
    other = Browser(ada.site, ada.address)
    other.cookies = dict(ada.cookies)
    assert (await other.post("/api/login", {"name": "Ada", "password": PASSWORD})).status == 200
    assert await sees(ada.site, other) == 200


IN_THE_TRAIL: list[Way] = [disable_and_enable, end_all, end_one, end_others, change_password]
WITHOUT_ROWS: list[Way] = [disable_and_enable, end_all]
"""Which also end sessions whose rows are not there at that moment."""


@pytest.mark.parametrize("end", [log_out, log_in_again, *IN_THE_TRAIL], ids=lambda way: way.__name__)
def test_p46_a_session_that_was_ended_is_not_put_back(end: Way) -> None:
    async def ask() -> None:
        async with running(QUIET) as site:
            ada, admin = await person(site, "player", "Ada"), await person(site, "admin")
            kept = rows_of(site.pit.store, ada.me["player"])
            await end(ada, admin)
            for _ in range(2):
                put(site.pit.store, kept)
                assert await sees(site, ada) == 401
            put(site.pit.store, kept)
            own = (await admin.get("/api/accounts/Ada/sessions")).json["sessions"]
            assert hash_of(next(iter(ada.cookies.values())))[:16] not in {each["session"] for each in own}

    asyncio.run(ask())


@pytest.mark.parametrize("end", WITHOUT_ROWS, ids=lambda way: way.__name__)
def test_p46_a_row_that_was_away_while_its_session_ended_is_not_put_back(end: Way) -> None:
    async def ask() -> None:
        async with running(QUIET) as site:
            ada, admin = await person(site, "player", "Ada"), await person(site, "admin")
            kept = rows_of(site.pit.store, ada.me["player"])
            with site.pit.store.writing() as db:
                db.execute("DELETE FROM sessions WHERE player = ?", (ada.me["player"],))
            await end(ada, admin)
            put(site.pit.store, kept)
            assert await sees(site, ada) == 401
            again = Browser(site, "10.0.0.7")
            assert (await again.post("/api/login", {"name": "Ada", "password": PASSWORD})).status == 200
            assert await sees(site, again) == 200

    asyncio.run(ask())


@pytest.mark.parametrize("end", IN_THE_TRAIL, ids=lambda way: way.__name__)
def test_p46_what_the_trail_says_has_ended_stays_so_after_a_restart(end: Way, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/store.db"

    async def ask() -> None:
        async with running(QUIET, Pit(open_store(url))) as site:
            ada, admin = await person(site, "player", "Ada"), await person(site, "admin")
            bea = await person(site, "player", "Bea")
            kept = rows_of(site.pit.store, ada.me["player"])
            await end(ada, admin)
        async with running(QUIET, Pit(open_store(url))) as site:
            put(site.pit.store, kept)
            assert await sees(site, ada) == 401
            assert await sees(site, bea) == 200

    asyncio.run(ask())


def test_p46_a_reset_on_the_server_ends_what_is_put_back(tmp_path: Path, feltlab: Feltlab) -> None:
    url = f"sqlite:///{tmp_path}/store.db"

    async def ask() -> None:
        async with running(QUIET, Pit(open_store(url))) as site:
            ada = await person(site, "player", "Ada")
            kept = rows_of(site.pit.store, ada.me["player"])
            for change in ("disable", "enable"):
                done = await asyncio.to_thread(feltlab, "account", change, "Ada", "--database", url)
                assert done.returncode == 0, done.stderr
            await until_it_is(lambda: not site.app.state.house.disabled)
            put(site.pit.store, kept)
            site.app.state.sessions.forget()
            assert await sees(site, ada) == 401

    asyncio.run(ask())


@pytest.mark.parametrize("end", [log_out, disable_and_enable, end_one], ids=lambda way: way.__name__)
def test_p33_a_session_that_ended_elsewhere_is_not_put_back(
    end: Way, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(news, "LOOK_SECONDS", 3600.0)
    url = postgres.emptied()

    async def ask() -> None:
        async with (
            running(QUIET, Pit(open_store(url), "vm-1")) as one,
            running(QUIET, Pit(open_store(url), "vm-2")) as other,
        ):
            ada, admin = await person(one, "player", "Ada"), await person(one, "admin")
            assert await sees(other, ada) == 200
            kept = rows_of(one.pit.store, ada.me["player"])
            await end(ada, admin)
            known = other.app.state.sessions._known
            await until_it_is(lambda: not any(each.player.name == "Ada" for each in known.values()))
            put(one.pit.store, kept)
            assert await sees(other, ada) == 401

    asyncio.run(ask())


def test_p46_a_guest_that_logged_out_is_not_put_back() -> None:
    async def ask() -> None:
        async with running(DEMO) as site:
            guest = await site.guest()
            kept = rows_of(site.pit.store, guest.me["player"])
            await log_out(guest, guest)
            put(site.pit.store, kept)
            again = Browser(site)
            again.cookies = dict(guest.cookies)
            assert (await again.get("/api/me")).json["player"] != guest.me["player"]

    asyncio.run(ask())


@pytest.fixture
def in_memory() -> Iterator[Store]:
    with closing(open_store("sqlite://")) as store:
        yield store


def test_p46_what_has_ended_is_remembered_within_bounds(in_memory: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ended, "MOST_KEPT", 10)
    over, session = EndedSessions(in_memory, 1000), Session("h", "p", 5, 1005, 5)
    for number in range(100):
        over.add([f"s{number}"], number)
        assert over.has(f"s{number}", session)
        assert len(over._until) <= 10
    over.look(100)
    assert not over.has("s0", session)
    assert over.before("p") == 0


def test_p46_an_entry_that_the_key_did_not_make_ends_no_session_and_hides_no_end() -> None:
    async def ask() -> None:
        async with running(QUIET) as site:
            ada, admin = await person(site, "player", "Ada"), await person(site, "admin")
            store, told = site.pit.store, f'{{"player":"{ada.me["player"]}","all":true}}'
            kept = rows_of(store, ada.me["player"])
            forged = "INSERT INTO audit VALUES (?, ?, 'x', 'sessions', ?, 'x', 'x')"
            with store.writing() as db:
                db.execute_many(forged, [(number, 10**14, told) for number in (10**6, 10**12)])
            site.app.state.sessions.forget()
            assert await sees(site, ada) == 200
            await end_all(ada, admin)
            put(store, kept)
            assert await sees(site, ada) == 401

    asyncio.run(ask())


def test_p46_the_trail_is_read_back_as_far_as_a_session_may_have_begun(
    in_memory: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ended, "BACK", 3)
    told = [(10, {"change": "password"}), (500, {"change": "disable"}), (500, {"change": "recovery-code"})]
    for at, more in [*told, *[(10**8, {"change": "add"})] * 8]:
        with in_memory.transaction() as rows:
            rows.append_audit([NewAudit(at, "x", "account", dump({"player": f"p{at}", **more}))])
    for head in (11, 5, 10**9):  # which anybody can change who can write to the database
        with in_memory.writing() as db:
            db.execute("UPDATE heads SET last_number = ? WHERE chain = 'audit'", (head,))
        over = EndedSessions(in_memory, 1000)
        over.look(ended.SLACK_MS + 1400)
        assert (over.before("p500"), over.before("p100000000")) == (500, 0)
        over.look(ended.SLACK_MS + 1400)
