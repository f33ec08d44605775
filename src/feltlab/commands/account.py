"""feltlab account: who may log in, and in which role."""

import os
import sys
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from getpass import GetPassWarning, getuser
from socket import gethostname
from typing import Annotated, Final
from warnings import catch_warnings, simplefilter

import typer

from feltlab.commands.options import JsonOption
from feltlab.commands.serve import DatabaseOption, own_database
from feltlab.errors import FeltlabError, shown
from feltlab.service.looking import LookedAt
from feltlab.service.rows import COMMAND_LINE, NewAudit, Player, account_told
from feltlab.service.store import Store, Transaction, open_store
from feltlab.service.told import ToldAccounts
from feltlab.wire import dump

LONGEST: Final = 1000
"""Bytes that are read of a password: more than any has."""

account = typer.Typer(
    help="Manage accounts for `feltlab serve --login`: add, disable, enable, reset, list.", no_args_is_help=True
)

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="The name to log in with.")]
RoleOption = Annotated[str, typer.Option("--role", metavar="R", help="player, dealer, floor, auditor or admin.")]
ReasonOption = Annotated[str, typer.Option("--reason", metavar="WORDS", help="Why; it goes into the audit trail.")]
PasswordOption = Annotated[
    bool, typer.Option("--password", help="A temporary password, to be changed at the next login.")
]
SecondOption = Annotated[
    bool, typer.Option("--second-factor", help="Remove it; the user sets up a new one at the next login.")
]
StdinOption = Annotated[bool, typer.Option("--password-stdin", help="Read the password from standard input, one line.")]


def _work(database: str, work: Callable[[Store], None]) -> None:
    """Also while the database is served."""
    with closing(open_store(database or own_database(), beside=True)) as store:
        work(store)


def _audited(rows: Transaction, player: Player, change: str, reason: str) -> None:
    if not reason.isprintable():
        raise FeltlabError("a reason must not contain control, format or line-separator characters")
    told = {"change": change, "address": f"{_user()} on {gethostname()}", "reason": reason}
    detail = account_told(player, rows.factor(player.id)) | told
    rows.append_audit([NewAudit(time.time_ns() // 1_000_000, COMMAND_LINE, "account", dump(detail))])


def _user() -> str:
    """The system's name for the user; in some containers a number has no name."""
    try:
        return getuser()
    except (KeyError, OSError):
        return str(os.getuid())


@account.command("add")
def add(
    name: NameArgument,
    role: RoleOption,
    database: DatabaseOption = "",
    password_stdin: StdinOption = False,
    reason: ReasonOption = "",
) -> None:
    """Add an account; you are asked for the password.

    Example: feltlab account add Ada --role floor
    """
    from feltlab.web.accounts.names import taken
    from feltlab.web.accounts.passwords import hash_password
    from feltlab.web.accounts.people import checked_name, new_player

    checked_name(name)
    player = new_player(name, role, None, time.time_ns() // 1_000_000)
    hashed = hash_password(_password(password_stdin), name)

    def work(store: Store) -> None:
        if other := taken(store, name):
            raise FeltlabError(f"there is already an account named {shown(other.name)}")
        added = Player(player.id, name, role, hashed, player.created_at)
        with store.transaction() as rows:
            rows.put_players([added])
            _audited(rows, added, "add", reason)

    _work(database, work)
    typer.echo(f"{name} is {role} ({player.id})")


def _password(from_stdin: bool) -> str:
    if from_stdin:
        try:
            return sys.stdin.buffer.readline(LONGEST).decode("utf-8").rstrip("\r\n")
        except UnicodeDecodeError:
            raise FeltlabError("the password is not UTF-8 text") from None
    with catch_warnings():
        simplefilter("error", GetPassWarning)
        try:
            password: str = typer.prompt("Password", hide_input=True, confirmation_prompt=True)
        except GetPassWarning:
            raise FeltlabError("there is no terminal to ask for the password: use --password-stdin") from None
    return password


@account.command("disable")
def disable(name: NameArgument, database: DatabaseOption = "", reason: ReasonOption = "") -> None:
    """Disable an account; its sessions end, within seconds on a running server.

    Example: feltlab account disable Ada
    """
    _work(database, lambda store: _set(store, name, True, reason))
    typer.echo(f"{name} is disabled")


@account.command("enable")
def enable(name: NameArgument, database: DatabaseOption = "", reason: ReasonOption = "") -> None:
    """Enable a disabled account."""
    _work(database, lambda store: _set(store, name, False, reason))
    typer.echo(f"{name} may log in")


def _set(store: Store, name: str, disabled: bool, reason: str) -> None:
    _change(store, name, "disable" if disabled else "enable", reason, lambda now: replace(now, disabled=disabled))


def _change(store: Store, name: str, change: str, reason: str, alter: Callable[[Player], Player]) -> None:
    player = store.player_named(name)
    if player is None:
        raise FeltlabError(f"there is no account named {shown(name)}")
    told = ToldAccounts(store)
    if not told.has(player, store.factor(player.id)) or told.is_broken:
        raise FeltlabError(
            f"the account {shown(name)} does not match the trail: have the books checked (feltlab audit)"
        )
    with store.transaction() as rows:
        changed = alter(rows.player(player.id) or player)
        rows.put_players([changed])
        if change == "reset-factor":
            rows.drop_factor(player.id)
        rows.drop_player_sessions(player.id)
        _audited(rows, changed, change, reason)


@account.command("reset")
def reset(
    name: NameArgument,
    password: PasswordOption = False,
    second_factor: SecondOption = False,
    database: DatabaseOption = "",
    reason: ReasonOption = "",
) -> None:
    """Reset a lost password or second factor; all sessions of the account end.

    A temporary password is printed. It lasts a day and only lets the user choose a new one.

    Example: feltlab account reset Ada --second-factor --reason "lost her phone"
    """
    from feltlab.web.accounts.one_time import temporary_password
    from feltlab.web.accounts.passwords import hash_password
    from feltlab.web.accounts.people import TEMPORARY_MS

    if not password and not second_factor:
        raise FeltlabError("say what to reset: --password, --second-factor or both")
    temporary = temporary_password()
    hashed, until = hash_password(temporary), time.time_ns() // 1_000_000 + TEMPORARY_MS

    def work(store: Store) -> None:
        if password:
            _change(
                store, name, "reset-password", reason, lambda now: replace(now, password_hash=hashed, change_by=until)
            )
        if second_factor:
            _change(store, name, "reset-factor", reason, lambda now: now)

    _work(database, work)
    if password:
        typer.echo(f"{name} logs in with {temporary} within a day, then chooses a password")
    if second_factor:
        typer.echo(f"{name} sets up a second factor at the next login")


@account.command("list")
def list_accounts(database: DatabaseOption = "", json: JsonOption = False) -> None:
    """List the accounts, without demo guests."""

    from feltlab.web.accounts.people import account_shown

    with closing(LookedAt(database or own_database(), keyed=False)) as store:
        factors = store.factors()
        for player in store.players():
            if player.password_hash is None:
                continue
            row = account_shown(player, factors.get(player.id))
            marks = {"disabled": row["disabled"], "two factors": row["factor"], "to change": row["must_change"]}
            said = ", ".join(mark for mark, is_so in marks.items() if is_so)
            typer.echo(dump(row) if json else f"{player.name:<30} {player.role:<8} {said}".rstrip())
