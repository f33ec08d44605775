"""Bots: seats that are played by a strategy the lab has a name for, on their own cards and what lies face up."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from feltlab.cards import card_text, parse_card
from feltlab.hands.parity import ODD, best_side, rank_word
from feltlab.kernels.ace_odd_even_rounds import BEST, FOLDED
from feltlab.kernels.rule_out_rounds import KEEP
from feltlab.lab import lab_of
from feltlab.simulation.engine import Engine
from feltlab.simulation.plan import Plan
from feltlab.simulation.rounds import engine_of
from feltlab.table.config import Config
from feltlab.table.state import Round


def strategies(config: Config) -> tuple[str, ...]:
    return tuple(lab_of(config.game).STRATEGIES)


def bot_choice(round: Round, seat: int, strategy: str, stage: str) -> dict[str, Any]:
    hand = [parse_card(card) for card in round.hands[seat].cards]
    if stage == "trade":
        place = _action(round, strategy, hand)
        return {"trade": None if place == KEEP else card_text(hand[place])}
    if stage in ("flop", "turn"):
        board = [parse_card(card) for card in round.board[: 3 if stage == "flop" else 4]]
        bets = _action(round, strategy, hand + board)
        return {stage: "bet" if bets > (1 if stage == "flop" else 2) else "fold"}
    action = _action(round, strategy, hand)
    if round.config.game == "low-four":
        return {"decision": "play" if action else "fold"}
    if action == FOLDED:
        return {"decision": "fold"}
    return {"decision": "play", "set": "odd" if (best_side(rank_word(hand)) == ODD) == (action == BEST) else "even"}


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
