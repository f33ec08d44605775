"""The books always balance, in memory, whatever is posted, refused, committed or rolled back."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from feltlab.ledger.ledger import HOUSE, Ledger
from feltlab.ledger.transfer import Transfer

ACCOUNTS = [HOUSE, "purse:a", "purse:b", "stake:t:1", "bank:t"]
TRANSFERS = st.builds(
    Transfer,
    id=st.integers(0, 30).map(str),
    debit=st.sampled_from(ACCOUNTS),
    credit=st.sampled_from(ACCOUNTS),
    cents=st.integers(-1, 50),
)


class Books(RuleBasedStateMachine):
    """A ledger beside the plainest one: a list of transfers, added up anew each time."""

    @initialize()
    def empty(self) -> None:
        self.committed: list[Transfer] = []
        self.open: list[Transfer] = []
        self.ledger = Ledger(lambda ids: {t.id: t for t in self.committed if t.id in ids})

    def balances(self) -> dict[str, int]:
        found = dict.fromkeys(ACCOUNTS, 0)
        for transfer in self.committed + self.open:
            found[transfer.debit] -= transfer.cents
            found[transfer.credit] += transfer.cents
        return found

    @rule(batch=st.lists(TRANSFERS, max_size=4))
    def post(self, batch: list[Transfer]) -> None:
        before = list(self.open)
        refused = self.ledger.post(batch)
        right = all(t.cents > 0 and t.debit != t.credit for t in batch)
        for transfer in batch if right else ():
            same_id = [t for t in self.committed + self.open if t.id == transfer.id]
            right = right and all(t == transfer for t in same_id)
            if not same_id:
                self.open.append(transfer)
                right = right and all(cents >= 0 for name, cents in self.balances().items() if name != HOUSE)
        assert (refused is None) == right
        if not right:
            self.open = before

    @rule()
    def commit(self) -> None:
        assert self.ledger.fresh() == tuple(self.open)
        self.committed += self.open
        self.open = []
        self.ledger.commit()

    @rule()
    def rollback(self) -> None:
        self.open = []
        self.ledger.rollback()

    @invariant()
    def sums_to_zero(self) -> None:
        balances = {account: self.ledger.balance(account) for account in ACCOUNTS}
        assert sum(balances.values()) == 0
        assert balances == self.balances()
        touched = {name for transfer in self.open for name in (transfer.debit, transfer.credit)}
        assert self.ledger.changed() == {name: balances[name] for name in touched}


TestBooks = Books.TestCase
TestBooks.settings = settings(max_examples=100, stateful_step_count=30, deadline=None)
