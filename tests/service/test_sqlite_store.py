"""Features of the SQLite store alone: its lock, its version, its file, and schemas of other versions."""

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from feltlab.errors import StoreError
from feltlab.service import schema
from feltlab.service.schema import VERSION, prepare
from feltlab.service.sqlite_store import SqliteDatabase, check_version, open_database, translated
from feltlab.service.store import Store, open_store
from tests.service.filling import contents, open_table, play

EARLIER = """
    CREATE TABLE schema_version (version INTEGER NOT NULL) STRICT;
    INSERT INTO schema_version VALUES (1);
    CREATE TABLE settings (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT;
    INSERT INTO settings VALUES ('house', 'ours');
"""
TO_SECOND = {
    1: ["ALTER TABLE settings RENAME COLUMN name TO key", "CREATE TABLE pits (id {int} NOT NULL PRIMARY KEY) {small}"]
}


def made(path: Path, *statements: str) -> SqliteDatabase:
    db = SqliteDatabase(str(path), path)
    for statement in statements:
        db.connection.execute(statement)
    return db


def test_the_sqlite_here_is_new_enough_and_an_old_one_is_refused() -> None:
    check_version()
    check_version("3.51.3")
    check_version("3.100.0")
    with pytest.raises(StoreError, match=r"SQLite 3\.40\.1 can damage .* 3\.51\.3 or newer"):
        check_version("3.40.1")


def test_a_commit_waits_for_the_disk_and_references_are_checked(tmp_path: Path) -> None:
    with closing(made(tmp_path / "a.db")) as db:
        assert db.execute("PRAGMA journal_mode") == [("wal",)]
        assert db.execute("PRAGMA synchronous") == [(2,)]
        assert db.execute("PRAGMA foreign_keys") == [(1,)]


def test_an_earlier_schema_is_migrated(tmp_path: Path) -> None:
    with closing(made(tmp_path / "a.db", EARLIER)) as db:
        with db.transaction():
            prepare(db, 2, TO_SECOND)
        assert db.execute("SELECT version FROM schema_version") == [(2,)]
        assert db.execute("SELECT key, value FROM settings") == [("house", "ours")]
        assert "pits" in db.table_names()
        with db.transaction():
            prepare(db, 2, TO_SECOND)


def test_a_migration_that_fails_leaves_the_earlier_schema(tmp_path: Path) -> None:
    broken = {1: [*TO_SECOND[1], "ALTER TABLE nothing ADD COLUMN x"]}
    with closing(made(tmp_path / "a.db", EARLIER)) as db:
        with pytest.raises(StoreError, match="nothing"), db.transaction():
            prepare(db, 2, broken)
        assert db.execute("SELECT version FROM schema_version") == [(1,)]
        assert db.columns("settings") == ["name", "value"]


def test_an_earlier_schema_without_a_way_up_is_refused(tmp_path: Path) -> None:
    with (
        closing(made(tmp_path / "a.db", EARLIER)) as db,
        pytest.raises(StoreError, match="schema version 1, which this feltlab cannot upgrade to 3"),
        db.transaction(),
    ):
        prepare(db, 3, TO_SECOND)


def test_a_newer_schema_is_refused_in_one_line(store_url: str) -> None:
    with closing(open_store(store_url)) as store, store.writing() as db:
        db.execute("UPDATE schema_version SET version = ?", (VERSION + 1,))
    with pytest.raises(StoreError, match=rf"^\S+ has schema version {VERSION + 1}, newer than {VERSION}: use a newer"):
        open_store(store_url)


def test_every_version_from_the_first_has_a_way_up() -> None:
    assert set(schema.MIGRATIONS) == set(range(1, VERSION))


def test_a_second_writer_is_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/store.db"
    with closing(open_store(url)):
        with pytest.raises(StoreError, match=rf"in use by another process \({os.getpid()}\)"):
            open_store(url)
        code = f"from feltlab.service.store import open_store; open_store({url!r})"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert f"in use by another process ({os.getpid()})" in done.stderr
    open_store(url).close()


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    made(other, "CREATE TABLE songs (name TEXT)").close()
    with pytest.raises(StoreError, match="holds other tables, not a feltlab database"):
        open_store(f"sqlite:///{other}")
    plain = tmp_path / "plain.db"
    with closing(apsw.Connection(str(plain), vfs="unix")) as db:
        db.execute("CREATE TABLE schema_version (version INTEGER)")
    with pytest.raises(StoreError, match="no checksums"):
        open_store(f"sqlite:///{plain}")
    with pytest.raises(StoreError, match="No such file or directory"):
        open_store(f"sqlite:///{tmp_path}/nowhere/store.db")
    with pytest.raises(StoreError, match="there is no database"):
        open_database(tmp_path / "none.db", write=False)


def test_a_log_without_its_main_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    Path(f"{path}-wal").write_bytes(b"x" * 5000)
    with pytest.raises(StoreError, match="missing or empty"):
        open_store(f"sqlite:///{path}")


def test_a_long_log_is_played_in_even_while_someone_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feltlab.service.sqlite_store.LOG_PAGES", 50)
    path = tmp_path / "store.db"
    log = Path(f"{path}-wal")
    with closing(open_store(f"sqlite:///{path}")) as store:
        open_table(store)
        with store.reading() as db, db.transaction(write=False):
            db.execute("SELECT 1 FROM settings")
            for number in range(1, 20):
                play(store, number)
            held = log.stat().st_size
            assert held > 100 * 4096
        for number in range(20, 60):
            play(store, number)
        assert log.stat().st_size < held + 50 * 4096
        assert len(store.rounds_of_table("t1")) == 59


def rounds(store: Store) -> int:
    return len(contents(store)["rounds"])


def test_a_store_can_lie_at_a_strange_path(tmp_path: Path) -> None:
    folder = tmp_path / "a b%20é"
    folder.mkdir()
    with closing(open_store(f"sqlite:///{folder}/x y.db")) as store:
        open_table(store)
        play(store, 1)
        assert rounds(store) == 1
    assert (folder / "x y.db").exists()


def test_what_fails_says_what_to_do(tmp_path: Path) -> None:
    with closing(open_store(f"sqlite:///{tmp_path}/store.db")) as store:
        open_table(store)
        with store.writing() as db:
            [(pages,)] = db.execute("PRAGMA page_count")
            db.execute(f"PRAGMA max_page_count = {pages + 5}")
        with pytest.raises(StoreError, match="the disk is full; make room, nothing is lost"):
            play(store, 1, size=50_000)
        with pytest.raises(StoreError, match=r"SQLite failed \(SQLITE_BUSY\)$"), translated("store.db"):
            raise busy_without_words()


def busy_without_words() -> apsw.Error:
    """As SQLite tells of a failure whose words another connection has."""
    error = apsw.BusyError("not an error")
    error.result = apsw.SQLITE_BUSY  # type: ignore[attr-defined]
    return error
