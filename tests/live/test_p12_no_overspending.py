"""Fifty bets at once on one purse, from two tabs, at two tables and on several hands: the purse never pays more than it
holds.
"""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from feltlab.service.checks import ledger_sums
from feltlab.service.pit import Pit
from feltlab.service.requests import AtTable, Chips, Done, Refused, Request
from feltlab.service.store import Store, open_store
from feltlab.table import Config
from feltlab.table.commands import Bet, Decide, Open, Ready, Sit
from tests.live.house import request_of, together
from tests.live.soak import parts, size
from tests.service.conftest import Cluster

TABLES = {"low-four-1": "ante", "quick-draw-1": "flop"}
PURSE = 10_000
PLAYER = "somebody"


def ask(pit: Pit, request: Request) -> Done:
    reply = pit.ask(request)
    assert isinstance(reply, Done), reply
    return reply


def open_tables(pits: dict[str, Pit]) -> None:
    for table, pit in pits.items():
        config = Config("low-four" if table.startswith("low") else "quick-draw-holdem")
        ask(pit, request_of(AtTable(table, Open(table, config), "floor"), f"open-{table}"))
        ask(pit, request_of(AtTable(table, Sit(PLAYER, "Somebody", 1), PLAYER), f"sit-{table}"))
    ask(next(iter(pits.values())), request_of(Chips(PLAYER, PURSE), "chips"))


def race(pits: dict[str, Pit], store: Store, rng: Random, name: str) -> int:
    """Fifty at once; returns how many were refused for want of money."""
    rounds = {table: pit.tables[table].round for table, pit in pits.items()}
    works = []
    for number in range(50):
        table = rng.choice(list(pits))
        round, key = rounds[table], f"{name}/{number}"
        assert round is not None
        wagers = {} if rng.random() < 0.1 else {TABLES[table]: rng.choice((100, 2_500, 4_999, 6_000, PURSE))}
        asked = AtTable(table, Bet(PLAYER, 1, round.number, wagers), PLAYER)
        works.append(lambda pit=pits[table], asked=asked, key=key: pit.submit(request_of(asked, key)))
        if rng.random() < 0.2:  # the other tab sends the same click again
            works.append(works[-1])
    replies = together(works)
    balances = store.all_balances()
    on_tables = {table: balances.get(f"stake:{table}:1", 0) for table in pits}
    assert balances[f"purse:{PLAYER}"] + sum(on_tables.values()) == PURSE
    assert min(balances[f"purse:{PLAYER}"], *on_tables.values()) >= 0
    for table, pit in pits.items():
        hands = pit.tables[table].round.hands  # type: ignore[union-attr]
        assert (sum(hands[1].stakes.values()) if 1 in hands else 0) == on_tables[table]
    assert all(reply.purse >= 0 for reply in replies if isinstance(reply, Done))
    return sum(isinstance(reply, Refused) and reply.reason == "insufficient-funds" for reply in replies)


HANDS, OWN = (1, 2, 3, 4), "own"


def races_of_hands(url: str, count: int, seed: object) -> None:
    """One player's hands bet at once, then raise at once: the purse is of all of them."""
    pit, rng = Pit(open_store(url)), Random(f"p12/{seed}")
    pit.start()
    ask(pit, request_of(AtTable(OWN, Open(OWN, Config("low-four", private=True)), PLAYER), "open"))
    for seat in HANDS:
        ask(pit, request_of(AtTable(OWN, Sit(PLAYER, "Somebody", seat), PLAYER), f"sit-{seat}"))
    short = {"bet": 0, "raise": 0}
    for number in range(1, count + 1):
        held = pit.store.all_balances().get(f"purse:{PLAYER}", 0)
        if PURSE != held:
            ask(pit, request_of(Chips(PLAYER, PURSE - held), f"chips-{number}"))
        short["bet"] += race_of_bets(pit, rng, number)
        short["raise"] += race_of_raises(pit, rng, number)
    assert min(short.values()) > count / 2, short
    assert ledger_sums(pit.store).is_right
    pit.stop()


def at_once(pit: Pit, rng: Random, commands: Sequence[Bet | Decide], name: str) -> int:
    """Some of them twice; returns how many were refused for want of money."""
    before = pit.store.all_balances()
    works = []
    for number, command in enumerate(commands):
        asked = request_of(AtTable(OWN, command, PLAYER), f"{name}/{number}")
        works += [lambda asked=asked: pit.submit(asked)] * rng.choice((1, 1, 2))
    rng.shuffle(works)
    replies = together(works)
    after = pit.store.all_balances()
    stakes = [sum(of.get(f"stake:{OWN}:{seat}", 0) for seat in HANDS) for of in (before, after)]
    assert after[f"purse:{PLAYER}"] >= 0
    assert all(reply.purse >= 0 for reply in replies if isinstance(reply, Done))
    if pit.tables[OWN].round and isinstance(commands[0], Bet):
        assert before[f"purse:{PLAYER}"] + stakes[0] == after[f"purse:{PLAYER}"] + stakes[1]
    return sum(isinstance(reply, Refused) and reply.reason == "insufficient-funds" for reply in replies)


def race_of_bets(pit: Pit, rng: Random, number: int) -> int:
    antes = (1_000, 2_500, 4_000)
    bets = [Bet(PLAYER, seat, number, {"ante": rng.choice(antes)}) for seat in HANDS for _ in range(5)]
    return at_once(pit, rng, bets, f"{number}/bet")


def race_of_raises(pit: Pit, rng: Random, number: int) -> int:
    """Who cannot pay for it folds."""
    for seat in HANDS:
        ask(pit, request_of(AtTable(OWN, Ready(PLAYER, seat, number), PLAYER), f"{number}/ready/{seat}"))
    round = pit.tables[OWN].round
    assert round is not None
    assert round.waiting
    stakes = {seat: round.hands[seat].stakes["ante"] for seat in round.waiting}
    held = pit.store.all_balances()[f"purse:{PLAYER}"]
    plays = [Decide(PLAYER, seat, number, "play", {"decision": "play"}) for seat in round.waiting]
    short = at_once(pit, rng, plays, f"{number}/raise")
    now = pit.tables[OWN]
    left = now.round.waiting if now.round and now.round.number == number else ()
    raised = sum(stake for seat, stake in stakes.items() if seat not in left)
    assert raised <= held
    assert all(stake > held - raised for seat, stake in stakes.items() if seat in left)
    for seat in left:
        fold = Decide(PLAYER, seat, number, "play", {"decision": "fold"})
        ask(pit, request_of(AtTable(OWN, fold, PLAYER), f"{number}/fold/{seat}"))
    assert pit.tables[OWN].rounds == number + 1
    return short


def races(url: str, count: int, seed: object) -> None:
    pit = Pit(open_store(url))
    pit.start()
    pits, rng = dict.fromkeys(TABLES, pit), Random(f"p12/{seed}")
    open_tables(pits)
    short = sum(race(pits, pit.store, rng, f"{seed}/{number}") for number in range(count))
    assert short > count
    assert ledger_sums(pit.store).is_right
    pit.stop()


def races_of_two_processes(url: str, count: int, seed: object) -> None:
    """Two pits with stores of their own are to the database what two processes are."""
    pits = {table: Pit(open_store(url), owner=f"owner of {table}") for table in TABLES}
    for pit in pits.values():
        pit.start()
    open_tables(pits)
    store, rng = next(iter(pits.values())).store, Random(f"p12/{seed}")
    short = sum(race(pits, store, rng, f"{seed}/{number}") for number in range(count))
    assert short > count
    assert ledger_sums(store).is_right
    for pit in pits.values():
        pit.stop()


def test_p12_500_races_for_one_purse(tmp_path: Path) -> None:
    races(f"sqlite:///{tmp_path}/store.db", 500, 1)


def test_p12_100_races_of_ones_own_hands(tmp_path: Path) -> None:
    races_of_hands(f"sqlite:///{tmp_path}/store.db", 100, 1)


def test_p12_20_races_of_two_processes_for_one_purse(postgres: Cluster) -> None:
    races_of_two_processes(postgres.emptied(), 20, 2)


@pytest.mark.soak
def test_p12_10_000_races_for_one_purse(tmp_path: Path) -> None:
    for part in parts("p12", size("p12", 10_000), 500):
        races(f"sqlite:///{tmp_path}/{part}.db", 500, f"soak/{part}")


@pytest.mark.soak
def test_p12_1_000_races_of_two_processes_for_one_purse(postgres: Cluster) -> None:
    races_of_two_processes(postgres.emptied(), 1_000, 3)
