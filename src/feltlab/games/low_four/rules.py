"""Low Four: the lowest four of seven cards, against the dealer's.

 1. One 52-card deck, shuffled for each round; one to six seats, each against the dealer alone.
 2. A seat opens with the Ante. It may add the bonus bets that the house offers, of any size, never alone.
 3. Each seat and the dealer receive seven cards face down.
 4. An ace is one point, 2 to 10 their face, J Q K ten. Cards of the same rank count once, however many;
    10, J, Q and K are four different ranks.
 5. A hand's total is the lowest that four of its seven cards can make.
 6. The player folds, or sets four cards and makes the Play bet, equal to the Ante.
 7. A fold loses the Ante, whatever the dealer holds. It is final: the Ante, and a bonus that the hand
    has lost, are collected when it is made.
 8. The dealer sets the lowest four and qualifies with 16 points or fewer.
 9. Dealer does not qualify: the Ante wins 1 to 1 whatever the player set, the Play pushes.
10. Dealer qualifies: the lower total wins; Ante and Play are each paid 1 to 1, lose, or push together.
    The player is held to the four cards that were set.
11. A points bonus looks at the lowest total of the player's seven cards, folded or not, however set, whether or
    not the dealer qualifies: setting a worse hand on purpose gains nothing.
12. The Combo Progressive adds the lowest totals of player and dealer, folded or not: 3 or 4 points take the
    meter, 5 or 6 take 10% of it, 7 to 11 pay 275 for 1; the stake is not returned. Several winners of the
    whole meter split it evenly.
13. Seats are settled from the dealer's right: Ante and Play, then the bonus bets in the order of the felt.
14. A hand with the wrong number of cards is void: no money changes hands.
"""

from dataclasses import dataclass
from typing import Final

from feltlab.hands.low import four_as_set, lowest_four, lowest_of_seven, points_of
from feltlab.hands.points import HIGHEST_TOTAL
from feltlab.money import Odds
from feltlab.rules.book import load_book
from feltlab.rules.codes import LOSE, NONE, PUSH, WIN, rule
from feltlab.rules.game import Game
from feltlab.rules.house import Numbers, odds, whole
from feltlab.rules.pay_table import Points
from feltlab.rules.round import Script
from feltlab.rules.settling import Hand
from feltlab.rules.steps import SEATS, Ask, Close, Deal, Raise, Set, Take, Turn
from feltlab.rules.wagers import Role, Wager

NO_QUALIFY: Final = WIN + 1
WAGERS: Final = (
    Wager("ante", "Ante", Role.INITIAL, "before the deal", odds=("win_odds", "no_qualify_odds")),
    Wager("play", "Play", Role.RAISE, "with the set hand", equals="ante", odds=("win_odds",)),
    Wager("low-points", "Low Points Bonus", Role.SIDE, "before the deal"),
    Wager("high-points", "High Points Bonus", Role.SIDE, "before the deal"),
    Wager("combo-progressive", "Combo Progressive", Role.PROGRESSIVE, "before the deal"),
)
SCALES: Final = {
    "low-points": Points(1, HIGHEST_TOTAL),
    "high-points": Points(1, HIGHEST_TOTAL),
    "combo-progressive": Points(2, 2 * HIGHEST_TOTAL),
}

ROUND: Final = Script(
    (
        Deal("player", 7, SEATS),
        Deal("dealer", 7),
        Ask(
            "play",
            "Play or fold, please",
            Raise("play", "ante", {"fold": 0, "play": 1}),
            set=Set(lowest_four, cards=4),
            field="decision",
        ),
        Take("collect folds", ("ante",), folded_at="play", lost=("low-points", "high-points"), at_once=True),
        Turn("dealer"),
        Take("take and pay", ("ante", "play", "low-points", "high-points", "combo-progressive"), shows=True),
        Close(),
    )
)


@dataclass(frozen=True)
class LowFour(Numbers):
    seats: int = whole(6, 1, 6, "maximum seats: seven hands of seven are 49 cards")
    qualifier: int = whole(16, 1, HIGHEST_TOTAL, "the dealer qualifies with this many points or fewer")
    win_odds: Odds = odds("what a win pays on the Ante and the Play")
    no_qualify_odds: Odds = odds("what the Ante pays when the dealer does not qualify")

    def said(self) -> dict[str, str]:
        """Besides the qualifier, the first total above it, and examples below it."""
        near, low = max(1, self.qualifier - 1), max(1, self.qualifier - 4)
        return {**super().said(), "above": str(self.qualifier + 1), "near": str(near), "low": str(low)}


@rule
def settle(own: int, dealer: int, play: int, qualifier: int) -> tuple[int, int]:
    """The results of Ante and Play."""
    if play == 0:  # rule 7
        return LOSE, NONE
    if points_of(dealer) > qualifier:  # rules 8 and 9
        return NO_QUALIFY, PUSH
    if own == dealer:  # rule 10
        return PUSH, PUSH
    return (WIN, WIN) if own > dealer else (LOSE, LOSE)


@rule
def total(lowest: int) -> int:  # rule 11
    return points_of(lowest)


@rule
def combined(lowest: int, dealer: int) -> int:  # rule 12
    return points_of(lowest) + points_of(dealer)


GAME: Final = Game(
    slug="low-four",
    title="Low Four",
    card=__doc__ or "",
    wagers={wager.slug: wager for wager in WAGERS},
    numbers=LowFour(),
    book=load_book(__package__, SCALES, LowFour()),
    round=ROUND,
    hands={
        "own": Hand(four_as_set, "set"),
        "lowest": Hand(lowest_of_seven, "player"),
        "dealer": Hand(lowest_of_seven, "dealer"),
    },
    settle=settle,
    sides={"low-points": total, "high-points": total, "combo-progressive": combined},
    folder=__package__,
    cut_is_known=True,
)

__all__ = ["GAME", "LowFour", "settle"]
