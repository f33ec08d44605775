"""The books proved from the first entry: chains, balances, and every movement of money by the event that caused it."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

import orjson

from feltlab.errors import StoreError, shown
from feltlab.ledger.transfer import Transfer
from feltlab.service.anchors import broken_anchors
from feltlab.service.answers import wrong_answers
from feltlab.service.begun import set_back
from feltlab.service.chain import NOTHING_NOTED, Noted
from feltlab.service.checks import UNREADABLE, looked, problems, schema, texts
from feltlab.service.cut_short import noted_cuts
from feltlab.service.holders import wrong_holders
from feltlab.service.issues import wrong_issues
from feltlab.service.kept_settings import all_settings, wrong_settings, wrong_terms
from feltlab.service.people import SESSION, session_of
from feltlab.service.postings import bank, postings
from feltlab.service.records import Records
from feltlab.service.recovery import caught_up, load_table
from feltlab.service.rows import BetResult, RoundRow, RoundSeat, Table
from feltlab.service.schema import life_of
from feltlab.service.snapshots import was_changed
from feltlab.service.store import Store
from feltlab.service.taken_over import detail_of
from feltlab.service.told import Told, differs, is_guest, told_of, untold_changes
from feltlab.table import State, evolve
from feltlab.table.config import Config
from feltlab.table.events import read_event
from feltlab.table.plain import decode, encode
from feltlab.table.state import dealt_from


@dataclass
class Replay:
    """What a table's log leads to, and where the store differs."""

    state: State | None = None
    wrong: list[str] = field(default_factory=list)
    opened: Config | None = None
    terms: set[str] = field(default_factory=set)
    """Fingerprints of the terms its rounds were dealt on."""
    whole: bool = False
    """Whether its whole log could be read."""


def replayed(store: Store, table: str, until: int) -> Replay:
    """Replays the first events of a table: its state, its transfers and its settled wagers."""
    found, moves, records = Replay(), dict[str, Transfer](), Records()
    try:
        for row in store.events(table, limit=until):
            event, before = read_event(row.kind, orjson.loads(row.body)), found.state
            found.state = evolve(before, event)
            found.opened = found.opened or found.state.config
            moves |= {move.id: move for move in postings(before, event)}
            records.add(before, event, found.state, row.at)
    except UNREADABLE as error:
        found.wrong.append(f"the log of {table} cannot be replayed: {type(error).__name__}")
        return found
    found.terms, found.whole = set(records.terms), True
    found.wrong += _moved(store, table, moves, until)
    found.wrong += _settled(store, table, records.results, found.state, until)
    found.wrong += _recorded(store, table, records.rounds.values(), until)
    found.wrong += _seated(store, table, records.seats, found.state, until)
    return found


def _moved(store: Store, table: str, moves: dict[str, Transfer], until: int) -> Iterator[str]:
    sql = "SELECT id, debit, credit, cents FROM transfers WHERE table_id = ? AND event_number <= ?"
    with store.reading() as db:
        kept = {row[0]: Transfer(*row) for row in db.execute(sql, (table, until))}
    fills = {id for id, move in kept.items() if id.startswith(f"{table}/fill/") and move.credit == bank(table)}
    for id in sorted((kept.keys() - fills) ^ moves.keys()):
        yield f"the transfer {id} {'has no event' if id in kept else 'is missing'}"
    for id in sorted(kept.keys() & moves.keys()):
        if kept[id] != moves[id]:
            yield f"the transfer {id} is not what its event moved"


def _settled(store: Store, table: str, results: list[BetResult], state: State | None, until: int) -> Iterator[str]:
    due = {(result.round, result.seat, result.wager): result for result in results}
    with store.reading() as db:
        rows = db.execute("SELECT DISTINCT round FROM results WHERE table_id = ?", (table,))
    over = state.rounds - (state.round is not None) if state else 0
    for number in sorted({int(row[0]) for row in rows} | {number for number, _, _ in due}):
        kept = {(row.round, row.seat, row.wager): row for row in store.results(table, number)}
        same = kept == {key: result for key, result in due.items() if key[0] == number}
        if not same and (number <= over or _stands_at(store, table, until)):
            yield f"the settled wagers of round {number} at {table} do not match the log"


def _recorded(store: Store, table: str, rounds: Collection[RoundRow], until: int) -> Iterator[str]:
    for row in rounds:
        if store.round(table, row.round) != row and (row.history or _stands_at(store, table, until)):
            yield f"the record of round {row.round} at {table} does not match the log"
    with store.reading() as db:
        kept = {int(row[0]) for row in db.execute("SELECT round FROM rounds WHERE table_id = ?", (table,))}
    extra = sorted(kept - {row.round for row in rounds})
    if extra and _stands_at(store, table, until):
        yield from (f"the log has no round {number} at {table}, but there is a record of it" for number in extra)


def _seated(store: Store, table: str, seats: list[RoundSeat], state: State | None, until: int) -> Iterator[str]:
    due = {(row.round, row.seat): row for row in reversed(seats)}  # of two rows for a seat the first stays
    with store.reading() as db:
        sql = "SELECT table_id, round, seat, player, at FROM round_seats WHERE table_id = ?"
        kept = {(row.round, row.seat): row for row in (RoundSeat(*each) for each in db.execute(sql, (table,)))}
    over = state.rounds - (state.round is not None) if state else 0
    wrong = {key[0] for key in due.keys() | kept.keys() if due.get(key) != kept.get(key)}
    for number in sorted(wrong):
        if number <= over or _stands_at(store, table, until):
            yield f"who sat in round {number} at {table} does not match the log"


def _stands_at(store: Store, table: str, until: int) -> bool:
    """Whether a table has not moved on in the meantime; an open round may be over by then."""
    found = store.table(table)
    return found is not None and found.last_number == until


def proved(store: Store, noted: Noted = NOTHING_NOTED) -> list[str]:
    """Everything that is wrong with the books; empty if nothing is. `noted` are anchors from outside."""
    found = [*texts(store), *problems(store)]
    found += [line for line in looked("the anchors", lambda: broken_anchors(store, noted)) if line not in found]
    answers = looked("the stored answers", lambda: wrong_answers(store))
    return [*found, *schema(store), *people(store), *answers, *beside(store), *replays(store)]


def people(store: Store) -> list[str]:
    return [
        *looked("the accounts", lambda: wrong_accounts(store)),
        *looked("the holders of money", lambda: wrong_holders(store)),
        *looked("the sessions", lambda: _sessions(store)),
    ]


def beside(store: Store) -> list[str]:
    """Everything that no chain has."""
    return [
        *looked("the settings", lambda: wrong_settings(store)),
        *looked("the audit trail", lambda: wrong_issues(store)),
        *looked("the audit trail", lambda: noted_cuts(store)),
        *looked("the audit trail", lambda: set_back(store)),
        *looked("the seeds", lambda: _seeds(store)),
    ]


def _sessions(store: Store) -> Iterator[str]:
    with store.reading() as db:
        rows = db.execute(SESSION)
    wrong = sorted(str(row[2]) for row in rows if session_of(store.key, *row) is None)
    yield from (f"a session of {shown(player)} was added or changed" for player in wrong)


def _seeds(store: Store) -> Iterator[str]:
    """The seeds of existing tables, for rounds that were opened."""
    sql = (
        "SELECT seeds.table_id, seeds.round FROM seeds LEFT JOIN rounds ON rounds.table_id = seeds.table_id"
        " AND rounds.round = seeds.round WHERE rounds.round IS NULL ORDER BY seeds.table_id"
    )
    with store.reading() as db:
        rows = db.execute(sql)
    yield from (f"there is a seed for round {number} at {shown(table)}, which was not opened" for table, number in rows)


def replays(store: Store) -> list[str]:
    """Every table from its whole log, beside its rows and its snapshot; and the terms of all rounds."""
    kept, again = _settings(store), list[Replay]()
    found = looked("the tables", lambda: _replayed(store, again))
    dealt = {terms for each in again for terms in each.terms}
    return found + looked("the settings", lambda: wrong_terms(store, kept, dealt, all(each.whole for each in again)))


def _settings(store: Store) -> Mapping[str, str]:
    """None if they cannot be read, which their own check reports."""
    try:
        return all_settings(store)
    except UnicodeDecodeError:
        return {}


def _replayed(store: Store, done: list[Replay]) -> Iterator[str]:
    with store.reading() as db:
        tables = [str(row[0]) for row in db.execute("SELECT table_id FROM tables ORDER BY table_id")]
    for table in tables:
        done.append(Replay())  # not whole, until it was
        yield from looked(f"the table {table}", lambda: _of_table(store, table, done))  # noqa: B023 - used at once


def _of_table(store: Store, table: str, done: list[Replay]) -> Iterator[str]:
    row = store.table(table)
    if row is not None:
        done[-1] = again = replayed(store, table, row.last_number)
        yield from again.wrong or _snapshot(store, row, again.state)
        yield from _opened(row, again.opened)


def _opened(row: Table, config: Config | None) -> list[str]:
    """A table's row has its game and how it was opened, like its first event."""
    try:
        same = config is None or (
            row.game == config.game and encode(decode(Config, orjson.loads(row.config))) == encode(config)
        )
    except UNREADABLE:
        same = False
    return [] if same else [f"the row of {row.table_id} does not say how it was opened"]


def wrong_accounts(store: Store) -> list[str]:
    """Accounts that differ from the trail's last entry about them.

    Another role, password or second factor, or codes that would be accepted again.
    """
    told, steps = dict[str, Told](), dict[str, int]()
    for entry in store.audit():
        if entry.action in ("account", "code"):
            detail = detail_of(entry.detail)
            player = detail.get("player", entry.actor)
            steps[player] = detail.get("step", steps.get(player, 0))
            if (said := told_of(entry)) is not None:
                told[player] = said
    factors, players, found = store.factors(), store.players(), list(untold_changes(store.audit()))
    for id in told.keys() - {account.id for account in players}:
        found.append(f"the account {shown(str(told[id].get('name', id)))} in the trail is missing")
    for account in players:
        factor, known = factors.get(account.id), told.get(account.id)
        if known is None and is_guest(account):
            continue
        if known is None:
            found.append(f"the account {account.name} has no entry in the trail")
        elif differs(known, account, factor):
            found.append(f"the account {account.name} does not match the trail")
        elif factor is not None and factor.salt and factor.step != steps.get(account.id, 0):
            found.append(f"the second factor of {account.name} would accept used codes")
    return found


def _snapshot(store: Store, row: Table, state: State | None) -> list[str]:
    """Follows a table in play."""
    table = row.table_id
    if was_changed(store.key, row):
        return [f"the snapshot of {table} was changed"]
    try:
        kept = load_table(store, table, unproved=True)
        followed: object = True
        while state is not None and state.number < kept.number and followed:
            state, followed = caught_up(store, state)
            kept = load_table(store, table, unproved=True)
    except StoreError as error:
        return [str(error)]
    open_seed = kept.round.seed if kept.round else ""
    if kept.round and not open_seed and _has_seeds(store) and _stands_at(store, table, kept.number):
        return [f"the seed of round {kept.round.number} at {table}, which is open, is missing or wrong"]
    same = state is not None and dealt_from(state, open_seed).digest == kept.digest
    return [] if same else [f"the snapshot of {table} does not match the log"]


def _has_seeds(store: Store) -> bool:
    """A backup and a copy have none, and no life either, until they are served."""
    with store.reading() as db:
        return bool(life_of(db))
