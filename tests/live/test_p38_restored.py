"""A restored database deals from no seed that has been public: open rounds are void and unrevealed."""

import json
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import psycopg
import pytest

from feltlab import verify_shuffle as verifier
from feltlab.errors import StoreError
from feltlab.service.backup import backup
from feltlab.service.chain import verify_chain
from feltlab.service.checks import ledger_sums
from feltlab.service.export import recorded
from feltlab.service.keys import NAMED_BY
from feltlab.service.recovery import differs_from_log
from feltlab.service.requests import AtTable, Chips, Done
from feltlab.service.schema import TABLES
from feltlab.service.store import open_store
from feltlab.table import Config, State
from feltlab.table.commands import Bet, ClientSeed, Command, Decide, Open, Ready, Sit
from tests.live.house import StillPit, actor_of, request_of
from tests.live.soak import size
from tests.service.conftest import Cluster
from tests.service.filling import as_of_old

TABLE = "blue"
STEPS = ("bets open", "a bet lies there", "cards are out")
UPGRADE = (
    "DROP INDEX transfers_fed, transfers_awarded",
    "UPDATE schema_version SET version = 4, life = regexp_replace(life, '[0-9]+$', pg_current_xact_id()::xid::text)",
)
"""A store that an earlier version of the schema left: the next to open it brings it up to date."""
RESTORED = "is older than what was served, or was moved: rounds that were open are void"
FILES = ("", "-wal", "-shm", "-mark", "-born")


class Evening:
    """One player at one table, step by step."""

    def __init__(self, url: str) -> None:
        self.url, self.keys = url, 0
        self.pit = StillPit(open_store(url))
        self.pit.start()

    def do(self, command: Command) -> None:
        self.keys += 1
        key = f"{self.pit.clock()}-{self.keys}"
        [reply] = self.pit.do(request_of(AtTable(TABLE, command, actor_of(command)), key))
        assert isinstance(reply, Done), reply

    def begin(self) -> None:
        self.do(Open(TABLE, Config("low-four")))
        self.pit.do(request_of(Chips("ann", 1_000_000), "chips"))
        self.do(Sit("ann", "Ann", 1))

    @property
    def state(self) -> State:
        return self.pit.tables[TABLE]

    @property
    def commitment(self) -> str:
        assert self.state.round is not None
        return self.state.round.commitment

    def play(self, until: str = "") -> None:
        """On to the end of the round, or to a step of it."""
        number = self.state.rounds
        if until == STEPS[0]:
            return
        self.do(Bet("ann", 1, number, {"ante": 500}))
        if until == STEPS[1]:
            return
        self.do(ClientSeed("ann", 1, number, f"mine {number}"))
        self.do(Ready("ann", 1, number))
        if until != STEPS[2]:
            self.do(Decide("ann", 1, number, "play", {"decision": "fold"}))

    def money(self) -> int:
        balances = self.pit.store.all_balances()
        return balances["purse:ann"] + balances.get(f"stake:{TABLE}:1", 0)

    def end(self) -> None:
        self.pit.tenure.give_up()
        self.pit.store.close()


def files(folder: Path) -> dict[str, bytes]:
    return {end: path.read_bytes() for end in FILES if (path := folder / f"store.db{end}").exists()}


def put(folder: Path, kept: dict[str, bytes], ends: tuple[str, ...]) -> Path:
    for end in ends:
        (folder / f"store.db{end}").unlink(missing_ok=True)
        if end in kept:
            (folder / f"store.db{end}").write_bytes(kept[end])
    return folder / "store.db"


def over_the_file(folder: Path, kept: dict[str, bytes]) -> Path:
    """The files are overwritten; the mark of what has been served since is still there."""
    return put(folder, kept, FILES[:3])


def into_the_file(folder: Path, kept: dict[str, bytes]) -> Path:
    """As `cp` does it: only the contents of the file are replaced."""
    for end in ("-wal", "-shm"):
        (folder / f"store.db{end}").unlink(missing_ok=True)
    (folder / "store.db").write_bytes(kept[""])
    (folder / "store.db-wal").write_bytes(kept["-wal"])
    return folder / "store.db"


def elsewhere(folder: Path, kept: dict[str, bytes]) -> Path:
    (folder / "other").mkdir()
    return put(folder / "other", kept, FILES[:3])


def with_its_mark(folder: Path, kept: dict[str, bytes]) -> Path:
    """The whole folder, as it was, beside the one that went on."""
    (folder / "other").mkdir()
    return put(folder / "other", kept, FILES)


def into_all_files(folder: Path, kept: dict[str, bytes]) -> Path:
    """As `cp saved/* .` does it: all of them are still the same files, the mark as well."""
    for end, held in kept.items():
        (folder / f"store.db{end}").write_bytes(held)
    return folder / "store.db"


def into_all_but_born(folder: Path, kept: dict[str, bytes]) -> Path:
    """The same, where the saved folder lacks the file that shows it."""
    return into_all_files(folder, {end: held for end, held in kept.items() if end != "-born"})


def from_backup(folder: Path, kept: dict[str, bytes]) -> Path:
    for end in FILES[1:3]:
        (folder / f"store.db{end}").unlink(missing_ok=True)
    shutil.copyfile(folder / "backup.db", folder / "store.db")
    return folder / "store.db"


def the_backup_itself(folder: Path, kept: dict[str, bytes]) -> Path:
    return folder / "backup.db"


WAYS: list[Callable[[Path, dict[str, bytes]], Path]] = [
    over_the_file, into_the_file, into_all_files, elsewhere, with_its_mark, from_backup, the_backup_itself,
]  # fmt: skip


def restored(folder: Path, rng: Random, way: Callable[[Path, dict[str, bytes]], Path], step: str) -> None:
    folder.mkdir()
    evening = Evening(f"sqlite:///{folder}/store.db")
    evening.begin()
    for _ in range(rng.randrange(3)):
        evening.play()
    evening.play(until=step)
    kept, before, money = files(folder), evening.state, evening.money()
    backup(evening.url, folder / "backup.db")
    assert evening.commitment
    seen = {evening.commitment}
    for _ in range(rng.randint(1, 3)):
        if evening.state.round and evening.state.round.phase == "play":
            evening.do(Decide("ann", 1, evening.state.rounds, "play", {"decision": "fold"}))
        else:
            evening.play()
        seen.add(evening.commitment)
    evening.end()

    again = Evening(f"sqlite:///{way(folder, kept)}")
    last = again.state.last
    assert last is not None
    assert (last.number, last.phase, last.seed, last.commitment) == (
        before.rounds, "void", "", before.round and before.round.commitment,
    )  # fmt: skip
    assert again.money() == money
    assert again.commitment not in seen
    again.play()
    assert ledger_sums(again.pit.store).is_right
    assert verify_chain(again.pit.store, TABLE) is None
    again.end()
    history = folder / "history.jsonl"
    history.write_text("".join(f"{line}\n" for line in recorded(again.url)))
    told = list(verifier.verdicts(history))
    assert [verdict.error for verdict in told if not verdict.verified] == [verifier.UNREVEALED]
    assert told[-1].verified


def test_p38_20_restored_databases_deal_anew(tmp_path: Path) -> None:
    run(tmp_path, 20)


@pytest.mark.soak
def test_p38_1_000_restored_databases_deal_anew(tmp_path: Path) -> None:
    run(tmp_path, size("p38", 1000))


def run(folder: Path, times: int) -> None:
    for turn in range(times):
        step = STEPS[turn // len(WAYS) % len(STEPS)]
        restored(folder / str(turn), Random(turn), WAYS[turn % len(WAYS)], step)


@pytest.mark.parametrize("step", STEPS)
def test_p38_a_saved_folder_that_lacks_a_file_is_known_as_older_than_a_store_that_was_closed(
    tmp_path: Path, step: str
) -> None:
    restored(tmp_path / "store", Random(step), into_all_but_born, step)


@pytest.mark.parametrize("way", [over_the_file, into_all_files, with_its_mark])
def test_p38_a_saved_folder_without_its_log_is_not_begun_anew(
    tmp_path: Path, way: Callable[[Path, dict[str, bytes]], Path]
) -> None:
    evening = Evening(f"sqlite:///{tmp_path}/store.db")
    evening.begin()
    kept = {end: held for end, held in files(tmp_path).items() if end not in ("-wal", "-shm")}
    evening.end()
    with pytest.raises(StoreError, match=r"has no events, but .* has counted"):
        open_store(f"sqlite:///{way(tmp_path, kept)}")


@pytest.mark.parametrize("step", STEPS)
def test_p38_a_kill_within_a_close_goes_on(tmp_path: Path, step: str) -> None:
    evening = Evening(f"sqlite:///{tmp_path}/store.db")
    evening.begin()
    evening.play(until=step)
    before = evening.state
    mark = files(tmp_path)["-mark"]
    evening.end()
    (tmp_path / "store.db-mark").write_bytes(mark)  # the close had not come to it yet
    again = Evening(evening.url)
    assert again.state.digest == before.digest
    again.end()


@pytest.mark.parametrize("step", STEPS)
def test_p38_a_database_that_was_only_stopped_goes_on(tmp_path: Path, step: str) -> None:
    evening = Evening(f"sqlite:///{tmp_path}/store.db")
    evening.begin()
    evening.play()
    evening.play(until=step)
    before = evening.state
    evening.end()
    again = Evening(evening.url)
    assert again.state.digest == before.digest
    again.end()


def test_p38_a_log_that_lost_its_last_commits_is_an_older_one(tmp_path: Path) -> None:
    evening = Evening(f"sqlite:///{tmp_path}/store.db")
    evening.begin()
    kept = files(tmp_path)
    evening.play(until=STEPS[2])
    seen = evening.commitment
    evening.end()
    (tmp_path / "store.db").write_bytes(kept[""])
    (tmp_path / "store.db-wal").write_bytes(kept["-wal"])
    again = Evening(evening.url)
    assert again.commitment != seen
    again.end()


def test_p38_a_log_of_the_first_version_has_its_seeds_in_it_and_is_not_dealt_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(f"sqlite:///{tmp_path}/store.db")
    evening.begin()
    evening.play()
    evening.play(until=STEPS[1])
    round = evening.state.round
    assert round is not None
    with evening.pit.store.writing() as db:
        db.execute(
            "UPDATE events SET body = json_insert(body, '$.seed', ?) WHERE kind = 'RoundOpened' AND round = ?",
            (round.seed, round.number),
        )
    evening.end()
    as_of_old(tmp_path / "store.db")
    monkeypatch.delenv(NAMED_BY)
    again = Evening(evening.url)
    assert again.state.last is not None
    assert (again.state.last.number, again.state.last.phase, again.state.last.seed) == (round.number, "void", "")
    again.play()
    assert not differs_from_log(again.pit.store, again.state)
    again.end()


def test_p38_a_restored_postgresql_database_deals_anew(postgres: Cluster, caplog: pytest.LogCaptureFixture) -> None:
    evening = Evening(postgres.emptied())
    evening.begin()
    seen = evening.commitment
    evening.end()
    again = Evening(evening.url)
    assert again.commitment == seen
    assert RESTORED not in caplog.text
    with again.pit.store.writing() as db:  # what a dump makes of a table when it is read in
        for sql in (
            "ALTER TABLE seeds RENAME TO dumped",
            "CREATE TABLE seeds (LIKE dumped INCLUDING ALL)",
            "INSERT INTO seeds SELECT * FROM dumped",
            "DROP TABLE dumped",
        ):
            db.execute(sql)
    again.end()
    last = Evening(evening.url)
    assert last.commitment != seen
    assert RESTORED in caplog.text
    last.end()


@pytest.mark.parametrize("empty", ["TRUNCATE {}", "DELETE FROM {}"])
def test_p38_a_dump_of_the_rows_that_is_read_into_the_same_tables_deals_anew(postgres: Cluster, empty: str) -> None:
    evening = Evening(postgres.emptied())
    evening.begin()
    evening.play(until=STEPS[2])
    seen, before = evening.commitment, evening.state.rounds
    with closing(psycopg.connect(evening.url)) as db:
        db.execute("SET search_path = feltlab")
        tables = [*TABLES, "schema_version"]
        dumped = {}
        for table in tables:
            with db.cursor().copy(f"COPY {table} TO STDOUT".encode()) as copying:
                dumped[table] = b"".join(map(bytes, copying))
        db.rollback()
        evening.do(Decide("ann", 1, before, "play", {"decision": "fold"}))
        evening.end()
        db.execute("SET search_path = feltlab")
        db.execute("SET session_replication_role = replica")
        for table in [", ".join(tables)] if empty.startswith("TRUNCATE") else tables:
            db.execute(empty.format(table).encode())
        for table, rows in dumped.items():
            with db.cursor().copy(f"COPY {table} FROM STDIN".encode()) as copying:
                copying.write(rows)
        db.execute("UPDATE owners SET until = 0")
        db.commit()
    again = Evening(evening.url)
    assert again.state.last is not None
    assert (again.state.last.number, again.state.last.phase, again.state.last.seed) == (before, "void", "")
    assert again.commitment != seen
    again.end()


def test_p38_a_postgresql_database_that_was_looked_after_goes_on(postgres: Cluster) -> None:
    evening = Evening(postgres.emptied())
    evening.begin()
    evening.play(until=STEPS[2])
    seen = evening.commitment
    for upkeep in (["VACUUM"], ["VACUUM FREEZE"], ["VACUUM FULL"], ["VACUUM FULL FREEZE"], ["ANALYZE"], UPGRADE, []):
        with closing(psycopg.connect(evening.url, autocommit=True)) as db:
            db.execute("SET search_path = feltlab")
            for sql in upkeep:
                db.execute(sql.encode())
        if upkeep:
            evening.end()
        else:  # killed, and so is the database: whoever starts next takes the tables over
            evening.pit.store.close()
            postgres.halt()
            postgres.start_again()
            with closing(psycopg.connect(evening.url)) as db, db:
                db.execute("UPDATE feltlab.owners SET until = 0")
        evening = Evening(evening.url)
        with closing(open_store(evening.url)):  # as another server does, beside it
            assert (upkeep, evening.commitment) == (upkeep, seen)
    evening.do(Decide("ann", 1, evening.state.rounds, "play", {"decision": "fold"}))
    assert evening.state.last is not None
    assert (evening.state.last.phase, evening.state.last.commitment) == ("closed", seen)
    evening.end()


def test_p38_the_verifier_refuses_a_seed_that_was_dealt_from_before(tmp_path: Path) -> None:
    evening = Evening(f"sqlite:///{tmp_path}/store.db")
    evening.begin()
    evening.play()
    evening.play()
    evening.end()
    first, second = [json.loads(line) for line in recorded(evening.url)]
    chosen = {**first, "client_seeds": [[1, "found in two seconds"]]}
    due = verifier.stacks(verifier.read_round(json.dumps({**chosen, "dealt": {}}).encode()))
    chosen["dealt"] = {"seats": {"1": due["seat 1"]}}
    renumbered = {**second, "seed": first["seed"], "commitment": first["commitment"], "dealt": {}}
    path = tmp_path / "history.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in (first, first, second, chosen, renumbered)))
    told = list(verifier.verdicts(path))
    assert [verdict.verified for verdict in told] == [True, True, True, False, False]
    assert [difference.what for verdict in told for difference in verdict.differs] == ["seed", "seed"]
