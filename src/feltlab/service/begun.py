"""With which schema a trail began: its first entry says so, under its keyed hash.

A store whose answers have had their marks from the first entry on never gets them again: someone has set its schema
back, to have changed answers marked. A trail from before this says nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from feltlab.errors import StoreError
from feltlab.service.answers import MARKED_SINCE
from feltlab.service.chain import AUDIT, GENESIS, audit_hash
from feltlab.service.database import Database
from feltlab.service.rows import Audit, NewAudit
from feltlab.service.schema import VERSION
from feltlab.service.store import Store
from feltlab.service.taken_over import detail_of
from feltlab.wire import dump

SCHEMA: Final = "schema"
UPGRADE: Final = "upgrade"
_FIRST: Final = "SELECT number, at, actor, action, detail, prev_hash, hash FROM audit ORDER BY number LIMIT 1"


def begun(entries: Sequence[NewAudit]) -> list[NewAudit]:
    """The first entries of a trail."""
    found = list(entries)
    for first in entries[:1]:
        if told := detail_of(first.detail):
            found[0] = replace(first, detail=dump({**told, SCHEMA: VERSION}))
    return found


def check_not_set_back(db: Database, key: bytes) -> None:
    """Refuse to mark answers where the trail began with marks, or where it is not there to say so."""
    rows = [Audit(*row) for row in db.execute(_FIRST)]
    first = rows[0] if rows else None
    whole = first is not None and first.number == 1 and first.hash == audit_hash(key, GENESIS, 1, first)
    head = db.execute("SELECT last_number FROM heads WHERE chain = ? AND last_number > 0", (AUDIT,))
    if first is None and not head and not db.execute("SELECT key FROM answers LIMIT 1"):
        return
    if not whole or first is None or _marked(first.detail):
        raise StoreError(f"the schema of {db.name} was set back: restore a backup")


def set_back(store: Store) -> Iterator[str]:
    """Upgrades to marks of a store whose trail began with them."""
    if any(entry.number == 1 and _marked(entry.detail) for entry in store.audit(limit=1)):
        with store.reading() as db:
            rows = db.execute("SELECT number FROM audit WHERE action = ? AND number > 1 ORDER BY number", (UPGRADE,))
        for (number,) in rows:
            yield f"entry {number} of the trail: the database was set back to before its answers had marks"


def _marked(detail: str) -> bool:
    version = detail_of(detail).get(SCHEMA, 0)
    return isinstance(version, int) and version >= MARKED_SINCE
