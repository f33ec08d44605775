"""Hash chains: each row's SHA-256 covers the row before it, so a change anywhere shows from there on.

    hash = SHA-256(previous hash, 64 hex digits ‖ compact ASCII JSON array of the row's fields)

The fields of an event are [table, number, round, at, kind, body], those of an audit entry [number, at, actor, action,
detail], with bodies as JSON strings. The first row follows 64 zeros. A chain cut short is found by its head, kept
apart.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from hashlib import sha256

from feltlab.service.rows import Audit, Event, Head, NewAudit, NewEvent
from feltlab.service.store import Store

GENESIS = "0" * 64
START = Head(0, GENESIS)

_canonical = json.JSONEncoder(ensure_ascii=True, separators=(",", ":")).encode


def _hash(prev_hash: str, fields: list[object]) -> str:
    return sha256((prev_hash + _canonical(fields)).encode()).hexdigest()


def event_hash(prev_hash: str, event: Event | NewEvent) -> str:
    fields = [event.table_id, event.number, event.round, event.at, event.kind, event.body]
    return _hash(prev_hash, fields)


def audit_hash(prev_hash: str, number: int, entry: Audit | NewAudit) -> str:
    return _hash(prev_hash, [number, entry.at, entry.actor, entry.action, entry.detail])


def link_event(head: Head, event: NewEvent) -> Event:
    """The event as the next row after the head."""
    now = event_hash(head.hash, event)
    return Event(event.table_id, event.number, event.round, event.at, event.kind, event.body, head.hash, now)


def link_audit(head: Head, entry: NewAudit) -> Audit:
    number = head.number + 1
    now = audit_hash(head.hash, number, entry)
    return Audit(number, entry.at, entry.actor, entry.action, entry.detail, head.hash, now)


@dataclass(frozen=True, slots=True)
class Break:
    """The first place where a chain is not what was written."""

    number: int
    message: str


def verify_chain(store: Store, table_id: str, noted: Head | None = None, newest: int | None = None) -> Break | None:
    """Check all events of a table, or so many of the newest; the table may go on meanwhile.

    They must lead to the head kept with the table, and through one that was noted down elsewhere if it is given.
    """

    def head() -> Head:
        table = store.table(table_id)
        return Head(table.last_number, table.last_hash) if table else START

    return _verify(head, partial(store.events, table_id), noted or START, newest)


def verify_audit(store: Store, noted: Head | None = None, newest: int | None = None) -> Break | None:
    return _verify(store.audit_head, store.audit, noted or START, newest)


def _verify(
    read_head: Callable[[], Head], read: Callable[[int, int], Iterator[Event | Audit]], noted: Head, newest: int | None
) -> Break | None:
    head = read_head()
    after = max(0, head.number - newest) if newest else 0
    if found := _first_break(read(after, head.number - after), after, head, noted):
        return found
    # Rows after the head are new if the head has moved on by now, and forged if it has not.
    if list(read(head.number, 1)) and read_head() == head:
        return Break(head.number + 1, f"row {head.number + 1} was added after the last one, {head.number}")
    return None


def _first_break(rows: Iterable[Event | Audit], after: int, head: Head, noted: Head) -> Break | None:
    last = Head(after, GENESIS)
    for row in rows:
        if after and last.number == after:  # the check starts here, so what this row follows is taken on trust
            last = Head(after, row.prev_hash)
        due = last.number + 1
        if row.number != due:
            return Break(due, f"row {due} is missing, row {row.number} follows")
        if row.prev_hash != last.hash:
            return Break(due, f"row {due} does not follow the row before it")
        if row.hash != _recomputed(row):
            return Break(due, f"row {due} was changed")
        if due == noted.number and row.hash != noted.hash:
            return Break(due, f"row {due} is not the one that was noted down")
        last = Head(due, row.hash)
    longest = max(head.number, noted.number)
    if last.number < longest:
        return Break(last.number + 1, f"the rows from {last.number + 1} to {longest} are missing")
    return None if last == head else Break(last.number, f"row {last.number} is not the one that was written last")


def _recomputed(row: Event | Audit) -> str:
    return event_hash(row.prev_hash, row) if isinstance(row, Event) else audit_hash(row.prev_hash, row.number, row)
