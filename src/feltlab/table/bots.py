"""Bots: seats played by one of the lab's named strategies, on their own cards and the face-up ones."""

from functools import lru_cache
from typing import Any

import numpy as np

from feltlab.cards.names import Card
from feltlab.exact.engine import Engine
from feltlab.exact.solving.parts import rounds_of
from feltlab.lab import strategies_on
from feltlab.simulation.plan import Plan
from feltlab.simulation.rounds import engine_of
from feltlab.table.config import Config
from feltlab.table.script import is_up
from feltlab.table.state import Round


def strategies(config: Config) -> tuple[str, ...]:
    """None for a game that no plan can solve."""
    return tuple(strategies_on(config.game, config.terms))


def bot_choice(round: Round, seat: int, strategy: str, stage: str) -> dict[str, Any]:
    hand = round.hands[seat].cards
    action = _action(round, strategy, hand, round.hands[seat].drawn)
    choices: dict[str, Any] = rounds_of(round.config.rule_book).choices_of(action, hand)
    script = round.config.rule_book.round
    others = {ask.name for ask in script.asks.values() if ask.stage != stage}
    return {name: made for name, made in choices.items() if name not in others} or dict(script.asks[stage].default)


def _turned(round: Round) -> list[Card | None]:
    """The face-up shared cards, with None for those that are face down or not dealt."""
    script = round.config.rule_book.round
    shown: list[Card | None] = []
    for deal in script.shared_deals:
        for name in deal.parts or (deal.place,):
            which = script.part(name)[1]
            held = round.places[deal.place][which] if is_up(round, name) else [None] * (which.stop - which.start)
            shown += held
    return shown


def _action(round: Round, strategy: str, hand: tuple[Card, ...], drawn: tuple[Card, ...]) -> int:
    """The choice of the simulation's own decision table; unseen places are filled with cards that nobody has."""
    engine, size = prepare(round.config, strategy), round.config.rule_book.round.hand
    row: list[Card | None] = [*hand, *[None] * (size - len(hand)), *_turned(round), *drawn]
    row += [None] * (engine.cards - len(row))
    unseen = (card for card in range(52) if card not in row)
    filled = [next(unseen) if card is None else card for card in row]
    return int(engine.decide(round.number, np.array([filled], np.uint8))[0])


def prepare(config: Config, strategy: str) -> Engine:
    """The decision table of a bot, solved on first use: best before a round waits for it.

    If the side bet that a strategy plays with is no longer on the felt, the bot plays the first strategy.
    """
    known = strategies(config)
    strategy = strategy if strategy in known else known[0]
    pay_tables = tuple(sorted(config.pay_tables.items()))
    return _engine(config.game, config.rules, config.left_off, pay_tables, config.decks, strategy)


@lru_cache(maxsize=64)
def _engine(
    game: str,
    rules: str,
    left_off: tuple[str, ...],
    pay_tables: tuple[tuple[str, str], ...],
    decks: int | None,
    strategy: str,
) -> Engine:
    """Kept here too: a simulation has one engine at a time, a house's bots have one each."""
    house = Config(game, rules=rules, left_off=left_off).house if rules or left_off else None
    return engine_of(Plan(game, 0, strategy, 1, pay_tables, decks, house))
