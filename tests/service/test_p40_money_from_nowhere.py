"""Changes to the database without the key are found: rows of money, actors and chains changed by SQL."""

import hmac
import json
import os
import random
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from feltlab.commands.account import disable, list_accounts
from feltlab.commands.audit import audit
from feltlab.commands.database import copy
from feltlab.errors import StoreError
from feltlab.ledger.ledger import HOUSE
from feltlab.service import takeover
from feltlab.service.anchors import Anchors, read_anchors, sender
from feltlab.service.backup import backup
from feltlab.service.chain import KEY, LEDGER, verify_audit
from feltlab.service.keys import NAMED_BY, key_id
from feltlab.service.looking import examined
from feltlab.service.proof import proved
from feltlab.service.requests import Request, Work
from feltlab.service.rows import Factor, Head, NewAudit, Player, Seed, Snapshot, account_told
from feltlab.service.sqlite_store import open_database
from feltlab.service.store import Store, open_store
from feltlab.table.commands import Bet, Decide, Ready, Sit, Void
from feltlab.table.config import Config
from feltlab.table.state import dealt_from
from tests.live.house import House
from tests.service.filling import as_of_old, open_table, play

TABLE = "low-four-1"
NO_KEY = b"the forger's own"

MONEY = {
    "transfers": ("id", ("number", "debit", "credit", "cents", "at", "actor", "hash")),
    "balances": ("account", ("cents",)),
    "results": ("round * 100 + length(wager)", ("player", "initial", "staked", "returned")),
    "rounds": ("round", ("outcome", "reason", "history")),
    "players": ("id", ("name", "role", "password_hash", "disabled", "change_by")),
    "factors": ("player", ("salt", "since", "step", "codes")),
    "audit": ("number", ("at", "actor", "action", "detail", "hash")),
    "events": ("number", ("round", "at", "kind", "body", "hash")),
    "heads": ("chain", ("last_number", "last_hash")),
    "tables": ("table_id", ("last_number", "last_hash", "state")),
}


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    """A few rounds, one of them void."""
    house = House("sqlite://", follow=False)
    house.open_table(TABLE, Config("low-four"))
    guest = Player("a", "A", "player", None, 1)
    with house.store.transaction() as rows:
        rows.put_players([guest])
        rows.append_audit([NewAudit(1, "admin", "account", json.dumps(account_told(guest)))])
    house.chips("a", 100_000)
    house.must(TABLE, Sit("a", "A", 1))
    for number in range(1, 5):
        house.must(TABLE, Bet("a", 1, number, {"ante": 1000, "low-points": 500}))
        house.must(TABLE, Ready("a", 1, number))
        if number == 2:
            house.must(TABLE, Void("misdeal", "a card fell"))
        else:
            house.must(TABLE, Decide("a", 1, number, "play", {"decision": "fold"}))
    ada, factor = (
        Player("p-ada", "Ada", "floor", "$argon2id$1", 1, False, 9),
        Factor("p-ada", "5a17", 5, 7, "c0de c0d3"),
    )
    with house.store.transaction() as rows:
        rows.put_players([ada])
        rows.put_factors([factor])
        told = account_told(ada, factor) | {"step": factor.step}
        rows.append_audit([NewAudit(1, "admin", "account", json.dumps(told))])
    state = json.dumps(dealt_from(house.pit.tables[TABLE], "").to_dict())  # as a snapshot has it
    with house.store.transaction() as rows:
        rows.put_snapshots([Snapshot(TABLE, house.pit.tables[TABLE].number, state)])
    assert proved(house.store) == []
    yield house
    house.close()


def altered(value: object, rng: random.Random) -> object:
    if isinstance(value, int):
        return value + rng.choice((-1, 1, 1000, 99_999_900))
    if value is None:
        return "p-mallory"
    text = str(value)
    digits = [at for at, char in enumerate(text) if char.isdigit()] or range(len(text))
    spot = rng.choice(list(digits))
    other = str((int(text[spot]) + 1) % 10) if text[spot].isdigit() else chr(ord(text[spot]) ^ 1)
    return text[:spot] + other + text[spot + 1 :]


class Forger:
    """Changes one value by SQL, and puts it back."""

    def __init__(self, store: Store, rng: random.Random) -> None:
        self.store, self.rng = store, rng

    def change(self) -> tuple[str, str, Callable[[], None]]:
        table = self.rng.choice(list(MONEY))
        key, columns = MONEY[table]
        column = self.rng.choice(columns)
        with self.store.reading() as db:
            rows = db.execute(f"SELECT {key}, {column} FROM {table} ORDER BY {key}")  # noqa: S608
        name, old = self.rng.choice(rows)
        new = altered(old, self.rng)
        if table == "balances" and name != HOUSE:
            new = abs(int(str(new)))
        self._put(table, key, column, name, new)
        place = f"{table}.{column} of {name}"
        return place, f"{old} -> {new}", lambda: self._put(table, key, column, name, old)

    def _put(self, table: str, key: str, column: str, name: object, value: object) -> None:
        with self.store.writing() as db:
            db.execute(f"UPDATE {table} SET {column} = ? WHERE {key} = ?", (value, name))  # noqa: S608


def forge(store: Store, times: int, seed: int) -> None:
    rng = random.Random(seed)
    forger = Forger(store, rng)
    for _ in range(times):
        done = []
        for _ in range(rng.choice((1, 2))):
            try:
                done.append(forger.change())
            except StoreError:  # the database itself has refused it
                continue
        places = {place for place, _, _ in done}
        if len(places) == len(done) > 0:  # twice in one place, the second may undo the first
            assert proved(store), [(place, words) for place, words, _ in done]
        for _, _, back in reversed(done):
            back()


def test_p40_500_rows_of_money_actors_and_chains_changed_by_sql(house: House) -> None:
    forge(house.store, 500, seed=40)
    assert proved(house.store) == []


@pytest.mark.soak
def test_p40_10_000_rows_changed_by_sql(house: House) -> None:
    forge(house.store, int(os.environ.get("FELTLAB_P40_SIZE", "10000")), seed=41)
    assert proved(house.store) == []


def rehashed(store: Store, key: bytes) -> None:
    """Every chain made right again, as far as one can without the key."""
    with store.writing() as db:
        takeover.take_over(db, key, "forged")


def test_p40_a_forged_transfer_and_a_void_put_to_anothers_name_are_found(tmp_path: Path) -> None:
    """Balances agree, hashes are made anew with another key, heads too: without the key it shows all the same."""
    house = House(f"sqlite:///{tmp_path}/felt.db", follow=False)
    house.open_table(TABLE, Config("low-four"))
    guest = Player("a", "A", "player", None, 1)
    with house.store.transaction() as rows:
        rows.put_players([guest])
        rows.append_audit([NewAudit(1, "admin", "account", json.dumps(account_told(guest)))])
    house.chips("a", 100_000)
    house.must(TABLE, Sit("a", "A", 1))
    house.must(TABLE, Bet("a", 1, 1, {"ante": 1000}))
    house.must(TABLE, Ready("a", 1, 1))
    house.must(TABLE, Void("misdeal", "a card fell"))
    store: Store = house.store
    assert proved(store) == []
    head = store.head(LEDGER)
    with store.writing() as db:
        db.execute(
            "INSERT INTO transfers (number, id, debit, credit, cents, at, hash) VALUES (?, 'chips/x', ?, ?, ?, 1, '')",
            (head.number + 1, HOUSE, "purse:a", 99_999_900),
        )
        db.execute("UPDATE balances SET cents = cents + 99999900 WHERE account = 'purse:a'")
        db.execute("UPDATE balances SET cents = cents - 99999900 WHERE account = 'house'")
        db.execute("UPDATE audit SET actor = 'mallory' WHERE action = 'void'")
    rehashed(store, NO_KEY)
    found = proved(store)
    assert any(line.startswith("the ledger: row 1 was changed") for line in found), found
    assert any(line.startswith("the audit trail: row 1 was changed") for line in found), found
    house.close()


def test_p40_an_entry_can_be_computed_from_its_description_alone(house: House) -> None:
    prev = "0" * 64
    for entry in house.store.ledger_entries():
        move = entry.posting.transfer
        fields = [entry.number, move.id, move.debit, move.credit, move.cents, entry.posting.at]
        fields += [entry.posting.table_id, entry.posting.event_number, entry.posting.actor]
        text = prev + json.dumps(fields, separators=(",", ":"))
        prev = hmac.new(house.store.key, text.encode(), "sha256").hexdigest()
        assert entry.hash == prev
    assert Head(entry.number, prev) == house.store.head(LEDGER)


# Outside


def test_p40_what_is_cut_off_or_rewritten_with_the_key_is_found_by_an_anchor(tmp_path: Path) -> None:
    lines, now = tmp_path / "anchors.jsonl", iter(range(1, 100))
    with closing(open_store(f"sqlite:///{tmp_path}/felt.db")) as store:
        open_table(store)
        play(store, 1)

        def write(do: Callable[..., object]) -> object:
            with store.transaction() as rows:
                return do(rows)

        anchors = Anchors(store, write, lambda: next(now), sender(str(lines)), 1)
        anchors.note()
        anchors.note()  # nothing has moved
        with store.transaction() as rows:
            rows.append_audit([NewAudit(1, "admin", "account", "{}")])
        anchors.note()
        play(store, 2)
        anchors.note()
        noted = read_anchors(lines)
        assert sorted(noted) == [2, 4, 6]
        assert lines.stat().st_mode & 0o077 == 0
        assert verify_audit(store, noted) is None
        with store.writing() as db:  # the trail is cut back to where it was, head and all
            [(last,)] = db.execute("SELECT hash FROM audit WHERE number = 5")
            db.execute("DELETE FROM audit WHERE number > 5")
            db.execute("UPDATE heads SET last_number = 5, last_hash = ? WHERE chain = 'audit'", (last,))
        assert verify_audit(store) is None
        assert "missing" in str(verify_audit(store, noted))
        rehashed(store, store.key)
        with store.writing() as db:
            db.execute("UPDATE audit SET actor = 'mallory' WHERE number = 1")
            takeover.take_over(db, store.key, "forged with the key")
        assert verify_audit(store) is None
        assert "recorded" in str(verify_audit(store, noted))


def test_p40_an_anchor_that_cannot_be_sent_is_sent_later(tmp_path: Path) -> None:
    house = House(f"sqlite:///{tmp_path}/felt.db", follow=False)
    house.open_table(TABLE, Config("low-four"))
    sent: list[str] = []
    down = True

    def send(line: str) -> None:
        if down:
            raise OSError("nobody there")
        sent.append(line)

    def write(do: Callable[..., object]) -> object:
        [reply] = house.pit.do(Request(Work(do)))
        return reply.value  # type: ignore[union-attr]

    anchors = Anchors(house.store, write, lambda: house.now, send, 1)
    for _ in range(2):
        with pytest.raises(OSError, match="nobody"):
            anchors.note()
    down = False
    house.chips("a", 500)
    anchors.note()
    assert [json.loads(line)["anchor"] for line in sent] == [2, 3]
    house.close()


# The key


@pytest.fixture
def own_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(NAMED_BY)


def filled(path: Path) -> str:
    url = f"sqlite:///{path}"
    with closing(open_store(url)) as store:
        open_table(store)
        play(store, 1)
    return url


@pytest.mark.usefixtures("own_keys")
def test_p40_the_key_is_a_file_of_its_own_that_nobody_else_reads(tmp_path: Path) -> None:
    url = filled(tmp_path / "felt.db")
    key = tmp_path / "felt.db.key"
    assert key.stat().st_mode & 0o777 == 0o600
    with closing(open_store(url)) as store:
        assert store.head(KEY).hash == key_id(store.key)
        assert store.key.hex() not in str(list(store.audit()))
    key.chmod(0o644)
    with pytest.raises(StoreError, match="can be read by others"):
        open_store(url)
    key.chmod(0o600)
    kept = key.read_text()
    key.write_text("00" * 32)
    with pytest.raises(StoreError, match="put that one back"):
        open_store(url)
    key.write_text("a key")
    with pytest.raises(StoreError, match="64 hex digits"):
        open_store(url)
    key.write_text(kept)
    with closing(open_store(url)) as store, store.writing() as db:
        db.execute("DELETE FROM heads WHERE chain = 'key'")
    with pytest.raises(StoreError, match="does not say"):
        open_store(url)


@pytest.mark.usefixtures("own_keys")
def test_p40_a_link_to_a_store_and_a_store_beside_it_have_its_key_and_its_mark(tmp_path: Path) -> None:
    path, link = tmp_path / "felt.db", tmp_path / "link.db"
    filled(path)
    link.symlink_to(path)
    path.chmod(0o644)
    with closing(open_store(f"sqlite:///{link}")) as store:
        assert path.stat().st_mode & 0o777 == 0o600
        with store.transaction() as rows:
            rows.put_seeds([Seed("t1", 2, "ab" * 32)])
        mark = (tmp_path / "felt.db-mark").read_bytes()
        with closing(open_store(f"sqlite:///{path}", beside=True)) as beside:
            assert (beside.key, beside.seed("t1")) == (store.key, store.seed("t1"))
            with beside.transaction() as rows:
                rows.put_setting("beside", "1")
        assert (tmp_path / "felt.db-mark").read_bytes() == mark
    with closing(open_store(f"sqlite:///{path}")) as store:
        assert store.seed("t1") is not None
        assert [entry.action for entry in store.audit()] == ["round"]
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "felt.db", "felt.db-born", "felt.db-mark", "felt.db.key", "link.db",
    ]  # fmt: skip


@pytest.mark.usefixtures("own_keys")
def test_p40_a_backup_is_checked_with_the_key_of_its_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url, saved = filled(tmp_path / "felt.db"), tmp_path / "saved.db"
    backup(url, saved)
    with pytest.raises(StoreError, match=r"is missing: copy it to .* with FELTLAB_CHAIN_KEY"):
        list(examined(str(saved), fast=True))
    monkeypatch.setenv(NAMED_BY, str(tmp_path / "felt.db.key"))
    assert not any(wrong for _, wrong in examined(str(saved), fast=True))
    with closing(open_database(saved, write=True)) as db:
        db.execute("UPDATE transfers SET actor = 'p-mallory' WHERE number = 1")
    assert dict(examined(str(saved), fast=True))["chains"] == ["the ledger: row 1 was changed"]


@pytest.mark.usefixtures("own_keys")
def test_p40_a_copy_without_its_key_is_taken_over_where_it_is_served_and_says_so(tmp_path: Path) -> None:
    url, other, new = filled(tmp_path / "felt.db"), filled(tmp_path / "other.db"), f"sqlite:///{tmp_path}/new.db"
    (tmp_path / "felt.db.key").unlink()
    (tmp_path / "felt.db-mark").unlink()
    before = (tmp_path / "felt.db").read_bytes()
    list_accounts(url)
    refused: list[tuple[Callable[[], object], str]] = [
        (lambda: disable("Ada", url), "is missing: copy it"),
        (lambda: audit(url), "is missing: copy it"),
        (lambda: copy(url, new), "is missing: copy it"),
        (lambda: copy(other, url), "is not empty"),
        (lambda: list_accounts(new), "there is no database"),
    ]
    for command, words in refused:
        with pytest.raises(StoreError, match=words):
            command()
    assert (tmp_path / "felt.db").read_bytes() == before
    assert not {file.name for file in tmp_path.iterdir()} & {"felt.db.key", "felt.db-mark", "new.db", "new.db.key"}
    with closing(open_store(url, takes_over=True)) as store:
        *_, entry = store.audit()
        assert (entry.actor, entry.action) == ("feltlab", "takeover")
        assert json.loads(entry.detail)["broken"] == []
        assert verify_audit(store) is None
        assert [line for line in proved(store) if "chain" in line or "row" in line] == []


@pytest.mark.usefixtures("own_keys")
def test_p40_a_store_of_before_the_key_is_taken_over_with_a_clear_entry(tmp_path: Path) -> None:
    url = filled(tmp_path / "felt.db")
    with closing(open_store(url)) as store:
        moves = [entry.posting for entry in store.ledger_entries()]
    as_of_old(tmp_path / "felt.db")
    with pytest.raises(StoreError, match="move it away"):
        open_store(url)
    (tmp_path / "felt.db.key").unlink()
    with closing(open_store(url)) as store:
        *_, entry = store.audit()
        told = json.loads(entry.detail)
        assert (entry.action, told["before"], told["broken"]) == ("takeover", "none", [])
        assert told["heads"]["audit"][0] == 1
        assert [each.posting for each in store.ledger_entries()] == moves
        assert [line for line in proved(store) if "row" in line] == []
