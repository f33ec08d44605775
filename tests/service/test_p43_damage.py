"""A flipped byte anywhere in a database, its log or a backup is found before play continues, or is harmless.

Harmless means: what opens has every row of the last commit.
"""

import random
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from feltlab.errors import StoreError
from feltlab.service import sqlite_store
from feltlab.service.backup import backup
from feltlab.service.looking import examined
from feltlab.service.scrub import look
from feltlab.service.sqlite_pages import read_log
from feltlab.service.store import open_store
from tests.live.soak import size
from tests.service.filling import contents, open_table, play

ENDS = ("", "-wal", "-shm")
Contents = dict[str, list[tuple[object, ...]]]


@dataclass(frozen=True)
class Killed:
    """The files that a killed process leaves, those of a backup, and the committed rows."""

    files: dict[str, bytes]
    backup: bytes
    rows: Contents


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Killed:
    folder = tmp_path_factory.mktemp("killed")
    path = folder / "store.db"
    with pytest.MonkeyPatch.context() as patch, closing(open_store(f"sqlite:///{path}")) as store:
        patch.setattr(sqlite_store, "LOG_PAGES", 60)
        open_table(store)
        for number in range(1, 25):
            play(store, number, size=2000 if number % 4 == 0 else 40)
        backup(f"sqlite:///{path}", folder / "backup.db")
        files = {end: Path(f"{path}{end}").read_bytes() for end in ENDS}
        return Killed(files, (folder / "backup.db").read_bytes(), contents(store))


def put(folder: Path, files: dict[str, bytes]) -> Path:
    for old in folder.iterdir():
        old.unlink()
    for end, data in files.items():
        (folder / f"store.db{end}").write_bytes(data)
    return folder / "store.db"


def opened(path: Path) -> Contents | None:
    try:
        with closing(open_store(f"sqlite:///{path}")) as store:
            return contents(store)
    except StoreError as error:
        said = str(error)
        assert "\n" not in said
        assert "not an error" not in said
        return None


def flipped(data: bytes, rng: random.Random) -> bytes:
    place = rng.randrange(len(data))
    return data[:place] + bytes([data[place] ^ 1 << rng.randrange(8)]) + data[place + 1 :]


def flips(killed: Killed, folder: Path, times: int, seed: int) -> None:
    rng = random.Random(seed)
    found = dict.fromkeys((*ENDS, "backup"), 0)
    for turn in range(times):
        what = list(found)[turn % 4]
        files = {"": killed.backup} if what == "backup" else dict(killed.files)
        files["" if what == "backup" else what] = flipped(files["" if what == "backup" else what], rng)
        rows = opened(put(folder, files))
        found[what] += rows is None
        assert rows in (None, killed.rows), (what, turn)
    # A page that the log brings is written anew, what was played in already is not read, the index is made anew.
    assert found["backup"] == times // 4
    assert found[""] > times // 20
    assert found["-wal"] > times // 10


def test_p43_200_flipped_bytes_are_found_or_harmless(killed: Killed, tmp_path: Path) -> None:
    flips(killed, tmp_path, 200, seed=43)


@pytest.mark.soak
def test_p43_10_000_flipped_bytes_are_found_or_harmless(killed: Killed, tmp_path: Path) -> None:
    flips(killed, tmp_path, size("p43", 10_000), seed=44)


def test_p43_what_was_killed_opens_whole(killed: Killed, tmp_path: Path) -> None:
    assert opened(put(tmp_path, killed.files)) == killed.rows
    without_index = {end: data for end, data in killed.files.items() if end != "-shm"}
    assert opened(put(tmp_path, without_index)) == killed.rows


def test_p43_a_torn_last_commit_is_no_damage_and_a_lost_one_is(killed: Killed, tmp_path: Path) -> None:
    log = killed.files["-wal"]
    frame = 24 + 4096
    last = read_log(put(tmp_path, killed.files), 4096).frames
    lost = {"": killed.files[""], "-shm": killed.files["-shm"]}
    assert opened(put(tmp_path, lost)) is None
    bad_header = {"": killed.files[""], "-wal": log[:12] + b"?" + log[13:]}
    assert opened(put(tmp_path, bad_header)) is None
    torn = {"": killed.files[""], "-wal": log[: 32 + last * frame - 100]}
    assert opened(put(tmp_path, torn)) is not None  # nobody can say whether the commit had returned
    assert opened(put(tmp_path, {**torn, "-shm": killed.files["-shm"]})) is None  # here the index says that it had


def test_p43_check_finds_it_and_says_what_to_do(killed: Killed, tmp_path: Path) -> None:
    path = put(tmp_path, {"": killed.backup})
    assert [wrong for _, wrong in examined(str(path), fast=True)] == [[], [], [], []]
    rng = random.Random(5)
    path.write_bytes(flipped(killed.backup, rng))
    [(_, [said])] = examined(f"sqlite:///{path}", fast=True)
    assert "restore a backup" in said


def test_p43_damage_while_the_store_is_in_use_is_found_and_told_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "store.db"
    with closing(open_store(f"sqlite:///{path}")) as store:
        open_table(store)
        for number in range(1, 20):
            play(store, number, size=2000)
        with store.writing() as db:
            pass
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert look(store, 1, lambda _: None) == 1
        assert store.damaged == frozenset()
        with path.open("r+b") as file:  # closed at the end, when no lock of this process's matters any more
            file.seek(4096 * 9 + 100)
            byte = file.read(1)
            file.seek(4096 * 9 + 100)
            file.write(bytes([byte[0] ^ 1]))
            file.flush()
            for _ in range(2):
                assert look(store, 1, lambda _: None) == 1
        assert store.damaged == {10}
    assert [record.getMessage().count("page 10 fails") for record in caplog.records] == [1]
