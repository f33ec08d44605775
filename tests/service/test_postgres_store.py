"""Features of the PostgreSQL store alone: lost connections, other processes, passwords in its URL."""

from collections.abc import Iterator
from contextlib import closing

import psycopg
import pytest

from feltlab.errors import ConflictError, StoreError
from feltlab.service import rows as r
from feltlab.service.checks import problems
from feltlab.service.postgres_owning import PostgresWatch
from feltlab.service.postgres_store import RELIED_ON, PostgresDatabase
from feltlab.service.store import Store, open_store
from tests.service.conftest import Cluster
from tests.service.filling import TABLE, contents, open_table, play
from tests.waiting import until


def cut_all_connections(cluster: Cluster) -> None:
    with closing(psycopg.connect(cluster.url("postgres"), autocommit=True)) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename = 'feltlab'"
        )


def test_a_lost_connection_is_a_store_error_and_then_opened_anew(postgres: Cluster) -> None:
    with closing(open_store(postgres.emptied())) as store:
        open_table(store)
        play(store, 1)
        before = contents(store)
        cut_all_connections(postgres)
        with pytest.raises(StoreError):
            play(store, 2)
        with pytest.raises(StoreError):
            store.setting("last")
        assert contents(store) == before
        play(store, 2)
        assert store.setting("last") == "2"


def test_a_connection_lost_within_a_transaction_keeps_nothing(postgres: Cluster) -> None:
    with closing(open_store(postgres.emptied())) as store:

        def all_of_it() -> None:
            with store.transaction() as tx:
                tx.put_setting("a", "b")
                cut_all_connections(postgres)

        with pytest.raises(StoreError):
            all_of_it()
        assert store.setting("a") is None


def test_rows_in_a_pipeline_do_not_put_an_end_to_the_limits(postgres: Cluster) -> None:
    limits = {"idle_in_transaction_session_timeout": 50}
    with closing(PostgresDatabase("postgres", postgres.url("postgres"), limits)) as db:
        [(backend,)] = db.execute("SELECT pg_backend_pid()")
        db.execute("BEGIN")
        db.execute_many("SELECT ?::int", [(1,), (2,), (3,)])
        with closing(psycopg.connect(postgres.url("postgres"), autocommit=True)) as other:
            sql = "SELECT 1 FROM pg_stat_activity WHERE pid = %s"
            until(lambda: other.execute(sql, (backend,)).fetchone() is None)


def test_a_process_that_lost_its_table_cannot_write_to_it(postgres: Cluster) -> None:
    url = postgres.emptied()
    with closing(open_store(url)) as one, closing(open_store(url)) as two:
        open_table(one)
        play(one, 1)
        play(two, 2)
        with pytest.raises(ConflictError, match="does not follow 4"):
            stale(one)
        assert [event.number for event in one.events(TABLE)] == [1, 2, 3, 4]


def stale(store: Store) -> None:
    with store.transaction() as tx:
        tx.append_events([r.NewEvent(TABLE, 3, 2, 0, "bet", "{}")])


def test_no_server_is_a_store_error_without_the_password() -> None:
    with pytest.raises(StoreError) as caught:
        open_store("postgresql://ann:secret@127.0.0.1:1/felt")
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_url_that_is_shown_has_no_password(postgres: Cluster) -> None:
    with closing(open_store(postgres.emptied() + "&password=secret")) as store:
        assert "secret" not in store.url


def test_tables_of_others_in_the_database_are_left_alone(postgres: Cluster) -> None:
    url = postgres.emptied()
    with closing(psycopg.connect(url, autocommit=True)) as connection:
        connection.execute("CREATE TABLE public.events (name TEXT)")
    try:
        with closing(open_store(url)) as store:
            open_table(store)
            play(store, 1)
        with closing(psycopg.connect(url, autocommit=True)) as connection:
            assert connection.execute("SELECT COUNT(*) FROM public.events").fetchone() == (0,)
    finally:
        with closing(psycopg.connect(url, autocommit=True)) as connection:
            connection.execute("DROP TABLE public.events")


@pytest.fixture(params=["DATABASE postgres", "ROLE feltlab"])
def misled(postgres: Cluster, request: pytest.FixtureRequest) -> Iterator[str]:
    """An empty database whose connections begin with other settings than the store needs."""
    settings = {
        "synchronous_commit": "off", "search_path": "public, pg_catalog", "default_transaction_isolation": "'serializable'",
        "default_transaction_deferrable": "on", "client_encoding": "'LATIN1'",
        "idle_session_timeout": "200", "lock_timeout": "1",
    }  # fmt: skip
    url = postgres.emptied()
    with closing(psycopg.connect(url, autocommit=True)) as db:
        try:
            for name, value in settings.items():
                db.execute(f"ALTER {request.param} SET {name} = {value}".encode())
            yield url
        finally:
            db.execute(f"ALTER {request.param} RESET ALL".encode())


def test_a_store_relies_on_no_setting_of_the_database_or_the_role(misled: str) -> None:
    with closing(psycopg.connect(misled)) as plain:  # a connection that sets nothing is misled
        assert plain.execute("SHOW synchronous_commit").fetchall() == [("off",)]
        assert plain.execute("SHOW default_transaction_isolation").fetchall() == [("serializable",)]
    with closing(open_store(misled)) as store:
        open_table(store)
        play(store, 1)
        with store.transaction() as tx:
            tx.put_setting("said", "Ω")  # not in LATIN1
        watch = store.watch()
        assert isinstance(watch, PostgresWatch)
        for _ in range(2):
            assert watch.wait(0.3) == []  # longer than an idle session may last there
            with store.reading() as reader, store.writing() as writer:
                for db in (reader, writer):
                    for name, value in RELIED_ON.items():
                        assert db.execute(f"SHOW {name}") == [(value,)], name
        watch.close()
        assert store.setting("said") == "Ω"
        assert store.setting("last") == "1"
    with closing(open_store(misled)) as store:
        assert problems(store) == []
