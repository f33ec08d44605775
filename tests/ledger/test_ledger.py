"""The ledger alone: what it refuses, in which order, and that nothing of a refused batch happens."""

from collections.abc import Sequence

import pytest

from feltlab.ledger.ledger import HOUSE, LARGEST, Ledger, Unposted
from feltlab.ledger.transfer import Transfer

BUY_IN = Transfer("buy-in", HOUSE, "purse:ann", 1000)
BET = Transfer("bet", "purse:ann", "stake:t1:1", 400)


def code(refused: Unposted | None) -> str | None:
    return refused.code if refused else None


def test_money_moves_and_the_house_is_the_other_side() -> None:
    ledger = Ledger()
    assert ledger.post([BUY_IN, BET]) is None
    assert ledger.changed() == {HOUSE: -1000, "purse:ann": 600, "stake:t1:1": 400}
    assert ledger.fresh() == (BUY_IN, BET)


@pytest.mark.parametrize(
    ("transfer", "reason"),
    [
        (Transfer("", HOUSE, "purse:ann", 1), "bad-id"),
        (Transfer("x" * 201, HOUSE, "purse:ann", 1), "bad-id"),
        (Transfer("a\nb", HOUSE, "purse:ann", 1), "bad-id"),
        (Transfer("a", "", "purse:ann", 1), "bad-account"),
        (Transfer("a", HOUSE, "purse:\0", 1), "bad-account"),
        (Transfer("a", HOUSE, "purse:\ud800", 1), "bad-account"),
        (Transfer("a", HOUSE, "purse:ann", 0), "bad-amount"),
        (Transfer("a", HOUSE, "purse:ann", -5), "bad-amount"),
        (Transfer("a", HOUSE, "purse:ann", LARGEST + 1), "bad-amount"),
        (Transfer("a", HOUSE, "purse:ann", True), "bad-amount"),
        (Transfer("a", HOUSE, "purse:ann", 1.5), "bad-amount"),  # type: ignore[arg-type]
        (Transfer("a", HOUSE, HOUSE, 1), "same-account"),
        (Transfer("buy-in", HOUSE, "purse:ann", 999), "id-reused"),
        (Transfer("a", "purse:ann", "purse:bob", 1001), "overdrawn"),
        (Transfer("a", "purse:nobody", "purse:bob", 1), "overdrawn"),
        (Transfer("a", HOUSE, "purse:ann", LARGEST), "too-large"),
    ],
)
def test_each_refusal_leaves_everything_as_it_was(transfer: Transfer, reason: str) -> None:
    ledger = Ledger()
    ledger.post([BUY_IN])
    before = ledger.changed()
    assert code(ledger.post([BET, transfer])) == reason
    assert ledger.changed() == before
    assert ledger.fresh() == (BUY_IN,)


def test_refusals_come_in_the_documented_order() -> None:
    ledger = Ledger()
    ledger.post([BUY_IN])
    overdrawn = Transfer("o", "purse:bob", HOUSE, 1)
    reused = Transfer("buy-in", HOUSE, "purse:bob", 1)
    same = Transfer("s", HOUSE, HOUSE, 1)
    assert code(ledger.post([overdrawn, reused, same])) == "same-account"
    assert code(ledger.post([overdrawn, reused])) == "id-reused"
    assert code(ledger.post([overdrawn])) == "overdrawn"
    assert code(ledger.post([Transfer("", "", "", 0)])) == "bad-id"
    assert code(ledger.post([Transfer("i", "", "", 0)])) == "bad-account"
    assert code(ledger.post([Transfer("i", HOUSE, HOUSE, 0)])) == "bad-amount"


def test_an_account_may_not_be_overdrawn_even_for_a_moment_within_a_batch() -> None:
    ledger = Ledger()
    early = Transfer("early", "purse:ann", "purse:bob", 5)
    assert code(ledger.post([early, BUY_IN])) == "overdrawn"
    assert ledger.post([BUY_IN, early]) is None


def test_a_transfer_sent_again_moves_nothing() -> None:
    ledger = Ledger()
    assert ledger.post([BUY_IN, BUY_IN]) is None
    assert ledger.post([BUY_IN, BET]) is None
    assert ledger.balance("purse:ann") == 600
    assert ledger.fresh() == (BUY_IN, BET)


def test_ids_of_all_time_are_asked_of_the_store() -> None:
    asked: list[list[str]] = []

    def posted(ids: Sequence[str]) -> dict[str, Transfer]:
        asked.append(list(ids))
        return {BUY_IN.id: BUY_IN}

    ledger = Ledger(posted, {HOUSE: -1000, "purse:ann": 1000})
    assert ledger.post([BUY_IN, BET]) is None
    assert asked == [["buy-in", "bet"]]
    assert ledger.fresh() == (BET,)
    assert code(ledger.post([Transfer("buy-in", HOUSE, "purse:ann", 1)])) == "id-reused"


def test_rollback_goes_back_to_the_last_commit() -> None:
    ledger = Ledger()
    ledger.post([BUY_IN])
    ledger.commit()
    ledger.post([BET])
    ledger.rollback()
    assert ledger.balance("purse:ann") == 1000
    assert ledger.balance("stake:t1:1") == 0
    assert ledger.changed() == {}
    assert ledger.fresh() == ()
    assert ledger.post([BET]) is None


def test_balances_are_not_loaded_over_open_changes() -> None:
    ledger = Ledger()
    ledger.load({HOUSE: -7, "purse:ann": 7})
    assert ledger.balance("purse:ann") == 7
    assert ledger.post([BUY_IN]) is None
    with pytest.raises(ValueError, match="uncommitted"):
        ledger.load({"purse:ann": 1})


def test_what_is_forgotten_is_nothing_until_it_is_loaded() -> None:
    ledger = Ledger(balances={"purse:a": 70})
    ledger.forget()
    assert ledger.balance("purse:a") == 0
    ledger.load({"purse:a": 90})
    assert ledger.post([Transfer("1", "purse:a", HOUSE, 90)]) is None
    with pytest.raises(ValueError, match="uncommitted"):
        ledger.forget()
    assert ledger.balance("purse:a") == 0
    ledger.rollback()
    assert ledger.balance("purse:a") == 90
