"""Takes over chains made without this key: every hash is made again, and the trail says so.

This is for a store of an older feltlab, whose hashes had no key, or a copy that came without its key. The entry has the
former ends of the chains, for anyone who has recorded them. A store whose key differs from the one that is there is
refused: put its own key back.
"""

import json
import logging
import time
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from feltlab.errors import StoreError
from feltlab.ledger.transfer import Transfer
from feltlab.service import rows as r
from feltlab.service.answers import MARKED_SINCE, mark_answers
from feltlab.service.begun import UPGRADE, check_not_set_back
from feltlab.service.chain import AUDIT, GENESIS, KEY, LEDGER, audit_hash, event_hash, ledger_hash
from feltlab.service.database import Database, Row
from feltlab.service.keys import NAMED_BY, key_id, make_key, read_key
from feltlab.service.sql_transaction import SqlTransaction
from feltlab.service.taken_over import UNKEYED
from feltlab.wire import dump

LOG: Final = logging.getLogger("feltlab.store")
KEYED_SINCE: Final = 2
"""The first version of the schema whose chains have a key."""
PAGE: Final = 5000


def hold_chain(db: Database, file: Path | None, version: int, takes_over: bool) -> bytes:
    """The key of a store, made if there is none yet; `version` is the schema's before this start, 0 for an empty one.

    Without `takes_over` a store whose key is missing is refused; chains from before the key are taken over anyway.
    """
    known = known_key(db)
    key = read_key(file)
    if version >= KEYED_SINCE and not known:
        raise StoreError(f"{db.name} does not say which key its chains have: it was altered; restore a backup")
    if key is not None and known and key_id(key) != known:
        raise StoreError(f"{file} is not the key of {db.name} ({known}): put that one back")
    if key is not None and not known and version:
        raise StoreError(f"{db.name} has chains without a key, but {file} exists: move it away to take them over")
    if key is not None and known:
        if 0 < version < MARKED_SINCE:
            _mark(db, key, version)
        return key
    if known and not takes_over:
        raise _missing(db, known, file)
    key = key or make_key(file)
    if version:
        take_over(db, key, known or UNKEYED)
    put_key(db, key)
    return key


def _mark(db: Database, key: bytes, version: int) -> None:
    """Once in the life of a store, which the trail records: a store set back to before it would do so again."""
    check_not_set_back(db, key)
    mark_answers(db, key)
    entry = r.NewAudit(time.time_ns() // 1_000_000, "feltlab", UPGRADE, dump({"from": version, "to": MARKED_SINCE}))
    SqlTransaction(db, key).append_audit([entry])


def known_key(db: Database) -> str:
    """The id of the key that a store says its chains have."""
    found = db.execute("SELECT last_hash FROM heads WHERE chain = ?", (KEY,))
    return str(found[0][0]) if found else ""


def put_key(db: Database, key: bytes) -> None:
    db.execute("DELETE FROM heads WHERE chain = ?", (KEY,))
    db.execute("INSERT INTO heads (chain, last_number, last_hash) VALUES (?, 0, ?)", (KEY, key_id(key)))


def held_key(db: Database, file: Path | None) -> bytes:
    """The key of a store in use: nothing is made or taken over."""
    key, known = read_key(file), known_key(db)
    if key is None:
        raise _missing(db, known, file)
    if known != key_id(key):
        raise StoreError(f"{file} is not the key of {db.name} ({known}): name the file with {NAMED_BY}")
    return key


def _missing(db: Database, known: str, file: Path | None) -> StoreError:
    return StoreError(f"the key of {db.name} ({known}) is missing: copy it to {file}, or name its file with {NAMED_BY}")


def take_over(db: Database, key: bytes, before: str) -> None:
    """Inside a transaction; the rows themselves stay as they are, but for snapshots: logs are replayed instead."""
    heads = {str(name): list(head) for name, *head in db.execute("SELECT chain, last_number, last_hash FROM heads")}
    tables = {
        str(name): list(head) for name, *head in db.execute("SELECT table_id, last_number, last_hash FROM tables")
    }
    broken = _without_key(db, tables) if before == UNKEYED else _other_ends(db, heads, tables)
    for table in tables:
        last = _again(db, _EVENTS, (table,), lambda prev, row: event_hash(key, prev, r.NewEvent(*row)))
        db.execute("UPDATE tables SET last_hash = ? WHERE table_id = ?", (last, table))
    ends = {
        AUDIT: _again(db, _AUDIT, (), lambda prev, row: audit_hash(key, prev, row[0], r.NewAudit(*row[1:]))),
        LEDGER: _again(db, _LEDGER, (), lambda prev, row: ledger_hash(key, prev, row[0], _posting(row))),
    }
    for chain, last in ends.items():
        numbers = db.execute(f"SELECT COALESCE(MAX(number), 0) FROM {_TABLE[chain]}")  # noqa: S608 - ours
        db.execute(
            "INSERT INTO heads (chain, last_number, last_hash) VALUES (?, ?, ?) ON CONFLICT (chain) DO UPDATE"
            " SET last_number = excluded.last_number, last_hash = excluded.last_hash",
            (chain, int(numbers[0][0]), last),
        )
    mark_answers(db, key)
    db.execute("UPDATE tables SET state = NULL, snapshot_number = 0")  # nobody can say whether they are as written
    db.execute("DELETE FROM sessions")  # without the key's mark they open nothing
    detail = {"key": key_id(key), "before": before, "heads": heads, "tables": tables, "broken": broken}
    entry = r.NewAudit(time.time_ns() // 1_000_000, "feltlab", "takeover", dump(detail))
    SqlTransaction(db, key).append_audit([entry])
    LOG.warning("the chains of %s were taken over (key before: %s, now %s)", db.name, before, key_id(key))
    if db.execute("SELECT player FROM factors LIMIT 1"):
        LOG.warning("second factors made with the earlier key are void: feltlab account reset NAME --second-factor")
    for line in broken:
        LOG.error("%s was taken over as it was found: %s", db.name, line)


_TABLE: Final = {AUDIT: "audit", LEDGER: "transfers"}
_EVENTS: Final = ("events", "table_id, number, round, at, kind, body", 1, "table_id = ? AND ")
_AUDIT: Final = ("audit", "number, at, actor, action, detail", 0, "")
_LEDGER: Final = ("transfers", "number, id, debit, credit, cents, at, table_id, event_number, actor", 0, "")
Chain = tuple[str, str, int, str]
"""Its table, its hashed columns, which of them is the number, and which rows."""


def _rows(db: Database, chain: Chain, of: tuple[object, ...]) -> Iterator[list[Row]]:
    table, columns, at, where = chain
    last = -1
    while page := db.execute(
        f"SELECT {columns} FROM {table} WHERE {where}number > ? ORDER BY number LIMIT ?",  # noqa: S608 - ours
        (*of, last, PAGE),
    ):
        yield page
        last = page[-1][at]


def _again(db: Database, chain: Chain, of: tuple[object, ...], hashed: Callable[[str, Row], str]) -> str:
    table, _, at, where = chain
    prev, has_prev = GENESIS, table != "transfers"
    put = "prev_hash = ?, hash = ?" if has_prev else "hash = ?"
    for page in _rows(db, chain, of):
        changed: list[tuple[Any, ...]] = []
        for row in page:
            now = hashed(prev, row)
            changed.append((*((prev,) if has_prev else ()), now, *of, row[at]))
            prev = now
        db.execute_many(f"UPDATE {table} SET {put} WHERE {where}number = ?", changed)  # noqa: S608 - ours
    return prev


def _other_ends(db: Database, heads: dict[str, list[Any]], tables: dict[str, list[Any]]) -> list[str]:
    """Without their key the rows cannot be checked: only whether each chain ends where its head says."""
    start = [0, GENESIS]
    ends: dict[str, tuple[Chain, tuple[str, ...], list[Any]]] = {
        table: (_EVENTS, (table,), head) for table, head in tables.items()
    }
    ends |= {AUDIT: (_AUDIT, (), heads.get(AUDIT, start)), LEDGER: (_LEDGER, (), heads.get(LEDGER, start))}
    found = []
    for name, ((table, _, _, where), of, head) in ends.items():
        rows = db.execute(
            f"SELECT number, hash FROM {table} WHERE {where}true ORDER BY number DESC LIMIT 1",  # noqa: S608 - ours
            of,
        )
        if (list(rows[0]) if rows else start) != head:
            found.append(f"the chain of {name} does not end where its kept head says")
    return found


def _posting(row: Row) -> r.Posting:
    _, id, debit, credit, cents, at, table, event, actor = row
    return r.Posting(Transfer(id, debit, credit, cents), at, table, event, actor)


def _without_key(db: Database, tables: dict[str, list[Any]]) -> list[str]:
    """What is wrong with chains of plain SHA-256, as made by a feltlab before the key."""
    ends = {table: (_plain_end(db, _EVENTS, (table,)), head[1]) for table, head in tables.items()}
    found = db.execute("SELECT last_hash FROM heads WHERE chain = ?", (AUDIT,))
    ends |= {AUDIT: (_plain_end(db, _AUDIT, ()), found[0][0])} if found else {}
    return [f"the chain of {name} is not complete" for name, (made, kept) in ends.items() if made != kept]


def _plain_end(db: Database, chain: Chain, of: tuple[object, ...]) -> str:
    prev = GENESIS
    for page in _rows(db, chain, of):
        for row in page:
            text = prev + json.dumps(list(row), ensure_ascii=True, separators=(",", ":"))
            prev = sha256(text.encode()).hexdigest()
    return prev
