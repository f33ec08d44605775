"""What SQL changes for a moment and puts back is found all the same: money that was never there, cuts, old schemas."""

import json
from collections.abc import Iterator

import pytest

from feltlab.errors import StoreError
from feltlab.ledger.performance import DAY_MS
from feltlab.service.chain import AUDIT
from feltlab.service.checks import problems
from feltlab.service.proof import proved
from feltlab.service.recovery import differs_from_log
from feltlab.service.requests import By, Chips, Done, Refused, Reply, Request, Tokens
from feltlab.service.rows import NewAudit, Snapshot
from feltlab.service.schema import VERSION
from feltlab.service.store import Store, open_store
from feltlab.table import State
from feltlab.table.commands import Bet, Decide, Ready, Status
from feltlab.table.state import dealt_from
from feltlab.wire import dump
from tests.live.house import House
from tests.service.filling import as_before_marks
from tests.service.test_p40_beside_the_chains import TABLE, played


@pytest.fixture
def house(store_url: str) -> Iterator[House]:
    house = played(store_url)
    yield house
    house.close()


def sql(store: Store, statement: str, *parameters: object) -> None:
    with store.writing() as db:
        db.execute(statement, parameters)


# Money


def move(store: Store, account: str, cents: int) -> None:
    """A balance and the house's, as a transfer would leave them."""
    put = "UPDATE balances SET cents = cents + ? WHERE account = ?"
    sql(store, put, cents, account)
    sql(store, put, -cents, "house")


def test_p40_money_that_was_there_for_one_bet_is_named_after_it_was_put_back(house: House) -> None:
    store: Store = house.store
    house.must(TABLE, Decide("a", 1, 2, "play", {"decision": "fold"}))
    house.chips("a", 500 - store.balance("purse:a"))
    move(store, "purse:a", 50_000)
    house.must(TABLE, Bet("a", 1, 3, {"ante": 20_500}))
    house.must(TABLE, Bet("a", 1, 3, {"ante": 500}))
    move(store, "purse:a", -50_000)
    [line] = proved(store)
    assert line.startswith("purse:a was 20000 cents below zero after transfer ")
    assert problems(store) == [line]


def test_p40_honest_play_leaves_nobody_but_the_house_below_zero(house: House) -> None:
    left = house.store.balance("purse:a")
    house.must(TABLE, Decide("a", 1, 2, "play", {"decision": "fold"}))
    house.must(TABLE, Bet("a", 1, 3, {"ante": left // 3}))
    house.must(TABLE, Ready("a", 1, 3))
    house.must(TABLE, Decide("a", 1, 3, "play", {"decision": "fold"}))
    assert proved(house.store) == []


# What one issues alone in a day


def issue(house: House, asked: Chips | Tokens) -> Reply:
    house.turn += 1
    [reply] = house.pit.do(Request(asked, f"issue-{house.turn}", "h"))
    return reply


def issued(house: House, cents: int, by: By | None = None) -> str:
    reply = issue(house, Chips("a", cents, by=by or FLO))
    return reply.reason if isinstance(reply, Refused) else type(reply).__name__


FLO = By("flo", "staff", needs_second=True, alone_cents=1000)
SIA = By("sia", "staff", needs_second=True, alone_cents=1000, accounts=frozenset({"flo", "sia"}))
BOTH = By("flo", "agreed", second=By("fay", "staff"), needs_second=True, alone_cents=1000)


def test_p40_what_one_issued_today_counts_wherever_sql_puts_the_transfers(house: House) -> None:
    store: Store = house.store
    assert issued(house, 5000, BOTH) == "Done"
    assert issued(house, 400) == "Done"
    assert isinstance(issue(house, Tokens("a", 300, by=FLO)), Done)
    assert issued(house, -300) == "Done"  # taking back counts too
    sql(store, "UPDATE transfers SET at = at - ?", 2 * DAY_MS)
    sql(store, "UPDATE transfers SET actor = 'nobody' WHERE actor = 'flo'")
    assert (issued(house, 1), issued(house, 1, SIA)) == ("second-person", "second-person")
    assert issued(house, 5000, BOTH) == "Done"
    house.now += DAY_MS
    assert (issued(house, 1000), issued(house, 1)) == ("Done", "second-person")


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE audit SET at = at - 172800000 WHERE action = 'chips'",
        "UPDATE audit SET actor = 'fay' WHERE action = 'chips'",
        "UPDATE audit SET detail = replace(detail, '1000', '1') WHERE action = 'chips'",
        "DELETE FROM audit WHERE action = 'chips'",
        "UPDATE heads SET last_number = last_number - 1 WHERE chain = 'audit'",
    ],
)
def test_p40_nobody_issues_on_a_trail_that_was_altered(house: House, change: str) -> None:
    assert issued(house, 1000) == "Done"
    sql(house.store, change)
    assert issued(house, 1) == "broken-trail"


def test_p40_an_issue_that_was_cut_off_the_trail_is_named(house: House) -> None:
    assert issued(house, 1000) == "Done"
    assert issued(house, 5000, BOTH) == "Done"
    assert proved(house.store) == []
    end = house.store.head(AUDIT).number - 3  # before all three entries
    with house.store.writing() as db:
        db.execute("DELETE FROM audit WHERE number > ?", (end,))
        db.execute(
            "UPDATE heads SET last_number = ?, last_hash = (SELECT hash FROM audit WHERE number = ?)"
            " WHERE chain = 'audit'",
            (end, end),
        )
    assert issued(house, 1000) == "Done"  # nothing in the database says otherwise at that moment
    found = proved(house.store)
    assert [line.partition(" by ")[2] for line in found] == [
        f"'{who}' has no entry in the trail" for who in ("flo", "flo & fay")
    ]


# A log that was cut


def cut(store: Store, last: int) -> None:
    """To this event, as one can without the key."""
    with store.writing() as db:
        db.execute("DELETE FROM events WHERE number > ?", (last,))
        db.execute(
            "UPDATE tables SET last_number = ?, last_hash = (SELECT hash FROM events WHERE number = ?)", (last, last)
        )


def test_p40_a_round_that_sql_cut_off_is_not_asked_again(house: House, caplog: pytest.LogCaptureFixture) -> None:
    before = house.pit.tables[TABLE]
    assert before.round is not None
    house.must(TABLE, Status("paused"))
    house.must(TABLE, Status("open"))
    cut(house.store, before.number)
    house.crash()
    after = house.pit.tables[TABLE]
    assert after.last is not None
    assert after.round is not None
    assert (after.last.number, after.last.phase, after.last.seed) == (2, "void", "")
    assert "the books checked" in caplog.text
    [line] = [line for line in proved(house.store) if "cut short" in line]
    house.crash()  # once for each cut
    assert house.pit.tables[TABLE].round == after.round
    assert [each for each in proved(house.store) if "cut short" in each] == [line]


def test_p40_an_answer_made_without_the_key_ends_no_round(house: House) -> None:
    sql(
        house.store,
        "INSERT INTO answers (key, table_id, body_hash, answer, at) VALUES ('k', ?, 'h', ?, 1)",
        TABLE,
        '{"table": "low-four-1", "number": 999, "purse": 0}',
    )
    before = house.pit.tables[TABLE].round
    house.crash()
    assert house.pit.tables[TABLE].round == before
    assert proved(house.store) == ["the answer under k was added or changed"]


# A schema that was set back


@pytest.mark.parametrize(
    "hidden",
    [
        (),
        ("DELETE FROM audit WHERE number = 1",),
        ("DELETE FROM audit", "DELETE FROM heads WHERE chain = 'audit'"),
        ("UPDATE audit SET detail = replace(detail, '\"schema\"', '\"scheme\"')",),
    ],
)
def test_p40_changed_answers_get_no_marks_from_a_schema_set_back(house: House, hidden: tuple[str, ...]) -> None:
    assert proved(house.store) == []
    house.pit.tenure.give_up()
    with house.store.writing() as db:
        db.execute("UPDATE answers SET answer = replace(answer, 'purse', 'pulse')")
        for statement in hidden:
            db.execute(statement)
        as_before_marks(db)
    house.close()
    with pytest.raises(StoreError, match=r"the schema of .* was set back: restore a backup"):
        open_store(house.url)


def test_p40_an_upgrade_of_a_store_that_began_with_marks_is_named(house: House) -> None:
    first = next(iter(house.store.audit()))
    assert json.loads(first.detail)["schema"] == VERSION
    with house.store.transaction() as rows:
        [entry] = rows.append_audit([NewAudit(1, "feltlab", "upgrade", '{"from": 3, "to": 4}')])
    assert proved(house.store) == [
        f"entry {entry.number} of the trail: the database was set back to before its answers had marks"
    ]


# Snapshots


def snapped(house: House) -> State:
    """The state, of which there is a snapshot now."""
    state = house.pit.tables[TABLE]
    with house.store.transaction() as rows:
        rows.put_snapshots([Snapshot(TABLE, state.number, dump(dealt_from(state, "").to_dict()))])
    assert proved(house.store) == []
    return state


CHANGED = {
    "its meter": "state = replace(state, '100000000', '900000000')",
    "its mark": 'state = replace(state, \'"mac":"\', \'"mac":"0\')',
    "its number": "snapshot_number = snapshot_number - 1",
}


@pytest.mark.parametrize("change", CHANGED)
def test_p40_no_snapshot_that_was_changed_is_served(
    house: House, change: str, caplog: pytest.LogCaptureFixture
) -> None:
    state = snapped(house)
    sql(house.store, f"UPDATE tables SET {CHANGED[change]}")  # noqa: S608
    assert [line for line in proved(house.store) if line.startswith(f"the snapshot of {TABLE} ")]
    house.crash()
    assert house.pit.tables[TABLE].meters == state.meters
    assert not differs_from_log(house.store, house.pit.tables[TABLE])
    assert change == "its mark" or f"the snapshot of '{TABLE}' was changed" in caplog.text


def test_p40_a_snapshot_of_an_older_version_is_neither_used_nor_a_fault(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    state = snapped(house)
    sql(house.store, "UPDATE tables SET state = ?", dump(dealt_from(state, "").to_dict()))
    assert proved(house.store) == []
    sql(house.store, "UPDATE tables SET state = replace(state, '100000000', '900000000')")
    assert proved(house.store) == [f"the snapshot of {TABLE} does not match the log"]
    house.crash()
    assert house.pit.tables[TABLE].meters == state.meters
    assert "snapshot" not in caplog.text
