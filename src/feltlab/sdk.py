"""All that a game file imports: the steps of a round, the bets, hands and rankings, and what becomes of a bet.

A game is one Python file that ends with `GAME = declare(…)`. It is code: it is loaded only when somebody names it.
"""

from feltlab.hands.ranking import Ranking
from feltlab.money import Odds
from feltlab.rules.codes import LOSE, NONE, PUSH, WIN, paid, rule
from feltlab.rules.declaring import bonus, declare, opening, progressive, raised, side
from feltlab.rules.game import Game
from feltlab.rules.house import Numbers, ShoeNumbers, odds, rank, whole
from feltlab.rules.round import SEATS, Ask, Close, Deal, Raise, Set, Take, Trade, Turn
from feltlab.rules.settling import Hand

__all__ = [
    "LOSE",
    "NONE",
    "PUSH",
    "SEATS",
    "WIN",
    "Ask",
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
    "bonus",
    "declare",
    "odds",
    "opening",
    "paid",
    "progressive",
    "raised",
    "rank",
    "rule",
    "side",
    "whole",
]
