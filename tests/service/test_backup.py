"""Backups of a store in use, and moves between the databases."""

from contextlib import closing
from pathlib import Path
from threading import Event as Signal
from threading import Thread

import pytest

from feltlab.errors import StoreError
from feltlab.service import backup as backups
from feltlab.service.backup import backup, copy
from feltlab.service.checks import problems
from feltlab.service.store import Store, open_store
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


def test_a_backup_equals_its_store(store: Store, store_url: str, tmp_path: Path) -> None:
    fill(store)
    target = tmp_path / "copy.db"
    target.write_bytes(b"an older backup")
    backup(store_url, target)
    with closing(open_store(f"sqlite:///{target}")) as copied:
        assert contents(copied) == contents(store)
        play(copied, 13)


def test_a_backup_that_fails_leaves_the_older_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path}/store.db"
    target = tmp_path / "copy.db"
    target.write_bytes(b"an older backup")
    with closing(open_store(url)) as store:
        fill(store, 1)

        def damaged(path: Path) -> None:
            raise StoreError(f"{path} is damaged")

        monkeypatch.setattr(backups, "_check_integrity", damaged)
        with pytest.raises(StoreError, match="is damaged"):
            backup(url, target)
    assert target.read_bytes() == b"an older backup"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "store.db", "store.db.lock"]


def test_a_backup_is_not_written_over_a_store_in_use(tmp_path: Path) -> None:
    url, other = f"sqlite:///{tmp_path}/store.db", f"sqlite:///{tmp_path}/other.db"
    with closing(open_store(url)) as store, closing(open_store(other)) as second:
        fill(store, 1)
        fill(second, 1)
        with pytest.raises(StoreError, match="is the store itself"):
            backup(url, tmp_path / "store.db")
        with pytest.raises(StoreError, match="is a store in use"):
            backup(url, tmp_path / "other.db")
    with pytest.raises(StoreError, match="could not be written"):
        backup(url, tmp_path / "nowhere" / "copy.db")
    with pytest.raises(StoreError, match="there is no store"):
        backup(f"sqlite:///{tmp_path}/none.db", tmp_path / "copy.db")
    with pytest.raises(StoreError, match="in memory"):
        backup("sqlite://", tmp_path / "copy.db")


def test_from_sqlite_to_postgresql_and_back_every_row_is_equal(postgres: Cluster, tmp_path: Path) -> None:
    first, there, back = f"sqlite:///{tmp_path}/a.db", postgres.emptied(), f"sqlite:///{tmp_path}/b.db"
    with closing(open_store(first)) as store:
        fill(store)
        before = contents(store)
    counts = copy(first, there)
    assert counts == {table: len(rows) for table, rows in before.items()}
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
