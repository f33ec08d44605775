"""Which of those present still have access: many accounts and sessions checked with one query each."""

from collections.abc import Collection

from feltlab.service.people import SESSION, session_of
from feltlab.service.store import Store


def roles(store: Store, players: Collection[str]) -> dict[str, tuple[str, bool]]:
    """By player, for those with an account: the role, and whether it is disabled."""
    with store.reading() as db:
        rows = db.execute("SELECT id, role, disabled FROM players WHERE id {among}", (db.listed(sorted(players)),))
    return {str(id): (str(role), bool(disabled)) for id, role, disabled in rows}


def sessions_left(store: Store, hashes: Collection[str]) -> set[str]:
    with store.reading() as db:
        rows = db.execute(SESSION + " WHERE token_hash {among}", (db.listed(sorted(hashes)),))
    return {found.token_hash for row in rows if (found := session_of(store.key, *row))}
