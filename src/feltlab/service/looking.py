"""A store opened for reading only, by whatever name its database has: users of it are not disturbed."""

from collections.abc import Iterator
from pathlib import Path
from time import sleep
from typing import Final

from feltlab.errors import StoreError
from feltlab.service.answers import wrong_answers
from feltlab.service.checks import books, chains, damage, looked, overdrafts, schema, texts
from feltlab.service.database import Database
from feltlab.service.export import looking_at, opened
from feltlab.service.keys import key_file
from feltlab.service.one_writer import file_at, is_locked
from feltlab.service.proof import beside, people, replays
from feltlab.service.schema import VERSION
from feltlab.service.sql_store import SqlStore
from feltlab.service.sqlite_file import check_file
from feltlab.service.sqlite_store import sqlite_path
from feltlab.service.store import check_url
from feltlab.service.taken_over import takeovers, wrong_takeovers
from feltlab.service.takeover import held_key

NEWEST: Final = 1000
"""Rows of each chain that a fast check looks at."""
TRIES: Final = 3
TAKEN_OVER: Final = "taken over"
"""This is reported but is not a fault; someone has to know."""


class LookedAt(SqlStore):
    def __init__(self, url: str, keyed: bool = True) -> None:
        super().__init__(url)
        with looking_at(url) as db:
            found = db.execute("SELECT version FROM schema_version")
            if len(found) != 1:
                raise StoreError(f"{db.name} does not say which schema version it has")
            version = found[0][0]
            if version != VERSION:
                raise StoreError(f"{db.name} has schema version {version}: serve it once with this feltlab")
            if keyed:
                self._key = held_key(db, key_file(_path(url), db.name))

    def open_reader(self) -> Database:
        return opened(self.url)

    def open_writer(self) -> Database:
        raise StoreError(f"{self.url} is open read-only")


def examined(name: str, fast: bool) -> Iterator[tuple[str, list[str]]]:
    """What was checked, and what is wrong with it; a damaged file is not checked further."""
    url = name if ":" in name else f"sqlite:///{name}"
    if path := _path(url):
        found = _file(path)
        yield "pages and log", found
        if found:
            return
    store = LookedAt(url)
    try:
        if not fast:
            yield "indexes", [*damage(store), *texts(store)]
        yield "schema", schema(store)
        yield "books", [*books(store), *([] if fast else overdrafts(store))]
        yield "chains", [*chains(store, NEWEST if fast else None), *wrong_takeovers(takeovers(store))]
        if not fast:
            yield "replay", replays(store)
            yield "accounts", people(store)
            yield "answers", looked("the stored answers", lambda: wrong_answers(store))
            yield "settings", beside(store)
        if taken := takeovers(store):
            yield TAKEN_OVER, [each.words for each in taken]
    finally:
        store.close()


def sound(url: str) -> LookedAt:
    """A store whose file is not damaged."""
    check_url(url)
    if (path := _path(url)) and (found := _file(path)):
        raise StoreError(found[0])
    return LookedAt(url)


def _path(url: str) -> Path | None:
    return sqlite_path(url) if url.startswith("sqlite:") else None


def _file(path: Path) -> list[str]:
    """A server may write a page at the moment it is read; damage stays."""
    if file_at(path) is None:
        raise StoreError(f"there is no database {path}")
    for turn in range(TRIES):
        try:
            check_file(path)
        except StoreError as error:
            if turn + 1 == TRIES or not is_locked(path):
                return [str(error)]
            sleep(1)
        else:
            return []
    return []
