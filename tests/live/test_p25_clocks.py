"""The machine's time is set while people play, or while the house is closed: no clock runs out early or late."""

import logging

import pytest

from feltlab.service import due as dues
from feltlab.service.clock import HouseClock
from feltlab.table import Config, State
from feltlab.table.commands import Bet, Ready, Sit, Tick
from feltlab.table.state import Round
from tests.live.house import House
from tests.table.driver import player

TABLE = "p25"
SECOND = 1000
JUMPS = [3600, -600]


class Machine:
    """Time that goes by, and what the machine's clock makes of it."""

    def __init__(self) -> None:
        self.gone, self.set_to = 5 * 10**9, 1_700_000_000 * 10**9
        self.clock = HouseClock(lambda: self.set_to + self.gone, lambda: self.gone)

    def set_by(self, seconds: int) -> None:
        self.set_to += seconds * 10**9

    def after(self, seconds: float) -> int:
        self.gone += int(seconds * 1e9)
        return self.clock()


@pytest.mark.parametrize("seconds", JUMPS)
def test_p25_the_houses_clock_never_jumps(seconds: int, caplog: pytest.LogCaptureFixture) -> None:
    machine = Machine()
    start = machine.clock()
    assert machine.after(20) == start + 20 * SECOND
    machine.set_by(seconds)
    with caplog.at_level(logging.WARNING, "feltlab.clock"):
        last = start = machine.after(0)
        for _ in range(200):
            last, before = machine.after(0.1), last
            assert last >= before
    assert abs(last - start - 20 * SECOND) <= SECOND // 10
    [said] = caplog.messages
    assert f"{seconds:+} s" in said
    for _ in range(abs(seconds)):  # slowly, but in the end it is the machine's time
        last = machine.after(200)
    assert last == (machine.set_to + machine.gone) // 1_000_000


def at_a_bet(house: House, betting: int, decision: int) -> None:
    house.open_table(TABLE, Config("low-four", betting_seconds=betting, decision_seconds=decision))
    for seat in (1, 2):
        house.chips(player(seat), 100_000)
        house.must(TABLE, Sit(player(seat), "Somebody", seat))
    house.must(TABLE, Bet(player(1), 1, 1, {"ante": 500}))


def at_a_decision(house: House) -> None:
    at_a_bet(house, 0, 20)
    for seat in (1, 2):
        house.must(TABLE, Ready(player(seat), seat, 1))
    assert on(house).waiting == (1,)


def on(house: House) -> Round:
    round = at(house).round
    assert round is not None
    return round


def at(house: House) -> State:
    return house.pit.tables[TABLE]


def is_due(house: House) -> bool:
    """Whether the clocks' thread asks; that a tick which comes anyway does no more is seen with it."""
    due = dues.is_due(at(house), house.now)
    if not due:
        house.command(TABLE, Tick())
    return due


@pytest.mark.parametrize("seconds", JUMPS)
def test_p25_nothing_is_folded_early_or_late(seconds: int) -> None:
    house, machine = House("sqlite://"), Machine()
    house.now = machine.clock()
    at_a_decision(house)
    house.now = machine.after(5)
    machine.set_by(seconds)
    for _ in range(149):
        house.now = machine.after(0.1)
        assert not is_due(house)
        assert on(house).waiting == (1,)
    house.now = machine.after(0.2)
    assert is_due(house)
    house.must(TABLE, Tick())
    last = at(house).last
    assert last is not None
    assert last.hands[1].decided_by == "clock"
    house.close()


@pytest.mark.parametrize("seconds", [*JUMPS, 0])
def test_p25_after_a_restart_a_clock_runs_anew(seconds: int) -> None:
    for asked in (False, True):
        house = House("sqlite://", asked)
        if asked:
            at_a_decision(house)
        else:
            at_a_bet(house, 20, 0)
        house.now += (15 + seconds) * SECOND
        house.crash()
        again = house.now
        for now in (again, again + 20 * SECOND - 1):
            house.now = now
            assert not is_due(house)
            assert (on(house).phase, bool(on(house).waiting)) == (("play", True) if asked else ("bets", False))
        house.now = again + 20 * SECOND
        assert is_due(house)
        house.must(TABLE, Tick())
        assert at(house).rounds == 2 if asked else on(house).phase == "play"
        house.check()
        house.check_logs()
        house.close()
