"""A log that was removed, replaced or is another's is noticed: while it is written to, and at the start."""

import logging
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from feltlab.errors import StoreError
from feltlab.service.store import open_store
from tests.service.filling import open_table, play

FILES = ("", "-wal", "-shm")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "d.db"


@pytest.mark.parametrize("end", FILES)
@pytest.mark.parametrize("replaced", [True, False])
def test_p42_nothing_is_written_beside_a_file_that_is_gone(path: Path, end: str, replaced: bool) -> None:
    file, away = Path(f"{path}{end}"), path.with_name("away")
    with closing(open_store(f"sqlite:///{path}")) as store:
        open_table(store)
        play(store, 1)
        file.rename(away)
        if replaced:
            shutil.copy(away, file)
        with pytest.raises(StoreError, match="is not where it was"):
            play(store, 2)
        with pytest.raises(StoreError, match="is not where it was"), store.writing():
            pass
        with pytest.raises(StoreError, match="is not where it was"):
            store.open_reader()  # type: ignore[attr-defined]
        away.replace(file)
        play(store, 2)
    with closing(open_store(f"sqlite:///{path}")) as store:
        assert [row.last_number for row in store.tables()] == [4]


def test_p42_a_commit_to_a_log_that_went_meanwhile_is_not_acknowledged(path: Path) -> None:
    log, away = Path(f"{path}-wal"), path.with_name("away")
    with closing(open_store(f"sqlite:///{path}")) as store:
        open_table(store)

        def commit() -> None:
            with store.transaction() as rows:
                rows.put_setting("last", "1")
                log.rename(away)
                shutil.copy(away, log)

        with pytest.raises(StoreError, match="is not where it was"):
            commit()
        away.replace(log)


def test_p42_one_that_joins_notices_it_too(path: Path) -> None:
    log = Path(f"{path}-wal")
    with closing(open_store(f"sqlite:///{path}")) as store:
        open_table(store)
        with closing(open_store(f"sqlite:///{path}", beside=True)) as joined:
            play(joined, 1)
            log.rename(path.with_name("away"))
            shutil.copy(path.with_name("away"), log)
            with pytest.raises(StoreError, match="is not where it was"):
                play(joined, 2)
            path.with_name("away").replace(log)


def played(path: Path) -> bytes:
    """The main file as it was while all events were in the log."""
    with closing(open_store(f"sqlite:///{path}")) as store:
        open_table(store)
        play(store, 1)
        return path.read_bytes()


def test_p38_a_log_that_was_lost_is_told_though_the_file_has_no_events(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    main = played(path)
    path.write_bytes(main)  # as the log alone had it, which is gone
    with caplog.at_level(logging.WARNING), closing(open_store(f"sqlite:///{path}")) as store:
        assert store.tables() == []
    assert "holds 0 events, and 2 were served under its name" in caplog.text
    assert "restore the latest backup" in caplog.text


@pytest.mark.parametrize("left", [None, b""])
def test_p38_a_file_that_was_lost_is_not_begun_anew(path: Path, left: bytes | None) -> None:
    played(path)
    path.unlink()
    if left is not None:
        path.write_bytes(left)
    before = sorted(path.parent.iterdir())
    with pytest.raises(StoreError, match=r"is missing or empty, but .*-mark has counted 2 events: put the file back"):
        open_store(f"sqlite:///{path}")
    assert sorted(path.parent.iterdir()) == before
    Path(f"{path}-mark").unlink()
    open_store(f"sqlite:///{path}").close()


@pytest.mark.parametrize("foreign", [b"x", b'{"anchor": 1}\n', b"SQLite format 3\0" * 300, b"\x37\x7f\x06\x84" * 2000])
def test_p43_what_is_no_log_is_not_taken_for_an_empty_one(path: Path, foreign: bytes) -> None:
    played(path)
    log = Path(f"{path}-wal")
    log.write_bytes(foreign)
    kept = path.read_bytes()
    with pytest.raises(StoreError, match=r"-wal is not the log of"):
        open_store(f"sqlite:///{path}")
    assert (path.read_bytes(), log.read_bytes()) == (kept, foreign)


@pytest.mark.parametrize("begun", [b"", b"\x37\x7f", b"\0" * 20])
def test_p43_a_log_that_was_never_begun_is_an_empty_one(path: Path, begun: bytes) -> None:
    played(path)
    Path(f"{path}-wal").write_bytes(begun)
    with closing(open_store(f"sqlite:///{path}")) as store:
        assert [row.last_number for row in store.tables()] == [2]
