"""The tables of the store, their version, and how to upgrade an earlier version.

One text serves both databases; the words in braces differ. Text sorts by its bytes everywhere. References are checked
at the end of a transaction: rows may be written in any order.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from feltlab.errors import StoreError
from feltlab.service.database import Database

VERSION: Final = 5

TABLES: Final = {
    "tables": """
        table_id {text} NOT NULL PRIMARY KEY, game {text} NOT NULL, config {text} NOT NULL,
        last_number {int} NOT NULL, last_hash {text} NOT NULL,
        state {text}, snapshot_number {int} NOT NULL, owner {text}""",
    "events": """
        table_id {text} NOT NULL REFERENCES tables DEFERRABLE INITIALLY DEFERRED,
        number {int} NOT NULL, round {int} NOT NULL, at {int} NOT NULL, kind {text} NOT NULL, body {text} NOT NULL,
        prev_hash {text} NOT NULL, hash {text} NOT NULL, PRIMARY KEY (table_id, number)""",
    "transfers": """
        id {text} NOT NULL PRIMARY KEY, debit {text} NOT NULL, credit {text} NOT NULL,
        cents {int} NOT NULL CHECK (cents > 0), at {int} NOT NULL, table_id {text}, event_number {int},
        number {int} NOT NULL, actor {text}, hash {text} NOT NULL, CHECK (debit <> credit)""",
    "balances": """
        account {text} NOT NULL PRIMARY KEY, cents {int} NOT NULL CHECK (cents >= 0 OR account = 'house')""",
    "answers": """
        key {text} NOT NULL PRIMARY KEY, table_id {text}, body_hash {text} NOT NULL, answer {text} NOT NULL,
        at {int} NOT NULL, mac {text} NOT NULL DEFAULT ''""",
    "rounds": """
        table_id {text} NOT NULL REFERENCES tables DEFERRABLE INITIALLY DEFERRED, round {int} NOT NULL,
        opened_at {int} NOT NULL, closed_at {int}, outcome {text} CHECK (outcome IN ('closed', 'voided')),
        reason {text}, history {text}, PRIMARY KEY (table_id, round)""",
    "round_seats": """
        table_id {text} NOT NULL, round {int} NOT NULL, seat {int} NOT NULL, player {text} NOT NULL, at {int} NOT NULL,
        PRIMARY KEY (table_id, seat, round),
        FOREIGN KEY (table_id, round) REFERENCES rounds DEFERRABLE INITIALLY DEFERRED""",
    "results": """
        table_id {text} NOT NULL, round {int} NOT NULL, seat {int} NOT NULL, wager {text} NOT NULL,
        player {text} NOT NULL, game {text} NOT NULL, terms {text} NOT NULL, at {int} NOT NULL,
        initial {int} NOT NULL CHECK (initial >= 0), staked {int} NOT NULL CHECK (staked >= 0),
        returned {int} NOT NULL CHECK (returned >= 0), PRIMARY KEY (table_id, round, seat, wager),
        FOREIGN KEY (table_id, round) REFERENCES rounds DEFERRABLE INITIALLY DEFERRED""",
    "players": """
        id {text} NOT NULL PRIMARY KEY, name {text} NOT NULL UNIQUE, role {text} NOT NULL, password_hash {text},
        created_at {int} NOT NULL, disabled {int} NOT NULL, change_by {int}""",
    "factors": """
        player {text} NOT NULL PRIMARY KEY REFERENCES players DEFERRABLE INITIALLY DEFERRED,
        salt {text} NOT NULL, since {int} NOT NULL, step {int} NOT NULL, codes {text} NOT NULL,
        next_salt {text} NOT NULL, warned_at {int} NOT NULL, warned_of {text} NOT NULL,
        warned_from {text} NOT NULL""",
    "sessions": """
        token_hash {text} NOT NULL PRIMARY KEY,
        player {text} NOT NULL REFERENCES players DEFERRABLE INITIALLY DEFERRED,
        created_at {int} NOT NULL, expires_at {int} NOT NULL, seen_at {int} NOT NULL,
        factor_at {int} NOT NULL DEFAULT 0, address {text} NOT NULL DEFAULT '', device {text} NOT NULL DEFAULT '',
        mac {text} NOT NULL DEFAULT ''""",
    "audit": """
        number {int} NOT NULL PRIMARY KEY, at {int} NOT NULL, actor {text} NOT NULL, action {text} NOT NULL,
        detail {text} NOT NULL, prev_hash {text} NOT NULL, hash {text} NOT NULL""",
    "heads": "chain {text} NOT NULL PRIMARY KEY, last_number {int} NOT NULL, last_hash {text} NOT NULL",
    "settings": "key {text} NOT NULL PRIMARY KEY, value {text} NOT NULL",
    "owners": "id {text} NOT NULL PRIMARY KEY, until {int} NOT NULL",
    "seeds": "table_id {text} NOT NULL PRIMARY KEY, round {int} NOT NULL, seed {text} NOT NULL",
}
COPIED: Final = tuple(name for name in TABLES if name not in ("seeds", "owners"))
"""The seeds of open rounds are not copied: two stores that deal from the same seed would reveal each other's cards.
Neither are the processes that run the tables.
"""

LARGE: Final = {"tables", "events", "answers", "rounds", "audit"}
"""Rows with documents in them; SQLite keeps the others in the tree of their key."""

INDEXES: Final = (
    "CREATE INDEX answers_at ON answers (at)",
    # People ask for a player's statement, not a table's; indexes on all accounts would halve the speed of writing.
    "CREATE INDEX transfers_paid ON transfers (debit, at) WHERE debit >= 'purse:' AND debit < 'purse;'",
    "CREATE INDEX transfers_received ON transfers (credit, at) WHERE credit >= 'purse:' AND credit < 'purse;'",
    "CREATE INDEX transfers_issued ON transfers (table_id, at) WHERE debit = 'house' AND table_id IS NOT NULL",
    "CREATE INDEX transfers_fed ON transfers (at) WHERE credit >= 'meter:' AND credit < 'meter;'",
    "CREATE INDEX transfers_awarded ON transfers (at) WHERE debit >= 'meter:' AND debit < 'meter;'",
    "CREATE UNIQUE INDEX transfers_number ON transfers (number)",
    "CREATE INDEX transfers_actor ON transfers (actor, at) WHERE actor IS NOT NULL",
    "CREATE INDEX audit_requests ON audit (at) WHERE action IN ('request', 'approved', 'refused')",
    "CREATE INDEX audit_accounts ON audit (at) WHERE action = 'account'",
    "CREATE INDEX round_seats_player ON round_seats (player, at, table_id, round)",
    "CREATE INDEX results_at ON results (at)",
    "CREATE INDEX players_name ON players (lower(name))",
    "CREATE INDEX sessions_player ON sessions (player)",
)

Migrations = Mapping[int, Sequence[str]]
MIGRATIONS: Final[Migrations] = {
    # The rows get their keyed hashes when the store is opened (`takeover`).
    1: (
        "ALTER TABLE transfers ADD COLUMN number {int} NOT NULL DEFAULT 0",
        "ALTER TABLE transfers ADD COLUMN actor {text}",
        "ALTER TABLE transfers ADD COLUMN hash {text} NOT NULL DEFAULT ''",
        "UPDATE transfers SET number = ranked.place FROM (SELECT id AS name, ROW_NUMBER() OVER (ORDER BY at, id)"
        " AS place FROM transfers) AS ranked WHERE ranked.name = transfers.id",
        "CREATE UNIQUE INDEX transfers_number ON transfers (number)",
        "CREATE INDEX transfers_actor ON transfers (actor, at) WHERE actor IS NOT NULL",
        "CREATE INDEX audit_requests ON audit (at) WHERE action IN ('request', 'approved', 'refused')",
        "CREATE INDEX players_name ON players (lower(name))",
        "CREATE TABLE heads (chain {text} NOT NULL PRIMARY KEY, last_number {int} NOT NULL, last_hash {text} NOT NULL)"
        " {small}",
        "INSERT INTO heads (chain, last_number, last_hash) SELECT 'audit', last_number, last_hash FROM audit_head",
        "DROP TABLE audit_head",
        "ALTER TABLE schema_version ADD COLUMN life {text}",
        f"CREATE TABLE seeds ({TABLES['seeds']}) {{small}}",
    ),
    2: (
        "ALTER TABLE players ADD COLUMN change_by {int}",
        "ALTER TABLE sessions ADD COLUMN factor_at {int} NOT NULL DEFAULT 0",
        "ALTER TABLE sessions ADD COLUMN address {text} NOT NULL DEFAULT ''",
        "ALTER TABLE sessions ADD COLUMN device {text} NOT NULL DEFAULT ''",
        "ALTER TABLE sessions ADD COLUMN mac {text} NOT NULL DEFAULT ''",
        f"CREATE TABLE factors ({TABLES['factors']}) {{small}}",
        "DELETE FROM sessions",  # without the key's mark they open nothing
        f"CREATE TABLE owners ({TABLES['owners']}) {{small}}",
        "ALTER TABLE tables DROP COLUMN lease_until",
        "CREATE INDEX audit_accounts ON audit (at) WHERE action = 'account'",
    ),
    # The answers get their marks when the store is opened (`answers`).
    3: ("ALTER TABLE answers ADD COLUMN mac {text} NOT NULL DEFAULT ''",),
    4: (
        "CREATE INDEX transfers_fed ON transfers (at) WHERE credit >= 'meter:' AND credit < 'meter;'",
        "CREATE INDEX transfers_awarded ON transfers (at) WHERE debit >= 'meter:' AND debit < 'meter;'",
    ),
}
"""From each earlier version, the statements that lead to the next one, with the same {placeholders} as the tables."""


def create_statements() -> list[str]:
    statements = [
        f"CREATE TABLE {name} ({columns}) {'{large}' if name in LARGE else '{small}'}"
        for name, columns in TABLES.items()
    ]
    return ["CREATE TABLE schema_version (version {int} NOT NULL, life {text})", *statements, *INDEXES]


def prepare(db: Database, version: int = VERSION, migrations: Migrations = MIGRATIONS) -> int:
    """Make the tables in an empty database, or upgrade an earlier version, inside a transaction.

    Returns the version found, 0 for an empty one.
    """
    names = db.table_names()
    if not names:
        _run(db, create_statements())
        db.execute("INSERT INTO schema_version (version) VALUES (?)", (version,))
        return 0
    if "schema_version" not in names:
        raise StoreError(f"{db.name} holds other tables, not a feltlab database")
    found = [int(row[0]) for row in db.execute("SELECT version FROM schema_version")]
    if len(found) != 1 or found[0] < 1:
        raise StoreError(f"{db.name} does not say which schema version it has")
    if found[0] > version:
        raise StoreError(f"{db.name} has schema version {found[0]}, newer than {version}: use a newer feltlab")
    for step in range(found[0], version):
        if step not in migrations:
            raise StoreError(f"{db.name} has schema version {found[0]}, which this feltlab cannot upgrade to {version}")
        _run(db, migrations[step])
    if found[0] < version:
        db.execute("UPDATE schema_version SET version = ?", (version,))
    return found[0]


def life_of(db: Database) -> str:
    """The life of the log. A copy keeps it until it is recognized as a copy and begins its own."""
    [(life,)] = db.execute("SELECT life FROM schema_version")
    return str(life or "")


def events_of(db: Database) -> int:
    """How many events all tables have together."""
    return int(db.execute("SELECT COALESCE(SUM(last_number), 0) FROM tables")[0][0])


def begin_life(db: Database, life: str) -> None:
    """Cards dealt from earlier seeds may be known elsewhere: no round continues from one."""
    db.execute("DELETE FROM seeds")
    put_life(db, life)


def put_life(db: Database, life: str) -> None:
    db.execute("UPDATE schema_version SET life = ?", (life,))


def _run(db: Database, statements: Sequence[str]) -> None:
    for statement in statements:
        db.execute(statement)
