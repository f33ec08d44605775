"""After a lost key: what audit and check say about the time before, and what the anchors still prove about it."""

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
import typer

from feltlab.commands.audit import audit
from feltlab.errors import FeltlabError
from feltlab.service.anchors import Anchors, noted_inside, read_anchors, sender
from feltlab.service.keys import NAMED_BY
from feltlab.service.looking import TAKEN_OVER, examined
from feltlab.service.proof import proved
from feltlab.service.requests import Request, Work
from feltlab.service.sqlite_store import open_database
from feltlab.service.store import open_store
from feltlab.service.taken_over import takeovers
from tests.conftest import Feltlab
from tests.service.test_p40_beside_the_chains import played

Lost = tuple[Path, Path]


@pytest.fixture
def lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lost:
    """A file whose house has closed after an anchor, and whose key is gone; and the anchors."""
    monkeypatch.delenv(NAMED_BY)
    path, lines = tmp_path / "felt.db", tmp_path / "anchors.jsonl"
    house = played(f"sqlite:///{path}")

    def write(do: Callable[..., object]) -> object:
        [reply] = house.pit.do(Request(Work(do)))
        return reply.value  # type: ignore[union-attr]

    anchors = Anchors(house.store, write, lambda: house.now, sender(str(lines)), 1)
    anchors.note()
    house.chips("a", 500)
    anchors.note()
    assert proved(house.store, read_anchors(lines)) == []
    house.close()
    (tmp_path / "felt.db.key").unlink()
    return path, lines


def serve_once(path: Path) -> int:
    with closing(open_store(f"sqlite:///{path}", takes_over=True)) as store:
        [taken] = takeovers(store)
    return taken.number


def forge(path: Path, *statements: str) -> None:
    with closing(open_database(path, write=True)) as db, db.transaction():
        for statement in statements:
            db.execute(statement)


def test_p40_an_honest_takeover_is_told_and_can_be_accepted(lost: Lost, feltlab: Feltlab) -> None:
    path, lines = lost
    url = f"sqlite:///{path}"
    number = serve_once(path)
    done = feltlab("audit", "--database", url, "--anchors", str(lines))
    [line] = done.stdout.splitlines()
    assert done.returncode == 1
    assert line.startswith(f"taken over: entry {number} of the trail (")
    assert line.endswith(f"--taken-over {number}")
    done = feltlab("audit", "--database", url, "--anchors", str(lines), "--taken-over", str(number))
    assert done.returncode == 0, done.stdout
    assert done.stdout.startswith(f"up to entry {number} of the trail, the books are as they were found")
    done = feltlab("check", str(path))
    assert done.returncode == 0, done.stdout
    assert f"entry {number} of the trail" in " ".join(done.stdout.split())
    assert "with 1 warning" in done.stdout


@pytest.mark.parametrize("number", [-1, 0, 10**30])
def test_p40_what_is_no_takeover_is_not_accepted(lost: Lost, number: int, capsys: pytest.CaptureFixture[str]) -> None:
    path, lines = lost
    taken = serve_once(path)
    for given in ([number], [taken, number], [taken - 1]):
        with pytest.raises(FeltlabError, match="of the trail is not a takeover"):
            audit(f"sqlite:///{path}", lines, taken_over=given)
    assert capsys.readouterr().out == ""


def test_p40_anchors_of_since_count_and_those_of_before_do_not(lost: Lost) -> None:
    path, lines = lost
    serve_once(path)
    with closing(open_store(f"sqlite:///{path}")) as store:
        assert noted_inside(store) == {}

        def write(do: Callable[..., object]) -> object:
            with store.transaction() as rows:
                return do(rows)

        Anchors(store, write, lambda: 1, sender(str(lines)), 1).note()
        assert proved(store, read_anchors(lines)) == []
        last = max(read_anchors(lines))
        with store.writing() as db:
            db.execute("UPDATE audit SET hash = 'x' WHERE number = ?", (last,))
        assert "the audit trail: " in proved(store, read_anchors(lines))[0]


FORGED = {
    "a transfer without a head": (
        "INSERT INTO transfers (number, id, debit, credit, cents, at, hash)"
        " SELECT max(number) + 1, 'chips/x', 'house', 'purse:a', 100000000, 1, 'x' FROM transfers",
        "the chain of ledger does not end where its kept head says",
    ),
    "the end of the ledger": (
        "DELETE FROM transfers WHERE number = (SELECT max(number) FROM transfers);"
        " UPDATE heads SET last_number = last_number - 1,"
        " last_hash = (SELECT hash FROM transfers ORDER BY number DESC LIMIT 1) WHERE chain = 'ledger'",
        "the ledger: the rows ",
    ),
    "another end of the trail": (
        "UPDATE audit SET hash = 'x' WHERE number = (SELECT max(number) FROM audit);"
        " UPDATE heads SET last_hash = 'x' WHERE chain = 'audit'",
        "is not the one recorded",
    ),
}


@pytest.mark.parametrize("change", FORGED)
def test_p40_what_does_not_fit_the_ends_of_before_is_named(lost: Lost, change: str) -> None:
    path, lines = lost
    sql, words = FORGED[change]
    forge(path, *sql.split("; "))
    serve_once(path)
    with closing(open_store(f"sqlite:///{path}")) as store:
        found = proved(store, read_anchors(lines))
    assert [line for line in found if words in line], found
    if "head" in change:
        assert [line for line in dict(examined(str(path), fast=True))["chains"] if words in line]
    assert TAKEN_OVER in dict(examined(str(path), fast=True))


# Anchors that are missing outside


@pytest.mark.parametrize("kept", [0, 1])
def test_p40_a_file_of_anchors_that_was_cut_short_is_named(
    tmp_path: Path, lost: Lost, kept: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, lines = lost
    number = serve_once(path)
    monkeypatch.setattr("feltlab.commands.audit.SENDING_SECONDS", 0)
    whole = lines.read_text().splitlines(keepends=True)
    audit(f"sqlite:///{path}", lines, taken_over=[number])
    lines.write_text("".join(whole[:kept]))
    with pytest.raises(typer.Exit):
        audit(f"sqlite:///{path}", lines, taken_over=[number])
    due = json.loads(whole[kept])["anchor"]
    assert (
        f"{2 - kept} anchors in the trail, from entry {due} on, are not in {lines}: it was cut short, or is older"
        in capsys.readouterr().out
    )
    lines.write_text(whole[1])  # one before others that are there is proved by them
    audit(f"sqlite:///{path}", lines, taken_over=[number])
