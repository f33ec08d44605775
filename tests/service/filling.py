"""A store with something in it: commits as a table makes them, each touching every kind of row."""

import json

from feltlab.ledger.ledger import HOUSE, Ledger
from feltlab.ledger.transfer import Transfer
from feltlab.service import rows as r
from feltlab.service.schema import TABLES
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
        tx.put_sessions([r.Session(f"token-{number}", player, at, at + MINUTE, at)])
        tx.put_setting("last", str(number))


def contents(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table, sorted."""
    with store.reading() as db, db.transaction(write=False):
        return {
            table: sorted((tuple(row) for row in db.execute(f"SELECT * FROM {table}")), key=repr)  # noqa: S608
            for table in TABLES
        }
