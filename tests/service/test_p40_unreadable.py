"""Data that cannot even be read is a finding like any other, and the rest is still checked."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from feltlab.service.proof import proved
from feltlab.service.sqlite_store import open_database
from feltlab.service.store import open_store
from tests.conftest import Feltlab
from tests.live.house import House
from tests.service.test_p40_beside_the_chains import played

BAD = "CAST(x'fffe41' AS TEXT)"
NOT_TEXT = {
    "events": "UPDATE events SET body = BAD WHERE number = 2",
    "audit": "UPDATE audit SET detail = BAD WHERE number = 1",
    "rounds": "UPDATE rounds SET history = BAD WHERE round = 1",
    "answers": "UPDATE answers SET answer = BAD",
    "balances": "INSERT INTO balances (account, cents) VALUES (BAD, 0)",
    "transfers": "UPDATE transfers SET credit = BAD WHERE number = 1",
    "heads": "UPDATE heads SET last_hash = BAD WHERE chain = 'ledger'",
    "seeds": "UPDATE seeds SET seed = BAD",
    "results": "UPDATE results SET player = BAD",
    "settings": "UPDATE settings SET value = BAD",
    "tables": "UPDATE tables SET config = BAD",
    "players": "UPDATE players SET name = BAD WHERE id = 'p-ada'",
    "round_seats": "UPDATE round_seats SET player = BAD",
}  # fmt: skip


@pytest.mark.parametrize("table", NOT_TEXT)
def test_p40_text_that_is_none_is_a_finding_and_the_rest_is_looked_at(
    tmp_path: Path, table: str, feltlab: Feltlab
) -> None:
    house = played(f"sqlite:///{tmp_path}/felt.db")
    house.close()
    with closing(open_database(tmp_path / "felt.db", write=True)) as db, db.transaction():
        db.execute(NOT_TEXT[table].replace("BAD", BAD))
        db.execute("INSERT INTO heads (chain, last_number, last_hash) VALUES ('more', 0, '')")
    done = feltlab("audit", "--database", house.url)
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (1, "")
    assert f"the table {table} has text that is not UTF-8" in lines
    assert [line for line in lines if "head of 'more'" in line]
    done = feltlab("check", str(tmp_path / "felt.db"))
    assert done.returncode == 1
    assert "Traceback" not in done.stdout + done.stderr
    assert "red: do not deal from it" in done.stdout


@pytest.fixture
def house(store_url: str) -> Iterator[House]:
    house = played(store_url)
    yield house
    house.close()


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE audit SET detail = '[]'",
        "UPDATE audit SET action = 'anchor', detail = '{{\"ledger\":5}}'",
        'UPDATE audit SET action = \'takeover\', detail = \'{{"heads":5,"tables":[1],"broken":7}}\'',
        "UPDATE audit SET action = 'account', detail = '{{\"player\":[],\"step\":[]}}'",
        "UPDATE audit SET action = 'open', detail = '[]'",
        "UPDATE audit SET action = 'upgrade', detail = '[]'",
    ],
)
def test_p40_an_entry_that_is_something_else_is_a_finding(house: House, sql: str) -> None:
    with house.store.writing() as db:
        db.execute(sql)
    assert "the audit trail: row 1 was changed" in proved(house.store)


@pytest.mark.parametrize("sql", ["DELETE FROM schema_version", "INSERT INTO schema_version (version) VALUES (4)"])
def test_p40_a_store_that_does_not_say_its_version_is_refused_in_one_line(
    tmp_path: Path, sql: str, feltlab: Feltlab
) -> None:
    open_store(f"sqlite:///{tmp_path}/felt.db").close()
    with closing(open_database(tmp_path / "felt.db", write=True)) as db:
        db.execute(sql)
    for command in (("check", f"{tmp_path}/felt.db"), ("audit", "--database", f"sqlite:///{tmp_path}/felt.db")):
        done = feltlab(*command)
        [line] = done.stderr.splitlines()
        assert (done.returncode, line.endswith("does not say which schema version it has")) == (2, True)
