"""Is the store sound? The books by SQL alone, without the ledger that wrote them; the chains; SQLite's own check."""

from dataclasses import dataclass

from feltlab.service.chain import KEY, verify_audit, verify_chain, verify_ledger
from feltlab.service.foreign import foreign_objects
from feltlab.service.keys import key_id
from feltlab.service.rows import Head
from feltlab.service.store import Store

_BY_ACCOUNT = """
    SELECT account, balance, moved FROM (
        SELECT account, SUM(cents) AS balance, SUM(transferred) AS moved FROM (
            SELECT account, cents, 0 AS transferred FROM balances
            UNION ALL SELECT credit, 0, cents FROM transfers
            UNION ALL SELECT debit, 0, -cents FROM transfers) AS entries
        GROUP BY account) AS sums
    WHERE balance <> moved ORDER BY account LIMIT 100"""


@dataclass(frozen=True, slots=True)
class WrongBalance:
    account: str
    balance: int
    by_transfers: int


@dataclass(frozen=True, slots=True)
class LedgerSums:
    total: int
    """The sum of all balances; zero."""
    wrong: tuple[WrongBalance, ...]
    """Accounts whose balance is not what their transfers add up to, the first hundred; none."""

    @property
    def is_right(self) -> bool:
        return self.total == 0 and not self.wrong


def ledger_sums(store: Store) -> LedgerSums:
    with store.reading() as db, db.transaction(write=False):
        [(total,)] = db.execute("SELECT COALESCE(SUM(cents), 0) FROM balances")
        wrong = db.execute(_BY_ACCOUNT)
    return LedgerSums(int(total), tuple(WrongBalance(str(a), int(b), int(m)) for a, b, m in wrong))


def problems(store: Store, newest: int | None = None) -> list[str]:
    """What is wrong with a store, a line each; of long chains check all, or only so many of the newest rows."""
    return [*damage(store), *books(store), *chains(store, newest)]


def damage(store: Store) -> list[str]:
    with store.reading() as db:
        if not db.checks_itself:
            return []
        found = [str(row[0]) for row in db.execute("PRAGMA integrity_check(10)")]
        found += [f"a row of {row[0]} refers to nothing" for row in db.execute("PRAGMA foreign_key_check")]
    return [line for line in found if line != "ok"]


def schema(store: Store) -> list[str]:
    with store.reading() as db:
        return foreign_objects(db)


def books(store: Store) -> list[str]:
    sums, found = ledger_sums(store), []
    if sums.total:
        found.append(f"the balances sum to {sums.total} cents, not to zero")
    for wrong in sums.wrong:
        found.append(f"{wrong.account} has {wrong.balance} cents, its transfers add up to {wrong.by_transfers}")
    return found


def chains(store: Store, newest: int | None = None) -> list[str]:
    found = []
    for table in store.tables():
        if broken := verify_chain(store, table.table_id, newest=newest):
            found.append(f"the events of {table.table_id}: {broken.message}")
        if table.snapshot_number > table.last_number:
            found.append(f"the snapshot of {table.table_id} is of event {table.snapshot_number}, which is not there")
    if broken := verify_audit(store, newest=newest):
        found.append(f"the audit log: {broken.message}")
    if store.head(KEY) != Head(0, key_id(store.key)):
        found.append("the store says that its chains have another key")
    if broken := verify_ledger(store, newest=newest):
        found.append(f"the ledger: {broken.message}")
    return found
