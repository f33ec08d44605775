"""The service stopped between any two commits of every path through a round: it continues as it would have."""

from collections.abc import Callable, Collection
from random import Random
from typing import Any

import pytest

from feltlab.service.requests import Done, TryAgain
from feltlab.table import Config
from feltlab.table.commands import (
    Advance,
    Bet,
    Command,
    Configure,
    Decide,
    Leave,
    Presence,
    Rate,
    Ready,
    Sit,
    Status,
    Tick,
    Void,
)
from feltlab.table.dealer import step_of
from tests.live.house import GENEROUS, House
from tests.table.driver import CHEAP_BOTS, GAMES, player, some_bets

SEATS = (1, 2, 4)
TABLE = "p24"
CHOICES: dict[str, dict[str, dict[str, Any]]] = {
    "stay": {"play": {"decision": "play"}, "flop": {"flop": "bet"}, "turn": {"turn": "bet"}, "trade": {"trade": None}},
    "fold": {
        "play": {"decision": "fold"},
        "flop": {"flop": "fold"},
        "turn": {"turn": "fold"},
        "trade": {"trade": None},
    },
}
Between = Callable[["Path"], None]


class Path:
    """Commands of people, dealer and floor, one after another; `between` is called after each commit."""

    def __init__(self, game: str, name: str, between: Between) -> None:
        self.game, self.rng, self.between = game, Random(f"p24/{game}/{name}"), between
        self.house, self.commits = House("sqlite://", f"p24/{game}/{name}"), 0
        dealer = "manual" if name == "by hand" else "automatic"
        clocks: Any = {"betting_seconds": 10, "decision_seconds": 10} if name == "clocks" else {}
        self.house.open_table(TABLE, Config(game, rules=GENEROUS.get(game, ""), dealer=dealer, **clocks))
        for seat in (*SEATS, 5):
            self.house.chips(player(seat), 100_000_000)

    def do(self, command: Command) -> None:
        self.house.must(TABLE, command)
        self.commits += 1
        self.between(self)

    @property
    def number(self) -> int:
        round = self.house.pit.tables[TABLE].round
        return round.number if round else 0

    def bets(self) -> None:
        for seat in SEATS:
            self.do(Bet(player(seat), seat, self.number, some_bets(self.game, self.rng)))
        self.do(Bet(player(2), 2, self.number, some_bets(self.game, self.rng)))

    def sit(self) -> None:
        for seat in SEATS:
            self.do(Sit(player(seat), f"Player {seat}", seat))

    def lock(self) -> None:
        self.sit()
        self.bets()
        for seat in SEATS:
            self.do(Ready(player(seat), seat, self.number))

    def play(self, how: str, number: int = 1) -> None:
        while (round := self.house.pit.tables[TABLE].round) and round.number == number:
            if round.waiting:
                seat = round.waiting[0]
                self.do(Decide(player(seat), seat, number, round.asked, CHOICES[how][round.asked]))
            else:
                self.do(Advance(step_of(round)))


def stays(path: Path) -> None:
    path.lock()
    path.play("stay")
    path.bets()


def folds(path: Path) -> None:
    path.lock()
    path.play("fold")


def by_hand(path: Path) -> None:
    path.lock()
    path.play("stay")


def with_a_bot(path: Path) -> None:
    path.do(Sit(player(5), "Bot", 5, CHEAP_BOTS[path.game], some_bets(path.game, path.rng)))
    path.lock()
    path.play("stay")


def clocks(path: Path) -> None:
    path.sit()
    path.bets()
    while path.number == 1:
        path.house.now += 10_000
        path.do(Tick())


def somebody_goes(path: Path) -> None:
    path.lock()
    path.do(Presence(player(2), True))
    path.do(Leave(player(4), 4))
    path.play("stay")
    path.do(Presence(player(2), False))


def seat_void(path: Path) -> None:
    path.lock()
    path.do(Void("wrong-count", "seen by the camera", 2))
    path.play("stay")


def round_void(path: Path) -> None:
    path.lock()
    path.do(Void("shuffler", ""))
    path.bets()


def bets_void(path: Path) -> None:
    path.sit()
    path.bets()
    path.do(Void("stopped", ""))


def closes(path: Path) -> None:
    path.sit()
    path.bets()
    path.do(Configure(Config(path.game, decision_seconds=7)))
    if path.house.pit.tables[TABLE].meters:
        path.do(Rate(next(iter(path.house.pit.tables[TABLE].meters)), 100_000))
    path.do(Status("paused", "a break"))
    path.do(Status("open"))
    path.do(Status("closed", "the day is over"))


PATHS = {
    "stays": stays,
    "folds": folds,
    "by hand": by_hand,
    "with a bot": with_a_bot,
    "clocks": clocks,
    "somebody goes": somebody_goes,
    "seat void": seat_void,
    "round void": round_void,
    "bets void": bets_void,
    "closes": closes,
}


def end_of(path: Path) -> tuple[str, dict[str, int]]:
    path.house.check()
    path.house.check_logs()
    state, balances = path.house.pit.tables[TABLE], path.house.store.all_balances()
    path.house.close()
    return state.digest, balances


@pytest.mark.parametrize("name", PATHS)
@pytest.mark.parametrize("game", GAMES)
def test_p24_a_stop_between_any_two_commits(game: str, name: str) -> None:
    whole = Path(game, name, lambda path: None)
    PATHS[name](whole)
    right, commits = end_of(whole), whole.commits
    middle = whole.rng.randint(1, commits)
    for cuts in (range(1, commits + 1), (middle,)):  # after each commit in one run; then once, the rest undisturbed

        def stop(path: Path, cuts: Collection[int] = cuts) -> None:
            if path.commits in cuts:
                path.house.crash()
                path.house.check()

        path = Path(game, name, stop)
        PATHS[name](path)
        assert end_of(path) == right, cuts


@pytest.mark.parametrize("fault", ["before", "after"])
@pytest.mark.parametrize("game", GAMES)
def test_p24_a_commit_that_fails_is_sent_again(game: str, fault: str) -> None:
    """Nobody knows whether it was done; the same key finds out, and the round comes out the same."""
    whole = Path(game, "stays", lambda path: None)
    stays(whole)
    right = end_of(whole)
    failing = Path(game, "stays", lambda path: None)

    def do(command: Command) -> None:
        failing.house.store.plan = [fault]
        key = f"commit-{failing.commits}"
        first = failing.house.command(TABLE, command, key)
        assert isinstance(first, TryAgain)
        failing.house.turn -= 1
        again = failing.house.command(TABLE, command, key)
        assert isinstance(again, Done), again
        failing.commits += 1

    failing.do = do  # type: ignore[method-assign]
    stays(failing)
    assert end_of(failing) == right
