"""Ace Odd Even: seven cards each, the longer hand of one parity wins.

 1. One 52-card deck, shuffled for each round; one to six seats, each against the dealer alone.
 2. A seat opens with the Ante. It may add the bonus bets that the house offers, of any size, never alone.
 3. Each seat and the dealer receive seven cards face down.
 4. 3 5 7 9 J K are odd, 2 4 6 8 10 Q are even, an ace is both. A hand is all odd cards, or all even cards,
    of the seven, with all the aces.
 5. More cards win; equal counts compare the highest cards, then the next, the ace on top. Where a hand's own
    odd and even sides have equal counts, the one that ranks higher is its best.
 6. The player folds, or sets the odd or the even hand and makes the Play bet, equal to the Ante.
    Discards are final: the player is held to the hand that was set. Leaving out cards of its side is legal, and
    makes a worse hand.
 7. A fold loses the Ante, whatever the dealer holds. It is final: the Ante, and a bonus that the hand
    has lost, are collected when it is made.
 8. The dealer sets the best hand and qualifies with four cards King high or better.
 9. Dealer does not qualify: the Ante wins 1 to 1 whatever the player set, the Play pushes.
10. Dealer qualifies: the better hand wins; Ante and Play are each paid 1 to 1, lose, or push together.
11. The Odd-Even Bonus looks at the player's best hand by count: seven, six or five cards, with or without an
    ace. Folded or not, however set, it is paid.
12. A poker bonus looks at the best poker rank inside one parity: flushes of seven, six or five cards, four of a
    kind, full house, three of a kind, two pair. On a fold the aces serve both sets; on a set hand they stay
    where the player put them, and the discards count as the other set (if they mix odd and even cards, the
    better of the two). Only the highest rank is paid.
13. The poker progressive costs $1 or $5 and pays flushes: seven cards take the meter, six cards 10% of it, five
    cards 500 for 1; the stake is not returned. Several winners of the whole meter split it evenly.
14. Seats are settled from the dealer's right: Ante and Play, then the bonuses.
15. A token on the Ante allows an equal token on the Play, never on the Play alone; tokens on a bonus are
    capped by the house.
16. A hand with the wrong number of cards is void: no money changes hands.
"""

from dataclasses import dataclass
from typing import Final

from feltlab.cards import RANKS
from feltlab.hands.parity import (
    SIDES,
    best_side_of,
    better_side,
    bonus_grade,
    held_poker_grade,
    lowest_strength,
    ranks_of_both,
    side_cards,
    side_strength,
    suits_of_both,
)
from feltlab.hands.poker import rank_name
from feltlab.money import Odds
from feltlab.rules.book import load_book
from feltlab.rules.codes import LOSE, NONE, PUSH, WIN, rule
from feltlab.rules.game import Game
from feltlab.rules.house import Numbers, odds, rank, whole
from feltlab.rules.pay_table import Named
from feltlab.rules.round import Script
from feltlab.rules.settling import Hand
from feltlab.rules.steps import SEATS, Ask, Close, Deal, Raise, Set, Take, Turn
from feltlab.rules.wagers import Role, Wager

NO_QUALIFY: Final = WIN + 1
WAGERS: Final = (
    Wager("ante", "Ante", Role.INITIAL, "before the deal", odds=("win_odds", "no_qualify_odds")),
    Wager("play", "Play", Role.RAISE, "with the set hand", equals="ante", odds=("win_odds",)),
    Wager("odd-even", "Odd-Even Bonus", Role.SIDE, "before the deal"),
    Wager("poker", "Poker Bonus", Role.SIDE, "before the deal"),
    Wager(
        "poker-progressive",
        "Poker Bonus Progressive",
        Role.PROGRESSIVE,
        "before the deal",
        fixed_stakes=(100, 500),
    ),
)
POKER_RANKS: Final = Named(
    ("7 card flush", "6 card flush", "5 card flush", "4 of a kind", "full house", "3 of a kind", "2 pair")
)
SCALES: Final = {
    "odd-even": Named(("7 cards no ace", "7 cards", "6 cards no ace", "6 cards", "5 cards no ace", "5 cards")),
    "poker": POKER_RANKS,
    "poker-progressive": POKER_RANKS,
}

ROUND: Final = Script(
    (
        Deal("player", 7, SEATS),
        Deal("dealer", 7),
        Ask(
            "play",
            "Play or fold, please",
            Raise("play", "ante", {"fold": 0, "play": 1}),
            set=Set(best_side_of, sides=SIDES, side_cards=side_cards),
            field="decision",
        ),
        Take(
            "collect folds",
            ("ante",),
            folded_at="play",
            lost=("odd-even", "poker", "poker-progressive"),
            at_once=True,
        ),
        Turn("dealer"),
        Take("take and pay", ("ante", "play", "odd-even", "poker", "poker-progressive"), shows=True),
        Close(),
    )
)

COUNTS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven")


@dataclass(frozen=True)
class AceOddEven(Numbers):
    seats: int = whole(6, 1, 6, "maximum seats: seven hands of seven are 49 cards")
    qualifier_cards: int = whole(4, 0, 7, "the dealer qualifies with this many cards")
    qualifier_rank: int = rank("K", "and this card high, or better")
    win_odds: Odds = odds("what a win pays on the Ante and the Play")
    no_qualify_odds: Odds = odds("what the Ante pays when the dealer does not qualify")
    bonus_token_cap: int = whole(2_500, 0, 10**9, "the largest token on a bonus, in cents")

    @property
    def qualifier(self) -> int:
        """The dealer's qualifier as a strength."""
        return lowest_strength(self.qualifier_cards, self.qualifier_rank)

    def said(self) -> dict[str, str]:
        """The qualifier in words, and the lowest hand that has it: an ace high hand may be of either side."""
        cards = f"{COUNTS[self.qualifier_cards]} card{'' if self.qualifier_cards == 1 else 's'}"
        high = rank_name(self.qualifier_rank)
        side = "odd" if RANKS[self.qualifier_rank] in "A3579JK" else "even"
        lowest = f"{self.qualifier_cards}-card {side}, {high} high"
        return {**super().said(), "cards": cards, "high": high, "High": high.capitalize(), "lowest": lowest}


@rule
def settle(held: int, dealer: int, set: int, play: int, qualifier: int) -> tuple[int, int]:
    """The results of Ante and Play."""
    if play == 0:  # rule 7
        return LOSE, NONE
    if dealer < qualifier:  # rules 8 and 9
        return NO_QUALIFY, PUSH
    own = side_strength(held, set)
    if own == dealer:  # rule 10
        return PUSH, PUSH
    return (WIN, WIN) if own > dealer else (LOSE, LOSE)


@rule
def odd_even(ranks: int) -> int:  # rule 11
    return bonus_grade(ranks)


@rule
def poker(ranks: int, suits: int, held: int, held_suits: int) -> int:  # rules 12 and 13
    return held_poker_grade(ranks, suits, held, held_suits)


GAME: Final = Game(
    slug="ace-odd-even",
    title="Ace Odd Even",
    card=__doc__ or "",
    wagers={wager.slug: wager for wager in WAGERS},
    numbers=AceOddEven(),
    book=load_book(__package__, SCALES, AceOddEven()),
    round=ROUND,
    hands={
        "ranks": Hand(ranks_of_both, "player"),
        "suits": Hand(suits_of_both, "player"),
        "held": Hand(ranks_of_both, "set"),
        "held_suits": Hand(suits_of_both, "set"),
        "dealer": Hand(better_side, "dealer"),
    },
    settle=settle,
    sides={"odd-even": odd_even, "poker": poker, "poker-progressive": poker},
    cut_is_known=True,
    tokens=True,
    folder=__package__,
)

__all__ = ["GAME", "AceOddEven", "settle"]
