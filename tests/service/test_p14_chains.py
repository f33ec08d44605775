"""Any change, deletion, swap or insertion in the events or the audit trail is found, and located."""

import hmac
import json
import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing

import pytest

from feltlab.service.chain import NOTHING_NOTED, Break, audit_hash, event_hash, verify_audit, verify_chain
from feltlab.service.checks import problems
from feltlab.service.rows import Audit, Event
from feltlab.service.store import Store, open_store
from tests.service.filling import TABLE, open_table, play

ROUNDS = 30
COLUMNS = {
    "events": ("table_id", "number", "round", "at", "kind", "body", "prev_hash", "hash"),
    "audit": ("number", "at", "actor", "action", "detail", "prev_hash", "hash"),
}
Rows = list[list[object]]


def verify(store: Store, log: str, noted: Mapping[int, str] = NOTHING_NOTED) -> Break | None:
    return verify_chain(store, TABLE, noted) if log == "events" else verify_audit(store, noted)


class Log:
    """The rows of one chain, to be written back as they were or otherwise."""

    def __init__(self, store: Store, name: str) -> None:
        self.store, self.name, self.columns = store, name, COLUMNS[name]
        with store.reading() as db:
            found = db.execute(f"SELECT {', '.join(self.columns)} FROM {name} ORDER BY number")  # noqa: S608
        self.rows: Rows = [list(row) for row in found]
        self.number = self.columns.index("number")

    def write(self, rows: Rows) -> None:
        with self.store.writing() as db:
            db.execute(f"DELETE FROM {self.name}")  # noqa: S608
            marks = ", ".join("?" * len(self.columns))
            db.execute_many(f"INSERT INTO {self.name} ({', '.join(self.columns)}) VALUES ({marks})", rows)  # noqa: S608

    def hashed(self, row: list[object], prev_hash: object) -> list[object]:
        """The row with hashes that are right for it, as a forger would compute them."""
        made = [*row[:-2], prev_hash, ""]
        if self.name == "events":
            return [*made[:-1], event_hash(self.store.key, str(prev_hash), Event(*made))]  # type: ignore[arg-type]
        audit = Audit(*made)  # type: ignore[arg-type]
        return [*made[:-1], audit_hash(self.store.key, str(prev_hash), audit.number, audit)]


def change(log: Log, rows: Rows, rng: random.Random) -> set[int]:
    """One byte of text or one number, in any column but the table's name."""
    place = rng.randrange(len(rows))
    column = rng.choice([n for n, name in enumerate(log.columns) if name not in ("table_id", "number")])
    value = rows[place][column]
    if isinstance(value, int):
        rows[place][column] = value ^ (1 << rng.randrange(40))
    else:
        text = str(value)
        spot = rng.randrange(len(text))
        rows[place][column] = text[:spot] + chr(ord(text[spot]) ^ 1) + text[spot + 1 :]
    return {place + 1}


def renumber(log: Log, rows: Rows, rng: random.Random) -> set[int]:
    place = rng.randrange(len(rows))
    rows[place][log.number] = len(rows) + rng.randrange(1, 10)
    return {place + 1}


def drop(log: Log, rows: Rows, rng: random.Random) -> set[int]:
    place = rng.randrange(len(rows))
    del rows[place]
    return {place + 1}


def drop_and_close_the_gap(log: Log, rows: Rows, rng: random.Random) -> set[int]:
    place = rng.randrange(len(rows) - 1)
    del rows[place]
    for row in rows[place:]:
        row[log.number] = int(str(row[log.number])) - 1
    return {place + 1}


def cut(log: Log, rows: Rows, rng: random.Random) -> set[int]:
    place = rng.randrange(len(rows))
    del rows[place:]
    return {place + 1}


def swap(log: Log, rows: Rows, rng: random.Random) -> set[int]:
    first, second = sorted(rng.sample(range(len(rows)), 2))
    rows[first], rows[second] = rows[second], rows[first]
    rows[first][log.number], rows[second][log.number] = first + 1, second + 1
    return {first + 1}


def insert(log: Log, rows: Rows, rng: random.Random) -> set[int]:
    """A forged row with the right hashes; from the row after it on, nothing fits."""
    place = rng.randrange(len(rows) + 1)
    made = list(rows[place - 1])
    made[log.number] = place + 1
    rows.insert(place, log.hashed(made, rows[place - 1][-1] if place else "0" * 64))
    for row in rows[place + 1 :]:
        row[log.number] = int(str(row[log.number])) + 1
    return {place + 1, place + 2}


def rewrite(log: Log, rows: Rows, rng: random.Random) -> set[int]:
    """A row changed and all later hashes made right: only the head, which is kept apart, gives it away."""
    place = rng.randrange(len(rows))
    rows[place][log.columns.index("at")] = 1 + int(str(rows[place][log.columns.index("at")]))
    for at in range(place, len(rows)):
        rows[at] = log.hashed(rows[at], rows[at - 1][-1] if at else "0" * 64)
    return {len(rows)}


TAMPERINGS: list[Callable[[Log, Rows, random.Random], set[int]]] = [
    change,
    change,
    renumber,
    drop,
    drop_and_close_the_gap,
    cut,
    swap,
    insert,
    rewrite,
]


@pytest.fixture
def played() -> Iterator[Store]:
    with closing(open_store("sqlite://")) as store:
        fill(store)
        yield store


def fill(store: Store) -> None:
    open_table(store)
    for number in range(1, ROUNDS + 1):
        play(store, number, size=3)


def tamper(store: Store, times: int, seed: int) -> None:
    rng = random.Random(seed)
    logs = [Log(store, "events"), Log(store, "audit")]
    for turn in range(times):
        log, tampering = logs[turn % 2], TAMPERINGS[turn // 2 % len(TAMPERINGS)]
        rows = [list(row) for row in log.rows]
        expected = tampering(log, rows, rng)
        log.write(rows)
        found = verify(store, log.name)
        assert found is not None, tampering.__name__
        assert found.number in expected, (tampering.__name__, found, expected)
        if turn % 50 == 0:
            log.write(log.rows)
            assert verify(store, log.name) is None
    for log in logs:
        log.write(log.rows)


def test_p14_500_tamperings_are_found_where_they_are(played: Store) -> None:
    tamper(played, 500, seed=14)
    assert problems(played) == []


def test_p14_tamperings_are_found_in_either_database(store: Store) -> None:
    fill(store)
    tamper(store, 36, seed=15)
    assert problems(store) == []


@pytest.mark.soak
def test_p14_10_000_tamperings_are_found_where_they_are(played: Store) -> None:
    tamper(played, 10_000, seed=16)


@pytest.mark.parametrize("log", ["events", "audit"])
def test_p14_a_chain_written_anew_with_its_head_is_found_by_a_head_noted_elsewhere(played: Store, log: str) -> None:
    rows = Log(played, log)
    noted = {int(str(rows.rows[9][rows.number])): str(rows.rows[9][-1])}
    forged = [list(row) for row in rows.rows]
    rewrite(rows, forged, FirstRow())
    rows.write(forged)
    where = "" if log == "events" else " WHERE chain = 'audit'"
    with played.writing() as db:
        db.execute(f"UPDATE {'heads' if where else 'tables'} SET last_hash = ?{where}", (forged[-1][-1],))  # noqa: S608
    assert verify(played, log) is None
    found = verify(played, log, noted)
    assert found is not None
    assert found.number == 10


class FirstRow(random.Random):
    def randrange(self, *_args: object, **_kwargs: object) -> int:
        return 0


def test_p14_a_changed_head_is_found(played: Store) -> None:
    with played.writing() as db:
        db.execute("UPDATE tables SET last_hash = ?", ("f" * 64,))
        db.execute("UPDATE heads SET last_number = ? WHERE chain = 'audit'", (ROUNDS + 1,))
    assert verify_chain(played, TABLE) == Break(2 * ROUNDS, f"row {2 * ROUNDS} is not the last one written")
    assert verify_audit(played) == Break(ROUNDS + 1, f"the rows from {ROUNDS + 1} to {ROUNDS + 1} are missing")
    assert len(problems(played)) == 2


def test_p14_a_chain_that_grows_while_it_is_checked_is_whole(played: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    read, number = played.events, ROUNDS

    def growing(table_id: str, after: int = 0, limit: int | None = None) -> Iterator[Event]:
        nonlocal number
        number += 1
        play(played, number)
        return read(table_id, after, limit)

    monkeypatch.setattr(played, "events", growing)
    assert verify_chain(played, TABLE) is None
    assert number == ROUNDS + 2


def test_p14_the_hash_can_be_computed_from_its_description_alone(played: Store) -> None:
    prev = "0" * 64
    for event in played.events(TABLE):
        fields = [event.table_id, event.number, event.round, event.at, event.kind, event.body]
        text = json.dumps(fields, separators=(",", ":"))
        prev = hmac.new(played.key, prev.encode() + text.encode(), "sha256").hexdigest()
        assert event.hash == prev


def test_p14_the_newest_rows_can_be_checked_alone(played: Store) -> None:
    log = Log(played, "events")
    rows = [list(row) for row in log.rows]
    rows[4][log.columns.index("body")] = "{}?"
    log.write(rows)
    assert verify_chain(played, TABLE, newest=50) is None
    found = verify_chain(played, TABLE, newest=56)
    assert found is not None
    assert found.number == 5
