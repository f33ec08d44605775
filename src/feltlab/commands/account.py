"""feltlab account: who may log in, and as what."""

import sys
import time
from collections.abc import Callable
from contextlib import closing
from typing import Annotated

import typer

from feltlab.commands.options import JsonOption
from feltlab.commands.serve import DatabaseOption, own_database
from feltlab.errors import FeltlabError, shown
from feltlab.service.rows import NewAudit, Player
from feltlab.service.store import Store, Transaction, open_store
from feltlab.wire import dump

account = typer.Typer(help="Accounts for `feltlab serve --login`: add, disable, enable, list.", no_args_is_help=True)

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="The name to log in with.")]
RoleOption = Annotated[str, typer.Option("--role", metavar="R", help="player, dealer, floor, auditor or admin.")]
StdinOption = Annotated[bool, typer.Option("--password-stdin", help="Read the password's line from standard input.")]


def _work(database: str, work: Callable[[Store], None]) -> None:
    with closing(open_store(database or own_database())) as store:
        work(store)


def _audited(rows: Transaction, player: Player) -> None:
    detail = {"player": player.id, "name": player.name, "role": player.role, "disabled": player.disabled}
    rows.append_audit([NewAudit(time.time_ns() // 1_000_000, "command line", "account", dump(detail))])


@account.command("add")
def add(
    name: NameArgument, role: RoleOption, database: DatabaseOption = "", password_stdin: StdinOption = False
) -> None:
    """Add an account; the password is asked for.

    Example: feltlab account add Ada --role floor
    """
    from feltlab.web.accounts import checked_name, hash_password, new_player

    checked_name(name)
    player = new_player(name, role, None, time.time_ns() // 1_000_000)
    hashed = hash_password(_password(password_stdin))

    def work(store: Store) -> None:
        if store.player_named(name):
            raise FeltlabError(f"there is an account of the name {shown(name)}")
        added = Player(player.id, name, role, hashed, player.created_at)
        with store.transaction() as rows:
            rows.put_players([added])
            _audited(rows, added)

    _work(database, work)
    typer.echo(f"{name} is {role} ({player.id})")


def _password(from_stdin: bool) -> str:
    if from_stdin:
        return sys.stdin.readline().rstrip("\r\n")
    password: str = typer.prompt("Password", hide_input=True, confirmation_prompt=True)
    return password


@account.command("disable")
def disable(name: NameArgument, database: DatabaseOption = "") -> None:
    """Shut an account out; its sessions end.

    Example: feltlab account disable Ada
    """
    _work(database, lambda store: _set(store, name, True))
    typer.echo(f"{name} is disabled")


@account.command("enable")
def enable(name: NameArgument, database: DatabaseOption = "") -> None:
    """Let a disabled account in again."""
    _work(database, lambda store: _set(store, name, False))
    typer.echo(f"{name} may log in")


def _set(store: Store, name: str, disabled: bool) -> None:
    player = store.player_named(name)
    if player is None:
        raise FeltlabError(f"there is no account of the name {shown(name)}")
    changed = Player(player.id, player.name, player.role, player.password_hash, player.created_at, disabled)
    with store.transaction() as rows:
        rows.put_players([changed])
        rows.drop_player_sessions(player.id)
        _audited(rows, changed)


@account.command("list")
def list_accounts(database: DatabaseOption = "", json: JsonOption = False) -> None:
    """List the accounts; guests of a demo are not among them."""

    def work(store: Store) -> None:
        for player in store.players():
            if player.password_hash is None:
                continue
            row = {"player": player.id, "name": player.name, "role": player.role, "disabled": player.disabled}
            typer.echo(
                dump(row) if json else f"{player.name:<30} {player.role:<8} {'disabled' if player.disabled else ''}"
            )

    _work(database, work)
