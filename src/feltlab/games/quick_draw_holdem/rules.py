"""Quick Draw Hold'em: two cards and a board, paid by a table; there is no dealer's hand.

 1. One 52-card deck, shuffled for each round; up to seven seats, each paid on its own cards.
 2. A seat opens with the Flop bet. It may add the bonus bets that the house offers, never alone.
 3. Each seat receives two cards face down; five community cards are laid out face down. The first three, the
    flop, are turned.
 4. The Flop Bonus is settled at once, on those three cards: straight flush, three of a kind, straight, flush, pair.
    A-2-3 is a straight; K-A-2 is not.
 5. The player folds, or makes the Turn bet, equal to the Flop bet. A fold loses the Flop bet.
 6. The fourth card, the turn, is turned. The player folds, or makes the River Bonus bet, equal to the Turn.
    A fold loses the Flop and the Turn bet. The fifth card, the river, is turned.
 7. The Best 4 of 5 Bonus is settled on the community cards, folded or not: four-card royal (A-K-Q-J suited), four of
    a kind, straight flush, three of a kind, flush, straight, two pair, a pair of jacks or better. There is no full
    house in four cards; A-2-3-4 is a straight. The best is paid.
 8. A player who made the River Bonus bet has the best five of the seven cards. Two pair with sevens or better on top
    wins, and everything above; of three pairs the best two count. Hands wholly on the board count.
 9. A winning hand is paid 1 to 1 on the Flop and the Turn bet, and by its pay table on the River Bonus.
    Any other hand loses all three.
10. Bonuses are settled whether or not the seat folds. Seats are settled from the dealer's right.
11. A hand with the wrong number of cards is void: no money changes hands.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from feltlab.cards import parse_card, parse_cards
from feltlab.errors import CardError
from feltlab.hands.poker import four_of_five, river_grade, three_by_event
from feltlab.hands.poker_hands import seven_cards
from feltlab.money import EVEN_MONEY, Odds
from feltlab.rules.book import load_book
from feltlab.rules.codes import LOSE, NONE, WIN, paid, rule
from feltlab.rules.dealt import distinct, field
from feltlab.rules.game import Game
from feltlab.rules.house import Numbers, odds, rank, whole
from feltlab.rules.pay_table import Named
from feltlab.rules.round import Script
from feltlab.rules.settling import Hand
from feltlab.rules.steps import SEATS, Ask, Close, Deal, Raise, Take, Turn
from feltlab.rules.wagers import Role, Wager

WAGERS: Final = (
    Wager("flop", "Flop", Role.INITIAL, "before the deal", odds=("win_odds",)),
    Wager("turn", "Turn", Role.RAISE, "after the flop", equals="flop", odds=("win_odds",)),
    Wager("river", "River Bonus", Role.RAISE, "after the turn", equals="turn"),
    Wager("flop-bonus", "3 Card Flop Bonus", Role.SIDE, "before the deal"),
    Wager("best-four", "Best 4 of 5 Bonus", Role.SIDE, "before the deal"),
)
SCALES: Final = {
    "river": Named(
        (
            "royal flush",
            "straight flush",
            "4 of a kind",
            "full house",
            "flush",
            "straight",
            "3 of a kind",
            "high 2 pair",
        )
    ),
    "flop-bonus": Named(("straight flush", "3 of a kind", "straight", "flush", "pair")),
    "best-four": Named(
        (
            "royal flush",
            "4 of a kind",
            "straight flush",
            "3 of a kind",
            "flush",
            "straight",
            "2 pair",
            "high pair",
        )
    ),
}

ROUND: Final = Script(
    (
        Deal("hole", 2, SEATS),
        Deal("board", 5, parts={"flop": 3, "turn": 1, "river": 1}),
        Turn("flop"),
        Take("flop bonus", ("flop-bonus",)),
        Ask("flop", "Bet the turn or fold, please", Raise("turn", "flop", {"fold": 0, "bet": 1})),
        Take("collect folds on the flop", ("flop",), folded_at="flop"),
        Turn("turn"),
        Ask("turn", "Bet the river or fold, please", Raise("river", "flop", {"fold": 0, "bet": 1})),
        Take("collect folds on the turn", ("flop", "turn"), folded_at="turn"),
        Turn("river"),
        Take("best four", ("best-four",)),
        Take("take and pay", ("flop", "turn", "river"), shows=True),
        Close(),
    )
)

PLURALS: Final = (
    "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks", "queens", "kings",
    "aces",
)  # fmt: skip


@dataclass(frozen=True)
class QuickDrawHoldem(Numbers):
    seats: int = whole(7, 1, 7, "maximum seats")
    high_pair: int = rank("7", "two pair wins with this rank or better on top")
    best_four_pair: int = rank("J", "a pair of this rank or better pays on the Best 4 of 5", "best-four")
    win_odds: Odds = odds("what a win pays on the Flop and the Turn")

    def said(self) -> dict[str, str]:
        """The pair that wins, the lowest hand with it, and a hand without it."""
        low = max(1, self.high_pair)  # with twos on top there is one pair
        loses = f"Two pair, {PLURALS[low - 1]} and {PLURALS[min(1, low - 2)]}" if low > 1 else "Pair of aces"
        money = "even money" if self.win_odds == EVEN_MONEY else str(self.win_odds)
        pair = {"pair": PLURALS[self.high_pair], "lowest": f"Two pair, {PLURALS[low]} and twos", "loses": loses}
        return {**super().said(), **pair, "money": money}


class SeenBoard(NamedTuple):
    """What the player sees at a decision; on the flop there is no turn card yet."""

    hole: tuple[int, int]
    flop: tuple[int, int, int]
    turn: int | None


def read_seen(line: Mapping[str, object]) -> SeenBoard:
    h0, h1 = parse_cards(field(line, "hole"), 2, "hole")
    f0, f1, f2 = parse_cards(field(line, "flop"), 3, "flop")
    if line.get("river") is not None:
        raise CardError("the river is turned: no decision is left")
    turn = None if line.get("turn") is None else parse_card(line["turn"])
    distinct((h0, h1, f0, f1, f2) if turn is None else (h0, h1, f0, f1, f2, turn))
    return SeenBoard((h0, h1), (f0, f1, f2), turn)


@rule
def settle(own: int, turn: int, river: int, high_pair: int) -> tuple[int, int, int]:
    """The results of Flop, Turn and River."""
    if turn == 0:  # rule 5
        return LOSE, NONE, NONE
    if river == 0:  # rule 6
        return LOSE, LOSE, NONE
    grade = river_grade(own, high_pair)  # rules 8 and 9
    if grade == 0:
        return LOSE, LOSE, LOSE
    return WIN, WIN, paid(grade)


@rule
def flop_bonus(flop: int) -> int:  # rule 4
    return flop


@rule
def best_four(board: int, best_four_pair: int) -> int:  # rule 7
    event = board >> 4
    return 0 if event == 1 and board & 15 < best_four_pair else event


GAME: Final = Game(
    slug="quick-draw-holdem",
    title="Quick Draw Hold'em",
    card=__doc__ or "",
    wagers={wager.slug: wager for wager in WAGERS},
    numbers=QuickDrawHoldem(),
    book=load_book(__package__, SCALES, QuickDrawHoldem()),
    round=ROUND,
    hands={
        "flop": Hand(three_by_event, "flop"),
        "board": Hand(four_of_five, "board"),
        "own": Hand(seven_cards, "hole", "board"),
    },
    settle=settle,
    sides={"flop-bonus": flop_bonus, "best-four": best_four},
    folder=__package__,
    cut_is_known=True,
)

__all__ = ["GAME", "QuickDrawHoldem", "SeenBoard", "read_seen", "settle"]
