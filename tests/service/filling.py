"""A store with something in it: commits as a table makes them, each touching every kind of row."""

import json
from contextlib import closing
from hashlib import sha256
from pathlib import Path

from feltlab.ledger.ledger import HOUSE, Ledger
from feltlab.ledger.transfer import Transfer
from feltlab.service import rows as r
from feltlab.service.database import Database
from feltlab.service.schema import COPIED
from feltlab.service.sqlite_store import open_database
from feltlab.service.store import Store

TABLE = "t1"
MINUTE = 60_000


def open_table(store: Store, table_id: str = TABLE) -> None:
    with store.transaction() as tx:
        tx.put_tables([r.NewTable(table_id, "low-four", "{}")])


def play(store: Store, number: int, size: int = 40, table_id: str = TABLE) -> None:
    """Round `number` (1, 2, …) in one commit: two events, two transfers, an answer, a result, an audit entry."""
    at, player = number * MINUTE, f"p{number % 3}"
    batch = [
        Transfer(f"{table_id}:{number}:0", HOUSE, f"purse:{player}", 500 + number),
        Transfer(f"{table_id}:{number}:1", f"purse:{player}", f"bank:{table_id}", 100),
    ]
    first = 2 * number - 1
    with store.transaction() as tx:
        ledger = Ledger(tx.posted, tx.balances([HOUSE, f"purse:{player}", f"bank:{table_id}"]))
        assert ledger.post(batch) is None
        body = json.dumps({"round": number, "text": "é" * size})
        tx.append_events(
            [
                r.NewEvent(table_id, first, number, at, "bet", body),
                r.NewEvent(table_id, first + 1, number, at + 1, "closed", "{}"),
            ]
        )
        tx.post([r.Posting(t, at, table_id, first) for t in ledger.fresh()], ledger.changed())
        tx.add_answers([r.Answer(f"{table_id}/key-{number}", table_id, "h", "{}", at)])
        tx.put_rounds([r.RoundRow(table_id, number, at, at + 1, "closed", None, body)])
        tx.add_round_seats([r.RoundSeat(table_id, number, 1 + number % 6, player, at)])
        tx.add_results(
            [r.BetResult(table_id, number, 1 + number % 6, "ante", player, "low-four", "terms", at, 100, 200, 150)]
        )
        tx.append_audit([r.NewAudit(at, "dealer", "round", str(number))])
        tx.put_snapshots([r.Snapshot(table_id, first + 1, body)])
        tx.put_players([r.Player(player, f"name {player}", "player", None, at)])
        tx.add_sessions([r.Session(f"token-{number}", player, at, at + MINUTE, at)])
        tx.put_setting("last", str(number))


def contents(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table that a copy has, sorted."""
    with store.reading() as db, db.transaction(write=False):
        return {
            table: sorted((tuple(row) for row in db.execute(f"SELECT * FROM {table}")), key=repr)  # noqa: S608
            for table in COPIED
        }


def as_before_marks(db: Database) -> None:
    """The schema of a store of version 3, in either database."""
    for index in ("transfers_fed", "transfers_awarded"):
        db.execute(f"DROP INDEX {index}")
    db.execute("ALTER TABLE answers DROP COLUMN mac")
    db.execute("UPDATE schema_version SET version = 3")


def as_before_factors(db: Database) -> None:
    """The schema of a store of version 2, in either database."""
    as_before_marks(db)
    db.execute("DROP TABLE factors")
    db.execute("ALTER TABLE players DROP COLUMN change_by")
    for column in ("factor_at", "address", "device", "mac"):
        db.execute(f"ALTER TABLE sessions DROP COLUMN {column}")
    db.execute("DROP TABLE owners")
    db.execute("DROP INDEX audit_accounts")
    db.execute("ALTER TABLE tables ADD COLUMN lease_until INTEGER NOT NULL DEFAULT 0")
    db.execute("UPDATE schema_version SET version = 2")


def as_of_old(path: Path) -> None:
    """The schema and the plain hashes of a store of version 1, with one table; its key is to be moved away."""
    with closing(open_database(path, write=True)) as db, db.transaction():
        as_before_factors(db)
        for table, columns, where in (
            ("events", "table_id, number, round, at, kind, body", "tables SET last_hash = ?"),
            ("audit", "number, at, actor, action, detail", "heads SET last_hash = ? WHERE chain = 'audit'"),
        ):
            prev = "0" * 64
            for row in db.execute(f"SELECT {columns} FROM {table} ORDER BY number"):  # noqa: S608
                text = prev + json.dumps(list(row), separators=(",", ":"))
                prev = sha256(text.encode()).hexdigest()
            db.execute(f"UPDATE {where}", (prev,))
        db.execute("CREATE TABLE audit_head AS SELECT last_number, last_hash FROM heads WHERE chain = 'audit'")
        for index in ("transfers_number", "transfers_actor", "audit_requests", "players_name"):
            db.execute(f"DROP INDEX {index}")
        for column in ("number", "actor", "hash"):
            db.execute(f"ALTER TABLE transfers DROP COLUMN {column}")
        db.execute("DROP TABLE heads")
        db.execute("DROP TABLE seeds")
        db.execute("ALTER TABLE schema_version DROP COLUMN life")
        db.execute("UPDATE schema_version SET version = 1")
