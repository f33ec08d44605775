"""A log that was removed, replaced or swapped is noticed: while it is written to, and at startup."""

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from feltlab.errors import StoreError
from feltlab.service.keys import NAMED_BY
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
        with pytest.raises(StoreError, match="was moved"):
            play(store, 2)
        with pytest.raises(StoreError, match="was moved"), store.writing():
            pass
        with pytest.raises(StoreError, match="was moved"):
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

        with pytest.raises(StoreError, match="was moved"):
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
            with pytest.raises(StoreError, match="was moved"):
                play(joined, 2)
            path.with_name("away").replace(log)


def played(path: Path) -> bytes:
    """The main file as it was while all events were in the log."""
    with closing(open_store(f"sqlite:///{path}")) as store:
        open_table(store)
        play(store, 1)
        return path.read_bytes()


@pytest.mark.parametrize("has_schema", [False, True])
def test_p38_a_file_that_lost_its_whole_log_is_not_begun_anew(path: Path, has_schema: bool) -> None:
    """Everything since the file was made is in its log, until that is applied for the first time."""
    if has_schema:
        open_store(f"sqlite:///{path}").close()
    main = played(path)
    path.write_bytes(main)
    marked = Path(f"{path}-mark").read_bytes()
    with pytest.raises(StoreError, match=r"has no events, but .*-mark has counted 2 events: put the file and its log"):
        open_store(f"sqlite:///{path}")
    assert (path.read_bytes(), Path(f"{path}-mark").read_bytes()) == (main, marked)
    Path(f"{path}-mark").unlink()
    open_store(f"sqlite:///{path}").close()


@pytest.mark.parametrize("left", [None, b""])
def test_p38_a_file_that_was_lost_is_not_begun_anew(path: Path, left: bytes | None) -> None:
    played(path)
    path.unlink()
    if left is not None:
        path.write_bytes(left)
    before = sorted(path.parent.iterdir())
    with pytest.raises(
        StoreError, match=r"is missing or empty, but .*-mark has counted 2 events: put the file and its log back"
    ):
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


# A whole log that is another's


def killed(path: Path, rounds: int = 1) -> dict[str, bytes]:
    """The files of a store as a process that was killed leaves them: the last commits are in the log only."""
    with closing(open_store(f"sqlite:///{path}")) as store:
        if not store.tables():
            open_table(store)
        before = len(list(store.events("t1"))) // 2
        for number in range(1, rounds + 1):
            play(store, before + number)
        return {end: Path(f"{path}{end}").read_bytes() for end in FILES}


def put(path: Path, **files: bytes) -> None:
    for end in FILES:
        place = Path(f"{path}{end}")
        if data := files.get(end.removeprefix("-") or "main"):
            place.write_bytes(data)
        else:
            place.unlink(missing_ok=True)


@pytest.mark.parametrize("own_keys", [True, False])
def test_p43_a_whole_log_of_another_database_is_refused_and_harms_nothing(
    path: Path, own_keys: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if own_keys:
        monkeypatch.delenv(NAMED_BY)
    killed(path)
    before = path.read_bytes()
    foreign = killed(path.with_name("other.db"), 3)["-wal"]
    put(path, main=before, wal=foreign)
    why = "it has another key" if own_keys else "another was served last"
    with pytest.raises(
        StoreError, match=f"d.db-wal is not the log of .*d.db, {why}.*: if a backup was put here, remove"
    ):
        open_store(f"sqlite:///{path}")
    assert path.read_bytes() == before
    put(path, main=before)
    with closing(open_store(f"sqlite:///{path}")) as store:
        assert [row.last_number for row in store.tables()] == [2]


def test_p43_an_older_log_of_the_same_database_is_refused(path: Path) -> None:
    old = killed(path)["-wal"]
    killed(path, 2)
    newest = path.read_bytes()
    put(path, main=newest, wal=old)
    with pytest.raises(StoreError, match=r"-wal is not the log of .*, it leads to 2 events, and the file has 6: if a"):
        open_store(f"sqlite:///{path}")
    assert path.read_bytes() == newest


def test_p43_a_log_of_a_killed_process_is_its_own(path: Path) -> None:
    left = killed(path, 2)
    put(path, main=left[""], wal=left["-wal"])
    with closing(open_store(f"sqlite:///{path}")) as store:
        assert [row.last_number for row in store.tables()] == [4]
