"""The ledger at its limits: the largest balance, and one cent more; the mutation run showed that these tests were
missing.
"""

from feltlab.ledger.ledger import HOUSE, LARGEST, Ledger
from feltlab.ledger.transfer import Transfer


def test_the_house_and_the_largest_balance_are_what_the_stores_know() -> None:
    assert HOUSE == "house"
    assert LARGEST == 10**18


def test_the_largest_balance_is_reached_and_not_passed() -> None:
    ledger = Ledger()
    assert ledger.post([Transfer("a", HOUSE, "purse:x", LARGEST)]) is None
    assert (ledger.balance("purse:x"), ledger.balance(HOUSE)) == (LARGEST, -LARGEST)
    refused = ledger.post([Transfer("b", HOUSE, "purse:y", 1)])
    assert refused is not None
    assert refused.code == "too-large"
    refused = Ledger(balances={"purse:x": LARGEST, "purse:y": 1}).post([Transfer("c", "purse:y", "purse:x", 1)])
    assert refused is not None
    assert refused.code == "too-large"
