"""Bots: seats that are played by a strategy the lab has a name for, on their own cards and what lies face up."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from feltlab.cards import parse_card
from feltlab.exact.engine import Engine
from feltlab.exact.solving.parts import rounds_of
from feltlab.lab import lab_of
from feltlab.simulation.plan import Plan
from feltlab.simulation.rounds import engine_of
from feltlab.table.config import Config
from feltlab.table.script import is_up
from feltlab.table.state import Round


def strategies(config: Config) -> tuple[str, ...]:
    """None for a game that no plan can solve."""
    return tuple(lab_of(config.game).STRATEGIES)


def bot_choice(round: Round, seat: int, strategy: str, stage: str) -> dict[str, Any]:
    hand = [parse_card(card) for card in round.hands[seat].cards]
    board = [parse_card(card) for card in _turned(round)]
    action = _action(round, strategy, hand + board)
    choices: dict[str, Any] = rounds_of(round.config.rule_book).choices_of(action, hand)
    script = round.config.rule_book.round
    others = {ask.name for ask in script.asks.values() if ask.stage != stage}
    return {name: made for name, made in choices.items() if name not in others} or dict(script.asks[stage].default)


def _turned(round: Round) -> list[str]:
    """What lies face up of the cards that all share."""
    script = round.config.rule_book.round
    shown: list[str] = []
    for deal in script.shared_deals:
        for name in deal.parts or (deal.place,):
            shown += round.places[deal.place][script.part(name)[1]] if is_up(round, name) else ()
    return shown


def _action(round: Round, strategy: str, seen: Sequence[int]) -> int:
    """What the simulation's own decision table says; unseen places are filled with cards that are nobody's."""
    engine = prepare(round.config, strategy)
    unseen = [card for card in range(52) if card not in seen][: engine.cards - len(seen)]
    row = np.array([[*seen, *unseen]], np.uint8)
    return int(engine.decide(round.number, row)[0])


def prepare(config: Config, strategy: str) -> Engine:
    """The decision table of a bot, solved when first asked for: best before a round waits for it."""
    return _engine(config.game, config.rules, tuple(sorted(config.pay_tables.items())), config.decks, strategy)


@lru_cache(maxsize=64)
def _engine(game: str, rules: str, pay_tables: tuple[tuple[str, str], ...], decks: int | None, strategy: str) -> Engine:
    """Kept here too: a simulation has one engine at a time, the bots of a house's tables have one each."""
    house = Config(game, rules=rules).house if rules else None
    return engine_of(Plan(game, 0, strategy, 1, pay_tables, decks, house))
