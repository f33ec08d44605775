"""Hash chains: each row's hash covers the row before it, so a change anywhere shows from there on.

    hash = HMAC-SHA256(key, previous hash, 64 hex digits ‖ compact ASCII JSON array of the row's fields)

The fields of an event are [table, number, round, at, kind, body], those of an audit entry [number, at, actor, action,
detail], those of a transfer [number, id, debit, credit, cents, at, table, event, actor], with bodies as JSON strings.
The first row follows 64 zeros. The key is not in the database (`keys`), so whoever writes there cannot make the hashes
right again. A chain cut short is found by its head, kept apart, and by what was noted outside (`anchors`).
"""

import hmac
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final

import orjson

from feltlab.errors import AlteredError
from feltlab.service.rows import Audit, Event, Head, LedgerEntry, NewAudit, NewEvent, Posting
from feltlab.service.store import Store

GENESIS: Final = "0" * 64
START: Final = Head(0, GENESIS)
AUDIT, LEDGER = "audit", "ledger"
"""The chains that exist once; the others belong to the tables."""
KEY: Final = "key"
"""The row beside the heads of the chains that says which key they have."""
Link = Event | Audit | LedgerEntry
Noted = Mapping[int, str]
"""Hashes recorded elsewhere, by the row's number."""
NOTHING_NOTED: Final[Noted] = {}

_canonical = json.JSONEncoder(ensure_ascii=True, separators=(",", ":")).encode


def _document(fields: tuple[object, ...]) -> bytes:
    """Most rows are plain ASCII, for which the quick encoder gives the same bytes."""
    quick = orjson.dumps(fields)
    return quick if quick.isascii() and b"\x7f" not in quick else _canonical(fields).encode()


@lru_cache(maxsize=4)
def _begun(key: bytes) -> hmac.HMAC:
    return hmac.new(key, digestmod="sha256")


def _hash(key: bytes, prev_hash: str, fields: tuple[object, ...]) -> str:
    mac = _begun(key).copy()
    mac.update(prev_hash.encode())
    mac.update(_document(fields))
    return mac.hexdigest()


def event_hash(key: bytes, prev_hash: str, event: Event | NewEvent) -> str:
    return _hash(
        key, prev_hash, (event.table_id, event.number, event.round, event.at, event.kind, event.body)
    )  # fmt: skip


def audit_hash(key: bytes, prev_hash: str, number: int, entry: Audit | NewAudit) -> str:
    return _hash(key, prev_hash, (number, entry.at, entry.actor, entry.action, entry.detail))


def ledger_hash(key: bytes, prev_hash: str, number: int, posting: Posting) -> str:
    p, move = posting, posting.transfer
    return _hash(
        key, prev_hash,
        (number, move.id, move.debit, move.credit, move.cents, p.at, p.table_id, p.event_number, p.actor),
    )  # fmt: skip


def link_audit(key: bytes, head: Head, entry: NewAudit) -> Audit:
    number = head.number + 1
    now = audit_hash(key, head.hash, number, entry)
    return Audit(number, entry.at, entry.actor, entry.action, entry.detail, head.hash, now)


@dataclass(frozen=True, slots=True)
class Break:
    """The first place where a chain differs from what was written."""

    number: int
    message: str


def verify_chain(store: Store, table_id: str, noted: Noted = NOTHING_NOTED, newest: int | None = None) -> Break | None:
    """Check all events of a table, or some of the newest; the table may go on in the meantime.

    They must lead to the head kept with the table, through the hashes recorded elsewhere.
    """

    def head() -> Head:
        table = store.table(table_id)
        return Head(table.last_number, table.last_hash) if table else START

    return _verify(store.key, head, partial(store.events, table_id), noted, newest)


def verify_audit(store: Store, noted: Noted = NOTHING_NOTED, newest: int | None = None) -> Break | None:
    return _verify(store.key, partial(store.head, AUDIT), store.audit, noted, newest)


def verify_audit_since(store: Store, known: Head) -> tuple[Break | None, Head]:
    """Check what was added since the trail ended there, and where it ends now; `known` is trusted."""
    head = store.head(AUDIT)
    before = next(iter(store.audit(known.number - 1, 1)), None) if known.number else None
    if known.number and (before is None or Head(before.number, before.hash) != known):
        return Break(known.number, f"row {known.number} was changed"), head
    rows = store.audit(known.number, head.number - known.number)
    return _first_break(store.key, rows, 0, head, NOTHING_NOTED, known), head


def unlike_its_hash(key: bytes, rows: Iterable[Link]) -> Break | None:
    """The first of these rows that differs from its own hash, whatever comes before it."""
    for row in rows:
        if row.prev_hash is not None and row.hash != _recomputed(key, row.prev_hash, row):
            return Break(row.number, f"row {row.number} was changed")
    return None


def proved_back(key: bytes, head: Head, read: Callable[[int], list[Audit]]) -> Iterator[Audit]:
    """The trail's entries from this end backward, without a gap; `read` has some up to a number, the newest first."""
    due = head
    while due.number:
        page = read(due.number)
        for row in page:
            if Head(row.number, row.hash) != due or row.hash != audit_hash(key, row.prev_hash, row.number, row):
                raise AlteredError("the trail was altered: have the books checked")
            yield row
            due = Head(row.number - 1, row.prev_hash)
        if not page:
            raise AlteredError("the trail was altered: have the books checked")


def verify_ledger(store: Store, noted: Noted = NOTHING_NOTED, newest: int | None = None) -> Break | None:
    return _verify(store.key, partial(store.head, LEDGER), store.ledger_entries, noted, newest)


def _verify(
    key: bytes,
    read_head: Callable[[], Head],
    read: Callable[[int, int], Iterator[Link]],
    noted: Noted,
    newest: int | None,
) -> Break | None:
    head = read_head()
    after = max(0, head.number - newest) if newest else 0
    trusted = max(0, after - 1)  # in a check that does not start with the first row, the one before is trusted
    if found := _first_break(key, read(trusted, head.number - trusted), after, head, noted):
        return found
    # Rows after the head are new if the head has moved on by now, and forged if it has not.
    if list(read(head.number, 1)) and read_head() == head:
        return Break(head.number + 1, f"row {head.number + 1} was added after the last one, {head.number}")
    return None


def _first_break(
    key: bytes, rows: Iterable[Link], after: int, head: Head, noted: Noted, start: Head = START
) -> Break | None:
    last = start
    for row in rows:
        if after and last is START and row.number == after:
            last = Head(row.number, row.hash)
            continue
        due = last.number + 1
        if row.number != due:
            return Break(due, f"row {due} is missing: row {row.number} comes next")
        if row.prev_hash not in (None, last.hash):
            return Break(due, f"row {due} does not follow the row before it")
        if row.hash != _recomputed(key, last.hash, row):
            return Break(due, f"row {due} was changed")
        if noted.get(due, row.hash) != row.hash:
            return Break(due, f"row {due} is not the one that was recorded")
        last = Head(due, row.hash)
    longest = max(head.number, *noted, 0)
    if last.number < longest:
        return Break(last.number + 1, f"the rows from {last.number + 1} to {longest} are missing")
    return None if last == head else Break(last.number, f"row {last.number} is not the last one written")


def _recomputed(key: bytes, prev_hash: str, row: Link) -> str:
    match row:
        case Event():
            return event_hash(key, prev_hash, row)
        case Audit():
            return audit_hash(key, prev_hash, row.number, row)
        case LedgerEntry():
            return ledger_hash(key, prev_hash, row.number, row.posting)
