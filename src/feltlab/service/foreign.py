"""Anything a database contains that the program did not create: a trigger would run at every commit."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache

from feltlab.errors import StoreError, shown
from feltlab.service.database import Database
from feltlab.service.postgres_schema import Objects, due_in_postgres, found_in_postgres, wrong_in_postgres
from feltlab.service.schema import create_statements


def foreign_objects(db: Database) -> list[str]:
    """Tables, indexes, triggers and the like that are not ours, are missing, or differ from how they were made."""
    if db.checks_itself:
        return _differences(_of_sqlite(db), _due())
    found = found_in_postgres(db)
    if watching := [name for kind, name in found if kind == "event trigger"]:  # it would see them made
        return [f"the event trigger {shown(name)} was not made by feltlab" for name in sorted(watching)]
    try:
        due = due_in_postgres(db)
    except StoreError as error:
        return [str(error)]
    return _differences(found, due) + wrong_in_postgres(db)


def _differences(found: Objects, due: Objects) -> list[str]:
    lines = [f"the {kind} {shown(name)} was not made by feltlab" for kind, name in sorted(found.keys() - due.keys())]
    lines += [f"the {kind} {name} is missing" for kind, name in sorted(due.keys() - found.keys())]
    other = sorted(named for named in found.keys() & due.keys() if found[named] != due[named])
    return lines + [f"the {kind} {name} is not as feltlab made it" for kind, name in other]


@contextmanager
def _made() -> Iterator[Database]:
    from feltlab.service.sqlite_store import SqliteDatabase

    with closing(SqliteDatabase("a store as it is made", None, ":memory:")) as db:
        for statement in create_statements():
            db.execute(statement)
        yield db


@cache
def _due() -> Objects:
    with _made() as db:
        return _of_sqlite(db)


def _of_sqlite(db: Database) -> Objects:
    """A table upgraded from an earlier version has its columns in another order, and other defaults."""
    found = {}
    ours = "SELECT type, name, sql FROM sqlite_schema WHERE substr(name, 1, 7) <> 'sqlite_'"
    for kind, name, sql in db.execute(ours):
        text = " ".join(str(sql).split())
        found[str(kind), str(name)] = _table(db, str(name), text) if kind == "table" else text
    return found


def _table(db: Database, name: str, sql: str) -> str:
    columns = db.execute('SELECT name, type, "notnull", pk, hidden FROM pragma_table_xinfo(?)', (name,))
    refers = db.execute('SELECT "table", "from", "to", on_update, on_delete FROM pragma_foreign_key_list(?)', (name,))
    form = db.execute("SELECT type, wr, strict FROM pragma_table_list(?) WHERE schema = 'main'", (name,))
    return repr((sorted(columns), sorted(refers, key=repr), form, sorted(_checks(sql))))


def _checks(sql: str) -> list[str]:
    """The conditions on the rows: from each CHECK to its closing parenthesis."""
    return [part[: _closed(part)] for part in sql.split("CHECK ")[1:]]


def _closed(part: str) -> int:
    depth = 0
    for at, letter in enumerate(part, 1):
        depth += (letter == "(") - (letter == ")")
        if not depth:
            return at
    return len(part)
