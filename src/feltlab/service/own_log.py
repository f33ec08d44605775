"""Whether the log beside an SQLite file is its own, checked before it is applied.

SQLite applies any whole log with the right name, and what it overwrites is gone. So a connection that cannot write
first looks through a log with commits: it must lead to the life that was served here last, to the key of this store,
and to no less than the file already has without it.
"""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from feltlab.errors import StoreError
from feltlab.service.database import Database
from feltlab.service.keys import key_id, read_key
from feltlab.service.mark import served_life
from feltlab.service.schema import events_of, life_of
from feltlab.service.takeover import known_key

Look = Callable[..., Database]


def check_log(path: Path, key_at: Path | None, look: Look) -> None:
    """`look` opens the file for reading, with its log or `alone`."""
    with closing(look()) as db:
        if not {"heads", "tables"} <= db.table_names():  # of a first version, or killed before it had any tables
            return
        why = _another(db, path, key_at) or _older(db, look)
    if why:
        raise StoreError(
            f"{path}-wal is not the log of {path}, {why}: if a backup was put here, remove {path}-wal and {path}-shm;"
            " otherwise put back the original log"
        )


def _another(db: Database, path: Path, key_at: Path | None) -> str:
    key, known = read_key(key_at), known_key(db)
    if key is not None and known and key_id(key) != known:
        return "it has another key"
    served = served_life(path)
    if served and life_of(db) and served != life_of(db):
        return f"another was served last (or the last start was killed: then remove {path}-mark instead)"
    return ""


def _older(db: Database, look: Look) -> str:
    """Without its log the file may be damaged, and then it proves nothing."""
    try:
        with closing(look(alone=True)) as alone:
            without = events_of(alone)
    except StoreError:
        return ""
    with_log = events_of(db)
    return f"it leads to {with_log:,} events, and the file has {without:,}" if without > with_log else ""
