"""A log that is shorter than what was served: an answer names an event that its table no longer has.

Whoever shortens a log in the database could otherwise have a round asked again, with cards that were seen. What is
found goes into the trail, because the log soon reaches that number again.
"""

import logging
import time
from collections.abc import Iterator, Mapping
from typing import Final

from feltlab.errors import shown
from feltlab.service.answers import is_marked
from feltlab.service.chain import unlike_its_hash
from feltlab.service.database import Database
from feltlab.service.rows import Answer, Audit, NewAudit
from feltlab.service.schema import begin_life
from feltlab.service.sql_transaction import SqlTransaction
from feltlab.service.store import Store
from feltlab.service.taken_over import detail_of
from feltlab.wire import dump

LOG: Final = logging.getLogger("feltlab.store")
NEWEST: Final = 100_000
"""The last answers, which are looked at when a store is opened."""
CUT: Final = "cut"
_LAST: Final = f"SELECT table_id, answer FROM answers WHERE table_id IS NOT NULL ORDER BY at DESC LIMIT {NEWEST}"  # noqa: S608
_OF_TABLE: Final = "SELECT mac, key, table_id, body_hash, answer, at FROM answers WHERE table_id = ?"
_NOTED: Final = "SELECT number, at, actor, action, detail, prev_hash, hash FROM audit WHERE action = ?"


def begin_after_cut(db: Database, key: bytes, life: str) -> bool:
    """Whether the log was cut and a new life begins: open rounds are void, as after a restore. In a transaction."""
    cut = _cut_tables(db, key)
    if not cut or not _note(db, key, cut):
        return False
    begin_life(db, life)
    for table, (served, last) in sorted(cut.items()):
        LOG.warning(
            "%s was changed: the log of %s ends at event %d, and %d were served: rounds that were open are void. Stop"
            " the server and have the books checked",
            db.name, shown(table), last, served,
        )  # fmt: skip
    return True


def _cut_tables(db: Database, key: bytes) -> Mapping[str, list[int]]:
    """By table: the last event that was served, and an earlier one where its log ends.

    Answers are read before the tables: a table that another process runs has more by then.
    """
    named: dict[str, int] = {}
    for table, text in db.stream(_LAST):
        number = _number(text)
        if number > named.get(table, 0):
            named[table] = number
    ends = _ends(db)
    suspected = [table for table, number in sorted(named.items()) if number > ends.get(table, 0)]
    served = {table: _served(db, key, table) for table in suspected}
    ends = _ends(db) if served else ends
    return {table: [last, ends.get(table, 0)] for table, last in served.items() if last > ends.get(table, 0)}


def _ends(db: Database) -> Mapping[str, int]:
    return {str(table): int(last) for table, last in db.execute("SELECT table_id, last_number FROM tables")}


def _served(db: Database, key: bytes, table: str) -> int:
    """By answers with their mark."""
    rows = [(str(mac), Answer(*row)) for mac, *row in db.execute(_OF_TABLE, (table,))]
    return max((_number(answer.answer) for mac, answer in rows if is_marked(key, mac, answer)), default=0)


def _number(text: str) -> int:
    found = detail_of(text).get("number", 0)
    return found if isinstance(found, int) else 0


def _note(db: Database, key: bytes, cut: Mapping[str, list[int]]) -> bool:
    """In the trail, once for each cut: False if it is there. The seeds of then are gone."""
    detail = dump({"cut": cut})
    noted = [Audit(*row) for row in db.execute(_NOTED, (CUT,))]
    if any(entry.detail == detail and unlike_its_hash(key, [entry]) is None for entry in noted):
        return False
    SqlTransaction(db, key).append_audit([NewAudit(time.time_ns() // 1_000_000, "feltlab", CUT, detail)])
    return True


def noted_cuts(store: Store) -> Iterator[str]:
    with store.reading() as db:
        rows = db.execute(_NOTED, (CUT,))
    for number, _, _, _, detail, *_ in rows:
        tables = detail_of(detail).get("cut")
        names = ", ".join(sorted(tables)) if isinstance(tables, dict) else ""
        yield f"entry {number} of the trail: the server found the log cut short ({names})"
