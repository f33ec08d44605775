"""The PostgreSQL schema compared with one made for the purpose: of temporary tables, which are rolled back at once."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

from feltlab.errors import StoreError, shown
from feltlab.service.database import Database
from feltlab.service.schema import create_statements

Objects = Mapping[tuple[str, str], str]
"""By kind and name, their definitions."""
_OURS: Final = "'feltlab'::regnamespace"
_MADE: Final = "pg_my_temp_schema()"
_QUALIFIED: Final = re.compile(r"\b(feltlab|pg_temp(_\d+)?)\.")

_RELATIONS: Final = """
    SELECT CASE relkind WHEN 'r' THEN 'table' WHEN 'i' THEN 'index' WHEN 'v' THEN 'view' ELSE 'relation' END, relname,
        CASE relpersistence WHEN 't' THEN 'p' ELSE relpersistence END, relrowsecurity, relforcerowsecurity,
        CASE relkind WHEN 'i' THEN pg_get_indexdef(oid) END,
        (SELECT indisvalid AND indisready FROM pg_index WHERE indexrelid = pg_class.oid),
        ARRAY(SELECT pg_get_constraintdef(found.oid) FROM pg_constraint AS found
            WHERE conrelid = pg_class.oid ORDER BY 1)
    FROM pg_class WHERE relnamespace = """
_COLUMNS: Final = """
    SELECT relname, attname, format_type(atttypid, atttypmod), attnotnull, attidentity::text, attgenerated::text,
        (SELECT collname FROM pg_collation WHERE pg_collation.oid = attcollation), pg_get_expr(adbin, adrelid)
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
        LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE relkind = 'r' AND attnum > 0 AND NOT attisdropped AND relnamespace = """
_OTHERS: Final = """
    SELECT 'trigger', tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
        WHERE relnamespace = 'feltlab'::regnamespace AND NOT tgisinternal
    UNION ALL SELECT 'function', proname FROM pg_proc WHERE pronamespace = 'feltlab'::regnamespace
    UNION ALL SELECT 'rule', rulename FROM pg_rules WHERE schemaname = 'feltlab'
    UNION ALL SELECT 'policy', policyname FROM pg_policies WHERE schemaname = 'feltlab'
    UNION ALL SELECT 'event trigger', evtname FROM pg_event_trigger WHERE evtenabled <> 'D'"""
_HEIRS: Final = """
    SELECT DISTINCT relname FROM pg_inherits JOIN pg_class ON pg_class.oid IN (inhparent, inhrelid)
    WHERE relnamespace = 'feltlab'::regnamespace AND relkind = 'r' ORDER BY 1"""
_SWITCHED_OFF: Final = """
    SELECT DISTINCT relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE relnamespace = 'feltlab'::regnamespace AND tgisinternal AND tgenabled <> 'O' ORDER BY 1"""
_SWITCHED_OFF_FOR: Final = """
    SELECT DISTINCT COALESCE(rolname, 'everybody')
    FROM pg_db_role_setting LEFT JOIN pg_roles ON pg_roles.oid = setrole, unnest(setconfig) AS given
    WHERE setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
        AND split_part(given, '=', 1) = 'session_replication_role' AND split_part(given, '=', 2) <> 'origin'
    ORDER BY 1"""
_SWITCHED_OFF_HERE: Final = """
    SELECT reset_val FROM pg_settings WHERE name = 'session_replication_role' AND reset_val <> 'origin'"""
"""What a connection begins with, from whatever source; ours then set it back if they may."""
_MAY_SEE_FILES: Final = """
    SELECT has_table_privilege('pg_file_settings', 'SELECT')
        AND has_function_privilege('pg_show_all_file_settings()', 'EXECUTE')"""
_SWITCHED_OFF_IN: Final = """
    SELECT DISTINCT sourcefile FROM pg_file_settings
    WHERE name = 'session_replication_role' AND lower(setting) <> 'origin' AND applied ORDER BY 1"""
"""Also before they are reloaded."""
_OWNED_BY_OTHERS: Final = """
    SELECT relname, pg_get_userbyid(relowner) FROM pg_class
    WHERE relnamespace = 'feltlab'::regnamespace AND relkind = 'r'
        AND relowner <> (SELECT relowner FROM pg_class WHERE oid = to_regclass('feltlab.schema_version')) ORDER BY 1"""
"""One role makes all tables; the schema may have been made for it by another."""
_FOR_ALL: Final = """
    SELECT DISTINCT relname FROM pg_class, aclexplode(relacl) AS granted
        WHERE relnamespace = 'feltlab'::regnamespace AND granted.grantee = 0
    UNION SELECT relname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid, aclexplode(attacl) AS granted
        WHERE relnamespace = 'feltlab'::regnamespace AND granted.grantee = 0
    UNION SELECT 'feltlab' FROM pg_namespace, aclexplode(nspacl) AS granted
        WHERE nspname = 'feltlab' AND granted.grantee = 0
    ORDER BY 1"""
_OF_OLD: Final = {("transfers", "number", "0"), ("transfers", "hash", "''::text")}
"""Defaults of columns added to an older store."""


class _TakenBackError(Exception):
    """Ends the transaction that made the tables for comparison."""


def found_in_postgres(db: Database) -> Objects:
    others = {(str(kind), str(name)): "" for kind, name in db.execute(_OTHERS)}
    return {**_of(db, _OURS), **others}


def due_in_postgres(db: Database) -> Objects:
    """What the same server makes of our own statements."""
    due: Objects = {}
    try:
        with suppress(_TakenBackError), db.transaction():
            db.execute("SET LOCAL search_path = pg_temp")
            for statement in create_statements():
                db.execute(statement)
            due = _of(db, _MADE)
            raise _TakenBackError
    except StoreError as error:
        raise StoreError(f"could not make a schema to compare with: {error}") from None
    return due


def wrong_in_postgres(db: Database) -> list[str]:
    """What affects tables that are otherwise as made: inheritance, disabled references, privileges for everyone."""
    return [
        *(f"the table {shown(name)} inherits, or is inherited from" for (name,) in db.execute(_HEIRS)),
        *(f"the references of {shown(name)} are disabled" for (name,) in db.execute(_SWITCHED_OFF)),
        *(f"references are disabled {where} (session_replication_role)" for where in _switched_off(db)),
        *(
            f"{shown(name)} belongs to {shown(owner)}, who does not own the others"
            for name, owner in db.execute(_OWNED_BY_OTHERS)
        ),
        *(f"{shown(name)} is open to everybody in the database" for (name,) in db.execute(_FOR_ALL)),
    ]


def _switched_off(db: Database) -> Iterator[str]:
    yield from (f"for {shown(name)}" for (name,) in db.execute(_SWITCHED_OFF_FOR))
    if db.execute(_SWITCHED_OFF_HERE):
        yield "for connections like this one"
    if db.execute(_MAY_SEE_FILES) == [(True,)]:
        yield from (f"in {file}" for (file,) in db.execute(_SWITCHED_OFF_IN))


def _of(db: Database, schema: str) -> Objects:
    columns: dict[str, list[Any]] = {}
    for table, *column in db.execute(_COLUMNS + schema):
        if (table, column[0], column[-1]) in _OF_OLD:
            column[-1] = None
        columns.setdefault(str(table), []).append(column)
    found = {}
    for kind, name, *form in db.execute(_RELATIONS + schema):
        text = repr((form, sorted(columns.get(str(name), []), key=repr)))
        found[str(kind), str(name)] = _QUALIFIED.sub("", text)
    return found
