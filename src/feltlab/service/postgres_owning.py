"""Several processes on one PostgreSQL: leases by its clock, and news of one process's actions for the others.

The clocks of the processes do not matter. A lease is renewed over its own connection, so that a waiting writer keeps
its tables; only processes that take tables over lock the row.
"""

from collections.abc import Sequence
from typing import Final, Protocol

from feltlab.service import rows as r
from feltlab.service.database import Database
from feltlab.service.sql_transaction import SqlTransaction
from feltlab.service.store import Beat

CHANNEL: Final = "feltlab"
TAKING_LOCK: Final = 0x66656C75
NOW: Final = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
SLACK_MS: Final = 1000
END_MS: Final = 500
"""How long to wait for a connection to end."""


class Listening(Database, Protocol):
    def heard(self, seconds: float) -> list[str]:
        """Payloads of notifications; waits for the first of them."""


def _connection_name(owner: str) -> str:
    return f"feltlab {owner.rpartition('.')[2]}"


def _end_unheard(db: Database) -> None:
    """End the connections of owners whose lease has run out: a frozen one may hold what everyone is waiting for."""
    if unheard := db.execute(f"SELECT id FROM owners WHERE until <= {NOW}"):  # noqa: S608 - ours
        names = [_connection_name(str(row[0])) for row in unheard]
        db.execute(
            "SELECT pg_terminate_backend(pid, ?) FROM pg_stat_activity"
            " WHERE application_name = ANY(?) AND usename = current_user AND pid <> pg_backend_pid()",
            (END_MS, names),
        )


class PostgresTransaction(SqlTransaction):
    def _locked_balances(self, names: Sequence[str]) -> dict[str, int]:
        found = super()._locked_balances(names)
        missing = [name for name in names if name not in found]
        if missing:
            # There must be a row to lock, or two processes that open the same account would both start from nothing.
            sql = "INSERT INTO balances (account, cents) SELECT unnest(?::text[]), 0 ON CONFLICT (account) DO NOTHING"
            self._db.execute(sql, (missing,))
            found |= super()._locked_balances(missing)
        return found

    def alone_in_taking(self) -> None:
        # A statement does not see an owner that began after it did; and two that take from each other would wait
        # for each other.
        self._db.execute("SELECT pg_advisory_xact_lock(?)", (TAKING_LOCK,))

    def begin_owner(self, owner: str, seconds: float) -> None:
        sql = f"INSERT INTO owners (id, until) VALUES (?, {NOW} + ?)"  # noqa: S608 - ours
        self._db.execute(sql, (owner, int(1000 * seconds)))

    def _holds(self, owner: str) -> bool:
        # The connection is named after the owner, so that others can end it.
        sql = "SELECT set_config('application_name', ?, false) FROM owners WHERE id = ? FOR KEY SHARE"
        return bool(self._db.execute(sql, (_connection_name(owner), owner)))

    def take_tables(self) -> set[str]:
        _end_unheard(self._db)
        self._db.execute(f"DELETE FROM owners WHERE until <= {NOW} AND id <> ?", (self.owner,))  # noqa: S608
        return super().take_tables()

    def put_players(self, players: Sequence[r.Player]) -> None:
        super().put_players(players)
        self._tell(*(f"player:{player.id}" for player in players))

    def drop_sessions(self, token_hashes: Sequence[str]) -> None:
        super().drop_sessions(token_hashes)
        self._tell(*(f"session:{hashed}" for hashed in token_hashes))

    def drop_player_sessions(self, player: str) -> None:
        super().drop_player_sessions(player)
        self._tell(f"player:{player}")

    def append_audit(self, entries: Sequence[r.NewAudit]) -> list[r.Audit]:
        self._tell(*{r.ORDER for entry in entries if entry.action == r.ORDER})
        return super().append_audit(entries)

    def _tell(self, *notes: str) -> None:
        """Tell the other processes, at the moment of the commit."""
        self._db.execute_many("SELECT pg_notify(?, ?)", [(CHANNEL, note) for note in notes])


class PostgresWatch:
    def __init__(self, db: Listening) -> None:
        self._db = db
        # A lease lost with the server that kept it is restored by the next beat.
        db.execute("SET synchronous_commit = off")
        db.execute(f"LISTEN {CHANNEL}")

    def beat(self, owner: str, seconds: float) -> Beat:
        lease = int(1000 * seconds)
        held = self._db.execute(f"UPDATE owners SET until = {NOW} + ? WHERE id = ? RETURNING id", (lease, owner))  # noqa: S608
        # If the clock was set back, a process that has died would keep its tables for that long.
        self._db.execute(f"UPDATE owners SET until = {NOW} + ? WHERE until > {NOW} + ?", (lease, lease + SLACK_MS))  # noqa: S608
        # Here too, as our own writer may be waiting for one of them.
        _end_unheard(self._db)
        tables = self._db.execute(
            f"SELECT table_id, NOT EXISTS (SELECT id FROM owners WHERE owners.id = tables.owner AND until > {NOW})"  # noqa: S608
            " FROM tables"
        )
        return Beat(bool(held), frozenset(str(row[0]) for row in tables), any(row[1] for row in tables))

    def wait(self, seconds: float) -> list[str]:
        return self._db.heard(seconds)

    def close(self) -> None:
        self._db.close()
