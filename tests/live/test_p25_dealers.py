"""A human dealer who leaves keeps nobody's bet."""

from feltlab.service.due import DEALER_SECONDS, Dealers
from feltlab.table.commands import Advance, Presence
from tests.table.driver import Table, player


def test_p25_a_round_waits_for_its_dealer_only_so_long() -> None:
    now = 0.0
    dealers = Dealers(clock=lambda: now)
    table = Table("low-four", dealer="manual", decision_seconds=45).sit(1, 2)
    dealers.dealt(table.name, player(1))
    table.bet(1)
    table.bet(2)
    now += DEALER_SECONDS
    assert not dealers.is_gone(table.table)  # bets can be taken back
    table.must(Advance("no more bets"))
    assert not dealers.is_gone(table.table)
    now += DEALER_SECONDS - 1
    table.must(Presence(player(1), True))  # who comes and goes makes it no longer
    assert not dealers.is_gone(table.table)
    now += 1
    assert dealers.is_gone(table.table)
    assert not dealers.is_gone(table.table)  # and asks once


def test_p25_who_deals_only_to_themselves_may_take_forever() -> None:
    now = 0.0
    dealers = Dealers(clock=lambda: now)
    table = Table("low-four", dealer="manual").sit(1)
    dealers.dealt(table.name, player(1))
    table.lock((1,))
    for _ in range(3):
        assert not dealers.is_gone(table.table)
        now += 10 * DEALER_SECONDS
