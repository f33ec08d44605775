"""No output overwrites a database, its log, its mark or its key, by any command or name."""

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from feltlab.errors import FeltlabError, StoreError
from feltlab.service.anchors import check_outside, sender
from feltlab.service.backup import backup
from feltlab.service.keys import NAMED_BY
from feltlab.service.store import open_store
from feltlab.whole import check_place, write_whole, writing
from feltlab.wire import dump
from tests.conftest import Feltlab
from tests.service.filling import open_table, play

OWN = (
    "d.db",
    "d.db-wal",
    "d.db-shm",
    "d.db-mark",
    "d.db-born",
    "d.db.key",
    "link",
    "key",
    "mark",
    "log",
    "index",
    "anchors",
    "logged",
)
"""By their names; by a link; by other names of what they hold."""


ANCHOR = dump({"anchor": 7, "hash": "0f" * 32, "at": "2026-11-18T03:00:00Z"}) + "\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A store in use, with its key beside it."""
    monkeypatch.delenv(NAMED_BY)
    with closing(open_store(f"sqlite:///{tmp_path}/d.db")) as store:
        open_table(store)
        play(store, 1)
        (tmp_path / "link").symlink_to("d.db")
        for name, end in (("key", ".key"), ("mark", "-mark"), ("log", "-wal"), ("index", "-shm")):
            (tmp_path / name).write_bytes((tmp_path / f"d.db{end}").read_bytes())
        (tmp_path / "anchors").write_text(ANCHOR)
        (tmp_path / "logged").write_text(f"Nov 18 03:00:00 felt feltlab: {ANCHOR}")
        yield tmp_path


def held(folder: Path) -> dict[str, tuple[int, bytes]]:
    return {path.name: (path.stat().st_ino, path.read_bytes()) for path in folder.iterdir()}


@pytest.mark.parametrize("name", OWN)
def test_nothing_is_written_over_a_file_of_a_store(folder: Path, name: str) -> None:
    before = held(folder)
    for write in (check_place, lambda place: write_whole(place, b"[]")):
        with pytest.raises(FeltlabError, match=r"cannot write .*: it (is|has|belongs to) .*; name another file"):
            write(folder / name)
    with pytest.raises(StoreError, match=r"the database itself|write the backup to another file"):
        backup(f"sqlite:///{folder}/d.db", folder / name)
    assert held(folder) == before


@pytest.mark.parametrize("name", ["d.db-wal", "d.db-shm", "d.db-journal", "d.db-mark", "d.db-born", "d.db.key"])
def test_a_name_beside_a_store_is_kept_free(tmp_path: Path, name: str, feltlab: Feltlab) -> None:
    with closing(open_store(f"sqlite:///{tmp_path}/d.db")) as store:
        open_table(store)
    (tmp_path / name).unlink(missing_ok=True)
    before, url = held(tmp_path), f"sqlite:///{tmp_path}/d.db"
    for command in (
        ("simulate", "low-four", "--rounds", "10", "--save", f"{tmp_path}/{name}"),
        ("export", "--database", url, "-o", f"{tmp_path}/{name}"),
        ("backup", "--database", url, "-o", f"{tmp_path}/{name}"),
        ("copy", "--from", url, "--to", f"sqlite:///{tmp_path}/{name}"),
    ):
        done = feltlab(*command)
        [line] = done.stderr.splitlines()
        assert (done.returncode, done.stdout) == (2, "")
        assert f"belongs to the database {tmp_path}/d.db" in line
        assert {key: file for key, file in held(tmp_path).items() if key[4:] not in ("-wal", "-shm")} == before


@pytest.mark.parametrize("command", [("export", "--database", "sqlite:///{here}/d.db"), ("strategy", "low-four")])
@pytest.mark.parametrize("name", ["d.db", "link", "d.db-wal", "d.db.key"])
def test_commands_say_so_in_one_line(folder: Path, command: tuple[str, ...], name: str, feltlab: Feltlab) -> None:
    before = held(folder)
    done = feltlab(*(part.format(here=folder) for part in command), "-o", f"{folder}/{name}")
    [line] = done.stderr.splitlines()
    assert (done.returncode, done.stdout) == (2, "")
    assert "it is a database; name another" in line or "it belongs to the database" in line
    assert held(folder) == before


@pytest.mark.parametrize("name", ["n.db", "./n.db", "n.db-wal", "n.db-mark", "n.db.key"])
def test_an_anchor_is_not_noted_in_the_store_that_it_is_of(tmp_path: Path, name: str, feltlab: Feltlab) -> None:
    url = f"sqlite:///{tmp_path}/n.db"
    done = feltlab("serve", "--port", "0", "--database", url, "--anchor", f"{tmp_path}/{name}")
    [line] = done.stderr.splitlines()
    assert done.returncode == 2
    assert "cannot record the anchor" in line
    assert not list(tmp_path.iterdir())


def test_an_anchor_is_added_to_those_that_are_there(tmp_path: Path) -> None:
    file = tmp_path / "anchors"
    for _ in range(2):
        check_outside(str(file), None)
        sender(str(file))(ANCHOR.strip())
    assert file.read_text() == 2 * ANCHOR


def test_the_key_that_is_named_is_spared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key = tmp_path / "chain"
    monkeypatch.setenv(NAMED_BY, str(key))
    with pytest.raises(FeltlabError, match="the key that FELTLAB_CHAIN_KEY names"):
        write_whole(key, b"")
    assert not key.exists()


def test_a_store_that_is_made_meanwhile_is_spared(tmp_path: Path) -> None:
    place = tmp_path / "late.db"

    def write() -> None:
        with writing(place) as file:
            file.write(b"[]")
            open_store(f"sqlite:///{place}").close()

    with pytest.raises(FeltlabError, match="it is a database"):
        write()
    assert place.read_bytes().startswith(b"SQLite format 3")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["late.db", "late.db-born", "late.db-mark"]


def test_an_earlier_backup_is_replaced_and_one_that_was_served_is_not(tmp_path: Path) -> None:
    url, target = f"sqlite:///{tmp_path}/d.db", tmp_path / "backup.db"
    with closing(open_store(url)) as store:
        open_table(store)
    for _ in range(2):
        backup(url, target)
    open_store(f"sqlite:///{target}").close()
    kept = target.read_bytes()
    with pytest.raises(StoreError, match="was served as a database"):
        backup(url, target)
    assert target.read_bytes() == kept


def test_other_files_devices_and_pipes_are_written_as_before(tmp_path: Path) -> None:
    for name in ("notes-wal", "some.key", "a-mark", "-wal", ".key"):
        for data in (b"once", b"again"):
            write_whole(tmp_path / name, data)
        assert (tmp_path / name).read_bytes() == b"again"
    write_whole(Path(os.devnull), b"gone")
