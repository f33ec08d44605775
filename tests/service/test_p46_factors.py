"""Second factors in the store: both databases, older stores, a lost key, and the command on the server."""

import asyncio
import logging
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Thread

import orjson
import pytest
from typer.testing import CliRunner

from feltlab.commands.account import account
from feltlab.service import rows as r
from feltlab.service.backup import backup
from feltlab.service.pit import Pit
from feltlab.service.proof import wrong_accounts
from feltlab.service.roll_call import sessions_left
from feltlab.service.store import Store, open_store
from feltlab.web.accounts.one_time import STEP_MS
from feltlab.web.accounts.passwords import is_password
from feltlab.wire import dump
from tests.service.conftest import Cluster
from tests.service.filling import as_before_factors
from tests.waiting import PATIENCE, until
from tests.web.live.site import LOGIN, running
from tests.web.live.test_p46_second_factor import StillClock, gives, with_password
from tests.web.staff import add_account, code_of

ADA = r.Player("p-ada", "Ada", "floor", "a hash", 5)
PAUL = r.Player("p-paul", "Paul", "player", None, 5)
FACTOR = r.Factor("p-ada", "salt", 6, 7, "one two", "next", 8, "wrong-code", "10.0.0.9")
SESSION = r.Session("token", "p-ada", 1, 99, 2, 3, "10.0.0.9", "Firefox, Linux")


def put_ada(store: Store, told: dict[str, object]) -> None:
    with store.transaction() as rows:
        rows.put_players([ADA])
        rows.append_audit([r.NewAudit(1, "admin", "account", dump(told))])


def test_p46_a_factor_and_its_sessions_are_kept(store: Store) -> None:
    put_ada(store, r.account_told(ADA))
    with store.transaction() as rows:
        rows.put_factors([r.Factor("p-ada", next_salt="next"), FACTOR])
        rows.add_sessions([SESSION, r.Session("later", "p-ada", 1, 99, 50)])
        assert (rows.player("p-ada"), rows.factor("p-ada"), rows.factor("nobody")) == (ADA, FACTOR, None)
    assert store.factors() == {"p-ada": store.factor("p-ada")} == {"p-ada": FACTOR}
    assert [each.token_hash for each in store.sessions_of("p-ada")] == ["later", "token"]
    assert store.session("token") == SESSION
    assert wrong_accounts(store) == ["the account Ada does not match the trail"]
    with store.transaction() as rows:
        rows.drop_factor("p-ada")
    assert store.factor("p-ada") is None
    assert wrong_accounts(store) == []


def test_p46_of_two_processes_with_the_same_code_one_takes_it(postgres: Cluster) -> None:
    url = postgres.emptied()

    async def ask() -> None:
        clock = StillClock()
        pits = [Pit(open_store(url), owner=name, clock=clock) for name in ("one", "two")]
        async with running(LOGIN, pits[0]) as one, running(LOGIN, pits[1]) as two:
            one.app.state.house.wall = two.app.state.house.wall = clock
            ada = add_account(one.pit, "Ada", "floor")
            for step in range(3):
                halves = [await with_password(site, "Ada", f"10.0.{step}.9") for site in (one, two)]
                clock.ahead += STEP_MS
                code = code_of(one.pit, ada.id, clock())
                answers = await asyncio.gather(*(gives(half, code) for half in halves))
                assert sorted(answer["ok"] for answer in answers) == [False, True]
            assert len([entry for entry in one.pit.store.audit() if entry.action == "code"]) == 3

    asyncio.run(ask())


def test_p46_a_factor_that_is_looked_at_is_held_until_the_end(postgres: Cluster) -> None:
    url = postgres.emptied()
    seen: list[r.Factor | None] = []
    with closing(open_store(url)) as one, closing(open_store(url)) as two:
        put_ada(one, r.account_told(ADA))
        with one.transaction() as rows:
            rows.put_factors([FACTOR])

        def look() -> None:
            with two.transaction() as others:
                seen.append(others.factor("p-ada"))

        def waits() -> bool:
            with one.reading() as db:
                return bool(db.execute("SELECT pid FROM pg_locks WHERE NOT granted"))

        other = Thread(target=look)
        with one.transaction() as rows:
            found = rows.factor("p-ada")
            assert found is not None
            other.start()
            until(lambda: waits() or not other.is_alive())
            rows.put_factors([replace(found, step=found.step + 1)])
        other.join(PATIENCE)
    assert [each.step for each in seen if each] == [FACTOR.step + 1]


def test_p46_a_store_of_before_has_no_factor_and_all_its_accounts(store_url: str) -> None:
    told = {name: value for name, value in r.account_told(ADA).items() if name not in ("factor", "change_by")}
    with closing(open_store(store_url)) as store:
        with store.transaction() as rows:
            rows.append_audit([r.NewAudit(1, "dealer", "round", "1")])  # which no schema is written into
        put_ada(store, told)
        with store.transaction() as rows:
            rows.put_players([PAUL])
            rows.add_sessions([SESSION, r.Session("of Paul", "p-paul", 1, 99, 2)])
        with store.writing() as db:
            as_before_factors(db)
    with closing(open_store(store_url)) as store:
        assert store.players() == [ADA, PAUL]
        assert store.factors() == {}
        assert (store.session("token"), store.session("of Paul")) == (None, None)
        assert wrong_accounts(store) == []
        with store.transaction() as rows:
            rows.put_factors([FACTOR])  # by somebody who found the old entries silent on it
        assert wrong_accounts(store) != []


@pytest.mark.parametrize(
    "forged",
    [
        "player = 'p-paul'", "expires_at = expires_at + 1", "factor_at = factor_at + 1", "created_at = 2",
        "token_hash = 'another'", "address = 'here'", "mac = ''",
    ],
)  # fmt: skip
def test_p46_a_session_that_was_put_or_changed_in_the_database_is_none(store: Store, forged: str) -> None:
    put_ada(store, r.account_told(ADA))
    with store.transaction() as rows:
        rows.put_players([PAUL])
        rows.add_sessions([SESSION])
        rows.see_session("token", 77)
    assert store.session("token") == replace(SESSION, seen_at=77)
    assert sessions_left(store, ["token"]) == {"token"}
    with store.writing() as db:
        db.execute(f"UPDATE sessions SET {forged}")  # noqa: S608
    names = ["token", "another"]
    assert [store.session(name) for name in names] == [None, None]
    assert store.sessions_of("p-ada") + store.sessions_of("p-paul") == []
    assert sessions_left(store, names) == set()
    with store.transaction() as rows:
        assert [rows.session(name) for name in names] == [None, None]


def test_p46_a_copy_without_its_key_says_that_factors_are_void(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FELTLAB_CHAIN_KEY")
    url, copied = f"sqlite:///{tmp_path}/felt.db", tmp_path / "copied.db"
    with closing(open_store(url)) as store:
        put_ada(store, r.account_told(ADA))
        with store.transaction() as rows:
            rows.put_factors([FACTOR])
        backup(url, copied)
    with caplog.at_level(logging.WARNING), closing(open_store(f"sqlite:///{copied}", takes_over=True)) as store:
        assert store.factor("p-ada") == FACTOR
    assert "second factors made with the earlier key are void" in caplog.text


def test_p46_an_account_is_reset_at_the_machine_while_it_is_served(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/felt.db"
    with closing(open_store(url)) as served:
        put_ada(served, r.account_told(ADA, FACTOR))
        with served.transaction() as rows:
            rows.put_factors([FACTOR])
            rows.add_sessions([SESSION])

        def call(*words: str) -> str:
            done = CliRunner().invoke(account, [*words, "--database", url])
            return done.output or str(done.exception)

        assert "say what to reset" in call("reset", "Ada")
        assert "there is no account" in call("reset", "Eve", "--password")
        said = call("reset", "ada", "--second-factor", "--reason", "lost her phone")
        assert said == "ada sets up a second factor at the next login\n"
        assert (served.factor("p-ada"), served.sessions_of("p-ada")) == (None, [])
        temporary = call("reset", "Ada", "--password", "--reason", "forgot it").split()[4]
        changed = served.player("p-ada")
        assert changed is not None
        assert is_password(changed.password_hash, temporary)
        assert changed.change_by is not None
        assert '"must_change":true' in call("list", "--json")
        entries = [orjson.loads(entry.detail) for entry in served.audit()][1:]
        assert [entry["change"] for entry in entries] == ["reset-factor", "reset-password"]
        assert [entry["reason"] for entry in entries] == ["lost her phone", "forgot it"]
        assert all(entry["address"] for entry in entries)
        assert wrong_accounts(served) == []
        assert temporary not in "".join(entry.detail for entry in served.audit())
