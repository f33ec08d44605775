"""People with accounts, and the codes that their authenticators show."""

from functools import cache

from playwright.sync_api import Page

from feltlab.service.pit import Pit
from feltlab.service.requests import Request, Work
from feltlab.service.rows import COMMAND_LINE, Factor, NewAudit, Player, account_told
from feltlab.service.store import Transaction
from feltlab.web.accounts.one_time import code_at, secret_of, step_at
from feltlab.web.accounts.passwords import hash_password
from feltlab.web.accounts.people import new_player
from feltlab.web.door.house import machine_time
from feltlab.wire import dump

PASSWORD = "correct horse battery"  # noqa: S105


@cache
def password_hash() -> str:
    return hash_password(PASSWORD)


def add_account(pit: Pit, name: str, role: str, factor: bool = True) -> Player:
    """Staff with an authenticator, if not said otherwise."""
    player = new_player(name, role, password_hash(), pit.clock())

    def write(rows: Transaction) -> None:
        rows.put_players([player])
        if factor and role != "player":
            rows.put_factors([Factor(player.id, salt=f"salt of {player.id}", since=pit.clock())])
        rows.append_audit([told(rows, player, pit.clock())])

    pit.ask(Request(Work(write)))
    return player


def told(rows: Transaction, player: Player, at: int, change: str = "add") -> NewAudit:
    """What the trail says of an account: one that differs opens nothing."""
    return NewAudit(
        at, COMMAND_LINE, "account", dump(account_told(player, rows.factor(player.id)) | {"change": change})
    )


def give_code(page: Page, pit: Pit, name: str) -> None:
    """The second step of a login, in a browser."""
    player = pit.store.player_named(name)
    assert player is not None
    page.get_by_label("Code").fill(code_of(pit, player.id))
    page.get_by_role("button", name="Log in").click()


def code_of(pit: Pit, player: str, now: int | None = None) -> str:
    """A code that is taken now, and for half a minute more."""
    factor = pit.store.factor(player)
    assert factor is not None
    step = max(step_at(machine_time() if now is None else now), factor.step + 1)
    return code_at(secret_of(pit.store.key, player, factor.salt), step)
