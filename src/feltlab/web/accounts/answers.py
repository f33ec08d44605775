"""The answers about accounts, for the API's description; a test compares real answers with them."""

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
    """The last name on this page; None on the last page."""


class OneAccount(Yes):
    account: AccountRow
