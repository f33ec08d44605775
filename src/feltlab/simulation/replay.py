"""One simulated round in full: the kernel's cards and decisions, read and settled by the rule book."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from feltlab.cards import RULE_CARDS, card_text, cards_text
from feltlab.games.lines import Round, read_round
from feltlab.games.wagers import Role
from feltlab.hands.parity import ODD, best_side, rank_word
from feltlab.kernels.ace_odd_even_rounds import BEST, FOLDED
from feltlab.kernels.dealing import SPARE, Cards, deal
from feltlab.kernels.rule_out_rounds import HAND, KEEP
from feltlab.simulation.engine import Engine
from feltlab.simulation.plan import Plan
from feltlab.simulation.rounds import engine_of
from feltlab.simulation.rule_out_engine import rule_cards

Line = dict[str, Any]
Rows = list[list[int]]

STAKE = 100
"""Cents on every wager of a replayed round."""


def replayed(plan: Plan, number: int) -> list[Round]:
    """The round of that number, a seat each, ready to settle by the readable rules."""
    return next(replayed_many(plan, number, 1))


def replayed_many(plan: Plan, first: int, count: int) -> Iterator[list[Round]]:
    """The rounds from `first` on, each as `replayed` gives it, dealt and decided together."""
    engine = engine_of(plan)
    words, cards = np.empty((4, count), np.uint32), np.empty((count, engine.cards + SPARE), np.uint8)
    deal(np.uint64(plan.seed), np.uint64(first), engine.deck.copy(), engine.cards, words, cards)
    return rounds_of_cards(plan, first, cards[:, : engine.cards])


def rounds_of_cards(plan: Plan, first: int, cards: Cards) -> Iterator[list[Round]]:
    """The rounds from `first` on with these cards in the order in which they leave the deck, decided by the plan."""
    engine = engine_of(plan)
    house = plan.house or plan.rules.house()
    stakes = {slug: STAKE for slug, wager in plan.rules.wagers.items() if wager.role is not Role.RAISE}
    meters = {wager: _meter(engine, wager) for wager in plan.rules.progressive_wagers}
    shared = {"game": plan.game, "wagers": stakes, "pay_tables": dict(plan.pay_tables), "meters": meters}
    actions = engine.decide(first, cards).reshape(len(cards), plan.seats).tolist()
    for lines in _LINES[plan.game](plan, first, cards.tolist(), actions):
        yield [read_round({**shared, **line}, plan.rules, house) for line in lines]


def _meter(engine: Engine, wager: str) -> int:
    """The meter that the simulation counts with, in cents."""
    paid = next(paid for paid in engine.paid if paid.wager == wager)
    return int(max(paid.nets) + 1) * STAKE


def _seven_card_hands(seats: int, cards: list[int]) -> list[Line]:
    hands = [cards_text(cards[7 * seat : 7 * seat + 7]) for seat in range(seats + 1)]
    return [{"player": hand, "dealer": hands[-1]} for hand in hands[:-1]]


def _ace_odd_even(plan: Plan, _: int, dealt: Rows, decided: Rows) -> Iterator[list[Line]]:
    for cards, actions in zip(dealt, decided, strict=True):
        lines = _seven_card_hands(plan.seats, cards)
        for seat, line in enumerate(lines):
            line["choices"] = {"decision": "fold"}
            if actions[seat] != FOLDED:
                best_is_odd = best_side(rank_word(cards[7 * seat : 7 * seat + 7])) == ODD
                side = "odd" if best_is_odd == (actions[seat] == BEST) else "even"
                line["choices"] = {"decision": "play", "set": side}
        yield lines


def _low_four(plan: Plan, _: int, dealt: Rows, decided: Rows) -> Iterator[list[Line]]:
    for cards, actions in zip(dealt, decided, strict=True):
        choices = [{"choices": {"decision": "play" if action else "fold"}} for action in actions]
        yield [line | choice for line, choice in zip(_seven_card_hands(plan.seats, cards), choices, strict=True)]


def _quick_draw(plan: Plan, _: int, dealt: Rows, decided: Rows) -> Iterator[list[Line]]:
    choices = {1: {"flop": "fold"}, 2: {"flop": "bet", "turn": "fold"}, 3: {"flop": "bet", "turn": "bet"}}
    for cards, actions in zip(dealt, decided, strict=True):
        board = cards[2 * plan.seats :]
        shared = {"flop": cards_text(board[:3]), "turn": card_text(board[3]), "river": card_text(board[4])}
        yield [
            {**shared, "hole": cards_text(cards[2 * seat : 2 * seat + 2]), "choices": choices[action]}
            for seat, action in enumerate(actions)
        ]


def _rule_out(plan: Plan, first: int, dealt: Rows, decided: Rows) -> Iterator[list[Line]]:
    decks = plan.terms.numbers.decks
    numbers = rule_cards(plan.seed, first, len(dealt))[:, :HAND].tolist()
    for cards, actions, three in zip(dealt, decided, numbers, strict=True):
        rules = [RULE_CARDS[rule] for rule in three]
        following = HAND * plan.seats
        lines = []
        for seat, action in enumerate(actions):
            hand = cards[HAND * seat : HAND * seat + HAND]
            line = {"decks": decks, "dealt": cards_text(hand), "rules": rules}
            line["choices"] = {"trade": None if action == KEEP else card_text(hand[action])}
            if action != KEEP:
                line["replacement"] = card_text(cards[following])
                following += 1
            lines.append(line)
        yield lines


_LINES: Mapping[str, Callable[[Plan, int, Rows, Rows], Iterator[list[Line]]]] = {
    "ace-odd-even": _ace_odd_even,
    "low-four": _low_four,
    "quick-draw-holdem": _quick_draw,
    "rule-out": _rule_out,
}
