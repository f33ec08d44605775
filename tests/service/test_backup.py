"""Backups of a store in use, and moves between the databases."""

import os
import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Event as Signal
from threading import Thread

import pytest

from feltlab.commands.database import backup as backup_command
from feltlab.errors import FeltlabError, StoreError
from feltlab.service import backup as backups
from feltlab.service.backup import backup, copy
from feltlab.service.checks import problems
from feltlab.service.looking import examined
from feltlab.service.rows import Seed
from feltlab.service.store import Store, open_store
from feltlab.service.unfinished import appearing
from tests.service.conftest import Cluster
from tests.service.filling import contents, open_table, play


def fill(store: Store, rounds: int = 12) -> None:
    open_table(store)
    for number in range(1, rounds + 1):
        play(store, number)


def test_a_backup_while_writing_is_a_store_of_one_moment(store: Store, store_url: str, tmp_path: Path) -> None:
    fill(store)
    stop = Signal()

    def write() -> None:
        number = 13
        while not stop.is_set():
            play(store, number)
            number += 1

    writer = Thread(target=write)
    writer.start()
    try:
        for turn in range(5):
            backup(store_url, tmp_path / f"{turn}.backup")
    finally:
        stop.set()
        writer.join()
    counts = []
    for turn in range(5):
        with closing(open_store(f"sqlite:///{tmp_path}/{turn}.backup")) as copied:
            assert problems(copied) == []
            counts.append(len(contents(copied)["rounds"]))
            assert len(contents(copied)["events"]) == 2 * counts[-1]
            assert contents(copied)["settings"] == [("last", str(counts[-1]))]
    assert counts == sorted(counts)
    assert counts[0] >= 12
    assert not list(tmp_path.glob(".*"))


def test_a_backup_of_10_mb_while_writing_restores_to_a_state_of_that_time(tmp_path: Path) -> None:
    """Above 2 MB the copy's pages go to the disk before it is whole: they have their checksums from the first one on."""
    url, size, target = f"sqlite:///{tmp_path}/store.db", 30_000, tmp_path / "copy.db"
    with closing(open_store(url)) as store:
        open_table(store)
        for number in range(1, 60):
            play(store, number, size)
        stop, states = Signal(), [len(contents(store)["rounds"])]

        def write() -> None:
            while not stop.is_set():
                play(store, states[-1] + 1)
                states.append(states[-1] + 1)

        writer = Thread(target=write)
        writer.start()
        try:
            for _ in range(3):
                backup(url, target)
        finally:
            stop.set()
            writer.join()
        assert target.stat().st_size > 10_000_000
        whole = contents(store)
    with closing(open_store(f"sqlite:///{target}")) as copied:
        assert problems(copied) == []
        rows = contents(copied)
    assert len(rows["rounds"]) in states
    assert set(rows["events"]) < set(whole["events"])
    assert set(rows["transfers"]) < set(whole["transfers"])


def test_a_backup_has_no_seed_of_an_open_round(store: Store, store_url: str, tmp_path: Path) -> None:
    fill(store, 2)
    with store.transaction() as tx:
        tx.put_seeds([Seed("t1", 3, "ab" * 32)])
    backup(store_url, tmp_path / "copy.db")
    assert b"abababab" not in (tmp_path / "copy.db").read_bytes()
    assert store.seed("t1") == Seed("t1", 3, "ab" * 32)


def test_a_killed_backup_leaves_nothing_behind(tmp_path: Path) -> None:
    url, target = f"sqlite:///{tmp_path}/store.db", tmp_path / "copy.db"

    def unfinished() -> list[Path]:
        return list(tmp_path.glob(".*.unfinished*"))

    def kill_one() -> None:
        child = os.fork()
        if child == 0:
            with appearing(target) as path:
                path.write_bytes(b"half of it")
                Path(f"{path}-journal").write_bytes(b"and a journal")
                os.kill(os.getpid(), signal.SIGKILL)
        os.waitpid(child, 0)

    with closing(open_store(url)) as store:
        fill(store, 1)
    kill_one()
    assert len(unfinished()) == 2
    with appearing(tmp_path / "another.db") as path:
        path.write_bytes(b"being made")
        with closing(open_store(url)):  # the next start clears up, and leaves what is being made alone
            assert unfinished() == [path]
    kill_one()
    backup(url, target)
    assert unfinished() == []
    assert sorted(path.name for path in tmp_path.iterdir() if path.suffix == ".db") == [
        "another.db", "copy.db", "store.db",
    ]  # fmt: skip


def test_a_backup_equals_its_store(store: Store, store_url: str, tmp_path: Path) -> None:
    fill(store)
    target = tmp_path / "copy.db"
    with closing(open_store(f"sqlite:///{tmp_path}/other.db")) as other:
        fill(other, 1)
        backup(f"sqlite:///{tmp_path}/other.db", target)
    older = target.read_bytes()
    backup(store_url, target)
    assert target.read_bytes() != older
    with closing(open_store(f"sqlite:///{target}")) as copied:
        assert contents(copied) == contents(store)
        play(copied, 13)


def test_a_backup_that_fails_leaves_the_older_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path}/store.db"
    target = tmp_path / "copy.db"
    with closing(open_store(url)) as store:
        fill(store, 1)
        backup(url, target)
        older = target.read_bytes()
        play(store, 2)

        def damaged(path: Path) -> None:
            raise StoreError(f"{path} is damaged")

        monkeypatch.setattr(backups, "_check_integrity", damaged)
        with pytest.raises(StoreError, match="is damaged"):
            backup(url, target)
    assert target.read_bytes() == older
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "store.db", "store.db-born", "store.db-mark"]


def test_what_is_no_file_is_neither_replaced_nor_opened(tmp_path: Path) -> None:
    url, pipe, link = f"sqlite:///{tmp_path}/store.db", tmp_path / "pipe", tmp_path / "link"
    with closing(open_store(url)) as store:
        fill(store)
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for place, words in ((pipe, "a pipe"), (link, "a pipe"), (tmp_path, "is a folder")):
        with pytest.raises(StoreError, match=words):
            backup(url, place)
        with pytest.raises(StoreError, match=words):
            copy(url, f"sqlite:///{place}")
        with pytest.raises(StoreError, match=words):
            list(examined(f"sqlite:///{place}", fast=True))
    assert pipe.is_fifo()
    assert link.is_symlink()
    assert {file.name for file in tmp_path.iterdir()} == {"link", "pipe", "store.db", "store.db-born", "store.db-mark"}


def foreign(folder: Path) -> dict[str, bytes]:
    """Files of other kinds, and databases that are no backup."""
    with closing(sqlite3.connect(folder / "others.db")) as db:
        db.execute("CREATE TABLE schema_version (version INT, life TEXT)")
        db.commit()
    with closing(open_store(f"sqlite:///{folder}/unserved.db")) as store:
        fill(store, 1)
    for beside in folder.glob("unserved.db-*"):
        beside.unlink()
    whole = (folder / "unserved.db").read_bytes()
    for name, data in {
        "a.json": b'{"a":1}\n',
        "empty": b"",
        "half.db": whole[:5000],
        "text": b"SQLite format 3",
    }.items():
        (folder / name).write_bytes(data)
    (folder / "link").symlink_to("a.json")
    (folder / "hard.json").hardlink_to(folder / "a.json")
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_backup_replaces_an_earlier_backup_and_no_other_file(store_url: str, tmp_path: Path) -> None:
    before = foreign(tmp_path)
    with closing(open_store(store_url)) as store:
        fill(store, 1)
        there = {path.name for path in tmp_path.iterdir()}
        for name in before:
            with pytest.raises(StoreError) as found:
                backup(store_url, tmp_path / name)
            [line] = str(found.value).splitlines()
            assert line.endswith("is not a feltlab backup: write the backup to another file or move that away")
        for _ in range(2):
            backup(store_url, tmp_path / "copy.db")
    left = {path.name for path in tmp_path.iterdir()}
    assert left - there == {"copy.db"}
    assert {name: (tmp_path / name).read_bytes() for name in before} == before
    assert (tmp_path / "link").is_symlink()


def test_what_appears_while_a_backup_is_made_is_not_replaced(
    store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "copy.db"
    monkeypatch.setattr(backups, "_check_integrity", lambda _: target.write_bytes(b"{}"))
    with closing(open_store(store_url)) as store:
        fill(store, 1)
        with pytest.raises(StoreError, match="is not a feltlab backup"):
            backup(store_url, target)
    assert target.read_bytes() == b"{}"


def test_a_backup_goes_where_a_link_leads(tmp_path: Path) -> None:
    url, there, link = f"sqlite:///{tmp_path}/store.db", tmp_path / "disk" / "there.db", tmp_path / "link"
    with closing(open_store(url)) as store:
        fill(store)
    there.parent.mkdir()
    link.symlink_to(there)
    for _ in range(2):  # nothing is there yet, then a file is
        backup(url, link)
        assert link.is_symlink()
        assert there.stat().st_size
    assert [file.name for file in there.parent.iterdir()] == ["there.db"]


def test_a_backup_is_not_written_over_a_store_in_use(tmp_path: Path) -> None:
    url, other = f"sqlite:///{tmp_path}/store.db", f"sqlite:///{tmp_path}/other.db"
    with closing(open_store(url)) as store, closing(open_store(other)) as second:
        fill(store, 1)
        fill(second, 1)
        with pytest.raises(StoreError, match="is the database itself"):
            backup(url, tmp_path / "store.db")
        with pytest.raises(StoreError, match="is a database in use"):
            backup(url, tmp_path / "other.db")
    with pytest.raises(StoreError, match="could not be written"):
        backup(url, tmp_path / "nowhere" / "copy.db")
    with pytest.raises(StoreError, match="there is no database"):
        backup(f"sqlite:///{tmp_path}/none.db", tmp_path / "copy.db")
    with pytest.raises(StoreError, match="in memory"):
        backup("sqlite://", tmp_path / "copy.db")


def test_from_sqlite_to_postgresql_and_back_every_row_is_equal(postgres: Cluster, tmp_path: Path) -> None:
    first, there, back = f"sqlite:///{tmp_path}/a.db", postgres.emptied(), f"sqlite:///{tmp_path}/b.db"
    with closing(open_store(first)) as store:
        fill(store)
        before = contents(store)
    counts = copy(first, there)
    assert counts == {table: len(rows) for table, rows in before.items() if table != "seeds"}
    assert copy(there, back) == counts
    for url in (there, back):
        with closing(open_store(url)) as store:
            assert contents(store) == before
            assert problems(store) == []


def test_a_target_that_is_not_empty_is_refused_and_left_alone(store_url: str, tmp_path: Path) -> None:
    source = f"sqlite:///{tmp_path}/source.db"
    with closing(open_store(source)) as store:
        fill(store)
    with closing(open_store(store_url)) as store, store.transaction() as tx:
        tx.put_setting("mine", "1")
    with pytest.raises(StoreError, match="is not empty"):
        copy(source, store_url)
    with closing(open_store(store_url)) as store:
        assert contents(store)["settings"] == [("mine", "1")]
        assert store.tables() == []


def test_a_store_in_use_is_not_moved(tmp_path: Path) -> None:
    source = f"sqlite:///{tmp_path}/source.db"
    with closing(open_store(source)), pytest.raises(StoreError, match="in use by another process"):
        copy(source, f"sqlite:///{tmp_path}/target.db")


def test_a_backup_needs_the_name_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    open_store("sqlite:///felt.db").close()
    before = sorted(tmp_path.iterdir())
    with pytest.raises(FeltlabError, match="not written to standard output: name a file with -o"):
        backup_command("sqlite:///felt.db", Path("-"))
    assert sorted(tmp_path.iterdir()) == before
