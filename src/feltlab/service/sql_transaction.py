"""Writing, in SQL that both databases understand; a statement for each kind of row, run for a batch of them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple
from typing import Final

from feltlab.errors import ConflictError, shown
from feltlab.ledger.transfer import Transfer
from feltlab.service import rows as r
from feltlab.service.answers import answer_mac
from feltlab.service.begun import begun
from feltlab.service.chain import AUDIT, GENESIS, LEDGER, START, event_hash, ledger_hash, link_audit, proved_back
from feltlab.service.database import Database
from feltlab.service.owning import Owning
from feltlab.service.people import FACTOR, PLAYER, SESSION, player_of, session_mac, session_of
from feltlab.service.snapshots import marked

PAGE: Final = 500


class SqlTransaction(Owning):
    def __init__(self, db: Database, key: bytes) -> None:
        super().__init__(db)
        self._key = key
        self.appended = 0
        """For events, to all tables."""

    def balances(self, accounts: Sequence[str]) -> dict[str, int]:
        names = sorted(set(accounts))
        return {**dict.fromkeys(names, 0), **self._locked_balances(names)}

    def _locked_balances(self, names: Sequence[str]) -> dict[str, int]:
        sql = "SELECT account, cents FROM balances WHERE account {among} ORDER BY account {for_update}"
        return {row[0]: row[1] for row in self._db.execute(sql, (self._db.listed(names),))}

    def posted(self, ids: Sequence[str]) -> dict[str, Transfer]:
        return posted(self._db, ids)

    def post(self, postings: Sequence[r.Posting], balances: Mapping[str, int]) -> None:
        head = self._head(LEDGER)
        rows, last = [], head.hash
        for number, posting in enumerate(postings, head.number + 1):
            last = ledger_hash(self._key, last, number, posting)
            rows.append(_entry_row(number, posting, last))
        self._db.execute_many(
            "INSERT INTO transfers (number, id, debit, credit, cents, at, table_id, event_number, actor, hash)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            rows,
        )
        self._put_head(LEDGER, r.Head(head.number + len(rows), last))
        self._db.execute_many(
            "INSERT INTO balances (account, cents) VALUES (?, ?)"
            " ON CONFLICT (account) DO UPDATE SET cents = excluded.cents",
            sorted(balances.items()),
        )

    def put_tables(self, tables: Sequence[r.NewTable]) -> None:
        self._db.execute_many(
            "INSERT INTO tables (table_id, game, config, last_number, last_hash, snapshot_number, owner)"
            " VALUES (?, ?, ?, 0, ?, 0, ?) ON CONFLICT (table_id) DO UPDATE SET config = excluded.config",
            [(t.table_id, t.game, t.config, GENESIS, self.owner) for t in tables],
        )

    def append_events(self, events: Sequence[r.NewEvent]) -> None:
        heads = self._heads(sorted({event.table_id for event in events}))
        rows = []
        for e in events:
            head = heads.get(e.table_id)
            if head is None:
                raise ConflictError(f"there is no table {shown(e.table_id)}")
            if e.number != head.number + 1:
                raise ConflictError(f"event {e.number} of {shown(e.table_id)} does not follow {head.number}")
            now = event_hash(self._key, head.hash, e)
            rows.append((e.table_id, e.number, e.round, e.at, e.kind, e.body, head.hash, now))
            heads[e.table_id] = r.Head(e.number, now)
        self._db.execute_many(
            "INSERT INTO events (table_id, number, round, at, kind, body, prev_hash, hash)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            rows,
        )
        self._db.execute_many(
            "UPDATE tables SET last_number = ?, last_hash = ? WHERE table_id = ?",
            [(head.number, head.hash, table_id) for table_id, head in heads.items()],
        )
        self.appended += len(rows)

    def put_seeds(self, seeds: Sequence[r.Seed]) -> None:
        self._db.execute_many(
            "INSERT INTO seeds (table_id, round, seed) VALUES (?, ?, ?)"
            " ON CONFLICT (table_id) DO UPDATE SET round = excluded.round, seed = excluded.seed",
            [(s.table_id, s.round, s.seed) for s in seeds],
        )

    def _heads(self, table_ids: Sequence[str]) -> dict[str, r.Head]:
        sql = (
            "SELECT table_id, last_number, last_hash, owner FROM tables WHERE table_id {among}"
            " ORDER BY table_id {for_update}"
        )
        rows = self._db.execute(sql, (self._db.listed(table_ids),))
        for table_id, _, _, owner in rows:
            if self.owner is not None and owner != self.owner:
                raise ConflictError(f"the table {shown(table_id)} is run by another process")
        return {table_id: r.Head(number, hash) for table_id, number, hash, _ in rows}

    def put_snapshots(self, snapshots: Sequence[r.Snapshot]) -> None:
        self._db.execute_many(
            "UPDATE tables SET state = ?, snapshot_number = ? WHERE table_id = ?",
            [(marked(self._key, s), s.number, s.table_id) for s in snapshots],
        )

    def answers(self, keys: Sequence[str]) -> dict[str, r.Answer]:
        sql = "SELECT key, table_id, body_hash, answer, at FROM answers WHERE key {among}"
        return {row[0]: r.Answer(*row) for row in self._db.execute(sql, (self._db.listed(keys),))}

    def add_answers(self, answers: Sequence[r.Answer]) -> None:
        self._db.execute_many(
            "INSERT INTO answers (key, table_id, body_hash, answer, at, mac) VALUES (?, ?, ?, ?, ?, ?)",
            [(a.key, a.table_id, a.body_hash, a.answer, a.at, answer_mac(self._key, a)) for a in answers],
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
            "INSERT INTO players (id, name, role, password_hash, created_at, disabled, change_by)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name, role = excluded.role,"
            " password_hash = excluded.password_hash, disabled = excluded.disabled, change_by = excluded.change_by",
            [(p.id, p.name, p.role, p.password_hash, p.created_at, int(p.disabled), p.change_by) for p in players],
        )

    def player(self, id: str) -> r.Player | None:
        found = self._db.execute(f"{PLAYER} WHERE id = ? {{for_update}}", (id,))
        return player_of(*found[0]) if found else None

    def factor(self, player: str) -> r.Factor | None:
        found = self._db.execute(f"{FACTOR} WHERE player = ? {{for_update}}", (player,))
        return r.Factor(*found[0]) if found else None

    def put_factors(self, factors: Sequence[r.Factor]) -> None:
        self._db.execute_many(
            "INSERT INTO factors (player, salt, since, step, codes, next_salt, warned_at, warned_of, warned_from)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (player) DO UPDATE SET salt = excluded.salt, since = excluded.since, step = excluded.step,"
            " codes = excluded.codes, next_salt = excluded.next_salt, warned_at = excluded.warned_at,"
            " warned_of = excluded.warned_of, warned_from = excluded.warned_from",
            [astuple(f) for f in factors],
        )

    def drop_factor(self, player: str) -> None:
        self._db.execute("DELETE FROM factors WHERE player = ?", (player,))

    def add_sessions(self, sessions: Sequence[r.Session]) -> None:
        self._db.execute_many(
            "INSERT INTO sessions (token_hash, player, created_at, expires_at, seen_at, factor_at, address, device,"
            " mac) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [(*astuple(s), session_mac(self._key, s)) for s in sessions],
        )

    def session(self, token_hash: str) -> r.Session | None:
        found = self._db.execute(f"{SESSION} WHERE token_hash = ? {{for_update}}", (token_hash,))
        return session_of(self._key, *found[0]) if found else None

    def see_session(self, token_hash: str, now: int) -> None:
        self._db.execute("UPDATE sessions SET seen_at = ? WHERE token_hash = ?", (now, token_hash))

    def drop_sessions(self, token_hashes: Sequence[str]) -> None:
        self._db.execute_many("DELETE FROM sessions WHERE token_hash = ?", [(token,) for token in token_hashes])

    def drop_player_sessions(self, player: str) -> None:
        self._db.execute("DELETE FROM sessions WHERE player = ?", (player,))

    def drop_expired_sessions(self, now: int) -> None:
        self._db.execute("DELETE FROM sessions WHERE expires_at <= ?", (now,))

    def append_audit(self, entries: Sequence[r.NewAudit]) -> list[r.Audit]:
        head = self._head(AUDIT)
        linked = []
        for entry in entries if head.number else begun(entries):
            linked.append(link_audit(self._key, head, entry))
            head = r.Head(linked[-1].number, linked[-1].hash)
        self._db.execute_many(
            "INSERT INTO audit (number, at, actor, action, detail, prev_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [(a.number, a.at, a.actor, a.action, a.detail, a.prev_hash, a.hash) for a in linked],
        )
        self._put_head(AUDIT, head)
        return linked

    def _head(self, chain: str) -> r.Head:
        sql = "SELECT last_number, last_hash FROM heads WHERE chain = ? {for_update}"
        found = self._db.execute(sql, (chain,))
        if not found:  # created so that there is one to lock, for the very first entry too
            self._db.execute(
                "INSERT INTO heads (chain, last_number, last_hash) VALUES (?, ?, ?) ON CONFLICT (chain) DO NOTHING",
                (chain, START.number, START.hash),
            )
            found = self._db.execute(sql, (chain,))
        return r.Head(*found[0])

    def _put_head(self, chain: str, head: r.Head) -> None:
        sql = "UPDATE heads SET last_number = ?, last_hash = ? WHERE chain = ?"
        self._db.execute(sql, (head.number, head.hash, chain))

    def newest_audit(self) -> Iterator[r.Audit]:
        # Without a lock: the heads are locked in one order, that of writing, and every batch holds the house's balance.
        found = self._db.execute("SELECT last_number, last_hash FROM heads WHERE chain = ?", (AUDIT,))
        return proved_back(self._key, r.Head(*found[0]) if found else START, self._audit_back)

    def _audit_back(self, last: int) -> list[r.Audit]:
        sql = (
            "SELECT number, at, actor, action, detail, prev_hash, hash FROM audit WHERE number <= ?"
            " ORDER BY number DESC LIMIT ?"
        )
        return [r.Audit(*row) for row in self._db.execute(sql, (last, PAGE))]

    def put_setting(self, key: str, value: str) -> None:
        self._db.execute(
            "INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            (key, value),
        )


def _entry_row(number: int, posting: r.Posting, now: str) -> tuple[object, ...]:
    p, move = posting, posting.transfer
    return (number, move.id, move.debit, move.credit, move.cents, p.at, p.table_id, p.event_number, p.actor, now)


def posted(db: Database, ids: Sequence[str]) -> dict[str, Transfer]:
    sql = "SELECT id, debit, credit, cents FROM transfers WHERE id {among}"
    return {row[0]: Transfer(*row) for row in db.execute(sql, (db.listed(ids),))}
