"""Engine of Rule Out!, each round from a fresh shoe."""

import numpy as np

from feltlab.cards import joker_shoe
from feltlab.errors import FeltlabError
from feltlab.games.rule_out import RuleOut
from feltlab.kernels import rule_out_rounds
from feltlab.kernels.dealing import SPARE, Cards, draw
from feltlab.kernels.rule_out_rounds import HAND, RULES, TRADED
from feltlab.lab import rule_out
from feltlab.lab.side_bets import pay_nets
from feltlab.simulation.engine import Paid, fresh_actions, own_decisions, side
from feltlab.simulation.plan import Plan

RULE_STREAM = 1
"""Rule Cards come from a stream of their own, beside the shoe's."""


def rule_cards(seed: int, first: int, count: int) -> Cards:
    """Three Rule Cards for each round from `first` on."""
    words, rules = np.empty((4, count), np.uint32), np.empty((count, HAND + SPARE), np.uint8)
    draw(np.uint64(seed), np.uint64(first), RULE_STREAM, RULES, HAND, words, rules)
    return rules


class RuleOutEngine:
    tops: tuple[int, ...] = (4, 2 * TRADED)

    def __init__(self, plan: Plan) -> None:
        self.seats = plan.seats
        self.seed = plan.seed
        terms = plan.terms
        numbers: RuleOut = terms.numbers
        self.deck = np.array(joker_shoe(numbers.decks, numbers.jokers), np.uint8)
        self.cards = (HAND + 1) * plan.seats
        if plan.strategy == "trade-random":
            raise FeltlabError("trade-random is priced by the lab but not simulated: it leaves the card to chance")
        self.choices = rule_out.choices(plan.strategy, terms)
        self.own = own_decisions(plan.own, HAND) if plan.own else None
        analysis = rule_out.analyze(terms, plan.strategy)
        nets = tuple(pay_nets(terms.pays["main"]))
        main = Paid("main", 1, nets * (1 + TRADED // len(nets)), analysis.main.expectation)
        self.paid: tuple[Paid, ...] = (main, side(terms.pays["joker"], 0, analysis.wagers["joker"]))

    def decide(self, cards: Cards) -> Cards:
        actions = fresh_actions(len(cards), self.seats)
        if self.own:
            self.own(cards, self.seats, actions)
        else:
            rule_out_rounds.decide(cards, self.seats, self.choices, actions)
        return actions

    def grade(self, first: int, cards: Cards, codes: Cards) -> None:
        rule_out_rounds.grade(cards, self.seats, rule_cards(self.seed, first, len(cards)), self.decide(cards), codes)
