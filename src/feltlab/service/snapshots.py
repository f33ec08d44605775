"""Snapshots of tables with a mark made with the house's key, so that no state is served that was never there.

    {"mac":"64 hex digits","state":{…}}

The mark covers table, number and state as text. A snapshot without one is from an older version; one with a wrong mark
was changed. Neither is used: the log is replayed instead.
"""

import hmac
import logging
import re
from typing import Final

from feltlab.errors import shown
from feltlab.service.rows import Snapshot, Table
from feltlab.wire import dump

LOG: Final = logging.getLogger("feltlab.store")
_MARKED: Final = re.compile(r'\{"mac":"([0-9a-f]{64})","state":(.*)\}', re.DOTALL)


def marked(key: bytes, snapshot: Snapshot) -> str:
    """The text that is stored."""
    return f'{{"mac":"{_mac(key, snapshot)}","state":{snapshot.state}}}'


def plain_state(row: Table) -> str:
    """The state as text, whatever its mark says."""
    found = _MARKED.fullmatch(row.state or "")
    return found[2] if found else row.state or ""


def proved_state(key: bytes, row: Table) -> str:
    """The state as text; empty if there is none with its mark."""
    if was_changed(key, row):
        LOG.warning("the snapshot of %s was changed: its whole log is replayed", shown(row.table_id))
        return ""
    return plain_state(row) if _MARKED.fullmatch(row.state or "") else ""


def was_changed(key: bytes, row: Table) -> bool:
    """Whether it has a mark, and not its own."""
    found = _MARKED.fullmatch(row.state or "")
    due = _mac(key, Snapshot(row.table_id, row.snapshot_number, found[2])) if found else ""
    return found is not None and not hmac.compare_digest(found[1], due)


def _mac(key: bytes, snapshot: Snapshot) -> str:
    text = dump([snapshot.table_id, snapshot.number, snapshot.state])
    return hmac.digest(key, f"snapshot\n{text}".encode(), "sha256").hex()
