"""What SQL changes for a moment and puts back is found all the same: money that was never there, cuts, old schemas."""

from collections.abc import Iterator

import pytest

from feltlab.service.checks import problems
from feltlab.service.proof import proved
from feltlab.service.store import Store
from feltlab.table.commands import Bet, Decide, Ready
from tests.live.house import House
from tests.service.test_p40_beside_the_chains import TABLE, played


@pytest.fixture
def house(store_url: str) -> Iterator[House]:
    house = played(store_url)
    yield house
    house.close()


def sql(store: Store, statement: str, *parameters: object) -> None:
    with store.writing() as db:
        db.execute(statement, parameters)


# Money


def move(store: Store, account: str, cents: int) -> None:
    """A balance and the house's, as a transfer would leave them."""
    put = "UPDATE balances SET cents = cents + ? WHERE account = ?"
    sql(store, put, cents, account)
    sql(store, put, -cents, "house")


def test_p40_money_that_was_there_for_one_bet_is_named_after_it_was_put_back(house: House) -> None:
    store: Store = house.store
    house.must(TABLE, Decide("a", 1, 2, "play", {"decision": "fold"}))
    house.chips("a", 500 - store.balance("purse:a"))
    move(store, "purse:a", 50_000)
    house.must(TABLE, Bet("a", 1, 3, {"ante": 20_500}))
    house.must(TABLE, Bet("a", 1, 3, {"ante": 500}))
    move(store, "purse:a", -50_000)
    [line] = proved(store)
    assert line.startswith("purse:a was 20000 cents below zero after transfer ")
    assert problems(store) == [line]


def test_p40_honest_play_leaves_nobody_but_the_house_below_zero(house: House) -> None:
    left = house.store.balance("purse:a")
    house.must(TABLE, Decide("a", 1, 2, "play", {"decision": "fold"}))
    house.must(TABLE, Bet("a", 1, 3, {"ante": left // 3}))
    house.must(TABLE, Ready("a", 1, 3))
    house.must(TABLE, Decide("a", 1, 3, "play", {"decision": "fold"}))
    assert proved(house.store) == []
