"""One writer per file, whatever its name: links and other paths to it meet the same lock."""

import os
from contextlib import closing, suppress
from pathlib import Path

import pytest

from feltlab.errors import StoreError
from feltlab.service.backup import backup
from feltlab.service.one_writer import FileLock
from feltlab.service.store import open_store
from tests.live.soak import size
from tests.service.filling import contents, open_table, play


def named(folder: Path, path: Path) -> list[Path]:
    """The same file by other names."""
    (folder / "sub").mkdir(exist_ok=True)
    (folder / "linked").unlink(missing_ok=True)
    (folder / "linked").symlink_to(folder)
    for link in (folder / "soft.db", folder / "sub" / "soft.db"):
        link.unlink(missing_ok=True)
        link.symlink_to(path)
    return [
        path,
        folder / "soft.db",
        folder / "sub" / "soft.db",
        folder / "linked" / path.name,
        folder / "sub" / ".." / path.name,
    ]


def test_p44_a_second_writer_by_any_name_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with closing(open_store(f"sqlite:///{path}")) as store:
        open_table(store)
        play(store, 1)
        (tmp_path / "hard.db").hardlink_to(path)
        for name in (*named(tmp_path, path), tmp_path / "hard.db"):
            with pytest.raises(StoreError, match="in use by another process"):
                open_store(f"sqlite:///{name}")
        # By the other name the log is not seen: a backup of it would be of an older state.
        with pytest.raises(StoreError, match="hard link"):
            backup(f"sqlite:///{tmp_path}/hard.db", tmp_path / "backup.db")
        backup(f"sqlite:///{tmp_path}/soft.db", tmp_path / "backup.db")
        play(store, 2)
    with pytest.raises(StoreError, match="remove the other name"):
        open_store(f"sqlite:///{path}")
    (tmp_path / "hard.db").unlink()
    for name in named(tmp_path, path):
        with closing(open_store(f"sqlite:///{name}")) as store:
            assert len(contents(store)["rounds"]) == 2
    with closing(open_store(f"sqlite:///{tmp_path}/backup.db")) as store:
        assert len(contents(store)["rounds"]) == 1


class Rival:
    """Another process, which takes the lock when told to, says whether it has it, and gives it back."""

    def __init__(self) -> None:
        (hear, self.say), (self.heard, tell) = os.pipe(), os.pipe()
        self.child = os.fork()
        if self.child == 0:
            os.close(self.say)
            while name := os.read(hear, 4096).decode():
                try:
                    lock: FileLock | None = FileLock(Path(name).resolve())
                except StoreError:
                    lock = None
                os.write(tell, b"y" if lock else b"n")
                os.read(hear, 1)
                if lock:
                    lock.close()
                os.write(tell, b".")
            os._exit(0)
        os.close(hear)
        os.close(tell)

    def end(self) -> None:
        os.close(self.say)
        os.close(self.heard)
        os.waitpid(self.child, 0)


def rivals(folder: Path, turns: int) -> None:
    """At once, by different names; the one with the lock keeps it until all have tried."""
    path = folder / "store.db"
    path.write_bytes(b"")
    names, other = named(folder, path), Rival()
    for turn in range(turns):
        mine: FileLock | None = None
        os.write(other.say, str(names[turn % len(names)]).encode())
        with suppress(StoreError):
            mine = FileLock(names[turn // len(names) % len(names)].resolve())
        assert os.read(other.heard, 1) == (b"n" if mine else b"y")
        os.write(other.say, b".")
        os.read(other.heard, 1)
        if mine:
            mine.close()
    other.end()


def test_p44_100_times_two_processes_and_one_writer(tmp_path: Path) -> None:
    rivals(tmp_path, 100)


@pytest.mark.soak
def test_p44_2_000_times_two_processes_and_one_writer(tmp_path: Path) -> None:
    rivals(tmp_path, size("p44", 2000))
