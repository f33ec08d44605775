"""A table from its log: the last snapshot, and the events since. Replayed from the start it must come out the same."""

import orjson

from feltlab.errors import StoreError
from feltlab.service.store import Store
from feltlab.table import State, evolve
from feltlab.table.events import read_event


def load_table(store: Store, table: str, whole: bool = False) -> State:
    """`whole` replays every event, as a check of the snapshot."""
    row = store.table(table)
    if row is None:
        raise StoreError(f"there is no table {table} in the store")
    state = State.of(orjson.loads(row.state)) if row.state and not whole else None
    for event in store.events(table, after=state.number if state else 0):
        state = evolve(state, read_event(event.kind, orjson.loads(event.body)))
        if state.number != event.number:
            raise StoreError(f"the log of {table} has event {event.number} where {state.number} is due")
    if state is None or state.number != row.last_number:
        raise StoreError(f"the log of {table} ends before its last event, {row.last_number}")
    return state


def differs_from_log(store: Store, state: State) -> bool:
    """Whether a state is anything but what its whole log makes of it."""
    return load_table(store, state.table, whole=True).digest != state.digest
