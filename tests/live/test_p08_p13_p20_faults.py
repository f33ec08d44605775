"""Tables under random commands, sent twice, out of order, with a store that fails and a process that dies.

After each batch: the books sum to zero, purses, stakes and meters are what the events say, the state is what the log
makes of it. The same seed gives the same run, so a failure can be looked at again: its seed is in the message.
"""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from feltlab.service.checks import ledger_sums, problems
from feltlab.service.requests import AtTable, Chips, Done, Refused, Reply, Request, TryAgain
from feltlab.table import Config, State
from feltlab.table.commands import Command, Configure
from feltlab.table.state import Round
from tests.live.house import GENEROUS, House, actor_of, request_of
from tests.live.soak import parts, size
from tests.service.conftest import Cluster
from tests.table.driver import GAMES, PLACES, Wild, player

PER_SEED = 5_000
HOUSES: dict[str, dict[str, Any]] = {
    "low-four": {"left_off": ("high-points",)},
    "rule-out": {"decks": 2, "penetration": 60},
}
"""A table with a bet left off, until it is configured anew, and one whose rounds share a shoe."""


class Felt:
    """A table of the pit as the wild player looks at it."""

    def __init__(self, house: House, name: str) -> None:
        self.house, self.name = house, name

    @property
    def table(self) -> State:
        return self.house.pit.tables[self.name]

    @property
    def round(self) -> Round:
        assert self.table.round is not None
        return self.table.round

    @property
    def game(self) -> str:
        return self.table.config.game

    @property
    def now(self) -> int:
        return self.house.now

    @now.setter
    def now(self, now: int) -> None:
        self.house.now = now


class Guest(Wild):
    def __init__(self, house: House, name: str, game: str, rng: Random) -> None:
        self.rng, self.places = rng, range(1, PLACES[game] + 1)
        felt: Any = Felt(house, name)
        self.table = felt
        self.shoe = felt.table.config.penetration

    def _configure(self, seat: int) -> Command:
        made = super()._configure(seat)
        assert isinstance(made, Configure)
        return Configure(replace(made.config, rules=self.table.table.config.rules))


class Alone(Guest):
    """Who plays several hands at a table of their own."""

    several = True


class Simulation:
    """Three tables, nine players who sit at several of them, one of them alone with several hands at a fourth, and bots."""

    def __init__(self, url: str, seed: int) -> None:
        self.rng, self.seed = Random(f"p08/{seed}"), seed
        self.house = House(url, f"p08/{seed}")
        self.sent: list[Request] = []
        self.answered: dict[str, Reply] = {}
        self.counts: Counter[str] = Counter()
        self.guests = []
        for number, game in enumerate(("ace-odd-even", "low-four", GAMES[2 + seed % 2])):
            name, dealer = f"{game}-{number}", self.rng.choice(("automatic", "automatic", "manual"))
            clocks: Any = {"betting_seconds": self.rng.choice((0, 20)), "decision_seconds": self.rng.choice((0, 10))}
            house: Any = HOUSES.get(game, {})
            self.house.open_table(name, Config(game, rules=GENEROUS.get(game, ""), dealer=dealer, **clocks, **house))
            self.guests.append(Guest(self.house, name, game, self.rng))
        game = GAMES[seed % 4]
        self.house.open_table("own", Config(game, rules=GENEROUS.get(game, ""), private=True))
        self.guests.append(Alone(self.house, "own", game, self.rng))
        for seat in range(1, 10):
            self.house.chips(player(seat), self.rng.choice((5_000, 300_000, 20_000_000)))
            self.house.chips(f"bot-{seat}", 50_000_000)
            self.house.give_tokens(player(seat), self.rng.choice((500, 100_000, 1_000_000)))

    def run(self, commands: int) -> None:
        while self.counts["commands"] < commands:
            try:
                self.step()
            except AssertionError as error:
                raise AssertionError(f"seed {self.seed}, command {self.counts['commands']}: {error}") from error
        self.house.check_logs()
        assert ledger_sums(self.house.store).is_right
        assert problems(self.house.store) == []

    def step(self) -> None:
        batch = [self._fresh() for _ in range(self.rng.choice((1, 1, 1, 2, 4)))]
        self.counts["commands"] += len(batch)
        if self.rng.random() < 0.2:
            batch.append(self.rng.choice(batch))  # sent twice, side by side
        if self.sent and self.rng.random() < 0.2:
            batch.append(self.rng.choice(self.sent[-200:]))  # sent again, later
        self.sent += batch
        self.rng.shuffle(batch)
        if self.rng.random() < 0.05:
            self.house.store.plan = [
                self.rng.choice(("before", "after", "down")) for _ in range(self.rng.choice((1, 1, 3)))
            ]
        self._send(batch)
        if self.rng.random() < 0.02:
            self.counts["crashes"] += 1
            self.house.crash()
            self.house.check_logs()
        self.house.check()

    def _fresh(self) -> Request:
        self.house.turn += 1
        if self.rng.random() < 0.04:
            cents = self.rng.choice((1, 777, 100_000, -50, -100_000, -(10**9), 0))
            return request_of(Chips(player(self.rng.randint(1, 9)), cents), f"key-{self.house.turn}")
        guest = self.rng.choice(self.guests)
        command: Command = guest.command()
        felt: Any = guest.table
        return request_of(AtTable(felt.name, command, actor_of(command)), f"key-{self.house.turn}")

    def _send(self, batch: list[Request]) -> None:
        left = batch
        for attempt in range(6):
            replies = self.house.pit.do(*left)
            for request, reply in zip(left, replies, strict=True):
                self._note(request, reply)
            left = [request for request, reply in zip(left, replies, strict=True) if isinstance(reply, TryAgain)]
            if not left:
                return
            self.counts["tried again"] += 1
            if attempt > 3:
                self.house.store.plan.clear()
        raise AssertionError("the store works again, the pit does not")

    def _note(self, request: Request, reply: Reply) -> None:
        if isinstance(reply, TryAgain):
            return
        before = self.answered.get(request.key)
        if isinstance(before, Done):
            assert reply == before, "the same key was answered otherwise"
            self.counts["again"] += 1
            return
        self.answered[request.key] = reply
        self.counts["refused" if isinstance(reply, Refused) else "done"] += 1
        if own := self.house.pit.tables.get("own"):
            self.counts["hands at once"] = max(self.counts["hands at once"], len(own.seats_of(player(1))))
        if isinstance(reply, Done) and isinstance(request.asked, Chips):
            self.house.kept.purses[request.asked.player] += request.asked.cents


def simulate(url: str, seed: int, commands: int) -> Simulation:
    simulation = Simulation(url, seed)
    try:
        simulation.run(commands)
    finally:
        simulation.house.close()
    return simulation


def test_p08_p13_p20_p21_5_000_commands_with_faults(tmp_path: Path) -> None:
    counts: Counter[str] = Counter()
    for seed in range(5):
        run = simulate(f"sqlite:///{tmp_path}/{seed}.db", seed, 1_000)
        counts += run.counts + Counter({"awards": run.house.kept.awards})
        assert run.counts["hands at once"] > 2
    assert counts["commands"] >= 5_000
    assert min(counts[what] for what in ("done", "refused", "again", "crashes", "tried again")) > 30
    assert counts["awards"] > 5, counts


def test_p08_p13_p20_p21_500_commands_in_postgresql(postgres: Cluster) -> None:
    run = simulate(postgres.emptied(), 100, 500)
    assert run.counts["crashes"]


def test_p08_the_same_seed_gives_the_same_run() -> None:
    first, second = (simulate("sqlite://", 7, 400) for _ in range(2))
    assert first.house.kept.digest == second.house.kept.digest
    assert first.counts == second.counts
    assert simulate("sqlite://", 8, 400).house.kept.digest != first.house.kept.digest


@pytest.mark.soak
def test_p08_p13_p20_p21_a_million_commands_with_faults(tmp_path: Path) -> None:
    for part in parts("p08", size("p08", 1_000_000), PER_SEED):
        simulate(f"sqlite:///{tmp_path}/{part}.db", 1_000 + part, PER_SEED)
        for file in tmp_path.glob(f"{part}.db*"):
            file.unlink()
