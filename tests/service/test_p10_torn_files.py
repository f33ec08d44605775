"""Files cut short or with flipped bits, as a crash or a bad disk leaves them: a committed state, or a refusal.

Copies of the main file and the log are taken after every commit and around every time the log is applied, then damaged
and opened as a store. A store that opens and passes the checks must be, row for row, the result of some commit.
"""

import random
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from feltlab.errors import StoreError
from feltlab.service import sqlite_store
from feltlab.service.checks import problems
from feltlab.service.sqlite_store import SqliteDatabase
from feltlab.service.store import open_store
from tests.service.filling import contents, open_table, play

ROUNDS = 12
PAGE = 4096
Contents = dict[str, list[tuple[object, ...]]]


@dataclass(frozen=True)
class Files:
    main: bytes
    log: bytes
    committed: int
    """How many commits had returned when the copy was taken."""


@dataclass
class Film:
    """Files after every commit, pairs of files before and after the log was played in, and what each commit left."""

    frames: list[Files]
    played_in: list[tuple[Files, Files]]
    states: list[Contents]


def copied(path: Path, committed: int) -> Files:
    log = Path(f"{path}-wal")
    return Files(path.read_bytes(), log.read_bytes() if log.exists() else b"", committed)


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Film:
    path = tmp_path_factory.mktemp("film") / "store.db"
    found = Film([], [], [])
    play_in = SqliteDatabase.play_in

    def filmed(db: SqliteDatabase) -> None:
        # Called after the commit, whose state is the next one to be noted.
        before = copied(path, len(found.states))
        play_in(db)
        after = copied(path, len(found.states))
        if after.main != before.main:
            found.played_in.append((before, after))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite_store, "LOG_PAGES", 60)
        with closing(open_store(f"sqlite:///{path}")) as store:
            patch.setattr(SqliteDatabase, "play_in", filmed)
            for number in range(ROUNDS + 2):
                if number == 1:
                    open_table(store)
                elif number:
                    play(store, number - 1, size=3000 if number % 4 == 0 else 40)
                found.states.append(contents(store))
                found.frames.append(copied(path, number))
    assert found.played_in
    return found


def cut_log(rng: random.Random, film: Film) -> Files:
    files = rng.choice(film.frames)
    return Files(files.main, files.log[: rng.randrange(len(files.log) + 1)], files.committed)


def flip_log(rng: random.Random, film: Film) -> Files:
    files = rng.choice(film.frames)
    return Files(files.main, flipped(rng, files.log), files.committed)


def cut_main(rng: random.Random, film: Film) -> Files:
    files = rng.choice(film.frames)
    size = rng.randrange(len(files.main) + 1)
    return Files(files.main[: size if rng.random() < 0.5 else size // PAGE * PAGE], files.log, files.committed)


def flip_main(rng: random.Random, film: Film) -> Files:
    files = rng.choice(film.frames)
    return Files(flipped(rng, files.main), files.log, files.committed)


def lose_log(rng: random.Random, film: Film) -> Files:
    files = rng.choice(film.frames)
    return Files(files.main, b"", files.committed)


def tear_log_sectors(rng: random.Random, film: Film) -> Files:
    """Of what the last commits wrote, some sectors reached the disk and some did not."""
    files = rng.choice(film.frames)
    log = bytearray(files.log)
    start = rng.randrange(len(log) + 1)
    for sector in range(start - start % 512, len(log), 512):
        if rng.random() < 0.5:
            log[sector : sector + 512] = bytes(len(log[sector : sector + 512]))
    return Files(files.main, bytes(log), files.committed)


def tear_playing_in(rng: random.Random, film: Film) -> Files:
    """A crash while the log was played in: some pages of the main file are new, some old, the log is whole."""
    before, after = rng.choice(film.played_in)
    main = bytearray(before.main)
    for start in range(0, len(after.main), PAGE):
        if rng.random() < 0.5:
            main[len(main) :] = bytes(max(0, start - len(main)))
            main[start : start + PAGE] = after.main[start : start + PAGE]
    return Files(bytes(main), before.log, before.committed)


def flipped(rng: random.Random, data: bytes) -> bytes:
    damaged = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 30))) if data else ():
        damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
    return bytes(damaged)


DAMAGES = [cut_log, flip_log, tear_log_sectors, cut_main, flip_main, lose_log, tear_playing_in]
HARMLESS = {tear_playing_in}


def reopened(folder: Path, files: Files) -> Contents | None:
    """What a store made of these files holds; None if it is refused."""
    path = folder / "store.db"
    for old in folder.iterdir():
        old.unlink()
    path.write_bytes(files.main)
    Path(f"{path}-wal").write_bytes(files.log)
    try:
        with closing(open_store(f"sqlite:///{path}")) as store:
            return None if problems(store) else contents(store)
    except StoreError:
        return None


def test_p10_the_refusal_says_what_to_do(film: Film, tmp_path: Path) -> None:
    files = film.frames[-1]
    path = tmp_path / "store.db"
    path.write_bytes(files.main[: len(files.main) // PAGE // 2 * PAGE])
    with pytest.raises(StoreError, match=r"^\S+ is cut short: \d+ of \d+ pages are missing; restore a backup"):
        open_store(f"sqlite:///{path}")
    path.write_bytes(files.main[:5000] + b"?" + files.main[5001:])
    with pytest.raises(StoreError, match=r"^\S+ is damaged: page 2 fails its checksum; restore a backup"):
        open_store(f"sqlite:///{path}")
    path.write_bytes(b"something else" * 500)
    with pytest.raises(StoreError, match=r"^\S+ is not an SQLite database$"):
        open_store(f"sqlite:///{path}")


def damage(film: Film, folder: Path, times: int, seed: int) -> None:
    rng = random.Random(seed)
    came_back = refused = 0
    for turn in range(times):
        way = DAMAGES[turn % len(DAMAGES)]
        files = way(rng, film)
        found = reopened(folder, files)
        if found is None:
            refused += 1
            assert way not in HARMLESS, "a crash without damage must always be survived"
            continue
        came_back += 1
        committed = film.states.index(found) if found in film.states else None
        assert committed is not None, f"{way.__name__} gave something that was never committed (turn {turn})"
        assert committed <= files.committed
        assert way not in HARMLESS or committed == files.committed
    assert came_back > times // 4
    assert refused > times // 10


def test_p10_undamaged_files_give_the_last_commit(film: Film, tmp_path: Path) -> None:
    for files in film.frames:
        assert reopened(tmp_path, files) == film.states[files.committed]


def test_p10_200_damaged_files_give_a_committed_state_or_a_refusal(film: Film, tmp_path: Path) -> None:
    damage(film, tmp_path, 200, seed=10)


@pytest.mark.soak
def test_p10_10_000_damaged_files_give_a_committed_state_or_a_refusal(film: Film, tmp_path: Path) -> None:
    damage(film, tmp_path, 10_000, seed=11)
