"""Two games that the program does not know: one with everything a round can have, one whose hidden cards are traded."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from feltlab.games import GAMES
from feltlab.hands.jit import compiled
from feltlab.hands.ranking import Cards, Ranking
from feltlab.rules.codes import LOSE, NONE, PUSH, WIN, rule
from feltlab.rules.game import Game
from feltlab.rules.house import Numbers
from feltlab.rules.round import Script
from feltlab.rules.settling import Hand
from feltlab.rules.steps import SEATS, Ask, Close, Deal, Raise, Take, Trade, Turn
from feltlab.rules.wagers import Role, Wager

WEATHER = ("Sun", "Rain", "Snow", "Wind")
HARBOUR = Script(
    (
        Deal("hole", 2, SEATS),
        Deal("door", 1, SEATS, "up"),
        Deal("flag", 1, face="up"),
        Deal("dealer", 3),
        Deal("weather", 2, deck="weather cards"),
        Ask("first", "Three times or check?", Raise("raised", "ante", {"check": 0, "bet": 3})),
        Turn("weather", first=("Wind",)),
        Ask("last", "Once or fold?", Raise("raised", "ante", {"fold": 0, "bet": 1})),
        Turn("dealer"),
        Take("collect folds", ("ante",), folded_at="last"),
        Take("take and pay", ("ante", "raised"), shows=True),
        Close(),
    )
)
SWAP = Script(
    (
        Deal("cards", 3, SEATS),
        Ask("swap", "Swap a card?", trade=Trade(draws="new"), in_turn=True),
        Take("take and pay", ("ante",), shows=True),
        Close(),
    )
)
ANTE = Wager("ante", "Ante", Role.INITIAL, "before the deal")
RAISED = Wager("raised", "Raise", Role.RAISE, "when asked", equals="ante")


@compiled
def _sum(cards: Cards) -> int:
    total = 0
    for card in cards:
        total += card
    return total


CARD_SUM = Ranking("sum of the cards", _sum)


@rule
def harbour(own: int, dealer: int, raised: int) -> tuple[int, int]:
    if raised == 0:
        return LOSE, NONE
    return (WIN, WIN) if own > dealer else (LOSE, LOSE)


@rule
def swap(own: int) -> int:
    """Everybody is happy."""
    return PUSH


_BOOK = replace(GAMES["low-four"].book, scales={}, pay_tables={}, progressives={})


def made(slug: str, round: Script, settle: Any, hands: Mapping[str, Hand], *wagers: Wager, **more: Any) -> Game:
    return Game(
        slug=slug,
        title=slug.title(),
        card="",
        wagers={wager.slug: wager for wager in wagers},
        numbers=Numbers(),
        book=_BOOK,
        round=round,
        hands=hands,
        settle=settle,
        **more,
    )


STRANGERS: Mapping[str, Game] = {
    "harbour": made(
        "harbour", HARBOUR, harbour, {"own": Hand(CARD_SUM, "hole", "door"), "dealer": Hand(CARD_SUM, "dealer")},
        ANTE, RAISED, second_decks={"weather cards": WEATHER},
    ),
    "swap": made("swap", SWAP, swap, {"own": Hand(CARD_SUM, "hand")}, ANTE),
}  # fmt: skip
