"""Simulated rounds: each game beside its own rule book in plain Python, its floor, and other libraries' poker."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random

import numpy as np

from bench.measure import Row, best_of
from feltlab.games import GAMES
from feltlab.kernels.dealing import AT_ONCE, SPARE, deal
from feltlab.kernels.philox import first_blocks
from feltlab.simulation.plan import Plan
from feltlab.simulation.replay import replayed_many
from feltlab.simulation.rounds import CHUNK, engine_of
from feltlab.simulation.tally import run_shard

ROUNDS = 4_000_000
BY_THE_BOOK = 2_000
HANDS = 200
ASKED = {"ace-odd-even": 15, "low-four": 15, "quick-draw-holdem": 11, "rule-out": 12, "three-card-poker": 3}
"""Million rounds a second; of the other games none are asked."""
HOLDEM = (
    "universal_poker(betting=limit,numPlayers=2,numRounds=4,blind=1 2,raiseSize=2 2 4 4,firstPlayer=2 1 1 1,"
    "maxRaises=3 4 4 4,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1)"
)


def by_the_book(plan: Plan) -> None:
    for seats in replayed_many(plan, 0, BY_THE_BOOK):
        for round in seats:
            round.settle()


def _generator(plan: Plan) -> None:
    words = np.empty((4, CHUNK), np.uint32)
    for first in range(0, ROUNDS, CHUNK):
        first_blocks(np.uint64(plan.seed), np.uint64(first), 0, words)


def _deal(plan: Plan) -> None:
    engine = engine_of(plan)
    words, cards = np.empty((4, AT_ONCE), np.uint32), np.empty((CHUNK, engine.cards + SPARE), np.uint8)
    deck = engine.deck.copy()
    for first in range(0, ROUNDS, CHUNK):
        deal(np.uint64(plan.seed), np.uint64(first), deck, engine.cards, words, cards)


def _threads(plan: Plan, threads: int) -> None:
    """The same number of rounds for each thread."""
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda number: run_shard(plan, number * ROUNDS, ROUNDS), range(threads)))


def _open_spiel() -> Callable[[], object]:
    import pyspiel

    game, rng = pyspiel.load_game(HOLDEM), Random(1)

    def play() -> object:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else None
            state.apply_action(rng.choice(actions or state.legal_actions()))
        return state.returns()

    return play


def _rlcard() -> Callable[[], object]:
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("limit-holdem", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    return partial(env.run, is_training=False)


def _pokerkit() -> Callable[[], object]:
    from pokerkit import Automation, NoLimitTexasHoldem

    def play() -> object:
        state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, 200, 2)
        while state.status:
            state.check_or_call()
        return state.payoffs

    return play


RIVALS = {
    "OpenSpiel, a hand of limit hold'em at random": _open_spiel,
    "RLCard, a hand of limit hold'em at random": _rlcard,
    "PokerKit, a hand of no-limit hold'em, check or call": _pokerkit,
}


def _repeated(work: Callable[[], object]) -> None:
    for _ in range(HANDS):
        work()


def _of_game(slug: str) -> list[Row]:
    title, plan = GAMES[slug].title, Plan(slug, 1)
    rate = ROUNDS / best_of(3, lambda: run_shard(plan, 0, ROUNDS))
    plain = BY_THE_BOOK / best_of(3, lambda: by_the_book(plan))
    words, cards = (best_of(3, partial(work, plan)) / ROUNDS * 1e9 for work in (_generator, _deal))
    spent = 1e9 / rate
    target = f"≥ {ASKED[slug]} M rounds/s" if slug in ASKED else ""
    return [
        Row(
            f"{title}, full rounds", f"{rate / 1e6:.1f} M rounds/s",
            f"{plain:,.0f} rounds/s, plain Python through the rule book", f"{rate / plain:,.0f}×",
            target,
        ),
        Row(
            f"{title}, time of a round", f"{spent:.1f} ns",
            f"{words:.1f} ns for the generator alone, {cards:.1f} ns with the deal", f"{spent / cards:.1f}× the deal",
        ),
    ]  # fmt: skip


def _two_threads() -> Row:
    plan = Plan("ace-odd-even", 1)
    one, two = best_of(5, lambda: _threads(plan, 1)), best_of(5, lambda: _threads(plan, 2))
    rates = ROUNDS / one, 2 * ROUNDS / two
    beside = f"{rates[0] / 1e6:.1f} M rounds/s on one"
    return Row(
        "Ace Odd Even, two threads", f"{rates[1] / 1e6:.1f} M rounds/s", beside, f"{2 * one / two:.2f}×", "≥ 1.8×"
    )


def rows() -> list[Row]:
    found = [row for slug in GAMES for row in _of_game(slug)]
    found.append(_two_threads())
    slowest = min(float(row.measured.split()[0]) for row in found if row.what.endswith("full rounds")) * 1e6
    for name, make in RIVALS.items():
        rate = HANDS / best_of(3, partial(_repeated, make()))
        ratio = f"{slowest / rate:,.0f}× slower than our slowest game"
        found.append(Row(name, f"{rate:,.0f} hands/s", "one hand of poker: a different game", ratio))
    return found
