"""Balances in memory, changed by batches of transfers: all of a batch or none of it.

Money only moves, so the sum of all balances is always zero. No balance goes below zero except the house's, the other
side of everything. A batch is refused for the first of these that applies:

1. a transfer in itself, first in the batch, is `bad-id`, `bad-account`, `bad-amount` or `same-account`, in this order;
2. `id-reused`: an id was posted before with different contents;
3. one after another, a transfer leaves its debit account `overdrawn`, or either account `too-large`.

A transfer posted before with the same contents is skipped, so a batch may safely be sent again.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from feltlab.errors import shown
from feltlab.ledger.transfer import Transfer

HOUSE = "house"
LARGEST = 10**18
"""The limit in cents, for an amount or a balance on either side of zero: sums of a few still fit 64 bits."""
LONGEST_NAME = 200

Reason = Literal["bad-id", "bad-account", "bad-amount", "same-account", "id-reused", "overdrawn", "too-large"]
Posted = Callable[[Sequence[str]], Mapping[str, Transfer]]
"""Those of these ids that were ever posted, with their transfers; the database knows."""


@dataclass(frozen=True, slots=True)
class Unposted:
    code: Reason
    id: str
    message: str


def _nothing_posted(_ids: Sequence[str]) -> Mapping[str, Transfer]:
    return {}


def _is_name(value: object) -> bool:
    return type(value) is str and 0 < len(value) <= LONGEST_NAME and value.isprintable()


def _malformed(transfer: Transfer) -> Unposted | None:
    # Its callers are code, not people, but a wrong amount must not depend on a type checker.
    if not _is_name(transfer.id):
        return Unposted("bad-id", shown(transfer.id), f"a transfer has no usable id: {shown(transfer.id)}")
    for account in (transfer.debit, transfer.credit):
        if not _is_name(account):
            return Unposted("bad-account", transfer.id, f"{shown(account)} is not the name of an account")
    if type(transfer.cents) is not int or not 0 < transfer.cents <= LARGEST:
        return Unposted(
            "bad-amount", transfer.id, f"a transfer moves 1 to {LARGEST} cents, not {shown(transfer.cents)}"
        )
    if transfer.debit == transfer.credit:
        return Unposted("same-account", transfer.id, f"{shown(transfer.debit)} cannot pay itself")
    return None


class Ledger:
    """Balances since the last commit and before it; `posted` finds transfers that are no longer in memory."""

    def __init__(self, posted: Posted = _nothing_posted, balances: Mapping[str, int] | None = None) -> None:
        self._posted = posted
        self._balances = dict(balances or {})
        self._before: dict[str, int] = {}
        self._open: dict[str, Transfer] = {}

    def load(self, balances: Mapping[str, int]) -> None:
        """Take over balances read from the database; never of an account with uncommitted changes."""
        if self._before.keys() & balances.keys():
            raise ValueError("balances cannot be loaded over uncommitted changes")
        self._balances.update(balances)

    def forget(self) -> None:
        """Balances may have changed in the database without us: forgets them all until they are loaded again."""
        if self._before:
            raise ValueError("balances with uncommitted changes cannot be dropped")
        self._balances.clear()

    def balance(self, account: str) -> int:
        return self._balances.get(account, 0)

    def post(self, batch: Sequence[Transfer]) -> Unposted | None:
        """Make all transfers of the batch, or none and say why."""
        for transfer in batch:
            if refused := _malformed(transfer):
                return refused
        fresh = self._fresh_of(batch)
        if isinstance(fresh, Unposted):
            return fresh
        after = self._after(fresh)
        if isinstance(after, Unposted):
            return after
        for account in after:
            self._before.setdefault(account, self.balance(account))
        self._balances.update(after)
        self._open.update(fresh)
        return None

    def _fresh_of(self, batch: Sequence[Transfer]) -> dict[str, Transfer] | Unposted:
        known = self._posted([transfer.id for transfer in batch]) if batch else {}
        fresh: dict[str, Transfer] = {}
        for transfer in batch:
            earlier = self._open.get(transfer.id) or known.get(transfer.id) or fresh.get(transfer.id)
            if earlier is None:
                fresh[transfer.id] = transfer
            elif earlier != transfer:
                message = f"the transfer {shown(transfer.id)} was posted before with different contents"
                return Unposted("id-reused", transfer.id, message)
        return fresh

    def _after(self, fresh: Mapping[str, Transfer]) -> dict[str, int] | Unposted:
        after: dict[str, int] = {}
        for transfer in fresh.values():
            debit, credit, cents = transfer.debit, transfer.credit, transfer.cents
            left = after.get(debit, self._balances.get(debit, 0)) - cents
            if left < 0 and debit != HOUSE:
                message = f"{debit} has {left + cents} cents, {cents} are needed"
                return Unposted("overdrawn", transfer.id, message)
            grown = after.get(credit, self._balances.get(credit, 0)) + cents
            if left < -LARGEST or grown > LARGEST:
                return Unposted("too-large", transfer.id, f"a balance is at most {LARGEST} cents from zero")
            after[debit], after[credit] = left, grown
        return after

    def changed(self) -> dict[str, int]:
        """Accounts in a transfer since the last commit, with their balances."""
        return {account: self._balances[account] for account in self._before}

    def fresh(self) -> tuple[Transfer, ...]:
        """Transfers made since the last commit, in order, without those skipped as posted before."""
        return tuple(self._open.values())

    def commit(self) -> None:
        """The database keeps everything posted so far."""
        self._before.clear()
        self._open.clear()

    def rollback(self) -> None:
        """Back to the balances at the last commit."""
        for account, cents in self._before.items():
            self._balances[account] = cents
        self.commit()
