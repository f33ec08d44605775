"""Everything that a game file imports: the steps of a round, the bets, hands, rankings and results.

A game is one Python file that ends with `GAME = declare(…)`. It is code: it is loaded only when you name it.
"""

from feltlab.hands.flushes import longest_flush, longest_straight_flush
from feltlab.hands.low import lowest_of_seven
from feltlab.hands.poker_hands import best_of, five_cards, four_cards, seven_cards, three_cards
from feltlab.hands.ranking import ClassedRanking, Ranking, category
from feltlab.hands.totals import baccarat_points, blackjack_points, high_cards
from feltlab.hands.two_cards import two_cards, two_cards_suited
from feltlab.hands.wild import with_bug, with_wild
from feltlab.money import Odds
from feltlab.rules.codes import LOSE, NONE, PUSH, WIN, paid, rule
from feltlab.rules.declaring import bonus, claim, declare, example, opening, progressive, raised, side
from feltlab.rules.game import Game
from feltlab.rules.house import Numbers, ShoeNumbers, odds, rank, whole
from feltlab.rules.settling import Hand
from feltlab.rules.steps import SEATS, Ask, Close, Deal, Raise, Set, Take, Trade, Turn

__all__ = [
    "LOSE",
    "NONE",
    "PUSH",
    "SEATS",
    "WIN",
    "Ask",
    "ClassedRanking",
    "Close",
    "Deal",
    "Game",
    "Hand",
    "Numbers",
    "Odds",
    "Raise",
    "Ranking",
    "Set",
    "ShoeNumbers",
    "Take",
    "Trade",
    "Turn",
    "baccarat_points",
    "best_of",
    "blackjack_points",
    "bonus",
    "category",
    "claim",
    "declare",
    "example",
    "five_cards",
    "four_cards",
    "high_cards",
    "longest_flush",
    "longest_straight_flush",
    "lowest_of_seven",
    "odds",
    "opening",
    "paid",
    "progressive",
    "raised",
    "rank",
    "rule",
    "seven_cards",
    "side",
    "three_cards",
    "two_cards",
    "two_cards_suited",
    "whole",
    "with_bug",
    "with_wild",
]
