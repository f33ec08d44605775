"""One simulated round in full: the kernel's cards and decisions, read and settled by the rule book."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feltlab.cards import card_text, cards_text
from feltlab.exact.engine import Engine, Naming
from feltlab.exact.solving.parts import rounds_of
from feltlab.kernels.dealing import SPARE, Cards, deal
from feltlab.rules.lines import only_due, read_round
from feltlab.rules.settling import SeatRound
from feltlab.rules.steps import Deal as DealStep
from feltlab.rules.wagers import Wager
from feltlab.simulation.plan import Plan
from feltlab.simulation.rounds import engine_of

Line = dict[str, Any]

STAKE = 100
"""Cents on every wager of a replayed round."""


def replayed(plan: Plan, number: int) -> list[SeatRound]:
    """The round of that number, a seat each, ready to settle by the readable rules."""
    return next(replayed_many(plan, number, 1))


def replayed_many(plan: Plan, first: int, count: int) -> Iterator[list[SeatRound]]:
    """The rounds from `first` on, each as `replayed` gives it, dealt and decided together."""
    engine = engine_of(plan)
    words, cards = np.empty((4, count), np.uint32), np.empty((count, engine.cards + SPARE), np.uint8)
    deal(np.uint64(plan.seed), np.uint64(first), engine.deck.copy(), engine.cards, words, cards)
    return rounds_of_cards(plan, first, cards[:, : engine.cards])


def rounds_of_cards(plan: Plan, first: int, cards: Cards) -> Iterator[list[SeatRound]]:
    """The rounds from `first` on with these cards in the order in which they leave the deck, decided by the plan."""
    engine = engine_of(plan)
    house = plan.run_by
    stakes = {slug: _stake(wager) for slug, wager in house.wagers.items() if not wager.follows}
    meters = {wager: _meter(engine, wager, stakes[wager]) for wager in house.progressives}
    shared = {"game": plan.game, "wagers": stakes, "pay_tables": dict(plan.pay_tables), "meters": meters}
    in_a_row = np.ascontiguousarray(cards)  # as simulations have them: a part of a wider row would be compiled again
    actions = engine.decide(first, in_a_row).reshape(len(cards), plan.seats).tolist()
    named = engine.named(first, len(cards)) if isinstance(engine, Naming) else [{}] * len(cards)
    for row, decided, names in zip(cards.tolist(), actions, named, strict=True):
        yield [read_round({**shared, **line}, plan.rules, house) for line in _lines(plan, row, decided, names)]


def _stake(wager: Wager) -> int:
    """The first price of a bet that has any."""
    return next(iter(wager.fixed_stakes), STAKE)


def _meter(engine: Engine, wager: str, stake: int) -> int:
    """The meter that the simulation counts with, in cents."""
    paid = next(paid for paid in engine.paid if paid.wager == wager)
    return int(max(paid.nets) + 1) * stake


def _lines(plan: Plan, cards: list[int], actions: list[int], names: Mapping[str, list[str]]) -> Iterator[Line]:
    """A round's cards, in the order in which they leave the deck, as a line for each seat."""
    script = plan.rules.round
    choices_of = rounds_of(plan.rules).choices_of
    draws_next = getattr(rounds_of(plan.rules), "DRAWS_NEXT", False)
    shared = {**_decks(plan), **names, **_fields(script.shared_deals, cards[script.hand * plan.seats :])}
    following = script.hand * plan.seats + script.shared
    for seat, action in enumerate(actions):
        hand = cards[script.hand * seat : script.hand * (seat + 1)]
        choices = choices_of(action, hand)
        line = {**shared, **_fields(script.seat_deals, hand), "choices": choices}
        if script.trade and script.trade.trade and (made := choices.get(script.trade.name)) is not None:
            count = len(script.trade.trade.listed(made))
            ready = following if draws_next else following + script.most_traded * seat
            drawn = [card_text(card) for card in cards[ready : ready + count]]
            line[script.draws] = script.trade.trade.written(drawn)
            following += count if draws_next else 0
        yield only_due(line, plan.rules, plan.terms.numbers)


def _decks(plan: Plan) -> Line:
    return {"decks": plan.terms.numbers.decks} if "decks" in plan.rules.line_fields else {}


def _fields(deals: tuple[DealStep, ...], cards: list[int]) -> Line:
    found: Line = {}
    first = 0
    for step in deals:
        for name, count in (step.parts or {step.place: step.cards}).items():
            found[name] = card_text(cards[first]) if count == 1 else cards_text(cards[first : first + count])
            first += count
    return found
