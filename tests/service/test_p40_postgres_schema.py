"""A changed PostgreSQL schema is named: conditions, keys, logging, row security, inheritance, privileges."""

from collections.abc import Iterator
from contextlib import closing

import psycopg
import pytest

from feltlab.errors import StoreError
from feltlab.service.checks import schema
from feltlab.service.schema import prepare
from feltlab.service.store import Store, open_store
from tests.service.conftest import Cluster
from tests.service.filling import as_before_factors
from tests.waiting import until

ON_POSTGRES = {
    "a condition is gone": ("ALTER TABLE balances DROP CONSTRAINT balances_check", "the table balances is not as feltlab made it"),
    "a condition of a column is gone": (
        "ALTER TABLE transfers DROP CONSTRAINT transfers_cents_check", "the table transfers is not as feltlab made it"
    ),
    "a condition is not asked of old rows": (
        "ALTER TABLE balances DROP CONSTRAINT balances_check, ADD CONSTRAINT balances_check"
        " CHECK (cents >= 0 OR account = 'house') NOT VALID",
        "the table balances is not as feltlab made it",
    ),
    "a key is gone": ("ALTER TABLE answers DROP CONSTRAINT answers_pkey", "the table answers is not as feltlab made it"),
    "a reference is gone": ("ALTER TABLE events DROP CONSTRAINT events_table_id_fkey", "the table events is not as feltlab made it"),
    "references are not asked": ("ALTER TABLE events DISABLE TRIGGER ALL", "the references of 'events' are disabled"),
    "references are not asked of a role": (
        "ALTER ROLE CURRENT_USER SET session_replication_role = replica", "(session_replication_role)"
    ),
    "unlogged": ("ALTER TABLE settings SET UNLOGGED", "the table settings is not as feltlab made it"),
    "rows hidden": ("ALTER TABLE audit ENABLE ROW LEVEL SECURITY", "the table audit is not as feltlab made it"),
    "rows hidden from the owner": ("ALTER TABLE audit FORCE ROW LEVEL SECURITY", "the table audit is not as feltlab made it"),
    "a default": ("ALTER TABLE players ALTER role SET DEFAULT 'admin'", "the table players is not as feltlab made it"),
    "a type": ("ALTER TABLE balances ALTER cents TYPE NUMERIC", "the table balances is not as feltlab made it"),
    "null": ("ALTER TABLE transfers ALTER number DROP NOT NULL", "the table transfers is not as feltlab made it"),
    "another order": ('ALTER TABLE players ALTER name TYPE TEXT COLLATE "ucs_basic"', "the table players is not as feltlab made it"),
    "an index of other columns": (
        "DROP INDEX transfers_number; CREATE UNIQUE INDEX transfers_number ON transfers (number, id)",
        "the index transfers_number is not as feltlab made it",
    ),
    "an heir": ("CREATE TABLE public.more () INHERITS (feltlab.transfers)", "the table 'transfers' inherits, or is inherited"),
    "an event trigger": (
        "CREATE FUNCTION public.seen() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN END $$;"
        " CREATE EVENT TRIGGER watching ON ddl_command_end EXECUTE FUNCTION public.seen()",
        "the event trigger 'watching' was not made by feltlab",
    ),
    "a table for everybody": ("GRANT UPDATE ON balances TO PUBLIC", "'balances' is open to everybody in the database"),
    "a column for everybody": ("GRANT UPDATE (cents) ON balances TO PUBLIC", "'balances' is open to everybody in the database"),
    "another owner": ("CREATE ROLE eve; ALTER TABLE balances OWNER TO eve", "'balances' belongs to 'eve', who does not own the others"),
    "the schema for everybody": ("GRANT USAGE ON SCHEMA feltlab TO PUBLIC", "'feltlab' is open to everybody in the database"),
}  # fmt: skip
TIDIED = (
    "DROP TABLE IF EXISTS public.more", "DROP EVENT TRIGGER IF EXISTS watching", "DROP FUNCTION IF EXISTS public.seen",
    "ALTER ROLE CURRENT_USER RESET session_replication_role", "DROP ROLE IF EXISTS eve",
)  # fmt: skip


@pytest.fixture(scope="module")
def on_postgres(postgres: Cluster) -> Iterator[Store]:
    with closing(open_store(postgres.emptied())) as store:
        yield store


@pytest.mark.parametrize("change", ON_POSTGRES)
def test_p40_a_schema_on_postgresql_that_was_changed_is_named(on_postgres: Store, change: str) -> None:
    assert schema(on_postgres) == []
    sql, words = ON_POSTGRES[change]
    with on_postgres.writing() as db:
        db.execute(sql)
    found = schema(on_postgres)
    with on_postgres.writing() as db:
        for statement in ("DROP SCHEMA feltlab CASCADE", *TIDIED, "CREATE SCHEMA feltlab"):
            db.execute(statement)
        prepare(db)
    assert [line for line in found if words in line], found


def test_p40_what_is_made_to_compare_with_is_gone_afterwards(on_postgres: Store) -> None:
    assert schema(on_postgres) == []
    with on_postgres.reading() as db:
        assert db.execute("SELECT relname FROM pg_class WHERE relpersistence = 't'") == []


def test_p40_a_store_on_postgresql_that_was_brought_up_has_the_schema_of_a_new_one(postgres: Cluster) -> None:
    url = postgres.emptied()
    with closing(open_store(url)) as store, store.writing() as db:
        as_before_factors(db)
        db.execute(
            "ALTER TABLE transfers ALTER number SET DEFAULT 0, ALTER hash SET DEFAULT ''"
        )  # as version 2 has them
    with closing(open_store(url)) as store:
        assert schema(store) == []


@pytest.fixture
def unchecked(postgres: Cluster) -> Iterator[Cluster]:
    """A server whose connections all begin without checking references."""
    with closing(psycopg.connect(postgres.url("postgres"), autocommit=True)) as db:
        db.execute("ALTER SYSTEM SET session_replication_role = 'replica'")
        db.execute("SELECT pg_reload_conf()")
        until(lambda: db.execute("SHOW session_replication_role").fetchall() == [("replica",)])
        yield postgres
        db.execute("ALTER SYSTEM RESET session_replication_role")
        db.execute("SELECT pg_reload_conf()")
        until(lambda: db.execute("SHOW session_replication_role").fetchall() == [("origin",)])


def test_p40_a_server_that_checks_no_references_is_named_and_ours_are_checked(unchecked: Cluster) -> None:
    with closing(open_store(unchecked.emptied())) as store:
        found = schema(store)
        with store.writing() as db:
            assert db.execute("SHOW session_replication_role") == [("origin",)]
    assert "references are disabled for connections like this one (session_replication_role)" in found
    assert [line for line in found if line.startswith("references are disabled in ") and "postgresql.auto.conf" in line]


def test_p40_a_role_that_may_not_turn_references_on_is_not_served(unchecked: Cluster) -> None:
    url = unchecked.emptied()
    with closing(psycopg.connect(url, autocommit=True)) as db:
        db.execute("CREATE ROLE plain LOGIN")
        db.execute("GRANT CREATE ON DATABASE postgres TO plain")
        try:
            with pytest.raises(StoreError, match="session_replication_role is replica; set it to origin"):
                open_store(url.replace("user=feltlab", "user=plain"))
        finally:
            db.execute("DROP OWNED BY plain")
            db.execute("DROP ROLE plain")


def test_p40_references_that_the_clients_options_turn_off_are_on_in_ours(postgres: Cluster) -> None:
    url = f"{postgres.emptied()}&options=-csession_replication_role%3Dreplica"
    with closing(open_store(url)) as store, pytest.raises(StoreError, match="foreign key"), store.writing() as db:
        db.execute("INSERT INTO events VALUES ('none', 1, 1, 1, 'x', '', '', '')")
