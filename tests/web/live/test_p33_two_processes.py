"""A change to an account in one process, or on the command line, takes effect in every other at once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from feltlab.service.pit import Pit
from feltlab.service.requests import Request, Work
from feltlab.service.store import Transaction, open_store
from feltlab.table.config import Config
from feltlab.web.live import news
from feltlab.web.live.relay import orders
from tests.conftest import Feltlab
from tests.service.conftest import Cluster
from tests.waiting import until_it_is
from tests.web.live.site import LOGIN, Browser, Site, fresh_key, person, running
from tests.web.live.test_shut_out import TABLE, play_to, try_everything
from tests.web.staff import told

FAST = replace(LOGIN, sweep_seconds=3600)
WAYS = [
    ("other process", "seated"), ("other process", "bet"), ("other process", "asked"), ("command line", "bet"),
    ("no word", "asked"),
]  # fmt: skip


def only_by_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks unless told to."""
    monkeypatch.setattr(news, "LOOK_SECONDS", 3600.0)


@asynccontextmanager
async def two(url: str) -> AsyncIterator[tuple[Site, Site]]:
    """Two processes as far as the database knows; the second runs the table."""
    async with running(FAST, Pit(open_store(url), "vm-1")) as one, running(FAST, Pit(open_store(url), "vm-1")) as other:
        other.open_table(TABLE, Config("low-four"))
        await until_it_is(lambda: one.pit.tenure.known == {TABLE})
        yield one, other


def at(site: Site, browser: Browser) -> Browser:
    """The same person at another process."""
    found = Browser(site, browser.address)
    found.cookies, found.me = browser.cookies, browser.me
    return found


def is_out(site: Site, ada: Browser) -> bool:
    return ada.me["player"] not in {seat.player for seat in site.pit.tables[TABLE].seats.values() if not seat.leaving}


@pytest.mark.parametrize(("way", "phase"), WAYS)
def test_p33_an_account_disabled_elsewhere_stands_up_at_once(
    way: str, phase: str, postgres: Cluster, feltlab: Feltlab, monkeypatch: pytest.MonkeyPatch
) -> None:
    if way != "no word":
        only_by_word(monkeypatch)

    async def disable(one: Site, admin: Browser, name: str) -> None:
        if way == "other process":
            body = {"key": fresh_key(), "disabled": True, "reason": "x"}
            assert (await at(one, admin).post(f"/api/accounts/{name}", body)).status == 200
        elif way == "command line":
            url = postgres.url("postgres")
            done = await asyncio.to_thread(feltlab, "account", "disable", name, "--database", url, "--reason", "x")
            assert done.returncode == 0, done.stderr
        else:  # as if the connection that tells of it had been lost
            with one.pit.store.writing() as db:
                db.execute("UPDATE players SET disabled = 1 WHERE name = ?", (name,))

    async def ask() -> None:
        async with two(postgres.emptied()) as (one, other):
            ada, bea = await person(other, "player", "Ada"), await person(other, "player")
            admin = await person(other, "admin")
            await play_to(phase, ada, bea)
            async with ada.at(TABLE) as wire:
                await wire.next()
                await disable(one, admin, "Ada")
                assert await wire.end() == 4401
                await until_it_is(lambda: is_out(other, ada))
            number = other.pit.tables[TABLE].number
            await try_everything(ada, None)
            assert other.pit.tables[TABLE].number == number
            assert (await ada.get("/api/me")).status == 401
            if phase == "asked":  # the hand is played on with its default when its turn comes
                decided = await bea.command(TABLE, "decide", seat=2, round=1, stage="play", choice={"decision": "play"})
                assert decided.status == 200
                await until_it_is(lambda: other.pit.tables[TABLE].rounds == 2)
            assert 1 not in other.pit.tables[TABLE].seats
            store = other.pit.store
            assert store.balance(f"stake:{TABLE}:1") == 0
            held = store.balance(f"purse:{ada.me['player']}")
            assert held == 99_500 if phase == "asked" else held == 100_000

    asyncio.run(ask())


def test_p33_sessions_and_roles_that_change_elsewhere(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    only_by_word(monkeypatch)

    async def ask() -> None:
        async with two(postgres.emptied()) as (one, other):
            ada, staff = await person(other, "player"), await person(other, "floor")
            async with ada.at(TABLE) as wire, staff.at(TABLE) as second:
                await wire.next()
                await second.next()
                assert (await at(one, ada).post("/api/logout", {})).status == 200
                assert await wire.end() == 4401
                player = one.pit.store.player(staff.me["player"])
                assert player is not None
                demoted = replace(player, role="dealer")

                def demote(rows: Transaction) -> None:
                    rows.put_players([demoted])
                    rows.append_audit([told(rows, demoted, 1, "role")])

                one.pit.ask(Request(Work(demote)))
                assert await second.end() == 4401
            assert (await staff.get("/api/me")).json["role"] == "dealer"
            assert (await staff.command(TABLE, "status", status="closed", reason="x")).status == 403

    asyncio.run(ask())


def test_p33_a_table_is_stopped_from_any_process(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    only_by_word(monkeypatch)

    async def ask() -> None:
        async with two(postgres.emptied()) as (one, other):
            ada, bea, floor = await person(other, "player"), await person(other, "player"), await person(other, "floor")
            await play_to("bet", ada, bea)
            stop = {"key": "stop", "do": "status", "status": "closed", "reason": "a fire"}
            path = f"/api/tables/{TABLE}/commands"
            assert (await at(one, ada).post(path, stop)).status == 403
            heard = await at(one, floor).post(path, stop)
            assert heard.status == 200, heard.raw
            assert other.pit.tables[TABLE].status == "closed"
            assert (await at(one, floor).post(path, stop)).json == heard.json
            again = await at(one, floor).post(path, {**stop, "status": "open"})
            assert again.json["refused"] == "key-reused"
            [told] = [row for row in one.pit.store.audit() if row.action == "status"]
            assert told.actor == floor.me["player"]
            with one.pit.store.writing() as db:  # one that nobody with the key has made
                db.execute(
                    "INSERT INTO audit SELECT number + 100, at, actor, action, replace(detail, 'closed', 'open'),"
                    " prev_hash, hash FROM audit WHERE action = 'order'"
                )
            found, last = orders(one.pit.store, told.number)
            assert (found, last > 100) == ([], True)

    asyncio.run(ask())


def test_p33_an_account_is_let_in_again_where_it_was_shut_out(postgres: Cluster) -> None:
    async def ask() -> None:
        async with two(postgres.emptied()) as (one, other):
            ada, admin = await person(other, "player", "Ada"), await person(other, "admin")
            for site, disabled in ((other, True), (one, False)):
                body = {"key": fresh_key(), "disabled": disabled, "reason": "x"}
                assert (await at(site, admin).post("/api/accounts/Ada", body)).status == 200
            await until_it_is(lambda: not other.app.state.house.disabled)
            assert (await ada.post("/api/login", {"name": "Ada", "password": "correct horse battery"})).status == 200

    asyncio.run(ask())


def test_p33_an_account_disabled_beside_an_sqlite_store_stands_up(tmp_path: Path, feltlab: Feltlab) -> None:
    url = f"sqlite:///{tmp_path}/store.db"

    async def ask() -> None:
        async with running(FAST, Pit(open_store(url))) as site:
            site.open_table(TABLE, Config("low-four"))
            ada, bea = await person(site, "player", "Ada"), await person(site, "player")
            await play_to("bet", ada, bea)
            done = await asyncio.to_thread(feltlab, "account", "disable", "Ada", "--database", url)
            assert done.returncode == 0, done.stderr
            await until_it_is(lambda: is_out(site, ada))
            assert site.pit.store.balance(f"purse:{ada.me['player']}") == 100_000

    asyncio.run(ask())
