"""Is the store sound? The books by SQL alone, without the ledger that wrote them; the chains; SQLite's own check."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from feltlab.errors import FeltlabError, StoreError, shown
from feltlab.service.chain import AUDIT, KEY, LEDGER, Break, verify_audit, verify_chain, verify_ledger
from feltlab.service.database import Database
from feltlab.service.foreign import foreign_objects
from feltlab.service.keys import key_id
from feltlab.service.overdrawn import overdrawn
from feltlab.service.rows import Head
from feltlab.service.schema import TABLES
from feltlab.service.store import Store

UNREADABLE: Final = (
    FeltlabError, ValueError, KeyError, TypeError, AttributeError, AssertionError, RecursionError, OverflowError
)  # fmt: skip
"""The errors that reading a changed document may raise."""
KEPT: Final = (AUDIT, LEDGER, KEY)

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
    """The sum of all balances; must be zero."""
    wrong: tuple[WrongBalance, ...]
    """Accounts whose balance is not the sum of their transfers, the first hundred; must be none."""

    @property
    def is_right(self) -> bool:
        return self.total == 0 and not self.wrong


def ledger_sums(store: Store) -> LedgerSums:
    with store.reading() as db, db.transaction(write=False):
        [(total,)] = db.execute("SELECT COALESCE(SUM(cents), 0) FROM balances")
        wrong = db.execute(_BY_ACCOUNT)
    return LedgerSums(int(total), tuple(WrongBalance(str(a), int(b), int(m)) for a, b, m in wrong))


def looked(what: str, look: Callable[[], Iterable[str]]) -> list[str]:
    """The findings. If rows cannot even be read, that is the finding, and the others are still checked."""
    try:
        return list(look())
    except StoreError:
        raise
    except UnicodeDecodeError:
        return [f"{what} cannot be read: there is text that is not UTF-8"]
    except UNREADABLE as error:
        return [f"{what} cannot be read: {type(error).__name__}"]


def problems(store: Store, newest: int | None = None) -> list[str]:
    """What is wrong with a store, one line each; checks all of long chains, or only some of the newest rows."""
    return [*damage(store), *books(store), *([] if newest else overdrafts(store)), *chains(store, newest)]


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


def texts(store: Store) -> list[str]:
    """Tables with text that is not UTF-8, which PostgreSQL does not accept."""
    with store.reading() as db:
        return [f"the table {name} has text that is not UTF-8" for name in TABLES if not _is_text(db, name)]


def _is_text(db: Database, table: str) -> bool:
    try:
        for _ in db.stream(f"SELECT * FROM {table}") if db.checks_itself else ():  # noqa: S608 - ours
            pass
    except UnicodeDecodeError:
        return False
    return True


def books(store: Store) -> list[str]:
    return looked("the balances", lambda: _books(store))


def overdrafts(store: Store) -> list[str]:
    return looked("the ledger", lambda: overdrawn(store))


def _books(store: Store) -> Iterator[str]:
    sums = ledger_sums(store)
    if sums.total:
        yield f"the balances sum to {sums.total} cents, not to zero"
    for wrong in sums.wrong:
        yield f"{wrong.account} has {wrong.balance} cents, its transfers add up to {wrong.by_transfers}"


def chains(store: Store, newest: int | None = None) -> list[str]:
    return [
        *looked("the tables", lambda: _of_tables(store, newest)),
        *looked("the audit trail", lambda: _told("the audit trail", verify_audit(store, newest=newest))),
        *looked("the heads of the chains", lambda: _heads(store)),
        *looked("the ledger", lambda: _told("the ledger", verify_ledger(store, newest=newest))),
    ]


def _of_tables(store: Store, newest: int | None) -> Iterator[str]:
    with store.reading() as db:
        rows = db.execute("SELECT table_id, last_number, snapshot_number FROM tables ORDER BY table_id")
    for table, last, snapshot in rows:
        of = f"the events of {table}"
        yield from looked(of, lambda: _told(of, verify_chain(store, table, newest=newest)))  # noqa: B023 - used at once
        if not 0 <= snapshot <= last:
            yield f"the snapshot of {table} is of event {snapshot}, which does not exist"


def _told(chain: str, broken: Break | None) -> list[str]:
    return [f"{chain}: {broken.message}"] if broken else []


def _heads(store: Store) -> Iterator[str]:
    if store.head(KEY) != Head(0, key_id(store.key)):
        yield "the database says that its chains have another key"
    with store.reading() as db:
        names = sorted(str(row[0]) for row in db.execute("SELECT chain FROM heads"))
    yield from (f"there is a head of {shown(name)}, which is not a chain" for name in names if name not in KEPT)
