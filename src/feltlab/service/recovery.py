"""A table from its log: the last snapshot, and the events since. A replay from the start must give the same."""

import orjson

from feltlab.errors import StoreError, shown
from feltlab.service.rows import Event as Row
from feltlab.service.snapshots import plain_state, proved_state
from feltlab.service.store import Store
from feltlab.table import State, evolve
from feltlab.table.events import Event, read_event
from feltlab.table.state import dealt_from, is_seed_of


def load_table(store: Store, table: str, whole: bool = False, unproved: bool = False) -> State:
    """`whole` replays every event; `unproved` begins with the snapshot as it is, to check it."""
    row = store.table(table)
    if row is None:
        raise StoreError(f"there is no table {table} in the database")
    text = "" if whole else plain_state(row) if unproved else proved_state(store.key, row)
    state = _snapshot(table, text) if text else None
    after = state.number if state else 0
    # Events appended in the meantime do not belong to this reading.
    for event in store.events(table, after, row.last_number - after):
        state = _carried_on(state, event)[0]
    if state is None or state.number != row.last_number:
        raise StoreError(f"the log of {table} ends before its last event, {row.last_number}")
    return _with_seed(store, state)


def caught_up(store: Store, state: State) -> tuple[State, list[tuple[int, Event]]]:
    """The state at the end of the log, and the events on the way there."""
    found = []
    for row in store.events(state.table, after=state.number):
        state, event = _carried_on(state, row)
        found.append((state.number, event))
    return _with_seed(store, state) if found else state, found


def _with_seed(store: Store, state: State) -> State:
    """The seed of an open round is kept apart from the log.

    If it is not there, or an older log has it only in an event, nobody can say who knows it: the round has no seed and
    is void.
    """
    if state.round is None:
        return state
    kept = store.seed(state.table)
    due = kept is not None and kept.round == state.round.number and is_seed_of(state.round, kept.seed)
    return dealt_from(state, kept.seed if kept and due else "")


def differs_from_log(store: Store, state: State) -> bool:
    """Whether a state differs from what its whole log leads to."""
    return load_table(store, state.table, whole=True).digest != state.digest


def _snapshot(table: str, text: str) -> State:
    try:
        return State.of(orjson.loads(text))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise StoreError(f"the snapshot of {table} cannot be read: {shown(str(error))}") from error


def _carried_on(state: State | None, row: Row) -> tuple[State, Event]:
    try:
        event = read_event(row.kind, orjson.loads(row.body))
        after = evolve(state, event)
    except (ValueError, KeyError, TypeError, AttributeError, AssertionError) as error:
        raise StoreError(f"event {row.number} of {row.table_id} cannot be read: {shown(str(error))}") from error
    if after.number != row.number:
        raise StoreError(f"the log of {row.table_id} has event {row.number} where {after.number} is due")
    return after, event
