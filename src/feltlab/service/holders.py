"""Whose money it is: every account of the ledger belongs to an existing person, bot or table."""

from typing import Final

from feltlab.errors import shown
from feltlab.ledger.ledger import HOUSE
from feltlab.service.store import Store

OF_PEOPLE: Final = ("purse", "tokens")
OF_TABLES: Final = ("bank", "stake", "token-stake", "meter", "reserve")
BOT: Final = "bot:"
_MOVED: Final = "SELECT debit FROM transfers UNION SELECT credit FROM transfers"


def wrong_holders(store: Store) -> list[str]:
    """Accounts that belong to nobody, and those that have transfers but no balance."""
    with store.reading() as db, db.transaction(write=False):
        moved = sorted(str(row[0]) for row in db.execute(_MOVED))
        balances = {str(row[0]) for row in db.execute("SELECT account FROM balances")}
        people = {str(row[0]) for row in db.execute("SELECT id FROM players")}
        tables = {str(row[0]) for row in db.execute("SELECT table_id FROM tables")}
    found = [
        f"the account {shown(account)} has transfers but no balance" for account in moved if account not in balances
    ]
    nobodys = [account for account in moved if not _is_held(account, people, tables)]
    return found + [f"the account {shown(account)} in the ledger belongs to nobody" for account in nobodys]


def _is_held(account: str, people: set[str], tables: set[str]) -> bool:
    kind, _, whose = account.partition(":")
    if kind in OF_PEOPLE and whose.startswith(BOT):
        return whose.removeprefix(BOT).rpartition(":")[0] in tables
    if kind in OF_PEOPLE:
        return whose in people
    return account == HOUSE or (kind in OF_TABLES and (whose in tables or whose.rpartition(":")[0] in tables))
