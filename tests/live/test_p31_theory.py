"""Bots that play the lab's best strategy, through the pit and its ledger, win what the lab says."""

from collections import defaultdict
from math import sqrt

import pytest

from feltlab.service.checks import ledger_sums
from feltlab.service.recovery import differs_from_log
from feltlab.service.requests import Done
from feltlab.service.rows import BetResult
from feltlab.simulation.plan import Plan
from feltlab.simulation.rounds import engine_of
from feltlab.table import Config
from feltlab.table.commands import Sit, Tick
from tests.live.house import House
from tests.table.driver import ALL_BETS, GAMES, OPENING, PLACES

SHARED = {"main", "flop-bonus", "best-four", "combo-progressive"}


def rounds_of_bots(game: str, rounds: int) -> tuple[int, dict[str, float]]:
    """How many standard errors each wager's average is from the lab's figure, by what the store has on record."""
    house, table = House("sqlite://", f"p31/{game}", follow=False), f"{game}-1"
    house.open_table(table, Config(game, betting_seconds=1))
    for seat in range(1, PLACES[game] + 1):
        house.chips(f"bot-{seat}", 10**12)
        house.must(table, Sit(f"bot-{seat}", "Bot", seat, "optimal", ALL_BETS[game]))
    for _ in range(rounds):
        house.now += 1000
        assert isinstance(house.command(table, Tick()), Done)
    assert ledger_sums(house.store).is_right
    assert not differs_from_log(house.store, house.pit.tables[table])
    with house.store.reading() as db:
        rows = db.execute(
            "SELECT table_id, round, seat, wager, player, game, terms, at, initial, staked, returned FROM results"
        )
    house.close()
    return rounds, _errors(game, [BetResult(*row) for row in rows])


def _errors(game: str, results: list[BetResult]) -> dict[str, float]:
    won: dict[str, list[float]] = defaultdict(list)
    for result in results:
        wager = "main" if result.wager == OPENING[game] else result.wager
        won[wager].append((result.returned - result.staked) / result.initial)
    found = {}
    for paid in engine_of(Plan(game, 0, "optimal")).paid:
        if paid.wager in won and paid.variance and not paid.wager.endswith("progressive"):
            count = len(won[paid.wager])
            error = sqrt(paid.variance / count * (PLACES[game] if paid.wager in SHARED else 1))
            found[paid.wager] = (sum(won[paid.wager]) / count - float(paid.exact)) / error
    return found


def check(game: str, rounds: int) -> None:
    played, errors = rounds_of_bots(game, rounds)
    assert played == rounds
    assert len(errors) > 1
    assert all(abs(error) < 4 for error in errors.values()), errors


@pytest.mark.parametrize("game", GAMES)
def test_p31_rounds_through_the_pit(game: str) -> None:
    check(game, 125)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_p31_2_000_rounds_through_the_pit(game: str) -> None:
    check(game, 500)
