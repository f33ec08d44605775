"""Whoever writes accounts into the database without the key opens nothing: the trail says what an account is."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from feltlab.commands.account import _set
from feltlab.errors import FeltlabError
from feltlab.service.proof import wrong_accounts
from feltlab.service.rows import NewAudit, account_told
from feltlab.web.accounts.passwords import hash_password
from feltlab.wire import dump
from tests.web.live.site import LOGIN, Browser, Site, fresh_key, person, running
from tests.web.staff import PASSWORD, add_account

Work = Callable[[Site], Awaitable[None]]


def in_house(work: Work) -> None:
    async def ask() -> None:
        async with running(LOGIN) as site:
            await work(site)

    asyncio.run(ask())


def by_sql(site: Site, *statements: str) -> None:
    with site.pit.store.writing() as db:
        for statement in statements:
            db.execute(statement)


async def logs_in(site: Site, name: str) -> tuple[int, str]:
    heard = await Browser(site, "10.0.0.7").post("/api/login", {"name": name, "password": PASSWORD})
    return heard.status, str(heard.json.get("refused", ""))


FORGED = {
    "a role": "UPDATE players SET role = 'floor' WHERE name = 'Bob'",
    "a password": f"UPDATE players SET password_hash = '{hash_password(PASSWORD)}' WHERE name = 'Bob'",  # noqa: S608
    "another's name": "UPDATE players SET name = 'Bobby' WHERE name = 'Bob'",
    "nobody's account": "INSERT INTO players (id, name, role, password_hash, created_at, disabled)"
    " SELECT 'p-ghost', 'Ghost', 'admin', password_hash, 1, disabled FROM players WHERE name = 'Eve'",
}  # fmt: skip


@pytest.mark.parametrize("forged", FORGED)
def test_p40_an_account_that_was_written_by_hand_opens_nothing(forged: str) -> None:
    async def work(site: Site) -> None:
        bob = await person(site, "player", "Bob")
        add_account(site.pit, "Eve", "player")
        admin = await person(site, "admin", "Ada")
        before = site.pit.store.head("audit").number
        by_sql(site, FORGED[forged])
        name = {"another's name": "Bobby", "nobody's account": "Ghost"}.get(forged, "Bob")
        assert await logs_in(site, name) == (409, "broken-trail")
        reset = {"key": fresh_key(), "what": "password", "reason": "forgotten"}
        assert (await admin.post(f"/api/accounts/{name}/reset", reset)).json["refused"] == "broken-trail"
        with pytest.raises(FeltlabError, match="does not match the trail"):
            _set(site.pit.store, name, disabled=True, reason="")
        site.app.state.sessions.forget()
        assert (await bob.get("/api/me")).status == (200 if name == "Ghost" else 401)
        assert site.pit.store.head("audit").number == before  # nothing of it was put into the trail
        assert wrong_accounts(site.pit.store) != []

    in_house(work)


def test_p40_two_who_make_themselves_the_floor_for_a_moment_issue_nothing() -> None:
    async def work(site: Site) -> None:
        eves = [await person(site, "player", name) for name in ("Eve", "Eva")]
        by_sql(site, "UPDATE players SET role = 'floor' WHERE name IN ('Eve', 'Eva')")
        for eve in eves:
            asked = {"key": fresh_key(), "do": "buy-in", "cents": 9_000_000, "player": eve.me["player"], "reason": "r"}
            assert (await eve.post("/api/purse", asked)).status in (401, 403)
            site.app.state.sessions.forget()
            assert (await eve.post("/api/purse", asked)).status == 401
        by_sql(site, "UPDATE players SET role = 'player' WHERE name IN ('Eve', 'Eva')")
        for eve in eves:
            assert (await eve.get("/api/me")).json["role"] == "player"
        assert wrong_accounts(site.pit.store) == []

    in_house(work)


ALTERED = {
    "an entry altered": "UPDATE audit SET action = 'code' WHERE number = {0}",
    "an entry removed": "DELETE FROM audit WHERE number = {0}",
    "an entry of anything altered": "UPDATE audit SET detail = '[]' WHERE number = {0} - 1",
}


@pytest.mark.parametrize("altered", ALTERED)
def test_p40_nobody_logs_in_by_a_trail_that_was_altered(altered: str) -> None:
    async def work(site: Site) -> None:
        add_account(site.pit, "Bob", "player")
        store = site.pit.store
        bob = store.player_named("Bob")
        assert bob is not None
        with store.transaction() as rows:
            disabled = replace(bob, disabled=True)
            rows.put_players([disabled])
            rows.append_audit([NewAudit(1, "Ada", "note", "{}")])
            told = account_told(disabled) | {"change": "disable"}
            rows.append_audit([NewAudit(1, "Ada", "account", dump(told)), NewAudit(1, "Ada", "note", "{}")])
        last = store.head("audit").number
        by_sql(site, ALTERED[altered].format(last - 1), "UPDATE players SET disabled = 0 WHERE name = 'Bob'")
        assert await logs_in(site, "Bob") == (409, "broken-trail")
        with pytest.raises(FeltlabError, match="does not match the trail"):
            _set(store, "Bob", disabled=True, reason="")

    in_house(work)


def test_p40_entries_say_no_more_than_was_done() -> None:
    """Entries that an earlier feltlab made of rows that had been changed by hand."""

    async def work(site: Site) -> None:
        bob, store = add_account(site.pit, "Bob", "player"), site.pit.store
        boss = replace(bob, role="admin")
        entries: tuple[tuple[str, str, dict[str, object], str], ...] = (
            ("chips", bob.id, {}, "is an act of staff by Bob, a player"),
            ("account", bob.id, account_told(boss) | {"change": "recovery-code"}, "changes more of Bob than it says"),
            ("account", "x", account_told(replace(bob, id="p-ghost", name="Ghost")) | {"change": "factor"}, "adds no account"),
        )  # fmt: skip
        for action, actor, told, found in entries:
            assert not [line for line in wrong_accounts(store) if found in line]
            with store.transaction() as rows:
                rows.append_audit([NewAudit(1, actor, action, dump(told))])
            assert [line for line in wrong_accounts(store) if found in line]

    in_house(work)
