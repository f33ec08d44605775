"""A PostgreSQL cluster of the tests' own, and an empty store of each kind."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from feltlab.service import postgres_store
from feltlab.service.store import Store, open_store
from tests.waiting import PATIENCE, until


def binaries() -> Path:
    """Where initdb and postgres are: on the path, or where Debian keeps them."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda file: int(file.parts[-3]))
    on_path = shutil.which("initdb")
    if not found and not on_path:
        pytest.fail("PostgreSQL 15 or newer is needed for these tests: apt-get install postgresql")
    return (found[-1] if found else Path(str(on_path))).parent


class Cluster:
    """One server on a Unix socket in a folder that only its user can enter; root runs it as postgres."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="feltlab-postgres-"))
        self._user = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}
        if self._user:
            found = pwd.getpwnam("postgres")
            os.chown(self.folder, found.pw_uid, found.pw_gid)
        self._run("initdb", "-D", "data", "-U", "feltlab", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
        self.process = self._start()

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(binaries() / program), *arguments]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, **self._user)  # type: ignore[call-overload]
        assert done.returncode == 0, done.stderr

    def _start(self) -> "subprocess.Popen[bytes]":
        command = [str(binaries() / "postgres"), "-D", "data", "-k", str(self.folder), "-c", "listen_addresses="]
        log = (self.folder / "log").open("ab")
        with log:
            process: subprocess.Popen[bytes] = subprocess.Popen(
                command, cwd=self.folder, stdout=log, stderr=log, stdin=subprocess.DEVNULL, **self._user
            )  # type: ignore[call-overload]
        until(lambda: process.poll() is not None or self._answers())
        assert process.poll() is None, (self.folder / "log").read_text()
        return process

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url("postgres")).close()
        except psycopg.OperationalError:
            return False
        return True

    def url(self, database: str) -> str:
        return f"postgresql:///{database}?host={self.folder}&user=feltlab"

    def emptied(self) -> str:
        """The database of the tests without a store in it; one for all, as making one takes long."""
        with closing(psycopg.connect(self.url("postgres"), autocommit=True)) as connection:
            connection.execute("DROP SCHEMA IF EXISTS feltlab CASCADE")
        return self.url("postgres")

    def halt(self) -> None:
        # At once: what is lost is thrown away next, or brought back at the next start.
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(PATIENCE)

    def start_again(self) -> None:
        self.process = self._start()

    def stop(self) -> None:
        self.halt()
        shutil.rmtree(self.folder)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    cluster = Cluster()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(postgres_store, "CONNECT_SECONDS", int(PATIENCE))
        yield cluster
    cluster.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/store.db"
    return str(request.getfixturevalue("postgres").emptied())


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    with closing(open_store(store_url)) as opened:
        yield opened
