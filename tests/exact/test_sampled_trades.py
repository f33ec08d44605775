"""Several cards traded against a dealer's hand, and hands set by sides of any size: sampled, and marked as sampled."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from feltlab.errors import RulesError
from feltlab.exact.figures import SAMPLED
from feltlab.exact.solving.budget import BUDGET
from feltlab.exact.solving.parts import general_lab
from feltlab.games import GAMES
from feltlab.games.loading import game_of_file
from feltlab.hands.ranking import Ranking
from feltlab.lab import advise, analyze
from feltlab.rules.codes import LOSE, NONE, WIN, rule
from feltlab.rules.declaring import declare, opening, raised
from feltlab.rules.game import Game
from feltlab.rules.settling import Hand
from feltlab.rules.steps import SEATS, Ask, Deal, Raise, Set, Trade
from tests.exact.by_the_book import rounds_are_those_of_the_rule_book

SKIFF = game_of_file(Path(__file__).parent / "skiff.py")


@rule
def _highest(cards: Any) -> int:
    most = 0
    for card in cards:
        most = max(most, card >> 2)
    return most


@rule
def _sum(cards: Any) -> int:
    total = 0
    for card in cards:
        total += 1 + (card >> 2)
    return total


@rule
def _won(after: int) -> int:
    return WIN if after >= 10 else LOSE


@rule
def _both(before: int) -> int:
    return 3 if before < 10 else 0


@rule
def _too_many(before: int) -> int:
    return 7


@rule
def _paid_on_side(mast: int, sail: int) -> tuple[int, int]:
    if sail == 0:
        return LOSE, NONE
    return (WIN, WIN) if mast >= 20 else (LOSE, LOSE)


def _longer(cards: tuple[int, ...]) -> int:
    return 1 if sum(card & 1 for card in cards) * 2 >= len(cards) else 2


def _of_side(cards: tuple[int, ...], side: int) -> tuple[int, ...]:
    return tuple(card for card in cards if card & 1 == side % 2)


HIGHEST = Ranking("highest", _highest, lambda value, cards: f"{value} high")
SUM = Ranking("sum", _sum, lambda value, cards: f"{value} in all")
BOTH = declare(
    "both-cards",
    "Both Cards",
    "1. Two cards, and both may be traded: a queen or better wins.",
    wagers=[opening("ante")],
    round=[Deal("player", 2, SEATS), Ask("swap", "Trade?", trade=Trade(2))],
    hands={"before": Hand(HIGHEST, "player"), "after": Hand(HIGHEST, "hand")},
    settle=_won,
    strategies={"both-low": {"swap": _both}, "wrong": {"swap": _too_many}},
)
SAIL = declare(
    "sail",
    "Sail",
    "1. Four cards: the clubs and hearts, or the others, are the mast, which wins with twenty.",
    wagers=[opening("ante"), raised("sail")],
    round=[
        Deal("player", 4, SEATS),
        Ask(
            "sail", "Sail?", Raise("sail", "ante", {"fold": 0, "sail": 1}),
            set=Set(_longer, sides={"port": 1, "lee": 2}, side_cards=_of_side, name="mast_cards"),
        ),
    ],
    hands={"mast": Hand(SUM, "mast_cards")},
    settle=_paid_on_side,
)  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def _known_games() -> Iterator[None]:
    made = {game.slug: game for game in (SKIFF, BOTH, SAIL)}
    GAMES.update(made)
    yield
    for slug in made:
        del GAMES[slug]


def test_a_trade_of_several_cards_against_the_dealer_has_a_figure_with_its_interval() -> None:
    assert general_lab(SKIFF).outlook().plan == SAMPLED
    found = analyze("skiff")
    assert (found.main.method, found.main.strategy) == (SAMPLED, "loose-cards")
    assert found.main.margin > 0
    assert found.notes[0].startswith("sampled, not exact: skiff fits no exact plan")
    assert found.wagers["catch"].strategy == "loose-cards"
    kept = analyze("skiff", "never-fold").main  # as good as the dealer's hand, and each win brings three antes
    low, high = kept.interval(lambda of: of.expectation)
    assert low < Fraction(1, 2) < high


def test_a_strategy_trades_several_cards_by_a_mask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(BUDGET, "0")
    low, high = analyze("both-cards", "both-low").main.interval(lambda of: of.expectation)
    assert low < 1 - 2 * Fraction(40 * 39 * 38 * 37, 52 * 51 * 50 * 49) < high
    words = r"trades card 7 on the swap: up to 2 cards, 1 for the first, 2 for the second, 4 for the third, added up"
    with pytest.raises(RulesError, match=words):
        analyze("both-cards", "wrong")


@pytest.mark.parametrize("game", [SKIFF, BOTH, SAIL], ids=lambda game: game.slug)
def test_simulated_rounds_are_those_of_the_rule_book(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(BUDGET, "0")
    rounds_are_those_of_the_rule_book(game)


def test_the_coach_tells_every_way_to_trade_and_then_the_raise() -> None:
    line: dict[str, Any] = {"game": "skiff", "player": "2c 3d 5h 9s Kd", "wagers": {"ante": 100}}
    advice = advise(line)
    assert (advice.best.choice, advice.method) == ("trade 2c 3d 5h", SAMPLED)
    assert len(advice.options) == 1 + 5 + 10 + 10
    after = advise(line | {"choices": {"draw": ["2c", "3d"]}, "replacement": ["Kc", "Kh"]})
    values = {option.choice: float(option.ev) for option in after.options}
    assert values["fold"] == -1
    assert values["row"] > 1.5  # three kings
    kept = advise(line | {"choices": {"draw": None}})
    assert float(kept.best.ev) < 0 < values["row"]
