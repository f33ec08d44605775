"""`feltlab export`, `backup` and `copy`: what they write, and one line with exit code 2 for what they cannot."""

import json
import os
from contextlib import closing
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from feltlab.commands import authoring, database, history
from feltlab.errors import FeltlabError
from feltlab.service.checks import problems
from feltlab.service.export import recorded
from feltlab.service.rows import Player
from feltlab.service.store import open_store
from feltlab.table import Config
from feltlab.table.commands import Bet, Decide, Ready, Sit
from tests.conftest import Feltlab
from tests.live.house import House
from tests.service.conftest import Cluster
from tests.service.filling import contents
from tests.table.driver import ALL_BETS, player

APP = typer.Typer()
for command in (history.export, history.replay_file, database.backup, database.copy, authoring.check):
    APP.command()(command)


def fill(url: str, rounds: int = 3) -> None:
    with closing(House(url, "commands")) as house:
        for table in ("low-four-1", "low-four-2"):
            house.open_table(table, Config("low-four"))
            house.chips(f"{table}/{player(1)}", 10_000_000)
            who = f"{table}/{player(1)}"
            with house.store.transaction() as rows:
                rows.put_players([Player(who, who, "player", None, 1)])
            house.must(table, Sit(who, "Ünal", 1))
            for number in range(1, rounds + 1):
                house.now += 60_000
                house.must(table, Bet(who, 1, number, ALL_BETS["low-four"]))
                house.must(table, Ready(who, 1, number))
                house.must(table, Decide(who, 1, number, "play", {"decision": "play"}))


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    found = f"sqlite:///{tmp_path_factory.mktemp('commands')}/trial.db"
    fill(found)
    return found


def run(*arguments: str, stdin: str = "") -> Result:
    return CliRunner().invoke(APP, list(arguments), input=stdin)


def test_export_of_everything_and_of_one_table(url: str, tmp_path: Path) -> None:
    everything = run("export", "--database", url)
    records = [json.loads(line) for line in everything.stdout.splitlines()]
    assert (everything.exit_code, len(records)) == (0, 6)
    assert [record["opened_at"] for record in records] == sorted(record["opened_at"] for record in records)
    assert records[0]["players"]["1"]["name"] == "Ünal"
    file = tmp_path / "one.jsonl"
    file.write_text("old")
    one = run("export", "--database", url, "--table", "low-four-2", "-o", str(file))
    assert (one.exit_code, one.stdout) == (0, f"3 rounds in {file}\n")
    assert [json.loads(line)["table"] for line in file.read_text().splitlines()] == ["low-four-2"] * 3
    assert list(tmp_path.iterdir()) == [file]
    piped = run("replay-file", "-", stdin=everything.stdout)
    assert (piped.exit_code, piped.stdout) == (0, "6 rounds dealt and settled again, 0 differ\n")


def test_export_while_the_table_is_in_use(url: str) -> None:
    with closing(open_store(url)):
        assert len(run("export", "--database", url).stdout.splitlines()) == 6


def complains(*arguments: str, words: str) -> None:
    """The command itself, without the second that a process of its own takes; the program prints it as one line."""
    name, *rest = arguments
    said = CliRunner().invoke(APP, [name, *rest])
    assert (said.exit_code, said.stdout) == (1, "") or said.exit_code == 2
    message = str(said.exception) if said.exit_code == 1 else said.output
    assert isinstance(said.exception, FeltlabError) or said.exit_code == 2, said.exception
    assert "\n" not in message or said.exit_code == 2
    assert words in message


def test_complaints_are_one_line_and_the_exit_code_is_2(feltlab: Feltlab, tmp_path: Path) -> None:
    for arguments in (("export",), ("backup", "-o", str(tmp_path / "a"))):
        done = feltlab(*arguments, "--database", f"sqlite:///{tmp_path}/none.db")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("feltlab: there is no database ")
        assert done.stderr.count("\n") == 1


def test_export_of_what_is_not_there(url: str, tmp_path: Path) -> None:
    empty = tmp_path / "empty.db"
    empty.write_bytes(b"")
    text = tmp_path / "notes.txt"
    text.write_text("this is not a database, it is a text that is longer than a header of a hundred bytes would be" * 9)
    complains("export", "--database", f"sqlite:///{tmp_path}/none.db", words="none.db")
    complains("export", "--database", f"sqlite:///{text}", words="notes.txt")
    complains("export", "--database", f"sqlite:///{empty}", words="empty.db")
    complains("export", "--database", "sqlite://", words="in memory")
    complains("export", "--database", "mysql://x", words="sqlite:///file.db or postgresql://")
    complains("export", "--database", url, "--table", "none", words="no table none")
    complains("export", words="--database")
    assert not (tmp_path / "none.db").exists()


def test_export_to_where_nothing_can_be_written(url: str, tmp_path: Path) -> None:
    complains("export", "--database", url, "-o", str(tmp_path / "no" / "file"), words="cannot write")
    complains("export", "--database", url, "-o", str(tmp_path), words="cannot write")
    assert list(tmp_path.iterdir()) == []


def test_backup_while_the_table_is_in_use(url: str, tmp_path: Path) -> None:
    saved = tmp_path / "saved.db"
    with closing(open_store(url)) as store:
        done = run("backup", "--database", url, "-o", str(saved))
        assert (done.exit_code, done.stdout) == (0, f"saved in {saved}\n")
        with closing(open_store(f"sqlite:///{saved}")) as copied:
            assert contents(copied) == contents(store)
            assert problems(copied) == []


def test_p43_check_of_a_database(url: str, tmp_path: Path) -> None:
    file = tmp_path / "saved.db"
    with closing(open_store(url)):
        for arguments in ((url, "--fast"), (url,), (url.removeprefix("sqlite:///"), "--json")):
            done = run("check", *arguments)
            assert (done.exit_code, "red" in done.stdout) == (0, False), done.stdout
        assert [row["status"] for row in json.loads(done.stdout)["checks"]] == ["passes"] * 9
        run("backup", "--database", url, "-o", str(file))
        with closing(open_store(f"sqlite:///{file}")) as copied, copied.writing() as db:
            db.execute("UPDATE balances SET cents = cents + 100 WHERE account = 'house'")
            db.execute("UPDATE tables SET state = replace(state, 'open', 'shut') WHERE state IS NOT NULL")
            db.execute("UPDATE events SET body = replace(body, ':500', ':900') WHERE number = 4")
        done = run("check", str(file))
        assert done.exit_code == 1
        for words in ("the balances sum to", "row 4 was changed", "restore the latest backup"):
            assert words in " ".join(done.stdout.split()), done.stdout
        data = bytearray(file.read_bytes())
        data[-2000] ^= 4
        file.write_bytes(data)
        done = run("check", str(file), "--fast")
        assert (done.exit_code, "fails its checksum" in " ".join(done.stdout.split())) == (1, True)
        complains("check", f"sqlite:///{tmp_path}/none.db", words="there is no database")
        complains("check", url, "--rounds", "5000", words="--rounds is for a game")
        complains("check", "low-four", "--fast", words="--fast is for a database")


def test_backup_that_cannot_be(url: str, tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.mkdir()
    complains("backup", "--database", f"sqlite:///{tmp_path}/none.db", "-o", str(tmp_path / "a"), words="no database")
    complains("backup", "--database", url, "-o", str(tmp_path / "no" / "file"), words="could not be written")
    complains("backup", "--database", url, "-o", str(there), words="is a folder")
    complains("backup", "--database", url, "-o", url.removeprefix("sqlite:///"), words="is the database itself")
    complains("backup", "--database", "sqlite://", "-o", str(tmp_path / "a"), words="in memory")
    complains("backup", "--database", url, words="--output")
    assert list(tmp_path.iterdir()) == [there]


def test_backup_to_a_folder_that_is_not_ours(url: str, tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(0o500)
    if os.geteuid() == 0:  # who may write everywhere else
        closed = Path("/proc")
    complains("backup", "--database", url, "-o", str(closed / "a"), words="could not be written")


def test_copy_to_postgresql_and_back(url: str, tmp_path: Path, postgres: Cluster) -> None:
    there, back = postgres.emptied(), f"sqlite:///{tmp_path}/back.db"
    done = run("copy", "--from", url, "--to", there)
    assert done.exit_code == 0, done.output
    assert "6 round_seats" in done.stdout
    assert run("copy", "--from", there, "--to", back).exit_code == 0
    with closing(open_store(url)) as first, closing(open_store(back)) as last:
        assert contents(first) == contents(last)
    exported = [list(recorded(each)) for each in (url, there, back)]
    assert exported[0] == exported[1] == exported[2]
    complains("copy", "--from", url, "--to", there, words="is not empty")


def test_copy_that_cannot_be(url: str, tmp_path: Path) -> None:
    full = f"sqlite:///{tmp_path}/full.db"
    fill(full, 1)
    complains("copy", "--from", url, "--to", full, words="is not empty")
    complains("copy", "--from", url, "--to", f"sqlite:///{tmp_path}/no/file.db", words="file.db")
    complains("copy", "--from", url, "--to", url, words="is not empty")
    complains(
        "copy",
        "--from",
        f"sqlite:///{tmp_path}/none.db",
        "--to",
        f"sqlite:///{tmp_path}/to.db",
        words="none.db",
    )
    assert not (tmp_path / "none.db").exists()
    with closing(open_store(url)):
        complains("copy", "--from", url, "--to", f"sqlite:///{tmp_path}/to.db", words="in use by another process")


def test_export_from_a_database_of_something_else(postgres: Cluster) -> None:
    """Looking does not make tables."""
    import psycopg

    there = postgres.emptied()
    complains("export", "--database", there, words="not a feltlab database")
    with closing(psycopg.connect(there)) as connection:
        assert (
            connection.execute("SELECT 1 FROM information_schema.schemata WHERE schema_name = 'feltlab'").fetchall()
            == []
        )


def test_replay_of_a_file_that_is_no_history(tmp_path: Path) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_bytes(b'{"format":"feltlab-round-1"}\nnonsense\n\n[]\n\xff\n')
    done = run("replay-file", str(file))
    assert done.exit_code == 1
    assert done.stdout.splitlines()[-1] == "0 rounds dealt and settled again, 0 differ; 4 could not be dealt"
    with pytest.raises(FeltlabError, match="neither a game nor a file"):
        history.replay_file(str(tmp_path / "none.jsonl"))
