"""Accounts that paid what they did not have: every balance, in the ledger's order, from the first transfer.

A balance raised in the database, spent and put back leaves sums that agree. Only on the way was the account below zero,
and the ledger lets nobody but the house go there.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from feltlab.ledger.ledger import HOUSE
from feltlab.service.store import Store
from feltlab.service.taken_over import UNKEYED, takeovers

PAGE: Final = 5000
_MOVES: Final = "SELECT number, debit, credit, cents, at FROM transfers WHERE number > ? ORDER BY number LIMIT ?"


def overdrawn(store: Store) -> Iterator[str]:
    """The first such transfer of each account.

    The numbers of a store from before the ledger's chain were given later, by time: within a moment their order says
    nothing.
    """
    balances, told, last = defaultdict[str, int](int), set[str](), 0
    ordered_since = max((taken.at for taken in takeovers(store) if taken.before == UNKEYED), default=0)
    with store.reading() as db:
        while page := db.execute(_MOVES, (last, PAGE)):
            for number, debit, credit, cents, at in page:
                balances[debit] -= cents
                balances[credit] += cents
                if balances[debit] < 0 and debit != HOUSE and debit not in told and at >= ordered_since:
                    told.add(debit)
                    yield f"{debit} was {-balances[debit]} cents below zero after transfer {number}"
            last = page[-1][0]
