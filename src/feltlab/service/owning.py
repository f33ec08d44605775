"""Which process runs which table, as rows.

A process joins the owners under a new id each time it starts. Every transaction of its service holds that row. A
process that takes tables over deletes the row first, which waits until such a transaction has ended, and makes all
later ones fail: what the old process wrote last is there before another reads, and it writes nothing afterward.
"""

from typing import Final

from feltlab.errors import LeaseError
from feltlab.service.database import Database

FOREVER: Final = 2**62


class Owning:
    """If only one process can have the store: it has all tables until it ends."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self.owner: str | None = None
        """None for anything that is not part of the service, such as another command."""

    def alone_in_taking(self) -> None:
        pass

    def begin_owner(self, owner: str, seconds: float) -> None:
        self._db.execute("DELETE FROM owners")
        self._db.execute("INSERT INTO owners (id, until) VALUES (?, ?)", (owner, FOREVER))

    def hold(self, owner: str) -> None:
        if not self._holds(owner):
            raise LeaseError(f"{self._db.name}: another process has taken over the tables")
        self.owner = owner

    def _holds(self, owner: str) -> bool:
        return bool(self._db.execute("SELECT id FROM owners WHERE id = ?", (owner,)))

    def take_tables(self) -> set[str]:
        self._db.execute(
            "UPDATE tables SET owner = ? WHERE owner IS NULL"
            " OR NOT EXISTS (SELECT id FROM owners WHERE owners.id = tables.owner)",
            (self.owner,),
        )
        return {str(row[0]) for row in self._db.execute("SELECT table_id FROM tables WHERE owner = ?", (self.owner,))}

    def end_owner(self) -> None:
        self._db.execute("UPDATE tables SET owner = NULL WHERE owner = ?", (self.owner,))
        self._db.execute("DELETE FROM owners WHERE id = ?", (self.owner,))
