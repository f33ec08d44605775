"""Engine of Rule Out!, each round from a fresh shoe."""

from dataclasses import replace
from fractions import Fraction

import numpy as np

from feltlab.cards import joker_shoe
from feltlab.games.rule_out import RuleOut
from feltlab.kernels import rule_out_rounds
from feltlab.kernels.dealing import SPARE, Cards, draw
from feltlab.kernels.rule_out_rounds import HAND, RULES, TRADED
from feltlab.kernels.trades import KEEP as STAY
from feltlab.kernels.trades import Choices
from feltlab.lab import rule_out
from feltlab.lab.side_bets import pay_nets
from feltlab.simulation.engine import Paid, fresh_actions, own_decisions, paid, side
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
        self.choices = _choices(plan)
        """None where the card to trade is left to chance."""
        self.own = own_decisions(plan.own, HAND) if plan.own else None
        nets = pay_nets(terms.pays["main"])
        main = paid("main", 1, nets, self._chances(plan))
        joker = rule_out.analyze(terms, "keep").wagers["joker"]
        self.paid: tuple[Paid, ...] = (
            replace(main, nets=main.nets * (1 + TRADED // len(nets))),  # traded or not, survivors are paid alike
            side(terms.pays["joker"], 0, joker),
        )

    def _chances(self, plan: Plan) -> list[Fraction]:
        """Of each number of survivors, by these choices."""
        if self.choices is None:
            main = rule_out.analyze(plan.terms, plan.strategy).main  # from three survivors down
            return [main.probability(outcome.event) for outcome in reversed(main.outcomes)]
        numbers: RuleOut = plan.terms.numbers
        shoe = rule_out.solve(numbers.decks, numbers.jokers)
        chosen = shoe.options[np.arange(len(self.choices)), self.choices.astype(np.int64) - STAY]
        return [Fraction(int(count), shoe.hands * shoe.outcomes) for count in shoe.weights @ chosen]

    def decide(self, first: int, cards: Cards) -> Cards:
        actions = fresh_actions(len(cards), self.seats)
        if self.own:
            self.own(cards, self.seats, actions)
        elif self.choices is None:
            key = np.uint64(self.seed)
            rule_out_rounds.decide_at_random(key, np.uint64(first), cards, self.seats, actions)
        else:
            rule_out_rounds.decide(cards, self.seats, self.choices, actions)
        return actions

    def grade(self, first: int, cards: Cards, codes: Cards) -> None:
        rules, actions = rule_cards(self.seed, first, len(cards)), self.decide(first, cards)
        rule_out_rounds.grade(cards, self.seats, rules, actions, codes)


def _choices(plan: Plan) -> Choices | None:
    if plan.table is not None:
        return np.frombuffer(plan.table, np.int8)
    return None if plan.strategy == "trade-random" else rule_out.choices(plan.strategy, plan.terms)
