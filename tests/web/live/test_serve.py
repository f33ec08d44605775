"""The commands: serving until told to stop, and accounts."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import orjson
import pytest
from typer.testing import CliRunner

from feltlab.commands import serve
from feltlab.commands.account import account
from feltlab.errors import FeltlabError
from feltlab.service.backup import backup
from feltlab.service.chain import verify_audit
from feltlab.service.rows import NewAudit
from feltlab.service.store import open_store
from tests.waiting import PATIENCE, until

RUN = [sys.executable, "-c", "from feltlab.cli import main; main()"]


@contextmanager
def served(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    database = f"sqlite:///{folder / 'felt.db'}"
    with (
        (folder / "log").open("w") as log,
        subprocess.Popen(
            [*RUN, "serve", "--port", "0", "--database", database, "--log", "json"],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        ) as process,
    ):
        assert process.stdout is not None
        line = process.stdout.readline()
        assert "feltlab is at http://127.0.0.1:" in line
        yield process, line.split()[3]


def is_healthy(address: str) -> bool:
    # The socket listens before the line is printed: the question waits until somebody takes it.
    try:
        with urlopen(f"{address}/healthz", timeout=PATIENCE) as answer:  # noqa: S310
            return bool(answer.read() == b'{"ok":true}')
    except HTTPError as error:  # the writer is busy, says the server after a while
        error.close()
        return False


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.soak)])
def test_it_serves_until_it_is_told_to_stop(tmp_path: Path, number: signal.Signals) -> None:
    with served(tmp_path) as (process, address):
        until(lambda: is_healthy(address))
        process.send_signal(number)
        assert process.wait(PATIENCE) == 0
    store = open_store(f"sqlite:///{tmp_path / 'felt.db'}")
    assert [row.table_id for row in store.tables()] == [
        "ace-odd-even-1", "low-four-1", "quick-draw-holdem-1", "rule-out-1",
    ]  # fmt: skip
    store.close()
    assert '"message":"GET /healthz 200"' in (tmp_path / "log").read_text()


def test_a_port_that_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(FeltlabError, match="cannot listen on 127"):
            serve._listen("127.0.0.1", taken.getsockname()[1], demo=True)


def test_its_own_database_is_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert serve.own_database() == f"sqlite:///{tmp_path}/data/feltlab/feltlab.db"
    assert (tmp_path / "data" / "feltlab").stat().st_mode & 0o077 == 0


def test_tls_needs_both_files(tmp_path: Path) -> None:
    with pytest.raises(FeltlabError, match="go together"):
        serve._tls(tmp_path / "a.pem", None)
    with pytest.raises(FeltlabError, match="no file"):
        serve._tls(tmp_path / "a.pem", tmp_path / "a.key")


def test_accounts(tmp_path: Path) -> None:
    database = ["--database", f"sqlite:///{tmp_path / 'felt.db'}"]
    runner = CliRunner()

    def call(*words: str, given: str = "") -> str:
        result = runner.invoke(account, [*words, *database], input=given)
        if result.exception and not isinstance(result.exception, SystemExit):
            return str(result.exception)
        return result.output

    added = call("add", "Ada", "--role", "floor", "--password-stdin", given="correct horse battery\n")
    assert added.startswith("Ada is floor (p-")
    assert "there is already an account" in call(
        "add", "Ada", "--role", "admin", "--password-stdin", given="correct horse battery\n"
    )
    assert "12 to 128" in call("add", "Bea", "--role", "floor", "--password-stdin", given="short\n")
    assert "a role is one of" in call("add", "Bea", "--role", "king", "--password-stdin", given="x\n")
    assert "a name has up to 40" in call("add", "<b>", "--role", "floor", "--password-stdin", given="x\n")
    assert "a reason must not contain control" in call("disable", "Ada", "--reason", "gone \u202e")
    assert call("disable", "Ada", "--reason", "fort für heute") == "Ada is disabled\n"
    assert '"disabled":true' in call("list", "--json")
    assert call("enable", "Ada") == "Ada may log in\n"
    assert "there is no account" in call("disable", "Eve")
    store = open_store(database[1])
    assert [entry.action for entry in store.audit()] == ["account"] * 3
    player = store.player_named("Ada")
    assert player is not None
    assert player.password_hash is not None
    assert player.password_hash.startswith("$argon2id$")
    store.close()
    assert "correct horse" not in str((tmp_path / "felt.db").read_bytes())


def run(*words: str, given: str = "", **more: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [*RUN, *words], capture_output=True, text=True, input=given, env={**os.environ, **more}, check=False
    )


def test_a_second_server_on_the_same_file_says_so(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path / 'felt.db'}")
    result = run("serve", "--port", "0", "--database", f"sqlite:///{tmp_path / 'felt.db'}")
    store.close()
    assert result.returncode == 2
    assert "in use by another process" in result.stderr


def test_p35_accounts_are_changed_while_the_store_is_served_and_by_whom_is_in_the_trail(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'felt.db'}"
    place = tmp_path / "where"
    place.write_text(f"{url}\n")
    with closing(open_store(url)) as served:
        words = ("account", "add", "Ada", "--role", "floor", "--password-stdin", "--reason", "new here")
        result = run(*words, "--database", f"@{place}", given="correct horse battery\n")
        assert result.returncode == 0, result.stderr
        assert served.player_named("ada") is not None
        assert run("account", "disable", "ADA", FELTLAB_DATABASE=url).returncode == 0
        assert '"disabled":true' in run("account", "list", "--json", FELTLAB_DATABASE=url).stdout
        first, _ = (orjson.loads(entry.detail) for entry in served.audit())
        assert first["reason"] == "new here"
        assert first["address"]
        with served.transaction() as rows:  # the server writes on, after the other's entries
            rows.append_audit([NewAudit(1, "a", "b", "{}")])
        assert verify_audit(served) is None
        assert run("audit", "--database", url).stdout.startswith("the books are right")


def test_p35_the_store_and_its_backup_are_their_owners_alone(tmp_path: Path) -> None:
    path, copied = tmp_path / "felt.db", tmp_path / "backup.db"
    path.touch(0o644)
    with closing(open_store(f"sqlite:///{path}")) as store:
        with store.transaction() as rows:
            rows.put_setting("a", "b")
        backup(f"sqlite:///{path}", copied)
        modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    assert len(modes) >= 4
    assert set(modes.values()) == {0o600}


def test_p35_what_others_could_see_is_warned_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    serve._warn("0.0.0.0", demo=False, tls=False)  # noqa: S104
    assert "without TLS" in capsys.readouterr().err
    serve._warn("0.0.0.0", demo=False, tls=True)  # noqa: S104
    serve._warn("127.0.0.1", demo=False, tls=False)
    serve._warn("127.0.0.1", demo=True, tls=False)
    assert capsys.readouterr().err == ""
    url = "postgresql://felt:secret@localhost:1/x"
    typed = run("account", "list", "--database", url)
    named = run("account", "list", FELTLAB_DATABASE=url)
    assert "list of processes" in typed.stderr
    assert "list of processes" not in named.stderr
    assert "secret" not in typed.stderr + named.stderr
    missing = run("account", "list", "--database", f"@{tmp_path}/nowhere")
    assert missing.returncode == 2
    assert "cannot read" in missing.stderr
