"""Chips and tokens that people issued and took back: each such transfer has its entry in the trail.

The trail limits what one person issues alone in a day. Cut short and written on, it is a whole chain again; the ledger
then has transfers that it does not know.
"""

from collections.abc import Iterator
from typing import Final

from feltlab.errors import shown
from feltlab.service.store import Store
from feltlab.service.taken_over import detail_of

_ISSUED: Final = "SELECT id, cents, actor FROM transfers WHERE actor IS NOT NULL ORDER BY number"
_TOLD: Final = "SELECT actor, detail FROM audit WHERE action IN ('chips', 'tokens')"


def wrong_issues(store: Store) -> Iterator[str]:
    """The trail is read after the ledger: it has more by then."""
    with store.reading() as db:
        issued = db.execute(_ISSUED)
        entries = db.execute(_TOLD)
    known = set[tuple[object, ...]]()
    for actor, detail in entries:
        told = detail_of(detail)
        name = f"{actor} & {told['second']}" if "second" in told else actor
        known.add((told.get("transfer"), abs(int(told.get("cents", 0))), name))
    for id, cents, actor in issued:
        if (id, cents, actor) not in known:
            yield f"the transfer {shown(id)} by {shown(actor)} has no entry in the trail"
