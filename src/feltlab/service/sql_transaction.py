"""Writing, in SQL that both databases understand; a statement for each kind of row, run for a batch of them."""

from collections.abc import Mapping, Sequence

from feltlab.errors import ConflictError, shown
from feltlab.ledger.transfer import Transfer
from feltlab.service import rows as r
from feltlab.service.chain import GENESIS, START, link_audit, link_event
from feltlab.service.database import Database


class SqlTransaction:
    def __init__(self, db: Database) -> None:
        self._db = db

    def balances(self, accounts: Sequence[str]) -> dict[str, int]:
        names = sorted(set(accounts))
        return {**dict.fromkeys(names, 0), **self._locked_balances(names)}

    def _locked_balances(self, names: Sequence[str]) -> dict[str, int]:
        sql = "SELECT account, cents FROM balances WHERE account {among} ORDER BY account {for_update}"
        return {row[0]: row[1] for row in self._db.execute(sql, (self._db.listed(names),))}

    def posted(self, ids: Sequence[str]) -> dict[str, Transfer]:
        return posted(self._db, ids)

    def post(self, postings: Sequence[r.Posting], balances: Mapping[str, int]) -> None:
        self._db.execute_many(
            "INSERT INTO transfers (id, debit, credit, cents, at, table_id, event_number) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                (p.transfer.id, p.transfer.debit, p.transfer.credit, p.transfer.cents, p.at, p.table_id, p.event_number)
                for p in postings
            ],
        )
        self._db.execute_many(
            "INSERT INTO balances (account, cents) VALUES (?, ?)"
            " ON CONFLICT (account) DO UPDATE SET cents = excluded.cents",
            sorted(balances.items()),
        )

    def put_tables(self, tables: Sequence[r.NewTable]) -> None:
        self._db.execute_many(
            "INSERT INTO tables (table_id, game, config, last_number, last_hash, snapshot_number, lease_until)"
            " VALUES (?, ?, ?, 0, ?, 0, 0) ON CONFLICT (table_id) DO UPDATE SET config = excluded.config",
            [(t.table_id, t.game, t.config, GENESIS) for t in tables],
        )

    def append_events(self, events: Sequence[r.NewEvent]) -> list[r.Event]:
        heads = self._heads(sorted({event.table_id for event in events}))
        linked = []
        for event in events:
            head = heads.get(event.table_id)
            if head is None:
                raise ConflictError(f"there is no table {shown(event.table_id)}")
            if event.number != head.number + 1:
                raise ConflictError(f"event {event.number} of {shown(event.table_id)} does not follow {head.number}")
            linked.append(link_event(head, event))
            heads[event.table_id] = r.Head(event.number, linked[-1].hash)
        self._db.execute_many(
            "INSERT INTO events (table_id, number, round, at, kind, body, prev_hash, hash)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [(e.table_id, e.number, e.round, e.at, e.kind, e.body, e.prev_hash, e.hash) for e in linked],
        )
        self._db.execute_many(
            "UPDATE tables SET last_number = ?, last_hash = ? WHERE table_id = ?",
            [(head.number, head.hash, table_id) for table_id, head in heads.items()],
        )
        return linked

    def _heads(self, table_ids: Sequence[str]) -> dict[str, r.Head]:
        sql = (
            "SELECT table_id, last_number, last_hash FROM tables WHERE table_id {among} ORDER BY table_id {for_update}"
        )
        return {row[0]: r.Head(row[1], row[2]) for row in self._db.execute(sql, (self._db.listed(table_ids),))}

    def put_snapshots(self, snapshots: Sequence[r.Snapshot]) -> None:
        self._db.execute_many(
            "UPDATE tables SET state = ?, snapshot_number = ? WHERE table_id = ?",
            [(s.state, s.number, s.table_id) for s in snapshots],
        )

    def claim(self, table_id: str, owner: str, now: int, seconds: int) -> bool:
        claimed = self._db.execute(
            "UPDATE tables SET owner = ?, lease_until = ?"
            " WHERE table_id = ? AND (owner IS NULL OR owner = ? OR lease_until <= ?) RETURNING table_id",
            (owner, now + 1000 * seconds, table_id, owner, now),
        )
        return bool(claimed)

    def release(self, table_id: str, owner: str) -> None:
        self._db.execute(
            "UPDATE tables SET owner = NULL, lease_until = 0 WHERE table_id = ? AND owner = ?", (table_id, owner)
        )

    def answers(self, keys: Sequence[str]) -> dict[str, r.Answer]:
        sql = "SELECT key, table_id, body_hash, answer, at FROM answers WHERE key {among}"
        return {row[0]: r.Answer(*row) for row in self._db.execute(sql, (self._db.listed(keys),))}

    def add_answers(self, answers: Sequence[r.Answer]) -> None:
        self._db.execute_many(
            "INSERT INTO answers (key, table_id, body_hash, answer, at) VALUES (?, ?, ?, ?, ?)",
            [(a.key, a.table_id, a.body_hash, a.answer, a.at) for a in answers],
        )

    def put_rounds(self, rounds: Sequence[r.RoundRow]) -> None:
        self._db.execute_many(
            "INSERT INTO rounds (table_id, round, opened_at, closed_at, outcome, reason, history)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, round) DO UPDATE SET opened_at = excluded.opened_at,"
            " closed_at = excluded.closed_at, outcome = excluded.outcome, reason = excluded.reason,"
            " history = excluded.history",
            [(o.table_id, o.round, o.opened_at, o.closed_at, o.outcome, o.reason, o.history) for o in rounds],
        )

    def add_round_seats(self, seats: Sequence[r.RoundSeat]) -> None:
        self._db.execute_many(
            "INSERT INTO round_seats (table_id, round, seat, player, at) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (table_id, seat, round) DO NOTHING",
            [(s.table_id, s.round, s.seat, s.player, s.at) for s in seats],
        )

    def add_results(self, results: Sequence[r.BetResult]) -> None:
        self._db.execute_many(
            "INSERT INTO results (table_id, round, seat, wager, player, game, terms, at, initial, staked, returned)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (b.table_id, b.round, b.seat, b.wager, b.player, b.game, b.terms, b.at, b.initial, b.staked, b.returned)
                for b in results
            ],
        )

    def put_players(self, players: Sequence[r.Player]) -> None:
        self._db.execute_many(
            "INSERT INTO players (id, name, role, password_hash, created_at, disabled) VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET name = excluded.name, role = excluded.role,"
            " password_hash = excluded.password_hash, disabled = excluded.disabled",
            [(p.id, p.name, p.role, p.password_hash, p.created_at, int(p.disabled)) for p in players],
        )

    def put_sessions(self, sessions: Sequence[r.Session]) -> None:
        self._db.execute_many(
            "INSERT INTO sessions (token_hash, player, created_at, expires_at, seen_at) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (token_hash) DO UPDATE SET expires_at = excluded.expires_at, seen_at = excluded.seen_at",
            [(s.token_hash, s.player, s.created_at, s.expires_at, s.seen_at) for s in sessions],
        )

    def drop_sessions(self, token_hashes: Sequence[str]) -> None:
        self._db.execute_many("DELETE FROM sessions WHERE token_hash = ?", [(token,) for token in token_hashes])

    def drop_player_sessions(self, player: str) -> None:
        self._db.execute("DELETE FROM sessions WHERE player = ?", (player,))

    def drop_expired_sessions(self, now: int) -> None:
        self._db.execute("DELETE FROM sessions WHERE expires_at <= ?", (now,))

    def append_audit(self, entries: Sequence[r.NewAudit]) -> list[r.Audit]:
        # The row is made first so that there is one to lock, for the very first entry too.
        self._db.execute(
            "INSERT INTO audit_head (id, last_number, last_hash) VALUES (1, ?, ?) ON CONFLICT (id) DO NOTHING",
            (START.number, START.hash),
        )
        [found] = self._db.execute("SELECT last_number, last_hash FROM audit_head WHERE id = 1 {for_update}")
        head = r.Head(*found)
        linked = []
        for entry in entries:
            linked.append(link_audit(head, entry))
            head = r.Head(linked[-1].number, linked[-1].hash)
        self._db.execute_many(
            "INSERT INTO audit (number, at, actor, action, detail, prev_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [(a.number, a.at, a.actor, a.action, a.detail, a.prev_hash, a.hash) for a in linked],
        )
        self._db.execute("UPDATE audit_head SET last_number = ?, last_hash = ? WHERE id = 1", (head.number, head.hash))
        return linked

    def put_setting(self, key: str, value: str) -> None:
        self._db.execute(
            "INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            (key, value),
        )


def posted(db: Database, ids: Sequence[str]) -> dict[str, Transfer]:
    sql = "SELECT id, debit, credit, cents FROM transfers WHERE id {among}"
    return {row[0]: Transfer(*row) for row in db.execute(sql, (db.listed(ids),))}
