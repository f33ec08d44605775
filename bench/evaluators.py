"""Seven-card poker evaluation beside the usual evaluators, on the same random hands in one run."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from bench.measure import Row, best_of
from feltlab.cards import RANKS, SUITS
from feltlab.kernels.evaluate import seven_card_strengths

Hands = npt.NDArray[np.uint8]


def _hands(count: int) -> Hands:
    rng = np.random.default_rng(1)
    return np.argpartition(rng.random((count, 52)), 7, axis=1)[:, :7].astype(np.uint8)


def _texts(hands: Hands) -> list[list[str]]:
    return [[RANKS[card >> 2] + SUITS[card & 3] for card in hand] for hand in hands]


def _rivals(hands: Hands) -> dict[str, Callable[[], object]]:
    """Cards are in each library's own form before the clock starts."""
    import eval7
    from phevaluator import evaluate_cards
    from pokerkit import Card, StandardHighHand
    from treys import Card as TreysCard
    from treys import Evaluator

    texts = _texts(hands)
    ours = [[eval7.Card(text) for text in hand] for hand in texts]
    ints = [[int(card) for card in hand] for hand in hands]
    treys = [[TreysCard.new(text) for text in hand] for hand in texts]
    pokerkit = [list(Card.parse("".join(hand))) for hand in texts[:200]]
    evaluator = Evaluator()
    return {
        "eval7": lambda: [eval7.evaluate(hand) for hand in ours],
        "phevaluator": lambda: [evaluate_cards(*hand) for hand in ints],
        "treys": lambda: [evaluator.evaluate(hand[:2], hand[2:]) for hand in treys],
        "pokerkit": lambda: [StandardHighHand.from_game(hand) for hand in pokerkit],
    }


def _rate(count: int, work: Callable[[], Any]) -> float:
    return count / best_of(5, work)


def rows() -> list[Row]:
    many, few = _hands(2_000_000), _hands(20_000)
    own = _rate(len(many), lambda: seven_card_strengths(many))
    found = [Row("feltlab, numpy batch", f"{own / 1e6:,.0f} M hands/s", "", "1×", "≥ 150 M hands/s")]
    for name, work in _rivals(few).items():
        rate = _rate(200 if name == "pokerkit" else len(few), work)
        found.append(
            Row(
                name,
                f"{rate / 1e6:.3f} M hands/s",
                "one call per hand, as its API requires",
                f"{own / rate:,.0f}× slower",
            )
        )
    return found
