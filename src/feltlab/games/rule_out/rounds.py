"""Rounds of Rule Out!, millions a second, each from a fresh shoe: decisions and endings."""

from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from feltlab.cards import RULE_CARDS, card_text, joker_shoe, parse_card, parse_cards
from feltlab.errors import FeltlabError, shown
from feltlab.exact.engine import Paid, Seating, fresh_actions, own_decisions, paid, sides
from feltlab.exact.side_bets import pay_nets
from feltlab.exact.strategy_file import FileForm, Row, chosen
from feltlab.games.rule_out import fast, round_kernels
from feltlab.games.rule_out.round_kernels import HAND, KEEP, RULES, TRADED
from feltlab.games.rule_out.rules import RuleOut
from feltlab.games.rule_out.trades import CARDS, JOKER, TYPES, Choices, index_of
from feltlab.games.rule_out.trades import KEEP as STAY
from feltlab.kernels.dealing import AT_ONCE, SPARE_OF_THREE, Cards, draw
from feltlab.kernels.lattice import Ints
from feltlab.rules.game import Terms

RULE_STREAM = 1
"""Rule Cards come from their own stream, separate from the shoe's."""


def rule_cards(seed: int, first: int, count: int) -> Cards:
    """Three Rule Cards for each round from `first` on."""
    words, rules = np.empty((4, AT_ONCE), np.uint32), np.empty((count, HAND + SPARE_OF_THREE), np.uint8)
    draw(np.uint64(seed), np.uint64(first), RULE_STREAM, RULES, HAND, words, rules)
    return rules


class RuleOutEngine:
    tops: tuple[int, ...] = (4, 2 * TRADED)

    def __init__(self, plan: Seating) -> None:
        self.seats = plan.seats
        self.seed = plan.seed
        terms = plan.terms
        numbers: RuleOut = terms.numbers
        self.deck = np.array(joker_shoe(numbers.decks, numbers.jokers), np.uint8)
        self.cards = (HAND + 1) * plan.seats
        self.choices = _choices(plan)
        """None if chance picks the card to trade."""
        self.by_cards = np.empty((TYPES, TYPES, TYPES), np.uint8)
        if self.choices is not None:
            round_kernels.by_cards(self.choices, self.by_cards)
        self.own = own_decisions(plan.own, HAND) if plan.own else None
        nets = pay_nets(terms.pays["main"])
        main = paid("main", 1, nets, self._chances(plan))
        self.paid: tuple[Paid, ...] = (
            replace(main, nets=main.nets * (1 + TRADED // len(nets))),  # traded or not, survivors are paid the same
            *sides(terms, fast.side_bets(terms), {"joker": 0}),
        )

    def _chances(self, plan: Seating) -> list[Fraction]:
        """The chance of each number of survivors, by these choices."""
        if self.choices is None:
            main = fast.analyze(plan.terms, plan.strategy).main  # from three survivors down
            return [main.probability(outcome.event) for outcome in reversed(main.outcomes)]
        numbers: RuleOut = plan.terms.numbers
        shoe = fast.solve(numbers.decks, numbers.jokers)
        chosen = shoe.options[np.arange(len(self.choices)), self.choices.astype(np.int64) - STAY]
        return [Fraction(int(count), shoe.hands * shoe.outcomes) for count in shoe.weights @ chosen]

    def named(self, first: int, count: int) -> list[dict[str, list[str]]]:
        rows = rule_cards(self.seed, first, count)[:, :HAND].tolist()
        return [{"rules": [RULE_CARDS[rule] for rule in row]} for row in rows]

    def decide(self, first: int, cards: Cards) -> Cards:
        actions = fresh_actions(len(cards), self.seats)
        if self.own:
            self.own(cards, self.seats, actions)
        elif self.choices is None:
            key = np.uint64(self.seed)
            round_kernels.decide_at_random(key, np.uint64(first), cards, self.seats, actions)
        else:
            round_kernels.decide(cards, self.seats, self.by_cards, actions)
        return actions

    def grade(self, first: int, cards: Cards, codes: Cards) -> None:
        rules, actions = rule_cards(self.seed, first, len(cards)), self.decide(first, cards)
        round_kernels.grade(cards, self.seats, rules, actions, codes)


def engine(plan: Seating) -> RuleOutEngine:
    return RuleOutEngine(plan)


def _choices(plan: Seating) -> Choices | None:
    if plan.table is not None:
        return np.frombuffer(plan.table, np.int8)
    return None if plan.strategy == "trade-random" else fast.choices(plan.strategy, plan.terms)


DRAWS_NEXT: Final = True
"""Seats that trade take the next card of the shoe, one after the other."""


def choices_of(action: int, hand: list[int]) -> dict[str, Any]:
    """An action of the engine, the place traded, as the choices of a round."""
    return {"trade": None if action == KEEP else card_text(hand[action])}


def joint_counts(plan: Seating) -> Ints:
    """Deals by every combination of the engine's codes, one seat; in sixths if chance picks a trade."""
    numbers, choices = plan.terms.numbers, _choices(plan)
    shoe = fast.solve(numbers.decks, numbers.jokers)
    shares = shoe.weights[:, None] * (fast.random_sixths() if choices is None else fast.whole_shares(choices))
    jokers = (CARDS == JOKER).sum(axis=1)
    joint = np.zeros(RuleOutEngine.tops, np.int64)
    for natural in range(RuleOutEngine.tops[0]):
        rows = jokers == natural
        ended = np.einsum("ho,hol->ol", shares[rows], shoe.options[rows])
        joint[natural, :TRADED], joint[natural, TRADED:] = ended[0], ended[1:].sum(axis=0)
    return joint


def _number(text: str) -> int:
    return index_of(*parse_cards(text, HAND, "hand"))


def _decision(row: Row, number: int) -> int:
    word, _, card = row["decision"].strip().partition(" ")
    if chosen({"keep": 0, "trade": 1}, "decision", word) == 0:
        return STAY
    traded, cards = parse_card(card.strip()), CARDS[number].tolist()
    if traded == JOKER or traded not in cards:
        raise FeltlabError(f"{shown(row['decision'])}: that card is not in {row['hand']}")
    return int(cards.index(traded))


def _dealt_by_shoe(terms: Terms) -> npt.NDArray[np.bool_]:
    dealt: npt.NDArray[np.bool_] = fast.solve(terms.numbers.decks, terms.numbers.jokers).weights > 0
    return dealt


FILE_FORM: Final = FileForm("hand", _number, _decision, _dealt_by_shoe, unneeded=STAY)
