"""Tables full of bots for hours: every round in the manual's order, every meter exact, results as in the lab."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from math import sqrt
from random import Random

import pytest

from feltlab.lab import analyze
from feltlab.rules.progressive import UNITS_PER_CENT
from feltlab.simulation.plan import Plan
from feltlab.simulation.rounds import engine_of
from feltlab.table.commands import Tick
from feltlab.table.events import BetsClosed, Event, MeterAwarded, RoundClosed, SeatSettled
from tests.table.driver import ALL_BETS, GAMES, OPENING, PLACES, Table, by_seat, some_bets
from tests.table.trace import differences

RAISES = {"play", "turn", "river"}


@dataclass
class Sums:
    """Net results in initial wagers, or for a side bet in its own stakes."""

    count: int = 0
    total: float = 0.0
    wins: int = 0


@dataclass
class Run:
    table: Table
    sums: dict[str, Sums] = field(default_factory=lambda: defaultdict(Sums))
    bets_on_meters: int = 0
    awarded: int = 0

    def round(self) -> None:
        before = len(self.table.log)
        self.table.now += 1000
        events = self.table.must(Tick())
        start = next(number for number, event in enumerate(events) if isinstance(event, BetsClosed))
        end = next(number for number, event in enumerate(events) if isinstance(event, RoundClosed))
        assert len(self.table.log) - before == len(events)
        self._check_order(events[start : end + 1])
        self._tally(events[start : end + 1])
        self._check_meters()
        del self.table.log[:]  # an hour of it would fill the memory

    def _check_order(self, events: tuple[Event, ...]) -> None:
        last = self.table.table.last
        assert last is not None
        stakes = {
            seat: {wager: cents for wager, cents in hand.stakes.items() if wager not in RAISES}
            for seat, hand in last.hands.items()
        }
        assert differences(self.table.game, stakes, events) == []

    def _tally(self, events: tuple[Event, ...]) -> None:
        net: Counter[tuple[int, str]] = Counter()
        for event in events:
            if isinstance(event, SeatSettled):
                for done in event.results:
                    wager = "main" if done.wager in RAISES | {OPENING[self.table.game]} else done.wager
                    net[event.seat, wager] += done.returned - done.staked
            if isinstance(event, MeterAwarded):
                self.awarded += sum(event.paid.values()) * UNITS_PER_CENT - event.reseeded_units
        bets = ALL_BETS[self.table.game]
        for (_, wager), cents in net.items():
            self.sums[wager].count += 1
            self.sums[wager].wins += cents > 0
            self.sums[wager].total += cents / bets[OPENING[self.table.game] if wager == "main" else wager]
            self.bets_on_meters += wager in self.table.table.meters

    def _check_meters(self) -> None:
        """Promise 20: the base amount, what the bets have added, less what was won."""
        for wager, meter in self.table.table.meters.items():
            added = self.bets_on_meters * ALL_BETS[self.table.game][wager] * meter.increment_ppm
            assert meter.units == meter.base_units + added - self.awarded

    def check_results(self, strategy: str) -> dict[str, float]:
        """How many standard errors each wager's average is from what the lab has for this way to play."""
        found = {}
        for paid in engine_of(Plan(self.table.game, 0, strategy)).paid:
            sums = self.sums.get(paid.wager)
            if sums is None or paid.wager in self.table.table.meters or not paid.variance:
                continue  # a progressive is worth what is on its meter, and that is checked to the unit
            # Seats share a board, a dealer or Rule Cards: at worst they all have the same luck.
            error = sqrt(paid.variance / sums.count * (PLACES[self.table.game] if paid.wager in SHARED else 1))
            found[paid.wager] = (sums.total / sums.count - float(paid.exact)) / error
        exact = analyze(self.table.game, strategy)
        for wager in self.table.table.meters:
            chance = float(exact.wagers[wager].hit_frequency)
            sums = self.sums[wager]
            found[wager] = (sums.wins - sums.count * chance) / sqrt(sums.count * chance * (1 - chance))
        assert set(found) == set(self.sums)
        return found


SHARED = {"main", "flop-bonus", "best-four", "combo-progressive"}
STRATEGY = "optimal"


def full_table(game: str, name: str) -> Table:
    return Table(game, name=name, betting_seconds=1).bots(*range(1, PLACES[game] + 1), strategy=STRATEGY)


def long_run(game: str, seat_rounds: int, name: str) -> Run:
    run = Run(full_table(game, name))
    while run.sums["main"].count < seat_rounds:
        run.round()
    return run


def check(run: Run) -> None:
    zs = run.check_results(STRATEGY)
    assert all(abs(z) < 4 for z in zs.values()), zs


@pytest.mark.parametrize("game", GAMES)
def test_p20_p29_p31_rounds_of_bots(game: str) -> None:
    run = long_run(game, 12_500, f"long-{game}")
    check(run)
    if run.table.table.meters:
        assert run.bets_on_meters >= 12_500


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_p20_p29_p31_rounds_of_bots_for_days(game: str) -> None:
    check(long_run(game, 500_000 if game in ("ace-odd-even", "low-four") else 250_000, f"days-{game}"))


def any_rounds(game: str, rounds: int) -> None:
    """People who bet what they like and decide in any order: the manual's order holds all the same."""
    rng = Random(f"p29/{game}")
    for number in range(rounds):
        seats = tuple(sorted(rng.sample(range(1, PLACES[game] + 1), rng.randint(1, PLACES[game]))))
        bets = {seat: some_bets(game, rng) for seat in seats}
        table = Table(game, name=f"p29-{number}", dealer=rng.choice(("automatic", "manual"))).sit(*seats)
        table.lock(seats, bets)
        table.play_out(by_seat, order=rng)
        start = next(number for number, event in enumerate(table.log) if isinstance(event, BetsClosed))
        end = next(number for number, event in enumerate(table.log) if isinstance(event, RoundClosed))
        assert differences(game, bets, table.log[start : end + 1]) == []


@pytest.mark.parametrize("game", GAMES)
def test_p29_any_seats_bets_and_decisions(game: str) -> None:
    any_rounds(game, 60)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_p29_any_seats_bets_and_decisions_for_days(game: str) -> None:
    any_rounds(game, 25_000)


@pytest.mark.parametrize("game", GAMES)
def test_p29_a_wrong_order_is_found(game: str) -> None:
    """Any two neighbours of a round in the other order: the checker must see it, or the checker is worth nothing."""
    seats = (1, 2, 3)
    table = Table(game, name="p29-wrong").sit(*seats)
    table.lock(seats)
    table.play_out()
    start = next(number for number, event in enumerate(table.log) if isinstance(event, BetsClosed))
    end = next(number for number, event in enumerate(table.log) if isinstance(event, RoundClosed))
    events, bets = table.log[start : end + 1], {seat: dict(ALL_BETS[game]) for seat in seats}
    assert differences(game, bets, events) == []
    unseen = 0
    for place in range(len(events) - 1):
        swapped = [*events[:place], events[place + 1], events[place], *events[place + 2 :]]
        unseen += not differences(game, bets, swapped)
        assert differences(game, bets, [*events[:place], *events[place + 1 :]])
    assert unseen <= 4  # two players who are asked together may answer in either order
