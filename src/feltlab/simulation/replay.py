"""One simulated round in full: the kernel's cards and decisions, read and settled by the rule book."""

from collections.abc import Mapping
from typing import Any

from feltlab.cards import RULE_CARDS, card_text, cards_text
from feltlab.games.lines import Round, read_round
from feltlab.games.wagers import Role
from feltlab.hands.parity import ODD, best_side, rank_word
from feltlab.kernels.ace_odd_even_rounds import BEST, FOLDED
from feltlab.kernels.rule_out_rounds import HAND, KEEP
from feltlab.simulation.engine import Engine
from feltlab.simulation.plan import Plan
from feltlab.simulation.rounds import dealt_round, engine_of
from feltlab.simulation.rule_out_engine import rule_cards

STAKE = 100
"""Cents on every wager of a replayed round."""


def replayed(plan: Plan, number: int) -> list[Round]:
    """The round of that number, a seat each, ready to settle by the readable rules."""
    engine = engine_of(plan)
    cards = dealt_round(plan, number)
    actions = [int(action) for action in engine.decide(cards[None, :])]
    lines = _LINES[plan.game](plan, number, [int(card) for card in cards], actions)
    house = plan.house or plan.rules.house()
    stakes = {slug: STAKE for slug, wager in plan.rules.wagers.items() if wager.role is not Role.RAISE}
    meters = {wager: _meter(engine, wager) for wager in plan.rules.progressive_wagers}
    shared = {"game": plan.game, "wagers": stakes, "pay_tables": dict(plan.pay_tables), "meters": meters}
    return [read_round({**shared, **line}, plan.rules, house) for line in lines]


def _meter(engine: Engine, wager: str) -> int:
    """The meter that the simulation counts with, in cents."""
    paid = next(paid for paid in engine.paid if paid.wager == wager)
    return int(max(paid.nets) + 1) * STAKE


def _seven_card_hands(plan: Plan, cards: list[int]) -> list[dict[str, Any]]:
    hands = [cards_text(cards[7 * seat : 7 * seat + 7]) for seat in range(plan.seats + 1)]
    return [{"player": hand, "dealer": hands[-1]} for hand in hands[:-1]]


def _ace_odd_even(plan: Plan, _: int, cards: list[int], actions: list[int]) -> list[dict[str, Any]]:
    lines = _seven_card_hands(plan, cards)
    for seat, line in enumerate(lines):
        line["choices"] = {"decision": "fold"}
        if actions[seat] != FOLDED:
            best_is_odd = best_side(rank_word(cards[7 * seat : 7 * seat + 7])) == ODD
            side = "odd" if best_is_odd == (actions[seat] == BEST) else "even"
            line["choices"] = {"decision": "play", "set": side}
    return lines


def _low_four(plan: Plan, _: int, cards: list[int], actions: list[int]) -> list[dict[str, Any]]:
    decided = [{"choices": {"decision": "play" if action else "fold"}} for action in actions]
    return [line | choices for line, choices in zip(_seven_card_hands(plan, cards), decided, strict=True)]


def _quick_draw(plan: Plan, _: int, cards: list[int], actions: list[int]) -> list[dict[str, Any]]:
    board = cards[2 * plan.seats :]
    shared = {"flop": cards_text(board[:3]), "turn": card_text(board[3]), "river": card_text(board[4])}
    choices = {1: {"flop": "fold"}, 2: {"flop": "bet", "turn": "fold"}, 3: {"flop": "bet", "turn": "bet"}}
    return [
        {**shared, "hole": cards_text(cards[2 * seat : 2 * seat + 2]), "choices": choices[action]}
        for seat, action in enumerate(actions)
    ]


def _rule_out(plan: Plan, number: int, cards: list[int], actions: list[int]) -> list[dict[str, Any]]:
    rules = [RULE_CARDS[rule] for rule in rule_cards(plan.seed, number, 1)[0, :HAND]]
    following = HAND * plan.seats
    lines = []
    for seat, action in enumerate(actions):
        hand = cards[HAND * seat : HAND * seat + HAND]
        line = {"decks": plan.terms.numbers.decks, "dealt": cards_text(hand), "rules": rules}
        line["choices"] = {"trade": None if action == KEEP else card_text(hand[action])}
        if action != KEEP:
            line["replacement"] = card_text(cards[following])
            following += 1
        lines.append(line)
    return lines


_LINES: Mapping[str, Any] = {
    "ace-odd-even": _ace_odd_even,
    "low-four": _low_four,
    "quick-draw-holdem": _quick_draw,
    "rule-out": _rule_out,
}
