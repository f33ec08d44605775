"""Simulated rounds of a game beside the same rounds settled by its rule book."""

import numpy as np

from feltlab.rules.game import Game
from feltlab.simulation.plan import Plan
from feltlab.simulation.replay import replayed_many
from feltlab.simulation.rounds import coded_rounds, engine_of


def rounds_are_those_of_the_rule_book(game: Game) -> None:
    seats = 3
    plan = Plan(game.slug, 5, seats=seats)
    engine = engine_of(plan)
    codes = np.concatenate([chunk.copy() for chunk in coded_rounds(plan, 7, 60)])
    paid = {paid.wager: paid for paid in engine.paid}
    rounds = [seat for each in replayed_many(plan, 7, 60) for seat in each]
    assert len(rounds) == len(codes) == 60 * seats
    for row, round in zip(codes.tolist(), rounds, strict=True):
        results = {result.wager: result.returned - result.staked for result in round.settle().results}
        main = sum(net for wager, net in results.items() if wager not in game.sides)
        assert main == 100 * paid["main"].nets[row[0]]
        for slug in game.sides:
            assert results[slug] == 100 * paid[slug].nets[row[paid[slug].column]]
