"""The answers about accounts, for the API's description; a test holds real answers against them."""

from feltlab.web.door.answers import Described, Yes


class AccountRow(Described):
    player: str
    name: str
    role: str
    disabled: bool
    created_at: int
    factor: bool
    must_change: bool


class AccountList(Yes):
    accounts: list[AccountRow]
    next: str | None
    """The name that the next page begins after; None on the last one."""


class OneAccount(Yes):
    account: AccountRow
