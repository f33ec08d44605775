"""Changes to the database without the key are found beyond the chains too: seats, answers, seeds, accounts, schema."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from feltlab.errors import StoreError
from feltlab.service.answers import MARKED_SINCE
from feltlab.service.backup import backup, copy
from feltlab.service.kept_settings import kept_terms
from feltlab.service.keys import NAMED_BY
from feltlab.service.looking import examined
from feltlab.service.proof import proved
from feltlab.service.rows import NewAudit, Player, account_told
from feltlab.service.sqlite_store import open_database
from feltlab.service.store import Store, open_store
from feltlab.table.commands import Bet, Decide, Ready, Sit
from feltlab.table.config import Config
from feltlab.web.floor.pricing import Prices
from tests.live.house import House
from tests.service.filling import as_before_factors, as_before_marks, as_of_old, open_table, play

TABLE = "low-four-1"


def played(url: str) -> House:
    """A round that is over and one that waits for a decision, and an account with a password."""
    house = House(url, follow=False)
    house.open_table(TABLE, Config("low-four"))
    ada = Player("p-ada", "Ada", "floor", "$argon2id$1", 1)
    with house.store.transaction() as rows:
        rows.put_players([Player("a", "A", "player", None, 1), ada])
        rows.append_audit([NewAudit(1, "admin", "account", json.dumps(account_told(ada, None)))])
    house.chips("a", 100_000)
    house.must(TABLE, Sit("a", "A", 1))
    for number in (1, 2):
        house.must(TABLE, Bet("a", 1, number, {"ante": 1000}))
        house.must(TABLE, Ready("a", 1, number))
        if number == 1:
            house.must(TABLE, Decide("a", 1, number, "play", {"decision": "fold"}))
    return house


@pytest.fixture
def house(store_url: str) -> Iterator[House]:
    house = played(store_url)
    yield house
    house.close()


CHANGES = {
    "seats: another player": (
        "UPDATE round_seats SET player = 'mallory' WHERE round = 1",
        f"who sat in round 1 at {TABLE} does not match the log",
    ),
    "seats: gone": ("DELETE FROM round_seats WHERE round = 2", f"who sat in round 2 at {TABLE} does not match the log"),
    "seats: one more": (
        f"INSERT INTO round_seats (table_id, round, seat, player, at) VALUES ('{TABLE}', 1, 4, 'mallory', 1)",  # noqa: S608
        f"who sat in round 1 at {TABLE} does not match the log",
    ),
    "rounds: one more": (
        f"INSERT INTO rounds (table_id, round, opened_at) VALUES ('{TABLE}', 9, 1)",  # noqa: S608
        f"the log has no round 9 at {TABLE}, but there is a record of it",
    ),
    "answers: another purse": ("UPDATE answers SET answer = replace(answer, 'purse', 'pulse')", "was added or changed"),
    "answers: of something else": ("UPDATE answers SET body_hash = 'x'", "was added or changed"),
    "answers: one more": (
        "INSERT INTO answers (key, table_id, body_hash, answer, at) VALUES ('k', NULL, 'h', '{{}}', 1)",
        "the answer under k was added or changed",
    ),
    "seeds: gone": ("DELETE FROM seeds", f"the seed of round 2 at {TABLE}, which is open, is missing or wrong"),
    "seeds: another": ("UPDATE seeds SET seed = '00'", f"the seed of round 2 at {TABLE}, which is open, is missing or wrong"),
    "seeds: of another round": ("UPDATE seeds SET round = 1", f"the seed of round 2 at {TABLE}, which is open, is missing or"),
    "accounts: gone from the people": ("DELETE FROM players WHERE id = 'p-ada'", "the account 'Ada' in the trail is missing"),
    "accounts: a guest is gone": ("DELETE FROM players WHERE id = 'a'", "the account 'purse:a' in the ledger belongs to nobody"),
    "accounts: a guest is of the staff": ("UPDATE players SET role = 'admin' WHERE id = 'a'", "the account A has no entry"),
    "settings: other terms": (
        "UPDATE settings SET value = replace(value, '100000000', '1') WHERE key LIKE 'terms:%'", "on which rounds were dealt, were changed"
    ),
    "settings: terms that cannot be read": ("UPDATE settings SET value = '{{' WHERE key LIKE 'terms:%'", "dealt, were changed"),
    "settings: terms are gone": ("DELETE FROM settings WHERE key LIKE 'terms:%'", "on which rounds were dealt, are missing"),
    "settings: terms of no round": (
        "INSERT INTO settings (key, value) SELECT 'terms:0123456789abcdef', value FROM settings WHERE key LIKE 'terms:%'",
        "the terms '0123456789abcdef' belong to no round",
    ),
    "settings: one more": ("INSERT INTO settings (key, value) VALUES ('mode', 'demo')", "the setting 'mode' was not made by feltlab"),
    "settings: another maker": (
        f"INSERT INTO settings (key, value) VALUES ('maker:{TABLE}', 'mallory')", f"the recorded owner of the table '{TABLE}' is not the one who opened it"  # noqa: S608
    ),
    "tables: another game": ("UPDATE tables SET game = 'rule-out'", f"the row of {TABLE} does not say how it was opened"),
    "tables: opened otherwise": (
        "UPDATE tables SET config = replace(config, '100000000', '1')", f"the row of {TABLE} does not say how it was opened"
    ),
    "tables: cannot be read": ("UPDATE tables SET config = '{{'", f"the row of {TABLE} does not say how it was opened"),
    "tables: a snapshot of before": ("UPDATE tables SET snapshot_number = -5", f"the snapshot of {TABLE} is of event -5"),
    "heads: one more": (
        "INSERT INTO heads (chain, last_number, last_hash) VALUES ('more', 0, '')", "there is a head of 'more', which is not a chain"
    ),
    "seeds: of no table": (
        "INSERT INTO seeds (table_id, round, seed) VALUES ('none', 3, '00')", "there is a seed for round 3 at 'none', which was not"
    ),
    "sessions: one more": (
        "INSERT INTO sessions (token_hash, player, created_at, expires_at, seen_at, mac) VALUES ('t', 'a', 1, 2, 1, 'x')",
        "a session of 'a' was added or changed",
    ),
    "schema: a table": ("CREATE TABLE notes (x {int})", "the table 'notes' was not made by feltlab"),
    "schema: a view": ("CREATE VIEW seen AS SELECT key FROM settings", "the view 'seen' was not made by feltlab"),
    "schema: an index": ("CREATE INDEX mine ON settings (value)", "the index 'mine' was not made by feltlab"),
    "schema: an index is gone": ("DROP INDEX transfers_number", "the index transfers_number is missing"),
    "schema: a column": ("ALTER TABLE settings ADD COLUMN more {int}", "the table settings is not as feltlab made it"),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_p40_what_is_changed_beside_the_chains_is_named(house: House, change: str) -> None:
    store: Store = house.store
    assert proved(store) == []
    sql, words = CHANGES[change]
    with store.writing() as db:
        db.execute(sql)
    assert [line for line in proved(store) if words in line], proved(store)
    if house.url.startswith("sqlite"):
        assert [line for _, wrong in examined(house.url, fast=False) for line in wrong if words in line]


def test_p40_the_floor_takes_no_edge_from_terms_that_were_changed(house: House) -> None:
    [terms] = {row.terms for row in house.store.results(TABLE, 1)}
    found = kept_terms(house.store, terms)
    assert found is not None
    assert found.fingerprint == terms
    assert Prices(house.store).price("low-four", "ante", terms) is not None
    with house.store.writing() as db:
        db.execute("UPDATE settings SET value = replace(value, '100000000', '1') WHERE key LIKE 'terms:%'")
    assert kept_terms(house.store, terms) is None
    assert Prices(house.store).price("low-four", "ante", terms) is None


TRIGGERS: dict[str, tuple[str, ...]] = {
    "sqlite": (
        "CREATE TRIGGER gift AFTER INSERT ON audit BEGIN UPDATE players SET role = 'admin' WHERE id = 'a'; END",
    ),
    "postgres": (
        "CREATE FUNCTION gift() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$",
        "CREATE TRIGGER gift AFTER INSERT ON audit EXECUTE FUNCTION gift()",
    ),
}


def test_p40_a_trigger_is_named_and_its_sqlite_file_not_served(house: House) -> None:
    is_sqlite = house.url.startswith("sqlite")
    with house.store.writing() as db:
        for sql in TRIGGERS["sqlite" if is_sqlite else "postgres"]:
            db.execute(sql)
    assert "the trigger 'gift' was not made by feltlab" in proved(house.store)
    if is_sqlite:
        house.close()
        with pytest.raises(
            StoreError, match="was changed by something else: the trigger 'gift' was not made by feltlab; restore"
        ):
            open_store(house.url)


def test_p40_a_table_without_its_conditions_is_named(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/felt.db"
    with closing(open_store(url)) as store, store.writing() as db:
        db.execute("DROP TABLE balances")
        db.execute("CREATE TABLE balances (account {text} NOT NULL PRIMARY KEY, cents {int} NOT NULL) {small}")
    assert dict(examined(url, fast=True))["schema"] == ["the table balances is not as feltlab made it"]


def test_p40_a_backup_and_a_copy_of_a_round_that_is_open_are_right(tmp_path: Path) -> None:
    """They have no seed, and say so by having no life; a served file that lost its seed has one."""
    house = played(f"sqlite:///{tmp_path}/felt.db")
    backup(house.url, tmp_path / "saved.db")
    house.close()
    copy(house.url, f"sqlite:///{tmp_path}/copied.db")
    for name in ("saved.db", "copied.db"):
        found = list(examined(str(tmp_path / name), fast=False))
        assert [wrong for _, wrong in found if wrong] == [], name


def test_p40_no_answer_tells_of_an_event_that_is_not_there(tmp_path: Path) -> None:
    house = played(f"sqlite:///{tmp_path}/felt.db")
    with house.store.writing() as db:
        db.execute("DELETE FROM events WHERE number > 5")
        db.execute("UPDATE tables SET last_number = 5, last_hash = (SELECT hash FROM events WHERE number = 5)")
    assert [line for line in proved(house.store) if line.startswith("an answer names event ")]
    house.close()


# Stores of before


def test_p40_answers_of_before_get_their_marks_once_and_the_trail_says_so(tmp_path: Path) -> None:
    path = tmp_path / "felt.db"
    url = f"sqlite:///{path}"
    for turn in (1, 2):
        with closing(open_store(url)) as store:
            if turn == 1:
                open_table(store)
            play(store, turn)
        with closing(open_database(path, write=True)) as db, db.transaction():
            as_before_marks(db)
        with closing(open_store(url)) as store:
            *_, entry = store.audit()
            assert (entry.actor, entry.action) == ("feltlab", "upgrade")
            assert json.loads(entry.detail) == {"from": 3, "to": MARKED_SINCE}
            found = [line for line in proved(store) if "answer" in line]
            assert (
                found == []
                if turn == 1
                else ["the database was set back to before its answers had marks, and they were made again"]
            )


@pytest.mark.parametrize("older", [as_before_factors, as_of_old])
def test_p40_a_store_that_was_brought_up_has_the_schema_of_a_new_one(
    tmp_path: Path, older: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(NAMED_BY)
    path = tmp_path / "felt.db"
    with closing(open_store(f"sqlite:///{path}")) as store:
        open_table(store)
        play(store, 1)
    if older is as_of_old:
        as_of_old(path)
        (tmp_path / "felt.db.key").unlink()
    else:
        with closing(open_database(path, write=True)) as db, db.transaction():
            as_before_factors(db)
    open_store(f"sqlite:///{path}").close()
    found = dict(examined(str(path), fast=False))
    assert (found["schema"], found["answers"]) == ([], [])
